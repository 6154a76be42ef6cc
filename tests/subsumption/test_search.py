"""Refutation by running, in the real sandbox."""

from collections.abc import Sequence

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox import Sandbox
from spade_core.subsumption import EdgeStatus, SaidBy, Subsumption, SubsumptionEdge, claimed
from spade_core.subsumption.probes import probes
from spade_core.subsumption.search import searched
from tests.subsumption.pairs import families

HEAD = "async def {name}(example: dict, prompt: str, response: str) -> bool:\n    "


def candidate(name: str, body: str, *, asks_judge: bool = False) -> CandidateAssertion:
    return CandidateAssertion(name, HEAD.format(name=name) + body, (), asks_judge=asks_judge)


LONG = candidate("long", "return len(response.split()) <= 100")
SHORT = candidate("short", "return len(response.split()) <= 50")


def test_a_wrong_claim_is_refuted_by_a_response_that_shows_it() -> None:
    claims = Subsumption.of([claimed("long", "short", SaidBy.MODEL), claimed("short", "long", SaidBy.MODEL)])
    found = searched(claims, [LONG, SHORT], Sandbox())
    wrong, right = found.edges
    assert (wrong.general, wrong.status, wrong.said_by) == ("long", EdgeStatus.REFUTED, SaidBy.MODEL)
    assert wrong.response is not None
    assert 50 < len(wrong.response.split()) <= 100
    assert right.status is EdgeStatus.BELIEVED
    assert found.pairs() == {("short", "long")}


def test_a_function_that_asks_a_judge_is_not_run() -> None:
    asks = candidate("asks", "return await ask_llm(prompt, response, 'Kind?')", asks_judge=True)
    claims = Subsumption.of([claimed("asks", "short", SaidBy.MODEL)])
    assert searched(claims, [asks, SHORT], Sandbox()) == claims


def test_most_wrong_claims_of_the_corpus_are_refuted_and_no_right_one() -> None:
    tried = refuted = 0
    with Sandbox() as sandbox:
        for family in families():
            if family.name not in {"keywords", "word_limits", "combined", "code_blocks", "lines"}:
                continue
            claims = Subsumption.of(claimed(one, other, SaidBy.MODEL) for one, other in family.pairs())
            wrong = {
                (edge.general, edge.specific)
                for edge in searched(claims, family.candidates, sandbox).edges
                if edge.status is EdgeStatus.REFUTED
            }
            assert not wrong & family.subsuming
            tried += len(family.pairs()) - len(family.subsuming)
            refuted += len(wrong)
    assert refuted / tried > 0.9


def test_probes_are_the_same_each_time_and_all_different() -> None:
    made = probes([LONG, SHORT], [Example("1", {"who": "Ann"}, "a prompt", "Ann wrote.\nTwice.", None)])
    assert made == probes([LONG, SHORT], [Example("1", {"who": "Ann"}, "a prompt", "Ann wrote.\nTwice.", None)])
    assert len({example.response for example in made}) == len(made)
    assert {len(example.response.split()) for example in made} >= {49, 50, 51, 99, 100, 101}
    assert made[0].fields == {"who": "Ann"}


def test_probes_of_source_that_is_no_python_are_made_all_the_same() -> None:
    assert len(probes([CandidateAssertion("odd", "def (", ())])) > 5


class _Counting:
    """The sandbox, with how much it was asked to run."""

    def __init__(self) -> None:
        self.cells = 0

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        self.cells += len(candidates) * len(examples)
        return Sandbox().run(candidates, examples)


def test_what_is_proved_and_what_does_not_matter_is_not_run() -> None:
    proved = SubsumptionEdge("short", "long", EdgeStatus.PROVED, SaidBy.ANALYSIS, "read")
    runner = _Counting()
    assert searched(Subsumption.of([proved]), [LONG, SHORT], runner) == Subsumption.of([proved])
    wrong = Subsumption.of([claimed("long", "short", SaidBy.MODEL)])
    assert searched(wrong, [LONG, SHORT], runner, relevant=["short"]) == wrong
    assert searched(wrong, [LONG, SHORT], runner, seconds=-1.0) == wrong
    assert runner.cells == 0


def test_claims_that_are_refuted_cost_no_more_responses() -> None:
    wrong = Subsumption.of([claimed("long", "short", SaidBy.MODEL)])
    runner = _Counting()
    assert not all(edge.holds for edge in searched(wrong, [LONG, SHORT], runner).edges)
    assert runner.cells < 2 * len(probes([LONG, SHORT]))
