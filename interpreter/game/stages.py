"""A game's stages as readable texts: forms, ludemes, Python, LLVM; the core after any pass, what each did."""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum
from typing import Any

from gdl.compile.compile import Compiled
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.core.walk import program_exprs, statements
from gdl.format import formatted
from gdl.ludeme.base import Ludeme
from gdl.parse.forms import one_line
from gdl.passes.pipeline import PASSES, Step, names, optional, prepare
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.files import named
from gdl.support.values import fields, frozen
from interpreter.errors.user_errors import CoreTextError, PassError, UnreadableFileError
from interpreter.support.files import read_at_most

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
        for field in fields(type(ludeme))
        if field.name != "span" and field.repr and getattr(ludeme, field.name) is not field.default
    ]


#: The longest text of a core program that is read: the largest games' have a tenth of it.
_MAX_BYTES = 10_000_000


@frozen
class Work:
    """What a pass did: operations (expressions and statements) before and after, wall-clock seconds."""

    name: str
    purpose: str
    before: int
    after: int
    seconds: float


def known_pass(name: str, may_be_left_out: bool = False) -> None:
    """Raise PassError for what is no pass, or for one that is needed where it is to be left out."""
    from gdl.source.suggest import nearest

    if name not in names():
        raise PassError(f"there is no pass `{name}`", tuple(nearest(name, names())))
    if may_be_left_out and name not in optional():
        raise PassError(f"no engine runs a program without the pass `{name}`", ())


def read_core(path: str) -> Program:
    """The core program whose text a file holds. Raises UnreadableFileError, CoreTextError."""
    from gdl.core.reader import ReadError, read_program
    from gdl.core.verify import verify
    from gdl.source.diagnostics import InternalError

    try:
        too_long = f"{named(path)} is too long: more than {_MAX_BYTES:,} bytes"
        return verify(read_program(read_at_most(_MAX_BYTES, path, too_long).decode()))
    except UnicodeDecodeError:
        raise UnreadableFileError(f"{named(path)} is not UTF-8") from None
    except InternalError as error:
        line = error.line if isinstance(error, ReadError) else 0
        raise CoreTextError(f"{named(path)}{f', line {line}' if line else ''}: {error.message}") from None


def core_after(program: Program, name: str | None, without: Collection[str] = (), whole: bool = False) -> str:
    """The core program as text after a pass of the list (None: after all), without some. Raises PassError."""
    for each in without:
        known_pass(each, may_be_left_out=True)
    if name is not None and name not in {each.name for each in PASSES}:
        known_pass(name)
        raise PassError(f"`{name}` runs inside `simplify` and `simplify-lowered`", ("simplify-lowered",))
    if name is not None and name in without:
        raise PassError(f"the pass `{name}` is left out", ())
    steps: list[Step] = []
    done = prepare(program, without=without, observe=steps.append)
    if name is not None:
        done = next(step.after for step in steps if step.done.name == name)
    return show_program(done, whole)


def work_of(program: Program, without: Collection[str] = ()) -> tuple[Work, ...]:
    """What each pass did, in order. Raises PassError."""
    for each in without:
        known_pass(each, may_be_left_out=True)
    steps: list[Step] = []
    prepare(program, without=without, observe=steps.append)
    return tuple(
        Work(step.done.name, step.done.purpose, _size(step.before), _size(step.after), step.seconds)
        for step in steps
    )


def _size(program: Program) -> int:
    return len(program_exprs(program)) + sum(len(statements(proc.body)) for proc in program.procs)
