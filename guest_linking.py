"""The last step of the guest's build: makes one module of those that componentize-py leaves to be put together.

These are CPython, the C library and some more, 39 in all, which import from each other. Wasmtime would put them
together anew for each interpreter: look up 2,300 imports, and fill a table of thousands of functions, for where another
module owns the table it does not wait until one is called. That took .6 ms; one module takes .03 ms.

The formats are told in https://webassembly.github.io/spec/core/binary/ and, for the component around the modules, in
https://github.com/WebAssembly/component-model/blob/main/design/mvp/Binary.md. What the component says of how values are
passed goes with it; `spade_core.sandbox.webassembly` keeps to that.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

Read = TypeVar("Read")

MODULE, _INSTANCE, _ALIAS = 1, 2, 6  # sections of a component
_TYPES, IMPORTS, _FUNCTIONS, _TABLES, _MEMORY, GLOBALS, EXPORTS, _ELEMENTS, _CODE, DATA = 1, 2, 3, 4, 5, 6, 7, 9, 10, 11
"""Sections of a module. One that starts by itself is not among them: the snapshot leaves none."""
_FUNCTION, _TABLE, GLOBAL = 0, 1, 3  # kinds of what is imported and exported; 2 is the memory, and there is one
_DEFINED: Final = {_FUNCTION: _FUNCTIONS, _TABLE: _TABLES, 2: _MEMORY, GLOBAL: GLOBALS}
_I32: Final = 0x7F
_END, _ADD, _CONST, _GLOBAL_GET = 0x0B, 0x6A, 0x41, 0x23
_UNREACHABLE: Final = b"\0\0" + bytes([_END])
"""The code of a function that ends the program: no variables, one instruction."""
_NUMBER: Final = rb"[\x80-\xff]*[\x00-\x7f]"
_UNCHANGED: Final = re.compile(
    rb"(?s:[\x00\x01\x05\x0b\x0f\x1a\x1b\x45-\xc4\xd1]"  # that say all by themselves
    rb"|[\x02-\x04][\x40-\x7f]"  # blocks that give one value at most
    rb"|[\x0c\x0d\x20-\x22\x3f-\x42]N"  # jumps, local variables, the size of memory, integers
    rb"|[\x28-\x3e]NN|\x43.{4}|\x44.{8}"  # loads and stores, floats
    rb"|\xfc(?:[\x00-\x07]|\x0a..|\x0b.))*+".replace(b"N", _NUMBER)  # conversions, memory moved and filled
)
"""Instructions that name nothing that has another number in the whole."""
_BLOCKS, _JUMP_TABLE, _CALLS, _CALL_INDIRECT, _GLOBALS = b"\x02\x03\x04", 0x0E, b"\x10\xd2", 0x11, b"\x23\x24"
_EXPORTED: Final = ("room", "cabi_post_room", "load", "cabi_post_load", "run", "cabi_post_run", "cabi_realloc")


def linked(component: bytes) -> bytes:
    """Return the modules of a component as one, put together as the component says."""
    modules = [_Module(body) for kind, body in sections(component) if kind == MODULE]
    whole = _Whole(modules)
    known: list[list[int]] = [[], [], [], []]
    """What the component names: by kind, the numbers in the whole."""
    instances: list[Mapping[str, int]] = []
    """The numbers in the whole of what each has, by name."""
    for kind, body in sections(component):
        if kind == _INSTANCE:
            for module, given in vector(body, _instance):
                if module is None:
                    instances.append({name: known[sort][number] for name, sort, number in given})
                else:
                    instances.append(whole.add(modules[module], {name: instances[at] for name, _, at in given}))
        elif kind == _ALIAS:
            for alias in vector(body, _alias):
                if alias is not None:
                    sort, instance, name = alias
                    known[sort].append(instances[instance][name])
    [guest] = [one for one in instances if all(name in one for name in _EXPORTED)]
    return whole.module({name: guest[name] for name in _EXPORTED})


def _instance(body: bytes, at: int) -> tuple[tuple[int | None, list[tuple[str, int, int]]], int]:
    """Read a module's number and the instances that it is given, by name; or no number, and things of any kind."""
    is_loose, module = body[at], None
    at += 1
    if not is_loose:
        module, at = number(body, at)
    count, at = number(body, at)
    given = []
    for _ in range(count):
        name, at = text(body, at)
        sort, (found, at) = body[at], number(body, at + 1)
        given.append((name, sort, found))
    return (module, given), at


def _alias(body: bytes, at: int) -> tuple[tuple[int, int, str] | None, int]:
    """Read what something of an instance is called: its kind, the instance and its name there; None if no module's."""
    of_a_module = body[at] == 0
    at += 1 if not of_a_module else 2
    sort, target = body[at - 1], body[at]
    instance, at = number(body, at + 1)
    if target == 2:  # what the component is given from outside: a type
        return None, number(body, at)[1]
    name, at = text(body, at)
    return ((sort, instance, name) if of_a_module else None), at


