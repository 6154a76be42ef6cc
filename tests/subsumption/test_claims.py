from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.subsumption import EdgeStatus, SaidBy, Subsumption, claimed, subsumption_of

HEAD = "async def {name}(example: dict, prompt: str, response: str) -> bool:\n"


def candidate(name: str, body: str = "return True") -> CandidateAssertion:
    return CandidateAssertion(name=name, source=HEAD.format(name=name) + f"    {body}", criteria=())


def matrix(rows: dict[str, str]) -> ResultsMatrix:
    outcomes = {"P": Outcome.PASSED, "F": Outcome.FAILED, "E": Outcome.ERRORED}
    count = len(next(iter(rows.values())).split())
    examples = tuple(Example(f"e{k}", {}, "", "", None) for k in range(count))
    cells = {
        (example.id, name): Evaluation(outcomes[letter])
        for name, letters in rows.items()
        for example, letter in zip(examples, letters.split(), strict=True)
    }
    return ResultsMatrix(examples, tuple(candidate(name) for name in rows), cells)


def test_functions_that_differ_in_spelling_only_are_proved_equal() -> None:
    one = CandidateAssertion(
        "assert_a",
        'async def assert_a(example: dict, prompt: str, response: str) -> bool:\n    """Short."""\n'
        "    words: list[str] = response.split()  # count\n    return not len(words) == 3",
        (),
    )
    other = CandidateAssertion(
        "assert_b",
        "async def assert_b(example, prompt, response):\n    parts = response.split()\n    return len(parts) != 3",
        (),
    )
    relation = subsumption_of([one, other])
    assert relation.equals_of("assert_a") == ("assert_b",)
    assert {edge.status for edge in relation.edges} == {EdgeStatus.PROVED}
    assert {edge.said_by for edge in relation.edges} == {SaidBy.ANALYSIS}


def test_functions_that_read_different_arguments_are_not_equal() -> None:
    one = candidate("assert_a", "return 'x' in response")
    other = candidate("assert_b", "return 'x' in prompt")
    assert subsumption_of([one, other]).edges == ()


def test_an_import_that_changes_what_a_name_means_is_part_of_the_function() -> None:
    source = "import {module} as m\n" + HEAD.format(name="assert_x") + "    return bool(m.search('a', response))"
    one = CandidateAssertion("assert_x", source.format(module="re"), ())
    other = CandidateAssertion("assert_y", source.format(module="regex").replace("assert_x", "assert_y"), ())
    assert subsumption_of([one, other]).edges == ()


def test_source_that_is_no_python_is_related_to_nothing() -> None:
    broken = [CandidateAssertion(name, "def (:\x00", ()) for name in ("assert_a", "assert_b")]
    assert subsumption_of(broken).edges == ()


def test_an_example_that_one_passes_and_the_other_fails_refutes_the_claim() -> None:
    candidates = [candidate("a", "return len(response) < 9"), candidate("b", "return 'x' in response")]
    claims = [claimed("a", "b", SaidBy.MODEL), claimed("b", "a", SaidBy.PERSON)]
    relation = subsumption_of(candidates, matrix({"a": "P F F", "b": "P P F"}), claims=claims)
    assert [(edge.general, edge.status, edge.refuted_by) for edge in relation.edges] == [
        ("a", EdgeStatus.BELIEVED, ""),
        ("b", EdgeStatus.REFUTED, "e1"),
    ]
    assert relation.pairs() == {("a", "b")}


def test_an_error_refutes_nothing() -> None:
    candidates = [candidate("a", "return len(response) < 9"), candidate("b", "return 'x' in response")]
    relation = subsumption_of(candidates, matrix({"a": "E F", "b": "F F"}), claims=[claimed("a", "b", SaidBy.MODEL)])
    assert relation.subsumes("a", "b")


def test_what_stands_is_closed_after_refuting() -> None:
    names = ["a", "b", "c", "d"]
    candidates = [candidate(name, f"return '{name}' in response") for name in names]
    claims = [claimed(one, other, SaidBy.MODEL) for one, other in ("ab", "bc", "cd")]
    relation = subsumption_of(candidates, matrix({"a": "F F", "b": "F F", "c": "P F", "d": "F F"}), claims=claims)
    assert relation.pairs() == {("a", "b"), ("b", "c"), ("a", "c")}


def test_a_refutation_outweighs_a_proof_and_a_proof_a_belief() -> None:
    relation = subsumption_of(
        [candidate("a"), candidate("b")], claims=[claimed("a", "b", SaidBy.MODEL), claimed("b", "zz", SaidBy.MODEL)]
    )
    assert {(edge.general, edge.specific, edge.status) for edge in relation.edges} == {
        ("a", "b", EdgeStatus.PROVED),
        ("b", "a", EdgeStatus.PROVED),
    }
    refuted = subsumption_of([candidate("a"), candidate("b")], matrix({"a": "P", "b": "F"}))
    assert [(edge.general, edge.status) for edge in refuted.edges] == [
        ("a", EdgeStatus.REFUTED),
        ("b", EdgeStatus.PROVED),
    ]


def test_the_empty_relation_subsumes_nothing() -> None:
    assert not Subsumption().subsumes("a", "a")
    assert Subsumption().pairs() == frozenset()


def test_what_follows_through_others_is_told_by_the_shortest_chain() -> None:
    relation = Subsumption.of(claimed(one, other, SaidBy.MODEL) for one, other in ("ab", "bc", "cd", "ac"))
    assert [(edge.general, edge.specific) for edge in relation.path("a", "d")] == [("a", "c"), ("c", "d")]
    assert relation.path("d", "a") == ()
    assert relation.path("a", "a") == ()


def test_assertions_that_subsume_each_other_are_one_class() -> None:
    relation = Subsumption.of(claimed(one, other, SaidBy.MODEL) for one, other in ("ab", "bc", "ca", "cd"))
    assert relation.classes() == (("a", "b", "c"),)
    assert Subsumption().classes() == ()
