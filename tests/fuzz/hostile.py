"""Hostile rule files through `gdl check`: whatever a megabyte can ask for, within 5 seconds and 1 GB."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.fuzz.commands import invoke
from tests.fuzz.kind import Kind, Ran
from tests.fuzz.mutate_text import LONGEST
from tests.fuzz.nasty import hostile


def make(random: Random) -> bytes:
    _, text = hostile(random)
    return text.encode("utf-8", errors="surrogatepass")[:LONGEST]


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    told = invoke(["check", str(path)])
    return Ran("used" if told.code == 0 else "refused", told.wrong(len(data)))


KIND = Kind("hostile", ".lud", make, run, chunk=20)
