"""Readers of the settings about models. Each raises ValueError with what the value must be."""

import re
import sys
from collections.abc import Mapping
from urllib.parse import urlsplit

from spade_core.models import ModelChoice, Price, is_api_version
from spade_core.settings.selection_values import shown

_LONGEST = 200
# one error for all readers, hence ValueError for a wrong type too
_MOST = 1_000_000_000
_MOST_REPEATS = 99


def name(value: object) -> str:
    """Return the name of a model."""
    if not isinstance(value, str) or len(value) > _LONGEST or not value.isprintable():
        raise ValueError(f"must be the name of a model, not {shown(value)}")
    return value.strip()


def url(value: object) -> str:
    """Return the address of an endpoint; it never holds a key."""
    parts = urlsplit(value) if isinstance(value, str) else None
    if not isinstance(value, str) or parts is None or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"must be an http or https address, not {shown(value)}")
    if parts.username or parts.password or (parts.query and not is_api_version(parts.query)):
        raise ValueError("must hold no user name, password or key; keys come from the environment")
    return value


def model_list(value: object) -> tuple[ModelChoice, ...] | None:
    """Return the models in their order; None for false, which switches all models off."""
    if value is False:
        return None
    if not isinstance(value, list | tuple):
        raise ValueError(f"must be a list of models, cheapest first, or false, not {shown(value)}")  # noqa: TRY004
    return tuple(_choice(item) for item in value)


def _choice(value: object) -> ModelChoice:
    if not isinstance(value, Mapping):
        return ModelChoice(_named(value))
    unknown = sorted(map(str, value.keys() - {"name", "base_url"}))
    if unknown or "name" not in value:
        raise ValueError(f'takes a name, or a table with "name" and "base_url", not {shown(value)}')
    return ModelChoice(_named(value["name"]), url(value["base_url"]) if "base_url" in value else "")


def _named(value: object) -> str:
    if not (found := name(value)):
        raise ValueError("must not hold an empty name")
    return found


def price_list(value: object) -> Mapping[str, Price]:
    """Return the prices by model."""
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of model = [input, output], not {shown(value)}")  # noqa: TRY004
    return {_named(model): _price(price) for model, price in value.items()}


def _price(value: object) -> Price:
    if not isinstance(value, list | tuple) or len(value) not in {2, 3}:
        raise ValueError(f"must give [input, output] for a million tokens, not {shown(value)}")
    return Price(*(money(part) for part in value))


def money(value: object, *, zero: bool = True) -> float:
    """Return an amount."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= sys.float_info.max:
        raise ValueError(f"must be a number from 0 up, not {shown(value)}")
    if not zero and value == 0:
        raise ValueError("must be above 0")
    return float(value)


def count(value: object, *, least: int = 1, most: int = _MOST) -> int:
    """Return a whole number from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        above = f"to {most}" if most < _MOST else "up"
        raise ValueError(f"must be a whole number from {least} {above}, not {shown(value)}")
    return value


def repeats(value: object) -> int:
    """Return how often each question is asked."""
    found = count(value, most=_MOST_REPEATS)
    if found % 2 == 0:
        raise ValueError("must be odd, so that there is a majority")
    return found


def word(value: object) -> str:
    """Return one word in lower case, or nothing."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z]{0,20}", value):
        raise ValueError(f"must be one word in lower case, such as low, not {shown(value)}")
    return value
