"""Tiered compilation: what is hot is compiled as well as possible, and plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.game.shipped import shipped_games
from tests.native.random_programs import Maker
from tests.quick import quick_where

PART = "games"
QUICK = {"oware", "lasca", "last-step", "triad"}


def engine(folder: Path | None = None, size: int = 3) -> NativeEngine:
    made = NativeEngine(prepare(Maker(size, 3, 3).make()), True, (), Cache(folder))
    made.start()
    made.library.settle()
    return made


def is_best(engine: NativeEngine) -> bool:
    """Whether what plays random games is compiled as well as possible."""
    return engine.library._parts[PART].best


def test_what_is_hot_is_compiled_better(tmp_path: Path) -> None:
    made = engine(tmp_path)
    before, entry = made.playouts(50, 1), made.library["playouts"]
    assert not is_best(made)
    made.library._parts[PART].hot = 0.0
    assert made.playouts(50, 1) == before  # that made it hot
    made.library.settle()
    assert is_best(made) and made.library["playouts"] is not entry
    assert made.playouts(50, 1) == before
    # another process begins with the best that there is
    again = engine(tmp_path)
    assert is_best(again) and again.playouts(50, 1) == before


def test_it_has_to_have_run_for_long(tmp_path: Path) -> None:
    """A playout of a small program takes some microseconds, to compile it again takes 10 ms and more."""
    made = engine(tmp_path)
    made.playouts(2, 1)
    made.library.settle()
    part = made.library._parts[PART]
    assert not part.best and 0 < part.ran < part.hot


def test_who_measures_waits_for_the_best(tmp_path: Path) -> None:
    made = engine(tmp_path)
    made.warm_up()
    assert is_best(made) and len(list(tmp_path.iterdir())) == 2
    made.warm_up()  # nothing is left to do
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", quick_where(shipped_games(), QUICK.__contains__))
def test_the_same_games(name: str) -> None:
    """Each tier plays the same games to the last bit."""
    played = NativeEngine(load(name).engine.program, True, (), Cache(None))
    usual = [*played.play_games(20, 5)]
    played.warm_up()
    assert [*played.play_games(20, 5)] == usual
