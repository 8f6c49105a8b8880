"""`gdl why` and `gdl trace` as they are typed, and `why` during a game."""

from __future__ import annotations

import json

from tests.cli.conftest import Gdl


def test_a_move_that_is_refused(gdl: Gdl) -> None:
    ran = gdl("why", "breakthrough", "a1-a2")
    assert ran.code == 0
    assert ran.out.startswith("a1-a2 is not legal: (is Empty (to)) does not hold\n")
    assert "breakthrough.lud:7:43" in ran.out and "^^^^^^^^^^^^^^^ this does not hold" in ran.out


def test_the_position_is_that_after_some_moves(gdl: Gdl) -> None:
    ran = gdl("why", "tic-tac-toe", "b2", "--moves", "b2")
    assert ran.code == 0 and "b2 is not in (sites Empty)" in ran.out
    assert "b2 is legal" in gdl("why", "tic-tac-toe", "b2").out


def test_the_position_is_one_that_is_described(gdl: Gdl) -> None:
    position = "{pieces: {Cross: [a1]}, mover: 2}"
    assert "a1 is not in (sites Empty)" in gdl("why", "tic-tac-toe", "a1", "--position", position).out
    assert "b2 is legal" in gdl("why", "tic-tac-toe", "b2", "--position", position).out
    assert "Nought" in gdl("trace", "tic-tac-toe", "--position", position, "--moves", "b2").out


def test_json(gdl: Gdl) -> None:
    ran = gdl("why", "breakthrough", "a1-a2", "--output-format", "json")
    read = json.loads(ran.out)
    assert (read["legal"], read["reasons"][0]["place"]["start"]["line"]) == (False, 7)
    ran = gdl("trace", "tic-tac-toe", "--moves", "a1,b2", "--output-format", "json")
    assert [ply["move"] for ply in json.loads(ran.out)["plies"]] == ["a1", "b2"]


def test_mistakes(gdl: Gdl) -> None:
    ran = gdl("why", "tic-tac-toe", "z9")
    assert ran.code == 1 and "error[E0501]" in ran.err
    assert gdl("why", "tic-tac-toe").code == 2
    assert gdl("why", "tic-tac-toe", "b2", "--moves", "b2 b2").code == 1
    assert gdl("trace", "tic-tac-toe").code == 2
    assert gdl("trace", "tic-tac-toe", "b2", "--moves", "a1").code == 2
    assert "E0510" in gdl("trace", "no-such-game", "--moves", "a1").err


def test_the_moves_of_a_trace_stand_behind_the_game_as_that_of_why_does(gdl: Gdl) -> None:
    typed = gdl("trace", "chameleon", "d1-d2", "d8-c6")
    assert typed.code == 0 and "d1 is now Red (it was Blue)" in typed.out and "2. Black: d8-c6" in typed.out
    assert typed.out == gdl("trace", "chameleon", "--moves", "d1-d2 d8-c6").out


def test_a_trace(gdl: Gdl) -> None:
    ran = gdl("trace", "tic-tac-toe", "--moves", "b2")
    assert ran.code == 0
    assert "once, offers 9  (move Add (to (sites Empty)))" in ran.out
    assert "(is Line 3)  false" in ran.out
    first_only = gdl("trace", "tic-tac-toe", "--after", "b2", "--moves", "a1").out
    assert first_only.startswith("2. Nought: a1")


def test_in_a_game(gdl: Gdl) -> None:
    ran = gdl(
        "play", "tic-tac-toe", "--players", "human,human", typed="b2\nwhy b2\nwhy\nwhy z9\nwhy a1\nquit\n"
    )
    assert ran.code == 0
    assert "b2 is not legal: b2 is not in (sites Empty): on b2 is a Cross" in ran.out
    assert "Name a move" in ran.out
    assert "`z9` is no move of this game" in ran.out
    assert "a1 is legal" in ran.out
