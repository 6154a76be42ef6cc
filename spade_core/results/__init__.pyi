from .matrix import (
    NO_JUDGE as NO_JUDGE,
    NOT_ASKED as NOT_ASKED,
    Evaluation as Evaluation,
    Grid as Grid,
    Outcome as Outcome,
    ResultsMatrix as ResultsMatrix,
    Runner as Runner,
    lack_of as lack_of,
    why_undecided as why_undecided,
)
