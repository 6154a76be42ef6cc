"""Settings as one value, and how a mapping (a TOML table, an editor's configuration) becomes one.

Settings of a workspace are untrusted: they hold values only, never code, and their paths stay inside the folder.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from spade_core.errors import SettingsError
from spade_core.models import ModelChoice, Price
from spade_core.selection import Method, Preference, Preferences, SelectionRequest, Thresholds
from spade_core.settings.model_values import count, model_list, money, name, price_list, repeats, url, word
from spade_core.settings.selection_values import (
    field_name,
    method,
    names,
    nearest,
    preferences,
    score_names,
    score_prompts,
    share,
    shown,
)
from spade_core.values import ValueSource

_MOST_RECURSIVE = 2
_MOST_PARTS = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set, with its defaults."""

    alpha: float = 0.6
    """Least coverage of the bad examples, in [0, 1]."""
    tau: float = 0.25
    """Greatest false failure rate on the good examples, in [0, 1]."""
    method: Method = Method.COVERAGE
    """How assertions are selected."""
    require: tuple[str, ...] = ()
    """Names of assertions that every selection must hold."""
    forbid: tuple[str, ...] = ()
    """Names of assertions that no selection may hold."""
    prefer: tuple[Preference, ...] = ()
    """What is preferred where there is a choice."""
    per_prompt: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Settings of single prompts by path or glob pattern, with ``#name`` for one template of a file."""
    prompts: tuple[str, ...] = ()
    """Paths or glob patterns of the prompt files, relative to `folder`; empty: those that spade knows by name."""
    exclude: tuple[str, ...] = ()
    """Paths or glob patterns that are no prompt files though they look like it."""
    values: Mapping[str, ValueSource] = field(default_factory=dict)
    """Sets of valid values by name; their paths are relative to `folder`."""
    context_field: str = ""
    """The input that holds the retrieved contexts; empty: one that is called contexts, documents or the like."""
    question_field: str = ""
    """The input that holds the question; empty: one that is called question, query or the like."""
    scores: tuple[str, ...] = ("faithfulness",)
    """Scores of responses with contexts that a bound is fitted for, where a model judges."""
    score_prompts: str = "published"
    """How scores are asked for: "published", as the paper of RAGAS does, or "today", as its package does by now."""
    examples: str = ""
    """Path of the labelled examples instead of the file beside the prompt, relative to `folder`."""
    report: str = ""
    """Path of the report instead of the file beside the prompt, relative to `folder`."""
    judge: bool = True
    """Whether assertions may ask a judge; False: those that do are not evaluated."""
    model: str = ""
    """The model that proposes and judges; empty: none, everything is read from the words."""
    models: tuple[ModelChoice, ...] | None = ()
    """Models that propose, cheapest first, instead of `model`; None: no model is ever called."""
    judge_model: str = ""
    """The model that answers ``ask_llm``; empty: the cheapest of the others."""
    judge_first: str = ""
    """A cheaper model that answers ``ask_llm`` where it is sure enough; empty: none."""
    embedding_model: str = ""
    """The model that compares criteria with earlier ones; empty: they are compared by their words."""
    base_url: str = ""
    """Where the models are; empty: SPADE_BASE_URL or OPENAI_BASE_URL of the environment, else OpenAI."""
    judge_repeats: int = 1
    """How often the judge is asked each question; the majority counts."""
    judge_questions: int | None = None
    """Questions about one response in one call; without it ten where that is measured to be as good, else one."""
    budget: float | None = None
    """Money that one command may cost at most; it needs `prices`."""
    budget_tokens: int | None = None
    """Tokens that one command may use at most."""
    ask_above: float = 0.5
    """Money from which on the command line asks before it spends."""
    ask_above_tokens: int = 200_000
    """Tokens from which on it asks, where the price of a model elsewhere is not known."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """Money for a million tokens, by model: [input, output] or [input, output, cached input]."""
    max_in_flight: int = 16
    """Most calls to one model at once."""
    model_timeout: float = 60.0
    """Seconds of silence after which a call is given up."""
    reasoning_effort: str = ""
    """How much models are to reason, in the words of their server; empty leaves it to the server."""
    reasoning_tokens: int = 0
    """Tokens of reasoning that every reply has room for, beside its answer."""
    demonstrations: bool = True
    """Whether accepted assertions of this project are kept as demonstrations for this user's next ones."""
    folder: Path = Path()
    """The folder that the paths are relative to: the one of the settings file, else the one asked about."""
    source: Path | None = None
    """The file that was read; None when there is none."""
    notes: tuple[str, ...] = ()
    """What a person should know about where the settings come from."""

    @property
    def thresholds(self) -> Thresholds:
        """Alpha and tau as the selection takes them."""
        return Thresholds(alpha=self.alpha, tau=self.tau)

    @property
    def preferences(self) -> Preferences:
        """What must be in a set, what must not, and what is preferred."""
        return Preferences(self.require, self.forbid, self.prefer)

    @property
    def request(self) -> SelectionRequest:
        """What these settings ask of a selection."""
        return SelectionRequest(self.method, self.thresholds, self.preferences)

    @property
    def contexts(self) -> tuple[str, str]:
        """The names of the fields of contexts and question, empty where none is given."""
        return self.context_field, self.question_field

    def of_prompt(self, prompt: Path, template: str = "") -> "Settings":
        """Return the settings of one prompt: what `per_prompt` says of it stands over the rest."""
        path = _within(prompt, self.folder)
        changes: dict[str, Any] = {}
        for pattern, values in self.per_prompt.items():
            name, _, wanted = pattern.partition("#")
            if fnmatch(path, name) and wanted in ("", template):
                changes |= values
        return replace(self, **changes)

    def excludes(self, path: Path) -> bool:
        """Whether a prompt file is one that `exclude` leaves out."""
        absolute = Path(os.path.realpath(path))
        inside = absolute.relative_to(self.folder) if absolute.is_relative_to(self.folder) else path
        return any(fnmatch(inside.as_posix(), pattern) for pattern in self.exclude)

    @property
    def model_choices(self) -> tuple[ModelChoice, ...]:
        """The models that propose, cheapest first; none when none is set or all are switched off."""
        if self.models is None:
            return ()
        named = self.models or ((ModelChoice(self.model),) if self.model else ())
        return tuple(replace(choice, base_url=choice.base_url or self.base_url) for choice in named)

    @property
    def judge_choice(self) -> ModelChoice | None:
        """The model that judges; None when none is set, or judging or all models are switched off."""
        if self.models is None or not self.judge:
            return None
        known = {choice.name: choice for choice in self.model_choices}
        if self.judge_model:
            return known.get(self.judge_model, ModelChoice(self.judge_model, self.base_url))
        return next(iter(known.values()), None)

    @property
    def judge_first_choice(self) -> ModelChoice | None:
        """The cheaper model that judges first; None where none is set, or nothing judges."""
        choice = self.judge_choice
        if choice is None or not self.judge_first or self.judge_first == choice.name:
            return None
        known = {each.name: each for each in self.model_choices}
        return known.get(self.judge_first, ModelChoice(self.judge_first, self.base_url))

    @property
    def judge_choices(self) -> tuple[ModelChoice, ...]:
        """The models that judge, the first to be asked first."""
        return tuple(filter(None, (self.judge_first_choice, self.judge_choice)))

    @property
    def examples_path(self) -> Path | None:
        """The examples file that is set, or None."""
        return self.folder / self.examples if self.examples else None

    @property
    def report_path(self) -> Path | None:
        """Where the report goes, if that is set."""
        return self.folder / self.report if self.report else None


