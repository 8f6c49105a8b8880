"""Files: read up to a size, and written atomically, whole or not at all whatever happens meanwhile."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from errno import EACCES, EISDIR, ENOTDIR
from io import FileIO
from pathlib import Path

from gdl.support.files import NoFileError, check_plain, named, read_file
from interpreter.errors.user_errors import UnreadableFileError


def read_at_most(most: int, path: str | Path, too_long: str = "") -> bytes:
    """The bytes of a file, if there are no more than so many. Raises UnreadableFileError, if need be saying
    what is `too_long`."""
    try:
        data = read_file(path, most)
    except NoFileError as error:
        raise UnreadableFileError(f"cannot read {named(path)}: {error.reason}") from None
    if len(data) > most:
        raise UnreadableFileError(too_long or f"{path} is too long: more than {most:,} bytes")
    return data


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, and the folders above it. Raises UnreadableFileError.

    It is written beside its place, and gets its name when it is whole.
    """
    beside = path.with_name(f".new-{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb", buffering=0) as file:
            _write(file, text)
        _name(beside, path)
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None
    finally:
        with suppress(OSError, ValueError):
            os.unlink(beside)


def rewrite(path: Path, text: str) -> None:
    """Put a text in the place of a file's, which keeps its rights; a link keeps its target's name.

    Raises UnreadableFileError, and the file is then as it was.
    """
    try:
        target = path.resolve(strict=True)
        beside = target.with_name(f".new-{secrets.token_hex(8)}")
        try:
            with beside.open("xb", buffering=0) as file:
                os.chmod(beside, stat.S_IMODE(target.stat().st_mode))
                _write(file, text)
            os.replace(beside, target)
        finally:
            with suppress(OSError, ValueError):
                os.unlink(beside)
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None


def write(path: Path, text: str) -> None:
    """Write a file, new or in the place of one that is there. Raises UnreadableFileError."""
    if os.path.lexists(path):
        rewrite(path, text)
    else:
        write_new(path, text)


def check_place(path: Path) -> None:
    """Raise UnreadableFileError where `write` could not: whoever works long for a file looks before."""
    try:
        try:
            os.lstat(path)
        except FileNotFoundError:
            folder = path.absolute().parent
            while not os.path.lexists(folder):
                folder = folder.parent
        else:
            target = path.resolve(strict=True)
            if target.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            folder = target.parent
        if not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None


def append(path: Path, text: str) -> None:
    """Add a text to the end of a file, in lines of its own. Raises UnreadableFileError.

    What was there is left as it was; when this returns the text is on the disk, and if it raises nothing of
    it is.
    """
    try:
        check_plain(path)
    except NoFileError as error:
        if not error.missing:
            raise UnreadableFileError(f"cannot write {named(path)}: {error.reason}") from None
    there = os.path.lexists(path)
    try:
        with path.open("a+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            if size > 0:
                file.seek(-1, os.SEEK_END)
                text = text if file.read(1) == b"\n" else f"\n\n{text}"
            try:
                _write(file, text)
            except OSError:
                file.truncate(size)
                raise
    except (OSError, ValueError) as error:
        if not there:
            with suppress(OSError):
                os.unlink(path)
        raise _cannot_write(path, error) from None


def _name(beside: Path, path: Path) -> None:
    """Give a file its name, where nothing has it yet."""
    try:
        os.link(beside, path)
    except (AttributeError, NotImplementedError, PermissionError):  # not every system has links
        if os.path.lexists(path):
            raise FileExistsError(17, "it is there already") from None
        os.rename(beside, path)


def _write(file: FileIO, text: str) -> None:
    """Write a text through to the disk."""
    rest = memoryview(text.encode())
    while rest:
        rest = rest[file.write(rest) :]
    os.fsync(file.fileno())


def _cannot_write(path: Path, error: OSError | ValueError) -> UnreadableFileError:
    reason = getattr(error, "strerror", None) or str(error)
    return UnreadableFileError(f"cannot write {named(path)}: {reason.lower()}")
