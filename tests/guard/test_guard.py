import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spade_core.errors import LocatedError, SettingsError
from spade_core.guard import (
    Aside,
    Block,
    BlockedError,
    Count,
    FallBack,
    Guard,
    JudgeBudget,
    Observe,
    Retry,
)
from spade_core.results import Outcome
from spade_core.storage import load_examples
from tests.guard.workspace import BAD, GOOD, body, make_guarded


def test_a_response_is_judged_by_the_selected_assertions(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path)) as guard:
        assert guard.check(GOOD).passes
        verdict = guard.check(BAD)
    assert [each.wanted for each in verdict.failures] == ['The response ends with "Enjoy!".']
    assert verdict.feedback.splitlines()[1] == '- The response ends with "Enjoy!".'


def test_without_a_selected_set_there_is_no_guard(tmp_path: Path) -> None:
    prompt = tmp_path / "bare.prompt.md"
    prompt.write_text("Write.", encoding="utf-8")
    with pytest.raises(SettingsError, match="nothing is selected yet"):
        Guard(prompt)


def test_a_set_of_which_nothing_is_left_is_no_guard(tmp_path: Path) -> None:
    prompt = make_guarded(tmp_path)
    (tmp_path / "note.assertions.py").write_text("", encoding="utf-8")
    with pytest.raises(LocatedError, match="assert_at_most_12_words is selected but no longer in the file"):
        Guard(prompt)


def test_a_function_is_blocked(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), on_failure=Block()) as guard:
        note = guard.function(lambda text: text)
        assert note(GOOD) == GOOD
        with pytest.raises(BlockedError, match="fails assert_ends_with_enjoy") as caught:
            note(BAD)
    assert caught.value.verdict.response == BAD
    assert guard.counts[Count.BLOCKED] == 1


def test_a_function_is_called_again_and_told_what_was_wrong(tmp_path: Path) -> None:
    heard: list[str] = []
    with Guard(make_guarded(tmp_path), on_failure=Retry(2)) as guard:

        @guard.function
        def note(movie: str, feedback: str = "") -> str:
            heard.append(feedback)
            return GOOD if len(heard) == 3 else BAD

        assert note("Alien") == GOOD
        assert heard[0] == ""
        assert "ends with" in heard[1]
        assert guard.counts[Count.RETRIED] == 2
        heard.clear()
        assert note("Alien", "Be brief.") == GOOD
        assert heard[0] == "Be brief."
        assert "ends with" in heard[1]


def test_after_the_last_retry_comes_what_was_asked_for(tmp_path: Path) -> None:
    with Guard(
        make_guarded(tmp_path), on_failure=Retry(1, then=FallBack(lambda verdict: "no " + verdict.response))
    ) as guard:
        assert guard.function(lambda: BAD)() == "no " + BAD
        guard.on_failure = Retry(1, then=Observe())
        assert guard.function(lambda: BAD)() == BAD


def test_a_retry_that_breaks_is_no_new_fault_of_the_caller(tmp_path: Path) -> None:
    answers = iter([BAD])
    with Guard(make_guarded(tmp_path), on_failure=Retry(1, then=FallBack("none"))) as guard:
        assert guard.function(lambda: next(answers))() == "none"


def test_a_template_in_code_has_a_guard_of_its_own(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    code = tmp_path / "app.py"
    code.write_text('NOTE_PROMPT = """You write notes. Recommend {movie}. End with Enjoy."""\n', encoding="utf-8")
    for end in ("assertions.py", "spade.json"):
        (tmp_path / f"note.{end}").rename(tmp_path / f"app.NOTE_PROMPT.{end}")
    with Guard(f"{code}:NOTE_PROMPT", seconds=10.0) as guard:
        assert not guard.check(BAD).passes
    assert (tmp_path / "app.NOTE_PROMPT.gathered.jsonl").exists()


@pytest.mark.parametrize("response", ["", "\ud800", "a\0b", "\u2028" * 10, "\x85", "x" * 1_000_001, "🎬" * 1000])
def test_odd_responses_are_responses(tmp_path: Path, response: str) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0) as guard:
        verdict = guard.check(response, prompt=response[:100], fields={"a": response[:100]})
        assert not verdict.undecided
        assert guard.flush()
    assert guard.counts[Count.NOT_GATHERED] == 0
    kept = load_examples(tmp_path / "note.gathered.jsonl").examples
    assert [each.response for each in kept] == [response] * (len(response) < 1_000_000)


async def test_waiting_for_a_thread_counts_as_waiting(tmp_path: Path) -> None:
    slow = body("assert_slow", "return sum(range(3_000_000)) > 0")
    with Guard(make_guarded(tmp_path, {"assert_slow": slow}), seconds=1.0, workers=1, gather=None) as guard:

        @guard.function
        async def note(text: str) -> str:
            return text

        assert await asyncio.gather(*(note(f"{at}") for at in range(300))) == [f"{at}" for at in range(300)]
        assert guard.counts[Count.UNDECIDED] > 100


