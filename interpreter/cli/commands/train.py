"""`gdl train`: a game learnt by self-play, for stronger players."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import game_argument, json_option, load_game, options_option
from interpreter.cli.leaving import FINE, INTERRUPTED
from interpreter.cli.output import say, say_json

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.learning.training import Progress
    from interpreter.players.pairs import Points

#: Games by which the strength so far is told, and the positions that are looked at for each of their moves.
_GAMES, _NODES = 20, 1000
#: It is told at first after so many seconds, and again each time so many times as much has passed.
_FIRST, _GROWTH = 15.0, 2.0


@click.command()
@game_argument
@click.option("--minutes", type=click.FloatRange(0.01, 60 * 24 * 7), default=10.0, show_default=True,
              help="How long it learns, by the clock.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), metavar="N",
              help="Learn up to this round instead: the same seed gives the same weights.")  # fmt: skip
@click.option("--workers", "-w", type=click.IntRange(1, 2), default=2, show_default=True,
              help="How many processes play; that changes nothing but the time.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True,
              help="Decides what is learnt; the same seed goes on where it was.")  # fmt: skip
@click.option("--anew", is_flag=True, help="Begin again, and do not go on from what was learnt by this seed.")
@click.option("--out", type=click.Path(dir_okay=False, writable=True, path_type=Path), metavar="FILE",
              help="Write the weights to this file too; GAME.weights beside GAME.lud is found.")  # fmt: skip
@options_option
@json_option
def command(
    game: str,
    minutes: float,
    rounds: int | None,
    workers: int,
    seed: int,
    anew: bool,
    out: Path | None,
    options: dict[str, str],
    as_json: bool,
) -> int:
    """Learn GAME by self-play: the players `computer` and `trained` use what was learnt.

    Temporal-difference learning of n-tuple weights (`gdl players GAME --weights` shows them), for games for
    two without chance. It is kept in the cache by the rules' fingerprint after every round: Ctrl-C loses
    nothing, and the same command goes on.
    """
    from interpreter.errors.user_errors import UnreadableFileError
    from interpreter.learning import checkpoint
    from interpreter.learning.training import begin, train
    from interpreter.players.weights import keep_weights, weights_text

    loaded = load_game(game, options).on("auto")
    began = time.monotonic()
    tell = (lambda text: None) if as_json else say
    progress = begin(loaded, seed)
    if not anew:
        progress = checkpoint.recall(loaded, progress)
    tuples = len(progress.weights.tuples)
    tell(f"{loaded.name}: {tuples:,} tables of n-tuples, {len(progress.weights.values):,} weights")
    if progress.rounds:
        tell(f"going on after round {progress.rounds}")

    def going(so_far: Progress) -> bool:
        if rounds is not None:
            return so_far.rounds < rounds
        return time.monotonic() - began < 60 * minutes

    next_report, strength, interrupted = began + _FIRST, None, False
    try:
        for progress in train(loaded, progress, workers, going):  # noqa: B020 (it goes on from there)
            checkpoint.keep(loaded, progress)
            if time.monotonic() >= next_report:
                next_report = time.monotonic() + (time.monotonic() - began) * (_GROWTH - 1)
                strength = _strength(loaded, progress)
                tell(_line(progress, strength, time.monotonic() - began))
        if strength is None or rounds is not None or time.monotonic() < next_report:
            strength = _strength(loaded, progress)
            tell(_line(progress, strength, time.monotonic() - began))
    except KeyboardInterrupt:
        interrupted = True
        tell("stopped; the same command goes on")
    learnt = checkpoint.learnt(loaded, progress)
    if progress.rounds:
        keep_weights(loaded, learnt)
        if out is not None:
            try:
                out.write_text(weights_text(learnt))
            except OSError as error:
                raise UnreadableFileError(f"{out} cannot be written: {error.strerror}") from None
    if as_json:
        counts = {name: getattr(progress, name) for name in ("seed", "rounds", "games", "plies")}
        against = None if strength is None else {"points": strength.points, "games": strength.games}
        say_json({"game": loaded.name, **counts, "against the start": against})
    return INTERRUPTED if interrupted else FINE


def _strength(game: Game, progress: Progress) -> Points:
    from interpreter.learning.telling import measure_strength
    from interpreter.players.limit import Limit

    return measure_strength(game, progress.weights, _GAMES, Limit(nodes=_NODES), progress.seed)


def _line(progress: Progress, strength: Points, seconds: float) -> str:
    return (
        f"{seconds:6.0f} s  round {progress.rounds}, {progress.games:,} games, {progress.plies:,} plies; "
        f"{strength} points against the estimate by the rules at {_NODES:,} nodes a move"
    )
