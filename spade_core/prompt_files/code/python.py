"""Python syntax as forms."""

import re
import unicodedata
from collections.abc import Callable

from spade_core.prompt_files.code.code_text import CodeText, in_a_row
from spade_core.prompt_files.code.forms import (
    Argument,
    Assignment,
    ChoiceForm,
    Definition,
    EntryForm,
    Form,
    Invocation,
    Kind,
    MappingForm,
    Name,
    Other,
    Parameter,
    PercentFormat,
    Return,
    SequenceForm,
    StringForm,
    Sum,
)
from spade_core.prompt_files.code.tree import Node, SyntaxTree, added_up, without_comments
from spade_core.prompt_files.placeholders import Mark
from spade_core.text import MapBuilder

_ESCAPE = re.compile(
    r"\\(?:(?P<line>\r\n|\n|\r)|(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<U>[0-9a-fA-F]{8})|N\{(?P<name>[^{}]+)\}|(?P<letter>[\\'\"abfnrtv]))"
)
_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SUBSCRIPT = re.compile(r"[\w.]+\[\s*[\"'](?P<key>[^\"'\\]+)[\"']\s*\]")
_WRAPPERS = frozenset({"parenthesized_expression", "await", "type", "as_pattern", "keyword_argument"})


def form_of(node: Node, tree: SyntaxTree) -> Form:
    """Return what a node is."""
    reader = _READERS.get(node.type)
    return reader(node, tree) if reader is not None else Other(tuple(node.named_children))


def inner(node: Node) -> Node:
    """Return what stands in parentheses and the like, or the list that a comprehension only takes some entries of."""
    while node.type in _WRAPPERS and node.named_child_count:
        node = next((child for child in node.named_children if child.type != "comment"), node.named_children[0])
    return _filtered(node) or node


def _filtered(node: Node) -> Node | None:
    if node.type != "list_comprehension" or sum(child.type == "for_in_clause" for child in node.children) != 1:
        return None
    body, clause = node.named_children[:2]
    entry, entries = clause.child_by_field_name("left"), clause.child_by_field_name("right")
    is_same = entry is not None and body.type == "identifier" and body.text == entry.text
    return entries if is_same and entries is not None and entries.type == "identifier" else None


def _operation(node: Node) -> Form:
    operator = node.child_by_field_name("operator")
    sign = operator.type if operator is not None else ""
    left = node.child_by_field_name("left")
    if sign == "%" and left is not None:
        return PercentFormat(left)
    if sign != "+":
        return Other(tuple(node.named_children))
    return Sum(added_up(node))


def _call(node: Node, tree: SyntaxTree) -> Form:
    function = node.child_by_field_name("function")
    arguments = node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return Other(tuple(node.named_children))
    owner = function.child_by_field_name("object") if function.type == "attribute" else None
    name = tree.field(function, "attribute") if function.type == "attribute" else tree.written(function)
    if arguments.type == "generator_expression":
        return Invocation(name, owner, (Argument("", arguments),))
    given = [_argument(each, tree) for each in arguments.named_children if each.type != "comment"]
    return Invocation(name, owner, tuple(given))


def _argument(node: Node, tree: SyntaxTree) -> Argument:
    value = node.child_by_field_name("value") if node.type == "keyword_argument" else None
    return Argument(tree.field(node, "name"), value) if value is not None else Argument("", node)


def _entry(pair: Node, tree: SyntaxTree) -> EntryForm:
    key = pair.child_by_field_name("key")
    value = pair.child_by_field_name("value") or pair
    text = _literal(key, tree) if key is not None and key.type == "string" else None
    if text is not None and not text.holes:
        return EntryForm(f"[{text.text!r}]", text.text, value)
    written = " ".join(tree.written(key).split()) if key is not None else ""
    return EntryForm(f"[{written}]", written.rpartition(".")[2], value)


def _assignment(node: Node, tree: SyntaxTree) -> Form:
    if node.type == "named_expression":
        value = node.child_by_field_name("value")
        target = node.child_by_field_name("name")
        return Assignment(_targets(target, tree), value) if value is not None else Other(())
    targets: list[Name] = []
    value = node
    while value is not None and value.type in ("assignment", "augmented_assignment"):
        targets += _targets(value.child_by_field_name("left"), tree)
        value = value.child_by_field_name("right")
    if value is None:
        return Other(())
    operator = node.child_by_field_name("operator")
    adds = node.type == "augmented_assignment"
    if adds and operator is not None and operator.type != "+=":
        return Other((value,))
    return Assignment(tuple(targets), value, adds)


def _targets(node: Node | None, tree: SyntaxTree) -> tuple[Name, ...]:
    if node is None:
        return ()
    if node.type == "identifier":
        return (Name(tree.written(node)),)
    if node.type == "attribute":
        return (Name(tree.field(node, "attribute"), is_plain=False),)
    if node.type == "subscript" and (key := node.child_by_field_name("subscript")) is not None:
        on = node.child_by_field_name("value")
        name = _targets(on, tree)[:1] if on is not None else ()
        return tuple(Name(f"{each.name}[{tree.written(key)}]", is_plain=False) for each in name)
    return ()


