"""Both engines lead random games to the same last position, and remember the same ones on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game.shipped import shipped_games
from tests.native.__main__ import main
from tests.native.agreement import Variant, choices, differences, engines, play, remembers, tried
from tests.quick import few

#: Games of each: more where the rules look at earlier positions.
FEW, MORE = 1, 4


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_games_end_alike(name: str) -> None:
    variant = Variant(name)
    games = MORE if remembers(engines(variant)[0].program) else FEW
    compared = play(variant, 2026, 0, games)
    assert compared.mistakes == ()
    assert compared.games == games and compared.moves > games


def test_a_game_that_one_hash_for_two_positions_drew() -> None:
    """Natively this game was drawn after 62 moves: a position was taken for another."""
    python, native = engines(Variant("lasca"))
    seed, number = 2**64 - 1, 9417145
    moves, ours = python.playout(None, seed, number)
    assert moves == 90
    assert 1.0 in python.ranks(ours)
    plies, theirs = native.playout(None, seed, number)
    assert plies == moves
    assert list(differences(python, native, ours, theirs)) == []


# --- the comparison itself ------------------------------------------------------------------------------


def test_differences_are_told() -> None:
    """States of two games differ in what they say, draw from and remember."""
    python, native = engines(Variant("katarenga"))
    _, ours = python.playout(None, 1, 0, 20)
    _, theirs = native.playout(None, 1, 1, 21)
    told = " ".join(differences(python, native, ours, theirs))
    for what in ("generator", "20 moves in Python, 21 natively", "remembered"):
        assert what in told


def test_open_options_are_tried_too() -> None:
    found = [dict(choice) for choice in choices("troika")]
    assert {"Board": "random:42"} in found and {"Limit": "10"} in found and {} in found


def rules(folder: Path, play_rule: str) -> str:
    path = folder / "rules.lud"
    path.write_text(
        '(game "Rules" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules'
        f" (play {play_rule}) (end (if (is Full) (result P1 Win)))))",
        encoding="utf-8",
    )
    return str(path)


def test_somebody_who_is_stuck_is_told(tmp_path: Path) -> None:
    game = rules(tmp_path, "(if (is Mover P1) (move Add (to (sites Empty))))")
    assert play(Variant(game), 1, 0, 3).mistakes == ("somebody was stuck 24 times",)
    assert play(Variant(game, ends=False), 1, 0, 3).mistakes == ()


def test_a_game_that_does_not_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.native.agreement.ENDLESS", 5)
    game = rules(tmp_path, "(move Add (to (sites Empty)))")
    assert play(Variant(game), 1, 0, 1).mistakes == ("game 0 of seed 1: it does not end",)


def test_what_does_not_load_is_told() -> None:
    (mistake,) = tried(Variant("troika", (("Board", "nowhere"),)), 1, 0, 1).mistakes
    assert "LanguageError" in mistake


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["tic-tac-toe", "--games", "30", "--seed", "3"]) == 0
    assert "1 variants, 30 games" in capsys.readouterr().out
    stuck = rules(tmp_path, "(if (is Mover P1) (move Add (to (sites Empty))))")
    assert main([stuck, "--games", "2"]) == 1
    assert "somebody was stuck" in capsys.readouterr().out
