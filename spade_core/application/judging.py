"""The judge of a run: the models that settings name for it, opened, how they are asked, and what that may cost.

All questions about one response go out in one call where a model was measured to answer so as well as one by one, on
labelled responses, and one by one else. It is measured where that spares calls; what was found is kept for this user by
the model and the questions, and holds for some of these questions as for all.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, islice
from typing import Final

from spade_core.application.open_models import OpenModels
from spade_core.candidates import CandidateAssertion
from spade_core.errors import ModelError, ModelFault
from spade_core.examples import Example
from spade_core.models import Forecast, Guess, LanguageModel, ModelChoice, Request, Usage, scaled, together
from spade_core.selection import Agreement, Comparison
from spade_core.synthesis import (
    CascadeJudge,
    Group,
    LabelTrial,
    ModelJudge,
    answers_each,
    groups_asked,
    groups_of,
    guess_of_verdicts,
    label_trials,
    requests_of,
)

_UNSURE: Final = 0.5
"""Share of the responses on which a cheap judge is not sure enough, as long as nothing is known of it."""
_AT_ONCE: Final = 10
"""Most questions in one call."""
_NOTED_AT_ONCE: Final = 500

Asked = Sequence[tuple[Sequence[CandidateAssertion], Sequence[Example]]]
"""Assertions, and the examples that they run on."""
_Material = dict[tuple[str, str], None]
"""Prompts and responses, each once."""


@dataclass(frozen=True, slots=True)
class JudgePlan:
    """How one model is asked in a run, and what that may cost; nothing was sent to find this out."""

    choice: ModelChoice
    groups: tuple[Group, ...]
    """The questions as they go out."""
    trials: tuple[LabelTrial, ...]
    """What is asked first, one by one and in groups, to find out whether groups are as good; empty: nothing."""
    questions: int
    """How many answers the run takes, kept ones included."""
    forecasts: tuple[Forecast, ...]
    """Of the questions one by one, where there are trials; then of all groups, as if they were found to be as good."""

    @property
    def forecast(self) -> Forecast:
        """What all of it may cost."""
        return together(self.forecasts)


def open_judge(
    models: OpenModels, labelled: Iterable[Example], model: Callable[[ModelChoice], LanguageModel] | None = None
) -> ModelJudge | CascadeJudge:
    """Return the judge of the settings, of one model or of two, the cheap one first.

    `labelled` are the examples that the cheap one is measured on. `model` opens a model in the place of `models`.

    Raises:
        ModelError: there is none, or it cannot be used at all.
    """
    settings, opened = models.settings, model or models.model
    at_once = settings.max_in_flight
    choice, first = settings.judge_choice, settings.judge_first_choice
    if choice is None:
        raise ModelError(ModelFault.UNKNOWN_MODEL, "no model judges")
    loop, repeats = models.session, settings.judge_repeats
    judge = ModelJudge(opened(choice), loop, repeats=repeats, at_once=at_once)
    if first is None:
        return judge
    cheap = ModelJudge(opened(first), loop, repeats=repeats, sure=True, at_once=at_once)
    return CascadeJudge(cheap, judge, labelled)


def plan_judge(
    models: OpenModels,
    questions: Sequence[str],
    asked: Asked,
    labelled: Sequence[Example],
    *,
    later: Sequence[Example] = (),
) -> list[JudgePlan]:
    """Return how each model is asked, and what its replies may cost, less those that are kept; none where nothing asks.

    `questions` are all that may go out together, whichever of them run; on `labelled` a model may be measured, and what
    it is asked about `later` may make that worth it. Of two models, the dear one is guessed to be asked about half of
    the responses; experience corrects that.
    """
    asked = [(candidates, examples) for candidates, examples in asked if examples]
    if not any(groups_asked(groups_of(questions, most=1), candidates) for candidates, _ in asked):
        return []
    plans: list[JudgePlan] = []
    room, repeats = models.session.models.room, models.settings.judge_repeats
    for choice in models.settings.judge_choices:
        every = [(candidates, (*examples, *later)) for candidates, examples in asked]
        trials = _trials(models, choice, questions, every, labelled)
        most = _AT_ONCE if trials else _at_once(models, choice, questions)
        groups = groups_of(questions, most=most)
        about = _about(groups, asked)
        wanted = sum(len(group) * len(material) for group, material in about.items()) * repeats
        for group in groups if trials else ():
            about.setdefault(group, {}).update(_material(trials))
        noted = _noted(models, choice, about)
        guess = guess_of_verdicts(noted, answers=round(answers_each(list(about)) * len(noted)), room=room)
        guess = _at_most(guess, max(map(len, about)))
        purpose = "judge after another" if plans else "judge"
        forecasts = [models.forecast(purpose, [choice], scaled(guess, _UNSURE) if plans else guess)]
        if trials:
            by_itself = guess_of_verdicts(_noted(models, choice, _alone(trials)), room=room)
            forecasts.insert(0, models.forecast(purpose, [choice], by_itself))
        plans.append(JudgePlan(choice, tuple(groups), tuple(trials), wanted, tuple(forecasts)))
    return plans


def prepare_judge(models: OpenModels, judge: ModelJudge | CascadeJudge, questions: Sequence[str]) -> None:
    """Have the judge put these questions together as far as that was measured to be as good."""
    judge.expect(questions)
    for choice, each in zip(models.settings.judge_choices, judge.judges, strict=True):
        each.comparison = _kept(models, choice, questions)
        each.put_together(groups_of(questions, most=_at_once(models, choice, questions)))


def measure_judge(models: OpenModels, judge: ModelJudge | CascadeJudge, plans: Sequence[JudgePlan]) -> bool:
    """Find out what the plans leave open, keep it, and return whether all models are as good as was foreseen.

    Raises:
        ModelError: a model cannot be used at all, or answered too few questions.
    """
    found: list[Comparison] = []
    for plan, each in zip(plans, judge.judges, strict=True):
        if plan.trials:
            comparison = models.call(each.compare(plan.trials, plan.groups))
            if comparison.is_readable and 2 * comparison.total < len(plan.trials):
                # a server that was down for a while would decide for good
                answered = f"{plan.choice.name} answered {comparison.total} of {len(plan.trials)} questions both ways"
                way = "`judge_questions` in the settings says how many go out in one call"
                raise ModelError(ModelFault.UNREADABLE, f"{answered}, too few to compare the two; {way}")
            _keep(models, plan.choice, plan.groups, comparison)
            found.append(comparison)
    return all(each.is_as_good for each in found)


def _at_once(models: OpenModels, choice: ModelChoice, questions: Sequence[str]) -> int:
    """Return how many questions a model is asked in one call."""
    if models.settings.judge_questions is not None:
        return models.settings.judge_questions
    found = _kept(models, choice, questions)
    return _AT_ONCE if found is not None and found.is_as_good else 1


def _trials(
    models: OpenModels, choice: ModelChoice, questions: Sequence[str], asked: Asked, labelled: Sequence[Example]
) -> list[LabelTrial]:
    """Return what a model is to be tried on; nothing where it is known how it does, or that would spare no calls."""
    settings = models.settings
    if settings.judge_questions is not None or len(questions) < 2 or _kept(models, choice, questions) is not None:
        return []
    trials = label_trials(labelled, questions)
    if not trials:
        return []
    groups = groups_of(questions, most=_AT_ONCE)
    measuring = len(_noted(models, choice, _alone(trials)))
    measuring += len(_noted(models, choice, dict.fromkeys(groups, _material(trials))))
    together_calls = sum(map(len, _about(groups, asked).values())) * settings.judge_repeats
    enough = measuring + together_calls + 1
    alone = _noted(models, choice, _about(groups_of(questions, most=1), asked), enough=enough)
    return trials if len(alone) >= enough else []


def _about(groups: Sequence[Group], asked: Asked) -> dict[Group, _Material]:
    """Return what each group of questions is asked about, by a run of these assertions."""
    about: dict[Group, _Material] = {}
    for candidates, examples in asked:
        for group in groups_asked(groups, candidates):
            about.setdefault(group, {}).update(_material(examples))
    return about


def _alone(trials: Iterable[LabelTrial]) -> dict[Group, _Material]:
    """Return what each question is asked about by itself."""
    about: dict[Group, _Material] = {}
    for trial in trials:
        about.setdefault((trial.question,), {})[trial.prompt, trial.response] = None
    return about


def _material(about: Iterable[Example | LabelTrial]) -> _Material:
    return dict.fromkeys((each.prompt, each.response) for each in about)


def _noted(
    models: OpenModels, choice: ModelChoice, about: Mapping[Group, _Material], *, enough: int | None = None
) -> list[Request]:
    """Return the requests to a model that have no kept reply; not many more than are `enough`."""
    settings, dry_run = models.settings, models.dry_run(choice)
    sure = choice == settings.judge_first_choice
    left = chain.from_iterable(
        requests_of(group, material, repeats=settings.judge_repeats, sure=sure) for group, material in about.items()
    )
    while some := list(islice(left, _NOTED_AT_ONCE)):
        models.call(dry_run.note_all(some))
        if enough is not None and len(dry_run.noted) >= enough:
            break
    return dry_run.noted


def _at_most(guess: Guess, times: int) -> Guess:
    """Return a guess whose most has, beside groups of so many questions, each question of a group by itself."""
    if times > 1:
        times += 1
    most = Usage(guess.most.input * times, guess.most.output * times)
    return replace(guess, most_calls=guess.most_calls * times, most=most)


def _subject(models: OpenModels, choice: ModelChoice, question: str) -> str:
    """Return what a comparison of this question with others is kept under."""
    settings = models.settings
    sure = choice == settings.judge_first_choice
    return json.dumps(["several questions in a call", settings.judge_repeats, sure, _hash(question)])


def _kept(models: OpenModels, choice: ModelChoice, questions: Sequence[str]) -> Comparison | None:
    """Return how a model was found to do on these questions, or on more than these; None when it was not measured."""
    found = models.finding(choice, _subject(models, choice, questions[0])) if questions else None
    if found is None:
        return None
    value = json.loads(found)
    if not {*map(_hash, questions)} <= {*value.pop("questions")}:
        return None
    alone, in_group = Agreement(**value.pop("alone")), Agreement(**value.pop("together"))
    return Comparison(alone, in_group, **value)


def _keep(models: OpenModels, choice: ModelChoice, groups: Iterable[Group], found: Comparison) -> None:
    questions = [question for group in groups for question in group]
    text = json.dumps({"questions": sorted(map(_hash, questions)), **asdict(found)})
    for question in questions:
        models.keep_finding(choice, _subject(models, choice, question), text)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
