"""What a piece of source code is, whatever the language: the few forms in which prompts are kept."""

from dataclasses import dataclass
from enum import Enum, auto

from spade_core.prompt_files.code.code_text import CodeText
from spade_core.prompt_files.code.tree import Node


@dataclass(frozen=True, slots=True)
class StringForm:
    """A string as it is written, or several beside each other."""

    text: CodeText


@dataclass(frozen=True, slots=True)
class Name:
    """``x``, or ``self.x`` and ``module.x`` by their last part."""

    name: str
    is_plain: bool = True
    """Whether it is one identifier."""


@dataclass(frozen=True, slots=True)
class Sum:
    """``a + b + c``."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class PercentFormat:
    """``"..." % x``."""

    text: Node


@dataclass(frozen=True, slots=True)
class Argument:
    """What a call is given."""

    keyword: str
    """Empty for one by position."""
    value: Node


@dataclass(frozen=True, slots=True)
class Invocation:
    """``owner.name(...)``, ``new Name(...)``, or a template literal with a tag."""

    name: str
    owner: Node | None
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A key of a mapping and its value."""

    label: str
    """As the language writes the access: ``['greet']``."""
    key: str
    """Empty when it is no plain text."""
    value: Node


@dataclass(frozen=True, slots=True)
class MappingForm:
    """A dictionary or an object."""

    entries: tuple[EntryForm, ...]


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """A list, a tuple or an array."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """One of several values: ``a if c else b``, ``a or b``."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """``a = b = value``, ``a += value``, a field with its value."""

    targets: tuple[Name, ...]
    value: Node
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    value: Node


class Kind(Enum):
    """What is defined."""

    FUNCTION = auto()
    CLASS = auto()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function and its default."""

    name: str
    default: Node | None


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or a class."""

    kind: Kind
    name: str
    """Empty for an arrow function or a lambda."""
    bases: tuple[str, ...]
    """What a class is made from; what decorates a function."""
    parameters: tuple[Parameter, ...]
    docstring: Node | None
    body: tuple[Node, ...]
    value: Node | None = None
    """What a function returns whose body is an expression."""


@dataclass(frozen=True, slots=True)
class Other:
    """Anything else: only what stands in it may be of interest."""

    children: tuple[Node, ...]


Form = (
    StringForm
    | Name
    | Sum
    | PercentFormat
    | Invocation
    | MappingForm
    | SequenceForm
    | ChoiceForm
    | Assignment
    | Return
    | Definition
    | Other
)
