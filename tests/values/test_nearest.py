"""The nearest valid value, and when none is named."""

import subprocess
import sys

import pytest

from spade_core.values import Membership, set_of

PEOPLE = set_of(
    [
        "Robert Hanson", "Robin Hansen", "Daniel Klein", "Traci Cook", "Jennifer Ramos", "Jennifer Mcintosh",
        "John Ronald Reuel Tolkien", "Pyotr Ilyich Tchaikovsky", "Lev Tolstoy", "Nguyễn Văn An", "Zoë Öztürk",
        "Москва", "北京", "Alexandra Kim", "Alexander Kim", "Maria Garcia", "Marta Garcia",
    ]
)  # fmt: skip
COMPANIES = set_of(
    [
        "International Business Machines Corporation", "Müller & Söhne GmbH", "Coca-Cola Company",
        "Procter & Gamble Co.",
        "Société Générale S.A.", "Aktiebolaget Volvo", "Saint Louis Brewery", "iPhone 14 Pro", "iPhone 15 Pro",
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Jennifer Raoms", "Jennifer Ramos"),  # typing
        ("Tracy Cook", "Traci Cook"),  # spelling
        ("Bob Hanson", "Robert Hanson"),  # nicknames
        ("Bobbie Hanson", "Robert Hanson"),
        ("Klein, Daniel", "Daniel Klein"),  # order
        ("KLEIN Daniel", "Daniel Klein"),
        ("D. Klein", "Daniel Klein"),  # initials
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien"),
        ("Jennifer L. Ramos", "Jennifer Ramos"),
        ("Robt. Hanson", "Robert Hanson"),
        ("J. R. Tolkien", "John Ronald Reuel Tolkien"),
        ("Dr. Daniel Klein, PhD", "Daniel Klein"),  # titles
        ("Jennifer Mc Intosh", "Jennifer Mcintosh"),  # words apart
        ("Nguyen Van An", "Nguyễn Văn An"),  # diacritics
        ("zoe ozturk", "Zoë Öztürk"),
        ("Chaikovskiy, Petr", "Pyotr Ilyich Tchaikovsky"),  # transliteration
        ("Leo Tolstoi", "Lev Tolstoy"),
        ("Moskva", "Москва"),
        ("Bei Jing", "北京"),
    ],
)
def test_a_person_or_place_is_found_however_it_is_written(text: str, meant: str) -> None:
    found = PEOPLE.nearest(text)
    assert (found.verdict, found.correction) == (Membership.NEAR, meant), found


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("IBM", "International Business Machines Corporation"),
        ("Intl Business Machines Corp.", "International Business Machines Corporation"),
        ("Mueller und Soehne", "Müller & Söhne GmbH"),
        ("Muller & Sohne G.m.b.H.", "Müller & Söhne GmbH"),
        ("CocaCola Co", "Coca-Cola Company"),
        ("Procter and Gamble", "Procter & Gamble Co."),
        ("Societe Generale SA", "Société Générale S.A."),
        ("AB Volvo", "Aktiebolaget Volvo"),
        ("St. Louis Brewery", "Saint Louis Brewery"),
        ("iphone15 pro", "iPhone 15 Pro"),
    ],
)
def test_a_company_or_product_is_found_however_it_is_written(text: str, meant: str) -> None:
    found = COMPANIES.nearest(text)
    assert (found.verdict, found.correction) == (Membership.NEAR, meant), found


@pytest.mark.parametrize("text", ["get-weather", "getWeather", "GET_WEATHER", "get_wheather"])
def test_a_models_own_name_of_a_function_or_category_is_repaired(text: str) -> None:
    functions = set_of(["get_weather", "send_email", "list_users", "delete_user"])
    assert functions.nearest(text).correction == "get_weather"


@pytest.mark.parametrize("text", ["Batman", "", "???", "😀", "x" * 1_000_000, "Ann\0", "n/a", "Robert", "\ud800"])
def test_where_nothing_is_near_nothing_is_named(text: str) -> None:
    found = PEOPLE.nearest(text)
    assert (found.verdict, found.correction) == (Membership.UNKNOWN, None), found


