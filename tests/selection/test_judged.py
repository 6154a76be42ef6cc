"""Whose verdict on a whole response counts as the judge's."""

from dataclasses import replace

from spade_core.examples.example import Label
from spade_core.selection.statistics.prediction_powered import (
    JudgedResponse,
    has_own_verdicts,
    judged_responses,
    own_verdict,
    worth_judging,
)
from tests.selection.pictures import matrix_of

MATRIX = matrix_of(
    "+ - ? ? ?",
    {"kind": "P F P F J", "polite": "P P P P P", "short": "P F F P F"},
    judges=("kind", "polite"),
)
SHORT = [candidate for candidate in MATRIX.candidates if candidate.name == "short"]


def test_a_response_is_judged_good_when_no_assertion_that_asks_fails_it() -> None:
    assert judged_responses(MATRIX, SHORT) == (
        JudgedResponse(fails=False, judged=Label.GOOD, label=Label.GOOD),
        JudgedResponse(fails=True, judged=Label.BAD, label=Label.BAD),
        JudgedResponse(fails=True, judged=Label.GOOD, label=None),
        JudgedResponse(fails=False, judged=Label.BAD, label=None),
    )


def test_verdicts_that_stand_with_the_examples_count_alone() -> None:
    said = ["good", None, "bad", 1, "perhaps"]
    examples = tuple(
        replace(example, extra={"judged": verdict}) for example, verdict in zip(MATRIX.examples, said, strict=True)
    )
    assert [own_verdict(example) for example in examples] == [Label.GOOD, None, Label.BAD, Label.GOOD, None]
    assert has_own_verdicts(examples)
    judged = judged_responses(replace(MATRIX, examples=examples), SHORT)
    assert [(response.judged, response.label) for response in judged] == [
        (Label.GOOD, Label.GOOD),
        (Label.BAD, None),
        (Label.GOOD, None),
    ]


def test_without_a_judge_there_are_no_verdicts() -> None:
    plain = matrix_of("+ - ?", {"short": "P F P"})
    assert judged_responses(plain, plain.candidates) == ()


def test_few_examples_are_not_worth_a_judge() -> None:
    labelled, waiting = MATRIX.examples[0], MATRIX.examples[2]
    assert worth_judging([labelled] * 30 + [waiting] * 100)
    assert not worth_judging([labelled] * 29 + [waiting] * 100)
    assert not worth_judging([labelled] * 30 + [waiting] * 99)
