"""The arguments and options that several commands share."""

from math import isnan
from pathlib import Path
from typing import Annotated

import typer

from spade_core.selection import Method, Preference

PromptArgument = Annotated[
    Path | None, typer.Argument(metavar="PROMPT", help="The prompt file; by default the only one here.")
]
TemplateOption = Annotated[
    str, typer.Option("--template", "-t", metavar="NAME", help="Which template of a file that holds several.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write the result as JSON to standard output.")]


def _share(value: float | None) -> float | None:
    if value is not None and isnan(value):
        raise typer.BadParameter("nan is no share of the examples")
    return value


AlphaOption = Annotated[
    float | None,
    typer.Option("--alpha", "-a", min=0, max=1, callback=_share, help="Least coverage of the bad examples."),
]
TauOption = Annotated[
    float | None,
    typer.Option("--tau", min=0, max=1, callback=_share, help="Greatest false failure rate on the good examples."),
]
RequireOption = Annotated[
    list[str] | None,
    typer.Option("--require", metavar="NAME", help="An assertion that must be in; repeatable."),
]
ForbidOption = Annotated[
    list[str] | None,
    typer.Option("--forbid", metavar="NAME", help="An assertion that must not be in; repeatable."),
]
PreferOption = Annotated[
    list[Preference] | None,
    typer.Option("--prefer", help="What to do without where some set can: a judge, or as many judges as possible."),
]
EstimateOption = Annotated[bool, typer.Option("--estimate", help="Say what the models may cost, and stop there.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before models cost much.")]
UnlabelledOption = Annotated[
    bool,
    typer.Option("--unlabelled", help="Ask the judge about unlabelled responses too, for narrower intervals."),
]
MethodOption = Annotated[
    Method | None, typer.Option("--method", "-m", help="How assertions are selected.", case_sensitive=False)
]
