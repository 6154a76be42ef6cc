"""What is wrong with a command line beyond what its parser sees."""

from spade_core.errors import SpadeError


class CommandLineError(SpadeError):
    """The command cannot be carried out as it was given; exit code 2."""
