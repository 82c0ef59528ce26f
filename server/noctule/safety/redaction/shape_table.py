"""The shapes of providers' tokens: kind, prefixes, tail. One line a kind; lengths are the least seen, and a bound.

Sources: the providers' own documents on token formats. Public identifiers (Stripe's `pk_`, Mapbox' `pk.`, account ids)
are no secrets and not listed.
"""

import re

_SHAPES = r"""
github-token ghp_ gho_ ghu_ ghs_ ghr_ [A-Za-z0-9]{30,255}
github-token github_pat_ [A-Za-z0-9_]{40,255}
gitlab-token glpat- gldt- glrt- glrtr- glcbt- glptt- glft- [A-Za-z0-9_-]{18,255}(?:\.[A-Za-z0-9_-]{2,30}){0,3}
gitlab-token glimt- glagent- glsoat- gloas- glffct- glwt- [A-Za-z0-9_-]{18,255}(?:\.[A-Za-z0-9_-]{2,30}){0,3}
gitlab-token GR1348941 [A-Za-z0-9_-]{20,60}
slack-token xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxo- xoxe- xapp- [A-Za-z0-9%-]{10,400}
aws-access-key AKIA ASIA ABIA ACCA [A-Z0-9]{16}(?![A-Za-z0-9])
openai-key sk-proj- sk-svcacct- sk-admin- sk-None- sk-service- [A-Za-z0-9_-]{20,300}
anthropic-key sk-ant- [A-Za-z0-9_-]{20,300}
openrouter-key sk-or- [A-Za-z0-9_-]{20,300}
langfuse-key sk-lf- [A-Za-z0-9-]{20,80}
api-key sk- (?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9]{20,200}
google-api-key AIza [A-Za-z0-9_-]{33,60}
google-oauth-secret GOCSPX- [A-Za-z0-9_-]{24,60}
npm-token npm_ [A-Za-z0-9]{30,80}
pypi-token pypi- (?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{40,300}
rubygems-key rubygems_ [0-9a-f]{40,64}
huggingface-token hf_ api_org_ [A-Za-z0-9]{30,60}
stripe-key sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ [A-Za-z0-9_]{16,255}
square-token sq0atp- sq0csp- sq0idp- [A-Za-z0-9_-]{20,60}
square-token EAAA [A-Za-z0-9_-]{56,80}
digitalocean-token dop_v1_ doo_v1_ dor_v1_ [0-9a-f]{60,70}
shopify-token shpat_ shpca_ shppa_ shpss_ shpua_ [0-9A-Fa-f]{32,64}
twilio-key SK [0-9a-f]{32}(?![A-Za-z0-9])
mailgun-key key- [0-9a-f]{32}(?![A-Za-z0-9])
brevo-key xkeysib- xsmtpsib- [0-9a-f]{60,70}-[A-Za-z0-9]{10,24}
databricks-token dapi [0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])
databricks-token dose [0-9a-f]{32}(?![A-Za-z0-9])
newrelic-key NRAK- NRII- NRIQ- NRRA- NRJS- NRAA- NRSP- [A-Za-z0-9-]{18,60}
grafana-token glsa_ [A-Za-z0-9]{30,40}(?:_[0-9a-f]{8})?
sentry-token sntryu_ [0-9a-f]{60,70}
linear-key lin_api_ lin_oauth_ lin_wh_ [A-Za-z0-9]{32,80}
notion-token ntn_ [A-Za-z0-9]{40,60}
notion-token secret_ (?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{43}(?![A-Za-z0-9])
atlassian-token ATATT3 ATCTT3 ATSTT3 [A-Za-z0-9_=.-]{50,400}
bitbucket-token ATBB [A-Za-z0-9]{24,60}
trello-token ATTA [0-9a-fA-F]{60,80}
airtable-token pat [A-Za-z0-9]{14}\.[0-9a-f]{60,70}
figma-token figd_ figo_ figor_ figdr_ figuh_ [A-Za-z0-9_-]{36,80}
postman-key PMAK- [0-9a-f]{24}-[0-9a-f]{34}
supabase-key sbp_ sb_secret_ [A-Za-z0-9_-]{20,80}
netlify-token nfp_ nfo_ nfc_ nfu_ nfb_ [A-Za-z0-9]{30,60}
fly-token fo1_ [A-Za-z0-9_-]{40,80}
render-key rnd_ [A-Za-z0-9]{24,60}
heroku-key HRKU- [A-Za-z0-9_-]{36,80}
cloudflare-key v1_0- [0-9a-f]{24}-[0-9a-f]{100,200}
cloudflare-token cfut_ cfat_ cfk_ [A-Za-z0-9_-]{32,80}
pulumi-token pul- [0-9a-f]{40}(?![A-Za-z0-9])
age-key AGE-SECRET-KEY-1 AGE-PLUGIN- [A-Z0-9-]{40,120}
docker-token dckr_pat_ dckr_oat_ [A-Za-z0-9_-]{24,60}
artifactory-token AKCp [A-Za-z0-9]{60,90}
artifactory-token cmVmdGtu [A-Za-z0-9]{50,80}
nuget-key oy2 [a-z0-9]{43}(?![A-Za-z0-9])
cargo-token cio (?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])
clojars-token CLOJARS_ [0-9a-f]{60}
packagist-token packagist_ory_ packagist_oru_ packagist_ack_ packagist_uut_ packagist_aut_ [0-9a-f]{60,80}
alibaba-key LTAI (?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{12,30}(?![A-Za-z0-9])
tencent-key AKID (?=[A-Za-z]{0,32}\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])
yandex-token AQVN y0_ y1_ y2_ y3_ [A-Za-z0-9_-]{35,80}
yandex-key YC (?=[A-Za-z_-]{0,38}\d)[A-Za-z0-9_-]{38}(?![A-Za-z0-9])
facebook-token EAA [A-Za-z0-9]{90,300}
twitter-bearer AAAAAAAAAAAAAAAAAAAA [A-Za-z0-9%_-]{50,150}
hubspot-token pat-na1- pat-na2- pat-eu1- pat-ap1- [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
launchdarkly-key sdk- api- mob- [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}
contentful-token CFPAT- [A-Za-z0-9_-]{40,60}
sonar-token sqp_ squ_ sqa_ [0-9a-f]{40}(?![A-Za-z0-9])
circleci-token CCIPAT_ CCIPRJ_ [A-Za-z0-9_]{20,80}
buildkite-token bkua_ bkaj_ bkat_ [0-9a-f]{40,70}
tailscale-key tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook- tskey- [A-Za-z0-9-]{16,80}
plaid-token access-sandbox- access-development- access-production- [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
shippo-token shippo_live_ shippo_test_ [0-9a-f]{40}
easypost-key EZAK EZTK (?=[A-Za-z]{0,54}\d)[A-Za-z0-9]{54}
lob-key live_ test_ [0-9a-f]{35}(?![A-Za-z0-9])
flutterwave-key FLWSECK_TEST- FLWSECK- [A-Za-z0-9]{12,40}(?:-X)?
razorpay-key rzp_live_ rzp_test_ [A-Za-z0-9]{14,40}
gocardless-token live_ (?=[a-z0-9_=-]{0,39}[A-Z])(?=[A-Za-z_=-]{0,39}\d)[A-Za-z0-9_=-]{40}(?![A-Za-z0-9])
typeform-token tfp_ [A-Za-z0-9_.=-]{40,80}
planetscale-token pscale_tkn_ pscale_pw_ pscale_oauth_ [A-Za-z0-9_.=-]{30,80}
prefect-key pnu_ pnb_ [A-Za-z0-9]{36}
readme-key rdme_ [a-z0-9]{60,80}
replicate-token r8_ [A-Za-z0-9]{30,60}
groq-key gsk_ [A-Za-z0-9]{40,80}
xai-key xai- [A-Za-z0-9]{60,100}
perplexity-key pplx- [A-Za-z0-9]{40,80}
fireworks-key fw_ (?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{20,40}(?![A-Za-z0-9_])
cerebras-key csk- [a-z0-9]{40,60}
nvidia-key nvapi- [A-Za-z0-9_-]{50,80}
anyscale-key esecret_ [A-Za-z0-9]{24,60}
pinecone-key pcsk_ [A-Za-z0-9_]{40,90}
tavily-key tvly- [A-Za-z0-9-]{24,60}
firecrawl-key fc- [0-9a-f]{32}(?![A-Za-z0-9])
elevenlabs-key sk_ [0-9a-f]{48}(?![A-Za-z0-9])
langsmith-key lsv2_pt_ lsv2_sk_ [0-9a-f]{32}_[0-9a-f]{10}
wandb-key wandb_v1_ [A-Za-z0-9_]{60,100}
jina-key jina_ [A-Za-z0-9_-]{40,80}
voyage-key pa- (?=[A-Za-z_-]{0,43}\d)[A-Za-z0-9_-]{43}(?![A-Za-z0-9])
resend-key re_ (?=[A-Za-z_]{0,32}\d)[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])
onesignal-key os_v2_app_ os_v2_org_ [a-z0-9]{90,120}
frameio-token fio-u- [A-Za-z0-9_=-]{60,70}
duffel-token duffel_live_ duffel_test_ [A-Za-z0-9_=-]{40,50}
defined-token dnkey- [a-z0-9=_-]{26}-[a-z0-9=_-]{50,54}
octopus-key API- [A-Z0-9]{26}(?![A-Za-z0-9])
openvsx-token ovsxat_ ovsxp_ [0-9a-f-]{36,40}
sourcegraph-token sgp_ (?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}
sourcegraph-token slk_ [0-9a-f]{64}
settlemint-token sm_aat_ sm_pat_ sm_sat_ [A-Za-z0-9]{16,40}
doppler-token dp_pt_ dp_st_ [A-Za-z0-9]{40,60}
posthog-key phx_ phs_ [A-Za-z0-9]{40,60}
neon-key napi_ [A-Za-z0-9]{50,80}
vercel-token vcp_ vci_ vca_ vcr_ vck_ [A-Za-z0-9_]{24,80}
cursor-key crsr_ [0-9a-f]{50,80}
dingtalk-secret SEC [0-9a-f]{64}(?![A-Za-z0-9])
adobe-secret p8e- p8- [A-Za-z0-9_-]{32}(?![A-Za-z0-9])
instagram-token IGQV IGAA [A-Za-z0-9_-]{60,300}
svix-key sk_svix_ testsk_ [A-Za-z0-9_.-]{24,60}
infracost-key ico- [A-Za-z0-9]{32}
mergify-key mka_ [A-Za-z0-9_-]{40,80}
rootly-key rootly_ [0-9a-f]{64}
snowflake-token ver_1-hint_ [A-Za-z0-9_+/=-]{60,400}
hashicorp-token hvs_ [A-Za-z0-9_-]{24,200}
scaleway-key SCW (?=[A-Z]{0,17}\d)[A-Z0-9]{17}(?![A-Za-z0-9])
telnyx-key KEY0 (?=[0-9A-Z]{0,50}_)[0-9A-F]{30,34}_[A-Za-z0-9]{20,24}
postmark-key POSTMARK_API_ [A-Za-z0-9-]{30,50}
shodan-key PSKEY_ [A-Za-z0-9]{32}
jwt eyJ [A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{6,8000}(?:\.[A-Za-z0-9_-]{0,2000})?
jwt eyJ [A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{0,800}(?:\.[A-Za-z0-9_-]{10,8000}){3}
sentry-token sntrys_eyJ [A-Za-z0-9+/=_-]{40,400}
onepassword-token ops_eyJ [A-Za-z0-9+/=_-]{100,2000}
grafana-key eyJrIjoi [A-Za-z0-9+/=_-]{40,400}
"""

