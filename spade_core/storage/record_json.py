"""The record as JSON: sorted keys, one key a line, so that diffs are small and git can merge it.

Absent, false and empty values are left out. Keys that this version does not know are kept.
"""

import json
import re
from collections.abc import Mapping

from spade_core.criteria import Origin
from spade_core.errors import StorageError
from spade_core.selection import Method, Preference, Preferences, SelectionRequest, Thresholds
from spade_core.storage.basis import Basis
from spade_core.storage.json_object import JsonObject, decode_object, json_fields
from spade_core.storage.provenance import Provenance
from spade_core.storage.record import FORMAT, AssertionEntry, Pending, Record, SelectionRecord
from spade_core.taxonomy import Category
from spade_core.text import Span

_ESCAPED = re.compile("[\ud800-\udfff\u2028\u2029\x85\x7f]")


def parse_record(text: str, path: str) -> Record:
    """Return the record that a ``*.spade.json`` holds; `text` has no byte order mark.

    Raises:
        StorageError: it is not JSON, holds git conflict markers, is of a newer format or of none, or a value has the
            wrong type; the line is named where it is known.
    """
    top = decode_object(text, path)
    written_as = top.whole("format", 0)
    if written_as > FORMAT:
        fact = f"written by a newer spade (format {written_as}; this one knows {FORMAT}): update spade"
        raise StorageError(path, top.line("format"), fact)
    selection, pending = top.optional("selection"), top.optional("pending")
    record = Record(
        prompt=top.string("prompt"),
        template=top.string("template"),
        assertions={name: _entry(entry, name) for name, entry in top.objects("assertions")},
        rejected={name: _entry(entry, name) for name, entry in top.objects("rejected")},
        selection=_selection(selection) if selection else None,
        pending=_pending(pending) if pending else None,
        extra=top.rest(),
    )
    if not written_as:
        raise StorageError(path, None, "no record that spade wrote: it has no `format`; delete it to begin anew")
    return record


def render_record(record: Record) -> str:
    """Return the text of a record, LF line ends; `parse_record` gives the record back."""
    value = _lean(
        {
            "prompt": record.prompt,
            "template": record.template,
            "assertions": {name: _entry_json(entry) for name, entry in record.assertions.items()},
            "rejected": {name: _entry_json(entry) for name, entry in record.rejected.items()},
            "selection": _selection_json(record.selection) if record.selection else None,
            "pending": _pending_json(record.pending) if record.pending else None,
        }
    )
    dumped = json.dumps({**record.extra, **value, "format": FORMAT}, indent=2, sort_keys=True, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped) + "\n"


def _entry(raw: JsonObject, name: str) -> AssertionEntry:
    return AssertionEntry(
        generated_name=raw.string("generated_name", name),
        source_hash=raw.string("source_hash"),
        body_hash=raw.string("body_hash"),
        comment=raw.string("comment"),
        origin=raw.choice("origin", Origin, Origin.CUES),
        asks_judge=raw.flag("asks_judge"),
        provenance=tuple(_provenance(item) for item in raw.list_of_objects("provenance")),
        stale=raw.flag("stale"),
        extra=raw.rest(),
    )


def _entry_json(entry: AssertionEntry) -> dict[str, object]:
    said = json_fields(entry, "generated_name", "source_hash", "body_hash", "comment", "origin", "asks_judge", "stale")
    return {**entry.extra, **_lean({**said, "provenance": [_provenance_json(item) for item in entry.provenance]})}


def _provenance(raw: JsonObject) -> Provenance:
    start, end = raw.whole_or_none("start"), raw.whole_or_none("end")
    first, last = raw.whole_or_none("first_line"), raw.whole_or_none("last_line")
    return Provenance(
        description=raw.string("description"),
        category=raw.choice("category", Category, Category.QUALITATIVE),
        phrase=raw.string("phrase"),
        sentence=raw.string("sentence"),
        version=raw.whole("version", 0),
        delta=raw.whole("delta", 0),
        path=raw.string("path"),
        span=Span(start, end) if start is not None and end is not None and start <= end else None,
        lines=(first, last) if first is not None and last is not None else None,
        commit=raw.string("commit"),
        author=raw.string("author"),
        date=raw.date("date"),
        origin=raw.choice("origin", Origin, Origin.CUES),
        extra=raw.rest(),
    )


