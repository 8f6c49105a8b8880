"""A grammar of nastiness: rule files that ask for as much as a file of a megabyte can.

Each module has families, functions of a generator that give a text: what is nested, what is many, what is
large, what multiplies, what is no game at all. Some are mistakes and some are games; nobody need know which.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.fuzz.nasty import boards, definitions, many, nesting, numbers, texts

Family = Callable[[Random], str]

#: Every family with its name, some of them several times: so often they come.
FAMILIES: tuple[tuple[str, Family], ...] = tuple(
    (f"{module.__name__.rpartition('.')[2]}.{family.__name__}", family)
    for module in (nesting, many, numbers, boards, definitions, texts)
    for family in module.FAMILIES
)


def hostile(random: Random) -> tuple[str, str]:
    """The name of a family, and a text of it."""
    name, family = random.choice(FAMILIES)
    return name, family(random)
