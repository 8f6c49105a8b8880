"""Playing in the terminal: from a pipe, and at a terminal as a person does."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Gdl
from tests.quick import one_in

TWO = ["play", "tic-tac-toe", "--players", "human,human"]


def test_a_game_is_played_from_a_pipe(gdl: Gdl) -> None:
    ran = gdl(*TWO, typed="b2\na1\nb1\na3\nb3\n")
    assert ran.code == 0
    assert "The game is over: Cross wins." in ran.out
    assert "1  .  .  .\n   a  b  c\n\nCross> b2" in ran.out
    assert ran.out.count("   a  b  c") == 6  # before each move, and at the end


def test_the_end_of_the_input_ends_the_sitting(gdl: Gdl) -> None:
    ran = gdl(*TWO, typed="b2\n")
    assert ran.code == 0 and "Nought>" in ran.out


def test_mistakes_are_explained_and_the_game_goes_on(gdl: Gdl) -> None:
    ran = gdl(*TWO, typed="b2\nb2\nz9\na1\nquit\n")
    assert "`b2` is not legal here: b2 is occupied" in ran.out
    assert "`z9` is no move of this game" in ran.out
    assert ran.out.rstrip().endswith("Cross> quit")


def test_moves_help_board_and_undo(gdl: Gdl) -> None:
    ran = gdl(*TWO, typed="help\nmoves\nb2\nm b2\nundo\nm b2\nundo\nquit\n")
    assert "save FILE" in ran.out
    assert "9 legal moves:" in ran.out and "0 legal moves:" in ran.out and "1 legal move:" in ran.out
    assert "This is the start of the game." in ran.out


def test_resigning_and_draws(gdl: Gdl) -> None:
    assert "Cross resigns, Nought wins" in gdl(*TWO, typed="resign\n").out
    assert "a draw by agreement" in gdl(*TWO, typed="b2\ndraw\nyes\n").out
    declined = gdl(*TWO, typed="draw\nno\nresign\n").out
    assert "Nought declines the draw." in declined and "Cross resigns" in declined
    machine = gdl("play", "tic-tac-toe", "--players", "human,random", typed="draw\nquit\n").out
    assert "Nought declines the draw." in machine


def test_saving_and_loading(gdl: Gdl, tmp_path: Path) -> None:
    saved = tmp_path / "game.rec"
    gdl(*TWO, typed=f"b2\na1\nsave {saved}\nquit\n")
    assert '[game "tic-tac-toe"]' in saved.read_text(encoding="utf-8")
    gdl(*TWO, typed=f"c3\nsave {saved}\nquit\n")
    ran = gdl(*TWO, typed=f"c3\nload {saved}#1\nmoves\nload {saved}\nquit\n")
    assert "Tic-Tac-Toe, after 2 moves." in ran.out and "7 legal moves:" in ran.out
    assert "Tic-Tac-Toe, after 1 move." in ran.out
    gdl("play", "troke", "--option", "players=3", "--players", "human", typed=f"save {saved}\nquit\n")
    assert f"{saved} is a game for 3 players." in gdl(*TWO, typed=f"load {saved}\nquit\n").out


def test_a_saved_game_that_cannot_be_used(gdl: Gdl, tmp_path: Path) -> None:
    saved = tmp_path / "game.rec"
    gdl(*TWO, typed=f"b2\na1\nsave {saved}\nquit\n")
    saved.write_text(saved.read_text(encoding="utf-8").replace("2. a1", "2. b2"), encoding="utf-8")
    ran = gdl(*TWO, typed=f"c3\nload {saved}\nmoves\nquit\n").out
    assert "error[E0502]: move 2 cannot be played: `b2` is not legal here: b2 is occupied" in ran
    assert "8 legal moves" in ran  # the game that was played goes on
    saved.write_text("[1, 2", encoding="utf-8")
    assert "is no record of games" in gdl(*TWO, typed=f"load {saved}\nquit\n").out
    assert "cannot read" in gdl(*TWO, typed="load no-such-file\nquit\n").out
    assert "cannot write" in gdl(*TWO, typed="save no/such/folder\nquit\n").out
    typed = "load\nsave\nquit\n"
    assert gdl(*TWO, typed=typed).out.count("Name a file: ") == 2


def test_computers_play_alone_and_the_seed_repeats_it(gdl: Gdl) -> None:
    first = gdl("play", "troika", "--players", "random", "--seed", "5")
    assert first.code == 0 and "The game is over" in first.out
    assert gdl("play", "troika", "--players", "random", "--seed", "5").out == first.out
    assert gdl("play", "troika", "--players", "random", "--seed", "6").out != first.out


@pytest.mark.parametrize("players", one_in(3, [3, 2, 4]))
def test_what_players_have_is_told_with_the_turns_that_change_it(gdl: Gdl, players: int) -> None:
    ran = gdl("play", "troke", "--option", f"players={players}", "--players", "random", "--seed", "1")
    assert ran.code == 0 and "The game is over" in ran.out
    lines = ran.out.splitlines()
    assert re.fullmatch("Chips: " + ", ".join([r"\w+ -?\d+"] * players), lines[-2])
    assert lines[-1].startswith("Castles: Red ")
    told = [line for line in lines if "(chips: Red " in line]
    assert told and lines[-2].removeprefix("Chips: ") in told[-1]


def heed_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")
def test_at_a_terminal_the_board_has_colours() -> None:
    import pexpect

    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment.pop("NO_COLOR", None)
    words = ["play", "troika", "--players", "human,random", "--seed", "1"]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "interpreter.cli.main", *words],
        env=environment,
        encoding="utf-8",
        timeout=20,
        # pytest's workers ignore Ctrl-C, and what they start would too
        preexec_fn=heed_ctrl_c,
    )
    child.expect("White> ")
    assert ";48;2;" in f"{child.before}"
    child.sendline("d3")
    child.expect("Black: ([a-h][1-8])")
    child.expect("White> ")
    child.sendline("undo")
    child.expect("White> ")
    child.sendline("moves")
    child.expect("64 legal moves")
    child.expect("White> ")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_a_game_for_one_needs_no_opponent(gdl: Gdl, tmp_path: Path) -> None:
    file = tmp_path / "solo.lud"
    file.write_text(
        """(game "Solo" (players 1) (equipment {(board (square 2)) (piece "Stone" P1)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    )
    ran = gdl("play", str(file), "--plain", typed="a1\nquit\n")
    assert ran.code == 0 and "you" in ran.out and "mcts" not in ran.out


def test_a_match_that_reads_no_points_tells_them(gdl: Gdl, tmp_path: Path) -> None:
    """Its ending counts the games alone; who has won how many is told all the same."""
    path = tmp_path / "pair.lud"
    path.write_text(
        '(match "Pair" (games (subgame "Tic-Tac-Toe")) (end (if (= 2 (count Trials)) (result P1 Win))))'
    )
    ran = gdl("play", str(path), "--players", "random", "--seed", "1", "--plain")
    assert ran.code == 0 and len(re.findall(r"^Game [12] is over: \w+ gets 1\.", ran.out, re.MULTILINE)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")
def test_who_measures_rules_without_end_is_told(tmp_path: Path) -> None:
    import pexpect

    loop = "(if (is Even (count Moves)) (forEach Value min:0 max:1000000000 (addScore Mover 1)))"
    (tmp_path / "endless.lud").write_text(
        f"""(game "Endless" (players 2) (equipment {{(board (square 3)) (piece "Man" Each)}})
        (rules (play (move Add (to (sites Empty)) (then {loop}))) (end (if (is Full) (result Mover Win)))))"""
    )
    words = ["bench", str(tmp_path / "endless.lud"), "--engine", "python", "--seconds", "0.1"]
    command = ["-m", "interpreter.cli.main", *words]
    child = pexpect.spawn(sys.executable, command, encoding="utf-8", timeout=60, preexec_fn=heed_ctrl_c)
    child.expect("take long to work out.*--engine native is faster")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
