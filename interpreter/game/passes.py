"""The passes at work on a core program, a game's or one that is read from its text: what it is after any of
them, and what each of them did."""

from __future__ import annotations

from collections.abc import Collection

from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.core.walk import program_exprs, statements
from gdl.passes.pipeline import PASSES, Step, names, optional, prepare
from gdl.support.files import NoFileError, named, read_file
from gdl.support.values import frozen
from interpreter.errors.user_errors import CoreTextError, PassError, UnreadableFileError

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
        data = read_file(path, _MAX_BYTES)
        if len(data) > _MAX_BYTES:
            raise UnreadableFileError(f"{named(path)} is too long: more than {_MAX_BYTES:,} bytes")
        return verify(read_program(data.decode()))
    except NoFileError as error:
        raise UnreadableFileError(f"cannot read {named(path)}: {error.reason}") from None
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
