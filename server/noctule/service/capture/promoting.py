"""Promotes profile items into the global instruction file: one edit, shown, approved, and checked unchanged."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from noctule.capture.promote import Insertion, inserted, is_advised, plainly, preview, through_model
from noctule.dataclass import dataclass
from noctule.errors import (
    Ambiguous,
    Changed,
    ModelError,
    NoctuleError,
    NotFound,
    Refused,
    SettingsError,
)
from noctule.memories.profile import items as items_of
from noctule.memories.text import decode, encode, with_newline
from noctule.models.chat import ChatRequest, Reply
from noctule.safety.sanitize import one_line
from noctule.service.capture.task_models import TaskModels
from noctule.service.capture.writing import Target, Writer, Writing
from noctule.service.events import Events, Nudge
from noctule.service.instructions import MOST_BYTES, promote_file
from noctule.service.person import Person
from noctule.service.profile import USER_FILE
from noctule.service.profile_items import ProfileItem, look_at_profile
from noctule.service.project import OpenProject, Projects
from noctule.store.files import content_hash
from noctule.store.guarded import read_guarded
from noctule.store.leftovers import write_outside_home
from noctule.store.promotions import Promotion, Promotions
from noctule.store.proposals import new_id

logger = logging.getLogger(__name__)

COMMAND = "noctule.server.promote"
_NUDGE = "promote"
_ADVICE = "Some items of your profile have proved themselves: promote them into your instruction file."
_FINISHED = "A promotion that broke off was finished. "
_APPROVE = "Promote"
_REFUSE = "Not now"
_DIFF_CHARS = 1_500


@dataclass(frozen=True, slots=True)
class PromoteAnswer:
    """`verdict`: proposed (approve it by its `promotion`), promoted, or nothing. `diff` is the edit, unified."""

    verdict: str
    message: str
    file: str | None = None
    promotion: str | None = None
    diff: str | None = None
    items: tuple[str, ...] = ()


class Promoting:
    """Every method raises `WorkspaceError`s, `Disabled`, `StorageError`s, and what is said of it."""

    def __init__(
        self,
        projects: Projects,
        events: Events,
        writing: Writing,
        models: TaskModels,
        person: Person | None = None,
    ) -> None:
        self._projects = projects
        self._events = events
        self._writing = writing
        self._models = models
        self._person = person

    async def propose(self, wanted: Sequence[str] = (), workspace_uri: str | None = None) -> PromoteAnswer:
        """The edit that would promote the items that are old enough, or of these the `wanted` (each by a text in it).

        Nothing is written; an interactive client's person is asked. A promotion that broke off is finished first.
        Raises `SettingsError` where no file is named, `PathRefused`, `NotText` or `NotFound` for one that is not to
        be edited, `NotFound`, `Ambiguous`, `Refused` for an item that is none, several, or too young.
        """
        opened = await asyncio.to_thread(self._opened, workspace_uri)
        finished = _FINISHED if await asyncio.to_thread(self._reconcile, opened) else ""
        file, data = await asyncio.to_thread(self._file, opened)
        items = await asyncio.to_thread(self._chosen, opened, wanted)
        if not items:
            return PromoteAnswer("nothing", finished + await asyncio.to_thread(self._nothing, opened), str(file))
        text = decode(data).text
        insertion, note = await self._insertion(opened, text, [item.text for item in items])
        if insertion is None:
            return PromoteAnswer("nothing", "The model found no item that belongs into the file.", str(file))
        after = inserted(text, insertion)
        promotion = _promotion(file, data, after, insertion, items)
        await asyncio.to_thread(self._record(opened).propose, promotion)
        diff = preview(text, after, str(file))
        if self._person is not None:
            self._person.later(self._ask(self._person, opened, promotion, diff), "asking about a promotion")
        count = "1 item" if len(promotion.items) == 1 else f"{len(promotion.items)} items"
        message = f"{finished}{note}{count} would move into {file}. Approve it to write it."
        return PromoteAnswer("proposed", message, str(file), promotion.id, diff, insertion.items)

    def apply(self, promotion_id: str, workspace_uri: str | None = None) -> PromoteAnswer:
        """Makes the edit that was shown: the file first, then the items leave the profile.

        Raises `NotFound` for a proposal that was replaced or made already, `Changed` where the file or an item is no
        longer as it was shown, and as `propose` for the file.
        """
        opened = self._opened(workspace_uri)
        record = self._record(opened)
        with record.alone():
            pending = record.pending()
            if pending is None or pending.id != promotion_id or pending.stage != "proposed":
                raise NotFound("There is no such promotion any more: ask for a new one.")
            file, data = self._file(opened)
            if str(file) != pending.file or content_hash(data) != pending.before:
                raise Changed(f"{file} was changed since the edit was shown; nothing was written.")
            self._require_items(opened, pending)
            record.begin(pending)
            write_outside_home(file, encode(pending.text, pending.encoding))
            self._finish(opened, pending)
        items = tuple(item for _, item in pending.items)
        return PromoteAnswer("promoted", f"Promoted into {file}: {len(items)}.", str(file), items=items)

    def advise(self, session_id: str) -> None:
        """A word to the person at a session's start, once a session, where promoting is due. Raises nothing."""
        try:
            session = self._projects.state.sessions.find(session_id)
            opened = self._projects.open_session(session) if session is not None and session.kind == "main" else None
            if opened is None or not opened.is_enabled or not self._is_due(opened):
                return
            if self._projects.state.nudge(session_id, _NUDGE, self._projects.now()):
                self._events.tell(Nudge(opened.workspace_uri, _NUDGE, _ADVICE, COMMAND))
        except NoctuleError as error:
            logger.warning("promotions were not looked at: %s", error.kind)

    def _is_due(self, opened: OpenProject) -> bool:
        look = look_at_profile(self._projects, opened)
        if promote_file(self._projects, opened) is None or not self._old_enough(opened, look.items):
            return False
        return is_advised(fullest=look.fullest, last=self._record(opened).last(), now=self._projects.now())

    def _opened(self, workspace_uri: str | None) -> OpenProject:
        return self._projects.open(workspace_uri).require_enabled()

    def _record(self, opened: OpenProject) -> Promotions:
        return Promotions(self._projects.profile(opened).memories.state)

    def _file(self, opened: OpenProject) -> tuple[Path, bytes]:
        """The file that may be edited, and its bytes."""
        file = promote_file(self._projects, opened)
        if file is None:
            raise SettingsError("No file to promote into is named: set promote.file to your global instruction file.")
        return file, read_guarded(file, MOST_BYTES)

    def _chosen(self, opened: OpenProject, wanted: Sequence[str]) -> list[ProfileItem]:
        everything = look_at_profile(self._projects, opened).items
        old = self._old_enough(opened, everything)
        if not wanted:
            return old
        chosen = [_one_of(everything, text) for text in wanted]
        young = next((item for item in chosen if item not in old), None)
        if young is not None:
            days = opened.resolved.settings.promote.min_days
            raise Refused(f"An item is promoted once it is {days} days old; this one is there since {young.since:%F}.")
        return list(dict.fromkeys(chosen))

    def _old_enough(self, opened: OpenProject, items: Sequence[ProfileItem]) -> list[ProfileItem]:
        since = self._projects.now() - timedelta(days=opened.resolved.settings.promote.min_days)
        return [item for item in items if item.since <= since]

    def _nothing(self, opened: OpenProject) -> str:
        items = look_at_profile(self._projects, opened).items
        days = opened.resolved.settings.promote.min_days
        if not items:
            return "The profile is empty: there is nothing to promote."
        oldest = min(item.since for item in items)
        return f"No item is {days} days old yet; the oldest is there since {oldest:%F}."

    async def _insertion(self, opened: OpenProject, text: str, items: Sequence[str]) -> tuple[Insertion | None, str]:
        """What to insert, and a sentence about a model that failed: its part is then done plainly."""
        if not self._models.is_named(opened):
            return plainly(items), ""

        async def ask(request: ChatRequest) -> Reply:
            return await self._models.ask(opened, request)

        try:
            return await through_model(text, items, ask), ""
        except ModelError as error:
            return plainly(items), f"The model could not be asked ({str(error).rstrip('.')}): a plain list. "

    async def _ask(self, person: Person, opened: OpenProject, promotion: Promotion, diff: str) -> None:
        message = f"Promote {len(promotion.items)} profile items into {one_line(promotion.file)}?\n{diff[:_DIFF_CHARS]}"
        try:
            if await person.choose(message, [_APPROVE, _REFUSE]) == _APPROVE:
                await asyncio.to_thread(self.apply, promotion.id, opened.workspace_uri)
        except NoctuleError as error:
            self._events.tell(Nudge(opened.workspace_uri, _NUDGE, str(error), COMMAND))
        finally:
            person.settled()

    def _require_items(self, opened: OpenProject, pending: Promotion) -> None:
        folder = self._projects.profile(opened).memories
        for file, item in pending.items:
            try:
                known = items_of(decode(folder.read(file)).text)
            except NotFound:
                known = ()
            if item not in known:
                raise Changed(f"{file} was changed since the edit was shown; nothing was written.")

    def _finish(self, opened: OpenProject, pending: Promotion) -> None:
        """The items leave the profile; those that somebody removed already are gone."""
        folder = self._projects.profile(opened).memories
        for file, item in pending.items:
            target: Target = "user" if file == USER_FILE else "notes"
            try:
                if item in items_of(decode(folder.read(file)).text):
                    self._writing.remove(None, None, item, Writer(target=target, workspace_uri=opened.workspace_uri))
            except NotFound:
                continue
        self._record(opened).finish(self._projects.now())

    def _reconcile(self, opened: OpenProject) -> bool:
        """Whether a promotion was finished that broke off after its file was written.

        One that broke off before that is forgotten.
        """
        record = self._record(opened)
        pending = record.pending()
        if pending is None or pending.stage != "applying":
            return False
        with record.alone():
            pending = record.pending()
            if pending is None or pending.stage != "applying":
                return False
            try:
                data = read_guarded(Path(pending.file), MOST_BYTES)
            except NoctuleError:
                data = b""
            if _is_written(pending, data):
                self._finish(opened, pending)
                return True
            record.drop()
            return False


def _promotion(file: Path, data: bytes, after: str, insertion: Insertion, items: Sequence[ProfileItem]) -> Promotion:
    encoding = decode(data).encoding
    files = {item.text: item.file for item in items}
    return Promotion(
        id=new_id(),
        file=str(file),
        before=content_hash(data),
        after=content_hash(encode(after, encoding)),
        text=after,
        encoding=encoding,
        inserted=insertion.lines,
        items=tuple((files[item], item) for item in insertion.items),
    )


def _is_written(promotion: Promotion, data: bytes) -> bool:
    """Whether the file has the edit, also where somebody went on to change the file since."""
    if content_hash(data) == promotion.before:
        return False
    return content_hash(data) == promotion.after or promotion.inserted in with_newline(decode(data).text, "\n")


def _one_of(items: Sequence[ProfileItem], text: str) -> ProfileItem:
    """The item that `text` is, or is found in."""
    matches = [item for item in items if item.text == text.strip()] or [item for item in items if text in item.text]
    if not matches:
        raise NotFound("No item of the profile holds that text.")
    if len(matches) > 1:
        raise Ambiguous(f"{len(matches)} items of the profile hold that text. Give more of it.")
    return matches[0]
