"""A state of a game as a state of the same game with probes: field by field, by their names.

The two programs are prepared differently, so pieces may be written down in other fields: those are worked out
from what stands where.
"""

from __future__ import annotations

from typing import Any

from gdl.core.ops import Field
from interpreter.engines.contents import Contents
from interpreter.engines.interface import Engine
from interpreter.engines.placing import PIECE_FIELDS
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
        elif field.name in PIECE_FIELDS:
            _set(new, slot, field, PIECE_FIELDS[field.name](contents, field, observer.program))


def with_contents(observer: Observer, state: State, contents: Contents) -> State:
    """A copy of an observer's state with other pieces on its sites."""
    new = state.copy()
    for field, slot in observer.module.slots.items():
        if field.name in PIECE_FIELDS:
            _set(new, slot, field, PIECE_FIELDS[field.name](contents, field, observer.program))
    return new


def _set(state: State, slot: str, field: Field, value: Any) -> None:
    if field.length is None:
        setattr(state, slot, value)
    else:
        getattr(state, slot)[: field.length] = value
