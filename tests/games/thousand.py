"""A thousand random games of every shipped game and option, on both engines.

python -m tests.games.thousand [GAME ...] [--games N] [--jobs N]

Each game is played in Python and natively and must go the same way: as many moves, the same ranks. Every game
must end by its rules, and nobody may be stuck: a pass that no rule offers is made only in games whose sources
say that a player who cannot move passes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import NamedTuple

from gdl.expand import load_forms
from gdl.passes.pipeline import prepare
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.state import State
from interpreter.game.game import load
from interpreter.game.shipped import shipped_games

#: Games in which a player who cannot move passes, by their rules.
PASSING = {"congress", "lines-of-action", "reversi", "troke", "troke-series"}

#: Values of open items, beside those that the items name.
OPEN = {"Board": ("random:42", "1b 2a@90 / 3a 4b@180"), "Tile": ("3b@90", "random:7")}

Choice = tuple[tuple[str, str], ...]


class Played(NamedTuple):
    """What came of some games of one variant."""

    game: str
    options: Choice
    moves: int
    passes: int
    mistakes: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options)
        told = "; ".join(self.mistakes) or "well"
        return f"{self.game:24} {chosen:32} {self.moves:>9,} moves  {self.seconds:6.1f} s  {told}"


def choices(game: str) -> Iterator[Choice]:
    """The game as it comes, and with each choice of each option by itself."""
    yield ()
    for option in load_forms(shipped_games()[game]).options:
        names = [item.name for item in option.items if item is not option.default]
        if option.open is not None:
            values = option.open.values
            # Not the highest number: a hundred rounds of a match take as long as a hundred games.
            numbers = () if values is None else (values.low, min(values.high, 10 * values.low))
            names += OPEN.get(option.name, ()) if values is None else map(str, numbers)
        for name in dict.fromkeys(names):
            yield ((option.name, name),)


def tried(game: str, options: Choice, games: int) -> Played:
    """As `play`; where that fails, with the failure."""
    try:
        return play(game, options, games)
    except Exception as error:  # whatever it is: told, and the others go on
        return Played(game, options, 0, 0, (f"{type(error).__name__}: {error}"[:200],), 0.0)


def play(game: str, options: Choice, games: int) -> Played:
    """Play random games on both engines and compare them."""
    begun = process_time()
    program = prepare(load(game, options=dict(options)).program)
    python, native = PythonEngine(program, True), NativeEngine(program, True)
    fast = native.play_games(games, 1)
    passes = moves = 0
    mistakes: list[str] = []
    for number in range(games):
        plies, passed, last = by_hand(python, number)
        moves, passes = moves + plies, passes + passed
        other = fast[number]
        if not last.over:
            mistakes.append(f"game {number} does not end")
        if (plies, python.ranks(last)) != (other.plies, other.ranks):
            mistakes.append(f"game {number} goes another way on the native engine")
    if passes and game not in PASSING:
        mistakes.append(f"somebody was stuck {passes} times")
    return Played(game, options, moves, passes, tuple(mistakes[:3]), process_time() - begun)


def by_hand(engine: PythonEngine, number: int) -> tuple[int, int, State]:
    """One random game: its moves, how many were passes that no rule offers, and its last state."""
    state = engine.start(1, number)
    plies = passes = 0
    while not state.over and plies < 100_000:
        move = engine.random_move(state)
        passes += move.kind == engine.pass_kind
        state = engine.play(state, move)
        plies += 1
    return plies, passes, state


def main() -> int:
    """Play them all; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    names = given.game or sorted(shipped_games())
    wrong = count = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = [pool.submit(tried, name, each, given.games) for name in names for each in choices(name)]
        for done in waiting:
            played = done.result()
            print(played, flush=True)
            count += 1
            wrong += bool(played.mistakes)
    print(f"{count} variants, {given.games:,} games of each on both engines; {wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
