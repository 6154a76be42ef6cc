"""The research data's labelled deltas as values of the product, and the scores of answers on them."""

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spade_core.deltas import PromptDelta, deltas_between
from spade_core.prompt_files.template import EMPTY_TEMPLATE, Dialect, PromptTemplate, TemplatePart
from spade_core.taxonomy import Category
from spade_core.text import SourceMap
from spade_core.versions.version import PromptVersion, VersionState
from tests.research import DATA

DELTAS = DATA / "prompt_deltas" / "deltas.jsonl"
WILD_DELTAS = DATA / "prompt_deltas_wild" / "deltas.jsonl"

# an artefact of the data's export: the class of each message on a line of its own
_HEADER = re.compile(r"^(?:[A-Z][A-Za-z]*)?PromptTemplate:[ \t]*$\n?", re.MULTILINE)

Answer = frozenset[Category]


@dataclass(frozen=True, slots=True)
class LabelledDelta:
    """One delta with the categories that people gave it."""

    pipeline: str
    delta: PromptDelta
    people: Answer
    gpt4: Answer | None
    """What GPT-4 gave it; None where it was not asked."""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over any number of (delta, category) decisions."""

    hits: int
    answered: int
    wanted: int

    @property
    def precision(self) -> float:
        """1.0 when nothing was answered."""
        return self.hits / self.answered if self.answered else 1.0

    @property
    def recall(self) -> float:
        """1.0 when nothing was wanted."""
        return self.hits / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        """1.0 when nothing was answered or wanted."""
        return 2 * self.hits / (self.answered + self.wanted) if self.answered + self.wanted else 1.0


def labelled_deltas(file: Path = DELTAS) -> list[LabelledDelta]:
    """Return the rows of a file of labelled deltas in its order."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [
        LabelledDelta(
            pipeline=row["pipeline"],
            delta=delta_of(row["previous"], row["current"]),
            people=frozenset(map(Category, row["categories"])),
            gpt4=frozenset(map(Category, row["gpt4_categories"])) if row.get("gpt4_categories") else None,
        )
        for row in rows
    ]


def delta_of(previous: str, current: str) -> PromptDelta:
    """Return the delta between two texts, without changes when no sentence came or went; an empty text is P_0."""
    before, after = _version(0, previous), _version(1, current)
    return next(iter(deltas_between([before, after])), PromptDelta(before, after, ()))


def _version(index: int, text: str) -> PromptVersion:
    bare = _HEADER.sub("", text)
    if not bare.strip():
        return PromptVersion(index, EMPTY_TEMPLATE, VersionState.EMPTY, "")
    part = TemplatePart(role=None, text=bare, source=SourceMap.identity(len(bare)))
    template = PromptTemplate(name="", dialect=Dialect.FSTRING, parts=(part,), placeholders=())
    return PromptVersion(index, template, VersionState.COMMITTED, "prompt.txt")


def score(wanted: Sequence[Answer], answered: Sequence[Answer], *, only: Category | None = None) -> Score:
    """Return the micro-averaged score over all categories, or over one."""
    pairs = [
        (want & {only}, got & {only}) if only is not None else (want, got)
        for want, got in zip(wanted, answered, strict=True)
    ]
    return Score(
        hits=sum(len(want & got) for want, got in pairs),
        answered=sum(len(got) for _, got in pairs),
        wanted=sum(len(want) for want, _ in pairs),
    )


def interval(by_pipeline: Mapping[str, Score], *, draws: int = 2000, share: float = 0.95) -> tuple[float, float]:
    """Return the bootstrap interval of micro-F1 when pipelines, not rows, are drawn again."""
    names = sorted(by_pipeline)
    chance = random.Random(0)  # noqa: S311 - a seeded bootstrap, no secret
    found = []
    for _ in range(draws):
        drawn = [by_pipeline[name] for name in chance.choices(names, k=len(names))]
        total = Score(*(sum(column) for column in zip(*((s.hits, s.answered, s.wanted) for s in drawn), strict=True)))
        found.append(total.f1)
    found.sort()
    cut = round(draws * (1 - share) / 2)
    return found[cut], found[-1 - cut]
