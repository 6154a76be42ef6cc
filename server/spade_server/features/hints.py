"""Inlay hints: the category at the end of each instruction."""

import re
from typing import Final

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.settings import Feature
from spade_server.words import said


def register(server: SpadeServer) -> None:
    """Offer inlay hints."""
    server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(hints)


_LABEL: Final = re.compile(r"\W*(?:\w[\w' -]{0,40}:\W*)?[{\[<$%(]+\s*[\w.:]+\s*[}\])>]*\W*")
"""A placeholder behind its label: what the input is, and nothing that is asked for."""


def _is_label(text: str) -> bool:
    return len(text) < 100 and _LABEL.fullmatch(text) is not None


async def hints(ls: SpadeServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Return the hints in a range."""
    if not ls.has(Feature.INLAY_HINTS, params.text_document.uri) or not ls.is_prompt(params.text_document.uri):
        return None
    from spade_core.taxonomy import Category
    from spade_server.analysis.hover import cues_told
    from spade_server.documents.ranges import offset_of, position_of

    view = await ls.view_of(params.text_document.uri)
    lines = view.model.lines
    start, end = offset_of(lines, params.range.start), offset_of(lines, params.range.end)
    found = []
    for template in view.model.templates:
        for before, instruction in template.touching(start, end):
            again = instruction.in_sample and before is not None and before.in_sample
            if not instruction.categories or again or not start <= instruction.span.end <= end:
                continue
            if instruction.categories == (Category.DATA_INTEGRATION,) and _is_label(instruction.sentence.text):
                continue
            found.append(
                types.InlayHint(
                    position=position_of(lines, instruction.span.end),
                    label=" · ".join(said(category.word) for category in instruction.categories),
                    tooltip=types.MarkupContent(
                        types.MarkupKind.Markdown, cues_told(instruction.categories, instruction.cues)
                    ),
                    padding_left=True,
                )
            )
    return found
