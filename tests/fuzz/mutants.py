"""Games changed gently, so that about half of them compile, played in every way: see `engines.py`."""

from __future__ import annotations

from random import Random

from tests.fuzz import engines, seeds
from tests.fuzz.kind import Kind
from tests.fuzz.mutate_gently import mutate_gently

_SHIPPED = (
    "tic-tac-toe",
    "last-step",
    "officers",
    "cornered",
    "reversi",
    "oware",
    "connect-four",
    "breakthrough",
)


def make(random: Random) -> bytes:
    if random.random() < 0.8:
        text = random.choice(seeds.small_games())
    else:
        text = seeds.shipped()[f"{random.choice(_SHIPPED)}.lud"]
    return mutate_gently(random, text).encode("utf-8", errors="replace")


KIND = Kind("mutants", ".lud", make, engines.run, seconds=20.0, memory=3 << 30, chunk=10)
