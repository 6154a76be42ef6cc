"""What a person keeps is what did well: assertions that they chose are shown to models in later syntheses."""

import os

from spade_core.cli.model_choice import with_environment
from spade_core.cli.target import CommandTarget
from spade_core.selection import Selection
from spade_core.storage import StoredAssertions


def keep_chosen(target: CommandTarget, stored: StoredAssertions, selection: Selection) -> int:
    """Keep the chosen assertions that a model wrote or a person edited, forget the deleted; return how many are new.

    Nothing is kept when no model is set, or the project keeps its assertions to itself.
    """
    settings = with_environment(target.settings)
    if not settings.model_choices:
        return 0
    from spade_core.models import readers_of
    from spade_core.synthesis import DemonstrationStore, demonstrations_file, settle

    chosen = selection.names if settings.demonstrations else ()
    readers = readers_of(settings.model_choices, os.environ)
    with DemonstrationStore(demonstrations_file(os.environ)) as store:
        return settle(store, stored, chosen, project=settings.folder, readers=readers)
