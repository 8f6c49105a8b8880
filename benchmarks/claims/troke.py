"""Troke for two, how to begin: "a player may move sideways on his or her own starting line and gain
additional moves for capturing his own piece(s). A clever player will probably try and work out a good game
opening utilizing this option." (seed 002)

Of so many searches of the start, with seeds of their own: how often they chose which way to begin, and how
often they tried it. The board is the same seen in a mirror, so circles are told apart as outer (b1, e1) and
inner ones (c1, d1), and ways as straight on, and as diagonal towards the nearer side of the board or away
from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.claims.tables import Row, share_of
from gdl import load, read_player
from interpreter.players.player import Line

HEADS = ("players, first move of Red", "searches", "chosen", "of all moves", "of what the searches tried")
PLAYERS = ("mcts:100", "mcts:1k")
OUTER = ("b1", "e1")


def rows(players: Sequence[str] = PLAYERS, games: int = 1000, seed: int = 1, workers: int = 1) -> list[Row]:
    """A row for each way to begin and each kind of player; `games` is the number of searches."""
    return [row for each in players for row in rows_of(each, games, seed)]


def rows_of(players: str, searches: int, seed: int) -> list[Row]:
    """What so many searches of the start came to."""
    game = load("troke", options={"Players": "2"}).on("auto")
    start = game.start(seed)
    ways = {move: way(str(move)) for move in start.legal_moves}
    chosen: list[str] = []
    tried: Counter[str] = Counter()
    for number in range(searches):
        player = read_player(players).make(game, seed=seed + number)
        assert player is not None, "people are not measured"
        choice = player.choose(Line((start,)))
        chosen.append(ways[choice.move])
        for each in choice.thought.candidates:
            tried[ways[each.move]] += each.visits or 0
    all_tried = sum(tried.values())
    return [
        Row(
            f"{players}: {name}",
            (
                searches,
                share_of(each == name for each in chosen),
                f"{sum(each == name for each in ways.values())} of {len(ways)}",
                f"{100 * tried[name] / all_tried:.1f} %",
            ),
        )
        for name in sorted(set(ways.values()))
    ]


def way(move: str) -> str:
    """How a first move goes, such as `Wall b1-c2`."""
    origin, target = move.split()[-1].split("-")
    step = ord(target[0]) - ord(origin[0])
    nearer_side = -1 if origin[0] < "d" else 1
    direction = "straight on" if step == 0 else "outwards" if step == nearer_side else "inwards"
    return f"{'outer' if origin in OUTER else 'inner'} circle, {direction}"
