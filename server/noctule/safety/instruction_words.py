"""What a request consists of: the verbs, things and places that the rules on instructions put together.

All are patterns over text in lower case whose disguises are off.
"""

import re

from noctule.dataclass import dataclass

SENDS = "sends data out"
RUNS = "fetches and runs"
WEAKENS = "weakens permissions or trust"
PACKAGE = "swaps a package"
HIDES = "hides something from the person"
STEERS = "steers memory or dreams"


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, what it means, and when it counts."""

    label: str
    pattern: re.Pattern[str]
    can_be_negated: bool = True
    must_be_commanded: bool = False
    only_near_secrets: bool = False
    needs: re.Pattern[str] | None = None
    is_foreign: bool = False


URL = r"(?:https?://|ftp://|wss?://|\b\d{1,3}(?:\.\d{1,3}){3}\b)"
PLACE = (
    rf"(?:{URL}|\bwebhooks?\b|\bpaste ?bins?\b|\bpaste site|\bgists?\b|\btransfer\.sh\b"
    rf"|\brequestbin\b|\bngrok\b|\bdiscord\b"
    r"|\btelegram\b|\b(?:remote|external|outside|our|my|their|collection|logging|this"
    r"|another) (?:server|host|endpoint|url|api|address"
    r"|collector|bucket)|[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]{2,12}|\bcollect(?:or|ion)\b"
    r"|\bexternal(?:ly)?\b|\b[\w-]{1,40}\.(?:com|net|io|xyz|dev|sh|example|test)\b)"
)
SECRET = (
    r"(?:\.env\b|\bdatabase_url\b|\bconnection strings?\b|\b[a-z]\w{1,30}_(?:secret|token|key|password)s?\b"
    r"|\benv(?:ironment)? (?:vars?"
    r"|variables?|files?)|\bprintenv\b|\bsecrets?\b|\bcredentials?\b|\bpasswords?\b"
    r"|\bapi[ _-]?keys?\b|\b(?:private|ssh|access|signing) keys?\b|\btokens?\b|\bcookies?\b"
    r"|\.ssh\b|\bid_(?:rsa|ed25519)\b|\.aws\b|\.netrc\b"
    r"|\.npmrc\b|\.pypirc\b|\bkeychain\b|\bkubeconfig\b|/etc/(?:passwd|shadow)\b)"
)
PRIVATE = (
    rf"(?:{SECRET}|\b(?:file|files'?|repo|repository|project|environment|buffer|clipboard|memory|folder|directory)"
    r" ?(?:contents?|text|dump)\b|\bcontents? of\b|\bsource(?: code| files?|s)?\b|\b(?:session|chat) (?:log"
    r"|transcript)s?\b"
    r"|\bcode ?base\b|\bthe code\b|\btranscripts?\b|\bconversations?\b"
    r"|\b(?:chat|shell|command|bash|browser) history\b|\b(?:system )?prompts?\b|\bmemories\b"
    r"|\bmemory (?:files?|folder|index)\b"
    r"|\b(?:the|each|every|full|whole|all|any|git) (?:diffs?|files?|patch|repo(?:sitory)?"
    r"|logs?|output)\b|\bcustomer data\b|\buser(?:'?s)? data\b"
    r"|\b(?:full|whole|entire|complete) environment\b"
    r"|\bwhat the (?:user|person) (?:said|says|typed|types|wrote|writes)\b)"
)
SEND = (
    r"\b(?:send|post|upload|exfiltrate|transmit|forward|e-?mail|mail|leak|submit|report(?:ed)?|copy|ship|append"
    r"|hand|relay|transfer|feed|beam"
    r"|sync|push|publish|paste|share|beacon"
    r"|stream|export|curl|put|deliver|mirror|back ?up)\b"
)
FETCH = r"\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|aria2c|http)\b"
SHELL = (
    r"(?:sudo |/bin/|/usr/bin/env )?(?:ba|z|da|k|fi)?sh\b|(?:sudo )?(?:python[\d.]*|node|perl"
    r"|ruby|php|pwsh|powershell|iex|bun|deno)\b"
)
PERSON = (
    r"(?:the |any |our |your )?(?:users?|persons?|people|humans?|developers?|maintainers?"
    r"|owners?|reviewers?|operators?|team|anyone|anybody|them)"
)
NOT = r"\b(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|no need to|without|avoid|stop)"
THIS_MEMORY = r"this (?:memory|note|entry(?! points?\b)|rule|instruction|memory file|line|section)"
DREAM = r"\b(?:dream(?:s|ing)?|consolidat(?:e|es|ion|ing)|prun(?:e|ing)|tid(?:y|ying)|clean-?ups?)\b"
ABOUT_SECRETS = re.compile(PRIVATE)


def rule(
    label: str,
    pattern: str,
    *,
    negatable: bool = True,
    commanded: bool = False,
    near_secrets: bool = False,
    needs: str | None = None,
) -> Rule:
    """`needs` is a cheap pattern without which the dear one is not tried."""
    needed = re.compile(needs) if needs else None
    return Rule(label, re.compile(pattern, re.DOTALL), negatable, commanded, near_secrets, needed)
