"""What `gdl check` accepts of the hostile rule files, through the commands that show, tell and play it.

A file without an error may be slow to play, for which `perft` and `board` have limits of their own; it may not
hang a command that plays nothing, nor bring any of them down.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz import hostile, limits
from tests.fuzz.commands import SMALL, invoke
from tests.fuzz.kind import Kind, Ran

#: The commands, and the processor time that each of them may take.
COMMANDS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("format", "--check", "FILE"), 5.0),
    (("rules", "FILE"), 10.0),
    (("board", "FILE"), 10.0),
    (("perft", "FILE", "1"), 20.0),
)


def make(random: Random) -> bytes:
    return hostile.make(random)


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    if invoke(["check", str(path)]).code != 0:
        return Ran("refused")  # how it is refused is for `hostile` to say
    for words, seconds in COMMANDS:
        with limits.within(seconds):
            told = invoke([str(path) if word == "FILE" else word for word in words])
        if wrong := told.wrong(SMALL):  # a large board is a large picture
            return Ran("used", wrong)
    return Ran("used")


KIND = Kind("accepted", ".lud", make, run, seconds=60.0, chunk=10)
