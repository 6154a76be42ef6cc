"""Checks of words: phrases wanted or not, manners of speaking, a workflow to keep hidden."""

import unicodedata
from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, quoted, tuple_of
from spade_core.candidates.snippets import HEADING_LEVEL, SENTENCES_IN, WORDS_OF, joined, parts
from spade_core.criteria.readings import Hidden, Manner, PhraseRule, Phrases, Place, Speaks

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
        case PhraseRule.STARTS_WITH:
            starts = tuple_of(tuple(phrase.strip("#*_>\"' ") or phrase for phrase in phrases))
            yield check(
                f"starts with {' or '.join(reading.phrases)}",
                f"The response starts with {listed}, leaving Markdown marks and quotes aside.",
                f'return response.lower().lstrip("{_STRIPPED}").startswith({starts})',
            )
        case PhraseRule.ENDS_WITH:
            yield _ending(phrases, reading, listed)
        case PhraseRule.ONE_OF:
            choices = literals(tuple(phrase.strip(" .") for phrase in phrases))
            yield check(
                f"is one of {' '.join(reading.phrases)}",
                f"The response is {listed} and nothing else, leaving punctuation aside.",
                f'return response.lower().strip("{_STRIPPED}.!") in {choices}',
            )
            yield check(
                f"contains one of {' '.join(reading.phrases)}",
                f"The response contains {listed}.",
                f"return any(choice in response.lower() for choice in {choices})",
            )


def _ending(phrases: tuple[str, ...], reading: Phrases, listed: str) -> Check:
    marks = all(len(phrase) == 1 for phrase in phrases)
    ends = tuple_of(phrases if marks else tuple(p.strip("*_\"' ").rstrip(".") or p for p in phrases))
    stripped = "`*_\\\"' \\r\\n" if marks else f"{_STRIPPED}."
    aside = "Markdown marks and quotes" if marks else "a last full stop, Markdown marks and quotes"
    return check(
        f"ends with {' or '.join(_spoken(phrase) for phrase in reading.phrases)}",
        f"The response ends with {listed}, leaving {aside} aside.",
        f'return response.lower().rstrip("{stripped}").endswith({ends})',
    )


def _text_of(reading: Phrases) -> tuple[list[str], str, str]:
    """The helpers, the expression of the text that the phrases are about, and its name in a sentence."""
    if reading.scope.place in (Place.TITLE, Place.SECTION):
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
    return "title " if reading.scope.place is Place.TITLE else ""


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
        conditions.append(f"{literal(words[0])} in words_of({text})" if len(words) == 1 else f"any({found})")
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


_FORMS: dict[Manner, tuple[str, ...]] = {
    Manner.THANKS: ("thank", "grateful", "gratitude", "appreciat"),
    Manner.APOLOGY: ("sorry", "apolog", "regret", "unfortunately"),
    Manner.SELF_REFERENCE: ("as an ai", "i am an ai", "i'm an ai", "language model", "virtual assistant"),
    Manner.CALL_TO_ACTION: (
        "sign up", "try ", "get started", "start ", "click", "visit", "contact", "reach out", "book ", "learn more",
        "join", "subscribe", "download", "buy ", "order ", "register", "explore", "log in", "discover", "schedule",
    ),
    Manner.EXAMPLES: ("for example", "for instance", "e.g.", "such as", "example", "imagine", "say,", "consider"),
    Manner.REASONS: ("because", "due to", "driven by", "as a result", "since ", "therefore", "owing to", "attribut"),
    Manner.CAVEATS: ("however", "although", "despite", "except", "excluding", "unless", "while", "but "),
    Manner.CONCLUSION: (
        "in conclusion", "in summary", "to sum up", "to conclude", "to summarize", "in closing", "all in all",
        "overall,", "ultimately,", "in essence",
    ),
}  # fmt: skip
_CONTRACTIONS = ("n't", "'re", "'ll", "'ve", "i'm", "it's", "that's", "he's", "she's", "let's")
_GREETINGS = ("hi", "hello", "hey", "dear", "greetings", "good morning", "good afternoon", "good evening", "welcome")
_SIGN_OFFS = (
    "regards", "sincerely", "best,", "best wishes", "cheers", "yours", "thanks,", "thank you,", "warmly",
    "respectfully",
)  # fmt: skip
_HEDGES = (
    "might", "perhaps", "possibly", "probably", "presumably", "maybe", "likely", "could", "may", "seems", "appears",
    "suggests",
)  # fmt: skip
_FIRST = ("i", "i'm", "i've", "i'd", "i'll", "my", "me", "we", "our", "us", "mine")


