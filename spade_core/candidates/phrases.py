"""Checks of phrases that are wanted or not: anywhere, at an edge, filled from fields, as names."""

import unicodedata
from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted, tuple_of
from spade_core.candidates.snippets import WORDS_OF, joined, parts
from spade_core.criteria.readings import FilledPhrase, PhraseRule, Phrases, Place, Scope

_STRIPPED = "#*_>\\\"'`“” \\r\\n\\t"


def phrase_checks(reading: Phrases) -> Iterator[Check]:
    """Yield the checks of phrases; they compare without regard to case."""
    phrases = tuple(phrase.lower() for phrase in reading.phrases)
    listed = quoted(reading.phrases, "or" if reading.rule is not PhraseRule.INCLUDE_ALL else "and")
    match reading.rule:
        case PhraseRule.INCLUDE_ALL | PhraseRule.INCLUDE_ANY:
            yield _inclusion(reading, phrases, listed)
        case PhraseRule.EXCLUDE:
            yield _exclusion(reading, phrases, listed)
        case PhraseRule.EXCLUDE_NAMES:
            yield _names(reading.phrases, listed)
        case PhraseRule.STARTS_WITH | PhraseRule.ENDS_WITH | PhraseRule.NOT_STARTS_WITH | PhraseRule.NOT_ENDS_WITH:
            yield _edge(reading, phrases, listed)
        case PhraseRule.ONE_OF:
            choices = literals(tuple(phrase.strip(" .") for phrase in phrases))
            yield check(
                f"is one of {' '.join(reading.phrases)}",
                f"The response is {listed} and nothing else, leaving punctuation aside.",
                f'return response.lower().strip("{_STRIPPED}.!") in {choices}',
            )
            words = all(phrase.isascii() and phrase.isalnum() for phrase in phrases)
            text = "words_of(response)" if words else "response.lower()"
            body = f"return any([choice in {text} for choice in {choices}])"
            says = f"The response contains {listed}{', as a word' if words else ''}."
            yield Check(f"contains one of {' '.join(reading.phrases)}", says, joined(WORDS_OF if words else "", body))


_STARTS = (PhraseRule.STARTS_WITH, PhraseRule.NOT_STARTS_WITH)
_WANTED = (PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH)


def _edge(reading: Phrases, phrases: tuple[str, ...], listed: str) -> Check:
    """The check of how a response, or a part of it, or each of its parts, starts or ends."""
    marks = reading.rule not in _STARTS and all(len(phrase) == 1 for phrase in phrases)
    call, aside = _edge_call(reading.rule, marks=marks)
    edges = tuple_of(phrases if marks else tuple(_bare(phrase, reading.rule) for phrase in phrases))
    helpers, text, many = _edge_text(reading.scope)
    sign = "" if reading.rule in _WANTED else "not "
    if many:
        result = f"parts = {text}\n"
        if reading.scope.place is Place.EACH_ITEM:
            result += f"parts = [{_ITEM_BARE} for part in parts]\n"
        result += f"return all([{sign}part.lower(){call}({edges}) for part in parts])"
    elif reading.scope.place in (Place.RESPONSE, Place.LAST_LINE, Place.TITLE):
        result = f"return {sign}{text}.lower(){call}({edges})"
    else:
        result = f"text = {text}\nreturn {sign}text.lower(){call}({edges})"
    place = str(reading.scope)
    says = f"{place[0].upper()}{place[1:]} {reading.rule} {listed}, leaving {aside} aside."
    named = " or ".join(_spoken(phrase) for phrase in reading.phrases)
    before = "" if reading.scope.place is Place.RESPONSE else f"{place.removeprefix('the ')} "
    return Check(f"{before}{reading.rule} {named}", says, joined(*helpers, result))


_ITEM_BARE = 'part.strip().lstrip("-*•0123456789.) ")'


def _edge_text(scope: Scope) -> tuple[list[str], str, bool]:
    return ([], "response", False) if scope.place is Place.RESPONSE else parts(scope)


def _edge_call(rule: PhraseRule, *, marks: bool) -> tuple[str, str]:
    """The call that compares an edge of a text, and what it leaves aside."""
    if rule in _STARTS:
        return f'.lstrip("{_STRIPPED}").startswith', "Markdown marks and quotes"
    if marks:
        return '.rstrip("`*_\\"\' \\r\\n").endswith', "Markdown marks and quotes"
    return f'.rstrip("{_STRIPPED}.").endswith', "a last full stop, Markdown marks and quotes"


def _bare(phrase: str, rule: PhraseRule) -> str:
    if rule in _STARTS:
        return phrase.strip("#*_>\"' ") or phrase
    return phrase.strip("*_\"' ").rstrip(".") or phrase


