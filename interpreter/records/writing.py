"""Records to text, and into files: a record is added whole or, if writing is interrupted, seen not to be."""

from __future__ import annotations

import os
import re
from pathlib import Path
from textwrap import fill

from interpreter.records.model import Record
from interpreter.support.files import append

_WIDTH = 88
#: A move that can stand without quotes: it is no number of a turn, no end, and holds nothing that means more.
_PLAIN = re.compile(r'(?!\d+\.(?!\S)|\*(?!\S))[^\s{}"\[\]\\]+')
#: In place of the blanks inside quotes, while lines are broken.
_BLANK = "\0"


def record_text(record: Record, folder: Path | None = None) -> str:
    """The text of a record, for a file in a folder; it ends with an empty line."""
    tags = [_tag("game", _seen_from(record.game, folder))]
    if record.rules:
        tags.append(_tag("rules", record.rules))
    tags += [_tag("option", name, choice) for name, choice in record.options]
    if record.position:
        tags.append(_tag("position", record.position))
    tags += [_tag("player", player) for player in record.players]
    tags.append(_tag("seed", str(record.seed)))
    if record.date:
        tags.append(_tag("date", record.date))
    if record.round is not None:
        tags.append(_tag("round", str(record.round)))
    if record.result is None:
        tags.append(_tag("result", "*"))
    else:
        ranks = " ".join(f"{rank:g}" for rank in record.result.ranks)
        tags += [_tag("result", ranks), _tag("end", record.result.end)]
    words = []
    for number, turn in enumerate(record.turns, 1):
        words += [f"{number}.", *map(_move, turn)]
    moves = fill(" ".join([*words, "*"]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(tags) + f"\n\n{moves.replace(_BLANK, ' ')}\n\n"


def append_record(path: str | Path, record: Record) -> None:
    """Add a record to the end of a file. Raises UnreadableFileError where that cannot be written.

    What was there is left as it was; when this returns, the record is on the disk, and if it raises, nothing
    of it is.
    """
    path = Path(path)
    append(path, record_text(record, path.parent))


def _tag(name: str, *values: str) -> str:
    return f"[{name} {' '.join(map(_quoted, values))}]"


def _quoted(text: str) -> str:
    plain = " ".join(text.splitlines())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _move(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _quoted(text).replace(" ", _BLANK)


def _seen_from(game: str, folder: Path | None) -> str:
    """The name of a shipped game as it is; the path of a file from a folder."""
    if folder is None or not Path(game).is_absolute():
        return game
    try:
        return Path(os.path.relpath(game, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return Path(game).as_posix()
