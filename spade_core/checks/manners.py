"""How a response speaks: openings, closings, persons, apologies, refusals."""

import re
from typing import Final

from spade_core.checks.markup import _QUOTATION
from spade_core.checks.parts import lines_of, sentences_of
from spade_core.checks.plain import _SIGN_OFF, _straight, folded, plain, without_code

__all__ = [
    "ends_with_question",
    "has_apology",
    "has_contractions",
    "has_disclaimer",
    "has_exclamation",
    "has_first_person",
    "has_greeting",
    "has_question",
    "has_second_person",
    "has_self_reference",
    "has_sign_off",
    "has_thanks",
    "is_refusal",
    "no_closing",
    "no_notes",
    "no_preamble",
]

_MAKING: Final = (
    r"(?:help|assist|provide|create|write|generate|give|share|offer|summari[sz]e|explain|break|walk|show|present"
    r"|prepare"
    r"|answer|analy[sz]e|translate|rewrite|draft|outline|compile|list|start|begin|guide|do that)"
)
_MADE: Final = (
    r"(?:created|written|prepared|compiled|generated|summari[sz]ed|analy[sz]ed|translated|rewritten|drafted|outlined"
    r"|listed|provided|put together|extracted|reviewed|updated|formatted|converted)"
)
_PREAMBLE: Final = (
    r"(?:(?:sure(?: thing)?|certainly|absolutely|of course|understood|got it|no problem|happy to help|gladly"
    r"|with pleasure)\b[!,.:-]+"
    r"|(?:sure|certainly|of course|absolutely|okay|ok|great|alright|all right|yes|perfect)[!,.]* (?:here|i(?:'ll"
    r"|'ve| will"
    r"| have| can)\b|let (?:me|us)\b|below|this is)"
    r"|here(?:'s| is| are|'re| you are| you go|with)\b(?! (?:why|how|what|when|where|who)\b)"
    r"(?=[^.!?]*(?::|[.!]?$))(?!.{0,80}\bwhat happened)"
    r"|below,? (?:is|are|you)\b|the following (?:is|are)\b"
    rf"|(?:i'm|i am|i'd be|i would be|i'll be|we're) (?:happy|glad|delighted) to {_MAKING}"
    rf"|(?:i've|i have|we've|we have) (?:just |also |now )?{_MADE}|(?:i'll|i will|i can|i'd|let me"
    rf"|allow me to) (?:now )?{_MAKING}"
    r"|based on (?:the|your) (?:text|context|input|information|transcript|content|document|provided|given|request)"
    r"|as (?:requested|you asked|you requested|an ai)\b|thank(?:s| you) for (?:sharing|providing|the (?:input|text"
    r"|prompt)"
    r"|your (?:question|request|input|prompt))"
    r"|(?:the|my|your) (?:requested |final |generated |revised )?(?:answer|output|result|response|summary"
    r"|translation|list"
    r"|json|code|csv|sql|query|table|text)s?(?: (?:of|for|to|in) [^:.]{0,60})?"
    r"(?:(?: is| are)?(?: as follows)?:(?=\s|$)| (?:is|are) (?:as follows|below)| below)"
    r"|(?:好的|好呀|当然|没问题|明白了|收到|可以的)[,，。!！:：~]|当然可以|以下(?:是|为)|下面是"
    r"|这是(?:您|你|我|为|一|根据)|根据(?:您|你)的"
    r"|(?:dạ|vâng|tất nhiên|chắc chắn rồi|được rồi|rất vui)\b[ ,.!:]|(?:dưới đây|sau đây|đây) là\b"
    r"|tôi (?:rất vui|sẽ|đã)\b)"
)
_CLOSING: Final = (
    r"(?:let me know\b|(?:please )?feel free to\b|i hope (?:this|that|it) (?:helps|was|is|works|meets|answers|gives"
    r"|serves)"
    r"|hope (?:this|that|it) helps|if you (?:have any|need|would like|want|'d like|have further|have more"
    r"|wish)\b[^.]{0,120}"
    r"\b(?:let me|let us|ask|feel free|reach out|contact me|help|assist|happy|glad|tell me)"
    r"|(?:please )?do(?:n't| not) hesitate|happy to (?:help|assist|adjust|revise)"
    r"|(?:would you like|do you want) me to|(?:shall i|should i|can i) (?:help|elaborate|assist|add|change|go on"
    r"|continue)"
    r"|is there anything (?:else|more)|please let (?:me|us) know"
    r"|(?:i'm|i am) (?:here|happy|glad) to (?:help|assist|answer|adjust|revise)"
    r"|希望(?:这|以上|对|能|上述)|如(?:果您|果你|果|有|需).{0,12}(?:问题|需要|帮助|疑问|修改)"
    r"|请随时|欢迎随时|需要我"
    r"|hy vọng\b|(?:nếu|khi) (?:bạn|anh|chị|quý khách|cần).{0,80}(?:cần|muốn|thắc mắc|hãy)|bạn có (?:cần|muốn)\b"
    r"|hãy cho (?:tôi|mình) biết|chúc bạn\b)"
)
_CONTRACTION: Final = (
    r"(?i)\b(?:\w+n['’]t|(?:i|you|he|she|it|we|they|that|there|who|what|where|when|how|let"
    r"|here|this)['’](?:m|re|s|ve|ll|d)|y['’]all|ma['’]am|['’]tis|gonna|wanna|gotta)\b"
)
_FIRST_PERSON: Final = (
    r"(?i)(?<![\w'’])(?:(?:me|my|mine|myself|we|us|our|ours|ourselves|i['’](?:m|ve|ll|d)"
    r"|we['’](?:re|ve|ll|d)|let['’]s)(?![\w])|(?-i:I)(?![\w'’.)]|-\d))"
)
_SECOND_PERSON: Final = r"(?i)(?<![\w'’])(?:you|your|yours|yourself|yourselves|you['’](?:re|ve|ll|d))(?!\w)"
_GREETING: Final = (
    r"(?:hi|hello|hey|dear|to whom it may concern|greetings|good (?:morning|afternoon|evening|day)|welcome|hiya|howdy"
    r"|salut|bonjour|hola|hallo|kính gửi|thân gửi"
    r"|(?:(?:dạ|vâng|ạ)[ ,]+)*(?:(?:em|mình|tôi|con|cháu|shop|bên em|chúng tôi|chúng em) )?(?:xin |kính )?chào)\b"
    r"|你好|您好|大家好|尊敬的|亲爱的|早上好|下午好|晚上好"
)
_APOLOGY: Final = (
    r"\b(?:sorry|apolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)|regret(?:s|fully)?|pardon (?:me|us)|forgive"
    r" (?:me|us)|excuse me|my bad|unfortunately,? i|xin lỗi|rất tiếc|thành thật xin lỗi)\b|抱歉|对不起|不好意思"
)
_THANKS: Final = (
    r"\b(?:thanks|thank(?:ing)? (?:you|u)|thank-you|grateful|appreciate (?:your|you|it|the)|much obliged|many thanks"
    r"|cảm ơn|cám ơn)\b|感谢|谢谢|多谢"
)
_DISCLAIMER: Final = (
    r"\bdisclaimers?\b|\b(?:not|no|n't) (?:\w+ ){0,3}?(?:a )?(?:substitute|replacement) for\b"
    r"|\b(?:not|no|never|n't|nor)\b[^.!?\n]{0,60}\b(?:advice|diagnosis|recommendation|counsel)\b"
    r"|\b(?:informational|educational|general information) purposes\b"
    r"|\bnot an? (?:\w+ )?(?:doctor|lawyer|attorney|physician)\b"
    r"|\b(?:consult|see|speak (?:to|with)|talk to|contact|seek)\b[^.!?\n]{0,40}\b(?:professional|doctor|physician"
    r"|lawyer|attorney|advis[eo]r|expert|specialist|pharmacist)"
)
_SELF_REFERENCE: Final = (
    r"\b(?:as an? (?:ai|artificial intelligence|(?:large )?language model|llm|(?:ai |virtual )assistant|chatbot)\b"
    r"|i(?:'m| am) (?:just |only |merely )?an? (?:ai|artificial intelligence|(?:large )?language model|llm"
    r"|(?:ai |virtual )?assistant|chatbot|bot|machine|computer program)\b|my (?:training (?:data|cut-?off)"
    r"|knowledge cut-?off)"
    r"|i was (?:trained|made|created|developed) by (?:openai|anthropic|google|meta|microsoft|mistral|deepseek)"
    r"|i (?:was|am) (?:trained|programmed|designed) (?:to|on)\b|(?:i am|i'm|as) (?:chatgpt|gpt-?\d|claude|gemini"
    r"|copilot)\b|(?:tôi|mình|em) (?:chỉ )?là (?:một ai|(?:một )?(?:chatbot|trợ lý (?:ảo|ai)"
    r"|mô hình ngôn ngữ|trí tuệ nhân tạo|hệ thống ai))\b)"
    r"|(?:我(?:只)?是|作为|身为)(?:一个|一名|一款|一位)?(?:ai|人工智能|语言模型|大模型|聊天机器人|机器人|智能助手|虚拟助手)"
)
_CANNOT: Final = (
    r"(?:cannot|can't|can not|am unable to|'m unable to|am not able to|'m not able to|won't|will not|won't be able to"
    r"|will not be able to|must decline to|am not allowed to|'m not allowed to)"
)
_REFUSED: Final = (
    r"(?:help|assist|provide|answer|comply|fulfil+|create|write|share|give|offer|support|generate|engage|discuss"
    r"|complete"
    r"|accommodate|process|respond|access|browse|produce|determine|do (?:that|this)|be of (?:help|assistance))"
)
_REFUSAL: Final = (
    rf"\bi ?{_CANNOT} (?:\w+ )?{_REFUSED}|\bwe {_CANNOT} {_REFUSED}"
    rf"|\bsorry,? (?:but )?(?:i|we) ?(?:{_CANNOT}|am unable|do(?:n't| not) (?:have|know|feel))"
    r"|\bi(?:'m| am)? (?:not comfortable|must (?:respectfully |politely )?(?:decline|refuse)|have to decline)"
    r"|\bi do(?:n't| not) (?:feel comfortable|have (?:the ability|access|enough information|real-time))"
    r"|\b(?:against|violates?) (?:my|our|the) (?:guidelines|policy|policies|programming)"
)
_NOTE: Final = (
    r"(?m)^[-*>#(\[_ \t⚠️ℹ💡❗📝]*(?:(?:important |please |a |side |final |additional |quick )?(?:note|warning"
    r"|disclaimer|caveat|caution|n\.?b|nota bene)s?(?: that\b|[ ]?[:：]| -|\))|please (?:note|be aware|keep in mind)"
    r"|(?:it is|it's) important to note|keep in mind that|be aware that|this is not (?:legal|medical|financial)"
    r"|i(?:'m| am) not a (?:lawyer|doctor|physician|licensed|medical|legal|financial)"
    r"|(?:注|注意|备注|提示|说明|温馨提示|免责声明|警告)[:：]|请注意|需要注意的是"
    r"|(?:lưu ý|ghi chú|chú ý|chú thích|cảnh báo)\b)"
)


