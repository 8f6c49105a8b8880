"""Prepared programs on disk: found again, and never trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.passes import pipeline
from gdl.passes.pipeline import prepare
from interpreter.engines import kept as keeping
from interpreter.engines.cache import Cache
from interpreter.engines.kept import key_of, prepared


def never(*_: object) -> None:
    raise AssertionError("the passes ran")


def of(name: str, store: Cache) -> Program:
    """The prepared program of a game."""
    game = load(name)
    return prepared(game.program, store, game.image.key)


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Cache, str]:
    """A cache that has a game's program, and how that looks."""
    store = Cache(tmp_path)
    return store, show_program(of("konane", store))


def test_a_program_is_found_again(kept: tuple[Cache, str], monkeypatch: pytest.MonkeyPatch) -> None:
    store, shown = kept
    assert shown == show_program(prepare(load("konane").program))
    monkeypatch.setattr(pipeline, "prepare", never)
    assert show_program(of("konane", store)) == shown
    with pytest.raises(AssertionError, match="the passes ran"):
        of("reversi", store)


def test_what_the_program_depends_on_is_in_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {key_of(load("hex", {"Size": size}).program) for size in ("3", "5")}
    konane = load("konane").program
    keys.add(key_of(konane))
    assert len(keys) == 3
    assert key_of(konane) in keys
    monkeypatch.setattr(keeping, "code_version", lambda: "another")
    assert key_of(konane) not in keys


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x05."])
def test_what_cannot_be_read_is_made_anew(kept: tuple[Cache, str], damage: bytes) -> None:
    store, shown = kept
    assert store.folder is not None
    (file,) = store.folder.iterdir()
    store.put(file.stem, damage)  # whole, but no program
    assert show_program(of("konane", store)) == shown


def test_without_a_folder_nothing_is_kept() -> None:
    assert show_program(prepared(load("konane").program, Cache(None)))
