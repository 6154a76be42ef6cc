"""What a response says that its contexts do not hold: on pairs of contexts and responses that were labelled by hand."""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from spade_core.checks import (
    contexts_of,
    copied_words,
    new_answers,
    new_dates,
    new_names,
    new_numbers,
    new_quotations,
    says_unknown,
    speaks_of,
    unanswered,
    unknown_citations,
)
from tests.command import spade
from tests.repositories import commit_versions

_FIRST = ("first", "second", "third", "fourth", "fifth", "sixth")
_SECOND = (
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twentyfirst",
    "twentysecond",
    "twentythird",
)
_LAST = ("sixteenth", "seventeenth")
_SETS = (*_FIRST, *_SECOND, *_LAST)
"""Each was labelled before anything was mended on it; docs/context.md has the figures of that first look.

Some pairs were labelled for one kind alone, which they name.
"""
_PAIRS = [
    json.loads(line)
    for name in _SETS
    for line in Path(__file__).with_name(f"pairs_{name}.jsonl").read_text("utf-8").splitlines()
]
_OF_LAST = 437
"""Pairs of the last two sets."""
_KINDS = ("citations", "dates", "known", "names", "numbers", "quotations", "unanswered")


def found_in(question: str, contexts: object, response: str) -> set[str]:
    """Return the kinds of what is wrong with a response, as the labels of the pairs name them."""
    said = {
        "citations": unknown_citations(response, contexts),
        "dates": new_dates(response, contexts, question),
        "known": not (says_unknown(response) or speaks_of(contexts, question, response)),
        "names": new_names(response, contexts, question),
        "numbers": new_numbers(response, contexts, question),
        "quotations": new_quotations(response, contexts, question),
        "unanswered": unanswered(response, question),
    }
    return {kind for kind, wrong in said.items() if wrong}


@cache
def found_in_pairs() -> list[set[str]]:
    return [found_in(p["q"], p["c"], p["r"]) for p in _PAIRS]


def test_of_answers_where_no_context_has_a_word_for_it_all_are_wrong() -> None:
    named = [p["wrong"] for p in _PAIRS if p.get("of") != "unanswered" and new_answers(p["r"], p["c"], p["q"])]
    assert len(named) >= 80
    assert all(named)


def test_answers_that_should_have_been_i_do_not_know_are_found_and_hardly_anything_else() -> None:
    pairs = [p for p in _PAIRS if p.get("of") == "known"]
    named = [
        not p["wrong"]
        for p in pairs
        if "known" in found_in(p["q"], p["c"], p["r"]) or new_answers(p["r"], p["c"], p["q"])
    ]
    assert sum(named) <= 0.05 * len(named)
    assert len(named) >= 0.6 * sum("known" in p["wrong"] for p in pairs) >= 30


@pytest.mark.parametrize("cited", ["", " [1]", " [1, 2]"])
def test_a_citation_hides_no_answer_that_no_context_has_a_word_for(cited: str) -> None:
    contexts = ["The museum cafe sells tea, coffee and cake every day."]
    said = f"We accept all major insurance companies{cited}."
    (found,) = new_answers(said, contexts, "Which insurance do you accept?")
    assert found.startswith("We accept all major insurance companies")


_LEAST_FOUND = {"numbers": 0.55, "known": 0.18, "unanswered": 0.4}
"""Much is left alone: what was worked out, and what takes up words of the contexts or of the question."""


@pytest.mark.parametrize("kind", _KINDS)
def test_of_what_is_named_most_is_wrong_and_much_of_what_is_wrong_is_named(kind: str) -> None:
    counts = Counter(
        (kind in found, kind in p["wrong"])
        for p, found in zip(_PAIRS, found_in_pairs(), strict=True)
        if kind == p.get("of", kind)
    )
    right, named, wrong = (
        counts[True, True],
        counts[True, True] + counts[True, False],
        counts[True, True] + counts[False, True],
    )
    assert right >= 0.9 * named, f"precision {right} of {named}"
    assert right >= _LEAST_FOUND.get(kind, 0.7) * wrong >= 4, f"recall {right} of {wrong}"


@pytest.mark.parametrize("kind", _KINDS)
def test_each_kind_is_named_rightly_in_pairs_that_were_labelled_by_fresh_eyes(kind: str) -> None:
    seen = [
        kind in p["wrong"]
        for p, found in zip(_PAIRS[-_OF_LAST:], found_in_pairs()[-_OF_LAST:], strict=True)
        if kind in found and kind == p.get("of", kind)
    ]
    assert sum(seen) >= 0.9 * len(seen) >= 4, f"{sum(seen)} of {len(seen)}"


