"""Every command, its exit code, and where it prints what."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gdl.version import __version__
from interpreter.cli.main import COMMANDS, SECTIONS
from interpreter.game.shipped import shipped_games
from tests.cli.conftest import Gdl

BROKEN = '(game "Broken" (players 2) (equipment {(board (square 3)) (piece "A" P1) (piece "B" P2)})\n' \
    "  (rules (play (move Add (to (sitez Empty))))))"  # fmt: skip


def test_version_is_told_quickly(gdl: Gdl) -> None:
    assert gdl("--version").out == f"gdl (ludwright) {__version__}\n"
    times = []
    for _ in range(3):  # processor time: what other tests do meanwhile does not count
        before = os.times()
        subprocess.run(
            [sys.executable, "-m", "interpreter.cli.main", "--version"], check=True, capture_output=True
        )
        after = os.times()
        times.append(sum(after[2:4]) - sum(before[2:4]))
    assert min(times) < 0.15


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(gdl: Gdl, name: str) -> None:
    ran = gdl(name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"Usage: gdl {name}")


def test_help_lists_every_command(gdl: Gdl) -> None:
    shown = gdl("--help").out
    listed = [line.split()[0] for line in shown.splitlines() if line.startswith("  ") and line[2] != " "]
    assert [name for name in listed if name in COMMANDS] == list(COMMANDS)
    assert [title for title in SECTIONS if f"\n{title}:\n" in shown] == list(SECTIONS)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["plya", "troika"], "`play`"),
        (["play"], "Missing argument 'GAME'"),
        (["perft", "troika", "x"], "'x' is not a valid integer"),
        (["perft", "troika", "0"], "0 is not in the range"),
        (["perft", "troika", "2", "--tunrs"], "--turns"),
        (["perft", "troika", "2", "--option", "Line"], "`Line` is not NAME=VALUE"),
        (["show", "troika", "--stage", "bytes"], "'bytes' is not one of"),
        (["explain", "E9999"], "there is no code `E9999`"),
    ],
)
def test_wrong_use_exits_with_2(gdl: Gdl, words: list[str], hint: str) -> None:
    ran = gdl(*words)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["play", "troyka"], "E0510", "`troika`"),
        (["play", "no/such.lud"], "E0510", "there is no file no/such.lud"),
        (["perft", "troika", "1", "--option", "Lime=Straight"], "E0304", "Line"),
        (["perft", "troika", "1", "--option", "Line=Straigt"], "E0305", "Straight"),
        (["play", "troika", "--players", "human,robot"], "E0513", "random"),
        (["play", "troika", "--players", "random,random,random"], "E0513", "the game has 2"),
        (["bench", "troika", "--engine", "pyhton"], "E0516", "python"),
        (["play", "."], "E0512", "folder"),
    ],
)
def test_wrong_input_exits_with_1(gdl: Gdl, words: list[str], code: str, hint: str) -> None:
    ran = gdl(*words)
    assert (ran.code, ran.out) == (1, "")
    assert f"error[{code}]" in ran.err
    assert hint in ran.err


def test_list_names_every_game(gdl: Gdl) -> None:
    listed = json.loads(gdl("list", "--json").out)
    assert {game["name"] for game in listed} == set(shipped_games())
    text = gdl("list").out
    assert all(game["title"] in text for game in listed)


def test_check_prints_mistakes_to_stderr_and_json_to_stdout(gdl: Gdl, tmp_path: Path) -> None:
    broken = tmp_path / "broken.lud"
    broken.write_text(BROKEN, encoding="utf-8")
    ran = gdl("check", str(broken), "tic-tac-toe")
    assert ran.code == 1
    assert "sitez" in ran.err and f"{broken}:2:" in ran.err
    assert ran.out == "tic-tac-toe: no mistakes\n"
    report = json.loads(gdl("check", str(broken), "--output-format", "json").out)
    assert report["errors"] == len(report["diagnostics"]) == 1
    assert report["diagnostics"][0]["start"]["line"] == 2


def test_a_broken_game_is_explained_by_every_command(gdl: Gdl, tmp_path: Path) -> None:
    broken = tmp_path / "broken.lud"
    broken.write_text(BROKEN, encoding="utf-8")
    for words in (["play"], ["perft", "2"], ["bench"], ["show"], ["options"]):
        ran = gdl(words[0], str(broken), *words[1:])
        assert (ran.code, ran.out) == (1, "")
        assert "sitez" in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize("stage", ["forms", "ludemes", "core", "python", "llvm"])
def test_every_stage_can_be_seen(gdl: Gdl, stage: str) -> None:
    ran = gdl("show", "tic-tac-toe", "--stage", stage)
    assert ran.code == 0
    shown = {"forms": "(is Line 3)", "ludemes": "Add(", "core": "moves", "python": "def ", "llvm": "define "}
    assert shown[stage] in ran.out


def test_the_forms_are_a_game_again(gdl: Gdl, tmp_path: Path) -> None:
    again = tmp_path / "again.lud"
    again.write_text(gdl("show", "troika", "--stage", "forms").out, encoding="utf-8")
    assert gdl("perft", str(again), "2", "--json").out == gdl("perft", "troika", "2", "--json").out


def test_perft_counts_and_says_where_games_end(gdl: Gdl) -> None:
    counts = json.loads(gdl("perft", "tic-tac-toe", "5", "--json").out)
    assert counts == {
        "game": "Tic-Tac-Toe",
        "depths": [
            {"depth": 1, "nodes": 9, "ended": 0},
            {"depth": 2, "nodes": 72, "ended": 0},
            {"depth": 3, "nodes": 504, "ended": 0},
            {"depth": 4, "nodes": 3024, "ended": 0},
            {"depth": 5, "nodes": 15120, "ended": 1440},
        ],
    }
    assert "15,120" in gdl("perft", "tic-tac-toe", "5").out


def test_options_are_listed_with_their_choices(gdl: Gdl) -> None:
    listed = json.loads(gdl("options", "troika", "--json").out)["options"]
    line = next(option for option in listed if option["option"] == "Line")
    assert line["default"] in [choice["name"] for choice in line["choices"]]
    assert "* " + line["default"] in gdl("options", "troika").out


@pytest.mark.parametrize("words", [(), ("--turns",), ("--threads", "2"), ("--checked",)])
def test_perft_is_the_same_on_both_engines(gdl: Gdl, words: tuple[str, ...]) -> None:
    native = gdl("perft", "konane", "4", "--engine", "native", "--json", *words)
    python = gdl("perft", "konane", "4", "--engine", "python", "--json", *words)
    assert native.code == 0 and native.out == python.out
    assert gdl("perft", "konane", "4", "--json", *words).out == python.out


def test_an_unknown_engine_is_told(gdl: Gdl) -> None:
    for words in (["perft", "troika", "1"], ["play", "troika"]):
        ran = gdl(*words, "--engine", "natve")
        assert ran.code == 1 and "did you mean `native`" in ran.err


def test_a_game_is_played_on_the_native_engine(gdl: Gdl) -> None:
    words = ("play", "tic-tac-toe", "--players", "random", "--seed", "5", "--plain")
    assert gdl(*words, "--engine", "native", "--checked").out == gdl(*words).out


def test_bench_measures(gdl: Gdl) -> None:
    result = json.loads(gdl("bench", "tic-tac-toe", "--seconds", "0.1", "--checked", "--json").out)
    assert result["playouts_per_second"] > 0 and result["ready_seconds"] > 0
    assert 5 <= result["moves_per_playout"] <= 9
    assert result["moves_per_second"] == pytest.approx(
        result["playouts_per_second"] * result["moves_per_playout"]
    )


def test_bench_wants_a_number_of_seconds(gdl: Gdl) -> None:
    ran = gdl("bench", "tic-tac-toe", "--seconds", "nan")
    assert ran.code == 2 and "`nan` is no number of seconds" in ran.err


def test_our_mistakes_are_owned_up_to(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("interpreter.game.shipped.shipped_games", fail)
    ran = gdl("list")
    assert ran.code == 70
    assert ran.err.startswith("internal error: ZeroDivisionError: oh\n") and "Traceback" not in ran.err
    assert "Traceback" in gdl("list", "--debug").err


def test_passes_are_shown_and_left_out(gdl: Gdl) -> None:
    listed = gdl("show", "konane", "--passes")
    assert listed.code == 0
    for name in ("occupancy", "layout", "detect-overflow"):
        assert name in listed.out
    lowered, laid_out = gdl("show", "konane"), gdl("show", "konane", "--after", "layout")
    assert "    move " in lowered.out
    assert "    move " not in laid_out.out
    wrong = gdl("show", "konane", "--after", "occupansy")
    assert wrong.code == 1
    assert "E0544" in wrong.err
    assert "did you mean `occupancy`" in wrong.err
    needed = gdl("show", "konane", "--without", "layout")
    assert needed.code == 1
    assert "E0544" in needed.err
    assert gdl("show", "konane", "--stage", "forms", "--passes").code == 2
    called = gdl("show", "konane", "--without", "simplify-lowered")
    assert called.code == 0
    assert called.out != gdl("show", "konane", "--after", "detect-overflow").out


def test_a_core_program_is_read_from_a_file_and_goes_through_the_passes(gdl: Gdl, tmp_path: Path) -> None:
    file = tmp_path / "konane.core"
    file.write_text(gdl("show", "konane", "--whole").out, encoding="utf-8")
    for ways in (["--after", "layout"], ["--without", "inline"], ["--stage", "python"], ["--whole"], []):
        assert gdl("show", str(file), *ways).out == gdl("show", "konane", *ways).out
    laid_out = tmp_path / "laid-out.core"
    laid_out.write_text(gdl("show", str(file), "--after", "layout", "--whole").out, encoding="utf-8")
    assert "field owned: Sites[4]" in gdl("show", str(laid_out)).out
    assert "simplify-lowered" in gdl("show", str(file), "--passes").out
    assert gdl("show", str(file), "--stage", "forms").code == 2
    assert gdl("show", str(file), "-o", "Board=6x6").code == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "E0512"),
        ("(game)", "E0547.* line 1: "),
        (
            "program 'x': 2 players, 9 sites\ntable t: Int[2] = 1 outside 0\n",
            "E0547.* line 2: .*1 values, not 2",
        ),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    do g\n", "E0547.* line 4: "),
        ("program 'x': 2 players, 9 sites\n", "E0547.*no procedure 'start'"),
    ],
)
def test_what_is_no_core_program_is_told(gdl: Gdl, tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "small.core"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    ran = gdl("show", str(file), "--after", "layout")
    assert ran.code == 1
    assert re.search(message, ran.err)
