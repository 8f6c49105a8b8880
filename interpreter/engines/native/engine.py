"""NativeEngine: plays a core program as machine code. States are values: `play` gives a new one."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from gdl.core.ops import BOOL, SITES, Program, Type
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.fingerprint import fingerprint
from interpreter.engines.frozen import key_of as key_of_program
from interpreter.engines.kept import kept, key_of
from interpreter.engines.native.calls import CALL, TOO_LONG
from interpreter.engines.native.library import Library
from interpreter.engines.native.memory import ARGS, KIND, Memory
from interpreter.engines.native.state import State
from interpreter.engines.native.worker import Worker
from interpreter.engines.python.engine import MAX_PLIES, Move, Playout, Playouts
from interpreter.engines.python.random import mix
from interpreter.engines.python.runtime import members
from interpreter.support.stopping import UnattendedError, attended

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _ply(method: Callable[_P, _T]) -> Callable[_P, _T]:
    """A call of machine code that is nearly always short; where it is not, Ctrl-C arrives all the same."""

    @wraps(method)
    def run(*args: _P.args, **named: _P.kwargs) -> _T:
        try:
            return method(*args, **named)
        except UnattendedError:
            return attended(lambda: method(*args, **named))

    return run


#: One move offered in a bundle: the kind, its arguments, the sites, whether checks are still to be made.
Offered = tuple[int, tuple[Any, ...], int, bool]


def _laid_out(program: Program, store: Cache, key: str | None) -> Memory:
    """The memory of a program as it was lowered; it holds the program with all passes done."""
    from interpreter.engines.prepared import prepared  # takes time to import, and is not needed again

    return Memory(prepared(program, store, key, keep=False))


class NativeEngine:
    """Runs one program. `program` is as it was lowered; `prepared` says that all passes are done already.

    `exports` names procedures that `call` can then call. Without a `cache` the user's is used. A `checked`
    build verifies every read and write, at a third of the speed, and raises CheckFailedError. `key` is the
    program's own (`kept.key_of`), if that is known already.
    """

    def __init__(
        self,
        program: Program,
        prepared: bool = False,
        exports: tuple[str, ...] = (),
        cache: Cache | None = None,
        checked: bool = False,
        key: str | None = None,
    ) -> None:
        self.source = (program, prepared, exports, None, checked, key)
        #: whether every place in memory and every range is verified
        self.checked = checked
        store = Cache(default_folder()) if cache is None else cache
        made_from = fingerprint(program) if prepared else key or key_of(program)
        if prepared:
            self.memory = Memory(program)
        else:
            self.memory = kept(Memory, made_from, store, lambda: _laid_out(program, store, made_from))
        self.program = self.memory.program
        self.pass_kind = next(kind.index for kind in self.program.kinds if kind.name == "pass")
        self.procs = {p.name: p for p in self.program.procs}
        self.library = Library(self.memory, made_from or fingerprint(self.program), exports, store, checked)
        self._local = threading.local()
        self._fields = {f.name: f for f in self.program.fields}

    @cached_property
    def key(self) -> str:
        """Two engines of equal keys run the same program."""
        return key_of_program(self.program)

    def __reduce__(self) -> tuple[type[NativeEngine], tuple[Any, ...]]:
        return NativeEngine, self.source

    def worker(self) -> Worker:
        """This thread's context, which heeds the flag of this thread."""
        found: Worker | None = getattr(self._local, "worker", None)
        if found is None:
            found = self._local.worker = Worker(self.memory, self.library.broken)
        else:
            found.heed()
        return found

    def _with(self, state: State) -> Worker:
        worker = self.worker()
        worker.put(state.record, state.rng, state.history, state.turn)
        return worker

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
        worker = self._with(state)
        return self._decode(worker, self.library["offers"](worker.state, worker.at))

    @_ply
    def legal_moves(self, state: State) -> list[Move]:
        """All legal moves, in the order of the offers; the forced pass where there is no other."""
        worker = self._with(state)
        found = self._decode(worker, self.library["legal"](worker.state, worker.at))
        if not found:
            return [] if state.over else [Move(self.pass_kind, (), 0)]
        return [Move(kind, args, site) for kind, args, sites, _ in found for site in members(sites)]

    def _decode(self, worker: Worker, size: int) -> list[Offered]:
        worker.checked()
        raw, step = worker.offered(size), self.memory.bundle_size
        return [self._bundle(raw[i : i + step]) for i in range(0, len(raw), step)]

    def _bundle(self, raw: bytes) -> Offered:
        kind, check = struct.unpack_from("<ii", raw, KIND)
        args = self._unpack(raw, ARGS, [p.type for p in self.program.kinds[kind].params[:-1]])
        sites = int.from_bytes(raw[self.memory.sites_offset :], "little")
        return kind, args, sites, check >= 0

    def _unpack(self, raw: bytes, offset: int, types: list[Type]) -> tuple[Any, ...]:
        found: list[Any] = []
        for type_ in types:
            size = 8 * self.memory.slots_of(type_)
            found.append(_value(raw[offset : offset + size], type_))
            offset += size
        return tuple(found)

    def _pack(self, args: tuple[Any, ...], types: list[Type]) -> bytes:
        parts = []
        for value, type_ in zip(args, types, strict=True):
            if type_.value == "Float":
                parts.append(struct.pack("<d", value))
            else:
                bits = 64 * self.memory.slots_of(type_)
                parts.append((int(value) & ((1 << bits) - 1)).to_bytes(bits // 8, "little"))
        return b"".join(parts)

    def _give_move(self, worker: Worker, move: tuple[int, tuple[Any, ...], int]) -> tuple[int, int, int, int]:
        """The arguments of an entry that takes a move."""
        kind, args, site = move
        types = [p.type for p in self.program.kinds[kind].params[:-1]]
        raw = struct.pack("<iiq", kind, -1, 1) + self._pack(args, types)
        ctypes.memmove(worker.move, raw, len(raw))
        return worker.state, worker.at, ctypes.addressof(worker.move), site

    @_ply
    def play(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a legal move (whether it is legal is not looked at)."""
        worker = self._with(state)
        self.library["play"](*self._give_move(worker, move))
        return self._taken(worker, state.plies + 1)

    @_ply
    def set_up(self, seed: int = 0) -> State:
        """The starting position, before chance has its say in the first turn."""
        worker = self.worker()
        self.library["set_up"](worker.state, worker.at, _signed(mix(seed, 0)))
        return self._taken(worker, 0)

    @_ply
    def settle(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a legal move, before chance has its say in the next turn."""
        worker = self._with(state)
        self.library["settle"](*self._give_move(worker, move))
        return self._taken(worker, state.plies + 1)

    @_ply
    def take_chance(self, state: State, generator: int | None = None) -> State:
        """What chance makes of a state that `set_up` or `settle` gave; `generator`: in place of its own."""
        worker = self._with(state if generator is None else self.drawing_from(state, generator))
        self.library["chance"](worker.state, worker.at)
        return self._taken(worker, state.plies)

    def drawing_from(self, state: State, generator: int) -> State:
        """The same state with another generator."""
        return State(self, state.record, generator, state.history, state.turn, state.plies)

    @_ply
    def play_kind(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a move's own effects only, as what-if rules see it."""
        worker = self._with(state)
        self.library["effects"](*self._give_move(worker, move))
        return self._taken(worker, state.plies)

    def seen(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> tuple[int, int, int, int]:
        """The sites to show that a move is from and to, and its levels (-1: none)."""
        worker = self._with(state)
        out = (ctypes.c_int64 * 4)(-1, -1, -1, -1)
        self.library["seen"](*self._give_move(worker, move), ctypes.addressof(out))
        return out[0], out[1], out[2], out[3]

    def origin(self, state: State, move: Move) -> int:
        """The site to show that a move comes from, -1 for none."""
        return self.seen(state, move)[0]

    def target(self, state: State, move: Move) -> int:
        """The site to show that a move goes to, -1 for none."""
        return self.seen(state, move)[1]

    def levels(self, state: State, move: Move) -> tuple[int, int] | None:
        """The levels that a move is from and to, where its kind tells."""
        kind = self.program.kinds[move.kind]
        if kind.level_from is None or kind.level_to is None:
            return None
        return self.seen(state, move)[2:]

    def value(self, state: State, name: str) -> Any:
        """A field's value by its name: a number, a truth, a set as bits, or a tuple of these."""
        return self.memory.read(state.record, self._fields[name])

    def ranks(self, state: State) -> tuple[float, ...]:
        """Each player's rank, from player 1; 0.0 while it is open."""
        return tuple(self.value(state, "rank")[1 : self.program.players + 1])

    def overflowed(self, state: State) -> bool:
        """Whether a stack or a number grew beyond what a state holds."""
        return "overflow" in self._fields and bool(self.value(state, "overflow"))

    @_ply
    def call(self, state: State, name: str, *args: Any) -> tuple[Any, State]:
        """Call a procedure that is exported: its result, and the state afterwards."""
        worker, proc = self._with(state), self.procs[name]
        given = ctypes.create_string_buffer(self._pack(args, [p.type for p in proc.params]) + b"\0" * 8)
        result = ctypes.create_string_buffer(8 * self.memory.words)
        self.library[CALL + name](worker.state, worker.at, ctypes.addressof(given), ctypes.addressof(result))
        found = None if proc.result is None else _value(result.raw[: self._size(proc.result)], proc.result)
        return found, self._taken(worker, state.plies)

    def _size(self, type_: Type) -> int:
        return 8 * self.memory.slots_of(type_)

    # --- random games ---------------------------------------------------------------------------------

    @_ply
    def random_move(self, state: State) -> tuple[Move, State]:
        """A random legal move, each with the same chance, and the state with its generator moved on."""
        worker = self._with(state)
        chosen = ctypes.c_int64(-1)
        site = self.library["random"](worker.state, worker.at, ctypes.addressof(chosen))
        after = self._taken(worker, state.plies)
        if chosen.value < 0:
            return Move(self.pass_kind, (), 0), after
        kind, args, _, _ = self._bundle(worker.bundle(chosen.value))
        return Move(kind, args, site), after

    @_ply
    def playout(
        self, state: State | None = None, seed: int = 0, number: int = 0, max_plies: int = MAX_PLIES
    ) -> tuple[int, State]:
        """Random moves from a state to the end; how many, and the last state.

        Without a state, from the start of game `number` of the seed; with one, from that state with the
        generator that the game `number` of the seed starts with.
        """
        if state is None:
            state = self.start(seed, number)
        else:
            state = State(self, state.record, mix(seed, number), state.history, state.turn, state.plies)
        worker = self._with(state)
        plies = self.library["playout"](worker.state, worker.at, max_plies)
        if plies == TOO_LONG:
            plies = self.library["long_playout"](worker.state, worker.at, max_plies)
        return plies, self._taken(worker, state.plies + plies)

    def playouts(self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES) -> Playouts:
        """The games `first`, `first` + 1, ... of a seed."""
        from interpreter.engines.native.games import run_games

        return Playouts(tuple(run_games(self, count, seed, first, max_plies)))

    @_ply
    def count(self, state: State) -> int:
        """How many legal moves there are (a forced pass is one)."""
        worker = self._with(state)
        found: int = self.library["count"](worker.state, worker.at)
        worker.checked()
        return found


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _value(raw: bytes, type_: Type) -> Any:
    """A value out of memory."""
    if type_.value == "Float":
        return struct.unpack("<d", raw)[0]
    number = int.from_bytes(raw, "little", signed=type_ is not SITES)
    return bool(number & 1) if type_ is BOOL else number


__all__ = ["NativeEngine", "Playout"]
