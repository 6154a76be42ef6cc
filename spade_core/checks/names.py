"""The names of a response that its contexts do not hold."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from spade_core.checks.amounts import _SPELT_NUMBERS
from spade_core.checks.chinese import _new_chinese_names
from spade_core.checks.days import _MONTHS, _WEEKDAYS
from spade_core.checks.held import _without_dates
from spade_core.checks.languages import in_language
from spade_core.checks.plain import plain, without_code
from spade_core.checks.sources import _CITATION, _TEXTS, _WORD, _as_read, _folded, _is_like, _source_texts, _stem
from spade_core.checks.vietnamese import _is_vietnamese, _new_vietnamese_names

__all__ = ["new_names"]

_LONGEST_ABBREVIATION: Final = 6
_SEAM: Final = re.compile(r"[-'’]")
_IDENTIFIER: Final = re.compile(r"\b(?!FY)[A-Z]{2,}-?\d{3,}\b")
_ADDRESS: Final = re.compile(
    r"(?:https?://|\bwww\.)[^\s<>()\[\]{}\"'`|]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE
)
_MODEL: Final = re.compile(r"(?<![\w-])([A-Z]{1,4}-?)(\d{2,4})(?![\w-])")
_SHORTEST: Final = 3
_ENDING: Final = 2
_SHORT_FORM: Final = r"(?:[a-z]{1,4}\.(?=,| [A-Za-z&(])|[A-Z]\b)"
"""What stands behind the first letter of Jas., and of TX behind a comma."""
_HEAD: Final = 4
"""Letters that the forms of a word have in common."""
_PART: Final = re.compile(r"[^\W_]*")
_WHOLE: Final = re.compile(r"[\w'’-]*")
_STARTS: Final = re.compile(r"(?:^|[.!?:;…|]|\n)[\s\"'“”‘’()*_>#•–—-]*$")
_TITLE: Final = re.compile(r"\b(?:Dr|Mrs?|Ms|Prof|St)\.\s$")
_LABEL: Final = re.compile(
    r"(?m)^[ \t]*#{1,6} .*$|^[ \t>]*\*\*[^*\n]+\*\*:?[ \t]*$|\*\*[^*\n]{1,80}(?::\*\*|\*\*:)"
    r"|^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+[^:\n.!?]{1,60}:(?=\s|$)|^[ \t]*\|.*(?=\n[ \t]*\|[ \t:|-]+\|?[ \t]*$)"
)
"""Headings, also of tables, and labels, whose words are often written as names are."""
_STOP: Final = frozenset(
    (
        "the", "a", "an", "and", "or", "but", "if", "of", "in", "on", "at", "to", "for", "from", "by", "with",
        "without", "about", "into", "over", "under", "than", "then", "so", "as", "is", "are", "was", "were", "be",
        "been", "being", "am", "do", "does", "did", "done", "can", "could", "may", "might", "must", "shall", "should",
        "will", "would", "have", "has", "had", "having", "it", "its", "this", "that", "these", "those", "there",
        "here", "he", "she", "they", "them", "their", "his", "her", "we", "us", "our", "you", "your", "my", "me",
        "who", "whom", "whose", "what", "when", "where", "why", "which", "how", "much", "many", "long", "often", "far",
        "old", "high", "not", "no", "nor", "any", "some", "all", "each", "every", "both", "few", "more", "most",
        "other", "such", "only", "own", "same", "very", "just", "also", "too", "please", "tell", "explain", "describe",
        "give", "list", "name", "happened", "say", "says", "said", "get", "got", "make", "made", "use", "used", "need",
        "want", "know", "known", "last", "think", "mean", "summarise", "summarize", "summary", "information", "details",
    )
)  # fmt: skip
_COMMON: Final = """
i i'm i've i'll i'd dr mr mrs ms miss sir madam prof professor doctor st saint jr sr ph phd ok okay yes no hello hi dear
rev hon capt col gen lt sgt
sincerely thanks note notes please celsius fahrenheit kelvin internet web online website email wi-fi tv pdf app officer
president vice director manager chief head chair chairman chairwoman chairperson minister prime mayor governor senator
judge justice king queen prince princess lord lady duke duchess earl count emperor pope bishop archbishop father mother
brother sister uncle aunt captain colonel general major sergeant lieutenant commander admiral secretary treasurer
ambassador chancellor dean principal coach founder editor author department office ministry agency bureau board
committee council commission authority administration government parliament congress senate house assembly court cabinet
administrator party union association society federation foundation institute institution organization organisation
charity trust company corporation corp inc ltd llc plc group holdings firm enterprise business industry bank fund market
store shop restaurant hotel inn cafe museum gallery theatre theater cinema library school college university academy
faculty campus hospital clinic centre center station airport port harbour harbor bridge tower castle palace hall church
cathedral abbey chapel temple mosque synagogue monastery cemetery stadium arena park garden gardens zoo street road
avenue lane square place drive boulevard highway route motorway railway line river lake sea ocean bay gulf coast beach
island islands isle peninsula cape mountain mountains mount hill hills valley desert forest falls canyon plateau city
town village county district province region territory state states republic kingdom empire federal country nation north
south east west northern southern eastern western northeast northwest southeast southwest central upper lower inner
outer middle mid great greater grand royal national international global world regional local public private civil
military new old big little long high first second third day week month year century age era period spring summer autumn
fall winter morning afternoon evening night noon midnight christmas easter eve new-year holiday holidays war battle
revolution treaty act law bill code regulation directive constitution agreement policy plan program programme project
campaign scheme strategy mission report study review paper article book chapter section part page table figure appendix
volume series season episode film movie novel story poem song album single band orchestra choir team club league cup
championship championships tournament final finals games game match olympics prize award medal festival fair exhibition
conference summit forum meeting workshop course class training lesson exam test quiz service services support customer
customers client clients user users member members membership staff employee employees human resources sales marketing
finance accounting legal help desk hotline contact info information data privacy security safety health care insurance
account accounts payment payments billing invoice order orders delivery shipping return returns refund refunds warranty
terms conditions licence license subscription plus premium basic standard pro edition version model type level step
steps option options rule rules question questions answer answers context contexts document documents passage passages
source sources text summary overview introduction background conclusion details example examples key main important
additional other total price cost costs fee fees date dates time times hours location address phone number name title
status result results home work life water air fire earth sun moon sky land wood stone iron gold silver bronze glass oil
gas power energy electric green red blue black white yellow brown force forces army navy police guard crown guide
handbook manual tour tours trip visit ticket tickets room rooms floor building block gate entrance reception terminal
platform dashboard settings menu button tab screen mode value error warning file folder server cloud network system
systems software hardware device devices tool tools assistant engine studio lab labs laboratory research science
sciences technology engineering medicine medical history art arts music design architecture education environment
agriculture food wine tea coffee bread cake soup dish european asian african latin english arctic antarctic pacific
atlantic mediterranean christian muslim jewish catholic protestant buddhist hindu democratic republican liberal
conservative labour labor socialist communist democrat football soccer rugby basketball cricket tennis golf victorian
medieval renaissance roman gothic baroque martian lunar solar way milky common top best good better free full open early
late special personal professional monthly weekly daily annual yearly overall finally however therefore also according
based given since during between through after before front back side waiting lost found box mail post letter form forms
checklist councillor alderman deputy senior junior intern trainee expert specialist consultant engineer architect nurse
dentist surgeon patient teacher student students pupil pupils parent parents child children adult adults people women
men man woman boy girl family friend friends guest guests visitor visitors traveller passenger driver drivers owner
tenant landlord buyer seller reader writer player players winner winners artist artists scientist researcher researchers
phase stage round session sessions unit units topic theme goal goals objective objectives benefit benefits feature
features function functions advantage disadvantage pros cons risk risks cause causes effect effects symptom symptoms
treatment diagnosis therapy medication dose drug drugs vaccine ingredients method methods preparation instructions
directions recipe breakfast lunch dinner supper snack drink drinks beer juice milk cheese fish meat vegetables fruit
sugar salt pepper butter flour egg eggs apple orange lemon prices discount offer sale deal budget income tax taxes loan
mortgage interest credit debit card cards cash currency stock exchange balance statement ice steam industrial digital
modern ancient classic classical contemporary folk jazz rock pop opera ballet symphony sonata concert concerto
television radio newspaper magazine press news journal herald gazette fiction fantasy poetry drama comedy tragedy
romance mystery nature wildlife animal animals bird birds tree trees plant plants flower flowers farm houses homes
cottage manor villa apartment flat wall walls window door roof kitchen bathroom bedroom garage cellar basement attic
pool spa sauna gym fitness sport sports train trains bus buses tram metro subway taxi car cars bike bicycle ship boat
ferry plane aircraft flight flights luggage baggage seat cabin crew pilot weather climate storm hurricane tropical
cyclone flood drought earthquake tsunami volcano wind rain snow temperature pressure speed distance length width height
depth weight size area colour color shape material quality quantity amount rate ratio percentage share average maximum
minimum your our their my its thing death birth marriage wedding funeral birthday anniversary yes/no q a faq tip tips
hint caution danger attention notice remark disclaimer mobile fax sign login logout password username profile search
find next previous submit cancel save delete edit add remove close start stop pause play print download upload install
update upgrade reset restart enable disable click tap hold select choose enter scroll swipe drag drop copy paste cut
undo redo male female gender sex race ethnicity religion language culture politics economy economics american british
scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian danish swedish norwegian
finnish polish czech hungarian greek turkish russian ukrainian chinese japanese korean indian pakistani indonesian thai
vietnamese filipino australian canadian mexican brazilian argentine argentinian chilean peruvian colombian cuban
egyptian moroccan nigerian kenyan israeli iranian iraqi arab scandinavian
kib mib gib tib kbit mbit gbit kbps mbps gbps hz khz mhz ghz wh kwh mwh gwh twh kw mw gw kpa hpa mpa nm rpm db
yoy qoq ytd
"""
_NO_NAMES: Final = frozenset(_COMMON.split())
"""Words that name nobody and nothing by themselves, though they are written large; peoples follow from places."""
_NOT_NEW: Final = _NO_NAMES | _STOP | {*_SPELT_NUMBERS, *_WEEKDAYS, *_MONTHS}
_PEOPLES: Final = (
    "UK britain british england english", "US USA america american united", "netherlands NED dutch holland",
    "france FRA french", "spain ESP spanish spaniard", "poland POL polish pole", "denmark DEN danish danes",
    "sweden SWE swedish swede", "germany GER german", "britain GBR british briton", "ireland IRL irish",
    "wales welsh", "scotland scottish scots", "greece greek", "switzerland SUI swiss", "finland FIN finnish finn",
    "portugal portuguese", "philippines filipino", "europe european EU", "ukraine ukrainian", "peru peruvian",
    "turkey TUR turkish turk", "norway norwegian", "rome roman",
)  # fmt: skip
"""Countries and their peoples where these do not begin alike."""
_KIND_WORDS: Final = re.compile(r"(?:tions?|sions?|ments?|ness|ships?|ology|ities|ity|ability)$")


def new_names(text: str, *sources: Any) -> list[str]:
    """Return the names, identifiers and addresses that no source holds in any case; beginnings of sentences are none.

    A name is a capitalised word that is more than a common word of titles, or one like A90 where the sources have A80.
    It may stand anywhere in the objects of the sources, as a title does. Labels, headings and code are left out, and of
    German, which writes every noun so, only identifiers, models and addresses are looked at.

    >>> new_names("Then Dr. Ada Lovelace met Babbage.", "Lovelace wrote about the engine.")
    ['Ada', 'Babbage']
    """
    given = [*_source_texts(sources[:1], sources[1:]), *map(_as_read, _beside_texts(sources))]
    text = without_code(text)
    addresses = [each.rstrip(".,:;!?*_/") for each in _ADDRESS.findall(text)]
    said = _without_dates(_CITATION.sub(" ", plain(_LABEL.sub(" ", _ADDRESS.sub("x", text)))))
    known = _Names(given, _WORD.findall(said))
    is_german = in_language(said, "de") and not in_language(said, "en")
    is_read_by_syllables = _is_vietnamese(text)
    words = [] if is_german or is_read_by_syllables else list(_WORD.finditer(said))
    spelt_out = set(known.spelt_out([word[0] for word in words]))
    new = [
        _is_capitalised(word[0]) and place not in spelt_out and known.lacks(word[0]) for place, word in enumerate(words)
    ]
    found: list[str] = []
    for place, word in enumerate(words):
        followed = place + 1 < len(words) and new[place + 1] and said[word.end() : words[place + 1].start()] == " "
        before = said[max(0, word.start() - 40) : word.start()]
        if new[place] and (followed or not _STARTS.search(before) or _TITLE.search(before)):
            found.append(re.sub(r"['’]s?$", "", word[0]))
    if identifiers := _IDENTIFIER.findall(said):
        marks = "\n".join(given).lower()
        found += (each for each in identifiers if each.lower() not in marks)
    if named := [each for each in _MODEL.finditer(said) if not any(each[0] in text for text in given)]:
        models = {"".join(each): each[0] for text in given for each in _MODEL.findall(text)}
        found += (each[0] for each in named if each[0] not in models and each[1] in models.values())
    if addresses:
        anywhere = "\n".join(given).lower()
        found += (each for each in addresses if _bare(each) not in anywhere)
    if is_read_by_syllables:
        found += _new_vietnamese_names(said, given)
    found += _new_chinese_names(said, given)
    return list(dict.fromkeys(found))


def _beside_texts(sources: Any) -> Iterator[str]:
    """Yield what the objects among sources hold beside their texts, such as titles and ids."""
    if isinstance(sources, Mapping):
        yield from (each for key, each in sources.items() if isinstance(each, str) and key not in _TEXTS)
        sources = [each for each in sources.values() if isinstance(each, list | tuple | Mapping)]
    if isinstance(sources, list | tuple):
        for each in sources:
            yield from () if isinstance(each, str) else _beside_texts(each)


def _bare(address: str) -> str:
    """Return an address without what may be left out at its start."""
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", address.lower())


class _Names:
    """The words of the sources, each looked for when it is asked for, and the common ones of a response."""

    def __init__(self, given: list[str], said: list[str]) -> None:
        """Take the texts; what a response writes small is no name."""
        self._text = "\n".join(given)
        folded = _folded(self._text)
        self._texts = [folded, folded.replace("-", "")] if "-" in folded else [folded]
        self._heads: dict[str, set[str]] = {}
        self._small: dict[str, set[str]] = {}
        for word in said:
            if word[:1].islower():
                self._small.setdefault(_stem(word)[:_HEAD], set()).add(_stem(word))

    def lacks(self, word: str) -> bool:
        """Tell whether no part of a capitalised word is known, or common."""
        return (
            self._is_new(_stem(word.replace("-", "")))
            and all(self._is_new(_stem(part)) for part in _SEAM.split(word) if part[:1].isupper() and len(part) > 1)
            and not self._shortens(word)
        )

    def _shortens(self, word: str) -> bool:
        """Tell whether a source has a short form of a word, or a name of which it is the beginning: Jas., TX; Rob."""
        ends = (at + len(word) for at in _starts(self._text, word))
        endings = (self._text[at : at + _ENDING] for at in ends) if len(word) >= _SHORTEST else ()
        if any(len(each) == _ENDING and each.isalpha() and each.islower() for each in endings):
            return True
        for form in re.finditer(re.escape(word[0]) + _SHORT_FORM, self._text):
            before = self._text[max(0, form.start() - 2) : form.start()]
            starts = before == ", " if form[0].isupper() else not before[-1:].isalnum()
            if starts and _is_short_for(form[0].rstrip(".").lower(), word.lower()):
                return True
        return False

    def spelt_out(self, words: list[str]) -> Iterator[int]:
        """Yield the places of words whose first letters are an abbreviation that the sources have: World Bank of WB."""
        large = [place for place, word in enumerate(words) if word[:1].isupper()]
        for at, first in enumerate(large):
            letters = ""
            for beside, place in enumerate(large[at : at + _LONGEST_ABBREVIATION]):
                if place - first > 3 * beside:  # Fellow of the Royal Society
                    break
                letters += words[place][0]
                if len(letters) > 1 and self._abbreviates(letters):
                    yield from large[at : at + beside + 1]

    def _abbreviates(self, letters: str) -> bool:
        """Tell whether the sources have such an abbreviation, with dots or without."""
        ends = (at + len(letters) for at in _starts(self._text, letters))
        return ".".join((*letters, "")) in self._text or any(not self._text[at : at + 1].isalnum() for at in ends)

    def _is_new(self, stem: str) -> bool:
        if {stem, stem.rstrip("s")} & _NOT_NEW or _KIND_WORDS.search(stem):
            return False
        people = [name for names in _PEOPLES if stem in names.split() for name in names.split()]
        return not self._has(stem) and not any(
            self._abbreviates(name) if name.isupper() else name in self._with(name[:_HEAD]) for name in people
        )

    def _has(self, stem: str) -> bool:
        head = stem[:_HEAD]
        return any(_is_like(stem, each) for each in (*self._small.get(head, ()), *self._with(head)))

    def _with(self, head: str) -> set[str]:
        """Return the words of the sources, and their parts, with the first letters of one."""
        found = self._heads.get(head)
        if found is None:
            found = self._heads[head] = {
                stem
                for text in self._texts
                for at in _starts(text, head)
                for end in (_PART, _WHOLE)
                if (word := end.match(text, at)) and (stem := _stem(word[0]))[:_HEAD] == head
            }
        return found


def _is_short_for(short: str, word: str) -> bool:
    """Tell whether the letters of a short form stand in a longer word in this order, the first one first."""
    letters = iter(word)
    return len(short) < len(word) and short[0] == word[0] and all(each in letters for each in short)


def _starts(text: str, word: str) -> Iterator[int]:
    """Yield where a word of a text begins with another one."""
    at = text.find(word)
    while at >= 0:
        if not at or not text[at - 1].isalnum():
            yield at
        at = text.find(word, at + 1)


def _is_capitalised(word: str) -> bool:
    large = word[:1].isupper() and len(word) > 1 and not re.sub(r"['’]?s$", "", word).isupper()
    return large and not any(each.isdigit() for each in word)