@pytest.mark.parametrize(
    "letters", ["[\u4e00-\u9fff]", "[ạảấầẩậắằẵặẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]"], ids=["zh", "vi"]
)
@pytest.mark.parametrize("kind", ["citations", "dates", "names", "numbers", "quotations"])
def test_much_of_what_is_wrong_in_chinese_and_vietnamese_is_named_and_hardly_anything_else(
    kind: str, letters: str
) -> None:
    seen = [
        (kind in found, kind in pair["wrong"])
        for pair, found in zip(_PAIRS, found_in_pairs(), strict=True)
        if re.search(letters, pair["r"])
    ]
    right, named, wrong = seen.count((True, True)), sum(a for a, _ in seen), sum(b for _, b in seen)
    assert right >= 0.95 * named, f"precision {right} of {named}"
    assert right >= (0.4 if kind == "numbers" else 0.7) * wrong >= 1, f"recall {right} of {wrong}"


@pytest.mark.parametrize(
    ("context", "response"),
    [
        (
            "会议于2023年3月5日下午3点半开始，共有120人参加，费用为2.5万元。",
            "会议3月5日15:30开始，一百二十人参加，花了25000元。",
        ),
        ("第十八届展览在十月举行，为期两周，约三分之一的作品来自国外。", "展览在10月举行，共14天。"),
        ("学生票六欧元，成人票十二欧元。", "学生付6欧元，成人付12欧元，两人共18欧元。"),
        ("周一闭馆。百分之八十五的观众是学生。", "星期一不开放，85%的观众是学生。"),
        (
            "Cửa hàng mở từ 8 giờ sáng đến 5 giờ chiều, ngày 2 tháng 9 năm 2024 nghỉ.",
            "Nghỉ ngày 2/9/2024, mở 8:00 đến 17:00.",
        ),
        ("Giá 1,5 triệu đồng, giảm 20 phần trăm trong ba tháng.", "Giá 1.500.000 đồng, giảm 20% trong 3 tháng."),
    ],
)
def test_numbers_and_dates_in_other_forms_of_chinese_and_vietnamese_are_the_same(context: str, response: str) -> None:
    assert found_in("", [context], response) <= {"known"}


def test_odd_numbers_and_dates_in_chinese_and_vietnamese_are_read_or_left() -> None:
    for odd in (
        "2021年13月32日",
        "零月零日",
        "万亿个",
        "九" * 50_000 + "个",
        "9" * 5_000 + "万",
        "25点99分",
        "周八",
        "百分之",
    ):
        assert isinstance(found_in("多少", [odd], odd + "，王先生在东湖。"), set)
    for odd in ("ngày 45 tháng 99 năm 9", "99 giờ 99 ở đường ấy", "1.2.3.4 tỷ tỉ triệu đồng ạ ở ộ", "tháng 0 ắ ộ ở"):
        assert isinstance(found_in("bao nhiêu", [odd], odd), set)


def test_a_copy_of_a_context_is_told_from_an_answer_in_other_words() -> None:
    found = [p["wrong"] for p in _PAIRS[-_OF_LAST:] if copied_words(p["r"], p["c"]) > 20]
    assert len(found) >= 16
    assert all("copied" in wrong for wrong in found)


