"""The examples that learn, for seconds: they run, write a file that plays, and get better at it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import gdl

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(folder: str, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(EXAMPLES / folder))
    monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module(name)


@pytest.mark.slow
def test_alphazero_learns_and_writes_a_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    for library in ("onnx", "onnxruntime"):
        pytest.importorskip(library)
    az = example("alphazero", "alphazero", monkeypatch)
    truth = example("alphazero", "truth", monkeypatch)
    assert (az.mirrored_actions()[az.mirrored_actions()] == np.arange(az.ACTIONS)).all()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net, buffer = az.Net(width=16), az.Buffer(2_000)
    play = az.SelfPlay(net, buffer, games=32, simulations=8, seed=1)
    while len(buffer) < 500:
        play.ply()
    sums = buffer.policy[: len(buffer)].sum(1)  # of proved positions the values alone are learnt
    assert np.allclose(sums[sums > 0], 1) and (sums > 0).any() and abs(buffer.value).max() <= 1
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3)
    losses = [sum(az.train(net, optimiser, buffer.sample(128, play.draw))) for _ in range(60)]
    assert np.mean(losses[-5:]) < np.mean(losses[:5])
    file = tmp_path / "net.onnx"
    az.export(net, file)
    planes = np.stack([az.GAME.observation.grid(az.GAME.start(seed=1).observe())])
    said = gdl.read_network(file, az.GAME)(planes)
    for one, other in zip(said, net.evaluate(planes), strict=True):
        assert np.allclose(one, other, atol=1e-5)
    policy, value = net.evaluate(planes)
    mirrored, again = net.evaluate(planes[:, :, :, ::-1].copy())
    assert np.allclose(policy, mirrored[:, az.mirrored_actions()], atol=1e-5)
    assert np.allclose(value, again, atol=1e-5)
    states = truth.positions(40, seed=1)
    assert len({state.text for state in states}) == 40
    assert truth.share_right(lambda planes: (None, np.zeros((len(planes), 1))), states) > 0.2  # the draws


@pytest.mark.slow
def test_maskable_ppo_gets_better_than_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    ppo = example("ppo", "ppo", monkeypatch)
    game = gdl.load("tic-tac-toe")
    model = ppo.train(game, 4_000)
    assert ppo.points(game, model, 100, 5) > ppo.points(game, None, 100, 5) + 0.1