def filled_checks(reading: FilledPhrase) -> Iterator[Check]:
    """Yield the check of a phrase that fields fill; a field that is missing or no text passes."""
    marks = ", ".join(f"({literal(mark)}, {literal(field)})" for mark, field in reading.marks)
    phrase = _bare(reading.phrase, reading.rule) if reading.rule in (*_STARTS, *_WANTED) else reading.phrase
    filling = f"""
phrase = {literal(phrase)}
for mark, field in [{marks}]:
    value = example.get(field)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return True
    phrase = phrase.replace(mark, str(value).strip())
""".strip()
    sign = "not " if reading.rule in (PhraseRule.NOT_STARTS_WITH, PhraseRule.NOT_ENDS_WITH) else ""
    if reading.rule in (PhraseRule.EXCLUDE, PhraseRule.INCLUDE_ALL):
        how = "not in" if reading.rule is PhraseRule.EXCLUDE else "in"
        helpers, text, _ = (
            ([], "response", False) if reading.scope.place is not Place.LAST_LINE else parts(reading.scope)
        )
        result = f"return phrase.lower() {how} {text}.lower()"
        place = "The last line" if text == "last" else "The response"
    else:
        wide = reading.scope.place in (Place.LAST_LINE, Place.LAST_PARAGRAPH, Place.TITLE)
        helpers, text, _ = parts(reading.scope) if wide else ([], "response", False)
        call, _ = _edge_call(reading.rule, marks=False)
        result = f"return {sign}{text}.lower(){call}(phrase.lower())"
        if reading.rule in _STARTS and any(phrase.endswith(mark) for mark, _ in reading.marks):
            # "Dear Ana" is no start of "Dear Anastasia"
            opening = f'text = {text}.lower().lstrip("{_STRIPPED}")\nphrase = phrase.lower()\n'
            goes_on = "(phrase[-1:].isalnum() and text[len(phrase):][:1].isalnum())"
            result = f"{opening}starts = text.startswith(phrase) and not {goes_on}\nreturn {sign}starts"
        place = str(reading.scope)[0].upper() + str(reading.scope)[1:] if wide else "The response"
    says = f'{place} {reading.rule} "{reading.phrase}", the placeholders filled from the example.'
    words = reading.phrase
    for mark, field in reading.marks:
        words = words.replace(mark, f" {field} ")
    yield Check(f"{reading.rule} {words}", says, joined(*helpers, filling, result))


def _names(names: tuple[str, ...], listed: str) -> Check:
    """Names as written, in capitals throughout, and with their first letter large; "Target" is no "target"."""
    forms = tuple(dict.fromkeys(form for name in names for form in _written(name)))
    body = f"""
text = "".join(char if char.isalnum() else " " for char in response)
text = f" {{' '.join(text.split())}} "
return not any(f" {{name}} " in text for name in {literals(forms)})
"""
    return check(f"does not name {' '.join(names)}", f"The response does not name {listed}, as whole words.", body)


def _written(name: str) -> Iterator[str]:
    bare = " ".join("".join(c if c.isalnum() else " " for c in name).split())
    yield bare
    yield bare.upper()
    yield bare[:1].upper() + bare[1:]
    odd = " " not in bare and bare[1:] != bare[1:].lower() and not (bare.isupper() and len(bare) < 5)
    if odd:
        yield bare.lower()  # a spelling such as eBay names nothing else in small letters


def _text_of(reading: Phrases) -> tuple[list[str], str, str]:
    """The helpers, the expression of the text that the phrases are about, and its name in a sentence."""
    if reading.scope.place in (Place.TITLE, Place.SECTION, Place.LAST_LINE, Place.LAST_PARAGRAPH):
        helpers, text, _ = parts(reading.scope)
        return helpers, text, str(reading.scope)
    return [], "response", "the response"


def _inclusion(reading: Phrases, phrases: tuple[str, ...], listed: str) -> Check:
    helpers, text, place = _text_of(reading)
    if len(phrases) == 1:
        result = f"return {literal(phrases[0])} in {text}.lower()"
    else:
        how = "all" if reading.rule is PhraseRule.INCLUDE_ALL else "any"
        result = f"text = {text}.lower()\nreturn {how}(phrase in text for phrase in {literals(phrases)})"
    says = f"{place[0].upper()}{place[1:]} contains {listed}."
    return Check(f"{_place_word(reading)}contains {' '.join(reading.phrases)}", says, joined(*helpers, result))


def _place_word(reading: Phrases) -> str:
    if reading.scope.place is Place.SECTION:
        return f"{reading.scope.section} section "
    last = reading.scope.place in (Place.LAST_LINE, Place.LAST_PARAGRAPH)
    return (
        "title "
        if reading.scope.place is Place.TITLE
        else f"{str(reading.scope).removeprefix('the ')} "
        if last
        else ""
    )


def _exclusion(reading: Phrases, phrases: tuple[str, ...], listed: str) -> Check:
    helpers, text, place = _text_of(reading)
    words = tuple(phrase for phrase in phrases if phrase.isascii() and phrase.isalpha())
    rest = tuple(phrase for phrase in phrases if phrase not in words)
    says = f"{place[0].upper()}{place[1:]} does not contain {listed}."
    name = f"{_place_word(reading)}does not contain {' '.join(_spoken(phrase) for phrase in reading.phrases)}"
    conditions = []
    if words:
        helpers = [WORDS_OF, *helpers]
        found = f"word in words_of({text}) for word in {literals(words)}"
        conditions.append(f"{literal(words[0])} in words_of({text})" if len(words) == 1 else f"any([{found}])")
    if rest:
        found = f"phrase in {text}.lower() for phrase in {literals(rest)}"
        conditions.append(f"{literal(rest[0])} in {text}.lower()" if len(rest) == 1 else f"any({found})")
    if len(conditions) == 1:
        result = (
            f"return not {conditions[0]}" if conditions[0].startswith("any") else f"return {_not_in(conditions[0])}"
        )
    else:
        result = f"return not ({' or '.join(conditions)})"
    return Check(name, says, joined(*helpers, result))


def _spoken(phrase: str) -> str:
    """The phrase, or the name of the character that it is."""
    return unicodedata.name(phrase, phrase) if len(phrase) == 1 else phrase


def _not_in(condition: str) -> str:
    left, _, right = condition.rpartition(" in ")
    return f"{left} not in {right}"
