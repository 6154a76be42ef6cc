"""What can be exported."""

from enum import StrEnum


class ExportFormat(StrEnum):
    """What can be exported."""

    PYTHON = "python"
    """The assertions as a module that needs nothing."""
    PYTEST = "pytest"
    """The same as a test file for CI, which needs pytest."""
    PROMPTFOO = "promptfoo"
    """The same as an assertion in promptfoo, with a configuration of prompt and tests."""
    LANGSMITH = "langsmith"
    """The same as an evaluator of LangSmith, with a data set."""
    LANGFUSE = "langfuse"
    """The same as an evaluator of Langfuse, with the items of a data set."""
    OPENAI = "openai"
    """The same as a Python grader of OpenAI, with the rows of an eval."""
    DEEPEVAL = "deepeval"
    """The same as a metric of deepeval, with a data set."""
    INSPECT = "inspect"
    """The same as a scorer and a task of Inspect, with a data set."""
    GUARDRAILS = "guardrails"
    """The same as a validator of Guardrails."""
    PROMPTY = "prompty"
    """The prompt as a Prompty."""
    PROMPT_YML = "prompt-yml"
    """The prompt as GitHub's .prompt.yml, with test data."""
    CSV = "csv"
    """The labelled examples as a table."""
    PARQUET = "parquet"
    """The same in Parquet."""
