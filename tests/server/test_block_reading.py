"""A model read with the one before the edit is the model that the pipeline's own functions give of the whole text."""

import random
from pathlib import Path

import pytest

from spade_core.constraints.reader import read_structure
from spade_core.criteria.criterion import statement_of
from spade_core.deltas import sentences_of
from spade_core.prompt_files import PromptTemplate
from spade_core.structure import structure_of
from spade_core.structure.demonstrations import demonstrations_in
from spade_core.text import Span
from spade_server.analysis.findings import findings_in
from spade_server.analysis.prompt_model import PromptModel, TemplateModel, read_model
from spade_server.analysis.reader import SentenceReader
from spade_server.analysis.view import view_of

TEXT = """# Note

Write a note about {movie_name} 😀 for the user. Keep it within 100 words. Be concise, friendly and kind.

## Rules

- Mention the phrase "two thumbs up" at the start
- Do not mention the plot twist; 这部电影很好看。请写得简短一些。
- Use at least 3 sentences and at most 50 words
\r
Answer in French, please\r

Your summary should include:

1. Overview: one sentence
2. Next Steps: keep them short

In the overview use at most 10 words.

Respond in JSON with the keys title and score. The score is between 0 and 5.

Never say:

- "at the end of the day"

List the actors in a table.

| Actor | Part |
|---|---|
| ... | ... |

Example output:
```json
{"title": "Alien", "score": 4}
```

<rules>
<style>
- Use at most 3 sentences.

- Do not use emojis.
</style>
</rules>

Question: who?
Answer: nobody

{# a comment #}
Always start with "Hi {customer}".

If no movie is known, respond with "NO FILM" and nothing else.
"""
LETTERS = (
    "",
    "a",
    "b ",
    "9",
    "de",
    "好",
    "😀",
    "\n",
    "\n\n",
    ".",
    "{x}",
    "{title}",
    "# ",
    "- ",
    "```\n",
    ":",
    '"',
    " ",
)
WORDS = (
    "Example output:\n",
    "## Format\n",
    "json ",
    "{# ",
    "#}",
    "Overview",
    "Skip empty sections.\n\n",
    "Q: x\nA: y\n",
    "name",
    "concise ",
    "\r\n",
)
BITS = (*LETTERS, *WORDS)
YAML = """name: x
messages:
  - role: system
    content: |
      Be concise.

      Use 3 words about {{x}}.
  - role: user
    content: "Hi {{x}}. Be brief."
"""
PYTHON = (
    'NOTE_PROMPT = """Be concise.\n\nUse 3 words about {x}."""\n\nOTHER_PROMPT = "Be brief, {y}.\\n\\nUse 5 words."\n'
)
FILES = {"note.prompt.md": TEXT, "note.prompt.yml": YAML, "prompts.py": PYTHON}


def told(model: PromptModel) -> list[object]:
    """What is shown of a model."""
    instructions = [
        (
            *(each.span, each.sentence, each.categories, each.in_sample),
            [(cue.category, cue.words, cue.reason) for cue in each.cues],
            [(c.description, c.phrase, c.category, c.constraint) for c in each.criteria],
        )
        for template in model.templates
        for each in template.instructions
    ]
    marks = [(mark.placeholder.name, mark.span) for template in model.templates for mark in template.marks]
    return [instructions, marks]


