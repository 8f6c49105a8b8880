"""What was made from games, kept on disk by the hash of all that it was made from.

Files are written aside and renamed, so that whoever reads sees all of one or none; each begins with the hash
of what follows, so that a damaged one is none. Where nothing can be kept, nothing is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

from attrs import frozen

_DIGEST = 32
#: What is kept at most: bytes, the oldest goes first.
LIMIT = 256 << 20


def default_folder() -> Path | None:
    """Where the user's caches are; None where LUDWRIGHT_CACHE is empty."""
    chosen = os.environ.get("LUDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    with contextlib.suppress(RuntimeError):  # there may be no home
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        return base / "ludwright"
    return None


@frozen
class Cache:
    """A folder; None keeps nothing."""

    folder: Path | None

    def key(self, *parts: str) -> str:
        """The name for what is made from these."""
        digest = hashlib.blake2b(digest_size=20)
        for part in parts:
            raw = part.encode()
            digest.update(len(raw).to_bytes(8, "little") + raw)
        return digest.hexdigest()

    def get(self, key: str) -> bytes | None:
        """What was kept; None where nothing whole is."""
        if self.folder is None:
            return None
        try:
            data = self._path(key).read_bytes()
        except OSError:
            return None
        image = data[_DIGEST:]
        if len(data) <= _DIGEST or _hash(image) != data[:_DIGEST]:
            self.drop(key)
            return None
        with contextlib.suppress(OSError):
            os.utime(self._path(key))
        return image

    def put(self, key: str, image: bytes) -> None:
        """Keep it, if that is possible."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".new-", dir=self.folder)
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_hash(image) + image)
            os.replace(name, self._path(key))
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(name)
        self._tidy()

    def drop(self, key: str) -> None:
        """Forget it."""
        with contextlib.suppress(OSError):
            self._path(key).unlink()

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{key}.o"

    def _tidy(self) -> None:
        """What was not used for longest goes, when there is too much."""
        assert self.folder is not None
        try:
            found = [(entry.stat(), entry.path) for entry in os.scandir(self.folder)]
        except OSError:
            return
        total = sum(stat.st_size for stat, _ in found)
        for stat, path in sorted(found, key=lambda each: each[0].st_mtime):
            if total <= LIMIT:
                break
            with contextlib.suppress(OSError):
                os.unlink(path)
                total -= stat.st_size


def _hash(image: bytes) -> bytes:
    return hashlib.blake2b(image, digest_size=_DIGEST).digest()
