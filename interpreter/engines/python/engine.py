"""PythonEngine: plays a core program. States are values: `play` gives a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from attrs import frozen

from gdl.core.ops import Expr, Program
from interpreter.engines.frozen import key_of
from interpreter.engines.python.module import Module
from interpreter.engines.python.random import draw, mix
from interpreter.engines.python.runtime import Bundle, legal, members, nth
from interpreter.engines.python.searching import Searching
from interpreter.engines.python.state import State
from interpreter.errors.errors import EngineError
from interpreter.support.stopping import heed

#: A playout that is longer is given up: a game without an end of its own.
MAX_PLIES = 100_000


class Move(NamedTuple):
    """A move: the kind, the values captured when it was offered, and the destination."""

    kind: int
    args: tuple[Any, ...]
    site: int


@frozen
class Playout:
    """One random game: how long it was, and each player's rank (from number 1; 0.0 where it was given up)."""

    plies: int
    ranks: tuple[float, ...]
    over: bool


@frozen
class Playouts:
    """Many random games."""

    results: tuple[Playout, ...]

    @property
    def plies(self) -> int:
        return sum(r.plies for r in self.results)

    @property
    def wins(self) -> tuple[int, ...]:
        """For each player how many games it came first in, alone or not, and somebody did not."""
        players = len(self.results[0].ranks) if self.results else 0
        return tuple(
            sum(1 for r in self.results if r.over and r.ranks[p] == min(r.ranks) < max(r.ranks))
            for p in range(players)
        )


@frozen
class Perft:
    """How many positions there are after so many plies, and how many of these are ends (index 0: now).

    Counted in bulk, the last ply's ends are not known and left out.
    """

    nodes: tuple[int, ...]
    ended: tuple[int, ...]


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