class _Module:
    """One module, as far as it is read."""

    def __init__(self, content: bytes) -> None:
        self.parts = dict(sections(content))
        self.types = list(self.read(_TYPES, _type))
        self.imports = list(self.read(IMPORTS, _import))
        self.functions = list(self.read(_FUNCTIONS, number))
        """Their types."""
        self.is_stub = self.parts.keys() == {_TYPES, _FUNCTIONS, EXPORTS, _CODE}
        """Whether it stands for calls of the system: all that it has are functions that end the program."""

    def read(self, kind: int, one: Callable[[bytes, int], tuple[Read, int]]) -> Iterator[Read]:
        """Yield what is in a section."""
        return vector(self.parts.get(kind, b"\0"), one)

    def count(self, kind: int) -> int:
        """Return how many things are in a section."""
        return number(self.parts.get(kind, b"\0"), 0)[0]


class _Whole:
    """The module that the others become."""

    def __init__(self, modules: Sequence[_Module]) -> None:
        """Begin with one function for each type of those that stand for calls of the system."""
        stubs = {one.types[kind] for one in modules if one.is_stub for kind in one.functions}
        self._types = sorted(stubs)  # in every build in the same order, which componentize-py's is not
        self._functions = [leb(kind) for kind in range(len(self._types))]
        self._code = [sized(_UNREACHABLE)] * len(self._types)
        self._tables: list[bytes] = []
        self._globals: list[bytes] = []
        self._elements: list[bytes] = []
        self._values: list[int] = []
        """Of the globals, when the program begins."""
        self._once: dict[int, bytes] = {}

    def add(self, module: _Module, given: Mapping[str, Mapping[str, int]]) -> Mapping[str, int]:
        """Take a module in that is given such things by others; return the numbers of what it gives to others."""
        if module.is_stub:
            own = [[self._types.index(module.types[kind]) for kind in module.functions], [], [], []]
        else:
            own = self._taken_in(module, given)
        return {name: own[kind][at] for name, kind, at in module.read(EXPORTS, export)}

    def _taken_in(self, module: _Module, given: Mapping[str, Mapping[str, int]]) -> list[list[int]]:
        """Return the numbers in the whole of what the module has numbers for, by kind."""
        own: list[list[int]] = [[], [], [], []]
        for place, name, kind in module.imports:
            own[kind].append(given[place][name])
        for kind, so_far in ((_FUNCTION, self._functions), (_TABLE, self._tables), (GLOBAL, self._globals)):
            own[kind] += range(len(so_far), len(so_far) + module.count(_DEFINED[kind]))
        own[2] = [0]
        types = len(self._types)
        self._types += module.types
        self._functions += [leb(types + kind) for kind in module.functions]
        self._tables += module.read(_TABLES, _table)
        for head, value in module.read(GLOBALS, lambda body, at: self._global(own, body, at)):
            self._values.append(value)
            self._globals.append(head + _constant(value))
        self._elements += module.read(_ELEMENTS, lambda body, at: self._element(own, body, at))
        self._code += module.read(_CODE, lambda body, at: _function(own, types, body, at))
        for kind in (_MEMORY, DATA):
            if kind in module.parts:
                if kind in self._once:
                    raise ValueError("two modules have memory of their own")
                self._once[kind] = module.parts[kind]
        return own

    def _global(self, own: Sequence[Sequence[int]], body: bytes, at: int) -> tuple[tuple[bytes, int], int]:
        """Read a global: its type, and its value when the program begins."""
        if body[at] != _I32:
            raise ValueError("a global is no number of 32 bits")
        value, end = self._value(own, body, at + 2)
        return (body[at : at + 2], value), end

    def _element(self, own: Sequence[Sequence[int]], body: bytes, at: int) -> tuple[bytes, int]:
        """Read functions that a table has from some place on."""
        form, at = number(body, at)
        if form not in (0, 2):
            raise ValueError("functions are put into a table while the program runs")
        table, at = number(body, at) if form else (0, at)
        place, at = self._value(own, body, at)
        count, at = number(body, at + (form != 0))
        functions = []
        for _ in range(count):
            function, at = number(body, at)
            functions.append(leb(own[_FUNCTION][function]))
        table = own[_TABLE][table]
        head = b"\2" + leb(table) + _constant(place) + b"\0" if table else b"\0" + _constant(place)
        return head + leb(len(functions)) + b"".join(functions), at

    def _value(self, own: Sequence[Sequence[int]], body: bytes, at: int) -> tuple[int, int]:
        """Read what an expression of constants comes to."""
        stack: list[int] = []
        while (instruction := body[at]) != _END:
            if instruction == _CONST:
                value, at = _signed(body, at + 1)
            elif instruction == _GLOBAL_GET:
                place, at = number(body, at + 1)
                value = self._values[own[GLOBAL][place]]
            elif instruction == _ADD:
                value, at = stack.pop() + stack.pop(), at + 1
            else:
                raise ValueError(f"an instruction that no constant has had before: {instruction:#x}")
            stack.append(value)
        [value] = stack
        return value, at + 1

    def module(self, exported: Mapping[str, int]) -> bytes:
        """Return it, with its memory and these functions for those outside."""
        exports = [sized(name.encode()) + b"\0" + leb(place) for name, place in exported.items()]
        lists = {
            _TYPES: self._types,
            _FUNCTIONS: self._functions,
            _TABLES: self._tables,
            GLOBALS: self._globals,
            EXPORTS: [sized(b"memory") + b"\2\0", *exports],
            _ELEMENTS: self._elements,
            _CODE: self._code,
        }
        parts = self._once | {kind: leb(len(each)) + b"".join(each) for kind, each in lists.items()}
        return b"\0asm\1\0\0\0" + b"".join(section(kind, parts[kind]) for kind in sorted(parts))


