"""System calls that Python does not have: prctl, namespaces, capabilities, by way of libc."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from typing import Any

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000
_CAPABILITY_VERSION_3 = 0x20080522

IS_LINUX = sys.platform.startswith("linux")


@cache
def libc() -> Any:
    """The C library, which tells errors."""
    return ctypes.CDLL(None, use_errno=True)


def succeed(result: int) -> int:
    """What a call gave. Raises OSError where that is an error."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def prctl(option: int, *arguments: int) -> None:
    """Set something about this process. Raises OSError."""
    given = [ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)][:4]
    succeed(libc().prctl(ctypes.c_int(option), *given))


def unshare(flags: int) -> None:
    """Move this process into namespaces of its own. Raises OSError."""
    succeed(libc().unshare(ctypes.c_int(flags)))


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Capabilities(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def drop_capabilities() -> None:
    """Give up all that root may do and others may not, for good. Raises OSError."""
    header = _Header(_CAPABILITY_VERSION_3, 0)
    none = (_Capabilities * 2)()
    succeed(libc().capset(ctypes.byref(header), none))


def syscall(number: int, *arguments: Any) -> int:
    """Call the kernel by number. Raises OSError."""
    return succeed(libc().syscall(ctypes.c_long(number), *arguments))
