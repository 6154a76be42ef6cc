"""What a prompt with contexts beside a question is offered, sentence by sentence."""

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from spade_core.constraints import Constraint
from spade_core.context import fields_of_prompt, offered
from spade_core.deltas import sentences_of
from spade_core.examples import ContextFields, Example, Label
from spade_core.prompt_files import PromptTemplate, read_prompt

FIELDS = ContextFields("contexts", "question")


def template(text: str) -> PromptTemplate:
    return read_prompt("a.prompt.md", text).templates[0]


def offers(text: str, examples: Sequence[Example] = ()) -> dict[str, str]:
    """Return the names of what is offered, each with the sentence that asks for it."""
    found: dict[str, str] = {}
    for sentence, constraint in offered(sentences_of(template(text)), FIELDS, examples, tau=0.25):
        assert isinstance(constraint, Constraint)
        found[constraint.named] = sentence.text
    return found


def example(fields: Mapping[str, object], response: str = "Yes.", label: Label | None = None) -> Example:
    return Example("e", fields, "", response, label)


@pytest.mark.parametrize(
    "sentence",
    [
        "Answer only from the context.",
        "Use only the information provided.",
        "Do not use outside knowledge.",
        "Your answer must be based solely on the documents below.",
        "Stick to the passages.",
    ],
)
def test_a_sentence_that_binds_the_answer_to_the_contexts_asks_for_what_code_can_tell(sentence: str) -> None:
    found = offers(f"{sentence}\n{{contexts}}\nQuestion: {{question}}")
    assert found["no new numbers"] == found["no new names"] == sentence
    assert found["says unknown where contexts have nothing"] == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "If you do not know, say so.",
        'If the answer is not in the context, reply "unknown".',
        "Say that you don't know.",
    ],
)
def test_a_sentence_that_asks_for_not_knowing_is_obeyed_where_the_contexts_have_nothing(sentence: str) -> None:
    assert offers(f"{sentence}\n{{contexts}}\n{{question}}")["says unknown where contexts have nothing"] == sentence


def test_citations_and_own_words_are_looked_at_where_the_prompt_speaks_of_them() -> None:
    assert "no unknown citations" not in offers("{contexts}\n{question}")
    assert offers("Cite your sources.\n{contexts}\n{question}")["no unknown citations"] == "Cite your sources."


def test_what_is_offered_says_what_it_looks_for() -> None:
    says = {c.describe() for _, c in offered(sentences_of(template("{contexts}\n{question}")), FIELDS, (), tau=0.25)}
    assert "the response has no numbers that contexts neither hold nor lead to" in says
    assert "the response has no names that neither contexts nor question hold" in says


def test_a_bound_is_fitted_to_the_labels_and_never_guessed() -> None:
    def scored(score: float, label: Label) -> Example:
        return example({"scores": {"faithfulness": score}}, label=label)

    good, bad = [scored(0.9, Label.GOOD)] * 10, [scored(0.5, Label.BAD)] * 10
    sentences = sentences_of(template("{contexts}\n{question}"))
    fitted = {c.source(): c.describe() for _, c in offered(sentences, FIELDS, [*good, *bad], tau=0.25)}
    says = fitted['example["scores"]["faithfulness"] >= 0.7']
    assert says.endswith("held out, it catches 10 of 10 bad and fails 0 of 10 good)")
    few = [c.source() for _, c in offered(sentences, FIELDS, [*good[1:], *bad], tau=0.25)]
    assert not any("scores" in source for source in few)


@pytest.mark.parametrize(
    ("placeholders", "fields", "named", "found"),
    [
        (["contexts", "question"], {}, {}, ContextFields("contexts", "question")),
        (["context", "query"], {"query": "", "documents": []}, {}, ContextFields("documents", "query")),
        (["document"], {}, {}, None),
        (["context"], {}, {}, None),
        (["pages", "ask"], {}, {"contexts": "pages", "question": "ask"}, ContextFields("pages", "ask")),
    ],
)
def test_the_fields_are_found_where_contexts_stand_beside_a_question(
    placeholders: list[str], fields: dict[str, object], named: dict[str, str], found: ContextFields | None
) -> None:
    assert fields_of_prompt(placeholders, [example(fields)], **named) == found


def test_the_program_on_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "context.md").read_text("utf-8")
    [program] = [each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import" in each]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
