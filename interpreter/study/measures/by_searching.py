"""Which parts of a study play by searching, for which games; and what is not defined for some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.study.measures.by_blunders import ByBlunders
from interpreter.study.measures.by_ladder import ByLadder
from interpreter.study.measures.by_luck import ByLuck
from interpreter.study.measures.by_self_play import BySelfPlay
from interpreter.study.measures.part import Part
from interpreter.study.searching.searchers import Searcher
from interpreter.study.searching.settings import Searching

if TYPE_CHECKING:
    from interpreter.game.game import Game


def searching_parts(game: Game, searching: Searching, seed: int) -> tuple[Part, ...]:
    """The parts for a game."""
    if not searching.searcher.tells:
        return (BySelfPlay(game, searching, seed), ByLadder(game, searching, seed))
    parts: list[Part] = [BySelfPlay(game, searching, seed), ByBlunders(game, searching, seed)]
    if len(game.players) > 1:
        parts.append(ByLadder(game, searching, seed))
        if game.has_chance:
            parts.append(ByLuck(game, searching, seed))
    return tuple(parts)


def not_defined(game: Game, searcher: Searcher) -> tuple[str, ...]:
    """What such a game, or such players, have not, in words."""
    if not searcher.tells:
        return (
            f"{searcher.name} plays for seats, lengths and the ladder: choices, leads and what blunders cost "
            "are measured by UCT",
        )
    if len(game.players) == 1:
        return (
            "a game for one has no seats to compare, no lead and no opponent to climb a ladder by: what "
            "thought is worth shows in the games that are won with more of it",
        )
    return ()
