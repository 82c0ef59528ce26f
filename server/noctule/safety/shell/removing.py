"""rm: the one command that changes something, and so the strictest."""

from noctule.safety.shell.call import PIPE, Call
from noctule.safety.shell.vault import Missing


def rm(call: Call) -> str:
    """Removes memories by their exact names, all or none."""
    given = call.given
    if not given.has("f") or not given.operands:
        raise call.refuse("write `rm -f topic.md`, with the exact names of the memories.")
    if any(word.glob is not None for word in given.operands):
        raise call.refuse("patterns of names remove nothing: write each name out.")
    paths = [word.text for word in given.operands]
    if PIPE in paths:
        raise call.refuse("`-` is no memory; write its exact name.")
    try:
        removed = call.vault.remove(paths)
    except Missing:
        call.errors.append("rm: one of these files is not there; nothing was removed")
        return ""
    return "".join(f"removed {path}\n" for path in removed)
