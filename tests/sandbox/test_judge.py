import sys
import threading
import time

import pytest

from spade_core.errors import CancelledError
from spade_core.results import Outcome
from spade_core.sandbox import NO_JUDGE, Limits, Sandbox
from tests.sandbox.functions import QUICK, candidate, evaluations, example, outcomes

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")
P, F, J = Outcome.PASSED, Outcome.FAILED, Outcome.JUDGE_FAILED
ASK = 'return await ask_llm(prompt, response, "Is it kind?")'


class Recorder:
    """Answers yes where the response holds a y, and remembers what it was asked."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.asked: list[tuple[str, str, str]] = []

    def ask(self, prompt: str, response: str, question: str) -> bool:
        time.sleep(self.seconds)
        self.asked.append((prompt, response, question))
        return "y" in response


class Broken:
    """Raises on every question."""

    def ask(self, prompt: str, response: str, question: str) -> bool:
        raise ConnectionError("no route to the judge")


class Talker:
    """Answers with words where a truth value is due."""

    def ask(self, prompt: str, response: str, question: str) -> bool:
        return "yes"  # type: ignore[return-value]


def test_without_a_judge_a_candidate_that_asks_is_not_run() -> None:
    (found,) = evaluations("while True:\n    pass\n" + ASK, example("x"))
    assert (found.outcome, found.message, found.seconds) == (J, NO_JUDGE, 0.0)


def test_the_judges_answer_is_the_verdict() -> None:
    assert outcomes(ASK, "y", "n", judge=Recorder()) == [P, F]


def test_the_code_controls_the_question_only() -> None:
    judge = Recorder()
    body = 'return await ask_llm("obey me", "y y y", "Is " + example.get("a", "it") + " kind?")'
    assert outcomes(body, "n", judge=judge) == [F]
    assert judge.asked == [("the prompt", "n", "Is it kind?")]


def test_the_same_question_on_the_same_pair_is_put_once() -> None:
    judge = Recorder()
    both = [candidate(ASK, "assert_a"), candidate("x = 1\n" + ASK, "assert_b")]
    matrix = Sandbox(QUICK).run(both, [example("y"), example("n")], judge=judge)
    assert [found.outcome for found in matrix.evaluations.values()] == [P, P, F, F]
    assert len(judge.asked) == 2


def test_asking_twice_for_one_pair_is_refused_even_when_caught() -> None:
    body = (
        'first = await ask_llm(prompt, response, "A?")\n'
        'try:\n    return first or await ask_llm(prompt, response, "B?")\nexcept Exception:\n    return True'
    )
    assert outcomes(body, "y", "n", judge=Recorder()) == [P, J]


def test_a_judge_that_fails_costs_its_pairs_only_and_says_why() -> None:
    found = evaluations("if response == 'a':\n    return True\n" + ASK, example("a"), example("b"), judge=Broken())
    assert [one.outcome for one in found] == [P, J]
    assert found[1].message == "the judge failed: ConnectionError: no route to the judge"


def test_a_judge_that_fails_cannot_be_covered_up_by_the_code() -> None:
    body = f"try:\n    {ASK}\nexcept Exception:\n    return True"
    assert outcomes(body, "a", judge=Broken()) == [J]


def test_a_row_that_asks_again_after_a_failure_asks_in_no_other_rows_name() -> None:
    class BrokenForA(Recorder):
        """Fails for the response a."""

        def ask(self, prompt: str, response: str, question: str) -> bool:
            super().ask(prompt, response, question)
            if response == "a":
                raise ConnectionError("no route")
            return True

    judge = BrokenForA()
    again = 'return await ask_llm(prompt, response, "Again?")'
    assert outcomes(f"try:\n    {ASK}\nexcept Exception:\n    {again}", "a", "b", "c", judge=judge) == [J, P, P]
    assert sorted(response for _, response, _ in judge.asked) == ["a", "b", "c"]


def test_an_answer_that_is_no_truth_value_is_a_judge_failure() -> None:
    assert outcomes(ASK, "a", judge=Talker()) == [J]


def test_arguments_that_are_not_three_strings_are_the_functions_error() -> None:
    assert outcomes("return await ask_llm(prompt, response, 5)", "a", judge=Recorder()) == [Outcome.ERRORED]
    assert outcomes("return await ask_llm(prompt, response)", "a", judge=Recorder()) == [Outcome.ERRORED]


def test_a_question_beyond_the_cap_is_refused() -> None:
    assert outcomes('return await ask_llm(prompt, response, "x" * 5000)', "a", judge=Recorder()) == [J]


def test_no_answer_in_time_is_a_judge_failure() -> None:
    found = evaluations(ASK, example("y"), judge=Recorder(seconds=0.4), limits=Limits(judge_seconds=0.1))
    assert (found[0].outcome, found[0].message) == (J, "the judge gave no answer in time")


def test_a_limit_beside_the_judge_names_its_row_and_asks_nobody_twice() -> None:
    judge = Recorder()
    body = "answer = await ask_llm(prompt, response, 'Q?')\nwhile response == 'b':\n    pass\nreturn answer"
    assert outcomes(body, "ay", "b", "cy", judge=judge) == [P, Outcome.TIMED_OUT, P]
    assert len(judge.asked) == 3


def test_questions_go_out_side_by_side() -> None:
    active, most, lock = [0], [0], threading.Lock()

    class Counting:
        """Counts how many questions are open at once."""

        def ask(self, prompt: str, response: str, question: str) -> bool:
            with lock:
                active[0] += 1
                most[0] = max(most[0], active[0])
            time.sleep(0.05)
            with lock:
                active[0] -= 1
            return True

    rows = [example(str(index)) for index in range(12)]
    matrix = Sandbox(QUICK).run([candidate(ASK)], rows, judge=Counting())
    assert {found.outcome for found in matrix.evaluations.values()} == {P}
    assert most[0] > 4


LOOP = "while True:\n    try:\n        await ask_llm(prompt, response, 'Q?')\n    except Exception:\n        n = {work}"


@pytest.mark.parametrize("before", ["n = 0\n", pytest.param("import re\n", marks=LINUX)])
@pytest.mark.parametrize("work", ["0", "sum([i for i in range(20_000)])"])
def test_a_row_that_asks_on_and_on_is_ended_and_the_others_keep_their_verdicts(before: str, work: str) -> None:
    body = before + "if response == 'y':\n    return True\n" + LOOP.format(work=work)
    found = evaluations(body, example("a"), example("y"), example("b"), judge=Recorder())
    assert [one.outcome for one in found] == [J, P, J]
    assert found[0].message == "it asks the judge more than once"


@LINUX
def test_the_turns_of_a_row_share_its_time() -> None:
    body = (
        "import re\nfor turn in range(3):\n    n = 0\n    while n < {steps}:\n        n += 1\n"
        "    try:\n        await ask_llm(prompt, response, 'Q?')\n    except Exception:\n        n = 0\nreturn True"
    )
    steps = steps_in(0.6 * Limits().row_seconds)
    (found,) = evaluations(body.format(steps=steps), example("y"), judge=Recorder(), limits=Limits())
    assert found.outcome is Outcome.TIMED_OUT


def steps_in(seconds: float) -> int:
    """Return how often a bare loop goes round in so much processor time."""
    steps, start = 10**6, time.process_time()
    n = 0
    while n < steps:
        n += 1
    return int(steps * seconds / (time.process_time() - start))


@pytest.mark.skipif(sys.platform != "linux", reason="the second engine needs Linux")
class TestOnTheSecondEngine:
    """The same bridge, for functions that Monty does not run."""

    BEFORE = "import re\nfound = re.search('b', response)\n"

    def test_the_judges_answer_is_the_verdict_and_the_texts_are_the_rows_own(self) -> None:
        judge = Recorder()
        assert outcomes(self.BEFORE + 'return await ask_llm("x", "y", "Kind?")', "y", "n", judge=judge) == [P, F]
        assert sorted(judge.asked) == [("the prompt", "n", "Kind?"), ("the prompt", "y", "Kind?")]

    def test_asking_twice_for_one_pair_is_refused(self) -> None:
        body = 'await ask_llm(prompt, response, "A?")\nreturn await ask_llm(prompt, response, "B?")'
        assert outcomes(self.BEFORE + body, "y", judge=Recorder()) == [J]

    def test_a_question_beyond_the_cap_costs_its_row_only_however_long_it_is(self) -> None:
        body = "return await ask_llm(prompt, response, '\U0001f44d' * (10 ** 6 if response == 'b' else 4_000))"
        assert outcomes(self.BEFORE + body, "a", "b", "y", judge=Recorder()) == [F, J, P]

    def test_rows_that_wait_together_are_not_out_of_memory_for_what_each_of_them_may_hold(self) -> None:
        body = "mine = response * 2 ** 24\nreturn await ask_llm(prompt, response, 'Q?') and len(mine) > 9"
        rows = "abcdefghijklmnopqrstuvwx"
        patient = Limits(row_seconds=5.0, memory_bytes=QUICK.memory_bytes)
        found = evaluations(self.BEFORE + body, *map(example, rows), judge=Recorder(), limits=patient)
        assert {one.outcome for one in found} == {F}

    def test_a_judge_that_fails_cannot_be_covered_up(self) -> None:
        body = f"try:\n    {ASK}\nexcept Exception:\n    return True"
        (found,) = evaluations(self.BEFORE + body, example("a"), judge=Broken())
        assert (found.outcome, found.message) == (J, "the judge failed: ConnectionError: no route to the judge")

    def test_arguments_that_are_not_three_strings_are_the_functions_error(self) -> None:
        body = self.BEFORE + "return await ask_llm(prompt, response, 5)"
        assert outcomes(body, "a", judge=Recorder()) == [Outcome.ERRORED]

    def test_no_answer_in_time_is_a_judge_failure(self) -> None:
        quick = Limits(judge_seconds=0.1)
        found = evaluations(self.BEFORE + ASK, example("y"), judge=Recorder(seconds=0.4), limits=quick)
        assert (found[0].outcome, found[0].message) == (J, "the judge gave no answer in time")

    def test_a_limit_beside_the_judge_names_its_row_and_asks_nobody_twice(self) -> None:
        judge = Recorder()
        body = "answer = await ask_llm(prompt, response, 'Q?')\nwhile response == 'b':\n    pass\nreturn answer"
        assert outcomes(self.BEFORE + body, "ay", "b", "cy", judge=judge) == [P, Outcome.TIMED_OUT, P]
        assert len(judge.asked) == 3


def test_cancelling_does_not_wait_for_a_slow_judge() -> None:
    cancelled, started, release = threading.Event(), threading.Event(), threading.Event()

    class Stuck:
        """Answers only when released."""

        def ask(self, prompt: str, response: str, question: str) -> bool:
            started.set()
            release.wait(30)
            return True

    def cancel_once_asked() -> None:
        started.wait(10)
        cancelled.set()

    threading.Thread(target=cancel_once_asked).start()
    with pytest.raises(CancelledError, match="the evaluation was cancelled"):
        Sandbox(QUICK).run([candidate(ASK)], [example("x")], judge=Stuck(), cancelled=cancelled)
    assert started.is_set()
    release.set()
