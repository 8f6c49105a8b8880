"""Steps a second from Python: one state by numbers of actions, and many at once.

    python -m benchmarks.environments [GAME ...] [--seconds S] [--size N] [--threads T]

One by one: random games by `game.cursor()`, the action drawn from `cursor.ids` by Python, with the mask, and
with the planes too. In bulk: `batch.step` of chosen actions with `restart`, masks, results and planes
written; drawing the actions is no part of its time. Where OpenSpiel and pgx are installed theirs are beside:
OpenSpiel's state with `legal_actions`, and `legal_actions_mask` or `observation_tensor` besides; pgx fused
by `lax.scan`, drawing included. Processor's time, of a batch on several threads the clock's; code is compiled
as well as it will be before.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

import click
import numpy as np

from gdl import load

#: Our names; OpenSpiel's; pgx's.
GAMES = {
    "tic-tac-toe": ("tic_tac_toe", "tic_tac_toe"),
    "connect-four": ("connect_four", "connect_four"),
    "reversi": ("othello", "othello"),
    "hex": ("hex(board_size=11)", "hex"),
    "chess": ("chess", "chess"),
    "go": ("go(board_size=9)", "go_9x9"),
}
#: Calls of a batch that are measured between looks at the clock.
CALLS = 20


def one_by_one(name: str, seconds: float, planes: bool) -> float:
    """Steps a second of a cursor, with the planes or without."""
    game = load(name).on("native")
    cursor = game.cursor(1)
    game = cursor.game
    game.seen.library.warm_up()
    cursor, draw = game.cursor(1), Random(1).random
    if planes:
        assert cursor.planes.any()
    steps, seed, began = 0, 1, time.thread_time()
    while time.thread_time() - began < seconds:
        cursor.reset(seed)
        seed += 1
        while ids := cursor.ids:
            cursor.play_id(ids[int(draw() * len(ids))])
            steps += 1
    return steps / (time.thread_time() - began)


def in_bulk(name: str, seconds: float, size: int, threads: int) -> float:
    """Steps a second of a batch, with masks, results and planes."""
    batch = load(name).on("native").batch(size, seed=1)
    rng, done, spent = np.random.default_rng(1), 0, 0.0
    clock = time.process_time if threads == 1 else time.perf_counter
    assert batch.planes.any()
    batch.step(drawn(batch.mask, rng), restart=True)
    batch.game.seen.library.warm_up()
    for _ in range(30):
        batch.step(drawn(batch.mask, rng), restart=True)
    while spent < seconds:
        for _ in range(CALLS):
            chosen = drawn(batch.mask, rng)
            began = clock()
            batch.step(chosen, restart=True, threads=threads)
            spent += clock() - began
            done += size
    return done / spent


def drawn(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action of each game."""
    return (mask * rng.random(mask.shape, np.float32)).argmax(1)


def openspiel(name: str, seconds: float, asked: str) -> float | None:
    """Steps a second of OpenSpiel's; `asked` is the method that each position is asked by, too."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game, draw, steps = pyspiel.load_game(name), Random(1).random, 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        state = game.new_initial_state()
        ask: Callable[[], object] | None = getattr(state, asked, None)
        while not state.is_terminal():
            ids = state.legal_actions()
            if ask is not None:
                ask()
            state.apply_action(ids[int(draw() * len(ids))])
            steps += 1
    return steps / (time.thread_time() - began)


def pgx(name: str, seconds: float, size: int) -> float | None:
    """Steps a second of pgx's, many in one compiled loop, with observations and masks."""
    try:
        jax, library = importlib.import_module("jax"), importlib.import_module("pgx")
    except ImportError:
        return None
    env = library.make(name)
    auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))
    length = 32

    def turn(carry: Any, _: object) -> Any:
        state, key, total = carry
        key, one, two = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(one, logits, axis=1)
        state = step(state, action, jax.random.split(two, size))
        return (state, key, total + state.observation.sum() + state.legal_action_mask.sum()), None

    run = jax.jit(lambda carry: jax.lax.scan(turn, carry, None, length)[0])
    key = jax.random.PRNGKey(1)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key, 0.0)
    carry = jax.block_until_ready(run(carry))
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        carry = jax.block_until_ready(run(carry))
        done += size * length
    return done / (time.process_time() - began)


def shown(number: float | None) -> str:
    """A rate for a table."""
    return "-" if number is None else f"{number:,.0f}"


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=1.0, show_default=True, type=click.FloatRange(0.05, 600))
@click.option("--size", default=1024, show_default=True, type=click.IntRange(1))
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256))
def main(games: tuple[str, ...], seconds: float, size: int, threads: int) -> None:
    """Measure GAMES, or six of which others have figures too."""
    heads = ("one: mask", "planes", "OpenSpiel", "mask", "planes", f"batch {size}", "pgx")
    click.echo(f"{'game':<14}" + "".join(f"{head:>13}" for head in heads))
    for name in games or GAMES:
        theirs, jax = GAMES.get(name, ("", ""))
        row: list[float | None] = [one_by_one(name, seconds, planes) for planes in (False, True)]
        asked = ("", "legal_actions_mask", "observation_tensor")
        row += [openspiel(theirs, seconds, each) if theirs else None for each in asked]
        row.append(in_bulk(name, seconds, size, threads))
        row.append(pgx(jax, seconds, size) if jax else None)
        click.echo(f"{name:<14}" + "".join(f"{shown(each):>13}" for each in row))


if __name__ == "__main__":
    main()