def _definition(node: Node, tree: SyntaxTree) -> Form:
    decorators: list[str] = []
    if node.type == "decorated_definition":
        decorators = [tree.written(each).lstrip("@") for each in node.named_children if each.type == "decorator"]
        inside = node.child_by_field_name("definition")
        if inside is None:
            return Other(tuple(node.named_children))
        node = inside
    body = node.child_by_field_name("body")
    statements = tuple(body.named_children) if body is not None else ()
    if node.type == "lambda":
        return Definition(Kind.FUNCTION, "", (), _parameters(node, tree), None, (), body)
    is_class = node.type == "class_definition"
    bases = node.child_by_field_name("superclasses") if is_class else None
    first = next((each for each in statements if each.type != "comment"), None)
    documented = first is not None and first.type == "expression_statement" and first.named_child_count == 1
    string = first.named_children[0] if documented and first is not None else None
    return Definition(
        Kind.CLASS if is_class else Kind.FUNCTION,
        tree.field(node, "name"),
        tuple(tree.written(each) for each in bases.named_children) if bases is not None else tuple(decorators),
        () if is_class else _parameters(node, tree),
        string if string is not None and string.type in ("string", "concatenated_string") else None,
        statements,
    )


def _parameters(node: Node, tree: SyntaxTree) -> tuple[Parameter, ...]:
    parameters = node.child_by_field_name("parameters")
    found: list[Parameter] = []
    for each in parameters.named_children if parameters is not None else ():
        name = each.child_by_field_name("name")
        if name is None and each.type == "typed_parameter" and each.named_child_count:
            name = each.named_children[0]
        written = tree.written(name if name is not None else each)
        found.append(Parameter(written.lstrip("*"), each.child_by_field_name("value")))
    return tuple(found)


def _literal(node: Node, tree: SyntaxTree) -> CodeText | None:
    """Return the text of a string, or of adjacent ones; None for bytes."""
    if node.type == "concatenated_string":
        texts = [_literal(child, tree) for child in node.named_children if child.type == "string"]
        return in_a_row([text for text in texts if text is not None]) if all(texts) and texts else None
    builder = MapBuilder()
    holes: list[Mark] = []
    span = tree.span(node)
    prefix = ""
    begin = span.start
    for child in node.children:
        if child.type == "string_start":
            prefix = tree.written(child).rstrip("\"'").lower()
            begin = tree.offset(child.end_byte)
        elif child.type == "string_content":
            _content(child, tree, builder)
        elif child.type == "interpolation":
            where = tree.span(child)
            start = builder.length
            builder.verbatim(tree.text, where.start, where.end)
            expression = child.child_by_field_name("expression")
            holes.append(
                (hole_name(tree.written(expression if expression is not None else child)), start, builder.length)
            )
    if "b" in prefix:
        return None
    return CodeText(builder.build(empty_at=begin), tuple(holes), is_fstring="f" in prefix)


def _content(node: Node, tree: SyntaxTree, builder: MapBuilder) -> None:
    """Add what stands between two fields; doubled braces stay as they are written."""
    span = tree.span(node)
    at = span.start
    for child in node.named_children:
        if child.type != "escape_sequence":
            continue
        where = tree.span(child)
        said = _escaped(where.of(tree.text))
        if said is not None:
            builder.verbatim(tree.text, at, where.start)
            builder.replaced(said, where)
            at = where.end
    builder.verbatim(tree.text, at, span.end)


def _escaped(written: str) -> str | None:
    """Return what an escape means; None for one that stands for itself."""
    match = _ESCAPE.fullmatch(written)
    if match is None:
        return None
    if match["line"]:
        return ""
    if match["octal"]:
        return chr(int(match["octal"], 8))
    if match["letter"]:
        return _LETTERS.get(match["letter"], match["letter"])
    try:
        return (
            unicodedata.lookup(match["name"]) if match["name"] else chr(int(match["x"] or match["u"] or match["U"], 16))
        )
    except (KeyError, ValueError):
        return None


def hole_name(expression: str) -> str:
    """Return the name of a field's expression: ``x`` for ``row["x"]``, else the expression on one line."""
    expression = re.sub(r"\s+", " ", expression.strip())
    match = _SUBSCRIPT.fullmatch(expression)
    return match["key"] if match else expression.removeprefix("self.")


def hole_mark(name: str) -> str:
    """Return how a place is written that an expression fills."""
    return f"{{{name}}}"


def _string(node: Node, tree: SyntaxTree) -> Form:
    text = _literal(node, tree)
    return StringForm(text) if text is not None else Other(())


def _conditional(node: Node, _tree: SyntaxTree) -> Form:
    inside = without_comments(node)
    return ChoiceForm((inside[0], inside[-1])) if inside else Other(())


def _return(node: Node, _tree: SyntaxTree) -> Form:
    return Return(node.named_children[0]) if node.named_children else Other(())


def _dictionary(node: Node, tree: SyntaxTree) -> Form:
    return MappingForm(tuple(_entry(pair, tree) for pair in node.named_children if pair.type == "pair"))


_READERS: dict[str, Callable[[Node, SyntaxTree], Form]] = {
    "identifier": lambda node, tree: Name(tree.written(node)),
    "attribute": lambda node, tree: Name(tree.field(node, "attribute"), is_plain=False),
    "binary_operator": lambda node, _: _operation(node),
    "call": _call,
    "dictionary": _dictionary,
    "conditional_expression": _conditional,
    "boolean_operator": lambda node, _: ChoiceForm(without_comments(node)),
    "return_statement": _return,
    **dict.fromkeys(("string", "concatenated_string"), _string),
    **dict.fromkeys(("list", "tuple", "expression_list", "set"), lambda node, _: SequenceForm(without_comments(node))),
    **dict.fromkeys(("assignment", "augmented_assignment", "named_expression"), _assignment),
    **dict.fromkeys(("function_definition", "class_definition", "lambda", "decorated_definition"), _definition),
}
