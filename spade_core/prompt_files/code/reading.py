"""The prompts of a source file: a template for each text in it that is one, or that is asked for by name."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files.chat import template_of, was_said
from spade_core.prompt_files.code.candidates import Candidate
from spade_core.prompt_files.code.code_text import CodeText
from spade_core.prompt_files.code.finder import Finder
from spade_core.prompt_files.code.neighbours import Neighbours
from spade_core.prompt_files.code.tree import Language, SyntaxTree, language_of
from spade_core.prompt_files.code.uses import asked_with, uses_in
from spade_core.prompt_files.code.values import Spoken, has_words
from spade_core.prompt_files.dialects import dialect_by_majority
from spade_core.prompt_files.formats import PromptFormat
from spade_core.prompt_files.likelihood import (
    MOST_CHARACTERS,
    STATEMENT,
    Assessment,
    Clues,
    JudgedTemplate,
    Use,
    judged,
)
from spade_core.prompt_files.naming import list_of
from spade_core.prompt_files.patterns import pattern_for
from spade_core.prompt_files.placeholders import fstring_marks, overlaps, with_human_marks
from spade_core.prompt_files.prompt_words import WORD
from spade_core.prompt_files.template import (
    Dialect,
    Placeholder,
    PromptFile,
    PromptTemplate,
    TemplatePart,
)
from spade_core.text import LineIndex


def read_code(path: str, text: str, *, named: str = "", place: str = "") -> PromptFile:
    """Return the prompts in a source file, and the text called `named` whatever it is.

    Raises PromptFileError with the line when nothing of the file can be read.
    """
    pattern = pattern_for(path)
    kind = pattern.format if pattern is not None else PromptFormat.PYTHON
    finder = _walked(path, text, named) if kind is not PromptFormat.SOURCE else None
    found = judged_candidates(place or path, _texts_of(path, text, finder), named)
    wanted = [one for one in found if one.judgement.is_prompt or named in (one.name, list_of(one.name))]
    problems: tuple[Problem, ...] = ()
    if finder is not None:
        broken = _problems(path, finder.tree, has_prompts=bool(wanted))
        problems = (*broken, *_unread(path, finder, {one.name for one in wanted}))
    templates = tuple(one.template for one in wanted)
    return PromptFile(path=path, format=kind, text=text, templates=templates, metadata={}, problems=problems)


def code_template(path: str, text: str, name: str) -> PromptTemplate | None:
    """Return the text called `name` in a source file, whatever it is; None when there is none that can be read."""
    candidate = _walked(path, text, name, only=name).found.by_name.get(name)
    return _template(candidate) if candidate is not None else None


def judged_in(path: str, text: str, place: str) -> Iterator[JudgedTemplate]:
    """Yield every text of a source file that could be a prompt, with the decision about it."""
    pattern = pattern_for(path)
    is_parsed = pattern is None or pattern.format is not PromptFormat.SOURCE
    finder = _walked(path, text) if is_parsed else None
    return judged_candidates(place, _texts_of(path, text, finder))


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a file that could be prompts."""

    file: str
    """What the file says."""
    candidates: Mapping[str, Candidate]
    joined: Set[int] = frozenset()
    """Where the texts begin that are read as pieces of another."""


def _texts_of(path: str, text: str, finder: Finder | None) -> _Texts:
    if finder is not None:
        return _Texts(text, finder.found.by_name, finder.joined)
    from spade_core.prompt_files.code.lexis import lexis_of  # these two take a while to load
    from spade_core.prompt_files.code.literals import literal_candidates

    lexis = lexis_of(path)
    return _Texts(text, literal_candidates(text, lexis) if lexis is not None else {})


def _walked(path: str, text: str, named: str = "", *, only: str = "") -> Finder:
    language = language_of(path) or Language.PYTHON
    if "\0" in text:
        line = LineIndex(text).line_of(text.index("\0"))
        raise PromptFileError(path, line, f"not {language.value}: it holds a NUL character")
    tree = SyntaxTree(text, language, named)
    finder = Finder(tree)
    finder.run(only)
    return finder


