"""Data sets come back as they went; assertions of other tools become functions that say what the tool says."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from spade_core.application import load_foreign
from spade_core.examples import Example, Label, guess_mapping, import_rows
from spade_core.export import ExportFormat, exported
from spade_core.export.data_sets import data_set
from spade_core.export.prompt_texts import yaml_text
from spade_core.prompt_files import load_prompt_file, read_prompt
from spade_core.storage import files_beside, load_assertions
from tests.cli.workspace import make_workspace
from tests.command import spade

GIVEN = (
    Example("r1", {"movie_name": "Ålien"}, "Recommend Ålien.", "Watch it. 🎬", Label.GOOD, extra={"team": "a"}),
    Example("r2", {"movie_name": "Heat"}, "Recommend Heat.", 'A "b",\nc: {d}\u2028', Label.BAD),
    Example("r3", {"movie_name": "Up", "year": 2009}, "", "- list\n- of two", None, extra={"tags": ["x", "y"]}),
    Example("r4", {"movie_name": "=Up"}, "", "true", Label.GOOD),
)
BACK = [(e.id, e.fields, e.prompt, e.response, e.label, e.extra) for e in GIVEN]
DATA_SETS = (
    *(ExportFormat.LANGSMITH, ExportFormat.LANGFUSE, ExportFormat.OPENAI, ExportFormat.DEEPEVAL),
    *(ExportFormat.INSPECT, ExportFormat.PROMPTFOO, ExportFormat.CSV, ExportFormat.PARQUET),
)


def back(path: Path) -> list[tuple[object, ...]]:
    table = load_foreign(path).table
    assert table is not None
    found = import_rows(table, guess_mapping(table, ["movie_name"]))
    assert not found.problems
    return [(e.id, e.fields, e.prompt, e.response, e.label, e.extra) for e in found.examples]


def write(folder: Path, kind: ExportFormat, examples: tuple[Example, ...] = GIVEN) -> tuple[Path, tuple[str, ...]]:
    """Return the data set of a format, and what it leaves out."""
    prompt = folder / "note.prompt.md"
    prompt.write_text("Recommend {movie_name}.\n")
    files = files_beside(prompt)
    template = load_prompt_file(prompt).templates[0]
    made = exported(kind, files, load_assertions(files), examples, template=template, everything=True)
    file = made.files[-1]
    (folder / file.name).write_bytes(file.text.encode("utf-8", "surrogateescape"))
    return folder / file.name, made.unmapped


@pytest.mark.parametrize("kind", DATA_SETS)
def test_examples_come_back_as_they_went_but_for_what_was_said_to_be_left_out(
    tmp_path: Path, kind: ExportFormat
) -> None:
    path, unmapped = write(tmp_path, kind)
    if kind in (ExportFormat.CSV, ExportFormat.PARQUET):
        assert unmapped == ("other keys of the lines: team, tags",)
        # A table has texts alone.
        assert back(path) == [(i, {k: str(v) for k, v in f.items()}, p, r, label, {}) for i, f, p, r, label, _ in BACK]
    else:
        assert unmapped == ()
        assert back(path) == BACK


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
EXAMPLES = st.builds(
    lambda fields, prompt, response, label: Example("x", fields, prompt, response, label),
    st.dictionaries(st.sampled_from(["movie_name", "note", "label"]), TEXT.filter(bool), min_size=1, max_size=2),
    TEXT,
    TEXT.filter(str.strip),
    st.sampled_from([Label.GOOD, Label.BAD]),
)


@pytest.mark.parametrize(
    "kind", [k for k in DATA_SETS if k not in (ExportFormat.PROMPTFOO, ExportFormat.CSV, ExportFormat.PARQUET)]
)
@settings(max_examples=40)
@given(example=EXAMPLES)
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, kind: ExportFormat, example: Example) -> None:
    path = tmp_path_factory.getbasetemp() / "rows.jsonl"
    path.write_text(data_set(kind, [example]), encoding="utf-8", newline="")
    [(_, fields, prompt, response, label, _)] = back(path)
    assert (fields, prompt, response, label) == (example.fields, example.prompt, example.response, example.label)


@settings(max_examples=200)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | TEXT
        | st.sampled_from(["a\nb", "a\nb\n", " a\nb", "a\n\nb", "no", "1e5", "- x", "a: b\n#c"]),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(TEXT | st.sampled_from(["no", "a"]), inner, max_size=3)
        ),
        max_leaves=12,
    )
)
def test_yaml_says_what_json_says(value: object) -> None:
    assert yaml.safe_load(yaml_text(value)) == value


@pytest.mark.parametrize("kind", [ExportFormat.PROMPTY, ExportFormat.PROMPT_YML])
def test_a_prompt_in_another_form_reads_as_the_same_prompt(tmp_path: Path, kind: ExportFormat) -> None:
    path, unmapped = write(tmp_path, kind)
    [template] = read_prompt(str(path), path.read_text("utf-8")).templates
    assert [each.name for each in template.placeholders] == ["movie_name"]
    assert template.text.strip() == "Recommend {{movie_name}}."
    assert unmapped


def test_braces_that_mark_no_field_are_escaped_where_the_form_can_and_told_of_where_not(tmp_path: Path) -> None:
    file = tmp_path / "p.py"
    file.write_text("PROMPT = 'You are kind. Answer {q} as {{{{ a }}}}.'\nasked = PROMPT.format(q=1)\n")
    template = load_prompt_file(file).templates[0]
    files = files_beside(file)

    def made(kind: ExportFormat) -> Any:
        return exported(kind, files, load_assertions(files), GIVEN, template=template)

    assert "{{ '{{' }}" in made(ExportFormat.PROMPTY).text
    assert any("marks no field" in fact for fact in made(ExportFormat.PROMPT_YML).unmapped)


def test_a_line_that_a_prompty_takes_for_a_role_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "p.prompt.md").write_text("Name who speaks.\n\nuser:\nHello {name}\n")
    template = load_prompt_file(tmp_path / "p.prompt.md").templates[0]
    files = files_beside(tmp_path / "p.prompt.md")
    made = exported(ExportFormat.PROMPTY, files, load_assertions(files), (), template=template)
    assert any("role" in fact for fact in made.unmapped)


PROMPTFOO = """\
prompts: ["Recommend {{movie_name}}"]
providers: [echo]
defaultTest:
  assert:
    - {type: icontains, value: "{{movie_name}}"}
    - {type: not-contains, value: As an AI}
    - {type: regex, value: "Enjoy!$"}
    - {type: word-count, value: {max: 5}}
    - {type: python, value: "len(output) < 100"}
    - type: python
      metric: calm
      value: |
        if "!!" in output:
            return {"pass": False, "score": 0}
        return True
    - {type: python, value: "file://more.py"}
    - {type: llm-rubric, value: Is it kind?}
    - {type: javascript, value: "output.length < 9"}
    - {type: similar, value: Watch it, threshold: 0.8}
    - {type: python, value: "file://../outside.py"}