async def test_an_async_function_is_guarded_and_a_fallback_may_be_awaited(tmp_path: Path) -> None:
    async def another(_: object) -> str:
        return "from elsewhere"

    with Guard(make_guarded(tmp_path), on_failure=FallBack(another)) as guard:

        @guard.function
        async def note(text: str) -> str:
            return text

        assert await note(GOOD) == GOOD
        assert await note(BAD) == "from elsewhere"


def test_a_sync_call_cannot_wait_for_an_async_fallback(tmp_path: Path) -> None:
    async def another(_: object) -> str:
        await asyncio.sleep(0)
        return "from elsewhere"

    with (
        Guard(make_guarded(tmp_path), on_failure=FallBack(another)) as guard,
        pytest.raises(TypeError, match="a sync call cannot wait"),
    ):
        guard.function(lambda: BAD)()


def test_what_is_no_text_is_handed_on(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), on_failure=Block()) as guard:
        assert guard.function(lambda: {"a": 1})() == {"a": 1}
    assert guard.counts[Count.UNCHECKED] == 1


def test_a_broken_assertion_breaks_nobody(tmp_path: Path) -> None:
    sources = {
        "assert_raises": body("assert_raises", "raise ValueError('x')"),
        "assert_never_ends": body("assert_never_ends", "while True: pass"),
        "assert_no_alien": body("assert_no_alien", "return 'Alien' not in response"),
    }
    with Guard(make_guarded(tmp_path, sources), seconds=5.0) as guard:
        verdict = guard.check(GOOD)
    assert [each.name for each in verdict.failures] == ["assert_no_alien"]
    assert {name: found.outcome for name, found in verdict.undecided.items()} == {
        "assert_raises": Outcome.ERRORED,
        "assert_never_ends": Outcome.TIMED_OUT,
    }
    assert guard.troubles["assert_raises (errored)"] == "ValueError: x"
    assert guard.counts[Count.UNDECIDED] == 1


def test_an_assertion_that_never_ends_is_left_out_after_a_while(tmp_path: Path) -> None:
    sources = {"assert_never_ends": body("assert_never_ends", "while True: pass")}
    with Guard(make_guarded(tmp_path, sources), seconds=1.0) as guard:
        messages = [guard.check(GOOD).undecided["assert_never_ends"].message for _ in range(5)]
    assert messages[-1] == "not run: it met its time limit too often"


def test_nothing_is_left_in_memory_of_what_a_function_hoards(tmp_path: Path) -> None:
    hoards = body("assert_hoards", "kept = [response * 1000 for _ in range(10_000)]", "return len(kept) > 0")
    with Guard(make_guarded(tmp_path, {"assert_hoards": hoards}), seconds=20.0) as guard:
        found = guard.check("long " * 20).undecided["assert_hoards"]
    assert found.outcome is Outcome.OUT_OF_MEMORY


def worker_ids(guard: Guard) -> list[int]:
    """Return the processes that are free; they are all, when nothing runs."""
    return [each._process.pid for each in guard._sandbox._free._workers.copy()]


def test_killed_workers_break_nobody_and_are_replaced(tmp_path: Path) -> None:
    stop = threading.Event()
    with Guard(make_guarded(tmp_path), seconds=10.0, on_failure=Block()) as guard:

        def kill() -> None:
            while not stop.wait(0.05):
                for pid in worker_ids(guard):
                    os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        with ThreadPoolExecutor(8) as pool:
            verdicts = list(pool.map(lambda at: guard.check(BAD if at % 2 else GOOD), range(400)))
        stop.set()
        killer.join()
    assert [each.passes for each in verdicts if not each.undecided] == [
        not at % 2 for at, each in enumerate(verdicts) if not each.undecided
    ]
    assert sum(not each.undecided for each in verdicts) > 300


def test_a_stopped_worker_holds_nobody_up(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=60.0, workers=1) as guard:
        [pid] = worker_ids(guard)
        os.kill(pid, signal.SIGSTOP)
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)  # one of its threads may run on a while
        guard.seconds = 0.2
        found = guard.check(BAD)
        assert {each.outcome for each in found.undecided.values()} == {Outcome.TIMED_OUT}
        guard.seconds = 60.0
        assert not guard.check(BAD).passes  # by another worker


def test_what_is_checked_aside_is_handed_on_at_once(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), aside=Aside(), seconds=10.0) as guard:
        note = guard.function(lambda text: text)
        assert [note(BAD) for _ in range(20)] == [BAD] * 20
        assert guard.flush(20)
        assert guard.counts[Count.FAILED] == 20


def test_a_full_queue_drops_and_counts(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), aside=Aside(queue=3), seconds=10.0) as guard:
        note = guard.function(lambda text: text)
        for _ in range(2000):
            note(BAD)
        assert guard.flush(20)
        counts = guard.counts
    assert counts[Count.DROPPED] > 0
    assert counts[Count.DROPPED] + counts[Count.FAILED] == 2000


