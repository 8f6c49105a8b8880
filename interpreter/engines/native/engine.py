"""NativeEngine: plays a core program as machine code. States are values: `play` gives a new one."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from secrets import token_hex
from typing import Any, ParamSpec, TypeVar

from gdl.core.ops import Program
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.frozen import is_value
from interpreter.engines.interface import (
    MAX_PLIES,
    Depth,
    Endpoints,
    Engine,
    GameTally,
    Playout,
    Playouts,
    Recorded,
    SearchCode,
)
from interpreter.engines.kept import fingerprint, kept, key_of, prepared
from interpreter.engines.move_words import RawMove
from interpreter.engines.native.calls import CALL
from interpreter.engines.native.games import count, games_from, run_games, sum_games, tally_games
from interpreter.engines.native.hashing import position_hash
from interpreter.engines.native.library import Library
from interpreter.engines.native.memory import HISTORY_ENTRY, POOL_ROOM, POOL_SIZE, POOL_WORDS, Memory
from interpreter.engines.native.module import Seen
from interpreter.engines.native.state import Offered, Packing, State, restored
from interpreter.engines.native.worker import Machine, Worker
from interpreter.engines.python.random import mix
from interpreter.engines.python.runtime import members
from interpreter.support.stopping import UnattendedError, attended

_P = ParamSpec("_P")
_T = TypeVar("_T")
#: The bytes of a word of a pool.
_WORD = 8


def _ply(method: Callable[_P, _T]) -> Callable[_P, _T]:
    """A call of machine code that is nearly always short; where it is not, Ctrl-C arrives all the same."""

    @wraps(method)
    def run(*args: _P.args, **named: _P.kwargs) -> _T:
        try:
            return method(*args, **named)
        except UnattendedError:
            return attended(lambda: method(*args, **named))

    return run


def _laid_out(program: Program, store: Cache, key: str | None) -> Memory:
    """The memory of a program as it was lowered; it holds the program with all passes done."""
    return Memory(prepared(program, store, key, keep=False))


class NativeEngine(Engine):
    """Runs one program. `program` is as it was lowered; `prepared` says that all passes are done already.

    `exports` names procedures that `call` can then call. Without a `cache` the user's is used. A `checked`
    build verifies every read and write, at a third of the speed, and raises CheckFailedError. `key` is the
    program's own (`kept.key_of`), if that is known already. Rules that are played a few times only are best
    compiled `quickly`: nothing of them is kept, nor made better in the background.
    """

    name = "native"

    def __init__(
        self,
        program: Program,
        prepared: bool = False,
        exports: tuple[str, ...] = (),
        cache: Cache | None = None,
        checked: bool = False,
        key: str | None = None,
        quickly: bool = False,
    ) -> None:
        self.source = (program, prepared, exports, None, checked, key, quickly)
        self.quickly = quickly
        #: whether every place in memory and every range is verified
        self.checked = checked
        store = Cache(None if quickly else default_folder()) if cache is None else cache
        if quickly and key is None:
            key = token_hex(12)  # nothing is kept by it
        made_from = key or (fingerprint(program) if prepared else key_of(program))
        if prepared:
            self.memory = Memory(program)
        else:
            self.memory = kept(Memory, made_from, store, lambda: _laid_out(program, store, made_from))
        super().__init__(self.memory.program)
        self.procs = {p.name: p for p in self.program.procs}
        self._store, self._made_from = store, made_from or fingerprint(self.program)
        self.library = Library(self.memory, self._made_from, exports, store, checked, quickly=quickly)
        self.machine = Machine(self.memory, self.library)
        #: this thread's context, which heeds the flag of this thread
        self.worker = self.machine.worker
        self._packing = Packing(self.memory)
        self._over_at = self.memory.slots[self._fields["over"]].offset
        #: where the number of who is to move is, a byte
        self.mover_at = self.memory.slots[self._fields["mover"]].offset
        assert self.memory.slots[self._fields["mover"]].size == 1

    def __reduce__(self) -> tuple[type[NativeEngine], tuple[Any, ...]]:
        return NativeEngine, self.source

    def compile(self) -> None:
        """Make ready what plays move by move."""
        self.library["legal"]

    def warm_up(self) -> None:
        """Compile what is used as well as possible."""
        self.library.warm_up()

    @property
    def llvm(self) -> str:
        """What plays random games, in LLVM's language."""
        return self.library.module("games").text()

    @property
    def ir_lines(self) -> int:
        """How many lines that is."""
        return self.llvm.count("\n")

    def _taken(self, worker: Worker, plies: int) -> State:
        worker.checked()
        return State(self, *worker.take(), plies)

    # --- states and moves -----------------------------------------------------------------------------

    @_ply
    def start(self, seed: int = 0, number: int = 0) -> State:
        """The starting position of game `number` of a seed."""
        worker = self.worker()
        self.library["start"](worker.state, worker.at, _signed(mix(seed, number)))
        return self._taken(worker, 0)

    @_ply
    def bundles(self, state: State) -> list[Offered]:
        """What `moves` offers: bundles not yet judged by their checks. Of an ended game: nothing."""
        worker = self.machine.holding(state)
        return self._offered(worker, self.library["offers"](worker.state, worker.at))

    @_ply
    def legal_moves(self, state: State) -> list[RawMove]:
        """All legal moves, in the order of the offers; the forced pass where there is no other."""
        worker = self.machine.holding(state)
        result = self._offered(worker, self.library["legal"](worker.state, worker.at))
        if not result:
            return [] if state.over else [RawMove(self.pass_kind, (), 0)]
        return [RawMove(kind, args, site) for kind, args, sites, _ in result for site in members(sites)]

    def _offered(self, worker: Worker, size: int) -> list[Offered]:
        worker.checked()
        return self._packing.bundles(worker.offered(size))

    def _give_move(self, worker: Worker, move: RawMove) -> tuple[int, int, int, int]:
        """The arguments of an entry that takes a move."""
        raw = self._packing.pack_move(move)
        ctypes.memmove(worker.move, raw, len(raw))
        return worker.state, worker.at, ctypes.addressof(worker.move), move[2]

    @_ply
    def play(self, state: State, move: RawMove) -> State:
        """The state after a legal move (whether it is legal is not looked at)."""
        worker = self.machine.holding(state)
        self.library["play"](*self._give_move(worker, move))
        return self._taken(worker, state.plies + 1)

    @_ply
    def set_up(self, seed: int = 0) -> State:
        """The starting position, before chance has its say in the first turn."""
        worker = self.worker()
        self.library["set_up"](worker.state, worker.at, _signed(mix(seed, 0)))
        return self._taken(worker, 0)

    def fresh_state(self) -> State:
        """A state before anything has begun: every field is as it is at first."""
        return State(self, self.memory.fresh, 0, b"", 0, 0)

    @_ply
    def settle(self, state: State, move: RawMove) -> State:
        """The state after a legal move, before chance has its say in the next turn."""
        worker = self.machine.holding(state)
        self.library["settle"](*self._give_move(worker, move))
        return self._taken(worker, state.plies + 1)

    @_ply
    def take_chance(self, state: State, generator: int | None = None) -> State:
        """What chance makes of a state that `set_up` or `settle` gave; `generator`: in place of its own."""
        worker = self.machine.holding(state if generator is None else self._with_rng(state, generator))
        self.library["chance"](worker.state, worker.at)
        return self._taken(worker, state.plies)

    def _with_rng(self, state: State, generator: int) -> State:
        return State(self, state.record, generator, state.history, state.turn, state.plies)

    def with_element(self, state: State, name: str, index: int, value: int) -> State:
        """The same state with another number in an array field."""
        field, record = self._fields[name], bytearray(state.record)
        if not is_value(value, field, self.memory.bounds.get(field), self.program.sites):
            raise ValueError(f"{name} cannot be {value}")
        slot = self.memory.slots[field]
        start = slot.first + index * slot.size
        record[start : start + slot.size] = value.to_bytes(slot.size, "little", signed=slot.signed)
        return State(self, bytes(record), state.rng, state.history, state.turn, state.plies)

    @_ply
    def play_kind(self, state: State, move: RawMove) -> State:
        """The state after a move's own effects only, as what-if rules see it."""
        worker = self.machine.holding(state)
        self.library["effects"](*self._give_move(worker, move))
        return self._taken(worker, state.plies)

    def endpoints(self, state: State, move: RawMove) -> Endpoints:
        """Where a move goes from and to, for people."""
        worker = self.machine.holding(state)
        out = (ctypes.c_int64 * 4)(-1, -1, -1, -1)
        self.library["seen"](*self._give_move(worker, move), ctypes.addressof(out))
        kind = self.program.kinds[move[0]]
        has_levels = kind.level_from is not None and kind.level_to is not None
        return Endpoints(out[0], out[1], (out[2], out[3]) if has_levels else None)

    def over(self, state: State) -> bool:
        """Whether the game has ended: a byte of the record."""
        return state.record[self._over_at] != 0

    def value(self, state: State, name: str) -> Any:
        """A field's value by its name: a number, a truth, a set as bits, or a tuple of these."""
        return self.memory.read(state.record, self._fields[name])

    @_ply
    def call(self, state: State, name: str, *args: Any) -> tuple[Any, State]:
        """Call a procedure that is exported: its result, and the state afterwards."""
        worker = self.machine.holding(state)
        return self._answer(worker, name, args), self._taken(worker, state.plies)

    @_ply
    def answer(self, state: State, name: str, *args: Any, prepare: Callable[[Worker], None]) -> Any:
        """The same without the state afterwards; `prepare` is given the context before."""
        worker = self.machine.holding(state)
        prepare(worker)
        result = self._answer(worker, name, args)
        worker.checked()
        return result

    def _answer(self, worker: Worker, name: str, args: tuple[Any, ...]) -> Any:
        proc, packing = self.procs[name], self._packing
        given = ctypes.create_string_buffer(packing.pack(args, [p.type for p in proc.params]) + b"\0" * 8)
        result = ctypes.create_string_buffer(8 * self.memory.words)
        places = ctypes.addressof(given), ctypes.addressof(result)
        self.library.run(CALL + name, worker.state, worker.at, *places)
        if proc.result is None:
            return None
        return packing.value(result.raw[: packing.size(proc.result)], proc.result)

    def _present(self, state: State) -> bytes:
        return state.record

    def _past(self, state: State) -> Iterator[tuple[bytes, bool]]:
        size = self.memory.position_size
        hashes = HISTORY_ENTRY * self.memory.remembered(len(state.history))
        for number, start in enumerate(range(hashes, len(state.history), size)):
            yield state.history[start : start + size], HISTORY_ENTRY * number >= state.turn

    def earlier(self, state: State) -> Iterator[tuple[State, bool]]:
        """The positions that are remembered, the first one first: each as a state of which only the position
        and the mover count, and whether it is of the present turn."""
        kept = self.memory.kept_words
        for position, of_turn in self._past(state):
            record = bytearray(state.record)
            record[8 * kept.start : 8 * kept.stop] = position[:-8]
            self.memory.write(record, self._fields["mover"], int.from_bytes(position[-8:], "little"))
            yield State(self, bytes(record), state.rng, b"", 0, state.plies), of_turn

    def _parts(self, state: State) -> tuple[Any, ...]:
        return state.parts

    def restored(self, parts: tuple[Any, ...]) -> State:
        """The state of these parts. Raises ValueError for what cannot be one."""
        return restored(self, parts)

    @property
    def layout(self) -> Memory:
        """Where the fields stand in a record."""
        return self.memory

    def from_record(self, recorded: Recorded, rng: int, plies: int) -> State:
        """The state of a record. Raises ValueError for what cannot be one."""
        positions, size = recorded.positions, self.memory.position_size
        hashes = b"".join(
            position_hash(self.memory, positions[at : at + size]).to_bytes(HISTORY_ENTRY, "little")
            for at in range(0, len(positions), size)
        )
        parts = (recorded.record, rng, hashes + positions, HISTORY_ENTRY * recorded.earlier, plies)
        return restored(self, parts)

    # --- many at once ---------------------------------------------------------------------------------

    @_ply
    def random_move(self, state: State) -> tuple[RawMove, State]:
        """A random legal move, each with the same chance, and the state with its generator moved on."""
        worker = self.machine.holding(state)
        chosen = ctypes.c_int64(-1)
        site = self.library["random"](worker.state, worker.at, ctypes.addressof(chosen))
        after = self._taken(worker, state.plies)
        if chosen.value < 0:
            return RawMove(self.pass_kind, (), 0), after
        kind, args, _, _ = self._packing.bundle(worker.bundle(chosen.value))
        return RawMove(kind, args, site), after

    @_ply
    def playout(
        self, state: State | None = None, seed: int = 0, number: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[int, State]:
        """Random moves from a state to the end; how many, and the last state.

        Without a state, from the start of game `number` of the seed; with one, from that state with the
        generator that the game `number` of the seed starts with.
        """
        state = self.start(seed, number) if state is None else self._with_rng(state, mix(seed, number))
        worker = self.machine.holding(state)
        plies = self.library["playout"](worker.state, worker.at, max_plies)
        return plies, self._taken(worker, state.plies + plies)

    def play_games(
        self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[Playout, ...]:
        """The random games `first`, `first` + 1, ... of a seed, each with its result."""
        return tuple(run_games(self.machine, count, seed, first, max_plies))

    def games_from(
        self, state: State, count: int, seed: int = 0, max_plies: int = MAX_PLIES, threads: int = 1
    ) -> bytes:
        """Random games from a state, a row of each: how many plies, whether it ended, the ranks."""
        return games_from(self.machine, state, count, seed, 0, max_plies, threads)

    def playouts(self, games: int, seed: int, threads: int = 1) -> Playouts:
        """Play random games to their ends; how many threads share them does not change the result."""
        return sum_games(self.machine, games, seed, threads=threads)

    def tally_games(self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES) -> GameTally:
        """The games of `play_games`, counted."""
        return tally_games(self.machine, count, seed, first, max_plies)

    def perft(self, state: State, depth: int, turns: bool = False, threads: int = 1) -> tuple[Depth, ...]:
        """Count the sequences of 1 to `depth` moves (or turns) from a state."""
        return count(self.machine, self, state, depth, turns, threads)

    @_ply
    def count(self, state: State) -> int:
        """How many legal moves there are (a forced pass is one)."""
        worker = self.machine.holding(state)
        result: int = self.library["count"](worker.state, worker.at)
        worker.checked()
        return result

    def seen_as(self, seen: Seen) -> Machine:
        """What runs states of this program whose moves are numbered and which are observed in some way."""
        return Machine(
            self.memory,
            Library(self.memory, self._made_from, (), self._store, self.checked, seen, self.quickly),
        )

    def another(self, program: Program) -> NativeEngine:
        """An engine of the same kind for another program, of which all passes are done."""
        return NativeEngine(program, prepared=True, checked=self.checked, quickly=self.quickly)

    # --- searches -------------------------------------------------------------------------------------

    def compile_search(
        self, program: Program, entries: tuple[str, ...], pools: Mapping[int, mmap.mmap]
    ) -> SearchCode:
        """Compile the procedures of a search with its program, into a library of their own."""
        engine = NativeEngine(
            program, prepared=True, exports=entries, checked=self.checked, quickly=self.quickly
        )
        ours, theirs = ([(s.offset, s.size) for s in e.memory.slots.values()] for e in (self, engine))
        assert ours == theirs, "a search has moved the fields of its game"
        return _NativeSearch(engine, entries, pools)


class _NativeSearch(SearchCode):
    """The procedures of a search as machine code."""

    indivisible = True

    def __init__(
        self, engine: NativeEngine, entries: tuple[str, ...], pools: Mapping[int, mmap.mmap]
    ) -> None:
        self._engine = engine
        self._entries = entries
        self._pools = pools
        #: the context that knows where the pools are
        self._told: Worker | None = None

    def compile(self) -> None:
        for name in self._entries:
            self._engine.library[CALL + name]

    def warm_up(self) -> None:
        self._engine.warm_up()

    def call(self, state: State, name: str, *args: int) -> Any:
        return self._engine.answer(state, name, *args, prepare=self._tell)

    def _tell(self, worker: Worker) -> None:
        """Tell a context where the pools are: no other search has it."""
        if worker is self._told:
            return
        for number, pool in self._pools.items():
            base = ctypes.addressof(ctypes.c_char.from_buffer(pool))
            worker.set(POOL_WORDS + POOL_SIZE * number, base)
            worker.set(POOL_ROOM + POOL_SIZE * number, len(pool) // _WORD)
        self._told = worker


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
