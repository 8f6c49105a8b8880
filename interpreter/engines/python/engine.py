"""PythonEngine: the reference engine, a core program emitted as Python. States are values."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from gdl.core.ops import INT, Expr, Field, Program
from interpreter.engines.frozen import is_value
from interpreter.engines.interface import (
    MAX_PLIES,
    Depth,
    Endpoints,
    Engine,
    Playout,
    Playouts,
    Recorded,
    SearchCode,
)
from interpreter.engines.move_words import RawMove
from interpreter.engines.perft import perft
from interpreter.engines.python.module import Module
from interpreter.engines.python.packed import StatePacking
from interpreter.engines.python.random import mix
from interpreter.engines.python.runtime import Bundle
from interpreter.engines.python.searching import Searching
from interpreter.engines.python.state import State
from interpreter.engines.python.stepper import Stepper
from interpreter.errors.user_errors import EngineError

if TYPE_CHECKING:
    import mmap

    from gdl.analyses.ranges import Range
    from interpreter.engines.record import Record

P = ParamSpec("P")
T = TypeVar("T")


def _ending(method: Callable[P, T]) -> Callable[P, T]:
    """Rules that ask for themselves again and again are the author's mistake, as on the native engine."""

    @wraps(method)
    def bounded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except RecursionError:
            raise EngineError("the rules call themselves without end") from None

    return bounded


def _prepare(program: Program, prepared: bool) -> Program:
    if prepared:
        return program
    from gdl.passes.pipeline import prepare  # takes time to import, and is not needed again

    return prepare(program)


