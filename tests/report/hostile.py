"""A report on a prompt and responses that try to steer whoever looks at it."""

from pathlib import Path

from spade_core.examples import Example, Label
from spade_core.pipeline import analyse, generate, report_on
from spade_core.report.report import Report
from spade_core.sandbox import Sandbox
from spade_core.selection import Method, SelectionRequest, Thresholds
from spade_core.storage import add_examples, files_beside, load_assertions, load_examples
from tests.repositories import commit_versions

SCRIPT = "<script>alert(1)</script>"
ESCAPE = "\x1b[31mred\x1b[0m\x07"
OVERRIDE = "\u202egnp.exe"

VERSIONS = (
    f"Recommend {{movie}}. {SCRIPT}\n",
    f'Recommend {{movie}}. {SCRIPT}\nEnd with "<img src=x onerror=alert(2)>". {ESCAPE}\n',
    'Recommend {movie}.\nEnd with "<img src=x onerror=alert(2)>".\n'
    f"Stay under 9 words. [bold]not markup[/bold] {OVERRIDE}\n",
)


def hostile_report(folder: Path, *, method: Method = Method.COVERAGE) -> Report:
    """Make the report."""
    prompt = commit_versions(folder, "it's <b>bold</b>.prompt.md", VERSIONS)
    files = files_beside(prompt)
    good = [Example(f"g{i}", {}, "", f"Watch it {i} <img src=x onerror=alert(2)>", Label.GOOD) for i in range(4)]
    bad = [
        Example(f"b{i}<i>", {}, "", f"one two three four five six seven eight nine ten {i}", Label.BAD)
        for i in range(4)
    ]
    add_examples(files.examples, [*good, *bad])
    analysis = analyse(prompt)
    generate(files, analysis)
    with Sandbox() as sandbox:
        return report_on(
            files,
            analysis,
            load_assertions(files),
            load_examples(files.examples),
            SelectionRequest(method, Thresholds()),
            sandbox=sandbox,
            with_frontier=True,
        )
