"""One row that is stepped from Python as fast as Python calls anything: see glue.py."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.engines.native import block, glue
from interpreter.engines.native.desk import Desk, Tables
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.memory import ERROR
from interpreter.engines.native.rows import Rows
from interpreter.engines.native.state import State
from interpreter.engines.native.steps import SEED
from interpreter.engines.native.worker import SHORT, Machine
from interpreter.support.numbers import whole
from interpreter.support.stopping import Stop, heeding

#: After so many steps it is looked whether code is hot, and whether there is better by now.
MANY = 1 << 14
#: What is called.
_CALLED = {
    block.STEP: "rows_step",
    block.BEGIN: "rows_begin",
    block.LOOK: "rows_look",
    block.PLANES: "rows_planes",
}
_SIGN = 1 << 63


class Single:
    """One state that changes in place, with what there is to know of it in memory that stays where it is."""

    def __init__(
        self,
        engine: NativeEngine,
        machine: Machine,
        tables: Tables,
        planes: tuple[int, ...],
        refuse: Callable[[int], Exception],
        remembers: bool = True,
    ) -> None:
        """`planes` is the shape of an observation; `refuse` makes the error for what is no legal number.
        Of a program that `remembers` no positions a record is all that there is, but for the generator."""
        self.machine = machine
        self.rows = rows = Rows(engine, 1, 0)
        #: how many moves there are, who is to move, how many were made
        self.words = memoryview(rows.summary).cast("B").toreadonly().cast("q")
        self.mask = np.zeros(tables.count, np.bool_)
        self.planes = np.zeros(planes, np.float32)
        self.rewards = np.zeros(engine.program.players, np.float32)
        self._others: list[NDArray[np.int64]] = [np.zeros(1, np.int64) for _ in range(3)]
        self._listed = np.zeros(tables.count, np.int32)
        over, games, self._played = self._others
        self.desk = Desk(rows, machine, tables)
        #: for whoever asks for planes without a step: they go where he says
        self.observer = Desk(rows, machine, None)
        given = self.mask, self.rewards, over, games, self._played, self._listed
        self.desk.give(*(each.ctypes.data for each in given))
        self._refuse = refuse
        self._since = 0.0
        self._observes = False
        self._places = self._listed.ctypes.data, self.planes.ctypes.data
        if glue.speaks():
            worker = machine.held
            words = {
                block.CONTEXT: worker.at,
                block.ROWS: rows.at,
                block.BESIDE: rows.beside_at,
                block.SUMMARY: rows.summary_at,
                block.DESK: self.desk.at,
                block.MASK: self.mask.ctypes.data,
                block.LISTED: self._listed.ctypes.data,
                block.PLAYED: self._played.ctypes.data,
                block.FUEL_GIVEN: SHORT,
                block.SEED_AT: self.desk.at + SEED,
                block.RECORD_SIZE: rows.size,
                block.POSITION_SIZE: engine.memory.position_size if remembers else -1,
                block.OBSERVER: self.observer.at,
            }
            kept = rows, worker, tables, machine, self.mask, self.planes, self._listed, self._others
            self._bound = glue.Bound(words, tables.count, (self._unusual, self._begin), kept)
            self._refresh()
            #: play the move of a number
            self.step: Callable[[int], None] = self._bound.step
            #: begin the game of a seed
            self.begin: Callable[[int], None] = self._bound.begin
            #: the numbers of the legal moves, in their order
            self.ids: Callable[[], tuple[int, ...]] = self._bound.ids
        else:
            self.step, self.begin, self.ids = self._step, self._begin, self._ids

    # --- as usual -------------------------------------------------------------------------------------

    def look(self) -> None:
        """Work out what there is to know of a state that has just come."""
        self.desk.look(self._places[0], self._places[1] if self._observes else 0, 0, 1)

    def observe(self) -> None:
        """From now on each step writes the planes too."""
        if not self._observes:
            self._observes = True
            self.look()

    def put(self, state: State) -> None:
        """Go on from a state."""
        self.rows.put(((0, state),))
        self.look()

    def copy_from(self, other: Single) -> None:
        """Go on from where another is."""
        self.rows.copy_from(other.rows, (0,))
        self.look()

    # --- where something is not as usual --------------------------------------------------------------

    def _unusual(self, number: int) -> None:
        """What the glue leaves to Python: it is time to look for better code, a call was left, or the number
        is none that is legal."""
        if self._bound.spent:
            self._refresh()
            self._bound.step(number)
            return
        worker = self.machine.held
        if worker.get(ERROR):  # it may take long: the row is as it was
            worker.clear()
            self.look()
        self._step(number)

    def _refresh(self) -> None:
        """Use the best code that there is, and note how long it has run."""
        now = time.thread_time()
        library = self.machine.library
        functions = {offset: _address(library[name]) for offset, name in _CALLED.items()}
        if self._bound.steps:
            library.ran("rows_step", now - self._since)
        self._since = now
        self._bound.use(functions, MANY)

    def _begin(self, seed: int) -> None:
        """Begin the game of a seed, by way of ctypes."""
        listed, planes = self._places
        self.machine.held.clear()
        known = (whole("a seed", seed) + _SIGN) % (2 * _SIGN) - _SIGN
        self.desk.begin(known, planes if self._observes else 0, listed)

    def _step(self, number: int) -> None:
        """Play the move of a number, by way of ctypes. Raises what `refuse` makes."""
        try:
            known = index(number)
        except TypeError:
            raise TypeError(f"the number of an action is a whole number, not {number!r}") from None
        if not 0 <= known < len(self.mask) or not self.mask[known]:
            raise self._refuse(known)
        self._played[0] = known
        listed, planes = self._places
        try:
            self.desk.step(self._played.ctypes.data, False, planes if self._observes else 0, 1, listed)
        except BaseException:
            with heeding(Stop()):  # the state is what it was; what is told of it has to be so too
                self.look()
            raise

    def _ids(self) -> tuple[int, ...]:
        return tuple(self._listed[: self.words[0]].tolist())


def _address(function: Any) -> int:
    """Where a function is that ctypes calls."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0


