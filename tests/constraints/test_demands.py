"""Common demands, by class: what is read of each, and what is not, because it would fail what its owner accepts."""

import pytest

from tests.constraints.test_readings import questions, sources

KEYS = "Return JSON with the following fields:\n"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        # how many, and of what
        ("Answer with exactly one paragraph of 3 to 6 sentences.", "3 <= sentences(response) <= 6"),
        (
            'The "topics" array must have between 2 and 6 entries.',
            'all(2 <= len(each) <= 6 for each in lists_of(response, "topics"))',
        ),
        ("Give at least three but no more than five tips.", "any(3 <= each <= 5 for each in tallies(response))"),
        (
            f'{KEYS}  "headline": a string with at most 9 words,\n  "motto": a string of 3-5 words',
            'all(3 <= words(each) <= 5 for each in leaves_of(response, "motto"))',
        ),
        # what is ruled out
        ("DON'T: include HTML tags", "not has_html(response)"),
        ("Banned words: leverage, robust, seamless", 'contains_none(response, ["leverage", "robust", "seamless"])'),
        ("Words to avoid: leverage, robust.", 'contains_none(response, ["leverage", "robust"])'),
        ("Remove filler words: er, hmm, like.", 'contains_none(response, ["er", "hmm", "like"])'),
        ("Do not add a summary section.", 'not has_section(response, "summary")'),
        # choices
        ("Answer TRUE or FALSE while giving your reasons.", 'contains_any(response, ["TRUE", "FALSE"])'),
        (
            'Rate the reply as "fair", "good" or "poor", giving reasons.',
            'contains_any(response, ["fair", "good", "poor"])',
        ),
        (
            'The last line must be in the form "Verdict: PASS" or "Verdict: FAIL".',
            'is_one_of(last_line(response), ["Verdict: PASS", "Verdict: FAIL"])',
        ),
        (
            "Give the decision in <verdict> tags. The verdict must be A, B or TIE.",
            'all(is_one_of(each, ["A", "B", "TIE"]) for each in tags_of(response, "verdict"))',
        ),
        ("Return the letters A, B, or C only.", 'is_one_of(response, ["A", "B", "C"])'),
        (
            "Your verdict should be one of the following: Supported, Refuted, Not Enough Info.",
            'contains_any(response, ["Supported", "Refuted", "Not Enough Info"])',
        ),
        ('The answer should be one of ["refund", "other"].', 'contains_any(response, ["refund", "other"])'),
        # keys
        ("Return JSON with headline and teaser.", 'has_keys(response, ["headline", "teaser"])'),
        ('Return a Python dictionary with the keys "town" and "river".', 'has_keys(response, ["town", "river"])'),
        (
            'Answer with a JSON object with two fields: "why", the reasons, and "mark", an integer from 1 to 6.',
            'has_keys(response, ["why", "mark"])',
        ),
        ('The JSON must contain "town" and may contain "river".', 'has_keys(response, ["town"])'),
        ("Output format: JSON\nSchema:\n- id (int)\n- tags (list[str])", 'has_keys(response, ["id", "tags"])'),
        (
            "Convert it to JSON. Keys: town, since (YYYY-MM-DD), people (number).",
            'all(matches_format(each, "YYYY-MM-DD") for each in leaves_of(response, "since"))',
        ),
        ("Return a CSV with the header: town,river", 'has_columns(response, ["town", "river"])'),
        ("Reply in JSON. The object has two keys: 'why' and 'mark'.", 'has_keys(response, ["why", "mark"])'),
        (
            'Return a JSON array. Each element is an object with "from" and "to".',
            'all(values(response, key) for key in ["from", "to"])',
        ),
        (
            'Return a JSON object with "steps": a list of strings, and "minutes": an integer above zero.',
            'all(has_type(value, "integer") for value in values(response, "minutes"))',
        ),
        (
            "Output a single-line JSON object with the fields name (string), age (integer or null).",
            'has_keys(response, ["name", "age"])',
        ),
        (
            'Return JSON with a "steps" array. Every entry is an object with "id" (integer) and "name" (max. 5 words).',
            'all(words(each) <= 5 for each in leaves_of(response, "name"))',
        ),
        (
            "Return JSON with the keys title, body.\n\nTitles are at most 6 words and must not contain emojis.",
            'all(not has_emoji(each) for each in leaves_of(response, "title"))',
        ),
        (
            'Return JSON:\n{"mood": -1.0 to 1.0}',
            'all(number_between(each, -1.0, 1.0) for each in leaves_of(response, "mood"))',
        ),
        # whatever it begins with
        ("Total length under 250 words. No introduction.", "words(response) <= 249"),
        (
            "For each of the four quadrants list 3 bullet points of no more than 12 words.",
            "all(words(each) <= 12 for each in items_of(response))",
        ),
        (
            'Answer with a JSON dictionary with two entries: "why" (string) and "grade" (an integer 0, 1 or 2).',
            'has_keys(response, ["why", "grade"])',
        ),
        ("Write a book. The book is divided as follows:\n\n1. Rise\n2. Fall", 'has_section(response, "Rise")'),
        # elements
        (
            "Judge it.\n\nOutput format:\n<why>\nyour reasons, max 150 words\n</why>\n<choice>\nA or B\n</choice>",
            'all(words(each) <= 150 for each in tags_of(response, "why"))',
        ),
        (
            'Think step by step, then finish with "Answer: true" or "Answer: false" on its own line.',
            'any(ends_with(response, phrase) for phrase in ["Answer: true", "Answer: false"])',
        ),
        # sections
        (
            "Write a note with the sections Aim, Way and Plan, each as a level-2 heading.",
            'all(has_section(response, name) for name in ["Aim", "Way", "Plan"])',
        ),
        # of what
        # a part, and how long or in which case it is
        (
            "Subject line: under 60 characters, no emojis.",
            'all(characters(each) <= 59 for each in labelled_all(response, "Subject"))',
        ),
        ("- Title: at most 8 words", "words(title(response)) <= 8"),
        ("Sentence length: under 18 words.", "all(words(each) <= 17 for each in sentences_of(response))"),
        ("Three paragraphs, 250-300 words in total.", "250 <= words(response) <= 300"),
        ("Cap the summary at 120 words.", "words(response) <= 120"),
        ("Keep replies short: one or two sentences.", "1 <= sentences(response) <= 2"),
        ("Put the subject line in lower case.", 'all(is_lower(each) for each in labelled_all(response, "Subject"))'),
        # marks, levels, labels and fields
        ("- Use emojis sparingly (max 2)", "emojis(response) <= 2"),
        ("Hashtags: 3-5 at the end", "3 <= hashtags(response) <= 5"),
        ("Use ## for section headings.", "has_heading(response, level=2)"),
        ('Separate each entry with "###".', 'separated_by(response, "###")'),
        ("Use semicolons to separate the keywords.", 'separated_by(response, ";")'),
        ('After the list, write "Source: " followed by the title.', 'contains(response, "Source:")'),
        (
            'Return JSON with the keys "title" and "body".\n- Keep body ≤ 700 characters.',
            'all(characters(each) <= 700 for each in leaves_of(response, "body"))',
        ),
        (
            "Write notes.\n\nInclude these sections:\n## Plan\nA short look.\n\n## Risks\nBullet points of the risks.",
            'has_bullets(section(response, "Risks"))',
        ),
        # parts in a row, and what each of several things has
        ('Finish with a "Tip:" line.', 'contains(response, "Tip:")'),
        ('Include a "Risks" section with at most five bullets.', 'points(section(response, "Risks")) <= 5'),
        ('Add a section "## Views" of no more than 90 words.', 'words(section(response, "Views")) <= 90'),
        ("Create a 10-question true/false quiz.", "10 in tallies(response)"),
        # what blind batches showed
        ("Write a product description. Keep the product description under 80 words.", "words(response) <= 79"),
        (
            'Return JSON:\n{"cover_letter": "...", "points": ["..."]}\n\nWrite a cover letter of 250 to 350 words.',
            'all(250 <= words(each) <= 350 for each in leaves_of(response, "cover_letter"))',
        ),
        ("Do not use ALL CAPS words.", "all(len(each) < 4 for each in capital_words_of(response))"),
        ("Write a short bio in the third person, 50 to 70 words.", "50 <= words(response) <= 70"),
        ("Answer only in this format:\nAccuracy: X\nFluency: X", 'labels_in_order(response, ["Accuracy", "Fluency"])'),
        ("Write a caption with 2-3 emojis in total and 8-10 hashtags in the last line.", "2 <= emojis(response) <= 3"),
    ],
)
def test_a_demand_is_read(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Give me four tips, each with a name and a one-sentence reason.", "sentences(response) == 1"),
        ("Write a title line (max 7 words) and a teaser text (max 20 words).", "words(response) <= 20"),
        (
            "The title must be under 50 characters, and the blurb must be 90 to 120 characters.",
            "90 <= characters(title(response)) <= 120",
        ),
        ("Do not add comments to the code.", "no_preamble(response) and no_closing(response)"),
        ('Answer "a" or "b". Justify it in one sentence.', "sentences(response) == 1"),
        (
            'Rate the reply as "fair", "good" or "poor", giving reasons.',
            'is_one_of(response, ["fair", "good", "poor"])',
        ),
        ("For each fault, include:\n- Title\n- Cause", "has_title(response)"),
        (
            'Begin with a one-sentence lead, followed by a section called "More".',
            'sentences(section(response, "More")) == 1',
        ),
        ('The JSON must contain "town" and may contain "river".', 'contains(response, "river")'),
        ("The customer's note is enclosed in <note> tags. Reply to it.", 'bool(tags_of(response, "note"))'),
        ("Limit the introduction to 3 sentences and the conclusion to 2 sentences.", "sentences(response) <= 3"),
        ("Make a quiz of 8 questions with 3 options each.", "3 in tallies(response)"),
        (
            "Match it:\n\ninterface Quiz {\n  rows: {\n    options: string[]; // exactly 4 options\n  }[];\n}",
            'len(elements_of(response, "options")) == 4',
        ),
        ("First explain your reasons in 2-3 sentences. Then give the score.", "2 <= sentences(response) <= 3"),
        (
            f'{KEYS}"action": one of "search", "type"\n"text": text to type, only for the "type" action',
            'bool(values(response, "text"))',
        ),
        ("Score: give a number from 1 to 5\nReason: give one sentence", "sentences(response) == 1"),
        (
            "Determine whether the reply follows the guidelines below.\n\n1. The reply is shorter than 90 words.",
            "words(response) <= 89",
        ),
        ("For each claim give a verdict. Do not repeat the claims.", "unique(entries_of(response))"),
        ("If it is late: say sorry. 60-90 words.\nOtherwise: thank them. Under 50 words.", "words(response) <= 49"),
        ("Answer from the context only.", "no_preamble(response) and no_closing(response)"),
        (
            "Write the note. Your text is published without further review.",
            "no_preamble(response) and no_closing(response)",
        ),
        ("Write the README. It should include:\n\n# Project name\n## Usage", 'has_section(response, "Project name")'),
        ("Translate it. Keep the following unchanged:\n- Product names\n- Code snippets", "has_code(response)"),
        (f"{KEYS}- contact: phone, email or address", 'is_one_of(each, ["phone", "email", "address"])'),
        ("Each reply should be at most 30 words and end with a full stop.", 'not response.strip().endswith(".")'),
        ("Respond in French only.", "no_preamble(response) and no_closing(response)"),
        ("Answer without unnecessary pleasantries.", "no_preamble(response) and no_closing(response)"),
        ("Average sentence length: under 18 words.", "words(response) <= 17"),
        ("Provide a 50-word bio and a 10-word tagline.", "45 <= words(response) <= 55"),
        ("Limit descriptions to 20 words.", "words(response) <= 20"),
        ("Write a tale. Put the verdict in uppercase.", "is_upper(response)"),
        ("Every entry should look like: Name | Price | URL", 'contains_any(response, ["Name", "Price", "URL"])'),
        (
            'End each section with "Next: " and the name of the next.',
            'all(ends_with(each, "Next:") for each in sections_of(response))',
        ),
        ("Tags: comma-separated, lowercase", 'contains_any(response, ["comma-separated", "lowercase"])'),
        (
            "Classify it into one of these categories; return only the name:\n\n1. Greet - hello\n2. Ask - why",
            'has_section(response, "Greet")',
        ),
        ("Write a quiz. Each answer must be a single word.", "words(response) == 1"),
        ("Give the pros and cons as two separate bullet lists.", "points(response) == 2"),
        ('Structure: headline; date; two body paragraphs; a line starting with "Press:".', "paragraphs(response) == 2"),
        (
            'Include: Aim (one sentence starting with "We"), Kit (a list), Check (2 questions).',
            'starts_with(response, "We")',
        ),
        ("Plain text only; no bullet points.", "no_preamble(response) and no_closing(response)"),
        ("Keep focus description under 10 words.", "words(response) <= 9"),
        ('Plain text, separated by "---" or numbers.', 'separated_by(response, "---")'),
        ("Use exclamation points very sparingly.", "has_exclamation(response)"),
        ("Sort the lines alphabetically by type.", "alphabetical(entries_of(response))"),
        (
            "Read the feedback and produce:\n\n1. A score\n2. Three complaints\n3. One-paragraph summary, max 80 words",
            "words(response) <= 80",
        ),
        ("Create 8 rows of CSV with columns id,name. Include the header.", "has_heading(response)"),
        (
            "## Response Format\n\n- **Answer first**: Start so\n- **Include links**: If there are any, add\n"
            "- **Admit limitations**: If you are not sure, say so",
            'has_section(response, "Include links")',
        ),
    ],
)
def test_what_a_demand_does_not_say_is_not_read(text: str, source: str) -> None:
    assert source not in sources(text)


def test_lines_of_a_tree_ask_nothing() -> None:
    assert questions("Print it as a tree:\n├── src/\n│   └── main.py") == questions("Print it as a tree:")