tests:
  - vars: {movie_name: Alien}
    providerOutput: Watch Alien. Enjoy!
    assert: [{type: contains, value: Alien}]
  - vars: {movie_name: Heat}
    providerOutput: No!!
"""
GRADERS = {
    "name": "note",
    "testing_criteria": [
        {"type": "string_check", "name": "Names it", "operation": "ilike", "input": "{{ sample.output_text }}",
         "reference": "{{item.movie_name}}"},
        {"type": "python", "name": "short", "source": "def grade(sample, item):\n"
         "    return len(sample['output_text']) < 30"},
        {"type": "score_model", "name": "nice", "model": "m", "input": []},
    ],
}  # fmt: skip
PROMPT_YML = """\
messages: [{role: user, content: "Recommend {{movie_name}}"}]
testData: [{movie_name: Alien, expected: Watch Alien. Enjoy!}]
evaluators:
  - {name: Says enjoy, string: {endsWith: "enjoy!"}}
  - {name: Kind, llm: {modelId: m, prompt: p, choices: []}}
"""
DEEPEVAL = """\
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

LIMIT = 30

class ShortEnough(BaseMetric):
    def __init__(self, threshold: float = 0.5):
        self.threshold = threshold

    def measure(self, test_case: LLMTestCase) -> float:
        self.score = float(len(test_case.actual_output) < LIMIT)
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case):
        return self.measure(test_case)
"""
INSPECT = """\
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

def limit():
    return 30

@scorer(metrics=[accuracy(), stderr()])
def short_enough():
    async def score(state: TaskState, target: Target):
        return Score(value=CORRECT if len(state.output.completion) < limit() else INCORRECT)
    return score
"""
GUARDRAILS = """\
from typing import Any, Dict

from guardrails.validators import FailResult, PassResult, ValidationResult, Validator, register_validator

@register_validator(name="acme/short", data_type="string")
class ShortEnough(Validator):
    def _validate(self, value: Any, metadata: Dict) -> ValidationResult:
        return PassResult() if len(value) < 30 else FailResult(error_message="too long")
