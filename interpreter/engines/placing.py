"""Writing what stands where into the fields that carry the pieces: the other way round than `contents.py`.

Each field by its name, from the contents of all sites; what a game's layout does not keep is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gdl.core.ops import Field, Program
from interpreter.engines.contents import Contents, Piece

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine
    from interpreter.engines.python.module import Module
    from interpreter.engines.python.state import State


def _sites(contents: Contents, holds: Callable[[Piece], bool]) -> int:
    return sum(1 << site for site, piece in enumerate(contents) if piece is not None and holds(piece))


def _each(part: Callable[[Piece], int]) -> Callable[[Contents, Field, Program], list[int]]:
    def write(contents: Contents, field: Field, program: Program) -> list[int]:
        return [0 if piece is None else part(piece) for piece in contents]

    return write


def _levels(part: Callable[[Piece], int]) -> Callable[[Contents, Field, Program], list[int]]:
    def write(contents: Contents, field: Field, program: Program) -> list[int]:
        limit, values = program.stack_limit, [0] * (field.length or 0)
        for site, piece in enumerate(contents):
            if piece is not None:
                for level, each in enumerate((*piece.below, piece)):
                    values[site * limit + level] = part(each)
        return values

    return write


#: The value of a field, by its name.
PIECE_FIELDS: dict[str, Callable[[Contents, Field, Program], Any]] = {
    "what": _each(lambda piece: piece.component),
    "who": _each(lambda piece: piece.owner),
    "count": _each(lambda piece: piece.count),
    "state": _each(lambda piece: piece.state),
    "value": _each(lambda piece: piece.value),
    "rotation": _each(lambda piece: piece.rotation),
    "height": _each(lambda piece: piece.height),
    "level_what": _levels(lambda piece: piece.component),
    "level_state": _levels(lambda piece: piece.state),
    "level_value": _levels(lambda piece: piece.value),
    "level_rotation": _levels(lambda piece: piece.rotation),
    "occupied": lambda contents, field, program: _sites(contents, lambda piece: True),
    "kinds": lambda contents, field, program: [
        _sites(contents, lambda piece: piece.component == kind)  # noqa: B023  (called at once)
        for kind in range(field.length or 0)
    ],
    "owned": lambda contents, field, program: [
        _sites(contents, lambda piece: piece.owner == owner)  # noqa: B023  (called at once)
        for owner in range(field.length or 0)
    ],
}


def fill_from(new: State, module: Module, engine: Engine, raw: Any) -> None:
    """Make a state of a module say the same as a state of an engine whose program was prepared otherwise.

    Field by field, by their names; of pieces by what stands where.
    """
    known = {field.name: field for field in engine.program.fields}
    contents = engine.contents(raw)
    for field, slot in module.slots.items():
        other = known.get(field.name)
        if other is not None and (other.type, other.length) == (field.type, field.length):
            put(new, slot, field, engine.value(raw, field.name))
        elif field.name in PIECE_FIELDS:
            put(new, slot, field, PIECE_FIELDS[field.name](contents, field, module.program))


def put(state: State, slot: str, field: Field, value: Any) -> None:
    """Write a field of a state of the engine in Python."""
    if field.length is None:
        setattr(state, slot, value)
    else:
        getattr(state, slot)[: field.length] = value
