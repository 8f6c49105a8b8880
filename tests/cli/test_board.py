"""`gdl board`: what an author asks of a board."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Gdl


def test_names_numbers_regions_and_tracks_are_told(gdl: Gdl) -> None:
    out = gdl("board", "oware").out
    assert "Oware, the first position: 12 points" in out
    assert "2   6    7    8    9   10   11" in out
    assert "of White  a1 b1 c1 d1 e1 f1" in out
    assert "Round, round  a1 b1 c1 d1 e1 f1 f2 e2 d2 c2 b2 a2" in out


def test_only_what_is_wanted_is_shown(gdl: Gdl) -> None:
    out = gdl("board", "oware", "--show", "tracks").out
    assert "Tracks:" in out and "Regions:" not in out and "10   11" not in out and "*4" not in out


def test_a_region_that_changes_has_no_sites(gdl: Gdl, tmp_path: Path) -> None:
    file = tmp_path / "mine.lud"
    file.write_text(
        """(game "Mine" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)
        (regions "Held" P1 (sites Occupied by:P1)) (regions "Low" (sites Bottom))})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    )
    out = gdl("board", str(file), "--show", "regions").out
    assert "Held of White  (another in each position)" in out and "Low            a1 b1 c1" in out


def test_a_picture_is_written_and_written_again(gdl: Gdl, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert gdl("board", "chess", "--svg", str(file)).out == f"Written to {file}.\n"
    first = file.read_bytes()
    assert gdl("board", "chess", "--svg", str(file)).code == 0 and file.read_bytes() == first
    printed = gdl("board", "chess", "--format", "svg").out
    assert printed == first.decode()
    assert ElementTree.fromstring(printed).tag.endswith("svg")
    assert gdl("board", "chess", "--svg", str(tmp_path)).code == 1


def test_a_position_is_given_by_moves_or_described(gdl: Gdl, tmp_path: Path) -> None:
    assert "1 (N) .  ." in gdl("board", "tic-tac-toe", "--moves", "b2 a1").out
    text = "{pieces: {Pawn1: [a2], Pawn2: [c7]}, mover: 2}"
    file = tmp_path / "position.yaml"
    file.write_text(text)
    by_text, by_file = (gdl("board", "breakthrough", "--position", each).out for each in (text, str(file)))
    assert by_text == by_file
    assert by_text.startswith("Breakthrough, a position: 64 cells")
    assert "7  .  .  B  .  .  .  .  ." in by_text and "Black to move" in by_text
    after = gdl("board", "breakthrough", "--position", text, "--moves", "c7-c6").out
    assert "6  .  . (B) .  .  .  .  ." in after and "White to move" in after


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--show", "nubmers"), 2, "did you mean `numbers`?"),
        (("--moves", "z9"), 1, "`z9` is no move of this game"),
        (("--position", "no-such.yaml"), 1, "cannot read no-such.yaml: there is no such file"),
        (("--position", "{mover: 2}"), 1, "a position needs `pieces:`"),
        (("--position", "{pieces: {Pwan1: [a1]}}"), 1, "there is no piece `Pwan1`"),
        (("--position", "{pieces: [}"), 1, "this is not YAML"),
        (("-o", "Size=99"), 1, "Size"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(words: tuple[str, ...], code: int, said: str, gdl: Gdl) -> None:
    ran = gdl("board", "breakthrough", *words)
    assert ran.code == code and said in ran.out + ran.err


def test_options_change_the_board(gdl: Gdl) -> None:
    assert ": 361 points" in gdl("board", "go", "-o", "Size=19", "--show", "names").out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix terminal")
def test_tab_completes_moves_and_commands_and_arrows_bring_them_back() -> None:
    import pexpect

    child = pexpect.spawn(
        sys.executable, ["-m", "interpreter.cli.main", "play", "chess", "-p", "human,human", "--plain"],
        env={**os.environ, "TERM": "xterm"}, encoding="utf-8", timeout=20,
    )  # fmt: skip
    pytest.importorskip("readline")
    child.expect("White> ")
    child.send("e2\t")
    child.expect("e2-e3 +e2-e4")
    child.send("4\r")
    child.expect(r"4  .  .  .  . \(P\)")
    child.expect("Black> ")
    child.send("hel\t\r")
    child.expect("save FILE")
    child.expect("Black> ")
    child.send("\x1b[A\x1b[A\r")
    child.expect("`e2-e4` is not legal here")
    child.sendline("quit")
    child.expect(pexpect.EOF)


def test_moves_that_look_alike_say_what_they_take_also_in_records(gdl: Gdl, tmp_path: Path) -> None:
    file, kept = tmp_path / "take.lud", tmp_path / "take.rec"
    file.write_text(
        """(game "Take" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (start (place "Stone2" (sites {"b1" "a2"})))
            (play (forEach Site (sites {"b1" "a2"}) (move Add (to (sites {"c3"})) (then (remove (site))))))
            (end (if (is Full) (result Mover Win)))))"""
    )
    ran = gdl("play", str(file), "-p", "human,human", typed=f"moves\nc3*a2\nsave {kept}\nquit\n")
    assert "c3*b1  c3*a2" in ran.out
    assert "1. c3*a2" in kept.read_text()
    assert gdl("record", str(kept)).code == 0
    by_number = gdl("board", str(file), "--moves", "c3#2", "--show", "pieces").out
    assert "2 >.< .  ." in by_number
