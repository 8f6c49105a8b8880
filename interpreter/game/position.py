"""Positions that games begin with: as part of the rules, and read and written as text (serialisation).

The position becomes part of the game's `start` procedure, behind what the rules themselves set up, so every
engine understands it and whatever a program keeps about its pieces is right. A text is YAML, as a scenario's
`position:` is; docs/scenarios.md describes every key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import BOOL, INT, SITES, Expr, Field, Include, Program, Push, Put, SetAt, Stmt, Store, Take
from gdl.core.programs import COLOUR
from gdl.source.suggest import nearest
from gdl.support.printable import shortened
from gdl.support.values import evolve, frozen
from interpreter.engines.contents import piece_name
from interpreter.errors.user_errors import PositionError, ScenarioError
from interpreter.game.written_state import is_written_state
from interpreter.support.yaml_text import read_yaml

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
        evolve(proc, body=(*proc.body, *body)) if proc.name == "start" else proc for proc in program.procs
    )
    return evolve(program, procs=procs)


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


def position_in(text: str, name: str) -> Position | str:
    """A position that is described, or the text itself where it is a state on one line.

    Raises ScenarioError.
    """
    return text if is_written_state(text) else position_from(text, name)


def position_from(text: str, name: str) -> Position:
    """A position that is described by itself, as a scenario's `position:` is. Raises ScenarioError."""
    return position_of(read_yaml(text, name)[0], name)


#: The keys of a position that are not fields of the state.
_NAMED = ("pieces", "stacks", "mover", "ply", "states", "values", "rotations", "counts", "colours")


def position_of(entry: object, where: str) -> Position:
    """A position from the values of its text; `where` is told with mistakes. Raises ScenarioError."""
    if not isinstance(entry, dict) or "pieces" not in entry:
        keys = [str(key) for key in entry] if isinstance(entry, dict) else []
        misspelt = next((key for key in keys if "pieces" in nearest(key, ["pieces"])), None)
        instead = f", and `{shortened(misspelt)}:` is none" if misspelt is not None else ""
        near = ["pieces:"] if misspelt is not None else []
        raise ScenarioError(f"{where}: a position needs `pieces:`{instead}", near)
    others = {key: value for key, value in entry.items() if key not in _NAMED}
    return Position(
        pieces=(*sites_by_name(entry["pieces"], "pieces", where), *_stacks(entry.get("stacks", {}), where)),
        mover=_mover(entry.get("mover", 1), where),
        ply=whole_number(entry.get("ply", 0), "ply", where),
        fields=tuple((str(key), _value(value, where)) for key, value in others.items()),
        states=_numbers(entry, "states", where),
        values=_numbers(entry, "values", where),
        rotations=_numbers(entry, "rotations", where),
        counts=_numbers(entry, "counts", where),
        colours=sites_by_name(entry.get("colours", {}), "colours", where),
    )


def _mover(value: object, where: str) -> int | str:
    return value if isinstance(value, str) else whole_number(value, "mover", where)


def _numbers(entry: Mapping[str, object], key: str, where: str) -> tuple[tuple[str, int], ...]:
    """A number for each of some sites."""
    given = entry.get(key, {})
    if not isinstance(given, dict):
        raise ScenarioError(f"{where}: `{key}:` is a mapping of sites to numbers")
    return tuple((str(site), whole_number(number, key, where)) for site, number in given.items())


def _stacks(entry: object, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The pieces of each stack, from the lowest up, each by itself: as they are laid on one another."""
    if not isinstance(entry, dict):
        raise ScenarioError(f"{where}: `stacks:` is a mapping of sites to pieces, the lowest first")
    return tuple(
        (piece, (str(site),))
        for site, pieces in entry.items()
        for piece in texts_of(pieces, str(site), where)
    )


def _value(value: object, where: str) -> Value:
    if isinstance(value, list):
        return tuple(_value(each, where) for each in value)
    if isinstance(value, str) or (isinstance(value, int) and abs(value) < 10**18):
        return value
    raise ScenarioError(f"{where}: {_quoted(value)} is no number, no site and no list of these")


def sites_by_name(entry: object, key: str, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sites of each piece or colour named."""
    if not isinstance(entry, dict):
        raise ScenarioError(f"{where}: `{key}:` is a mapping of {key} to lists of sites")
    return tuple((str(name), texts_of(sites, str(name), where)) for name, sites in entry.items())


def texts_of(value: object, key: str, where: str) -> tuple[str, ...]:
    """A list of texts; one text is split at its blanks."""
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(str(each) for each in list_of(value, key, where))


def list_of(value: object, key: str, where: str) -> list[object]:
    """A list. Raises ScenarioError for what is none."""
    if isinstance(value, list):
        return value
    raise ScenarioError(f"{where}: `{key}:` is a list")


def whole_number(value: object, key: str, where: str) -> int:
    """A number of up to 18 digits. Raises ScenarioError for what is none."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
        return value
    raise ScenarioError(f"{where}: {_quoted(value)} in `{key}:` is no whole number of up to 18 digits")


def _quoted(value: object) -> str:
    """A value as Python writes it, if that is short."""
    return shortened(repr(value)) if isinstance(value, str | float | bool | None) else "this"


# --- Written ----------------------------------------------------------------------------------------------

#: What stands bare in YAML, and is no word that means something else there.
_PLAIN = re.compile(r"(?!(?:yes|no|on|off|true|false|null|y|n)$)[a-z]\w*", re.ASCII | re.IGNORECASE)


def text_of(position: Position | Mapping[str, Any]) -> str:
    """A position, or its values, as one line of YAML that `position_from` reads."""
    return _written(_values_of(position) if isinstance(position, Position) else dict(position))


def _values_of(position: Position) -> dict[str, Any]:
    on: dict[str, list[str]] = {}
    for piece, sites in position.pieces:
        for site in sites:
            on.setdefault(site, []).append(piece)
    pieces: dict[str, list[str]] = {}
    stacks: dict[str, list[str]] = {}
    for site, levels in on.items():
        if len(set(levels)) > 1:
            stacks[site] = levels
        else:
            pieces.setdefault(levels[0], []).extend([site] * len(levels))
    result: dict[str, Any] = {"pieces": pieces, "mover": position.mover}
    more: dict[str, Any] = {
        "stacks": stacks,
        "counts": dict(position.counts),
        "states": dict(position.states),
        "values": dict(position.values),
        "rotations": dict(position.rotations),
        "colours": {colour: list(sites) for colour, sites in position.colours},
        "ply": position.ply,
    }
    return {**result, **{key: value for key, value in more.items() if value}, **dict(position.fields)}


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_written(key)}: {_written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.dumps(value)
    return json.dumps(value)
