"""What a prompt lays out as the response: by what leads it in, what it stands under, what its titles hold."""

import pytest

from spade_core.deltas import sentences_of
from spade_core.prompt_files import read_prompt
from spade_core.structure import Layout, layouts_in, structure_of


def layouts(text: str) -> tuple[Layout, ...]:
    """Return the layouts of a prompt."""
    template = read_prompt("p.prompt.md", text).templates[0]
    return layouts_in(structure_of(template, sentences_of(template)))


def names(text: str) -> list[str]:
    """Return the names of all layouts of a prompt, in reading order."""
    return [name for layout in layouts(text) for name in layout.names]


_MARKED = {
    "headings": "## Way There\nHow to go.\n\n## What It Costs\nIn francs.\n",
    "numbered headings": "### 1. Way There\nHow to go.\n\n### 2. What It Costs\nIn francs.\n",
    "bold": "**Way There**\nHow to go.\n\n**What It Costs**\nIn francs.\n",
    "bold with a colon": "**Way There:**\n- how to go\n\n**What It Costs:**\n- in francs\n",
    "numbered and bold": "1. **Way There**: how to go\n2. **What It Costs**: in francs\n",
    "numbered": "1. Way There\n2. What It Costs\n",
    "capitals": "WAY THERE\nHow to go.\n\nWHAT IT COSTS\nIn francs.\n",
    "lines over bullets": "Way There\n  • how to go\n\nWhat It Costs\n  • in francs\n",
    "labels": "Way There: [how to go]\nWhat It Costs: [in francs]\n",
    "boxed": "【Way There】\nHow to go.\n\n【What It Costs】\nIn francs.\n",
}


@pytest.mark.parametrize("marked", _MARKED.values(), ids=_MARKED.keys())
@pytest.mark.parametrize(
    "before",
    [
        "Write about the trip. Structure the page as follows:\n\n",
        "Write about the trip.\n\n# Output Format\n\n",
        "Write about the trip.\n\n<output_format>\n",
    ],
    ids=["line", "heading", "tag"],
)
def test_titles_of_any_marks_are_found_below_what_announces_them(before: str, marked: str) -> None:
    end = "</output_format>\n" if "<" in before else ""
    assert [name.lower() for name in names(f"{before}{marked}{end}")] == ["way there", "what it costs"]


@pytest.mark.parametrize("title", ["Trip:", "# The Trip", "**The Trip**"])
def test_one_title_over_the_others_is_that_of_the_whole(title: str) -> None:
    items = "1. **Way There**:\n2. **What It Costs**:\n"
    text = f"Write it up in exactly this outline:\n\n{title}\n{items}\nNotes: {{notes}}\n"
    assert names(text)[-2:] == ["Way There", "What It Costs"]


@pytest.mark.parametrize(
    "lead", ["Please provide the following details of the dish in your recipe:", "Give these:"], ids=["long", "short"]
)
def test_labels_with_nothing_behind_them_are_a_form_below_a_line_that_asks(lead: str) -> None:
    text = f"{lead}\n\nDish:\n\nOrigin:\n\nCost (in 3 lines):\n\n---\n\nNow write it.\n"
    assert names(text) == ["Dish", "Origin", "Cost"]


def test_labels_above_the_line_that_announces_a_format_are_none_of_it() -> None:
    text = "Do not say: it is close.\nJudge it and pick a winner in the format:\nREASON:<why>\nWINNER:<name>\n"
    assert names(text) == ["REASON", "WINNER"]


