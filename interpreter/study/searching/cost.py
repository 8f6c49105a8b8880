"""How much searching play of a game costs: counted in blocks of its rules, not by the clock.

So whoever chooses budgets by it chooses the same ones on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.study.searching.watched import Watching

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: What is looked at: games of so many simulations a decision, each of so many plies at most.
_GAMES, _SIMULATIONS, _LONGEST = 4, 4, 500
#: What a simulation costs in the tree, beside the rules: as many blocks as take the same time.
_TREE = 150
#: The same of alpha-beta: a position that it looks at, a ply beside them; and how many games are looked at.
_POSITION, _PLY, _TRIED = 200, 30_000, 2
#: So many blocks take a second, within a factor of three, on a processor of 2024.
BLOCKS_A_SECOND = 100_000_000


@frozen
class Cost:
    """What a game costs."""

    #: how many decisions a game has, of plies with more than one move
    decisions: int
    #: the plies of a game
    plies: int
    #: the blocks of a simulation
    simulation: int

    def of_game(self, simulations: float) -> float:
        """The blocks of a game in which each decision takes so many simulations."""
        return max(1, self.decisions) * max(1.0, simulations) * self.simulation


@frozen
class DepthCost:
    """What a game costs by how many plies alpha-beta looks ahead."""

    #: the blocks of a game, by depth from 0 on
    blocks: tuple[float, ...]

    def of_game(self, depth: float) -> float:
        """The blocks of a game in which each decision looks so many plies ahead."""
        return self.blocks[int(depth)]


def cost_of(game: Game) -> Cost:
    """The cost by some games with a few simulations a decision."""
    watching = Watching(native(game), _LONGEST, meter=True)
    before = watching.work
    games = [watching.play([_SIMULATIONS] * len(game.players), seed, seed) for seed in range(_GAMES)]
    blocks = (watching.work - before) // max(1, sum(each.simulations for each in games))
    decisions = sum(ply.moves > 1 for each in games for ply in each.plies)
    plies = sum(len(each.plies) for each in games)
    return Cost(max(1, decisions // _GAMES), max(1, plies // _GAMES), blocks + _TREE)


def depth_cost_of(game: Game, longest: int, most: int, affordable: float) -> DepthCost:
    """The cost by games at each depth, one after the other: up to `most` plies, but no further than to where
    a game is likely to take more blocks than are `affordable`; the first two are tried whatever they take."""
    from interpreter.study.searching.lookahead import Lookahead

    looking = Lookahead(native(game), longest)
    found: list[float] = []
    for depth in range(most + 1):
        growth = found[-1] / found[-2] if depth > 2 else 1.0
        if depth > 2 and found[-1] * growth > affordable:
            break
        games = [looking.play([depth, depth], seed, seed) for seed in range(_TRIED)]
        positions = sum(each.simulations for each in games) / _TRIED
        plies = sum(len(each.plies) for each in games) / _TRIED
        found.append(max(1.0, _PLY * plies + _POSITION * positions))
    return DepthCost(tuple(found))


def native(game: Game) -> Game:
    """The game on the engine that searches fastest, unless it was loaded for another one on purpose."""
    return game.on("auto") if game.recipe.engine == "python" else game
