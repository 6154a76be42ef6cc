"""The closed set of things a phrase of a prompt can be read as asking of a response.

A reading is what sentences that ask for the same have in common: everything that checks it is derived from it alone.
"""

from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """What a quantity counts; the value is the plural noun."""

    WORDS = "words"
    SENTENCES = "sentences"
    CHARACTERS = "characters"
    PARAGRAPHS = "paragraphs"
    LINES = "lines"
    ITEMS = "list items"
    ENTRIES = "entries"
    """Things of any kind that stand one by one: list items, headed parts, paragraphs or lines."""
    STEPS = "steps"
    """Items of the list that is numbered, or that stands under a heading that speaks of steps."""
    SECTIONS = "sections"
    EMOJIS = "emojis"
    QUESTIONS = "questions"
    HASHTAGS = "hashtags"
    LINKS = "links"
    EXCLAMATIONS = "exclamation marks"

    @property
    def singular(self) -> str:
        """The noun for one."""
        return "entry" if self is Unit.ENTRIES else self.value.removesuffix("s")


class Place(StrEnum):
    """The part of a response that a reading is about; the value is how people say it."""

    RESPONSE = "the response"
    TITLE = "the title"
    SECTION = "the section"
    EACH_ITEM = "each list item"
    EACH_PARAGRAPH = "each paragraph"
    EACH_SENTENCE = "each sentence"
    EACH_LINE = "each line"
    LAST_LINE = "the last line"
    LAST_PARAGRAPH = "the last paragraph"
    KEY = "the JSON key"


@dataclass(frozen=True, slots=True)
class Scope:
    """A place; `section` names the section or the JSON key when the place is one."""

    place: Place = Place.RESPONSE
    section: str = ""

    def __str__(self) -> str:
        named = self.place in (Place.SECTION, Place.KEY)
        return f'{self.place.value} "{self.section}"' if named else self.place.value


WHOLE = Scope()


@dataclass(frozen=True, slots=True)
class Quantity:
    """Between `lower` and `upper` of a unit; None is no bound."""

    unit: Unit
    lower: int | None
    upper: int | None
    scope: Scope = WHOLE
    approximate: bool = False
    """ "about", "a couple of": the bounds are meant loosely."""


@dataclass(frozen=True, slots=True)
class FieldQuantity:
    """As Quantity, the number being an input field: ``no more than {word_count} words``."""

    unit: Unit
    field: str
    at_least: bool
    at_most: bool


class PhraseRule(StrEnum):
    """What is asked of quoted or named phrases."""

    INCLUDE_ALL = "contains"
    INCLUDE_ANY = "contains one of"
    EXCLUDE = "does not contain"
    EXCLUDE_NAMES = "does not name"
    STARTS_WITH = "starts with"
    ENDS_WITH = "ends with"
    NOT_STARTS_WITH = "does not start with"
    NOT_ENDS_WITH = "does not end with"
    ONE_OF = "is one of"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases that the response must or must not have."""

    rule: PhraseRule
    phrases: tuple[str, ...]
    scope: Scope = WHOLE


@dataclass(frozen=True, slots=True)
class Times:
    """How often a phrase, or sentences of a manner, may occur: between `lower` and `upper`; None is no bound."""

    what: "str | Manner"
    lower: int | None
    upper: int | None


@dataclass(frozen=True, slots=True)
class FilledPhrase:
    """A phrase with placeholders in it, which the values of input fields fill: "Hi {customer_name},"."""

    rule: PhraseRule
    phrase: str
    marks: tuple[tuple[str, str], ...]
    """(mark as written, field)."""
    scope: Scope = WHOLE


@dataclass(frozen=True, slots=True)
class Section:
    """A section or labelled part that the response must have."""

    name: str
    label: str = ""
    """The name as the prompt writes it, colon included; empty where it only speaks of the section."""
    mark: str = ""
    """``##`` where the prompt writes the heading out."""


@dataclass(frozen=True, slots=True)
class SectionOrder:
    """Sections that must come in this order."""

    names: tuple[str, ...]


class Format(StrEnum):
    """How a response can be laid out; the value completes "the response is ..." or "the response has ..."."""

    MARKDOWN = "Markdown"
    HEADINGS = "Markdown headings"
    BOLD = "bold text"
    BULLETS = "a bulleted list"
    NUMBERED = "a numbered list"
    GROUPS = "headed groups"
    TABLE = "a table"
    CODE = "code in a fence"
    JSON = "JSON"
    JSON_ARRAY = "a JSON array"
    JSON_OBJECT = "a JSON object"
    YAML = "YAML"
    XML = "XML"
    HTML = "HTML"
    CSV = "CSV"
    SQL = "SQL"
    LATEX = "LaTeX"
    DIALOGUE = "speaker labels"
    LINES = "one entry per line"
    STEPS = "steps"
    LIST_LITERAL = "a list in brackets"
    BREAKS = "line breaks"
    PLAIN = "plain text"


@dataclass(frozen=True, slots=True)
class Layout:
    """A format wanted (or not) in a part of the response; `detail`: a programming language, a separator or a bullet."""

    format: Format
    wanted: bool = True
    scope: Scope = WHOLE
    detail: str = ""


@dataclass(frozen=True, slots=True)
class JsonKeys:
    """Keys of every object of the JSON in the response."""

    keys: tuple[str, ...]
    array: bool = False
    types: tuple[tuple[str, str], ...] = ()
    """(key, "str" | "int | float" | "bool" | "list" | "dict") where a sample shows it."""
    closed: bool = True
    """Whether they are all the keys there are; a key that a sentence adds leaves room for others."""


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """A JSON key whose value is one of these."""

    key: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeyRange:
    """A JSON key whose value is a number in [lower, upper]; the bounds as written."""

    key: str
    lower: str
    upper: str


