"""The taxonomy of prompt deltas, Shankar et al. 2024 figure 2."""

from enum import StrEnum


class Category(StrEnum):
    """What a delta does; a delta has one or more."""

    RESPONSE_FORMAT = "response_format_instruction"
    EXAMPLE_DEMONSTRATION = "example_demonstration"
    PROMPT_CLARIFICATION = "prompt_clarification"
    WORKFLOW_DESCRIPTION = "workflow_description"
    DATA_INTEGRATION = "data_integration"
    QUANTITY = "quantity_instruction"
    INCLUSION = "inclusion_instruction"
    EXCLUSION = "exclusion_instruction"
    QUALITATIVE = "qualitative_criteria"

    @property
    def label(self) -> str:
        """The name as people read it: ``quantity instruction``."""
        return self.value.replace("_", " ")

    @property
    def word(self) -> str:
        """The one word of it that tells it from the others, where there is little room: ``quantity``, ``format``."""
        first = self.value.partition("_")[0]
        return {"response": "format", "prompt": "clarification", "qualitative": "quality"}.get(first, first)

    @property
    def is_structural(self) -> bool:
        """Whether it is one of the structural three rather than content-based."""
        return self in {Category.RESPONSE_FORMAT, Category.EXAMPLE_DEMONSTRATION, Category.PROMPT_CLARIFICATION}
