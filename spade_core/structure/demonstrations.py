"""Which stretches of a template show a sample of what goes in or comes out, instead of saying what to do.

Words inside a sample are no instructions: "Key figures include Turing" asks for nothing. A sample is found by its
layout alone, so in any language once it is labelled, fenced after an introduction, or spoken by the assistant.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from typing import Final, NamedTuple

from spade_core.deltas import PLACEHOLDER
from spade_core.language import lexicon
from spade_core.structure.placeholders import placeholders_in
from spade_core.structure.titles import is_blank, title_in
from spade_core.text import Span


class Demonstration(NamedTuple):
    """One demonstration in one part of a template."""

    span: Span
    """From its introduction, where it has one, to its last line."""
    body: Span
    """Without the introduction, which is an instruction as any other."""
    reason: str

    def holds(self, span: Span) -> bool:
        """Whether a sentence of the same part lies in the sample."""
        return self.span.holds(span)


class _Line(NamedTuple):
    """What a line is by its own words."""

    text: str
    """Without white space at either end."""
    lead: int
    """Characters of white space before it."""
    label: str
    """``Question`` of ``Question: Who?`` in lower case, digits left out; empty without one."""
    commands: bool
    """Whether the label is followed by an instruction: ``Day 1: describe the city``."""
    slot: bool
    """Whether it holds a placeholder or ``<something to fill in>``: it shows no sample."""
    introduces: bool
    """Whether it announces a sample: ``Here is an example:``."""


_FENCES = ("```", "~~~")
_CUTS = ("#", *_FENCES)
_TURNS = frozenset({"system:", "user:", "assistant:"})
"""Lines that part the messages of a chat: no sample, but the prompt itself."""
_ASKING = frozenset({"q", "question", "input", "user", "human", "customer", "query", "request", "sentence", "text"})
_ANSWERING = frozenset(
    {"a", "answer", "output", "assistant", "ai", "response", "bot", "model", "reply", "final answer"}
)
_INSTRUCTING = frozenset(
    [
        "note",
        "important",
        "step",
        "rule",
        "warning",
        "critical",
        "very important",
        "attention",
        "reminder",
        "requirements",
        "rules",
        "guidelines",
        "constraints",
        "tip",
        "remember",
        "hint",
        "instruction",
        "instructions",
        "nb",
        "task",
        "example",
        "examples",
        "section",
        "paragraph",
        "part",
        "phase",
        "stage",
        "slide",
        "chapter",
        "criterion",
        "requirement",
        "constraint",
        "guideline",
        "principle",
        "point",
        "format",
        "context",
        "goal",
        "objective",
        "role",
        "thẻ",
        "bước",
        "phần",
        "mục",
        "chương",
        "ngày",
    ]
)
_ASKING_FOR_ONE = frozenset(
    [
        "give",
        "provide",
        "include",
        "add",
        "write",
        "create",
        "list",
        "generate",
        "cite",
        "offer",
        "suggest",
        "show",
        "need",
        "produce",
    ]
)
_INTRODUCING_ELSEWHERE = frozenset(
    [
        "예시",
        "beispiel",
        "exemple",
        "ejemplo",
        "exemplo",
        "esempio",
        "пример",
        "приклад",
        "مثال",
        "उदाहरण",
        "contoh",
        "przykład",
        "örnek",
        "voorbeeld",
    ]
)
"""The word for "example" in languages that have no other cues: a labelled sample needs no reading."""
_EXAMPLE_ELSEWHERE = re.compile(r"\b(?:ví|thí) dụ\b|(?<![比条條惯慣先特破])例")
_ASKED_ELSEWHERE = re.compile(
    r"(?:给出|提供|举出|列出|附上|设计|生成|编写|撰写|创作|给|举|写|造)[^:：]{0,16}例|"
    r"^\W*(?:hãy |vui lòng )?(?:đưa ra|cung cấp|nêu|thêm|kèm|bao gồm|sử dụng|dùng|tạo|viết|đặt|liệt kê)\b.*\bví dụ"
)
_INTRODUCING = frozenset({"example", "examples", "sample", "samples", "instance", "demonstration", "demonstrations"})
_PRESENTING = ("looks like:", "look like:", "looks like this:", "look like this:", "something like:", "like so:")
TAGGED: Final = "sample between tags"
REPEATING: Final = "blocks of the same labels"
_EXAMPLE_TAG: Final = re.compile(
    r"<(?P<name>\w*(?i:example|sample|demonstration)s?\d*|\w*(?:示例|例子|样例|范例|(?i:ví_?dụ))\w*)>$"
)
_LABEL_LENGTH = 40
_LONGEST_INTRODUCTION = 16
_WIDEST_GAP = 3
"""Lines without a label between two labelled ones of the same run."""


class _Found(NamedTuple):
    """A sample by the numbers of its lines; the last is in it."""

    first: int
    body: int
    """The first line that is shown rather than said; behind the last when there is none."""
    last: int
    reason: str


def holding(samples: Sequence[Demonstration], span: Span) -> Demonstration | None:
    """Return the one of a part's samples, in reading order, that a sentence lies in."""
    at = bisect_right(samples, span.start, key=lambda sample: sample.span.start) - 1
    return samples[at] if at >= 0 and samples[at].holds(span) else None


