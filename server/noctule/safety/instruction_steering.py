"""Requests to swap a package, and to steer memory or dreams."""

import re

from noctule.safety.instruction_words import DREAM, NOT, PACKAGE, STEERS, THIS_MEMORY, URL, Rule, rule

ABOUT_PACKAGES = re.compile(
    r"\b(?:install|packages?|dependency|dependencies|librar(?:y|ies)|npm|pip|crates?|gems?|docs say)\b"
    r"|\bimport `"
)
SWAP = re.compile(
    r"\b(?:use|install|import|depend on|add|prefer|require|write|put|pin|switch to|pip install|npm install"
    r"|npm i|yarn add|cargo add|go get)\b"
    r"(?: the)?(?: package| library| module| dependency| crate| gem)? [`'\"]?(?P<new>[\w@][\w@/.-]{3,60}?)[`'\"]?,?"
    r"(?: package| library| module)? ?\(?(?:not|instead of|rather than|in place of|replaces"
    r"|over)\b(?: the)? [`'\"]?(?P<old>[\w@][\w@/.-]{3,60}?)[`'\"]?(?=[\s),;.:`'\"]|$)"
    r"|\b(?:replace|swap|switch|change|rename|instead of)\b(?: the)?(?: package| dependency)?(?: from)? [`'\"]?"
    r"(?P<old_first>[\w@][\w@/.-]{3,60}?)[`'\"]?,?"
    r" (?:with|by|for|to|use|install|import)\b(?: the)? [`'\"]?"
    r"(?P<new_last>[\w@][\w@/.-]{3,60}?)[`'\"]?(?=[\s),;.:`'\"]|$)"
)


# What is consolidated or pruned is memories, and no accounts, invoices or images.
_OF_MEMORIES = (
    r"(?=\s?[,:;.)]|\s?$| (?:memor|notes?\b|this\b|these\b|them\b|it\b|and\b|or\b|you\b|always\b|never\b|please\b"
    r"|run|pass|cycle|phase|step|session|the memor|all memor|my|your|do not|don't|write|copy|keep|add|skip"
    r"|ignore|delete"
    r"|remove|move|put|save|store|send|execute|read|mark|merge|promote))"
)


# Of whatever else is cleaned up or tidied, memories and what they may hold are not spoken of.
_SAVED = (
    r"\bmemor|\bnotes?\b|\btranscripts?\b|\bsecrets?\b|\.env\b|\bdream|\bconsolidat|\bthis\b|\bthese\b"
    r"|\busers?\b|\bprofile\b"
    r"|\bentr(?:y|ies)\b|\.md\b|\bfeedback\b|\bconversation"
)


