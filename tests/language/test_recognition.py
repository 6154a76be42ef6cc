import pytest

from spade_core.categories import classify
from spade_core.language.recognition import Reading, reading_of
from tests.categories.labelled_deltas import delta_of

FOREIGN = {
    "Vietnamese": ["Trả lời ngắn gọn.", "Không được nhắc đến giá.", "Bạn là trợ lý AI.", "Tối đa 100 từ."],
    "Chinese": ["请用中文回答。", "不要提到价格。", "返回JSON格式", "请总结{text}，不超过100字。"],
    "Japanese": ["簡潔に答えてください。", "JSON形式で出力してください", "価格には触れないでください。"],
    "Korean": ["한국어로 답하세요.", "100단어 이내로 작성하세요", "당신은 도움이 되는 비서입니다."],
    "German": [
        "Antworte kurz.",
        "Sei freundlich und höflich.",
        "Gib die Antwort in JSON zurück.",
        "Fasse den Text zusammen.",
    ],
    "French": [
        "Répondez en français.",
        "Ne mentionnez pas le prix.",
        "Soyez bref et précis.",
        "Tu es un assistant utile.",
    ],
    "Spanish": ["No menciones el precio.", "Sé breve.", "Resume el siguiente texto.", "Incluye la fecha de entrega."],
    "Russian": ["Ответь кратко.", "Не упоминай цену.", "Верни JSON"],
    "Arabic": ["أجب باللغة العربية.", "لا تذكر السعر."],
    "Hindi": ["संक्षेप में उत्तर दें।", "कीमत का उल्लेख न करें।"],
    "Portuguese": ["Responda em português.", "Não mencione o preço."],
    "Italian": ["Rispondi in italiano in modo conciso.", "Non menzionare il prezzo."],
    "Dutch": ["Antwoord in het Nederlands."],
    "Polish": ["Odpowiedz po polsku."],
    "Turkish": ["Türkçe cevap ver."],
    "Thai": ["ตอบเป็นภาษาไทย"],
    "Greek": ["Απάντησε σύντομα."],
    "Hebrew": ["ענה בקצרה."],
}

NOT_FOREIGN = [
    "Be concise.",
    "Summarize.",
    "No emojis.",
    "No apologies, no disclaimers, no excuses",
    "Stay in character.",
    'e.g. "Tell me a story"',
    "SELECT name FROM users WHERE id = 1;",
    "for i in range(10): print(i)",
    '{"name": "Ada", "age": 36}',
    "{{ user_name }}",
    "{context}",
    "---",
    "José García",
    "Los Angeles, El Paso, Las Vegas",
    "Vincent van Gogh painted this.",
    "Ask Señor Núñez.",
    'Use the word "Schadenfreude".',
    'Translate "不要提到价格" to English.',
    "Answer in 简体中文 please.",
    "Respond in español.",
    "Mention crème brûlée and jalapeño.",
    "Order a café au lait in Paris.",
    "Naïve Bayes classifier",
    "α and τ are thresholds.",
    "https://example.com/el/la/de",
    "Die Hard is a film.",
    "Per the policy, refuse.",
    "Kubernetes YAML manifests",
    "ACME GmbH",
]


@pytest.mark.parametrize(("language", "text"), [(name, text) for name, texts in FOREIGN.items() for text in texts])
def test_a_sentence_in_another_language_is_not_read_as_english(language: str, text: str) -> None:
    assert reading_of(text) is Reading.FOREIGN, language


@pytest.mark.parametrize("text", NOT_FOREIGN)
def test_english_names_code_and_marks_are_not_taken_for_another_language(text: str) -> None:
    assert reading_of(text) is not Reading.FOREIGN


@pytest.mark.parametrize("text", ["{context}", "---", "1. 2. 3.", "", "🎬"])
def test_text_without_words_is_neutral(text: str) -> None:
    assert reading_of(text) is Reading.NEUTRAL


@pytest.mark.parametrize("text", [texts[0] for texts in FOREIGN.values()])
def test_an_added_foreign_sentence_is_reported_unclassified_and_not_guessed(text: str) -> None:
    found = classify(delta_of("Write a poem.", f"Write a poem.\n{text}"))
    assert [change.sentence.text for change in found.unclassified] == [text]
    assert found.categories == ()
    assert found.cues == ()


def test_english_beside_a_foreign_sentence_is_still_classified() -> None:
    found = classify(delta_of("Write a poem.", "Write a poem.\nHãy viết bằng tiếng Việt.\nAvoid rhymes."))
    assert [category.value for category in found.categories] == ["exclusion_instruction"]
    assert len(found.unclassified) == 1


def test_a_modified_foreign_sentence_is_not_called_a_clarification() -> None:
    found = classify(delta_of("请总结以下文本。", "请总结以下文本，不超过100字。"))
    assert found.categories == ()
    assert len(found.unclassified) == 1
