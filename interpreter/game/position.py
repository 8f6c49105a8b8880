"""Starting a game from any position: pieces put where one likes, and what the rules remember set to match.

The position becomes part of the game's `start` procedure, behind what the rules themselves set up, so every
engine understands it and whatever a program keeps about its pieces is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import attrs

from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import BOOL, INT, SITES, Expr, Field, Include, Program, Push, Put, SetAt, Stmt, Store, Take
from gdl.core.programs import COLOUR
from gdl.source.suggest import nearest
from gdl.support.printable import shortened
from gdl.support.values import frozen
from interpreter.engines.contents import piece_name
from interpreter.errors.user_errors import PositionError

Value = int | bool | str | tuple["Value", ...]
T = TypeVar("T")

#: Fields that hold a player's number.
_PLAYERS = ("mover", "next", "prev")
#: No number in a game's state is greater.
_GREATEST = 2**31 - 1
#: What every game may be told, though not every game's rules remember it.
_COMMON = ("mover", "next", "prev", "last_to", "last_from", "moves", "turns")


@frozen
class Position:
    """A position: the sites of each component by name, and fields of the state by name.

    In games with stacks, pieces listed for the same site lie on each other, the first named lowest.
    A field's value is a number, a site's name, or a list of these; of a field with an entry for each
    player the list begins with player 1. `mover` is the player to move, from 1 or by name, `ply` how many
    moves were made before. `states`: the local states of the pieces on some sites, 0 elsewhere. `colours`:
    the sites of each colour, in games whose colours change; other sites keep theirs.
    """

    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    mover: int | str = 1
    ply: int = 0
    fields: tuple[tuple[str, Value], ...] = ()
    states: tuple[tuple[str, int], ...] = ()
    colours: tuple[tuple[str, tuple[str, ...]], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    rotations: tuple[tuple[str, int], ...] = ()


def _player(given: int | str, program: Program, seats: Sequence[str]) -> int:
    """The number of a player who is given by number or name."""
    if isinstance(given, str):
        numbers = {name.casefold(): number for number, name in enumerate(seats, 1)}
        return _known(given.casefold(), numbers, "player")
    if not 1 <= given <= program.players:
        raise PositionError(f"there is no player {given}: the players are 1 to {program.players}")
    return given


def with_position(program: Program, position: Position, seats: Sequence[str]) -> Program:
    """The same rules, starting from the position; `seats` are the players' names, player 1 first.

    Raises PositionError for a name that is not the game's.
    """
    names = program.names
    components = component_numbers(program)
    sites = {name.casefold(): index for index, name in enumerate(names.sites)}
    mover = _player(position.mover, program, seats)
    body: list[Stmt] = [Take(k.OCCUPIED, all_levels=True)]
    taken: dict[int, str] = {}
    room = len(sites) * (program.stack_limit if program.stacks else 1)
    if sum(len(places) for _, places in position.pieces) > room:
        raise PositionError("more pieces are placed than there is room for")
    for component, places in position.pieces:
        component_number = _known(component, components, "piece")
        for place in places:
            site = _known(place.casefold(), sites, "site")
            if not program.stacks and taken.setdefault(site, component) != component:
                raise PositionError(
                    f"two pieces stand on {place}, {taken[site]} and {component}: this game has no stacks"
                )
            put = Push if program.stacks else Put
            body.append(put(k.int_(site), k.int_(component_number)))
    for kind, what, given, least in (
        ("state", "the local state", position.states, 0),
        ("value", "the value", position.values, 0),
        ("rotation", "the rotation", position.rotations, 0),
        ("count", "the count", position.counts, 1),
    ):
        for place, number in given:
            site = _known(place.casefold(), sites, "site")
            if not least <= number <= _GREATEST:
                raise PositionError(f"{place} cannot have {what} {number}")
            body.append(SetAt(kind, k.int_(site), k.int_(number)))
    body += _recoloured(program, position, sites)
    others = program.players
    known: dict[str, Value] = {
        "mover": mover,
        "next": mover % others + 1,
        "prev": (mover - 2) % others + 1,
        "moves": position.ply,
        "turns": position.ply,
    }
    for name, value in {**known, **dict(position.fields)}.items():
        body += _stores(program, name, value, sites)
    procs = tuple(
        attrs.evolve(proc, body=(*proc.body, *body)) if proc.name == "start" else proc
        for proc in program.procs
    )
    return attrs.evolve(program, procs=procs)


def _recoloured(program: Program, position: Position, sites: Mapping[str, int]) -> list[Stmt]:
    """The colours of sites, as the position has them."""
    fields = {f.name.removeprefix(COLOUR): f for f in program.fields if f.name.startswith(COLOUR)}
    if position.colours and not fields:
        raise PositionError("the colours of this game's board never change")
    body: list[Stmt] = []
    for colour, places in position.colours:
        wanted = _known(colour, fields, "colour")
        these = k.sites_(as_bits(_known(place.casefold(), sites, "site") for place in places))
        body += [Include(field, None, these, field is wanted) for field in fields.values()]
    return body


def component_numbers(program: Program) -> dict[str, int]:
    """The components by name, and those that alone have a name without their owner's number by that too."""
    exact = {name: index for index, name in enumerate(program.names.components) if index}
    plain: dict[str, list[int]] = {}
    for name, index in exact.items():
        plain.setdefault(piece_name(name, program.owners[index]), []).append(index)
    return {name: result[0] for name, result in plain.items() if len(result) == 1} | exact


def _stores(program: Program, name: str, value: Value, sites: Mapping[str, int]) -> list[Stmt]:
    fields = {field.name: field for field in program.fields}
    if name not in fields and name in _COMMON:
        return []
    field = _known(name, fields, "field of the state")
    if field.length is None:
        return [Store(field, None, _constant(field, value, sites, program.players))]
    values: Sequence[Value] = value if isinstance(value, tuple) else (value,)
    first = 1 if field.length == program.players + 1 else 0
    if len(values) > field.length - first:
        raise PositionError(f"the field `{field.name}` has {field.length - first} values, not {len(values)}")
    return [
        Store(field, k.int_(index), _constant(field, each, sites, program.players))
        for index, each in enumerate(values, first)
    ]


def _constant(field: Field, value: Value, sites: Mapping[str, int], players: int) -> Expr:
    def number(each: Value) -> int:
        if isinstance(each, str):
            return _known(each.casefold(), sites, "site")
        if isinstance(each, tuple):
            raise PositionError(f"the field `{field.name}` takes one value, not several")
        if not least <= each <= most:
            wrong = shortened(str(each))
            raise PositionError(f"the field `{field.name}` takes {least} to {most}, not {wrong}")
        return int(each)

    least, most = _bounds(field, len(sites), players)
    if field.type is SITES:
        members = value if isinstance(value, tuple) else (value,)
        held = 0
        for member in members:
            held |= 1 << number(member)
        return k.sites_(held)
    if field.type is BOOL:
        return k.bool_(bool(number(value)))
    if field.type is INT:
        return k.int_(number(value))
    return k.float_(float(number(value)))


def _bounds(field: Field, sites: int, players: int) -> tuple[int, int]:
    """The least and the greatest number that a field may be given."""
    if field.type is SITES:
        return 0, sites - 1
    if field.name in _PLAYERS:
        return (1 if field.name == "mover" else 0), players
    return -_GREATEST, _GREATEST


def _known(name: str, table: Mapping[str, T], what: str) -> T:
    if name not in table:
        raise PositionError(f"there is no {what} `{name}`", nearest(name, table))
    return table[name]
