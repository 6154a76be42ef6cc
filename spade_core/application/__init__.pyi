from .judging import judging_forecasts as judging_forecasts, open_judge as open_judge
from .open_models import OpenModels as OpenModels
from .proposing import Proposing as Proposing, demonstrations_file as demonstrations_file
from .responding import Responding as Responding, inputs_at as inputs_at, no_model_fact as no_model_fact
from .scoring import open_scorer as open_scorer, scoring_forecast as scoring_forecast
from .set_changes import (
    PromptState as PromptState,
    measured as measured,
    promises as promises,
    run_labelled as run_labelled,
    set_change as set_change,
    state_at as state_at,
)
