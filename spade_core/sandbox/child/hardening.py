"""Locks a process down: no new privileges, rlimits, Landlock, seccomp. Each is used where the kernel has it.

Linux only. Everything here is called in a freshly forked child with one thread, just before it runs generated code;
none of it can be undone from inside. Written against the kernel's own interfaces, through ctypes.
"""

import ctypes
import os
import platform
import resource
import struct

from spade_core.sandbox.child.names import LANDLOCK, LIMITS, PRIVILEGES, SECCOMP, USER

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_SIGKILL = 9
_NOBODY = 65534
_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446
_LANDLOCK_VERSION = 1
_FS_BITS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file-system rights each Landlock version knows; later ones know as many as the last."""
_NET_SINCE, _SCOPE_SINCE = 4, 6

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_MEMORY = {"x86_64": (9, 10), "aarch64": (222, 226)}
"""mmap and mprotect: allowed unless the memory is to be executable."""
_ONE_DESCRIPTOR = {"x86_64": (0, 1), "aarch64": (63, 64)}
"""read and write: allowed on the one descriptor that is left."""
_HARMLESS = {
    # munmap brk rt_sigaction rt_sigprocmask rt_sigreturn mremap madvise sched_yield setitimer exit exit_group futex
    # clock_gettime gettimeofday sigaltstack restart_syscall getrandom
    "x86_64": (11, 12, 13, 14, 15, 25, 28, 24, 38, 60, 231, 202, 228, 96, 131, 219, 318),
    "aarch64": (215, 214, 134, 135, 139, 216, 233, 124, 103, 93, 94, 98, 113, 169, 132, 128, 278),
}
_DEADLY = {
    # execve execveat fork vfork clone clone3 ptrace socket connect
    "x86_64": (59, 322, 57, 58, 56, 435, 101, 41, 42),
    "aarch64": (221, 281, 220, 435, 117, 198, 203),
}
_LOAD, _EQUAL, _AND_SET, _GREATER, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | 13, 0x80000000
_X32_BIT = 0x40000000
_PROT_EXEC = 4
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 32


def lock_down(
    descriptor: int, parent: int, memory_bytes: int, cpu_seconds: int, wanted: "tuple[str, ...]"
) -> "list[str]":
    """Lock this process down to reading and writing `descriptor`; return the names of what took hold, in order."""
    libc = ctypes.CDLL(None, use_errno=True)
    held = []
    if USER in wanted and _become_nobody():
        held.append(USER)
    _die_with_parent(libc, parent)  # after the change of user, which the kernel lets cancel it
    if PRIVILEGES in wanted and libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
        held.append(PRIVILEGES)
    if LANDLOCK in wanted and _shut_files(libc):  # before the limits: it needs a descriptor for a moment
        held.append(LANDLOCK)
    if LIMITS in wanted:
        _limit(memory_bytes, cpu_seconds)
        held.append(LIMITS)
    if SECCOMP in wanted and _filter_calls(libc, descriptor):
        held.append(SECCOMP)
    return held


def _die_with_parent(libc: "ctypes.CDLL", parent: int) -> None:
    """Let the kernel kill this process when its parent ends."""
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def close_all_but(descriptor: int) -> None:
    """Close every descriptor but one, standard streams included."""
    highest = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(0, descriptor)
    os.closerange(descriptor + 1, min(highest, 4096))


def _become_nobody() -> bool:
    if os.getuid() != 0:
        return True
    try:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    except OSError:
        return False
    return True


def _limit(memory_bytes: int, cpu_seconds: int) -> None:
    for name in ("RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE"):
        kind = getattr(resource, name, None)
        if kind is not None:
            resource.setrlimit(kind, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def address_space() -> int:
    """Return the bytes of address space that this process has mapped."""
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 - no pathlib in the child
        return int(statm.read().split()[0]) * resource.getpagesize()


def landlock_version(libc: "ctypes.CDLL | None" = None) -> int:
    """Return the version of Landlock that the kernel has; 0 when it has none or it is switched off."""
    library = libc or ctypes.CDLL(None, use_errno=True)
    version: int = library.syscall(_LANDLOCK_CREATE, None, 0, _LANDLOCK_VERSION)
    return max(0, version)


def _shut_files(libc: "ctypes.CDLL") -> bool:
    version = landlock_version(libc)
    if version == 0:
        return False
    rights = (1 << _FS_BITS.get(version, max(_FS_BITS.values()))) - 1
    fields = [rights]
    if version >= _NET_SINCE:
        fields.append(0b11)
    if version >= _SCOPE_SINCE:
        fields.append(0b11)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        return False
    restricted: int = libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)
    return restricted == 0


def _filter_calls(libc: "ctypes.CDLL", descriptor: int) -> bool:
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        return False
    program = b"".join(struct.pack("=HBBI", *step) for step in _program(machine, descriptor))
    steps = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(steps))
    filtered: int = libc.prctl(_PR_SET_SECCOMP, 2, header, 0, 0)
    return filtered == 0


def _program(machine: str, descriptor: int) -> "list[tuple[int, int, int, int]]":
    """Return the filter: kill another architecture and what only an escape would call, refuse the rest by default."""
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        steps += [(_GREATER, 0, 1, _X32_BIT), (_RETURN, 0, 0, _KILL)]
    for number in _DEADLY[machine]:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _KILL)]
    for number in _HARMLESS[machine]:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for number in _ONE_DESCRIPTOR[machine]:
        steps += [
            (_EQUAL, 0, 4, number),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_EQUAL, 0, 1, descriptor),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _REFUSE),
        ]
    for number in _MEMORY[machine]:
        steps += [
            (_EQUAL, 0, 4, number),
            (_LOAD, 0, 0, _THIRD_ARGUMENT),
            (_AND_SET, 0, 1, _PROT_EXEC),
            (_RETURN, 0, 0, _REFUSE),
            (_RETURN, 0, 0, _ALLOW),
        ]
    return [*steps, (_RETURN, 0, 0, _REFUSE)]
