"""Reading files that somebody else may have made: plain files only, of a bounded size, and never waiting.

A pipe has no end until its writer says so, a device may have none, and a link may lead to a file that is
nobody's business. So only regular files are read; a link is followed where the file that it leads to has the
same ending, since what is said of a file shows lines of it: a game that is a link to a key would show that.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from gdl.support.printable import shortened

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_REASONS = {
    errno.ELOOP: "its links lead round in a circle",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EACCES: "permission denied",
}
_MISSING = (errno.ENOENT, errno.ENOTDIR)
#: So opening what has become a pipe meanwhile does not wait; not every system has these.
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip


class NoFileError(Exception):
    """A path that cannot be read or written as a plain file; `reason` is for people."""

    def __init__(self, reason: str, missing: bool = False) -> None:
        self.reason = reason
        #: is there simply nothing of that name?
        self.missing = missing
        super().__init__(reason)


class OutsideError(NoFileError):
    """A path that leads out of the folder that it is to be in."""


_INSTEAD: ContextVar[Mapping[str, bytes] | None] = ContextVar("what is read instead of files", default=None)


@contextmanager
def instead_of_files(texts: Mapping[str, bytes]) -> Iterator[None]:
    """Inside, these are read instead of what is in the files of these paths: what an editor has not saved
    yet. The files have to be there."""
    token = _INSTEAD.set({os.path.realpath(path): text for path, text in texts.items()})
    try:
        yield
    finally:
        _INSTEAD.reset(token)


def _instead(path: str | Path) -> bytes | None:
    texts = _INSTEAD.get()
    return texts.get(os.path.realpath(path)) if texts else None


def stamp(path: str | Path) -> int:
    """A number that changes with what a file holds; 0 where there is none."""
    unsaved = _instead(path)
    if unsaved is not None:
        return hash(unsaved)
    try:
        return os.stat(path).st_mtime_ns
    except (OSError, ValueError):
        return 0


def is_plain_file(path: str | Path) -> bool:
    """Is there a regular file, which a link may lead to?"""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def is_folder(path: str | Path) -> bool:
    """Is there a folder?"""
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def check_plain(path: str | Path) -> None:
    """Raise NoFileError unless this is a regular file, or a link to one with the same ending."""
    try:
        _plain(os.stat(path))
        if os.path.islink(path):
            _same_ending(Path(path))
    except (OSError, ValueError) as error:
        raise _told(path, error) from None


def inside(root: Path, path: Path) -> Path:
    """The path without links, of a regular file in a folder or below. Raises OutsideError and NoFileError.

    `root` is without links itself. Of what is outside it is not even told whether it is there.
    """
    try:
        result = Path(os.path.realpath(path))
    except (OSError, ValueError):
        raise NoFileError("no file can have this name", missing=True) from None
    if not result.is_relative_to(root):
        raise OutsideError("it is outside the folder")
    check_plain(path)
    return result


def read_file(path: str | Path, most: int) -> bytes:
    """What is in a regular file, at most one byte more than `most`. Raises NoFileError."""
    check_plain(path)
    unsaved = _instead(path)
    if unsaved is not None:
        return unsaved[: most + 1]
    try:
        number = os.open(path, _FLAGS)
        try:
            _plain(os.fstat(number))
            with open(number, "rb", closefd=False) as file:
                return file.read(most + 1)
        finally:
            os.close(number)
    except (OSError, ValueError) as error:
        raise _told(path, error) from None


def _plain(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = next((name for test, name in _KINDS if test(status.st_mode)), "something else")
        raise NoFileError(f"it is {kind}, not a file")


def _same_ending(path: Path) -> None:
    target = Path(os.path.realpath(path))
    if not path.suffix or path.suffix.casefold() != target.suffix.casefold():
        wanted = f"called {path.suffix}" if path.suffix else "of its kind"
        raise NoFileError(f"it is a link to a file that is not {wanted}")


def _told(path: str | Path, error: OSError | ValueError) -> NoFileError:
    if not isinstance(error, OSError):
        return NoFileError("no file can have this name")
    if error.errno in _MISSING:
        if os.path.islink(path):
            return NoFileError("it is a link that leads nowhere")
        return NoFileError("there is no such file", missing=True)
    known = _REASONS.get(error.errno or 0)
    return NoFileError(known or (error.strerror or str(error)).lower())


def named(path: str | Path) -> str:
    """A path as messages show it."""
    return shortened(str(path), 200)


# --- where the games are that come with the distribution, and what they take in -------------------------


def games_folder() -> Path:
    """The folder of the shipped games: inside the installed language, in a checkout beside it."""
    package = Path(__file__).resolve().parents[1]
    folder = package / "games"
    return folder if folder.is_dir() else package.parent / "games"