@pytest.mark.parametrize(
    "text",
    [
        "# Role\nYou are a guide.\n\n# Task\nDescribe the town.\n\n# Background\nIt is old.\n\n# Rules\nBe kind.\n",
        "Follow these rules:\n- **Tone**: friendly\n- **Length**: short\n",
        "## Scoring\n- **Way There**: 0-5 points\n- **Costs**: 0-5 points\n",
        "You are given the following fields:\n\nTown: {town}\nSeason: {season}\n",
        "Classify the letter by these categories:\n- Praise\n- Complaint\n",
        "Read the letter:\n1. Find the date\n2. Check the sender\n3. Write an answer\n",
        "# Input Format\n## Town\n[the town]\n## Season\n[the season]\n",
        "Please structure my diary:\n\nTown: [TOWN]\nSeason: [SEASON]\n\nThen write a letter with:\n- what to see\n",
        "# Output\n\nHere is a sample structure:\n\n**Way There**: by train\n\n**Costs**: 20 francs\n",
        "## Đầu ra\n\nSau đây là cấu trúc mẫu:\n\n**Đường đi**: bằng tàu\n\n**Chi phí**: 20 đồng\n",
    ],
)
def test_what_divides_the_prompt_or_is_given_is_no_layout(text: str) -> None:
    assert names(text) == []


def test_amounts_behind_bold_titles_below_the_task_lay_out_the_response() -> None:
    text = "Sum up the talk.\n\n## Your Task\n\n1. **Gist** (2-3 sentences)\n   What is it about?\n\n"
    text += "2. **Best Lines** (3-5 bullets)\n   The ones to remember.\n\n## Guidelines\n\n- Be fair.\n"
    assert names(text) == ["Gist", "Best Lines"]


def test_headings_below_a_heading_of_the_layout_belong_to_it() -> None:
    text = (
        "Write a digest in this structure:\n\n# News of {day}\n\n## At Home\n- three items\n\n## Abroad\n- two items\n"
    )
    assert names(text) == ["At Home", "Abroad"]


def test_what_the_prompt_fills_in_ends_a_layout() -> None:
    text = "Answer in exactly this format:\n\nMood: <one word>\nWhy: <one sentence>\n\nTown: {town}\nSeason: {season}\n"
    assert names(text) == ["Mood", "Why"]


def test_parts_of_a_letter_stand_without_titles() -> None:
    text = "Write a post with this structure:\n1. **Hook** (1 sentence)\n2. **Point** (3 sentences)\n"
    assert [layout.is_running for layout in layouts(text)] == [True]


def test_a_line_that_says_of_which_things_is_no_title() -> None:
    text = "Use this format:\n\n## Towns\nFor each town:\n- its name\n\n## Sum\nAll in all.\n"
    assert names(text) == ["Towns", "Sum"]


def test_an_item_leads_in_what_is_set_in_below_it_and_not_the_items_beside_it() -> None:
    text = (
        "# Guidelines\n\n1. Structure your report with:\n   - Main risks\n   - What to do\n\n"
        "2. Writing style:\n   - Use short words\n\n3. Sources:\n   - Name them\n"
    )
    [layout] = layouts(text)
    assert layout.names == ("Main risks", "What to do")
    assert layout.lead is not None
    assert layout.lead.sentence.text == "1. Structure your report with:"


def test_titles_in_quotation_marks_are_titles() -> None:
    text = 'STEPS:\n1) Read the notes.\n\nOUTPUT FORMAT:\n- "Course:" list with times.\n- "Gaps:" bullets.\n'
    assert names(text) == ["Course", "Gaps"]


def test_titles_that_begin_as_a_verb_does_are_titles_below_a_line_that_lays_out() -> None:
    text = "Create a structured summary with:\n1. Main points\n2. Open questions\n3. Follow-up needed\n4. Dates\n"
    text += "5. Places\n"
    assert names(text) == ["Main points", "Open questions", "Follow-up needed", "Dates", "Places"]


def test_a_heading_over_a_sample_leads_in_no_headings_beside_it() -> None:
    tree = "## Output Structure\n\nPut these into `out/`:\n\n```\nout/\n  a.md\n```\n\n"
    assert names(f"# Mission\n\n{tree}## What Was Decided\n\nThe lake.\n\n## Open Points\n\n1. When?\n") == []


