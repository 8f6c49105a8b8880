"""`gdl new`: a variant that plays and tests at once, and what is said where there can be none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.game.shipped import shipped_games
from tests.cli.conftest import Gdl


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_variant_plays_and_tests(gdl: Gdl, here: Path) -> None:
    ran = gdl("new", "my-dash", "--from", "die-drei")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["wrote my-dash.lud", "wrote my-dash.yaml"]
    assert sorted(os.listdir(here)) == ["my-dash.lud", "my-dash.yaml"]
    assert gdl("test", "my-dash.lud").code == 0
    assert gdl("check", "my-dash.lud").out == "my-dash.lud: no mistakes\n"
    assert gdl("perft", "my-dash.lud", "3").out == gdl("perft", "die-drei", "3").out
    played = gdl("play", "my-dash.lud", "--players", "random,random", "--seed", "1")
    assert played.out.startswith("My Dash\n")


def test_the_scenarios_are_about_the_copy(gdl: Gdl, here: Path) -> None:
    gdl("new", "mine", "--from", "tic-tac-toe")
    path = here / "mine.lud"
    path.write_text(path.read_text().replace("(is Line 3)", "(is Line 2)"))
    ran = gdl("test", "mine.lud")
    assert ran.code == 1 and "failed" in ran.out + ran.err


@pytest.mark.parametrize("game", sorted(shipped_games()))
def test_every_game_can_be_begun_from(gdl: Gdl, game: str) -> None:
    assert gdl("new", f"below/new-{game}.lud", "--from", game).code == 0
    assert gdl("check", f"below/new-{game}.lud").code == 0


def test_definitions_are_copied_if_asked_for(gdl: Gdl, here: Path) -> None:
    ran = gdl("new", "mine", "--from", "troika", "--definitions")
    assert ran.code == 0
    assert sorted(os.listdir(here)) == ["katarenga.def", "mine.lud", "mine.yaml", "three.def"]
    text = (here / "three.def").read_text()
    (here / "three.def").write_text(text.replace("(< (count Pieces Mover) 8)", "True"))
    assert gdl("check", "mine.lud").code == 0
    assert gdl("new", "second", "--from", "troika", "--definitions").code == 1  # three.def is another's now


def test_an_own_games_definitions_come_along(gdl: Gdl, here: Path) -> None:
    gdl("new", "a/one", "--from", "troika", "--definitions")
    (here / "a" / "own.def").write_text('(define "Mine" (is Aligned 3 All))')
    game = here / "a" / "one.lud"
    game.write_text('(include "own.def")\n' + game.read_text())
    ran = gdl("new", "b/two", "--from", "a/one.lud")
    assert ran.code == 0
    assert {"two.lud", "own.def", "katarenga.def", "three.def"} <= set(os.listdir(here / "b"))
    assert gdl("check", "b/two.lud").code == 0


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["My Game", "--from", "troika"], "E0518", "did you mean `my-game`?"),
        (["3d", "--from", "troika"], "E0518", "`3d` is no name for a game"),
        (["", "--from", "troika"], "E0518", "is no name for a game"),
        (["a--b", "--from", "troika"], "E0518", "did you mean `a-b`?"),
        (["hex", "--from", "troika"], "E0518", "did you mean `my-hex`?"),
        (["mine", "--from", "troyka"], "E0510", "did you mean `troika`"),
        (["mine", "--from", "none.lud"], "E0510", "there is no file none.lud"),
    ],
)
def test_what_cannot_be_begun(gdl: Gdl, here: Path, words: list[str], code: str, message: str) -> None:
    ran = gdl("new", *words)
    assert (ran.code, ran.out) == (1, "")
    assert f"error[{code}]" in ran.err and message in ran.err
    assert os.listdir(here) == []


def test_nothing_is_written_over(gdl: Gdl, here: Path) -> None:
    (here / "mine.yaml").write_text("precious")
    ran = gdl("new", "mine", "--from", "troika")
    assert ran.code == 1 and "mine.yaml is there already" in ran.err
    assert os.listdir(here) == ["mine.yaml"] and (here / "mine.yaml").read_text() == "precious"
