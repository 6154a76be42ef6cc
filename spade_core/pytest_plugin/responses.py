"""The selected assertions on responses that tests make."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from spade_core.errors import SpadeError
from spade_core.examples import Example
from spade_core.prompt_files import file_and_name
from spade_core.pytest_plugin.set_runner import SetRunner, require_verdict
from spade_core.report import fields_lacking

_SETS = pytest.StashKey[dict[tuple[Path, str], SetRunner]]()


@dataclass(frozen=True)
class ResponseCheck:
    """One selected assertion, to be called with responses."""

    name: str
    _set: SetRunner = field(repr=False)

    def __call__(self, response: str, *, example: Mapping[str, object] | None = None, prompt: str = "") -> None:
        """Fail the test when the assertion fails the response.

        `example` has the input's fields, by the names of the prompt's placeholders. `prompt` is by default the template
        filled with them.
        """
        __tracebackhide__ = True
        candidate = self._set.stored.by_name[self.name].candidate()
        row = Example("the response", dict(example or {}), prompt, response, None)
        if lacking := fields_lacking(candidate, row):
            pytest.fail(f"{self.name} reads {', '.join(lacking)}, which `example` does not have", pytrace=False)
        (cell,) = self._set.run([candidate], self._set.prompted([row])).column(candidate)
        if not require_verdict(cell, self.name):
            pytest.fail(self._set.told("these fail", row, [self.name]), pytrace=False)


def checks_for(test: pytest.Function) -> list[ResponseCheck]:
    """Return the checks of the prompt that a test's marker names."""
    mark = test.get_closest_marker("spade")
    if mark is None or not mark.args:
        pytest.fail('spade_assertion needs @pytest.mark.spade("path/to/a.prompt.md")', pytrace=False)
    sets = test.config.stash.setdefault(_SETS, {})
    prompt, template = file_and_name(test.config.rootpath / str(mark.args[0]))
    key = (prompt, str(mark.kwargs.get("template", template)))
    try:
        if key not in sets:
            sets[key] = SetRunner(*key)
            # Workers stay warm until the end: a test runs one assertion on one response.
            exits = ExitStack()
            exits.enter_context(sets[key].sandbox)
            test.config.add_cleanup(exits.close)
    except SpadeError as error:
        pytest.fail(str(error), pytrace=False)
    return [ResponseCheck(each.name, sets[key]) for each in sets[key].stored.chosen]
