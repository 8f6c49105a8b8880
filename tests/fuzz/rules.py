"""Mutated rule files through `gdl check`, from its arguments to the text of its messages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.fuzz import seeds
from tests.fuzz.commands import invoke
from tests.fuzz.kind import Kind, Ran
from tests.fuzz.mutate_text import encode, mutate_text
from tests.fuzz.mutate_tree import mutate_tree

#: The share of mutants of large files, which take ten times as long; and of those that are texts, not trees.
_LARGE, _TEXT = 0.03, 0.25


def make(random: Random) -> bytes:
    text = random.choice(seeds.rules()[random.random() < _LARGE])
    if random.random() < _TEXT:
        text = mutate_text(random, re.sub(r"\n *", "\n", text))
    else:
        text = mutate_tree(random, text)
    return encode(random, text)


def run(data: bytes, folder: Path) -> Ran:
    path = folder / "fuzzed.lud"
    path.write_bytes(data)
    told = invoke(["check", str(path)])
    return Ran("used" if told.code == 0 else "refused", told.wrong(len(data)))


KIND = Kind("rules", ".lud", make, run, chunk=200)
