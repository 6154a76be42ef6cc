"""Streams with one odd habit each: what they say is read as their servers mean it, or asked for anew."""

import base64
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest

from spade_core.errors import ModelError
from spade_core.models import Usage
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.reply_parsing import whole_text
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.talk import endpoint, question, reply_of
from tests.models.test_openai_model import events
from tests.models.test_servers import evaluated, refusal, responded, with_long_replies
from tests.synthesis.asking import kind_judge, make_kind_workspace

PIECES = ("A kind word", " about Alien,", " and", " another one.")
WHOLE = "".join(PIECES)
SO_FAR = tuple(WHOLE[: WHOLE.index(piece) + len(piece)] for piece in PIECES)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def chunk(text: str, usage: Mapping[str, int] | None = None, **more: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {"content": text}, **more}], "usage": usage}


END = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


def texts_in(workspace: Path) -> list[str]:
    lines = (workspace / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["response"] for line in lines if "movie_name" in line]


@pytest.mark.parametrize("pieces", [SO_FAR, (*SO_FAR, WHOLE), ("", *SO_FAR, ""), (*PIECES, WHOLE)])
def test_pieces_that_repeat_all_before_them_are_stored_once(
    workspace: Path, tmp_path: Path, pieces: Sequence[str]
) -> None:
    outcome = responded(workspace, tmp_path, lambda _: Answer(raw=events(*map(chunk, pieces), END, b"[DONE]")))
    assert (outcome.stored, texts_in(workspace)) == (["Alien", "Heat"], [WHOLE] * 2)


@pytest.mark.parametrize(
    "pieces",
    [
        ("ha", "haha"),
        ("--------",) * 9,
        ("| a | b |\n",) * 2,
        ("A kind word. ", "A kind word. ", "So kind."),
        PIECES,
        (),
    ],
)
def test_a_text_that_repeats_itself_is_whole(pieces: Sequence[str]) -> None:
    assert whole_text(pieces) == "".join(pieces)


@pytest.mark.parametrize(
    "counts",
    [
        *([{"prompt_tokens": 7, "completion_tokens": n} for n in each] for each in ((3, 6, 7, 10), (3, 3, 1, 3))),
        [{"prompt_tokens": 7, "completion_tokens": 0}, None, {"completion_tokens": 10, "prompt_tokens": 0}, None],
        [None, None, *[{"prompt_tokens": 7, "completion_tokens": 10}] * 2],
        [None, None, {"input_tokens": 7}, {"output_tokens": 10}],
    ],
)
async def test_tokens_that_are_counted_beside_each_piece_are_counted_once(
    counts: Sequence[Mapping[str, int] | None],
) -> None:
    raw = events(*map(chunk, PIECES, counts), END)
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        usage = (await reply_of(server, question(long=True))).usage
    assert (usage, usage.estimated) == (Usage(7, 10), False)


@pytest.mark.parametrize("long", [False, True])
def test_events_without_their_marks_a_line_each_are_an_answer(workspace: Path, tmp_path: Path, long: bool) -> None:
    def answer(call: Call) -> Answer:
        text = kind_judge(call).text
        lines = (json.dumps(each) + "\n" for each in (chunk(text[:9]), chunk(text[9:]), END))
        return Answer(raw="".join(lines).encode(), headers={"content-type": "application/x-ndjson"})

    outcomes, told, server = evaluated(with_long_replies(workspace) if long else workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 6), told


@pytest.mark.parametrize("long", [False, True])
async def test_events_without_their_marks_that_do_not_end_are_no_answer(long: bool) -> None:
    raw = "".join(json.dumps(chunk(piece)) + "\n" for piece in PIECES).encode()
    answer = Answer(raw=raw, headers={"content-type": "application/x-ndjson"})
    with LoopbackServer(lambda _: answer) as server:
        with pytest.raises(ModelError, match="the reply broke off"):
            await reply_of(server, question(long=long))
        assert len(server.calls) <= 3


