"""Assertions as Python files that run by themselves.

Laws:

* The functions stand in the file as they stand beside the prompt, and above them the checks that they import. They run
  as plain Python, in no sandbox: a person who exports them has read them.
* What asks a judge is not exported, for there is none outside of spade; the file says which those are.
* Nothing that a person or a prompt wrote is put into the code around the functions but as a string literal, and reading
  the file runs nothing of theirs: annotations are not evaluated.
"""

from collections.abc import Sequence
from typing import Final

from spade_core.export.adapters import Adapter
from spade_core.export.embedded_checks import embedded
from spade_core.prompt_files import EXPORTED
from spade_core.report import counted, in_line
from spade_core.selection import Thresholds
from spade_core.storage import StoredAssertion

_FAILURES: Final = '''

async def failures_async(response: str, example: dict | None = None, prompt: str = "") -> list[str]:
    """Return the names of the assertions that a response fails; what an assertion raises is raised."""
    return [check.__name__ for check in ASSERTIONS if not await check(example or {}, prompt, response)]


def failures(response: str, example: dict | None = None, prompt: str = "") -> list[str]:
    """Return the same where no event loop runs; in async code, await failures_async(...)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(failures_async(response, example, prompt))
    raise RuntimeError("an event loop is running here: await failures_async(...) instead of failures(...)")
'''

_PYTEST: Final = '''

EXAMPLES = Path(__file__).with_name({examples})
ALPHA, TAU = {alpha!r}, {tau!r}
RESPONSES = os.environ.get("SPADE_RESPONSES", "")


def json_lines(path):
    """Return the place and the bytes of each line that holds something."""
    try:
        numbered = enumerate(path.read_bytes().removeprefix(b"\\xef\\xbb\\xbf").split(b"\\n"), 1)
    except OSError as error:
        pytest.fail(f"{{path}}: cannot be read: {{error.strerror}}", pytrace=False)
    found = [(f"{{path}}:{{number}}", line) for number, line in numbered if line.strip()]
    return found or pytest.fail(f"{{path}}: holds no response", pytrace=False)


def row_in(place, line):
    """Return the object on a line; where there is none, the test fails and names the line."""
    try:
        row = json.loads(line.decode("utf-8"))
    except json.JSONDecodeError as error:
        pytest.fail(f"{{place}}: not JSON at column {{error.colno}}: {{error.msg}}", pytrace=False)
    except (ValueError, RecursionError) as error:
        pytest.fail(f"{{place}}: cannot be read: {{error}}", pytrace=False)
    if not isinstance(row, dict) or not isinstance(row.get("response"), str):
        pytest.fail(f'{{place}}: not an object with a text under "response"', pytrace=False)
    if not isinstance(row.get("example") or {{}}, dict):
        pytest.fail(f'{{place}}: "example" is not an object', pytrace=False)
    return row


def failed_by(row):
    return failures(row["response"], row.get("example"), row.get("prompt") or "")


def share(labels, *, otherwise):
    """Return the share of the examples with such a label that some assertion fails."""
    rows = [row_in(*each) for each in json_lines(EXAMPLES)]
    failed = [bool(failed_by(row)) for row in rows if row.get("label") in labels]
    return sum(failed) / len(failed) if failed else otherwise


def test_the_set_catches_enough_of_the_bad_examples():
    assert share(("bad", 0), otherwise=1.0) >= ALPHA


def test_the_set_flags_few_of_the_good_examples():
    assert share(("good", 1), otherwise=0.0) <= TAU


NEW = json_lines(Path(RESPONSES)) if RESPONSES else [("no file", b"")]


@pytest.mark.skipif(not RESPONSES, reason="SPADE_RESPONSES names no file of new responses")
@pytest.mark.parametrize(("place", "line"), NEW, ids=[place for place, _ in NEW])
def test_a_new_response_passes_every_assertion(place, line):
    row = row_in(place, line)
    assert failed_by(row) == []
'''


def python_module(assertions: Sequence[StoredAssertion], prompt: str) -> str:
    """Return a module with the functions and ``failures``, which names those that a response fails; also awaited."""
    about = "`failures(response, example, prompt)` names those that a response fails; in async code, failures_async."
    return _file(assertions, prompt, about, imports="import asyncio\n", rest=_FAILURES)


def pytest_file(assertions: Sequence[StoredAssertion], prompt: str, examples: str, thresholds: Thresholds) -> str:
    """Return a test file: the set keeps its thresholds on the examples beside it, and passes new responses."""
    about = "SPADE_RESPONSES=new.jsonl pytest THIS_FILE also checks new responses, one JSON object to a line."
    rest = _PYTEST.format(examples=ascii(examples), alpha=thresholds.alpha, tau=thresholds.tau)
    imports = "import asyncio\nimport json\nimport os\nfrom pathlib import Path\n\nimport pytest\n"
    return _file(assertions, prompt, about, imports=imports, rest=_FAILURES + rest)


def adapted_file(adapter: Adapter, assertions: Sequence[StoredAssertion], prompt: str, data: str = "") -> str:
    """Return a file that another tool runs; `data` is the data set beside it."""
    imports = f"import asyncio\n{adapter.imports}" + (f"\n{adapter.needs}" if adapter.needs else "")
    constants = f"\nDATA = {data!a}\n" if "DATA" in adapter.code else ""
    return _file(assertions, prompt, adapter.about, imports=imports, rest=constants + _FAILURES + adapter.code)


def _file(assertions: Sequence[StoredAssertion], prompt: str, about: str, *, imports: str, rest: str) -> str:
    kept = [assertion for assertion in assertions if not assertion.asks_judge]
    left_out = [assertion.name for assertion in assertions if assertion.asks_judge]
    checks = embedded([assertion.source.strip() for assertion in kept])
    head = [f"# {counted(len(kept), 'assertion')} of {in_line(prompt)}, {EXPORTED}.", f"# {about}"]
    if left_out:
        head.append(f"# Left out, because they ask a judge: {', '.join(left_out)}.")
    if checks.packages:
        head.append(f"# To be installed for responses in YAML: {', '.join(checks.packages)}.")
    names = "".join(f"    {assertion.name},\n" for assertion in kept)
    functions = "\n\n".join(
        f"{_comments(assertion)}{source}\n" for assertion, source in zip(kept, checks.sources, strict=True)
    )
    imports = "from __future__ import annotations\n\n" + _merged(imports, checks.imports)
    parts = ["\n".join(head) + "\n", imports, *([checks.code + "\n"] if checks.code else [])]
    return "\n".join(parts) + f"\n\n{functions}\n\nASSERTIONS = (\n{names})\n{rest}"


def _merged(imports: str, more: Sequence[str]) -> str:
    """Return lines that import, each once, those of other packages last."""
    own, _, foreign = imports.partition("\n\n")
    lines = sorted({*own.splitlines(), *more}, key=lambda line: (line.startswith("from"), line))
    return "\n".join(lines) + "\n" + (f"\n{foreign}" if foreign else "")


def _comments(assertion: StoredAssertion) -> str:
    lines = dict.fromkeys(
        f'# {each.category.label}: "{in_line(each.phrase, most=80)}"' for each in assertion.provenance
    )
    return "".join(f"{line}\n" for line in list(lines)[:3])
