"""Training by self-play: rounds of games in shards, whose weights are averaged (parameter averaging).

Each round both shards begin with the same weights and play games of their own (their seeds come from the
training's seed and the games' numbers), one ply after the other until the round's plies are played. Then
the weights are averaged and the evidence for step sizes is added up. So the weights after a round depend on
the seed and the number of rounds, and not on how many processes there were, or how fast.

What players use is the mean of the weights over the rounds (Polyak and Juditsky, *Acceleration of
stochastic approximation by averaging*, 1992): self-play goes on from the last ones, which wander. In
Katarenga the mean scored 142 of 200 points where the last weights scored 129, in Breakthrough 144 where
they scored 126.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gdl.passes.linker import CONTENTS
from gdl.support.values import evolve, field, frozen
from interpreter.game.game import Game
from interpreter.learning.patterns import placed_tuples
from interpreter.learning.symmetries import components_exchanged, symmetries_of
from interpreter.players.alphabeta import check_game, loudness
from interpreter.search import alphabeta, learnt, tallies, td
from interpreter.search.run import Search, substituted
from interpreter.search.weights import ONE, Weights, fill_pool, pool_layout
from interpreter.support.numbers import seed_for

#: Shards of each round, and the plies that each of them plays.
SHARDS, PLIES = 2, 60_000
#: A longer game is learnt from no further.
LONGEST = 300
#: Plies that the searches of self-play look ahead; at most so many plies at random to begin with; how many
#: moves of a thousand are random after that.
DEPTH, OPENING, EXPLORE = 1, 8, 50
#: Lambda of the returns; how much of an error one state's weights together make good at first.
LAMBDA, STEP = 0.7, 1.0
#: Buckets of a shard's transposition table: it is emptied for each game.
_BUCKETS = 1 << 10


@frozen(eq=False)
class Progress:
    """What a training has come to: resumable."""

    seed: int
    rounds: int
    games: int
    plies: int
    weights: Weights
    #: for each weight, behind them for the estimate's and the move's: the weight as a Float, the sum of its
    #: changes, and the sum of their sizes
    evidence: array[float] = field(repr=False)
    #: the mean of these weights over the rounds, later rounds counting more: what `weights` are
    mean: array[float] = field(repr=False)


def begin(game: Game, seed: int) -> Progress:
    """Nothing learnt yet: the estimate by the rules alone.

    Raises CannotPlayError for games that are not for two, or have chance.
    """
    check_game(game, "train")
    symmetries = symmetries_of(game, seed)
    count = len(game.program.owners)
    exchanged = components_exchanged(game) if any(each.swaps for each in symmetries) else None
    tuples = placed_tuples(game, symmetries, seed)
    empty = Weights(count, exchanged or tuple(range(count)), tuples, ())
    total = sum(empty.sizes)
    evidence = array("d", bytes(8 * 3 * (total + td.EXTRA)))
    evidence[total] = empty.base
    weights = evolve(empty, values=array("q", bytes(8 * total)))
    return Progress(seed, 0, 0, 0, weights, evidence, evidence[: total + td.EXTRA])


def train(
    game: Game, progress: Progress, workers: int, going: Callable[[Progress], bool]
) -> Iterator[Progress]:
    """Go on round by round while it is to be `going`."""
    with _shards(game, workers) as play:
        while going(progress):
            progress = _joined(progress, play(progress))
            yield progress


@frozen(eq=False)
class _Learnt:
    """What a shard came to in a round."""

    games: int
    plies: int
    evidence: array[float] = field(repr=False)


@contextmanager
def _shards(game: Game, workers: int) -> Iterator[Callable[[Progress], Sequence[_Learnt]]]:
    """Plays a round's shards, in processes of their own where there are to be several."""
    if workers == 1:
        yield lambda progress: [_play_shard(game, progress, shard) for shard in range(SHARDS)]
        return
    from joblib import Parallel, delayed

    with Parallel(n_jobs=min(workers, SHARDS)) as parallel:
        yield lambda progress: parallel(
            delayed(_play_shard)(game, progress, shard) for shard in range(SHARDS)
        )


#: The search of the game that this process learns, by the rules, the engine and the seed (of the tuples).
_searches: dict[tuple[str, str, int], Search] = {}