def _opening(text: str) -> str:
    """Return the beginning of a response for comparing: its first line, folded, marks aside."""
    first = next((line for line in lines_of(text[:4_000]) if any(map(str.isalnum, line))), "")
    return folded(plain(first))[:400].lstrip("\"' ")


def no_preamble(text: str) -> bool:
    """Tell whether the response begins with the matter itself, not with ``Sure, here is ...`` or ``Here's the list:``.

    >>> no_preamble("Tea is a drink."), no_preamble("Sure! Here is a text about tea:")
    (True, False)
    """
    return not re.match(_PREAMBLE, _opening(text))


def no_closing(text: str) -> bool:
    r"""Tell whether the response ends with the matter itself, not with ``Let me know if ...`` or ``I hope this helps``.

    >>> no_closing("Tea is a drink."), no_closing("Tea is a drink.\n\nLet me know if you need more!")
    (True, False)
    """
    last = lines_of(text[-4_000:])[-1:]
    return not any(
        re.match(_CLOSING, folded(plain(each)).lstrip("\"' ")) for line in last for each in sentences_of(line)[-2:]
    )


def has_sign_off(text: str) -> bool:
    r"""Tell whether a letter's close stands on one of the last lines: ``Kind regards,``, ``Sincerely, Ana``.

    >>> has_sign_off("The quote follows.\n\nKind regards,\nAna"), has_sign_off("Send her my kind regards.")
    (True, False)
    """
    return any(re.match(_SIGN_OFF, folded(plain(line))) for line in lines_of(text[-4_000:])[-4:])