FOLLOWS = (
    ("It is sown between 15 and 30 September.", "Sow it from September 15 to September 30."),
    ("The fair is on 5-6 June.", "The fair begins on June 5 and ends on June 6."),
    ("It was founded in 1920.", "It was founded more than a hundred years ago and is 105 years old."),
    (
        "Revenue of 2023: 482.6 million. Of 2022: 445.2 million.",
        "FY2023 brought 37.4 million or 8.4 percent more (YoY).",
    ),
    ("Feeding at 10:30 and 15:15.", "They are fed at half past ten and quarter past three."),
    ("Tiere sind auf dem Rasen willkommen.", "Der Hund darf in den Garten, aber nicht in das Haus."),
    ("A ticket costs 14 euros. Dogs pay 5 euros.", "Together that makes 19 euros."),
    ("A ticket costs 14 euros.", "Three tickets come to 42 euros."),
    ("The club had 240 members in 2019 and 300 in 2023.", "It gained 60 members, 25%, in four years."),
    ("A basket holds 8 apples, 5 pears and 9 plums.", "It holds 22 pieces of fruit."),
    ("The hall is 30 m long.", "It is 98 feet long."),
    ("The hall is 30 m long and 12 m wide.", "It covers 360 square metres, or 3,875 sq ft."),
    ("The lake holds 3.2 million cubic metres. The basin holds 850,000 m³.", "Together they hold 4.05 million m³."),
    ("Revenue 482.3 million euros.", "Revenue was EUR 482m."),
    (
        "Revenue (million euros): North 84.2 (79.6), South 51.7 (55.3).",
        "Revenue in the north rose by 4.6 million euros.",
    ),
    (
        "Budget in thousands of dollars: roads 5,580; parks 1,860.",
        "Parks get $1.86 million, a third of the $5.58 million.",
    ),
    ("Adults pay 240 euros, juniors 110 euros.", "Two adults and one junior pay 590 euros."),
    ("A bottle weighs 1.3 kg, the crate 1.4 kg.", "With twelve bottles the crate weighs 17 kg."),
    ("The syrup has 24 mg per ml.", "300 mg are 12.5 ml of it."),
    ("Turnout rose from 58.4% to 63.1%.", "It rose by 4.7 percentage points."),
    ("240 took the drug and 240 a placebo.", "In all 480 took part."),
    ("Visas: 9 a.m.–noon.", "Come between 9:00 and 12:00."),
    ("Open from 10 to 18, on Sundays 9-5.", "It opens at 10:00 and closes at 6 p.m., on Sundays at 17:00."),
    ("The rent is 610 euros a month.", "The rent is 7,320 euros a year."),
    ("The film starts at 20:15 and lasts 1 hour and 50 minutes.", "It ends at 22:05."),
    ("The shop is open from 9:30 to 18:00.", "It is open for eight and a half hours."),
    ("Easter Sunday was 9 April 2023. The trail is closed until the Friday before.", "It opened on 7 April 2023."),
    ("Ordered on Monday 4 March. Five working days, express two.", "It comes on 11 March, express on 6 March."),
    ("Helga Sørensen FRS leads it.", "Helga Sorensen, a Fellow of the Royal Society, leads it."),
    ("The parcel left on Friday, 7 June and takes three days.", "It arrives on Monday, 10 June."),
    ("Building starts in April and takes five months.", "It should be done in September."),
    ("The office is open Monday to Thursday.", "It is closed on Fridays."),
    ("Nuts: 600 kcal per 100 g. One bar weighs 40 g.", "A bar has 240 kcal."),
    ("It rained on 2026-11-05.", "It rained in November."),
    ("Two firemen of Torhaven were in the USA.", "The firemen of Torhaven met American friends in the United States."),
    ("WHO and FAO met.", "The World Health Organization met the FAOs."),
    ("The café in Zürich is Swiss-owned.", "Switzerland owns the Cafe in Zurich."),
    ("Order 12 is late.", "**Next Steps**: call us.\n\n## Contact Details\n1. Wait. 2. Call. 3. Hope."),
    ("Order 12 is late.", "Step 1: Wait.\nStep 2: Call. We are here 24/7."),
    ("The team scored four times and let in one.", "It won 4-1."),
    ("Apply by 30 June.", "Apply before 1 July."),
    ("A day ticket costs 14 euros, a week 40.", "A day ticket and a week cost 54 euros together."),
    ("Night work is paid at 150%. The rate is 16 euros.", "At 150% the rate is 24 euros an hour."),
    ("The hut (2,950 m) is below the top (4,212 m).", "From the hut to the top at 4,212 m it is 1,262 m."),
    ("The crossing takes 1 hour 50 minutes.", "The crossing takes 110 minutes."),
    ("The guests were out within 70 minutes.", "The guests were out within an hour and ten minutes."),
    ("She was born in 1831 and died aged 71.", "She lived until 1902 or 1903."),
    ("They opened on 3 February, and two nights later next door.", "Next door opened on 5 February 2011."),
    ("The year ends on 30 June. File within nine months.", "File by 31 March."),
    ("The contract of 12 May 2021 runs for four years.", "It ends on 12 May 2025."),
    ("The hut was built in 1931.", "The hut was built about 1930."),
    ("Run it.", "Try this:\n```\nlimit = 250  # Ask Bob\n```"),
    ("Spring: 1,240. Summer: 3,105. Autumn: 980. Winter: 415.", "In total, 5740 people came."),
    ("Pro is $14 per month; a year saves 20 %.", "Paid by the year it is $11.20 a month, or $134.40 a year."),
    ("The ferry sails four times a day.", "That makes 28 crossings a week."),
    (
        "It covers 210 km in 1 hour 24 minutes. Before, it took two hours and ten minutes.",
        "At 150 km/h it saves 46 minutes.",
    ),
    ("Of 206 patients, 124 improved.", "60 % of the patients improved."),
    ("A ticket costs 14 euros.", "If you bring 45 friends, each needs a ticket."),
    ("Restored at 2025-02-11T18:05:44Z.", "It came back at 18:05 UTC on February 11, 2025."),
    ("Gates close 0840 hrs; take-off 0925 hrs.", "The gates close at 8:40, 45 minutes before take-off at 9:25 a.m."),
    ("Tonight -8 °C.", "It will be 18 °F tonight."),
    ("The motor gives 90 kW.", "The motor gives some 121 hp."),
    ("The tank is of 0.6 TB, 450 GB of it are full.", "Three quarters (75%) are full."),
    ("The median is 40 ms, the worst 900 ms.", "The worst, 0.9 s, is 22.5 times the median."),
    ("Two thirds of them came.", "Some 67% of them came."),
    ("Of 52,000 people 13 fell ill.", "25 per 100,000 fell ill."),
    ("The loan runs for 20 years.", "You pay it in 240 monthly parts."),
    ("Der Preis: 2.345,60 Euro.", "The price is about 2,346 euros."),
    ("The box is 640 x 410 x 250 mm.", "The box is 64 cm by 41 cm by 25 cm."),
    ("Ring 0700 555 0142.", "Ring 0700-5550142."),
    ("Sales of Q3: 12.", "In the third quarter 12 were sold."),
    (
        "Bed 85 euros a night, breakfast 9 euros.",
        "Beds are 255 euros. With 27 euros for breakfast it is 282 euros.",
    ),
    ("He left school in '87.", "He left school in 1987."),
    ("They met in the nineties.", "They met in the 1990s."),
    ("Built in the 13th century.", "It is from the 1200s."),
    ("Rent is due monthly, from 12 March 2024.", "Pay on 12 April and on 12 May."),
    ("Every second Tuesday from 3 September 2024.", "The next are on 17 September and 1 October 2024."),
    ("Bill of 8 April 2024, net 14.", "Pay by 22 April 2024."),
    ("Reports are due on the last day of the month, April to June.", "Send them on April 30, May 31 and June 30."),
    ("Closed 20 December to 8 January.", "It is closed on 27 December."),
    ("The parts come in week 14.", "They come at the beginning of April."),
    ("Bapt. Chas. and Eliz. Pool, of Salem, OR", "Then Charles Pool and Elizabeth Pool of Oregon were baptised."),
    ("Christopher Vale signed.", "It was signed by Chris Vale."),
    ("Tea is 3 euros.", "| Kind | Cost |\n|---|---|\n| Black | 3 euros |"),
    ("Hold the key.", 'You could write: "Please hold the key for me."'),
    ("Hold the key.", "```python\nkeys = [17]\n```"),
    ("khan meets algieri on may 30 .", "Khan meets Algieri on May 30."),
    ("4.2.0 fixes it.", "It was fixed in v4.2.0."),
    ("Revised 03/2025.", "It was revised in March 2025."),
    ("The battery has 18 V and 4 Ah.", "It stores 72 watt-hours."),
    ("1. Mateo Ruiz (ESP) 9.58", "The Spaniard won."),
    ("Closed on all days but Tuesday to Saturday.", "It is closed on Monday."),
    ("Crash on start (#4812).", "The crash was #4812."),
    ("Boats at 07:15 and 11:40.", "The 11.40 boat is the later one."),
    ("Monthly charges: 240 euros.", "That is 2,880 euros in all."),
)