def manner_checks(reading: Speaks) -> Iterator[Check]:
    """Yield the checks of a manner, from its surface forms."""
    match reading.manner:
        case (
            Manner.THANKS
            | Manner.APOLOGY
            | Manner.SELF_REFERENCE
            | Manner.CALL_TO_ACTION
            | Manner.REASONS
            | Manner.CAVEATS
            | Manner.EXAMPLES
        ):
            yield _forms(reading)
            if reading.manner is Manner.THANKS and reading.wanted:
                yield _opening_thanks()
        case Manner.SIMPLE:
            yield from _simple()
        case Manner.CONCLUSION:
            yield from _conclusion(reading.wanted)
        case Manner.SPECULATION:
            yield from _speculation()
        case Manner.GREETING:
            yield _greeting(reading.wanted)
        case Manner.SIGN_OFF:
            yield _sign_off(reading.wanted)
        case Manner.FIRST_PERSON | Manner.SECOND_PERSON | Manner.PERSONAL:
            yield _person(reading)
        case Manner.CLOSING_QUESTION:
            result = 'response.rstrip("*_\\"\' \\r\\n").endswith("?")'
            yield _wanted(reading, "ends with a question", result)
        case Manner.CONTRACTIONS:
            listing = f'forms = {literals(_CONTRACTIONS)}\ntext = response.lower().replace("\u2019", "\'")'
            yield _wanted(reading, "has contractions", "any(form in text for form in forms)", listing)
        case Manner.EXCLAMATION:
            yield _wanted(reading, "has exclamation marks", '"!" in response')


def _wanted(reading: Speaks, fact: str, expression: str, *helpers: str) -> Check:
    bare = fact.replace("has an ", "has ").replace("has a ", "has ").replace("has the ", "has ")
    negated = fact if reading.wanted else bare.replace("ends", "does not end").replace("has ", "has no ", 1)
    result = f"return {expression}" if reading.wanted else f"return not {expression}"
    return Check(negated, f"The response {negated}.", joined(*helpers, result))


def _forms(reading: Speaks) -> Check:
    forms = _FORMS[reading.manner]
    fact = f"has {reading.manner}"
    return _wanted(reading, fact, f"any(form in response.lower() for form in {literals(forms)})")


def _simple() -> Iterator[Check]:
    for words in (15, 20):
        body = joined(SENTENCES_IN, f"return len(response.split()) <= {words} * max(sentences_in(response), 1)")
        yield Check(f"at most {words} words per sentence", f"Sentences have at most {words} words on average.", body)
    for share in (10, 20):
        body = (
            f"words = words_of(response)\nreturn len([word for word in words if len(word) > 9]) * 100 <= "
            f"{share} * len(words)"
        )
        says = f"At most {share} % of the words have more than nine letters."
        yield Check(f"at most {share} percent long words", says, joined(WORDS_OF, body))


def _opening_thanks() -> Check:
    body = f"""
lines = [line.lower() for line in response.splitlines() if line.strip()]
return any(form in line for line in lines[:2] for form in {literals(_FORMS[Manner.THANKS])})
"""
    return check("opens with words of thanks", "One of the first two lines has words of thanks.", body)


