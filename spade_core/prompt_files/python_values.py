"""What the expression assigned to a prompt constant says, from its syntax tree alone: nothing is run."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spade_core.prompt_files.chat import role_named
from spade_core.prompt_files.dialects import dialect_named
from spade_core.prompt_files.messages import role_of_class_name
from spade_core.prompt_files.python_literals import hole_name, read_literal
from spade_core.prompt_files.python_text import PythonText, hole, in_a_row
from spade_core.prompt_files.template import Dialect, Role
from spade_core.text import LineIndex, MapBuilder, Span

Spoken = tuple[Role | None, PythonText]
"""A role and what it says."""

_DEDENTS = frozenset({"dedent", "cleandoc"})
_TEXT_CALLS = frozenset({"from_template", "PromptTemplate", "ChatPromptTemplate", "Template", "from_messages", "str"})
_TEXT_KEYWORDS = frozenset({"template", "content", "text", "prompt", "messages"})


@dataclass(frozen=True, slots=True)
class Source:
    """Python source and the way from a syntax node to its characters."""

    text: str
    lines: LineIndex
    known: Mapping[str, ast.expr | None] = field(default_factory=dict)
    """By name, the expression last assigned to each name that is in scope; None when there is no telling."""

    def resolved(self, node: ast.expr) -> ast.expr:
        """Return the expression that a name stands for, as far as it is assigned before it; else the node itself.

        Law: the result ends before `node` begins, so following names comes to an end.
        """
        while isinstance(node, ast.Name) and (value := self.known.get(node.id)) is not None:
            if (value.end_lineno or 0, value.end_col_offset or 0) > (node.lineno, node.col_offset):
                break
            node = value
        return node

    def span(self, node: ast.expr) -> Span:
        """Return where an expression stands, in code points of the file."""
        start = self._offset(node.lineno, node.col_offset)
        if node.end_lineno is None or node.end_col_offset is None:
            return Span(start, start)
        return Span(start, self._offset(node.end_lineno, node.end_col_offset))

    def _offset(self, line: int, utf8_column: int) -> int:
        start = self.lines.start_of(line)
        before = self.text[start : start + utf8_column]
        if before.isascii():
            return start + utf8_column
        return start + len(before.encode(errors="surrogatepass")[:utf8_column].decode(errors="surrogatepass"))


def text_of(node: ast.expr, source: Source) -> PythonText | None:
    """Return the text that a string expression says; None when it is not known to be text."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            span = source.span(node)
            return read_literal(source.text, span.start, span.end)
        case ast.BinOp(op=ast.Add()):
            return _sum(node, source)
        case ast.BinOp(op=ast.Mod()):
            left = text_of(node.left, source)
            return left.in_dialect(Dialect.PERCENT) if left else None
        case ast.Call():
            return _call(node, source)
        case _:
            return None


def text_or_hole(node: ast.expr, source: Source) -> PythonText:
    """Return the text that an expression says, or the hole that its value fills."""
    return text_of(node, source) or hole(hole_name(source.span(node).of(source.text)), source.span(node))


