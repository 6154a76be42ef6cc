"""The strings of a source file that could be prompts: what each is called, what it says, what it is used for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from spade_core.prompt_files.code.candidates import Candidate, FoundCandidates
from spade_core.prompt_files.code.forms import (
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
    PercentFormat,
    Return,
    SequenceForm,
    StringForm,
    Sum,
)
from spade_core.prompt_files.code.tree import Node, SyntaxTree
from spade_core.prompt_files.code.uses import BLOCK, FOR_A_MODEL, TASK_KEYWORDS, is_shown, use_of_argument
from spade_core.prompt_files.code.values import (
    Source,
    Spoken,
    chat_of,
    content_of,
    has_words,
    is_wrapper,
    join,
    system_and_user,
    text_of,
    text_or_hole,
)
from spade_core.prompt_files.likelihood import MANY, Use, words_of_name
from spade_core.prompt_files.prompt_words import CONSTANT, SHOWN_NAMES
from spade_core.prompt_files.template import Role
from spade_core.text import word_list

_MOST_DEEP = 60
_SIGNATURE_BASES = ("Signature",)
_PROMPT_DECORATORS = word_list("ell.simple ell.complex prompt llm_prompt ai_fn ai_model outlines.prompt magentic")
_TRANSPARENT = frozenset(
    {"subscript", "list_comprehension", "generator_expression", "subscript_expression", "spread_element", "list_splat"}
    | {"dictionary_splat", "switch_statement", "export_statement"}
)
_WORDS_OF_KEY = re.compile(r"[^\W\d]\w*")
_FIRST_WORD = re.compile(r"\w+")
_ANSWERS = frozenset(
    (word,) for word in ("response", "responses", "result", "res", "resp", "completion", "reply", "out")
)
_RULES = frozenset({"instructions", "instruction", "system", "system_prompt", "systemPrompt", "guidelines"})
"""Arguments whose texts in a list are one prompt, a line each."""
_ADDING = frozenset({"push", "append", "extend"})
_MAY_ASSIGN = frozenset({"expression_statement", "lexical_declaration", "variable_declaration"})
_KEEPS_NAME = frozenset({"default", "template", "content", "text", "messages", "default_factory", "value"})


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an expression stands."""

    name: str = ""
    """The whole name, without the scope; empty for an expression that is not named yet."""
    identifier: str = ""
    owners: tuple[str, ...] = ()
    use: Use = Use.NONE
    used_as: str = ""
    shown: bool = False
    held: bool = False
    """Whether a text here is kept or given to something, not only compared or the like."""
    assigned: bool = False
    """Whether it is the value of a variable, a field, or a parameter, or an entry of one."""
    stands_for: int | None = None
    listed: bool = False
    """Whether it is an entry of a list of several itself."""
    in_message: bool = False
    """Whether it is added to a list whose name says that a model is given it."""


@dataclass(slots=True)
class _Scope:
    source: Source
    prefix: str = ""
    owners: tuple[str, ...] = ()
    function: str = ""


