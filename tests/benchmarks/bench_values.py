"""Nearest valid values, accuracy and speed, beside rapidfuzz and TF-IDF: ``python -m tests.benchmarks.bench_values``.

Accuracy is that of the alias set of `SPADE_DATA`, for ours and the published strategies: none; all valid names in the
prompt; retrieve some, then ask; answer, then correct. No model is at hand, so the one that is asked is *simulated*, by
a server on this machine: of the names in its prompt it answers the one with the fewest edits, it knows no nickname, and
without names it answers what was said. Embeddings are those of WordLlama, whose package brings its model along
(``pip install wordllama``; no dependency).

Speed is on made-up values, by default 100,000; ``bench_values 1000000`` takes more. All times are of one core, in
seconds of its own.
"""

import json
import logging
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, TypeVar

from spade_core.models import ModelChoice, ModelSession, Request, tokens_of, user
from spade_core.testing.loopback import Call, LoopbackServer
from spade_core.values import ValueSet, load_values, set_of
from spade_core.values.lexicon import lexicon
from tests.research import DATA

Search = Callable[[str], list[str]]
"""The ten nearest values to a text, best first."""

_Result = TypeVar("_Result")
_LEGAL: Final = ("Inc.", "Ltd", "LLC", "GmbH", "Corp.")
_TRADE: Final = ("Systems", "Holdings", "International", "Foods", "Logistics", "Bank", "Pharma", "Design")
_QUERIES: Final = 200
_MOST_VECTORS: Final = 200_000


def main() -> None:
    """Print the tables."""
    logging.disable(logging.INFO)  # a line for each request to the server
    _accuracy()
    _speed(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)


def _accuracy() -> None:
    folder = DATA / "name_correction"
    if not folder.is_dir():
        _say(f"no aliases at {folder}: set SPADE_DATA")
        return
    names = (folder / "valid_names.txt").read_text("utf-8").splitlines()
    aliases = [json.loads(line) for line in (folder / "aliases.jsonl").read_text("utf-8").splitlines()]
    known = set_of(names)
    _say(f"{len(aliases)} aliases of {len(known):,} names{'':23} first   in ten")
    for name, search in _searches(known, names).items():
        found = [search(each["alias"]) for each in aliases]
        pairs = list(zip(aliases, found, strict=True))
        first, ten = (_share(each["value"] in some[:most] for each, some in pairs) for most in (1, 10))
        _say(f"  {name:46} {first:7.3f} {ten:8.3f}")
    _say(f"{'named as the answer, or put in its place':48} right    wrong  tokens sent a name")
    for name, (answers, tokens) in strategies(known, names, [each["alias"] for each in aliases]).items():
        right = _share(answer == each["value"] for answer, each in zip(answers, aliases, strict=True))
        wrong = _share(answer not in {None, each["value"]} for answer, each in zip(answers, aliases, strict=True))
        _say(f"  {name:46} {right:7.3f} {wrong:8.3f} {tokens:9,.0f}")
    outside = random.Random(3).sample(names, 500)  # noqa: S311  (made-up texts, no secret)
    rest = set_of([name for name in names if name not in set(outside)])
    changed = sum(rest.nearest(name).correction is not None for name in outside)
    _say(f"  of {len(outside)} valid names that were left out, {changed / len(outside):.3f} are taken for another one")


def _share(these: Iterable[bool]) -> float:
    found = list(these)
    return sum(found) / len(found)


def strategies(
    known: ValueSet, names: Sequence[str], aliases: Sequence[str]
) -> dict[str, tuple[list[str | None], float]]:
    """Return by strategy the answers, and the tokens that a model is sent for one."""
    found: dict[str, tuple[list[str | None], float]] = {"none": (list(aliases), 0.0)}
    retrieving = {"3-grams": _by_grams(names), "embeddings": _by_vectors(names)}
    with (
        tempfile.TemporaryDirectory() as home,
        LoopbackServer(_simulated) as server,
        ModelSession({**os.environ, "SPADE_HOME": home, "SPADE_BASE_URL": server.url}) as session,
    ):
        model = session.models.model(ModelChoice("simulated"))

        def asked(shown: Callable[[str], Sequence[str]]) -> tuple[list[str | None], float]:
            requests = [Request((user("\n".join([f"{_SAID}{each}", *shown(each)])),)) for each in aliases]
            answers: list[str | None] = [session.call(model.reply(each)).complete_text() for each in requests]
            return answers, sum(map(tokens_of, requests)) / len(requests)

        found["all in the prompt, then ask (simulated)"] = asked(lambda _: names)
        for kind, search in retrieving.items():
            if search is not None:
                found[f"retrieve by {kind}, then ask (simulated)"] = asked(search)
        answered = asked(lambda _: ())
    for kind, search in retrieving.items():
        if search is not None:
            corrected: list[str | None] = [search(each or "")[0] for each in answered[0]]
            found[f"answer (simulated), then correct by {kind}"] = corrected, answered[1]
    found["ours, with abstention"] = [known.nearest(each).correction for each in aliases], 0.0
    return found


