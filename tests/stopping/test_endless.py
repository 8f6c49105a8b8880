"""Rules that do not come to an end: time limits hold, Ctrl-C leaves, on both engines."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gdl import Game, load
from interpreter.errors.user_errors import ActionError, SlowRulesError, UnsolvedError
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line, Player
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings
from interpreter.support.stopping import StoppedError, within
from tests.fuzz.interrupts import ENDLESS, endless_text
from tests.quick import one_in

ENGINES = ("native", "python")
#: Seconds: against a hang, on a machine that has much else to do.
LONG = 20.0


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str, str], Game]:
    def made(name: str, engine: str) -> Game:
        path = tmp_path / f"{name}.lud"
        path.write_text(endless_text(name))
        loaded = load(path).on(engine)
        loaded.engine.compile()
        return loaded

    return made


def players(seconds: float) -> tuple[Player, ...]:
    return (
        MctsPlayer(MctsSettings(seconds, None, TreeSettings(1 << 24))),
        AlphaBetaPlayer(AlphaBetaSettings(seconds, None, 1 << 22)),
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["listing", "offering"])
def test_moves_that_cannot_be_listed_are_told(
    name: str, engine: str, game: Callable[[str, str], Game]
) -> None:
    line = Line((game(name, engine).start(0),))
    for player in players(0.1):
        began = time.monotonic()
        with pytest.raises(SlowRulesError):
            player.choose(line)
        assert time.monotonic() - began < LONG


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_is_chosen_though_none_can_be_tried(engine: str, game: Callable[[str, str], Game]) -> None:
    line = Line((game("playing", engine).start(0),))
    for player in players(0.1):
        began = time.monotonic()
        choice = player.choose(line)
        assert choice.move in line.state.legal_moves
        assert not any(each.proved for each in choice.thought.candidates)
        assert time.monotonic() - began < LONG
        assert not player.accepts_draw(line)


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_is_proved_of_it(engine: str, game: Callable[[str, str], Game]) -> None:
    made = game("playing", engine)
    with pytest.raises(UnsolvedError, match="not solved in time"):
        Solver(made, 1 << 22).solve(made.start(0), 0.2)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("listing", lambda game: game.start(0).legal_moves),
        ("listing", lambda game: game.start(0).perft(2)),
        ("playing", lambda game: game.start(0).play(game.start(0).legal_moves[0])),
        ("playing", lambda game: game.playouts(3)),
        ("playing", lambda game: game.engine.playouts(3, 0)),
    ],
)
def test_a_limit_holds(
    name: str, work: Callable[[Game], Any], engine: str, game: Callable[[str, str], Game]
) -> None:
    made = game(name, engine)
    made.fast_engine.compile()
    with pytest.raises(StoppedError):
        within(0.1, lambda: work(made))
    # and what comes next is not stopped by it
    assert game("playing", engine).start(0).legal_moves


def test_a_row_of_a_batch_that_is_left_is_what_it_was(game: Callable[[str, str], Game]) -> None:
    batch = game("playing", "native").batch(3)
    before = bytes(batch.states)
    with pytest.raises(StoppedError):
        within(0.1, batch.step_random)
    assert bytes(batch.states) == before
    assert list(batch.plies) == [0, 0, 0]
    assert batch[0].legal_moves == batch.game.start(0).legal_moves


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No games are played to see what moves are told apart by: they would not end."""
    monkeypatch.setattr("interpreter.game.actions.SAMPLED", 0)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_actions_of_endless_rules_are_refused(
    engine: str, game: Callable[[str, str], Game], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))  # where nobody has numbered them unplayed
    monkeypatch.setattr("interpreter.game.actions.PATIENCE", 0.2)
    for name in ("playing", "listing"):
        with pytest.raises(ActionError, match="too slow for its moves to be numbered"):
            _ = game(name, engine).actions


@pytest.mark.usefixtures("unplayed")
def test_a_cursor_that_is_left_is_where_it_was(game: Callable[[str, str], Game]) -> None:
    cursor = game("playing", "native").cursor(0)
    before, ids = cursor.state, cursor.ids
    for _ in range(2):
        with pytest.raises(StoppedError):
            within(0.1, lambda: cursor.play_id(ids[0]))
        assert (cursor.state, cursor.ids, cursor.ply) == (before, ids, 0)


@pytest.mark.usefixtures("unplayed")
def test_a_batch_by_numbers_that_is_left_is_what_it_was(game: Callable[[str, str], Game]) -> None:
    batch = game("playing", "native").batch(3)
    before, numbers = bytes(batch.states), batch.mask.argmax(1)
    for threads in (1, 2):
        with pytest.raises(StoppedError):
            within(0.1, lambda: batch.step(numbers, threads=threads))  # noqa: B023
        assert bytes(batch.states) == before and batch.mask.any(1).all()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_ctrl_c_arrives(name: str, engine: str, game: Callable[[str, str], Game]) -> None:
    state = game(name, engine).start(0)

    def work() -> None:
        state.play(state.legal_moves[0])

    def press() -> None:
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=press)
    try:
        began = time.monotonic()
        thread.start()
        expected = (
            (KeyboardInterrupt, SlowRulesError, MemoryError) if name == "offering" else KeyboardInterrupt
        )
        with pytest.raises(expected):  # that many moves may fill the memory before
            work()
            pytest.fail("it came to an end")
        assert time.monotonic() - began < LONG
    finally:
        while thread.is_alive():
            try:
                thread.join()
            except KeyboardInterrupt:
                continue
        signal.signal(signal.SIGINT, before)


def test_more_moves_than_memory_are_told(game: Callable[[str, str], Game]) -> None:
    with pytest.raises(SlowRulesError, match="more moves at once"):
        _ = game("offering", "native").start(0).legal_moves


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
@pytest.mark.parametrize(
    "words",
    one_in(
        5,
        [
            "play {} --players random --engine native",
            "play {} --players random --engine python",
            "bench {}",
            "perft {} 4",
            "match {} -p random -n 4",
        ],
    ),
)
def test_commands_leave(words: str, tmp_path: Path) -> None:
    path = tmp_path / "playing.lud"
    path.write_text(endless_text("playing"))
    child = subprocess.Popen(
        [sys.executable, "-m", "interpreter.cli.main", *words.format(path).split()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        time.sleep(5)  # until it plays
        child.send_signal(signal.SIGINT)
        _, complaints = child.communicate(timeout=LONG)
    finally:
        child.kill()
    assert child.returncode == 130
    assert complaints.strip() in ("stopped", "")
