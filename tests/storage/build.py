"""Candidates and criteria as the earlier stages would hand them over."""

from datetime import UTC, datetime

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.criteria.criterion import Criterion, Origin
from spade_core.deltas.sentence import Sentence, SentenceKind
from spade_core.prompt_files.template import Dialect, PromptTemplate, TemplatePart
from spade_core.taxonomy import Category
from spade_core.text import SourceMap, Span
from spade_core.versions.version import Commit, PromptVersion, VersionState

SENTENCE = "Keep the note under 100 words."
COMMIT = Commit("1a2b3c4d" * 5, "Ana María", datetime(2024, 5, 1, 12, 30, tzinfo=UTC), "Shorter notes")


def version(text: str = f"Hello.\n{SENTENCE}\n", *, offset: int = 10, commit: Commit | None = COMMIT) -> PromptVersion:
    """A version whose one part stands `offset` code points into its file."""
    part = TemplatePart(None, text, SourceMap.identity(len(text), offset=offset))
    return PromptVersion(
        index=4,
        template=PromptTemplate("", Dialect.NONE, (part,), ()),
        state=VersionState.COMMITTED if commit else VersionState.UNCOMMITTED,
        path="prompts/note.prompt.md",
        commits=(commit,) if commit else (),
    )


def criterion(phrase: str = "under 100 words", *, at: PromptVersion | None = None) -> Criterion:
    """The criterion of `phrase` in SENTENCE."""
    at = at or version()
    start = SENTENCE.index(phrase)
    place = at.template.parts[0].text.index(SENTENCE)
    return Criterion(
        description="The response has at most 100 words.",
        category=Category.QUANTITY,
        sentence=Sentence(SENTENCE, 0, None, Span(place, place + len(SENTENCE)), SentenceKind.PROSE),
        phrase=Span(start, start + len(phrase)),
        version=at,
        delta=4,
    )


def source_of(name: str, body: str = "return True") -> str:
    """The text of an assertion."""
    indented = body.replace("\n", "\n    ")
    return f"async def {name}(example: dict, prompt: str, response: str) -> bool:\n    {indented}"


def candidate(
    name: str, body: str = "return True", *criteria: Criterion, origin: Origin = Origin.CUES
) -> CandidateAssertion:
    """A candidate named `name`."""
    return CandidateAssertion(name, source_of(name, body), criteria, origin)
