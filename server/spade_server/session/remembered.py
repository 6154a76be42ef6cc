"""What one request leaves in the session for the next."""

from dataclasses import dataclass
from pathlib import Path

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.pipeline import Analysis
from spade_core.prompt_files import PromptTemplate
from spade_core.results import ResultsMatrix
from spade_core.settings import Settings
from spade_core.subsumption import Subsumption
from spade_core.synthesis import Synthesis
from spade_server.protocol.models import ModelRun


@dataclass(frozen=True, slots=True)
class LabelVerdicts:
    """What the assertions say of all examples, which no label changes."""

    of: tuple[PromptTemplate, tuple[CandidateAssertion, ...], tuple[Example, ...]]
    """The template, the assertions and the examples that it is about."""
    matrix: ResultsMatrix
    subsumption: Subsumption


@dataclass(frozen=True, slots=True)
class ModelProposals:
    """What models proposed for one reading of a prompt."""

    read: Analysis
    """What the words say."""
    analysis: Analysis
    """With the models' criteria and candidates beside the others."""
    synthesis: Synthesis
    run: ModelRun
    settings: Settings
    readers: frozenset[str]
    """The endpoints elsewhere that it was sent to."""
    store: Path
    """Where demonstrations are; the environment of the models, which may hold a key, is not kept."""
