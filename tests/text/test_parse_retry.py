import pytest

from spade_core.text.parse_retry import with_parse_retry


class Stumbling:
    """Raises what CPython raises, so many times, then answers."""

    def __init__(self, times: int, message: str) -> None:
        self.left = times
        self.message = message

    def __call__(self) -> str:
        if self.left:
            self.left -= 1
            raise SystemError(self.message)
        return "parsed"


def test_a_miscounted_depth_is_tried_again() -> None:
    assert with_parse_retry(Stumbling(3, "AST validator recursion depth mismatch (before=1, after=2)")) == "parsed"


def test_any_other_fault_of_the_interpreter_is_raised() -> None:
    with pytest.raises(SystemError, match="bad call"):
        with_parse_retry(Stumbling(1, "bad call"))


def test_a_fault_that_stays_is_raised_in_the_end() -> None:
    with pytest.raises(SystemError, match="mismatch"):
        with_parse_retry(Stumbling(100, "AST constructor recursion depth mismatch (before=1, after=2)"))
