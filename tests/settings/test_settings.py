"""Where settings are found, what they may say, and how a wrong one is named."""

from pathlib import Path

import pytest

from spade_core.errors import SettingsError
from spade_core.models import ModelChoice, Price
from spade_core.selection.request import Method, Preference, Preferences, Thresholds
from spade_core.settings import KEYS, Settings, load_settings, settings_from
from spade_core.values.source import ValueSource

EVERYTHING = """
alpha = 0.8
tau = 0
method = "coverage"
require = ["assert_short"]
forbid = "assert_kind"
prefer = ["no-judge", "cheap"]
per_prompt = { "note.prompt.md" = { alpha = 0.9, method = "baseline" } }
prompts = ["prompts/*.txt", "note.prompt.md"]
exclude = "prompts/old.txt"
values = { catalogue = "data/films.txt", people = { path = "people.db", query = "SELECT name FROM people" } }
context_field = "pages"
question_field = "ask"
scores = ["faithfulness", "context_recall"]
score_prompts = "today"
examples = "data/labelled.jsonl"
report = "out/report.html"
judge = false
model = "small"
models = ["small", { name = "large", base_url = "https://models.example/v1" }]
judge_model = "judge"
judge_first = "tiny"
embedding_model = "vectors"
base_url = "http://localhost:11434/v1"
judge_repeats = 3
judge_questions = 5
budget = 0.5
budget_tokens = 100000
ask_above = 1.5
ask_above_tokens = 0
prices = { small = [0.1, 0.4], "large" = [2, 8, 0.5] }
max_in_flight = 4
model_timeout = 30
reasoning_effort = "low"
reasoning_tokens = 4000
demonstrations = false
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")


def error_of(folder: Path) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(folder)
    return str(caught.value).removeprefix(f"{folder}/")


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings(folder=tmp_path)
    assert load_settings(tmp_path).thresholds == Thresholds(alpha=0.6, tau=0.25)


def test_every_key_can_be_set(tmp_path: Path) -> None:
    write(tmp_path, spade=EVERYTHING)
    settings = load_settings(tmp_path)
    assert settings == Settings(
        alpha=0.8,
        tau=0.0,
        require=("assert_short",),
        forbid=("assert_kind",),
        prefer=(Preference.NO_JUDGE, Preference.CHEAP),
        per_prompt={"note.prompt.md": {"alpha": 0.9, "method": Method.BASELINE}},
        method=Method.COVERAGE,
        prompts=("prompts/*.txt", "note.prompt.md"),
        exclude=("prompts/old.txt",),
        examples="data/labelled.jsonl",
        report="out/report.html",
        judge=False,
        values={
            "catalogue": ValueSource(Path("data/films.txt")),
            "people": ValueSource(Path("people.db"), query="SELECT name FROM people"),
        },
        model="small",
        models=(ModelChoice("small"), ModelChoice("large", "https://models.example/v1")),
        judge_model="judge",
        judge_first="tiny",
        embedding_model="vectors",
        context_field="pages",
        question_field="ask",
        scores=("faithfulness", "context_recall"),
        score_prompts="today",
        base_url="http://localhost:11434/v1",
        judge_repeats=3,
        judge_questions=5,
        budget=0.5,
        budget_tokens=100_000,
        ask_above=1.5,
        ask_above_tokens=0,
        prices={"small": Price(0.1, 0.4), "large": Price(2.0, 8.0, 0.5)},
        max_in_flight=4,
        model_timeout=30.0,
        reasoning_effort="low",
        reasoning_tokens=4000,
        demonstrations=False,
        folder=tmp_path,
        source=tmp_path / "spade.toml",
    )
    assert settings.examples_path == tmp_path / "data/labelled.jsonl"
    assert settings.report_path == tmp_path / "out/report.html"
    assert {line.split(" ")[0] for line in EVERYTHING.split("\n") if line} == set(KEYS)


def test_the_models_are_those_of_the_list_else_the_one_and_false_switches_all_off() -> None:
    assert Settings().model_choices == ()
    assert Settings().judge_choice is None
    one = settings_from({"model": "small", "base_url": "http://localhost/v1"}, where="x")
    assert one.model_choices == (ModelChoice("small", "http://localhost/v1"),)
    assert one.judge_choice == one.model_choices[0]
    both = settings_from({"model": "small", "models": ["a", "b"], "judge_model": "c"}, where="x")
    assert [choice.name for choice in both.model_choices] == ["a", "b"]
    assert both.judge_choice == ModelChoice("c")
    off = settings_from({"model": "small", "models": False}, where="x")
    assert (off.model_choices, off.judge_choice) == ((), None)
    assert settings_from({"model": "small", "judge": False}, where="x").judge_choice is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('base_url = "localhost:11434"', "base_url must be an http or https address"),
        ('base_url = "https://me:key@host/v1"', "base_url must hold no user name, password or key"),
        ("models = true", "models must be a list of models, cheapest first, or false"),
        ('models = [{ base_url = "http://localhost/v1" }]', 'models takes a name, or a table with "name"'),
        ('models = [{ name = "a", api_key = "b" }]', 'models takes a name, or a table with "name"'),
        ("prices = { small = 1 }", "prices must give [input, output] for a million tokens"),
        ("prices = { small = [-1, 2] }", "prices must be a number from 0 up"),
        ("judge_repeats = 2", "judge_repeats must be odd"),
        ("judge_repeats = 101", "judge_repeats must be a whole number from 1 to 99, not 101"),
        ("reasoning_tokens = -1", "reasoning_tokens must be a whole number from 0 up"),
        ('reasoning_effort = "very high"', "reasoning_effort must be one word in lower case, such as low"),
        ("max_in_flight = 0", "max_in_flight must be a whole number from 1 up"),
        ('api_key = "sk-123"', 'no setting is called "api_key"'),
    ],
)
def test_a_wrong_setting_about_models_is_named(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, spade=text)
    assert message in error_of(tmp_path)


def test_pyproject_holds_them_in_its_own_table(tmp_path: Path) -> None:
    write(tmp_path, pyproject='\ufeff[project]\r\nname = "x"\r\n[tool.spade]\r\nalpha = 0.7\r\n')
    settings = load_settings(tmp_path)
    assert (settings.alpha, settings.source, settings.notes) == (0.7, tmp_path / "pyproject.toml", ())


def test_spade_toml_wins_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, spade="alpha = 0.9", pyproject="[tool.spade]\nalpha = 0.1\ntau = 0.5")
    settings = load_settings(tmp_path)
    assert (settings.alpha, settings.tau) == (0.9, 0.25)
    assert settings.notes == (f"{tmp_path / 'spade.toml'} is used; [tool.spade] in pyproject.toml beside it is not",)


def test_the_nearest_folder_up_to_the_repository_root_counts(tmp_path: Path) -> None:
    repository, inner = tmp_path / "repository", tmp_path / "repository" / "a" / "b"
    inner.mkdir(parents=True)
    (repository / ".git").mkdir()
    write(tmp_path, spade="alpha = 0.1")
    assert load_settings(inner).alpha == 0.6
    write(repository, pyproject="[tool.spade]\nalpha = 0.2")
    assert load_settings(inner).alpha == 0.2
    write(inner, pyproject='[project]\nname = "no settings of spade here"')
    assert load_settings(inner).alpha == 0.2
    write(inner.parent, spade="alpha = 0.3")
    assert load_settings(inner).folder == inner.parent
    assert load_settings(inner).alpha == 0.3


def test_outside_a_repository_only_the_folder_itself_counts(tmp_path: Path) -> None:
    write(tmp_path, spade="alpha = 0.1")
    (tmp_path / "inner").mkdir()
    assert load_settings(tmp_path / "inner").alpha == 0.6


def test_a_worktree_whose_git_is_a_file_is_a_repository(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    write(tmp_path, spade="alpha = 0.1")
    assert load_settings(tmp_path / "inner").alpha == 0.1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tau = 0.1\nalhpa = 0.5", 'spade.toml:2: no setting is called "alhpa"; did you mean "alpha"?'),
        ("\n[selection]\nx = 1", 'spade.toml:2: no setting is called "selection"'),
        (
            "zzz = 1",
            "there are alpha, ask_above, ask_above_tokens, base_url, budget, budget_tokens, context_field",
        ),
        ("alpha = 1.5", "spade.toml:1: alpha must be a number from 0 to 1, not 1.5"),
        ("alpha = -0.1", "alpha must be a number from 0 to 1"),
        ("alpha = nan", "alpha must be a number from 0 to 1"),
        ("alpha = true", "alpha must be a number from 0 to 1, not True"),
        ('tau = "0.2"', "tau must be a number from 0 to 1, not '0.2'"),
        ('method = "subsumtion"', "not 'subsumtion'; did you mean \"subsumption\"?"),
        ("method = 3", "method must be one of baseline, coverage, subsumption, no-examples, not 3"),
        ("judge = 1", "judge must be true or false, not 1"),
        ("prompts = 3", "prompts must be a path, not 3"),
        ('prompts = [""]', "prompts must be a path, not ''"),
        ('report = "/etc/passwd"', "report must be a path inside the project"),
        ('report = "../x.html"', "report must be a path inside the project"),
        ('report = "a/../../x.html"', "report must be a path inside the project"),
        ('report = "~/x.html"', "report must be a path inside the project"),
        ("report = 'C:\\x.html'", "report must be a path inside the project"),
        ("report = '..\\x.html'", "report must be a path inside the project"),
        ("report = '\\\\server\\x'", "report must be a path inside the project"),
        ('report = "a\\u0000b"', "report must not hold control characters"),
        ("alpha = 0.5\nalpha = \n", "spade.toml:2: not TOML: Invalid value"),
        ("alpha = 0.5\nalpha = 0.6\n", "spade.toml:2: not TOML: Cannot overwrite a value"),
        ('tau = 0\nreport = "x\n', "spade.toml:2: not TOML"),
        ('report = """x\n\ny', "spade.toml:3: not TOML: Unterminated string"),
        ("[tool.spade]\nalpha = 0.5", "spade.toml:1: in spade.toml the settings stand at the top level"),
    ],
)
def test_a_wrong_setting_is_named_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, spade=text)
    assert message in error_of(tmp_path)