@lru_cache(maxsize=4)  # who classifies an edit asks of the same version from several sides
def demonstrations_in(text: str) -> tuple[Demonstration, ...]:
    """Return the samples of one part, in reading order, none overlapping another."""
    raw = text.split("\n")
    lines = [_line_of(each) for each in raw]
    found = [*_repeating(lines), *_tagged(lines), *_introduced(lines), *_labelled(lines), *_headed(lines)]
    if not found:
        return ()
    begins = [0, *accumulate(len(each) + 1 for each in raw)]
    starts = [begin + line.lead for begin, line in zip(begins, lines, strict=False)]
    ends = [start + len(line.text) for start, line in zip(starts, lines, strict=True)]
    merged: list[Demonstration] = []
    for sample in sorted((_placed(each, starts, ends) for each in found), key=lambda s: (s.span.start, -s.span.end)):
        if merged and sample.span.start < merged[-1].span.end:
            last = merged[-1]
            end = max(last.span.end, sample.span.end)
            reason = REPEATING if REPEATING in (last.reason, sample.reason) else last.reason
            merged[-1] = Demonstration(Span(last.span.start, end), Span(last.body.start, end), reason)
        else:
            merged.append(sample)
    return tuple(merged)


@lru_cache(maxsize=1024)  # an editor asks the same of each block at every keystroke
def may_demonstrate(block: str) -> bool:
    """Whether a text needs to be looked through that has this stretch of whole lines; quick, and never wrongly no."""
    lines = (_line_of(raw) for raw in block.split("\n"))
    return any(
        line.introduces
        or _EXAMPLE_TAG.match(line.text) is not None
        or _turn(line) != ""
        or (line.label and not line.slot and line.label not in _INSTRUCTING)
        for line in lines
    )


def _placed(found: _Found, starts: Sequence[int], ends: Sequence[int]) -> Demonstration:
    start, end = starts[found.first], ends[found.last]
    body = start if found.body == found.first else min(ends[found.body - 1] + 1, end)
    return Demonstration(Span(start, end), Span(body, end), found.reason)


@lru_cache(maxsize=4096)  # an editor reads the same lines at every keystroke
def _line_of(raw: str) -> _Line:
    text = raw.strip()
    slot = bool(placeholders_in(text)) or (": <" in text and text.endswith((">", "]")))
    label = "" if text.startswith("#") or text.casefold() in _TURNS else _label(text)
    commands = bool(label) and _commands(text.partition(":")[2])
    return _Line(text, len(raw) - len(raw.lstrip()), label, commands, slot, _introduces(text))


def _commands(content: str) -> bool:
    first = content.split(maxsplit=1)[:1]
    return bool(first) and first[0].casefold().strip("*_") in _commands_of_prompts()


@cache
def _commands_of_prompts() -> frozenset[str]:
    return frozenset((*lexicon().words("verbs", "produce"), *lexicon().words("verbs", "think")))


def _label(line: str) -> str:
    head, colon, _ = line[: _LABEL_LENGTH + 1].lstrip("-*>#• ").partition(":")
    if not colon or not head[:1].isalpha() or any(mark in head for mark in '.!?,;{}[]()<>"`'):
        return ""
    return head.rstrip("0123456789 *_").casefold()


def _tagged(lines: list[_Line]) -> list[_Found]:
    """Samples between tags: ``<example>`` to ``</example>``, each on a line of its own."""
    samples = []
    opened = 0
    for index, line in enumerate(lines):
        tag = _EXAMPLE_TAG.match(line.text)
        if tag is None or index < opened:
            continue
        closing = next((at for at in range(index + 1, len(lines)) if lines[at].text == f"</{tag['name']}>"), 0)
        if closing > index + 1:
            samples.append(_Found(index, index + 1, closing - 1, TAGGED))
            opened = closing
    return samples