GOODS = set_of(
    ["Rooibos Vanilla", "Decaf Earl Grey", "iPhone 15", "iPhone 14 Pro", "Alien", "Brazil", "Galaxy S24 Ultra"]
)


@pytest.mark.parametrize(
    "text",
    [
        "Not Rooibos Vanilla", "nicht Alien", "decaf Rooibos Vanilla", "Rooibos without Vanilla", "Rooibos Vanilla Tea",
        "iPhone 15 Pro", "iPhone 15pro", "iPhone 15s", "iPhone 14", "Galaxy S23 Ultra", "Galaxy Ultra", "Earl Grey",
        "Alien and Brazil", "Alien, Brazil", "neither Alien nor Brazil", "anything but Brazil", "Alien vs. Predator",
    ],
)  # fmt: skip
def test_a_text_that_says_more_or_less_than_a_value_is_no_slip_for_it(text: str) -> None:
    found = GOODS.nearest(text)
    assert (found.verdict, found.correction) == (Membership.UNKNOWN, None), found


@pytest.mark.parametrize("text", ["Daniel Klein's brother", "Daniel Klein sister", "Brother of Daniel Klein"])
def test_somebodys_brother_is_somebody_else(text: str) -> None:
    assert PEOPLE.nearest(text).correction is None


def test_an_initial_before_a_name_that_begins_alike_is_no_part_of_it() -> None:
    last = ["Krause", "Kramer", "House", "Kim", "Adams", "Moss", "Lynch", "Beck"]
    known = set_of(
        [f"{first} {each}" for first in ["Gregory", "Joseph", "Krista", "Sarah", "Anna", "Omar"] for each in last]
    )
    assert known.nearest("K. Krause").correction == "Krista Krause"


def test_what_is_near_and_not_sure_is_told_as_such() -> None:
    assert str(GOODS.nearest("Not Rooibos Vanilla")).startswith("nothing sure; nearest 'Rooibos Vanilla' (0.")


def test_another_number_is_another_thing() -> None:
    assert COMPANIES.nearest("iPhone 16 Pro").correction is None
    assert set_of(["Pu-Erh 2015", "Pu-Erh 2018"]).nearest("Pu-Erh 2008").correction is None
    assert set_of(["Part 48120937", "Part 55120111"]).nearest("Part 48129037").correction is None
    parts = set_of(["SKU-100234", "SKU-100236"])
    for text in ("SKU-100235", "SKU-100334", "SKU-1002345", "SKU-10234", "SKU-100243"):
        assert parts.nearest(text).correction is None, text
    assert str(parts.nearest("SKU-100334")).startswith("nothing sure; nearest 'SKU-100234' (0.1")
    assert parts.nearest("sku 100234").correction == "SKU-100234"


@pytest.mark.parametrize(
    ("values", "others", "slips"),
    [
        (("enable", "disable", "resume"), ("unable", "assume", "presume"), ("enabel", "dissable", "ressume")),
        (("active", "pending", "closed"), ("inactive", "spending", "closet"), ("actve", "pendng", "clsoed")),
        (("get_user", "list_users"), ("set_user", "lift_users"), ("getUser", "list_usres")),
        (("Pear", "Cherry", "Mouse"), ("bear", "cheery", "moose"), ("Peaar", "Cherrry", "Muose")),
        (("The Third Man", "Blade Runner"), ("The Third Fan", "Blade Gunner"), ("The Thrid Man", "Blade Runnner")),
        (("The Lord of the Rings",), ("The Lord of the Kings",), ("The Lord off the Ringss",)),
        (("Danish", "French"), ("Banish", "Trench"), ("Dansh", "Frnech")),
    ],
)
def test_another_word_of_the_language_is_no_slip(
    values: tuple[str, ...], others: tuple[str, ...], slips: tuple[str, ...]
) -> None:
    known = set_of(values)
    assert [known.nearest(each).correction for each in others] == [None] * len(others)
    assert [known.nearest(each).verdict for each in slips] == [Membership.NEAR] * len(slips)


