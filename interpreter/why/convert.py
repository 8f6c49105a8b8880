"""A state of a game as a state of the same game with probes: field by field, by their names.

The two programs are prepared differently, so pieces may be written down in other fields: those are worked out
from what stands where.
"""

from __future__ import annotations

from typing import Any

from interpreter.engines.contents import Contents
from interpreter.engines.interface import Engine
from interpreter.engines.placing import PIECE_FIELDS, fill_from, put
from interpreter.engines.python.state import Entry, State
from interpreter.why.observer import Observer


def converted(engine: Engine, raw: Any, observer: Observer) -> State:
    """The observer's state that says the same as a state of the engine."""
    new: State = observer.set_up(0)
    fill_from(new, observer.module, engine, raw)
    new.rng, new.plies = engine.rng(raw), raw.plies
    made: Entry | None = None
    for earlier, of_turn in engine.earlier(raw):
        before = new.copy()
        fill_from(before, observer.module, engine, earlier)
        made = (before.key(), before.mover, int(of_turn), made)
    new.history = made
    return new


def with_contents(observer: Observer, state: State, contents: Contents) -> State:
    """A copy of an observer's state with other pieces on its sites."""
    new = state.copy()
    for field, slot in observer.module.slots.items():
        if field.name in PIECE_FIELDS:
            put(new, slot, field, PIECE_FIELDS[field.name](contents, field, observer.program))
    return new