@pytest.mark.parametrize(("context", "response"), FOLLOWS)
def test_what_follows_from_a_context_is_not_named(context: str, response: str) -> None:
    assert found_in("", [context], response) == set()


DOES_NOT_FOLLOW = (
    ("A ticket costs 14 euros. Dogs pay 5 euros.", "A ticket costs 16 euros.", "numbers"),
    ("The mattress comes with a 10-year guarantee.", "The mattress has a 12-year guarantee.", "numbers"),
    ("She has promised cameras for all 112 deputies.", "There are to be cameras for all 120 deputies.", "numbers"),
    ("Supported: Chrome 109, Firefox 122, Safari 16.", "You need Chrome 109, Firefox 118 or Safari 16.", "numbers"),
    ("The film starts at 20:15.", "The film starts at 20:45.", "numbers"),
    ("April was dry: 37 mm.", "In April 57 mm fell.", "numbers"),
    ("The hall is 30 m long and 12 m wide.", "It covers 520 square metres.", "numbers"),
    ("The prize was won in 1966.", "It won the prize in 1967.", "dates"),
    ("The club meets on Tuesday.", "The club meets on Friday.", "dates"),
    ("Building starts in April.", "Building starts in October.", "dates"),
    ("The last tram ran on 28 September 1963.", "Then the last tram ran on 28 September 1965.", "dates"),
    ("The contract of 12 May 2021 runs for four years.", "It ends on 12 May 2026.", "dates"),
    ("It was accepted on 3 May. A fee of 18 euros is due.", "Entries close on 1 May.", "dates"),
    ("Fuel was removed by 1999, and the site cleared in 2008.", "All was complete in 2003.", "dates"),
    ("Dr. Emil Sandberg leads the ward.", "Dr. Anna Sandberg leads the ward.", "names"),
    ("WHO and FAO met.", "The World Trade Organization met.", "names"),
    ("The ferry sails four times a day.", "It holds 85.", "numbers"),
    (
        "Spring: 1,240. Summer: 3,105. Autumn: 980. Winter: 415.",
        "In total, 4711 came to see it.",
        "numbers",
    ),
    ("The tower was built by Brandt & Sons.", "The tower was built in 1931.", "dates"),
    ("4.2.0 fixes the crash.", "The crash is fixed in version 4.3.1.", "numbers"),
    ("The A60 and the A80 wash dishes.", "The A90 will wash dishes.", "names"),
    ("Restored at 2025-02-11T18:05:44Z.", "It came back on February 13, 2025.", "dates"),
    ("Gates close 0840 hrs.", "The gates close at 9:10.", "numbers"),
    ("Tonight -8 °C.", "It will be 30 °F tonight.", "numbers"),
    ("The motor gives 90 kW.", "The motor gives 190 hp.", "numbers"),
    ("Ring 0700 555 0142.", "Ring 0700-5550143.", "numbers"),
    ("Rent is due monthly, from 12 March 2024.", "Pay on 19 April.", "dates"),
    ("Closed 20 December to 8 January.", "It is closed on 27 January.", "dates"),
    ("Bapt. Chas. Pool, of Salem, OR", "Then Edmund Pool of Salem was baptised.", "names"),
    ("They met in the nineties.", "They met in the 1980s.", "dates"),
    ("Revised 03/2025.", "It was revised in May 2025.", "dates"),
    ("Open Monday to Friday.", "It is open on Saturday.", "dates"),
    ("Crash on start (#4812), reported with #4799.", "The crash was #4820.", "numbers"),
    ("It draws 245 W and weighs 10 kg.", "It weighs about 22 lb and draws 345 W.", "numbers"),
)