def _provenance_json(provenance: Provenance) -> dict[str, object]:
    span, lines = provenance.span, provenance.lines
    return {
        **provenance.extra,
        **_lean(json_fields(provenance, "path", "commit", "author", "date")),
        **json_fields(provenance, "description", "category", "phrase", "sentence", "version", "delta", "origin"),
        **({"start": span.start, "end": span.end} if span else {}),
        **({"first_line": lines[0], "last_line": lines[1]} if lines else {}),
    }


def _selection(raw: JsonObject) -> SelectionRecord:
    counts = raw.optional("counts")
    return SelectionRecord(
        method=raw.choice("method", Method, Method.SUBSUMPTION),
        alpha=raw.share("alpha") or 0.0,
        tau=raw.share("tau") or 0.0,
        chosen=raw.strings("chosen"),
        coverage=raw.share("coverage"),
        ffr=raw.share("ffr"),
        counts={key: counts.whole(key, 0) for key in sorted(counts.values)} if counts else {},
        preferences=_preferences(raw),
        basis=_basis(basis) if (basis := raw.optional("basis")) else Basis(),
        extra=raw.rest(),
    )


def _selection_json(selection: SelectionRecord) -> dict[str, object]:
    return {
        **selection.extra,
        **json_fields(selection, "method", "alpha", "tau", "chosen", "coverage", "ffr", "counts"),
        **_preferences_json(selection.preferences),
        **({"basis": basis} if (basis := _basis_json(selection.basis)) else {}),
    }


def _basis(raw: JsonObject) -> Basis:
    assertions, settings = raw.optional("assertions"), raw.optional("settings")
    return Basis(
        assertions={name: assertions.string(name) for name in sorted(assertions.values)} if assertions else {},
        examples=raw.string("examples"),
        withdrawn=raw.strings("withdrawn"),
        settings=_request(settings) if settings else None,
    )


def _basis_json(basis: Basis) -> dict[str, object]:
    settings = _request_json(basis.settings) if basis.settings else None
    return _lean({**json_fields(basis, "assertions", "examples", "withdrawn"), "settings": settings})


def _request(raw: JsonObject) -> SelectionRequest:
    thresholds = Thresholds(alpha=raw.share("alpha") or 0.0, tau=raw.share("tau") or 0.0)
    return SelectionRequest(raw.choice("method", Method, Method.COVERAGE), thresholds, _preferences(raw))


def _request_json(request: SelectionRequest) -> dict[str, object]:
    asked = {"method": request.method.value, **json_fields(request.thresholds, "alpha", "tau")}
    return {**asked, **_preferences_json(request.preferences)}


def _preferences(raw: JsonObject) -> Preferences:
    known = {preference.value for preference in Preference}
    prefer = tuple(Preference(name) for name in raw.strings("prefer") if name in known)
    return Preferences(raw.strings("require"), raw.strings("forbid"), prefer)


def _preferences_json(preferences: Preferences) -> dict[str, object]:
    names = json_fields(preferences, "required", "forbidden", "prefer")
    return _lean({"require": names["required"], "forbid": names["forbidden"], "prefer": names["prefer"]})


def _pending(raw: JsonObject) -> Pending:
    written = {name: _entry(entry, name) for name, entry in raw.objects("written")}
    return Pending(written, raw.strings("removed"))


def _pending_json(pending: Pending) -> dict[str, object]:
    written = {name: _entry_json(entry) for name, entry in pending.written.items()}
    return {"written": written, "removed": list(pending.removed)}


def _lean(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values without those that are absent, false or empty."""
    return {key: value for key, value in values.items() if value not in (None, False, "", [], {})}
