"""JavaScript and TypeScript syntax as forms."""

import re
from collections.abc import Callable

from spade_core.prompt_files.code.code_text import CodeText
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
    Return,
    SequenceForm,
    StringForm,
    Sum,
)
from spade_core.prompt_files.code.tree import Node, SyntaxTree, added_up, without_comments
from spade_core.prompt_files.placeholders import Mark
from spade_core.prompt_files.template import Dialect
from spade_core.text import MapBuilder

_ESCAPE = re.compile(
    r"\\(?:(?P<line>\r\n|[\n\r\u2028\u2029])|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|u\{(?P<U>[0-9a-fA-F]{1,6})\}|(?P<character>.))",
    re.DOTALL,
)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_WRAPPERS = frozenset(
    {
        *("parenthesized_expression", "await_expression", "as_expression", "satisfies_expression"),
        *("non_null_expression", "type_assertion"),
    }
)


_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})


def form_of(node: Node, tree: SyntaxTree) -> Form:
    """Return what a node is."""
    reader = _READERS.get(node.type)
    return reader(node, tree) if reader is not None else Other(tuple(node.named_children))


def inner(node: Node) -> Node:
    """Return what stands in parentheses and the like."""
    while node.type in _WRAPPERS and (children := without_comments(node)):
        node = children[-1] if node.type == "type_assertion" else children[0]
    return node


def hole_name(expression: str) -> str:
    """Return the name of what a place is filled with: the expression on one line."""
    return re.sub(r"\s+", " ", expression.strip()).removeprefix("this.")


def hole_mark(name: str) -> str:
    """Return how a place is written that an expression fills."""
    return f"${{{name}}}"


def _operation(node: Node) -> Form:
    operator = node.child_by_field_name("operator")
    sign = operator.type if operator is not None else ""
    if sign in ("||", "??", "&&"):
        return ChoiceForm(without_comments(node))
    if sign != "+":
        return Other(tuple(node.named_children))
    return Sum(added_up(node))


def _call(node: Node, tree: SyntaxTree) -> Form:
    function = node.child_by_field_name("constructor" if node.type == "new_expression" else "function")
    arguments = node.child_by_field_name("arguments")
    if function is None:
        return Other(tuple(node.named_children))
    if inner(function).type in _FUNCTIONS:  # it is called where it is written
        return Other((inner(function), *(without_comments(arguments) if arguments is not None else ())))
    is_method = function.type == "member_expression"
    owner = function.child_by_field_name("object") if is_method else None
    name = tree.field(function, "property") if is_method else tree.written(function)
    if arguments is None:
        return Invocation(name, owner, ())
    if arguments.type == "template_string":
        return Invocation(name, owner, (Argument("", arguments),))
    given: list[Argument] = []
    for each in map(inner, without_comments(arguments)):
        given.append(Argument("", each))
    return Invocation(name, owner, tuple(given))


def _entries(node: Node, tree: SyntaxTree) -> list[EntryForm]:
    entries: list[EntryForm] = []
    for child in node.named_children:
        key = child.child_by_field_name("key") if child.type == "pair" else None
        if child.type == "method_definition":
            name = tree.field(child, "name")
            entries.append(EntryForm(f".{name}", name, child))
        elif key is not None and (value := child.child_by_field_name("value")) is not None:
            text = _literal(key, tree).text if key.type == "string" else tree.written(key)
            plain = _IDENTIFIER.fullmatch(text) is not None
            entries.append(EntryForm(f".{text}" if plain else f"[{text!r}]", text, value))
        elif child.type == "shorthand_property_identifier":
            name = tree.written(child)
            entries.append(EntryForm(f".{name}", name, child))
        elif child.type == "spread_element" and child.named_child_count:
            entries.append(EntryForm("", "", child.named_children[0]))
    return entries


def _declaration(node: Node, tree: SyntaxTree) -> Form:
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    value = node.child_by_field_name("value")
    if value is None or name is None:
        return Other(tuple(node.named_children))
    if name.type not in ("identifier", "property_identifier", "private_property_identifier", "string"):
        return Other(tuple(node.named_children))
    return Assignment((Name(tree.written(name).strip("\"'#")),), value)


def _assignment(node: Node, tree: SyntaxTree) -> Form:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return Other(tuple(node.named_children))
    operator = node.child_by_field_name("operator")
    adds = node.type == "augmented_assignment_expression"
    if adds and operator is not None and operator.type != "+=":
        return Other((right,))
    form = form_of(left, tree)
    return Assignment((form,) if isinstance(form, Name) else (), right, adds)


def _export(node: Node, _tree: SyntaxTree) -> Form:
    """Return a text that is exported as the default as one of that name, and anything else as what it is."""
    value = node.child_by_field_name("value")
    said = inner(value) if value is not None else None
    is_text = said is not None and said.type in ("string", "template_string", "arrow_function", "binary_expression")
    return Assignment((Name("default"),), said) if said is not None and is_text else Other(tuple(node.named_children))


