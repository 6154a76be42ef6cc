from .classification import Classification as Classification, Cue as Cue
from .classifier import classify as classify, cues_in as cues_in