def test_aside_only_reports(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="aside"):
        Guard(make_guarded(tmp_path), aside=Aside(), on_failure=Block())


ASKS = body("assert_kind", '"""It is kind."""', "return await ask_llm(prompt, response, 'Is it kind?')")
KEY = "sk-abcdefSECRETKEY1234567890abcdef"


class CountingJudge:
    def __init__(self) -> None:
        self.questions: list[str] = []

    def ask(self, prompt: str, response: str, question: str) -> bool:
        self.questions.append(question)
        return False


def test_a_judge_is_asked_aside_and_no_more_than_its_budget(tmp_path: Path) -> None:
    judge = CountingJudge()
    prompt = make_guarded(tmp_path, {"assert_kind": ASKS})
    with Guard(prompt, judge=judge, judge_budget=JudgeBudget(2, 3600)) as guard:
        for at in range(5):
            assert guard.check(f"{GOOD} {at}").passes
            assert guard.flush(30)
        troubles = guard.troubles
    assert judge.questions == ["Is it kind?"] * 2
    assert "questions were asked already" in troubles["assert_kind (judge failed)"]
    assert guard.counts[Count.JUDGED] == 5


@pytest.mark.parametrize("aside", [None, Aside()])
def test_a_response_that_the_judge_fails_is_counted_as_failed_once(tmp_path: Path, aside: Aside | None) -> None:
    sources = {"assert_kind": ASKS, "assert_no_bug": body("assert_no_bug", "return 'bug' not in response")}
    with Guard(make_guarded(tmp_path, sources), judge=CountingJudge(), aside=aside, seconds=10.0) as guard:
        call = guard.function(lambda text: text)
        for text in ("Alien.", "A bug.", "Heat."):
            assert call(text) == text
        assert guard.flush(30)
        counts = guard.counts
    assert (counts[Count.PASSED], counts[Count.FAILED], counts[Count.JUDGED]) == (0, 3, 3)


class LeakingJudge:
    def ask(self, prompt: str, response: str, question: str) -> bool:
        raise RuntimeError(f"wrong key {KEY}")


def test_a_key_in_an_error_of_the_judge_is_told_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    prompt = make_guarded(tmp_path, {"assert_kind": ASKS})
    with Guard(prompt, judge=LeakingJudge()) as guard:
        assert guard.check(GOOD).passes
        assert guard.flush(30)
    assert guard.troubles["assert_kind (judge failed)"] == "the judge failed: RuntimeError: wrong key sk-***"
    assert "wrong key sk-***" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_goes_on_by_itself(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=20.0) as guard:
        assert not guard.check(BAD).passes
        child = os.fork()
        if child == 0:
            os._exit(guard.check(BAD).passes or not guard.check(GOOD).passes)
        assert os.waitpid(child, 0)[1] == 0
        assert not guard.check(BAD).passes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_process_forked_amid_checks_of_other_threads_goes_on(tmp_path: Path) -> None:
    stop = threading.Event()

    def keep_checking() -> None:
        while not stop.is_set():
            guard.check(BAD)

    with Guard(make_guarded(tmp_path), seconds=60.0) as guard, ThreadPoolExecutor(4) as pool:
        for _ in range(4):
            pool.submit(keep_checking)
        children = []
        for _ in range(5):
            child = os.fork()
            if child == 0:
                os._exit(guard.check(BAD).passes or not guard.flush(60))
            children.append(child)
        try:
            assert [os.waitpid(child, 0)[1] for child in children] == [0] * 5
        finally:
            stop.set()


def test_a_closed_guard_lets_everything_pass(tmp_path: Path) -> None:
    guard = Guard(make_guarded(tmp_path), on_failure=Block())
    guard.close()
    verdict = guard.check(BAD)
    assert verdict.passes
    assert {each.message for each in verdict.undecided.values()} == {"the sandbox is closed"}


async def test_a_closed_guard_lets_an_async_call_pass(tmp_path: Path) -> None:
    guard = Guard(make_guarded(tmp_path), on_failure=Block())
    guard.close()

    @guard.function
    async def note() -> str:
        return BAD

    assert await note() == BAD


def test_what_an_assertion_says_is_no_line_of_the_log_by_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    forged = body("assert_forged", 'raise ValueError("x\\nWARNING all passed\\x1b[2J")')
    with Guard(make_guarded(tmp_path, {"assert_forged": forged}), seconds=20, gather=None) as guard:
        guard.check("Watch Alien.")
    [said] = [each.getMessage() for each in caplog.records if "assert_forged" in each.getMessage()]
    assert said.endswith("(errored): ValueError: x WARNING all passed<U+001B>[2J")


def test_what_of_a_set_is_left_out_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asks = body("assert_kind", "return await ask_llm(prompt, response, 'Is it kind?')")
    with Guard(make_guarded(tmp_path, {"assert_kind": asks})) as guard:
        assert guard.check(BAD).passes
    assert "assert_kind asks a judge, and none is given" in caplog.text
