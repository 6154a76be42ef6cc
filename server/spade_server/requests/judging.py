"""The judge of a request: the model of the person's choice, there as long as the request runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from spade_core.report.report import JudgeSummary
from spade_core.results import ResultsMatrix
from spade_core.synthesis.judge import ModelJudge
from spade_core.synthesis.judge_summary import summary_of
from spade_core.synthesis.material import material_of
from spade_server.language_server import SpadeServer
from spade_server.model_protocol import ModelRun
from spade_server.requests.models import OpenModels, configured, opened
from spade_server.requests.serving import Run
from spade_server.requests.target import Target


@dataclass(frozen=True, slots=True)
class Judging:
    """A judge, and what its answers cost."""

    judge: ModelJudge
    models: OpenModels

    def told(self) -> ModelRun:
        """Return how it did, for the client."""
        report = self.judge.report()
        failure = self.models.failure() or next(iter(report.failures), "")
        notes = [f"{report.failed} questions went without an answer"] if report.failed else []
        if report.flicker:
            notes.append(f"the judge wavers on {report.flicker:.0%} of the questions")
        return ModelRun(costs=self.models.costs(), proposed=[], failure=failure, notes=notes)

    def summary(self, matrix: ResultsMatrix) -> JudgeSummary:
        """Return how it did, for the report."""
        return summary_of(self.judge.report(), matrix)


@contextmanager
def judging(ls: SpadeServer, target: Target, run: Run, *, wanted: bool) -> Iterator[Judging | None]:
    """Yield the judge; None where it is not wanted or there is none.

    Raises:
        ModelError: there is one, and it cannot be used at all.
    """
    given = configured(ls, target.beside.settings, run) if wanted else None
    choice = given.settings.judge_choice if given is not None else None
    if given is None or choice is None:
        yield None
        return
    with opened(ls, given, run) as models:
        models.session.models.foresee(material_of((), target.beside.examples.examples))
        judge = ModelJudge(models.model(choice), models.session.loop, repeats=given.settings.judge_repeats)
        yield Judging(judge, models)
