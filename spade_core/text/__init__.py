"""Text and positions: half-open spans of code points, and the way from a template back to its file."""

from spade_core.text.source_map import SourceMap
from spade_core.text.span import Span

__all__ = ["SourceMap", "Span"]
