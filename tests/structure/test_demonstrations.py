import pytest

from spade_core.structure.demonstrations import REPEATING, demonstrations_in


def shown(text: str) -> list[str]:
    """Return what the samples of a text show, introductions left out."""
    return [sample.body.of(text).strip() for sample in demonstrations_in(text)]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("Be kind.\n\nExample:\nHello Ada!\n\nNow reply.", "Hello Ada!"),
        ('Here is an example.\n```\n{"a": 1}\n```\nReply in the same way.', '```\n{"a": 1}\n```'),
        ("<example>\nHi!\n</example>\n{text}", "Hi!"),
        ("## Examples\nhello -> bonjour\n\n## Task\nTranslate.", "hello -> bonjour"),
        ("A good answer looks like this:\nYes, gladly.\n\nReply to {mail}", "Yes, gladly."),
        ("Q: 1+1?\nA: 2\n\nQ: {question}\nA:", "Q: 1+1?\nA: 2"),
        ("Text: fine\nMood: good\nText: bad\nMood: low\nText: {text}", "Text: fine\nMood: good\nText: bad\nMood: low"),
        ("### EXAMPLE\nHello.\n### END EXAMPLE\nGo on.", "Hello."),
        ("例：\n你好\n\n请回答{text}", "你好"),
        ("Ví dụ:\nXin chào\n\nTrả lời {text}", "Xin chào"),
    ],
)
def test_a_sample_is_found_without_its_introduction(text: str, body: str) -> None:
    assert [found.split("\n### END")[0] for found in shown(text)] == [body]


def test_inputs_and_outputs_under_headings_that_alternate_are_samples() -> None:
    text = "Be kind.\n\n# Input\nHi\n# Output\nYes\n\n# Input\nHo\n# Output\nNo\n\n# Input\n{text}"
    assert shown(text) == ["Hi\n# Output\nYes", "Ho\n# Output\nNo"]
    assert shown("# Input\n{text}\n\n# Output\nBe brief.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Give one example for each idea:\n- the idea\n- the example",
        "Section 1: introduce the topic\nSection 2: name the risks",
        "Day 1: describe the city\nDay 2: list the museums",
        "Note: be brief\nNote: be kind",
        "Question: {question}\nAnswer:",
        "Name: {name}\nName: {nickname}",
        "Use {example} as it is.\nBe kind.",
        "Verdict: <yes or no>\nVerdict: <yes or no>",
        "Set an example.",
        "Example:",
        "",
    ],
)
def test_instructions_and_slots_are_no_sample(text: str) -> None:
    assert shown(text) == []


BAKER = "Tip: Please name the town in one word.\nQuestion: Where does she bake?\n\nShort answer: Ghent"
POTTER = "Tip: Please give a number.\nQuestion: How many pots are there?\nPots:\n(a) 2\n(b) 3\n\nShort answer: 3"


@pytest.mark.parametrize(
    ("before", "blocks", "after"),
    [
        ("Answer in few words.", (BAKER, POTTER), ""),
        ("Answer in few words.", (BAKER, POTTER), "Tip: {tip}\nQuestion: {question}\n\nShort answer:"),
        (
            "Program:\n{program}\n\nGive its arguments as JSON.\n\nSamples:",
            (
                'Example 1:\n\nProgram:\ndef grow(a):\n    return a\n\nResponse:\n{\n  "a": 5\n}',
                'Example 2:\n\nProgram:\ndef hail(x):\n    return x\n\nResponse:\n{\n  "x": "Al"\n}',
            ),
            "Now give the arguments.",
        ),
        (
            "Judge it.",
            ("**Review:** Write to me!\n**Verdict:** good", "**Review:** Do not go.\n**Verdict:** bad"),
            "Be fair.",
        ),
    ],
)
def test_blocks_of_the_same_labels_are_samples_whatever_stands_above(
    before: str, blocks: tuple[str, ...], after: str
) -> None:
    body = "\n\n".join(blocks)
    assert shown("\n\n".join(filter(None, (before, body, after)))) == [body]


@pytest.mark.parametrize(
    "text",
    [
        "## Plan\nInput: the wish\nOutput: a list of steps\n\n## Sum\nInput: the steps\nOutput: a short report",
        "Question: <the question>\nAnswer: <the answer>\n\nQuestion: <the next one>\nAnswer: <its answer>",
        "Question: {first}\nAnswer: {reply}\n\nQuestion: {second}\nAnswer:",
    ],
)
def test_blocks_that_specify_or_are_to_be_filled_in_repeat_nothing(text: str) -> None:
    assert [each for each in demonstrations_in(text) if each.reason == REPEATING] == []


def test_a_fence_without_an_introduction_is_no_sample() -> None:
    assert shown("Read the text.\n```\nExample: one\nExample: two\n```") == []