def _class(node: Node, tree: SyntaxTree) -> Form:
    body = node.child_by_field_name("body")
    bases = tuple(tree.written(each) for each in node.named_children if each.type == "class_heritage")
    statements = tuple(body.named_children) if body is not None else ()
    return Definition(Kind.CLASS, tree.field(node, "name"), bases, (), None, statements)


def _function(node: Node, tree: SyntaxTree) -> Form:
    body = node.child_by_field_name("body")
    is_block = body is not None and body.type == "statement_block"
    return Definition(
        Kind.FUNCTION,
        tree.field(node, "name"),
        (),
        tuple(_parameters(node.child_by_field_name("parameters"), tree)),
        None,
        tuple(body.named_children) if body is not None and is_block else (),
        None if is_block else body,
    )


def _parameters(node: Node | None, tree: SyntaxTree) -> list[Parameter]:
    found: list[Parameter] = []
    for each in node.named_children if node is not None else ():
        pattern = each.child_by_field_name("pattern") or each.child_by_field_name("left") or each
        if pattern.type == "object_pattern":
            found += _parameters(pattern, tree)
            continue
        found.append(
            Parameter(tree.written(pattern), each.child_by_field_name("value") or each.child_by_field_name("right"))
        )
    return found


def _literal(node: Node, tree: SyntaxTree) -> CodeText:
    builder = MapBuilder()
    holes: list[Mark] = []
    for child in node.children:
        where = tree.span(child)
        if child.type == "string_fragment":
            builder.verbatim(tree.text, where.start, where.end)
        elif child.type == "escape_sequence":
            builder.replaced(_escaped(where.of(tree.text)), where)
        elif child.type == "template_substitution":
            start = builder.length
            expression = child.named_children[0] if child.named_child_count else child
            if (within := _template_in(expression)) is not None:
                inside = _literal(within, tree)
                builder.append(inside.mapped)
                holes += ((name, begin + start, end + start) for name, begin, end in inside.holes)
                continue
            builder.verbatim(tree.text, where.start, where.end)
            holes.append((hole_name(tree.written(expression)), start, builder.length))
    begin = tree.offset(node.start_byte) + 1
    # A template literal doubles no braces.
    dialect = Dialect.NONE if holes else None
    return CodeText(builder.build(empty_at=begin), tuple(holes), is_fstring=bool(holes), dialect=dialect)


def _template_in(expression: Node) -> Node | None:
    """Return the template literal that an expression only says, with a tag or without; None for any other."""
    arguments = expression.child_by_field_name("arguments") if expression.type == "call_expression" else None
    said = arguments if arguments is not None else expression
    return said if said.type == "template_string" else None


def _escaped(written: str) -> str:
    match = _ESCAPE.fullmatch(written)
    if match is None:
        return written
    if match["line"]:
        return ""
    if match["character"]:
        return _LETTERS.get(match["character"], match["character"])
    code = int(match["x"] or match["u"] or match["U"], 16)
    return chr(code) if code <= 0x10FFFF else written


def _conditional(node: Node, _tree: SyntaxTree) -> Form:
    branches = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    return ChoiceForm(tuple(branch for branch in branches if branch is not None))


def _return(node: Node, _tree: SyntaxTree) -> Form:
    return Return(node.named_children[0]) if node.named_children else Other(())


_READERS: dict[str, Callable[[Node, SyntaxTree], Form]] = {
    **dict.fromkeys(("identifier", "shorthand_property_identifier"), lambda node, tree: Name(tree.written(node))),
    "member_expression": lambda node, tree: Name(tree.field(node, "property"), is_plain=False),
    "binary_expression": lambda node, _: _operation(node),
    "ternary_expression": _conditional,
    "object": lambda node, tree: MappingForm(tuple(_entries(node, tree))),
    "array": lambda node, _: SequenceForm(without_comments(node)),
    "return_statement": _return,
    "export_statement": _export,
    **dict.fromkeys(("string", "template_string"), lambda node, tree: StringForm(_literal(node, tree))),
    **dict.fromkeys(("call_expression", "new_expression"), _call),
    **dict.fromkeys(
        ("variable_declarator", "public_field_definition", "field_definition", "enum_assignment"), _declaration
    ),
    **dict.fromkeys(("assignment_expression", "augmented_assignment_expression"), _assignment),
    **dict.fromkeys(("class_declaration", "class", "abstract_class_declaration"), _class),
    **dict.fromkeys(
        (
            *("function_declaration", "function_expression", "generator_function_declaration", "generator_function"),
            *("arrow_function", "method_definition"),
        ),
        _function,
    ),
}
