"""A game's stages as readable texts: forms after expansion, bound ludemes, the core, Python, LLVM."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import attrs

from gdl.compile.compile import Compiled
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.format import formatted
from gdl.ludeme.base import Ludeme
from gdl.parse.forms import one_line
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source

_WIDTH = 100
_INDENT = "    "


def show_forms(compiled: Compiled) -> str:
    """The game with all definitions and options put in, as a game's text."""
    assert compiled.expanded.game is not None  # a game that has compiled
    text = one_line(compiled.expanded.game)
    try:
        return formatted(Source("forms", text), _WIDTH).rstrip("\n")
    except LanguageError:  # definitions put in can make more than an author may write
        return text


def show_ludemes(compiled: Compiled) -> str:
    """The typed objects that the forms were bound to, with the arguments that were given."""
    return ludeme_text(compiled.game)


def show_python(program: Program, whole: bool = False) -> str:
    """The Python that the reference engine runs."""
    from interpreter.engines.registry import python_engine

    return python_engine(program).python


def show_llvm(program: Program, whole: bool = False) -> str:
    """What the native engine compiles to play random games, in LLVM's language."""
    from interpreter.engines.registry import native_engine

    return native_engine(program).llvm


#: What there is of a game before its core program; and what of that, `whole` or as people want to see it.
OF_GAMES: dict[str, Callable[[Compiled], str]] = {"forms": show_forms, "ludemes": show_ludemes}
OF_PROGRAMS: dict[str, Callable[[Program, bool], str]] = {
    "core": show_program, "python": show_python, "llvm": show_llvm,
}  # fmt: skip


# --- Ludemes ----------------------------------------------------------------------------------------------


def ludeme_text(value: Any, indent: str = "") -> str:
    """A ludeme with the arguments that are not at their defaults; `indent` stands before it already."""
    flat = _flat_ludeme(value)
    if len(indent) + len(flat) <= _WIDTH:
        return flat
    inner = indent + _INDENT
    if isinstance(value, Ludeme):
        parts = [f"{inner}{name}={ludeme_text(each, inner)}" for name, each in _arguments(value)]
        return "\n".join([f"{type(value).__name__}(", *parts, f"{indent})"])
    if isinstance(value, tuple):
        return "\n".join(["[", *(inner + ludeme_text(each, inner) for each in value), f"{indent}]"])
    return flat


def _flat_ludeme(value: Any) -> str:
    if isinstance(value, Ludeme):
        parts = ", ".join(f"{name}={_flat_ludeme(each)}" for name, each in _arguments(value))
        return f"{type(value).__name__}({parts})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_flat_ludeme, value))}]"
    if isinstance(value, Enum):
        return str(value.value)
    return repr(value)


def _arguments(ludeme: Ludeme) -> list[tuple[str, Any]]:
    return [
        (field.name, getattr(ludeme, field.name))
        for field in attrs.fields(type(ludeme))
        if field.name != "span" and field.repr and getattr(ludeme, field.name) is not field.default
    ]
