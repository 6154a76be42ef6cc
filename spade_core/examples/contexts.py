"""Which fields of an example hold the retrieved contexts, the question and the reference."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from spade_core.text import word_list

_CONTEXTS: Final = word_list("""
    contexts context retrievedcontexts retrievedcontext documents docs sourcedocuments passages chunks snippets excerpts
    searchresults retrieveddocuments referencecontexts
""")
_QUESTIONS: Final = ("question", "userinput", "query", "userquestion", "userquery", "input", "inputtext", "prompt")
_REFERENCES: Final = word_list("""
    reference groundtruth groundtruths referenceanswer expectedanswer expectedoutput ideal referenceoutputsanswer
    referenceoutputsoutput referenceoutputs
""")


@dataclass(frozen=True, slots=True)
class ContextFields:
    """The names of the fields; the question and the reference are empty where there is none."""

    contexts: str
    question: str = ""
    reference: str = ""


def context_fields(names: Collection[str], *, contexts: str = "", question: str = "") -> ContextFields | None:
    """Return the fields among these names; None where none holds contexts.

    `contexts` and `question` are the names that a person gave, which need not be among them.
    """
    held = contexts or _named(_CONTEXTS, names)
    if not held:
        return None
    rest = [name for name in names if name != held]
    return ContextFields(held, question or _named(_QUESTIONS, rest), _named(_REFERENCES, rest))


def _named(known: Collection[str], names: Collection[str]) -> str:
    """Return the first of the known names that is there, in whatever case and with whatever marks it is written."""
    by_plain = {plain(name): name for name in reversed(list(names))}
    return next((by_plain[name] for name in known if name in by_plain), "")


def plain(name: str) -> str:
    """Return the letters and digits of a name in small letters; ``outputs.`` and the like before it do not count."""
    lowered = name.lower()
    for prefix in ("outputs.", "output.", "inputs.", "vars.", "metadata."):
        lowered = lowered.removeprefix(prefix)
    return "".join(ch for ch in lowered if ch.isalnum())
