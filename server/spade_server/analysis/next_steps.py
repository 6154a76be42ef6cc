"""What is beside a prompt, and what a person can do next with it."""

from spade_core.examples import Label
from spade_server.documents.sidecars import Sidecars
from spade_server.protocol.messages import ClientCommand
from spade_server.words import said


def next_steps(beside: Sidecars) -> list[tuple[ClientCommand, str]]:
    """Return the commands that make sense now with their titles, in the order of the work."""
    labels, examples, stored = beside.labels, beside.examples.examples, beside.stored
    steps = [
        (ClientCommand.GENERATE, "Generate", True),
        (ClientCommand.IMPORT_EXAMPLES, "Import Examples", not examples),
        (ClientCommand.PASTE_RESPONSES, "Paste Responses", not examples),
        (ClientCommand.LABEL, "Label", bool(examples)),
        (ClientCommand.SELECT, "Select", bool(stored.assertions) and bool(labels[Label.GOOD] and labels[Label.BAD])),
        (ClientCommand.OPEN_REPORT, "Report", bool(stored.chosen)),
    ]
    return [(command, said(title)) for command, title, is_possible in steps if is_possible]