SWAPPING: tuple[Rule, ...] = (
    rule(
        PACKAGE,
        rf"\bpoint\b.{{0,10}}?\b(?:pip|npm|yarn|pnpm|cargo|gem|uv|poetry)\b.{{0,12}}?\b(?:at|to)\b.{{0,10}}?{URL}"
        rf"|\bgem sources? (?:--add|-a)\b.{{0,10}}?{URL}",
    ),
    rule(PACKAGE, r"--(?:extra-)?index-url[ =]{1,2}['\"]?http://\S{1,120}.{0,40}?\bpip\d? install", needs="http://"),
    rule(
        PACKAGE,
        r"\b(?:use|install|import|replace|swap|switch|prefer|pull|depend on|get|point)\b.{0,80}?\b"
        r"(?:our|my|the|a|this|their|internal|patched|private) (?:\w+ )?(?:fork|mirror|drop-?in"
        r"|patched (?:version|build|copy)|replacement|re-?upload|clone|look-?alike)\b.{0,60}?\b"
        r"(?:instead|not|rather|in place)\b",
    ),
    rule(
        PACKAGE,
        r"\b(?:replace|swap)\b.{0,20}?\b(?:package|dependency|dependencies|library|module|crate"
        r"|gem|requirement)\b.{0,40}?\b(?:with|by|for)\b",
    ),
    rule(
        PACKAGE,
        rf"(?:\bpip\d? install\b.{{0,80}}?(?:--(?:extra-)?index-url|-i|--trusted-host)"
        rf"|--(?:extra-)?index-url\b.{{0,120}}?\bpip\d? install|\b(?:npm"
        rf"|yarn|pnpm|bun)\b.{{0,60}}?(?:--registry|set registry|config set \S{{0,40}}registry)|\b"
        rf"(?:pip_(?:extra_)?index_url|uv_index_url|npm_config_registry|goproxy|goflags) ?="
        rf"|\bgem install\b.{{0,60}}?--source"
        rf"|\bpip config set \S{{0,40}}index-url)[ =]{{0,2}}['\"]?.{{0,40}}?{URL}",
        needs=URL,
    ),
    rule(
        PACKAGE,
        rf"\b(?:install|use|take|get|fetch|pull)\b.{{0,60}}?\b(?:package|dependency|dependencies"
        rf"|library|module|wheel|tarball|crate|gem|packages|version)\b.{{0,60}}?\bfrom\b"
        rf".{{0,20}}?{URL}.{{0,60}}?\b(?:instead|not|rather)\b",
    ),
    rule(
        PACKAGE,
        rf"\b(?:use|set|switch to|configure|change|point)\b.{{0,24}}?\b(?:registry|package index"
        rf"|index[ -]url|mirror|goproxy)\b"
        rf".{{0,16}}?{URL}",
    ),
    rule(
        PACKAGE,
        r"\b(?:replace|swap|pin|change|substitute|lock)\b.{0,60}?\b(?:by|with|to|at|from)\b.{0,60}?"
        r"(?:https?://\S{1,200}\.(?:tgz|tar\.gz|whl|zip|git)|http://)",
    ),
    rule(
        PACKAGE,
        r"\b(?:fork|mirror|patched (?:copy|version|build)|copy|clone)\b.{0,40}?\b(?:must|should|shall|is to|has to) be "
        r"(?:used|installed|pulled|imported)\b.{0,24}?\b(?:instead|in place|rather)\b",
    ),
)

