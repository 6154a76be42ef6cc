"""Prompt files as people write them, one or more of every format."""

from dataclasses import dataclass

from spade_core.prompt_files import Dialect, PromptFormat, Role


@dataclass(frozen=True, slots=True)
class Sample:
    """A file and what must be read from it."""

    path: str
    text: str
    format: PromptFormat
    templates: dict[str, list[tuple[Role | None, str]]]
    """By name: the role and text of each part."""
    dialects: dict[str, Dialect]
    placeholders: dict[str, list[str]]
    """By template: what their marks say in the text; those of people in angle quotes: ``‹[NAME]›``."""


def one(
    path: str,
    text: str,
    kind: PromptFormat,
    dialect: Dialect,
    parts: list[tuple[Role | None, str]],
    placeholders: list[str],
) -> Sample:
    """Return the sample of a file that is one prompt."""
    return Sample(path, text, kind, {"": parts}, {"": dialect}, {"": placeholders})


_IN_CODE = ["${selection}", "‹{code}›", "‹${b}›", "${input:c}"]

SAMPLES = [
    one(
        ".github/prompts/release-notes.prompt.md",
        """\
---
mode: agent
description: Write the release notes
tools: [search, 'git log']
---

# Release notes for ${input:version:e.g. 2.1}

Read ${selection} and list what changed for {audience}.
Use [the guide](docs/guide.md) and keep each note under [word_count] words.

- [ ] no internal names
- [x] sign as [TEAM NAME] like `${selection} {code}`
```ts
const a = `${b} ${input:c}`;
```
""",
        PromptFormat.MARKDOWN,
        Dialect.VSCODE,
        [
            (
                None,
                """\
# Release notes for ${input:version:e.g. 2.1}

Read ${selection} and list what changed for {audience}.
Use [the guide](docs/guide.md) and keep each note under [word_count] words.

- [ ] no internal names
- [x] sign as [TEAM NAME] like `${selection} {code}`
```ts
const a = `${b} ${input:c}`;
```""",
            )
        ],
        ["${input:version:e.g. 2.1}", "${selection}", "{audience}", "‹[word_count]›", "‹[TEAM NAME]›", *_IN_CODE],
    ),
    one(
        "skills/triage/SKILL.md",
        "---\nname: triage\n---\nSort the ticket.\n\nNever close it yourself.\n",
        PromptFormat.MARKDOWN,
        Dialect.VSCODE,
        [(None, "Sort the ticket.\n\nNever close it yourself.")],
        [],
    ),
    one(
        "python.instructions.md",
        "---\n\nProse after a rule, not front matter. Be kind to {reader}.\n\n---\nEnd.\n",
        PromptFormat.MARKDOWN,
        Dialect.VSCODE,
        [(None, "---\n\nProse after a rule, not front matter. Be kind to {reader}.\n\n---\nEnd.\n")],
        ["{reader}"],
    ),
    one(
        "chat/support.prompty",
        """\
---
name: Support
model:
  api: chat
inputs:
  question: {type: string}
---
system:
You help customers of an online 書店 (bookshop). 😀
{% for book in books %}
- {{ book.title }}
{% endfor %}
{# never shown #}
Reply as JSON: {"answer": "..."}

user:
{{ question | trim }}
""",
        PromptFormat.PROMPTY,
        Dialect.JINJA,
        [
            (
                Role.SYSTEM,
                """\
You help customers of an online 書店 (bookshop). 😀
{% for book in books %}
- {{ book.title }}
{% endfor %}
{# never shown #}
Reply as JSON: {"answer": "..."}""",
            ),
            (Role.USER, "{{ question | trim }}"),
        ],
        ["{% for book in books %}", "{{ question | trim }}"],
    ),
    one(
        "translate.prompt.yml",
        """\
name: Translate
model: openai/gpt-4o-mini
messages:
  - role: system
    content: >-
      You translate into
      Vietnamese (tiếng Việt).

      Rules:

        - keep names
        - keep numbers

      Nothing else.
  - role: user
    content: |
      Text: {{text}}
        indented: {{ hint }}
  - role: assistant
    content: "Sure \\u2014 here it is:\\n\\
      \\ts \\U0001F600 folded
      on"
  - {role: user, content: 'It''s {{tone}},
      please'}
testData:
  - text: hello
    expected: xin chào
evaluators:
  - name: short
    string: {contains: chào}
""",
        PromptFormat.GITHUB_YAML,
        Dialect.HANDLEBARS,
        [
            (
                Role.SYSTEM,
                "You translate into Vietnamese (tiếng Việt).\nRules:\n\n"
                "  - keep names\n  - keep numbers\n\nNothing else.",
            ),
            (Role.USER, "Text: {{text}}\n  indented: {{ hint }}\n"),
            (Role.ASSISTANT, "Sure — here it is:\n\ts 😀 folded on"),
            (Role.USER, "It's {{tone}}, please"),
        ],
        ["{{text}}", "{{ hint }}", "{{tone}}"],
    ),
    one(
        "greet.prompt",
        """\
---
model: some/model
input:
  schema: {name: string}
---
{{role "system"}}
Be {{tone}}.
{{!-- a note --}}
{{role "user"}}
{{#if name}}Hello {{name}}!{{else}}Hello!{{/if}}
{{media url=photo}}
{{history}}
""",
        PromptFormat.DOTPROMPT,
        Dialect.HANDLEBARS,
        [
            (Role.SYSTEM, "Be {{tone}}.\n{{!-- a note --}}"),
            (Role.USER, "{{#if name}}Hello {{name}}!{{else}}Hello!{{/if}}\n{{media url=photo}}\n{{history}}"),
        ],
        ["{{tone}}", "{{#if name}}", "{{name}}", "{{media url=photo}}"],
    ),
    one(
        "plain.prompt",
        'Score the essay {essay}.\nAnswer with {"score": 1} and nothing else.',
        PromptFormat.PLAIN,
        Dialect.FSTRING,
        [(None, 'Score the essay {essay}.\nAnswer with {"score": 1} and nothing else.')],
        ["{essay}"],
    ),
    one(
        "app/prompts/nested/judge.txt",
        """\
You are given <question>{question}</question> and <answer>{answer:.200}</answer>.
Return {{"verdict": "yes" | "no"}}, e.g. {{{verdict!r}}}; {{literal}} stays.
""",
        PromptFormat.PLAIN,
        Dialect.FSTRING,
        [
            (
                None,
                "You are given <question>{question}</question> and <answer>{answer:.200}</answer>.\n"
                'Return {{"verdict": "yes" | "no"}}, e.g. {{{verdict!r}}}; {{literal}} stays.\n',
            )
        ],
        ["{question}", "{answer:.200}", "{verdict!r}"],
    ),
    one(
        "prompts/mail.j2",
        "{% if urgent %}Answer now.{% endif %}\nDear {{ name }},\n{% raw %}{{ kept }}{% endraw %}\n",
        PromptFormat.PLAIN,
        Dialect.JINJA,
        [(None, "{% if urgent %}Answer now.{% endif %}\nDear {{ name }},\n{% raw %}{{ kept }}{% endraw %}\n")],
        ["{% if urgent %}", "{{ name }}"],
    ),
    one(
        "prompts/head.txt",
        "---\nowner: me\n---\n\nSort {items}.\n",
        PromptFormat.PLAIN,
        Dialect.FSTRING,
        [(None, "Sort {items}.")],
        ["{items}"],
    ),
    one(
        "prompts/rule.txt",
        "---\nNote: sort {items}.\n",
        PromptFormat.PLAIN,
        Dialect.FSTRING,
        [(None, "---\nNote: sort {items}.\n")],
        ["{items}"],
    ),
    one(
        "prompts/plan.md",
        '---\ntemplate_format: jinja2\n---\nPlan {{goal}} with {"a": {b}}.\n',
        PromptFormat.MARKDOWN,
        Dialect.JINJA,
        [(None, 'Plan {{goal}} with {"a": {b}}.')],
        ["{{goal}}"],
    ),
    one(
        "prompts/shell.txt",
        "Explain $command to ${user}. It costs $5, $$x is literal.",
        PromptFormat.PLAIN,
        Dialect.DOLLAR,
        [(None, "Explain $command to ${user}. It costs $5, $$x is literal.")],
        ["$command", "${user}"],
    ),
    one(
        "prompts/old.txt",
        "Give %(count)d names for %s; be 100% sure, 5%% at most.",
        PromptFormat.PLAIN,
        Dialect.PERCENT,
        [(None, "Give %(count)d names for %s; be 100% sure, 5%% at most.")],
        ["%(count)d", "%s"],
    ),
    one(
        "chains/joke.json",
        r"""{
  "_type": "prompt",
  "input_variables": ["topic"],
  "template": "Tell a \"joke\" about {topic}.\n\tEmoji: \ud83d\ude00 \u00e9 \/ \\n\r\nUse {{braces}}."
}
""",
        PromptFormat.LANGCHAIN,
        Dialect.FSTRING,
        [(None, 'Tell a "joke" about {topic}.\n\tEmoji: 😀 é / \\n\nUse {{braces}}.')],
        ["{topic}"],
    ),
    one(
        "chains/chat.json",
        """{
  "_type": "chat",
  "template_format": "mustache",
  "messages": [
    ["system", "Be {{tone}}."],
    ["placeholder", "{{history}}"],
    {"lc": 1, "id": ["langchain", "prompts", "MessagesPlaceholder"], "kwargs": {"variable_name": "chat"}},
    {"role": "human", "content": [{"type": "text", "text": "Hi {{name}}"}, {"type": "text", "text": "and bye"}]},
    {"type": "ai", "prompt": {"template": "Hello."}},
    {"lc": 1, "id": ["langchain", "prompts", "HumanMessagePromptTemplate"],
     "kwargs": {"prompt": {"lc": 1, "kwargs": {"template": "More on {{topic}}"}}}}
  ]
}""",
        PromptFormat.LANGCHAIN,
        Dialect.HANDLEBARS,
        [
            (Role.SYSTEM, "Be {{tone}}."),
            (Role.USER, "Hi {{name}}"),
            (Role.USER, "and bye"),
            (Role.ASSISTANT, "Hello."),
            (Role.USER, "More on {{topic}}"),
        ],
        ["{{tone}}", "{{name}}", "{{topic}}"],
    ),
    Sample(
        "agents/guide.yaml",
        """\
version: 1
system: |-
  You are a guide to museums.
  Answer {visitor} in one line.
user: >-
  <City:> {city}
  <Answer:>
system_short: "You are terse. Name \\"{city}\\"."
""",
        PromptFormat.LANGCHAIN,
        {
            "system": [
                (Role.SYSTEM, "You are a guide to museums.\nAnswer {visitor} in one line."),
                (Role.USER, "<City:> {city} <Answer:>"),
            ],
            "system_short": [(None, 'You are terse. Name "{city}".')],
        },
        {"system": Dialect.FSTRING, "system_short": Dialect.FSTRING},
        {"system": ["{visitor}", "{city}"], "system_short": ["{city}"]},
    ),
    Sample(
        "chains/several.yaml",
        """\
shared: &rules |
  Be brief.
  Be exact.
summarise:
  _type: prompt
  input_variables: [text]
  template: !!str &s # a note
    Summarise {text} plainly
    in one line.
answer:
  template: *rules
shots:
  _type: few_shot
  prefix: "Give the antonym of every input"
  example_prompt:
    _type: prompt
    template: "Input: {input}\\nOutput: {output}"
  suffix: "Input: {adjective}\\nOutput:"
elsewhere:
  _type: prompt
  template_path: other.txt
""",
        PromptFormat.LANGCHAIN,
        {
            "summarise": [(None, "Summarise {text} plainly in one line.")],
            "answer": [(None, "Be brief.\nBe exact.\n")],
            "shots": [(None, "Give the antonym of every input"), (None, "Input: {adjective}\nOutput:")],
            "shots.example_prompt": [(None, "Input: {input}\nOutput: {output}")],
        },
        dict.fromkeys(["summarise", "answer", "shots", "shots.example_prompt"], Dialect.FSTRING),
        {
            "summarise": ["{text}"],
            "answer": [],
            "shots": ["{adjective}"],
            "shots.example_prompt": ["{input}", "{output}"],
        },
    ),
    Sample(
        "src/app.py",
        r'''
"""Prompts of the app: a PROMPT in a docstring is none."""
from textwrap import dedent
import textwrap

MAX_PROMPT = 4000
PROMPT_VERSION = "v2"
MODEL = "gpt"

PROMPT = "Grüße {name}," " und\ttschüß " \
    'bis \U0001F600\N{BULLET}\x41\101\
bald'
_RAW_PROMPT_TEMPLATE = r"""No \n escape, just {x}."""
SYSTEM_PROMPT: str = (
    "You are "  # who
    u"a poet. "
    """Write
    verse."""
)


class Judge:
    PROMPT_STRICT = f"""Is {answer!r:>{width}} right for {row["question"]}?
    Reply {{"ok": true}} or {'no' if x else "{never}"}.
    \u00e9 {self.tone}
    """

    def ask(self, question):
        USER_TEMPLATE = textwrap.dedent("""\
            Question: {q}
              Hint: {hint}

            Answer:
        """).strip()
        USER_TEMPLATE += " now"
        return USER_TEMPLATE


PROMPTS = ["first {a}", f"second {b}", ("deep $c",)]
PROMPT_BY_LANGUAGE = {"en": "Say hello to %s", "vi": "Nói xin chào %s", "n": 3}
CHAT_PROMPT = [
    {"role": "system", "content": dedent("""
        Be exact.
    """)},
    {"role": "user", "content": f"Q: {question}"},
    {"role": "assistant", "content": previous},
]
LC_PROMPT = ChatPromptTemplate.from_messages([
    ("system", "Speak {language}."),
    MessagesPlaceholder("history"),
    HumanMessagePromptTemplate.from_template("Tell {topic}"),
])
JINJA_TEMPLATE = PromptTemplate.from_template("Say hi to {{ who }}", template_format="jinja2")
KEYWORD_TEMPLATE = PromptTemplate(input_variables=["z"], template="Answer what {z} asks")
JOINED_PROMPT = "\n".join(["one", two, "three {not_me}"]) + SYSTEM_PROMPT + " end"
MOD_PROMPT = "Sum %s up" % text
CLEAN_PROMPT = inspect.cleandoc("""  First.
        Second {x}.
          Third.
    """)
ESCAPED_TEMPLATE = PromptTemplate.from_template("Answer in {{one}} word, not more.")
PROMPT_STYLE = "short"
PROMPT_SETTINGS = {"temperature": 1, "names": [NAME]}
ELSEWHERE_PROMPT = open("x").read()
base_text = "Base {b}."
wrapped = PromptTemplate(template=base_text, input_variables=["b"])
LOWER_PROMPT = dedent(base_text)
ALIAS_PROMPT = PromptTemplate(template=LOWER_PROMPT)
MIXED_PROMPTS = [base_text, LOWER_PROMPT, [base_text]]
messages = [("system", base_text), ("human", "Q {q}")]
LISTED_PROMPT = ChatPromptTemplate.from_messages(messages)


def parameter(base_text, messages):
    MINE_PROMPT = [{"role": "user", "content": base_text}]
    LOOP_PROMPT = LOOP_PROMPT


if MODEL == "gpt":
    PROMPT = "second"
    PROMPT += " and more"
elif MODEL:
    try:
        PROMPT = "third"
    except ValueError:
        PROMPT = None
''',
        PromptFormat.PYTHON,
        {
            "PROMPT": [(None, "Grüße {name}, und\ttschüß bis 😀•AAbald")],
            "_RAW_PROMPT_TEMPLATE": [(None, "No \\n escape, just {x}.")],
            "SYSTEM_PROMPT": [(None, "You are a poet. Write\n    verse.")],
            "Judge.PROMPT_STRICT": [
                (
                    None,
                    'Is {answer!r:>{width}} right for {row["question"]}?\n'
                    '    Reply {{"ok": true}} or {\'no\' if x else "{never}"}.\n'
                    "    é {self.tone}\n    ",
                )
            ],
            "Judge.ask.USER_TEMPLATE": [(None, "Question: {q}\n  Hint: {hint}\n\nAnswer: now")],
            "PROMPTS[0]": [(None, "first {a}")],
            "PROMPTS[1]": [(None, "second {b}")],
            "PROMPTS[2][0]": [(None, "deep $c")],
            "PROMPT_BY_LANGUAGE['en']": [(None, "Say hello to %s")],
            "PROMPT_BY_LANGUAGE['vi']": [(None, "Nói xin chào %s")],
            "CHAT_PROMPT": [
                (Role.SYSTEM, "\nBe exact.\n"),
                (Role.USER, "Q: {question}"),
                (Role.ASSISTANT, "{previous}"),
            ],
            "LC_PROMPT": [(Role.SYSTEM, "Speak {language}."), (Role.USER, "Tell {topic}")],
            "JINJA_TEMPLATE": [(None, "Say hi to {{ who }}")],
            "KEYWORD_TEMPLATE": [(None, "Answer what {z} asks")],
            "JOINED_PROMPT": [(None, "one\n{two}\nthree {not_me}{SYSTEM_PROMPT} end")],
            "MOD_PROMPT": [(None, "Sum %s up")],
            "CLEAN_PROMPT": [(None, "First.\nSecond {x}.\n  Third.")],
            "ESCAPED_TEMPLATE": [(None, "Answer in {{one}} word, not more.")],
            "LOWER_PROMPT": [(None, "Base {b}.")],
            "LISTED_PROMPT": [(Role.SYSTEM, "Base {b}."), (Role.USER, "Q {q}")],
            "PROMPT#2": [(None, "second and more")],
            "PROMPT#3": [(None, "third")],
        },
        {
            "PROMPT": Dialect.FSTRING,
            "_RAW_PROMPT_TEMPLATE": Dialect.FSTRING,
            "SYSTEM_PROMPT": Dialect.NONE,
            "Judge.PROMPT_STRICT": Dialect.FSTRING,
            "Judge.ask.USER_TEMPLATE": Dialect.FSTRING,
            "PROMPTS[0]": Dialect.FSTRING,
            "PROMPTS[1]": Dialect.FSTRING,
            "PROMPTS[2][0]": Dialect.DOLLAR,
            "PROMPT_BY_LANGUAGE['en']": Dialect.PERCENT,
            "PROMPT_BY_LANGUAGE['vi']": Dialect.PERCENT,
            "CHAT_PROMPT": Dialect.FSTRING,
            "LC_PROMPT": Dialect.FSTRING,
            "JINJA_TEMPLATE": Dialect.JINJA,
            "KEYWORD_TEMPLATE": Dialect.FSTRING,
            "JOINED_PROMPT": Dialect.FSTRING,
            "MOD_PROMPT": Dialect.PERCENT,
            "CLEAN_PROMPT": Dialect.FSTRING,
            "ESCAPED_TEMPLATE": Dialect.FSTRING,
            "LOWER_PROMPT": Dialect.FSTRING,
            "LISTED_PROMPT": Dialect.FSTRING,
            "PROMPT#2": Dialect.NONE,
            "PROMPT#3": Dialect.NONE,
        },
        {
            "PROMPT": ["{name}"],
            "_RAW_PROMPT_TEMPLATE": ["{x}"],
            "SYSTEM_PROMPT": [],
            "Judge.PROMPT_STRICT": [
                "{answer!r:>{width}}",
                '{row["question"]}',
                "{'no' if x else \"{never}\"}",
                "{self.tone}",
            ],
            "Judge.ask.USER_TEMPLATE": ["{q}", "{hint}"],
            "PROMPTS[0]": ["{a}"],
            "PROMPTS[1]": ["{b}"],
            "PROMPTS[2][0]": ["$c"],
            "PROMPT_BY_LANGUAGE['en']": ["%s"],
            "PROMPT_BY_LANGUAGE['vi']": ["%s"],
            "CHAT_PROMPT": ["{question}", "{previous}"],
            "LC_PROMPT": ["{language}", "{topic}"],
            "JINJA_TEMPLATE": ["{{ who }}"],
            "KEYWORD_TEMPLATE": ["{z}"],
            "JOINED_PROMPT": ["{two}", "{not_me}", "{SYSTEM_PROMPT}"],
            "MOD_PROMPT": ["%s"],
            "CLEAN_PROMPT": ["{x}"],
            "ESCAPED_TEMPLATE": [],
            "LOWER_PROMPT": ["{b}"],
            "LISTED_PROMPT": ["{b}", "{q}"],
            "PROMPT#2": [],
            "PROMPT#3": [],
        },
    ),
]
