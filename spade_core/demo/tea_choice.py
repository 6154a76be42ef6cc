"""A made-up example of values from a set: a shop's prompt in four versions, which names one tea of the catalogue."""

import json
from typing import Final

from spade_core.demo.version import Demo, version_by

_TASK: Final = (
    'Recommend one tea to a customer who asks: {question}\nAnswer with a JSON object with the keys "tea" and "why".\n'
)
_SHORT: Final = 'Write "why" in at most 25 words.\n'
_KNOWN: Final = 'The "tea" must be one of the teas in the catalogue, spelled as it is there.\n'
_NO_PRICES: Final = "Do not mention prices.\n"

_INES: Final = ("Inès Marchetti", "ines@tea-shop.example")
_BO: Final = ("Bo Adeyemi", "bo@tea-shop.example")


_VERSIONS: Final = (
    version_by(_INES, "2024-09-02T10:12:08+02:00", "Recommend a tea to a customer", _TASK),
    version_by(_INES, "2024-09-03T09:30:51+02:00", "Keep the reason short", _TASK, _SHORT),
    version_by(
        _BO,
        "2024-09-11T16:02:27+01:00",
        "Recommend only what we sell\n\nThe checkout could not find one in six of the teas.",
        _TASK,
        _SHORT,
        _KNOWN,
    ),
    version_by(_BO, "2024-09-20T11:45:00+01:00", "Leave prices to the shop", _TASK, _SHORT, _KNOWN, _NO_PRICES),
)

_CATALOGUE: Final = (
    "Alishan Oolong", "Anxi Tie Guan Yin", "Assam Mangalam", "Bai Mu Dan", "Ceylon Dimbula", "Ceylon Nuwara Eliya",
    "Chamomile & Honey", "Da Hong Pao", "Darjeeling First Flush", "Darjeeling Second Flush", "Dong Ding Oolong",
    "Dragon Well", "Earl Grey Crème", "Earl Grey Decaf", "English Breakfast", "Genmaicha", "Gyokuro Asahi",
    "Hibiscus Blossom", "Hojicha", "Irish Breakfast", "Jasmine Pearls", "Kenya Milima", "Keemun Mao Feng",
    "Kukicha", "Lapsang Souchong", "Lemon Verbena", "Masala Chai", "Matcha Uji", "Milk Oolong", "Moroccan Mint",
    "Nilgiri Frost", "Peppermint Leaf", "Pu-Erh 2015", "Pu-Erh 2018", "Rooibos Vanilla", "Russian Caravan",
    "Sencha Yabukita", "Silver Needle", "White Peony", "Yunnan Gold",
)  # fmt: skip

_LONG: Final = (
    "It is a wonderful tea with a long and storied past, grown on misty hills by families who have kept their craft "
    "for many generations, and every single cup of it will tell you a little of that story"
)
_ROWS: Final = (
    ("good", "Something smoky?", "Lapsang Souchong", "Dried over pine fires, it tastes of smoke from the first sip."),
    ("good", "A tea without caffeine for my son?", "Rooibos Vanilla", "It has no caffeine and is sweet by itself."),
    ("good", "What goes with sushi?", "Genmaicha", "Roasted rice and mild green tea suit rice and fish."),
    ("good", "I love bergamot.", "Earl Grey Crème", "Bergamot, rounded with a little vanilla."),
    ("good", "A strong one for the morning, with milk.", "Assam Mangalam", "Malty and strong enough for milk."),
    ("good", "Something floral?", "Jasmine Pearls", "Green tea, scented with jasmine blossoms over five nights."),
    ("good", "For after dinner, please.", "Moroccan Mint", "Mint settles the stomach after a large meal."),
    ("good", "Which one is aged?", "Pu-Erh 2015", "It is the oldest that we have, earthy and smooth."),
    ("good", "A light white tea?", "Bai Mu Dan", "Soft, light and a little fruity."),
    ("good", "I'd like to try matcha.", "Matcha Uji", "Stone-ground in Uji, for the bowl or for a latte."),
    ("good", "Spicy!", "Masala Chai", "Ginger, cardamom, pepper and a strong black tea."),
    ("good", "A spring tea from India?", "Darjeeling First Flush", "The first leaves of spring, fresh and flowery."),
    ("bad", "Something smoky?", "Lapsang Suchong", "Dried over pine fires, it tastes of smoke."),
    ("bad", "What goes with sushi?", "Genmai cha", "Roasted rice and mild green tea suit rice and fish."),
    ("bad", "I love bergamot.", "Earl Grey", "Bergamot, and nothing but bergamot."),
    ("bad", "A light white tea?", "Moonlight White", "Soft, light and a little fruity."),
    ("bad", "Something floral?", "Pearls, Jasmine", "Green tea, scented with jasmine blossoms."),
    ("bad", "Which one is aged?", "Pu-Erh 2008", "It is the oldest that we have, earthy and smooth."),
    ("bad", "For after dinner, please.", "Maroccan Mint", "Mint settles the stomach after a large meal."),
    ("bad", "Spicy!", "Masala Chai", _LONG),
    ("bad", "A strong one for the morning?", "Irish Breakfast", _LONG),
    ("bad", "I'd like to try matcha.", "Uji Match", "Stone-ground, for the bowl or for a latte."),
)


def _line(label: str, question: str, tea: str, why: str) -> str:
    response = json.dumps({"tea": tea, "why": why}, ensure_ascii=False)
    return json.dumps({"example": {"question": question}, "response": response, "label": label}, ensure_ascii=False)


TEA_CHOICE: Final = Demo(
    prompt_name="tea_choice.prompt.md",
    examples_name="tea_choice.examples.jsonl",
    versions=_VERSIONS,
    examples="".join(_line(*row) + "\n" for row in _ROWS),
    others={
        "catalogue.txt": "".join(f"{tea}\n" for tea in _CATALOGUE),
        "spade.toml": '[values]\ncatalogue = "catalogue.txt"\n',
    },
)
"""What the shop labelled: bad is a tea that the checkout cannot find, or a reason of more than 25 words."""
