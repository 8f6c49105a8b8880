"""What the players of a game are called in what is told of it."""

from __future__ import annotations

from gdl.compile.compile import Compiled
from gdl.core.field_names import PERSON
from gdl.equip.facts import Facts
from gdl.support.printable import one_line
from interpreter.game.names import player_names


def alike(facts: Facts) -> bool:
    """Has every player the same pieces? In hunts one side may win only where it plays well."""
    sides: dict[int, set[str]] = {player: set() for player in range(1, facts.players + 1)}
    for each in facts.components[1:]:
        if each.owner in sides:
            sides[each.owner].add(each.base)
    return len({frozenset(bases) for bases in sides.values()}) == 1


def called(compiled: Compiled) -> tuple[str, ...]:
    """The players' names, player 1 first; `player 3` for who has none.

    People who change seats in a match have numbers.
    """
    names = player_names(compiled.program, compiled.metadata)
    if any(field.name == PERSON for field in compiled.program.fields):
        names = tuple(f"Player {number}" for number in range(1, len(names) + 1))
    return tuple(
        f"player {n}" if name == f"Player {n}" else one_line(name) for n, name in enumerate(names, 1)
    )
