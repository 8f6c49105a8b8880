"""One game swept: random decisions by number, held against the moves themselves on both engines.

`python -m tests.sweeps.walks GAME` prints what was done as JSON; `python -m tests.sweeps` runs it for many
games, each in processes of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from attrs import asdict, define, field

from gdl import ActionError, Batch, Cursor, Game, State, load
from interpreter.errors.user_errors import UserError

#: Games side by side in a batch.
ROWS = 64
#: Where a sweep begins.
SEED = 20_261
#: A game that has gone on for so long is left for another.
MOST_PLIES = 2000


class WrongError(Exception):
    """What was found to be wrong."""


@define
class Swept:
    """What was done with a game, and what was wrong."""

    game: str
    actions: int = 0
    #: decisions in batches; those of which moves, numbers, masks, states and the cursor were compared
    walked: int = 0
    compared: int = 0
    #: decisions that both engines made alike
    both: int = 0
    #: games whose every position was written and read, and these positions
    read_games: int = 0
    read: int = 0
    #: different observations that were seen with their legal actions; None where the past counts too
    observed: int | None = None
    #: a hash of all numbers, masks and states of the walk
    digest: str = ""
    seconds: float = 0.0
    wrong: list[str] = field(factory=list)
    #: why there was nothing to do, or not all
    note: str = ""


@define
class Clock:
    """A time of the processor's to be spent."""

    seconds: float
    began: float = field(factory=time.thread_time)

    @property
    def is_out(self) -> bool:
        """Whether it is spent."""
        return time.thread_time() - self.began > self.seconds


def check(truth: object, what: str, *where: object) -> None:
    """Raises WrongError, which says what and where: of a state its text."""
    if not truth:
        texts = (each.text if isinstance(each, State) else str(each) for each in where)
        raise WrongError(" ".join([what, *texts]))


# --- A batch of random games --------------------------------------------------------------------------


def walk(game: Game, decisions: int, swept: Swept, clock: Clock | None) -> None:
    """Random games side by side; until a clock is out each decision is compared with the moves themselves."""
    batch, rng, digest = game.batch(ROWS, seed=SEED), np.random.default_rng(SEED), hashlib.sha256()
    seen: dict[int, int] | None = None if game.observation.is_partial else {}
    beside = Beside(batch) if clock is not None else None
    while swept.walked < decisions:
        mask = batch.mask
        chosen = (mask * rng.random(mask.shape, np.float32)).argmax(1)
        digest.update(chosen.tobytes() + np.packbits(mask).tobytes() + bytes(batch.states))
        if seen is not None and clock is not None:
            look(batch, seen)
        if beside is not None and clock is not None and not clock.is_out:
            beside.step(chosen)
            swept.compared += ROWS
        else:
            batch.step(chosen, restart=True)
        swept.walked += ROWS
    swept.digest, swept.observed = digest.hexdigest()[:16], None if seen is None else len(seen)


def look(batch: Batch, seen: dict[int, int]) -> None:
    """Equal observations have equal legal actions."""
    planes, mask = batch.planes, batch.mask
    for row in range(len(batch)):
        its = hash(mask[row].tobytes())
        check(
            seen.setdefault(hash(planes[row].tobytes()), its) == its,
            "a position looks like another and has other legal actions",
            batch[row],
        )


