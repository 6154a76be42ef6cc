# ruff: noqa: E501 - each file is one line, so that the rows can be compared
"""Prompts in languages that are read without a parser: their names, their words, and the place of each character."""

import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.prompt_files import PATTERNS, PromptFile, PromptFormat, Role, holds_prompt, read_prompt
from spade_core.prompt_files.code.lexis import LEXES
from tests.prompt_files import laws


def _read(path: str, text: str) -> PromptFile:
    file = read_prompt(path, text)
    laws.hold_for(file)
    return file


@pytest.mark.parametrize(
    ("path", "text", "name", "said", "placeholders"),
    [
        (
            "a.go",
            "package a\n\nconst (\n\tlimit = 3\n\tjudgePrompt = `You are a judge of %s.\nAnswer \\n once.`\n)\n",
            "judgePrompt",
            "You are a judge of %s.\nAnswer \\n once.",
            ["%s"],
        ),
        (
            "a.go",
            'func ask(city string) string {\n\tprompt := fmt.Sprintf("You are a guide.\\nTell me about %s.", city)\n}\n',
            "ask.prompt",
            "You are a guide.\nTell me about %s.",
            ["%s"],
        ),
        (
            "a.rs",
            'impl Judge {\n    fn system(&self) -> String {\n        format!("You are a judge. \\\n            Rate {essay}.")\n    }\n}\n',
            "Judge.system",
            "You are a judge. Rate {essay}.",
            ["{essay}"],
        ),
        (
            "A.java",
            'class A {\n    static final String PROMPT = """\n            You are a "clerk".\n              Be brief.\n            """;\n}\n',
            "A.PROMPT",
            'You are a "clerk".\n  Be brief.\n',
            [],
        ),
        (
            "A.java",
            'interface A {\n    @SystemMessage("You are a clerk of {{shop}}. Be brief.")\n    String chat(String text);\n}\n',
            "A.SystemMessage",
            "You are a clerk of {{shop}}. Be brief.",
            ["{{shop}}"],
        ),
        (
            "a.kt",
            'fun ask(city: String) {\n    val prompt = """\n        You are a guide to $city.\n        Name ${sights.size} sights.\n    """.trimIndent()\n}\n',
            "ask.prompt",
            "You are a guide to $city.\nName ${sights.size} sights.\n",
            ["$city", "${sights.size}"],
        ),
        (
            "A.cs",
            'class A\n{\n    string Ask(string topic)\n    {\n        var prompt = $@"You are a ""poet"". Write about {topic}.";\n    }\n}\n',
            "A.prompt",
            'You are a "poet". Write about {topic}.',
            ["{topic}"],
        ),
        (
            "a.rb",
            "class Clerk\n  def prompt(shop)\n    <<~TEXT\n      You are a clerk of #{shop}.\n        Be brief.\n    TEXT\n  end\nend\n",
            "Clerk.prompt",
            "You are a clerk of #{shop}.\n  Be brief.\n",
            ["#{shop}"],
        ),
        (
            "a.php",
            "<p>It's a page</p><?php\n$prompt = <<<EOT\n  You are a clerk of {$shop}.\n  Be brief.\n  EOT;\n",
            "prompt",
            "You are a clerk of {$shop}.\nBe brief.\n",
            ["{$shop}"],
        ),
        (
            "a.swift",
            'let prompt = """\n    You are a cook.\n    Use \\(spice) well.\n    """\n',
            "prompt",
            "You are a cook.\nUse \\(spice) well.\n",
            ["\\(spice)"],
        ),
        (
            "a.cpp",
            'const char* kPrompt =\n    "You are a cook. "\n    "Use salt.\\n";  // it\'s salty\n',
            "kPrompt",
            "You are a cook. Use salt.\n",
            [],
        ),
        (
            "a.ex",
            'defmodule A do\n  @moduledoc """\n  You are a reader. Read this.\n  """\n  @system_prompt "You are a cook. Use #{spice}."\nend\n',
            "system_prompt",
            "You are a cook. Use #{spice}.",
            ["#{spice}"],
        ),
        (
            "a.rs",
            'fn f() { let c = \'"\'; let prompt = String::from("You are a cook. ") + name + " cooks."; }\n',
            "f.prompt",
            "You are a cook. {name} cooks.",
            ["{name}"],
        ),
        (
            "a.cs",
            'var b = new StringBuilder();\nb.Append("You are a cook. ");\nb.Append("Use salt.");\nsend(b);\n',
            "b",
            "You are a cook. Use salt.",
            [],
        ),
    ],
)
def test_a_string_is_read_as_its_language_means_it(
    path: str, text: str, name: str, said: str, placeholders: list[str]
) -> None:
    file = read_prompt(path, text, named=name)
    laws.hold_for(file)
    template = next(one for one in file.templates if one.name == name)
    assert template.text == said
    assert [mark.span.of(template.parts[0].text) for mark in template.placeholders] == placeholders


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_a_message_of_a_role_is_read_with_it(line_end: str) -> None:
    text = line_end.join(
        [
            "messages := []Message{",
            '\t{Role: openai.ChatMessageRoleSystem, Content: "You are a cook. Use salt."},',
            '\t{Role: "assistant", Content: "Here is the soup that you wanted."},',
            "}",
        ]
    )
    assert [(one.parts[0].role, one.text) for one in _read("a.go", text).templates] == [
        (Role.SYSTEM, "You are a cook. Use salt.")
    ]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.go", 'fmt.Println("You must give a prompt. Please use --prompt.")\n'),
        (
            "a.go",
            'cmd := &cobra.Command{Short: "Ask a prompt", Long: "Give the prompt that you want. Use - for input."}\n',
        ),
        ("a.rs", '// let prompt = "You are a cook. Use salt.";\nfn f() { panic!("you must set the prompt"); }\n'),
        ("A.java", 'throw new IllegalArgumentException("You must give a prompt. Please check it.");\n'),
        ("prompt_test.go", 'const prompt = "You are a cook. Use salt."\n'),
        ("AskTests.cs", 'var prompt = "You are a cook. Use salt.";\n'),
    ],
)
def test_what_people_read_and_what_tests_hold_is_no_prompt(path: str, text: str) -> None:
    assert not holds_prompt(path, text)


