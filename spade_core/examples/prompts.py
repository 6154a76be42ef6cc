"""Examples without the prompt that was sent: filled in from the template and the example's fields."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from spade_core.examples.example import Example
from spade_core.prompt_files import Lookup, PromptTemplate, filled_parts


@dataclass(frozen=True, slots=True)
class Prompted:
    """Examples with their prompts, as far as they are known."""

    examples: tuple[Example, ...]
    unfilled: int = 0
    """How many have none still."""
    why: str = ""
    """What kept the first of those from one."""


def with_prompts(examples: Iterable[Example], template: PromptTemplate, *, lookup: Lookup | None = None) -> Prompted:
    """Return the examples, those without a prompt with the template filled with their fields.

    A prompt that is given stays. The ids stay, too. `lookup` finds the templates that this one includes.
    """
    found: list[Example] = []
    reasons: list[str] = []
    for example in examples:
        prompt = example.prompt
        if not prompt:
            try:
                prompt = "\n\n".join(filled_parts(template, example.fields, lookup=lookup))
            except ValueError as error:
                reasons.append(str(error))
        found.append(example if prompt == example.prompt else replace(example, prompt=prompt))
    return Prompted(tuple(found), len(reasons), reasons[0] if reasons else "")