"""
LANGSMITH = "def short_enough(inputs: dict, outputs: dict) -> bool:\n    return len(outputs['response']) < 30\n"
LANGFUSE = """\
from langfuse import Evaluation

def short_enough(*, input, output, expected_output=None, **kwargs):
    return Evaluation(name="short", value=1.0 if len(output) < 30 else 0.0)
"""
ALONE = {
    "deepeval": DEEPEVAL,
    "inspect": INSPECT,
    "guardrails": GUARDRAILS,
    "langsmith": LANGSMITH,
    "langfuse": LANGFUSE,
}
LONG = "Watch Alien, it is a very long film. Enjoy!"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "w")


def verdicts(folder: Path, response: str) -> dict[str, bool]:
    """Return whether a response passes each assertion."""
    row = {"id": "x", "response": response, "label": "good", "example": {"movie_name": "Alien"}}
    (folder / "note.examples.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    told = json.loads(spade(folder, "evaluate", "--json").stdout)
    return {each["name"]: each["results"]["x"] == "passed" for each in told["assertions"]}


def imported(folder: Path, name: str, text: str, *options: str) -> dict[str, Any]:
    (folder / name).write_text(text, encoding="utf-8")
    done = spade(folder, "import", name, "--yes", "--json", *options)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_scores_of_promptfoo_come_as_bounds_on_scores(folder: Path) -> None:
    asked = """\
prompts: ["Recommend {{movie_name}}"]
defaultTest:
  assert:
    - {type: context-faithfulness, threshold: 0.8}
    - {type: not-answer-relevance, threshold: 0.25}
    - {type: context-recall}