KEYS = tuple(sorted(f.name for f in fields(Settings) if f.name not in {"folder", "source", "notes"}))
"""Every key that a person can set."""

PER_PROMPT = ("alpha", "examples", "forbid", "method", "prefer", "require", "tau")
"""Every key that a person can set for a single prompt."""


def settings_from(
    raw: Mapping[str, object],
    *,
    where: str,
    base: Settings | None = None,
    line_of: Callable[[Sequence[str]], int | None] = lambda _: None,
) -> Settings:
    """Return `base` (the defaults when None) with the keys of `raw` set.

    `where` names the file or the editor in errors; `line_of` gives the line of a key, or of one in
    its table, where there are lines.

    Raises:
        SettingsError: a key is unknown (the nearest right one is named), of the wrong type or out of range.
    """
    settings = base or Settings()
    for key, value in raw.items():
        if key not in KEYS:
            fact = f'no setting is called "{key}"{nearest(key, KEYS)}'
            raise SettingsError(f"{_place(where, line_of([key]))}: {fact}")
        try:
            settings = replace(settings, **{key: _READERS[key](value)})
        except ValueError as error:
            within = error.keys if isinstance(error, _TableError) else ()
            raise SettingsError(f"{_place(where, line_of([key, *within]))}: {key} {error}") from error
    return settings


class _TableError(ValueError):
    """Something in the table of a setting is wrong; `keys` lead to it."""

    def __init__(self, fact: str, *keys: str) -> None:
        super().__init__(fact)
        self.keys = keys


def _place(where: str, line: int | None) -> str:
    return f"{where}:{line}" if line is not None else where