def chat_of(node: ast.expr, source: Source) -> list[Spoken] | None:
    """Return what each role says in a list of chat messages; None when the expression is no such list."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items) if items:
            messages = [_message(item, source) for item in items]
            said = [message for message in messages if message is not None]
            has_role = any(role is not None for message in said for role, _ in message)
            return [spoken for message in said for spoken in message] if has_role and None not in messages else None
        case ast.Dict() | ast.Call():
            call = _content_of_call(node) if isinstance(node, ast.Call) else None
            inner = source.resolved(call) if call is not None else None
            listed = chat_of(inner, source) if isinstance(inner, ast.List | ast.Tuple) else None
            return listed or _message(node, source)
        case _:
            return None


def entries_of(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the elements of a list, tuple or dict with how Python would name each: ``[0]``, ``['greet']``."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for index, item in enumerate(items):
                yield f"[{index}]", item
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant):
                    yield f"[{key.value!r}]", value
                elif key is not None:
                    yield f"[{ast.unparse(key)}]", value
        case _:
            return


def _sum(node: ast.BinOp, source: Source) -> PythonText | None:
    """Return the texts of ``a + b + c``; an operand that is no literal is a hole. None when none is text."""
    operands: list[ast.expr] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        operands.append(left.right)
        left = left.left
    operands.append(left)
    operands.reverse()
    texts = [text_of(operand, source) for operand in operands]
    if not any(texts):
        return None
    whole = [text or text_or_hole(operand, source) for text, operand in zip(texts, operands, strict=True)]
    return in_a_row(whole)


def _call(node: ast.Call, source: Source) -> PythonText | None:
    name = _name_of(node.func)
    if isinstance(node.func, ast.Attribute) and (on := text_of(node.func.value, source)):
        return _method(name, on, node, source)
    argument = _content_of_call(node)
    if argument is None:
        return None
    argument = source.resolved(argument)
    if name in _DEDENTS:
        text = text_of(argument, source)
        return _dedented(text, name) if text else None
    if name not in _TEXT_CALLS and role_of_class_name(name) is None:
        return None
    text = text_of(argument, source)
    return text.in_dialect(_declared(node) or _default(name)) if text else None


def _dedented(text: PythonText, function: str) -> PythonText:
    if function == "dedent":
        return text.with_lf().dedented()
    # cleandoc leaves the first line's indentation out of account, and drops blank lines at the ends.
    return text.with_lf().stripped(right=False).dedented(first_line=False).stripped(left=False)


def _method(name: str, on: PythonText, node: ast.Call, source: Source) -> PythonText | None:
    match name:
        case "strip" | "lstrip" | "rstrip" if not node.args:
            return on.stripped(left=name != "rstrip", right=name != "lstrip")
        case "format" | "format_map":
            return on.in_dialect(Dialect.FSTRING)
        case "replace" | "strip" | "lstrip" | "rstrip" | "encode":
            return on
        case "join" if node.args and isinstance(node.args[0], ast.List | ast.Tuple):
            return _join(on, node.args[0].elts, source)
        case _:
            return None


def _join(separator: PythonText, items: Sequence[ast.expr], source: Source) -> PythonText | None:
    """Return the texts with the separator between them; it stands where the comma does."""
    if not items:
        return None
    texts = [text_or_hole(items[0], source)]
    for before, item in pairwise(items):
        gap = Span(source.span(before).end, source.span(item).start)
        texts.append(PythonText(MapBuilder().replaced(separator.text, gap).build(empty_at=gap.start)))
        texts.append(text_or_hole(item, source))
    return in_a_row(texts)


def _message(node: ast.expr, source: Source) -> list[Spoken] | None:
    """Return what one chat message says; None when the expression is not one."""
    match node:
        case ast.Dict():
            fields = dict(entries_of(node))
            role, content = fields.get("['role']"), fields.get("['content']")
            if role is None or content is None:
                return None
            return _contents(_role(role), content, source)
        case ast.Tuple(elts=[ast.Constant(value=str(name)), content]) if role_named(name) is not None:
            return _contents(role_named(name), content, source)
        case ast.Tuple(elts=[ast.Constant(value="placeholder"), _]):
            return []
        case ast.Call():
            return _message_call(node, source)
        case _:
            return None


def _message_call(node: ast.Call, source: Source) -> list[Spoken] | None:
    name = _name_of(node.func)
    if name == "MessagesPlaceholder":
        return []
    owner = _name_of(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    role = role_of_class_name(name) or (role_of_class_name(owner) if name == "from_template" else None)
    content = _content_of_call(node)
    if role is None or content is None:
        return None
    said = _contents(role, content, source)
    return [(role, text.in_dialect(_declared(node) or _default(name))) for role, text in said]


def _contents(role: Role | None, content: ast.expr, source: Source) -> list[Spoken]:
    """Return what a message's content says: a text, a hole, or a list of text blocks."""
    content = source.resolved(content)
    if not isinstance(content, ast.List):
        return [(role, text_or_hole(content, source))]
    said: list[Spoken] = []
    for item in content.elts:
        block = dict(entries_of(item)).get("['text']")
        if block is not None:
            said.append((role, text_or_hole(block, source)))
    return said


def _role(node: ast.expr) -> Role | None:
    match node:
        case ast.Constant(value=str(name)):
            return role_named(name)
        case ast.Attribute(attr=name):
            return role_named(name)
        case _:
            return None


def _content_of_call(node: ast.Call) -> ast.expr | None:
    for keyword in node.keywords:
        if keyword.arg in _TEXT_KEYWORDS:
            return keyword.value
    return node.args[0] if node.args else None


def _declared(node: ast.Call) -> Dialect | None:
    for keyword in node.keywords:
        if keyword.arg == "template_format" and isinstance(keyword.value, ast.Constant):
            return dialect_named(keyword.value.value)
    return None


def wrapped_name(node: ast.expr) -> str | None:
    """Return ``X`` for the bare name X and for a template class around it, ``PromptTemplate(template=X)``."""
    if isinstance(node, ast.Call) and _name_of(node.func) in _TEXT_CALLS | _DEDENTS:
        argument = _content_of_call(node)
        return wrapped_name(argument) if argument is not None else None
    return _name_of(node) or None


def _default(call: str) -> Dialect | None:
    """Return the dialect of a template class that is told none: f-string for LangChain's."""
    return Dialect.FSTRING if call == "from_template" or call.endswith("PromptTemplate") else None


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
