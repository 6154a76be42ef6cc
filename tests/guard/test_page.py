import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guard.md"


def test_the_example_on_the_page_runs(tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"the response fails assert_.*\n3 calls; 2 retries; 1 gathered\n", done.stdout)
