from .candidate import CandidateAssertion as CandidateAssertion, source_hash as source_hash
from .layout import identifier as identifier
from .rendering import candidates_for as candidates_for, constraint_of as constraint_of
