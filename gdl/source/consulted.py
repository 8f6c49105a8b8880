"""Dependencies of a build: what of the file system a game was made from, and whether it is still so.

Files are told apart by what is in them, and where links lead to; of a file that was looked for and is not
there, that it still is not. Of folders in which something was looked for by its name: which files of that
ending there are, and their sizes and times.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from gdl.source.reading import MAX_BYTES
from gdl.support.cpython import blake2b
from gdl.support.files import NoFileError, read_file
from gdl.support.values import define, field, frozen


@frozen
class Witness:
    """What was there when a game was made: by absolute path (and ending, and whether folders below count)."""

    files: tuple[tuple[str, str], ...]
    folders: tuple[tuple[tuple[str, str, bool], str], ...]

    def holds(self) -> bool:
        """Is everything as it was?"""
        files = all(_file(path) == seen for path, seen in self.files)
        return files and all(_folder(*folder) == seen for folder, seen in self.folders)


@define
class Consulted:
    """Takes note of what is looked at while a game is loaded.

    It looks before whoever reads does: what is changed meanwhile is then known to have changed.
    """

    _files: dict[str, str] = field(factory=dict)
    _folders: dict[tuple[str, str, bool], str] = field(factory=dict)

    def file(self, path: str | Path) -> None:
        """A file is about to be read, or looked for."""
        path = os.path.abspath(path)
        if path not in self._files:
            self._files[path] = _file(path)

    def folder(self, path: str | Path, ending: str, below: bool) -> None:
        """A file of an ending is about to be looked for in a folder (and `below`)."""
        key = os.path.abspath(path), ending, below
        if key not in self._folders:
            self._folders[key] = _folder(*key)

    def witness(self) -> Witness:
        """The dependencies so far."""
        return Witness(tuple(self._files.items()), tuple(self._folders.items()))


def _file(path: str) -> str:
    """Stands for what is in a file, and where it is: empty where nothing can be read."""
    try:
        data = read_file(path, MAX_BYTES)
        return f"{os.path.realpath(path)} {blake2b(data, digest_size=20).hexdigest()}"
    except (NoFileError, OSError, ValueError):
        return ""


def _folder(path: str, ending: str, below: bool) -> str:
    """Stands for the files of an ending in a folder (and below)."""
    digest = blake2b(digest_size=20)
    for line in sorted(_stamps(path, ending, below)):
        digest.update(line.encode(errors="surrogateescape"))
    return digest.hexdigest()


def _stamps(path: str, ending: str, below: bool) -> Iterator[str]:
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.name.endswith(ending):
                    known = entry.stat()
                    yield f"{entry.path} {known.st_size} {known.st_mtime_ns}\n"
                elif below and entry.is_dir(follow_symlinks=False):
                    yield from _stamps(entry.path, ending, below)
    except (OSError, ValueError):
        yield f"{path} ?\n"
