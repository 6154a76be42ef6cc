"""The few calls of wasmtime's C library that a worker makes: the package's own Python layer takes long to load.

Used in worker processes only. A `Machine` holds the compiled guest; `fresh` gives an interpreter at the point of its
snapshot; a call runs until it returns, traps, or is interrupted from another thread.
"""

import ctypes
from array import array
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_bool, c_char_p, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from itertools import accumulate, chain, repeat
from typing import Any, Final

_STRING: Final = 12
_LIST: Final = 13
_STACK_BYTES: Final = 64 << 20
"""So deep that CPython notices by itself: where it ends, the interpreter dies."""
_SMALL_GUARD: Final = 64 << 10
SMALL_RESERVATION: Final = 256 << 20
EXPORTS: Final = ("load", "run")


class TrapError(Exception):
    """The interpreter is dead: interrupted, its stack exhausted, or ended by itself."""


class MachineError(Exception):
    """Wasmtime refuses: the file is not for this version or machine, or there is no room."""


class _Bytes(ctypes.Structure):
    _fields_ = (("size", c_size_t), ("data", c_void_p))


class _Of(ctypes.Union):
    _fields_ = (("string", _Bytes), ("list", _Bytes), ("room", c_uint8 * 24))


class _Value(ctypes.Structure):
    _fields_ = (("kind", c_uint8), ("of", _Of))


_WORDS: Final = ctypes.sizeof(_Value) // ctypes.sizeof(c_uint64)


class _Instance(ctypes.Structure):
    _fields_ = (("store", c_uint64), ("index", c_uint32))


class _Function(ctypes.Structure):
    _fields_ = (("instance", _Instance), ("index", c_uint32), ("private", c_void_p))


def texts(address: int, lengths: Sequence[int]) -> "array[int]":
    """Return texts in UTF-8 as a call takes them: their lengths in bytes, one after the other from an address on.

    They stay where they are, so what holds them must outlive the call. Four words each: see `only`.
    """
    words = zip(repeat(_STRING), lengths, accumulate(lengths, initial=address), repeat(0), strict=False)
    return array("Q", chain.from_iterable(words))


def only(found: "array[int]", place: int) -> "array[int]":
    """Return one of some texts; none where there are none."""
    return found[place * _WORDS : (place + 1) * _WORDS]


