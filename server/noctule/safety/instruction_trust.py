"""Requests to weaken permissions or trust."""

from noctule.safety.instruction_words import NOT, WEAKENS, Rule, rule

WEAKENING: tuple[Rule, ...] = (
    rule(
        WEAKENS,
        r"\b(?:from (?:now|this point|here)(?: on)?|as of now),? you (?:have|may|can|are)\b.{0,24}?\b(?:full"
        r"|unrestricted|root"
        r"|unlimited|admin\w*|any|all|anything|everything|free)\b"
        r"|\bpermissions?\.(?:allow|defaultmode)\b.{0,24}?(?:\*|\bbypass)",
    ),
    rule(
        WEAKENS,
        r"\b(?:take|accept|obey|follow) (?:orders|instructions?|commands?|directions) (?:from|of|by) (?:anyone"
        r"|anybody|any|everyone"
        r"|whoever|strangers|the (?:page|issue|comment|file|tool|web|website|document)s?)\b"
        r"|\bare (?:commands?|orders|instructions?) (?:from|of|by) the (?:user|developer|owner|system|person)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:approvals?|confirmations?|permissions?|reviews?) (?:is|are) (?:not|never|no longer) (?:required"
        r"|needed|necessary)\b"
        r".{0,40}?\b(?:proceed|go ahead|here|repository|project|anything|any)\b"
        r"|\bskip (?:asking|waiting) for\b.{0,16}?\b(?:approval|permission|confirmation|consent)",
        negatable=False,
    ),
    rule(WEAKENS, r"\b(?:in|use|enable|switch to) (?:\w+ )?(?:yolo|god|jailbreak|unrestricted|bypass) mode\b"),
    rule(
        WEAKENS,
        r"\b(?:disable|remove|skip|bypass|turn off|delete)\b.{0,24}?\b(?:hooks?|scanners?|scans?|checks?"
        r"|filters?|jobs?)\b"
        r".{0,16}?\b(?:scans?|looks?|checks?|searches|guards?|protects?)\b.{0,16}?\b(?:secrets?|credentials|keys"
        r"|malware)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:mark|add|register|declare|make)\b.{0,40}?\b(?:as|to|a) (?:a |the )?trusted (?:workspaces?"
        r"|folders?|hosts?|roots?)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:text|instructions?|comments?|content|commands?|words|notes?|orders)\b.{0,40}?\b(?:is"
        r"|are) (?:authoritative|binding"
        r"|to be (?:obeyed|executed|followed)|as good as the user)",
    ),
    rule(
        WEAKENS,
        r"\b(?:run|execute|do|follow|obey|install)\b (?:anything|everything|whatever"
        r"|all) (?:that )?.{0,40}?\b(?:readmes?|issues?"
        r"|pages?|comments?|websites?|e-?mails?|packages?|tickets?)\b.{0,16}?\b(?:asks?|says?|tells?|wants?"
        r"|demands?|suggests?)\b",
    ),
    rule(WEAKENS, r"\bsudo\b.{0,30}?\bwithout (?:a |any )?password\b|\bin /etc/sudoers\b"),
    rule(
        WEAKENS,
        r"\bmind (?:disabling|skipping|bypassing|ignoring|turning off|switching off|suppressing)\b.{0,30}?"
        r"\b(?:permission|approval|confirmation|consent|sandbox|guard ?rail|safety|security)",
    ),
    rule(
        WEAKENS,
        r"\b(?:answer|say|reply|press|click|type|respond)\b.{0,12}?\b(?:yes|y|ok|allow|approve|accept)\b.{0,24}?"
        r"\b(?:to|on|in|at)\b.{0,16}?\b(?:all|every|any|each)\b.{0,30}?\b(?:prompts?|dialogs?|questions?|requests?|them"
        r"|confirmations?|permissions?|approvals?)",
    ),
    rule(
        WEAKENS,
        r"\b(?:previous|prior|earlier|above|old|original|system(?: prompt)?(?:'s)?)\b (?:\w+ )?(?:instructions?"
        r"|prompts?"
        r"|guidelines|orders|rules)\b.{0,24}?\b(?:no longer|do(?:es)? not|don'?t|cease to|stop) (?:apply|count"
        r"|hold|bind"
        r"|matter)",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\brules of (?:the|your) (?:system prompt|user|developer)\b.{0,24}?\b(?:no longer|do not"
        r"|don'?t) (?:bind|apply|count)",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"--no-(?:verify|check-certificate|gpg-sign)\b.{0,80}?\b(?:scan\w*|secrets?|security|signature|audit)",
    ),
    rule(
        WEAKENS,
        r"\b(?:turn|switch|take|shut)\b.{0,20}?\b(?:sandbox(?:ing)?|permission \w+|permissions|approvals?"
        r"|confirmations?"
        r"|guard ?rails?|safety|signature checks?|code review)\b.{0,16}?\b(?:off|down)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:same|equal|full) (?:authority|weight|trust|rights|rank|standing|force) (?:as|to|of) (?:the |a |your )?"
        r"(?:user|person|developer|system|owner|maintainer)",
    ),
    rule(
        WEAKENS,
        r"\b(?:treat|consider|regard|accept|view|take|obey(?:ed)?)\b.{0,60}?\bas (?:coming from|if|though)\b.{0,24}?"
        r"\b(?:the |your )(?:user|developer|person|system|owner|maintainer)\b",
    ),
    rule(
        WEAKENS,
        r"\bwhatever (?:\w+ ){0,4}(?:tells?|says?|asks?|instructs?|commands?)\b.{0,30}?\b(?:do|follow|obey"
        r"|execute|comply)\b"
        r"|\b(?:do|follow|obey|execute)\b (?:exactly )?(?:whatever|what|anything"
        r"|everything)\b.{0,24}?\b(?:pages?|comments?"
        r"|issues?|files?|e-?mails?|messages?|sites?|output|documents?|readmes?|tickets?|notes?) .{0,16}?"
        r"\b(?:tells?|says?|asks?|instructs?|commands?)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:grants?|gives?|allows?|granted|given) you\b.{0,20}?\b(?:unrestricted|full|all|root|admin\w*|unlimited)\b"
        r"|\bact as an? (?:unrestricted|unfiltered|privileged|root|admin\w*)\b"
        r"|\b(?:approvals?|permissions?|confirmations?|safety checks?|the sandbox|guard ?rails?) (?:are|is) (?:now )?"
        r"(?:off|disabled|suspended|lifted)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:commands?|actions?|tool calls?|edits?|changes?|everything)\b.{0,12}?\b(?:is|are) (?:already |all )?"
        r"pre-?(?:approved|authori[sz]ed)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:never|do not|don'?t) (?:ever )?(?:question|doubt|challenge|verify"
        r"|double-?check)\b.{0,12}?\b(?:instructions?"
        r"|orders|commands|rules) (?:in|from|of|that)\b.{0,16}?\b(?:this|these)\b",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\b(?:disable|turn off|switch off|skip|bypass|ignore|override|suppress|remove|circumvent"
        r"|deactivate|drop|relax|loosen|avoid|weaken)\b.{0,30}?"
        r"\b(?:permissions?|approvals?|confirmations?|consent|sandbox(?:ing)?|guard ?rails?|safety"
        r"|security|trust|authori[sz]ation|code review|access controls?|secret scan\w*|certificate"
        r"|tls|ssl|signature|signing|integrity|hash)"
        r"(?: (?:prompts?|checks?|dialogs?|requests?|verification|validation|rules?|settings?"
        r"|system|warnings?|mode|gates?|policy|policies|scans?|scanning|limits?))?\b(?!.{0,24}?\bonly (?:in|for"
        r"|during)\b)"
        r"(?! (?:stores?|tests?|docs|page|module)\b)",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:set|enable|turn on|add|use|pass|switch on|activate|put)\b.{0,40}?\b(?:auto[ _-]?"
        r"(?:approv|accept|confirm)\w*|yolo|dangerously[\w-]*|bypass[ _-]?permissions?"
        r"|accept[ _-]?edits|skip[ _-]?permissions?|full[ _-]auto|danger[ _-]full[ _-]access"
        r"|trusted[ _-]?workspace|allow[ _-]?all|allow_?list(?:ed)?|nopasswd"
        r"|strict-?host-?key-?checking[ =]no)\b(?!['\"`]? ?(?:[:=]|to|is) ?['\"`]?(?:false|off|no|0|never|none))",
    ),
    rule(
        WEAKENS,
        r"--permission-mode[ =]bypass\w*|--dangerously-skip-permissions|--yolo\b"
        r"|--dangerously-bypass-approvals-and-sandbox"
        r"|\bdangerouslydisablesandbox\b|\bnode_tls_reject_unauthorized ?= ?['\"]?0"
        r"|\bhttp\.sslverify[ =]false|\bchmod (?:-\w+ )?0?777 [/~]",
    ),
    rule(
        WEAKENS,
        r"\bauto[ -]?(?:approve|accept|allow)\b.{0,30}?\b(?:all|every|any|tools?|commands?|edits"
        r"|requests?|prompts?|calls?)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:treat|consider|regard|accept|view|take)\b.{0,80}?\bas (?:being )?(?:a |an |the "
        r"|fully |always |your )?(?:trusted|authoritative|safe|verified|privileged|system"
        r"|instructions?|orders?|commands?|admin|approved|pre-?approved|allow)",
    ),
    rule(
        WEAKENS,
        r"\btrust (?:all|any|every|everything|anything|whatever|content|files?|instructions?|commands?|code|text)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:follow|obey|execute|carry out|comply with|act on)\b.{0,20}?\b(?:any|all|every"
        r"|whatever)\b.{0,20}?\b(?:instructions?|commands?|orders|directions)\b.{0,30}?\b(?:in"
        r"|from|inside|found|within|under|that)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:grant|give|allow)\b.{0,60}?\b(?:full|all|admin|root|unrestricted|unlimited|any"
        r"|every) (?:\w+ )?(?:access|permissions?|rights|privileges|commands?|tools?)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        rf"{NOT} (?:ever )?(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|prompt(?:ing)?"
        rf"|requir(?:e|ing)|need(?:ing)?)\b.{{0,24}}?\b(?:permission|confirmation|approval|consent"
        rf"|authori[sz]ation(?! of (?!the (?:user|person)))|before (?:running|executing|deleting|pushing"
        rf"|installing|changing"
        rf"|you run|you delete))",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\b(?:run|execute|delete|push|install|approve|deploy|force-?push|commit|write|accept"
        r"|merge|remove|apply|send)\b(?!.{0,24}?\b(?:formatter|linters?|prettier|tests?|test suite"
        r"|build)\b).{0,60}?\bwithout (?:asking|confirm\w*|approval|permission"
        r"|consent|review|any (?:confirmation|approval|review|prompt)|(?:a |the )?prompt\w*)",
    ),
    rule(
        WEAKENS,
        r"\b(?:ignore|disregard|forget|override|overrule)\b.{0,20}?\b(?:all|any|previous|prior"
        r"|above|earlier|system|other|the|your|its)\b.{0,24}?\b(?:instructions?|rules|guidelines"
        r"|prompts?|policy|policies|restrictions|constraints|directives|claude\.md|agents\.md)\b"
        r"(?!['\"`]? (?:is|was|are|as|engine|files?)\b)(?! (?:in|of) \S{0,40}\.\w)",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\byou (?:are now|now have|may now|can now|must now)\b.{0,40}?\b(?:admin\w*|root"
        r"|developer mode|unrestricted|god mode|jailbroken|full access|allowed to|no restrictions"
        r"|delete|permission)",
    ),
    rule(
        WEAKENS,
        r"\b(?:add|put|write|append)\b.{0,24}?\b(?:bash|shell|exec|commands?|tools?|everything|\*)"
        r".{0,24}?\bto\b.{0,24}?"
        r"\b(?:allow ?list|white ?list|allowed|permissions)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:add|write|put|append|insert|edit)\b.{0,60}?\b(?:to|in|into)\b.{0,20}?"
        r"(?:authorized_keys|sudoers|\.bashrc|\.zshrc|\.profile|\.bash_profile|\.gitconfig"
        r"|git hooks?|\.git/hooks|crontab|settings\.json'?s? permissions|permissions\.allow"
        r"|allowed ?tools|trusted (?:hosts?|folders?|workspaces?))",
    ),
    rule(
        WEAKENS,
        r"\b(?:user|person|owner|admin|maintainer|human|team) (?:has|have|had) (?:already )?(?:approved"
        r"|consented|authori[sz]ed"
        r"|agreed|granted|given (?:permission|consent|approval))\b.{0,30}?\b(?:all|any|every|everything"
        r"|commands?|actions?|changes?)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:assume|presume|suppose|act as if)\b.{0,30}?\b(?:consents?|approv\w+|permission|agrees?"
        r"|allowed|authori[sz]ed)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:no|without) (?:confirmation|approval|permission|consent|authori[sz]ation)s? "
        r"(?:is |are |will be )?(?:needed|required|necessary|asked)\b",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\b(?:security|permission|safety|trust|sandbox|approval|certificate|tls|ssl|signature|(?:git"
        r"|pre-?commit) hooks?)\b"
        r".{0,60}?\b(?:can|may|should|must) be (?:ignored|suppressed|dismissed|skipped|bypassed|disabled|overridden"
        r"|turned off|switched off)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:security|permission|safety|approval|sandbox)s?\b.{0,40}?[;,:.]? ?\b(?:always )?(?:bypass"
        r"|disable|skip|ignore|suppress"
        r"|turn off)(?<!never bypass)(?<!not bypass)(?<!never disable)(?<!not disable)(?<!never skip)(?<!not skip)"
        r"(?<!never ignore)(?<!not ignore) (?:them|it|those)\b",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\b(?:instructions?|rules?|text|notes?|orders) (?:in|from|of) (?:this|these)\b.{0,24}?\b(?:take"
        r"|takes|have|has|get) "
        r"(?:absolute |top |highest )?(?:priority|precedence)\b|\b(?:priority|precedence) over (?:the )?"
        r"(?:user|person|system|developer)",
    ),
    rule(
        WEAKENS,
        r"\byou are (?:now )?(?:an? |the )?(?:admin\w*|root|superuser|unrestricted|privileged)\b"
        r"|\byou (?:may|can) do anything\b|\bno (?:limits|restrictions) apply\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:accept|approve|allow|confirm|grant)\b (?:all|every|any) (?:tool |shell |file "
        r"|permission )?(?:edits?|changes?"
        r"|commands?|requests?|prompts?"
        r"|tools?|tool calls?|actions?|permissions?)\b",
        commanded=True,
    ),
)
