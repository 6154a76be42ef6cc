"""Contradictions: only what no response can satisfy."""

from pathlib import Path

import pytest

from spade_server.analysis.findings import findings_in
from spade_server.analysis.reader import SentenceReader
from spade_server.analysis.view import read_view
from spade_server.codes import Code
from tests.server.contradiction_corpus import pairs

PATH = Path("/w/note.prompt.md")

CLASHES = {
    "Use at least 200 words.\nKeep it within 100 words.\n": "at least 200 words",
    "Keep it within 100 words.\nUse at least 200 words.\n": "at least 200 words",
    'Include the phrase "so long".\nNever use the phrase "so long".\n': "so long",
    'Start with "Dear".\nStart with "Hello".\n': "Dear",
    "Answer in French.\nAnswer in German.\n": "French",
    "List at least 5 items.\nList at most 3 items.\n": "at least 5",
    "Use exactly 3 bullet points.\nUse exactly 5 bullet points.\n": "the response has exactly 5 bullet points",
    "Keep it under 50 words.\nWrite between 100 and 200 words.\n": "100 to 200 words",
    "Use at least 2 emojis in your response.\nDo not use emojis.\n": "no emoji",
    'Start with "Hello there".\nDo not start with "Hello".\n': 'does not start with "Hello"',
    'Never end with "Thanks".\nEnd with "Many thanks".\n': 'does not end with "Thanks"',
    "Respond in JSON.\nAlways respond only in valid YAML.\n": "JSON",
    "Use bullet points.\nDo not use bullet points.\n": "no bullet points",
    "Write in all caps.\nWrite in lowercase.\n": "lower case",
    'Answer only with "yes" or "no".\nAnswer with "maybe" or "never" only.\n': '"maybe" or "never"',
}
AGREE = (
    "Keep it within 100 words.\nUse at least 20 words.\n",
    "Keep it within 100 words.\nKeep it within 80 words.\n",
    "Keep it within 100 words.\nUse at least 3 sentences.\n",
    'Include the phrase "so long".\nNever use the phrase "goodbye".\n',
    'Start with "Dear".\nStart with "Dear reader".\n',
    "Use about 200 words.\nKeep it within 180 words.\n",
    "Answer in French.\nAnswer in French, please.\n",
    'Start with "In".\nDo not start with "I".\n',
    'Include the phrase "so long".\nDo not use the phrase "so long" more than twice.\n',
    "Mention the {movie_name}.\nDo not mention the {movie_name} in the title.\n",
    "Include a link to the product page.\nDo not include links to social media.\n",
    "Write at least 2 questions for the quiz.\nWrite at most 1 question in the email.\n",
    "The first list should have 3 items.\nThe second list should have 5 items.\n",
    "Use headings.\nDo not use headings deeper than level 2.\n",
    "Provide 3 examples.\nProvide 5 recommendations.\n",
    "Use exactly 3 sentences for the intro.\nUse exactly 5 sentences for the body.\n",
    "In Spanish prompts, reply in Spanish.\nReply in English.\n",
    "Return the data as JSON.\nReturn the settings as YAML.\n",
    "Write one paragraph for each movie.\nWrite three paragraphs in total.\n",
)


def reasons(text: str) -> list[str]:
    found = findings_in(read_view(PATH, 1, text, SentenceReader(), {}))
    return [each.message.partition("”: ")[2] for each in found if each.code is Code.CONTRADICTION]


@pytest.mark.parametrize(("text", "said"), CLASHES.items())
def test_what_cannot_both_be_done_is_said_once(text: str, said: str) -> None:
    [why] = reasons(text)
    assert said in why


@pytest.mark.parametrize("text", AGREE)
def test_what_can_both_be_done_is_not_spoken_of(text: str) -> None:
    assert reasons(text) == []


def test_a_sentence_does_not_contradict_itself() -> None:
    assert reasons("Use between 50 and 100 words, at least 60 words.\n") == []


def test_a_hundred_bounds_are_held_against_the_strictest_alone() -> None:
    text = "".join(f"Keep it within {n} words.\n" for n in range(100, 200)) + "Use at least 150 words.\n"
    [why] = reasons(text)
    assert "at most 100" in why


_FAMILIES = sorted({pair.family for pair in pairs()})


@pytest.mark.parametrize("family", _FAMILIES)
def test_no_pair_that_only_looks_alike_is_an_alarm(family: str) -> None:
    agreeing = [pair for pair in pairs() if pair.family == family and not pair.clashes and not pair.is_alarm]
    texts = [text for pair in agreeing for text in (pair.text, pair.turned)]
    assert texts
    assert {text: reasons(text) for text in texts if reasons(text)} == {}


@pytest.mark.parametrize("family", _FAMILIES)
def test_every_pair_that_contradicts_itself_is_found_but_those_known_to_be_missed(family: str) -> None:
    clashing = [pair for pair in pairs() if pair.family == family and pair.clashes]
    missed = {pair.text for pair in clashing if not (reasons(pair.text) and reasons(pair.turned))}
    assert missed == {pair.text for pair in clashing if pair.is_missed}


def test_hardly_any_pair_of_the_corpus_that_can_be_satisfied_is_an_alarm() -> None:
    agreeing = [pair for pair in pairs() if not pair.clashes]
    assert sum(pair.is_alarm for pair in agreeing) <= 0.014 * len(agreeing)


def test_half_of_the_contradictions_of_the_corpus_is_found() -> None:
    """What no kind of constraint reads, such as tone and person, is not found: silence is better than a guess."""
    clashing = [pair for pair in pairs() if pair.clashes]
    assert sum(pair.is_missed for pair in clashing) <= 0.47 * len(clashing)


def test_one_rule_under_two_headings_is_held_against_what_stands_under_its_own() -> None:
    under_title = (
        'Write a post with the sections "Title" and "Body".\n\n## Title\n\n- At most 10 words.\n- No emojis.\n\n'
    )
    under_body = "## Body\n\n- At least 100 words.\n- No emojis.\n"
    assert reasons(under_title + under_body) == []
    [why] = reasons(under_title + under_body + "- At most 10 words.\n")
    assert "at least 100 words" in why


def test_two_messages_of_a_conversation_do_not_contradict_each_other() -> None:
    turns = (
        "messages:\n  - role: user\n    content: Answer in French.\n  - role: user\n    content: Answer in German.\n"
    )
    found = findings_in(read_view(Path("/w/note.prompt.yml"), 1, turns, SentenceReader(), {}))
    assert [each for each in found if each.code is Code.CONTRADICTION] == []
    one = "messages:\n  - role: user\n    content: Answer in French. Answer in German.\n"
    found = findings_in(read_view(Path("/w/note.prompt.yml"), 1, one, SentenceReader(), {}))
    assert [each.code for each in found] == [Code.CONTRADICTION]
