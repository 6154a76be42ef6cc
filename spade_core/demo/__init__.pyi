from .movie_note import (
    EXAMPLES_NAME as EXAMPLES_NAME,
    PROMPT_NAME as PROMPT_NAME,
    VERSIONS as VERSIONS,
    examples_text as examples_text,
)
from .replay import replay_demo as replay_demo
from .tea_choice import TEA_CHOICE as TEA_CHOICE
from .visitor_answer import VISITOR_ANSWER as VISITOR_ANSWER