class Values:
    """States that never change, taken one after the other through a row: their moves, what follows them."""

    def __init__(self, single: Single) -> None:
        self._single = single
        self._engine = single.rows.engine
        self._bound = single._bound
        self._left = MANY

    def start(self, seed: int) -> tuple[State, tuple[int, ...]] | None:
        """Where the game of a seed begins, and the legal numbers there; None if something is not as usual."""
        result = self._bound.start(seed)
        if result is None:
            self._bound.leave()
            self._single.machine.held.clear()
            return None
        record, history, turn, rng, ids = result
        return State(self._engine, record, rng, history, turn, 0), ids

    def ids(self, state: State) -> tuple[int, ...] | None:
        """The legal numbers of a state; None where something is not as usual."""
        given = state.record, state.history, state.turn
        result = self._bound.moves(*given)
        if result is None and self._made_room(state):
            result = self._bound.moves(*given)
        return result

    def after(self, state: State, number: int) -> tuple[State, tuple[int, ...]] | None:
        """The state after the legal move of a number, and the legal numbers there; None where there is none,
        or something is not as usual."""
        given = state.record, state.history, state.turn, state.rng, number
        result = self._bound.after(*given)
        if result is None:
            if not self._made_room(state):
                return None
            result = self._bound.after(*given)
            if result is None:
                return None
        record, history, turn, rng, ids = result
        self._left -= 1
        if not self._left:
            self._left = MANY
            self._single._refresh()
        return State(self._engine, record, rng, history, turn, state.plies + 1), ids

    def observe(self, state: State, viewer: int) -> NDArray[np.float32]:
        """The planes of a state, in memory of their own."""
        planes = np.empty(self._single.planes.shape, np.float32)
        if self._bound.see(state.record, viewer, planes) is None:
            self._bound.leave()
            self._single.machine.held.clear()
            self._single.rows.put(((0, state),))
            self._single.observer.observe(planes.ctypes.data, viewer, 1)
        return planes

    def _made_room(self, state: State) -> bool:
        """Whether a state that was not taken is one whose history there was no room for: now there is."""
        self._bound.leave()
        self._single.machine.held.clear()
        return bool(state.history) and self._single.rows.make_room(0, state)
