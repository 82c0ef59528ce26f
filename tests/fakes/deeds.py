"""What a server does that a kill may cut short, each with what lies there before: for `mortal.py`."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fakes.agents import Writes
from fakes.dreamers import Dreamer
from fakes.house import DAY, Process, memory_text
from noctule.capture.change import Replacement
from noctule.capture.write import Addition
from noctule.errors import Changed, NotFound
from noctule.service.agent_hooks import AgentHooks
from noctule.service.capture.batching import Wanted
from noctule.service.capture.capturing import Capturing
from noctule.service.capture.decisions import Decision
from noctule.service.capture.remembering import Request
from noctule.service.capture.writing import Writer
from noctule.service.dream.switch import DreamSwitch
from noctule.service.history import Place
from noctule.service.imports.values import ImportWanted
from noctule.store.claude_code import folder_name
from noctule.store.promotions import Promotions

NAMES = ("gravel", "violins", "orchids", "tariffs", "beehives", "glaciers")
WITH_MODEL = {"dream": {"enabled": True, "model": "editor"}}
MERGED = memory_text("Merged", "gravel and violins", "Of gravel and of violins there is much to say.")
MERGE: dict[str, str | None] = {"gravel.md": None, "violins.md": None, "merged.md": MERGED}
ALL_GONE: dict[str, str | None] = {f"{name}.md": None for name in NAMES}
SECRET = "the harbour code is four seven one one"
TABS = "Indent with tabs in every language."

Act = Callable[[Process], object]


@dataclass(frozen=True)
class Deed:
    """`again` finishes what was cut short, as a person would have it done again; without it nothing is left to do.

    `is_whole`: all or nothing of it is there as soon as a server has started again. `days` pass before it is done.
    """

    prepare: Act
    do: Act
    again: Act | None = None
    is_whole: bool = True
    days: float = 0


def fill(process: Process) -> None:
    """Six memories with an index, and a session."""
    process.start()
    for name in NAMES:
        text = memory_text(name.title(), f"about {name}", f"Of {name} there is much to say.")
        process.save(f"{name}.md", text, days_old=3)
    process.save("MEMORY.md", "".join(f"- [{one.title()}]({one}.md) — about {one}\n" for one in NAMES))
    process.noctule.following.look(process.opened.folder)


def uri(process: Process, name: str) -> str:
    return (process.memory / f"{name}.md").as_uri()


def session(process: Process) -> None:
    """A session from its start to its end, as a client leads it."""
    sessions = process.noctule.sessions
    process.start("s2")
    process.recall("is there much to say of the gravel?", "s2")
    sessions.end_turn("s2")
    sessions.pause("s2")
    sessions.resume("s2")
    sessions.compact("s2")
    process.recall("is there much to say of the tariffs?", "s2")
    sessions.end("s2")


def add(process: Process) -> None:
    addition = Addition(text="Ferries moor at pier two.", name="Docks", description="where ferries moor")
    process.noctule.writing.add(addition, Writer(session_id="s1"))


def replace(process: Process) -> None:
    process.noctule.writing.replace(
        uri(process, "gravel"), Replacement(text="Gravel is out.\n"), Writer(session_id="s1")
    )


def remove(process: Process) -> None:
    with suppress(NotFound):
        process.noctule.writing.remove(uri(process, "gravel"), None, None, Writer(session_id="s1"))


def batch(process: Process) -> None:
    wanted = [
        Wanted(op="add", text="Ferries moor at pier two.", name="Docks"),
        Wanted(op="replace", memory_uri=uri(process, "tariffs"), text="Tariffs are gone.\n"),
        Wanted(op="remove", memory_uri=uri(process, "gravel")),
    ]
    process.noctule.batching.run(wanted, Writer(session_id="s1"))


def undo(process: Process) -> None:
    process.noctule.history.undo(Place())


def pin(process: Process) -> None:
    process.noctule.pinning.pin(uri(process, "beehives"), pinned=True)


def theirs(process: Process) -> None:
    """Claude Code's memories of the project, and ours."""
    fill(process)
    house = process.house
    folder = house.user_home / ".claude" / "projects" / folder_name(str(house.project)) / "memory"
    folder.mkdir(parents=True)
    for name in ("docks", "tides", "berths"):
        (folder / f"{name}.md").write_text(memory_text(name.title(), f"about {name}", f"Where the {name} are."))
    (folder / "MEMORY.md").write_text("- [Docks](docks.md) — about docks\n- [Tides](tides.md) — about tides\n")


def bring(process: Process) -> None:
    process.noctule.importing.run(ImportWanted(source="claude-code"))


def dreamy(process: Process) -> None:
    fill(process)
    process.house.settings(json.dumps({"memory": WITH_MODEL}))


def dream_of(changed: Mapping[str, str | None]) -> Act:
    """A dream by an agent that leaves this in its stage."""

    async def run(process: Process) -> None:
        replaces = {"merged.md": ["gravel.md", "violins.md"]} if "merged.md" in changed else {}
        await Dreamer(process, Writes(changed, replaces=replaces)).dream()

    return lambda process: asyncio.run(run(process))


def with_dream(process: Process) -> None:
    dreamy(process)
    dream_of(MERGE)(process)


def undo_dream(process: Process) -> None:
    (line, *_) = process.noctule.dreams.log()
    process.noctule.dreams.undo(line.line.dream_id)


def with_held_dream(process: Process) -> None:
    dreamy(process)
    dream_of(ALL_GONE)(process)
    assert process.noctule.dreams.held()


