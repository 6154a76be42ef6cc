from .blocks import Blocks as Blocks, TextBlock as TextBlock, blocks_of as blocks_of
from .comments import without_comments as without_comments
from .delta import Change as Change, PromptDelta as PromptDelta, Sign as Sign
from .difference import Key as Key, changes_between as changes_between, deltas_between as deltas_between, key as key
from .layout import is_rule as is_rule
from .segmentation import segment as segment, sentences_of as sentences_of
from .sentence import (
    Sentence as Sentence,
    SentenceKind as SentenceKind,
    identity_of as identity_of,
    kept_words as kept_words,
)
from .vocabulary import PLACEHOLDER as PLACEHOLDER
