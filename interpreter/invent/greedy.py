"""Greedy play: games whose players look one ply ahead, for rules that random play does not end.

Random players of Congress or Lines of Action move their pieces apart as often as together, for hundreds of
plies. Alpha-beta one ply deep takes what its estimate of the position likes best, so these games are decided
in some dozens, and can be measured as random ones are. Games differ by two random plies that begin each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from gdl.source.diagnostics import LanguageError
from gdl.support.values import frozen
from interpreter.engines.contents import Contents
from interpreter.engines.interface import first_placed
from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.study.measures.random_play import Games, Sampled, board_sites
from interpreter.study.searching.games import Lookahead, Watched, seeds_of
from interpreter.support.stopping import StoppedError, within

#: So many games, none longer than that; of the first ones one is to end at least, of all this share.
GAMES, LONGEST, FIRST = 24, 160, 4
ENDING = 0.75
#: A ply ahead there is nothing to remember: a small table is cleared sooner.
MEMORY = 16 << 10
#: Seconds that they may take: some tens of times what they mostly do.
PATIENCE = 60.0


@frozen
class GreedyPlay:
    """Games between greedy players, as those at random are told."""

    games: Games
    #: the ways that they took
    ways: tuple[str, ...]


def greedy_play(game: Game, seed: int) -> GreedyPlay | None:
    """Some games; None where too few end, or they cannot be played."""
    looking = Lookahead(game, LONGEST, MEMORY)

    watched: list[Watched] = []

    def some() -> list[Watched]:
        numbers = range(len(watched), len(watched) + FIRST)
        return [looking.play((1, 1), *seeds_of(seed, number, "invent, greedy")) for number in numbers]

    try:
        watched += within(PATIENCE, some)
        if not any(each.ended for each in watched):
            return None
        while len(watched) < GAMES:
            if GAMES - sum(not each.ended for each in watched) < ENDING * GAMES:
                return None  # however the others are, too few end: a game that does not takes longest
            watched += within(PATIENCE, some)
    except (StoppedError, UserError, LanguageError):
        return None
    sites = frozenset(board_sites(game))
    sample = tuple(_sampled(game, each, sites) for each in watched)
    ended = Counter((len(each.plies), first_placed(each.ranks)) for each in watched if each.ended)
    games = Games(dict(sorted(ended.items())), len(watched) - ended.total(), sample)
    return GreedyPlay(games, tuple(each.fingerprint for each in watched))


def _sampled(game: Game, watched: Watched, sites: frozenset[int]) -> Sampled:
    """What such a game was like: choices, and the sites on which a piece was at any time."""
    engine = game.engine
    state = engine.start(0)
    covered = _occupied(engine.contents(state))
    for ply in watched.plies:
        state = engine.play(state, ply.move)
        covered |= _occupied(engine.contents(state))
    counts: Sequence[int] = [ply.moves for ply in watched.plies]
    return Sampled(
        watched.ended,
        len(counts),
        sum(counts),
        sum(count > 1 for count in counts),
        max(counts, default=0),
        len(covered & sites),
        sum(log(max(1, count)) for count in counts),
    )


def _occupied(contents: Contents) -> set[int]:
    return {site for site, piece in enumerate(contents) if piece is not None}
