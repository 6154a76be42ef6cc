"""The cues of one changed sentence: which words speak for which category, and why."""

from typing import NamedTuple

from spade_core.categories.classification import Cue
from spade_core.categories.english import Reading, reading_of
from spade_core.categories.family import ENOUGH
from spade_core.categories.layout_cues import layout_hits
from spade_core.categories.matcher import Hit, hits_in
from spade_core.categories.novelty import Novelty, novelty_of
from spade_core.categories.taxonomy import Category
from spade_core.categories.tokens import NAMELESS, TokenKind, Tokens, placeholders_in, tokens_of
from spade_core.categories.vocabulary import CLASSES, words_of
from spade_core.deltas.delta import Change, Sign
from spade_core.deltas.sentence import Sentence, SentenceKind


class SentenceCues(NamedTuple):
    """All that is read from one changed sentence."""

    cues: tuple[Cue, ...]
    """In reading order."""
    reading: Reading
    reworded: bool
    """Whether it replaces another sentence and asks for nothing that the other did not ask for."""
    words_changed: bool
    """For a reworded one: whether a word differs rather than only marks, case or white space."""


_STICKY = frozenset({Category.RESPONSE_FORMAT, Category.WORKFLOW_DESCRIPTION})
"""Categories whose cue, reworded, is no new criterion as long as it keeps a word."""
_GROWING = frozenset({Category.EXCLUSION, Category.INCLUSION, Category.RESPONSE_FORMAT})
"""Categories whose list of contents may grow after an old cue."""
_TELLING = words_of(CLASSES["format"]) | words_of(CLASSES["language"]) - {"language"}
"""Words that make another layout of the old one."""
_REWRITTEN = 0.5
"""A sentence with a larger share of new words is a new one."""
_CLAUSE_ENDS = frozenset([".", "!", "?", ";", ":", ",", "but", "and", "then", "instead"])
_CONJUNCTIONS = frozenset({"or", "and", "nor"})
_JOINING = _CONJUNCTIONS | {","}
_GROWTH = 3
"""New words that make a grown list a new criterion where nothing joins them to it."""


def cues_in(
    sentence: Sentence,
    *,
    counterpart: Sentence | None,
    sign: Sign,
    known_placeholders: frozenset[str] = frozenset(),
    in_sample: bool = False,
) -> tuple[Cue, ...]:
    """Return the cues of one sentence, in reading order; of a modified one, only for what it newly says.

    `known_placeholders` are no new data; a sentence `in_sample` instructs nothing, so only its placeholders count.
    """
    change = Change(sign, sentence, counterpart)
    return read_change(change, counterpart, known_placeholders=known_placeholders, in_sample=in_sample).cues


def read_change(
    change: Change,
    origin: Sentence | None,
    *,
    known_placeholders: frozenset[str] = frozenset(),
    in_sample: bool = False,
) -> SentenceCues:
    """Return the cues of a change with its language and whether it only rewords `origin`, the sentence it was."""
    text = change.sentence.text
    known = known_placeholders | (placeholders_in(origin.text) if origin is not None else frozenset())
    if in_sample and not placeholders_in(text) - known:
        changed = origin is not None and text.casefold().split() != origin.text.casefold().split()
        return SentenceCues((), Reading.NEUTRAL, origin is not None, changed)
    tokens = tokens_of(text)
    if not tokens.words:  # a comment of the template language
        return SentenceCues((), Reading.NEUTRAL, reworded=False, words_changed=False)
    novelty = novelty_of(tokens, origin.text) if origin is not None else None
    reading = Reading.NEUTRAL if change.sentence.kind is SentenceKind.CODE else reading_of(text, tokens)
    hits = [] if in_sample else list(layout_hits(tokens))
    if reading is not Reading.FOREIGN and not in_sample and change.sentence.kind is not SentenceKind.CODE:
        hits += _weakened(tokens, _spoken_to_the_model(tokens, hits_in(tokens)))
    cues = [*_placeholder_cues(change, tokens, known), *_new_cues(change, tokens, hits, novelty)]
    cues.sort(key=lambda cue: (cue.span, cue.category, cue.reason))
    if novelty is None:
        return SentenceCues(tuple(cues), reading, reworded=False, words_changed=False)
    # what a foreign sentence newly says cannot be read, so only unchanged words make it a rewording
    readable = reading is not Reading.FOREIGN or not novelty.respelled
    return SentenceCues(tuple(cues), reading, readable and not _is_enough(cues), novelty.respelled)


def _is_enough(cues: list[Cue]) -> bool:
    """Whether the cues suffice for some category, so that the sentence asks for something new."""
    evidence: dict[Category, float] = {}
    for cue in cues:
        evidence[cue.category] = evidence.get(cue.category, 0.0) + cue.weight
    return any(weight >= ENOUGH for weight in evidence.values())


