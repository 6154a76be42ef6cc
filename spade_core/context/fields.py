"""The fields of retrieved contexts and question, in a prompt and in its examples."""

from collections.abc import Iterator, Sequence

from spade_core.checks import contexts_of, question_of
from spade_core.context.given import faults_of_scores
from spade_core.errors import Problem
from spade_core.examples import ContextFields, Example, ExampleSet, context_fields
from spade_core.prompt_files import PromptTemplate


def fields_of_prompt(
    placeholders: Sequence[str], examples: Sequence[Example], *, contexts: str = "", question: str = ""
) -> ContextFields | None:
    """Return the fields where a prompt brings contexts beside a question, or a person has named the contexts.

    Examples may call them otherwise than the placeholders do.
    """
    asked = context_fields(placeholders, contexts=contexts, question=question)
    if asked is None or not (contexts or asked.question):
        return None
    names = dict.fromkeys(name for example in examples for name in example.fields)
    held = context_fields(names, contexts=contexts, question=question) if names else None
    return held or asked


def brings_contexts(
    template: PromptTemplate, examples: Sequence[Example], named: tuple[str, str]
) -> ContextFields | None:
    """Return the fields of retrieved contexts and question; None where a prompt brings none."""
    placeholders = [each.name for each in template.placeholders]
    return fields_of_prompt(placeholders, examples, contexts=named[0], question=named[1])


def unread_fields(examples: ExampleSet, fields: ContextFields) -> Iterator[Problem]:
    """Yield which examples hold something else than contexts, a question or scores where these should be."""
    for example in examples.examples:
        for name, read in ((fields.contexts, contexts_of), (fields.question, question_of)):
            try:
                read(example.fields.get(name, ""))
            except TypeError as error:
                yield Problem(examples.path, example.line, f'the field "{name}" is not read: {error}')
        for fault in faults_of_scores(example).values():
            yield Problem(examples.path, example.line, f"not read as a score: {fault}")
