"""Responses in a bucket, and results in one, of a server that speaks S3: `make test-buckets`."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bulk.workspace import WORKERS, make_selected, table, write_lines, write_parquet
from tests.command import SPADE, spade
from tests.installed_tools import packages_with, program
from tests.serving import free_port, listens

pytestmark = pytest.mark.timeout(300)
_DEADLINE = 60


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """Return the address of a server with no bucket."""
    command, folder = program("moto_server"), packages_with("s3fs")
    port = free_port()
    server = subprocess.Popen(  # noqa: S603
        [command, "--host", "127.0.0.1", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + _DEADLINE
        while not listens(port):
            assert server.poll() is None
            assert time.monotonic() < until, folder
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def with_bucket(folder: Path, endpoint: str, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that finds s3fs and the server."""
    own = {
        "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), packages_with("s3fs")])),
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    return subprocess.run(  # noqa: S603
        command, cwd=folder, env={**os.environ, **own}, capture_output=True, text=True, check=False, timeout=120
    )


def in_bucket(folder: Path, endpoint: str, call: str) -> None:
    """Do something with the buckets of the server by s3fs, the library alone."""
    program = f"import s3fs; store = s3fs.S3FileSystem(); {call}"
    done = with_bucket(folder, endpoint, str(Path(SPADE).with_name("python")), "-c", program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["jsonl.gz", "parquet"])
def test_a_bucket_is_checked_into_a_bucket_as_a_folder_into_a_folder(tmp_path: Path, endpoint: str, kind: str) -> None:
    folder = make_selected(tmp_path)
    write = write_parquet if kind == "parquet" else write_lines
    for number in (1, 2):
        write(folder / "new" / f"day{number}.{kind}", 60)
    here = spade(folder, "check", "new", "--results", "here", *WORKERS)
    name = f"{kind.partition('.')[0]}-bucket"
    bucket = f"s3://{name}"
    in_bucket(folder, endpoint, f"store.mkdir({name!r}); store.put('new', '{name}/new', recursive=True)")
    there = with_bucket(folder, endpoint, SPADE, "check", f"{bucket}/new", "--results", f"{bucket}/out", *WORKERS)
    assert there.returncode == here.returncode == 1, there.stderr
    in_bucket(folder, endpoint, f"store.get('{name}/out', 'there', recursive=True)")
    assert table(folder / "here")
    assert table(folder / "there") == [
        {**row, "reason": str(row["reason"]).replace(f"{folder}/new", f"{bucket}/new") if row["reason"] else None}
        for row in table(folder / "here")
    ]
    report = (folder / "here" / "report.json").read_text("utf-8")
    assert (folder / "there" / "report.json").read_text("utf-8") == report.replace(f"{folder}/new", f"{bucket}/new")
    again = with_bucket(folder, endpoint, SPADE, "check", f"{bucket}/new", "--results", f"{bucket}/out", *WORKERS)
    assert (again.returncode, again.stdout) == (1, there.stdout), again.stderr


def test_a_bucket_that_is_not_there_is_said_in_one_line(tmp_path: Path, endpoint: str) -> None:
    folder = make_selected(tmp_path)
    done = with_bucket(folder, endpoint, SPADE, "check", "s3://no-such-bucket/new", "--results", "out")
    assert done.returncode == 4, done.stderr
    [line] = done.stderr.splitlines()
    assert line.startswith("error: s3://no-such-bucket/new: ")
