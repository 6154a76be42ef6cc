"""Whether a sentence can be read with English cues: its script first, then its function words.

The answer is careful on both sides. A short imperative, a name, code or a lone placeholder holds no foreign
evidence and passes; a sentence is foreign only on positive evidence. Quoted words do not count: a prompt in
English may well quote Korean.
"""

import unicodedata
from enum import Enum

from spade_core.categories.tokens import TokenKind, Tokens
from spade_core.categories.vocabulary import CLASSES, words_of


class Reading(Enum):
    """What a sentence's words allow."""

    ENGLISH = "english"
    FOREIGN = "foreign"
    """In a language without cues: reported, never guessed."""
    NEUTRAL = "neutral"
    """No words to judge by: a placeholder, a rule, a name, code."""


_LEXICON = frozenset[str]().union(
    *(words_of(CLASSES[name]) for name in ("unit", "analyse", "produce", "tell", "content", "adverb", "layout"))
)
_ENGLISH = _LEXICON | words_of(
    """
    let let's lets like good better best new old other another some many much few very too more own such just out up
    over through because while during without against within again once both same well really need want should could
    would he she him her his they've you're you've it's that's there's i'm don't dont isn't aren't won't wouldn't
    shouldn't couldn't been being having done doing made makes get gets got go goes going come take takes see say says
    know knows help work works look looks people person thing things way ways time year day first second last next
    long big small great right wrong true false everything something nothing anything someone anyone everyone back
    even still already yet ever though although however therefore unless until since play game stop start call called
    name sure please number part parts talk sound write speak ask asks tell the a an of to in and or is are be was
    were it its this that these those you your they their them we our us with for from on at by as if when then than
    so not no do does doesn't did must can cannot can't will may might have has had all any each every only also
    always never what which who how why where there here into about between after before above below following given
    make ensure give use keep answer respond reply return output provide include add mention avoid explain describe
    list create generate summarize summarise translate extract classify convert review act end follow think format
    example examples response question text context user input task note json markdown tone style short concise brief
    clear friendly formal polite words sentences sentence less least most one two three
    """
)

# Words of the other languages in Latin script, above all how their instructions begin.
_FOREIGN = words_of(
    """
    no der das und ist nicht ein eine einen einem einer eines mit für auf dem den des sie wir ihr ich zu zum zur von
    vom auch oder aber wenn dann bei nach über unter kein keine sei sich kurz antwort deutsch bitte antworte antworten
    schreibe schreib gib verwende erstelle fasse nenne erkläre beschreibe halte vermeide füge benutze sollte sollen
    muss müssen wird werden le la les un une du de et est dans pour avec sur que qui ne pas vous votre vos nous il
    elle ce cette ces aux au ou mais si sont être répondez réponds écrivez écris rédigez rédige résumez utilisez
    utilise donnez évitez fournissez ajoutez assurez doit doivent veuillez réponse el los las una unos unas del y es
    en por para con su sus lo se pero como más muy este esta estos estas sea son breve usted responde responda escribe
    escriba usa utiliza incluye genera resume evita proporciona asegúrate debe deben tu gli della delle dei di e è per
    che non sono questo questa scrivi rispondi essere deve devono sia o os uma um do da dos em não você seu sua
    escreva forneça evite seja com ao het een van niet voor met zijn wordt jij jouw schrijf geef antwoord gebruik moet
    och att är inte för på med som det skriv svara i w z na się nie jest oraz lub proszę napisz odpowiedz ve bir bu
    için ile çok değil lütfen yaz yanıt dan yang untuk dengan tidak dalam ini itu jangan tulis jawab gunakan
    """
)
_SHARED = words_of(
    """
    a an as des die do en es in is it le la las los le me net no o of on per resume so su to tu un une was de da di
    del el al il is het van der den us i am at not au
    """
)
"""Words of English and of another language, or of names (``Los Angeles``, ``van Gogh``): they say little."""

_FOREIGN_ONLY = _FOREIGN - (_ENGLISH - _SHARED)
_LOANS = words_of(
    """
    café cafés résumé résumés naïve cliché clichés fiancé fiancée façade protégé déjà à touché
    """
)
_SHARED_ENGLISH = 0.25
_SHARED_FOREIGN = 0.5
_ACCENTED_WEIGHT = 0.65
_LEAST_FOREIGN = 0.6
_WIDE_LETTER = 2
"""A Chinese, Japanese or Korean character says as much as two letters."""


def reading_of(text: str, tokens: Tokens) -> Reading:
    """Return whether the unquoted words of a sentence read as English, as another language, or as neither."""
    english = foreign = 0.0
    latin = other = 0
    lower_case_seen = False
    accented = 0
    counted: set[str] = set()
    for index, word in enumerate(tokens.words):
        if tokens.kinds[index] is not TokenKind.WORD or tokens.quoted[index]:
            continue
        if word.isascii():
            latin += len(word)
            if len(word) == 1:
                continue  # an initial, an item's letter, "e.g."
            lower_case_seen = lower_case_seen or text[tokens.starts[index]].islower()
            if word in counted:
                continue  # "no links, no emojis" says "no" but once
            counted.add(word)
            if word in _ENGLISH:
                english += _SHARED_ENGLISH if word in _SHARED else 1.0
            if word in _FOREIGN_ONLY and not _is_name(text, tokens, index):
                foreign += _SHARED_FOREIGN if word in _SHARED else 1.0
            continue
        of_latin, of_other = _letters(word)
        latin, other = latin + of_latin, other + of_other
        starts_small = text[tokens.starts[index]].islower()
        lower_case_seen = lower_case_seen or starts_small
        if word in _FOREIGN_ONLY:
            foreign += 1.0
        elif of_latin and word not in _LOANS and (starts_small or index == 0):
            accented += 1
    if other > latin:
        return Reading.FOREIGN
    foreign += _ACCENTED_WEIGHT * accented * lower_case_seen
    if foreign >= _LEAST_FOREIGN and foreign > english:
        return Reading.FOREIGN
    return Reading.ENGLISH if english else Reading.NEUTRAL


def _is_name(text: str, tokens: Tokens, index: int) -> bool:
    """Whether a word is part of a name or a path: ``Los`` within a sentence, ``/el/``."""
    start = tokens.starts[index]
    return (index > 0 and text[start].isupper()) or text[max(0, start - 1) : start] in {"/", ".", "@"}


def _letters(word: str) -> tuple[int, int]:
    """Return how many Latin letters a word has and how much its letters of other scripts weigh."""
    latin = other = 0
    for character in word:
        code = ord(character)
        if not character.isalpha():
            # combining vowel signs of Indic and Semitic scripts carry the script as letters do
            other += code >= _COMBINING and unicodedata.category(character).startswith("M")
        elif code < _END_OF_LATIN or _LATIN_ADDITIONAL <= code < _GREEK_EXTENDED:
            latin += 1
        elif len(word) > 1 or code >= _WIDE:
            other += _WIDE_LETTER if code >= _WIDE else 1
    return latin, other


_END_OF_LATIN = 0x0250
_COMBINING = 0x0590
_LATIN_ADDITIONAL = 0x1E00
_GREEK_EXTENDED = 0x1F00
_WIDE = 0x2E80
"""Where the East Asian scripts begin."""
