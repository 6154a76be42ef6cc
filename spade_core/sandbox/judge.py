"""The judge: whoever answers a yes-or-no question about a response."""

from typing import Protocol


class Judge(Protocol):
    """Answers the questions that assertions put with ``ask_llm``. Called from several threads at once."""

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return the answer; any exception means that the judge failed on this pair."""
        ...
