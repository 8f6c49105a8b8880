"""What was made from games, kept on disk by the hash of all that it was made from.

What is kept is code: it is only read from a folder that is the user's alone (see `ownership.py`), and only
from files that the user wrote. From any other folder nothing is read, nor written there, and that is told
once. Files are written aside and renamed, so that whoever reads sees all of one or none; each begins with
the hash of its name and of what follows, so that a damaged one, or one under another's name, is none. Where
nothing can be kept, nothing is.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from gdl.support.cpython import blake2b
from gdl.support.values import frozen
from interpreter.engines.ownership import distrusted, is_own_file
from interpreter.support.printing import note_once

_DIGEST = 32
#: What is kept at most: bytes, the oldest goes first.
LIMIT = 256 << 20
#: Looking through the folder takes long where much is kept: it is done after every so manieth file, by its
#: hash, and after every file of so many bytes, so that there is never much more than the limit.
SELDOM, LARGE = 32, LIMIT >> 8
#: Not followed where it is a link, and not waited for where it is a pipe.
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip
#: There was none of that name before, nor a link.
_NEW = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip


def default_folder() -> Path | None:
    """Where the user's caches are; None where LUDWRIGHT_CACHE is empty."""
    chosen = os.environ.get("LUDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    from platformdirs import user_cache_path

    return user_cache_path("ludwright", appauthor=False)


@frozen
class Cache:
    """A folder; None keeps nothing."""

    folder: Path | None

    def key(self, *parts: str) -> str:
        """The name for what is made from these."""
        digest = blake2b(digest_size=20)
        for part in parts:
            raw = part.encode(errors="surrogatepass")
            digest.update(len(raw).to_bytes(8, "little") + raw)
        return digest.hexdigest()

    def get(self, key: str) -> bytes | None:
        """What was kept; None where nothing whole is, or nothing that the user wrote."""
        folder = self._trusted()
        if folder is None:
            return None
        path = _path(folder, key)
        try:
            data = _read(os.open(path, _FLAGS))
        except FileNotFoundError:
            return None
        except OSError:
            data = b""
        image = data[_DIGEST:]
        if len(data) <= _DIGEST or _hash(key, image) != data[:_DIGEST]:
            self.drop(key)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return image

    def put(self, key: str, image: bytes) -> None:
        """Keep it, if that is possible."""
        folder = self._trusted()
        if folder is None or len(image) > LIMIT // 4:
            return
        digest = _hash(key, image)
        try:
            _make(folder)
            name = folder / f".new-{os.urandom(8).hex()}"
            handle = os.open(name, _NEW, 0o600)
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(digest + image)
            os.replace(name, _path(folder, key))
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(name)
        if len(image) > LARGE or digest[0] % SELDOM == 0:
            _tidy(folder)

    def drop(self, key: str) -> None:
        """Forget it."""
        folder = self._trusted()
        if folder is not None:
            with contextlib.suppress(OSError):
                _path(folder, key).unlink()

    def _trusted(self) -> Path | None:
        """The folder without links in it, if it is the user's alone; that it is not is told once."""
        if self.folder is None:
            return None
        if not self.folder.is_absolute():
            _refuse(f"{self.folder} is no absolute path")
            return None
        try:
            folder = Path(os.path.realpath(self.folder))
        except (OSError, ValueError):
            return None
        why = distrusted(folder)
        if why is None:
            return folder
        _refuse(why)
        return None


def _refuse(why: str) -> None:
    note_once(f"warning[W0541]: compiled games are not kept: {why} (`gdl explain W0541`)")


def _read(number: int) -> bytes:
    """What is in an open file, if the user wrote it."""
    try:
        if not is_own_file(os.fstat(number)):
            return b""
        with open(number, "rb", closefd=False) as file:
            return file.read(LIMIT)
    finally:
        os.close(number)


def _path(folder: Path, key: str) -> Path:
    return folder / f"{key}.o"


def _make(folder: Path) -> None:
    """Make the folder and those above it that are missing, for the user alone."""
    for each in reversed((folder, *folder.parents)):
        if not each.is_dir():
            with contextlib.suppress(FileExistsError):
                os.mkdir(each, 0o700)


def _tidy(folder: Path) -> None:
    """What was not used for longest goes, when there is too much."""
    try:
        result = [(entry.stat(follow_symlinks=False), entry.path) for entry in os.scandir(folder)]
    except OSError:
        return
    total = sum(stat.st_size for stat, _ in result)
    for stat, path in sorted(result, key=lambda each: each[0].st_mtime):
        if total <= LIMIT:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
            total -= stat.st_size


def _hash(key: str, image: bytes) -> bytes:
    return blake2b(key.encode() + image, digest_size=_DIGEST).digest()