@pytest.mark.parametrize(("context", "response", "kind"), DOES_NOT_FOLLOW)
def test_what_a_context_tells_otherwise_is_named(context: str, response: str, kind: str) -> None:
    assert found_in("", [context], response) == {kind}


FROM_SEVERAL = (
    ("How many calls came in all?", ("12 in May.", "15 in June."), "27 in all."),
    (
        "How many calls came?",
        ("The desk took 12 calls in May.", "The desk took 15 calls in June."),
        "It took 27 calls.",
    ),
    (
        "And in June?",
        ("The desk took 12 calls in May.", "In June the desk took 95 calls."),
        "The desk took 83 calls more.",
    ),
    ("What is it for both?", ("The chair costs 40 euros.", "The table costs 95 euros."), "The two cost 135 euros."),
    ("Which is cheaper?", ("The chair costs 40 euros.", "The table costs 95 euros."), "The chair costs 55 euros less."),
    ("How many seats?", ("Room A seats 40.", "Room B seats 55.", "Room C seats 25."), "The rooms seat 120 in all."),
    ("How many pens?", ("The store has 12 boxes.", "Each box holds 15 pens."), "The store has 180 pens."),
    ("How many adults?", ("The club has 240 members.", "Of the members, 60 are children."), "180 members are adults."),
    (
        "And on Mondays?",
        ("The ticket costs 14 euros.", "On Mondays tickets are 50% cheaper."),
        "The ticket costs 7 euros.",
    ),
    ("How long is it?", ("The train leaves at 9:15.", "The train arrives at 11:45."), "The train takes 150 minutes."),
)


