"""The part of a study that takes rules away: what each is worth, by a seat that plays without it.

Each thing that may be taken from a seat is a family of chunks of its own: games at random, which show whether
it ever matters, and then, if it does, pairs of games (with more players as many as there are seats) between
equal players, of whom one plays without it, in each seat in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite, lcm
from typing import TYPE_CHECKING, Any

from attrs import asdict

from gdl.source.diagnostics import LanguageError
from gdl.support.values import evolve, frozen
from gdl.version import __version__
from interpreter.statistics.differences import holm
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.ratings import PRIOR
from interpreter.statistics.ratings import elo as elo_by
from interpreter.statistics.score_test import Scores, scores_of
from interpreter.study.measures.measure import Definition, Measure, Setting, measured
from interpreter.study.measures.mirrored_rules import Kin, kin_of
from interpreter.study.options import SIMULATIONS
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.image import Recipe
    from interpreter.study.measures.restriction import RestrictedGame

#: Random games for each seat and restriction, unless somebody says so.
AT_RANDOM = 100
#: Pairs of games in a chunk; the fewest, so that of two dozen restrictions one that loses all is sure; the
#: most, unless somebody asks for more.
CHUNK_PAIRS, FEWEST, MOST_PAIRS = 20, 10, 200
#: Who is not told how many to play spends so much on all, counted in plies of playouts; a simulation costs as
#: much as so many plies besides its own, and where playouts are cut off and estimated, so many in all.
BUDGET, OVERHEAD, ESTIMATED = 80_000_000, 40, 500
#: Random games by which it is found out how long a game lasts; beyond that length playouts are cut off.
_TRIED, _LONG = 40, 300
#: A game of more plies is given up, and shared by all.
LONGEST = 1000

WORTH = Definition(
    "restricted.worth",
    "worth of",
    "the Elo that a seat loses when this is taken from it alone: by the score of players who may not use it "
    "against equal players who may, in each seat in turn, so that the advantage of a seat cancels out. Who "
    "has no other move does what the rules have players do who have none: passes, unless that ends the game",
    "restricted play: A. Jaffe and others, Evaluating Competitive Game Balance with Restricted Play, 2012",
    "Elo",
)


def can_be_restricted(game: Game) -> bool:
    """Is it one game, not a match of several, for more than one player? And is it, with gates around all that
    may be taken, still no more than compiling may make?"""
    if game.is_match or len(game.players) < 2:
        return False
    try:
        return bool(_restricted(game).restrictions)
    except LanguageError:
        return False


@frozen
class ByRestriction:
    """Games in which something is taken from one seat; `pairs` None: as many as can be had for the budget."""

    game: Game
    seed: int
    simulations: int = SIMULATIONS
    pairs: int | None = None

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "taking rules away"

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        scheme = self._scheme
        return scheme.candidates * scheme.blocks

    @property
    def _scheme(self) -> _Scheme:
        return _scheme_of(self.game, self.simulations, self.pairs)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {
            "part": "restricted play",
            "ludwright": __version__,
            "game": self.game.name,
            "rules": self.game.fingerprint,
            "options": self.game.options,
            "seed": self.seed,
            **asdict(self._scheme),
        }

    def do(self, number: int) -> Outcome:
        """Play some pairs of games for one restriction."""
        scheme = self._scheme
        candidate, block = divmod(number, scheme.blocks)
        restricted = _restricted(self.game)
        taken = restricted.restrictions[candidate].number
        differing = restricted.differing(taken, AT_RANDOM, self.seed, LONGEST)
        # what no random game has shown to matter is looked for in a few games that are played better
        pairs = scheme.pairs if differing else min(scheme.pairs, FEWEST)
        first, last = (min(pairs, CHUNK_PAIRS * n) for n in (block, block + 1))
        played = [
            restricted.pairing(taken, game, self.seed, scheme.simulations, LONGEST)
            for game in range(first, last)
        ]
        return {
            "candidate": candidate,
            "random": [AT_RANDOM * restricted.players, differing],
            "shares": [list(each.shares) for each in played],
            "differing": sum(each.differing for each in played),
            "stuck": sum(each.stuck for each in played),
            "given_up": sum(each.given_up for each in played),
        }

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What each thing is worth, the most valuable first."""
        scheme = self._scheme
        rows = []
        for worth in worths(self.game, outcomes):
            budget = "1 simulation" if scheme.simulations == 1 else f"{scheme.simulations} simulations"
            setting = Setting("mcts, a new tree for each move", budget, self.seed)
            effect = worth.told_with_images
            about = f"{worth.line}:{worth.column} {effect}" if worth.in_rules else effect
            if worth.elo is None or worth.low is None or worth.high is None:
                if worth.in_rules and worth.dead:
                    games = worth.games + worth.random_games
                    caution = (
                        f"dead: it made no difference in any of {games:,} games: with 95 %, it makes one in "
                        f"less than {3 / games:.1%}"
                    )
                    rows.append(Measure(WORTH, setting, games, 0.0, 0.0, 0.0, LEVEL, "", about, caution))
                continue
            interval = Interval(worth.elo, worth.low, worth.high)
            rows.append(
                measured(WORTH, setting, worth.games, interval, "score test of pairs", about, _caution(worth))
            )
        return tuple(rows)