_SAID: Final = "Which of these names is meant? The text says: "


def _simulated(call: Call) -> str:
    """Answer as a model might that knows of names nothing but how they are written."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    said, *shown = call.last.removeprefix(_SAID).split("\n")
    found = process.extractOne(said, shown, scorer=OSA.distance)
    return found[0] if found is not None else said


def _searches(known: ValueSet, names: Sequence[str]) -> dict[str, Search]:
    found: dict[str, Search] = {
        "none: as it was written": lambda text: [text] if text in known else [],
        "ours": lambda text: [each.value for each in known.nearest(text, most=10).nearest],
    }
    return {**found, **_others(names)}


def _others(names: Sequence[str]) -> dict[str, Search]:
    from rapidfuzz import fuzz, process, utils

    def by_ratio(text: str) -> list[str]:
        found = process.extract(text, names, scorer=fuzz.WRatio, processor=utils.default_process, limit=10)
        return [each[0] for each in found]

    others = {
        "rapidfuzz, every value compared": by_ratio,
        "TF-IDF of 3-grams (scikit-learn)": _by_grams(names),
        "embeddings (WordLlama)": _by_vectors(names) if len(names) < _MOST_VECTORS else None,
    }
    return {name: search for name, search in others.items() if search is not None}


def _by_grams(names: Sequence[str]) -> Search | None:
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError:
        _say("  (scikit-learn is not installed: no row for TF-IDF)")
        return None
    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(3, 3))
    matrix = vectorizer.fit_transform(names)

    def search(text: str) -> list[str]:
        scores = (matrix @ vectorizer.transform([text]).T).toarray().ravel()
        return [names[row] for row in (-scores).argsort(kind="stable")[:10]]

    return search


def _by_vectors(names: Sequence[str]) -> Search | None:
    try:
        import wordllama
    except ImportError:
        _say("  (wordllama is not installed: no row for embeddings)")
        return None
    folder = Path(wordllama.__file__).parent  # where the package has its model; nothing is loaded from elsewhere
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    matrix = model.embed(list(names), norm=True)

    def search(text: str) -> list[str]:
        scores = matrix @ model.embed([text], norm=True)[0]
        return [names[row] for row in (-scores).argsort(kind="stable")[:10]]

    return search


def _speed(count: int) -> None:
    chance = random.Random(1)  # noqa: S311  (made-up values, no secret)
    values = _made_up(chance, count)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "values.txt"
        path.write_text("\n".join(values), "utf-8")
        before = _megabytes()
        took, known = _timed(lambda: load_values(path, cache=Path(folder)))
        _say(f"\n{count:,} made-up values: index {took:.1f} s, at most {_megabytes() - before:.0f} MB more")
        size = sum(each.stat().st_size for each in Path(folder).glob("*.values")) / 1e6
        took, known = _timed(lambda: load_values(path, cache=Path(folder)))
        _say(f"  second start {took:.3f} s, from a mapped file of {size:.0f} MB")
        texts = [_mistyped(chance, chance.choice(values)) for _ in range(_QUERIES)]
        for name, search in _searches(known, values).items():
            some = texts if name == "ours" else texts[:10]
            times = sorted(_timed(partial(search, text))[0] for text in some)
            _say(f"  {name:40} median {1000 * median(times):9.2f} ms, longest {1000 * times[-1]:9.2f} ms")


def _made_up(chance: random.Random, count: int) -> list[str]:
    """Return names of people and companies, and products with numbers."""
    first = [name.capitalize() for name in sorted(lexicon().shorts)]
    words = sorted({_word(chance) for _ in range(60_000)})
    values: dict[str, None] = {}
    while len(values) < count:
        one, other = chance.choice(words), chance.choice(words)
        form = chance.random()
        if form < 0.6:
            middle = f" {chance.choice('ABCDEFGHJKLM')}." if chance.random() < 0.3 else ""
            value = f"{chance.choice(first)}{middle} {one}"
        elif form < 0.8:
            value = f"{one} {chance.choice(_TRADE)} {chance.choice(_LEGAL)}"
        else:
            value = f"{one} {other} {chance.randrange(100, 9999)}"
        values[value] = None
    return list(values)


_STARTS: Final = tuple("b br c ch d dr f g gr h j k kl l m n p pr r s sh st t tr v w z".split())  # noqa: SIM905
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ea", "ie", "ou")
_ENDS: Final = ("", "n", "r", "s", "l", "ck", "nd", "rt", "ng", "m")


def _word(chance: random.Random) -> str:
    syllables = range(chance.choice((1, 2, 2, 3)))
    made = "".join(chance.choice(_STARTS) + chance.choice(_VOWELS) + chance.choice(_ENDS) for _ in syllables)
    return made.capitalize()


def _mistyped(chance: random.Random, value: str) -> str:
    """Return the value with two letters swapped, or one left out, doubled or changed."""
    at = chance.randrange(1, len(value) - 1)
    a, b = value[at], value[at + 1]
    return value[:at] + chance.choice((b + a, b, a + a + b, chance.choice("aeinrst") + b)) + value[at + 2 :]


def _timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
