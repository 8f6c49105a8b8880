"""A player that looks ahead as far as it can and estimates what it sees there by the rules of the end."""

from __future__ import annotations

from collections.abc import MutableSequence
from contextlib import suppress
from functools import partial
from math import inf

from gdl.core.programs import HORIZON
from gdl.passes.linker import CONTENTS
from gdl.support.values import define, evolve, field, frozen
from interpreter.engines.interface import Engine
from interpreter.engines.move_words import MoveWords
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.move import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.endgame import Endgames
from interpreter.players.limit import TIME, Limit, limit_of
from interpreter.players.player import LINES, Candidate, Choice, Line, Thought
from interpreter.players.waiting import legal_moves, shortly, unthinking
from interpreter.search import alphabeta as minimax
from interpreter.search import learnt, noisy, tallies
from interpreter.search.run import WORD, Search, substituted
from interpreter.search.weights import Weights, fill_pool, pool_layout, squashed
from interpreter.support.clock import now
from interpreter.support.stopping import StoppedError

#: Words for the moves of the line that is looked at.
_STACK_WORDS = 1 << 18
#: What a bucket of the table takes.
BUCKET_BYTES = WORD * tallies.ENTRY * tallies.BUCKET
#: Nobody looks further than that: not so far that what lies at the end hangs on how long the game has lasted
#: where the positions' fingerprints leave that out.
_DEEPEST = 100
assert _DEEPEST < HORIZON
#: A draw is agreed to by who stands that badly.
_DIM = -0.1
#: How changes of the estimate are sampled: games at random, plies of each, seconds for all.
_SAMPLES, _SAMPLE_PLIES, _MEASURING = 16, 200, 0.2
#: Passes are sampled in so many plies of each of these games; so many of them are enough, and passing is
#: sound if moving was worse in such a part of them at most.
_PASS_PLIES, _PASSES, _ZUGZWANGS = 30, 60, 0.02
#: The pool of learnt weights (see interpreter/search/learnt.py).
_PATTERNS = 3
#: Noise has one of so many seeds.
_NOISE_SEEDS = 1_000_000
#: A move is loud if it changes the estimate by so much at least, and by so many times the median.
_LOUDEST_NOISE, _ABOVE_MEDIAN = 200, 4


@frozen
class AlphaBetaSettings:
    """How long it thinks, how many plies it looks ahead, or at how many positions (any of them ends it)."""

    seconds: float | None = 1.0
    depth: int | None = None
    #: bytes for the table
    memory: int = 256 << 20
    nodes: int | None = None
    #: what was learnt of the game (`gdl train`), if that is to be used
    weights: Weights | None = field(default=None, repr=False, eq=False)
    #: the seed of what it misjudges; None where it judges as well as it can
    noise: int | None = None
    #: whether it goes by an endgame table, where one was made
    tables: bool = False


@frozen
class _Result:
    """What one depth has shown."""

    depth: int
    #: the number of the best move in the list of moves, and its worth
    best: int
    worth: int
    #: every move's worth, and which bound that is
    worths: tuple[int, ...]
    bounds: tuple[int, ...]
    #: whether moves that looked bad were looked into less far
    selective: bool
    #: whether worths are by learnt weights, which know no bounds
    learnt: bool