def _function(own: Sequence[Sequence[int]], types: int, body: bytes, at: int) -> tuple[bytes, int]:
    """Read the code of a function, and change its numbers to those of the whole; types begin at `types` there."""
    size, at = number(body, at)
    copied, end, out = at, at + size, []
    count, at = number(body, at)
    for _ in range(count):  # variables: how many of which type
        at = number(body, at)[1] + 1
    while (match := _UNCHANGED.match(body, at, end)) is not None and (at := match.end()) < end:
        instruction, begin = body[at], at + 1
        if instruction == _JUMP_TABLE:
            count, at = number(body, begin)
            for _ in range(count + 1):
                at = number(body, at)[1]
            continue
        named, at = number(body, begin)
        if instruction in _CALLS:
            changed = leb(own[_FUNCTION][named])
        elif instruction in _GLOBALS:
            changed = leb(own[GLOBAL][named])
        elif instruction in _BLOCKS:
            changed = leb(types + named, signed=True)
        elif instruction == _CALL_INDIRECT:
            table, at = number(body, at)
            changed = leb(types + named) + leb(own[_TABLE][table])
        else:
            raise ValueError(f"an instruction that no guest has had before: {instruction:#x}")
        out += [body[copied:begin], changed]
        copied = at
    return sized(b"".join([*out, body[copied:end]])), end


def _type(body: bytes, at: int) -> tuple[bytes, int]:
    """Read the type of a function: a mark, then lists of what it takes and gives, each a byte."""
    start, at = at, at + 1
    for _ in range(2):
        count, at = number(body, at)
        at += count
    return body[start:at], at


def _import(body: bytes, at: int) -> tuple[tuple[str, str, int], int]:
    """Read from what, under which name, and what kind of thing is imported."""
    place, at = text(body, at)
    name, at = text(body, at)
    kind, at = body[at], at + 1
    if kind == _FUNCTION:
        at = number(body, at)[1]
    elif kind == GLOBAL:
        at += 2
    else:
        at = _bounds(body, at + (kind == _TABLE))
    return (place, name, kind), at


def _table(body: bytes, at: int) -> tuple[bytes, int]:
    end = _bounds(body, at + 1)
    return body[at:end], end


def _bounds(body: bytes, at: int) -> int:
    """Return where the sizes end that a table or a memory may have: the least, and the most where a mark says so."""
    has_most = body[at] & 1
    at = number(body, at + 1)[1]
    return number(body, at)[1] if has_most else at


def _constant(value: int) -> bytes:
    value = (value + (1 << 31) & (1 << 32) - 1) - (1 << 31)
    return bytes([_CONST]) + leb(value, signed=True) + bytes([_END])


# --- the format


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of a module or a component: what kind each is of, and what is in it."""
    at = 8
    while at < len(content):
        kind = content[at]
        size, at = number(content, at + 1)
        yield kind, content[at : at + size]
        at += size


def section(kind: int, body: bytes) -> bytes:
    """Return a section as it is written."""
    return bytes([kind]) + sized(body)


def vector(body: bytes, one: Callable[[bytes, int], tuple[Read, int]]) -> Iterator[Read]:
    """Yield the things of a list, each read by a function that says where the next begins."""
    count, at = number(body, 0)
    for _ in range(count):
        found, at = one(body, at)
        yield found


def export(body: bytes, at: int) -> tuple[tuple[str, int, int], int]:
    """Read what is exported: its name, its kind and its number."""
    name, at = text(body, at)
    found, end = number(body, at + 1)
    return (name, body[at], found), end


def text(content: bytes, at: int) -> tuple[str, int]:
    """Read a text, which its size stands before."""
    size, at = number(content, at)
    return content[at : at + size].decode(), at + size


def number(content: bytes, at: int) -> tuple[int, int]:
    """Read a number that is not negative, of seven bits a byte."""
    value = shift = 0
    while True:
        byte = content[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def _signed(content: bytes, at: int) -> tuple[int, int]:
    value, end = number(content, at)
    bits = 7 * (end - at)
    return value - (1 << bits) if value >> bits - 1 else value, end


def leb(value: int, *, signed: bool = False) -> bytes:
    """Return a number as it is written."""
    out = bytearray()
    while not (-64 <= value < 64 if signed else value < 128):
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def sized(content: bytes) -> bytes:
    """Return bytes with their size before them."""
    return leb(len(content)) + content