@pytest.mark.parametrize(("question", "contexts", "response"), FROM_SEVERAL)
def test_what_one_step_makes_of_several_contexts_is_not_named(
    question: str, contexts: tuple[str, ...], response: str
) -> None:
    assert new_numbers(response, contexts, question) == []
    joined = " ".join(contexts)
    assert new_numbers(response, [joined], question) == []


@pytest.mark.parametrize(
    ("contexts", "response", "number"),
    [
        (["The desk took 12 calls in May.", "The desk took 15 calls in June."], "The desk took 29 calls.", "29"),
        (["The chair costs 40 euros.", "The table costs 95 euros."], "The two cost 145 euros.", "145"),
        (["Two pumps were mended."], "Five pumps were mended.", "Five"),
    ],
)
def test_what_no_step_makes_of_them_is_named(contexts: list[str], response: str, number: str) -> None:
    assert new_numbers(response, contexts, "How many in all?") == [number]


RECKONED = (
    ("What day is it in three days from 4 May?", "The office is open.", "7 May"),
    ("I ordered on 4 May, when will it come?", "Delivery takes three days.", "7 May"),
    ("My letter is of 4 May 2026. When is it due?", "Reply within 14 days of the letter.", "18 May 2026"),
    ("I bought it in 2020. Until when is it covered?", "The warranty lasts five years.", "2025"),
    ("I start on Monday. When am I done?", "It takes three days.", "Thursday"),
    ("It is Monday. When does she sail?", "The ferry sails tomorrow.", "Tuesday"),
    ("We leave in March. When are we back?", "The voyage lasts four months.", "July"),
)


@pytest.mark.parametrize(("question", "context", "when"), RECKONED)
def test_what_is_reckoned_from_the_question_is_not_named(question: str, context: str, when: str) -> None:
    said = f"It should be on {when}."
    assert new_dates(said, [context], question) == new_numbers(said, [context], question) == []
    assert new_answers(said, [context], question) == []


@pytest.mark.parametrize(("question", "context", "when"), RECKONED)
def test_what_is_reckoned_wrongly_is_named(question: str, context: str, when: str) -> None:
    wrong = {
        "7 May": "9 May",
        "18 May 2026": "21 May 2026",
        "2025": "2028",
        "Thursday": "Sunday",
        "Tuesday": "Friday",
        "July": "October",
    }[when]
    assert new_dates(f"It should be on {wrong}.", [context], question) == [wrong]


@pytest.mark.parametrize(
    ("context", "response", "named"),
    [
        ("The road opens once the frost is over.", "It opens in April.", ["April"]),
        ("The road opens once the frost is over.", "It opens in May.", ["May"]),
        ("The market takes place every week.", "It takes place every Saturday.", ["Saturday"]),
        ("The months of work paid off, said a friend.", "On Friday they were paid.", ["Friday"]),
        ("The visit was on 2023-05-17.", "It was on Friday, 17 May 2023.", ["Friday"]),
        ("The works were founded in June 1921.", "They were founded in July 1921.", ["July 1921"]),
        ("The visit was on 2023-05-17.", "It was on Wednesday, 17 May 2023.", []),
        ("Open Apr-Sep.", "It is open in July, and not in November.", []),
        ("The road is closed from 12 May to 3 August.", "It is closed in June and July.", []),
        ("Tues. to Thurs., from 9:00", "It is open on Wednesdays.", []),
        ("Term begins in autumn.", "Term begins in October.", []),
        ("Apply by 30 June.", "Apply before July.", []),
        ("You may ask.", "May I ask, you may say.", []),
    ],
)
def test_a_month_or_a_day_of_the_week_that_nothing_leads_to_is_named(
    context: str, response: str, named: list[str]
) -> None:
    assert new_dates(response, [context], "What is known?") == named


def test_an_address_that_stands_nowhere_in_the_contexts_is_named() -> None:
    contexts = [{"text": "The rules are online.", "url": "https://www.allot.example/rules"}, "Ask desk@allot.example."]
    assert new_names("See [them](https://allot.example/rules/) or ask Desk@allot.example.", contexts) == []
    assert new_names("See https://rules.example/all, www.allot.example/new or ask me@allot.example.", contexts) == [
        "https://rules.example/all",
        "www.allot.example/new",
        "me@allot.example",
    ]


def test_a_response_that_asks_back_says_that_it_does_not_know() -> None:
    assert says_unknown("Which of the two do you mean?")
    assert not says_unknown("It is the second. Does that help?")


HOSTILE: list[object] = [[], "", [""], ["\0\0"], [[["deep"]]], {"a": {"b": ["text"]}}, [{"text": "a", "id": None}]]


