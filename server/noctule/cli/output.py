"""How the command face speaks: plain text, colour on a terminal only, JSON where asked, errors on stderr."""

import json
import sys
from collections.abc import Sequence


class Output:
    """Writes one command's answer. With `is_json` it is one JSON value on stdout, errors included."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json

    @property
    def is_rich(self) -> bool:
        return sys.stdout.isatty() and not self.is_json

    def value(self, value: object) -> None:
        """The answer as JSON: values in camel case, times in RFC 3339."""
        from noctule.service.json_form import json_form

        form = json_form(value)
        text = json.dumps(form, ensure_ascii=False, indent=2)
        print(text if _can_show(text) else json.dumps(form, indent=2))

    def line(self, text: str = "") -> None:
        print(_printable(text))

    def text(self, text: str) -> None:
        """A text as it is, its own line ends and all. On a terminal, what it would obey or hide is written out."""
        if self.is_rich:
            from noctule.safety.characters import show_hidden

            text = show_hidden(text)
        sys.stdout.write(_printable(text))

    def note(self, text: str) -> None:
        """Something beside the answer, on stderr."""
        print(_printable(text), file=sys.stderr)

    def error(self, kind: str, message: str) -> None:
        if self.is_json:
            self.value({"error": {"kind": kind, "message": message}})
            return
        print(f"noctule: {_printable(message)}", file=sys.stderr)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns: drawn by rich on a terminal, tab-separated without headings elsewhere, for other programs."""
        if not self.is_rich:
            for row in rows:
                self.line("\t".join(row))
            return
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(*headings, box=None, header_style="bold", pad_edge=False)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console().print(table)

    def styled(self, text: str, style: str) -> None:
        """A line in a style on a terminal, plain elsewhere."""
        if not self.is_rich:
            self.line(text)
            return
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False, soft_wrap=True).print(Text(text, style=style))


def _printable(text: str) -> str:
    """What the terminal's encoding can show; a lone surrogate of an odd file name must not end the command."""
    return text.encode(encoding(), errors="backslashreplace").decode(encoding())


def _can_show(text: str) -> bool:
    try:
        text.encode(encoding())
    except UnicodeEncodeError:
        return False
    return True


def encoding() -> str:
    """What the terminal, or whoever reads us, takes."""
    return getattr(sys.stdout, "encoding", None) or "utf-8"
