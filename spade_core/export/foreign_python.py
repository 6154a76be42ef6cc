"""How other tools run a function or a class in Python, written out so that it runs without the tool."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool."""

    name: str
    package: str
    """What is imported from it is to be among `gives`; empty where nothing is."""
    runs: Callable[[ast.stmt], bool]
    """Whether it runs what a statement at the top of a file defines."""
    stubs: str
    """What stands in for what the tool gives."""
    call: str
    """The lines that run ``{name}`` and return whether it passes; ``{least}`` is the least score that does."""

    @property
    def gives(self) -> frozenset[str]:
        """The names that stand in for those of the tool."""
        names: set[str] = set()
        for node in ast.parse(self.stubs).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.Assign):
                names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        return frozenset(names)


def _function(*parameters: str) -> Callable[[ast.stmt], bool]:
    def runs(node: ast.stmt) -> bool:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        return tuple(each.arg for each in (*node.args.args, *node.args.kwonlyargs))[: len(parameters)] == parameters

    return runs


def _class_of(base: str) -> Callable[[ast.stmt], bool]:
    return lambda node: (
        isinstance(node, ast.ClassDef) and any(ast.unparse(each).split(".")[-1] == base for each in node.bases)
    )


def _decorated(by: str) -> Callable[[ast.stmt], bool]:
    return lambda node: (
        isinstance(node, ast.FunctionDef)
        and any(ast.unparse(each).partition("(")[0].split(".")[-1] == by for each in node.decorator_list)
    )


_KNOWN: Final = """
class Known:
    def __init__(self, **known):
        for key, value in known.items():
            setattr(self, key, value)
"""
_SCORE: Final = """
score = {name}({arguments})
score = await score if hasattr(score, "__await__") else score
if isinstance(score, list):
    score = {{"results": score}}
if isinstance(score, dict) and "results" in score:
    scores = [each.get("score") if isinstance(each, dict) else each.value for each in score["results"]]
    return all(each is True or float(each or 0) >= {least} for each in scores)
if isinstance(score, dict):
    score = score["pass"] if "pass" in score else score.get("score")
value = getattr(score, "value", score)
return value is True or float(value or 0) >= {least}
"""


def _scored(arguments: str) -> str:
    return _SCORE.replace("{arguments}", arguments)


TOOLS: Final[Mapping[str, Tool]] = {
    each.name: each
    for each in (
        Tool(
            "promptfoo",
            "",
            _function("output", "context"),
            "",
            """
result = {name}(response, {{"vars": example, "prompt": prompt}})
if isinstance(result, dict):
    return bool(result.get("pass", result.get("pass_")))
return result is True or (result is not False and float(result) > 0 and float(result) >= {least})
""",
        ),
        Tool(
            "OpenAI",
            "",
            _function("sample", "item"),
            "",
            """
item = {{**example, "example": example, "prompt": prompt}}
return float({name}({{"output_text": response}}, item)) >= {least}
""",
        ),
        Tool(
            "LangSmith",
            "langsmith",
            _function("inputs", "outputs"),
            "",
            _scored('example, {{"response": response, "output": response}}'),
        ),
        Tool(
            "Langfuse",
            "langfuse",
            _function("input", "output"),
            _KNOWN + "\nclass Evaluation(Known):\n    pass\n",
            _scored('input=example, output=response, expected_output=None, metadata={{"prompt": prompt}}'),
        ),
        Tool(
            "deepeval",
            "deepeval",
            _class_of("BaseMetric"),
            _KNOWN
            + """
class LLMTestCase(Known):
    pass

class BaseMetric:
    score = success = reason = None

    def is_successful(self):
        return self.success
""",
            """
about = {{"example": example, "prompt": prompt}}
case = LLMTestCase(
    input=prompt, actual_output=response, expected_output=None, context=None, retrieval_context=None,
    metadata=about, additional_metadata=about,
)
metric = {name}()
metric.measure(case)
return bool(metric.is_successful())
""",
        ),
        Tool(
            "Inspect",
            "inspect_ai",
            _decorated("scorer"),
            _KNOWN
            + """
class Score:
    def __init__(self, value, answer=None, explanation=None, metadata=None):
        self.value = value

class Target(str):
    text = property(str)

class TaskState(Known):
    pass

def scorer(*_, **__):
    return lambda made: made

def accuracy(*_, **__):
    return None

stderr = mean = std = var = accuracy
Scorer = object
CORRECT, INCORRECT, PARTIAL, NOANSWER = "C", "I", "P", "N"
""",
            """
about = {{"example": example, "prompt": prompt, "response": response}}
state = TaskState(output=Known(completion=response), metadata=about, input=prompt, input_text=prompt)
found = (await {name}()(state, Target(""))).value
values = list(found.values()) if isinstance(found, dict) else [found]
return all(each == "C" or each is True or (not isinstance(each, str) and each >= {least}) for each in values)
""",
        ),
        Tool(
            "Guardrails",
            "guardrails",
            _class_of("Validator"),
            """
class ValidationResult:
    def __init__(self, *_, **__):
        pass

class PassResult(ValidationResult):
    pass

class FailResult(ValidationResult):
    pass

class Validator:
    def __init__(self, *_, **__):
        pass

def register_validator(*_, **__):
    return lambda made: made
""",
            """
made = {name}()
check = made._validate if hasattr(made, "_validate") else made.validate
return isinstance(check(response, {{"example": example, "prompt": prompt}}), PassResult)
""",
        ),
    )
}
