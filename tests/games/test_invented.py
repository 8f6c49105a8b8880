"""The book of invented games: short, without a warning, fair between searches, decided, and each its own."""

from __future__ import annotations

import pytest

from gdl import load
from gdl.support.files import games_folder
from interpreter.invent.thinking import score_of
from interpreter.study.searching.games import Watching, seeds_of

BOOK = sorted(path.stem for path in (games_folder() / "invented").glob("*.lud"))


def test_there_are_some() -> None:
    assert len(BOOK) >= 7


@pytest.mark.parametrize("name", BOOK)
def test_it_is_short_and_nothing_is_odd_about_it(name: str) -> None:
    text = (games_folder() / "invented" / f"{name}.lud").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert load(name).compiled.warnings == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOK)
def test_both_engines_play_the_same_games(name: str) -> None:
    assert load(name).on("native").playouts(200, seed=3) == load(name).on("python").playouts(200, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOK)
def test_neither_seat_is_favoured_and_few_are_drawn(name: str) -> None:
    """Of 40 games the half, give or take three standard deviations of 0.08."""
    watching = Watching(load(name).on("native"), 200)
    games = [watching.play((200, 200), *seeds_of(5, number, "book")) for number in range(40)]
    scores = [score_of(each, 0) for each in games]
    assert abs(sum(scores) / 40 - 0.5) < 0.24
    assert scores.count(0.5) < 10
