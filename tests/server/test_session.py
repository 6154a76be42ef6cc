"""The session by itself: what happens in an order that a client seldom causes."""

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