def _conclusion(wanted: bool) -> Iterator[Check]:
    forms = literals(_FORMS[Manner.CONCLUSION])
    last = f"""
lines = [line.strip("#*_-• ").lower() for line in response.splitlines() if line.strip()]
last = lines[-1] if lines else ""
return {"" if wanted else "not "}any(form in last for form in {forms})
"""
    anywhere = f"return {'' if wanted else 'not '}any(form in response.lower() for form in {forms})"
    has = "has a" if wanted else "has no"
    yield check(f"{has} concluding last paragraph", f"The last line {has.removesuffix(' a')} concluding words.", last)
    yield check(f"{has} concluding remark", f"The response {has} remark that concludes or sums up.", anywhere)
    if not wanted:
        body = joined(
            HEADING_LEVEL,
            'named = ("conclusion", "overall", "summary", "takeaway", "assessment", "final thoughts")\n'
            "headings = [line.lower() for line in response.splitlines()[1:] if heading_level(line)]\n"
            "return not any([word in line for line in headings for word in named])",
        )
        yield Check("has no concluding section", "No heading after the first line announces a conclusion.", body)
        note = """
lines = [line.strip("#*_-• ").lower() for line in response.splitlines() if line.strip()]
last = lines[-1] if lines else ""
remarks = ("note", "this ", "these ", "the above", "the summary", "overall", "please note")
return not last.startswith(remarks)
"""
        yield check(
            "does not end with a remark about itself",
            "The last line is content, not a remark about the response.",
            note,
        )


def _speculation() -> Iterator[Check]:
    for allowed in (0, 2, 4):
        # as written, so that "May" is a month
        body = f"""
hedges = {literals(_HEDGES)}
words = [word.strip(".,;:!?()*_") for word in response.split()]
return len([word for word in words if word in hedges]) <= {allowed}
"""
        many = "no" if not allowed else f"at most {allowed}"
        yield check(
            f"has {many} speculative words", f"The response has {many} words such as might, perhaps, likely.", body
        )


def _greeting(wanted: bool) -> Check:
    result = (
        f'return {"" if wanted else "not "}response.lower().lstrip("#*_ \\r\\n").startswith({tuple_of(_GREETINGS)})'
    )
    says = f"The response {'opens' if wanted else 'does not open'} with a greeting."
    return check(says.removeprefix("The response ").rstrip("."), says, result)


def _sign_off(wanted: bool) -> Check:
    body = f"""
lines = [line.strip().lower() for line in response.splitlines() if line.strip()]
return {"" if wanted else "not "}any(word in line for line in lines[-3:] for word in {literals(_SIGN_OFFS)})
"""
    says = f"The last three lines have {'a' if wanted else 'no'} sign-off."
    return check(f"has {'a' if wanted else 'no'} sign off", says, body)


def _person(reading: Speaks) -> Check:
    words = _FIRST if reading.manner is Manner.FIRST_PERSON else ("you", "your", "yours", "you're", "yourself")
    listing = f'forms = {literals(words)}\nwords = [word.strip(".,;:!?\\"()*_") for word in response.lower().split()]'
    person = "first" if reading.manner is Manner.FIRST_PERSON else "second"
    return _wanted(reading, f"has words of the {person} person", "any(word in forms for word in words)", listing)


_REVEALING = (
    "the {thing} provided", "the provided {thing}", "the given {thing}", "this {thing}", "the {thing} above",
    "the above {thing}", "according to the {thing}", "based on the {thing}", "in the {thing}", "from the {thing}",
    "the {thing} states", "the {thing} mentions",
)  # fmt: skip
_OWN_WORK = (
    "i used", "i queried", "i searched", "i looked up", "i consulted", "i was given", "i was instructed",
    "my instructions",
)  # fmt: skip


def hidden_checks(reading: Hidden) -> Iterator[Check]:
    """Yield the search for phrases that give the workflow away; a judge is asked besides."""
    things = tuple(dict.fromkeys(_singular(thing) for thing in reading.things))[:4]
    phrases = tuple(pattern.format(thing=thing) for thing in things for pattern in _REVEALING) + _OWN_WORK
    named = " or ".join(things)
    yield check(
        f"does not reveal the {named}",
        f"The response has no phrase that gives away the {named} behind it.",
        f"revealing = {literals(phrases)}\nreturn not any(phrase in response.lower() for phrase in revealing)",
    )


def _singular(thing: str) -> str:
    if thing.endswith("ies"):
        return f"{thing[:-3]}y"
    return thing.removesuffix("s") if thing not in ("rules", "sms", "process") else thing
