"""Today's `computer` against another commit's players: `python -m benchmarks.against_players REV FOLDER`.

The other commit is installed into an environment of its own (`benchmarks.against_commit`). Both sides have a
process for each game, and think one after the other: so many milliseconds a move by their own clocks, which
is the processor's time on a machine that has nothing else to do; what they took of that is told. Openings are
of plies at random by seed, each played with both colours. Games are kept in the folder as they end, a line of
JSON each with all moves, and the same command goes on from what is there.

    python -m benchmarks.against_players 5fb7021 games --games 20 --only chess,hex

Shares are told with their 95 % intervals, openings being blocks, by game and of all games together.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from random import Random
from statistics import median

import click
from attrs import asdict, frozen

from benchmarks.against_commit import Version, installed
from benchmarks.ten_games import GAMES, LONGEST, OPENING, OTHERS, share
from gdl import load
from interpreter.game.game import Game as Rules

#: One side: with no more of the public face than all commits have. Moves go by their texts.
_SIDE = """
import json, sys, time
from gdl import load
from interpreter.game.game import Game as Rules
from interpreter.players.naming import read_player
from interpreter.players.player import Line
for text in sys.stdin:
    word, *rest = json.loads(text)
    if word == "load":
        game = load(rest[0], rest[1]).on("native")
        answer = None
    elif word == "new":
        player, line = read_player(rest[0]).make(game, rest[1]), Line((game.start(rest[1]),))
        answer = None
    elif word == "play":
        found = [move for move in line.state.legal_moves if str(move) == rest[0]]
        line = line.then(found[0])
        answer = len(found)
    else:
        legal, began = line.state.legal_moves, time.process_time()
        move = legal[0] if len(legal) == 1 else player.choose(line).move
        answer = str(move), time.process_time() - began
    print(json.dumps(answer), flush=True)
"""


class Side(Version):
    """A process that plays with one version of the project."""

    def __init__(self, python: str) -> None:
        super().__init__(python, _SIDE, Path(python).parent)
        self.seconds: list[float] = []

    def ask(self, *request: object) -> object:
        """The answer to a request. Raises RuntimeError where the process has ended."""
        return json.loads(self.answer(json.dumps(request)))

    @property
    def milliseconds(self) -> float:
        """What it took of the processor for a move, the median: the first waits for machine code."""
        return 1e3 * median(self.seconds) if self.seconds else 0.0

    def choose(self) -> str:
        """The move that its player chooses."""
        answer = self.ask("go")
        assert isinstance(answer, list)
        move, seconds = answer
        self.seconds.append(seconds)
        return str(move)


@frozen
class Game:
    """A game of a pairing: `ours` is the seat of today's side, `points` are its, of one."""

    number: int
    ours: int
    points: float
    moves: tuple[str, ...]


def played(sides: Sequence[Side], rules: Rules, other: str, number: int, ms: int) -> Game:
    """One game. Raises RuntimeError where the two versions do not call moves alike."""
    opening, ours = number // 2, 1 + number % 2
    chance, state = Random(f"{rules.name} {opening}"), rules.start(seed=opening + 1)
    for side, player in zip(sides, ("computer", other), strict=True):
        side.ask("new", f"{player}:{ms}ms", opening + 1)
    moves: list[str] = []
    while not state.is_over and len(moves) < LONGEST:
        if len(moves) < OPENING:
            move = str(chance.choice(list(state.legal_moves)))
        else:
            move = sides[0 if state.mover == ours else 1].choose()
        if [side.ask("play", move) for side in sides] != [1, 1]:
            raise RuntimeError(f"{rules.name}: the versions do not both have one move that is called {move}")
        moves.append(move)
        state = state.play(next(each for each in state.legal_moves if str(each) == move))
    rank = 1.5 if state.outcome is None else state.outcome.ranks[ours - 1]
    return Game(number, ours, {1.0: 1.0, 1.5: 0.5, 2.0: 0.0}[rank], tuple(moves))


def kept(file: Path) -> list[Game]:
    """The games that were played before."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Game(**{**json.loads(line), "moves": tuple(json.loads(line)["moves"])}) for line in lines]


@click.command()
@click.argument("rev")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--games", default=20, show_default=True, help="Games of each pairing.")
@click.option("--ms", default=100, show_default=True, help="Milliseconds of a move.")
@click.option("--only", help="These games, with commas between.")
def main(rev: str, folder: Path, games: int, ms: int, only: str | None) -> None:
    """Play the pairings, a pair of games of each in turn, as long as nobody presses Ctrl-C."""
    folder.mkdir(exist_ok=True, parents=True)
    chosen = [name for name in GAMES if only is None or Path(name).stem in only.split(",")]
    pairings = {(name, other): kept(_file(folder, name, other)) for name in chosen for other in OTHERS}
    rules = {name: load(name, GAMES[name]) for name in chosen}
    sides: dict[str, list[Side]] = {}
    with ExitStack() as running, suppress(KeyboardInterrupt):
        for number, (name, other) in product(range(games), pairings):
            if any(game.number == number for game in pairings[name, other]):
                continue
            if name not in sides:
                sides[name] = [running.enter_context(Side(at)) for at in (sys.executable, installed(rev))]
                for side in sides[name]:
                    side.ask("load", name, GAMES[name])
            game = played(sides[name], rules[name], other, number, ms)
            pairings[name, other].append(game)
            with _file(folder, name, other).open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(game)) + "\n")
            took = " ".join(f"{side.milliseconds:.0f}" for side in sides[name])
            what = f"game {number + 1}, {game.points:g}, {len(game.moves)} plies"
            click.echo(f"{Path(name).stem} {other}: {what}; {took} ms of the processor a move")
    for other in OTHERS:
        click.echo(f"computer against {other} of {rev}, {ms} ms a move")
        together: list[tuple[int, float]] = []
        for place, name in enumerate(chosen):
            points = [(game.number // 2, game.points) for game in pairings[name, other]]
            together += [(place * games + opening, point) for opening, point in points]
            click.echo(f"  {Path(name).stem:24} {share(points)}")
        click.echo(f"  {'together':24} {share(together)}")


def _file(folder: Path, name: str, other: str) -> Path:
    return folder / f"{Path(name).stem}-{other}.jsonl"


if __name__ == "__main__":
    main()
