"""Write the names of prompt files where they are needed: ``python -m tests.prompt_names`` (``make docs``)."""

import inspect
import json
import re
from pathlib import Path

from spade_core.prompt_files import PATTERNS, PromptFormat
from spade_core.prompt_files.formats import READERS, judged_glob, watched_globs
from spade_core.prompt_files.reading import reader_of

ROOT = Path(__file__).parents[1]
NAMES = ROOT / "extension" / "src" / "prompts" / "promptNames.json"
MANIFEST = ROOT / "package.json"
PAGE = ROOT / "docs" / "prompts.md"
_ROWS = re.compile(r"^(\| file \| read as \|\n\|---\|---\|\n)(?:\| `.*\n)*", re.MULTILINE)
_NAMED = re.compile(r"resourceFilename =~ /\\\\\.\(prompt\\\\\.md[^&]*?/(?= |$)")


def names_json() -> str:
    """Return the patterns that the extension gives to the editor."""
    return json.dumps({"watched": watched_globs(), "judged": judged_glob()}, indent=2) + "\n"


def named_expression() -> str:
    """Return the regular expression, for a ``when`` clause, of the names that alone make a file a prompt."""
    named = [each.glob for each in PATTERNS if not each.needs_look and "/" not in each.glob]
    ends = "|".join(re.escape(glob.lstrip("*").lstrip(".")) for glob in named if glob.startswith(("*.", ".")))
    names = "|".join(re.escape(glob).replace("\\-", "-") for glob in named if not glob.startswith(("*.", ".")))
    return f"/\\.({ends})$|^({names})$/"


def manifest() -> str:
    """Return package.json with the names of now."""
    text = MANIFEST.read_text("utf-8")
    escaped = json.dumps(named_expression())[1:-1]
    text = _NAMED.sub(lambda _: f"resourceFilename =~ {escaped}", text)
    activation = json.dumps(f"workspaceContains:{watched_globs()[0]}")
    return re.sub(r'"workspaceContains:\*\*/\*\.\{prompt\.md[^"]*"', lambda _: activation, text)


def page() -> str:
    """Return docs/prompts.md with the formats of now, each as its reader's docstring says."""
    rows = [
        f"| {', '.join(f'`{glob}`' for glob in globs)} | {_read_as(kind)} |"
        for kind in READERS
        if (globs := [each.glob for each in PATTERNS if each.format is kind and not each.needs_look])
    ]
    return _ROWS.sub(lambda match: match[1] + "".join(f"{row}\n" for row in rows), PAGE.read_text("utf-8"), count=1)


def _read_as(kind: PromptFormat) -> str:
    about = inspect.getdoc(reader_of(kind)) or ""
    return about.splitlines()[0].removeprefix("Return ").removesuffix(".").replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    NAMES.write_text(names_json(), encoding="utf-8")
    MANIFEST.write_text(manifest(), encoding="utf-8")