@define
class AlphaBetaPlayer:
    """Looks one ply further again and again until its time is over; its table is kept between moves."""

    settings: AlphaBetaSettings
    _search: Search | None = field(default=None, init=False)
    _engine: Engine | None = field(default=None, init=False)
    _endgames: Endgames | None = field(default=None, init=False)

    @property
    def limit(self) -> Limit | None:
        """The time, the depth and the nodes of its settings."""
        settings = self.settings
        return limit_of(settings.seconds, depth=settings.depth, nodes=settings.nodes)

    @property
    def _learnt(self) -> bool:
        """Whether it evaluates by weights."""
        return self.settings.weights is not None

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """The best move of the deepest look that was finished, or a better one found since.

        Goes by `seconds`, `depth` and `nodes`; raises PlayerOptionError for a limit that has none of them.
        """
        own = limit.known_to("alphabeta", "seconds", "depth", "nodes") if limit is not None else self.limit
        patience = None if own is None else own.seconds
        state = line.state
        search = self._for(state, own)
        known = None if self._endgames is None else self._endgames.choose(line)
        if known is not None:
            return known
        began, looked = now(), search.ints(2)[tallies.LOOKED]
        legal = legal_moves(state, patience)
        result = self._think(search, state, own)
        if result is None:
            return unthinking(legal)
        seconds = now() - began
        moves = self._listed(search, state)
        order = sorted(moves, key=lambda n: (n != result.best, -result.worths[n]))
        candidates = [_candidate(moves[n], result, n, state) for n in order]
        looked = search.ints(2)[tallies.LOOKED] - looked
        work = f"{looked:,} positions, {result.depth} plies ahead, in {seconds:.2f} s"
        for number, each in enumerate(candidates[:LINES]):
            follows = shortly(patience, partial(self._expected, search, state, each, result.depth))
            if follows is None:
                break
            candidates[number] = evolve(each, line=follows)
        best = candidates[0]
        return Choice(best.move, Thought(tuple(candidates), best.line or (best.move,), work))

    def accepts_draw(self, line: Line) -> bool:
        """Agrees where it stands badly."""
        own = self.limit
        if own is not None and own.seconds is not None:
            own = evolve(own, seconds=max(own.seconds / 4, TIME.least))
        result = self._think(self._for(line.state, own), line.state, own)
        return result is not None and result.worth > -_DIM * tallies.SCALE

    def ponder(self, line: Line, limit: Limit) -> None:
        """Fill the table while another player is to move."""
        own = self.settings
        if self._search is not None and own.depth is None and own.nodes is None:
            self._think(self._search, line.state, limit)

    def _for(self, state: State, limit: Limit | None) -> Search:
        """The search for a state's game, made when it is first asked for.

        It is selective where no depth is asked for. Where it was not, or the reverse, a table's depths mean
        something else: anew.
        """
        game, kept = state.game, self._search
        selective = limit is None or limit.depth is None
        timed = limit is not None and limit.seconds is not None
        if kept is None or self._engine is not game.engine or kept.ints(2)[tallies.SELECTIVE] != selective:
            self._engine = game.engine
            settings = self.settings
            self._search = kept = search_for(
                game, settings.memory, settings.weights, settings.noise is not None
            )
            self._endgames = Endgames.of(game) if settings.tables else None
            if self._endgames is not None:
                self._endgames.lay_into(kept.ints(0))
            kept.ints(2)[tallies.SELECTIVE] = selective
            loud = loudness(kept, state, timed) if selective or self.settings.noise is not None else 0
            kept.ints(2)[tallies.LOUD] = loud if selective else 0
            kept.ints(2)[tallies.PASSABLE] = selective and passable(kept, game, timed)
            if self.settings.noise is not None:
                kept.ints(2)[tallies.NOISE] = min(loud // _ABOVE_MEDIAN, tallies.SCALE)
                kept.ints(2)[tallies.NOISE_SEED] = _NOISE_SEEDS + self.settings.noise % _NOISE_SEEDS
        return kept

    def _think(self, search: Search, state: State, limit: Limit | None) -> _Result | None:
        """Iterative deepening; what the last look that told anything has shown, if any."""
        seconds, deepest, nodes = (
            (None, None, None) if limit is None else (limit.seconds, limit.depth, limit.nodes)
        )
        settings = search.ints(2)
        alone = len(state.legal_moves) < 2
        deadline = None if seconds is None else now() + seconds
        stopped = False
        most_looked = settings[tallies.LOOKED] + nodes if nodes is not None else inf
        settings[tallies.ENOUGH] = 0  # the first ply is looked at in full

        def wanted() -> bool:
            return not stopped and (deadline is None or now() < deadline)

        def affordable() -> bool:
            return wanted() and settings[tallies.LOOKED] < most_looked

        def whole(depth: int) -> bool:
            """Look so far ahead; whether to the end."""
            nonlocal stopped
            settings[tallies.ABANDONED] = settings[tallies.COMPARED] = 0
            try:
                search.call_until(state.raw, "search", depth, wanted=wanted)
            except KeyboardInterrupt:
                stopped = True
            except StoppedError:
                return False
            return not stopped and not settings[tallies.ABANDONED]

        if not whole(1) and not settings[tallies.COMPARED]:
            return None
        result = _read(settings, 1, self._learnt)
        settings[tallies.ENOUGH] = 0 if nodes is None else int(most_looked) + 1
        most = min(deepest or _DEEPEST, _DEEPEST)
        depth = 2
        while depth <= most and affordable() and abs(result.worth) < tallies.SURE and not alone:
            if not whole(depth):
                # the best of the last look was looked into first: what is better than that counts
                if settings[tallies.COMPARED]:
                    result = _read(settings, result.depth, self._learnt)
                break
            result = _read(settings, depth, self._learnt)
            depth += 1
        return result

    def _listed(self, search: Search, state: State) -> dict[int, Move]:
        """The legal moves by the numbers that the last search of the state has given them."""
        moves = {move.raw: move for move in state.legal_moves}
        words, stack = MoveWords(state.game.engine.program), search.ints(1)
        listed = (words.read(stack, words.size * number) for number in range(search.ints(2)[tallies.LISTED]))
        return {number: moves[raw] for number, raw in enumerate(listed) if raw in moves}

    def _expected(self, search: Search, state: State, best: Candidate, depth: int) -> tuple[Move, ...]:
        """The best moves one after the other, as the table has them; where the end is proved, only those
        that are known to lead there in time."""
        line = [best.move]
        winner = None
        if best.proved:
            winner = state.mover if best.value > 0 else 3 - state.mover
        state = state.play(best.move)
        while len(line) < (best.plies or depth) and not state.is_over:
            least = 0
            if winner is not None and best.plies is not None:
                least = tallies.WON - (best.plies - len(line))
                least = least if state.mover == winner else -least
            number = search.call(state.raw, "best_known", least)
            if number < 0:
                break
            move = self._listed(search, state)[number]
            line.append(move)
            state = state.play(move)
        return tuple(line)


def search_for(game: Rules, memory: int, weights: Weights | None = None, is_noisy: bool = False) -> Search:
    """The search of a game with an empty table of so many bytes, compiled, so that this is no part of its
    time; it evaluates by the rules, by `weights` too, or with noise."""
    buckets = max(1, memory // BUCKET_BYTES)
    words = buckets * tallies.ENTRY * tallies.BUCKET
    pools = {0: words, 1: _STACK_WORDS, 2: tallies.SETTINGS_WORDS}
    if weights is None:
        functions = substituted(minimax.FUNCTIONS, noisy.FUNCTIONS) if is_noisy else minimax.FUNCTIONS
        search = Search(game.engine, functions, minimax.ENTRIES, pools, game.estimate, CONTENTS, lazy=True)
    else:
        pools[_PATTERNS] = pool_layout(weights, game.program.sites).words
        functions = substituted(minimax.FUNCTIONS, learnt.FUNCTIONS)
        search = Search(game.engine, functions, minimax.ENTRIES, pools, game.estimate, CONTENTS, lazy=True)
        fill_pool(search, weights, game.program.sites, _PATTERNS)
    search.ints(2)[tallies.BUCKETS] = buckets
    search.compile()
    return search


def loudness(search: Search, state: State, timed: bool) -> int:
    """From what change of the estimate on a move is loud: some times what random moves change, in the median.

    In a game whose moves at random take very long, none is; unless no time is kept, so that the same is
    measured everywhere.
    """
    deadline = now() + (_MEASURING if timed else inf)
    stack, swings = search.ints(1), list[int]()
    with suppress(StoppedError):
        for seed in range(_SAMPLES):
            wanted = lambda: now() < deadline  # noqa: E731
            count = search.call_until(state.raw, "swings", seed, _SAMPLE_PLIES, wanted=wanted)
            swings += stack[:count]
    if not swings:
        return tallies.WON
    return max(_LOUDEST_NOISE, _ABOVE_MEDIAN * sorted(swings)[len(swings) // 2])


#: What came of it, by the program of a game: each player of a match would ask again.
_passable: dict[str, bool] = {}


def passable(search: Search, game: Rules, timed: bool) -> bool:
    """Whether passing is hardly ever better than moving, so that the null-move heuristic is sound.

    Zugzwangs are counted in games at random from the start, within as much time as what is loud is measured
    in; what was counted in full is kept.
    """
    key = game.engine.program_key
    if key not in _passable:
        deadline = now() + (_MEASURING if timed else inf)
        start, asked, better = game.engine.start(0), 0, 0
        try:
            for seed in range(_SAMPLES):
                wanted = lambda: now() < deadline  # noqa: E731
                told = search.call_until(start, "zugzwangs", seed, _PASS_PLIES, wanted=wanted)
                asked, better = asked + told // minimax.SAMPLED, better + told % minimax.SAMPLED
                if asked >= _PASSES:
                    break
        except StoppedError:
            return False
        _passable[key] = asked >= _PASSES and better <= _ZUGZWANGS * asked
    return _passable[key]


def check_game(game: Rules, name: str = "alphabeta", instead: str = "mcts") -> None:
    """Raise CannotPlayError for a game that alpha-beta, so named, is not for; another may do `instead`."""
    from interpreter.subset.frontend import has_chance

    if len(game.players) != 2:
        raise CannotPlayError(
            f"{name} plays games for two, and {game.name} is for {len(game.players)}", (instead,)
        )
    if has_chance(game.engine.program):
        raise CannotPlayError(f"{name} plays games without chance, and {game.name} has it", (instead,))


def _read(settings: MutableSequence[int], depth: int, learnt: bool) -> _Result:
    """What the search has left in its settings."""
    moves = settings[tallies.LISTED]
    listed, untold = range(min(moves, tallies.MOST_MOVES)), max(0, moves - tallies.MOST_MOVES)
    worths = *(settings[tallies.WORTHS + number] for number in listed), *(tallies.WON,) * untold
    bounds = *(settings[tallies.BOUNDS + number] for number in listed), *(tallies.MOST,) * untold
    return _Result(
        depth,
        settings[tallies.BEST],
        settings[tallies.WORTH_OF_BEST],
        worths,
        bounds,
        bool(settings[tallies.SELECTIVE]),
        learnt,
    )


def _candidate(move: Move, result: _Result, number: int, state: State) -> Candidate:
    """A move with its worth as others tell it: 1.0 for a win. Proved is what the bound proves, if it comes
    within the plies that are left before the game ends by its length."""
    worth, bound = result.worths[number], result.bounds[number] % tallies.LENT
    won = worth >= tallies.SURE and bound != tallies.MOST
    lost = worth <= -tallies.SURE and bound != tallies.LEAST
    plies = tallies.WON - abs(worth)
    if (won or lost) and state.game.engine.sure_within(state.raw, plies):
        exact = result.bounds[number] == tallies.EXACT and plies <= result.depth and not result.selective
        return Candidate(move, 1.0 if won else -1.0, None, True, plies, exact or plies == 1)
    value = squashed(worth / tallies.SCALE) if result.learnt else max(-1.0, min(worth / tallies.SCALE, 1.0))
    return Candidate(move, value, None, at_most=bound == tallies.MOST)