def test_the_line_in_pyproject_is_the_one_in_the_table(tmp_path: Path) -> None:
    write(tmp_path, pyproject="[tool.other]\nalpah = 1\n\n[tool.spade]\nalpah = 1\n")
    assert error_of(tmp_path).startswith('pyproject.toml:5: no setting is called "alpah"')


def test_a_pyproject_that_is_no_toml_is_an_error_only_when_it_speaks_of_spade(tmp_path: Path) -> None:
    write(tmp_path, pyproject="[project\n")
    assert load_settings(tmp_path).source is None
    write(tmp_path, pyproject="[tool.spade]\n[project\n")
    assert error_of(tmp_path).startswith("pyproject.toml:2: not TOML")


def test_tool_spade_must_be_a_table(tmp_path: Path) -> None:
    write(tmp_path, pyproject="[tool]\nspade = 1\n")
    assert "[tool.spade] must be a table" in error_of(tmp_path)


def test_a_file_that_is_not_utf_8_is_named_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "spade.toml").write_bytes(b"alpha = 0.5\n# \xff\n")
    assert error_of(tmp_path) == "spade.toml:2: not UTF-8"


def test_a_folder_in_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "spade.toml").mkdir()
    assert error_of(tmp_path).startswith("spade.toml: cannot be read")


