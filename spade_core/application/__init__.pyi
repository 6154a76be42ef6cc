from .importing import ForeignFile as ForeignFile, load_foreign as load_foreign, recorded_in as recorded_in
from .judging import (
    JudgePlan as JudgePlan,
    measure_judge as measure_judge,
    open_judge as open_judge,
    plan_judge as plan_judge,
    prepare_judge as prepare_judge,
)
from .open_models import OpenModels as OpenModels
from .proposing import Proposing as Proposing
from .responding import Responding as Responding, inputs_at as inputs_at, no_model_fact as no_model_fact
from .scoring import (
    kept_faithfulness as kept_faithfulness,
    open_scorer as open_scorer,
    scoring_forecast as scoring_forecast,
)
from .selected_set import (
    SelectedSet as SelectedSet,
    load_selected_set as load_selected_set,
    missing_from as missing_from,
)
from .set_changes import (
    PromptState as PromptState,
    change_markdown as change_markdown,
    measured as measured,
    promises as promises,
    state_at as state_at,
    unchecked_in as unchecked_in,
    unchecked_markdown as unchecked_markdown,
    update_markdown as update_markdown,
)
