"""What stands before a demand, behind it or around it changes nothing in what it asks for."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.constraints.test_readings import sources
from tests.constraints.test_wordings import WORDINGS


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _open(text: str) -> str:
    return text.rstrip(".")


AROUND: dict[str, Callable[[str], str]] = {
    "remember": lambda text: f"Remember: {_lower(text)}",
    "important": lambda text: f"IMPORTANT: {text}",
    "also": lambda text: f"Also, {_lower(text)}",
    "given": lambda text: f"Given the review below, {_lower(text)}",
    "read and": lambda text: f"Read the text carefully and then {_lower(text)}",
    "polite and": lambda text: f"Be polite and {_lower(text)}",
    "and polite": lambda text: f"{_open(text)} and keep a friendly tone.",
    ", and polite": lambda text: f"{_open(text)}, and be polite.",
    "so that": lambda text: f"{_open(text)} so that it is easy to use.",
    "because": lambda text: f"{_open(text)} because the page is small.",
    "to help": lambda text: f"{_open(text)} to help the reader.",
    "based on": lambda text: f"{_open(text)}, based on the text below.",
    "in brackets": lambda text: f"{_open(text)} (this is important).",
    "!": lambda text: f"{_open(text)}!",
}
_VERBS = (
    "Write",
    "List",
    "Give",
    "Return",
    "Use",
    "Keep",
    "Answer",
    "Respond",
    "Output",
    "Include",
    "Provide",
    "Create",
)


@cache
def demands() -> list[tuple[set[str], str]]:
    """What each of the wordings asks for, and its text."""
    return [
        (asked, text)
        for wordings, texts in WORDINGS
        for text in texts
        if text.startswith(_VERBS) and text.endswith(".") and "\n" not in text
        for asked in [{source for source in sources(text) if any(wording in source for wording in wordings)}]
        if asked
    ]


@pytest.mark.parametrize("around", AROUND)
def test_what_stands_around_a_demand_changes_nothing(around: str) -> None:
    said = demands()
    lost = [text for asked, text in said if not asked & {*sources(AROUND[around](text))}]
    assert len(said) > 200
    assert len(lost) * 25 <= len(said), lost


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Do not use the words cheap or free, and be polite.", 'contains_none(response, ["cheap", "free"])'),
        (
            "When given a bill, you must:\n1. Wrap the total in <total> tags\n2. Be brief",
            'bool(tags_of(response, "total"))',
        ),
        (
            "Write it like this:\n\n<plan>\nWhat you do.\n</plan>\n\n<work>\nThe work.\n</work>",
            'all(tags_of(response, name) for name in ["plan", "work"])',
        ),
        ("Put the bill in a <total> section.", 'bool(tags_of(response, "total"))'),
        ("Before the bill, add a <sums> block that shows how you add up.", 'bool(tags_of(response, "sums"))'),
        ("Use the <total> and <tip> delimiters.", 'all(tags_of(response, name) for name in ["total", "tip"])'),
        ("Process:\n1. Plan (in <plan> tags)\n   - Think of many ways", 'bool(tags_of(response, "plan"))'),
        (
            'Return JSON with "port" and "why".\nWrite the "why" in at most 25 words.',
            'all(words(each) <= 25 for each in leaves_of(response, "why"))',
        ),
        ("Return JSON.\nBe brief.\nUse no trailing commas.", "has_json(response)"),
        ("# Crew\n\nA mate.\n\nYour response must contain at most 83 words.", "words(response) <= 83"),
        (
            "# OUTPUT\n\n- In a section called PORTS, list them. Use at most 4 words for each bullet.\n"
            "- In a section called CREW, list it.",
            'all(words(each) <= 4 for each in items_of(section(response, "PORTS")))',
        ),
        (
            'Tell what it holds.\nFor example, an example record might be the following:\n```json\n{"ship": "Ann"}```\n'
            "Be brief.\nRespond only with a JSON.",
            "only_json(response)",
        ),
        (
            'Tell what the ship holds.\nExample answer:\n{"load": "tea"}\n\nCRITICAL: Answer with JSON only.',
            "only_json(response)",
        ),
    ],
)
def test_what_is_asked_around_it_is_read(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize(
    "text",
    [
        "A ship has two types of fields:\n- **Fixed fields** - Always there\n- **Free fields** - Only on demand",
        "Write about the ship based on the following information:\n\nShip Details:\n- Age: {age}\n\nYour Trip:\n{trip}",
        "You must decide the naming scheme:\n1. **One Ship**: Use its name.\n2. **Many Ships**: Count them.",
        "Without `--fast`, the ship waits for the tide.",
        "You work with the following officers:\n- **First Mate**: Keeps the log.\n- **Cook**: Tells what is eaten.",
        "Avoid `ship.sink` where possible; use `ship.dock` instead.",
        "For example: instead of the word 'vessel' use the word 'ship'.",
        "Your log must include a short title and a one-sentence description.",
        "Write a title, a 3-sentence summary and a list of ports.",
        "The log must be strictly in the language of the crew.",
        "Use '##' to divide the parts, not '#'.",
        "DONT omit any details such as links or tables.",
        "Answer the above 4 questions about the ship.",
        "You will merge two lists of ports.",
        "- **Yes-no questions:** be brief.",
        "Avoid comments in the code block.",
        "You MUST use the tools - do not provide text-only responses.",
        "To use a tool, you MUST call it like this:\n<call>\n<name>{name}</name>\n</call>",
        "Never tell it without explaining how the ship sank.",
        "This is the list of ten code snippets that you must sort.",
        "Only the types of ships given below are valid.",
        "1. OPENING PARAGRAPH: What the ship is. No heading.",
        "# Capabilities\n- Create tables with headers\n- Format text with bold",
        'Ships can be "sunk" or "afloat".',
        "No text",
        "A picture in which we focus only on the mast and table.",
        "Explain why you are asking a question.",
        "- (2-3 sentences) Say where it was.\n- (1-2 sentences) Say where it is.",
        "Return zero or more ports.",
        "Design a ship that:\n\n1. **Fits the Port**: Look at the quay.\n2. **Has Room**: Plan the hold.",
        "Put both scores in a list such that output = [speed, load].",
        "Write it with <log>, </log>, <crew>, </crew> around the parts.",
        "A result beginning with `ERROR:` is one of the tool.",
        "Write with the editor directly without preparing a code block beforehand.",
    ],
)
def test_what_lays_nothing_out_gives_no_code(text: str) -> None:
    assert sources(text) == []
