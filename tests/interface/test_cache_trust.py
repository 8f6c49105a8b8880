"""What is kept on disk is run: it is only read from where nobody but the user can have put it."""

from __future__ import annotations

import os
import pickle
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.engines import cache as module
from interpreter.engines import ownership
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import kept
from interpreter.support import printing

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owners here")


@pytest.fixture(autouse=True)
def told_anew() -> Iterator[None]:
    printing.note_once.cache_clear()
    yield
    printing.note_once.cache_clear()


@pytest.fixture
def store(tmp_path: Path) -> Cache:
    """A cache with one entry."""
    made = Cache(tmp_path / "cache")
    made.put("key", b"image")
    assert made.get("key") == b"image"
    return made


def folder_of(store: Cache) -> Path:
    assert store.folder is not None
    return store.folder


def entry_of(store: Cache) -> Path:
    (found,) = folder_of(store).iterdir()
    return found


class Bomb:
    """Runs code when it is unpickled."""

    def __init__(self, flag: Path) -> None:
        self.flag = flag

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.flag,)


def test_what_is_made_is_for_the_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Cache(tmp_path / "a" / "b")
        store.put("key", b"image")
    finally:
        os.umask(before)
    for path in (tmp_path / "a", tmp_path / "a" / "b"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry_of(store).stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_from_a_folder_that_others_can_write_to_nothing_is_read(
    store: Cache, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    folder_of(store).chmod(mode)
    assert store.get("key") is None
    store.put("other", b"more")
    assert len(list(folder_of(store).iterdir())) == 1  # nor written, nor thrown away
    store.get("other")
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("warning[W0541]") == 1 and len(told.err.splitlines()) == 1
    assert "others can write to" in told.err


def test_nor_below_one(store: Cache, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    assert store.get("key") is None
    tmp_path.chmod(0o1777)  # there only owners rename
    assert store.get("key") == b"image"


def test_a_planted_entry_is_not_run(tmp_path: Path) -> None:
    """The attack itself: whoever can write to the folder writes an entry that is whole and runs code."""
    folder, flag = tmp_path / "cache", tmp_path / "ran"
    store = Cache(folder)
    place = store.key("int", "key")
    store.put(place, pickle.dumps(Bomb(flag)))
    folder.chmod(0o777)
    assert kept(int, "key", store, lambda: 7) == 7
    assert not flag.exists()
    folder.chmod(0o700)
    kept(int, "key", store, lambda: 7)
    assert flag.exists()  # it would have been run


def test_somebody_elses(
    store: Cache, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: real + 1)
    assert store.get("key") is None
    assert "belongs to somebody else" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="gives files to others")
def test_an_entry_of_somebody_else_is_made_anew(store: Cache) -> None:
    os.chown(entry_of(store), 12345, 12345)
    assert store.get("key") is None
    store.put("key", b"again")
    assert store.get("key") == b"again"


@pytest.mark.parametrize("mode", [0o666, 0o602])
def test_an_entry_that_others_can_write_is_made_anew(store: Cache, mode: int) -> None:
    entry_of(store).chmod(mode)
    assert store.get("key") is None
    store.put("key", b"again")
    assert store.get("key") == b"again" and stat.S_IMODE(entry_of(store).stat().st_mode) == 0o600


def test_an_entry_that_is_a_link_or_a_pipe_is_made_anew(store: Cache, tmp_path: Path) -> None:
    entry = entry_of(store)
    elsewhere = tmp_path / "elsewhere"
    entry.rename(elsewhere)
    entry.symlink_to(elsewhere)
    assert store.get("key") is None
    os.mkfifo(entry)
    assert store.get("key") is None
    store.put("key", b"again")
    assert store.get("key") == b"again"


def test_an_entry_under_another_name_is_none(store: Cache) -> None:
    entry_of(store).rename(folder_of(store) / "other.o")
    assert store.get("other") is None


def test_an_entry_of_another_kind_is_made_anew(tmp_path: Path) -> None:
    store = Cache(tmp_path / "cache")
    assert kept(int, "key", store, lambda: 7) == 7
    store.put(store.key("int", "key"), pickle.dumps("seven"))
    assert kept(int, "key", store, lambda: 8) == 8
    assert kept(int, "key", store, lambda: 9) == 8


def test_no_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "here")
    monkeypatch.chdir(tmp_path)
    store = Cache(default_folder())
    store.put("key", b"image")
    assert store.get("key") is None and list(tmp_path.iterdir()) == []
    assert "is no absolute path" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["XDG_CACHE_HOME", "HOME"])
def test_the_systems_own_folder_is_not_below_the_present_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ("LUDWRIGHT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(name, "here")
    monkeypatch.chdir(tmp_path)
    folder = default_folder()
    assert folder is not None
    if folder.is_absolute():  # what is relative was left alone
        assert not folder.is_relative_to(tmp_path)
    else:
        Cache(folder).put("key", b"image")
        assert list(tmp_path.iterdir()) == []


def test_a_link_to_the_users_own_folder_will_do(store: Cache, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder_of(store))
    assert Cache(tmp_path / "link").get("key") == b"image"


def test_a_group_of_ones_own_is_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grp, pwd = pytest.importorskip("grp"), pytest.importorskip("pwd")
    own = grp.struct_group(("me", "x", 5, []))
    shared = grp.struct_group(("me", "x", 5, ["you"]))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: pwd.struct_passwd(("me", "x", 5, 5, "", "/", "/bin/sh")))
    tmp_path.chmod(0o770)
    for group, alone in ((own, True), (shared, False)):
        monkeypatch.setattr(grp, "getgrgid", lambda _, group=group: group)
        assert (ownership.distrusted(tmp_path) is None) is alone


def test_the_limit_counts_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT", 400)
    store = Cache(tmp_path / "cache")
    store.put("large", b"x" * 200)
    assert store.get("large") is None
