"""A made-up example of retrieved contexts: a museum's prompt in six versions that answers visitors from its website."""

import json
from typing import Final

from spade_core.demo.version import Demo, version_by

_TASK: Final = "Answer the visitor's question: {question}\n"
_PASSAGES: Final = "These passages of our website may help:\n{contexts}\n"
_ONLY: Final = "Answer only from the passages.\n"
_UNKNOWN: Final = "If the passages do not hold the answer, say that you do not know.\n"
_CITE: Final = "Cite each passage that you use by its number, as in [1].\n"
_SHORT: Final = "Answer in at most 40 words.\n"

_LIN: Final = ("Lin Castellano", "lin@clock-museum.example")
_OLA: Final = ("Ola Brandt", "ola@clock-museum.example")


_VERSIONS: Final = (
    version_by(_LIN, "2025-01-13T09:12:40+01:00", "Answer what visitors ask", _TASK),
    version_by(_LIN, "2025-01-15T14:30:05+01:00", "Bring passages of the website", _TASK, _PASSAGES),
    version_by(
        _OLA,
        "2025-01-20T10:47:33+01:00",
        "Answer from the passages alone\n\nA visitor was promised a planetarium that we do not have.",
        _TASK,
        _PASSAGES,
        _ONLY,
    ),
    version_by(
        _OLA, "2025-01-21T16:05:10+01:00", "Let it say that it does not know", _TASK, _PASSAGES, _ONLY, _UNKNOWN
    ),
    version_by(
        _LIN, "2025-02-03T11:20:00+01:00", "Have passages cited", _TASK, _PASSAGES, _ONLY, _UNKNOWN, _CITE
    ),
    version_by(
        _LIN, "2025-02-10T08:58:21+01:00", "Keep answers short", _TASK, _PASSAGES, _ONLY, _UNKNOWN, _CITE, _SHORT
    ),
)  # fmt: skip

_HOURS: Final = "The Clock Museum is open daily from 10:00 to 17:00, on Thursdays until 20:00. It is closed on Mondays."
_PRICES: Final = (
    "A ticket costs 9 euros. Students pay 6 euros. Children under 12 are free. Entry is free on 1 May 2025."
)
_PLACE: Final = "You find us at 12 Mill Lane. Tram 4 stops at Mill Bridge, two minutes on foot from the door."
_TOURS: Final = (
    "Guided tours start on Saturdays at 11:00 and 14:00 and take 45 minutes. Ada Voss leads the one in English."
)
_CLOCK: Final = (
    "The oldest clock of the house was built in 1571 by Jost Hauser. It still runs and is wound every morning."
)
_DOGS: Final = (
    "Guide dogs are welcome. Other dogs wait in the yard. Bags larger than a sheet of A4 go into the lockers."
)
_CAFE: Final = "The café serves soup and cake until 16:30."

_LONG: Final = (
    " Our house has a long history that we love to share with everybody who comes through its doors, and a day with us "
    "is a day well spent, whatever the weather, whatever the season, and whoever comes along with you to see it all"
)
_ROWS: Final = (
    ("good", "When do you open on Sundays?", (_HOURS, _CAFE), "On Sundays we are open from 10:00 to 17:00 [1]."),
    ("good", "What does a student pay?", (_PRICES,), "Students pay 6 euros [1]."),
    ("good", "How do I get there by tram?", (_PLACE, _HOURS), "Tram 4 stops at Mill Bridge, two minutes away [1]."),
    ("good", "Is there a tour in English?", (_TOURS,), "Yes, Ada Voss leads one, on Saturdays [1]."),
    ("good", "Who built the oldest clock and when?", (_CLOCK,), "Jost Hauser built it in 1571 [1]."),
    ("good", "May I bring my dog?", (_DOGS, _CAFE), "Guide dogs are welcome; other dogs wait in the yard [1]."),
    ("good", "How long is a tour?", (_TOURS, _PRICES), "A guided tour takes 45 minutes [1]."),
    ("good", "Are you open late on some day?", (_HOURS,), "Yes, on Thursdays until 8 p.m. [1]."),
    ("good", "Where are you, and what does a ticket cost?", (_PLACE, _PRICES), "At 12 Mill Lane [1]; 9 euros [2]."),
    ("good", "Can I have lunch?", (_CAFE, _DOGS), "Yes: the café serves soup and cake until 16:30 [1]."),
    ("good", "When is entry free?", (_PRICES,), "On 1 May 2025, and for children under 12 always [1]."),
    ("good", "Do you repair watches?", (_CAFE, _DOGS), "I do not know: the passages do not mention it."),
    ("good", "Is there parking?", (), "I don't know; I was given nothing about that."),
    ("good", "Does the oldest clock still run?", (_CLOCK,), "Yes, and it is wound every morning [1]."),
    ("bad", "When do you open on Sundays?", (_HOURS,), "On Sundays we are open from 9:00 to 18:00 [1]."),
    ("bad", "What does a student pay?", (_PRICES,), "Students pay 5 euros [1]."),
    ("bad", "How do I get there by tram?", (_PLACE,), "Take tram 4 to Castle Square, which is at the door [1]."),
    ("bad", "Is there a tour in English?", (_TOURS,), "Yes, on Saturdays, with Henry Moore [1]."),
    ("bad", "Who built the oldest clock and when?", (_CLOCK,), "Jost Hauser built it in 1671 [1]."),
    ("bad", "Is there a cloakroom for suitcases?", (), "There is one behind the shop."),
    ("bad", "Do you repair watches?", (_HOURS, _DOGS), "Our workshop repairs yours while a guest waits."),
    ("bad", "How long is a tour?", (_TOURS,), "A guided tour takes 45 minutes [3]."),
    ("bad", "May I bring my dog?", (_DOGS,), "Dogs are welcome everywhere in the house [1]."),
    ("bad", "When is entry free?", (_PRICES,), "Entry is free on 1 June 2025 [1]."),
    ("bad", "Who built the oldest clock and when?", (_CLOCK,), "Jost Hauser built the oldest one [1]."),
    ("bad", "Can I have lunch?", (_CAFE,), "Yes, the café serves soup and cake until 16:30 [1]." + _LONG + "."),
    ("bad", "Are you open late on some day?", (_HOURS,), "Yes, we stay open until 22:00 on Fridays [1]."),
)  # fmt: skip


def _line(label: str, question: str, contexts: tuple[str, ...], response: str) -> str:
    fields = {"question": question, "contexts": list(contexts)}
    return json.dumps({"example": fields, "response": response, "label": label}, ensure_ascii=False)


VISITOR_ANSWER: Final = Demo(
    prompt_name="visitor_answer.prompt.md",
    examples_name="visitor_answer.examples.jsonl",
    versions=_VERSIONS,
    examples="".join(_line(*row) + "\n" for row in _ROWS),
)
"""What the museum labelled: bad says what no passage does, cites one that is not there, leaves half of the question or
has more than 40 words."""