def no_notes(text: str) -> bool:
    r"""Tell whether no line is a note, a warning or a disclaimer: ``Note: ...``, ``(Please note ...)``.

    >>> no_notes("Tea is hot."), no_notes("Tea is hot.\n\nNote: I am no cook.")
    (True, False)
    """
    return not re.search(_NOTE, _straight(plain(text)).casefold())


def has_contractions(text: str) -> bool:
    """Tell whether there is a contraction: ``don't``, ``it's``, ``we'll``; possessives such as ``Ada's`` are none.

    >>> has_contractions("It’s fine"), has_contractions("Ada's tea")
    (True, False)
    """
    return bool(re.search(_CONTRACTION, text))


def has_first_person(text: str) -> bool:
    """Tell whether the response speaks of I, me, my, we, us or our; what it quotes of others does not count.

    >>> has_first_person("I think so"), has_first_person("They think so"), has_first_person('They all say "I do".')
    (True, False, False)
    """
    return bool(re.search(_FIRST_PERSON, _unquoted(without_code(text))))


def has_second_person(text: str) -> bool:
    """Tell whether the response speaks of you or your; what it quotes of others does not count.

    >>> has_second_person("Your tea is ready"), has_second_person("The tea is ready")
    (True, False)
    """
    return bool(re.search(_SECOND_PERSON, _unquoted(without_code(text))))