@dataclass(frozen=True, slots=True)
class Tags:
    """XML-like tags that must be there and closed."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """The natural language of the response, by its English name."""

    name: str


@dataclass(frozen=True, slots=True)
class Echo:
    """An input field whose value identifies what the response is about, and so occurs in it (or must not)."""

    field: str
    exact: bool = False
    """Whether the prompt asks for the very value: a part of it is not enough."""
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class NoUnfilled:
    """No placeholder of the template is left unfilled in the response."""

    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TitleFirst:
    """The response starts with a title; `field` is the input field that gives its words, if one does."""

    field: str = ""


@dataclass(frozen=True, slots=True)
class OnlyContent:
    """Nothing around the content asked for: no preamble, no closing remarks."""


@dataclass(frozen=True, slots=True)
class NothingAfterList:
    """The response ends with its list."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Part of the workflow that the response must not reveal."""

    things: tuple[str, ...]
    """Nouns: ``table``, ``document``."""


@dataclass(frozen=True, slots=True)
class Length:
    """Short or long, in words rather than numbers: "concise", "detailed"."""

    short: bool
    scope: Scope = WHOLE


class Manner(StrEnum):
    """Ways of speaking with a small set of surface forms; the value completes "the response has ..."."""

    THANKS = "words of thanks"
    GREETING = "a greeting"
    SIGN_OFF = "a sign-off"
    APOLOGY = "an apology"
    CONCLUSION = "a concluding remark"
    SPECULATION = "speculative wording"
    SELF_REFERENCE = "a remark about being an AI"
    FIRST_PERSON = "the first person"
    SECOND_PERSON = "the second person"
    CALL_TO_ACTION = "a call to action"
    CLOSING_QUESTION = "a question at the end"
    CONTRACTIONS = "contractions"
    PERSONAL = "a personal address"
    EXAMPLES = "words that bring an example"
    SIMPLE = "simple language"
    REASONS = "words that give reasons"
    CAVEATS = "words that limit a statement"
    EXCLAMATION = "exclamation marks"


@dataclass(frozen=True, slots=True)
class Speaks:
    """A manner that is wanted or not."""

    manner: Manner
    wanted: bool = True


class Content(StrEnum):
    """Kinds of content that are seen by their shape; the value completes "the response has ..."."""

    NUMBERS = "figures"
    DATES = "a date"
    TIMES = "time stamps"
    LINKS = "a link"
    EMAIL = "an e-mail address"
    EMOJI = "an emoji"
    HASHTAG = "a hashtag"
    MENTION = "an @-mention"
    QUESTION = "a question"
    QUOTATION = "a quotation"
    CITATION = "a citation mark"


@dataclass(frozen=True, slots=True)
class Shows:
    """A kind of content that is wanted or not."""

    content: Content
    wanted: bool = True


class Case(StrEnum):
    """Letters of one case only."""

    LOWER = "lower case"
    UPPER = "capital letters"


@dataclass(frozen=True, slots=True)
class Casing:
    """All letters are of one case."""

    case: Case


@dataclass(frozen=True, slots=True)
class Unpunctuated:
    """No punctuation marks."""


@dataclass(frozen=True, slots=True)
class DateShape:
    """Dates are written in this shape: ``YYYY-MM-DD``."""

    shape: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Some of the input is quoted word for word."""


@dataclass(frozen=True, slots=True)
class Topics:
    """Named topics to draw on; the response should touch on some of them."""

    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grounded:
    """Nothing may be said that the input does not say."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A summary or paraphrase: shorter than the input and not copied from it."""


@dataclass(frozen=True, slots=True)
class NoRepetition:
    """Nothing is said or listed twice."""


@dataclass(frozen=True, slots=True)
class CodeConventions:
    """Code in the response follows the usual conventions of its language."""


@dataclass(frozen=True, slots=True)
class Score:
    """A number in [lower, upper] is given."""

    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class SampleShape:
    """The layout of an example output: what of its structure a response must share."""

    first_is_heading: bool
    heading_levels: tuple[int, ...]
    """Levels that occur, ascending."""
    bullets_under_level: int
    """Every heading of this level has list items below it; 0 when the sample has no such level."""
    parenthesis_level: int
    """Every heading of this level ends in a parenthesis; 0 when the sample has no such level."""
    colon_level: int
    """Every heading of this level ends in a colon; 0 when the sample has no such level."""
    labels: tuple[str, ...] = ()
    """``Final answer`` in ``Final answer: ...``; in order."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Only a reader can tell; `question` is answered yes when the response passes."""

    question: str


Reading = (
    Quantity
    | FieldQuantity
    | Phrases
    | Times
    | FilledPhrase
    | Section
    | SectionOrder
    | Layout
    | JsonKeys
    | KeyChoice
    | KeyRange
    | Tags
    | Language
    | Echo
    | NoUnfilled
    | TitleFirst
    | OnlyContent
    | NothingAfterList
    | Hidden
    | Length
    | Speaks
    | Shows
    | Casing
    | Unpunctuated
    | DateShape
    | Verbatim
    | Topics
    | Grounded
    | OwnWords
    | NoRepetition
    | CodeConventions
    | Score
    | SampleShape
    | Judgement
)
