"""Prompts of several parts: what one call gives a model, and what is put together piece by piece."""

import pytest

from spade_core.errors import PromptFileError
from spade_core.prompt_files import Role, read_prompt
from tests.prompt_files.laws import hold_for

_GUIDE = "You are a guide to museums. Be kind."
_PY = f'GUIDE = "{_GUIDE}"\nASK = "Tell me about {{city}}."\n'
_TS = f'const GUIDE = "{_GUIDE}";\nconst ask = `Tell me about ${{city}}.`;\n'
_PY_PARTS = [(Role.SYSTEM, _GUIDE), (Role.USER, "Tell me about {city}.")]
_TS_PARTS = [(Role.SYSTEM, _GUIDE), (Role.USER, "Tell me about ${city}.")]

Parts = list[tuple[Role | None, str]]


@pytest.mark.parametrize(
    ("path", "text", "name", "parts"),
    [
        (
            "a.py",
            _PY + 'def go(city):\n    return client.create(messages=[{"role": "system", "content": GUIDE},'
            ' {"role": "user", "content": ASK.format(city=city)}])\n',
            "go.messages",
            _PY_PARTS,
        ),
        (
            "a.py",
            _PY + "def go(city):\n    return client.create(model=M, system=GUIDE,"
            ' messages=[{"role": "user", "content": ASK}])\n',
            "go",
            _PY_PARTS,
        ),
        ("a.py", _PY + "def go():\n    return llm(system_prompt=GUIDE, user_prompt=ASK)\n", "go", _PY_PARTS),
        ("a.ts", _TS + "const plan = await generateText({ model, system: GUIDE, prompt: ask });\n", "plan", _TS_PARTS),
        (
            "a.ts",
            "function go(city) {\n  const system = `You are a guide to museums. Be kind.`;\n"
            "  const prompt = `Tell me about ${city}.`;\n  return generateText({ model, system, prompt });\n}\n",
            "go",
            _TS_PARTS,
        ),
        (
            "a.ts",
            f'const m = [{{ role: "system", content: "{_GUIDE}" }}];\nm.push(...history);\n'
            'm.push({ role: "user", content: question });\n'
            "if (city) {\n  m.push({ role: 'user', content: `Tell me about ${city}.` });\n}\n",
            "m",
            _TS_PARTS,
        ),
        (
            "a.py",
            f'm = []\nm.append({{"role": "system", "content": "{_GUIDE}"}})\n'
            'm.append({"role": "user", "content": f"Tell me about {city}."})\n',
            "m",
            _PY_PARTS,
        ),
        (
            "a.py",
            'def build_prompt(kind):\n    lines = ["You are a clerk who is polite."]\n    if kind:\n'
            '        lines.append("Be brief.")\n    lines.append(f"Kind: {kind}")\n    return "\\n".join(lines)\n',
            "build_prompt",
            [(None, "You are a clerk who is polite.\nBe brief.\nKind: {kind}")],
        ),
        (
            "a.ts",
            'const parts: string[] = [];\nparts.push("You are a strict judge of essays.");\nparts.push("Be fair.");\n'
            'export const judgePrompt = parts.join("\\n\\n");\n',
            "judgePrompt",
            [(None, "You are a strict judge of essays.\n\nBe fair.")],
        ),
        (
            "a.py",
            'clerk = Agent(instructions=["Always name the sources.", "Never guess."])\n',
            "clerk.instructions",
            [(None, "Always name the sources.\nNever guess.")],
        ),
        ("a.yaml", f"guide:\n  system: |-\n    {_GUIDE}\n  user: Tell me about {{city}}.\n", "guide.system", _PY_PARTS),
        (
            "a.toml",
            f'[guide]\nmodel = "m"\nuserPrompt = "Tell me about {{city}}."\nsystemPrompt = "{_GUIDE}"\n',
            "guide.systemPrompt",
            [*reversed(_PY_PARTS)],
        ),
        (
            "a.json",
            f'{{"system_message": "{_GUIDE}", "human": "<City:> {{city}}", "assistant": "{{city}} is"}}',
            "system_message",
            [(Role.SYSTEM, _GUIDE), (Role.USER, "<City:> {city}"), (Role.ASSISTANT, "{city} is")],
        ),
    ],
)
def test_what_one_call_gives_is_one_prompt(path: str, text: str, name: str, parts: Parts) -> None:
    file = read_prompt(path, text)
    assert {each.name: [(part.role, part.text) for part in each.parts] for each in file.templates} == {name: parts}
    hold_for(file)


