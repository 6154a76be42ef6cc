from .calling import budget_of as budget_of, options_of as options_of, require_prices as require_prices
from .loading import load_settings as load_settings, settings_if_any as settings_if_any, with_own as with_own
from .preference_edit import with_preferences as with_preferences
from .settings import KEYS as KEYS, PER_PROMPT as PER_PROMPT, Settings as Settings, settings_from as settings_from
from .value_sets import named_sets as named_sets