class PythonEngine(Engine):
    """Runs one program. `program` is as it was lowered; `prepared` says that all passes are done already.

    `module` has its functions, where they were written before.
    """

    name = "python"
    faster = "native"

    def __init__(self, program: Program, prepared: bool = False, module: Module | None = None) -> None:
        self.source = (program, prepared)
        self.module = module = Module(_prepare(program, prepared)) if module is None else module
        super().__init__(module.program)
        module.state.ENGINE = self
        self.stepper = Stepper(module)
        #: the pools of searches that were added to the program
        self.searching = module.space["SEARCH"] = Searching(module, self.stepper)
        self._slots = {field.name: (slot, field.length) for field, slot in module.slots.items()}
        self._shown: dict[tuple[int, str], Callable[..., int]] = {}

    def __reduce__(self) -> tuple[type[PythonEngine], tuple[Program, bool]]:
        return PythonEngine, self.source

    def compile(self) -> None:
        """There is nothing to make ready."""

    def warm_up(self) -> None:
        """There is nothing to wait for."""

    @property
    def python(self) -> str:
        """The Python text emitted so far."""
        return self.module.text

    # --- states and moves -----------------------------------------------------------------------------

    def fresh_state(self) -> State:
        """A state before `start`."""
        return self.module.fresh_state()

    @_ending
    def set_up(self, seed: int = 0, number: int = 0) -> State:
        """The starting position of game `number` of a seed, before chance has its say in the first turn."""
        state = self.fresh_state()
        state.rng = mix(seed, number)
        self.stepper.start(state)
        return state

    @_ending
    def start(self, seed: int = 0, number: int = 0) -> State:
        """The first state of game `number` of a seed."""
        state = self.set_up(seed, number)
        if not state.over:
            self.stepper.turn(state)
        return state

    def bundles(self, state: State) -> list[Bundle]:
        """What `moves` offers: bundles not yet judged by their checks. Of an ended game: nothing."""
        return self.stepper.bundles(state)

    @_ending
    def legal_moves(self, state: State) -> list[RawMove]:
        """All legal moves, in the order of the offers; the forced pass where there is no other."""
        return self.stepper.legal_moves(state)

    @_ending
    def play(self, state: State, move: RawMove) -> State:
        """The state after a legal move (whether it is legal is not looked at)."""
        new = state.copy()
        self.stepper.advance(new, *move)
        return new

    @_ending
    def settle(self, state: State, move: RawMove) -> State:
        """The state after a legal move, before chance has its say in the next turn."""
        new = state.copy()
        self.stepper.settle(new, *move)
        return new

    @_ending
    def take_chance(self, state: State, generator: int | None = None) -> State:
        """What chance makes of a state that `set_up` or `settle` gave; `generator`: in place of its own."""
        new = state.copy() if generator is None else self._with_rng(state, generator)
        if not new.over:
            self.stepper.turn(new)
        return new

    def _with_rng(self, state: State, generator: int) -> State:
        new = state.copy()
        new.rng = generator
        return new

    def with_element(self, state: State, name: str, index: int, value: int) -> State:
        """The same state with another number in an array field."""
        field = self._fields[name]
        if not is_value(value, field, self.range_of(field), self.program.sites):
            raise ValueError(f"{name} cannot be {value}")
        new = state.copy()
        getattr(new, self._slots[name][0])[index] = value
        return new

    def play_kind(self, state: State, move: RawMove) -> State:
        """The state after a move's own effects only, as what-if rules see it."""
        new = state.copy()
        kind, args, site = move
        self.stepper.plays[kind](new, *args, site)
        return new

    def endpoints(self, state: State, move: RawMove) -> Endpoints:
        """Where a move goes from and to, for people."""
        kind = self.program.kinds[move.kind]
        levels = None
        if kind.level_from is not None and kind.level_to is not None:
            low = self._show("level_from", kind.level_from, state, move)
            levels = low, self._show("level_to", kind.level_to, state, move)
        origin = self._show("origin", kind.origin, state, move)
        return Endpoints(origin, self._show("target", kind.target, state, move), levels)

    @_ending
    def _show(self, what: str, expr: Expr, state: State, move: RawMove) -> int:
        """The value of an expression over the parameters of a move's kind."""
        function = self._shown.get((move.kind, what))
        if function is None:
            kind = self.program.kinds[move.kind]
            function = self._shown[move.kind, what] = self.module.kind_function(kind, what, expr)
        return function(state, *move.args, move.site)

    def value(self, state: State, name: str) -> Any:
        """A field's value by its name: a number, a truth, a set as bits, or a tuple of these."""
        slot, length = self._slots[name]
        result = getattr(state, slot)
        return result if length is None else tuple(result[:length])

    def range_of(self, field: Field) -> Range | None:
        """The numbers that a field, or an element of it, can be; None for what is no whole number."""
        return self.module.emitter.ranges.key(field) if field.type is INT else None

    def call(self, state: State, name: str, *args: Any) -> Any:
        """Call a procedure by name; on a state that is not to change only those that write nothing."""
        return self.module.function(name)(state, *args)

    @cached_property
    def packing(self) -> StatePacking:
        """Packs and unpacks states."""
        return StatePacking(self.module)

    def _present(self, state: State) -> bytes:
        return self.packing.present(state)

    def _past(self, state: State) -> Iterator[tuple[bytes, bool]]:
        past, size = self.packing.past(state), self.packing.record.position_size
        for number, at in enumerate(range(0, len(past.raw), size)):
            yield past.raw[at : at + size], number >= past.turn

    def earlier(self, state: State) -> Iterator[tuple[State, bool]]:
        """The positions that are remembered, the first one first: each as a state of which only the position
        and the mover count, and whether it is of the present turn."""
        entries, entry = [], state.entries
        while entry is not None:
            entries.append(entry)
            entry = entry[3]
        slots = [self.module.slots[f] for f in self.program.fields if f.position and f.name != "mover"]
        for key, mover, turn, _ in reversed(entries):
            before = state.copy()
            assert isinstance(key, tuple)
            for slot, value in zip(slots, key, strict=True):
                setattr(before, slot, list(value) if isinstance(value, tuple) else value)
            setattr(before, "mover", mover)  # noqa: B010  (a slot of the class made for a program)
            yield before, turn == entries[0][2]

    def _parts(self, state: State) -> tuple[Any, ...]:
        return self.packing.parts(state)

    def restored(self, parts: tuple[Any, ...]) -> State:
        """The state of these parts. Raises ValueError for what cannot be one."""
        return self.packing.restored(parts)

    @property
    def layout(self) -> Record:
        """Where the fields stand in a record."""
        return self.packing.record

    def from_record(self, recorded: Recorded, rng: int, plies: int) -> State:
        """The state of a record. Raises ValueError for what cannot be one."""
        return self.packing.restored((recorded.record, rng, recorded.positions, recorded.earlier, plies))

    # --- many at once ---------------------------------------------------------------------------------

    @_ending
    def random_move(self, state: State) -> RawMove:
        """A random legal move, each with the same chance; moves the state's generator on."""
        return self.stepper.random_move(state)

    @_ending
    def playout(
        self, state: State | None = None, seed: int = 0, number: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[int, State]:
        """Random moves from a state to the end; how many, and the last state.

        Without a state, from the start of game `number` of the seed; with one, from that state with the
        generator that the game `number` of the seed starts with.
        """
        state = self.start(seed, number) if state is None else self._with_rng(state, mix(seed, number))
        return self.stepper.play_out(state, max_plies), state

    def play_games(
        self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[Playout, ...]:
        """The random games `first`, `first` + 1, ... of a seed, each with its result."""
        results = []
        for number in range(first, first + count):
            plies, last = self.playout(None, seed, number, max_plies)
            results.append(Playout(plies, self.ranks(last), bool(last.over)))
        return tuple(results)

    def games_from(
        self, state: State, count: int, seed: int = 0, max_plies: int = MAX_PLIES, threads: int = 1
    ) -> bytes:
        """Random games from a state, a row of each: how many plies, whether it ended, the ranks."""
        row = struct.Struct(f"<qq{self.program.players}d")
        result = bytearray()
        for number in range(count):
            plies, last = self.playout(state, seed, number, max_plies)
            result += row.pack(plies, bool(last.over), *self.ranks(last))
        return bytes(result)

    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends, on one thread: Python runs no more at a time."""
        done = self.play_games(games, seed)
        wins = [0] * self.program.players
        for result in done:
            first = [seat for seat, rank in enumerate(result.ranks) if rank == 1.0]
            if len(first) == 1:
                wins[first[0]] += 1
        return Playouts(len(done), sum(each.plies for each in done), tuple(wins), len(done) - sum(wins))

    def perft(self, state: State, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of 1 to `depth` moves (or turns) from a state, on one thread."""
        return perft(self, state, depth, turns)

    def count(self, state: State) -> int:
        """How many legal moves there are (a forced pass is one)."""
        if state.over:
            return 0
        out = self.bundles(state)
        if all(checks is None for _, _, _, checks in out):
            return sum(sites.bit_count() for _, _, sites, _ in out) or 1
        return self.module.offers.count(state, out) or 1

    def another(self, program: Program) -> PythonEngine:
        """An engine of the same kind for another program, of which all passes are done."""
        return PythonEngine(program, prepared=True)

    # --- searches -------------------------------------------------------------------------------------

    def compile_search(
        self, program: Program, entries: tuple[str, ...], pools: Mapping[int, mmap.mmap]
    ) -> SearchCode:
        """Emit the procedures of a search with its program, on an engine of its own."""
        return _PythonSearch(PythonEngine(program, prepared=True), entries, pools)


class _PythonSearch(SearchCode):
    """The procedures of a search as Python."""

    def __init__(
        self, engine: PythonEngine, entries: tuple[str, ...], pools: Mapping[int, mmap.mmap]
    ) -> None:
        self._engine = engine
        self._entries = entries
        for number, pool in pools.items():
            engine.searching.provide(number, memoryview(pool))

    def compile(self) -> None:
        for name in self._entries:
            self._engine.module.function(name)

    def warm_up(self) -> None:
        pass

    def call(self, state: State, name: str, *args: int) -> Any:
        return self._engine.call(state.copy(), name, *args)
