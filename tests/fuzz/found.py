"""What was found: the smallest input of each failure, in a file that stays with the tests."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

FOLDER = Path(__file__).parent / "found"
#: Names of files whose failure is not repaired yet, each with its reason behind a blank.
OPEN = FOLDER / "open.txt"


def keep(kind: str, suffix: str, data: bytes, folder: Path = FOLDER) -> Path:
    """Write an input down; its name tells its kind and its content."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}-{blake2b(data, digest_size=4).hexdigest()}{suffix}"
    path.write_bytes(data)
    return path


def files() -> list[tuple[str, Path]]:
    """All that was found, with its kind."""
    paths = [path for path in sorted(FOLDER.iterdir()) if "-" in path.name]
    return [(path.name.rpartition("-")[0], path) for path in paths]


def still_open() -> dict[str, str]:
    """The reason for each file that still fails."""
    lines = OPEN.read_text(encoding="utf-8").splitlines() if OPEN.is_file() else []
    return {name: reason for name, _, reason in (line.partition(" ") for line in lines if line)}
