"""The texts of a run that may be sent, for `Models.foresee`: every version of the prompt and every example."""

from collections.abc import Iterable, Iterator

from spade_core.examples import Example
from spade_core.versions import PromptVersion


def material_of(versions: Iterable[PromptVersion], examples: Iterable[Example]) -> Iterator[str]:
    """Yield every text of versions and examples, each once."""
    seen: set[str] = set()
    for text in _texts(versions, examples):
        if text and text not in seen:
            seen.add(text)
            yield text


def _texts(versions: Iterable[PromptVersion], examples: Iterable[Example]) -> Iterator[str]:
    for version in versions:
        yield version.template.text
    for example in examples:
        yield example.prompt
        yield example.response
        yield from (value for value in example.fields.values() if isinstance(value, str))
