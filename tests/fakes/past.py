"""Past conversations as a test lays them out: the places of a made-up project, and a reader's messages as pairs."""

from pathlib import Path

from noctule.transcripts.message import Places, Reader, SessionRef

FIXTURES = Path(__file__).parents[1] / "fixtures" / "transcripts"
# The folder that the fixtures name; it need not be there.
KILN = Path("/home/dev/kiln")


def places(home: Path, *, storage: tuple[Path, ...] = (), others: tuple[Path, ...] = (), **environ: str) -> Places:
    """A project at `KILN` for a person whose home is `home`."""
    return Places(roots=(KILN,), user_home=home, environ=environ, storage=storage, others=others)


def sessions(reader: Reader, where: Places) -> dict[str, SessionRef]:
    """The sessions by id; an id that is found twice fails."""
    found = list(reader.sessions(where))
    by_id = {ref.id: ref for ref in found}
    assert len(by_id) == len(found), "a session was found twice"
    return by_id


def said(reader: Reader, ref: SessionRef) -> list[tuple[str, str]]:
    """Each message as its role and its text."""
    return [(message.role, message.text) for message in reader.messages(ref)]