BY_PREFIX: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
for _line in filter(None, _SHAPES.splitlines()):
    _kind, *_prefixes, _tail = _line.split()
    for _prefix in _prefixes:
        BY_PREFIX.setdefault(_prefix, []).append((_kind, re.compile(_tail)))

# Tokens that begin with no letters of their own: tried at the start of each run.
WHOLE_RUNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "discord-token",
        re.compile(r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9])"),
    ),
    ("mailchimp-key", re.compile(r"[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])")),
    # A provider's habit rather than a provider: `acme_live_...`; Stripe's `cs_` are ids of checkout pages.
    (
        "api-key",
        re.compile(
            r"(?!cs_)[a-z][a-z0-9]{1,11}[_-](?:(?:live|test|prod|pat|sk|key|token|secret|api|auth|personal|oauth|bot|v\d)[_-]){1,2}"
            r"(?=[a-z0-9]{0,40}[A-Z])(?=[A-Za-z]{0,40}\d)(?=[A-Z0-9]{0,40}[a-z])[A-Za-z0-9]{24,200}(?![A-Za-z0-9_])"
        ),
    ),
    ("maxmind-key", re.compile(r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])")),
)

# Tokens with dots, slashes or signs early on: kind, keyword, what may stand before it (walked back over), pattern.
_ALNUM = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_WORD = _ALNUM | frozenset("_~.-")
_DIGITS = frozenset("0123456789")
_NOTHING: frozenset[str] = frozenset()