class Machine:
    """Wasmtime with our settings, and the guest in it once it is opened."""

    def __init__(self, library: str, *, small: bool) -> None:
        """Load the library; `small` goes without the address space that makes memory accesses fast."""
        self._lib = ctypes.CDLL(library)
        self._component = c_void_p()
        self._exports: dict[str, int] = {}
        settings: dict[str, tuple[Any, int]] = {
            "epoch_interruption": (c_bool, True),
            "async_stack_size": (c_size_t, _STACK_BYTES + (1 << 20)),
            "max_wasm_stack": (c_size_t, _STACK_BYTES),
        }
        if small:
            settings |= {
                "memory_reservation": (c_uint64, SMALL_RESERVATION),
                "memory_guard_size": (c_uint64, _SMALL_GUARD),
                "memory_reservation_for_growth": (c_uint64, 1 << 20),
            }
        config = self._get("wasm_config_new", c_void_p)()
        for name, (kind, value) in settings.items():
            self._get(f"wasmtime_config_{name}_set", None, c_void_p, kind)(config, value)
        self._engine = self._get("wasm_engine_new_with_config", c_void_p, c_void_p)(config)
        self._linker = self._get("wasmtime_component_linker_new", c_void_p, c_void_p)(self._engine)
        self._interrupt = self._get("wasmtime_engine_increment_epoch", None, c_void_p)
        self._store_new = self._get("wasmtime_store_new", c_void_p, c_void_p, c_void_p, c_void_p)
        self._store_context = self._get("wasmtime_store_context", c_void_p, c_void_p)
        self._limit = self._get("wasmtime_store_limiter", None, c_void_p, *[c_int64] * 5)
        self._deadline = self._get("wasmtime_context_set_epoch_deadline", None, c_void_p, c_uint64)
        pointers = (c_void_p, c_void_p, c_void_p)
        self._instantiate = self._checked("wasmtime_component_linker_instantiate", *pointers, POINTER(_Instance))
        self._function = self._get(
            "wasmtime_component_instance_get_func", c_bool, POINTER(_Instance), c_void_p, c_void_p, POINTER(_Function)
        )
        values = (POINTER(_Value), c_size_t)
        self._call = self._checked("wasmtime_component_func_call", POINTER(_Function), c_void_p, *values, *values)
        self._free_value = self._get("wasmtime_component_val_delete", None, POINTER(_Value))
        self._free_store = self._get("wasmtime_store_delete", None, c_void_p)

    def compile(self, wasm: bytes) -> bytes:
        """Return the guest compiled for this machine."""
        compiled, out = c_void_p(), _Bytes()
        new = self._checked("wasmtime_component_new", c_void_p, c_char_p, c_size_t, POINTER(c_void_p))
        new(self._engine, wasm, len(wasm), byref(compiled))
        self._checked("wasmtime_component_serialize", c_void_p, POINTER(_Bytes))(compiled, byref(out))
        return ctypes.string_at(out.data, out.size)

    def open(self, path: bytes) -> None:
        """Load a compiled guest. Only what this user compiled: what is in the file is run.

        Raises:
            MachineError: it is for another version or machine.
        """
        load = self._checked("wasmtime_component_deserialize_file", c_void_p, c_char_p, POINTER(c_void_p))
        load(self._engine, path, byref(self._component))
        index = self._get("wasmtime_component_get_export_index", c_void_p, c_void_p, c_void_p, c_char_p, c_size_t)
        self._exports = {name: index(self._component, None, name.encode(), len(name)) for name in EXPORTS}

    def fresh(self, memory_bytes: int) -> "Interpreter":
        """Return an interpreter that has run nothing yet and may hold so much memory, its own included."""
        return Interpreter(self, memory_bytes)

    def interrupt(self) -> None:
        """End the call that runs now; called in another thread."""
        self._interrupt(self._engine)

    def _get(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        function = getattr(self._lib, name)
        function.restype, function.argtypes = result, arguments
        return function  # type: ignore[no-any-return]

    def _checked(self, name: str, *arguments: Any) -> Callable[..., None]:
        """Return a call that raises what it reports."""
        function = self._get(name, c_void_p, *arguments)

        def call(*given: object) -> None:
            if error := function(*given):
                raise MachineError(self._message(error))

        return call

    def _message(self, error: int) -> str:
        out = _Bytes()
        self._get("wasmtime_error_message", None, c_void_p, POINTER(_Bytes))(error, byref(out))
        text = ctypes.string_at(out.data, out.size).decode("utf-8", "replace")
        self._get("wasm_byte_vec_delete", None, POINTER(_Bytes))(byref(out))
        self._get("wasmtime_error_delete", None, c_void_p)(error)
        return text


class Interpreter:
    """One instance of the guest: memory of its own, and no way out of it but the results of its calls."""

    def __init__(self, machine: Machine, memory_bytes: int) -> None:
        self._machine = machine
        self._store = machine._store_new(machine._engine, None, None)
        self._context = machine._store_context(self._store)
        machine._limit(self._store, memory_bytes, -1, -1, -1, -1)
        machine._deadline(self._context, 1)
        self._instance = _Instance()
        try:
            machine._instantiate(machine._linker, self._context, machine._component, byref(self._instance))
        except MachineError:
            self.close()
            raise

    def load(self, columns: "Sequence[array[int]]") -> None:
        """Give it the fields, the prompts and the responses of rows: see `texts`.

        Raises:
            TrapError: the interpreter is dead.
        """
        given = (_Value * len(columns))()
        for value, column in zip(given, columns, strict=True):
            value.kind = _LIST
            value.of.list = _Bytes(len(column) // _WORDS, column.buffer_info()[0])
        self._call("load", given, None)

    def run(self, job: bytes) -> str:
        """Run a job, a text in UTF-8, and return what the guest says.

        Raises:
            TrapError: the interpreter is dead.
        """
        given, result = (_Value * 1)(_Value(_STRING)), _Value()
        given[0].of.string = _Bytes(len(job), ctypes.cast(c_char_p(job), c_void_p))  # wasmtime copies it
        try:
            self._call("run", given, result)
            return ctypes.string_at(result.of.string.data, result.of.string.size).decode()
        finally:
            if result.kind == _STRING:
                self._machine._free_value(byref(result))

    def _call(self, name: str, given: "ctypes.Array[_Value]", result: "_Value | None") -> None:
        machine, function = self._machine, _Function()
        if not machine._function(byref(self._instance), self._context, machine._exports[name], byref(function)):
            raise MachineError(f"the guest has no {name}")
        machine._deadline(self._context, 1)
        out = (byref(result), 1) if result is not None else (None, 0)
        try:
            machine._call(byref(function), self._context, given, len(given), *out)
        except MachineError as error:
            raise TrapError(str(error)) from error

    def close(self) -> None:
        """Give its memory back."""
        if self._store is not None:
            self._machine._free_store(self._store)
            self._store = None
