"""What a sentence says of the file that it names: that it is gone, is yet to come, is made, or is an example."""

import re
from typing import Final

from noctule.checks.code import Reference
from noctule.regex import regex

# Who says so knows it.
_ENGLISH: Final = (
    r"remov(?:ed|es|ing|al)|delet(?:ed|es|ing|ion)|renamed|gone|no longer|used to be|formerly|obsolete|replaced by"
    r"|dropped|moved (?:to|into)|was merged|does(?: not|n't) exist|not yet|will be|generat(?:ed|es)|git-?ignored?"
    r"|(?:writes?|written|saved|output|dumped|rendered|compiled) (?:to|into)|creates?|produces?|emits?"
    r"|plans?|planned|should (?:live|go|become)|we['’]ll|going to|todo|to be (?:added|written|created|made)"
    r"|for example|for instance|such as|something like"
)
_GERMAN: Final = (
    r"entfernt|gelöscht|umbenannt|verschoben|ersetzt durch|gibt es nicht mehr|existiert nicht|früher|ehemals"
    r"|erzeugt|generiert|noch nicht|zum Beispiel|beispielsweise"
)
_ROMANCE: Final = (
    r"supprimée?|renommée?|déplacée?|n'existe (?:plus|pas)|générée?|par exemple"
    r"|eliminad[oa]|borrad[oa]|renombrad[oa]|movid[oa]|ya no existe|generad[oa]|por ejemplo"
)
_TOLD: Final = regex(
    rf"(?<![\w./-])(?:{_ENGLISH}|{_GERMAN}|{_ROMANCE})(?![\w/]|[.-]\w)|\be\.g\.|\bz\. ?B\.|\bp\. ?ej\."
    r"|删除|移除|已删|重命名|改名|不存在|不再|生成|例如|比如|削除|廃止|移動|存在しない|例えば|삭제|생성|예를 들어",
    re.IGNORECASE,
)
# `e.g. this` and `z. B. das` are no ends of one.
_SENTENCE_END: Final = regex(r"\n|;[ \t]|[。！？]|(?<=\w\w)[`'\")]*[.!?][ \t]")
_NEAR: Final = 400


def is_told(text: str, reference: Reference) -> bool:
    """Whether the sentence around a file's name says why no such file need be there; its own letters say nothing."""
    start, end = max(0, reference.start - _NEAR), min(len(text), reference.end + _NEAR)
    for stop in _SENTENCE_END.finditer(text, start, end):
        if stop.start() >= reference.end:
            end = stop.start()
            break
        if stop.end() <= reference.start:
            start = stop.end()
    return _TOLD.search(text, start, reference.start) is not None or _TOLD.search(text, reference.end, end) is not None
