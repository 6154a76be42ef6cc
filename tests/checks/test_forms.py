"""The forms that a careful owner of a prompt accepts, and those that only look like them."""

import pytest

from spade_core import checks

LONG = "The quick brown fox jumps over the lazy dog while the cat looks on from the old garden wall."


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("- a\n- b", 2),
        ("* a\n\n* b\n\n* c", 3),
        ("• a\n• b", 2),
        ("•a\n•b", 2),
        ("– a\n– b", 2),
        ("✅ a\n✅ b", 2),
        ("➤ a\n➤ b", 2),
        ("1. a\n2. b", 2),
        ("1) a\n2) b", 2),
        ("(1) a\n(2) b", 2),
        ("**1.** a\n**2.** b", 2),
        ("**1. a**: x\n**2. b**: y", 2),
        ("1️⃣ a\n2️⃣ b", 2),
        ("a) x\nb) y", 2),
        ("1、苹果\n2、梨", 2),
        ("一、苹果\n二、梨", 2),
        ("① 苹果\n② 梨", 2),
        ("### 1. First\n\n- why\n- how\n\n### 2. Second\n\n- why", 2),
        ("## Idea 1: First\n\ntext\n\n## Idea 2: Second\n\ntext", 2),
        ("1. a\n   - x\n   - y\n2. b\n   - z", 2),
        ("- a\n  wrapped\n- b", 2),
        ("> - a\n> - b", 2),
        ("<ul><li>a</li><li>b</li></ul>", 2),
        ('["a", "b", "c"]', 3),
        ('```json\n["a", "b"]\n```', 2),
        ("- [ ] a\n- [x] b", 2),
        ("Intro:\n- a\n- b\n\nOutro.", 2),
        ("Nothing - here, 1. or there.", 0),
        ("---\n***\n* * *", 0),
        ("-5 degrees\n-7 degrees", 0),
        ("```\n- a\n- b\n```", 0),
        ("In 2024. Then", 0),
    ],
)
def test_items_are_counted_in_every_layout(text: str, count: int) -> None:
    assert checks.items(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One.\n\nTwo.", 2),
        ("# T\n\nOne.\n\n## S\n\nTwo.", 2),
        ("One.\n\n---\n\nTwo.", 2),
        ("One.\n \t\nTwo.", 2),
        (f"{LONG}\n{LONG}\n{LONG}", 3),
        ("Roses are red,\nviolets are blue.", 1),
        ("Intro:\n\n- a\n- b", 1),
        ("Intro:\n\n1. a\n2. b\n\nOutro.", 2),
        ("- a\n- b", 1),
        ("```\na\n\nb\n```", 1),
        ("", 0),
        ("今天全市天气晴朗，适合外出游玩。\n明天将有小雨，请记得携带雨具。", 2),
        ("床前明月光，\n疑是地上霜。", 1),
    ],
)
def test_paragraphs_are_counted_in_every_layout(text: str, count: int) -> None:
    assert checks.paragraphs(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. A. B. Smith of the U.S. Army paid $3.50 vs. No. 5, e.g. tea.", 1),
        ("He left at 5 p.m. She stayed.", 2),
        ("Really?! Yes... maybe. No", 3),
        ('"Go!" he said. "Why?"', 2),
        ("It costs 3.5. That is much.", 2),
        ("See https://a.org/b.c?d=e. Then go.", 2),
        ("Use Node.js and ASP.NET. Fine.", 2),
        ("今天很好。我们走吧！你呢？", 3),
        ("Title\n\nOne sentence here.", 1),
        ("Dear Ada,\n\nI came. I saw.\n\nYours,\nBob", 2),
        ("**Summary:** It works. Well.", 2),
        ("one. two. three.", 3),
        ("Wait… what? Well...", 2),
        ("(It rained.) We stayed.", 2),
        ("The answer is no. It fails.", 2),
        ("It fell to 180 ms. The wall is 6 ft. Set it to max. Wait 5 min. Then stop.", 5),
        ("See fig. 3 and pp. 4-5 of no. 7. Ms. Smith and St. John came on Jan. 5.", 2),
    ],
)
def test_sentences_are_counted_as_a_reader_does(text: str, count: int) -> None:
    assert checks.sentences(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("don't well-known state-of-the-art", 3),
        ("a—b a – b a -- b", 6),
        ("## **Bold** _it_ `code`", 3),
        ("1. one\n2. two", 2),
        ("| a | b |\n|---|---|\n| 1 | 2 |", 4),
        ("https://example.org/a?b=c&d see", 2),
        ("你好世界 ok", 5),
        ("3.14 1,000 50% $5", 4),
        ("a,b;c", 3),
        ("😀 ok 👍", 1),
        ("[link text](https://a.org)", 2),
        ("Tôi không biết", 3),
    ],
)
def test_words_are_counted_as_a_reader_does(text: str, count: int) -> None:
    assert checks.words(text) == count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# My Day\n\nIt rained.", "My Day"),
        ("**My Day**\n\nIt rained.", "My Day"),
        ("Title: My Day\n\nIt rained.", "My Day"),
        ("**Title:** My Day\nIt rained.", "My Day"),
        ("<<My Day>>\nIt rained.", "My Day"),
        ("My Day\n\nIt rained.", "My Day"),
        ("MY DAY\nIt rained.", "MY DAY"),
        ("My Day\n======\nIt rained.", "My Day"),
        ("“My Day”\n\nIt rained.", "My Day"),
        ('{"title": "My Day", "text": "It rained."}', "My Day"),
        ("<h1>My Day</h1>\n<p>It rained.</p>", "My Day"),
        ("It rained. We stayed.\n\nThen the sun came.", ""),
        ("- one\n- two", ""),
    ],
)
def test_a_title_is_found_in_every_form(text: str, expected: str) -> None:
    assert checks.title(text) == expected


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("a,b\n1,2", True),
        ('"a, b",c\n"d ""e""",f', True),
        ("```csv\na,b\n1,2\n```", True),
        ("a,b\n1,2,3", False),
        ("Well, I think so, my dear friend.", False),
        ("Here it is:\na,b", False),
        ("a\nb", False),
    ],
)
def test_csv_is_told_from_prose(text: str, is_it: bool) -> None:
    assert checks.is_csv(text) == is_it


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 1",
        "select a, b AS c from t x where x.a = 'it''s' and b in (1,2)",
        "WITH t AS (SELECT 1) SELECT * FROM t;",
        "INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y');",
        "UPDATE t SET a = 1 WHERE b IS NULL",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL)",
        "-- all\nSELECT count(*) FROM t GROUP BY a HAVING count(*) > 2 ORDER BY 1 DESC LIMIT 10",
        "SELECT x FROM a LEFT JOIN b ON a.id = b.id",
        "```sql\nSELECT a FROM b\n```",
        "BEGIN; DELETE FROM t WHERE a < 3; COMMIT;",
    ],
)
def test_sql_is_told(statement: str) -> None:
    assert checks.is_sql(statement)