"""
    told = imported(folder, "promptfooconfig.yaml", asked)
    assert told["assertions"] == ["assert_context_faithfulness", "assert_not_answer_relevance"]
    assert any("without a threshold" in fact for fact in told["unmapped"])
    scores = [{"faithfulness": 0.9, "answer_relevance": 0.3}, {"faithfulness": 0.7, "answer_relevance": 0.2}]
    rows = [
        {"id": f"{n}", "response": "Watch it.", "label": "good", "example": {"movie_name": "Alien", "scores": each}}
        for n, each in enumerate(scores)
    ]
    (folder / "note.examples.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    found = {
        each["name"]: each["results"] for each in json.loads(spade(folder, "evaluate", "--json").stdout)["assertions"]
    }
    assert found["assert_context_faithfulness"] == {"0": "passed", "1": "failed"}
    assert found["assert_not_answer_relevance"] == {"0": "failed", "1": "passed"}


def test_a_configuration_of_promptfoo_gives_examples_and_assertions_and_names_what_has_no_equal(folder: Path) -> None:
    (folder / "more.py").write_text(
        "def get_assert(output, context):\n    return context['vars']['movie_name'] in output\n"
    )
    (folder.parent / "outside.py").write_text("def get_assert(output, context):\n    return True\n")
    told = imported(folder, "promptfooconfig.yaml", PROMPTFOO)
    assert told["assertions"] == [
        "assert_icontains_movie_name",
        "assert_not_contains_as_an_ai",
        "assert_regex_enjoy",
        "assert_word_count",
        "assert_python_len_output_100",
        "assert_calm",
        "assert_python_file_more_py",
        "assert_llm_rubric_is_it_kind",
    ]
    assert told["unmapped"] == [
        "defaultTest.assert[9]: javascript has no equal",
        "defaultTest.assert[10]: similar has no equal",
        "defaultTest.assert[11]: ../outside.py cannot be read",
        "tests[1].assert[1]: contains is asked of some tests, and an assertion is of every response",
    ]
    assert told["new"] == 2
    assert all(verdict for name, verdict in verdicts(folder, "Watch Alien. Enjoy!").items() if "kind" not in name)
    assert {name for name, passes in verdicts(folder, "As an AI I!! " + 30 * "am ").items() if not passes} >= {
        *told["assertions"][:4],
        "assert_calm",
        "assert_python_file_more_py",
    }
    again = imported(folder, "promptfooconfig.yaml", PROMPTFOO)
    assert again["assertions"] == []


def test_graders_of_openai_become_assertions(folder: Path) -> None:
    told = imported(folder, "eval.json", json.dumps(GRADERS))
    assert told["assertions"] == ["assert_names_it", "assert_short"]
    assert told["unmapped"] == ["grader 3: score_model has no equal"]
    assert verdicts(folder, "ALIEN") == {"assert_names_it": True, "assert_short": True}
    assert verdicts(folder, 40 * "x") == {"assert_names_it": False, "assert_short": False}


def test_evaluators_of_a_prompt_yml_become_assertions_and_test_data_examples(folder: Path) -> None:
    told = imported(folder, "other.prompt.yml", PROMPT_YML, "--into", "note.prompt.md")
    assert (told["assertions"], told["new"], told["good"]) == (["assert_says_enjoy"], 1, 1)
    assert told["unmapped"] == ["evaluators[2]: only evaluators of strings have an equal"]


@pytest.mark.parametrize("tool", ALONE)
def test_a_function_or_class_of_a_tool_runs_in_the_sandbox_as_it_does_there(folder: Path, tool: str) -> None:
    told = imported(folder, "theirs.py", ALONE[tool])
    assert (told["assertions"], told["unmapped"]) == (["assert_short_enough"], [])
    assert verdicts(folder, "Watch Alien.") == {"assert_short_enough": True}
    assert verdicts(folder, LONG) == {"assert_short_enough": False}


def test_what_uses_more_of_a_tool_than_stands_in_for_it_is_named(folder: Path) -> None:
    text = DEEPEVAL.replace("BaseMetric\n", "BaseMetric, GEval\n", 1)
    assert imported(folder, "theirs.py", text)["unmapped"] == ["theirs.py: ShortEnough: it uses GEval of deepeval"]
    assert imported(folder, "none.py", "x = 1\n")["unmapped"] == [
        "none.py: it has no function or class that a known tool runs"
    ]
    deep = LANGSMITH.replace("30", "(" * 150 + "30" + ")" * 150) + "    return " + "-" * 3000 + "1\n"
    for broken in ("def (\n", deep):
        (folder / "broken.py").write_text(broken, encoding="utf-8")
        done = spade(folder, "import", "broken.py", "--yes")
        assert done.returncode == 4
        assert "it is not Python" in done.stderr
    called = 'defaultTest: {assert: [{type: python, value: "file://more.py:a(1) or b"}]}'
    (folder / "more.py").write_text("def a(output, context):\n    return True\n")
    assert "is no function" in imported(folder, "odd.yaml", called)["unmapped"][0]
    reach = "import socket\n" + LANGSMITH + "    socket.socket()\n"
    assert "socket" in imported(folder, "reach.py", reach)["unmapped"][0]


@pytest.mark.parametrize("kind", ["python", "pytest", "promptfoo", "deepeval", "inspect", "guardrails", "openai"])
def test_the_functions_of_an_export_come_back_to_the_letter(folder: Path, kind: str) -> None:
    assert spade(folder, "select").returncode == 0
    told = json.loads(spade(folder, "export", "-f", kind, "--json").stdout)
    names = told["assertions"]
    text = (folder / told["path"]).read_text("utf-8")
    assert imported(folder, told["path"], text)["assertions"] == [], "they are there to the letter"
    before = load_assertions(files_beside(folder / "note.prompt.md")).by_name
    (folder / "note.assertions.py").unlink()
    assert imported(folder, told["path"], text)["assertions"] == names
    after = load_assertions(files_beside(folder / "note.prompt.md")).by_name
    assert {name: each.source for name, each in after.items()} == {name: before[name].source for name in names}


def test_a_configuration_that_spade_exported_brings_nothing_new_and_all_of_it_where_it_is_lost(folder: Path) -> None:
    row = {"id": "j", "example": {"movie_name": '{"title": "Up"}'}, "response": "Up. Enjoy!", "label": "good"}
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    assert spade(folder, "select").returncode == 0
    name = json.loads(spade(folder, "export", "-f", "promptfoo", "--json").stdout)["files"][1]
    # As promptfoo writes it in its results.
    text = (folder / name).read_text("utf-8").replace('{\\"title\\": \\"Up\\"}', '{\\"title\\":\\"Up\\"}')
    assert ':\\"Up' in text
    told = imported(folder, name, text)
    assert (told["new"], told["duplicates"], told["assertions"], told["unmapped"]) == (0, 9, [], [])
    (folder / "note.assertions.py").unlink()
    (folder / "note.examples.jsonl").unlink()
    told = imported(folder, name, text)
    assert (told["new"], len(told["assertions"]), told["unmapped"]) == (9, 2, [])
    ids = [json.loads(line)["id"] for line in (folder / "note.examples.jsonl").read_text("utf-8").splitlines()]
    assert ids == [*(f"r{n}" for n in range(8)), "j"]