class Beside:
    """What stands beside a batch: the engine's own moves, and a cursor in the first game."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.game = batch, batch.game
        self.cursor = Cursor(batch[0])

    def step(self, chosen: Sequence[int]) -> None:
        """One decision in each game."""
        before, mask = list(self.batch), self.batch.mask.copy()
        after = [self._played(*each) for each in zip(before, mask, map(int, chosen), strict=True)]
        check(self.cursor.ids == before[0].ids, "a cursor's numbers in", before[0])
        check((self.cursor.mask == mask[0]).all(), "a cursor's mask in", before[0])
        self.cursor.play_id(chosen[0])
        check(
            record_of(self.cursor.state) == record_of(after[0]),
            "a cursor's step from",
            before[0],
        )
        self.batch.step(chosen, restart=True)
        for row, (state, over) in enumerate(zip(after, self.batch.over, strict=True)):
            check(over == state.is_over, "whether it is over", state)
            if not over:
                same = record_of(self.batch[row]) == record_of(state)
                check(same, "a step of the batch by", int(chosen[row]), before[row])
        if self.batch.over[0]:
            self.cursor.go_to(self.batch[0])

    def _played(self, state: State, mask: Any, number: int) -> State:
        """The state after a number, played as the move that has it."""
        actions, moves = self.game.actions, state.legal_moves
        ids = actions.ids([move.raw for move in moves])  # raises where two have one
        check(np.flatnonzero(mask).tolist() == sorted(ids), "the mask of", state)
        check(state.ids == ids, "the numbers of", state)
        result = state.play(moves[ids.index(number)])
        check(record_of(state.play_id(number)) == record_of(result), "played by its number:", number, state)
        return result


def record_of(state: State) -> tuple[Any, ...]:
    """All that a state is: its bytes, what chance will do, what it remembers, as every engine tells it."""
    engine, raw = state.game.engine, state.raw
    return engine.recorded(raw), engine.rng(raw), engine.past(raw)


# --- Both engines -------------------------------------------------------------------------------------


def both_engines(game: Game, decisions: int, swept: Swept, clock: Clock) -> None:
    """The same numbers lead through the same games on both engines."""
    draw, seed = Random(SEED), SEED
    ours, theirs = (game.on(engine).start(seed) for engine in ("native", "python"))
    while swept.both < decisions and not clock.is_out:
        where = f"game {seed} at ply {ours.ply}"
        check(record_of(ours) == record_of(theirs), "the engines' states differ", where)
        if ours.is_over or ours.ply > MOST_PLIES:
            check(theirs.is_over or ours.ply > MOST_PLIES, "one engine goes on", where)
            seed += 1
            ours, theirs = (game.on(engine).start(seed) for engine in ("native", "python"))
            continue
        check(ours.ids == theirs.ids, "the engines' numbers differ", where)
        number = draw.choice(ours.ids)
        ours, theirs = ours.play_id(number), theirs.play_id(number)
        swept.both += 1


# --- Positions as text --------------------------------------------------------------------------------


def texts(game: Game, games: int, swept: Swept, clock: Clock) -> None:
    """Every position of random games is read back from its text as what it was."""
    game, draw = game.on("native"), Random(SEED)
    for number in range(games):
        state = game.start(SEED + number)
        while not clock.is_out:
            text = state.text
            again = game.state(text)
            check(again == state and again.ply == state.ply, "not read back", text)
            check(again.text == text, "written otherwise", text)
            swept.read += 1
            if state.is_over or state.ply > MOST_PLIES:
                swept.read_games += 1
                break
            state = state.play(draw.choice(state.legal_moves))
        if clock.is_out:
            return


# --- One game -----------------------------------------------------------------------------------------


def sweep(game: Game, given: argparse.Namespace) -> Swept:
    """All of it for a game, or the walk alone."""
    swept, began = Swept(game.name), time.process_time()
    try:
        swept.actions = len(game.actions)
    except ActionError as error:
        swept.note = str(error)
    compared = None if given.only_walk else Clock(given.seconds)
    parts: dict[str, Callable[[], None]] = {"walk": lambda: walk(game, given.decisions, swept, compared)}
    if not given.only_walk:
        parts["engines"] = lambda: both_engines(game, given.both, swept, Clock(given.seconds))
        parts["texts"] = lambda: texts(game, given.games, swept, Clock(given.seconds))
    for name, part in parts.items():
        if not swept.actions and name != "texts":
            continue
        try:
            part()
        except ActionError as error:
            swept.note = f"{name}: {error}"
        except (WrongError, UserError) as error:
            swept.wrong.append(f"{name}: {error}")
    swept.seconds = round(time.process_time() - began, 1)
    return swept


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.sweeps.walks", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--definitions", type=Path, action="append", default=[])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--both", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each part's comparisons (10)")
    parser.add_argument("--only-walk", action="store_true")
    given = parser.parse_args()
    swept = Swept(given.game)
    try:
        swept = sweep(load(given.game, definitions=given.definitions), given)
    except UserError as error:
        swept.note = str(error)
    except Exception as error:
        swept.wrong.append(f"{type(error).__name__}: {error}")
    print(json.dumps(asdict(swept)))


if __name__ == "__main__":
    main()
