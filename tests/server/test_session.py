"""The session by itself: what happens in an order that a client seldom causes."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from spade_core.results import ResultsMatrix
from spade_server.analysis.finding import Finding
from spade_server.analysis.results_memory import Results
from spade_server.documents.kinds import uri_of
from spade_server.session.session import Session

NOTHING = Results(ResultsMatrix((), (), {}))


class Silent:
    """A client that is told of everything and shows nothing."""

    def publish(self, uri: str, version: int | None, findings: list[Finding]) -> None:
        pass

    def refresh(self) -> None:
        pass

    def complain(self, message: str) -> None:
        raise AssertionError(message)


async def test_results_that_come_before_the_first_view_do_not_keep_the_files_beside_from_being_read(
    tmp_path: Path,
) -> None:
    session = Session(Silent())
    prompt, assertions = tmp_path / "note.prompt.md", tmp_path / "note.assertions.py"
    assertions.write_text("async def assert_kind(example, prompt, response):\n    return True\n")
    try:
        session.open(uri_of(prompt), 1, "Be kind.\n", tmp_path)
        session.remember(prompt, "", NOTHING)
        await session.loaded(prompt, 20.0)
        context = session.prompts[prompt].contexts[""]
        assert context.beside is not None
        assert [each.name for each in context.beside.stored.assertions] == ["assert_kind"]
        assert context.results is NOTHING
        assert session.prompt_beside(assertions) is session.prompts[prompt]
    finally:
        session.stop()


async def until(look: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while True:
            if look():
                return
            await asyncio.sleep(0.01)


async def test_the_text_of_a_deleted_file_counts_where_something_in_it_was_not_saved(tmp_path: Path) -> None:
    session = Session(Silent())
    unsaved, saved, changed = (tmp_path / f"{name}.assertions.py" for name in ("unsaved", "saved", "changed"))
    try:
        for path in (unsaved, saved, changed):
            path.write_text("# One.\n")
            session.open(uri_of(path), 1, "# One.\n", tmp_path)
        session.change(uri_of(unsaved), 2, "# Two.\n")
        session.change(uri_of(saved), 2, "# Two.\n")
        saved.write_text("# Two.\n")
        session.document_saved(uri_of(saved))
        # Another program writes it, and the client shows that.
        changed.write_text("# Two.\n")
        session.file_changed(changed)
        await until(lambda: session.documents[changed].to_come == "# Two.\n")
        session.change(uri_of(changed), 2, "# Two.\n")
        for path in (unsaved, saved, changed):
            path.unlink()
            session.file_changed(path)
        await until(lambda: session.overlay().keys().isdisjoint({saved, changed}))
        assert session.overlay() == {unsaved: "# Two.\n"}
        session.change(uri_of(saved), 3, "# Three.\n")
        assert session.overlay()[saved] == "# Three.\n"
    finally:
        session.stop()
