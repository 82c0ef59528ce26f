"""A trouble: something about the set-up, not about a memory's text, that a person should know or can mend."""

from typing import Final

from noctule.checks.finding import Severity
from noctule.dataclass import dataclass

TROUBLE_CODES: Final[dict[str, str]] = {
    "clock-behind": "This machine's clock is behind what it has written itself.",
    "database-busy": "Another program keeps a database of ours locked.",
    "database-damaged": "A database of ours cannot be read.",
    "database-newer": "A newer Noctule wrote a database of ours: two versions are in use.",
    "disk-full": "The disk of `~/.noctule` or of the memory folder is nearly full.",
    "dream-held": "A dream waits for your word.",
    "dream-locked": "Another program says that it consolidates the memory folder now.",
    "dream-on-demand": "A model is named for dreams, but they begin only when you ask.",
    "dream-unfinished": "A dream ended in the midst of it: its program was killed.",
    "extract-no-model": "Memories are to be extracted after a turn, but no model is named.",
    "folder-absent": "The memory folder that the settings name is not there.",
    "folder-link": "The memory folder is a link.",
    "folder-network": "The memory folder lies on a network disk.",
    "folder-read-only": "The memory folder may not be written.",
    "folder-unreadable": "The memory folder, or its index, cannot be read.",
    "held": "Something waits for your word.",
    "history-problem": "The hidden history of the memory folder has a gap or was damaged.",
    "home-file": "`~/.noctule` is no folder.",
    "home-open": "Others on this machine can read `~/.noctule`.",
    "home-read-only": "`~/.noctule` may not be written.",
    "home-unset": "The variable HOME is not set.",
    "hooks-gone": "An agent's hooks run a program that is not there.",
    "hooks-outdated": "An agent's hooks are not those of this Noctule.",
    "hooks-twice": "An agent has our hooks in two files: each event is told twice.",
    "hooks-unreadable": "An agent's settings file cannot be read.",
    "location": "What the settings name can be no memory folder.",
    "mcp-gone": "An MCP client is to run a program that is not there.",
    "mcp-missing": "An MCP client is to run `noctule mcp`, but the extra `mcp` is not installed.",
    "memory-off": "Memory is off.",
    "model-from-editor": "The named model is one that only an editor lends.",
    "model-refused": "The named model's server refuses the key or does not know the model.",
    "model-unreachable": "The named model's server does not answer.",
    "model-unusable": "The named model cannot be used: no key, or no such provider.",
    "no-repository": "The project is no git repository.",
    "other-program": "`noctule` on the PATH is another one than this.",
    "other-version": "`noctule` on the PATH is of another version than this.",
    "own-memory": "An agent's own memory is on beside ours.",
    "path": "No `noctule` is on the PATH, where editors look for it.",
    "paused": "A session has been paused for days.",
    "profile-problem": "A store of the profile is gone, or its folder holds what nobody reads.",
    "promote-file": "The file to promote into is not there, or cannot be used.",
    "provider": "A setting of a model's provider cannot be used.",
    "re2-missing": "The fast matcher of a dream's searches is not installed.",
    "search-large": "The database of conversation search is large.",
    "set-aside": "A damaged database was set aside.",
    "setting-misplaced": "A setting stands where it has no effect.",
    "setting-not-for-projects": "A project's file names a setting that only you may set.",
    "setting-unknown": "A setting is none of ours.",
    "setting-value": "A setting has a value that it does not take.",
    "settings-file": "A settings file cannot be read.",
    "settings-untrusted": "The project has settings of its own, which are not read.",
    "terminal": "The terminal's encoding is not UTF-8.",
    "transcripts-absent": "A folder of past conversations that the settings name is not there.",
    "watch-limit": "The system gives no more watches: changes by others are seen late.",
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """`code` is a key of `TROUBLE_CODES` and never changes; `message` says what is the matter and what to do."""

    code: str
    severity: Severity
    message: str
