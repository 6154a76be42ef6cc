"""The language of a text: by its script, then by its small words and letters."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from spade_core.checks.plain import plain, without_code

__all__ = [
    "in_language",
    "language_of",
]

_LANGUAGES: Final = (
    "af afrikaans;ar arabic;bg bulgarian;bn bengali bangla;ca catalan;cs czech;cy welsh;da danish;de german"
    " deutsch;el greek;en english;es spanish castilian español;"
    "et estonian;fa persian farsi;fi finnish;fr french français;gu gujarati;he hebrew;hi hindi;hr croatian;hu"
    " hungarian;hy armenian;id indonesian;is icelandic;it italian;"
    "ja japanese;ka georgian;km khmer;kn kannada;ko korean;lt lithuanian;lv latvian;mk macedonian;ml malayalam"
    ";mr marathi;ms malay;ne nepali;nl dutch;no norwegian;"
    "pa punjabi panjabi;pl polish;pt portuguese;ro romanian;ru russian;sk slovak;sl slovenian slovene;so somali"
    ";sq albanian;sr serbian;sv swedish;sw swahili kiswahili;"
    "ta tamil;te telugu;th thai;tl tagalog filipino;tr turkish;uk ukrainian;ur urdu;vi vietnamese;zh chinese mandarin"
)
_NEAR: Final = (
    ("da", "no"), ("cs", "sk"), ("id", "ms"), ("bg", "mk"), ("hr", "sl"), ("af", "nl"), ("hi", "ne"), ("hi", "mr"),
)  # fmt: skip
_SCRIPTS: Final = (
        ("el", "\u0370-\u03ff"), ("hy", "\u0530-\u058f"), ("he", "\u0590-\u05ff"), ("bn", "\u0980-\u09ff"),
        ("pa", "\u0a00-\u0a7f"), ("gu", "\u0a80-\u0aff"), ("ta", "\u0b80-\u0bff"), ("te", "\u0c00-\u0c7f"),
        ("kn", "\u0c80-\u0cff"), ("ml", "\u0d00-\u0d7f"), ("th", "\u0e00-\u0e7f"), ("ka", "\u10a0-\u10ff"),
        ("km", "\u1780-\u17ff"), ("ko", "\uac00-\ud7af\u1100-\u11ff"), ("ja", "\u3040-\u30ff"), ("zh",
        "\u4e00-\u9fff\u3400-\u4dbf"), ("arabic", "\u0600-\u06ff"), ("devanagari", "\u0900-\u097f"),
        ("cyrillic", "\u0400-\u04ff"), ("latin", "A-Za-zÀ-ɏḀ-ỿ"),
)  # fmt: skip
_SMALL_WORDS_OF: Final = {
    "latin": {
        "af": "die nie en het is van vir met ek jy hulle wat sal kan maar ook hierdie na as was ons dit",
        "ca": "el la els les i de que no és per amb una un del dels als més però com aquest aquesta són va tot",
        "cs": "když kdy jen jsou bude jsme jste kde vím přijede"
        " a se je na že v to s z do jsem jsou pro ale jako by si tak po od který která byl při nebo také",
        "cy": "y yr yn a i o ar mae ei eu nid oedd wedi bod am gan fel hyn ond roedd chi ni",
        "da": "ved går kun efter hvad noget meget blive når"
        " og i at det er en til på af for ikke med der den de som har et jeg vi kan om men fra også være",
        "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an"
        " werden aus er hat dass sie nach wird bei ich wir sind oder wie über",
        "en": "the of and to in is that for it as was with be by on not he his but at are this have from or had"
        " an they which you were their one all we can has there been if more when will would who so no my your i a",
        "es": "de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ya o"
        " este sí porque esta muy son también está fue hay",
        "et": "lastega täna ma sa me väga sest siin"
        " ja on ei et see oma ta kui ka aga või oli mis ning seda nii siis kes ma pole saab olla nagu",
        "fi": "kanssa tänään menemme sinä joka minä olen meidän"
        " ja on ei se että oli hän mutta ovat kun tai myös kuin joka ole sekä niin olla mitä tämä voi"
        " hyvin minä en",
        "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont"
        " avec cette son mais ou aux nous vous je elle être comme leur",
        "hr": "i je u na se da su za od s koji što kao a ne biti ali po iz koja ili nije samo bi sve gdje tko"
        " također ovaj",
        "hu": "a az és hogy nem is egy ez van de meg volt csak mint már még ha vagy el azt kell mert lehet ki"
        " nagyon minden",
        "id": "yang dan di untuk dengan dari ini itu dalam tidak adalah pada akan ke juga oleh saya anda bisa"
        " karena atau kami mereka sudah telah sebagai ada",
        "is": "og að í á er það sem var til með um ekki við en hann fyrir af hún eru hefur þetta eða ég",
        "it": "di e il la che in a per un è del non con una sono le da si i della come nel anche più ma gli al"
        " lo alla dei questo essere se ci hanno",
        "lt": "ir kad yra į su bet iš kaip ar tai buvo nuo apie tik už po jis savo taip jau dar labai šis",
        "lv": "un ir ka ar no uz par kas bet nav tas kā arī lai pie vai bija ja viņš pēc mēs es ļoti šis",
        "ms": "yang dan di untuk dengan dari ini itu dalam tidak ialah adalah pada akan ke juga oleh saya anda"
        " boleh kerana atau kami mereka telah sebagai ada kepada",
        "nl": "de het een en van in is dat op te zijn met voor niet die aan er om ook als maar dan nog door bij"
        " uit naar heeft ze wordt ik wij deze je",
        "no": "vet går får bare dette blir ble både uten når etter hva noe bedre været"
        " og i å det er en til på av for ikke med som den de har et jeg vi kan om men fra også være seg"
        " eller hva noe mye etter",
        "pl": "i w nie na się z do to że jest o jak za po co ale od tak są by dla przez być tylko oraz może"
        " który już ich czy",
        "pt": "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das"
        " tem à seu sua ou ser quando muito há nos já está eu também",
        "ro": "și de în a la cu pe care nu că este un o din pentru mai sunt se ca au fost dar ce sau ale lui"
        " prin acest între foarte",
        "sk": "keď kedy iba som bude pri sme ste neviem príde"
        " a sa je na že v to s z do som sú pre ale ako by si tak po od ktorý ktorá bol pri alebo aj veľmi čo",
        "sl": "in je v na da se za so pa z ki ne od tudi s kot po bi ali iz ni pri ko še lahko več zelo",
        "so": "waa iyo oo in ka ku ah u uu ay la waxaa ee si aan kale soo ma badan",
        "sq": "dhe në të e i një me për nga që është nuk ka si janë më do kjo ky u por edhe",
        "sv": "och i att det är en på som för av med till den inte har de ett om jag vi kan men var från också"
        " så eller vara när du mycket",
        "sw": "na ya wa kwa ni katika za la kuwa hii cha kama hiyo yake au lakini pia hakuna sana watu wote huu"
        " yako wake mimi wewe",
        "tl": "ang ng sa na mga at ay para ito hindi ko siya niya kung may po ka mo si namin ako lang din",
        "tr": "ve bir bu da de için ile çok olarak daha ne gibi var kadar en ama olan değil sonra ben sen o mi"
        " her ya şey oldu",
        "vi": "và của là có không được cho các một những trong để người với này đã khi từ về như tôi bạn thì"
        " đến nhiều rất cũng ra sẽ dạ vâng ạ em anh chị bên còn gì nào vì nên mà hơn số ngày làm lại đang phải"
        " cần thêm cùng trước hoặc nếu bằng theo thể đó năm mình chúng xin chào cảm ơn",
    },
    "cyrillic": {
        "bg": "знам кога кой къде днес няма ли "
        "и на да се в от за с е не по че са като до при това ще или но след съм беше има което който"
        " много също той тя",
        "mk": "и на да се во од за со е не по дека се како до при ова ќе или но по сум беше има кое кој многу"
        " исто тој таа",
        "ru": "и в не на что с по это как а к из у за от он но так все для же бы было вы мы или они она был я"
        " который очень если когда быть",
        "sr": "када не знам где шта ко сам си смо сте ће данас"
        " и је у на се да су за од са који што као а не бити али по из која или није само би све такође овај",
        "uk": "і в не на що з по це як а до та за від він але так всі для же би було ви ми або вони вона був я"
        " який дуже якщо коли бути у є й",
    },
    "devanagari": {
        "hi": "के में है की और से का को यह पर हैं कि एक नहीं ने भी हो था लिए कर तो जो अपने इस साथ आप ही हम मैं",
        "mr": "आहे आणि या च्या आहेत हे मध्ये तो ती ते एक नाही पण मी होते करण्यासाठी साठी असे म्हणून होता आपण"
        " तुम्ही जर आपल्या काही केले त्या",
        "ne": "छ र को मा यो लागि हो छन् पनि एक भने गर्न गर्ने हुन् थियो मेरो तपाईं हामी तर छैन भएको लाई बाट"
        " गरेको भन्ने हुन्छ",
    },
    "arabic": {
        "ar": "في من على إلى أن هذا هذه التي الذي كان لا ما عن مع هو هي أو و كما قد ذلك بين كل لم بعد",
        "fa": "و در به از که این را با است برای آن یک خود تا می بر شد هم نیست من ما شما اما یا هر های ها",
        "ur": "کے میں ہے کی اور سے کا کو یہ پر ہیں کہ ایک نہیں نے بھی ہو تھا لیے کر تو جو اپنے اس آپ ہم",
    },
}  # fmt: skip
_LETTERS_OF: Final = {
        "vi": "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", "tr": "ğışİ", "pl": "ąęłńśźż",
        "cs": "ěřůď", "sk": "ľĺŕô", "hu": "őű", "ro": "ăâîșțşţ", "de": "äöüß", "fr": "çêèœàùû", "es": "ñ¿¡",
        "pt": "ãõç", "ca": "·ïç", "da": "øæå", "no": "øæå", "sv": "äöå", "fi": "äö", "et": "õäöü",
        "is": "ðþ", "lt": "ėįųąęš", "lv": "āēīūļņķģ", "hr": "čćđšž", "sl": "čšž", "sq": "ëç", "uk": "іїєґ",
        "ru": "ыэё", "bg": "ъщ", "mk": "ќѓѕљњјџ", "sr": "ћђљњјџ", "fa": "پچژگیک", "ur": "ٹڈڑںےہھ",
        "ar": "ةىأإؤئي", "mr": "ळ",
}  # fmt: skip


def _languages_by_word(small_words: Mapping[str, str]) -> dict[str, list[str]]:
    languages: dict[str, list[str]] = {}
    for language, words in small_words.items():
        for word in dict.fromkeys(words.split()):
            languages.setdefault(word, []).append(language)
    return languages


_SPEAKING_BY_LETTER: Final = {
    letter: [language for language, letters in _LETTERS_OF.items() if letter in letters]
    for letter in "".join(_LETTERS_OF.values())
}
"""The languages that a letter speaks for."""
_SPEAKING_FOR: Final = {script: _languages_by_word(small) for script, small in _SMALL_WORDS_OF.items()}
"""The languages of a script that have a small word, by the word."""


@lru_cache(maxsize=256)
def _language_code(name: str) -> str:
    """Return the two letters of a language given by its English name, its own or its code; "" when it is not known."""
    wanted = re.split(r"[-_ (]", name.strip().casefold())[0]
    for entry in _LANGUAGES.split(";"):
        if wanted in entry.split():
            return entry[:2]
    return {
        "nb": "no",
        "nn": "no",
        "cmn": "zh",
        "fil": "tl",
        "iw": "he",
        "brazilian": "pt",
        "simplified": "zh",
        "traditional": "zh",
        "bokmål": "no",
    }.get(wanted, "")


def language_of(text: str) -> str:
    """Return the code of the language that a text is written in, such as ``"fr"``; "" when it cannot be told.

    >>> language_of("Le chat est sur la table et il dort."), language_of("42")
    ('fr', '')
    """
    scores = _language_scores(text)
    best = max(scores, key=lambda language: scores[language], default="")
    return best if best and scores[best] else ""


def _language_scores(text: str) -> dict[str, float]:
    """Return for each language of the script that most letters belong to how much speaks for it."""
    sample = plain(re.sub(r"`[^`\n]+`", " ", without_code(text) or text)[:8_000])
    if sample.isascii():  # most texts are, and none of their letters is of another script
        return _spoken_for(sample.casefold(), "latin") if any(map(str.isalpha, sample)) else {}
    places = {char: number for char, number in Counter(sample).items() if char.isalpha()}
    counts = dict.fromkeys(dict(_SCRIPTS), 0)
    for char, number in places.items():
        for name in _scripts_of(char):
            counts[name] += number
    counts["ja"] *= 3
    if counts["ja"]:
        counts["ja"] += counts.pop("zh")
    script = max(counts, key=lambda name: counts[name])
    if not counts[script]:
        return {}
    return _spoken_for(sample.casefold(), script) if script in _SMALL_WORDS_OF else {script: 1.0}


@lru_cache(maxsize=1024)
def _scripts_of(letter: str) -> tuple[str, ...]:
    """Return the scripts that a letter belongs to."""
    return tuple(name for name, letters in _SCRIPTS if re.match(f"[{letters}]", letter))


def _spoken_for(text: str, script: str) -> dict[str, float]:
    """Return for each language of a script how many of its small words and letters a text has; rare ones weigh more."""
    words = Counter(re.findall(r"[\u0900-\u0963\u0970-\u097f]+" if script == "devanagari" else r"[^\W\d_]+", text))
    known = _SPEAKING_FOR[script]
    scores = dict.fromkeys(_SMALL_WORDS_OF[script], 0.0)
    for word, count in words.items():
        languages = known.get(word, ())
        for language in languages:
            scores[language] += count * (1 + 1 / len(languages))
    if text.isascii():
        return scores
    spoken = dict.fromkeys(scores, 0)
    for letter, count in Counter(text).items():
        for language in _SPEAKING_BY_LETTER.get(letter, ()):
            if language in spoken:
                spoken[language] += count
    return {language: score + 0.4 * spoken[language] for language, score in scores.items()}


def _among_terms(text: str) -> str:
    """Return a text without its Latin words, names and code, where its characters are as many."""
    latin = r"[A-Za-zÀ-ɏḀ-ỿ]+"
    return (
        re.sub(latin, " ", text) if len(re.findall(r"[぀-ヿ㐀-鿿가-힯]", text)) >= len(re.findall(latin, text)) else text
    )


def in_language(text: str, language: str) -> bool:
    """Tell whether a text is written in a language, given by its English name or its code.

    Chinese, Japanese and Korean may hold names and code in Latin letters, as long as words of these are no more.
    What cannot be told passes: a number, a few names, and what may be either of two near languages, such as
    Danish and Norwegian.

    >>> in_language("Das ist nicht der richtige Weg.", "German"), in_language("This is the way.", "de")
    (True, False)
    """
    code = _language_code(language)
    if not code:
        raise ValueError(f"no such language: {language}")
    scores = _language_scores(_among_terms(text) if code in ("zh", "ja", "ko") else text)
    if code == "sr" and "hr" in scores:
        code = "hr"
    best = max(scores.values(), default=0.0)
    if not best:
        return not scores or (code in scores and len(text.split()) <= 8)
    own = scores.get(code, 0.0)
    return own >= best or (
        own >= 0.6 * best
        and any(code in pair and scores[each] == best for pair in _NEAR for each in pair if each in scores)
    )
