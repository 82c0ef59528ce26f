"""Knows the tags and control tokens that agents' prompts are built from, and turns them into plain text.

`<system-reminder>` in a memory becomes `[system-reminder]`: a reader still sees what was meant, and no model, parser or
renderer takes it for the end of a block. Square brackets are used because nothing decodes or folds back into `<`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from noctule.safety.skeleton import PARAGRAPH, Skeleton, skeleton


class Edit(NamedTuple):
    """Puts `text` in place of the source's characters from `start` to `end`."""

    start: int
    end: int
    text: str


# Names that mean a harness wherever they stand: ours and Claude Code's first, then tool calls, then other agents'.
_COMPOUND_NAMES = """
    system-reminder memory-index memory-context recalled-memory recalled-memories memory-note noctule-memory
    function-calls function-results function-call function-result function-response tool-use tool-uses tool-call
    tool-calls tool-result tool-results tool-response tool-output tool-code tool-outputs invoke-result
    command-name command-message command-args command-contents local-command-stdout local-command-stderr
    local-command-caveat user-prompt-submit-hook session-start-hook task-notification persisted-output
    ide-opened-file ide-selection ide-diagnostics new-diagnostics bash-input bash-stdout bash-stderr budget-token-budget
    antml-thinking antml-invoke antml-parameter antml-function-calls total-tokens system-warning
    system-prompt system-message system-instruction system-instructions system-info developer-message
    developer-instructions user-instructions user-message user-query user-request user-info user-rules user-memory
    user-memories assistant-message environment-context environment-details environment-info permissions-instructions
    turn-aborted apply-patch-input attached-files additional-data open-and-recently-viewed-files
    cursor-rules-context available-skills agent-skills skills-instructions project-instructions custom-instructions
    agents-md important-instructions reminder-instructions tool-use-instructions workspace-info editor-context
    repo-memory session-memory attempt-completion ask-followup-question write-to-file execute-command replace-in-file
    use-mcp-tool access-mcp-resource function-name start-of-turn end-of-turn start-of-image end-of-image
    begin-of-text end-of-text antthinking antartifact conversation-history conversation-summary hook-context
    past-sessions past-session
"""
# Plain words: a tag of these is harness talk only where it closes something or stands as a whole tag.
_WORD_NAMES = """
    memory memories invoke parameter thinking system human assistant developer instructions reasoning scratchpad
"""
_COMPOUND = tuple(_COMPOUND_NAMES.split())
_WORDS = tuple(_WORD_NAMES.split())

HARNESS_TAGS: frozenset[str] = frozenset(_COMPOUND) | {"memory", "memories", "invoke", "thinking"}


def _spaced(name: str) -> str:
    """A pattern for a name with a blank, dash, underscore or dot between letters, or up to three between words."""
    return r"[\s_.:-]{0,3}".join(r"[\s_.:-]?".join(word) for word in name.split("-"))


def _any_of(names: tuple[str, ...]) -> str:
    return "|".join(_spaced(name) for name in sorted(names, key=len, reverse=True))


_LEAD = r"(?P<open><)\s?(?P<slash>[/\\]{0,4})\s?(?:[a-z]{1,16}\s?:\s?)?"
# Compiled when a text first needs them: that takes 20 ms, which a command without such texts need not pay.


@cache
def _compound_tag() -> re.Pattern[str]:
    return re.compile(rf"{_LEAD}(?P<name>{_any_of(_COMPOUND)})(?![a-z0-9])")


@cache
def _word_tag() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<generic>(?<=[a-z0-9_>:]))?{_LEAD}(?P<name>{_any_of(_WORDS)})"
        r"(?:(?P<whole>\s?[/\\]?\s?>|\s[a-z_:-]{1,30}\s?=)|(?![a-z0-9_./*-]))"
    )


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"(?P<open><)(?:\|[a-z0-9_/.:-]{1,48}\|"
        r"|\s?\|\s?(?:im|fim|eot|eom|start|end|begin|system|user|assistant|tool|channel|message|return|call)[a-z0-9\s_.:-]{0,40}\|\s?"
        r"|\s?/?\s?(?:bos|eos|pad|unk|s)\s?)(?P<close>>)"
    )


@cache
def _square() -> re.Pattern[str]:
    return re.compile(
        r"(?P<open>\[)\s?/?\s?(?:inst|system[_\s-]prompt|available[_\s-]tools|tool[_\s-](?:calls|results|content))\s?(?P<close>\])"
    )


@cache
def _sys() -> re.Pattern[str]:
    return re.compile(r"(?P<open><\s?<)\s?/?\s?sys\s?(?P<close>>\s?>)")


@cache
def _close() -> re.Pattern[str]:
    return re.compile(r"[^<>]{0,200}(>)")


def tag_edits(read: Skeleton) -> Iterator[Edit]:
    """What to change so that no tag or control token of a harness is left."""
    text = read.text
    if "<" in text:
        for start, end in _brackets(text):
            yield from _squared(read, start, "[")
            yield from _squared(read, end, "]")
    if "[" in text:
        for match in _square().finditer(text):
            yield from _squared(read, match.start("open"), "(")
            yield from _squared(read, match.start("close"), ")")


def harness_tag_in(text: str) -> str | None:
    """The first harness tag or control token that a text holds, as it is commonly written, or None."""
    read = skeleton(text).text
    found = [(match.start("open"), _known_name(match["name"])) for match in _harness_tags(read)]
    found += [(match.start(), "".join(match[0].split())) for match in _token().finditer(read) if "|" in match[0]]
    return min(found)[1] if found else None


def _harness_tags(read: str) -> Iterator[re.Match[str]]:
    yield from _compound_tag().finditer(read)
    for match in _word_tags(read):
        if _known_name(match["name"]) in HARNESS_TAGS and (match["slash"] or _stands_alone(read, match)):
            yield match


def _word_tags(read: str) -> Iterator[re.Match[str]]:
    """Tags of plain words; `Vec<memory>` is a type and `used < memory` a comparison, so both are left alone."""
    for match in _word_tag().finditer(read):
        if match["slash"] or (match["whole"] and match["generic"] is None):
            yield match


def _stands_alone(read: str, match: re.Match[str]) -> bool:
    before, after = read[: match.start("open")][-1:], read[match.end() :][:1]
    return match["whole"] is not None and before in _EDGES and after in _EDGES


def _brackets(read: str) -> Iterator[tuple[int, int]]:
    """Where each tag's own `<` and `>` stand; the second is -1 where the tag is never closed."""
    for match in (*_compound_tag().finditer(read), *_word_tags(read)):
        close = _close().match(read, match.end("name"))
        yield match.start("open"), close.start(1) if close else -1
    for match in _token().finditer(read):
        yield match.start("open"), match.start("close")
    for match in _sys().finditer(read):
        yield match.start("open"), match.start("close")
        yield match.end("open") - 1, match.end("close") - 1


def _squared(read: Skeleton, at: int, bracket: str) -> Iterator[Edit]:
    if at >= 0:
        yield Edit(read.starts[at], read.ends[at], bracket)


def _known_name(written: str) -> str:
    letters = re.sub(r"[\s_.:-]", "", written)
    return _BY_LETTERS.get(letters, letters)


_EDGES = ("", "\n", PARAGRAPH)
_BY_LETTERS = {name.replace("-", ""): name for name in (*_COMPOUND, *_WORDS)}
