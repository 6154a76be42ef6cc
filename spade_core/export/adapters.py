"""What stands below the assertions in a file for another tool, so that the tool runs them.

Each calls ``failures``, or awaits ``failures_async``, which `python_code` puts above it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Adapter:
    """How one tool is served."""

    about: str
    """What the second line of the file says."""
    code: str
    imports: str = ""
    """Of the standard library, a line each."""
    needs: str = ""
    """Of the tool, a line each."""


PROMPTFOO: Final = Adapter(
    "In promptfoo's configuration: {type: python, value: file://THIS_FILE}",
    '''

def get_assert(output, context):
    """Return promptfoo's verdict on an output: it passes when every assertion passes it."""
    response = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
    example, prompt = context.get("vars") or {}, str(context.get("prompt") or "")
    failed = failures(response, example, prompt)
    components = [
        {
            "pass": check.__name__ not in failed,
            "score": float(check.__name__ not in failed),
            "reason": (check.__doc__ or check.__name__).strip(),
        }
        for check in ASSERTIONS
    ]
    return {
        "pass": not failed,
        "score": 1 - len(failed) / len(ASSERTIONS) if ASSERTIONS else 1.0,
        "reason": f"fails {', '.join(failed)}" if failed else "every assertion passes it",
        "componentResults": components,
    }
''',
    "import json\n",
)

_OUTPUT: Final = '''

def response_in(output):
    """Return the response in what a run gave: its only text, what it calls the response, else all of it as JSON."""
    if isinstance(output, dict):
        output = output.get("response", next(iter(output.values())) if len(output) == 1 else output)
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)
'''

LANGSMITH: Final = Adapter(
    "In LangSmith: Client().evaluate(target, data=..., evaluators=[each_assertion])",
    _OUTPUT
    + '''

async def each_assertion(inputs: dict, outputs: dict) -> dict:
    """Return a score of 1 or 0 for each assertion."""
    failed = await failures_async(response_in(outputs), inputs, str(outputs.get("prompt") or ""))
    return {
        "results": [
            {"key": check.__name__, "score": int(check.__name__ not in failed), "comment": check.__doc__ or ""}
            for check in ASSERTIONS
        ]
    }
''',
    "import json\n",
)

LANGFUSE: Final = Adapter(
    "In Langfuse: dataset.run_experiment(name=..., task=..., evaluators=[each_assertion])",
    _OUTPUT
    + '''

async def each_assertion(*, input, output, metadata=None, **_):
    """Return a score of 1 or 0 for each assertion."""
    example = input if isinstance(input, dict) else {"input": input}
    failed = await failures_async(response_in(output), example, str((metadata or {}).get("prompt") or ""))
    return [
        Evaluation(name=check.__name__, value=float(check.__name__ not in failed), comment=check.__doc__ or "")
        for check in ASSERTIONS
    ]
''',
    "import json\n",
    "from langfuse import Evaluation\n",
)

OPENAI: Final = Adapter(
    "A Python grader: the share of the assertions that pass.",
    '''

def grade(sample, item):
    """Return the share of the assertions that a response passes."""
    response, example = sample.get("output_text") or "", item.get("example") or {}
    failed = failures(response, example, str(item.get("prompt") or ""))
    return 1 - len(failed) / len(ASSERTIONS) if ASSERTIONS else 1.0
''',
)

DEEPEVAL: Final = Adapter(
    "In deepeval: assert_test(test_case, [SpadeAssertions()]); the fields are metadata['example'] of the test case.",
    '''

class SpadeAssertions(BaseMetric):
    """The share of the assertions that a response passes."""

    def __init__(self, threshold: float = 1.0) -> None:
        self.threshold = threshold
        self.async_mode = True

    def measure(self, test_case, *args, **kwargs) -> float:
        about = test_case.metadata or {}
        return self._scored(failures(test_case.actual_output or "", about.get("example"), _prompt(test_case)))

    async def a_measure(self, test_case, *args, **kwargs) -> float:
        about = test_case.metadata or {}
        found = await failures_async(test_case.actual_output or "", about.get("example"), _prompt(test_case))
        return self._scored(found)

    def _scored(self, failed: list[str]) -> float:
        self.score = 1 - len(failed) / len(ASSERTIONS) if ASSERTIONS else 1.0
        self.reason = f"fails {', '.join(failed)}" if failed else "every assertion passes it"
        self.success = self.score >= self.threshold
        return self.score

    def is_successful(self) -> bool:
        return bool(self.success)

    @property
    def __name__(self):
        return "SPADE assertions"


def _prompt(test_case) -> str:
    return str((test_case.metadata or {}).get("prompt") or test_case.input or "")
''',
    needs="from deepeval.metrics import BaseMetric\n",
)

INSPECT: Final = Adapter(
    "inspect eval THIS_FILE --model none scores the data set beside it; in a task of yours: each_assertion().",
    '''

@scorer(metrics={"*": [mean(), stderr()]})
def each_assertion():
    """Give each assertion a score of 1 or 0, and the set one under the name of all."""

    async def score(state, target):
        about = state.metadata or {}
        failed = await failures_async(state.output.completion, about.get("example"), str(about.get("prompt") or ""))
        values = {check.__name__: int(check.__name__ not in failed) for check in ASSERTIONS}
        said = f"fails {', '.join(failed)}" if failed else "every assertion passes it"
        return Score(value={"all": int(not failed), **values}, answer=state.output.completion, explanation=said)

    return score


@solver
def stored_response():
    """Take the response that the data set has, instead of asking a model."""

    async def solve(state, generate):
        state.output = ModelOutput.from_content("stored", state.metadata["response"])
        return state

    return solve


@task
def spade_examples():
    """Return the task that scores the responses of the examples."""
    data = json_dataset(str(Path(__file__).with_name(DATA)))
    return Task(dataset=data, solver=stored_response(), scorer=each_assertion())
''',
    "from pathlib import Path\n",
    "from inspect_ai import Task, task\nfrom inspect_ai.dataset import json_dataset\n"
    "from inspect_ai.model import ModelOutput\nfrom inspect_ai.scorer import Score, mean, scorer, stderr\n"
    "from inspect_ai.solver import solver\n",
)

GUARDRAILS: Final = Adapter(
    "In Guardrails: Guard().use(SpadeAssertions()).validate(response, metadata={'example': ..., 'prompt': ...})",
    '''

@register_validator(name="spade/assertions", data_type="string")
class SpadeAssertions(Validator):
    """Passes a text that every assertion passes."""

    def _validate(self, value, metadata):
        about = metadata or {}
        # In a thread of its own: the caller's may run an event loop.
        with ThreadPoolExecutor(1) as alone:
            failed = alone.submit(failures, str(value), about.get("example"), str(about.get("prompt") or "")).result()
        if not failed:
            return PassResult()
        reasons = {check.__name__: (check.__doc__ or check.__name__).strip() for check in ASSERTIONS}
        return FailResult(error_message="; ".join(f"{name}: {reasons[name]}" for name in failed))
''',
    "from concurrent.futures import ThreadPoolExecutor\n",
    "from guardrails.validator_base import FailResult, PassResult, Validator, register_validator\n",
)