def _play_shard(game: Game, progress: Progress, shard: int) -> _Learnt:
    """One shard's games of a round."""
    key = game.identity, game.recipe.engine, progress.seed
    search = _searches.get(key)
    if search is None:
        _searches.clear()
        search = _searches[key] = _search_for(game, progress)
    _fill(search, game, progress)
    start = game.start(seed_for(progress.seed, 0, "start")).raw
    seed = seed_for(progress.seed, progress.rounds * SHARDS + shard, "round") >> 2
    games = plies = 0
    while plies < PLIES:
        played = search.call(start, "learn", seed, games, DEPTH, OPENING)
        if played < 0:
            raise KeyboardInterrupt
        games, plies = games + 1, plies + max(played, 1)
    layout = pool_layout(progress.weights, game.program.sites)
    first = layout.tables + layout.weights + td.EXTRA
    return _Learnt(games, plies, array("d", search.floats(3)[first : first + len(progress.evidence)]))


def _joined(progress: Progress, shards: Sequence[_Learnt]) -> Progress:
    """The shards' weights averaged, and their evidence added up."""
    before, size = progress.evidence, len(progress.evidence) // 3
    joined = array(
        "d", (sum(each) / len(shards) for each in zip(*(s.evidence[:size] for s in shards), strict=True))
    )
    parts = zip(before[size:], *(s.evidence[size:] for s in shards), strict=True)
    joined.extend(sum(after) - (len(shards) - 1) * first for first, *after in parts)
    rounds = progress.rounds + 1
    share = 2 / (rounds + 1)  # each round counts by its number
    mean = array("d", (old + share * (new - old) for old, new in zip(progress.mean, joined, strict=False)))
    games, plies = (sum(getattr(shard, name) for shard in shards) for name in ("games", "plies"))
    return Progress(
        progress.seed,
        rounds,
        progress.games + games,
        progress.plies + plies,
        weights_of(progress.weights, mean),
        joined,
        mean,
    )


def weights_of(before: Weights, values: array[float]) -> Weights:
    """The same tuples with other weights, behind them the estimate's and the move's."""
    total = len(values) - td.EXTRA
    return evolve(
        before,
        values=array("q", (int(value * ONE) for value in values[:total])),
        base=values[total],
        tempo=int(values[total + 1] * ONE),
    )


def _search_for(game: Game, progress: Progress) -> Search:
    """The search that plays and learns."""
    layout = pool_layout(progress.weights, game.program.sites)
    words = layout.words + td.EXTRA + len(progress.evidence) + LONGEST * td.record_words(game.engine.program)
    pools = {
        0: _BUCKETS * tallies.BUCKET * tallies.ENTRY,
        1: 1 << 18,
        2: tallies.SETTINGS_WORDS,
        3: words,
    }
    functions = substituted((*alphabeta.FUNCTIONS, *td.FUNCTIONS), learnt.FUNCTIONS)
    search = Search(
        game.engine, functions, alphabeta.ENTRIES + td.ENTRIES, pools, game.estimate, CONTENTS, lazy=True
    )
    settings = search.ints(2)
    settings[tallies.BUCKETS] = _BUCKETS
    search.compile()
    return search


def _fill(search: Search, game: Game, progress: Progress) -> None:
    """Write what is known so far into the search's pools."""
    layout = pool_layout(progress.weights, game.program.sites)
    last = progress.evidence[: len(progress.mean)]
    fill_pool(search, weights_of(progress.weights, last), game.program.sites)
    words, reals, settings = search.ints(3), search.floats(3), search.ints(2)
    first = layout.words + td.EXTRA
    reals[first : first + len(progress.evidence)] = memoryview(progress.evidence)
    words[td.WEIGHTS], words[td.PLIES] = layout.weights, LONGEST
    words[td.RECORD] = first + len(progress.evidence)
    words[td.EXPLORE] = EXPLORE
    reals[td.LAMBDA], reals[td.STEP] = LAMBDA, STEP / words[learnt.TUPLES]
    # what the searches remember of other games must decide nothing: a round is the same wherever it is played
    for word in range(len(settings)):
        if word != tallies.BUCKETS:
            settings[word] = 0
    settings[tallies.SELECTIVE] = 1
    settings[tallies.LOUD] = loudness(search, game.start(0), timed=False)