def checked(template: TemplateModel) -> None:
    """Hold a template's instructions against the pipeline's functions, sentence by sentence."""
    sentences = sentences_of(template.template)
    assert [each.sentence for each in template.instructions] == list(sentences)
    structure = structure_of(template.template, sentences)
    asked: dict[int, list[tuple[str, Span]]] = {}
    for found in read_structure(structure):
        asked.setdefault(id(found.sentence), []).append((statement_of(found.constraint), found.phrase))
    shown = [demonstrations_in(part.text) for part in template.template.parts]
    for sentence, instruction in zip(sentences, template.instructions, strict=True):
        assert instruction.in_sample == any(sample.holds(sentence.span) for sample in shown[sentence.part])
        assert instruction.span == template.template.parts[sentence.part].source.locate(sentence.span)
        said = [(c.description, c.phrase) for c in instruction.criteria]
        assert sorted(said) == sorted(dict.fromkeys(asked.get(id(sentence), []))), sentence.text


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("seed", range(2))
def test_a_model_read_after_an_edit_is_the_model_of_the_whole_text(name: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - edits that can be repeated
    path, text, reader = Path("/w") / name, FILES[name], SentenceReader()
    model = read_model(path, 0, text, reader)
    for version in range(1, 30):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 0, 1, 2, 12)))
        text = text[:start] + rng.choice(BITS) + text[end:]
        model = read_model(path, version, text, reader, model if model.error is None else None)
        fresh = read_model(path, version, text, SentenceReader())
        assert told(model) == told(fresh)
        assert findings_in(view_of(model, {})) == findings_in(view_of(fresh, {}))
        for template in model.templates:
            checked(template)


@pytest.mark.parametrize(
    "text",
    [
        'Judge the raft.\n\nIf it floats,\nanswer "fit".\n\nOtherwise, answer "lost".\n',
        'Reply in JSON with the keys "state" and "why".\n\nIf it floats, set "state" to "fit".\n\n'
        'Otherwise, set "state" to "lost".\n',
        'Answer in JSON.\n\nThe bill\n- "total": (float) with tax\n- "tax": (float) of it\n',
        'Output the following fields in json response:\n1. home_port: where it is. Select one of these\n  "a" if near\n'
        "2. load_kind: what it has.",
    ],
)
def test_what_sentences_say_together_is_read_wherever_they_stand(text: str) -> None:
    for template in read_model(Path("/w/n.prompt.md"), 0, text, SentenceReader()).templates:
        checked(template)


def test_what_was_not_edited_is_taken_over() -> None:
    reader = SentenceReader()
    before = read_model(Path("/w/n.prompt.md"), 0, TEXT, reader)
    after = read_model(Path("/w/n.prompt.md"), 1, TEXT.replace("100", "90"), reader, before)
    [old], [new] = before.templates, after.templates
    same = [one.said is other.said for one, other in zip(old.blocks, new.blocks, strict=True)]
    assert same.count(False) == 1


def test_a_placeholder_that_is_renamed_is_renamed_wherever_it_is_spoken_of() -> None:
    reader, text = SentenceReader(), 'Write about {film}.\n\nStart with "On {movie}".\n'
    before = read_model(Path("/w/n.prompt.txt"), 0, text, reader)
    after = read_model(Path("/w/n.prompt.txt"), 1, text.replace("{film}", "{movie}"), reader, before)
    for template in after.templates:
        checked(template)


def test_a_template_keeps_no_text_of_an_earlier_version() -> None:
    reader, text = SentenceReader(), TEXT
    model = read_model(Path("/w/n.prompt.md"), 0, text, reader)
    first: PromptTemplate = model.templates[0].template
    for version in range(1, 5):
        text += "More. "
        model = read_model(Path("/w/n.prompt.md"), version, text, reader, model)
    parts = [criterion.version.template for each in model.templates[0].instructions for criterion in each.criteria]
    assert all(first is not template and not template.parts for template in parts)


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_a_long_text_says_behind_so_many_sentences_is_not_read(gap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [f"- Write {number} lines." for number in range(30)]
    monkeypatch.setattr("spade_server.analysis.block_reading.MOST_SENTENCES", 20)
    reader = SentenceReader()
    whole = read_model(Path("/w/n.prompt.md"), 0, gap.join(rules), reader)
    assert [each.sentence.text for each in whole.templates[0].instructions] == rules[:20]
    assert [(each.line, each.message.rpartition("; ")[2]) for each in whole.problems] == [
        (19 * len(gap) + 1, "10 are not")
    ]
    shorter = gap.join(rules[5:])
    after = read_model(Path("/w/n.prompt.md"), 1, shorter, reader, whole)
    assert told(after) == told(read_model(Path("/w/n.prompt.md"), 1, shorter, SentenceReader()))
    assert told(read_model(Path("/w/n.prompt.md"), 2, gap.join(rules), reader, after)) == told(whole)
