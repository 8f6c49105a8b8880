"""How much is wrong with a form, as a cost, and what to tell of it where that way of reading it is chosen;
and arguments that do not match paired with parameters at the least cost (alignment)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gdl.source.diagnostics import UNSURE, Diagnostic
from gdl.support.values import evolve, frozen

Diagnostics = list[Diagnostic]


@frozen(eq=False)
class Trouble:
    """How much is wrong with a form, and a way to tell what."""

    cost: float
    tell: Callable[[], Diagnostics]


NO_TROUBLE = Trouble(0.0, list)
#: What is wrong with something has been told already: it costs little, and nothing is added.
REPORTED = Trouble(0.01, list)


def once(trouble: Trouble) -> Trouble:
    """The same, told the first time only: a form that stands in several places has its mistakes once."""
    waiting = [trouble.tell]
    return Trouble(trouble.cost, lambda: waiting.pop()() if waiting else [])


def unsure(trouble: Trouble) -> Trouble:
    """The same, where something else may be wrong instead: its repairs are not sure."""
    return Trouble(trouble.cost, lambda: [_doubted(each) for each in trouble.tell()])


def _doubted(diagnostic: Diagnostic) -> Diagnostic:
    fixes = tuple(evolve(fix, applicability=UNSURE) if fix.sure else fix for fix in diagnostic.fixes)
    return evolve(diagnostic, fixes=fixes)


def all_of(troubles: Iterable[Trouble]) -> Diagnostics:
    """What all of these tell."""
    return [each for trouble in troubles for each in trouble.tell()]


#: What it costs to call a required parameter missing, or an argument one too many.
MISSING = SURPLUS = 1.0
#: What is of another kind altogether is rather the misspelt argument of another parameter.
UNLIKE = 0.5
#: An argument of another kind is rather one too many than meant for a parameter that can be left out.
RELUCTANCE = 0.05

#: (argument, parameter): paired, left out (None, parameter), or one too many (argument, None)
Pair = tuple[int | None, int | None]


def align(args: int, optional: Sequence[bool], cost: Callable[[int, int], float]) -> list[Pair]:
    """Pair arguments with parameters, both in order, so that the sum of costs is least.

    `cost(i, j)` is what is wrong with argument `i` as parameter `j`. Of equally cheap ways the one that
    pairs earliest is taken.
    """
    params = len(optional)
    table: list[list[tuple[float, int]]] = [[(0.0, 0)] * (params + 1) for _ in range(args + 1)]
    for i in range(args, -1, -1):
        for j in range(params, -1, -1):
            if i == args and j == params:
                continue
            ways: list[tuple[float, int]] = []
            if i < args and j < params:
                paired = cost(i, j)
                if paired >= 1.0:
                    paired += RELUCTANCE if optional[j] else UNLIKE
                ways.append((paired + table[i + 1][j + 1][0], 0))
            if j < params:
                ways.append(((0.0 if optional[j] else MISSING) + table[i][j + 1][0], 1))
            if i < args:
                ways.append((SURPLUS + table[i + 1][j][0], 2))
            table[i][j] = min(ways)
    return _read(table, args, params)


def _read(table: Sequence[Sequence[tuple[float, int]]], args: int, params: int) -> list[Pair]:
    pairs: list[Pair] = []
    i = j = 0
    while i < args or j < params:
        way = table[i][j][1]
        pairs.append((i if way != 1 else None, j if way != 2 else None))
        i += way != 1
        j += way != 2
    return pairs