def test_an_editor_gives_the_same_settings_as_a_mapping() -> None:
    settings = settings_from({"alpha": 0.7, "prompts": ["a.txt"]}, where="the editor")
    assert (settings.alpha, settings.prompts) == (0.7, ("a.txt",))
    with pytest.raises(SettingsError, match="the editor: tau must be"):
        settings_from({"tau": 7}, where="the editor")


def test_a_single_prompt_has_settings_of_its_own(tmp_path: Path) -> None:
    text = """
    alpha = 0.5
    require = "assert_a"
    [per_prompt."prompts/*.md"]
    tau = 0.1
    require = ["assert_b", "assert_c"]
    [per_prompt."app.py#NOTE_PROMPT"]
    forbid = ["assert_d"]
    prefer = "no-judge"
    """
    write(tmp_path, spade=text)
    settings = load_settings(tmp_path)
    note = settings.of_prompt(tmp_path / "prompts" / "note.md")
    assert (note.alpha, note.tau) == (0.5, 0.1)
    assert note.preferences == Preferences(required=("assert_b", "assert_c"))
    named = settings.of_prompt(tmp_path / "app.py", "NOTE_PROMPT")
    assert named.preferences == Preferences(("assert_a",), ("assert_d",), (Preference.NO_JUDGE,))
    assert settings.of_prompt(tmp_path / "app.py", "OTHER") == settings


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ('prefer = "no_judge"', 'did you mean "no-judge"?'),
        ("require = [1]", "require must be a list of names of assertions, not [1]"),
        ('forbid = "not a name"', "forbid must be a list of names of assertions"),
        ("per_prompt = 3", "per_prompt must hold a table for each prompt, not 3"),
        ('[per_prompt."a.md"]\nalpa = 1', 'no setting of a single prompt is called "alpa"; did you mean "alpha"?'),
        ('[per_prompt."a.md"]\nalpha = 2', 'spade.toml:2: per_prompt of "a.md": alpha must be a number from 0 to 1'),
        ('[per_prompt]\n"a.md" = 1', 'spade.toml:2: per_prompt of "a.md" must be a table, not 1'),
    ],
)
def test_a_wrong_preference_is_named(tmp_path: Path, text: str, fact: str) -> None:
    write(tmp_path, spade=text)
    assert fact in error_of(tmp_path)


@pytest.mark.parametrize("before", ["tau = 0.2\n{}a = 1\n", "[{}a]\n", "prices = {{ {}a = 1 }}\n"])
@pytest.mark.parametrize("part", ["a.", '"a b" . '])
def test_a_key_of_endless_parts_is_refused_at_once(tmp_path: Path, before: str, part: str) -> None:
    write(tmp_path, spade=before.format(part * 40_000))
    assert "a key has more than 64 parts" in error_of(tmp_path)


@pytest.mark.parametrize("pattern", ["**/a/**/a/**/*.txt", "**/" * 3000 + "*", "a/" * 50 + "b.txt"])
def test_a_pattern_that_would_be_looked_for_without_end_is_refused(tmp_path: Path, pattern: str) -> None:
    write(tmp_path, spade=f'prompts = ["notes/**/*.txt", "{pattern}"]\n')
    assert "prompts must be a pattern of 40 parts and 2 ** at most" in error_of(tmp_path)