@pytest.mark.parametrize("contexts", HOSTILE)
def test_whatever_the_contexts_are_there_is_an_answer(contexts: object) -> None:
    assert found_in("Who and when?", contexts, 'Ada Byron, 5 May 1840 [1] \0 said "all of it is so".')
    assert copied_words("Ada", contexts) == 0


@pytest.mark.parametrize("contexts", [None, 7, True, [None, 3], [{"id": 1}], {"text": None}, ["Ada", 7]])
@pytest.mark.parametrize("check", [new_numbers, new_dates, new_names, new_quotations, unknown_citations, copied_words])
def test_what_is_no_context_is_not_taken_for_one(check: Callable[..., object], contexts: object) -> None:
    with pytest.raises(TypeError, match='is neither a text nor an object with "text"'):
        check("In 1840, by Ada", contexts)


def test_ten_thousand_contexts_are_looked_through() -> None:
    contexts = [{"id": f"d{n}", "text": f"Part {n} was made in {1000 + n} by Maker{n}."} for n in range(10_000)]
    assert found_in("When was part 77 made?", contexts, "In 1077, by Maker77 [d77].") == set()
    assert found_in("When was part 77 made?", contexts, "Part 77 was made in 1960 by Somebody Else [d10000].") >= {
        "citations",
        "names",
    }


def test_words_with_a_hyphen_are_their_parts_too() -> None:
    assert speaks_of(["Check-in closes at 11."], "By when must we check our bags?", "By 11.")


def test_names_stand_in_the_titles_of_contexts_too() -> None:
    contexts = [{"id": "INC-4471", "text": "A certificate had expired.", "metadata": {"title": "Wexley Handbook"}}]
    assert new_names("As the Wexley Handbook says of INC-4471.", contexts) == []
    assert new_names("As the Ambry Handbook says of INC-4472.", contexts) == ["Ambry", "INC-4472"]


@pytest.mark.parametrize(
    ("question", "response"),
    [
        ("Who pays for shipping and how long does it take?", "The seller; delivery is overnight."),
        ("Where is the exit and how far is it?", "Straight ahead, only a few steps."),
        ("When should I use a set, and why?", "Where no order matters, for it is faster."),
        ("How much water does it need and where does it stand?", "Plenty of it, and full sun."),
        ("What is the fee and when is it due?", "The fee is waived, so nothing is due."),
    ],
)
def test_a_part_of_a_question_is_answered_without_a_number_or_a_name(question: str, response: str) -> None:
    assert unanswered(response, question) == []


@pytest.mark.parametrize(
    "response",
    [
        "I'm afraid that's a thing I can't help with.",
        "Unfortunately, I have to pass.",
        "Please contact the desk.",
        "You're welcome!",
    ],
)
def test_what_may_be_a_way_of_not_knowing_is_no_answer(response: str) -> None:
    question = "Which chemical elements make up table salt?"
    assert speaks_of([], question, response)
    assert not speaks_of([], question, "Table salt consists of sodium and chlorine.")


def test_a_citation_of_one_more_than_thousands_of_contexts_is_unknown() -> None:
    contexts = [f"Pump {n} weighs {n} kg." for n in range(1, 10_001)]
    assert unknown_citations("It weighs 77 kg [77][10000][10078].", contexts) == ["10078"]
    assert unknown_citations("It was built then [1987].", contexts[:3]) == []


