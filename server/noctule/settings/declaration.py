"""Every setting, declared once: name, default, what it takes, what a project may do to it, what it is for."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from noctule.dataclass import MISSING, Field, dataclass, field, fields, is_dataclass

EFFORTS = ("off", "minimal", "low", "medium", "high", "max")
EDITOR = "editor"
TRANSCRIPT_SOURCES = ("claude-code", "pi", "codex", "copilot", "gemini-cli", "opencode", "noctule")

Kind = Literal["flag", "whole", "number", "text", "choice", "words", "model", "table"]
ProjectMay = Literal["nothing", "switchOff", "lower", "raise", "shorten", "guard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What a setting takes, and what a project's own file may do to it.

    `choices` bounds a choice, or the members of words. `project`: `switchOff` may say false (a model: none), `lower`
    and `raise` move a number the cautious way, `shorten` leaves members out, `guard` may take the last choice.
    """

    kind: Kind
    doc: str
    at_least: float | None = None
    at_most: float | None = None
    choices: tuple[str, ...] = ()
    project: ProjectMay = "nothing"


@dataclass(frozen=True, slots=True)
class Declared:
    """One setting as the docs, the schema and the clients know it. `name` is dotted camel case, `recall.timeoutMs`."""

    name: str
    default: object
    rule: Rule


def _flag(default: bool, doc: str, project: ProjectMay = "switchOff") -> Any:
    return field(default=default, metadata={"rule": Rule(kind="flag", doc=doc, project=project)})


def _whole(default: int, doc: str, least: int, most: int, project: ProjectMay = "lower") -> Any:
    rule = Rule(kind="whole", doc=doc, at_least=least, at_most=most, project=project)
    return field(default=default, metadata={"rule": rule})


def _number(default: float, doc: str, least: float, most: float, project: ProjectMay = "lower") -> Any:
    rule = Rule(kind="number", doc=doc, at_least=least, at_most=most, project=project)
    return field(default=default, metadata={"rule": rule})


def _text(default: str, doc: str) -> Any:
    return field(default=default, metadata={"rule": Rule(kind="text", doc=doc)})


def _choice(default: str, choices: tuple[str, ...], doc: str, project: ProjectMay = "nothing") -> Any:
    return field(default=default, metadata={"rule": Rule(kind="choice", doc=doc, choices=choices, project=project)})


def _words(default: tuple[str, ...], doc: str, choices: tuple[str, ...] = (), project: ProjectMay = "nothing") -> Any:
    return field(default=default, metadata={"rule": Rule(kind="words", doc=doc, choices=choices, project=project)})


def _model(doc: str) -> Any:
    return field(default=(), metadata={"rule": Rule(kind="model", doc=doc, project="switchOff")})


def _effort(default: str) -> Any:
    return _choice(default, EFFORTS, "How hard the model may think; mapped for each provider.")