@pytest.mark.parametrize("kept", [2, len(PIECES)])
def test_an_end_in_each_piece_tells_of_none_and_the_reply_is_asked_for_in_one_piece(
    workspace: Path, tmp_path: Path, kept: int
) -> None:
    def answer(call: Call) -> Answer:
        if not call.body.get("stream"):
            return Answer(WHOLE)
        return Answer(raw=events(*(chunk(each, finish_reason="stop") for each in PIECES[:kept])))

    outcome = responded(workspace, tmp_path, answer)
    assert (texts_in(workspace), len(outcome.calls)) == ([WHOLE] * 2, 3)


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("status", ["incomplete", "in_progress"])
def test_a_message_that_the_responses_api_calls_incomplete_is_no_response(
    workspace: Path, tmp_path: Path, long: bool, status: str
) -> None:
    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses and not in v1/chat/completions.")
        item_status = status if "Heat" in str(call.body["input"]) else "completed"
        content = [{"type": "output_text", "text": "A kind word."}]
        item = {"type": "message", "role": "assistant", "status": item_status, "content": content}
        whole = {"status": "completed", "output": [item]}
        if long:
            return Answer(raw=events({"type": "response.completed", "response": whole}))
        return Answer(raw=json.dumps(whole).encode())

    outcome = responded(workspace, tmp_path, answer)
    assert outcome.stored == ["Alien"]
    assert f'the reply ended with "{status}", not as a whole answer' in outcome.told


KEY = "my-own-key"
LONG_KEY = "sk-proj-aB3/dE6+gH9jK2mN5pQ8rS1tU4vW7x=="


def spellings(key: str) -> Mapping[str, str]:
    data = key.encode()
    return {
        "plain": key,
        "capitals": key.upper(),
        "small letters": key.lower(),
        "without its prefix": key.rpartition("-")[2],
        "in an address": quote(key, safe=""),
        "in an address in small letters": quote(key, safe="").lower(),
        "base64": base64.b64encode(data).decode(),
        "base64 for addresses": base64.urlsafe_b64encode(data).decode().rstrip("="),
        "base64 of a header": base64.b64encode(b"Bearer " + data).decode(),
        "base64 of a user and it": base64.b64encode(b"me:" + data + b":more").decode(),
        "hexadecimal": data.hex(),
        "without its end": key[:-3],
        "its middle": key[4:-4],
    }


@pytest.mark.parametrize("spelling", spellings(LONG_KEY))
@pytest.mark.parametrize("where", ["complaint", "reply", "end", "redirect", "text"])
async def test_a_key_that_a_server_quotes_in_another_spelling_is_in_no_message(spelling: str, where: str) -> None:
    quoted = spellings(LONG_KEY)[spelling]
    answer = {
        "complaint": Answer(status=401, complaint={"message": f"I know no {quoted} here"}),
        "reply": Answer(raw=json.dumps({"error": {"message": f"I know no {quoted} here", "code": 401}}).encode()),
        "end": Answer("Kind.", finish=f"no {quoted}"),
        "redirect": Answer(status=302, headers={"location": f"http://127.0.0.1/{quoted}"}),
        "text": Answer(f"I was sent {quoted}."),
    }[where]
    with LoopbackServer(lambda _: answer) as server:
        try:
            told = (await reply_of(server, question(), key=LONG_KEY)).text
        except ModelError as error:
            told = str(error)
    secret = quoted[12:-4]
    assert secret not in told
    assert "<the key>" in told


@pytest.mark.parametrize("quoted", [KEY.upper(), KEY, quote(KEY)])
def test_the_command_does_not_tell_a_key_that_a_server_quotes(workspace: Path, tmp_path: Path, quoted: str) -> None:
    _, told, _ = evaluated(workspace, tmp_path, lambda _: refusal(401, f"Unknown: {quoted}"))
    assert "Unknown: <the key>" in told
    assert KEY not in told.lower()


def marked(mark: bytes, event: Mapping[str, object]) -> bytes:
    return mark + json.dumps(event).encode() + b"\n\n"


