"""Landlock: a process gives up access to files and TCP for good, and keeps reading below a few folders."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from interpreter.serve.sandbox.kernel import IS_LINUX, syscall

# The numbers are the same on all architectures.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
#: What each version of the interface can take away of files: so many kinds of access, from bit 0 on.
_FILE_KINDS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_TCP_VERSION, _BIND_AND_CONNECT = 4, 0b11
_SCOPE_VERSION, _SOCKETS_AND_SIGNALS = 6, 0b11


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The version of the kernel's interface; 0 where it has none, or has it switched off."""
    if not IS_LINUX:
        return 0
    try:
        return syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))
    except OSError:
        return 0


def restrict(readable: Iterable[Path]) -> None:
    """From here on only these folders can be read, nothing written, made or run, and no TCP spoken.

    What is open stays so. Needs `no_new_privs`. Raises OSError where the kernel has no Landlock.
    """
    known = version()
    if known < 1:
        raise OSError("this kernel has no Landlock")
    kinds = _FILE_KINDS.get(known, max(_FILE_KINDS.values()))
    asked = _Ruleset(
        (1 << kinds) - 1,
        _BIND_AND_CONNECT if known >= _TCP_VERSION else 0,
        _SOCKETS_AND_SIGNALS if known >= _SCOPE_VERSION else 0,
    )
    size = 8 if known < _TCP_VERSION else 16 if known < _SCOPE_VERSION else 24
    ruleset = syscall(_CREATE_RULESET, ctypes.byref(asked), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for folder in readable:
            _allow(ruleset, folder)
        syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, folder: Path) -> None:
    opened = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Beneath(_READ_FILE | _READ_DIR, opened)
        syscall(
            _ADD_RULE,
            ctypes.c_int(ruleset),
            ctypes.c_int(_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(opened)