# Each has a docstring: without one `dataclass` makes up a signature, which takes as long as all the rest of it.
@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """What a project is."""

    scope: str = _choice(
        "repository",
        ("repository", "folder"),
        "Whether worktrees and sub-folders share their repository's memory, or each folder stands alone.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotSettings:
    """What a session is given at its start."""

    inline_newest: int = _whole(0, "How many of the newest memories stand in the snapshot with their text.", 0, 50)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSettings:
    """What a turn is given."""

    enabled: bool = _flag(True, "Whether turns are given memories.")
    model: tuple[str, ...] = _model("The model that refines recall, as `provider/id`; a list is tried in order.")
    effort: str = _effort("off")
    timeout_ms: int = _whole(8000, "How long a turn may wait for the model, in milliseconds.", 50, 60_000)
    max_memories: int = _whole(5, "How many memories a turn is given at most.", 1, 20)
    memory_bytes: int = _whole(
        4096, "Bytes of one memory that a turn is given; the rest is cut, and said.", 256, 65_536
    )
    turn_bytes: int = _whole(20_480, "Bytes of memories that one turn is given.", 256, 1_000_000)
    session_bytes: int = _whole(
        60_000, "Bytes of memories that one session is given until it is compacted.", 256, 10_000_000
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptSettings:
    """Past conversations."""

    sources: tuple[str, ...] = _words(
        TRANSCRIPT_SOURCES, "Which agents' past sessions are read.", TRANSCRIPT_SOURCES, "shorten"
    )
    paths: tuple[str, ...] = _words((), "Other folders to look for past sessions in.")
    log: str = _choice(
        "auto",
        ("auto", "always", "never"),
        "Whether Noctule keeps its own redacted log of turns; `auto`: only where the client names no transcript.",
        "guard",
    )
    keep_days: int = _whole(30, "Days that log is kept.", 1, 3650)


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamSettings:
    """Dreams."""

    enabled: bool = _flag(False, "Whether dreams begin by themselves when a project is idle.")
    model: tuple[str, ...] = _model("The model that dreams; without one, dreams are a deterministic tidy.")
    effort: str = _effort("high")
    idle_delay_ms: int = _whole(
        300_000, "How long a project is idle before it may dream, in milliseconds.", 1000, 86_400_000, "raise"
    )
    min_hours: float = _number(24, "Hours between two automatic dreams.", 0, 8760, "raise")
    min_sessions: int = _whole(5, "Main sessions since the last dream before the next one.", 0, 1000, "raise")
    max_steps: int = _whole(30, "Steps a dream may take.", 1, 500)
    max_minutes: float = _number(30, "Minutes a dream may take.", 0.1, 600)
    max_cost_usd: float = _number(5, "What a dream may cost, in US dollars.", 0, 1000)
    max_tokens: int = _whole(2_000_000, "Tokens a dream may use where its price is not known.", 1000, 100_000_000)
    transcript_budget_bytes: int = _whole(96_000, "Bytes of past sessions that a dream reads.", 0, 10_000_000)
    review: str = _choice(
        "guarded",
        ("guarded", "always"),
        "Whether a dream waits for a person's word only when it would lose much, or always.",
        "guard",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureSettings:
    """The review of what is written."""

    model: tuple[str, ...] = _model("The model that reviews, remembers, extracts and promotes.")
    effort: str = _effort("high")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractSettings:
    """Memories proposed after a turn."""

    enabled: bool = _flag(False, "Whether a model proposes memories after each turn.")
    max_context_tokens: int = _whole(2000, "Tokens of the turn that the model sees.", 100, 100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSettings:
    """The profile."""

    directory: str = _text("own", "The profile's folder: `own`, or a path.")
    notes_chars: int = _whole(8800, "Characters the notes may hold.", 1, 100_000)
    user_chars: int = _whole(5500, "Characters of what is known about the person.", 1, 100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSettings:
    """What editors show."""

    age_hints: bool = _flag(False, "Whether an editor shows how old each memory is, behind its line in the index.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteSettings:
    """Where items of the profile are promoted to."""

    file: str = _text("", "The global instruction file that profile items are promoted into; empty: none.")
    min_days: int = _whole(30, "Days an item is old before it may be promoted.", 0, 3650, "raise")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """The models."""

    providers: Mapping[str, Any] = field(
        default_factory=dict,
        metadata={
            "rule": Rule(kind="table", doc="Providers of your own, by name: base URL, kind, key variable, prices.")
        },
    )
    keep_conversation: bool = _flag(False, "Whether a task's own conversation is kept, redacted, for audit.")


LEAN_MODELS = ("claude-opus-4-8", "claude-opus-5", "claude-fable-5", "claude-mythos-5", "*-eap")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, resolved. Attributes are the snake case of the documented names."""

    enabled: bool = _flag(True, "Whether Noctule works at all.")
    location: str = _text("own", "Where memories lie: `own`, `claude-code` (in Claude Code's folder), or a path.")
    prompt_variant: str = _choice("auto", ("auto", "full", "terse"), "How much the instruction prompt explains.")
    lean_models: tuple[str, ...] = _words(
        LEAN_MODELS, "Parts of model ids that need the terse prompt only; `*-x` matches at the end."
    )
    turn_check: bool = _flag(False, "Whether recall adds a short reminder to look at what is known.")
    project: ProjectSettings = field(default_factory=ProjectSettings)
    snapshot: SnapshotSettings = field(default_factory=SnapshotSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    transcripts: TranscriptSettings = field(default_factory=TranscriptSettings)
    dream: DreamSettings = field(default_factory=DreamSettings)
    capture: CaptureSettings = field(default_factory=CaptureSettings)
    extract: ExtractSettings = field(default_factory=ExtractSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    language: LanguageSettings = field(default_factory=LanguageSettings)
    promote: PromoteSettings = field(default_factory=PromoteSettings)
    models: ModelSettings = field(default_factory=ModelSettings)


@cache
def declared() -> dict[str, Declared]:
    """Every setting by its dotted name, in the order of the declaration. The one dict; not to be changed."""
    return {one.name: one for one in _walk(Settings, "")}


def build(values: Mapping[str, object]) -> Settings:
    """Settings from dotted names; what is not named has its default. The values are taken as checked."""
    settings: Settings = _build(Settings, "", values)
    return settings


def camel(name: str) -> str:
    """`timeout_ms` as the files spell it: `timeoutMs`."""
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def _walk(kind: type[Any], prefix: str) -> Iterator[Declared]:
    for one in fields(kind):
        name = prefix + camel(one.name)
        rule = one.metadata.get("rule")
        if rule is None:
            yield from _walk(_section(one), name + ".")
        else:
            yield Declared(name, _default(one), rule)


def _build(kind: type[Any], prefix: str, values: Mapping[str, object]) -> Any:
    chosen: dict[str, object] = {}
    for one in fields(kind):
        name = prefix + camel(one.name)
        if "rule" not in one.metadata:
            chosen[one.name] = _build(_section(one), name + ".", values)
        elif name in values:
            chosen[one.name] = values[name]
    return kind(**chosen)


def _section(one: "Field[Any]") -> type[Any]:
    factory = one.default_factory
    assert isinstance(factory, type)
    assert is_dataclass(factory)
    return factory


def _default(one: "Field[Any]") -> object:
    if one.default is not MISSING:
        return one.default
    assert one.default_factory is not MISSING
    return one.default_factory()
