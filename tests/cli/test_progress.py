"""Bars of progress, at a terminal: the work is done beside them, and what it came to is told."""

from __future__ import annotations

import os
import sys

import pytest

pexpect = pytest.importorskip("pexpect")

QUIET = ["--rule-games", "0", "--seed", "1"]
LEAST = ["-n", "50", "--no-search", "--no-ablate", "--no-exact"]


@pytest.mark.skipif(os.name == "nt", reason="terminals of Unix")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["study", "tic-tac-toe", *QUIET, *LEAST], "length, spread"),
        (["compare", "tic-tac-toe", "last-step", *QUIET, "-n", "50", "--search", "none"], "Tic-Tac-Toe"),
        (["match", "tic-tac-toe", "--players", "random", "--games", "4", "--seed", "1"], "4 of 4 games"),
    ],
)
def test_a_bar_does_not_stand_in_the_way(words: list[str], told: str) -> None:
    run = "from interpreter.cli.main import main; main()"
    child = pexpect.spawn(
        sys.executable, ["-c", run, *words], encoding="utf-8", dimensions=(40, 120), timeout=60,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert told in child.before and "%" in child.before
    assert "Traceback" not in child.before