IN_THE_MIDDLE = {
    "no mark": marked(b"", chunk(PIECES[1])),
    "a blank before its mark": marked(b" data: ", chunk(PIECES[1])),
    "a mark in capitals": marked(b"Data: ", chunk(PIECES[1])),
    "a text of the choice": marked(b"data: ", {"choices": [{"index": 0, "text": PIECES[1]}]}),
    "a text beside an empty delta": marked(b"data: ", {"choices": [{"index": 0, "delta": {}, "text": PIECES[1]}]}),
    "a message": marked(b"data: ", {"choices": [{"index": 0, "message": {"content": PIECES[1]}}]}),
    "no JSON": marked(b"data: ", chunk(PIECES[1]))[:-9] + b"\n\n",
    "no data": b"event: ping\n\n",
    "no UTF-8": b"data: \xff\n\n",
    "no choice": marked(b"data: ", {"type": "content", "delta": {"text": PIECES[1]}}),
}
"""How the second piece of a stream may come, so that it is no event as the others are."""


@pytest.mark.parametrize("piece", IN_THE_MIDDLE)
def test_a_stream_with_a_piece_that_is_not_understood_is_asked_for_in_one_piece(
    workspace: Path, tmp_path: Path, piece: str
) -> None:
    def answer(call: Call) -> Answer:
        if not call.body.get("stream"):
            return Answer(WHOLE)
        rest = events(*map(chunk, PIECES[2:]), END, b"[DONE]")
        return Answer(raw=events(chunk(PIECES[0])) + IN_THE_MIDDLE[piece] + rest)

    outcome = responded(workspace, tmp_path, answer)
    assert (texts_in(workspace), len(outcome.calls)) == ([WHOLE] * 2, 3), outcome.told


def test_a_stream_whose_events_do_not_end_is_asked_for_in_one_piece(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        raw = events(*map(chunk, PIECES), END, b"[DONE]").replace(b"\n\n", b"\n")
        return Answer(raw=raw) if call.body.get("stream") else Answer(WHOLE)

    outcome = responded(workspace, tmp_path, answer)
    assert (texts_in(workspace), len(outcome.calls)) == ([WHOLE] * 2, 3), outcome.told


@pytest.mark.parametrize("end", [events(END, b"[DONE]"), events(END).replace(b"\n", b"\r\n")])
def test_a_stream_that_nobody_asked_for_is_an_answer(workspace: Path, tmp_path: Path, end: bytes) -> None:
    def answer(call: Call) -> Answer:
        text = kind_judge(call).text
        return Answer(raw=b": one moment\n\n" + events(chunk(text[:9]), chunk(text[9:])) + end)

    outcomes, told, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 6), told


async def test_a_stream_that_nobody_asked_for_and_that_does_not_end_is_no_answer() -> None:
    answer = Answer(raw=events(*map(chunk, PIECES)))
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError, match="the reply broke off"):
        await reply_of(server, question())


def test_a_stream_that_nobody_asked_for_and_that_holds_something_else_is_no_answer(
    workspace: Path, tmp_path: Path
) -> None:
    def answer(call: Call) -> Answer:
        begin, end = events(chunk(PIECES[0])), events(END, b"[DONE]")
        return Answer(raw=begin + b"<html>Bad Gateway</html>\n\n" + end)

    outcome = responded(workspace, tmp_path, answer)
    assert texts_in(workspace) == []
    assert "a stream that nobody asked for holds a line that is not understood" in outcome.told


@pytest.mark.parametrize(
    "said",
    [
        "This model only support stream mode, please enable the stream parameter to access the model.",
        "parameter.enable_thinking must be set to false for non-streaming calls",
        "Stream must be set to true",
    ],
)
def test_a_server_that_answers_in_streams_alone_is_asked_for_them(workspace: Path, tmp_path: Path, said: str) -> None:
    def answer(call: Call) -> Answer:
        return kind_judge(call) if call.body.get("stream") else refusal(400, said)

    outcomes, told, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7), told


