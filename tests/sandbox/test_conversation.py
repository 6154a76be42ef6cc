"""The line to a child, an enemy at its other end: whatever it says, no row settles another, and it ends in time."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from spade_core.results import Outcome
from spade_core.sandbox import Limits
from spade_core.sandbox.child.names import READY
from spade_core.sandbox.conversation import Conversation, ProtocolError
from spade_core.sandbox.rows import row_of
from tests.sandbox.functions import example

LIMITS = Limits(row_seconds=0.2, judge_seconds=0.5)
ROWS = [row_of(example(text)) for text in "abc"]


def held(enemy: Callable[[socket.socket], None]) -> tuple[Conversation, bool]:
    """Return the conversation with an enemy, and whether it was broken off."""
    ours, theirs = socket.socketpair()
    talk = Conversation(ROWS, None, LIMITS)

    def speak() -> None:
        try:
            theirs.sendall(READY + b"\n")
            enemy(theirs)
        except OSError:
            return

    child = threading.Thread(target=speak)
    child.start()
    broken = False
    try:
        talk.hold(ours, lambda: None)
    except ProtocolError:
        broken = True
    finally:
        ours.close()
        child.join()
        theirs.close()
    return talk, broken


def saying(*parts: bytes, pause: float = 0.0) -> Callable[[socket.socket], None]:
    def enemy(line: socket.socket) -> None:
        for part in parts:
            line.sendall(part)
            time.sleep(pause)
        line.shutdown(socket.SHUT_WR)

    return enemy


def forever(part: bytes, pause: float) -> Callable[[socket.socket], None]:
    def enemy(line: socket.socket) -> None:
        while True:
            line.sendall(part)
            time.sleep(pause)

    return enemy


def silent_after(said: bytes) -> Callable[[socket.socket], None]:
    def enemy(line: socket.socket) -> None:
        line.sendall(said)
        while line.recv(1 << 16):
            pass

    return enemy


@pytest.mark.parametrize(
    "said",
    [
        b"1 P\n",
        b"0 P\n0 F\n",
        b"0 P\n2 P\n",
        b"-1 P\n",
        b"3 P\n",
        b"0 P forged\n",
        b"0 X\n",
        b"0\n",
        b"\n",
        b"0  P\n",
        b"zero P\n",
        b"0 E x y\n",
        b"0 E 1 not json\n",
        b"0 Q not json\n",
        b"0 Q\n",
        b"\xff\xfe P\n",
        b"0 E 1 " + b"[" * 5_000 + b"\n",
        b"0 P\n" * 100_000,
        b"x" * 1_000_000,
        b'0 M 1 ""\n0 P\n',
        b'0 M 1 ""\n' * 100_000,
        "\u0660\u0661 P\n".encode(),
    ],
)
def test_what_may_not_be_said_ends_the_conversation(said: bytes) -> None:
    talk, broken = held(saying(said))
    assert broken
    assert set(talk.said) <= {0}
    assert talk.broke_protocol


def test_nothing_is_believed_before_the_child_is_ready() -> None:
    ours, theirs = socket.socketpair()
    talk = Conversation(ROWS, None, LIMITS)
    with ours, theirs:
        theirs.sendall(b"0 P\n")
        with pytest.raises(ProtocolError):
            talk.hold(ours, lambda: None)
    assert (talk.said, talk.ready) == ({}, False)


def test_the_clock_of_a_row_does_not_run_while_the_child_gets_ready() -> None:
    ours, theirs = socket.socketpair()
    talk = Conversation(ROWS, None, LIMITS)

    def start_slowly() -> None:
        time.sleep(3 * LIMITS.row_seconds + 0.3)
        theirs.sendall(READY + b"\n0 P\n1 P\n2 P\n")
        theirs.close()

    child = threading.Thread(target=start_slowly)
    child.start()
    with ours:
        talk.hold(ours, lambda: None)
    child.join()
    assert len(talk.said) == 3
    assert talk.seconds < 3 * LIMITS.row_seconds


def test_a_row_settled_before_the_break_keeps_what_it_said() -> None:
    talk, broken = held(saying(b"0 F\n2 P\n"))
    assert ([found.outcome for found in talk.said.values()], broken) == ([Outcome.FAILED], True)
    assert talk.running == 1


@pytest.mark.parametrize(
    "enemy",
    [
        pytest.param(forever(b"0", 0.05), id="drips half a line"),
        pytest.param(silent_after(b"0 P\n"), id="falls silent with rows left"),
        pytest.param(silent_after(b"0 P\n1 P\n2 P\n"), id="never hangs up"),
        pytest.param(silent_after(b'0 M 1 ""\n'), id="is out of memory and stays"),
    ],
)
def test_a_child_that_does_not_get_on_is_given_up(enemy: Callable[[socket.socket], None]) -> None:
    talk, broken = held(enemy)
    assert (broken, talk.overran) == (True, True)


def test_the_functions_time_ends_rows_that_are_each_in_time_and_blames_none() -> None:
    ours, theirs = socket.socketpair()
    talk = Conversation(ROWS, None, LIMITS, deadline=time.monotonic() + 0.15)

    def speak() -> None:
        theirs.sendall(READY + b"\n")
        with suppress(OSError):
            for index in range(3):
                time.sleep(0.1)
                theirs.sendall(b"%d P\n" % index)

    child = threading.Thread(target=speak)
    child.start()
    with ours, pytest.raises(ProtocolError):
        talk.hold(ours, lambda: None)
    child.join()
    theirs.close()
    assert (talk.is_late, talk.overran) == (True, False)
    assert len(talk.said) < 3


def test_questions_without_a_judge_are_refused_one_by_one_and_are_no_verdicts() -> None:
    talk, broken = held(saying(b'0 Q "a"\n', b"1 P\n", b"2 F\n", b"0 P\n", pause=0.1))
    assert [talk.said[index].outcome for index in range(3)] == [Outcome.JUDGE_FAILED, Outcome.PASSED, Outcome.FAILED]
    assert not broken


def test_the_turns_of_a_row_share_its_time_and_a_question_does_not_renew_it() -> None:
    ours, theirs = socket.socketpair()
    talk = Conversation(ROWS[:1], None, LIMITS)

    def speak() -> None:
        with suppress(OSError):
            for said in (READY, b'0 Q "a"', b'0 Q "b"', b"0 P"):
                theirs.sendall(said + b"\n")
                time.sleep(0.4)

    child = threading.Thread(target=speak)
    child.start()
    with ours, pytest.raises(ProtocolError):
        talk.hold(ours, lambda: None)
    child.join()
    theirs.close()
    assert (talk.overran, talk.said) == (True, {})


def test_a_row_that_asks_on_is_settled_and_answered_no_more_while_others_go_on() -> None:
    talk, broken = held(silent_after(b'0 Q "a"\n1 Q "a"\n2 F\n0 Q "b"\n1 Q "b"\n0 Q "c"\n1 P\n'))
    assert [talk.said[index].outcome for index in range(3)] == [Outcome.JUDGE_FAILED] * 2 + [Outcome.FAILED]
    assert (broken, talk.running) == (False, None)


def test_words_of_an_exception_are_cut_and_keep_to_their_row() -> None:
    talk, _ = held(saying(b'0 E 7 "' + b"x" * 5_000 + b'"\n1 P\n2 E -3 "\\ud800\\n1 P"\n'))
    assert (len(talk.said[0].message), talk.said[0].line) == (300, 7)
    assert [found.outcome for found in talk.said.values()] == [Outcome.ERRORED, Outcome.PASSED, Outcome.ERRORED]