@pytest.mark.parametrize(
    ("values", "others", "same"),
    [
        (("PRT-200417", "QXN-310522"), ("PRV-200417", "PRT-200418", "QXM-310522"), ("prt 200417", "QXN310522")),
        (("OSL", "BCN", "KEF"), ("OSR", "BCM", "KFE"), ("osl", "B.C.N.")),
        (("A350-900", "E175"), ("A350-1000", "B350-900", "E170", "A350"), ("A-350 900", "a350-900")),
        (("NL91 ABNA 0417 1643 00",), ("NL91 ABNA 0417 1643 01", "NL91ABNB0417164300"), ("NL91ABNA0417164300",)),
        (("Release 1.12",), ("Release 11.2", "Release 112"), ("release-1.12",)),
    ],
)
def test_in_a_code_no_letter_or_digit_is_a_slip_and_how_it_is_laid_out_does_not_matter(
    values: tuple[str, ...], others: tuple[str, ...], same: tuple[str, ...]
) -> None:
    known = set_of(values)
    assert [known.nearest(each).correction for each in others] == [None] * len(others)
    assert [known.nearest(each).verdict for each in same] == [Membership.NEAR] * len(same)


def test_a_name_in_capitals_is_no_code() -> None:
    people = set_of(["JOHN SMITH", "PAUL KING", "ROSE CRUZ"])
    for text, meant in (("JON SMITH", "JOHN SMITH"), ("PUAL KING", "PAUL KING"), ("ROSE CURZ", "ROSE CRUZ")):
        assert people.nearest(text).correction == meant


def test_a_score_is_lower_where_values_are_near_each_other_and_where_a_word_is_changed_more() -> None:
    towns = ["Marstow", "Quillby", "Ferndale", "Oxhampton", "Trelisk", "Gwenver", "Pendoggett", "Zennor"]
    crowded = set_of([*towns, "Marstok", "Marstol", "Marstov", "Marstop"])
    sparse = set_of([*towns, *(f"{town} {end}" for town in towns for end in ("Alpha", "Kilo", "Victor", "Zulu"))])
    assert crowded.nearest("Marstwo").nearest[0].score < sparse.nearest("Marstwo").nearest[0].score
    assert sparse.nearest("Marstow Vitcor").nearest[0].score > sparse.nearest("Marstow Viktr").nearest[0].score
    medicines = set_of(["lumarozine", "pretadisone", "cefalotane"])
    for other in ("lumadazine", "pretadisolone", "cefalexane"):
        assert medicines.nearest(other).correction is None, other
    for slip in ("lumarozin", "pretadisnoe", "ceffalotane"):
        assert medicines.nearest(slip).verdict is Membership.NEAR, slip


@pytest.mark.parametrize(("text", "value"), [("Erik Lund", "Eric Lund"), ("Alison Moss", "Allison Moss")])
def test_a_first_name_is_spelled_in_several_ways(text: str, value: str) -> None:
    assert set_of([value, "Joan Becker"]).nearest(text).correction == value