def _turn(line: _Line) -> str:
    """Return "asks" or "answers" for a heading that is nothing but a side's name: ``# Input``, ``## Output 2``."""
    if not line.text.startswith("#"):
        return ""
    name = line.text.lstrip("#").strip(" *_:#").rstrip("0123456789 ").casefold().removeprefix("example ")
    return "asks" if name in _ASKING else "answers" if name in _ANSWERING else ""


def _headed(lines: list[_Line]) -> list[_Found]:
    """Samples under headings that alternate: ``# Input``, ``# Output``, ``# Input``, ``# Output``."""
    headings = [index for index, line in enumerate(lines) if line.text.startswith("#") and line.text.strip("# ")]
    turns = [_turn(lines[index]) for index in headings]
    pairs = [at for at in range(len(turns) - 1) if (turns[at], turns[at + 1]) == ("asks", "answers")]
    samples = []
    for at in pairs if len(pairs) > 1 else ():
        first, answer = headings[at], headings[at + 1]
        end = headings[at + 2] if at + 2 < len(headings) else len(lines)
        last = max((index for index in range(answer + 1, end) if lines[index].text), default=answer)
        if last > answer:
            samples.append(_Found(first, first + 1, last, "input and output under headings that alternate"))
    return samples


def _introduced(lines: list[_Line]) -> list[_Found]:
    """Samples that a line such as "Here is an example:" announces."""
    samples = []
    index = 0
    while index < len(lines):
        after = _end_of_introduced(lines, index) if lines[index].introduces else 0
        if after and not _is_to_fill_in(lines[index + 1 : after]):
            samples.append(_Found(index, index + 1, after - 1, "sample after its introduction"))
            index = after
        elif lines[index].text.startswith(_FENCES):
            index = _after_fence(lines, index)
        else:
            index += 1
    return samples


def _is_to_fill_in(lines: Sequence[_Line]) -> bool:
    """Whether labelled lines have blanks behind them: a format, not an example."""
    titles = [title_in(line.text) for line in lines if line.text]
    blank = sum(title is not None and is_blank(title.holds) for title in titles)
    return blank > 0 and 2 * blank >= len(titles)


def _names_an_example(line: str) -> bool:
    """Whether a Vietnamese, Chinese or Japanese line names an example, and does not ask for one."""
    return _EXAMPLE_ELSEWHERE.search(line) is not None and _ASKED_ELSEWHERE.search(line) is None


def _introduces(line: str) -> bool:
    lowered = line.casefold()
    if lowered.endswith(_PRESENTING):
        return True
    labels = lowered.endswith((":", "：")) and len(lowered) <= _LABEL_LENGTH
    if labels and (_names_an_example(lowered) or any(word in lowered for word in _INTRODUCING_ELSEWHERE)):
        return True
    if not any(word in lowered for word in ("example", "sample", "instance", "demonstration")):
        return False
    words = lowered.strip("#*_:<>- .").replace(":", " ").replace(".", " ").split()
    if not words or len(words) > _LONGEST_INTRODUCTION or not _INTRODUCING.intersection(words):
        return False
    if words[0] in {"end", "each", "every"}:
        return False  # "each example should have:" says how those are that are to be written
    if not _ASKING_FOR_ONE.isdisjoint(words) and words[0] not in {"here", "here's", "this"}:
        return False  # "give an example for each:" asks for samples and shows none
    closes = line.rstrip("*_ ").endswith((":", ">")) or line.startswith(("#", "<"))
    return closes or words[0] in {"here", "here's"} or len(words) <= _WIDEST_GAP


def _end_of_introduced(lines: list[_Line], introduction: int) -> int:
    """Return the index after the last line of the sample that line `introduction` announces; 0 when there is none."""
    first = introduction + 1
    while first < len(lines) and not lines[first].text.strip("-=_*"):
        first += 1
    if first == len(lines):
        return 0
    if lines[first].text.startswith(_FENCES):
        return _after_fence(lines, first)
    end, next_item = first, _next_item(lines[introduction])
    while end < len(lines) and not _ends_sample(lines, end, first) and lines[end].text[: len(next_item)] != next_item:
        end += 1
    if end < len(lines) and lines[end].text and "end" in lines[end].text.casefold().split()[:2]:
        end += 1
    while end > first and not lines[end - 1].text:
        end -= 1
    return end if end > first else 0


def _next_item(line: _Line) -> str:
    """Return how the item behind a numbered one begins; a blank, which begins no line, for another line."""
    number = re.match(r"(\d{1,2})([.)、．] ?)", line.text)
    return f"{int(number[1]) + 1}{number[2]}" if number is not None else " "


