"""The language of short texts, by small tables of words and letters."""

import pytest

from spade_core.checks import in_language, language_of, section

SENTENCES = {
    "ar": ("الطقس جميل اليوم وسوف نذهب إلى الحديقة مع الأطفال.", "لا أعرف متى يصل القطار إلى المدينة."),
    "bg": ("Времето днес е хубаво и ще отидем в парка с децата.", "Не знам кога пристига влакът в града."),
    "bn": ("আজ আবহাওয়া সুন্দর এবং আমরা বাচ্চাদের নিয়ে পার্কে যাব।", "আমি জানি না ট্রেন কখন শহরে পৌঁছাবে।"),
    "ca": ("Avui fa bon temps i anirem al parc amb els nens.",
        "No sé quan arriba el tren a la ciutat, però espero aquí."),
    "cs": ("Dnes je hezké počasí a půjdeme s dětmi do parku.", "Nevím, kdy přijede vlak do města."),
    "da": ("Vejret er godt i dag, og vi går i parken med børnene.", "Jeg ved ikke, hvornår toget kommer til byen."),
    "de": ("Das Wetter ist heute schön und wir gehen mit den Kindern in den Park.",
        "Ich weiß nicht, wann der Zug ankommt."),
    "el": ("Ο καιρός είναι ωραίος σήμερα και θα πάμε στο πάρκο.", "Δεν ξέρω πότε φτάνει το τρένο στην πόλη."),
    "en": ("The weather is nice today and we will go to the park with the children.",
        "I do not know when the train arrives."),
    "es": ("Hoy hace buen tiempo y vamos a ir al parque con los niños.", "No sé cuándo llega el tren a la ciudad."),
    "et": ("Täna on ilus ilm ja me läheme lastega parki.", "Ma ei tea, millal rong linna jõuab."),
    "fa": ("امروز هوا خوب است و ما با بچه‌ها به پارک می‌رویم.", "نمی‌دانم قطار کی به شهر می‌رسد."),
    "fi": ("Tänään on kaunis sää ja menemme lasten kanssa puistoon.", "En tiedä, milloin juna saapuu kaupunkiin."),
    "fr": ("Il fait beau aujourd'hui et nous irons au parc avec les enfants.",
        "Je ne sais pas quand le train arrive en ville."),
    "gu": ("આજે હવામાન સારું છે અને આપણે બાળકો સાથે બગીચામાં જઈશું.", "મને ખબર નથી કે ટ્રેન ક્યારે આવશે."),
    "he": ("מזג האוויר יפה היום ואנחנו נלך לפארק עם הילדים.", "אני לא יודע מתי הרכבת מגיעה לעיר."),
    "hi": ("आज मौसम अच्छा है और हम बच्चों के साथ पार्क जाएंगे।", "मुझे नहीं पता कि ट्रेन शहर में कब पहुंचेगी।"),
    "hr": ("Danas je lijepo vrijeme i idemo s djecom u park.", "Ne znam kada vlak stiže u grad."),
    "hu": ("Ma szép az idő, és elmegyünk a gyerekekkel a parkba.", "Nem tudom, mikor érkezik a vonat a városba."),
    "id": ("Cuaca hari ini bagus dan kami akan pergi ke taman dengan anak-anak.",
        "Saya tidak tahu kapan kereta tiba di kota."),
    "it": ("Oggi il tempo è bello e andremo al parco con i bambini.", "Non so quando arriva il treno in città."),
    "ja": ("今日は天気がいいので、子供たちと公園に行きます。", "電車がいつ町に着くかわかりません。"),
    "kn": ("ಇಂದು ಹವಾಮಾನ ಚೆನ್ನಾಗಿದೆ ಮತ್ತು ನಾವು ಮಕ್ಕಳೊಂದಿಗೆ ಉದ್ಯಾನಕ್ಕೆ ಹೋಗುತ್ತೇವೆ.",
        "ರೈಲು ಯಾವಾಗ ಬರುತ್ತದೆ ಎಂದು ನನಗೆ ಗೊತ್ತಿಲ್ಲ."),
    "ko": ("오늘은 날씨가 좋아서 아이들과 공원에 갈 거예요.", "기차가 언제 도시에 도착하는지 모르겠어요."),
    "mr": ("आज हवामान चांगले आहे आणि आम्ही मुलांसोबत बागेत जाणार आहोत.", "गाडी शहरात कधी पोहोचेल हे मला माहीत नाही."),
    "ne": ("आज मौसम राम्रो छ र हामी बच्चाहरूसँग पार्क जान्छौं।", "रेल कहिले सहर पुग्छ मलाई थाहा छैन।"),
    "nl": ("Het weer is vandaag mooi en wij gaan met de kinderen naar het park.",
        "Ik weet niet wanneer de trein in de stad aankomt."),
    "no": ("Været er fint i dag, og vi går til parken med barna.", "Jeg vet ikke når toget kommer til byen."),
    "pa": ("ਅੱਜ ਮੌਸਮ ਚੰਗਾ ਹੈ ਅਤੇ ਅਸੀਂ ਬੱਚਿਆਂ ਨਾਲ ਪਾਰਕ ਜਾਵਾਂਗੇ।", "ਮੈਨੂੰ ਨਹੀਂ ਪਤਾ ਕਿ ਰੇਲਗੱਡੀ ਕਦੋਂ ਪਹੁੰਚੇਗੀ।"),
    "pl": ("Dzisiaj jest ładna pogoda i pójdziemy z dziećmi do parku.", "Nie wiem, kiedy pociąg przyjeżdża do miasta."),
    "pt": ("Hoje o tempo está bom e vamos ao parque com as crianças.", "Não sei quando o trem chega na cidade."),
    "ro": ("Astăzi vremea este frumoasă și mergem în parc cu copiii.", "Nu știu când ajunge trenul în oraș."),
    "ru": ("Сегодня хорошая погода, и мы пойдём в парк с детьми.", "Я не знаю, когда поезд прибывает в город."),
    "sk": ("Dnes je pekné počasie a pôjdeme s deťmi do parku.", "Neviem, kedy príde vlak do mesta."),
    "sl": ("Danes je lepo vreme in bomo šli z otroki v park.", "Ne vem, kdaj vlak prispe v mesto."),
    "sq": ("Sot moti është i mirë dhe ne do të shkojmë në park me fëmijët.", "Nuk e di kur arrin treni në qytet."),
    "sr": ("Данас је лепо време и идемо са децом у парк.", "Не знам када воз стиже у град."),
    "sv": ("Vädret är fint idag och vi går till parken med barnen.", "Jag vet inte när tåget kommer till staden."),
    "sw": ("Hali ya hewa ni nzuri leo na tutakwenda bustanini pamoja na watoto.",
        "Sijui treni itafika lini katika mji huu."),
    "ta": ("இன்று வானிலை நன்றாக உள்ளது, நாங்கள் பூங்காவிற்குச் செல்வோம்.",
        "ரயில் எப்போது வரும் என்று எனக்குத் தெரியாது."),
    "te": ("ఈ రోజు వాతావరణం బాగుంది, మేము పార్కుకు వెళ్తాము.", "రైలు ఎప్పుడు వస్తుందో నాకు తెలియదు."),
    "th": ("วันนี้อากาศดีและเราจะไปสวนสาธารณะกับเด็กๆ", "ฉันไม่รู้ว่ารถไฟจะมาถึงเมืองเมื่อไหร่"),
    "tl": ("Maganda ang panahon ngayon at pupunta kami sa parke kasama ang mga bata.",
        "Hindi ko alam kung kailan darating ang tren."),
    "tr": ("Bugün hava güzel ve çocuklarla parka gideceğiz.", "Trenin şehre ne zaman varacağını bilmiyorum."),
    "uk": ("Сьогодні гарна погода, і ми підемо в парк з дітьми.", "Я не знаю, коли потяг прибуває до міста."),
    "ur": ("آج موسم اچھا ہے اور ہم بچوں کے ساتھ پارک جائیں گے۔", "مجھے نہیں معلوم کہ ٹرین کب شہر پہنچے گی۔"),
    "vi": ("Hôm nay thời tiết đẹp và chúng tôi sẽ đi công viên với các con.",
        "Tôi không biết khi nào tàu đến thành phố."),
    "zh": ("今天天气很好，我们要和孩子们一起去公园。", "我不知道火车什么时候到达城市。"),
}  # fmt: skip
"""Two short sentences in each of 48 languages."""


