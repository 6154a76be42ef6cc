"""A prompt with a selected set beside it, to be guarded."""

from collections.abc import Mapping
from pathlib import Path

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Origin
from spade_core.selection import Method
from spade_core.storage import SelectionRecord, files_beside, save_generated, save_selection

SHORT = '''async def assert_at_most_12_words(example: dict, prompt: str, response: str) -> bool:
    """The response has at most 12 words."""
    from spade_core.checks import words

    return words(response) <= 12'''

ENDS = '''async def assert_ends_with_enjoy(example: dict, prompt: str, response: str) -> bool:
    """The response ends with "Enjoy!"."""
    return response.rstrip().endswith("Enjoy!")'''

GOOD = "Watch Alien tonight. Enjoy!"
BAD = "Watch Alien tonight."


def make_guarded(folder: Path, sources: Mapping[str, str] | None = None, name: str = "note") -> Path:
    """Return a prompt whose selected set are these functions, by name, unchanged since spade wrote them."""
    sources = sources or {"assert_at_most_12_words": SHORT, "assert_ends_with_enjoy": ENDS}
    prompt = folder / f"{name}.prompt.md"
    prompt.write_text('Recommend {movie}.\nStay under 12 words.\nEnd with "Enjoy!".\n', encoding="utf-8")
    files = files_beside(prompt)
    save_generated(
        files,
        [
            CandidateAssertion(name, source, (), Origin.CUES, asks_judge="ask_llm" in source)
            for name, source in sources.items()
        ],
    )
    save_selection(
        files,
        SelectionRecord(
            method=Method.COVERAGE, alpha=0.6, tau=0.25, chosen=tuple(sources), coverage=None, ffr=None, counts={}
        ),
    )
    return prompt


def body(name: str, *lines: str) -> str:
    """Return a function with these lines."""
    inner = "\n".join(f"    {line}" for line in lines)
    return f"async def {name}(example: dict, prompt: str, response: str) -> bool:\n{inner}"
