"""Hand-written playouts in C, the yardstick: building the two programs and running them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from attrs import frozen

#: What each program plays, by the name it gives a game, and the shipped game that it is.
PROGRAMS: dict[str, dict[str, str]] = {
    "limit.c": {
        "tic-tac-toe": "tic-tac-toe",
        "connect-four": "connect-four",
        "breakthrough": "breakthrough",
        "katarenga": "katarenga",
    },
    "limit_more.c": {
        "gomoku": "gomoku",
        "hex": "hex",
        "reversi": "reversi",
        "draughts": "english-draughts",
        "amazons": "amazons",
        "triad": "triad",
    },
}
FLAGS = ("-O3", "-march=native")


@frozen
class Rate:
    """Random games: how many for each second of the processor's time, and how long they are."""

    playouts: float
    plies: float


@frozen
class Limit:
    """A shipped game as one of the C programs plays it."""

    game: str
    executable: Path
    name: str

    def run(self, seconds: float) -> Rate:
        """Play for some seconds."""
        command = [str(self.executable), self.name, str(seconds)]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return Rate(float(words[0]), float(words[1]))


def compiler() -> str | None:
    """The C compiler at hand."""
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


def build(folder: Path, where: Path) -> dict[str, Limit]:
    """Compile the programs of a folder; what they play, by the name of the shipped game.

    Raises RuntimeError where there is no compiler or it does not take a program.
    """
    cc = compiler()
    if cc is None:
        raise RuntimeError("there is no C compiler (cc, gcc or clang)")
    found: dict[str, Limit] = {}
    for file, games in PROGRAMS.items():
        executable = where / Path(file).stem
        done = subprocess.run(
            [cc, *FLAGS, str(folder / file), "-o", str(executable)], capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{file} does not compile: {done.stderr.strip()[:500]}")
        for name, game in games.items():
            found[game] = Limit(game, executable, name)
    return found
