"""Mutated record files through `gdl record`: read, played again, and told about."""

from __future__ import annotations

from pathlib import Path
from random import Random

import interpreter.records.replaying as replaying
from interpreter.records.replaying import Replayer
from tests.fuzz import seeds
from tests.fuzz.commands import invoke
from tests.fuzz.kind import Kind, Ran
from tests.fuzz.mutate_files import OF_RECORDS, mutate_file

#: So many games are kept in memory between inputs.
_GAMES = 40


def prepare(folder: Path) -> None:
    """Games stand beside the records, and are loaded once for all of them."""
    seeds.put_beside(folder)
    one = Replayer("auto")

    def the_one(engine: str = "auto", checked: bool = False) -> Replayer:
        if len(one._games) > _GAMES:
            one._games.clear()
        return one

    replaying.Replayer = the_one  # type: ignore[assignment,misc]


def make(random: Random) -> bytes:
    return mutate_file(random, random.choice(seeds.records()), OF_RECORDS)


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.rec"
    path.write_bytes(data)
    # Drawings of every position are long, and asked for.
    words = ["record", str(path)] if len(data) % 4 else ["record", str(path), "--json"]
    told = invoke(words)
    return Ran("used" if told.code == 0 else "refused", told.wrong(len(data)))


KIND = Kind("records", ".rec", make, run, prepare, chunk=100)