def judged_candidates(path: str, texts: _Texts, named: str = "") -> Iterator[JudgedTemplate]:
    """Yield every text of a file that could be a prompt, in file order, with the decision about it.

    What is read as a part of another text is left out, unless it is `named`. A text that is none by itself is judged
    again by the prompts around it.
    """
    lines = LineIndex(texts.file)
    found = list(_by_themselves(path, texts, named))
    for _ in range(_ROUNDS):
        prompts = [one.candidate for one in found if one.judgement.is_prompt]
        others = [one for one in found if not one.judgement.is_prompt]
        sentences = [one for one in others if one.says_something]
        around = Neighbours(prompts, [one.candidate for one in sentences])
        for one in sentences:
            one.hear(around)
        if not any(one.judgement.is_prompt for one in others):
            break
    for one in found:
        yield JudgedTemplate(one.candidate.name, lines.line_of(one.candidate.begin), one.template, one.judgement)


_ROUNDS = 3
"""How often a text that is put into a prompt may make others prompts that are put into it."""


@dataclass(slots=True)
class _Judged:
    candidate: Candidate
    template: PromptTemplate
    clues: Clues
    judgement: Assessment

    @property
    def says_something(self) -> bool:
        """Whether it is more than a label or a piece of a sentence."""
        return len(WORD.findall(self.clues.text[:MOST_CHARACTERS])) >= STATEMENT

    def hear(self, around: Neighbours) -> None:
        """Judge again by what the prompts around it say."""
        if beside := around.speak_for(self.candidate):
            self.clues = replace(self.clues, beside=beside)
            self.judgement = judged(self.clues)


def _by_themselves(path: str, texts: _Texts, named: str) -> Iterator[_Judged]:
    """Yield the texts that are no parts of others, judged each by itself."""
    uses, asked = uses_in(texts.file), asked_with(texts.file)
    prompts: set[int] = set()
    read: set[tuple[int, str]] = set()
    in_chats = _texts_in_chats(texts)
    in_pieces = (one for one in texts.candidates.values() if one.begin in texts.joined)
    pieces = {_begin_of(spoken) for one in in_pieces for spoken in one.spoken}
    for candidate in sorted(texts.candidates.values(), key=lambda each: each.begin):
        template = _template(candidate)
        is_part = candidate.stands_for in prompts or candidate.begin in texts.joined
        is_part = is_part or _is_covered(candidate, in_chats, pieces)
        says = (template.parts[0].source.begin, template.text) if template.parts else (0, "")
        if not template.parts or ((is_part or says in read) and candidate.name != named):
            continue
        clues = _clues(path, candidate, template, uses, is_asked=candidate.identifier in asked)
        judgement = judged(clues)
        if judgement.is_prompt:
            prompts.add(candidate.begin)
            read.add(says)
        yield _Judged(candidate, template, clues, judgement)


def _texts_in_chats(texts: _Texts) -> dict[int, Candidate]:
    """Return, by where they begin, the texts that a list of messages names beside others."""
    found: dict[int, Candidate] = {}
    for chat in texts.candidates.values():
        named = [begin for begin in map(_begin_of, chat.spoken) if not chat.begin <= begin < chat.end]
        has_own = any(chat.begin <= _begin_of(one) < chat.end and has_words(one[1]) for one in chat.spoken)
        if len(named) + has_own > 1:
            found.update(dict.fromkeys(named, chat))
    return found


def _begin_of(spoken: Spoken) -> int:
    return spoken[1].mapped.source.begin


def _is_covered(candidate: Candidate, in_chats: dict[int, Candidate], pieces: Set[int]) -> bool:
    """Whether a text is read as a part of a list of messages, or a list of messages only names one other text.

    The pieces of a text that is joined are no other text.
    """
    begins = [_begin_of(spoken) for spoken in candidate.spoken]
    has_roles = candidate.spoken[0][0] is not None
    if not has_roles and not candidate.begin <= begins[0] < candidate.end:
        return False
    own = [s for s in candidate.spoken if candidate.begin <= _begin_of(s) < candidate.end and has_words(s[1])]
    others = [s for s in candidate.spoken if not candidate.begin <= _begin_of(s) < candidate.end]
    if has_roles and not own and len(others) == 1:
        return _begin_of(others[0]) not in pieces
    return not has_roles and any(begin in in_chats for begin in begins)


