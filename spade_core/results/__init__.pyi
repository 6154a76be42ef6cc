from .convention import published_convention as published_convention
from .evaluation import Evaluation as Evaluation, Outcome as Outcome
from .grid import Grid as Grid
from .matrix import ResultsMatrix as ResultsMatrix
from .runner import Runner as Runner
from .unchecked import NO_JUDGE as NO_JUDGE, NOT_ASKED as NOT_ASKED, lack_of as lack_of, why_undecided as why_undecided
