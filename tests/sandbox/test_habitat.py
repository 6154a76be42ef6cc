"""What the host must be: where it leaves no room, that is a SandboxError, never an outcome of an innocent row."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.sandbox.compiled import kept_guest
from tests.sandbox.functions import outcomes

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="fork, rlimits and links are not there"),
    pytest.mark.timeout(600),  # with less address space the guest is compiled anew
]

SCRIPT = """
import os, resource, sys
from spade_core.errors import SandboxError
from spade_core.sandbox import Limits, Sandbox
from tests.sandbox.functions import candidate, example

def said(sandbox, *bodies):
    every = [candidate(body, f"f{index}") for index, body in enumerate(bodies)]
    try:
        found = sandbox.run(every, [example("x")]).evaluations.values()
    except SandboxError as error:
        return f"SandboxError: {error}"
    return " ".join(one.outcome for one in found)

BODIES = ("return True", "import re\\nreturn True")
"""
_USER = 50_000 + os.getpid() % 10_000
"""Not that of the tests that run beside these."""
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="these limits work on Linux")


def ran(code: str, *prefix: str, python: str = sys.executable, **more: str) -> list[str]:
    """Return the lines that a new process prints; it is not waited for longer than a few minutes."""
    child = subprocess.run(  # noqa: S603 - our own code
        [*prefix, python, "-c", SCRIPT + code],
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
        env={**os.environ, **more},
    )
    assert child.returncode == 0, child.stderr
    return child.stdout.splitlines()


@pytest.mark.parametrize("closed", ["0", "0, 1", "0, 2", "0, 1, 2"])
def test_it_works_in_a_process_that_has_closed_its_streams(closed: str, tmp_path: Path) -> None:
    told = tmp_path / "told"
    ran(
        f"[os.close(each) for each in ({closed},)]\n"
        "found = said(Sandbox(), *BODIES)\n"
        f"open({str(told)!r}, 'w').write(found)\n"
        "os._exit(0)"
    )
    assert told.read_text("utf-8") == "passed passed"


@needs_linux
def test_where_no_file_can_be_written_it_works_with_a_guest_that_is_there() -> None:
    outcomes("return True", "x")
    no_files = "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
    assert ran(no_files + "print(said(Sandbox(), *BODIES))") == ["passed passed"]


@pytest.mark.parametrize("child_opens", ["sandbox", "Sandbox()"])
def test_a_process_forked_from_one_that_uses_the_sandbox_has_workers_of_its_own(child_opens: str) -> None:
    printed = ran(
        "with Sandbox() as sandbox:\n"
        "    print(said(sandbox, *BODIES), flush=True)\n"
        "    if (child := os.fork()) == 0:\n"
        f"        print(said({child_opens}, *BODIES), flush=True)\n"
        "        sys.exit()\n"
        "    print(os.waitpid(child, 0)[1], said(sandbox, *BODIES))\n"
    )
    assert printed == ["passed passed", "passed passed", "0 passed passed"]


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are listed in /proc")
def test_idle_workers_end_with_the_process_that_started_them_not_with_one_forked_from_it() -> None:
    printed = ran(
        "import signal, time\nfrom tests.sandbox.test_host import children\nsandbox = Sandbox()\n"
        "over, held = os.pipe()  # held by who still runs\n"
        "if (parent := os.fork()) == 0:\n"
        "    print(said(sandbox, *BODIES), flush=True)\n"
        "    worker = children().pop()\n"
        "    if os.fork() == 0:\n"
        "        print(said(sandbox, *BODIES), flush=True)\n"
        "        sandbox.__exit__()\n"
        "        print(os.path.exists(f'/proc/{worker}'), flush=True)\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n"
        "        until = time.monotonic() + 20\n"
        "        while os.path.exists(f'/proc/{worker}') and time.monotonic() < until:\n"
        "            time.sleep(.01)\n"
        "        print(os.path.exists(f'/proc/{worker}'), flush=True)\n"
        "        os._exit(0)\n"
        "    time.sleep(60)\n"
        "os.close(held)\nos.waitpid(parent, 0)\nos.read(over, 1)\n"
    )
    assert printed == ["passed passed", "passed passed", "True", "False"]


def test_a_process_forked_before_the_first_use_has_a_sandbox_of_its_own() -> None:
    printed = ran(
        "sandbox = Sandbox()\nif (child := os.fork()) == 0:\n    print(said(sandbox, *BODIES), flush=True)\n"
        "    os._exit(0)\nos.waitpid(child, 0)\nprint(said(sandbox, *BODIES))\n"
    )
    assert printed == ["passed passed", "passed passed"]


@needs_linux
@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_too_little_memory_for_the_workers_is_no_fault_of_a_row(kind: str) -> None:
    lowered = f"resource.setrlimit(resource.{kind}, (100 << 20, 100 << 20))\n"
    printed = ran(
        "with Sandbox() as sandbox:\n    print(said(sandbox, *BODIES))\n    "
        + lowered
        + "    for body in BODIES:\n        print(said(sandbox, body))\nprint(said(Sandbox(), BODIES[1]))"
    )
    assert printed[0] == "passed passed"
    assert {line.partition(" MB")[0] for line in printed[1:]} == {"SandboxError: this process may use 100"}
    assert printed[1].endswith("the sandbox needs 640 MB")


@needs_linux
@pytest.mark.parametrize("most", [0, 4, 5, 6, 7, 12])
def test_too_few_processes_are_no_fault_of_a_row(most: int, guest_of_another_user: Path) -> None:
    code = f"resource.setrlimit(resource.RLIMIT_NPROC, ({most}, {most}))\nfor body in BODIES:\n"
    where = {"SPADE_SANDBOX_CACHE": str(guest_of_another_user)}
    for line in ran(code + "    print(said(Sandbox(), body))", *_as_a_user_of_its_own(), **where):
        assert line == "passed" or line.startswith("SandboxError: "), line


@needs_linux
def test_where_no_memory_can_be_shared_rows_go_through_the_pipe() -> None:
    code = "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
    code += "from spade_core.sandbox.process import WorkerProcess\nworker = WorkerProcess()\n"
    code += "print(worker._shared, said(Sandbox(), *BODIES, 'return response == \"x\"'))\nworker.close()"
    assert ran(code) == ["None passed passed passed"]


@needs_linux
@pytest.mark.parametrize(
    ("here", "in_workers"),
    [
        ("del os.memfd_create", ""),
        ("process._shared_memory = lambda: (None, None)", "sys.platform = 'win32'"),
    ],
    ids=["as on macOS", "as on Windows"],
)
def test_without_what_other_systems_lack_it_works_and_keeps_its_limits(here: str, in_workers: str) -> None:
    """No clock of a thread, no memory without a file; on Windows none at all, and no timer that wakes the watchdog."""
    begin = f"import sys, time\ndel time.pthread_getcpuclockid\n{in_workers}\n"
    printed = ran(
        f"from spade_core.sandbox import process\n{here}\nprocess._BOOT = {begin!r} + process._BOOT\n"
        "with Sandbox(Limits(row_seconds=0.2)) as sandbox:\n"
        "    for body in (*BODIES, 'while True:\\n    pass', 'return \\'a\\' * 10**9', 'return response == \\'x\\''):\n"
        "        print(said(sandbox, body))"
    )
    assert printed == ["passed", "passed", "timed out", "out of memory", "passed"]


@needs_linux
@pytest.mark.parametrize("most", [3, 4, 6, 9, 12, 14, 16, 40])
def test_too_few_descriptors_are_no_fault_of_a_row(most: int) -> None:
    code = f"resource.setrlimit(resource.RLIMIT_NOFILE, ({most}, {most}))\nfor body in BODIES:\n"
    for line in ran(code + "    print(said(Sandbox(), body))"):
        assert line == "passed" or line.startswith("SandboxError: "), line


@needs_linux
def test_under_a_limit_on_address_space_it_works_and_keeps_its_limits() -> None:
    printed = ran(
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "print(said(Sandbox(Limits(row_seconds=5.0)), *BODIES, 'x = []\\nwhile True:\\n    x.append([0] * 10**5)'))"
    )
    assert printed == ["passed passed out of memory"]


@pytest.fixture(scope="module")
def guest_of_another_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the compiled guest for all tests that run as another user; it is 50 MB."""
    outcomes("return True", "x")
    kept = kept_guest()
    assert kept is not None
    folder = tmp_path_factory.mktemp("guest")
    shutil.copy2(kept, folder)
    if os.getuid() == 0:
        for path in (folder, folder / kept.name):
            os.chown(path, _USER, _USER)
    yield folder
    shutil.rmtree(folder)


@needs_linux
def test_a_guest_in_a_folder_that_cannot_be_written_is_used(tmp_path: Path) -> None:
    outcomes("return True", "x")
    kept = kept_guest()
    assert kept is not None
    shutil.copy2(kept, tmp_path)
    code = (
        "from spade_core.sandbox import kept_guest\n"
        "print(said(Sandbox(), *BODIES), kept_guest(), os.access(kept_guest().parent, os.W_OK))"
    )
    mounted = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    prefix = ("unshare", "--mount", "sh", "-c", mounted, str(tmp_path))
    if shutil.which("unshare") is None or subprocess.run([*prefix, "true"], check=False).returncode:  # noqa: S603
        pytest.skip("nothing can be mounted here")
    printed = ran(code, *prefix, SPADE_SANDBOX_CACHE=str(tmp_path))
    assert printed == [f"passed passed {tmp_path / kept.name} False"]


def _as_a_user_of_its_own() -> tuple[str, ...]:
    """Return what runs a command as a user with no other process; root is never short of processes."""
    if os.getuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("setpriv is not there to become an ordinary user")
    rights = ("--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search")
    return (setpriv, "--reuid", str(_USER), "--regid", str(_USER), "--clear-groups", *rights)
