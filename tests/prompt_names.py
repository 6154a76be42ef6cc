"""Write the names of prompt files where the editor needs them: ``python -m tests.prompt_names`` (``make docs``)."""

import json
import re
from pathlib import Path

from spade_core.prompt_files import PATTERNS
from spade_core.prompt_files.formats import judged_glob, watched_globs

ROOT = Path(__file__).parents[1]
NAMES = ROOT / "extension" / "src" / "promptNames.json"
MANIFEST = ROOT / "package.json"
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


if __name__ == "__main__":
    NAMES.write_text(names_json(), encoding="utf-8")
    MANIFEST.write_text(manifest(), encoding="utf-8")
