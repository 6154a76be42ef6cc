"""What a selection was made from, as hashes: enough to tell later what has changed since.

Names are those of the assertions file; a function that only has another name now is the same one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from spade_core.examples import Example
from spade_core.selection import SelectionRequest

_DIGITS: Final = 16
_MOST_NAMED: Final = 4


@dataclass(frozen=True, slots=True)
class Basis:
    """What a selection was made from."""

    assertions: Mapping[str, str] = field(default_factory=dict)
    """The first digits of each function's `body_hash`, by name; empty where nothing was noted."""
    examples: str = ""
    """Digest of the labelled examples (`digest_of`)."""
    withdrawn: tuple[str, ...] = ()
    """Names of the assertions that the prompt no longer asked for, sorted."""
    settings: SelectionRequest | None = None
    """What the project's settings asked for then, whatever was asked for in the end."""

    def renamed(self, names: Mapping[str, str]) -> "Basis":
        """Return it with other names, old to new."""
        return Basis(
            assertions={names.get(name, name): digest for name, digest in self.assertions.items()},
            examples=self.examples,
            withdrawn=tuple(sorted(names.get(name, name) for name in self.withdrawn)),
            settings=self.settings,
        )


def short(body_hash: str) -> str:
    """Return as much of a function's `body_hash` as a basis holds."""
    return body_hash[:_DIGITS]


def digest_of(examples: Iterable[Example]) -> str:
    """Return a digest of the labelled examples: their ids, of which no two are equal, fields, responses and labels."""
    digest = sha256()
    for number, each in enumerate(sorted((each for each in examples if each.label is not None), key=_id_as_json)):
        line = json.dumps([each.id, each.label, each.response, each.fields], sort_keys=True, default=str)
        digest.update(("\n" * (number > 0) + line).encode())
    return digest.hexdigest()[:_DIGITS]


def _id_as_json(example: Example) -> str:
    return json.dumps(example.id)


def changes_between(
    then: Basis, now: Basis, labels_then: Mapping[str, int], labels_now: Mapping[str, int]
) -> list[str]:
    """Return what has changed between two bases, a sentence without its full stop each; none where nothing was noted.

    `labels_then` and `labels_now` count the ``good`` and ``bad`` examples. What was renamed has not changed.
    """
    if not then.assertions:
        return []
    return [
        *_assertion_changes(then.assertions, now.assertions),
        *_label_changes(then, now, labels_then, labels_now),
        *_withdrawn_changes(then, now),
        *_settings_changes(then.settings, now.settings),
    ]


def _assertion_changes(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    edited = [name for name, digest in now.items() if then.get(name, digest) != digest]
    # A name that is gone and a name that is new, with one body: the same function under another name.
    gone = [name for name in then if name not in now]
    new = [name for name in now if name not in then]
    bodies = [now[name] for name in new]
    for name in list(gone):
        if then[name] in bodies:
            place = bodies.index(then[name])
            del bodies[place], new[place]
            gone.remove(name)
    for names, verb in ((edited, "edited"), (new, "added"), (gone, "deleted")):
        if names:
            yield f"{_named(names)} {'was' if len(names) == 1 else 'were'} {verb}"


def _label_changes(
    then: Basis, now: Basis, labels_then: Mapping[str, int], labels_now: Mapping[str, int]
) -> Iterator[str]:
    if then.examples == now.examples:
        return
    before, after = _labels(labels_then), _labels(labels_now)
    if before == after:
        yield f"the labelled examples changed, which are {after} as before"
    else:
        yield f"the labelled examples changed: {before} then, {after} now"


def _labels(counts: Mapping[str, int]) -> str:
    return f"{counts.get('good', 0)} good and {counts.get('bad', 0)} bad"


def _withdrawn_changes(then: Basis, now: Basis) -> Iterator[str]:
    both = then.assertions.keys() & now.assertions.keys()
    gone = [name for name in now.withdrawn if name in both and name not in then.withdrawn]
    back = [name for name in then.withdrawn if name in both and name not in now.withdrawn]
    if gone:
        yield f"the prompt no longer asks for what {_named(gone)} check{'s' if len(gone) == 1 else ''}"
    if back:
        yield f"the prompt asks again for what {_named(back)} check{'s' if len(back) == 1 else ''}"


def _settings_changes(then: SelectionRequest | None, now: SelectionRequest | None) -> Iterator[str]:
    if then is not None and now is not None and then != now:
        yield f"the settings changed: {then} then, {now} now"


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"
