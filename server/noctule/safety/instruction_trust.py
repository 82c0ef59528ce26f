"""Requests to weaken permissions or trust, and to hide something from the person."""

from noctule.safety.instruction_words import HIDES, NOT, PERSON, WEAKENS, Rule, rule

WEAKENING: tuple[Rule, ...] = (
    rule(
        WEAKENS,
        r"\b(?:disable|turn off|switch off|skip|bypass|ignore|override|suppress|remove|circumvent"
        r"|deactivate|drop|relax|loosen|avoid|weaken)\b.{0,30}?"
        r"\b(?:permissions?|approvals?|confirmations?|consent|sandbox(?:ing)?|guard ?rails?|safety"
        r"|security|trust|authori[sz]ation|code review|access controls?|secret scan\w*|certificate"
        r"|tls|ssl|signature|integrity|hash)"
        r"(?: (?:prompts?|checks?|dialogs?|requests?|verification|validation|rules?|settings?"
        r"|system|warnings?|mode|gates?|policy|policies|scans?|scanning|limits?))?\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        r"\b(?:set|enable|turn on|add|use|pass|switch on|activate|put)\b.{0,40}?\b(?:auto[ _-]?"
        r"(?:approv|accept|confirm)\w*|yolo|dangerously[\w-]*|bypass[ _-]?permissions?"
        r"|accept[ _-]?edits|skip[ _-]?permissions?|full[ _-]auto|danger[ _-]full[ _-]access"
        r"|trusted[ _-]?workspace|allow[ _-]?all|allow_?list(?:ed)?|nopasswd"
        r"|strict-?host-?key-?checking[ =]no)\b",
    ),
    rule(
        WEAKENS,
        r"--dangerously-skip-permissions|--yolo\b|--dangerously-bypass-approvals-and-sandbox"
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
        r"|every|write) (?:\w+ )?(?:access|permissions?|rights|privileges|commands?|tools?)\b",
        commanded=True,
    ),
    rule(
        WEAKENS,
        rf"{NOT} (?:ever )?(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|prompt(?:ing)?"
        rf"|requir(?:e|ing)|need(?:ing)?)\b.{{0,24}}?\b(?:permission|confirmation|approval|consent"
        rf"|authori[sz]ation|before (?:running|executing|deleting|pushing|installing|changing"
        rf"|you run|you delete))",
        negatable=False,
    ),
    rule(
        WEAKENS,
        r"\b(?:run|execute|delete|push|install|approve|deploy|force-?push|commit|write|accept"
        r"|merge|remove|apply|send)\b.{0,60}?\bwithout (?:asking|confirm\w*|approval|permission"
        r"|consent|review|any (?:confirmation|approval|review|prompt)|(?:a |the )?prompt\w*)",
    ),
    rule(
        WEAKENS,
        r"\b(?:ignore|disregard|forget|override|overrule)\b.{0,20}?\b(?:all|any|previous|prior"
        r"|above|earlier|system|other|the|your|its)\b.{0,24}?\b(?:instructions?|rules|guidelines"
        r"|prompts?|policy|policies|restrictions|constraints|directives|claude\.md|agents\.md)\b"
        r"(?!['\"`]? (?:is|was|are|as)\b)",
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
        r"\b(?:security|permission|safety|trust|sandbox|approval)\b.{0,60}?\b(?:can|may|should|must) be "
        r"(?:ignored|suppressed|dismissed|skipped|bypassed|disabled|overridden)\b",
    ),
    rule(
        WEAKENS,
        r"\b(?:security|permission|safety|approval|sandbox)s?\b.{0,40}?[;,:.]? ?\b(?:always )?(?:bypass"
        r"|disable|skip|ignore|suppress"
        r"|turn off) (?:them|it|those)\b",
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
        r"\b(?:accept|approve|allow|confirm|grant)\b (?:all|every|any) (?:\w+ )?(?:edits?|changes?"
        r"|commands?|requests?|prompts?"
        r"|tools?|tool calls?|actions?|permissions?)\b",
        commanded=True,
    ),
)

HIDING: tuple[Rule, ...] = (
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|warn(?:ing)?|let(?:ting)?) {PERSON}\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:mention|disclose|reveal|notify|alert|surface)\w*(?: {PERSON})?(?: of| about)?"
        r" (?:this|that|it|these|them|those|what you)\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:show|report|display|log|announce|explain|list)\w*(?: {PERSON})?(?: any of)?"
        r" (?:this|the|these) (?:change|memory|memories|step|rule|instruction|command|upload|request|call|note)s?\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:mention|disclose|reveal|notify|alert)\w* .{{0,40}}?\bto {PERSON}\b",
        negatable=False,
    ),
    rule(HIDES, rf"\b(?:hide|conceal|withhold|mask|obscure|keep)\b.{{0,60}}?\bfrom {PERSON}\b", commanded=True),
    rule(
        HIDES,
        r"\bkeep (?:this|it|that|these)\b.{0,30}?\b(?:secret|hidden|quiet|confidential"
        r"|between us|to yourself|out of (?:the )?(?:reply|answer|log|summary|chat))",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"\bwithout (?:the |any )?(?:{PERSON} (?:knowing|noticing|seeing|being told)|(?:telling"
        rf"|informing|notifying|mentioning|showing|alerting|warning)(?: {PERSON}| it| this|\b))",
    ),
    rule(
        HIDES,
        r"\b(?:silently|secretly|quietly|covertly|stealthily|discreetly)\b,? (?:run|send|add"
        r"|install|copy|delete|remove|upload|change|push|commit|execute|include|insert|disable"
        r"|collect|append|write|post|modify|replace|fetch|download)\b",
    ),
    rule(
        HIDES,
        r"\b(?:leave|omit|keep|strip|remove)\b.{0,40}?\b(?:this|these|it|them|step|steps|change"
        r"|changes|command|commands)\b.{0,20}?\b(?:out of|from|off)\b.{0,20}?\b(?:summary|report"
        r"|reply|answer|commit message|history|changelog|diff|log|transcript)s?\b",
        commanded=True,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:report|say|admit|explain|expose|confess|show|reveal)\w* (?:this|that|it|these"
        rf"|them|any of (?:this|it))"
        rf"\b.{{0,24}}?\b(?:to|with) {PERSON}\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"\b{PERSON} (?:must|should|may|can|need|ought)(?: ?not|n'?t| never)(?: to)? (?:ever )?"
        r"(?:know|see|notice|learn|find out|hear|be (?:told|informed|aware|asked|notified|shown|warned))\b",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\b(?:quietly|silently|secretly|covertly|discreetly)\b.{0,20}?\b(?:and|,)\b.{0,16}?\b(?:don'?t"
        r"|do not|never|without)\b",
    ),
    rule(
        HIDES,
        r"\b(?:delete|clear|erase|wipe|remove|empty)\b.{0,16}?\b(?:shell|bash|zsh|command|terminal) (?:history|logs?)\b"
        r"|\bcover (?:your|the|its|our) tracks\b|\b(?:erase|remove|delete) (?:all |any |the )?(?:traces?|evidence)\b",
    ),
    rule(
        HIDES,
        r"\b(?:omit|exclude|leave out|strip|scrub)\b.{0,12}?\b(?:this|it|the (?:step|upload|backdoor"
        r"|command|payload|request|call))\b"
        r".{0,24}?\bfrom (?:the|your|any|all) (?:summary|report|reply|answer|changelog|commit|log|diff"
        r"|history|transcript)",
    ),
)
