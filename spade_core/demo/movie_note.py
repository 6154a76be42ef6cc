"""The running example of the method as data: a movie-recommendation note in seven versions.

The sentences are those of Shankar et al. 2024, section 2, but for "at least four sentences"; who committed them, when
and why is made up.
"""

import json
from importlib.resources import files
from typing import Final

from spade_core.demo.version import Demo, DemoVersion, version_by

PROMPT_NAME: Final = "movie_note.prompt.md"
EXAMPLES_NAME: Final = "movie_note.examples.jsonl"


_TASK: Final = (
    "Given the following information about the user, {personal_info}, and information about a movie, {movie_info}: "
    "write a personalized note for why the user should watch this movie."
)
_ELEMENTS: Final = "Include elements from the movie's genre, cast, and themes that align with the user's interests."
_GENRE_AND_CAST: Final = (
    "Mention the movie's genre and any shared cast members between the {movie_name} and other movies the user has "
    "watched."
)
_AWARDS: Final = "Mention any awards or critical acclaim received by {movie_name}."
_CONCISE: Final = "Ensure the recommendation note is concise."
_WITHIN_100_WORDS: Final = "Ensure the recommendation note is concise, not exceeding 100 words."
_FOUR_SENTENCES: Final = "Write at least four sentences."
_NOTHING_SENSITIVE: Final = (
    "Do not mention anything related to the user's race, ethnicity, or any other sensitive attributes."
)

_MAYA: Final = ("Maya Lindqvist", "maya@movie-notes.example")
_TOMAS: Final = ("Tomás Ferreira", "tomas@movie-notes.example")
_JUN: Final = ("Jun Okafor", "jun@movie-notes.example")


def _version(person: tuple[str, str], date: str, message: str, *sentences: str) -> DemoVersion:
    return version_by(person, date, message, *(f"{sentence}\n" for sentence in sentences))


VERSIONS: Final = (
    _version(_MAYA, "2023-05-02T09:41:17+02:00", "Write notes that recommend a movie to a user", _TASK),
    _version(
        _MAYA,
        "2023-05-02T15:20:44+02:00",
        "Tie the note to what the user likes\n\nThe first notes could have been sent to anybody.",
        _TASK,
        _ELEMENTS,
    ),
    _version(_TOMAS, "2023-05-04T10:05:31+01:00", "Ask for concise notes", _TASK, _ELEMENTS, _CONCISE),
    _version(
        _TOMAS,
        "2023-05-08T17:48:02+01:00",
        "Say how long a note may be\n\n'Concise' still gave us four paragraphs.",
        _TASK,
        _ELEMENTS,
        _WITHIN_100_WORDS,
        _FOUR_SENTENCES,
    ),
    _version(
        _JUN,
        "2023-05-15T11:30:09+01:00",
        "Name genre and shared cast instead of themes in general",
        _TASK,
        _GENRE_AND_CAST,
        _WITHIN_100_WORDS,
        _FOUR_SENTENCES,
    ),
    _version(
        _MAYA,
        "2023-05-23T14:12:55+02:00",
        "Mention awards\n\nUsers open notes with an award in them more often.",
        _TASK,
        _GENRE_AND_CAST,
        _AWARDS,
        _WITHIN_100_WORDS,
        _FOUR_SENTENCES,
    ),
    _version(
        _JUN,
        "2023-06-01T08:57:26+01:00",
        "Keep sensitive attributes out of the notes\n\nOne note told a user which films people of her faith enjoy.",
        _TASK,
        _GENRE_AND_CAST,
        _AWARDS,
        _WITHIN_100_WORDS,
        _FOUR_SENTENCES,
        _NOTHING_SENSITIVE,
    ),
)
"""P_1 to P_7, oldest first."""


def examples_text(*, unlabelled: int = 0) -> str:
    """Return the responses, one JSON object a line, as they ship with the package; so many of them without their label.

    Those without are spread evenly over the file.
    """
    text = files(__package__).joinpath(EXAMPLES_NAME).read_text("utf-8")
    lines = text.splitlines(keepends=True)
    for place in range(unlabelled):
        at = len(lines) * place // unlabelled
        lines[at] = json.dumps(json.loads(lines[at]) | {"label": None}, ensure_ascii=False) + "\n"
    return "".join(lines)


def movie_note(*, unlabelled: int = 0) -> Demo:
    """Return the example; so many of its responses without their label."""
    return Demo(PROMPT_NAME, EXAMPLES_NAME, VERSIONS, examples_text(unlabelled=unlabelled))
