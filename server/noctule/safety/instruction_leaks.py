"""Requests to send data out, and to fetch something and run it."""

from noctule.safety.instruction_words import FETCH, PLACE, PRIVATE, RUNS, SECRET, SEND, SENDS, SHELL, URL, Rule, rule

SENDING: tuple[Rule, ...] = (
    rule(
        SENDS,
        rf"\bencode\b.{{0,16}}?{SECRET}.{{0,60}}?\b(?:add|put|append|attach|include|send"
        rf"|use)\b.{{0,40}}?\b(?:headers?|urls?"
        r"|query|requests?|comments?|messages?|issues?|links?|branch names?)\b",
    ),
    rule(
        SENDS,
        rf"{URL}\S{{0,120}}.{{0,24}}?\b(?:base ?64|hex|encoded)\b.{{0,24}}?{PRIVATE}"
        r"|\$\((?:env|printenv|cat|base64)\b[^)]{0,80}\)\.[\w-]{1,60}\.\w",
    ),
    rule(
        SENDS,
        rf"\b(?:gather|collect|read|take|grab|extract|dump|list|write"
        rf"|save)\b.{{0,60}}?{SECRET}.{{0,60}}?\b(?:put|append"
        rf"|add|encode|include|place|embed|attach|pass|post|send|ship|scp|rsync|upload)\b.{{0,60}}?{URL}",
        needs=URL,
    ),
    rule(
        SENDS,
        rf"{SEND}.{{0,100}}?{PRIVATE}.{{0,80}}?\b(?:to|at|into|via|on|in|with|through|using)\b.{{0,40}}?{PLACE}",
        needs=PLACE,
    ),
    rule(SENDS, rf"{SEND}.{{0,24}}?\bto {PLACE}.{{0,60}}?{PRIVATE}", needs=PLACE),
    rule(
        SENDS,
        rf"{SEND} (?:it|them|this|that|everything|all of (?:it|them)|the (?:result|output"
        rf"|value)s?)\b.{{0,30}}?\bto\b.{{0,20}}?{PLACE}",
        near_secrets=True,
        needs=PLACE,
    ),
    rule(
        SENDS,
        r"\bcurl\b.{0,120}?(?:-d|--data(?:-binary|-raw|-urlencode)?|-f|--form|-t"
        r"|--upload-file)[ =]?['\"]?(?:[\w-]{1,40}=)?[@$`].{0,200}",
    ),
    rule(
        SENDS,
        rf"(?:{SECRET}|\benv\b|\bprintenv\b|\bcat\b[^|]{{1,80}})[^|]{{0,60}}\| ?(?:base64 ?"
        rf"(?:-\w+ ?)?\| ?)?(?:curl|nc|ncat|netcat|wget|socat|ssh)\b",
    ),
    rule(
        SENDS, rf"\b(?:scp|rsync|rclone|sftp|nc|ncat)\b.{{0,60}}?{SECRET}|\btar\b.{{0,40}}?{SECRET}.{{0,40}}?\| ?ssh\b"
    ),
    rule(
        SENDS,
        rf"\b(?:read|open|print|include|paste|append|embed|attach|encode|put|insert|add|quote|echo"
        rf"|dump|collect|gather|list)\b.{{0,60}}?(?:{SECRET}.{{0,60}}?\b(?:in|into|to|as|and|at)\b"
        rf".{{0,40}}?\b(?:reply|replies|answers?|responses?|output|urls?|links?|image|comments?"
        rf"|commit message|pull request|pr description|issue|chat)\b)",
    ),
    rule(SENDS, rf"!\[[^\]]{{0,80}}\]\({URL}[^)]{{0,120}}?(?:\{{|<|\$|%7b)", negatable=False),
    rule(
        SENDS,
        rf"\b(?:include|attach|append|embed|quote)\b.{{0,60}}?{SECRET}.{{0,60}}?\b(?:to|in|into|at)\b.{{0,40}}?{URL}",
    ),
    rule(
        SENDS,
        rf"\b(?:attach|add|upload|include|post|copy|paste|put)\b.{{0,40}}?{SECRET}.{{0,24}}?\b(?:to|in|with)\b"
        r".{0,40}?\b(?:issues?|pull requests?|prs?\b|comments?\b|tickets?|bug reports?|gists?|chat|wiki)\b",
    ),
    rule(
        SENDS,
        r"\$\((?:env|printenv|cat |set\b|base64|whoami|hostname)[^)]{0,60}\).{0,80}?\b(?:url|link|query"
        r"|request|header|http)"
        r"|\b(?:url|link|query|request|header|http)\S{0,80}.{0,80}?\$\((?:env|printenv|cat )",
    ),
    rule(
        SENDS,
        rf"\b(?:push|pushed|mirror|mirrored)\b.{{0,30}}?\bto\b.{{0,10}}?(?:http://|https?://\d)"
        rf"|\bgit remote add\b.{{0,80}}?{URL}.{{0,60}}?\bpush",
    ),
    rule(
        SENDS,
        r"\b(?:send|report|post|forward|e-?mail|upload|submit|leak)\b.{0,16}?\b(?:user|person|developer"
        r"|customer|owner)'?s?'? "
        r"(?:api keys?|secrets?|passwords?|tokens?|credentials|keys?|emails?|data|records?|table|list)\b.{0,30}?\bto\b",
    ),
    rule(
        SENDS,
        rf"\b(?:post|send|upload|report|submit)\b.{{0,20}}?\b(?:summary|log|record|copy|recap)\b.{{0,16}}?\b(?:of )?"
        rf"(?:each|every|the|this|all) (?:session|conversation|chat|prompt|turn)s?\b.{{0,20}}?\bto\b.{{0,16}}?{PLACE}",
    ),
)

