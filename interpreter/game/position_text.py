"""Positions from text: what a scenario's `position:` says, and what readers of such files share.

A text is YAML; docs/scenarios.md describes every key. `interpreter.game.describing` describes any state so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from gdl.source.suggest import nearest
from gdl.support.printable import shortened
from interpreter.errors.user_errors import ScenarioError
from interpreter.game.position import Position, Value
from interpreter.support.yaml_text import read_yaml


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
