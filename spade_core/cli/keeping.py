"""What a person keeps is what did well: chosen assertions become demonstrations for this user's next syntheses."""

import os

from spade_core.cli.model_choice import with_environment
from spade_core.cli.target import Target
from spade_core.criteria.criterion import Origin
from spade_core.selection.selection import Selection
from spade_core.storage import AssertionState, StoredAssertions


def keep_chosen(target: Target, stored: StoredAssertions, selection: Selection) -> int:
    """Keep the chosen assertions that a model wrote or a person edited, and return how many are new.

    Nothing is kept when no model is set, or the project keeps its assertions to itself.
    """
    settings = with_environment(target.settings)
    if not settings.model_choices or not settings.demonstrations:
        return 0
    from spade_core.models.folders import user_folders
    from spade_core.synthesis.demonstrations import Demonstration, DemonstrationStore, project_hash

    chosen = set(selection.names)
    project = project_hash(settings.folder)
    kept = [
        Demonstration(provenance.description, assertion.source, project)
        for assertion in stored.assertions
        if assertion.name in chosen and (assertion.origin is Origin.MODEL or assertion.state is AssertionState.EDITED)
        for provenance in assertion.provenance
    ]
    with DemonstrationStore(user_folders(os.environ).data / "demonstrations.sqlite") as store:
        return store.add(kept)
