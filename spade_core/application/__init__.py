"""What the command line and the editor both do with models: propose, judge, and run a prompt for responses.

Both give the models, opened, and a way to wait; what is said to a person, and how, is theirs.
"""

from spade_core.application.open_models import OpenModels
from spade_core.application.proposing import Proposing, Synthesised, demonstrations_file
from spade_core.application.responding import Responding, inputs_at, no_model_fact

__all__ = [
    "OpenModels",
    "Proposing",
    "Responding",
    "Synthesised",
    "demonstrations_file",
    "inputs_at",
    "no_model_fact",
]