class Finder:
    """Walks a syntax tree and gathers the candidates, in file order."""

    def __init__(self, tree: SyntaxTree) -> None:
        self.tree = tree
        self.found = FoundCandidates()
        self.unread: list[tuple[str, Node]] = []
        """Names, and values that are no text."""
        self._worth: set[bytes] = set()
        """Names of the lists to which a longer text is added."""
        self.joined: set[int] = set()
        """Where the texts begin that are read as pieces of another."""

    def run(self, only: str = "") -> None:
        """Gather; with `only`, in those statements of the file that mention the beginning of this name."""
        scope = _Scope(Source(self.tree, joined=self.joined))
        first = _FIRST_WORD.match(only)
        for child in self.tree.root.named_children:
            if first is not None and not self.tree.mentions(child, first[0]):
                self._note_names(child, scope)
            else:
                self._statement(child, scope)

    # --- statements

    def _statement(self, node: Node, scope: _Scope, depth: int = 0) -> None:
        source = scope.source
        if not self._is_worth(node, scope):
            self._note_names(node, scope)
            return
        node = source.inner(node)
        self._take(node, source.form(node), scope, _Place(), depth)

    def _is_worth(self, node: Node, scope: _Scope) -> bool:
        if self.tree.may_hold_prompt(node) or (bool(self._worth) and self.tree.mentions_any(node, self._worth)):
            return True
        return any(self.found.latest(scope.prefix + name) is not None for name in self.tree.added_to(node))

    def _note_names(self, node: Node, scope: _Scope) -> None:
        """Keep what is assigned in a statement that holds no prompt: another may be put together from it."""
        if node.type not in _MAY_ASSIGN:
            return
        for child in node.named_children:
            form = scope.source.form(child)
            if isinstance(form, Assignment):
                if form.adds and form.targets and self.found.latest(scope.prefix + form.targets[0].name) is not None:
                    self._added(form.targets[0].name, form.value, scope)
                _remember(form, scope)
            elif isinstance(form, Invocation):
                _add(form, scope.source)

    def _take(self, node: Node, form: Form, scope: _Scope, place: _Place, depth: int) -> None:
        if depth > _MOST_DEEP:
            return
        match form:
            case Definition():
                self._definition(node, form, scope, place, depth)
            case Assignment():
                self._assignment(form, scope, place, depth)
            case Return(value):
                name, shown = scope.function, place.shown or _is_of_log(value, scope.source)
                kept = replace(place, name="", identifier=name, held=True, use=Use.NONE, shown=shown)
                self._value(value, scope, kept, depth + 1)
            case _:
                self._expression(node, form, scope, place, depth)

    def _definition(self, node: Node, form: Definition, scope: _Scope, place: _Place, depth: int) -> None:
        name = form.name or place.name
        identifier = form.name or place.identifier
        inside = _Scope(
            scope.source.below({parameter.name: None for parameter in form.parameters}),
            f"{scope.prefix}{name}." if name else scope.prefix,
            (*scope.owners, *place.owners, identifier) if identifier else scope.owners,
            (_decorated_as(form) or identifier) if form.kind is Kind.FUNCTION else "",
        )
        if form.kind is Kind.FUNCTION and not identifier:
            inside.function = scope.function
        if form.docstring is not None and _is_signature(form):
            where = "the docstring of a signature" if form.kind is Kind.CLASS else "the docstring of a prompt function"
            kept = _Place(name, identifier, scope.owners, Use.SIGNATURE, where, held=True)
            self._value(form.docstring, scope, kept, depth + 1)
        for parameter in form.parameters:
            if parameter.default is not None:
                given = _Place(parameter.name, parameter.name, held=True, assigned=True)
                self._value(parameter.default, inside, given, depth + 1)
        for statement in form.body:
            if statement != form.docstring:
                self._statement(statement, inside, depth + 1)
        if form.value is not None:
            self._value(form.value, inside, replace(place, name="", identifier=inside.function, held=True), depth + 1)

    def _assignment(self, form: Assignment, scope: _Scope, place: _Place, depth: int) -> None:
        source = scope.source
        for target in form.targets[:1]:
            name = target.name
            if form.adds or self._adds_to_itself(form, target, source):
                self._added(name, form.value, scope)
            else:
                on, _, key = name.partition("[")
                identifier = "".join(_WORDS_OF_KEY.findall(key)[-1:]) or on
                owners = (*place.owners, on) if identifier != on else place.owners
                kept = _Place(name, identifier, owners, shown=place.shown, held=True, assigned=True)
                self._value(form.value, scope, kept, depth + 1)
                self._note_unread(scope.prefix + name, form.value, source)
        if not form.targets:
            self._value(form.value, scope, place, depth + 1)
        _remember(form, scope)
        if isinstance(source.form(source.inner(form.value)), SequenceForm):
            worth = form.targets if self.tree.may_hold_prompt(form.value) else ()
            self._worth.update(_written(target.name) for target in worth)

    def _note_unread(self, name: str, value: Node, source: Source) -> None:
        """Note a constant that is named as a prompt and whose text is computed elsewhere."""
        local = name.rpartition(".")[2]
        if not CONSTANT.fullmatch(local) or not isinstance(source.form(source.inner(value)), Invocation | ChoiceForm):
            return
        self.unread.append((name, value))

    def _adds_to_itself(self, form: Assignment, target: Name, source: Source) -> bool:
        value = source.form(source.inner(form.value))
        if not isinstance(value, Sum) or not value.operands:
            return False
        first = source.form(source.inner(value.operands[0]))
        return isinstance(first, Name) and first.name == target.name

    def _added(self, name: str, value: Node, scope: _Scope) -> None:
        """Take ``NAME += value``, or ``NAME = NAME + value``, as more text of NAME."""
        before = self.found.latest(scope.prefix + name)
        source = scope.source
        form = source.form(source.inner(value))
        pieces: Sequence[Node] = (value,)
        if isinstance(form, Sum):
            first = source.form(source.inner(form.operands[0]))
            pieces = form.operands[1:] if isinstance(first, Name) and first.name == name else form.operands
        if before is not None and len(before.spoken) == 1 and before.spoken[0][0] is None:
            self.found.lengthen(before, *(text_or_hole(piece, source) for piece in pieces))
        elif before is None:
            self._value(value, scope, _Place(name, name, held=True, assigned=True), 1)

    # --- expressions

    def _value(self, node: Node, scope: _Scope, place: _Place, depth: int) -> None:
        """Gather what an expression says that stands at `place`."""
        if depth > _MOST_DEEP:
            return
        source = scope.source
        node = source.inner(node)
        form = source.form(node)
        is_text = place.held and isinstance(form, StringForm | Sum | PercentFormat | Invocation)
        if is_text and (text := text_of(node, source)) is not None:
            self._candidate(node, scope, self._wrapped(form, place, source), ((None, text),))
            return
        may_be_chat = isinstance(form, SequenceForm | MappingForm) or (isinstance(form, Invocation) and place.held)
        if may_be_chat and (chat := chat_of(node, source)) is not None:
            if any(text.text.strip() and not _is_all_hole(text.text, text.holes) for _, text in chat):
                place = self._wrapped(form, place, source)
                self._candidate(node, scope, _of_chat(chat, place, form), tuple(chat))
            return
        if isinstance(form, SequenceForm) and place.use is Use.MODEL_ARGUMENT and place.identifier in _RULES:
            rules = join("\n", form.items, source) if all(text_of(item, source) for item in form.items) else None
            if rules is not None:
                self._candidate(node, scope, place, ((None, rules),))
                return
        if isinstance(form, Invocation | MappingForm) and not place.assigned and (both := _side_by_side(form, source)):
            given = replace(place, use=Use.SYSTEM_MESSAGE, used_as="the system and the user prompt of one call")
            self._candidate(node, scope, given, tuple(both))
        self._take(node, form, scope, place, depth)

    def _expression(self, node: Node, form: Form, scope: _Scope, place: _Place, depth: int) -> None:
        match form:
            case MappingForm(entries):
                is_block = place.in_message and _is_text_block(entries, scope.source)
                for entry in entries:
                    at = self._at_key(entry, place)
                    if is_block and entry.key == "text":
                        at = replace(at, use=Use.MESSAGE, used_as=BLOCK)
                    self._value(entry.value, scope, at, depth + 1)
            case SequenceForm(items):
                for index, item in enumerate(items):
                    self._value(item, scope, _at_index(index, len(items), place), depth + 1)
            case Invocation():
                self._arguments(form, scope, place, depth)
            case ChoiceForm(branches):
                for branch in branches:
                    self._value(branch, scope, place, depth + 1)
            case Name(is_plain=False):
                self._each(node.named_children[:1], scope, replace(place, held=False), depth)  # what has the attribute
            case Sum(operands) | Other(operands):
                is_through = node.type in _TRANSPARENT or not (place.held or place.use is not Use.NONE)
                self._each(operands, scope, place if is_through else replace(place, held=False, use=Use.NONE), depth)
            case _:
                pass

    def _each(self, nodes: Sequence[Node], scope: _Scope, place: _Place, depth: int) -> None:
        for node in nodes:
            if self._is_worth(node, scope):
                self._value(node, scope, place, depth + 1)

    def _arguments(self, call: Invocation, scope: _Scope, place: _Place, depth: int) -> None:
        if (to := _add(call, scope.source)) is not None and self._is_message_added(call, to, scope):
            return
        if place.assigned and words_of_name(place.identifier)[-1:] in _ANSWERS:
            place = replace(place, name="", identifier="")  # the variable holds the model's answer
        owner = self._owner_name(call, scope)
        added_to = self.tree.written(call.owner) if call.owner is not None and call.name in _ADDING else ""
        if call.owner is not None and self._is_worth(call.owner, scope):
            self._value(call.owner, scope, replace(place, held=False), depth + 1)
        is_task = TASK_KEYWORDS.issubset(argument.keyword for argument in call.arguments)
        for argument in call.arguments:
            described = is_task and argument.keyword == "description"
            use = Use.MODEL_ARGUMENT if described else use_of_argument(call.name, argument.keyword, owner)
            how = f"the argument {argument.keyword!r} of {call.name}" if argument.keyword else f"given to {call.name}"
            keeps = place.name and (not argument.keyword or argument.keyword in _KEEPS_NAME)
            identifier = (place.identifier if keeps else argument.keyword) or place.identifier or call.name
            inside = replace(
                place,
                name=place.name if keeps or not argument.keyword else f"{place.name}.{argument.keyword}".lstrip("."),
                identifier="task" if described else identifier,
                owners=place.owners if keeps or not place.identifier else (*place.owners, place.identifier),
                use=use,
                used_as=how if use is not Use.NONE else "",
                shown=place.shown or (not described and is_shown(call.name, argument.keyword, owner)),
                held=True,
                assigned=False,
                listed=False,
                in_message=FOR_A_MODEL.search(added_to) is not None,
            )
            self._value(argument.value, scope, inside, depth + 1)

    def _is_message_added(self, call: Invocation, to: Name, scope: _Scope) -> bool:
        """Take chat messages that are added to a list as more of it; others add texts, of which the list is worth more.

        What only passes on something else is no part of the prompt.
        """
        source = scope.source
        said = [spoken for argument in call.arguments for spoken in chat_of(argument.value, source) or []]
        if not said or said[0][0] is None:
            self._worth.add(_written(to.name))
            return False
        said = [spoken for spoken in said if has_words(spoken[1])]
        before = self.found.latest(scope.prefix + to.name)
        if said and before is not None and before.spoken[0][0] is not None:
            self.found.add_messages(before, said)
        elif said:
            place = _Place(to.name, to.name, held=True, assigned=True)
            self._candidate(call.arguments[0].value, scope, _of_chat(said, place, call), tuple(said))
        return True

    def _at_key(self, entry: EntryForm, place: _Place) -> _Place:
        if not entry.label:
            return place
        in_call = not place.assigned and place.held
        use = use_of_argument("", entry.key, "") if in_call else Use.NONE
        return replace(
            place,
            name=f"{place.name}{entry.label}" if place.name else entry.label.lstrip("."),
            identifier=entry.key or place.identifier,
            owners=(*place.owners, place.identifier) if place.identifier else place.owners,
            use=use,
            used_as=f"given as {entry.key!r}" if use is not Use.NONE else "",
            shown=place.shown or is_shown("", entry.key, ""),
            held=True,
        )

    def _owner_name(self, call: Invocation, scope: _Scope) -> str:
        if call.owner is None:
            return ""
        form = scope.source.form(call.owner)
        return form.name if isinstance(form, Name) else self.tree.written(call.owner)

    def _wrapped(self, form: Form, place: _Place, source: Source) -> _Place:
        """Return the place of a text that a template class wraps."""
        if not isinstance(form, Invocation):
            return place
        if is_wrapper(form):
            content = content_of(form)
            at = source.resolved(content) if content is not None else None
            if at is not None and content is not None and at.start_byte != source.inner(content).start_byte:
                place = replace(place, stands_for=source.tree.offset(at.start_byte))
            if (use := use_of_argument(form.name, "", "")) is not Use.NONE:
                return replace(place, use=use, used_as=f"given to {form.name}")
        if form.owner is not None and isinstance(inner := source.form(form.owner), Invocation):
            return self._wrapped(inner, place, source)
        return place

    def _candidate(self, node: Node, scope: _Scope, place: _Place, spoken: tuple[Spoken, ...]) -> None:
        local = place.name or (place.identifier if place.identifier != scope.function else "")
        self.found.keep(
            Candidate(
                scope.prefix + local,
                place.identifier,
                (*scope.owners, *place.owners),
                spoken,
                place.use,
                place.used_as,
                place.shown,
                self.tree.offset(node.start_byte),
                place.assigned,
                self.tree.offset(node.end_byte),
                place.listed,
                place.stands_for,
            )
        )