def test_what_a_call_made_has_the_name_that_it_is_given_by() -> None:
    """A field of an example is called as the code calls it, not by the lines that made it."""
    text = (
        f"def go(ask, shop):\n    notes = ask(\n        shop,\n        limit=3,\n    )\n"
        f'    log = [{{"role": "system", "content": "{_GUIDE}"}}, {{"role": "user", "content": notes}}]\n'
        "    return client.create(messages=log)\n"
    )
    file = read_prompt("a.py", text)
    [read] = file.templates
    assert [part.text for part in read.parts] == [_GUIDE, "{notes}"]
    assert [each.name for each in read.placeholders] == ["notes"]
    hold_for(file)


def test_texts_of_one_role_or_of_two_calls_stay_apart() -> None:
    text = (
        f'draft = llm(system="{_GUIDE}", model="m")\n'
        'final = llm(prompt=f"Rewrite this letter in plain words: {letter}")\n'
        'PROMPTS = {"system": "You are a cook. Use salt.", "user": "Cook {dish} for me please."}\n'
    )
    names = [template.name for template in read_prompt("a.py", text).templates]
    assert names == ["draft.system", "final.prompt", "PROMPTS['system']", "PROMPTS['user']"]


def test_a_constant_that_is_a_part_can_still_be_named() -> None:
    text = _PY + "def go():\n    return llm(system_prompt=GUIDE, user_prompt=ASK)\n"
    file = read_prompt("a.py", text, named="GUIDE")
    assert next((template.name, template.text) for template in file.templates) == ("GUIDE", _GUIDE)


def test_a_key_that_is_a_part_can_still_be_named_and_others_stay_beside_it() -> None:
    text = (
        f"system: {_GUIDE}\nuser: Tell me about {{city}}.\n"
        "system_short: You are terse. Name the city. Do not name the price.\n"
    )
    assert [each.name for each in read_prompt("a.yaml", text).templates] == ["system", "system_short"]
    names = [each.name for each in read_prompt("a.yaml", text, named="user").templates]
    assert names == ["system", "user", "system_short"]
    assert read_prompt("a.yaml", text, named="system") == read_prompt("a.yaml", text)


@pytest.mark.parametrize(
    "text", ["system: linux\nuser: root\n", "system: ''\nuser: Tell me about {city}.\n", "ai: a\nuser: b\n"]
)
def test_names_of_machines_and_people_are_no_parts(text: str) -> None:
    with pytest.raises(PromptFileError, match="no prompt in it"):
        read_prompt("a.yaml", text)


def test_a_text_that_is_joined_twice_is_listed_once() -> None:
    text = (
        'def build_prompt(long):\n    parts = ["You are a clerk.", "Never name the price."]\n'
        '    prompt = "\\n".join(parts)\n    if len(prompt) > long:\n        prompt = "\\n".join(parts)\n'
        "    return prompt\n"
    )
    assert [template.name for template in read_prompt("a.py", text).templates] == ["build_prompt.prompt"]


def test_a_text_of_thousands_of_pieces_among_thousands_of_lists_is_read_whole() -> None:
    lists = "".join(f'x{n} = ["Line number {n} is here, be brief."]\nf(y{n})\n' for n in range(3000))
    pieces = "".join(f'p.append("Line {n}. Be brief.")\n' for n in range(3000))
    text = f'{lists}p = ["You are a strict judge of essays."]\n{pieces}prompt = "\\n".join(p)\n'
    [prompt] = read_prompt("a.py", text).templates
    assert prompt.text.count("\n") == 3000
