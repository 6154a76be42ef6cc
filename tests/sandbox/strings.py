"""Odd strings and examples, hypothesis-made, for comparing engines."""

import json

from hypothesis import strategies as st

ODD = (
    "aAbB xX.,:-*#|019\n\t\r\x0b\x0c\x1c\x1f\x85\xa0\u2028\u3000\u200b\ufeff\x00'\"\\{}[]%$"
    "éßİıŉǆΣςσſÅ\u0301\u0323²½٣１Ⅷ中ひ한ไ👍🏽\u200d❤️"
)
WORDS = [
    "a",
    "b",
    "the",
    "Hello",
    "name",
    "count",
    "x",
    "sorry",
    "Answer: yes",
    "- item",
    "1.",
    "12",
    "3.5",
    "1_0",
    "-7",
]

odd_text = st.text(st.sampled_from(ODD), max_size=24)
any_text = st.text(max_size=16)
words = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
lines = st.lists(st.one_of(words, odd_text), max_size=4).map("\n".join)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), odd_text, st.just("x")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["name", "count", "", "é"]), inner, max_size=3)
    ),
    max_leaves=6,
)
json_text = st.builds(lambda value, ascii_only: json.dumps(value, ensure_ascii=ascii_only), json_values, st.booleans())
broken_json = st.builds(lambda text, cut: text[:cut] + text[cut + 1 :], json_text, st.integers(0, 6))
numbers = st.one_of(
    st.integers(-5, 99).map(str), st.floats().map(str), st.sampled_from(["1e5", " 7 ", "٣", "²", "nan"])
)
responses = st.one_of(odd_text, any_text, words, lines, json_text, broken_json, numbers)

examples = st.fixed_dictionaries(
    {
        "name": st.one_of(words, odd_text),
        "keywords": st.lists(st.one_of(st.sampled_from(WORDS), odd_text), max_size=4),
        "count": st.integers(-2, 9),
        "number": st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.just("1")),
        "nested": st.fixed_dictionaries({"deep": st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)}),
    }
)
rows = st.tuples(examples, st.sampled_from(["", "a prompt", "x" * 30]), responses)
