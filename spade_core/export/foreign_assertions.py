"""Assertions of other tools as functions of ours: what a configuration says, and functions in Python.

Laws:

* A function does what the tool does, or is not made: what has no equal here is named with the reason.
* A foreign function in Python stands in ours with what its tool gives it written out; it runs in the sandbox alone.
"""

import ast
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from spade_core import checks
from spade_core.errors import ExamplesError
from spade_core.export.foreign_python import TOOLS, Tool
from spade_core.prompt_files import is_exported
from spade_core.sandbox import unsupported_here
from spade_core.static_analysis import preflight
from spade_core.text import with_parse_retry

_FIELD: Final = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
_OUTPUT: Final = re.compile(r"\{\{\s*sample\.output_text\s*\}\}")
_ITEM: Final = re.compile(r"\{\{\s*item\.(?:example\.)?")
_PARAMETERS: Final = ("example", "prompt", "response")


@dataclass(frozen=True, slots=True)
class ForeignAssertions:
    """What a file holds."""

    sources: tuple[str, ...] = ()
    """Functions, each accepted by the sandbox."""
    unmapped: tuple[str, ...] = ()
    """What has no equal here, with the reason."""

    @property
    def is_empty(self) -> bool:
        """Whether the file asks nothing of responses."""
        return not self.sources and not self.unmapped


class _NoEqualError(ValueError):
    """There is no equal; the text says why."""


@dataclass(slots=True)
class _Found:
    sources: dict[str, str] = field(default_factory=dict)
    """By the names of the functions."""
    unmapped: list[str] = field(default_factory=list)

    def add(self, name: str, about: str, body: Sequence[str], place: str) -> None:
        """Add a function whose body are these lines."""
        unique = _unused(name, self.sources)
        docstring = json.dumps(" ".join(about.split()), ensure_ascii=False)
        head = f"async def {unique}(example: dict, prompt: str, response: str) -> bool:"
        self.take(unique, "\n".join([head, f"    {docstring}", *(f"    {line}" for line in body)]), place)

    def take(self, name: str, source: str, place: str) -> None:
        """Take a function, or say why the sandbox would not run it."""
        refusal = preflight(source).rejection or unsupported_here(source)
        if refusal is not None:
            self.unmapped.append(f"{place}: {refusal.reason}")
        else:
            self.sources[name] = source

    def result(self) -> ForeignAssertions:
        return ForeignAssertions(tuple(self.sources.values()), tuple(self.unmapped))


_Add = Callable[[Mapping[str, object], str, _Found], None]


# --- configurations


_TEXT_KINDS: Final[Mapping[str, str]] = {
    "equals": "response == {0}",
    "contains": "{0} in response",
    "icontains": "{0}.lower() in response.lower()",
    "contains-all": "all(each in response for each in {0})",
    "contains-any": "any(each in response for each in {0})",
    "icontains-all": "all(each.lower() in response.lower() for each in {0})",
    "icontains-any": "any(each.lower() in response.lower() for each in {0})",
    "starts-with": "response.startswith({0})",
    "ends-with": "response.endswith({0})",
    "istarts-with": "response.lower().startswith({0}.lower())",
    "iends-with": "response.lower().endswith({0}.lower())",
    "regex": "re.search({0}, response) is not None",
    "llm-rubric": "await ask_llm(prompt, response, {0})",
}
"""What decides, by the kind as promptfoo names it; ``{0}`` is the value."""
_PROMPT_YML: Final = {
    "equals": "equals",
    "contains": "icontains",
    "startsWith": "istarts-with",
    "endsWith": "iends-with",
}
_SCORES: Final = {
    "context-faithfulness": "faithfulness",
    "context-recall": "context_recall",
    "context-relevance": "context_relevance",
    "answer-relevance": "answer_relevance",
}
_STRING_CHECKS: Final = {"eq": "equals", "ne": "not-equals", "like": "contains", "ilike": "icontains"}


def assertions_of_document(document: object, read: Callable[[str], str | None]) -> ForeignAssertions:
    """Return those of a configuration: promptfoo's, GitHub's .prompt.yml or graders of OpenAI.

    `read` gives the text of a file beside it, None where there is none.
    """
    found = _Found()
    for place, each, add in _asked(document, found, read) if isinstance(document, Mapping) else ():
        try:
            add(each if isinstance(each, Mapping) else {}, place, found)
        except _NoEqualError as error:
            found.unmapped.append(f"{place}: {error}")
    return found.result()