def _ends_sample(lines: list[_Line], index: int, first: int) -> bool:
    line = lines[index]
    if line.text.startswith(("#", "</", "---", "===")):
        return True
    if not line.text or index == first:
        return False
    after_blank = not lines[index - 1].text
    return after_blank and (
        line.slot
        or not line.label
        or line.label in _INSTRUCTING
        or line.text.endswith(":")
        or lines[first].text[0] in "{["
    )


def _after_fence(lines: list[_Line], opening: int) -> int:
    fence = lines[opening].text[:3]
    for index in range(opening + 1, len(lines)):
        if lines[index].text.startswith(fence) or lines[index].text.endswith(fence):
            return index + 1
    return len(lines)


def _labelled(lines: list[_Line]) -> list[_Found]:
    """Samples laid out as labelled turns: a label that comes back, or a question with its answer."""
    samples = []
    run: list[int] = []
    for index, (text, _, label, _, slot, _) in enumerate(lines):
        if label and not slot and label not in _INSTRUCTING:
            if run and _gap(lines, run[-1], index) > _WIDEST_GAP:
                samples += _sample_of(lines, run)
                run = []
            run.append(index)
        elif run and (slot or text.startswith(_CUTS) or _closes(text)):
            samples += _sample_of(lines, run)
            run = []
    return samples + _sample_of(lines, run)


ASKS: Final = _ASKING | {
    "claim", "code", "command", "comment", "context", "conversation", "dialogue", "document", "email", "headline",
    "instruction", "message", "article", "paragraph", "passage", "post", "posting", "premise", "problem", "prompt",
    "review", "snippet", "source", "statement", "ticket", "topic", "transcript", "tweet",
}  # fmt: skip
"""What the part of a demonstration is called that comes before its answer."""
_ANSWERS_BLOCK: Final = _ANSWERING | {
    "classification", "completion", "correction", "json", "label", "prediction", "result", "sentiment", "solution",
    "sql", "sqlquery", "summary", "translation", "verdict",
}  # fmt: skip
_MOST_LABELS: Final = 4
"""Labels of answers in one text that are looked at."""
_LONGEST_BLOCK: Final = 60
"""Lines from the first label of a block to its answer."""


def _repeating(lines: list[_Line]) -> list[_Found]:
    """Samples as blocks of the same labels in the same order, whatever stands above: what is asked, then the answer."""
    names = [(at, name) for at, line in enumerate(lines) if (name := _named(line))]
    answers = dict.fromkeys(name for at, name in names if name.split()[-1] in _ANSWERS_BLOCK and not lines[at].slot)
    found: list[_Found] = []
    for answer in [*answers][:_MOST_LABELS]:
        if any(each.first <= at <= each.last for each in found for at, name in names if name == answer):
            continue
        chain: list[tuple[int, int]] = []
        for block in _blocks(lines, names, answer):
            chain.append(block)
        found += _shown_by(lines, names, chain)
    return found


def _named(line: _Line) -> str:
    """Return what a line is called that begins a block or a part of one: "**Input:** ...", "## Example 2"."""
    if not line.text.startswith("#"):
        return line.label
    title = line.text.strip("#*_: ").rstrip("0123456789:. ").casefold()
    return title if title in _INTRODUCING else ""


def _blocks(lines: list[_Line], names: list[tuple[int, str]], answer: str) -> Iterator[tuple[int, int]]:
    """Yield the first line of each block and that of its answer; each begins with the label that the others do."""
    places = [at for at, (_, name) in enumerate(names) if name == answer]
    if len(places) < 2:
        return
    before = {name for _, name in names[max(places[0] - _LONGEST_BLOCK, 0) : places[0]]}
    first = next((name for _, name in names[places[0] + 1 : places[1]] if name in before), "")
    start = 0
    for place in places if first else ():
        within = range(max(start, place - _LONGEST_BLOCK), place)
        opening = next((at for at in (within if start else reversed(within)) if names[at][1] == first), None)
        start = place + 1
        if opening is None:
            continue
        labels = {word for _, name in names[opening:place] for word in name.split()}
        begin, end = names[opening][0], names[place][0]
        is_asked = not labels.isdisjoint(ASKS) or not labels.isdisjoint(_INTRODUCING)
        if is_asked and end - begin <= _LONGEST_BLOCK and not _is_open(lines, begin, end):
            yield begin, end


_TO_FILL_IN: Final = re.compile(r"<[^<>]+>|\[[A-Za-z][^\[\]]*[a-z ][^\[\]]*\]|\.{3}|…|_{2,}")
"""What stands behind a label for what is to be written there."""