async def test_a_server_that_streams_alone_and_whose_streams_are_not_understood_is_given_up() -> None:
    def answer(call: Call) -> Answer:
        raw = Answer(raw=IN_THE_MIDDLE["no JSON"])
        return raw if call.body.get("stream") else refusal(400, "This model only supports streaming")

    with LoopbackServer(answer) as server, pytest.raises(ModelError, match="only supports streaming"):
        await reply_of(server, question())
    assert len(server.calls) == 3


async def test_a_server_whose_streams_were_read_so_far_is_asked_in_one_piece_from_the_first_odd_one_on() -> None:
    def answer(call: Call) -> Answer:
        if not call.body.get("stream"):
            return Answer(WHOLE)
        odd = IN_THE_MIDDLE["no mark"] if call.number else b""
        return Answer(raw=events(chunk(PIECES[0])) + odd + events(*map(chunk, PIECES[1:]), END))

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server)) as model:
            texts = [(await model.reply(question(str(number), long=True))).text for number in range(3)]
    assert (texts, len(server.calls)) == ([WHOLE] * 3, 4)


HARMLESS = (
    b"\xef\xbb\xbf",
    b": waiting\n\n",
    b'id: 1\nretry: 3000\nevent: ping\ndata: {"type": "ping"}\n\n',
    marked(b"data: ", {"choices": [], "prompt_filter_results": [{"content_filter_results": {}}]}),
    marked(b"data: ", {"choices": [{"index": 0, "delta": {"content": ""}, "message": {"content": WHOLE}}]}),
    marked(b"data: ", {"choices": [{"index": 0, "finish_reason": None, "content_filter_results": {"hate": {}}}]}),
    marked(b"data: ", {"choices": [{"index": 0, "delta": {"role": "assistant", "reasoning": "Well."}}]}),
)
"""What may stand before the pieces of a stream."""


@pytest.mark.parametrize("first", HARMLESS)
async def test_what_holds_no_piece_of_the_text_takes_nothing_from_a_stream(first: bytes) -> None:
    raw = first + events(*map(chunk, PIECES), END, b"[DONE]")
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        assert (await reply_of(server, question(long=True))).text == WHOLE
    assert len(server.calls) == 1


def message(text: str, phase: str | None = None) -> dict[str, object]:
    content = [{"type": "output_text", "text": text}]
    return {"type": "message", "role": "assistant", "status": "completed", "content": content, "phase": phase}


@pytest.mark.parametrize(
    "items",
    [
        (message("First I look it up."), message(WHOLE)),
        (message("First I look it up.", "commentary"), message(WHOLE, "final_answer")),
        (message(WHOLE, "final_answer"), message("That was it.", "commentary")),
        (message(WHOLE), message("That was it.", "commentary")),
    ],
)
@pytest.mark.parametrize("long", [False, True])
async def test_of_several_messages_the_final_one_is_the_reply(items: Sequence[object], long: bool) -> None:
    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses")
        whole = {"status": "completed", "output": items}
        if long:
            return Answer(raw=events({"type": "response.completed", "response": whole}))
        return Answer(raw=json.dumps(whole).encode())

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question(long=long))).complete_text() == WHOLE


async def test_of_several_messages_that_come_in_pieces_alone_the_last_one_is_the_reply() -> None:
    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses")
        begins = {"type": "response.output_item.added", "item": message("")}
        first, *deltas = ({"type": "response.output_text.delta", "delta": each} for each in ("Hm.", *PIECES))
        end = {"type": "response.completed", "response": {"output": []}}
        return Answer(raw=events(begins, first, begins, *deltas, end))

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question(long=True))).complete_text() == WHOLE


async def test_a_remark_without_a_final_message_is_no_reply() -> None:
    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses")
        return Answer(raw=json.dumps({"status": "completed", "output": [message("Hm.", "commentary")]}).encode())

    with LoopbackServer(answer) as server, pytest.raises(ModelError, match="reasoning and no answer"):
        (await reply_of(server, question())).complete_text()
