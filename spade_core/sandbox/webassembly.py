"""The few calls of wasmtime's C library that a worker makes: the package's own Python layer takes long to load.

Used in worker processes only. A `Machine` holds the compiled guest; an `Interpreter` begins at the point of its
snapshot; a call runs until it returns, traps, or is interrupted from another thread.
"""

import ctypes
import struct
from collections.abc import Callable
from ctypes import byref, c_bool, c_char_p, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, Final

_STACK_BYTES: Final = 64 << 20
"""So deep that CPython notices by itself: where it ends, the interpreter dies."""
_SMALL_GUARD: Final = 64 << 10
SMALL_RESERVATION: Final = 256 << 20
_RETURNING: Final = ("room", "load", "run")
_FUNCTIONS: Final = (*_RETURNING, *(f"cabi_post_{name}" for name in _RETURNING), "cabi_realloc")
"""What the guest exports beside its memory. Bytes are given to it where `cabi_realloc` makes room for them; what `run`
returns is where the place and the size of its answer stand. Each of the three is over when its `cabi_post` was called:
without, the interpreter is not as it was."""
_WORDS: Final = 2
"""Of 64 bits, in a number given or returned: a `wasmtime_val_raw_t`."""


class TrapError(Exception):
    """The interpreter is dead: interrupted, its stack exhausted, or ended by itself."""


class MachineError(Exception):
    """Wasmtime refuses: the file is not for this version or machine, or there is no room."""


class _Bytes(ctypes.Structure):
    _fields_ = (("size", c_size_t), ("data", c_void_p))


_Instance: Final = c_uint64 * 2
_Item: Final = c_uint64 * 3
"""A `wasmtime_func_t` or `wasmtime_memory_t`; in a `wasmtime_extern_t` its kind stands before it."""


class Machine:
    """Wasmtime with our settings, and the guest in it once it is opened."""

    def __init__(self, library: str, *, small: bool) -> None:
        """Load the library; `small` goes without the address space that makes memory accesses fast."""
        self._lib = ctypes.CDLL(library)
        self._module = c_void_p()
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
        self._interrupt = self._get("wasmtime_engine_increment_epoch", None, c_void_p)
        self._store_new = self._get("wasmtime_store_new", c_void_p, c_void_p, c_void_p, c_void_p)
        self._store_context = self._get("wasmtime_store_context", c_void_p, c_void_p)
        self._limit = self._get("wasmtime_store_limiter", None, c_void_p, *[c_int64] * 5)
        self._deadline = self._get("wasmtime_context_set_epoch_deadline", None, c_void_p, c_uint64)
        place, text = c_void_p, (c_char_p, c_size_t)
        self._instantiate = self._checked("wasmtime_instance_new", place, place, place, c_size_t, place, place)
        self._export = self._get("wasmtime_instance_export_get", c_bool, place, place, *text, place)
        self._call = self._checked("wasmtime_func_call_unchecked", place, place, place, c_size_t, place)
        self._memory = self._get("wasmtime_memory_data", place, place, place)
        self._memory_size = self._get("wasmtime_memory_data_size", c_size_t, place, place)
        self._free_store = self._get("wasmtime_store_delete", None, c_void_p)

    def compile(self, wasm: bytes) -> bytes:
        """Return the guest compiled for this machine."""
        compiled, out = c_void_p(), _Bytes()
        new = self._checked("wasmtime_module_new", c_void_p, c_char_p, c_size_t, c_void_p)
        new(self._engine, wasm, len(wasm), byref(compiled))
        self._checked("wasmtime_module_serialize", c_void_p, c_void_p)(compiled, byref(out))
        return ctypes.string_at(out.data, out.size)

    def open(self, path: bytes) -> None:
        """Load a compiled guest. Only what this user compiled: what is in the file is run.

        Raises:
            MachineError: it is for another version or machine.
        """
        load = self._checked("wasmtime_module_deserialize_file", c_void_p, c_char_p, c_void_p)
        load(self._engine, path, byref(self._module))

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
                raise MachineError(self._told("wasmtime_error", error))

        return call

    def _told(self, kind: str, of: "int | c_void_p") -> str:
        """Return what an error or a trap says, and give it back."""
        out = _Bytes()
        self._get(f"{kind}_message", None, c_void_p, c_void_p)(of, byref(out))
        self._get(f"{kind}_delete", None, c_void_p)(of)
        text = ctypes.string_at(out.data, out.size).decode("utf-8", "replace")
        self._get("wasm_byte_vec_delete", None, c_void_p)(byref(out))
        return text.rstrip("\0\n")


