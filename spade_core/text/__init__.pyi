from .alike import common_prefix as common_prefix, common_suffix as common_suffix
from .decoding import decode as decode
from .expressions import EXPRESSION as EXPRESSION, with_plain_expressions as with_plain_expressions
from .lines import LineIndex as LineIndex
from .mapped_text import MapBuilder as MapBuilder, MappedText as MappedText
from .parse_retry import with_parse_retry as with_parse_retry
from .source_map import Piece as Piece, SourceMap as SourceMap
from .span import Span as Span
from .word_lists import word_list as word_list, word_set as word_set
