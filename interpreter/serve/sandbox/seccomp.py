"""System-call filtering (seccomp-BPF): a process keeps the calls that computing takes, and no others.

An allow-list: what is not in it fails with EPERM. No process can be made and nothing executed, no socket, no
file changed, no other process looked at or signalled; threads can be started, and memory made executable,
which compiled rules need.
"""

from __future__ import annotations

import ctypes
import errno
import platform
from collections.abc import Iterator, Mapping

from gdl.support.values import frozen
from interpreter.serve.sandbox.kernel import IS_LINUX, PR_SET_SECCOMP, libc, succeed

_MODE_FILTER = 2
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_CLONE_THREAD = 0x00010000
#: Where the calls of another way to count begin (x32): none of them is let through.
_OTHER_COUNTING = 0x40000000


@frozen
class _Machine:
    """An architecture: how the kernel calls it, and the numbers of its calls."""

    audit: int
    clone: int
    clone3: int
    allowed: Mapping[str, int]


_X86_64 = _Machine(
    0xC000003E,
    clone=56,
    clone3=435,
    allowed={
        "read": 0, "write": 1, "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7,
        "lseek": 8, "mmap": 9, "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13,
        "rt_sigprocmask": 14, "rt_sigreturn": 15, "pread64": 17, "readv": 19, "writev": 20, "access": 21,
        "select": 23, "sched_yield": 24, "mremap": 25, "madvise": 28, "nanosleep": 35, "getpid": 39,
        "exit": 60, "uname": 63, "getcwd": 79, "readlink": 89, "gettimeofday": 96,
        "getrlimit": 97, "getrusage": 98, "sysinfo": 99, "times": 100, "getuid": 102, "getgid": 104,
        "geteuid": 107, "getegid": 108, "sigaltstack": 131, "gettid": 186, "time": 201, "futex": 202,
        "sched_getaffinity": 204, "getdents64": 217, "clock_gettime": 228, "clock_getres": 229,
        "clock_nanosleep": 230, "exit_group": 231, "openat": 257, "newfstatat": 262, "readlinkat": 267,
        "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273, "getrandom": 318,
        "membarrier": 324, "statx": 332, "rseq": 334, "faccessat2": 439,
    },
)  # fmt: skip
_AARCH64 = _Machine(
    0xC00000B7,
    clone=220,
    clone3=435,
    allowed={
        "getcwd": 17, "faccessat": 48, "openat": 56, "close": 57, "getdents64": 61,
        "lseek": 62, "read": 63, "write": 64, "readv": 65, "writev": 66, "pread64": 67, "pselect6": 72,
        "ppoll": 73, "readlinkat": 78, "newfstatat": 79, "fstat": 80, "exit": 93, "exit_group": 94,
        "futex": 98, "set_robust_list": 99, "nanosleep": 101, "clock_gettime": 113, "clock_getres": 114,
        "clock_nanosleep": 115, "sched_getaffinity": 123, "sched_yield": 124, "sigaltstack": 132,
        "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "times": 153, "uname": 160,
        "getrlimit": 163, "getrusage": 165, "gettimeofday": 169, "getpid": 172, "getuid": 174,
        "geteuid": 175, "getgid": 176, "getegid": 177, "gettid": 178, "sysinfo": 179, "brk": 214,
        "munmap": 215, "mremap": 216, "mmap": 222, "mprotect": 226, "madvise": 233, "getrandom": 278,
        "membarrier": 283, "statx": 291, "rseq": 293, "faccessat2": 439,
    },
)  # fmt: skip
_MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("jump_true", ctypes.c_uint8),
        ("jump_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def filter_calls() -> None:
    """Put the filter on this thread and all that it starts. Needs `no_new_privs`. Raises OSError."""
    machine = _MACHINES.get(platform.machine()) if IS_LINUX and ctypes.sizeof(ctypes.c_void_p) == 8 else None
    if machine is None:
        raise OSError("system calls can be filtered on Linux with x86-64 or AArch64 alone")
    program = [_Instruction(*each) for each in _program(machine)]
    laid_out = (_Instruction * len(program))(*program)
    whole = _Filter(len(program), laid_out)
    mode = ctypes.c_ulong(_MODE_FILTER)
    rest = (ctypes.c_ulong(0), ctypes.c_ulong(0))
    succeed(libc().prctl(ctypes.c_int(PR_SET_SECCOMP), mode, ctypes.byref(whole), *rest))


def _program(machine: _Machine) -> Iterator[tuple[int, int, int, int]]:
    """The instructions: operation, how many to skip where it is true, and where false, value."""
    refuse, unknown = (_RETURN, 0, 0, _FAIL | errno.EPERM), (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    yield _LOAD, 0, 0, _ARCHITECTURE_AT
    yield _EQUAL, 1, 0, machine.audit
    yield refuse
    yield _LOAD, 0, 0, _NUMBER_AT
    yield _AT_LEAST, 0, 1, _OTHER_COUNTING
    yield refuse
    for number in machine.allowed.values():
        yield _EQUAL, 0, 1, number
        yield _RETURN, 0, 0, _ALLOW
    # Its flags lie in memory, where no filter looks: libraries do with `clone` where it is not known.
    yield _EQUAL, 0, 1, machine.clone3
    yield unknown
    yield _EQUAL, 0, 3, machine.clone
    yield _LOAD, 0, 0, _FIRST_ARGUMENT_AT
    yield _ANY_BIT, 0, 1, _CLONE_THREAD
    yield _RETURN, 0, 0, _ALLOW
    yield refuse
