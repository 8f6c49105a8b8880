"""`gdl rules`: the rules of a game in English."""

from __future__ import annotations

from tests.cli.conftest import Gdl


def test_the_command(gdl: Gdl) -> None:
    ran = gdl("rules", "tic-tac-toe")
    assert ran.code == 0 and ran.err == ""
    assert ran.out.startswith("Tic-Tac-Toe\n===========\n") and "a3" not in ran.out.splitlines()[0]
    assert gdl("rules", "tic-tac-toe", "--format", "markdown").out.startswith("# Tic-Tac-Toe\n")
    assert gdl("rules", "tic-tac-toe", "--format", "html").out.startswith("<!DOCTYPE html>\n")
    assert "Size: 5" in gdl("rules", "go", "-o", "Size=5").out
    assert gdl("rules", "no-such-game").code == 1
    assert gdl("rules", "go", "-o", "Size=6").code == 1
    assert gdl("rules", "go", "--format", "pdf").code == 2
