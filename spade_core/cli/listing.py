"""What `spade history` shows: a prompt's versions, a table of several prompts, or why texts are taken for prompts."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.target import all_prompt_files, find_target
from spade_core.errors import PromptFileError
from spade_core.prompt_files import (
    THRESHOLD,
    Explained,
    PromptFile,
    PromptTemplate,
    explained,
    file_and_name,
    full_name,
    load_prompt_file,
    place_of,
)
from spade_core.regular_file import read_file
from spade_core.report import one_line
from spade_core.settings import settings_if_any
from spade_core.text import LineIndex, decode

_MOST_SHOWN = 60
_NAME_WIDTH = 40
"""Characters that a name in the table takes, as most do; a longer one takes what it needs."""
_LEAST_POINTS = 1
"""Texts with fewer points are not worth a line unless they are named."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the table."""

    prompt: str
    """As a person calls it."""
    path: str
    template: str
    line: int
    words: int
    placeholders: int
    text: str
    """How it begins."""


def show_history(
    prompt: Path | None = None,
    template: str = "",
    wanted: str = "",
    *,
    limit: int = 40,
    page: int = 1,
    why: bool = False,
    as_json: bool = False,
) -> None:
    """Show the versions of a prompt, or the table of several, or why texts are prompts."""
    output = Output(as_json)
    if why:
        explain(prompt, template, wanted, output)
        return
    if prompt is None or prompt.is_dir() or (prompt.is_file() and not template):
        found = listed(prompt or Path(), template, wanted, output)
        first = list(islice(found, 2))
        if len(first) > 1:
            show_table(chain(first, found), limit=limit, page=page, output=output)
            return
        if first:
            prompt, template = Path(first[0].path), first[0].template
        elif wanted:
            raise CommandLineError(f"no prompt here has {wanted!r} in its name or its text")
    from spade_core.pipeline import classified
    from spade_core.report import history_json, history_lines

    target = find_target(prompt, template, output, may_have_orphans=True)
    versions, classifications = classified(target.prompt, template=target.template)
    if as_json:
        output.json(history_json(versions, classifications))
    else:
        output.lines(history_lines(versions, classifications))


def listed(root: Path, template: str, wanted: str, output: Output) -> Iterator[Listed]:
    """Yield the prompts of a file or below a folder, file by file, whose name or text has `wanted` in it."""
    is_file = root.is_file()
    settings = settings_if_any(root.parent if is_file else root)
    for file in _only(root) if is_file else all_prompt_files(root, settings, output):
        lines = LineIndex(file.text)
        for one in file.templates:
            if template in ("", one.name) and _is_wanted(file, one, wanted):
                yield _line(file, one, lines)
    for note in settings.notes if settings is not None else ():
        output.warn(note)


def _only(path: Path) -> Iterator[PromptFile]:
    """Yield the file; nothing when it cannot be read, which who asks for its history is told."""
    with suppress(PromptFileError):
        yield load_prompt_file(path)


def show_table(found: Iterator[Listed], *, limit: int, page: int, output: Output) -> None:
    """Print one page of the prompts while they are found, and how many there are once all are."""
    before = sum(1 for _ in islice(found, (page - 1) * limit))
    wanted = islice(found, limit)
    shown = list(wanted) if output.as_json else _printed(wanted, output)
    total = before + len(shown) + sum(1 for _ in found)
    pages = -(-total // limit)
    if page > pages:
        raise CommandLineError(f"there {'is 1 page' if pages == 1 else f'are {pages} pages'} of up to {limit} prompts")
    if output.as_json:
        output.json({"prompts": [asdict(one) for one in shown], "total": total, "page": page, "pages": pages})
        return
    more = f", page {page} of {pages} (--page {page % pages + 1})" if pages > 1 else ""
    output.note(f"{total:,} prompts{more}; `spade history NAME` shows the versions of one, --filter finds some")


def _printed(rows: Iterator[Listed], output: Output) -> list[Listed]:
    """Return the rows, each printed as soon as it is found: what is before the text is as wide in every row."""
    shown: list[Listed] = []
    output.line(_row("line", "words", "prompt", "text"))
    for one in rows:
        output.line(_row(str(one.line), f"{one.words:,}", one_line(one.prompt), one_line(one.text)))
        shown.append(one)
    return shown


def _row(line: str, words: str, prompt: str, text: str) -> str:
    """Return a row of the table; a long name moves the text of its own row only."""
    return f"{line:>6}  {words:>6}  {prompt:<{_NAME_WIDTH}}  {text}"


def explain(said: Path | None, template: str, wanted: str, output: Output) -> None:
    """Print why the texts of a file, or of the files below a folder, are taken for prompts or are not."""
    path, name = file_and_name(said) if said is not None else (Path(), "")
    name = template or name
    rows: list[tuple[Path, Explained]] = []
    for file in [path] if not path.is_dir() else _files(path, output):
        texts = _explained(file)
        rows += [(file, one) for one in texts if _is_worth(one, name, path) and wanted in full_name(file, one.name)]
    if name and not rows:
        raise CommandLineError(f"{path}: no text is called {name!r}")
    if output.as_json:
        output.json({"texts": [_why_json(file, one) for file, one in rows]})
        return
    for file, one in rows:
        verdict = "a prompt" if one.judgement.is_prompt else "no prompt"
        head = f"{full_name(file, one.name)}  line {one.line}: {verdict}, {one.judgement.score} points of {THRESHOLD}"
        output.line(head)
        for reason in sorted(one.judgement.reasons, key=lambda reason: -reason.points):
            output.line(f"  {reason.points:+d}  {one_line(reason.fact)}")
    if not rows:
        output.note(f"{path}: no text in it that could be a prompt")


def _files(root: Path, output: Output) -> list[Path]:
    return [Path(file.path) for file in all_prompt_files(root, settings_if_any(root), output)]


def _explained(path: Path) -> list[Explained]:
    try:
        text = decode(read_file(path), path=str(path)).removeprefix("\ufeff")
    except OSError as error:
        raise PromptFileError(str(path), None, f"cannot be read: {error.strerror}") from error
    return explained(str(path), text, place_of(path))


def _is_worth(one: Explained, name: str, path: Path) -> bool:
    if name:
        return one.name == name
    return one.judgement.is_prompt or (not path.is_dir() and (one.judgement.score >= _LEAST_POINTS or not one.name))


def _is_wanted(file: PromptFile, one: PromptTemplate, wanted: str) -> bool:
    wanted = wanted.lower()
    return wanted in full_name(file.path, one.name).lower() or wanted in one.text.lower()


def _line(file: PromptFile, one: PromptTemplate, lines: LineIndex) -> Listed:
    beginning = " ".join(one.text[: 4 * _MOST_SHOWN].split())
    return Listed(
        full_name(file.path, one.name),
        file.path,
        one.name,
        lines.line_of(one.parts[0].source.begin) if one.parts else 1,
        len(one.text.split()),
        len(one.placeholders),
        beginning[:_MOST_SHOWN],
    )


def _why_json(file: Path, one: Explained) -> dict[str, object]:
    return {
        "prompt": full_name(file, one.name),
        "line": one.line,
        "is_prompt": one.judgement.is_prompt,
        "points": one.judgement.score,
        "why": [{"points": reason.points, "fact": reason.fact} for reason in one.judgement.reasons],
    }