ANYWHERE: tuple[tuple[str, str, frozenset[str], re.Pattern[str]], ...] = tuple(
    (
        kind,
        keyword,
        before,
        re.compile(
            pattern
            if "<secret>" in pattern
            else rf"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-F][0-9A-F]))(?P<secret>{pattern})"
        ),
    )
    for kind, keyword, before, pattern in (
        ("sendgrid-key", "SG.", _NOTHING, r"SG\.[A-Za-z0-9_-]{15,40}\.[A-Za-z0-9_-]{15,80}"),
        ("google-oauth-token", "ya29.", _NOTHING, r"ya29\.[A-Za-z0-9_.-]{20,2000}"),
        ("google-refresh-token", "1//0", _NOTHING, r"1//0[A-Za-z0-9_-]{30,200}"),
        ("vault-token", "hv", _NOTHING, r"hv[sbr]\.[A-Za-z0-9_-]{20,300}"),
        (
            "doppler-token",
            "dp.",
            _NOTHING,
            r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{1,40}\.)?[A-Za-z0-9]{36,60}",
        ),
        ("dynatrace-token", "dt0", _NOTHING, r"dt0[a-z]\d{2}\.[A-Z0-9]{20,30}\.[A-Z0-9]{50,80}"),
        ("dropbox-token", "sl.", _NOTHING, r"sl\.[A-Za-z0-9_.-]{80,2000}"),
        ("mapbox-token", "sk.eyJ", _NOTHING, r"sk\.eyJ[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{15,80}"),
        ("tinybird-token", "p.eyJ", _NOTHING, r"p\.eyJ[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{15,80}"),
        ("cloudflare-key", "v1.0-", _NOTHING, r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,200}"),
        ("yandex-token", "t1.", _NOTHING, r"t1\.[A-Za-z0-9_-]{30,400}={0,2}\.[A-Za-z0-9_-]{60,120}={0,2}"),
        ("openshift-token", "sha256~", _NOTHING, r"sha256~[A-Za-z0-9_-]{40,50}"),
        ("harness-token", "pat.", _NOTHING, r"pat\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9]{20,28}\.[A-Za-z0-9]{18,24}"),
        ("stripe-webhook-secret", "whsec_", _NOTHING, r"whsec_[A-Za-z0-9+/]{24,80}={0,2}"),
        ("grafana-token", "glc_", _NOTHING, r"glc_[A-Za-z0-9+/]{32,400}={0,2}"),
        ("aws-bedrock-key", "ABSK", _NOTHING, r"ABSK[A-Za-z0-9+/]{90,300}={0,2}"),
        ("aws-bedrock-key", "bedrock-api-key-", _NOTHING, r"bedrock-api-key-[A-Za-z0-9+/]{40,800}={0,2}"),
        ("fly-token", "fm", _NOTHING, r"fm[12][ar]?_[A-Za-z0-9+/]{80,2000}={0,3}"),
        ("terraform-token", ".atlasv1.", _ALNUM, r"(?P<secret>[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80})"),
        ("azure-secret", "Q~", _WORD, r"(?P<secret>[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9_~-])"),
        ("telegram-token", ":AA", _DIGITS, r"(?P<secret>\d{8,10}:AA[A-Za-z0-9_-]{32,35})(?![A-Za-z0-9_-])"),
        ("firebase-key", ":APA91b", _ALNUM, r"(?P<secret>[A-Za-z0-9]{11,40}:APA91b[A-Za-z0-9_-]{100,200})"),
        (
            "slack-webhook",
            "hooks.slack.com/",
            _NOTHING,
            r"hooks\.slack\.com/(?P<secret>(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{30,120})",
        ),
        ("discord-webhook", "/api/webhooks/", _NOTHING, r"/api/webhooks/\d{10,22}/(?P<secret>[A-Za-z0-9_-]{40,100})"),
        (
            "teams-webhook",
            ".office.com/webhook",
            _NOTHING,
            r"\.office\.com/webhook(?:b2)?/(?P<secret>[A-Za-z0-9@/_-]{60,250})",
        ),
        (
            "aws-secret-key",
            "AKIA",
            _NOTHING,
            r"AKIA[A-Z0-9]{16}[^A-Za-z0-9/+\n]{1,12}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
        ),
        ("salesforce-token", "!A", _ALNUM, r"(?P<secret>00D[A-Za-z0-9]{12,15}!A[A-Za-z0-9_.]{60,200})"),
        ("aws-sso-token", "aoa", _NOTHING, r"aoa[AC][A-Za-z0-9+/]{100,900}={0,2}(?::[A-Za-z0-9+/]{20,400}={0,2})?"),
        (
            "paypal-token",
            "access_token$",
            _NOTHING,
            r"access_token\$(?:production|sandbox)\$[a-z0-9]{12,20}\$[0-9a-f]{32}",
        ),
        # `-----BEGIN ... PRIVATE KEY` in base 64, as Kubernetes and CI settings hold it.
        (
            "private-key",
            "LS0tLS1CRUdJTi",
            _NOTHING,
            r"LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BPUEVOU1NIIFBSSVZBVEUg|BFQyBQUklWQVRFI|BQUklWQVRFI|BFTkNSWVBURUQgUFJJVkFURS"
            r"|BQR1AgUFJJVkFURS|BEU0EgUFJJVkFURS)[A-Za-z0-9+/]{16,20000}={0,2}",
        ),
        (
            "kubernetes-bootstrap-token",
            "kubeadm join",
            _NOTHING,
            r"kubeadm join.{1,80}--token (?P<secret>[a-z0-9]{6}\.[a-z0-9]{16})",
        ),
        (
            "asana-token",
            "/1",
            _DIGITS,
            r"(?<![\w./])(?P<secret>[0-2]/1\d{14,16}(?:/\d{15,17})?:[0-9a-f]{32})(?![A-Za-z0-9])",
        ),
    )
)