def _is_text_block(entries: Sequence[EntryForm], source: Source) -> bool:
    kind = next((source.form(source.inner(entry.value)) for entry in entries if entry.key == "type"), None)
    return isinstance(kind, StringForm) and kind.text.text in ("text", "input_text")


def _remember(form: Assignment, scope: _Scope) -> None:
    for target in form.targets:
        if target.is_plain and not _is_itself(form, target, scope.source):
            scope.source.known[target.name] = None if form.adds else form.value


def _is_itself(form: Assignment, target: Name, source: Source) -> bool:
    """Whether a name is only given again what it holds, as by ``lines = [line for line in lines if line]``."""
    value = source.form(source.inner(form.value))
    return isinstance(value, Name) and value.name == target.name


def _written(name: str) -> bytes:
    return name.encode(errors="replace")


def _add(call: Invocation, source: Source) -> Name | None:
    """Keep what a call adds to a list that is known, and return the list's name; None for any other call."""
    to = source.form(call.owner) if call.owner is not None and call.name in _ADDING else None
    if not isinstance(to, Name) or not to.is_plain or call.owner is None:
        return None
    listed = source.resolved(call.owner)
    form = source.form(listed)
    if not isinstance(form, SequenceForm):
        return None
    added = [argument.value for argument in call.arguments]
    if call.name == "extend":
        lists = [source.form(source.inner(value)) for value in added]
        added = [item for one in lists if isinstance(one, SequenceForm) for item in one.items]
    if added and form.items[-len(added) :] != tuple(added):
        source.forms[listed.id] = SequenceForm((*form.items, *added))
    return to


