"""What a prompt with retrieved contexts beside a question asks of a response, as far as code can tell."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from spade_core.checks import copied_words
from spade_core.constraints import Constraint, Cut, cut_between, literal
from spade_core.context.given import FIELD, given_scores
from spade_core.deltas import Sentence
from spade_core.examples import ContextFields, Example, Label
from spade_core.taxonomy import Category

_CONTEXTS: Final = (
    r"(?:contexts?|documents?|docs|passages?|excerpts?|snippets?|sources?|search results|articles?|pages?|"
    r"(?:information|text|material|facts) (?:above|below|provided|given|that follow)|"
    r"(?:provided|given|following|above) (?:information|text|material|facts))"
)
_ONLY: Final = re.compile(
    r"\b(?:only|solely|exclusively|strictly|nothing but|based on|according to|grounded in|stick to)\b"
    rf".{{0,60}}\b{_CONTEXTS}"
    rf"|{_CONTEXTS}.{{0,20}}\b(?:only|alone)\b"
    r"|\b(?:not|never|without)\b.{0,40}\b(?:prior|outside|own|external|general|other) (?:knowledge|information|facts)"
    rf"|\bnot\b.{{0,60}}\b(?:not|isn't|outside)\b.{{0,20}}\b{_CONTEXTS}",
    re.IGNORECASE | re.DOTALL,
)
_ABSTAIN: Final = re.compile(
    r"(?:do not|don't|does not|didn't|cannot|can't|not) (?:know|be answered|answer|find|have (?:enough|the))"
    r"|\bunknown\b"
    rf"|\b(?:not|isn't|n't|no|lacks?)\b.{{0,50}}\b{_CONTEXTS}.{{0,60}}\b(?:say|reply|respond|answer|state|write|tell)\b",
    re.IGNORECASE | re.DOTALL,
)
_CITE: Final = re.compile(
    r"\bcit(?:e|es|ing|ations?)\b|\[(?:\d|id|source|n)\]|\breferences? (?:to|in|by)\b", re.IGNORECASE
)
_OWN_WORDS: Final = re.compile(r"\bown words\b|\bcop(?:y|ying|ied)\b|\bverbatim\b|\bparaphras", re.IGNORECASE)
_NUMBERS: Final = "numbers"
_ANSWERS: Final = "answers"
_NEW: Final = ("numbers", "dates", "names", "quotations")


@dataclass(frozen=True, slots=True)
class NothingNew(Constraint):
    """Nothing of a kind in the response that the contexts or the question do not hold, or that they tell otherwise."""

    category: ClassVar[Category] = Category.EXCLUSION
    what: str
    fields: ContextFields

    @property
    def named(self) -> str:
        """Return "no new numbers"."""
        return f"no new {self.what}"

    def describe(self) -> str:
        """Return "the response has no names that neither contexts nor question hold"."""
        contexts, question = self.fields.contexts, self.fields.question
        if self.what == _ANSWERS:
            return f"the response says nothing new in words of {question} that {contexts} do not hold"
        if self.what == _NUMBERS:
            return f"the response has no numbers that {contexts} neither hold nor lead to"
        held = f"neither {contexts} nor {question} hold" if question else f"{contexts} do not hold"
        return f"the response has no {self.what} that {held}"

    def source(self) -> str:
        """Return ``not new_numbers(response, example["contexts"], example["question"])``."""
        return f"not new_{self.what}(response, {_read(self.fields)})"


@dataclass(frozen=True, slots=True)
class Cites(Constraint):
    """Only contexts that are there are cited."""

    category: ClassVar[Category] = Category.EXCLUSION
    fields: ContextFields

    @property
    def named(self) -> str:
        """Return "no unknown citations"."""
        return "no unknown citations"

    def describe(self) -> str:
        """Return "each citation of the response is of one of contexts"."""
        return f"each citation of the response is of one of {self.fields.contexts}"

    def source(self) -> str:
        """Return ``not unknown_citations(response, example["contexts"])``."""
        return f"not unknown_citations(response, example[{literal(self.fields.contexts)}])"


@dataclass(frozen=True, slots=True)
class AnswersQuestion(Constraint):
    """Each part of the question has an answer of its kind."""

    category: ClassVar[Category] = Category.INCLUSION
    fields: ContextFields

    @property
    def named(self) -> str:
        """Return "no part of question unanswered"."""
        return f"no part of {self.fields.question} unanswered"

    def describe(self) -> str:
        """Return "each part of question that asks for a number, ... has one"."""
        return f"each part of {self.fields.question} that asks for a number, a time, a place or a person is given one"

    def source(self) -> str:
        """Return ``not unanswered(response, example["question"])``."""
        return f"not unanswered(response, example[{literal(self.fields.question)}])"


@dataclass(frozen=True, slots=True)
class Abstains(Constraint):
    """The response says that it does not know where the contexts have nothing."""

    category: ClassVar[Category] = Category.INCLUSION
    fields: ContextFields

    @property
    def named(self) -> str:
        """Return "says unknown where contexts have nothing"."""
        return f"says unknown where {self.fields.contexts} have nothing"

    def describe(self) -> str:
        """Return "the response says that it does not know where contexts share no word with it ..."."""
        asked = f" or with {self.fields.question}" if self.fields.question else ""
        return f"the response says that it does not know, or {self.fields.contexts} share a word with it{asked}"

    def source(self) -> str:
        """Return ``says_unknown(response) or speaks_of(example["contexts"], example["question"], response)``."""
        return f"says_unknown(response) or speaks_of({_read(self.fields)}, response)"


@dataclass(frozen=True, slots=True)
class FittedCopy(Constraint):
    """A bound on the words in a row that are copied from a context, fitted to labels."""

    category: ClassVar[Category] = Category.EXCLUSION
    fields: ContextFields
    cut: Cut

    @property
    def named(self) -> str:
        """Return a name that another fit keeps."""
        return f"few words copied from {self.fields.contexts}"

    def describe(self) -> str:
        """Return "the response copies at most 12 words in a row from contexts (fitted on ...)"."""
        most = f"at most {self.cut.bound:g} words in a row"
        return f"the response copies {most} from {self.fields.contexts} ({self.cut.words})"

    def source(self) -> str:
        """Return ``copied_words(response, example["contexts"]) <= 12``."""
        return f"copied_words(response, example[{literal(self.fields.contexts)}]) <= {self.cut.bound:g}"


@dataclass(frozen=True, slots=True)
class FittedScore(Constraint):
    """A bound on a score, fitted to labels."""

    category: ClassVar[Category] = Category.QUALITATIVE
    score: str
    cut: Cut

    @property
    def named(self) -> str:
        """Return a name that another fit keeps."""
        return f"{self.score} high enough"

    def describe(self) -> str:
        """Return "faithfulness is at least 0.7 (fitted on ...)"."""
        return f"{self.score.replace('_', ' ')} is at least {self.cut.bound:g} ({self.cut.words})"

    def source(self) -> str:
        """Return ``example["scores"]["faithfulness"] >= 0.7``."""
        return f"example[{literal(FIELD)}][{literal(self.score)}] >= {self.cut.bound:g}"


ContextCheck: TypeAlias = NothingNew | Cites | AnswersQuestion | Abstains | FittedCopy | FittedScore
"""Whatever is offered for retrieved contexts."""


def offered(
    sentences: Sequence[Sentence], fields: ContextFields, examples: Sequence[Example], *, tau: float
) -> Iterator[tuple[Sentence, ContextCheck]]:
    """Yield constraints, each with the sentence that asks for it, else the one that brings the contexts."""
    if not sentences:
        return
    asking = {pattern: _first(sentences, pattern) for pattern in (_ONLY, _ABSTAIN, _CITE, _OWN_WORDS)}
    brings = _first(sentences, re.compile(rf"(?<!\w){re.escape(fields.contexts)}(?!\w)")) or sentences[-1]
    grounded = asking[_ONLY] or brings
    for what in _NEW:
        yield grounded, NothingNew(what, fields)
    if (cites := asking[_CITE]) is not None:
        yield cites, Cites(fields)
    if fields.question:
        yield brings, AnswersQuestion(fields)
    if (abstains := asking[_ABSTAIN] or asking[_ONLY]) is not None:
        yield abstains, Abstains(fields)
        if fields.question:
            yield abstains, NothingNew(_ANSWERS, fields)
    labelled = [each for each in examples if each.label is not None]
    own = asking[_OWN_WORDS]
    if own is not None and (cut := _fitted(list(_copied(labelled, fields)), tau, at_least=False)) is not None:
        yield own, FittedCopy(fields, cut)
    scores = [(each, given_scores(each)) for each in labelled]
    for score in dict.fromkeys(name for _, given in scores for name in given):
        cut = _fitted([(e, given[score]) for e, given in scores if score in given], tau, at_least=True)
        if cut is not None:
            yield grounded, FittedScore(score, cut)


def _copied(examples: Sequence[Example], fields: ContextFields) -> Iterator[tuple[Example, float]]:
    for each in examples:
        with suppress(TypeError):  # what is no contexts
            yield each, float(copied_words(each.response, each.fields.get(fields.contexts)))


def _fitted(values: Sequence[tuple[Example, float]], tau: float, *, at_least: bool) -> Cut | None:
    by_label: Mapping[Label | None, list[float]] = {
        label: [value for example, value in values if example.label is label] for label in Label
    }
    return cut_between(by_label[Label.GOOD], by_label[Label.BAD], tau=tau, at_least=at_least)


def _first(sentences: Sequence[Sentence], pattern: re.Pattern[str]) -> Sentence | None:
    return next((each for each in sentences if pattern.search(each.text)), None)


def _read(fields: ContextFields) -> str:
    return ", ".join(f"example[{literal(name)}]" for name in (fields.contexts, fields.question) if name)
