"""What is no plain file: pipes, devices, folders, links; names that no file can have. Nothing waits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gdl.support.files import NoFileError, check_plain, inside, read_file
from tests.cli.conftest import Gdl, Ran

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")

GAME = """
(game "Three" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
SECRET = "root:$6$secret"
MATCH = '(match "Series" (games (subgame "{}")) (end (if (= (count Trials) 2) (byScore))))'
KINDS = {
    "pipe": "it is a named pipe, not a file",
    "circle": "its links lead round in a circle",
    "nowhere": "it is a link that leads nowhere",
    "secret": "it is a link to a file that is not",
    "device": "it is a device, not a file",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one of each kind under every ending, and what the links lead to outside of it."""
    (tmp_path / "shadow").write_text(SECRET, encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "good.lud").write_text(GAME, encoding="utf-8")
    for ending in ("", ".lud", ".def", ".yaml", ".rec", ".json"):
        os.mkfifo(folder / f"pipe{ending}")
        (folder / f"circle{ending}").symlink_to(f"circle{ending}")
        (folder / f"nowhere{ending}").symlink_to("is-not-there")
        (folder / f"secret{ending}").symlink_to(tmp_path / "shadow")
        (folder / f"device{ending}").symlink_to("/dev/zero")
        (folder / f"folder{ending}").mkdir()
    monkeypatch.chdir(folder)
    return folder


def refused(ran: Ran, *words: str) -> None:
    text = ran.out + ran.err
    assert ran.code == 1, text
    assert "internal error" not in text and SECRET not in text
    assert "did you mean" not in text or "there is no" in text
    for word in words:
        assert word in text, text


@pytest.mark.parametrize("kind", KINDS)
def test_as_what_is_named(kind: str, here: Path, gdl: Gdl) -> None:
    for ending in ("", ".lud"):
        refused(gdl("check", f"{kind}{ending}"), KINDS[kind])
        refused(gdl("perft", f"{kind}{ending}", "1"), KINDS[kind])
        refused(gdl("new", "mine", "--from", f"{kind}{ending}"), KINDS[kind])
    refused(gdl("test", f"{kind}.yaml"), KINDS[kind])
    for name in (kind, f"{kind}.rec"):
        refused(gdl("record", name), KINDS[kind])
        refused(gdl("play", "--resume", name), KINDS[kind])
    words = ("match", "tic-tac-toe", "-p", "random,random", "-n", "1", "--records", f"{kind}.rec")
    refused(gdl(*words), KINDS[kind])
    assert gdl("replay", f"{kind}.json").code in (1, 2)


@pytest.mark.parametrize("kind", [*KINDS, "folder"])
def test_as_what_a_file_names(kind: str, here: Path, gdl: Gdl) -> None:
    (here / "series.lud").write_text(MATCH.format(kind), encoding="utf-8")
    refused(gdl("check", "series.lud"))
    for name in (kind, f"{kind}.def"):
        (here / "taking.lud").write_text(f'(include "{name}")\n{GAME}', encoding="utf-8")
        refused(gdl("check", "taking.lud"), "error[E0310]")
        gdl("new", "copy/mine", "--from", "taking.lud")
        assert {path.name for path in here.glob("copy/*")} <= {"mine.lud"}
        (here / "copy" / "mine.lud").unlink(missing_ok=True)
    (here / "games.rec").write_text(f'[game "{kind}.lud"]\n\n1. a1 *\n', encoding="utf-8")
    refused(gdl("record", "games.rec"))
    text = f"game: {kind}.lud\nscenarios:\n  - name: x\n    legal_count: 9\n"
    (here / "some.yaml").write_text(text, encoding="utf-8")
    refused(gdl("test", "some.yaml"))


def test_beside_other_files(here: Path, gdl: Gdl) -> None:
    """A folder is searched for scenarios, and for names that may have been meant."""
    refused(gdl("test", "."), "there are no scenario files")
    refused(gdl("check", "godo.lud"), "did you mean")


def test_links_to_files_of_the_same_kind_are_followed(here: Path, gdl: Gdl) -> None:
    (here / "link.lud").symlink_to("good.lud")
    assert gdl("check", "link.lud").code == 0
    outside = here.parent / "rows.def"
    outside.write_text('(define "Rows" 3)', encoding="utf-8")
    (here / "rows.def").symlink_to(outside)
    (here / "taking.lud").write_text(f'(include "rows.def")\n{GAME}', encoding="utf-8")
    refused(gdl("check", "taking.lud"), "outside the game's folder")


def test_a_copy_takes_nothing_from_outside(here: Path, gdl: Gdl) -> None:
    (here.parent / "else.def").write_text(SECRET, encoding="utf-8")
    (here / "taking.lud").write_text(f'(include "../else.def")\n{GAME}', encoding="utf-8")
    refused(gdl("new", "copy/mine", "--from", "taking.lud"), "outside the folder")
    assert not (here / "copy").exists()


@pytest.mark.parametrize("name", ["9" * 5000, "x" * 300 + ".lud", "a/" * 3000 + "b.lud"])
def test_names_that_are_too_long(name: str, here: Path, gdl: Gdl) -> None:
    for words in (("check",), ("test",), ("record",), ("new", "mine", "--from"), ("play", "--resume")):
        ran = gdl(*words, name)
        refused(ran)
        assert len(ran.out + ran.err) < 1500
    (here / "games.rec").write_text(f'[game "{name}"]\n\n1. a1 *\n', encoding="utf-8")
    refused(gdl("record", "games.rec"))
    (here / "taking.lud").write_text(f'(include "{name}")\n{GAME}', encoding="utf-8")
    refused(gdl("check", "taking.lud"), "error[E0310]")
    (here / "series.lud").write_text(MATCH.format(name), encoding="utf-8")
    refused(gdl("check", "series.lud"), "error[E0319]")
    (here / "some.yaml").write_text(f"game: {name}\nscenarios: []\n", encoding="utf-8")
    refused(gdl("test", "some.yaml"))


def test_a_session_saves_and_loads_plain_files_only(here: Path, gdl: Gdl) -> None:
    typed = "save pipe\nload pipe\nsave secret.rec\nload circle\nquit\n"
    ran = gdl("play", "tic-tac-toe", "-p", "human,human", typed=typed)
    assert ran.code == 0
    assert ran.out.count("it is a named pipe, not a file") == 2
    assert "cannot write secret.rec: it is a link" in ran.out and "in a circle" in ran.out
    assert (here.parent / "shadow").read_text(encoding="utf-8") == SECRET


def test_reading(tmp_path: Path) -> None:
    file = tmp_path / "a.lud"
    file.write_bytes(b"x" * 100)
    assert read_file(file, 100) == b"x" * 100
    assert len(read_file(file, 10)) == 11  # one more tells that there is more
    with pytest.raises(NoFileError, match="no such file") as missing:
        read_file(tmp_path / "b.lud", 10)
    assert missing.value.missing
    with pytest.raises(NoFileError, match="no file can have this name"):
        check_plain("a\0b")
    with pytest.raises(NoFileError):
        inside(tmp_path, tmp_path / "a\0b")
