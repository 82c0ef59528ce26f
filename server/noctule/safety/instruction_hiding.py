"""Requests to hide something from the person."""

from noctule.safety.instruction_words import HIDES, NOT, PERSON, Rule, rule

HIDING: tuple[Rule, ...] = (
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:bring|raise|discuss|share|flag) (?:this|that|it|these)(?: up)?\b.{{0,16}}?"
        rf"\b(?:with|to|for) {PERSON}\b",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\b(?:leave|make|include|write|put) no (?:mention|trace|record|note|reference|word)\b.{0,20}?\b(?:of"
        r"|about|to)\b"
        r"|\bavoid\b.{0,12}?\b(?:references?|mentions?|mentioning|referring)\b.{0,10}?\b(?:this|that|these)\b",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\b(?:user|person|developer|human|owner|reviewer|operator)s?\b.{0,40}?\b(?:must|should|may|can|need|ought)"
        r"(?: ?not|n'?t| never)(?: to)? (?:ever )?(?:find out|be bothered|be troubled|get to know)\b",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\b(?:say nothing|stay silent|remain silent|keep (?:quiet|silent|mum)|play dumb|deny (?:it|this|that"
        r"|everything))\b",
        commanded=True,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:include|mention|put|list|reference)\w* (?:this|that|it|these|the (?:upload|step"
        rf"|call|command"
        r"|request|change|download|script|rule|note|memory))\b.{0,20}?\b(?:in|into|from)\b (?:your|the|any)\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"\b(?:make sure|ensure|see to it)(?: that)? (?:nobody|no one|no human|{PERSON} (?:does not|doesn'?t"
        rf"|never)) .{{0,8}}?"
        rf"(?:notices?|sees?|knows?|finds? out|learns?)\b",
        negatable=False,
    ),
    rule(
        HIDES,
        rf"{NOT} (?:ever )?(?:show|log|report|announce|list|display|mention)\b.{{0,12}}?\b(?:the"
        rf"|this) (?:\w+ )?(?:diff|installation"
        rf"|upload|change|download|dependency|call|step|command) (?:of|to|in|from|with)\b.{{0,24}}?(?:\bthis\b"
        rf"|{PERSON}|\bthe \w+er\b)",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\bpretend\b.{0,16}?\bthis\b.{0,24}?\b(?:does ?n[o']t|never|is not|isn'?t)\b"
        r"|\b(?:delete|erase|remove|wipe|scrub)\b.{0,12}?\b(?:the|this|that|it|its)\b.{0,12}?\bfrom (?:the|your) "
        r"(?:transcript|conversation|chat)\b",
    ),
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
        r"(?:know(?! (?:about |of )?(?:other|each other|another))|notice|learn|find out|hear|be (?:told|informed"
        r"|aware|asked|notified|warned)|(?:see|be shown)"
        r"(?= (?:this|that|it|these|what you|the (?:change|step|command|upload|call|diff|output|edit))\b|[.!]|$))\b",
        negatable=False,
    ),
    rule(
        HIDES,
        r"\b(?:quietly|silently|secretly|covertly|discreetly)\b.{0,20}?\b(?:and|,)\b.{0,16}?\b(?:don'?t"
        r"|do not|never|without)\b",
    ),
    rule(
        HIDES,
        r"\b(?:delete|clear|clean|erase|wipe|remove|empty)\b.{0,16}?\b(?:shell|bash|zsh|command"
        r"|terminal) (?:history|logs?)\b"
        r"|\bcover (?:your|the|its|our) tracks\b|\b(?:erase|remove|delete) (?:all |any |every |the )?(?:traces?"
        r"|evidence)\b",
    ),
    rule(
        HIDES,
        r"\b(?:omit|exclude|leave out|strip|scrub)\b.{0,12}?\b(?:this|it|the (?:step|upload|backdoor"
        r"|command|payload|request|call))\b"
        r".{0,24}?\bfrom (?:the|your|any|all) (?:summary|report|reply|answer|changelog|commit|log|diff"
        r"|history|transcript)",
    ),
)
