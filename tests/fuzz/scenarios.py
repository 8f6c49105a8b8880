"""Mutated scenario files through `gdl test`."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz import limits, seeds
from tests.fuzz.commands import invoke
from tests.fuzz.kind import Kind, Ran
from tests.fuzz.mutate_files import OF_SCENARIOS, mutate_file

_SECONDS = 5.0


def make(random: Random) -> bytes:
    return mutate_file(random, random.choice(seeds.scenarios()), OF_SCENARIOS)


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.yaml"
    path.write_bytes(data)
    try:
        with limits.within(_SECONDS):
            told = invoke(["test", str(path)])
    except limits.TookTooLongError as error:
        if limits.was_in(error, "interpreter/engines/perft.py"):
            return Ran("long")  # sequences of moves to a great depth: as was asked
        raise
    return Ran("used" if told.code == 0 else "refused", told.wrong(len(data)))


KIND = Kind("scenarios", ".yaml", make, run, seeds.put_beside, seconds=2 * _SECONDS, chunk=100)
