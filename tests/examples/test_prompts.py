"""Examples without a prompt."""

from pathlib import Path

from spade_core.examples import Example
from spade_core.examples.prompts import with_prompts
from spade_core.prompt_files import load_prompt_file
from spade_core.prompt_files.template import PromptTemplate


def template(folder: Path, text: str) -> PromptTemplate:
    file = folder / "note.prompt.md"
    file.write_text(text, encoding="utf-8")
    [found] = load_prompt_file(file).templates
    return found


def example(prompt: str = "", **fields: object) -> Example:
    return Example("a", fields, prompt, "A response.", None)


def test_a_missing_prompt_is_the_template_with_the_fields_in_it(tmp_path: Path) -> None:
    found = with_prompts([example(film="Alien", year=1979)], template(tmp_path, "Praise {film} of {year}."))
    assert [(e.id, e.prompt) for e in found.examples] == [("a", "Praise Alien of 1979.")]
    assert found.unfilled == 0


def test_a_prompt_that_is_given_stays(tmp_path: Path) -> None:
    given = example("Praise Alien, I said.", film="Alien")
    assert with_prompts([given], template(tmp_path, "Praise {film}.")).examples == (given,)


def test_an_example_without_a_field_has_no_prompt_and_the_reason_is_told(tmp_path: Path) -> None:
    found = with_prompts([example(), example(film="Alien")], template(tmp_path, "Praise {film}."))
    assert [e.prompt for e in found.examples] == ["", "Praise Alien."]
    assert (found.unfilled, found.why) == (1, "there is no value for film")
