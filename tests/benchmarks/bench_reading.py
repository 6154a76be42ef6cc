"""How well prompts are read, in this process: ``python -m tests.benchmarks.bench_reading [misses]``.

The research data is `prompt_reading` and `ifeval` in the folder that SPADE_DATA names; `tools/reading/README.md` beside
it says what right, wrong, idle and found are. What the prompt's own outputs fail is left out, as `spade generate` does;
the checks run without the sandbox, so that it takes seconds. With ``misses`` each one is listed as a line of JSON.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from spade_core.constraints.constraint import Constraint, strongest
from spade_core.constraints.evaluation import holds
from spade_core.constraints.judgement import Judgement
from spade_core.constraints.reader import read_structure
from spade_core.criteria.evidence import shown_outputs
from spade_core.deltas import sentences_of
from spade_core.prompt_files import read_prompt
from spade_core.structure import structure_of
from spade_core.text import Span
from tests.research import DATA

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Assertion:
    """What a prompt asks for, and the places in it that do."""

    constraint: Constraint
    places: tuple[Span, ...]

    @property
    def is_judged(self) -> bool:
        """Whether no code decides it."""
        return isinstance(self.constraint, Judgement)


def assertions_of(prompt: str) -> tuple[Assertion, ...]:
    """Return what a prompt gives without a model, equal ones once."""
    said: list[tuple[Constraint, Span]] = []
    for template in read_prompt("p.prompt.md", prompt).templates:
        structure = structure_of(template, sentences_of(template))
        shown = shown_outputs(structure)
        for each in read_structure(structure):
            source = each.constraint.source()
            failed = [holds(source, one.response, fields={}) is False for one in shown] if source else []
            if sum(failed) and 2 * sum(failed) >= len(failed):
                continue
            begin = each.sentence.span.start
            span = Span(begin + each.phrase.start, begin + each.phrase.end)
            place = template.parts[each.sentence.part].source.locate(span)
            said.append((each.constraint, place))
    said_by = strongest(each for each, _ in said)
    found: dict[str, tuple[Constraint, list[Span]]] = {}
    for constraint, place in said:
        top = said_by[constraint]
        found.setdefault(top.source() or top.describe(), (top, []))[1].append(place)
    return tuple(Assertion(constraint, tuple(places)) for constraint, places in found.values())


def _responses(row: Row) -> dict[str, str]:
    cases = {f"g{i}": text for i, text in enumerate(row["good"])}
    for i, each in enumerate(row["instructions"]):
        cases |= {f"k{i}.{j}": text for j, text in enumerate(each.get("keeps", []))}
        cases |= {f"b{i}.{j}": text for j, text in enumerate(each.get("breaks", []))}
    return cases


def _places(row: Row) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for each in row["instructions"]:
        at = row["prompt"].find(each["text"], start)
        at = at if at >= 0 else row["prompt"].find(each["text"])
        spans.append(Span(max(at, 0), max(at, 0) + len(each["text"])))
        start = max(start, at)
    return spans


def _verdict(row: Row, tied: set[int], constraint: Constraint) -> str:
    """Return right, wrong, idle or loose, as the research data defines them."""
    source = constraint.source()
    cases = _responses(row)
    failed = {
        name for name, text in cases.items() if holds(source, text, fields=row["fields"], prompt=row["prompt"]) is False
    }
    own = tuple(f"{kind}{i}." for i in tied for kind in "kb")
    if any(name[0] == "g" or (name[0] == "k" and name.startswith(own)) for name in failed):
        return "wrong"
    if any(name[0] == "b" and name.startswith(own) for name in failed):
        return "right"
    return "idle" if any(row["instructions"][i]["decided_by"] == "code" for i in tied) else "loose"


def score(row: Row) -> tuple[Counter[str], list[list[object]]]:
    """Return what is counted of one labelled prompt, and what was missed."""
    n: Counter[str] = Counter()
    misses: list[list[object]] = []
    spans = _places(row)
    right, asked, spoken = set[int](), set[int](), set[int]()
    for each in assertions_of(row["prompt"]):
        tied = {i for i, span in enumerate(spans) for place in each.places if span.overlaps(place)}
        if each.is_judged:
            asked |= tied
            continue
        verdict = _verdict(row, tied, each.constraint)
        n[verdict] += 1
        spoken |= tied
        right |= tied if verdict == "right" else set()
        if verdict in ("wrong", "idle"):
            misses.append([verdict, each.constraint.source(), [place.of(row["prompt"]) for place in each.places]])
    for i, label in enumerate(row["instructions"]):
        kind = label["decided_by"]
        is_met = {"code": i in right, "judge": i in asked | right}.get(kind, i not in asked | spoken)
        n[kind] += 1
        n[f"{kind} met"] += is_met
        if not is_met:
            misses.append([kind, label["text"], label["asks"]])
    return n, misses


def _share(part: int, whole: int) -> str:
    return f"{part / max(whole, 1):.3f}"


def _figures(n: Counter[str]) -> str:
    sure = n["right"] + n["wrong"] + n["idle"]
    return (
        f"precision {_share(n['right'], sure)}  wrong {_share(n['wrong'], sure + n['loose'])}  "
        f"recall {_share(n['code met'], n['code'])}  judge {_share(n['judge met'], n['judge'])}  "
        f"quiet {_share(n['nothing met'], n['nothing'])}"
    )


def _rows(path: str) -> list[Row]:
    return [json.loads(line) for line in (DATA / path).read_text(encoding="utf-8").splitlines()]


def _labelled_prompts(*, listed: bool) -> Iterator[str]:
    halves: list[Counter[str]] = [Counter(), Counter()]
    for number, row in enumerate(_rows("prompt_reading/prompts.jsonl")):
        n, misses = score(row)
        halves[number % 2] += n
        yield from (json.dumps([number, *miss], ensure_ascii=False) for miss in misses if listed)
    for name, n in (("even rows", halves[0]), ("odd rows", halves[1]), ("all rows", halves[0] + halves[1])):
        yield f"prompt_reading, {name:9}  {_figures(n)}"


def _verdicts(row: Row, texts: list[str]) -> dict[str, list[bool]]:
    found = {}
    for each in assertions_of(row["prompt"]):
        if not each.is_judged:
            source = each.constraint.source()
            cells = [holds(source, texts[at], fields={}, prompt=row["prompt"]) for at in row["responses"]]
            if None not in cells:
                found[source] = [cell is True for cell in cells]
    return found


def _ifeval(*, listed: bool) -> Iterator[str]:
    texts = [str(text) for text in _rows("ifeval/responses.jsonl")]
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    n: Counter[str] = Counter()
    for row in _rows("ifeval/instructions.jsonl"):
        vectors = _verdicts(row, texts)
        for kind, verdict in zip(row["kinds"], row["verdicts"], strict=True):
            if verdict is None or len(set(verdict)) < 2:
                continue
            told = [sum(bool(a) != b for a, b in zip(verdict, each, strict=True)) for each in vectors.values()]
            off = min(told, default=len(texts))
            kinds[kind] += Counter(all=1, found=off == 0, near=off <= 1)
            if off > 1 and listed:
                yield json.dumps(["missed", row["key"], kind, [*vectors]], ensure_ascii=False)
        if all(verdict and verdict[0] for verdict in row["verdicts"]):
            failing = [source for source, each in vectors.items() if not each[0]]
            n += Counter(followed=1, asked=len(vectors), alarms=len(failing), flagged=bool(failing))
            if failing and listed:
                yield json.dumps(["alarm", row["key"], failing], ensure_ascii=False)
    total = sum(kinds.values(), Counter[str]())
    mean = sum(each["found"] / each["all"] for each in kinds.values()) / max(len(kinds), 1)
    yield (
        f"ifeval                     found {_share(total['found'], total['all'])}  near "
        f"{_share(total['near'], total['all'])}  mean of kinds {mean:.3f}  false alarms "
        f"{_share(n['alarms'], n['asked'])}  flagged {_share(n['flagged'], n['followed'])}"
    )


def main() -> None:
    """Print the figures, and with ``misses`` what was missed."""
    listed = "misses" in sys.argv
    if not DATA.is_dir():
        sys.stdout.write(f"no research data at {DATA}: set SPADE_DATA to its folder\n")
        return
    for line in (*_labelled_prompts(listed=listed), *_ifeval(listed=listed)):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
