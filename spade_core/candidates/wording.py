"""Checks of words: manners of speaking, a workflow to keep hidden."""

from collections.abc import Iterator

from spade_core.candidates.check import Check, check, literal, literals, tuple_of
from spade_core.candidates.snippets import HEADING_LEVEL, SENTENCES_IN, WORDS_OF, joined
from spade_core.criteria.descriptions import statement_of
from spade_core.criteria.readings import Hidden, Manner, Speaks, Times

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


def times_checks(reading: Times) -> Check:
    """Return the check that counts a phrase, or the sentences that have a word of a manner."""
    low, high = reading.lower, reading.upper
    bound = f"== {low}" if low == high else f"<= {high}" if low is None else f">= {low}"
    says = statement_of(reading)
    if isinstance(reading.what, Manner):
        # a regret in the sentence that apologises is no second apology
        body = f"""
forms = {literals(_COUNTED[reading.what])}
text = response.lower().replace("!", ".").replace("?", ".").replace("\\n", ".")
return len([part for part in text.split(".") if any([form in part for form in forms])]) {bound}
"""
    else:
        body = f"return response.lower().count({literal(reading.what.lower())}) {bound}"
    return check(says.removeprefix("The response ").rstrip("."), says, body)


_COUNTED = {Manner.APOLOGY: ("sorry", "apolog"), Manner.THANKS: ("thank", "grateful", "gratitude")}


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
    first = reading.manner is Manner.FIRST_PERSON
    words = _FIRST if first else ("you", "your", "yours", "you're", "yourself")
    # only the first letter is made small: "US" is a country
    listing = f"""
forms = {literals(words)}
words = [word.strip(".,;:!?\\"()*_") for word in response.replace("\u2019", "'").split()]
words = [word[:1].lower() + word[1:] for word in words]
""".strip()
    fact = f"has words of the {'first' if first else 'second'} person"
    return _wanted(reading, fact, "any(word in forms for word in words)", listing)


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
