"""The example of the test helper in the documentation runs as it is printed."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "models.md"


def test_the_example_of_the_loopback_server_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    example = tmp_path / "example.py"
    example.write_text(code, encoding="utf-8")
    done = subprocess.run(  # noqa: S603  (our own page)
        [sys.executable, str(example)], capture_output=True, text=True, check=False, cwd=PAGE.parents[1], timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
