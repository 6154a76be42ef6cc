"""What a program may import from `spade_core`, and that its page runs."""

import re
import subprocess
import sys
from pathlib import Path

import spade_core

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_every_name_is_there_and_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for name in dir(spade_core):
        assert getattr(spade_core, name).__doc__, name
        assert re.search(rf"`{name}\b", page), name


def test_importing_loads_nothing_before_it_is_used() -> None:
    program = "import sys, spade_core; print([name for name in sys.modules if name.startswith('spade_core.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_the_example_on_the_page_runs(tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "['assert_at_least_4_sentences']"
