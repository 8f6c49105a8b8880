"""`computer` against both families of searches over ten games: `python -m benchmarks.ten_games FOLDER`.

All pairings go on side by side, an opening at a time with both colours, so that they may be ended any time;
the same command goes on from what the folder has. Seconds are of the processor. Games are told as they end,
with their results; shares stand at the end, each with its 95 % interval, openings being blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from gdl import load
from interpreter.match.job import play_match
from interpreter.match.play import Match, Played
from interpreter.players.naming import read_players
from interpreter.statistics.blocks import blocks_of
from interpreter.statistics.intervals import Interval

#: Names or files, and options.
GAMES: dict[str, dict[str, str]] = {
    "breakthrough": {},
    "katarenga": {},
    "chess": {},
    "connect-four": {},
    "reversi": {},
    "hex": {"Size": "7"},
    "lines-of-action": {},
    "international-draughts": {},
    "troika": {},
    str(Path(__file__).with_name("amazons-6x6.lud")): {},
}
OTHERS = ("mcts", "alphabeta")
#: Plies at random before the players think; longer games are draws.
OPENING, LONGEST = 4, 600
_POINTS = {1.0: 1.0, 1.5: 0.5, 2.0: 0.0}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--games", default=200, show_default=True, help="Games of each pairing, at most.")
@click.option("--ms", default=100, show_default=True, help="Milliseconds of a move.")
@click.option("--seed", default=1, show_default=True)
def main(folder: Path, games: int, ms: int, seed: int) -> None:
    """Play the pairings, as long as nobody presses Ctrl-C."""
    folder.mkdir(exist_ok=True)
    played: dict[tuple[str, str], list[tuple[int, float]]] = {}
    going: dict[tuple[str, str], Iterator[Played]] = {}
    for name, options in GAMES.items():
        game = load(name, options).on("native")
        for other in OTHERS:
            pairing = Path(name).stem, other
            players = read_players(f"computer:{ms}ms,{other}:{ms}ms")
            match = Match(
                game, players, games, seed, LONGEST, recorded=True, openings=OPENING, by_processor=True
            )
            going[pairing] = play_match(match, file=folder / "-".join((*pairing, f"{games}.jsonl")))
            played[pairing] = []
    with suppress(KeyboardInterrupt):
        while going:
            for pairing, every in list(going.items()):
                for _ in range(2):
                    done = next(every, None)
                    if done is None:
                        going.pop(pairing, None)
                        break
                    points = _POINTS[done.ranks[done.entrants.index(0)]]
                    played[pairing].append((done.opening, points))
                    click.echo(f"{' '.join(pairing)}: game {done.number + 1}, {points:g}, {done.plies} plies")
    for other in OTHERS:
        click.echo(f"computer against {other}, {ms} ms of the processor a move")
        together: list[tuple[int, float]] = []
        for place, name in enumerate(dict.fromkeys(name for name, _ in played)):
            every_game = played[name, other]
            together += [(place * games + opening, points) for opening, points in every_game]
            click.echo(f"  {name:24} {share(every_game)}")
        click.echo(f"  {'together':24} {share(together)}")


def share(games: list[tuple[int, float]]) -> str:
    """The points of games by the number of their opening, with an interval of 95 %, openings being blocks."""
    if not games:
        return "no game"
    points = sum(each for _, each in games)
    interval: Interval = blocks_of(games).interval(2)
    return f"{points:6g} of {len(games):3}  {interval.low:.0%} to {interval.high:.0%}"


if __name__ == "__main__":
    main()