def _side_by_side(form: Invocation | MappingForm, source: Source) -> list[Spoken] | None:
    """Return what the system and the user say in the arguments of a call, or in an object that is given to one."""
    if isinstance(form, Invocation):
        return system_and_user([(argument.keyword, argument.value) for argument in form.arguments], source)
    return system_and_user([(entry.key, entry.value) for entry in form.entries], source)


def _at_index(index: int, count: int, place: _Place) -> _Place:
    name = f"{place.name}[{index}]" if place.name else ""
    is_example = words_of_name(place.identifier)[-1:] == ("examples",)
    owners = (*place.owners, place.identifier) if is_example else place.owners
    return replace(place, name=name, owners=owners, held=place.held and bool(place.identifier), listed=count >= MANY)


def _of_chat(chat: list[Spoken], place: _Place, form: Form) -> _Place:
    has_system = any(role in (Role.SYSTEM, Role.DEVELOPER) for role, _ in chat)
    if isinstance(form, Invocation) and len(chat) == 1 and place.use is Use.NONE and chat[0][0] is None:
        return place
    use = Use.SYSTEM_MESSAGE if has_system else Use.MESSAGE
    return replace(
        place, use=use, used_as="a list of messages for a model" if len(chat) > 1 else "a message for a model"
    )


def _is_all_hole(text: str, holes: Sequence[tuple[str, int, int]]) -> bool:
    return len(holes) == 1 and holes[0][1] == 0 and holes[0][2] == len(text)


def _decorated_as(form: Definition) -> str:
    """Return what a decorator says that a function returns: a prompt, or the instructions of an agent."""
    names = (base.partition("(")[0].rpartition(".")[2] for base in form.bases)
    return next((name for name in names if name in ("system_prompt", "instructions", "prompt")), "")


def _is_signature(form: Definition) -> bool:
    if form.kind is Kind.CLASS:
        return any(base.rpartition(".")[2].endswith(_SIGNATURE_BASES) for base in form.bases)
    return any(name.partition("(")[0] in _PROMPT_DECORATORS for name in form.bases)


def _is_of_log(value: Node, source: Source) -> bool:
    """Whether the lines of a list are joined that is called as what people read is: ``join(log)``."""
    form = source.form(source.inner(value))
    if not isinstance(form, Invocation) or form.name != "join" or form.owner is None:
        return False
    listed = [source.form(each) for each in (form.owner, *(argument.value for argument in form.arguments))]
    names = (each.name for each in listed if isinstance(each, Name))
    return any(word in SHOWN_NAMES for name in names for word in words_of_name(name))