def _asked(
    document: Mapping[str, object], found: _Found, read: Callable[[str], str | None]
) -> Iterator[tuple[str, object, _Add]]:
    """Yield the places of a configuration where something is asked, what stands there, and what adds it."""
    for place, each in _of_promptfoo(document, found):
        yield place, each, partial(_add_promptfoo, read=read)
    for number, each in enumerate(_list(document.get("evaluators")), 1):
        yield f"evaluators[{number}]", each, _add_prompt_yml
    graders = _list(document.get("testing_criteria")) or _list(document.get("graders"))
    for number, each in enumerate(graders or ([document] if _is_grader(document) else []), 1):
        yield f"grader {number}", each, _add_grader


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _of_promptfoo(document: Mapping[str, object], found: _Found) -> Iterator[tuple[str, object]]:
    """Yield the assertions that hold for every test."""
    default = document.get("defaultTest")
    if isinstance(default, Mapping):
        yield from ((f"defaultTest.assert[{n}]", each) for n, each in enumerate(_list(default.get("assert")), 1))
    tests = [each for each in _list(document.get("tests")) if isinstance(each, Mapping)]
    lists = [_list(each.get("assert")) for each in tests]
    asked_of = Counter(said for asserts in lists for said in {_canonical(each) for each in asserts})
    for number, asserts in enumerate(lists, 1):
        for at, each in enumerate(asserts, 1):
            place = f"tests[{number}].assert[{at}]"
            if asked_of[_canonical(each)] < len(lists):
                fact = f"{_kind(each)} is asked of some tests, and an assertion is of every response"
                found.unmapped.append(f"{place}: {fact}")
            elif number == 1:
                yield place, each


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _kind(each: object) -> str:
    return f"{each.get('type')}" if isinstance(each, Mapping) else "it"


def _add_promptfoo(each: Mapping[str, object], place: str, found: _Found, *, read: Callable[[str], str | None]) -> None:
    kind, value = str(each.get("type")), each.get("value")
    if others := sorted(each.keys() & {"transform", "contextTransform", "config"}):
        raise _NoEqualError(f"{kind:.40} with {others[0]} has no equal")
    name = str(each.get("metric") or f"{kind} {value if isinstance(value, str) else ''}")
    if kind == "python" and str(value).startswith("file://") and _add_exported(str(value), place, found, read):
        return
    if kind.removeprefix("not-") == "python":
        body = _negated(_promptfoo_python(value, each.get("threshold"), read), kind)
    elif (plain := kind.removeprefix("not-")) in _SCORES:
        body = _negated([_score_at_least(_SCORES[plain], each.get("threshold"))], kind)
    else:
        body = _body(kind, value)
    found.add(_name(name), f"{kind}: {_short(value)}" if value is not None else kind, body, place)


def _score_at_least(score: str, threshold: object) -> str:
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not threshold > 0:
        raise _NoEqualError(f"{score} without a threshold holds always")
    return f'return example["scores"]["{score}"] >= {threshold:g}'


def _add_exported(value: str, place: str, found: _Found, read: Callable[[str], str | None]) -> bool:
    """Add the functions of a file that spade exported; return whether it is one."""
    text = read(value.removeprefix("file://").partition(":")[0]) or ""
    is_ours = is_exported(text)
    if is_ours:
        _add_python(text, place, found)
    return is_ours


def _add_prompt_yml(each: Mapping[str, object], place: str, found: _Found) -> None:
    checks = each.get("string")
    if not isinstance(checks, Mapping):
        raise _NoEqualError("only evaluators of strings have an equal")
    for operation, value in checks.items():
        if operation not in _PROMPT_YML:
            raise _NoEqualError(f"{operation} has no equal")
        name = _name(str(each.get("name") or f"{operation} {value}"))
        found.add(name, f"{operation}: {_short(value)}", _body(_PROMPT_YML[operation], value), place)


def _is_grader(document: Mapping[str, object]) -> bool:
    return isinstance(document.get("type"), str) and ("source" in document or "operation" in document)


def _add_grader(each: Mapping[str, object], place: str, found: _Found) -> None:
    name = str(each.get("name") or each.get("type"))
    match each:
        case {"type": "string_check", "operation": str(operation), "input": str(given), "reference": str(reference)}:
            if not _OUTPUT.fullmatch(given.strip()) or operation not in _STRING_CHECKS:
                raise _NoEqualError(f"string_check of {given:.40} by {operation:.10} has no equal")
            body = _body(_STRING_CHECKS[operation], _ITEM.sub("{{", reference))
            found.add(_name(name), f"{operation}: {_short(reference)}", body, place)
        case {"type": "python", "source": str(source)}:
            least = each.get("pass_threshold")
            _add_python(source, place, found, name=name, least=least if isinstance(least, int | float) else 1)
        case _:
            raise _NoEqualError(f"{_kind(each)} has no equal")