def _unquoted(text: str) -> str:
    """Return a text without its quotations, or as it is where most of its words stand in them, as in JSON."""
    rest = re.sub(_QUOTATION, " ", text)
    return rest if 2 * len(re.findall(r"\w+", rest)) >= len(re.findall(r"\w+", text)) else text


def has_greeting(text: str) -> bool:
    r"""Tell whether the response begins with a greeting, or has a line near its beginning that greets, as letters do.

    >>> has_greeting("Dear Ada,"), has_greeting("9 March\n\nDear Ada,\n..."), has_greeting("Tea is hot.")
    (True, True, False)
    """
    lines = (line.strip("*_# ") for line in lines_of(text[:2_000])[:20])
    addressed = (folded(line) for line in lines if line.endswith((",", ":", "!", "，", "：", "！")))
    return any(re.match(_GREETING, line) for line in (_opening(text), *addressed))


def has_apology(text: str) -> bool:
    """Tell whether the response apologises.

    >>> has_apology("We apologize for the delay."), has_apology("Here it is.")
    (True, False)
    """
    return bool(re.search(_APOLOGY, folded(text)))


def has_disclaimer(text: str) -> bool:
    """Tell whether the response says that it is no advice of a professional, or sends the reader to one.

    >>> has_disclaimer("This is not a substitute for medical advice."), has_disclaimer("Drink water.")
    (True, False)
    """
    return bool(re.search(_DISCLAIMER, folded(text)))


def has_thanks(text: str) -> bool:
    """Tell whether the response thanks.

    >>> has_thanks("Thank you!"), has_thanks("Here it is.")
    (True, False)
    """
    return bool(re.search(_THANKS, folded(text)))


def has_self_reference(text: str) -> bool:
    """Tell whether the response speaks of itself as an AI, a language model or an assistant.

    >>> has_self_reference("As an AI, I have no taste."), has_self_reference("AI is useful.")
    (True, False)
    """
    return bool(re.search(_SELF_REFERENCE, folded(plain(text))))


def is_refusal(text: str) -> bool:
    """Tell whether the response refuses, in its first sentences.

    >>> is_refusal("I cannot assist with that."), is_refusal("Cats cannot fly.")
    (True, False)
    """
    return any(re.search(_REFUSAL, folded(plain(sentence))[:500]) for sentence in sentences_of(text[:1_000])[:2])


def has_question(text: str) -> bool:
    """Tell whether there is a question mark that ends a word, addresses of links aside.

    >>> has_question("Ready?"), has_question("Ready.")
    (True, False)
    """
    return bool(re.search(r"[?？؟](?![\w=&/%])", text))


def has_exclamation(text: str) -> bool:
    """Tell whether there is an exclamation mark, code such as ``!=`` and ``![`` aside.

    >>> has_exclamation("Ready!"), has_exclamation("a != b")
    (True, False)
    """
    return bool(re.search(r"[!！](?![=\[\w(])", text))


def ends_with_question(text: str) -> bool:
    r"""Tell whether the response ends with a question; quotes, marks, emoji and hashtags behind it aside.

    >>> ends_with_question("Fine. **Ready?**"), ends_with_question("Ready? Yes."), ends_with_question("Ready?\n#a #b")
    (True, False, True)
    """
    return bool(re.search(r"[?？؟][^\w?？؟]{0,20}(?:#\w+\s*)*$", text.rstrip()))