class PythonEngine:
    """Runs one program. `program` is as it was lowered; `prepared` says that all passes are done already.

    `module` has its functions, where they were written before.
    """

    def __init__(self, program: Program, prepared: bool = False, module: Module | None = None) -> None:
        self.source = (program, prepared)
        self.module = module = Module(_prepare(program, prepared)) if module is None else module
        self.program = module.program
        module.state.ENGINE = self
        #: the pools of searches that were added to the program
        self.searching = module.space["SEARCH"] = Searching(self)
        self.pass_kind = next(kind.index for kind in self.program.kinds if kind.name == "pass")
        self._start: Callable[[State], None] = module.function("start")
        self._turn: Callable[[State], None] = module.function("turn")
        self._after: Callable[[State], None] = module.function("after")
        self._moves: Callable[[State, list[Bundle], None], None] = module.function("moves", "all")
        self._plays = module.offers.plays
        self._shown: dict[tuple[int, str], Callable[..., int]] = {}
        self._overflow = any(f.name == "overflow" for f in self.program.fields)

    @cached_property
    def key(self) -> str:
        """Two engines of equal keys run the same program."""
        return key_of(self.program)

    def __reduce__(self) -> tuple[type[PythonEngine], tuple[Program, bool]]:
        return PythonEngine, self.source

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
        self._start(state)
        return state

    @_ending
    def start(self, seed: int = 0, number: int = 0) -> State:
        """The first state of game `number` of a seed."""
        state = self.set_up(seed, number)
        if not state.over:
            self._turn(state)
        return state

    def bundles(self, state: State) -> list[Bundle]:
        """What `moves` offers: bundles not yet judged by their checks. Of an ended game: nothing."""
        out: list[Bundle] = []
        if not state.over:
            self._moves(state, out, None)
        return out

    @_ending
    def legal_moves(self, state: State) -> list[Move]:
        """All legal moves, in the order of the offers; the forced pass where there is no other."""
        if state.over:
            return []
        found = [
            Move(kind, args, site)
            for kind, args, sites, checks in self.bundles(state)
            for site in members(sites)
            if legal(state, self._plays[kind], args, site, checks, None)
        ]
        return found or [Move(self.pass_kind, (), 0)]

    @_ending
    def play(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a legal move (whether it is legal is not looked at)."""
        new = state.copy()
        self.advance(new, *move)
        return new

    def advance(self, state: State, kind: int, args: tuple[Any, ...], site: int) -> None:
        """Make a state the one after a move."""
        self._plays[kind](state, *args, site)
        state.plies += 1
        self._after(state)
        if not state.over:
            self._turn(state)

    @_ending
    def settle(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a legal move, before chance has its say in the next turn."""
        new = self.play_kind(state, move)
        new.plies += 1
        self._after(new)
        return new

    @_ending
    def take_chance(self, state: State, generator: int | None = None) -> State:
        """What chance makes of a state that `set_up` or `settle` gave; `generator`: in place of its own."""
        new = state.copy() if generator is None else self.drawing_from(state, generator)
        if not new.over:
            self._turn(new)
        return new

    def drawing_from(self, state: State, generator: int) -> State:
        """The same state with another generator."""
        new = state.copy()
        new.rng = generator
        return new

    def play_kind(self, state: State, move: tuple[int, tuple[Any, ...], int]) -> State:
        """The state after a move's own effects only, as what-if rules see it."""
        new = state.copy()
        self._plays[move[0]](new, *move[1], move[2])
        return new

    def origin(self, state: State, move: Move) -> int:
        """The site to show that a move comes from, -1 for none."""
        return self._show("origin", self.program.kinds[move.kind].origin, state, move)

    def target(self, state: State, move: Move) -> int:
        """The site to show that a move goes to, -1 for none."""
        return self._show("target", self.program.kinds[move.kind].target, state, move)

    def levels(self, state: State, move: Move) -> tuple[int, int] | None:
        """The levels that a move is from and to, where its kind tells."""
        kind = self.program.kinds[move.kind]
        if kind.level_from is None or kind.level_to is None:
            return None
        low = self._show("level_from", kind.level_from, state, move)
        return low, self._show("level_to", kind.level_to, state, move)

    @_ending
    def _show(self, what: str, expr: Expr, state: State, move: Move) -> int:
        function = self._shown.get((move.kind, what))
        if function is None:
            kind = self.program.kinds[move.kind]
            function = self._shown[move.kind, what] = self.module.kind_function(kind, what, expr)
        return function(state, *move.args, move.site)

    def value(self, state: State, name: str) -> Any:
        """A field's value by its name: a number, a truth, a set as bits, or a tuple of these."""
        for f, slot in self.module.slots.items():
            if f.name == name:
                found = getattr(state, slot)
                return found if f.length is None else tuple(found[: f.length])
        raise KeyError(name)

    def ranks(self, state: State) -> tuple[float, ...]:
        """Each player's rank, from player 1; 0.0 while it is open."""
        return tuple(state.rank[1 : self.program.players + 1])

    def overflowed(self, state: State) -> bool:
        """Whether a stack or a number grew beyond what a state holds."""
        return self._overflow and bool(self.value(state, "overflow"))

    def call(self, state: State, name: str, *args: Any) -> Any:
        """Call a procedure by name; on a state that is not to change only those that write nothing."""
        return self.module.function(name)(state, *args)

    # --- random games ---------------------------------------------------------------------------------

    @_ending
    def random_move(self, state: State) -> Move:
        """A random legal move, each with the same chance; moves the state's generator on."""
        out: list[Bundle] = []
        self._moves(state, out, None)
        return self._choose(state, out)

    def _choose(self, state: State, out: list[Bundle]) -> Move:
        total = 0
        for bundle in out:
            total += bundle[2].bit_count()
        while total:
            k, state.rng = draw(state.rng, total) if total > 1 else (0, state.rng)
            for index, (kind, args, sites, checks) in enumerate(out):  # noqa: B007
                size = sites.bit_count()
                if k < size:
                    break
                k -= size
            site = nth(sites, k)
            if checks is None or legal(state, self._plays[kind], args, site, checks, None):
                return Move(kind, args, site)
            out[index] = (kind, args, sites & ~(1 << site), checks)
            total -= 1
        return Move(self.pass_kind, (), 0)

    @_ending
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
            state = state.copy()
            state.rng = mix(seed, number)
        plies = 0
        moves, plays, after, turn = self._moves, self._plays, self._after, self._turn
        while not state.over and plies < max_plies:
            heed()
            out: list[Bundle] = []
            moves(state, out, None)
            kind, args, site = self._choose(state, out)
            plays[kind](state, *args, site)
            state.plies += 1
            plies += 1
            after(state)
            if not state.over:
                turn(state)
        return plies, state

    @_ending
    def playouts(self, count: int, seed: int = 0, first: int = 0, max_plies: int = MAX_PLIES) -> Playouts:
        """The games `first`, `first` + 1, ... of a seed."""
        results = []
        for number in range(first, first + count):
            plies, last = self.playout(None, seed, number, max_plies)
            results.append(Playout(plies, self.ranks(last), bool(last.over)))
        return Playouts(tuple(results))

    # --- perft ----------------------------------------------------------------------------------------

    def perft(self, state: State, depth: int, bulk: bool = False) -> Perft:
        """Count the positions after each number of plies up to `depth`, different ways counted each.

        In bulk the last ply is counted and not played (its ends are then unknown).
        """
        nodes, ended = [0] * (depth + 1), [0] * (depth + 1)
        self._perft(state, 0, depth, bulk, nodes, ended)
        return Perft(tuple(nodes), tuple(ended[:-1] if bulk else ended))

    def _perft(
        self, state: State, ply: int, depth: int, bulk: bool, nodes: list[int], ended: list[int]
    ) -> None:
        nodes[ply] += 1
        if state.over:
            ended[ply] += 1
            return
        if ply == depth:
            return
        if bulk and ply + 1 == depth:
            nodes[depth] += self.count(state)
            return
        for move in self.legal_moves(state):
            self._perft(self.play(state, move), ply + 1, depth, bulk, nodes, ended)

    def count(self, state: State) -> int:
        """How many legal moves there are (a forced pass is one)."""
        if state.over:
            return 0
        out = self.bundles(state)
        if all(checks is None for _, _, _, checks in out):
            return sum(sites.bit_count() for _, _, sites, _ in out) or 1
        return self.module.offers.count(state, out) or 1