def _body(kind: str, value: object) -> list[str]:
    """Return the lines of an assertion by its kind as promptfoo names it."""
    plain = kind.removeprefix("not-")
    lines = ["import re", ""] if plain == "regex" else []
    if plain == "is-json" and value is None:
        return _negated(_JSON, kind)
    if plain == "word-count":
        return _negated([f"return {_word_count(value)}"], kind)
    if plain not in _TEXT_KINDS:
        raise _NoEqualError(f"{kind:.40} has no equal" + (" with a schema" if plain == "is-json" else ""))
    if plain.endswith(("-all", "-any")):
        values = [each.strip() for each in value.split(",")] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
            raise _NoEqualError(f"{kind} of what is no list of texts")
        literal = f"[{', '.join(map(_literal, values))}]"
    elif isinstance(value, str) and not value.startswith("file://"):
        literal = _literal(value)
    else:
        raise _NoEqualError(f"{kind} of {_short(value)}")
    if plain == "regex":
        _require_pattern(str(value))
    return _negated([*lines, f"return {_TEXT_KINDS[plain].format(literal)}"], kind)


_JSON: Final = [
    "import json",
    "",
    "try:",
    "    json.loads(response)",
    "except ValueError:",
    "    return False",
    "return True",
]


def _negated(body: Sequence[str], kind: str = "not-") -> list[str]:
    if not kind.startswith("not-"):
        return list(body)
    return ["async def holds():", *(f"    {line}" if line else "" for line in body), "", "return not await holds()"]


def _word_count(value: object) -> str:
    count = "len(response.split())"
    match value:
        case int() if not isinstance(value, bool):
            return f"{count} == {value}"
        case {"min": int(least), "max": int(most)}:
            return f"{least} <= {count} <= {most}"
        case {"min": int(least)}:
            return f"{count} >= {least}"
        case {"max": int(most)}:
            return f"{count} <= {most}"
        case _:
            raise _NoEqualError(f"word-count of {_short(value)}")


def _require_pattern(value: str) -> None:
    try:
        re.compile(value)
    except (re.error, RecursionError, OverflowError) as error:
        raise _NoEqualError(f"regex that Python does not know: {error}") from error
    if _FIELD.search(value):
        raise _NoEqualError("regex with a field in it")


def _literal(value: str) -> str:
    """Return a text as Python, with the fields in it: ``"Dear " + str(example["name"])``."""
    pieces, at = [], 0
    for place in _FIELD.finditer(value):
        pieces += [repr(value[at : place.start()]), f"str(example[{place[1]!r}])"]
        at = place.end()
    pieces.append(repr(value[at:]))
    if any("{{" in piece or "{%" in piece for piece in pieces[::2]):
        raise _NoEqualError("its value is a template with more than fields in it")
    kept = [piece for piece in pieces if piece != "''"] or ["''"]
    return kept[0] if len(kept) == 1 else f"({' + '.join(kept)})"


def _promptfoo_python(value: object, threshold: object, read: Callable[[str], str | None]) -> list[str]:
    if not isinstance(value, str):
        raise _NoEqualError("python without code")
    name = "get_assert"
    if value.startswith("file://"):
        path, _, called = value.removeprefix("file://").partition(":")
        name = called or name
        text = read(path)
        if text is None:
            raise _NoEqualError(f"{path:.80} cannot be read")
    else:
        lines = value.strip("\n").split("\n")
        code = lines if len(lines) > 1 else [f"return {lines[0].strip()}"]
        text = "import json, math, re\ndef get_assert(output, context):\n" + "\n".join(f"    {line}" for line in code)
    least = threshold if isinstance(threshold, int | float) else 0
    return _wrapped(_tree(text), TOOLS["promptfoo"], name, least)


# --- Python


def assertions_of_python(text: str, place: str) -> ForeignAssertions:
    """Return those of a file in Python: one that spade exported, or what a tool of `foreign_python` runs.

    Raises:
        ExamplesError: it is no Python.
    """
    found = _Found()
    try:
        _tree(text)
    except _NoEqualError as error:
        raise ExamplesError(place, getattr(error.__cause__, "lineno", None), str(error)) from error
    try:
        _add_python(text, place, found)
    except _NoEqualError as error:
        found.unmapped.append(f"{place}: {error}")
    return found.result()


