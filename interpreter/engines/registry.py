"""Engines by name: which there are, and making one for a program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gdl.core.ops import Program
from gdl.source.suggest import nearest
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.interface import Engine
from interpreter.engines.kept import kept, key_of, prepared
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.module import Module
from interpreter.errors.memory import expect_room, wants_memory
from interpreter.errors.user_errors import EngineError
from interpreter.support.printing import note_once

if TYPE_CHECKING:
    from interpreter.engines.native.engine import NativeEngine

#: The addresses that LLVM takes when it is loaded, with what it starts by, in bytes.
LLVM = 190 << 20

#: `auto` is the native engine where it can be had, else the one in Python.
ENGINES = ("auto", "native", "python")


def make_engine(name: str, program: Program, checked: bool = False, key: str | None = None) -> Engine:
    """An engine for a program as it was lowered. Raises EngineError for an unknown or missing one.

    `key` is the program's own (`kept.key_of`), if that is known already.
    `checked` has the native engine verify every place in memory and every range that it relies on: slower,
    and a mistake in it shows as an error. The engine in Python is checked by Python.
    """
    known_engine(name)
    if name == "native":
        return native_engine(program, checked, key)
    if name == "auto":
        try:
            return native_engine(program, checked, key)
        except EngineError as error:
            reason = error.__cause__
            note_once(f"note: no native engine ({reason}): games run in Python, which is slower")
        except MemoryError:
            note_once("note: no memory for the native engine: games run in Python, which is slower")
    return python_engine(program, key)


def python_engine(program: Program, key: str | None = None) -> PythonEngine:
    """The engine in Python, for a program as it was lowered."""
    store, key = Cache(default_folder()), key or key_of(program)
    module = kept(Module, key, store, lambda: _written(program, store, key))
    return PythonEngine(module.program, prepared=True, module=module)


def _written(program: Program, store: Cache, key: str | None) -> Module:
    return Module(prepared(program, store, key))


def native_engine(program: Program, checked: bool = False, key: str | None = None) -> NativeEngine:
    """The native engine. Raises EngineError where llvmlite cannot be imported, MemoryError where there is no
    room for it."""
    if "llvmlite" not in sys.modules:
        expect_room(LLVM)
    try:
        from interpreter.engines.native.engine import NativeEngine
    except (ImportError, OSError) as error:
        if wants_memory(error):
            raise MemoryError from error
        message = f"the native engine cannot be had: {error}; `pip install llvmlite` should bring it"
        raise EngineError(message, ("python",)) from error
    return NativeEngine(program, checked=checked, key=key)


def known_engine(name: str) -> None:
    """Raise EngineError for a name that is no engine's."""
    if name not in ENGINES:
        raise EngineError(
            f"there is no engine called `{name}`; there is {' and '.join(ENGINES)}", nearest(name, ENGINES)
        )
