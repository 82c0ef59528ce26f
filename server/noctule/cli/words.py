"""Reads the words of a command; wrong ones are told as every other error is: as JSON where that is asked for."""

import argparse
import re
import sys
from typing import NoReturn

from noctule.cli.output import Output


class WrongUsage(Exception):
    """Words that are no command of ours. `usage` says what would be one."""

    def __init__(self, usage: str, prog: str, message: str) -> None:
        super().__init__(message)
        self._usage = usage
        self._prog = prog

    def tell(self, *, is_json: bool) -> None:
        if is_json:
            Output(is_json=True).error("usage", f"{self._prog}: {self}")
            return
        sys.stderr.write(f"{self._usage}{self._prog}: error: {self}\n")


class Parser(argparse.ArgumentParser):
    """argparse's, which would end the process by itself."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(self.format_usage(), self.prog, _short(message))


def _short(message: str) -> str:
    """For a word that is no command: what was meant, in place of all that there are."""
    found = re.fullmatch(r"argument COMMAND: invalid choice: '(.*?)' \(choose from (.*)\)", message, re.DOTALL)
    if found is None:
        return message
    import difflib  # only for whoever mistypes

    near = difflib.get_close_matches(found[1], re.findall(r"[\w-]+", found[2]), n=1)
    hint = f"did you mean {near[0]}?" if near else "--help lists them."
    return f"there is no command {found[1][:40]}: {hint}"
