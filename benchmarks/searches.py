"""How many simulations a second Monte-Carlo tree search makes: one thread, one playout each.

    python -m benchmarks.searches [GAME ...] [--seconds S] [--json]

From the start of a game, one tree after the other, each begun anew and small enough not to be proved nor to
outgrow the processor's caches. Processor's time; making the code is no part of it. The project's yardstick is
what OpenSpiel's C++ search makes, on another machine.
"""

from __future__ import annotations

import json
import time

import click

from gdl import load
from interpreter.search.tree import Tree, TreeSettings

#: Games with what is asked of them, and what OpenSpiel makes of them: simulations a second.
GAMES: dict[str, tuple[int, int | None]] = {
    "tic-tac-toe": (1_500_000, 1_000_000),
    "connect-four": (1_000_000, 106_000),
    "breakthrough": (400_000, 16_000),
    "katarenga": (40_000, None),
}
#: One tree grows so long: seconds; and has so many simulations at most.
TREE_SECONDS, TREE_MOST = 0.1, 5000
MEMORY = 1 << 30


def measure(name: str, seconds: float) -> float:
    """Simulations a second of processor's time."""
    game = load(name).on("native")
    state = game.start(1)
    tree = Tree(game, TreeSettings(MEMORY, seed=1))
    tree.init(state.raw)
    tree.run_simulations(state.raw, 1, None)
    tree.warm_up()
    rate, done, spent = 1000.0, 0, 0.0
    while spent < seconds:
        tree.init(state.raw)
        began = time.process_time()
        done += tree.run_simulations(state.raw, max(1, min(TREE_MOST, int(rate * TREE_SECONDS))), None)
        spent += time.process_time() - began
        rate = done / spent
    return rate


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.05, 600))
@click.option("--json", "as_json", is_flag=True)
def main(games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure GAMES, or those of which something is asked."""
    found = {name: measure(name, seconds) for name in games or GAMES}
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo(f"{'game':<20} {'simulations/s':>14} {'asked':>11} {'OpenSpiel':>11}")
    for name, rate in found.items():
        asked, other = GAMES.get(name, (None, None))
        texts = [f"{number:,}" if number else "" for number in (asked, other)]
        click.echo(f"{name:<20} {rate:>14,.0f} {texts[0]:>11} {texts[1]:>11}")


if __name__ == "__main__":
    main()
