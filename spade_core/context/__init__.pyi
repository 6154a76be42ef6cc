from .given import FIELD as FIELD, given_scores as given_scores
from .reading import fields_of_prompt as fields_of_prompt, offered as offered
