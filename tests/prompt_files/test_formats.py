"""Every format, read from files as people write them."""

import codecs
import json
import re
import tomllib
from pathlib import Path

import pytest

from spade_core.errors import PromptFileError
from spade_core.prompt_files import PromptFile, is_prompt_path, load_prompt_file, read_prompt
from spade_core.text import Span
from tests.prompt_files import laws
from tests.prompt_files.samples import SAMPLES, Sample

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.path for sample in SAMPLES])


def _parts(file: PromptFile) -> dict[str, list[tuple[object, str]]]:
    return {t.name: [(part.role, part.text) for part in t.parts] for t in file.templates}


def _marks(file: PromptFile) -> dict[str, list[str]]:
    found = {}
    for t in file.templates:
        texts = [(p.span.of(t.parts[p.part].text), p.confident) for p in t.placeholders]
        found[t.name] = [text if sure else f"‹{text}›" for text, sure in texts]
    return found


@each_sample
def test_templates_roles_and_texts_are_read(sample: Sample) -> None:
    file = read_prompt(sample.path, sample.text)
    assert file.format is sample.format
    assert _parts(file) == sample.templates


@each_sample
def test_the_dialect_is_decided_and_its_placeholders_found(sample: Sample) -> None:
    file = read_prompt(sample.path, sample.text)
    assert {t.name: t.dialect for t in file.templates} == sample.dialects
    assert _marks(file) == sample.placeholders


@each_sample
def test_every_character_has_its_place_in_the_file(sample: Sample) -> None:
    laws.hold_for(read_prompt(sample.path, sample.text))


@each_sample
@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_other_line_ends_say_the_same(sample: Sample, line_end: str) -> None:
    file = read_prompt(sample.path, sample.text.replace("\n", line_end))
    assert _parts(file) == sample.templates
    assert _marks(file) == sample.placeholders
    laws.hold_for(file)


@each_sample
def test_no_final_newline_changes_only_the_end(sample: Sample) -> None:
    file = read_prompt(sample.path, sample.text.rstrip("\n"))
    ends_trimmed = {name: [(r, t.rstrip("\n")) for r, t in parts] for name, parts in _parts(file).items()}
    assert ends_trimmed == {name: [(r, t.rstrip("\n")) for r, t in parts] for name, parts in sample.templates.items()}
    laws.hold_for(file)


@each_sample
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_file_with_a_byte_order_mark_says_the_same(
    sample: Sample, mark: bytes, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "thư mục 日本" / sample.path
    path.parent.mkdir(parents=True)
    path.write_bytes(mark + sample.text.encode(encoding))
    file = load_prompt_file(path)
    assert file.text == sample.text
    assert _parts(file) == sample.templates


@each_sample
def test_a_path_that_alone_means_a_prompt_is_told_from_one_that_needs_a_look(sample: Sample) -> None:
    assert is_prompt_path(sample.path) is not sample.path.endswith(
        (".json", "several.yaml", "guide.yaml", ".py", ".ts")
    )


_TOML = """\
[agent]
model = "small" # the one
system_prompt = \"\"\" # not a comment
You are a good \\
   editor of {{text}} é.
Never say "no" \\u00e9.
\"\"\"
[[steps]]
prompt = 'Give {name} a C:\\path.'
"""


def test_a_toml_text_says_what_tomllib_says_and_maps_to_the_file() -> None:
    file = read_prompt("agents.toml", _TOML)
    said = tomllib.loads(_TOML)
    assert {one.name: one.text for one in file.templates} == {
        "agent.system_prompt": said["agent"]["system_prompt"],
        "steps[0].prompt": said["steps"][0]["prompt"],
    }
    for template in file.templates:
        part = template.parts[0]
        for placeholder in template.placeholders:
            at = part.source.locate(placeholder.span)
            assert at.of(_TOML) == placeholder.span.of(part.text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("a = 1\na = 2\n", ":2: not TOML: Cannot overwrite a value"),
        ("a = 1\nb = 2024-13-45\n", ":2: not TOML: "),
        ("a = 1\nb = [\n", "not TOML: it cannot be read from here"),
        ("x = " + "[" * 600 + "]" * 600, ":1: TOML nested more than 100 deep"),
        ("x" + ".x" * 100_000 + " = 1", ":1: TOML nested more than 100 deep"),
    ],
)
def test_what_is_no_toml_is_said_in_one_line(text: str, fact: str) -> None:
    with pytest.raises(PromptFileError, match=re.escape(fact)):
        read_prompt("a.toml", text)


@pytest.mark.parametrize(("path", "kind"), [("a.json", "JSON"), ("a.yaml", "YAML")])
def test_data_that_is_nested_too_deep_is_refused_in_one_line(path: str, kind: str) -> None:
    with pytest.raises(PromptFileError, match=f":1: {kind} nested more than 100 deep"):
        read_prompt(path, "[" * 600 + "]" * 600)


def test_thousands_of_line_ends_in_one_json_text_are_made_lf_where_they_stand() -> None:
    line = "You are a clerk. Be brief."
    written = json.dumps({"system_prompt": f"{line}\r\n" * 20_000})
    [template] = read_prompt("a.json", written).templates
    assert template.text == f"{line}\n" * 20_000
    ends = [match.start() for match in re.finditer(re.escape(r"\r\n"), written)]
    places = [template.parts[0].source.locate(Span(at, at + 1)).start for at in (len(line), 19_999 * 27 + len(line))]
    assert places == [ends[0], ends[-1]]
