import threading
import time

import pytest

from spade_core.errors import CancelledError
from spade_core.results import NO_JUDGE, Outcome
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.functions import QUICK, candidate, evaluations, example, outcomes

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

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error or ConnectionError("no route to the judge")

    def ask(self, prompt: str, response: str, question: str) -> bool:
        raise self.error


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


def test_a_function_may_ask_several_questions_and_use_their_answers() -> None:
    judge = Recorder()
    body = (
        'first = await ask_llm(prompt, response, "A?")\n'
        'second = await ask_llm(prompt, response, "B?" if first else "C?")\nreturn first and second'
    )
    assert outcomes(body, "y", "n", judge=judge) == [P, F]
    assert sorted((response, question) for _, response, question in judge.asked) == [
        ("n", "A?"),
        ("n", "C?"),
        ("y", "A?"),
        ("y", "B?"),
    ]


def test_more_than_ten_questions_about_one_response_are_a_judge_failure() -> None:
    judge = Recorder()
    body = "for i in range({}):\n    await ask_llm(prompt, response, str(i))\nreturn True"
    assert outcomes(body.format(10), "y", judge=judge) == [P]
    (found,) = evaluations(body.format(11), example("y"), judge=judge)
    assert (found.outcome, found.message) == (J, "it asks the judge more than 10 questions")


def test_a_judge_that_fails_costs_its_pairs_only_and_says_why() -> None:
    found = evaluations("if response == 'a':\n    return True\n" + ASK, example("a"), example("b"), judge=Broken())
    assert [one.outcome for one in found] == [P, J]
    assert found[1].message == "the judge failed: ConnectionError: no route to the judge"


def test_a_judge_that_ends_its_thread_fails_at_once() -> None:
    [found] = evaluations(ASK, example("a"), judge=Broken(SystemExit("no key")))
    assert (found.outcome, found.message) == (J, "the judge failed: SystemExit: no key")


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


def test_a_row_that_asks_the_same_on_and_on_is_ended_and_the_others_keep_their_verdicts() -> None:
    body = "if response == 'y':\n    return True\nwhile True:\n    await ask_llm(prompt, response, 'Q?')"
    assert outcomes(body, "a", "y", "b", judge=Recorder()) == [Outcome.TIMED_OUT, P, Outcome.TIMED_OUT]


def test_nothing_else_can_be_awaited() -> None:
    body = "class Wait:\n    def __await__(self):\n        yield 1\nawait Wait()\nreturn await ask_llm('', '', 'Q?')"
    (found,) = evaluations(body, example("y"), judge=Recorder())
    assert (found.outcome, found.message) == (Outcome.ERRORED, "RuntimeError: only ask_llm can be awaited")


def test_a_function_that_is_left_where_it_asks_cannot_hold_on() -> None:
    body = f"try:\n    {ASK}\nexcept BaseException:\n    return True\nfinally:\n    await ask_llm('', '', 'again?')"
    assert outcomes(body, "y", "n", judge=Recorder()) == [P, F]


def test_functions_of_several_chunks_ask_all_their_questions_at_once() -> None:
    together = threading.Barrier(60)

    class Waiting:
        """Answers once all questions are there."""

        def ask(self, prompt: str, response: str, question: str) -> bool:
            together.wait(timeout=30)
            return True

    functions = [candidate(f"return await ask_llm(prompt, response, '{i}?')", f"f{i}") for i in range(5)]
    matrix = Sandbox().run(functions, [example(str(index)) for index in range(12)], judge=Waiting())
    assert {found.outcome for found in matrix.evaluations.values()} == {P}


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