def apply_held(process: Process) -> None:
    for held in process.noctule.dreams.held():
        process.noctule.dreams.apply(held.held)


def discard_held(process: Process) -> None:
    for held in process.noctule.dreams.held():
        process.noctule.dreams.discard(held.held)


def untidy(process: Process) -> None:
    fill(process)
    process.save("MEMORY.md", "- [Gone](gone.md)\n- [Gravel](gravel.md) — about gravel\n")
    process.save("twin.md", memory_text("Gravel", "about gravel", "Of gravel there is much to say."))


def mend(process: Process) -> None:
    """`doctor --fix`."""
    asyncio.run(_mend(process))


async def _mend(process: Process) -> None:
    await process.noctule.doctoring.mend(Dreamer(process).dreaming)


def secretive(process: Process) -> None:
    fill(process)
    process.start("s2")
    for name in ("Code", "Other"):
        text = f"About {name}: {SECRET}, says the {name} book."
        process.noctule.writing.add(Addition(text=text, name=name), Writer(session_id="s2"))
    process.start("s3")


def forget(process: Process) -> None:
    with suppress(NotFound):
        process.noctule.forgetting.forget_text(SECRET)


def hooked(process: Process) -> None:
    fill(process)
    file = process.house.user_home / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text('{\n  // mine\n  "model": "opus"\n}\n')


def hook(process: Process) -> None:
    hooks = AgentHooks({}, process.house.user_home, process.house.project, "/opt/noctule")
    for agent in ("claude-code", "copilot"):
        hooks.apply(hooks.install(agent, "user"))


def switch(process: Process) -> None:
    DreamSwitch(process.noctule.projects).turn(enabled=True)


def _capturing(process: Process) -> Capturing:
    noctule = process.noctule
    noctule.configuration.set_client({"promote": {"file": "~/rules.md"}})
    return Capturing(noctule.projects, noctule.events, noctule.writing, None, None)


def proven(process: Process) -> None:
    """Profile items that may be promoted, and the edit proposed."""
    fill(process)
    (process.house.user_home / "rules.md").write_text("# Rules\n\n- be brief\n")
    for target, text in (("notes", TABS), ("user", "Ana has written Go for ten years.")):
        process.noctule.writing.add(Addition(text=text), Writer(target=target))  # type: ignore[arg-type]  # targets
    process.house.clock.pass_time(40 * DAY)
    asyncio.run(_capturing(process).promoting.propose())


def promote(process: Process) -> None:
    pending = Promotions(process.noctule.projects.profile(process.opened).memories.state).pending()
    promoting = _capturing(process).promoting
    if pending is not None and pending.stage == "proposed":
        promoting.apply(pending.id)
        return
    again = asyncio.run(promoting.propose())  # finishes, or forgets, what was begun
    if again.promotion is not None:
        promoting.apply(again.promotion)


def moved(process: Process) -> None:
    """The project lies elsewhere now; `adopt` is asked for by the server that opens it there."""
    fill(process)
    process.noctule.writing.add(Addition(text="Ferries moor at pier two.", name="Docks"), Writer(session_id="s1"))
    process.noctule.close()
    old = process.house.project
    process.house.project = old.with_name("harbour")
    old.rename(process.house.project)
    process.house.project.joinpath("was").write_text(str(old))


def adopt(process: Process) -> None:
    with suppress(NotFound):
        process.noctule.adopting.adopt(Path(process.house.project, "was").read_text())


def remembered(process: Process) -> None:
    fill(process)
    capturing = _capturing(process)
    asyncio.run(capturing.remembering.remember(Request(text="remember that the harbour bell rings at nine")))


def accept(process: Process) -> None:
    capturing = _capturing(process)
    for row in capturing.holding.held():
        with suppress(Changed):  # said once where a kill changed what it rests on
            asyncio.run(capturing.holding.accept(row.held, Decision()))
            continue
        asyncio.run(capturing.holding.accept(row.held, Decision()))


def pack(process: Process) -> None:
    process.opened.folder.memories.pack_history()


def then(first: Act, second: Act) -> Act:
    def both(process: Process) -> None:
        first(process)
        second(process)

    return both


DEEDS: dict[str, Deed] = {
    "a session": Deed(fill, session),
    "an added memory": Deed(fill, add, add),
    "a replaced memory": Deed(fill, replace, replace),
    "a removed memory": Deed(fill, remove, remove),
    "a batch": Deed(fill, batch),
    "a pin": Deed(fill, pin, pin),
    "an undo": Deed(then(fill, batch), undo),
    "an import": Deed(theirs, bring, bring),
    "a dream": Deed(dreamy, dream_of(MERGE)),
    "a dream that is held": Deed(dreamy, dream_of(ALL_GONE)),
    "the undo of a dream": Deed(with_dream, undo_dream),
    "a held dream applied": Deed(with_held_dream, apply_held, apply_held),
    "a held dream discarded": Deed(with_held_dream, discard_held, discard_held),
    "a mending": Deed(untidy, mend, mend),
    "a forgetting": Deed(secretive, forget, forget, is_whole=False),
    "hooks": Deed(hooked, hook, hook, is_whole=False),
    "a switch": Deed(hooked, switch, switch),
    "a promotion": Deed(proven, promote, promote, is_whole=False, days=40),
    "an adoption": Deed(moved, adopt, adopt, is_whole=False),
    "a proposal accepted": Deed(remembered, accept, accept),
    "a packing": Deed(then(fill, batch), pack, pack),
}
