"""Which column is what: guessed from the names that tools use and from what the cells hold, confirmed by a person."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from spade_core.errors import ExamplesError, SettingsError
from spade_core.examples.contexts import context_fields
from spade_core.examples.example import Label
from spade_core.examples.importing.label_words import is_verdict, label_in, plain_word
from spade_core.examples.importing.table import Table
from spade_core.text import word_list

_RESPONSES: Final = word_list("""
    response actualoutput responseoutput provideroutput output outputsoutput outputsresponse sampleoutputtext
    outputsanswer outputstext outputscontent outputcontent completion answer generation modeloutput modelresponse
    prediction assistant reply result text
""")
_IDEALS: Final = ("ideal", "expectedoutput", "expected", "target")
"""What a person wrote as the right answer: a good response."""
_LABELS: Final = word_list("""
    label humanlabel rating thumbs thumb feedback feedbackscore feedbackvalue feedbacklabel userfeedback annotation
    verdict grade good isgood correct iscorrect scores score accepted acceptable approved pass passed passfail
    gradingresultpass success result outcome humanrating humanverdict judgement judgment
""")
_IDS: Final = ("id", "exampleid", "runid", "traceid", "uuid")
_PROMPTS: Final = ("prompt", "promptraw", "filledprompt", "renderedprompt")
_INPUTS: Final = word_list("""
    example metadata.example additional_metadata.example item.example inputs vars variables input item
""")
"""Objects whose parts are the fields of the template."""
_KEPT_IN: Final = ("metadata.", "additional_metadata.", "item.")
_SINGLE_INPUTS: Final = ("input", "example", "query", "question", "userinput", "inputsinput")
"""Where one text is all the input that there is."""
_MESSAGES: Final = ("input", "messages", "inputsmessages")
_FEWEST_LABELS: Final = 0.9
"""Share of the cells that must be labels for a column to be taken for theirs; one is enough where the name says so."""
_FEWEST_VERDICTS: Final = 0.5
"""The same where they are words such as pass and fail, and the name fits: the others will be named, row by row."""


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which column holds what; every other column is kept beside, under its own name."""

    response: str
    label: str | None = None
    id: str | None = None
    prompt: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    """By field of the template, the column."""
    default_label: Label | None = None
    """Of rows without one: good, where the responses are what a person wrote as the right ones."""
    meanings: Mapping[str, Label | None] = field(default_factory=dict)
    """What a person said that words in the column of the labels stand for, by `plain_word`."""

    @property
    def columns(self) -> frozenset[str]:
        """The columns that are used."""
        named = (self.response, self.label, self.id, self.prompt, *self.fields.values())
        return frozenset(column for column in named if column is not None)


def guess_mapping(
    table: Table,
    placeholders: Collection[str] = (),
    *,
    response: str | None = None,
    meanings: Mapping[str, Label | None] | None = None,
) -> ColumnMapping:
    """Return the likeliest mapping; `placeholders` are those of the template that the examples are for.

    `response` is the column that a person has named, `meanings` what they said of words that are labels.

    Raises:
        ExamplesError: no column looks like the response.
    """
    by_name: dict[str, str] = {}
    for column in table.columns:
        by_name.setdefault(_plain(column), column)
    for column in table.columns:
        by_name.setdefault(_plain(bare_name(column)), column)
    filled = {name: column for name, column in by_name.items() if table.values_of(column)}
    response = response or _response(table, filled)
    ideal = _first(filled, _IDEALS) if response is None else None
    if response is None and ideal is None:
        listed = ", ".join(table.columns[:12])
        raise ExamplesError(table.path, None, f"no column looks like the response; there are {listed:.300}")
    label = _label(table, filled, {response or ideal or ""}, placeholders, meanings or {})
    prompt = _first(filled, _PROMPTS) or next(
        (filled[n] for n in _MESSAGES if n in filled and _holds_messages(table, filled[n])), None
    )
    used = {column for column in (response or ideal, label, prompt) if column is not None}
    free = {name: column for name, column in filled.items() if column not in used}
    # An id that the person gave, before one that the tool gives each run.
    given = {_plain(bare): column for column in free.values() if (bare := bare_name(column)) != column}
    example_id = _first(given, _IDS) or _first(free, _IDS)
    used |= {example_id} if example_id is not None else set()
    return ColumnMapping(
        response=response or ideal or "",
        label=label,
        id=example_id,
        prompt=prompt,
        fields=_with_contexts(_fields(table, filled, used, placeholders), filled, used, placeholders),
        default_label=Label.GOOD if response is None and label is None else None,
    )


def chosen_mapping(
    table: Table,
    placeholders: Collection[str] = (),
    *,
    response: str | None = None,
    label: str | None = None,
    fields: Mapping[str, str] | None = None,
    meanings: Mapping[str, Label | None] | None = None,
) -> ColumnMapping:
    """Return what a person chose, and a guess for the rest; an empty `label` is the choice of none.

    `meanings` are what words in the column of the labels stand for, as a person wrote them; the guess knows them, too.

    Raises:
        SettingsError: there is no such column.
        ExamplesError: no column looks like the response, and none was chosen.
    """
    for column in (response, label, *(fields or {}).values()):
        if column and column not in table.columns:
            raise SettingsError(f'{table.path} has no column "{column:.60}"; there are {", ".join(table.columns):.500}')
    said = {plain_word(word): meant for word, meant in (meanings or {}).items()}
    guess = guess_mapping(table, placeholders, response=response, meanings=said)
    if label is not None:
        guess = replace(guess, label=label or None, default_label=None)
    guess = replace(guess, meanings=said)
    return guess if fields is None else replace(guess, fields=fields)


