"""The one way in which a command is refused."""

from noctule.errors import Refused


class CommandRefused(Refused):
    """The command is not run, or was stopped; the sentence tells the model what to write instead."""

    kind = "commandRefused"