@pytest.mark.parametrize("code", SENTENCES)
def test_the_language_of_a_sentence_is_told(code: str) -> None:
    assert [language_of(sentence) for sentence in SENTENCES[code]] == [code, code]


@pytest.mark.parametrize("code", SENTENCES)
def test_a_text_with_code_names_and_a_little_english_keeps_its_language(code: str) -> None:
    said = " ".join(SENTENCES[code])
    assert in_language(f"## API\n\n{said}\n\n```python\nfor i in range(3): print(i)\n```\nMicrosoft Office 365", code)


@pytest.mark.parametrize(
    ("name", "code"),
    [("French", "fr"), ("german", "de"), ("Brazilian Portuguese", "pt"), ("zh-CN", "zh"), ("Mandarin Chinese", "zh")],
)
def test_a_language_goes_by_its_names(name: str, code: str) -> None:
    assert in_language(SENTENCES[code][0], name)
    assert not in_language(SENTENCES["fi"][0], name)


def test_what_is_no_language_is_said() -> None:
    with pytest.raises(ValueError, match="no such language: Klingonese"):
        in_language("nuqneH", "Klingonese")


@pytest.mark.parametrize("text", ["Dạ, bên em còn hàng ạ.", "Em chào anh", "Dạ vâng", "Xin chào quý khách", "Giá: 50k"])
def test_a_short_vietnamese_answer_is_vietnamese(text: str) -> None:
    assert in_language(text, "Vietnamese")


@pytest.mark.parametrize(
    "text", ["docs(menu): 更新 README 里的 openTable 示例", "style: 对齐缩进", "ビルド: fix の typo を直す"]
)
def test_names_and_code_do_not_change_the_language_of_a_short_text(text: str) -> None:
    assert in_language(text, "Japanese" if "の" in text else "Chinese")


def test_a_text_with_a_few_foreign_words_is_not_in_their_language() -> None:
    assert not in_language("docs(menu): show how to open a table for 张三", "Chinese")


@pytest.mark.parametrize(
    ("text", "title", "below"),
    [
        ("一、背景\n甲\n二、结论\n乙", "背景", "甲"),
        ("**三、分类统计**\n甲", "分类统计", "甲"),
        ("第三部分：展望\n甲\n（四）其他\n乙", "展望", "甲"),
        ("【风险评级】低\n\n【建议】无", "风险评级", "低\n\n【建议】无"),
        ("4、关注建议：继续", "关注建议", "继续"),
        ("Phần 3: Kết luận\nxong", "Kết luận", "xong"),
    ],
)
def test_a_section_may_have_the_number_and_the_brackets_of_its_language(text: str, title: str, below: str) -> None:
    assert section(text, title) == below
