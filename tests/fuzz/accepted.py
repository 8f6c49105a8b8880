"""What `gdl check` accepts of the hostile rule files, through the commands that show, tell and play it.

A file without an error may take long to play, as a large game does; none may hang a command that plays
nothing, nor bring any of them down.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz import hostile, limits
from tests.fuzz.commands import SMALL, invoke
from tests.fuzz.kind import Kind, Ran

#: The commands that play nothing, and the processor time that each of them may take.
SHOWING: tuple[tuple[tuple[str, ...], float], ...] = (
    (("format", "--check"), 5.0),
    (("rules",), 20.0),
    (("board",), 20.0),
)
#: A ply is played for so long; what takes longer is long.
PLAYING = 20.0


def make(random: Random) -> bytes:
    return hostile.make(random)


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    if invoke(["check", str(path)]).code != 0:
        return Ran("refused")  # how it is refused is for `hostile` to say
    for words, seconds in SHOWING:
        with limits.within(seconds):
            told = invoke([*words, str(path)])
        if wrong := told.wrong(SMALL):  # a large board is a large picture
            return Ran("used", wrong)
    try:
        with limits.within(PLAYING):
            told = invoke(["perft", str(path), "1"])
    except limits.TookTooLongError:
        return Ran("long")
    return Ran("used", told.wrong(SMALL))


KIND = Kind("accepted", ".lud", make, run, seconds=90.0, chunk=10)