@pytest.mark.parametrize(
    ("value", "others", "same"),
    [
        ("Mary Poe", ("Mark Poe", "Maria Poe"), ("Mray Poe",)),
        ("Joan Becker", ("John Becker", "Joanna Becker"), ("Joann Becker", "Jaon Becker")),
        ("Dean Moss", ("Sean Moss", "Jean Moss"), ("Daen Moss",)),
        ("Anna Petersen", ("Hanna Petersen",), ("Ana Petersen", "Anna Peterson")),
        ("Ashley Taylor", ("Leah Taylor",), ("Ashly Taylor", "Lee Taylor")),
    ],
)
def test_another_given_name_is_no_slip_for_one(value: str, others: tuple[str, ...], same: tuple[str, ...]) -> None:
    known = set_of([value, "Leonard Brooks"])
    assert [known.nearest(each).correction for each in others] == [None] * len(others)
    assert [known.nearest(each).correction for each in same] == [value] * len(same)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Erica Bass", "Erika Bass"), ("Jeffrey Stone", "Jeffery Stone"), ("Hayley Burke", "Haley Burke"),
        ("Steven Oaks", "Stephen Oaks"), ("Leonard Myles", "Leonard Miles"), ("Micheal Lamb", "Michael Lamb"),
    ],
)  # fmt: skip
def test_a_given_name_in_another_spelling_is_the_same(text: str, value: str) -> None:
    assert set_of([value, "Joan Becker"]).nearest(text).correction == value


def test_a_name_of_which_both_words_are_changed_much_is_another() -> None:
    first, last = ["Rita", "Omar", "Joan", "Lena", "Hugo"], ["Tanner", "Becker", "Stone", "Burke", "Lopez", "Moss"]
    known = set_of([f"{a} {b}" for a in first for b in last])
    assert known.nearest("Margaret Thatcher").correction is None
    assert known.nearest("Margaret Tanner").correction == "Rita Tanner"


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [("Alex Kim", "Alexander Kim", "Alexandra Kim"), ("M. Garcia", "Maria Garcia", "Marta Garcia")],
)
def test_of_two_that_are_as_near_none_is_named_and_both_are_told(text: str, first: str, second: str) -> None:
    found = PEOPLE.nearest(text)
    assert (found.verdict, found.correction) == (Membership.AMBIGUOUS, None)
    assert {each.value for each in found.nearest[:2]} == {first, second}
    assert "ambiguous: " in str(found)


def test_a_value_is_valid_even_where_another_is_near() -> None:
    found = PEOPLE.nearest(" Alexandra  Kim")
    assert (found.verdict, found.correction, str(found)) == (Membership.VALID, "Alexandra Kim", "valid")


def test_an_ill_spelled_value_is_found_among_fifty_thousand() -> None:
    values = [f"{a}{b}{c} {d}{e}" for a in "BDKLM" for b in "aeiou" for c in ("rn", "st", "ll", "ck")
              for d in ("Har", "Wil", "Jon", "Pet", "Tom", "Ros", "Fer", "Bel", "Gra", "Ste")
              for e in ("ton", "sen", "man", "field", "wick", "ford", "ley", "burg", "dale", "worth")]  # fmt: skip
    known = set_of([*values, *(f"Item {i}" for i in range(40_000)), "Quentin Blackwood"])
    assert known.nearest("Qentin Blackwod").correction == "Quentin Blackwood"


def test_in_an_empty_set_nothing_is_near() -> None:
    assert set_of([]).nearest("x").verdict is Membership.UNKNOWN


def test_the_scores_of_what_may_be_meant_are_a_probability() -> None:
    scores = [each.score for each in PEOPLE.nearest("Alex Kim", most=20).nearest]
    assert scores == sorted(scores, reverse=True)
    assert 0.8 < sum(scores) <= 1.0 + 1e-9


def test_without_the_libraries_what_is_near_is_named_and_other_scripts_are_not_mixed_up() -> None:
    program = (
        "import sys\n"
        "sys.modules['rapidfuzz'] = sys.modules['anyascii'] = None\n"
        "import importlib.util as util\n"
        "there = util.find_spec\n"
        "util.find_spec = lambda name: None if name in {'rapidfuzz', 'anyascii'} else there(name)\n"
        "from spade_core.values import set_of\n"
        "films = set_of(['Amélie', '北京 Duck', 'Blade Runner'])\n"
        "for each in ('Amelie', 'Blaed Runer', 'Batman', '上海 Duck', '北京  duck'):\n"
        "    print(films.nearest(each).correction)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.splitlines() == ["Amélie", "Blade Runner", "None", "None", "北京 Duck"]
