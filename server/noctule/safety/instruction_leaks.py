"""Requests to send data out, and to fetch something and run it."""

from noctule.safety.instruction_words import FETCH, PLACE, PRIVATE, RUNS, SECRET, SEND, SENDS, SHELL, URL, Rule, rule

SENDING: tuple[Rule, ...] = (
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
    rule(SENDS, rf"\b(?:scp|rsync|rclone|sftp|nc|ncat)\b.{{0,60}}?{SECRET}"),
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
        rf"\b(?:attach|add|upload|include|post)\b.{{0,12}}?{SECRET}.{{0,24}}?\b(?:to|in|with)\b"
        r".{0,16}?\b(?:issues?|pull requests?|tickets?|bug reports?|gists?|chat|wiki)\b",
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
        rf"|start)\b",
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
        r"(?:\s-\S{1,30}){0,4}\s['\"`]?https?://",
    ),
    rule(
        RUNS,
        rf"\b(?:read|get|open|visit|load|check|fetch|see|consult|download|query)\b.{{0,20}}?{URL}.{{0,100}}?"
        rf"\b(?:and|then)\b.{{0,12}}?\b(?:do|follow|obey|execute|run|apply|comply|act)\b",
    ),
)
