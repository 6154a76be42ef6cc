from .cascade import CascadeJudge as CascadeJudge
from .claims_step import claims_of as claims_of, guess_of_claims as guess_of_claims
from .demonstrations import (
    DemonstrationStore as DemonstrationStore,
    demonstrations_file as demonstrations_file,
    forget_gone as forget_gone,
    settle as settle,
)
from .estimate import guess_of_synthesis as guess_of_synthesis
from .example_selector import ExampleSelector as ExampleSelector
from .function_step import Means as Means
from .judge import JudgeReport as JudgeReport, ModelJudge as ModelJudge
from .material import material_of as material_of
from .questions import (
    Group as Group,
    answers_each as answers_each,
    groups_asked as groups_asked,
    groups_of as groups_of,
    questions_in as questions_in,
    requests_of as requests_of,
)
from .reporting import (
    agreement_json as agreement_json,
    attempt_json as attempt_json,
    calibration_json as calibration_json,
    calibration_words as calibration_words,
    comparison_json as comparison_json,
    summary_of as summary_of,
    synthesis_json as synthesis_json,
    usage_json as usage_json,
    verdict_json as verdict_json,
)
from .responding import (
    NOTHING_TO_RUN as NOTHING_TO_RUN,
    Place as Place,
    RespondPlan as RespondPlan,
    carried_out as carried_out,
    guess_of_responses as guess_of_responses,
    inputs_in as inputs_in,
    plan_of as plan_of,
)
from .responses import Responses as Responses
from .synthesis import Samples as Samples, Synthesis as Synthesis, beside as beside, synthesise as synthesise
from .trials import Executor as Executor
from .trials_on_labels import (
    LabelTrial as LabelTrial,
    label_trials as label_trials,
)
from .verdicts import guess_of_verdicts as guess_of_verdicts