def _clues(
    path: str, candidate: Candidate, template: PromptTemplate, uses: dict[str, tuple[Use, str]], *, is_asked: bool
) -> Clues:
    use, used_as = candidate.use, candidate.used_as
    if was_said(template):
        use, used_as = Use.ANSWER, "what a model says"
    elif use is Use.NONE and candidate.is_constant and candidate.identifier in uses and not candidate.shown:
        use, used_as = uses[candidate.identifier]
    return Clues(
        path=path,
        name=candidate.identifier,
        text=_without_placeholders(template),
        owners=candidate.owners,
        use=use,
        used_as=used_as,
        shown=candidate.shown or (is_asked and use is Use.NONE),
        placeholders=len(template.placeholders),
        is_constant=candidate.is_constant,
        is_listed=candidate.is_listed,
    )


def _without_placeholders(template: PromptTemplate) -> str:
    """Return the beginning of the template's own words: what fills it tells nothing of it."""
    kept: list[str] = []
    length = 0
    for index, part in enumerate(template.parts):
        at = 0
        for placeholder in template.placeholders:
            if placeholder.part == index and length <= MOST_CHARACTERS:
                kept.append(part.text[at : placeholder.span.start])
                length += len(kept[-1])
                at = placeholder.span.end
        kept.append(part.text[at : at + MOST_CHARACTERS])
        length += len(kept[-1])
        kept.append("\n\n")
    return "{}".join(kept[:-1])


def _problems(path: str, tree: SyntaxTree, *, has_prompts: bool) -> tuple[Problem, ...]:
    error = tree.first_error()
    if error is None:
        return ()
    line = LineIndex(tree.text).line_of(error)
    if not has_prompts:
        raise PromptFileError(path, line, f"not {tree.language.value}: it cannot be read from here")
    return (Problem(path, line, f"not {tree.language.value}; what can be read of the file is"),)


def _unread(path: str, finder: Finder, read: set[str]) -> Iterator[Problem]:
    """Yield a problem for each constant that is named as a prompt and whose text is computed elsewhere."""
    lines = LineIndex(finder.tree.text)
    for name, node in finder.unread:
        names_another = any(one.stands_for is not None for one in finder.found.by_name.values() if one.name == name)
        if not names_another and not any(one.startswith(name) for one in read):
            fact = f"{name} is skipped: its value is not a text that can be read without running the file"
            yield Problem(path, lines.line_of(finder.tree.offset(node.start_byte)), fact)


def _template(candidate: Candidate) -> PromptTemplate:
    said = [(role, text.with_lf()) for role, text in candidate.spoken if text.text.strip()]
    parts = tuple(TemplatePart(role=role, text=text.text, source=text.mapped.source) for role, text in said)
    dialect = _dialect([text for _, text in said])
    if not any(text.is_fstring or text.holes for _, text in said):
        return template_of(candidate.name, parts, dialect)
    found = [mark for part, (_, text) in enumerate(said) for mark in _placeholders(part, text)]
    return PromptTemplate(name=candidate.name, dialect=dialect, parts=parts, placeholders=tuple(found))


def _dialect(texts: list[CodeText]) -> Dialect:
    told = next((text.dialect for text in texts if text.dialect is not None), None)
    if any(text.is_fstring for text in texts):
        return told if told is not None else Dialect.FSTRING
    if told is None and any(text.holes for text in texts):
        by_marks = dialect_by_majority(text.text for text in texts)
        return Dialect.FSTRING if by_marks is Dialect.NONE else by_marks
    return told if told is not None else dialect_by_majority(text.text for text in texts)


def _placeholders(part: int, text: CodeText) -> list[Placeholder]:
    """Return the holes, and outside of f-strings the ``{x}`` marks that ``.format`` would fill."""
    holes = [(start, end) for _, start, end in text.holes]
    more = () if text.is_fstring else fstring_marks(text.text)
    free = [mark for mark in more if not overlaps(mark[1:], holes)]
    marks = sorted([*text.holes, *free], key=lambda mark: mark[1:])
    return with_human_marks(text.text, part, marks)
