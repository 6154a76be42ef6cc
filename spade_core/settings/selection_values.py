"""Readers of the settings about selection. Each raises ValueError with what the value must be."""

import difflib

from spade_core.selection import Method, Preference

_LONGEST_NAME = 200


def nearest(key: str, known: tuple[str, ...]) -> str:
    """Return the end of a message: the nearest known word, or all of them."""
    near = difflib.get_close_matches(key.lower(), known, n=1, cutoff=0.5)
    return f'; did you mean "{near[0]}"?' if near else f"; there are {', '.join(known)}"


def share(value: object) -> float:
    """Return alpha or tau."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"must be a number from 0 to 1, not {shown(value)}")
    return float(value)


def method(value: object) -> Method:
    """Return how assertions are selected."""
    known = tuple(each.value for each in Method)
    if value not in known:
        near = nearest(value, known) if isinstance(value, str) else ""
        raise ValueError(f"must be one of {', '.join(known)}, not {shown(value)}{near}")
    return Method(str(value))


def field_name(value: object) -> str:
    """Return the name of a field of the examples, or nothing."""
    if not isinstance(value, str) or len(value) > _LONGEST_NAME or not value.isprintable():
        raise ValueError(f"must be the name of a field of the examples, not {shown(value)}")
    return value


def score_names(value: object) -> tuple[str, ...]:
    """Return names of scores, each once."""
    from spade_core.context import SCORES

    found = value if isinstance(value, list | tuple) else [value]
    for each in found:
        if each not in tuple(SCORES):
            near = nearest(each, tuple(SCORES)) if isinstance(each, str) else ""
            raise ValueError(f"must be names of scores, not {shown(each)}{near}")
    return tuple(dict.fromkeys(map(str, found)))


def score_prompts(value: object) -> str:
    """Return how scores are asked for."""
    from spade_core.context import Manner

    known = tuple(each.value for each in Manner)
    if value not in known:
        raise ValueError(f"must be one of {', '.join(known)}, not {shown(value)}")
    return str(value)


def names(value: object) -> tuple[str, ...]:
    """Return names of assertions, each once."""
    values = value if isinstance(value, list | tuple) else [value]
    if any(not isinstance(item, str) or not item.isidentifier() for item in values):
        raise ValueError(f"must be a list of names of assertions, not {shown(value)}")
    return tuple(dict.fromkeys(values))


def preferences(value: object) -> tuple[Preference, ...]:
    """Return what is preferred."""
    values = value if isinstance(value, list | tuple) else [value]
    known = tuple(preference.value for preference in Preference)
    for item in values:
        if item not in known:
            near = nearest(item, known) if isinstance(item, str) else ""
            raise ValueError(f"must be a list of {' and '.join(known)}, not {shown(value)}{near}")
    return tuple(dict.fromkeys(map(Preference, values)))


def shown(value: object) -> str:
    """Return a value for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