def _within(path: Path, folder: Path) -> str:
    absolute, root = Path(os.path.realpath(path)), Path(os.path.realpath(folder))  # a loop of links is no error here
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else absolute.as_posix()


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {shown(value)}")  # noqa: TRY004  (one error for all readers)
    return value


def _per_prompt(value: object) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must hold a table for each prompt, not {shown(value)}")  # noqa: TRY004
    return {str(prompt): _of_one(str(prompt), table) for prompt, table in value.items()}


def _of_one(prompt: str, table: object) -> Mapping[str, Any]:
    if not isinstance(table, Mapping):
        raise _TableError(f'of "{prompt}" must be a table, not {shown(table)}', prompt)
    read: dict[str, Any] = {}
    for key, value in table.items():
        if key not in PER_PROMPT:
            fact = f'of "{prompt}": no setting of a single prompt is called "{key}"{nearest(key, PER_PROMPT)}'
            raise _TableError(fact, prompt, key)
        try:
            read[key] = _READERS[key](value)
        except ValueError as error:
            raise _TableError(f'of "{prompt}": {key} {error}', prompt, key) from error
    return read


def _path(value: object) -> str:
    """Return a relative path with forward slashes that does not leave its folder."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be a path, not {shown(value)}")
    if any(not ch.isprintable() for ch in value):
        raise ValueError(f"must not hold control characters: {shown(value)}")
    slashed = value.replace("\\", "/")
    windows = PureWindowsPath(value)
    if slashed.startswith(("/", "~")) or windows.drive or windows.root or ".." in PurePosixPath(slashed).parts:
        raise ValueError(f"must be a path inside the project, relative to the settings file, not {shown(value)}")
    return str(PurePosixPath(slashed))


def _paths(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(_path(item) for item in values)


def _patterns(value: object) -> tuple[str, ...]:
    """Return glob patterns; with many folders of any depth in one, looking for its files would take for ever."""
    patterns = _paths(value)
    for pattern in patterns:
        parts = PurePosixPath(pattern).parts
        if parts.count("**") > _MOST_RECURSIVE or len(parts) > _MOST_PARTS:
            most = f"{_MOST_PARTS} parts and {_MOST_RECURSIVE} ** at most"
            raise ValueError(f"must be a pattern of {most}, not {shown(pattern)}")
    return patterns


def _value_sets(value: object) -> Mapping[str, ValueSource]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must hold a path or a table for each set, not {shown(value)}")  # noqa: TRY004
    return {_set_name(name): _source(name, given) for name, given in value.items()}


def _set_name(value: str) -> str:
    if not value or not value.replace("_", "a").replace("-", "a").isalnum():
        raise _TableError(f"must have names of letters, digits, - and _, not {shown(value)}", value)
    return value


def _source(name: str, value: object) -> ValueSource:
    table = value if isinstance(value, Mapping) else {"path": value}
    if unknown := sorted(map(str, table.keys() - {"path", "column", "query"})):
        raise _TableError(f'of "{name}": takes path, column and query, not {shown(unknown[0])}', name, unknown[0])
    try:
        path = _path(table.get("path", ""))
    except ValueError as error:
        raise _TableError(f'of "{name}": path {error}', name, "path") from error
    return ValueSource(Path(path), _text_at(table, name, "column"), _text_at(table, name, "query"))


def _text_at(table: Mapping[str, object], name: str, key: str) -> str | None:
    value = table.get(key)
    if not isinstance(value, str | None):
        raise _TableError(f'of "{name}": {key} must be a text, not {shown(value)}', name, key)
    return value


_READERS: Mapping[str, Callable[[object], Any]] = {
    "alpha": share,
    "tau": share,
    "method": method,
    "require": names,
    "forbid": names,
    "prefer": preferences,
    "per_prompt": _per_prompt,
    "prompts": _patterns,
    "exclude": _paths,
    "values": _value_sets,
    "context_field": field_name,
    "question_field": field_name,
    "scores": score_names,
    "score_prompts": score_prompts,
    "examples": _path,
    "report": _path,
    "judge": _flag,
    "model": name,
    "models": model_list,
    "judge_model": name,
    "judge_first": name,
    "embedding_model": name,
    "base_url": url,
    "judge_repeats": repeats,
    "judge_questions": count,
    "budget": money,
    "budget_tokens": count,
    "ask_above": money,
    "ask_above_tokens": lambda value: count(value, least=0),
    "prices": price_list,
    "max_in_flight": count,
    "model_timeout": lambda value: money(value, zero=False),
    "reasoning_effort": word,
    "reasoning_tokens": lambda value: count(value, least=0),
    "demonstrations": _flag,
}
