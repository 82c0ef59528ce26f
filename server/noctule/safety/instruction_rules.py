"""The requests that no memory should make, as patterns over one sentence in lower case without disguises.

Six kinds: to send data out, to fetch and run, to weaken permissions or trust, to swap a package, to hide something
from the person, to steer memory or dreams. A command to build, test or style matches none of them.
"""

import re

from noctule.safety.instruction_languages import FOREIGN_RULES
from noctule.safety.instruction_words import (
    DREAM,
    FETCH,
    HIDES,
    NOT,
    PACKAGE,
    PERSON,
    PLACE,
    PRIVATE,
    RUNS,
    SECRET,
    SEND,
    SENDS,
    SHELL,
    STEERS,
    THIS_MEMORY,
    URL,
    WEAKENS,
    Rule,
)

ABOUT_SECRETS = re.compile(PRIVATE)
SWAP = re.compile(
    r"\b(?:use|install|import|depend on|add|prefer|require|switch to|pip install|npm install"
    r"|npm i|yarn add|cargo add|go get)\b"
    r"(?: the)?(?: package| library| module| dependency| crate| gem)? [`'\"]?(?P<new>[a-z@][\w@/.-]{3,60}?)[`'\"]?,?"
    r"(?: package| library| module)? ?\(?(?:not|instead of|rather than|in place of|replaces"
    r"|over)\b(?: the)? [`'\"]?(?P<old>[a-z@][\w@/.-]{3,60}?)[`'\"]?(?=[\s),;.:`'\"]|$)"
    r"|\b(?:replace|swap|change|rename|instead of)\b(?: the)?(?: package| dependency)? [`'\"]?"
    r"(?P<old_first>[a-z@][\w@/.-]{3,60}?)[`'\"]?,?"
    r" (?:with|by|for|to|use|install|import)\b(?: the)? [`'\"]?"
    r"(?P<new_last>[a-z@][\w@/.-]{3,60}?)[`'\"]?(?=[\s),;.:`'\"]|$)"
)