def test_a_line_of_which_one_of_several_is_no_title() -> None:
    text = "Output format:\n- Write short bullets.\n- End with exactly one line that holds either:\nSHIP\nor\nBLOCK\n"
    assert names(text) == []


def test_labels_with_nothing_behind_them_are_written_as_they_stand() -> None:
    [layout] = layouts(
        "Write an email.\n\nConstraints:\n- Keep it short\n\nOutput format:\n- Subject:\n- Email body:\n"
    )
    assert layout.names == ("Subject", "Email body")
    assert not layout.is_running


def test_what_two_rules_frame_is_announced_by_the_line_above_them() -> None:
    text = "Plan the walk with the template below.\n\n---\n\n**Start:** <place>\n**End:** <place>\n\n## Route\n"
    text += "Write two sentences.\n\n## Costs\nList them.\n\n---\n\nBe kind.\n"
    assert names(text) == ["Start", "End", "Route", "Costs"]


def test_items_below_an_instruction_that_ends_with_format_are_no_sections() -> None:
    text = "Describe the change.\nUse markdown format\n\n- How much to say\n  - Small fixes: One line is enough\n"
    assert names(f"{text}  - Large fixes: Add a body with the reason\n") == []


def test_a_sample_below_a_heading_is_all_that_the_heading_lays_out() -> None:
    text = "# Output Format\n```\nWay There: ...\nCosts: ...\n```\n\n"
    text += "**Wishes of the guest**:\n<a quiet room>\n\n**Letters**:\n"
    assert names(text) == ["Way There", "Costs"]


def test_labels_below_a_heading_of_a_format_are_part_of_it() -> None:
    text = "Use this format:\n```markdown\n## Information\n- **Date**: YYYY-MM-DD\n- **Town**: the town\n\n"
    text += "## Way There\n...\n```\n"
    assert sorted(names(text)) == ["Date", "Information", "Town", "Way There"]


def test_what_is_decided_before_writing_is_not_laid_out() -> None:
    text = "Before writing the talk, decide:\n- AIM:\n  > What is it for?\n- TURN:\n  > What surprises?\n"
    assert names(text) == []


def test_a_line_set_in_below_a_label_is_what_that_holds() -> None:
    text = "## Output format\n\nFor each scene, output:\n\n- **Words:**\n  Spoken text only\n- **Picture:**\n"
    assert names(f"{text}  What is seen\n") == ["Words", "Picture"]


def test_a_label_with_items_of_its_own_leads_in_no_labels_beside_it() -> None:
    text = "POST STRUCTURE:\n1. Title (60 chars)\n2. Body (300 words)\n\nREACH:\n- Calm tone\n\nLOOKS:\n- Short lines\n"
    assert "REACH" not in names(text)


def test_tags_below_headings_are_no_blanks() -> None:
    text = "## Ways\n<WAYS>\n\nBe kind.\n\n</WAYS>\n\n## Means\n<MEANS>\n\nUse the list.\n\n</MEANS>\n"
    assert names(text) == []


def test_places_of_lines_are_no_sections() -> None:
    text = "Output format:\n- First line: a short note (under 8 words)\n- Second line: empty\n"
    assert names(f"{text}- Third line onwards: the text\n") == []


def test_only_what_tells_to_give_something_leads_in_its_parts_without_a_word_for_them() -> None:
    items = "\n\n1. **Holds Water**: Leave no gaps.\n2. **Stands Firm**: Give it a wide base.\n"
    assert names(f"Plan a vase. Design a vase for the hall:{items}") == []
    assert names(f"Plan a vase. For each part, provide:{items}") == ["Holds Water", "Stands Firm"]


def test_titles_that_the_program_fills_in_are_none_of_the_response() -> None:
    text = "Judge it.\n\n**Query:** {state['q']}\n\n**Inner view (from the books):**\n{inner}\n\n"
    text += "**Your task:**\nBe brief."
    assert names(text) == []
