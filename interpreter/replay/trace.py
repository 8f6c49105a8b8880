"""Recorded games: reading them from files, and finding the descriptions that they belong to."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from gdl.support.files import NoFileError, named, read_file
from gdl.support.values import field, frozen

#: The largest recorded games that are read, after they are unpacked.
MAX_BYTES = 512 << 20
#: A recorded position: for each occupied site (`c12`, `v3`, `e5`) its value.
Position = dict[str, str]


class TraceError(ValueError):
    """A file that is no recorded game; the message is for people."""


@frozen
class Ply:
    """One recorded decision."""

    mover: int
    legal: tuple[str, ...]
    move: str
    diff: dict[str, str | None]
    scores: tuple[float, ...] | None
    actions: str


@frozen
class Trial:
    """One recorded game, perhaps cut off at a limit."""

    start: Position
    mover: int
    plies: tuple[Ply, ...] = field(repr=False)
    over: bool
    ranking: tuple[float, ...]
    next: int | None


@frozen
class Trace:
    """The recorded games of one description."""

    game: str
    lud: str
    players: int
    sites: int
    site_type: str
    stochastic: bool
    hidden: bool
    stacking: bool
    components: tuple[str, ...]
    trials: tuple[Trial, ...] = field(repr=False)


def read_trace(path: Path) -> Trace:
    """Read a `.json` or `.json.gz` file. Raises TraceError."""
    try:
        data = read_file(path, MAX_BYTES)
        if path.suffix == ".gz":
            data = gzip.GzipFile(fileobj=BytesIO(data)).read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ValueError(f"more than {MAX_BYTES:,} bytes")
        return _trace(json.loads(data))
    except NoFileError as error:
        raise TraceError(f"cannot read {named(path)}: {error.reason}") from None
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise TraceError(f"{path}: not a recorded game: {error}") from error
    except RecursionError:
        raise TraceError(f"{path}: not a recorded game: nested too deeply") from None


def _trace(data: dict[str, Any]) -> Trace:
    return Trace(
        game=data["game"],
        lud=data["lud"],
        players=data["players"],
        sites=data["sites"],
        site_type=data["siteType"],
        stochastic=data["stochastic"],
        hidden=data["hidden"],
        stacking=data["stacking"],
        components=tuple(data["components"]),
        trials=tuple(_trial(trial) for trial in data["trials"]),
    )


def _trial(data: dict[str, Any]) -> Trial:
    return Trial(
        start=dict(data["start"]),
        mover=data["mover"],
        plies=tuple(_ply(ply) for ply in data["plies"]),
        over=data["over"],
        ranking=tuple(data.get("ranking") or ()),
        next=data.get("next"),
    )


def _ply(data: dict[str, Any]) -> Ply:
    scores = data.get("scores")
    return Ply(
        mover=data["mover"],
        legal=tuple(data["legal"]),
        move=data["move"],
        diff=dict(data["diff"]),
        scores=None if scores is None else tuple(scores),
        actions=data.get("actions") or "",
    )


@frozen
class Case:
    """A recorded game's file and the description to check against it (None: not found), which may use the
    definitions in some folders."""

    trace: Path
    lud: Path | None
    name: str
    definitions: tuple[Path, ...] = ()


def find_traces(paths: Sequence[Path], kinds: Sequence[str] = ("expanded", "raw")) -> Iterator[Case]:
    """All recorded games at or below some paths.

    In a folder with `traces/` and the `kinds` beside it, descriptions are looked for there under the same
    relative name, the first kind first; otherwise beside the recorded game. A description as its author wrote
    it (in `raw/`) may use the definitions in `def/` beside that.
    """
    for path in paths:
        files = [path] if path.is_file() else sorted(path.rglob("*.json.gz")) + sorted(path.rglob("*.json"))
        for file in files:
            lud = find_description(file, kinds)
            yield Case(file, lud, _name(file), _definitions(lud))


def _definitions(lud: Path | None) -> tuple[Path, ...]:
    """The folder of shared definitions that belongs to a description."""
    if lud is None or "raw" not in lud.parts:
        return ()
    at = len(lud.parts) - 1 - lud.parts[::-1].index("raw")
    folder = Path(*lud.parts[:at], "def")
    return (folder,) if folder.is_dir() else ()


def _stem(file: Path) -> str:
    return file.name.removesuffix(".gz").removesuffix(".json")


def _name(file: Path) -> str:
    parts = file.parts
    if "traces" in parts:
        at = len(parts) - 1 - parts[::-1].index("traces")
        return str(Path(*parts[at + 1 : -1], f"{_stem(file)}.lud"))
    return f"{_stem(file)}.lud"


def find_description(file: Path, kinds: Sequence[str]) -> Path | None:
    """The description of a recorded game: of the first kind that there is."""
    name = f"{_stem(file)}.lud"
    beside = file.parent / name
    if beside.exists():
        return beside
    parts = file.parts
    if "traces" not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index("traces")
    for kind in kinds:
        candidate = Path(*parts[:at], kind, *parts[at + 1 : -1], name)
        if candidate.exists():
            return candidate
    return None
