"""Games as environments of PettingZoo and Gymnasium, by these libraries' own tests and by what they lack."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import TerminateIllegalWrapper, turn_based_aec_to_parallel

from gdl import GymnasiumEnv, IllegalMoveError, PettingZooEnv, load
from interpreter.errors.user_errors import MissingExtraError
from interpreter.game.shipped import shipped_games
from tests.quick import few


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Both libraries warn of dictionaries and of boxes without bounds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    game = load(name)
    api_test(PettingZooEnv(game), num_cycles=40)
    seed_test(lambda: PettingZooEnv(game), num_cycles=8)
    parallel_api_test(turn_based_aec_to_parallel(PettingZooEnv(game)), num_cycles=20)


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(GymnasiumEnv(load(name)), skip_render_check=True)


def test_positions_are_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("tic-tac-toe")
    render_test(lambda render_mode: PettingZooEnv(game, render_mode))
    env = GymnasiumEnv(game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.state)
    capsys.readouterr()


def test_agents_take_turns_to_the_end_with_their_rewards() -> None:
    """The first player has a1, b1, c1, so it has won, and the other has lost."""
    env = PettingZooEnv(load("tic-tac-toe"))
    env.reset(seed=1)
    names = [env.game.actions.text(number) for number in range(len(env.game.actions))]
    for agent, cell in zip(["player_1", "player_2"] * 3, ["a1", "a2", "b1", "b2", "c1"], strict=False):
        observation, reward, terminated, truncated, info = env.last()
        assert (env.agent_selection, reward, terminated, truncated) == (agent, 0.0, False, False)
        assert observation["action_mask"][names.index(cell)] == 1
        assert (observation["action_mask"] == info["action_mask"]).all()
        other = "player_2" if agent == "player_1" else "player_1"
        assert not env.observe(other)["action_mask"].any()
        env.step(names.index(cell))
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_a_turn_of_several_steps_is_several_actions_of_one_agent() -> None:
    env = PettingZooEnv(load("amazons"))
    env.reset(seed=1)
    movers = []
    for _ in range(4):
        movers.append(env.agent_selection)
        env.step(env.state_of_game.ids[0])
    assert movers == ["player_1", "player_1", "player_2", "player_2"]


def test_what_is_not_legal_is_refused_or_ends_the_game() -> None:
    game = load("breakthrough")
    env = PettingZooEnv(game)
    env.reset(seed=1)
    illegal = list(game.start(seed=1).mask).index(0)
    text = re.escape(game.actions.text(illegal))
    with pytest.raises(IllegalMoveError, match=rf"\({text}\) is not legal"):
        env.step(illegal)
    wrapped = TerminateIllegalWrapper(PettingZooEnv(game), illegal_reward=-1)
    wrapped.reset(seed=1)
    wrapped.step(illegal)
    assert wrapped.rewards["player_1"] == -1 and all(wrapped.terminations.values())
    seat = GymnasiumEnv(game)
    seat.reset(seed=1)
    _, reward, terminated, _, info = seat.step(illegal)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("player", [1, 2])
def test_the_others_play_in_between(player: int) -> None:
    """Against the computer's random player: every observation is of this player's turn, or of the end."""
    env = GymnasiumEnv(load("connect-four"), player, "random")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.state.mover == player and (info["action_mask"] == env.action_masks()).all()
            _, reward, over, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
            assert not truncated and (over or reward == 0.0)
        outcome = env.state.outcome
        assert outcome is not None
        assert reward == {player: 1.0, 0: 0.0}.get(outcome.winner or 0, -1.0)
        assert not env.action_masks().any()


def test_the_same_seed_is_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = GymnasiumEnv(load("backgammon"), 2, "random")
        env.reset(seed=5)
        for _ in range(5):
            env.step(int(np.flatnonzero(env.action_masks())[-1]))
        games.append(env.state.text)
    assert games[0] == games[1]


def test_there_is_no_such_player() -> None:
    with pytest.raises(ValueError, match="players 1 to 2, not 3"):
        GymnasiumEnv(load("tic-tac-toe"), 3)


@pytest.mark.parametrize(("library", "extra"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")])
def test_a_library_that_is_missing_is_named(
    library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not installed takes an extra."""
    module = f"interpreter.environments.{library}"
    monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'ludwright\[{extra}\]'"):
        import_module(module)
