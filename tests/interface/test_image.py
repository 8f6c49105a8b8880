"""Games that were compiled before start from what was kept of them, unless anything has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from gdl import LanguageError, UnreadableFileError, load, loads
from interpreter.cli.main import run
from interpreter.engines import kept
from interpreter.engines.cache import Cache
from interpreter.engines.kept import fingerprint
from interpreter.game import image as module

RULES = """(game "Small" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Mover) (result Mover Loss)))))
"""
#: The same with a rule from another file.
INCLUDING = """(include "rules.def")
(game "Small" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
  (rules (play ("PlaceIt")) (end (if (no Moves Mover) (result Mover Loss)))))
"""
PLACE = '(define "PlaceIt" (move Add (to (sites Empty))))\n'
CORNER = '(define "PlaceIt" (move Add (to (sites Corners))))\n'
OPTION = """(option "Size" <Size> args:{ <size> } { (item "Two" <2> "") (item "Three" <3> "") })
(game "Small" (players 2) (equipment {(board (square <Size:size>)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Mover) (result Mover Loss)))))
"""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The files of the games that were compiled, with a cache of their own."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    found: list[str] = []
    compile_ = module.compile_recipe

    def noting(recipe: module.Recipe, observer: module.Observer | None = None) -> module.Compiled:
        found.append(Path(recipe.path).name)
        return compile_(recipe, observer)

    monkeypatch.setattr(module, "compile_recipe", noting)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.lud"
    path.write_text(RULES, encoding="utf-8")
    return path


def moves(path: Path, **options: str) -> int:
    return len(load(path, options=options).start(0).legal_moves)


def test_a_game_is_compiled_once(compiled: list[str], file: Path) -> None:
    assert [moves(file), moves(file), moves(file)] == [4, 4, 4]
    assert compiled == ["small.lud"]


def test_what_is_known_of_a_game_is_the_same_from_its_image(compiled: list[str]) -> None:
    names = ("backgammon", "troika", "chess")
    for name in names:
        first, second = load(name), load(name)
        assert fingerprint(second.program) == fingerprint(first.program)
        assert evolve(second.image, program=first.program) == first.image
        assert (second.name, second.players, second.options) == (first.name, first.players, first.options)
        assert second.start(1).legal_moves == first.start(1).legal_moves
        assert str(second.start(1)) == str(first.start(1))
    assert compiled == [f"{name}.lud" for name in names]


def test_what_playing_does_not_need_is_there_all_the_same(compiled: list[str], file: Path) -> None:
    load(file)
    again = load(file)
    assert again.compiled.program is again.program
    assert again.topology.count(again.compiled.facts.main) == 4


def test_a_game_whose_file_changes_is_what_it_was(compiled: list[str], file: Path) -> None:
    load(file)
    game = load(file)
    file.write_text(RULES.replace("square 2", "square 3"), encoding="utf-8")
    assert len(game.start(0).legal_moves) == 4
    with pytest.raises(UnreadableFileError, match="has changed since it was loaded"):
        game.compiled  # noqa: B018


def test_another_text_is_another_game(compiled: list[str], file: Path) -> None:
    before = moves(file)
    known = file.stat()
    file.write_text(RULES.replace("square 2", "square 3"), encoding="utf-8")
    os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))  # times do not matter
    assert (before, moves(file)) == (4, 9)


def test_an_included_file_counts(compiled: list[str], file: Path) -> None:
    file.write_text(INCLUDING, encoding="utf-8")
    rules = file.with_name("rules.def")
    rules.write_text(PLACE.replace("Empty", "Top"), encoding="utf-8")
    assert moves(file) == 2
    rules.write_text(PLACE, encoding="utf-8")
    assert moves(file) == 4


def test_a_file_that_goes_before_another_one_counts(compiled: list[str], file: Path, tmp_path: Path) -> None:
    file.write_text(INCLUDING, encoding="utf-8")
    library = tmp_path / "library"
    library.mkdir()
    (library / "rules.def").write_text(PLACE, encoding="utf-8")

    def offered() -> int:
        return len(load(file, definitions=[library]).start(0).legal_moves)

    assert [offered(), offered()] == [4, 4]
    assert len(compiled) == 1
    file.with_name("rules.def").write_text(PLACE.replace("Empty", "Top"), encoding="utf-8")
    assert offered() == 2


def test_a_new_file_of_definitions_counts(compiled: list[str], file: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    load(file, definitions=[library])
    (library / "more.def").write_text(CORNER, encoding="utf-8")
    load(file, definitions=[library])
    assert len(compiled) == 2


def test_options_count(compiled: list[str], file: Path) -> None:
    file.write_text(OPTION, encoding="utf-8")
    assert [moves(file), moves(file, Size="Three"), moves(file), moves(file, Size="Three")] == [4, 9, 4, 9]
    assert len(compiled) == 2


@pytest.mark.parametrize("what", ["language_version", "_installed"])
def test_code_and_packages_count(
    compiled: list[str], file: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    load(file)
    monkeypatch.setattr(module, what, lambda: "another")
    load(file)
    assert len(compiled) == 2


def test_the_version_is_that_of_the_sources(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    source = folder / "code.py"
    source.write_text("a = 1\n", encoding="utf-8")
    first = kept._version_of(tmp_path)
    assert kept._version_of(tmp_path) == first
    source.write_text("a = 10\n", encoding="utf-8")
    assert kept._version_of(tmp_path) != first


@pytest.mark.parametrize(
    "folder",
    ["gdl/core", "gdl/passes", "gdl/analyses", "interpreter/engines/native", "interpreter/subset"],
)
def test_what_is_compiled_counts_by_all_code_that_has_a_part_in_it(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamps, before = kept._stamps, kept.code_version()

    def touched(within: str) -> Iterator[str]:
        for line in stamps(within):
            yield f"{line} +" if folder in Path(line).parent.as_posix() else line

    monkeypatch.setattr(kept, "_stamps", touched)
    assert kept.code_version.__wrapped__() != before
    monkeypatch.undo()
    assert kept.code_version.__wrapped__() == before


def test_a_package_that_is_installed_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(module._installed())
    (tmp_path / "more-1.0.dist-info").mkdir()
    (new,) = set(module._installed()) - before
    assert "more-1.0.dist-info" in new


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x05.", b"\x80\x05K\x01."])
def test_what_is_damaged_is_made_anew(compiled: list[str], file: Path, tmp_path: Path, damage: bytes) -> None:
    load(file)
    store = Cache(tmp_path / "cache")
    for each in (tmp_path / "cache").iterdir():
        store.put(each.stem, damage)  # whole, but nothing of ours
    assert moves(file) == 4
    assert len(compiled) == 2


def test_where_nothing_is_kept_each_start_compiles(
    compiled: list[str], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "")
    assert [moves(file), moves(file)] == [4, 4]
    assert len(compiled) == 2


def test_a_text_is_a_game_too(compiled: list[str]) -> None:
    game = loads(RULES)
    assert loads(RULES) == game
    assert loads(RULES.replace("square 2", "square 3")) != game
    assert len(game.start(0).legal_moves) == 4
    assert len(compiled) == 2
    with pytest.raises(LanguageError, match="<text>:1:"):
        loads("(gaem)")


@pytest.mark.parametrize("command", [("perft", "konane", "1"), ("bench", "konane", "--seconds", "0.1")])
def test_the_second_start_imports_neither_ludemes_nor_the_parser(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    environment = {**os.environ, "LUDWRIGHT_CACHE": str(tmp_path)}
    script = f"import sys\nfrom interpreter.cli.main import run\nrun({list(command)!r})\nprint(*sys.modules)"

    def loaded() -> set[str]:
        line = [sys.executable, "-c", script]
        ran = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
        return set(ran.stdout.splitlines()[-1].split())

    first, second = loaded(), loaded()
    compilers = {"gdl.ludemes.game", "gdl.parse.parser", "gdl.expand", "gdl.bind", "lark"}
    assert compilers <= first
    assert not compilers & second
    assert not [name for name in second if name.startswith("gdl.ludemes")]
    # no class from a text to a program asks for what only attrs knows; the native checked writer does
    assert command[0] == "bench" or not {"attr", "attrs"} & (first | second)


def test_a_file_is_checked_once_until_it_changes(
    compiled: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [run(["check", str(file)]) for _ in range(2)] == [0, 0]
    assert compiled == ["small.lud"]
    file.write_text(RULES.replace("Empty", "Emty"), encoding="utf-8")
    assert [run(["check", str(file)]) for _ in range(2)] == [1, 1]
    assert "did you mean" in capsys.readouterr().err


def test_warnings_are_told_each_time(
    compiled: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('(define "Unused" 1) (define "Unused" 1)\n' + RULES, encoding="utf-8")
    told = []
    for _ in range(2):
        assert run(["check", str(file)]) == 0
        told.append(capsys.readouterr().err)
    assert told[0] == told[1] != ""
    assert len(compiled) == 1
