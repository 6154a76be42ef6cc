"""Random prompts and histories, of what real prompts are made of and what breaks them."""

from itertools import count

from hypothesis import strategies as st

from spade_core.prompt_files.template import EMPTY_TEMPLATE, Dialect, PromptTemplate, Role, TemplatePart
from spade_core.text import SourceMap
from spade_core.versions.version import PromptVersion, VersionState

_FRAGMENTS = [
    "\n", "\n\n", " ", "  ", "\t", "\u3000", "\u00a0", "\u2028", "\x0c", "\x85",
    "- ", "* ", "• ", "1. ", "2) ", "a) ", "-", "# ", "### ", "**", "__", "> ",
    "```", "~~~", "````", "```json\n", "`", "|", "|---|", "---", "===",
    "{x}", "{{ x. Y }}", "${input:x}", "{% if a. %}", "{", "}", "<text>", "</text>", "<", "[NAME]", "%s",
    ".", "...", "…", "!", "?", ":", ";", ",", "。", "！", "；", "؟", "।", "”", '"', "'", ")", "(", "\\",
    "e.g.", "Dr.", "U.S.", "No. 5", "3.5", "v1.2", "https://a.b/c.d", "main.py", "one.Two", "etc.",
    "{# ", " #}", "{{! ", "{{!-- ", " --}}",
    "Be kind", "be brief", "the", "I", "x", "5", "TASK", "Rules:", "中文", "こんにちは", "한국어", "Tiếng Việt",
    "ไทย", "عربي", "हिंदी", "😀", "👩‍👩‍👧", "\u200b", "\ud800", "\x00",
]  # fmt: skip

prompts = st.one_of(
    st.lists(st.sampled_from(_FRAGMENTS), max_size=40).map("".join),
    st.text(max_size=60),
).map(lambda text: text.replace("\r", ""))
"""Texts as a template holds them: line feeds only."""


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """Texts that are `text` with one stretch replaced: what a commit does to a prompt."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text[:start] + draw(prompts) + text[end:]


def template(*parts: tuple[Role | None, str]) -> PromptTemplate:
    """Return a template of parts that are given by role and text."""
    made = tuple(TemplatePart(role, text, SourceMap.identity(len(text))) for role, text in parts)
    return PromptTemplate("", Dialect.NONE, made, ())


def history(*templates: PromptTemplate) -> list[PromptVersion]:
    """Return the versions P_0, P_1, ... of a template, P_0 empty."""
    numbered = zip(count(), (EMPTY_TEMPLATE, *templates), strict=False)
    return [PromptVersion(i, made, VersionState.COMMITTED, "p.md" if i else "") for i, made in numbered]


_roles = st.sampled_from([None, Role.SYSTEM, Role.USER])


@st.composite
def histories(draw: st.DrawFn) -> list[PromptVersion]:
    """Histories in which parts are edited, added, dropped and handed to another role."""
    parts: list[tuple[Role | None, str]] = []
    templates = []
    for _ in range(draw(st.integers(0, 5))):
        parts = [(draw(_roles) if draw(st.booleans()) else role, draw(edited(text))) for role, text in parts]
        if draw(st.booleans()) or not parts:
            parts.insert(draw(st.integers(0, len(parts))), (draw(_roles), draw(prompts)))
        elif draw(st.booleans()):
            parts.pop(draw(st.integers(0, len(parts) - 1)))
        templates.append(template(*parts))
    return history(*templates)
