"""Many games as one environment of Gymnasium: what it returns is what as many environments of one game do."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_returned_data_not_reused
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from gdl import Game, GymnasiumEnv, GymnasiumVectorEnv, load

MODES = list(AutoresetMode)


def same(ours: object, theirs: object) -> None:
    """Both are the same, of the same types, through and through."""
    if isinstance(theirs, dict):
        assert isinstance(ours, dict) and ours.keys() == theirs.keys()
        for key, value in theirs.items():
            same(ours[key], value)
    elif isinstance(theirs, np.ndarray):
        assert isinstance(ours, np.ndarray) and (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        if theirs.dtype == object:
            for one, other in zip(ours, theirs, strict=True):
                same(one, other)
        else:
            assert np.array_equal(ours, theirs)
    else:
        assert ours == theirs


def played(game: Game, mode: AutoresetMode, steps: int, **seat: Any) -> int:
    """Hold both against each other for some steps, some actions of which are not legal; how many episodes
    ended."""
    count = 5
    ours = GymnasiumVectorEnv(game, count, autoreset_mode=mode, **seat)
    theirs = SyncVectorEnv([lambda: GymnasiumEnv(game, **seat)] * count, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    draw = np.random.default_rng(4)
    for one, other in zip(ours.reset(seed=7), theirs.reset(seed=7), strict=True):
        same(one, other)
    ended = 0
    for _ in range(steps):
        masks = ours.action_masks()
        legal = [int(draw.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        wild = draw.integers(masks.shape[1], size=count)
        actions = np.where(draw.random(count) < 0.05, wild, legal)
        told = [ours.step(actions), theirs.step(actions)]
        for one, other in zip(*told, strict=True):
            same(one, other)
        over = told[0][2]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            again = [each.reset(options={"reset_mask": over.copy()}) for each in (ours, theirs)]
            for one, other in zip(*again, strict=True):
                same(one, other)
    return ended


@pytest.mark.parametrize("mode", MODES)
def test_it_is_as_many_environments(mode: AutoresetMode) -> None:
    assert played(load("tic-tac-toe"), mode, 12, player=2) > 3


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("connect-four", {"opponent": "mcts:10"}),
        ("backgammon", {"player": 2}),
        ("triad", {"player": 3}),
        ("amazons", {}),
        ("katarenga", {}),
    ],
)
def test_it_is_as_many_environments_of_any_game(name: str, seat: dict[str, Any], mode: AutoresetMode) -> None:
    """Against a player who thinks, with dice, as the third of three, with turns of several actions."""
    played(load(name), mode, 25, **seat)


def test_what_it_returns_is_new_each_time() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for mode in MODES:
            check_returned_data_not_reused(GymnasiumVectorEnv(load("tic-tac-toe"), 1, autoreset_mode=mode))


def test_gymnasium_knows_it_by_name() -> None:
    env = gymnasium.make_vec("ludwright/Game-v0", num_envs=3, game="connect-four", options={"Size": "5x4"})
    assert isinstance(env.unwrapped, GymnasiumVectorEnv)
    # a number for each of five columns
    assert env.reset(seed=1)[0].shape[0] == 3 and env.single_action_space.n == 5
    one = gymnasium.make("ludwright/Game-v0", game=load("tic-tac-toe"), player=2)
    assert isinstance(one.unwrapped, GymnasiumEnv) and one.unwrapped.player == 2


def test_the_others_may_be_players_of_ones_own() -> None:
    """A function from states to moves: always the last cell that is free."""
    game = load("tic-tac-toe")
    envs = GymnasiumVectorEnv(game, 2, player=2, opponent=lambda state: state.legal_moves[-1])
    envs.reset(seed=1)
    texts = [[game.actions.text(int(n)) for n in np.flatnonzero(mask)] for mask in envs.action_masks()]
    assert texts == [["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"]] * 2


def test_what_cannot_be_is_said() -> None:
    game = load("tic-tac-toe")
    with pytest.raises(ValueError, match="players 1 to 2, not 3"):
        GymnasiumVectorEnv(game, 2, player=3)
    env = GymnasiumVectorEnv(game, 2, autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="call `reset` first"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=[3, None])
    with pytest.raises(ValueError, match="3 seeds for 2 environments"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="one at least is True"):
        env.reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(ValueError, match=r"the shape \(2,\), not \(3,\)"):
        env.step(np.zeros(3, np.int64))
    illegal = int(np.flatnonzero(~env.action_masks()[1])[0])
    _, rewards, over, _, infos = env.step(np.array([illegal, illegal]))
    assert rewards.tolist() == [-1, -1] and over.all() and infos["illegal"].all()
    with pytest.raises(ResetNeeded, match="environment 0 is over"):
        env.step(np.zeros(2, np.int64))


def test_positions_are_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = GymnasiumVectorEnv(load("tic-tac-toe"), 2, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None and len(shown) == 2 and "3  .  .  ." in shown[0]
    person = GymnasiumVectorEnv(load("tic-tac-toe"), 1, render_mode="human")
    person.reset(seed=1)
    person.step(np.flatnonzero(person.action_masks()[0])[:1])
    assert "a  b  c" in capsys.readouterr().out