@pytest.mark.parametrize(
    "prose",
    [
        "Select the best answer from the list.",
        "Here is the query: SELECT 1 FROM t",
        "With great power comes great responsibility.",
        "Update your settings to continue.",
        "Create a table for two.",
        "SELECT a FROM t\n\nThis query returns a.",
        "Delete everything from your desk",
        "SELECT 'a FROM t",
        "Insert coins into the machine slowly",
    ],
)
def test_prose_is_no_sql(prose: str) -> None:
    assert not checks.is_sql(prose)


def test_a_title_in_bold_may_stand_before_its_text_without_a_colon() -> None:
    text = "**Aim** We looked at cats.\n\n**Result.** They sleep."
    assert checks.section(text, "Result") == "They sleep."
    assert checks.has_section(text, "Aim")
    assert not checks.has_section("The **Aim** is big.", "Aim")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [x, y]", [1]),
        ("```yaml\na: no\n```", ["no"]),
        ("Here it is:\n```yml\na: 2024-01-02\n```\n", ["2024-01-02"]),
        ("- a: 1.5\n- a: true\n- a:\n", [1.5, True, None]),
        ("# so\n---\na: |\n  b: 2\nc: 3\n", ["b: 2\n"]),
        ('a: "1"', ["1"]),
        ("a: well\nAnd so on.", []),
        ("So it is: a: 1", []),
        ("- one\n- two", []),
        ("a: [1", []),
        ("a: &x 1\na: *y", []),
        ('{"a": 1}', [1]),
    ],
)
def test_keys_are_found_in_yaml_as_in_json(text: str, expected: list[object]) -> None:
    assert checks.values(text, "a") == expected


def test_aliases_in_yaml_cannot_fill_the_memory() -> None:
    text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    text += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
    assert checks.values(text, "a11") == []


def test_lines_of_a_tree_have_labels() -> None:
    tree = "Grove:\n├── State:\n│  ├── Mood: glad\n│  └── Health: well\n"
    assert checks.labelled(tree, "Mood") == "glad"
    assert checks.has_label(tree, "Health")
    assert not checks.has_label(tree, "Age")


def test_a_greeting_and_a_sign_off_are_no_paragraphs_of_a_letter() -> None:
    letter = "Dear Ann,\n\nThe draft is done.\n\nTell me if it suits you.\n\nKind regards,\n\nBob"
    assert checks.paragraphs(letter) == 2
    assert checks.paragraphs(letter.replace("Kind regards,\n\nBob", "It is long.")) == 3
