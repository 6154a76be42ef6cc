import pytest

from spade_core.sandbox import Sandbox
from tests.candidates.verdicts import Case, wrong_verdicts

MARKDOWN = "Format your response in Markdown."
LABELS = (
    "YOUR REPORT SHOULD:\n**Key Points:**\nExplain the facts. Use bullet points.\n\n"
    "**Risks:**\nSay what may go wrong.\n\n**Costs:**\nSay what it costs.\n"
)
SAMPLE = (
    "Write a plan.\nExample output:\n```\n# Plan\n\n### Pike (5 times):\n- Start.\n\n### Squat (3 times):\n- Go.\n```\n"
)
JSON_SAMPLE = 'Return the result in this format:\n```json\n{"name": "x", "tags": ["a"], "age": 3, "ok": true}\n```\n'
FIELDS = (
    "Judge it. Follow this format.\nHere is a complete example:\n```\nReasoning: It fits.\nFinal "
    "answer: Yes\n```\n{text}\n"
)

VALUES = (
    "Return JSON with the keys label, confidence.\n\nConfidence is between 0 and 1.\n\n"
    "The label must be one of spam, ham."
)

CASES = [
    Case(MARKDOWN, "has_markdown", ["# T", "- a", "**b**", "1. a"], ["", "plain\ntext"]),
    Case("Put key terms in bold.", "has_bold_text", ["a **b** c"], ["", "a * b"]),
    Case("Use bullet points.", "has_bullet_points", ["x\n- a", "\u2022 a"], ["", "-a", "1. a"]),
    Case(
        'Add 2 bullets, each starting with "- ".',
        "bullets_are_a_hyphen",
        ["", "x\n- a\n - b", "1. a\n- b"],
        ["- a\n* b", "\u2022 a"],
    ),
    Case("Use bullet points.", "is_mostly_list_items", ["- a\n- b\nx", ""], ["x\ny\n- a"]),
    Case(
        "Respond with a numbered list.",
        "has_a_numbered_list",
        ["1. a\n2. b", "1) a\n2) b"],
        ["", "1. a", "- a\n- b"],
    ),
    Case(
        "Present it as a table.",
        "has_a_table",
        ["| a | b |\n|---|---|\n| 1 | 2 |", "|a|\r\n|:-:|"],
        ["", "a | b", "|a|b|"],
    ),
    Case("Include code snippets.", "has_a_code_block", ["```py\nx\n```"], ["", "`x`", "```"]),
    Case("Include code snippets.", "closes_its_code_blocks", ["", "```\nx\n```"], ["```\nx"]),
    Case(
        "Include code snippets.",
        "names_the_language_of_its_code_blocks",
        ["", "```py\nx\n```\n```c\ny\n```"],
        ["```\nx\n```"],
    ),
    Case("Include code snippets.", "shows_code", ["use `x`"], ["", "x"]),
    Case(
        "Write typescript code in a code block.",
        "has_a_typescript_code_block",
        ["```typescript\nx\n```"],
        ["", "```js\nx\n```"],
    ),
    Case(
        "Respond in JSON.",
        "is_json",
        ['{"a": 1}', "[]", '```json\n{"a": 1}\n```\n'],
        ["", "5", '{"a": 1', 'Here: {"a": 1}'],
    ),
    Case("Respond in JSON.", "is_bare_json", ['{"a": 1}\n'], ["", '```json\n{"a": 1}\n```']),
    Case("Return a JSON array.", "is_a_json_array", ["[1]"], ['{"a": 1}', ""]),
    Case("Output a JSON object.", "is_a_json_object", ['{"a": 1}'], ["[1]", ""]),
    Case(
        JSON_SAMPLE,
        "json_has_keys_name_tags_age_ok",
        ['{"name": 1, "tags": 2, "age": 3, "ok": 4, "x": 5}'],
        ["", "[]", "[1]", '{"name": 1}'],
    ),
    Case(JSON_SAMPLE, "json_has_no_keys_but_name_tags_age_ok", ['{"name": 1}'], ["", '{"x": 5}']),
    Case(
        JSON_SAMPLE,
        "json_values_have_the_types_of_the_sample",
        ['{"name": "x", "tags": [], "age": 1.5, "ok": false}'],
        ["", '{"name": 5}', '{"tags": "a"}'],
    ),
    Case(
        VALUES,
        "key_confidence_is_from_0_to_1",
        ["", '{"confidence": 0.5}', '[{"confidence": 1}]', '{"label": 5}'],
        ['{"confidence": 1.5}', '{"confidence": "high"}', '{"confidence": true}'],
    ),
    Case(
        VALUES,
        "key_label_is_one_of_spam_ham",
        ["", '{"label": "Spam"}'],
        ['{"label": "spam ham"}', '{"label": null}'],
    ),
    Case('Use the heading "## Details".', "has_heading_details", ["x\n## Details\ny"], ["", "# Details", "Details"]),
    Case(
        "Answer in valid YAML.",
        "has_yaml_keys",
        ["a: 1\nb:\n  - x", "```yaml\na: 1\n```"],
        ["", "Just some text\nof prose"],
    ),
    Case("Return the result as XML.", "is_xml", ["<a><b/></a>", "```xml\n<a></a>\n```"], ["", "a < b", "text <a></a>"]),
    Case("Write the page in HTML.", "has_html_tags", ["<p>Hi</p>"], ["", "Hi"]),
    Case("Output CSV.", "is_comma_separated", ["a,b\n1,2", "```\na,b\n```"], ["", "a\nb", "a,b\n1"]),
    Case(
        "Write a SQL query.",
        "has_a_sql_statement",
        ["SELECT 1", "```sql\nselect 1\n```"],
        ["", "I would select one"],
    ),
    Case("Write formulas in LaTeX.", "has_latex", [r"$\alpha$", r"\begin{x}"], ["", "alpha"]),
    Case(
        "Bucket similar findings into grouped themes.",
        "has_at_least_2_headed_groups",
        ["# A\nx\n**B**\ny", "Costs:\n- a\nRisks:\n- b"],
        ["", "# A\nx"],
    ),
    Case(
        "Bucket similar findings into grouped themes.",
        "labels_its_points",
        ["- Costs: high", "**A** x"],
        ["", "plain"],
    ),
    Case("Write one entry per line.", "has_no_list_marks", ["a\nb"], ["- a\n- b", "1. a"]),
    Case(
        "Return your answer as a python list.",
        "is_a_list_in_brackets",
        ['["a", "b"]', "```python\n['a']\n```"],
        ["", "- a"],
    ),
    Case("Explain the fix step by step.", "has_numbered_steps", ["1. Go", "First, go"], ["", "Go."]),
    Case("Use line breaks.", "has_line_breaks", ["a\n\nb", "a\r\n\r\nb"], ["", "a\nb"]),
    Case(
        "Write it as a dialogue between two speakers.",
        "has_speaker_labels",
        ["Ann: Hi\n**Bob:** Ho"],
        ["", "Ann: Hi"],
    ),
    Case("Answer in plain text.", "has_no_markdown", ["", "text - more"], ["# T", "**b**", "```"]),
    Case("Do not use bullet points.", "has_no_bulleted_list", ["", "a - b"], ["- a"]),
    Case("Never use a table.", "has_no_table", ["", "a | b"], ["| a | b |"]),
    Case(
        "Put your answer inside <answer></answer> tags.",
        "has_tags_answer",
        ["<answer>5</answer>"],
        ["", "<answer>5", "5"],
    ),
    Case(
        LABELS,
        "has_section_key_points",
        ["## Key points\nx", "**Key Points** x", "Key points:\nx"],
        ["", "The key points are these"],
    ),
    Case(LABELS, "has_heading_key_points", ["# 1. Key Points:"], ["", "**Key Points**"]),
    Case(
        LABELS,
        "has_label_key_points_as_in_the_prompt",
        ["**Key Points:** x"],
        ["", "**Key points:** x", "## Key Points"],
    ),
    Case(
        LABELS,
        "section_key_points_is_not_empty",
        ["## Key Points\n\nx", "**Key Points:** x"],
        ["", "## Key Points\n\n## Risks\nx"],
    ),
    Case(
        LABELS,
        "key_points_section_has_bullet_points",
        ["## Key Points\n- a\n## Risks\nx"],
        ["", "## Key Points\nx\n## Risks\n- a"],
    ),
    Case(
        LABELS,
        "has_sections_in_order_key_risks_costs",
        ["# Key Points\n# Risks\nx\n# Costs"],
        ["", "# Risks\n# Key Points\n# Costs", "# Key Points\n# Risks"],
    ),
    Case(LABELS, "has_all_3_sections_key_risks_costs", ["# Costs\n# Risks\nKey Points:"], ["", "# Risks"]),
    Case(LABELS, "has_at_least_2_of_the_sections_key_risks_costs", ["# Costs\n# Risks"], ["", "# Risks"]),
    Case(
        LABELS,
        "has_no_sections_besides_key_risks_costs",
        ["", "# My report\n# Risks"],
        ["# My report\n# Summary\n# Risks"],
    ),
    Case(SAMPLE, "starts_with_a_markdown_heading", ["# A"], ["", "A"]),
    Case(SAMPLE, "has_headings_of_levels_1_3", ["# A\n### B"], ["", "# A\n## B"]),
    Case(
        SAMPLE,
        "has_list_items_under_every_level_3_heading",
        ["### A\n\n- x\n### B\n1. y"],
        ["", "### A\n- x\n### B\ny", "### A"],
    ),
    Case(SAMPLE, "every_level_3_heading_ends_in_a_parenthesis", ["### A (5):\n### B (6)"], ["", "### A\n### B (5)"]),
    Case(SAMPLE, "a_level_3_heading_ends_in_a_parenthesis", ["### A\n### B (5)"], ["", "### A"]),
    Case(SAMPLE, "every_level_3_heading_ends_in_a_colon", ["### A:"], ["", "### A"]),
    Case(FIELDS, "has_labels_reasoning_final_answer", ["**Reasoning:** x\nFinal answer: No"], ["", "Reasoning: x"]),
    Case(
        FIELDS,
        "has_labels_in_order_reasoning_final_answer",
        ["Reasoning: x\nFinal answer: No"],
        ["", "Final answer: No\nReasoning: x"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{case.instruction[:30]}" for case in CASES])
def test_the_layout_of_a_response_decides(case: Case, sandbox: Sandbox) -> None:
    assert wrong_verdicts(case, sandbox) == []