STEERING: tuple[Rule, ...] = (
    rule(
        STEERS,
        r"\bmemories\b.{0,60}?\b(?:delete|remove|discard|drop|erase|purge|forget) (?:them|it|those|these|all)\b"
        r"|\b(?:future|other|older|existing|any|all|every|earlier) memor(?:y|ies)\b(?! (?:leak|usage|limit|cache|pool))"
        r".{0,40}?\b(?:should|must|shall|has to|have to) be (?:discarded|deleted|removed|ignored|dropped|rejected"
        r"|overwritten)\b",
    ),
    rule(
        STEERS,
        r"\b(?:when(?:ever)?|while|once|as soon as|each time|every time)\b.{0,8}?\b(?:memories|notes"
        r"|the memory)\b.{0,8}?\b(?:are|is"
        r"|get|gets) (?:consolidated|merged|pruned|tidied|cleaned(?: up)?|rewritten)\b.{0,12}?\b(?:add|write"
        r"|insert|keep|copy|append"
        r"|delete|remove|ignore|include|never|always)\b",
    ),
    rule(
        STEERS,
        r"\b(?:treat|consider|regard)\b.{0,8}?\b(?:all|every|any) (?:the )?(?:other|older|previous) (?:notes?"
        r"|memor\w+|entries)\b"
        r".{0,16}?\b(?:outdated|stale|wrong|false|void|invalid|obsolete|untrusted)\b",
    ),
    rule(
        STEERS,
        rf"\b{DREAM} (?:must|should|shall|has to|have to) (?:skip|ignore|spare|leave|pass over|not touch"
        rf"|keep)\b.{{0,16}}?"
        rf"\b(?:this|these)\b",
    ),
    rule(
        STEERS,
        rf"\b(?:copy|write|replicate|propagate|spread|add|insert|duplicate|save|put|store|append"
        rf"|paste|import)\b.{{0,16}}?\b{THIS_MEMORY}\b.{{0,40}}?\b(?:every|each|all|other|any"
        rf"|another|new|global|user|profile|claude\.md|agents\.md)\b",
    ),
    rule(
        STEERS,
        rf"{NOT} (?:ever )?(?:delete|edit|remove|change|prune|merge|modify|touch|consolidate"
        rf"|rewrite|update|alter|drop|shorten|forget)(?:,? (?:or |and "
        rf"|nor )?\w+){{0,3}}? {THIS_MEMORY}",
        negatable=False,
    ),
    rule(
        STEERS,
        rf"{NOT} (?:ever )?(?:delete|edit|remove|change|prune|merge|modify|touch|consolidate"
        rf"|rewrite|update|alter|drop|shorten|forget)\b.{{0,60}}?{DREAM}",
        negatable=False,
    ),
    rule(
        STEERS,
        rf"\b(?:during|while|whilst|in|when|on|at|before|after|for)\b (?:you are |you |a |the "
        rf"|each |every |any |next |memory ){{0,3}}{DREAM}{_OF_MEMORIES}.{{0,40}}?[,:]? ?\b(?:write|copy|add|keep"
        rf"|always|never|ignore|skip|delete|remove|include|raise|mark|merge|treat|save|store|send"
        rf"|run|append|insert|move|put|pin|do not|don't|execute|read|collect|record|promote"
        rf"|preserve|rewrite|replace)\b",
        needs=_SAVED,
    ),
    rule(STEERS, rf"\b(?:always keep|always retain|preserve|pin|never lose|keep)\b.{{0,10}}?\b{THIS_MEMORY}\b"),
    rule(
        STEERS,
        rf"\b(?:{THIS_MEMORY}|these (?:memories|instructions|rules))\b.{{0,20}}?\b(?:overrides?"
        rf"|takes? precedence|supersedes?|has (?:the )?(?:highest )?priority|outranks?|replaces? "
        rf"(?:all|every|any|other))\b"
        r"|\bthis (?:memory|note|entry(?! points?\b)|memory file)\b.{0,20}?\b(?:must (?:never|not|always|survive"
        r"|stay|remain"
        r"|persist|be kept)|is permanent|may (?:not|never) be|(?:can|should) never be)\b",
        negatable=False,
    ),
    rule(
        STEERS,
        r"\b(?:mark|label|tag|flag|classify|list|store|save|accept|promote)\b.{0,24}?\bthis "
        r"(?:memory|note|entry|file)?.{0,12}?\b(?:as|to)\b.{0,12}?\b(?:user|verified|trusted"
        r"|feedback|pinned|approved|accepted|reviewed|permanent|core|highest)\b",
    ),
    rule(
        STEERS,
        r"\b(?:delete|remove|erase|forget|overwrite|discard|purge|wipe|clear|drop|ignore|distrust"
        r"|disregard)\b.{0,12}?\b(?:all|every|any|the|your|other|existing|old)\b.{0,16}?\bmemor"
        r"(?:y|ies)\b(?!-)(?! (?:leak|usage|limit|cache|pool|alloc\w*|pressure))(?! (?:\w+ )?(?:cache"
        r"|leak))",
        commanded=True,
    ),
    rule(
        STEERS,
        r"\b(?:save|remember|store|write|add|record|persist|copy|promote)\b.{0,20}?\b(?:this|these"
        r"|the following|that)\b.{0,30}?\b(?:to|in|into)\b.{0,20}?\b(?:memory|memories|memory\.md"
        r"|claude\.md|agents\.md|every (?:project|session|repo\w*)|all (?:projects|sessions"
        r"|repo\w*))\b",
    ),
    rule(
        STEERS,
        rf"\b(?:load|recall|inject|repeat|show|include|read|apply)\b.{{0,10}}?\b{THIS_MEMORY}\b"
        rf".{{0,20}}?\b(?:every|each|all|any|always|first)\b",
    ),
    rule(
        STEERS,
        r"\b(?:dreams?|consolidations?|the tidy|pruning) (?:should|must|shall|have to|has to|needs? to) "
        r"(?:always |never |not )?"
        r"(?:copy|write|keep|delete|raise|mark|merge|treat|save|store|send|insert|promote|preserve|replace"
        r"|remove|append|ignore)\b",
    ),
    rule(
        STEERS,
        r"\b(?:raise|increase|boost|lift|set)\b.{0,12}?\bthis (?:memory|note|entry)'?s? "
        r"(?:priority|rank|weight|score|trust|importance)\b",
    ),
    rule(
        STEERS,
        r"\b(?:treat|consider|mark|regard)\b.{0,24}?\bmemor(?:y|ies)\b(?! cache)(?!-).{0,40}?\b"
        r"(?:outdated|stale|wrong|false|void|invalid|obsolete|untrusted)\b",
    ),
)
