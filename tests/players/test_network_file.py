"""Networks in ONNX files: labelled, read, named as players, and refused where they belong to another game."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import gdl
from gdl import NetworkError, label_network, load, read_network, read_player
from interpreter.cli.main import run
from interpreter.errors.user_errors import MissingExtraError, UnreadableFileError
from interpreter.players.naming import read_players
from interpreter.search.network import shape_of
from interpreter.serve.rooms.errors import RefusedError
from interpreter.serve.rooms.hosting import seat_named
from tests.players.onnx_file import linear_model


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network for Tic-Tac-Toe, without a label."""
    pytest.importorskip("onnxruntime")
    return write(tmp_path / "net.onnx", load("tic-tac-toe"))


def write(path: Path, game: gdl.Game, games: int | str = "games", actions: int | None = None) -> Path:
    shape = shape_of(game)
    size, draw = int(np.prod(shape)), np.random.default_rng(1)
    policy, value = draw.normal(size=(size, actions or len(game.actions))), draw.normal(size=(size, 1)) / size
    path.write_bytes(linear_model(shape, policy, value, games))
    return path


@pytest.mark.parametrize("games", ["games", 4])
def test_a_file_says_what_its_network_says(games: int | str, tmp_path: Path) -> None:
    """Also one that was exported for batches of one size."""
    pytest.importorskip("onnxruntime")
    game = load("tic-tac-toe")
    file = write(tmp_path / "net.onnx", game, games)
    label_network(file, game)
    shape = shape_of(game)
    size, draw = int(np.prod(shape)), np.random.default_rng(1)
    policy, value = draw.normal(size=(size, len(game.actions))), draw.normal(size=(size, 1)) / size
    planes = np.stack([state.observe() for state in game.batch(6, seed=1)])
    planes = game.observation.grid(planes)
    said = read_network(file, game)(planes)
    flat = planes.reshape(6, -1)
    assert np.allclose(said[0], flat @ policy, atol=1e-4) and np.allclose(said[1], flat @ value, atol=1e-4)


def test_a_file_is_named_as_a_player(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load("tic-tac-toe")
    label_network(file, game)
    named = read_player(f"net:{file}:50")
    assert (str(named), named.file, dict(named.given)) == (f"net:{file}:50", str(file), {"iterations": 50})
    choice = named.make(game, 1).choose(gdl.Line.of(game.start(seed=1)))
    assert sum(each.visits for each in choice.thought.candidates) == 51
    assert choice.thought.work.startswith("51 simulations in")
    words = ["match", "tic-tac-toe", "-p", f"net:{file}:20,random", "-n", "4", "--seed", "1"]
    assert run(words) == 0
    assert "net:" in capsys.readouterr().out


def test_a_file_without_a_label_is_refused(file: Path) -> None:
    with pytest.raises(NetworkError, match=r"does not say for which rules.*label_network"):
        read_network(file, load("tic-tac-toe"))


def test_a_file_of_other_rules_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of another game, and of the same game on another board; the command says it without a traceback."""
    label_network(file, load("connect-four", options={"Size": "4x4"}))
    for game in (load("tic-tac-toe"), load("connect-four")):
        with pytest.raises(NetworkError, match="trained for other rules"):
            read_network(file, game)
    assert run(["match", "tic-tac-toe", "-p", f"net:{file}:20,random", "-n", "2"]) == 1
    told = capsys.readouterr().err
    assert "error[E0552]" in told and "(Connect Four)" in told and "Traceback" not in told
    with pytest.raises(NetworkError, match="has a label already, for Connect Four"):
        label_network(file, load("tic-tac-toe"))


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    """What it sees is said at once, what it says when it is asked."""
    pytest.importorskip("onnxruntime")
    game, larger = load("tic-tac-toe"), load("connect-four")
    file = write(tmp_path / "large.onnx", larger)
    label_network(file, game)
    with pytest.raises(NetworkError, match=r"sees 12 x 6 x 7 numbers, and Tic-Tac-Toe has \d+ x 3 x 3"):
        read_network(file, game)
    few = write(tmp_path / "few.onnx", game, actions=4)
    label_network(few, game)
    with pytest.raises(NetworkError, match=r"logits .* \(1, 10\), not \(1, 4\)"):
        read_player(f"net:{few}").make(game, 1).choose(gdl.Line.of(game.start(seed=1)))


def test_what_is_no_network_is_said(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    game = load("tic-tac-toe")
    (tmp_path / "text.onnx").write_text("nothing")
    with pytest.raises(UnreadableFileError, match="no network that onnxruntime can run"):
        read_network(tmp_path / "text.onnx", game)
    with pytest.raises(UnreadableFileError, match=r"none\.onnx cannot be read"):
        read_network(tmp_path / "none.onnx", game)


def test_a_runtime_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ludwright\[onnx\]'"):
        read_network(tmp_path / "net.onnx", load("tic-tac-toe"))


def test_names_of_files_stand_before_options() -> None:
    """One with a drive, too; options are told apart by their units as ever."""
    one, other = read_players("net:My Nets/a.onnx:2s, net:C:\\nets\\b.onnx:1k:memory=64M")
    assert (one.file, dict(one.given)) == ("My Nets/a.onnx", {"time": 2.0})
    assert (other.file, dict(other.given)) == ("C:\\nets\\b.onnx", {"iterations": 1000, "memory": 64 << 20})
    assert str(other) == "net:C:\\nets\\b.onnx:1k:64M"
    with pytest.raises(gdl.PlayerOptionError, match="net needs a network in a file"):
        read_player("net")


def test_a_page_reads_no_files() -> None:
    """Guests name players: not files of the machine that serves them."""
    with pytest.raises(RefusedError, match="reads a file of the machine"):
        seat_named("net:/etc/hosts:10")
