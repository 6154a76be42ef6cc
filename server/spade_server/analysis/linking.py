"""Which assertion checks which instruction, found through the words that the assertion was made from.

A person edits prompts and assertions alike, so a link may have come loose: the sentence was reworded, or is gone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import chain

from spade_core.criteria import Origin, ask_the_same
from spade_core.deltas import identity_of
from spade_core.storage import Provenance, StoredAssertion, StoredAssertions
from spade_server.analysis.prompt_model import Instruction, TemplateModel
from spade_server.analysis.sentence_history import SentenceHistory, unsaved_successors


class Fit(Enum):
    """How an assertion's source stands to the prompt of now."""

    CURRENT = auto()
    """The sentence is there, or one that asks for the same came in its place."""
    CHANGED = auto()
    """Another sentence came in its place, and no longer asks for this."""
    REMOVED = auto()
    """The sentence is gone."""


@dataclass(frozen=True, slots=True)
class Link:
    """One source of one assertion."""

    assertion: StoredAssertion
    provenance: Provenance
    fit: Fit
    instruction: Instruction | None
    """None when the prompt no longer has it."""


@dataclass(frozen=True, slots=True)
class Links:
    """All links between a template and the assertions beside it."""

    _by_span: Mapping[int, tuple[Link, ...]] = field(default_factory=dict)
    _by_name: Mapping[str, tuple[Link, ...]] = field(default_factory=dict)

    def of_instruction(self, instruction: Instruction) -> tuple[Link, ...]:
        """Return the links of an instruction, one for each assertion."""
        return self._by_span.get(instruction.span.start, ())

    def check(self, start: int) -> bool:
        """Whether an assertion is linked to the instruction that begins at `start` of the document."""
        return start in self._by_span

    def of_assertion(self, name: str) -> tuple[Link, ...]:
        """Return the links of an assertion."""
        return self._by_name.get(name, ())


def links_between(template: TemplateModel, stored: StoredAssertions, sentence_history: SentenceHistory | None) -> Links:
    """Return the links between a template and its assertions; without a history only equal sentences are found."""
    if not any(assertion.provenance for assertion in stored.assertions):
        return Links()
    finder = _Finder(template, sentence_history)
    by_name = {
        assertion.name: tuple(_link(assertion, provenance, finder) for provenance in assertion.provenance)
        for assertion in stored.assertions
    }
    return Links(_by_instruction(chain.from_iterable(by_name.values())), by_name)


def _link(assertion: StoredAssertion, provenance: Provenance, finder: "_Finder") -> Link:
    instruction, is_there = finder.found(provenance.sentence)
    if is_there:
        return Link(assertion, provenance, Fit.CURRENT, instruction)
    if instruction is not None:
        asked = any(criterion.description == provenance.description for criterion in instruction.criteria)
        asked = asked and not _asks_of_old_words(assertion, provenance, instruction)
        return Link(assertion, provenance, Fit.CURRENT if asked else Fit.CHANGED, instruction)
    return Link(assertion, provenance, Fit.REMOVED, None)


def _asks_of_old_words(assertion: StoredAssertion, provenance: Provenance, instruction: Instruction) -> bool:
    """Whether its question for a judge quotes a sentence that has come to ask for something else."""
    if not assertion.asks_judge or provenance.origin is not Origin.CUES:
        return False
    return not ask_the_same(provenance.sentence, instruction.sentence.text, alike=_REWORDED)


_REWORDED = 0.5
"""Share of the words that two wordings have in common that may ask the same; the others must be empty ones."""


class _Finder:
    """Finds the instruction of now that a sentence of some version became."""

    def __init__(self, template: TemplateModel, sentence_history: SentenceHistory | None) -> None:
        self._places = {
            name: (block, number) for block in reversed(template.blocks) for name, number in block.said.names_inside
        }
        self._template = template
        self._sentence_history = sentence_history
        self._unsaved: dict[str, str] | None = None
        self._found: dict[str, tuple[Instruction | None, bool]] = {}

    def found(self, text: str) -> tuple[Instruction | None, bool]:
        """Return the instruction of now for a sentence, and whether it still has its words."""
        known = self._found.get(text)
        if known is None:
            there = self.now(identity_of(text))
            known = self._found[text] = (there or self.successor(text), there is not None)
        return known

    def now(self, name: str) -> Instruction | None:
        """Return the instruction of this identity, the first of several."""
        place = self._places.get(name)
        return place[0].instructions[place[1]] if place is not None else None

    def successor(self, text: str) -> Instruction | None:
        """Return the instruction that a sentence became, through every rewording."""
        if self._sentence_history is None:
            return None
        name = identity_of(text)
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            following = self._sentence_history.successors.get(name) or self._unsaved_successor(name)
            if following is None:
                return None
            if (found := self.now(following)) is not None:
                return found
            name = following
        return None

    def _unsaved_successor(self, name: str) -> str | None:
        if self._unsaved is None:
            sentences = [sentence for block in self._template.blocks for sentence in block.said.block.sentences]
            found = unsaved_successors(self._sentence_history, sentences) if self._sentence_history else {}
            self._unsaved = {old: identity_of(new.text) for old, new in found.items()}
        return self._unsaved.get(name)


def _by_instruction(links: Iterable[Link]) -> dict[int, tuple[Link, ...]]:
    found: defaultdict[int, dict[str, Link]] = defaultdict(dict)
    for link in links:
        if link.instruction is not None:
            known = found[link.instruction.span.start].get(link.assertion.name)
            if known is None or (known.fit is Fit.CHANGED and link.fit is Fit.CURRENT):
                found[link.instruction.span.start][link.assertion.name] = link
    return {start: tuple(sorted(by_name.values(), key=_is_outdated)) for start, by_name in found.items()}


def _is_outdated(link: Link) -> bool:
    """Those come last: in a hover, and where one goes from the instruction to what checks it."""
    return link.fit is Fit.CHANGED
