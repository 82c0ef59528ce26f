"""Tells on stderr how far long work is: one line that is written over on a terminal, nothing where nobody looks."""

import sys
import time

from noctule.cli.output import Output

# Work that is done sooner needs no word.
_SILENT_SECONDS = 1.0


class Telling:
    """The progress of one piece of work. `end` clears its line."""

    def __init__(self, output: Output, title: str) -> None:
        self._is_shown = sys.stderr.isatty() and not output.is_json
        self._title = title
        self._began = time.monotonic()
        self._is_begun = False

    def tell(self, done: int, total: int) -> None:
        """`done` and `total` in bytes."""
        if not self._is_shown or time.monotonic() - self._began < _SILENT_SECONDS:
            return
        self._is_begun = True
        share = 100 * done // total if total else 100
        sys.stderr.write(f"\r{self._title}: {share} % of {total / 1e6:,.0f} MB\x1b[K")
        sys.stderr.flush()

    def end(self) -> None:
        if self._is_begun:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
