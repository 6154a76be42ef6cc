"""What a prompt may be answered with instead, through the command."""

import json
from pathlib import Path

from tests.command import spade
from tests.repositories import commit_versions

PROMPT = (
    "Write about the notice {notice} with the sections Dates and Places.\n\n## Rules\n\n"
    '- Include the word "harbour".\n- If the notice is blank, respond with "No notice".\n'
)
WHOLE = "The harbour is closed."


def test_the_answer_of_a_case_is_selected_with_the_checks_of_all_others(tmp_path: Path) -> None:
    commit_versions(tmp_path, "note.prompt.md", (PROMPT,))
    rows = [("No notice", "good"), (WHOLE, "good"), ("The port is closed.", "bad"), ("All is open.", "bad")]
    lines = [json.dumps({"example": {"notice": "x"}, "response": text, "label": label}) for text, label in rows]
    (tmp_path / "note.examples.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert spade(tmp_path, "generate").returncode == 0
    source = (tmp_path / "note.assertions.py").read_text(encoding="utf-8")
    assert 'return is_one_of(response, ["No notice"]) or contains(response, "harbour")' in source
    answer = json.loads(spade(tmp_path, "select", "--json").stdout)
    assert [each["name"] for each in answer["selected"]] == ["assert_contains_harbour"]
