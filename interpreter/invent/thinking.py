"""Games between searches for a candidate: does thought pay, is it fair between those who think, does it end.

UCT plays with budgets in simulations, alpha-beta with depths, so a seed repeats the games. They come in
blocks of seats exchanged, and end early where a confidence sequence says that more thought does not win, or
that all is drawn.
"""

from __future__ import annotations

from typing import Any

from gdl.source.diagnostics import LanguageError
from gdl.support.values import frozen
from interpreter.engines.kept import fingerprint
from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.invent.quality import RUNGS, Rung
from interpreter.invent.trial import Tried
from interpreter.statistics.sequences import sequence
from interpreter.study.searching.games import UCT, Lookahead, Plays, Watched, Watching, seeds_of
from interpreter.support.stopping import StoppedError, within

#: The fewest pairs of games before it may end.
LEAST = 3
#: Longer games are given up.
LONGEST = 120
#: Of more thought that surely scores less than this nothing more is asked.
HOPELESS = 0.6
#: The most work of UCT, plies of one playout for each ply of these games, and of alpha-beta, positions that
#: it looks at. What takes longer plays fewer of them.
WORK, POSITIONS = 60_000, 100_000
#: Seconds that all of it may take: who runs into it has rules that no bound caught.
PATIENCE = 120.0
#: Within so many plies a proved result says that there is nothing to play for.
AT_ONCE = 4


@frozen
class Thought:
    """Games between searches of a candidate, as values by the keys of `quality.THINKING[rung]`."""

    values: dict[str, float]
    games: int

    def as_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"values": self.values, "games": self.games}


def game_of(text: str) -> Game:
    """The game of a genome, compiled quickly. Raises LanguageError."""
    tried = Tried(text)
    program = tried.prepared()
    return tried.game(tried.engine(program, fingerprint(program)))


def think(text: str, seed: int, length: float, by: str = "random", rung: int = 0) -> Thought | None:
    """Games between searches of a rung, of a game that such games of so many plies are of; None where they
    cannot be played."""
    try:
        game = game_of(text)
        return within(PATIENCE, lambda: thought_of(game, seed, length, RUNGS[by][rung]))
    except (LanguageError, UserError, StoppedError):
        return None


def thought_of(game: Game, seed: int, length: float, rung: Rung) -> Thought:
    """The same for a game that is ready."""
    more, less, name = rung.more, rung.less, rung.name
    uct = rung.searcher is UCT
    plays: Plays = Watching(game, LONGEST) if uct else Lookahead(game, LONGEST)
    half = WORK / 2 / max(1.0, length) if uct else POSITIONS / 2

    def cost(watched: Watched) -> int:
        return len(watched.plies) if uct else watched.simulations

    done = 0
    score, count = 0.0, 0
    for number in range(2 * rung.pairs):
        seat = number % 2
        budgets = (more, less) if seat == 0 else (less, more)
        watched = plays.play(budgets, *seeds_of(seed, number // 2, f"invent, {name}"))
        score += score_of(watched, seat)
        count += 1
        done += cost(watched)
        if seat and (done > half or (count >= 2 * LEAST and sequence(score, count).high < HOPELESS)):
            break
    done = 0
    first, drawn, plies, trivial, played = 0.0, 0, 0, 0, 0
    for number in range(rung.equals):
        watched = plays.play((more, more), *seeds_of(seed, number, f"invent, {name}, equals"))
        first += score_of(watched, 0)
        drawn += not watched.ended or watched.ranks[0] == watched.ranks[1]
        plies += len(watched.plies)
        trivial += any(ply.proved for ply in watched.plies[:AT_ONCE])
        played += 1
        done += cost(watched)
        if done > half or (played >= 2 * LEAST and sequence(drawn, played).low > 0.5):
            break
    values = {
        f"{name}.pays": score / count,
        f"{name}.seat": first / played,
        f"{name}.drawn": drawn / played,
        f"{name}.length": plies / played,
        f"{name}.trivial": trivial / played,
        f"{name}.ladder": float(count),
        f"{name}.equals": float(played),
    }
    return Thought(values, count + played)


def score_of(watched: Watched, seat: int) -> float:
    """What a seat got of a game: half of one that was drawn, or given up."""
    if not watched.ended or watched.overflowed:
        return 0.5
    mine, other = watched.ranks[seat], watched.ranks[1 - seat]
    return 1.0 if mine < other else 0.0 if mine > other else 0.5