def _placeholder_cues(change: Change, tokens: Tokens, known: frozenset[str]) -> list[Cue]:
    if TokenKind.PLACEHOLDER not in tokens.kinds and TokenKind.TAG not in tokens.kinds:
        return []
    seen = {*known, NAMELESS}
    cues = []
    for index, kind in enumerate(tokens.kinds):
        if (kind is TokenKind.PLACEHOLDER or kind is TokenKind.TAG) and tokens.words[index] not in seen:
            seen.add(tokens.words[index])
            cues.append(Cue(Category.DATA_INTEGRATION, change, tokens.span(index, index), "new placeholder"))
    return cues


def _new_cues(change: Change, tokens: Tokens, hits: list[Hit], novelty: Novelty | None) -> list[Cue]:
    if novelty is None:
        return [_cue(change, hit) for hit in hits]
    allowed = any(hit.family.category is Category.INCLUSION for hit in hits) and _was_forbidden(novelty)
    new = [
        _cue(change, hit)
        for hit in hits
        if (allowed and hit.family.category is Category.INCLUSION) or _is_new(hit, tokens, novelty)
    ]
    if not new:
        new = _grown(change, tokens, hits, novelty)
    if not new and novelty.lost and novelty.share > _REWRITTEN:
        return [_cue(change, hit) for hit in hits]
    return new


def _cue(change: Change, hit: Hit) -> Cue:
    return Cue(_category(hit), change, hit.span, hit.family.reason, hit.weight)


def _category(hit: Hit) -> Category:
    if hit.family.category is None:
        raise ValueError("a family without a category gives no hit")
    return hit.family.category


def _spoken_to_the_model(tokens: Tokens, hits: tuple[Hit, ...]) -> list[Hit]:
    """Leave out style words of the clause that gives the model its role: "You are a friendly teacher"."""
    kept = []
    role_end = -1
    for hit in hits:
        if hit.family.reason == "says who does the work":
            role_end = max(role_end, hit.last + 1)
            while role_end < len(tokens) and tokens.words[role_end] not in ".!?;:":
                role_end += 1
        if hit.family.category is not Category.QUALITATIVE or hit.first >= role_end:
            kept.append(hit)
    return kept


def _weakened(tokens: Tokens, hits: list[Hit]) -> list[Hit]:
    """Halve what an exclusion speaks of: "avoid bullet points" asks for no layout, "don't be wordy" hints at style."""
    weighed = []
    clause_end = -1
    for hit in hits:
        if hit.family.category is Category.EXCLUSION:
            clause_end = max(clause_end, hit.last + 1)
            while clause_end < len(tokens) and tokens.words[clause_end] not in _CLAUSE_ENDS:
                clause_end += 1
        elif hit.first < clause_end and hit.family.category is not Category.QUANTITY:
            hit = hit._replace(weight=hit.weight / 2)
        weighed.append(hit)
    return weighed


def _is_new(hit: Hit, tokens: Tokens, novelty: Novelty) -> bool:
    """Whether the words that ask for it are new."""
    novel = [index for index in range(hit.first, hit.last + 1) if index in novelty.tokens]
    if not novel or hit.family.category not in _STICKY:
        return bool(novel)
    if novelty.share > _REWRITTEN or any(tokens.words[i] in _TELLING or tokens.quoted[i] for i in novel):
        return True
    return not any(tokens.words[index] in novelty.old.words for index in range(hit.first, hit.last + 1))


def _was_forbidden(novelty: Novelty) -> bool:
    """Whether the counterpart left out what is now to be there: "do not mention the price", "mention the price"."""
    old = frozenset(hit.family.category for hit in hits_in(novelty.old))
    return Category.EXCLUSION in old and Category.INCLUSION not in old


def _grown(change: Change, tokens: Tokens, hits: list[Hit], novelty: Novelty) -> list[Cue]:
    """An old exclusion or inclusion whose list of contents became longer: the new words are the cue."""
    quoted = any(tokens.quoted[index] for index in novelty.tokens)
    if not novelty.tokens:
        return []
    first, last = _stretch(tokens, sorted(novelty.tokens))
    joined = not novelty.lost and not _JOINING.isdisjoint(tokens.words[max(0, first - 1) : first + 1])
    if len(novelty.tokens) < _GROWTH and not quoted and not joined:
        return []
    earlier = [hit for hit in hits if hit.family.category in _GROWING and hit.last < first]
    if not earlier:
        return []
    grown = max(reversed(earlier), key=lambda hit: hit.weight)
    reason = f"adds to: {grown.family.reason}"
    return [Cue(_category(grown), change, tokens.span(first, last), reason, grown.weight)]


def _stretch(tokens: Tokens, novel: list[int]) -> tuple[int, int]:
    """Return the first and last token of new words, without a leading "or", with the marks that quote them."""
    first = next((index for index in novel if tokens.words[index] not in _CONJUNCTIONS), novel[0])
    last = novel[-1]
    while first > 0 and tokens.quoted[first] and tokens.kinds[first - 1] is TokenKind.MARK and tokens.quoted[first - 1]:
        first -= 1
    while last + 1 < len(tokens) and tokens.quoted[last] and tokens.quoted[last + 1]:
        last += 1
    return first, last
