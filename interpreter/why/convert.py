"""A state of a game as a state of the same game with probes: field by field, by their names.

The two programs are prepared differently, so pieces may be written down in other fields: those are worked out
from what stands where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gdl.core.ops import Field
from interpreter.engines.contents import ContentsReader
from interpreter.engines.interface import Engine
from interpreter.engines.pieces import Contents, Piece
from interpreter.engines.python.state import History, State
from interpreter.why.observer import Observer


def converted(engine: Engine, raw: Any, observer: Observer) -> State:
    """The observer's state that says the same as a state of the engine."""
    new: State = observer.set_up(0)
    known = {field.name: field for field in engine.program.fields}
    _fill(new, observer, lambda field: _same(known, field) and engine.value(raw, field.name),
          engine.contents(raw))  # fmt: skip
    new.rng, new.plies = engine.rng(raw), raw.plies
    new.history = _history(engine, raw, observer, new)
    return new


def _same(known: Mapping[str, Field], field: Field) -> Any:
    """None where the other program has no such field."""
    other = known.get(field.name)
    same = other is not None and (other.type, other.length) == (field.type, field.length)
    return True if same else None


def _fill(new: State, observer: Observer, value: Callable[[Field], Any], contents: Contents) -> None:
    for field, slot in observer.module.slots.items():
        found = value(field)
        if found is None:
            write = _PIECES.get(field.name)
            if write is None:
                continue
            found = write(contents, field, observer)
        if field.length is None:
            setattr(new, slot, found)
        else:
            getattr(new, slot)[: field.length] = found


# --- Pieces -----------------------------------------------------------------------------------------------


def _set(contents: Contents, holds: Callable[[Piece], bool]) -> int:
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
    "occupied": lambda contents, field, observer: _set(contents, lambda piece: True),
    "kinds": lambda contents, field, observer: [
        _set(contents, lambda piece: piece.component == kind)  # noqa: B023  (called at once)
        for kind in range(field.length or 0)
    ],
    "owned": lambda contents, field, observer: [
        _set(contents, lambda piece: piece.owner == owner)  # noqa: B023  (called at once)
        for owner in range(field.length or 0)
    ],
}


# --- Earlier positions ------------------------------------------------------------------------------------


def _history(engine: Engine, raw: Any, observer: Observer, present: State) -> History:
    """The remembered positions, each written down as the observer writes them."""
    if not isinstance(raw, State):
        return None
    kept = [f for f in engine.program.fields if f.position and f.name != "mover"]
    known, reader = {f.name: f for f in kept}, ContentsReader(engine.program)
    entries, entry = [], raw.history
    while entry is not None:
        entries.append(entry)
        entry = entry[3]
    made: History = None
    earlier = present.copy()
    for key, mover, turn, _ in reversed(entries):
        assert isinstance(key, tuple)
        values = {f.name: value for f, value in zip(kept, key, strict=True)}
        contents = reader(lambda name: values[name] if name in values else engine.value(raw, name))  # noqa: B023

        def value(field: Field, values: dict[str, Any] = values) -> Any:
            if _same(known, field) is None:
                return None
            found = values[field.name]
            return found if field.length is None else found[: field.length]

        _fill(earlier, observer, value, contents)
        made = (earlier.key(), mover, turn, made)
    return made


def with_contents(observer: Observer, state: State, contents: Contents) -> State:
    """A copy of an observer's state with other pieces on its sites."""
    new = state.copy()
    for field, slot in observer.module.slots.items():
        write = _PIECES.get(field.name)
        if write is not None:
            found = write(contents, field, observer)
            if field.length is None:
                setattr(new, slot, found)
            else:
                getattr(new, slot)[: field.length] = found
    return new
