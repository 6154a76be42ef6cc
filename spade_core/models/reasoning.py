"""The answer in a reply of a model that writes down its reasoning first.

Law: what stands between the marks of reasoning is a draft, never an answer. Marks that the request itself asks for are
not touched, and neither is a reply that is JSON as a whole: a mark inside it is a quotation.
"""

import json
import re
from itertools import accumulate

_TAGS = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "seed:think")
_PAIRS = (
    *((f"<{tag}>", f"</{tag}>") for tag in _TAGS),
    *(("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"), ("<|START_THINKING|>", "<|END_THINKING|>")),
    *(("<|channel>", "<channel|>"), ("<unused94>", "<unused95>")),  # of Gemma and MedGemma
)
_FINAL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|constrain\|>\s*\w+\s*)?<\|message\|>")
_BARE_FINAL = re.compile(r"\A\s*analysis(?s:.*)assistantfinal\s*(?:json\s*(?=[{\[]))?")
"""What stands before the answer of gpt-oss where a server drops the marks of its channels and leaves their names."""
_ENDS = re.compile(r"<\|(?:return|end|start)\|>")
_CHANNEL = "<|channel|>"
_BEGIN = re.compile(r"\A\s*(<\|START_RESPONSE\|>|<\|im_start\|>)(?:assistant\b)?\s*")
_TURN_ENDS = re.compile(
    r"(<\|(?:im_end|eot_id|eom_id|endoftext|end_of_text|end|return|END_RESPONSE|END_OF_TURN_TOKEN)\|>"
    r"|<end_of_turn>|<｜end▁of▁sentence｜>|</s>)\s*"
    r"(?=\Z|<\|(?:im_|eot_|start|end|START_OF_TURN|END_OF_TURN)|<(?:start|end)_of_turn>|</?s>|\[INST\])"
)
"""The mark at which a turn ends, before the end of all or the marks of the next turn."""


def answer_in(text: str, *, asked: str = "") -> str:
    """Return a reply without its reasoning and the marks around a turn; "" when there is nothing else.

    Reasoning whose beginning is missing (servers put it into the prompt) reaches to its end mark; one without an end
    takes the rest. Marks that are in `asked`, which says what the reply should be, count as text.
    """
    return text if _is_json(text) else _turn_in(_without_reasoning(text, asked), asked)


def holds_reasoning(text: str) -> bool:
    """Return whether a reply has reasoning in its text."""
    return not _is_json(text) and _without_reasoning(text, "") != text


def _without_reasoning(text: str, asked: str) -> str:
    if _CHANNEL in text and _CHANNEL not in asked:
        text = _final_channel(text)
    if "assistantfinal" not in asked:
        text = _BARE_FINAL.sub("", text)
    for opening, closing in _PAIRS:
        marked = opening.lower() in text.lower() or closing.lower() in text.lower()
        if marked and opening.lower() not in asked.lower():
            text = _without(text, opening, closing)
    return text


def _turn_in(text: str, asked: str) -> str:
    """Return the first turn of a text without its marks: some servers leave them in, and some models go on."""
    begin = _BEGIN.match(text)
    if begin is not None and begin[1] not in asked:
        text = text[begin.end() :]
    end = _TURN_ENDS.search(text)
    if end is None or end[1] in asked or (end[1] == "</s>" and "<s>" in text[: end.start()]):
        return text
    return text[: end.start()].rstrip()


def _without(text: str, opening: str, closing: str) -> str:
    """Return the text outside the marks, which may be nested; where they do not pair up, what follows the last end."""
    marks = list(re.finditer(f"{re.escape(opening)}|{re.escape(closing)}", text, re.IGNORECASE))
    opens = [mark[0].lower() == opening.lower() for mark in marks]
    depths = list(accumulate(1 if each else -1 for each in opens))
    if depths[-1] == 0 and min(depths) == 0:
        starts = [0, *(mark.end() for mark, depth in zip(marks, depths, strict=True) if depth == 0)]
        ends = [mark.start() for mark, depth in zip(marks, [0, *depths], strict=False) if depth == 0]
        return "".join(text[start:end] for start, end in zip(starts, [*ends, len(text)], strict=True)).strip()
    last = max((at for at, is_open in enumerate(opens) if not is_open), default=-1)
    start = marks[last].end() if last >= 0 else 0
    end = marks[last + 1].start() if last + 1 < len(marks) else len(text)
    return text[start:end].strip()


def _final_channel(text: str) -> str:
    """Return what gpt-oss says in its final channel, where a server hands its channels on as text."""
    finals = list(_FINAL.finditer(text))
    return _ENDS.split(text[finals[-1].end() :])[0].strip() if finals else ""


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
