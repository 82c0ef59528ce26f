"""The first commit of a project's repository: by it, and its remote, a project is known again where it was moved."""

import logging
import time
from pathlib import Path

from noctule.store.repository import git_folder, is_shallow

logger = logging.getLogger(__name__)

# A history of a million commits is read in the background, yet not for ever.
_MOST_SECONDS = 60.0
_ASK_CLOCK_EVERY = 100


def root_commit(root: Path, most_seconds: float = _MOST_SECONDS) -> str | None:
    """The name of the commit that the history at `root` began with, by first parents from what is checked out.

    None outside a repository, before its first commit, in a shallow clone, in one that cannot be read, and where the
    way is longer than `most_seconds`. It reads every commit on the way: for the background.
    """
    if git_folder(root) is None or is_shallow(root):
        return None
    try:
        return _first_of(root, time.monotonic() + most_seconds)
    except Exception as error:
        # Somebody else's repository may hold anything; a project that is not known again is no fault.
        logger.info("the first commit of a repository could not be read: %s", type(error).__name__)
        return None


def _first_of(root: Path, deadline: float) -> str | None:
    from dulwich.objects import Commit
    from dulwich.repo import Repo

    with Repo(str(root)) as repository:
        name = repository.head()
        passed = 0
        while True:
            commit = repository.object_store[name]
            if not isinstance(commit, Commit):
                return None
            if not commit.parents:
                return name.decode("ascii")
            name = commit.parents[0]
            passed += 1
            if passed % _ASK_CLOCK_EVERY == 0 and time.monotonic() > deadline:
                return None