def test_the_entries_of_a_list_are_numbered_however_long_it_is() -> None:
    entry = "You are a cook who knows the dish well. Answer in one line, name the salt and never the price of it."
    text = "var prompts = []string{\n" + "".join(f'\t"{entry} {n}",\n' for n in range(12)) + "}\n"
    file = read_prompt("a.go", text, named="prompts[11]")
    assert [one.text for one in file.templates if one.name == "prompts[11]"] == [f"{entry} 11"]


def test_the_command_shows_the_history_of_a_constant_of_go(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        settings = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *settings, *words], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603, S607

    git("init")
    for number, words in enumerate(("You are a cook.", "You are a cook. Use salt.")):
        path = tmp_path / ("ask.go" if number == 0 else "chat.go")
        path.write_text(
            f"package a\n\n// What the cook is told.\nconst askPrompt = `{words}`\n\nfunc ask() {{}}\n", "utf-8"
        )
        if number:
            git("rm", "-q", "ask.go")
        git("add", ".")
        git("commit", "-m", f"state {number}")
    command = [sys.executable, "-m", "spade_core", "history", "chat.go:askPrompt"]
    said = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)  # noqa: S603
    assert said.returncode == 0, said.stderr
    assert "\nP2 " in said.stdout
    assert "Use salt." in said.stdout


def test_the_tests_inside_a_file_of_rust_hold_no_prompt() -> None:
    text = '#[cfg(test)]\nmod tests {\n    const PROMPT: &str = "You are a cook. Use salt.";\n}\n'
    assert not holds_prompt("a.rs", text)
    assert holds_prompt("a.rs", text.replace("#[cfg(test)]\n", ""))


def test_the_entries_of_a_mapping_belong_to_it_however_long_it_is() -> None:
    entries = "".join(
        f'\t"option-{n}": "Tell how many of these things number {n} there are to be.",\n' for n in range(20)
    )
    text = f'var help = map[string]string{{\n{entries}\t"prompt": "Include the prompt in what is said. Use it well.",\n}}\n'
    assert not holds_prompt("a.go", text)
    file = read_prompt("a.go", text, named="help['prompt']")
    assert [one.name for one in file.templates] == ["help['prompt']"]


def test_each_suffix_of_such_a_language_has_its_table() -> None:
    assert set(LEXES) == {each.glob[2:] for each in PATTERNS if each.format is PromptFormat.SOURCE}