def _add_python(text: str, place: str, found: _Found, *, name: str = "", least: float = 1) -> None:
    tree = _tree(text)
    own = [each for each in tree.body if isinstance(each, ast.AsyncFunctionDef) and _is_ours(each)]
    if own:
        for each in own:
            found.take(each.name, _with_imports(text, each), f"{place}: {each.name}")
        return
    defined = [each for each in tree.body if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)]
    named = [(tool, each.name) for each in defined for tool in TOOLS.values() if tool.runs(each)]
    if not named:
        raise _NoEqualError("it has no function or class that a known tool runs")
    for tool, called in named:
        try:
            body = _wrapped(tree, tool, called, least)
        except _NoEqualError as error:
            found.unmapped.append(f"{place}: {called}: {error}")
        else:
            found.add(_name(name or called), f"{called} of {tool.name}", body, f"{place}: {called}")


def _tree(text: str) -> ast.Module:
    try:
        return with_parse_retry(lambda: ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _NoEqualError(f"it is not Python: {error}") from error


def _is_ours(node: ast.AsyncFunctionDef) -> bool:
    return tuple(each.arg for each in node.args.args) == _PARAMETERS and not node.name.startswith("_")


def _with_imports(text: str, node: ast.AsyncFunctionDef) -> str:
    """Return a function that spade exported, with its imports of checks in it again."""
    source = ast.get_source_segment(text, node) or ""
    own = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    imported = {
        alias.asname or alias.name
        for each in ast.walk(node)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    }
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & set(checks.__all__) - own - imported
    if not used:
        return source
    lines = source.split("\n")
    documented = ast.get_docstring(node) is not None
    at = (node.body[0].end_lineno if documented else node.body[0].lineno - 1) or 0
    at -= node.lineno - 1
    while not documented and not lines[at - 1].strip():
        at -= 1
    rest = lines[at:] if not lines[at].strip() else ["", *lines[at:]]
    return "\n".join([*lines[:at], f"    from spade_core.checks import {', '.join(sorted(used))}", *rest])


def _wrapped(tree: ast.Module, tool: Tool, name: str, least: float) -> list[str]:
    """Return the lines of an assertion that runs a function or a class as its tool does."""
    if not name.isidentifier() or not math.isfinite(least):
        raise _NoEqualError(f"{name:.40} with {least} is no function with a score")
    kept: list[ast.stmt] = []
    for each in tree.body:
        if isinstance(each, ast.ImportFrom) and each.module == "__future__":
            continue
        modules = [alias.name for alias in each.names] if isinstance(each, ast.Import) else []
        modules += [each.module or ""] if isinstance(each, ast.ImportFrom) else []
        if any(module.partition(".")[0] == tool.package for module in modules if tool.package):
            names = each.names if isinstance(each, ast.Import | ast.ImportFrom) else []
            if unknown := sorted({alias.name for alias in names} - tool.gives):
                raise _NoEqualError(f"it uses {', '.join(unknown)} of {tool.name}")
            continue
        kept.append(each)
    try:
        code = ast.unparse(_without_annotations(kept))
    except RecursionError as error:
        raise _NoEqualError("it is nested too deeply") from error
    call = tool.call.format(name=name, least=least)
    return [*tool.stubs.strip("\n").split("\n"), "", *code.split("\n"), "", *call.strip("\n").split("\n")]


def _without_annotations(statements: list[ast.stmt]) -> ast.Module:
    """Return statements without annotations, and without the imports that only these used."""
    module = ast.parse(ast.unparse(ast.Module(statements, [])))
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    used = {each.id for each in ast.walk(module) if isinstance(each, ast.Name)}
    module.body = [
        each
        for each in module.body
        if not isinstance(each, ast.Import | ast.ImportFrom)
        or used & {(alias.asname or alias.name).partition(".")[0] for alias in each.names}
    ]
    return module


def _name(words: str) -> str:
    """Return a name for a function, of a name or of words."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", words)
    parts = re.findall(r"[a-z0-9]+", snake.lower())
    name = "_".join(parts)[:50].rstrip("_")
    return name if name.startswith("assert_") else f"assert_{name or 'foreign'}"


def _unused(name: str, taken: Mapping[str, str]) -> str:
    return next(each for each in (name, *(f"{name}_{n}" for n in range(2, len(taken) + 3))) if each not in taken)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return " ".join(text.split())[:80]