def bare_name(column: str) -> str:
    """Return a column's name without that of the object in which a tool keeps what it does not read itself."""
    return next((column.removeprefix(each) for each in _KEPT_IN if column.startswith(each)), column)


def may_repeat(column: str) -> bool:
    """Return whether tools call by such a name what stands in another column as well."""
    names = {_plain(column), _plain(bare_name(column))}
    return any(not names.isdisjoint(each) for each in (_RESPONSES, _IDEALS, _SINGLE_INPUTS, _PROMPTS, _IDS))


def _plain(name: str) -> str:
    return "".join(ch for ch in name.lower() if ch.isalnum())


def _first(filled: Mapping[str, str], names: Collection[str]) -> str | None:
    return next((filled[name] for name in names if name in filled), None)


def _only_output(table: Table) -> str | None:
    """Return the one column below ``outputs``, whatever it is called."""
    outputs = [column for column in table.columns if column.lower().startswith(("outputs.", "output."))]
    return outputs[0] if len(outputs) == 1 else None


def _response(table: Table, filled: Mapping[str, str]) -> str | None:
    """Return the column of the responses; a "result" of pass and fail is theirs only where nothing else is."""
    verdicts = "result" in filled and all(map(is_verdict, table.values_of(filled["result"])))
    names = [name for name in _RESPONSES if name != "result" or not verdicts]
    return _first(filled, names) or _only_output(table) or _first(filled, _RESPONSES)


def _label(
    table: Table,
    filled: Mapping[str, str],
    used: Collection[str],
    placeholders: Collection[str],
    meanings: Mapping[str, Label | None],
) -> str | None:
    """Return the column of the labels: one with a name for it, else the first that holds nothing but verdicts."""
    free = {name: column for name, column in filled.items() if column not in used}
    named = next((free[name] for name in _LABELS if name in free and _holds_labels(table, free[name], meanings)), None)
    if named is not None:
        return named
    inputs = {*map(_plain, placeholders), *_SINGLE_INPUTS, *_PROMPTS, *_IDS}
    prefixes = tuple(f"{each}." for each in _INPUTS)
    return next(
        (
            column
            for name, column in free.items()
            if name not in inputs
            and not column.lower().startswith(prefixes)
            and all(is_verdict(value) or plain_word(value) in meanings for value in table.values_of(column))
        ),
        None,
    )


def _holds_labels(table: Table, column: str, meanings: Mapping[str, Label | None]) -> bool:
    values = table.values_of(column)
    if sum(map(is_verdict, values)) > _FEWEST_VERDICTS * len(values):
        return True
    good = 0
    for value in values:
        try:
            good += label_in(value, meanings) is not None
        except ValueError:
            continue
    return good >= (1 if _plain(column) == "label" else max(1, _FEWEST_LABELS * len(values)))


def _holds_messages(table: Table, column: str) -> bool:
    return all(isinstance(value, list) for value in table.values_of(column))


def _with_contexts(
    fields: dict[str, str], filled: Mapping[str, str], used: Collection[str], placeholders: Collection[str]
) -> dict[str, str]:
    """Return the fields with those of the retrieved contexts, the question and the reference, where there are contexts.

    They are called as the template calls them, else as the part of an object of inputs that the column is, else
    ``contexts``, ``question`` and ``reference``.
    """
    found = context_fields([column for column in filled.values() if column not in used])
    if found is None:
        return fields
    asked = context_fields(placeholders)
    inputs = tuple(f"{each}." for each in _INPUTS)

    def called(column: str, name: str) -> str:
        return column.split(".", 1)[1] if column.lower().startswith(inputs) else name

    columns = {
        (asked and asked.contexts) or called(found.contexts, "contexts"): found.contexts,
        (asked and asked.question) or called(found.question, "question"): found.question,
        called(found.reference, "reference"): found.reference,
    }
    named = {name: column for name, column in columns.items() if column}
    return {name: column for name, column in fields.items() if column not in named.values()} | named


def _fields(
    table: Table, filled: Mapping[str, str], used: Collection[str], placeholders: Collection[str]
) -> dict[str, str]:
    """Return the fields' columns: parts of an object of inputs, else columns named like placeholders, else the rest."""
    free = {column: None for column in table.columns if column not in used}
    for prefix in _INPUTS:
        parts = {column[len(prefix) + 1 :]: column for column in free if column.lower().startswith(f"{prefix}.")}
        if parts:
            return parts
    free_by_name = {_plain(column): column for column in free}
    named = {each: free_by_name[_plain(each)] for each in placeholders if _plain(each) in free_by_name}
    if named:
        return named
    single = _first({name: column for name, column in filled.items() if column in free}, _SINGLE_INPUTS)
    if single is not None:
        only = next(iter(placeholders)) if len(placeholders) == 1 else single
        return {only: single}
    return {}