class Interpreter:
    """One instance of the guest: memory of its own, and no way out of it but the results of its calls."""

    def __init__(self, machine: Machine) -> None:
        """Begin one that has run nothing yet."""
        self._machine = machine
        self._store = machine._store_new(machine._engine, None, None)
        self._context = machine._store_context(self._store)
        instance, trap = _Instance(), c_void_p()
        try:
            machine._instantiate(self._context, machine._module, None, 0, instance, byref(trap))
            self._memory = self._found(instance, "memory")
            self._functions = {name: self._found(instance, name) for name in _FUNCTIONS}
        except MachineError:
            self.close()
            raise

    def limit(self, more: int, *, least: int) -> None:
        """Let it hold so many bytes more than it does now, or more than so many if it holds less."""
        now = self._machine._memory_size(self._context, self._memory)
        self._machine._limit(self._store, max(now, least) + more, -1, -1, -1, -1)

    def ready(self) -> None:
        """Have the next interrupt end the call that runs then, or comes next."""
        self._machine._deadline(self._context, 1)

    def load(self, lengths: bytes, texts: "bytes | ctypes.Array[ctypes.c_char]", size: int) -> None:
        """Give it the texts of rows, so many bytes, and how long each is: see guest.wit.

        Raises:
            TrapError: the interpreter is dead.
        """
        place = self._call("room", size)
        ctypes.memmove(self._inside(place, size), texts, size)
        self._call("cabi_post_room", place)
        self._call("load", *self._given(lengths))
        self._call("cabi_post_load")

    def run(self, job: bytes, most: int) -> bytes:
        """Run a job and return what the guest says, up to so many bytes.

        Raises:
            TrapError: the interpreter is dead.
        """
        told = self._call("run", *self._given(job))
        place, size = struct.unpack("<II", ctypes.string_at(self._inside(told, 8), 8))
        said = ctypes.string_at(self._inside(place, size), min(size, most))
        self._call("cabi_post_run", told)
        return said

    def _given(self, content: bytes) -> tuple[int, int]:
        """Put bytes into its memory; return where, and how many."""
        place = self._call("cabi_realloc", 0, 0, 1, len(content))
        ctypes.memmove(self._inside(place, len(content)), content, len(content))
        return place, len(content)

    def _inside(self, place: int, size: int) -> int:
        """Return the address of bytes in its memory. It says where they are, so that is not to be believed."""
        if place + size > self._machine._memory_size(self._context, self._memory):
            raise TrapError("the interpreter names a place outside its memory")
        start: int = self._machine._memory(self._context, self._memory)
        return start + place

    def _call(self, name: str, *given: int) -> int:
        """Return the number that a function returns; any where it returns none."""
        cells, trap = (c_uint64 * (_WORDS * max(1, len(given))))(), c_void_p()
        for at, number in enumerate(given):
            cells[_WORDS * at] = number
        function = self._functions[name]
        try:
            self._machine._call(self._context, function, cells, len(cells) // _WORDS, byref(trap))
        except MachineError as error:
            raise TrapError(str(error)) from error
        if trap:
            raise TrapError(self._machine._told("wasm_trap", trap))
        return int(cells[0]) & 0xFFFF_FFFF

    def _found(self, instance: "ctypes.Array[c_uint64]", name: str) -> "ctypes.Array[c_uint64]":
        """Return what the guest exports."""
        found = (c_uint64 * 4)()
        if not self._machine._export(self._context, instance, name.encode(), len(name), found):
            raise MachineError(f"the guest has no {name}")
        return _Item(*found[1:])

    def close(self) -> None:
        """Give its memory back."""
        if self._store is not None:
            self._machine._free_store(self._store)
            self._store = None