def _rule(
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


RULES: tuple[Rule, ...] = (
    _rule(
        SENDS,
        rf"{SEND}.{{0,100}}?{PRIVATE}.{{0,80}}?\b(?:to|at|into|via|on|in|with|through|using)\b.{{0,40}}?{PLACE}",
        needs=PLACE,
    ),
    _rule(SENDS, rf"{SEND}.{{0,24}}?\bto {PLACE}.{{0,60}}?{PRIVATE}", needs=PLACE),
    _rule(
        SENDS,
        rf"{SEND} (?:it|them|this|that|everything|all of (?:it|them)|the (?:result|output"
        rf"|value)s?)\b.{{0,30}}?\bto\b.{{0,20}}?{PLACE}",
        near_secrets=True,
        needs=PLACE,
    ),
    _rule(
        SENDS,
        r"\bcurl\b.{0,120}?(?:-d|--data(?:-binary|-raw|-urlencode)?|-f|--form|-t"
        r"|--upload-file)[ =]?['\"]?(?:[\w-]{1,40}=)?[@$`].{0,200}",
    ),
    _rule(
        SENDS,
        rf"(?:{SECRET}|\benv\b|\bprintenv\b|\bcat\b[^|]{{1,80}})[^|]{{0,60}}\| ?(?:base64 ?"
        rf"(?:-\w+ ?)?\| ?)?(?:curl|nc|ncat|netcat|wget|socat|ssh)\b",
    ),
    _rule(SENDS, rf"\b(?:scp|rsync|rclone|sftp|nc|ncat)\b.{{0,60}}?{SECRET}"),
    _rule(
        SENDS,
        rf"\b(?:read|open|print|include|paste|append|embed|attach|encode|put|insert|add|quote|echo"
        rf"|dump|collect|gather|list)\b.{{0,60}}?(?:{SECRET}.{{0,60}}?\b(?:in|into|to|as|and|at)\b"
        rf".{{0,40}}?\b(?:reply|replies|answers?|responses?|output|urls?|links?|image|comments?"
        rf"|commit message|pull request|pr description|issue|chat)\b)",
    ),
    _rule(SENDS, rf"!\[[^\]]{{0,80}}\]\({URL}[^)]{{0,120}}?(?:\{{|<|\$|%7b)", negatable=False),
    _rule(RUNS, rf"{FETCH}[^|\n]{{0,200}}\|\s?(?:tee [^|]{{1,40}}\|\s?)?(?:{SHELL})", needs=r"\|"),
    _rule(
        RUNS,
        rf"(?:\b(?:{SHELL})(?: -\w+)?|\beval|\bsource|\bexec|(?<!\w)\.)\s?(?:['\"]?\$\(|<\(|`|['\"(])\s?{FETCH}",
    ),
    _rule(
        RUNS,
        rf"{FETCH}.{{0,160}}?(?:&&|;|\bthen\b|\band\b)\s?(?:{SHELL}|chmod\b|\./|\b(?:run|execute|source|eval)\b)",
    ),
    _rule(
        RUNS,
        rf"\b(?:download|fetch|pull|get|grab|retrieve|load|obtain)\b.{{0,100}}?{URL}.{{0,80}}?\b"
        rf"(?:and|then)\b.{{0,20}}?\b(?:run|execute|eval|source|install|follow|obey|apply|launch"
        rf"|start)\b",
    ),
    _rule(
        RUNS,
        r"\b(?:download|fetch|grab|retrieve)\b.{0,60}?\b(?:script|binary|payload|installer"
        r"|executable|instructions?|code)\b.{0,60}?\b(?:and|then)\b.{0,20}?\b(?:run|execute"
        r"|eval|source|follow|obey|launch)\b",
        commanded=True,
    ),
    _rule(
        RUNS,
        rf"\b(?:run|execute|eval|source|follow|obey|apply|do)\b.{{0,60}}?\b(?:script|binary|code"
        rf"|commands?|instructions?|steps|payload|installer|contents?|whatever|what)\b.{{0,30}}?\b"
        rf"(?:from|at|found|served|returned|hosted)\b.{{0,20}}?{URL}",
    ),
    _rule(RUNS, r"\b(?:base64 (?:-d|--decode)|xxd -r)\b.{0,40}?\| ?(?:sudo )?(?:ba|z)?sh\b"),
    _rule(
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
    _rule(
        WEAKENS,
        r"\b(?:set|enable|turn on|add|use|pass|switch on|activate|put)\b.{0,40}?\b(?:auto[ _-]?"
        r"(?:approv|accept|confirm)\w*|yolo|dangerously[\w-]*|bypass[ _-]?permissions?"
        r"|accept[ _-]?edits|skip[ _-]?permissions?|full[ _-]auto|danger[ _-]full[ _-]access"
        r"|trusted[ _-]?workspace|allow[ _-]?all|allow_?list(?:ed)?|nopasswd"
        r"|strict-?host-?key-?checking[ =]no)\b",
    ),
    _rule(
        WEAKENS,
        r"--dangerously-skip-permissions|--yolo\b|--dangerously-bypass-approvals-and-sandbox"
        r"|\bdangerouslydisablesandbox\b|\bnode_tls_reject_unauthorized ?= ?['\"]?0"
        r"|\bhttp\.sslverify[ =]false|\bchmod (?:-\w+ )?0?777 [/~]",
    ),
    _rule(
        WEAKENS,
        r"\bauto[ -]?(?:approve|accept|allow)\b.{0,30}?\b(?:all|every|any|tools?|commands?|edits"
        r"|requests?|prompts?|calls?)\b",
        commanded=True,
    ),
    _rule(
        WEAKENS,
        r"\b(?:treat|consider|regard|accept|view|take)\b.{0,80}?\bas (?:being )?(?:a |an |the "
        r"|fully |always |your )?(?:trusted|authoritative|safe|verified|privileged|system"
        r"|instructions?|orders?|commands?|admin|approved|pre-?approved|allow)",
    ),
    _rule(
        WEAKENS,
        r"\btrust (?:all|any|every|everything|anything|whatever|content|files?|instructions?|commands?|code|text)\b",
    ),
    _rule(
        WEAKENS,
        r"\b(?:follow|obey|execute|carry out|comply with|act on)\b.{0,20}?\b(?:any|all|every"
        r"|whatever|the)\b.{0,20}?\b(?:instructions?|commands?|orders|directions)\b.{0,30}?\b(?:in"
        r"|from|inside|found|within|under|that)\b",
        commanded=True,
    ),
    _rule(
        WEAKENS,
        r"\b(?:grant|give|allow)\b.{0,60}?\b(?:full|all|admin|root|unrestricted|unlimited|any"
        r"|every|write) (?:\w+ )?(?:access|permissions?|rights|privileges|commands?|tools?)\b",
        commanded=True,
    ),
    _rule(
        WEAKENS,
        rf"{NOT} (?:ever )?(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|prompt(?:ing)?"
        rf"|requir(?:e|ing)|need(?:ing)?)\b.{{0,24}}?\b(?:permission|confirmation|approval|consent"
        rf"|authori[sz]ation|before (?:running|executing|deleting|pushing|installing|changing"
        rf"|you run|you delete))",
        negatable=False,
    ),
    _rule(
        WEAKENS,
        r"\b(?:run|execute|delete|push|install|approve|deploy|force-?push|commit|write|accept"
        r"|merge|remove|apply|send)\b.{0,60}?\bwithout (?:asking|confirm\w*|approval|permission"
        r"|consent|review|any (?:confirmation|approval|review|prompt)|(?:a |the )?prompt\w*)",
    ),
    _rule(
        WEAKENS,
        r"\b(?:ignore|disregard|forget|override|overrule)\b.{0,20}?\b(?:all|any|previous|prior"
        r"|above|earlier|system|other|the|your|its)\b.{0,24}?\b(?:instructions?|rules|guidelines"
        r"|prompts?|policy|policies|restrictions|constraints|directives|claude\.md|agents\.md)\b"
        r"(?!['\"`]? (?:is|was|are|as)\b)",
        commanded=True,
    ),
    _rule(
        WEAKENS,
        r"\byou (?:are now|now have|may now|can now|must now)\b.{0,40}?\b(?:admin\w*|root"
        r"|developer mode|unrestricted|god mode|jailbroken|full access|allowed to|no restrictions"
        r"|delete|permission)",
    ),
    _rule(
        WEAKENS,
        r"\b(?:add|write|put|append|insert|edit)\b.{0,60}?\b(?:to|in|into)\b.{0,20}?"
        r"(?:authorized_keys|sudoers|\.bashrc|\.zshrc|\.profile|\.bash_profile|\.gitconfig"
        r"|git hooks?|\.git/hooks|crontab|settings\.json'?s? permissions|permissions\.allow"
        r"|allow ?list|allowed ?tools|trusted (?:hosts?|folders?|workspaces?))",
    ),
    _rule(
        PACKAGE,
        r"\b(?:use|install|import|replace|swap|switch|prefer|pull|depend on|get|point)\b.{0,80}?\b"
        r"(?:our|my|the|a|this|their|internal|patched|private) (?:\w+ )?(?:fork|mirror|drop-?in"
        r"|patched (?:version|build|copy)|replacement|re-?upload|clone|look-?alike)\b.{0,60}?\b"
        r"(?:instead|not|rather|in place|of|for|from)\b",
    ),
    _rule(
        PACKAGE,
        r"\b(?:replace|swap)\b.{0,20}?\b(?:package|dependency|dependencies|library|module|crate"
        r"|gem|requirement)\b.{0,40}?\b(?:with|by|for)\b",
    ),
    _rule(
        PACKAGE,
        rf"(?:\bpip\d? install\b.{{0,80}}?(?:--(?:extra-)?index-url|-i|--trusted-host)|\b(?:npm"
        rf"|yarn|pnpm|bun)\b.{{0,60}}?(?:--registry|set registry|config set \S{{0,40}}registry)|\b"
        rf"(?:pip_(?:extra_)?index_url|uv_index_url|npm_config_registry|goproxy|goflags) ?="
        rf"|\bgem install\b.{{0,60}}?--source"
        rf"|\bpip config set \S{{0,40}}index-url)[ =]{{0,2}}['\"]?.{{0,40}}?{URL}",
    ),
    _rule(
        PACKAGE,
        rf"\b(?:install|use|take|get|fetch|pull)\b.{{0,60}}?\b(?:package|dependency|dependencies"
        rf"|library|module|wheel|tarball|crate|gem|packages|version)\b.{{0,60}}?\bfrom\b"
        rf".{{0,20}}?{URL}.{{0,60}}?\b(?:instead|not|rather)\b",
    ),
    _rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|warn(?:ing)?|let(?:ting)?) {PERSON}\b",
        negatable=False,
    ),
    _rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:mention|disclose|reveal|notify|alert|surface)\w*(?: {PERSON})?(?: of| about)?"
        r" (?:this|that|it|these|them|those|what you)\b",
        negatable=False,
    ),
    _rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:show|report|display|log|announce|explain|list)\w*(?: {PERSON})?(?: any of)?"
        r" (?:this|the|these) (?:change|memory|memories|step|rule|instruction|command|upload|request|call|note)s?\b",
        negatable=False,
    ),
    _rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:mention|disclose|reveal|notify|alert)\w* .{{0,40}}?\bto {PERSON}\b",
        negatable=False,
    ),
    _rule(HIDES, rf"\b(?:hide|conceal|withhold|mask|obscure|keep)\b.{{0,60}}?\bfrom {PERSON}\b", commanded=True),
    _rule(
        HIDES,
        r"\bkeep (?:this|it|that|these)\b.{0,30}?\b(?:secret|hidden|quiet|confidential"
        r"|between us|to yourself|out of (?:the )?(?:reply|answer|log|summary|chat))",
        negatable=False,
    ),
    _rule(
        HIDES,
        rf"\bwithout (?:the |any )?(?:{PERSON} (?:knowing|noticing|seeing|being told)|(?:telling"
        rf"|informing|notifying|mentioning|showing|alerting|warning)(?: {PERSON}| it| this|\b))",
    ),
    _rule(
        HIDES,
        r"\b(?:silently|secretly|quietly|covertly|stealthily|discreetly)\b,? (?:run|send|add"
        r"|install|copy|delete|remove|upload|change|push|commit|execute|include|insert|disable"
        r"|collect|append|write|post|modify|replace|fetch|download)\b",
    ),
    _rule(
        HIDES,
        r"\b(?:leave|omit|keep|strip|remove)\b.{0,40}?\b(?:this|these|it|them|step|steps|change"
        r"|changes|command|commands)\b.{0,20}?\b(?:out of|from|off)\b.{0,20}?\b(?:summary|report"
        r"|reply|answer|commit message|history|changelog|diff|log|transcript)s?\b",
        commanded=True,
    ),
    _rule(
        STEERS,
        rf"\b(?:copy|write|replicate|propagate|spread|add|insert|duplicate|save|put|store|append"
        rf"|paste|import)\b.{{0,16}}?\b{THIS_MEMORY}\b.{{0,40}}?\b(?:every|each|all|other|any"
        rf"|another|new|global|user|profile|claude\.md|agents\.md)\b",
    ),
    _rule(
        STEERS,
        rf"{NOT} (?:ever )?(?:delete|edit|remove|change|prune|merge|modify|touch|consolidate"
        rf"|rewrite|update|alter|drop|shorten|forget)(?:,? (?:or |and "
        rf"|nor )?\w+){{0,3}}? {THIS_MEMORY}",
        negatable=False,
    ),
    _rule(
        STEERS,
        rf"{NOT} (?:ever )?(?:delete|edit|remove|change|prune|merge|modify|touch|consolidate"
        rf"|rewrite|update|alter|drop|shorten|forget)\b.{{0,60}}?{DREAM}",
        negatable=False,
    ),
    _rule(
        STEERS,
        rf"\b(?:during|while|whilst|in|when|on|at|before|after|for)\b (?:you are |you |a |the "
        rf"|each |every |any |next |memory ){{0,3}}{DREAM}.{{0,40}}?[,:]? ?\b(?:write|copy|add|keep"
        rf"|always|never|ignore|skip|delete|remove|include|raise|mark|merge|treat|save|store|send"
        rf"|run|append|insert|move|put|pin|do not|don't|execute|read|collect|record|promote"
        rf"|preserve|rewrite|replace)\b",
    ),
    _rule(STEERS, rf"\b(?:always keep|always retain|preserve|pin|never lose|keep)\b.{{0,10}}?\b{THIS_MEMORY}\b"),
    _rule(
        STEERS,
        rf"\b(?:{THIS_MEMORY}|these (?:memories|instructions|rules))\b.{{0,20}}?\b(?:overrides?"
        rf"|takes? precedence|supersedes?|has (?:the )?(?:highest )?priority|outranks?|replaces? "
        rf"(?:all|every|any|other)|must (?:never|not|always)|is permanent|may not be)\b",
        negatable=False,
    ),
    _rule(
        STEERS,
        r"\b(?:mark|label|tag|flag|classify|list|store|save|accept|promote)\b.{0,24}?\bthis "
        r"(?:memory|note|entry|file)?.{0,12}?\b(?:as|to)\b.{0,12}?\b(?:user|verified|trusted"
        r"|feedback|pinned|approved|accepted|reviewed|permanent|core|highest)\b",
    ),
    _rule(
        STEERS,
        r"\b(?:delete|remove|erase|forget|overwrite|discard|purge|wipe|clear|drop|ignore|distrust"
        r"|disregard)\b.{0,12}?\b(?:all|every|any|the|your|other|existing|old)\b.{0,16}?\bmemor"
        r"(?:y|ies)\b(?! (?:leak|usage|limit|cache|pool|alloc\w*|pressure))(?! (?:\w+ )?(?:cache"
        r"|leak))",
        commanded=True,
    ),
    _rule(
        STEERS,
        r"\b(?:save|remember|store|write|add|record|persist)\b.{0,20}?\b(?:this|these"
        r"|the following|that)\b.{0,30}?\b(?:to|in|into)\b.{0,20}?\b(?:memory|memories|memory\.md"
        r"|claude\.md|agents\.md|every (?:project|session|repo\w*)|all (?:projects|sessions"
        r"|repo\w*))\b",
    ),
    _rule(
        STEERS,
        rf"\b(?:load|recall|inject|repeat|show|include|read|apply)\b.{{0,10}}?\b{THIS_MEMORY}\b"
        rf".{{0,20}}?\b(?:every|each|all|any|always|first)\b",
    ),
    *FOREIGN_RULES,
)
