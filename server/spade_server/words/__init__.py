"""What the server says, in the language of the editor; in English, as it stands in the code, where there is no other.

A translation is a file beside this one: by the English text, with {0} for each value. What was read from a prompt or
stands in a file is told as it is: criteria, descriptions of assertions, faults of files.
"""

import json
from collections.abc import Mapping
from pathlib import Path

_words: Mapping[str, str] = {}


def speak(locale: str | None) -> None:
    """Have everything said in the language of a locale from now on: ``vi``, ``zh-cn``, ``zh_CN.UTF-8``."""
    global _words
    language = (locale or "").partition(".")[0].replace("_", "-").casefold()
    known = {path.stem: path for path in Path(__file__).parent.glob("*.json")}
    file = known.get(language) or known.get(language.partition("-")[0])
    _words = json.loads(file.read_text("utf-8")) if file is not None else {}


def said(text: str, *values: object) -> str:
    """Return a text with its values in it: ``said("version {0}", 3)``."""
    return _words.get(text, text).format(*values)


def counted(number: int, noun: str) -> str:
    """Return ``1 version`` or ``2 versions``; a language without plurals has one text for both."""
    one = f"{{0}} {noun}"
    return _words.get(one, one if number == 1 else f"{one}s").format(number)
