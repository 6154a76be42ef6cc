"""Bodies made from a grammar of what assertions are made of: text, numbers, lists of words, conditions, statements."""

import random
import re

_PLACE = re.compile(r"<(\w+)>")

RULES: dict[str, tuple[str, ...]] = {
    "text": (
        "<text>.<recase>()",
        "<text>.<recase>()",
        "<text>.<trim>(<literal>)",
        "<text>.replace(<literal>, <literal>)",
        "<text>[<small>:<small>]",
        "<text>[<small>]",
        "<text>[::-1]",
        "(<text> + <text>)",
        "(<text> * <small>)",
        "<literal>.join(<words>)",
        "str(<any>)",
        "repr(<any>)",
        "f'<{response}|{prompt!r}>'",
        "<words>[<small>]",
        "<text>.<pad>(7, '*')",
        "<text>.zfill(5)",
        "(<text> if <truth> else <text>)",
        "(<text> or <text>)",
        "max(<text>, <text>)",
        "'%s-%s' % (<any>, <any>)",
        "<text>.partition(<literal>)[<third>]",
    ),
    "number": (
        "len(<sized>)",
        "len(<sized>)",
        "<text>.count(<literal>)",
        "<text>.<seek>(<literal>)",
        "(<number> <arithmetic> <number>)",
        "sum(<numbers>)",
        "max(<numbers>)",
        "int(<any>)",
        "round(<float>)",
        "abs(<number>)",
        "sum(1 for w in <words> if <word_truth>)",
        "ord(<text>)",
        "divmod(<number>, <number>)[0]",
        "<words>.count(<literal>)",
    ),
    "float": (
        "(<number> / <number>)",
        "float(<any>)",
        "(<float> <arithmetic_of_floats> <float>)",
        "(<number> ** <exponent>)",
        "(sum(<numbers>) / max(1, len(<words>)))",
    ),
    "words": (
        "<text>.split()",
        "<text>.split(<literal>)",
        "<text>.splitlines()",
        "<text>.splitlines(True)",
        "<text>.rsplit(<literal>, 1)",
        "sorted(<words>)",
        "sorted(<words>, key=len, reverse=True)",
        "sorted(<words>, key=lambda w: w.lower())",
        "[w.strip() for w in <words> if <word_truth>]",
        "[w[::-1] for w in <text>]",
        "<words>[<small>:]",
        "list(<text>)",
        "list(<mapping>)",
        "(<words> + <words>)",
        "list(map(str, <numbers>))",
        "list(reversed(<words>))",
        "list(filter(None, <words>))",
        "[a + b for a, b in zip(<words>, <words>)]",
    ),
    "numbers": (
        "[len(w) for w in <words>]",
        "[int(w) for w in <words>]",
        "[i * len(w) for i, w in enumerate(<words>)]",
        "list(map(len, <words>))",
        "list(range(<number> % 7))",
        "sorted(<numbers>)",
        "list({w: len(w) for w in <words>}.values())",
    ),
    "mapping": (
        "{w: len(w) for w in <words>}",
        "dict(zip(<words>, <words>))",
        "{**example, 'k': <text>}",
        "{i: w for i, w in enumerate(<words>)}",
    ),
    "truth": (
        "(<text> in <text>)",
        "(<text> not in <words>)",
        "(<text> in <mapping>)",
        "(<number> <order> <number>)",
        "(<number> <order> <float>)",
        "(<text> <order> <text>)",
        "(<words> == <words>)",
        "<text>.startswith(<literal>)",
        "<text>.endswith((<literal>, <literal>))",
        "<text>.<predicate>()",
        "any(<word_truth> for w in <words>)",
        "all(<word_truth> for w in <words>)",
        "(<truth> and <truth>)",
        "(<truth> or <truth>)",
        "(not <any>)",
        "isinstance(<any>, (str, int))",
        "bool(<any>)",
        "(set(<words>) <= set(<text>))",
        "(len(set(<words>)) == len(<words>))",
        "(<any> is None)",
        "(<any> == <any>)",
        "(example['number'] in <numbers>)",
        "(type(<any>) is int)",
    ),
    "statement": (
        "v = <text>",
        "n = <number>",
        "ws = <words>",
        "n = 0\nfor w in <words>:\n    if <word_truth>:\n        <leave>\n    n += len(w)",
        "try:\n    n = <number>\nexcept <errors>:\n    n = <small>",
        "try:\n    v = <text>\nexcept <errors>:\n    v = <literal>",
        "if <truth>:\n    v = <text>\nelse:\n    v = <text>",
        "ws = []\nfor w in <words>:\n    ws.append(w.strip())",
    ),
    "any": ("<text>", "<number>", "<float>", "<words>", "<truth>", "example['number']", "example.get(<literal>)"),
    "sized": ("<text>", "<words>", "<mapping>", "<numbers>"),
}
LEAVES: dict[str, tuple[str, ...]] = {
    "text": ("response", "prompt", "example['name']", "v", "'a b'"),
    "literal": tuple(
        map(repr, ("a", "", " ", "the", "\n", "é", "ß", "1", "x,y", ".", "İ", "ﬁ", "中", "👍", "\u2028", "%s"))
    ),
    "number": ("example['count']", "n", "0", "1", "7", "len(response)"),
    "small": ("0", "1", "2", "-1", "3"),
    "third": ("0", "1", "2"),
    "exponent": ("2", "0.5", "-1"),
    "float": ("0.5", "2.0", "1e3", "-0.0"),
    "words": ("example['keywords']", "response.split()", "ws", "[]"),
    "numbers": ("[1, 2]", "[]", "[len(response)]"),
    "mapping": ("example", "example['nested']", "{}"),
    "truth": ("True", "(response == prompt)", "('a' in response)"),
    "word_truth": ("w", "w in response", "len(w) > 2", "w.isdigit()", "w.isupper()", "w != 'a'", "w.strip() == w"),
    "any": ("response", "None", "example['number']", "n"),
    "sized": ("response", "ws"),
    "recase": ("lower", "upper", "title", "capitalize", "casefold", "swapcase", "strip"),
    "trim": ("strip", "lstrip", "rstrip", "removeprefix", "removesuffix"),
    "pad": ("ljust", "rjust", "center"),
    "seek": ("find", "rfind", "index", "rindex"),
    "arithmetic": ("+", "-", "*", "//", "%", "&", "|", "^"),
    "arithmetic_of_floats": ("+", "-", "*", "/", "//", "%"),
    "order": ("<", ">", "<=", ">=", "==", "!="),
    "predicate": (
        "isalpha",
        "isdigit",
        "isnumeric",
        "isdecimal",
        "isupper",
        "islower",
        "isspace",
        "istitle",
        "isprintable",
    ),
    "leave": ("continue", "break", "n += 1"),
    "errors": ("ValueError", "Exception", "(IndexError, TypeError)", "KeyError", "ZeroDivisionError"),
}


def bodies(count: int, seed: int) -> list[str]:
    """Return that many bodies, the same for the same seed."""
    dice = random.Random(seed)  # noqa: S311 - the same bodies every time
    return [_body(dice) for _ in range(count)]


def _body(dice: random.Random) -> str:
    statements = [_written("statement", 3, dice) for _ in range(dice.randrange(4))]
    verdict = _written(dice.choice(("truth", "truth", "any")), 3, dice)
    return "\n".join(["v, n, ws = prompt, 2, ['a', 'b']", *statements, f"return {verdict}"])


def _written(kind: str, depth: int, dice: random.Random) -> str:
    choices = RULES.get(kind, ()) if depth > 0 else ()
    text = dice.choice(choices or LEAVES[kind])
    return _PLACE.sub(lambda place: _written(place[1], depth - 1, dice), text)