@pytest.mark.parametrize("size", [5, 30, 50_000])
def test_a_copy_of_any_length_is_counted_and_where_it_is_broken_the_longest_piece(size: int) -> None:
    words = [f"w{(7 * n * n + n) % 5003}" for n in range(size)]
    context = f"It says: {' '.join(words)}."
    assert copied_words(" ".join(words).upper(), ["Other text.", context]) == size
    broken = [*words[: size // 5], "but", *words[size // 5 :]]
    assert copied_words(" ".join(broken), [context]) == size - size // 5


def test_each_letter_of_chinese_is_a_word_of_a_copy() -> None:
    assert copied_words("他说：新员工试用期为三个月。", ["新员工试用期为三个月，工资照发。"]) == 10


def test_a_part_of_a_question_may_begin_with_a_preposition() -> None:
    question = "Who tells the tenants, and by when?"
    assert unanswered("Demir does.", question) == ["when"]
    assert unanswered("Demir does, by 20 May.", question) == []


def test_a_date_is_found_in_a_long_text_as_in_a_short_one() -> None:
    contexts = [f"Part {n} weighs {n} kilos and costs {3 * n} euros." for n in range(2_000)]
    told = [*contexts, "Part 77 was made on 4 May 1931, part 78 three days later.", "It was sold on 1950-11-02."]
    assert new_dates("It was made on May 4, 1931, and the next on 7 May 1931.", told) == []
    assert new_dates("It was sold on 2 November 1950.", told) == []
    assert new_dates("It was sold on 2 December 1950.", told) == ["2 December 1950"]


def test_numbers_of_any_length_are_numbers() -> None:
    assert new_numbers("It is " + "9" * 1500 + " tall", ["It is " + "1" * 1500 + " tall"]) == ["9" * 1500]


@pytest.mark.parametrize("fact", ["It costs {} euros.", "It opened on {} May 1990.", "Number {}."])
def test_a_response_of_very_many_facts_is_looked_through(fact: str) -> None:
    said, told = (" ".join(fact.format(each) for each in some) for some in (range(7, 5_007), range(1, 5_000, 2)))
    assert len([*new_numbers(said, told), *new_dates(said, told)]) <= 200


def test_the_longest_copy_is_counted_without_quotations() -> None:
    context = ["The quick brown fox jumps over the lazy dog."]
    assert copied_words("I saw the quick brown fox and ran.", context) == 4
    assert copied_words('It says "the quick brown fox jumps over".', context) == 0


def test_objects_have_their_text_where_tools_put_it() -> None:
    assert contexts_of([{"page_content": "a"}, {"id": 1, "text": "b"}, "c"]) == ["a", "b", "c"]


def test_the_names_of_large_contexts_are_looked_up_by_the_command(tmp_path: Path) -> None:
    """Three million characters, which took longer than a row may."""
    commit_versions(tmp_path, "ask.prompt.md", ["Answer from the contexts alone.\n{contexts}\n{question}\n"])
    (tmp_path / "ask.assertions.py").write_text(
        "async def assert_no_new_names(example, prompt, response):\n"
        "    from spade_core.checks import new_names\n\n"
        '    return not new_names(response, example["contexts"], example["question"])\n',
        "utf-8",
    )
    words = (f"{'Kbdgmr'[n % 6]}{'aeiou'[n % 5]}r{n:x} of" for n in range(750_000))
    large = [" ".join(words)[:3_000_000] + " Zoë O'Hara."]
    rows = [
        ("It was Zoë O'Hara of the choir.", large, "good"),
        ("It was Zoe O’Hara’s choir.", large, "good"),
        ("It was Peter Dahl of the choir.", large, "bad"),
        ("It was Ada of the choir.", ["The choir is small."], "bad"),
    ]
    (tmp_path / "ask.examples.jsonl").write_text(
        "".join(
            json.dumps({"example": {"question": "Who led it?", "contexts": contexts}, "response": said, "label": label})
            + "\n"
            for said, contexts, label in rows
        ),
        "utf-8",
    )
    assert "catches 2 of 2 bad, flags 0 of 2 good" in spade(tmp_path, "select").stdout


@pytest.mark.parametrize(
    ("question", "response", "left"),
    [
        ("What does the permit cost? How long is it valid?", "It is valid for one year.", 1),
        ("How far does it go, and how long does charging take?", "Up to 85 km in Eco mode.", 1),
        ("When was it signed and who signed it?", "It was signed in August 1702.", 1),
        ("What did she say, and when?", "She was upbeat about the holiday orders.", 1),
        ("Is there a bounty, and how do I report a bug?", "Write to security@a.example.", 1),
        ("How many rooms are there and are they heated?", "Just the one, and it is.", 0),
        ("Where is the exit and how far is it?", "Straight ahead, only a few steps.", 0),
        ("湖景房多少钱，几点可以入住？", "湖景房每晚560元。", 1),
        ("湖景房多少钱，几点可以入住？", "560元，下午两点以后。", 0),
        ("Khi nào ngừng cấp nước và vì sao?", "Từ 22 giờ ngày 12/8/2024.", 1),
        ("Khi nào ngừng cấp nước và vì sao?", "Từ 22 giờ ngày 12/8/2024, để sửa ống.", 0),
    ],
)
def test_a_part_of_a_question_is_left_out_where_nothing_of_its_kind_is_told(
    question: str, response: str, left: int
) -> None:
    assert len(unanswered(response, question)) == left


def test_a_response_too_long_to_leave_anything_out_is_not_read_for_its_parts() -> None:
    assert unanswered("Up to 85 km. " * 2_000, "How far does it go, and how long does charging take?") == []
