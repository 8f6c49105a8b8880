"""A state of a game as a state of the same game with probes: field by field, by their names.

The two programs are prepared differently, so pieces may be written down in other fields: those are worked out
from what stands where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.core.ops import Field
from interpreter.engines.contents import Contents, Piece
from interpreter.engines.interface import Engine
from interpreter.engines.python.state import Entry, State
from interpreter.why.observer import Observer


def converted(engine: Engine, raw: Any, observer: Observer) -> State:
    """The observer's state that says the same as a state of the engine."""
    new: State = observer.set_up(0)
    _fill_from(new, observer, engine, raw)
    new.rng, new.plies = engine.rng(raw), raw.plies
    made: Entry | None = None
    for earlier, of_turn in engine.earlier(raw):
        before = new.copy()
        _fill_from(before, observer, engine, earlier)
        made = (before.key(), before.mover, int(of_turn), made)
    new.history = made
    return new


def _fill_from(new: State, observer: Observer, engine: Engine, raw: Any) -> None:
    known = {field.name: field for field in engine.program.fields}
    contents = engine.contents(raw)
    for field, slot in observer.module.slots.items():
        other = known.get(field.name)
        if other is not None and (other.type, other.length) == (field.type, field.length):
            _set(new, slot, field, engine.value(raw, field.name))
        elif field.name in _PIECES:
            _set(new, slot, field, _PIECES[field.name](contents, field, observer))


def with_contents(observer: Observer, state: State, contents: Contents) -> State:
    """A copy of an observer's state with other pieces on its sites."""
    new = state.copy()
    for field, slot in observer.module.slots.items():
        if field.name in _PIECES:
            _set(new, slot, field, _PIECES[field.name](contents, field, observer))
    return new


def _set(state: State, slot: str, field: Field, value: Any) -> None:
    if field.length is None:
        setattr(state, slot, value)
    else:
        getattr(state, slot)[: field.length] = value


# --- Pieces -----------------------------------------------------------------------------------------------


def _sites(contents: Contents, holds: Callable[[Piece], bool]) -> int:
    return sum(1 << site for site, piece in enumerate(contents) if piece is not None and holds(piece))


def _each(part: Callable[[Piece], int]) -> Callable[[Contents, Field, Observer], list[int]]:
    def write(contents: Contents, field: Field, observer: Observer) -> list[int]:
        return [0 if piece is None else part(piece) for piece in contents]

    return write


def _levels(part: Callable[[Piece], int]) -> Callable[[Contents, Field, Observer], list[int]]:
    def write(contents: Contents, field: Field, observer: Observer) -> list[int]:
        limit, values = observer.program.stack_limit, [0] * (field.length or 0)
        for site, piece in enumerate(contents):
            if piece is not None:
                for level, each in enumerate((*piece.below, piece)):
                    values[site * limit + level] = part(each)
        return values

    return write


_PIECES: dict[str, Callable[[Contents, Field, Observer], Any]] = {
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
    "occupied": lambda contents, field, observer: _sites(contents, lambda piece: True),
    "kinds": lambda contents, field, observer: [
        _sites(contents, lambda piece: piece.component == kind)  # noqa: B023  (called at once)
        for kind in range(field.length or 0)
    ],
    "owned": lambda contents, field, observer: [
        _sites(contents, lambda piece: piece.owner == owner)  # noqa: B023  (called at once)
        for owner in range(field.length or 0)
    ],
}