def _is_open(lines: list[_Line], begin: int, end: int) -> bool:
    """Whether something is to be filled in in a block, so that it shows nothing yet."""
    return any(
        (line.slot and PLACEHOLDER.fullmatch((line.text.partition(":")[2] if line.label else line.text).strip(" \"'`")))
        or (line.label and _TO_FILL_IN.fullmatch(line.text.partition(":")[2].strip(" *\"'`")))
        for line in lines[begin : end + 1]
    )


def _shown_by(lines: list[_Line], names: list[tuple[int, str]], chain: list[tuple[int, int]]) -> list[_Found]:
    """Return what blocks show that follow each other, as far as the answer of the last goes."""
    if len(chain) < 2 or _leads_format(lines, chain[0][0]):
        return []
    for (_, answer), (begin, _) in pairwise(chain):
        if any(lines[at].text.startswith("#") and not _named(lines[at]) for at in range(answer, begin)):
            return []  # each stands under a heading of its own
    last = _end_of_answer(lines, chain[-1][1])
    behind = {name for at, name in names if chain[0][1] < at < chain[1][0]}
    for at, name in names:
        if last < at <= last + _WIDEST_GAP and name in behind:
            last = _end_of_answer(lines, at)
    return [_Found(chain[0][0], chain[0][0], last, REPEATING)]


def _end_of_answer(lines: list[_Line], at: int) -> int:
    """Return the last line of what stands at a label: a fence, what is in brackets, or a paragraph."""
    first = at
    if not lines[at].text.partition(":")[2].strip("* "):
        first = next((index for index in range(at + 1, min(at + 3, len(lines))) if lines[index].text), at)
    depth, index = 0, first
    while index < len(lines) and (lines[index].text or depth > 0) and index < first + _LONGEST_BLOCK:
        if index > first and depth <= 0 and (lines[index].text.startswith(("#", "---", "===")) or lines[index].slot):
            break
        depth += sum(lines[index].text.count(mark) for mark in "{[") - sum(
            lines[index].text.count(mark) for mark in "}]"
        )
        index += 1
    return index - 1


def _closes(text: str) -> bool:
    """Whether a line says between dashes that something ends: "--- END OF EXAMPLES ---"."""
    return text.startswith(("--", "==")) and "end" in text.casefold().split()


def _gap(lines: list[_Line], first: int, last: int) -> int:
    between = (lines[index] for index in range(first + 1, last))
    return sum(1 for line in between if line.text and not line.label and line.text[0] not in '{}[]"')


def _leads_format(lines: list[_Line], first: int) -> bool:
    """Whether the line above labelled lines says that they are a format: "Use the following format:"."""
    above = next((lines[at].text for at in range(first - 1, -1, -1) if lines[at].text), "")
    return above.endswith(":") and re.search(r"\b(?:format|template|structure)\b", above.casefold()) is not None


def _sample_of(lines: list[_Line], run: list[int]) -> list[_Found]:
    return [each for rest in _without_formats(lines, run) for each in _spoken_in(lines, rest)]


def _without_formats(lines: list[_Line], run: list[int]) -> Iterator[list[int]]:
    """Yield the stretches of labelled lines between those that a line leads in as a format.

    A stretch begins where a label comes back.
    """
    rounds: list[list[int]] = []
    for index in run:
        if not rounds or lines[index].label in (lines[each].label for each in rounds[-1]):
            rounds.append([])
        rounds[-1].append(index)
    for is_form, each in groupby(rounds, lambda one: len(one) > 1 and _leads_format(lines, one[0])):
        if not is_form:
            yield [index for one in each for index in one]


def _spoken_in(lines: list[_Line], run: list[int]) -> list[_Found]:
    spoken = [lines[index].label for index in run]
    said = Counter(spoken)
    often = [i for i, label in enumerate(spoken) if said[label] > 1]
    repeated = often and 2 * len(often) >= len(spoken)
    asked = next((i for i, label in enumerate(spoken) if label in _ASKING), None)
    answered = asked is not None and any(label in _ANSWERING for label in spoken[asked + 1 :])
    commanding = sum(lines[index].commands for index in run)
    if not (repeated or answered) or commanding * 2 > len(run):
        return []
    reason = "question with its answer" if answered else "labelled lines that repeat"
    first = run[min([*often, *([asked] if answered and asked is not None else [])])]
    return [] if not repeated and _leads_format(lines, first) else [_Found(first, first, run[-1], reason)]