FETCHING: tuple[Rule, ...] = (
    rule(
        RUNS,
        rf"\bpip(?:e|ed|es|ing)\b.{{0,40}}?(?:{URL}|\bcurl\b|\bwget\b|\bdownload\w*)\S{{0,120}}.{{0,24}}?\b(?:in)?to "
        rf"(?:a |the )?(?:{SHELL}|shell\b)",
    ),
    rule(
        RUNS,
        r"\b(?:exec|eval)\s?\(.{0,80}?(?:urlopen|urllib|requests?\.get|fetch\(|https?://)"
        r"|\b(?:urlopen|requests\.get|fetch)\(.{0,120}?\b(?:eval|exec)\b"
        r"|\b(?:iex|invoke-expression)\b.{0,60}?(?:downloadstring|net\.webclient|\biwr\b|\birm\b|invoke-webrequest)"
        r"|\bdownloadstring\(.{0,120}?\| ?iex\b",
    ),
    rule(
        RUNS,
        rf"\bdownloading (?:and|,) ?(?:then )?(?:executing|running|sourcing)\b.{{0,16}}?{URL}"
        rf"|\b(?:orders|instructions?|commands?|steps|rules|tasks) (?:at|from|under"
        rf"|on)\b.{{0,8}}?{URL}\S{{0,120}}.{{0,16}}?"
        rf"\b(?:and|then)\b.{{0,12}}?\b(?:carry|follow|obey|execute|do|perform|apply)\b",
    ),
    rule(
        RUNS,
        r"\bdecod\w+\b.{0,80}?\bbase ?64\b.{0,40}?\b(?:run|execute|eval|source)\b"
        r"|\bbase ?64\b.{0,30}?\bdecod\w+\b.{0,60}?\b(?:run|execute|eval|source)\b",
    ),
    rule(
        RUNS,
        rf"\b(?:run|execute|eval|follow|obey|do|apply)\b (?:exactly )?(?:whatever|anything|everything|what(?:ever)?)\b"
        rf".{{0,20}}?{URL}\S{{0,120}} (?:says|returns|serves|sends|prints|tells|contains|answers|gives)\b",
    ),
    rule(
        RUNS,
        rf"(?:{URL}|\bpaste ?bin\.com|\bgist\.github)\S{{0,120}}.{{0,24}}?\b(?:and|then)\b.{{0,12}}?\b(?:run"
        rf"|execute|eval"
        rf"|obey|do) (?:it|them|exactly|what(?:ever)?|everything|all)\b",
    ),
    rule(
        RUNS,
        rf"\b(?:load|read|fetch|open|visit|get|follow)\w*\b.{{0,16}}?{URL}\S{{0,120}}.{{0,24}}?\b(?:its|their"
        rf"|the|those)"
        rf" (?:commands?|instructions?|rules|orders|steps)\b.{{0,20}}?\b(?:priority|precedence|first|binding"
        rf"|must|apply)\b",
    ),
    rule(RUNS, rf"{FETCH}[^|\n]{{0,200}}\|\s?(?:tee [^|]{{1,40}}\|\s?)?(?:{SHELL})", needs=r"\|"),
    rule(
        RUNS,
        rf"(?:\b(?:{SHELL})(?: -\w+)?|\beval|\bsource|\bexec|(?<!\w)\.)\s?(?:['\"]?\$\(|<\(|`|['\"(])\s?{FETCH}",
    ),
    rule(
        RUNS,
        rf"{FETCH}.{{0,160}}?(?:&&|;|\bthen\b|\band\b)\s?(?:{SHELL}|chmod\b|\./|\b(?:run|execute|source|eval)\b)",
    ),
    rule(
        RUNS,
        rf"\b(?:download|fetch|pull|get|grab|retrieve|load|obtain)\b.{{0,100}}?{URL}.{{0,80}}?\b"
        rf"(?:and|then)\b.{{0,20}}?\b(?:run|execute|eval|source|install|follow|obey|apply|launch"
        rf"|start)\b(?! (?:the|our|a|your) (?:\w+ )?(?:generators?|tests?|builds?|migrations?|servers?|apps?"
        rf"|linters?|suites?|codegen))",
    ),
    rule(
        RUNS,
        r"\b(?:download|fetch|grab|retrieve)\b.{0,60}?\b(?:script|binary|payload|installer"
        r"|executable|instructions?|code)\b.{0,60}?\b(?:and|then)\b.{0,20}?\b(?:run|execute"
        r"|eval|source|follow|obey|launch)\b",
        commanded=True,
    ),
    rule(
        RUNS,
        rf"\b(?:run|execute|eval|source|follow|obey|apply|do)\b.{{0,60}}?\b(?:script|binary|code"
        rf"|commands?|instructions?|steps|payload|installer|contents?|whatever|what)\b.{{0,30}}?\b"
        rf"(?:from|at|found|served|returned|hosted)\b.{{0,20}}?{URL}",
    ),
    rule(RUNS, r"\b(?:base64 (?:-d|--decode)|xxd -r)\b.{0,40}?\| ?(?:sudo )?(?:ba|z)?sh\b"),
    rule(
        RUNS,
        r"\b(?:npx|uvx|bunx|pipx run|deno run|pip\d? install|npm (?:i|install|exec)|yarn add|pnpm (?:add|dlx)|go run)\b"
        r"(?:\s-\S{1,30}){0,4}\s['\"`]?(?:https?://|git\+http://|git\+https://\d)",
    ),
    rule(
        RUNS,
        rf"\b(?:read|get|open|visit|load|check|fetch|see|consult|download|query)\b.{{0,20}}?{URL}.{{0,100}}?"
        rf"\b(?:and|then)\b.{{0,12}}?\b(?:do|follow|obey|execute|run|apply|comply|act)\b",
    ),
)
