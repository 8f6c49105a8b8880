"""Compiled modules on disk: found again, and never trusted."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.native import compile as compiling
from interpreter.engines.native.compile import Tier
from tests.native.random_programs import Maker


def engine(folder: Path | None, settled: bool = True) -> NativeEngine:
    """An engine that has compiled what plays random games."""
    made = NativeEngine(prepare(Maker(3, 3, 3).make()), True, (), Cache(folder))
    made.start()
    if settled:
        made.library.settle()
    return made


def test_a_second_engine_finds_what_the_first_kept(tmp_path: Path) -> None:
    first = engine(tmp_path / "new" / "folder")
    kept = list((tmp_path / "new" / "folder").iterdir())
    assert len(kept) == 1
    when = kept[0].stat().st_ino
    second = engine(tmp_path / "new" / "folder")
    assert kept[0].stat().st_ino == when  # not written again
    assert first.play_games(3, 1, 0, 20) == second.play_games(3, 1, 0, 20)


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 5000])
def test_what_is_damaged_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    engine(tmp_path)
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(damage or whole[:-100])
    assert engine(tmp_path).play_games(1, 1, 0, 20)
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    assert engine(file).play_games(1, 1, 0, 20)
    closed = tmp_path / "closed"
    closed.mkdir()
    os.chmod(closed, 0o500)
    assert engine(closed).play_games(1, 1, 0, 20)


def test_a_long_module_runs_before_it_is_compiled_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code that was made quickly plays the same games as what takes its place."""
    monkeypatch.setattr("interpreter.engines.native.compile.LONG", 0)
    waiting, go_on = threading.Event(), threading.Event()
    slow = compiling.build

    def build(text: str, tier: Tier) -> bytes:
        if tier is not Tier.QUICK:
            waiting.set()
            assert go_on.wait(60)
        return slow(text, tier)

    monkeypatch.setattr(compiling, "build", build)
    made = engine(tmp_path, settled=False)
    assert waiting.wait(60)
    quickly, entry = made.play_games(5, 1, 0, 20), made.library["playouts"]
    assert not list(tmp_path.iterdir())  # only the good one is kept
    go_on.set()
    made.library.settle()
    assert made.library["playouts"] is not entry
    assert made.play_games(5, 1, 0, 20) == quickly
    assert len(list(tmp_path.iterdir())) == 1


def test_no_folder_keeps_nothing() -> None:
    assert engine(None).play_games(1, 1, 0, 20)
