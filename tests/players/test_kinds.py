"""Kinds of players are found: a module in their folder is one, and is imported when it is first named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.players.kinds import KINDS
from interpreter.players.player import Kind
from interpreter.support.modules import module_names

ROOT = Path(__file__).parents[2]

LAST = """\
from interpreter.players.player import Kind


class Last:
    limit = None

    def choose(self, line, limit=None):
        from interpreter.players.player import Choice

        return Choice(line.state.legal_moves[-1])

    def accepts_draw(self, line):
        return False


KIND = Kind("last", "the last legal move", lambda game, settings, seed: Last())
"""
SCRIPT = """\
import sys
import interpreter.players.kinds as kinds
kinds.__path__.append(sys.argv[1])
from interpreter.cli.main import run
code = run(sys.argv[2:])
names = [name for name in sys.modules if name.startswith("interpreter.players.")]
print("imported:", *names, file=sys.stderr)
sys.exit(code)
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder), *words], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip


def test_a_module_in_the_folder_is_a_kind_of_player(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST, encoding="utf-8")
    told = run(tmp_path, "play", "tic-tac-toe", "--players", "last,last", "--plain")
    assert told.returncode == 0, told.stderr
    # from the last site on, in turn, until the first has the diagonal
    played = [
        line.partition(": ")[2]
        for line in told.stdout.splitlines()
        if line.startswith(("Cross: ", "Nought: "))
    ]
    assert played == ["c3", "b3", "a3", "c2", "b2", "a2", "c1"]
    names = [line.split()[0] for line in run(tmp_path, "players").stdout.splitlines() if line[:1].strip()]
    assert names[-1] == "last"
    assert "`last`" in run(tmp_path, "play", "tic-tac-toe", "--players", "lats").stderr


def test_a_kind_that_nobody_names_is_not_imported(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text("raise RuntimeError", encoding="utf-8")
    told = run(tmp_path, "play", "tic-tac-toe", "--players", "random,random")
    imported = told.stderr.rpartition("imported:")[2].split()
    assert told.returncode == 0 and "interpreter.players.kinds.random" in imported
    assert not {f"interpreter.players.{name}" for name in ("kinds.last", "kinds.mcts", "mcts")} & {*imported}


def test_listing_kinds_imports_no_player(tmp_path: Path) -> None:
    imported = run(tmp_path, "players").stderr.rpartition("imported:")[2].split()
    assert "interpreter.players.kinds.mcts" in imported and "interpreter.players.mcts" not in imported


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_called_like_its_module(name: str) -> None:
    assert isinstance(KINDS[name], Kind) and KINDS[name].name == name


def test_modules_are_told_in_order(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "_c.py", "d.txt", "z.py"):
        (tmp_path / name).touch()
    assert module_names([str(tmp_path)], ("z", "missing")) == ("z", "a", "b")
