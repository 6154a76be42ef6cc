"""Jinja prompts that somebody else wrote: none keeps a command from coming to its end."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.command import SPADE, spade
from tests.repositories import commit_versions

EQUAL = (
    "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% set n.a = [n.a, n.a] %}"
    "{% set n.b = [n.b, n.b] %}{% endfor %}{% if n.a == n.b %}x{% endif %}"
)
"""Two to the power of 60 comparisons in one step."""


def _workspace(folder: Path, prompt: str) -> Path:
    commit_versions(folder, "note.prompt.j2", [prompt])
    rows = [("Tea is here.", "good"), ("Milk", "bad")] * 4
    lines = [
        json.dumps({"id": f"r{at}", "example": {"drink": f"tea {at}"}, "response": text, "label": label}) + "\n"
        for at, (text, label) in enumerate(rows)
    ]
    (folder / "note.prompt.examples.jsonl").write_text("".join(lines))
    (folder / "note.prompt.assertions.py").write_text(
        "async def assert_it_reads_the_prompt(example, prompt, response):\n"
        '    """The response speaks of what the prompt asks for."""\n'
        '    return "at most 9 words" in prompt and response.startswith("Tea")\n'
    )
    return folder


@pytest.mark.parametrize(
    ("logic", "fact"),
    [
        ("{% set s = 'a' * 4000000 %}{{ s.rfind('ab' ~ 'a' * 2000000) }}", "the template takes more than 2 seconds"),
        (EQUAL, "the template takes more than 2 seconds"),
        ("{{ ('{' ~ ' ' * 2000000).format() }}", "the template cannot be filled"),
        ("{{ ('x' * 10**10)|length }}", "the template cannot be filled: it takes too much memory"),
    ],
)
def test_a_template_that_never_comes_to_its_end_costs_only_the_prompts(tmp_path: Path, logic: str, fact: str) -> None:
    folder = _workspace(tmp_path, f"Speak of {{{{ drink }}}} in at most 9 words. {logic}\n")
    done = spade(folder, "select")
    assert done.returncode in {0, 1, 3}
    assert "8 examples without `prompt`, which cannot be filled in" in done.stderr
    assert fact in " ".join(done.stderr.split())


def test_a_template_is_filled_with_its_includes_for_each_row(tmp_path: Path) -> None:
    folder = _workspace(tmp_path, "Speak of {{ drink|upper }}. {% include 'rules.j2' %}\n")
    (folder / "rules.j2").write_text("{% for n in range(1) %}Use at most 9 words for {{ drink }}.{% endfor %}")
    done = spade(folder, "select")
    assert "assert_it_reads_the_prompt" in done.stdout
    assert (done.returncode, "catches 4 of 4 bad, flags 0 of 4 good" in done.stdout) == (0, True)
    assert "cannot be filled" not in done.stderr


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no list of processes to look into")
def test_an_interrupt_ends_a_command_that_fills_a_template_and_the_process_that_does(tmp_path: Path) -> None:
    folder = _workspace(tmp_path, f"Speak of {{{{ drink }}}} in at most 9 words. {EQUAL}\n")
    with subprocess.Popen([SPADE, "select"], cwd=folder, stderr=subprocess.PIPE) as command:  # noqa: S603  (our own command)
        while (filling := _filling(command.pid)) is None and command.poll() is None:
            time.sleep(0.02)
        command.send_signal(signal.SIGINT)
        command.communicate(timeout=60)
    assert filling is not None
    assert command.returncode == 130
    while _runs(filling):  # one that had only just started learns by itself that nobody is there
        time.sleep(0.02)


def _runs(folder: Path) -> bool:
    try:
        return "State:\tZ" not in (folder / "status").read_text()
    except OSError:
        return False


def _filling(parent: int) -> Path | None:
    """Return the folder of /proc of the process that fills templates for another one."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_child = f"PPid:\t{parent}\n" in (folder / "status").read_text()
            if is_child and "jinja_process.py" in (folder / "cmdline").read_text():
                return folder
        except OSError:  # it has ended meanwhile
            continue
    return None
