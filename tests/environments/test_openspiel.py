"""Games as games of OpenSpiel: by its own tests, and its alpha-beta against our solver.

They need OpenSpiel, and skip themselves without.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gdl import CannotPlayError, load
from interpreter.search.solver import Solver

pyspiel = pytest.importorskip("pyspiel")

from gdl import OpenSpielGame  # noqa: E402

#: Draws a site, which no dice show.
DRAWN = """(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (do (set Var "here" (value Random (range 0 8))) next:(move Add (to (sites Empty)))))
         (end (if (is Full) (result Mover Win)))))"""


def made(game: str, options: str = "", seed: int = 0) -> OpenSpielGame:
    text = f"ludwright(game={game},options={options},seed={seed})"
    result = pyspiel.load_game(text)
    assert isinstance(result, OpenSpielGame) and str(result) == text
    return result


@pytest.mark.parametrize(
    ("name", "options", "chance", "utility"),
    [
        ("tic-tac-toe", "", "DETERMINISTIC", "ZERO_SUM"),
        ("last-step", "", "EXPLICIT_STOCHASTIC", "ZERO_SUM"),
        pytest.param("triad", "", "DETERMINISTIC", "GENERAL_SUM", marks=pytest.mark.slow),
        pytest.param("castaways", "", "DETERMINISTIC", "ZERO_SUM", marks=pytest.mark.slow),
        pytest.param("backgammon", "", "EXPLICIT_STOCHASTIC", "ZERO_SUM", marks=pytest.mark.long),
        pytest.param("connect-four", "Size:4x4", "DETERMINISTIC", "ZERO_SUM", marks=pytest.mark.slow),
    ],
)
def test_openspiel_finds_nothing_wrong(name: str, options: str, chance: str, utility: str) -> None:
    game = made(name, options)
    kind = game.get_type()
    assert (kind.chance_mode.name, kind.utility.name) == (chance, utility)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    ours = load("tic-tac-toe")
    numbers = {ours.actions.text(number): number for number in range(len(ours.actions))}
    moves = [numbers[cell] for cell in ("a1", "a2", "b1", "b2", "c1")]
    text = generate_playthrough.playthrough("ludwright(game=tic-tac-toe)", moves)
    assert "IsTerminal() = True" in text and "Returns() = [1, -1]" in text
    assert 'StringLegalActions() = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]' in text


def test_dice_are_chance_nodes() -> None:
    """Two dice of six faces: 36 rolls, each as likely; what follows is the state with that roll."""
    game = made("backgammon", seed=5)
    state = game.new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 36 and sum(likely for _, likely in outcomes) == pytest.approx(1)
    (roll,) = [number for number, _ in outcomes if state.action_to_string(number) == "roll 3-1"]
    after = state.clone()
    after.apply_action(roll)
    assert after.state.dice == (3, 1) and not after.is_chance_node()
    assert state.is_chance_node(), "a clone is another state"


def test_what_is_seen_is_what_is_observed() -> None:
    game = made("connect-four")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[2])
    observer = game.make_py_observer()
    for player in (0, 1):
        observer.set_from(state, player)
        spec = game.game.observation
        assert np.array_equal(observer.dict["planes"], spec.grid(state.state.observe(player + 1)))
    assert observer.string_from(state, 0) == state.state.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [("tic-tac-toe", "", 3), ("connect-four", "Size:4x4", 9), ("hex", "Size:3", 2)],
)
def test_alpha_beta_finds_what_our_solver_finds(name: str, options: str, plies: int) -> None:
    """OpenSpiel's minimax, on our rules: positions after some plies of several random games."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game, draw, seen = made(name, options), np.random.default_rng(3), set()
    solver = Solver(game.game, 16 << 20)
    for _ in range(8):
        state = game.new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(int(draw.choice(state.legal_actions())))
        if state.is_terminal():
            continue
        player = state.current_player()
        value, _ = alpha_beta_search(game, state, maximizing_player_id=player)
        assert value == solver.solve(state.state).value
        seen.add(value)
    assert len(seen) > 1


def test_chance_that_cannot_be_listed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "drawn.lud"
    file.write_text(DRAWN, encoding="utf-8")
    with pytest.raises(CannotPlayError, match="draws more than dice"):
        OpenSpielGame({"game": str(file)})