def _caution(worth: Worth) -> str:
    if worth.idle:
        return (
            f"without it the seat had no first move, or the game was over before it, in {worth.stuck} of "
            f"{worth.games} games: it is worth what the rules make of that"
        )
    if worth.score in (0.0, 1.0):
        more = "more" if worth.score == 0.0 else "less"
        return f"all {worth.games} games ended alike: it may be worth far {more}"
    if worth.sure or worth.p_value > RISK:
        return worth.doubt
    return f"{worth.doubt}, by Holm's correction: where so many are tried some look so by chance"


# --- How much is played -----------------------------------------------------------------------------------


@frozen
class _Scheme:
    """How much is played: decided by counts alone, so that it is the same everywhere."""

    candidates: int
    pairs: int
    simulations: int

    @property
    def blocks(self) -> int:
        """How many chunks each candidate has."""
        return -(-self.pairs // CHUNK_PAIRS)


@lru_cache(maxsize=8)
def _scheme_of(game: Game, simulations: int, pairs: int | None) -> _Scheme:
    restricted = _restricted(game)
    candidates = len(restricted.restrictions)
    if pairs is not None or not candidates:
        return _Scheme(candidates, pairs or FEWEST, simulations)
    tried = restricted.engine.play_games(_TRIED, 0, 0, LONGEST)
    plies = sum(each.plies for each in tried) / len(tried)
    while True:
        simulation = ESTIMATED if plies > _LONG else OVERHEAD + plies / 2
        pair = restricted.players * simulations * plies * simulation
        affordable = int(BUDGET / (candidates * pair))
        if affordable >= FEWEST or simulations <= SIMULATIONS // 4:
            break
        simulations //= 2
    if affordable < FEWEST:  # the first ones are what a designer asks for first
        candidates = min(candidates, max(1, int(BUDGET / (FEWEST * pair))))
    return _Scheme(candidates, max(FEWEST, min(MOST_PAIRS, affordable)), simulations)


def _restricted(game: Game) -> RestrictedGame:
    """The game made ready once in each process."""
    return _restricted_as_written(game, game.recipe)


@lru_cache(maxsize=2)
def _restricted_as_written(game: Game, recipe: Recipe) -> RestrictedGame:
    """By the file too: what is taken is named by its place there, which equal games may have elsewhere."""
    from interpreter.study.measures.restriction import RestrictedGame

    return RestrictedGame(game)


# --- What comes of it -------------------------------------------------------------------------------------


def worths(game: Game, outcomes: Sequence[Outcome]) -> tuple[Worth, ...]:
    """What was taken, and what that did: by worth, what changed nothing and what was not tried last."""
    restricted = _restricted(game)
    by_candidate: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_candidate.setdefault(outcome["candidate"], []).append(outcome)
    tried = len(by_candidate)
    result = [_worth(game, restricted, kin, by_candidate) for kin in _kin(game, game.recipe, tried)]
    left = range(tried, len(restricted.restrictions))
    result += [_worth(game, restricted, Kin(index), {}) for index in left]
    asked = [n for n, each in enumerate(result) if each.tried and not each.dead]
    corrected = dict(zip(asked, holm([result[n].p_value for n in asked]), strict=True))
    result = [
        evolve(each, adjusted_p_value=corrected.get(n, 1.0), among=len(asked))
        for n, each in enumerate(result)
    ]
    return tuple(
        sorted(
            result,
            key=lambda each: (
                not each.tried,
                each.dead,
                each.idle,
                -(each.elo or 0.0),
                each.line,
                each.column,
            ),
        )
    )


@lru_cache(maxsize=2)
def _kin(game: Game, recipe: Recipe, tried: int) -> tuple[Kin, ...]:
    """Which of those that were tried are one; places in the rules are named before kinds of moves."""
    restricted, first = _restricted_as_written(game, recipe), _first_of_moves()
    by_place = sorted(range(tried), key=lambda index: restricted.restrictions[index].number >= first)
    return kin_of(game, restricted, by_place)


def _worth(
    game: Game, restricted: RestrictedGame, kin: Kin, outcomes: Mapping[int, Sequence[Outcome]]
) -> Worth:
    """What a restriction did, with its mirror images: what has one number of all of them is one block."""
    of = restricted.restrictions[kin.first]
    counted = [outcomes.get(index, ()) for index in (kin.first, *kin.images)]
    each_pairs = [[pair for outcome in mine for pair in outcome["shares"]] for mine in counted]
    blocks = [tuple(share for pair in pairs for share in pair) for pairs in zip(*each_pairs, strict=False)]
    players = restricted.players
    games = sum(map(len, blocks))
    random_games, random_differing = (
        sum(mine[0]["random"][which] for mine in counted if mine) for which in (0, 1)
    )
    differing, stuck = (sum(o[key] for mine in counted for o in mine) for key in ("differing", "stuck"))
    scores = pair_scores(blocks, players)
    matters = bool(differing or random_differing)
    elo = worth_of(scores, players) if matters else None
    place = of.number < _first_of_moves()

    def named(index: int) -> str:
        return restricted.in_words(restricted.restrictions[index], game.seats)

    return Worth(
        of.what.value,
        named(kin.first),
        of.span.source.name,
        of.span.line,
        of.span.column,
        of.span.text.partition("\n")[0] if place else "",
        of.places,
        tuple(map(named, kin.same)),
        tuple(map(named, kin.images)),
        None if elo is None else elo.value,
        None if elo is None else elo.low,
        None if elo is None else elo.high,
        sum(map(sum, blocks)) / games if games else 1 / players,
        scores.p_value(1 / players) if matters else 1.0,
        1.0,
        0,
        games,
        differing,
        random_games,
        random_differing,
        stuck,
    )


def _first_of_moves() -> int:
    from gdl.compile.restrictions import OF_MOVES

    return OF_MOVES


# --- What a rule is worth to a seat: a score of pairs of games as Elo, with the test that bounds it ---------

#: Bounds are those of a test with this risk.
RISK = 1 - LEVEL


@frozen
class Worth:
    """Something that was taken from one seat, and what that did."""

    #: `moves`, `effect`, `way`, `ending`, `captures`, `piece`, `direction`, `onto`, `leaving`
    what: str
    #: in English
    told: str
    file: str
    line: int
    column: int
    #: the first line of the text there; "" for what is no place in the rules
    text: str
    #: how many places in the rules say the same
    places: int
    #: what else takes the very same moves, and its mirror images on the board, which were counted with it
    same: tuple[str, ...]
    images: tuple[str, ...]
    #: in Elo, with its bounds, which may be infinite; None where it changed nothing, or was not tried
    elo: float | None
    low: float | None
    high: float | None
    #: the restricted seats' mean share of the win
    score: float
    #: how likely such a score would be if it were worth nothing: 5 % or less where 0 is outside the bounds
    p_value: float
    #: the same by Holm's correction for all that were tried, and how many these were
    adjusted_p_value: float
    among: int
    #: searching games, and in how many of them it made a difference
    games: int
    differing: int
    #: the same of random games
    random_games: int
    random_differing: int
    #: in so many of the searching games it left the seat without a move, or ended the game, before its first
    stuck: int

    @property
    def dead(self) -> bool:
        """Did it never make a difference?"""
        return self.tried and not self.differing and not self.random_differing

    @property
    def tried(self) -> bool:
        """Was it tried, or were the games of all that may be taken more than there was time for?"""
        return self.random_games > 0

    @property
    def sure(self) -> bool:
        """Is it worth something, by a test that is wrong for none of all that were tried, but one study in
        twenty?"""
        return self.adjusted_p_value <= RISK

    @property
    def doubt(self) -> str:
        """Why it may be chance, in words; empty where it is sure."""
        if self.sure:
            return ""
        return f"not sure as one of {self.among}" if self.p_value <= RISK else "may be chance"

    @property
    def told_with_images(self) -> str:
        """In English, with what was counted with it."""
        also = f"and its mirror image{'s' if len(self.images) > 1 else ''}: " if self.images else ""
        return f"{self.told} ({also}{'; '.join(self.images)})" if also else self.told

    @property
    def idle(self) -> bool:
        """Did it mostly leave the seat without any move? Then it is worth what the rules make of that."""
        return self.stuck > 0 and 2 * self.stuck > self.games

    @property
    def in_rules(self) -> bool:
        """Is it a place in the rules, rather than a kind of move?"""
        return bool(self.text)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        bounds = {
            key: value if value is not None and isfinite(value) else None
            for key, value in (("low", self.low), ("high", self.high))
        }
        return {**asdict(self), **bounds, "dead": self.dead, "idle": self.idle, "tried": self.tried}


def pair_scores(pairs: Sequence[Sequence[float]], players: int) -> Scores:
    """What the restricted seats scored on average in each pair, from 0 to 1: the games of a pair share a seed
    (of mirror images there are two of each number), so pairs are independent, games are not."""
    whole = lcm(*range(1, players + 1))
    return scores_of(round(whole * sum(pair)) / (whole * len(pair)) for pair in pairs)


def worth_of(scores: Scores, players: int) -> Interval:
    """The Elo that was lost, with bounds, infinite where all was lost or nothing: those of the score. Half a
    game more, of which each had a fair share, keeps the value finite."""
    interval, games = scores.interval(), players * scores.count
    value = -elo_by((interval.value * games + PRIOR / players) / (games + PRIOR), players)
    low, high = (-elo_by(share, players) for share in (interval.high, interval.low))
    return Interval(min(high, max(low, value)), low, high, interval.level)
