"""What one prompt requires and forbids, written into its settings file."""

from pathlib import Path

import pytest

from spade_core.errors import SettingsError
from spade_core.selection.request import Preferences
from spade_core.settings.loading import settings_of_text
from spade_core.settings.preference_edit import with_preferences

FOLDER = Path("/project")
OWN, SHARED = FOLDER / "spade.toml", FOLDER / "pyproject.toml"
PROMPT = FOLDER / "prompts" / "note.txt"


def edited(text: str, *, required: str = "", forbidden: str = "", file: Path = OWN, template: str = "") -> str:
    wanted = Preferences(tuple(required.split()), tuple(forbidden.split()))
    return with_preferences(text, file, PROMPT, template, wanted)


def test_a_file_without_any_gets_a_table_for_the_prompt() -> None:
    assert edited("alpha = 0.5  # mine\n", required="assert_a", forbidden="assert_b assert_c") == (
        "alpha = 0.5  # mine\n"
        "\n"
        '[per_prompt."prompts/note.txt"]\n'
        'require = ["assert_a"]\n'
        'forbid = ["assert_b", "assert_c"]\n'
    )
    assert edited("", forbidden="assert_a") == '[per_prompt."prompts/note.txt"]\nforbid = ["assert_a"]\n'


def test_in_a_pyproject_the_table_is_spades() -> None:
    text = '[project]\nname = "x"\n\n[tool.spade]\ntau = 0.1'
    assert edited(text, required="assert_a", file=SHARED) == (
        text + '\n\n[tool.spade.per_prompt."prompts/note.txt"]\nrequire = ["assert_a"]\n'
    )


def test_a_table_that_is_there_keeps_what_else_it_says() -> None:
    text = (
        "# ours\n"
        "[per_prompt.'prompts/note.txt'] # the note\n"
        "tau = 0.1\n"
        "require = [\n"
        '  "assert_a", # [first]\n'
        '  "assert_b",\n'
        "]\n"
        'forbid = ["assert_x"]  # never again\n'
        "\n"
        '[per_prompt."other.txt"]\n'
        'require = ["assert_z"]\n'
    )
    assert edited(text, required="assert_a assert_c", forbidden="assert_x assert_y") == (
        "# ours\n"
        "[per_prompt.'prompts/note.txt'] # the note\n"
        "tau = 0.1\n"
        'require = ["assert_a", "assert_c"]\n'
        'forbid = ["assert_x", "assert_y"]  # never again\n'
        "\n"
        '[per_prompt."other.txt"]\n'
        'require = ["assert_z"]\n'
    )
    assert "forbid" not in edited(text, required="assert_a")


def test_what_holds_for_every_prompt_is_taken_along_and_can_be_lifted_for_one() -> None:
    text = 'require = ["assert_a"]\n'
    more = edited(text, required="assert_a assert_b")
    assert more == text + '\n[per_prompt."prompts/note.txt"]\nrequire = ["assert_a", "assert_b"]\n'
    assert edited(text, required="assert_a") == text
    assert edited(text) == text + '\n[per_prompt."prompts/note.txt"]\nrequire = []\n'
    assert edited(more, required="assert_a") == text + '\n[per_prompt."prompts/note.txt"]\n'


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark_stay(newline: str) -> None:
    text = newline.join(["\ufeffalpha = 0.5", '[per_prompt."prompts/note.txt"]', 'forbid = ["assert_a"]', ""])
    made = edited(text, required="assert_b")
    assert made == newline.join(["\ufeffalpha = 0.5", '[per_prompt."prompts/note.txt"]', 'require = ["assert_b"]', ""])


def test_one_template_of_a_file_and_odd_names_are_told_apart() -> None:
    prompt = FOLDER / "a [1] ö.py"
    made = with_preferences("", OWN, prompt, "NOTE", Preferences(("assert_a",)))
    settings = settings_of_text(made, OWN)
    assert settings.of_prompt(prompt, "NOTE").require == ("assert_a",)
    assert settings.of_prompt(prompt, "OTHER").require == ()
    assert settings.of_prompt(FOLDER / "a 1 ö.py", "NOTE").require == ()


@pytest.mark.parametrize(
    "text",
    [
        'per_prompt = { "prompts/note.txt" = { tau = 0.1 } }\n',
        '[per_prompt."prompts/note.txt"]\nrequire = ["assert_q"]\n[per_prompt."prompts/*"]\nrequire = ["assert_z"]\n',
    ],
)
def test_what_cannot_be_put_there_is_said_with_the_lines_to_write(text: str) -> None:
    with pytest.raises(
        SettingsError, match=r'write under \[per_prompt\."prompts/note.txt"\]: require = \["assert_a"\]'
    ):
        edited(text, required="assert_a")


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    with pytest.raises(SettingsError, match=r"spade\.toml:2: not TOML"):
        edited("alpha = 0.5\ntau =\n", required="assert_a")
