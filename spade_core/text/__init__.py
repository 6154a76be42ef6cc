"""Text and positions: half-open spans of code points, and the way from a template back to its file."""

from spade_core.text.alike import common_prefix, common_suffix
from spade_core.text.decoding import decode
from spade_core.text.lines import LineIndex
from spade_core.text.mapped_text import MapBuilder, MappedText
from spade_core.text.source_map import Piece, SourceMap
from spade_core.text.span import Span

__all__ = [
    "LineIndex",
    "MapBuilder",
    "MappedText",
    "Piece",
    "SourceMap",
    "Span",
    "common_prefix",
    "common_suffix",
    "decode",
]
