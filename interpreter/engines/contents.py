"""Reading what stands where from the fields that carry the pieces.

A program keeps only those fields that its rules read (`gdl.passes.layout` says which there can be), so the
same fact may stand in different places: the component on a site in `what`, in the set of its kind, or in the
set of its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.core.ops import Program
from interpreter.engines.pieces import Contents, Piece, piece_name

#: Gives a field's value by its name: a number, a set as an int whose bit i is site i, or a sequence of these.
Read = Callable[[str], Any]

_VALUES = ("count", "state", "value", "rotation")


class ContentsReader:
    """Reads the pieces of one program's states."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._fields = {field.name for field in program.fields}
        owners = program.owners
        self._names = [
            piece_name(component, owner)
            for component, owner in zip(program.names.components, owners, strict=True)
        ]
        self._by_owner: dict[int, int] = {}
        for component in range(len(owners) - 1, 0, -1):
            self._by_owner[owners[component]] = component

    def __call__(self, read: Read) -> Contents:
        """What is on each site."""
        whats = self._components(read)
        values = {name: read(name) for name in _VALUES if name in self._fields}
        heights: Sequence[int] = read("height") if "height" in self._fields else ()
        levels = {
            name: read(f"level_{name}")
            for name in ("what", "state", "value", "rotation")
            if f"level_{name}" in self._fields
        }
        contents: list[Piece | None] = []
        for site, what in enumerate(whats):
            if not what:
                contents.append(None)
                continue
            below: tuple[Piece, ...] = ()
            if heights and heights[site] > 1:
                first = site * self._program.stack_limit
                below = tuple(
                    self._piece({name: array[slot] for name, array in levels.items()})
                    for slot in range(first, first + heights[site] - 1)
                )
            top = {name: array[site] for name, array in values.items()}
            contents.append(self._piece({**top, "what": what}, below))
        dice = self._program.names.dice
        faces: Sequence[int] = read("faces") if "faces" in self._fields else [0] * len(dice)
        for number, (site, face) in enumerate(zip(dice, faces, strict=True), 1):
            contents[site] = self._piece({"what": number, "state": face})
        return tuple(contents)

    def _piece(self, values: dict[str, int], below: tuple[Piece, ...] = ()) -> Piece:
        what = values["what"]
        return Piece(
            self._names[what],
            self._program.owners[what],
            what,
            count=values.get("count", 1) or 1,
            state=values.get("state", 0),
            value=values.get("value", 0),
            rotation=values.get("rotation", 0),
            below=below,
        )

    def _components(self, read: Read) -> Sequence[int]:
        """The component on top of each site, 0 for none."""
        fields = self._fields
        if "what" in fields:
            whats: Sequence[int] = read("what")
            return whats
        whats = [0] * self._program.sites
        if "level_what" in fields:
            levels, limit = read("level_what"), self._program.stack_limit
            for site, height in enumerate(read("height")):
                whats[site] = levels[site * limit + height - 1] if height else 0
            return whats
        if "kinds" in fields:
            sets = dict(enumerate(read("kinds")))
        elif "owned" in fields:
            sets = {self._by_owner.get(owner, 0): sites for owner, sites in enumerate(read("owned"))}
        elif "occupied" in fields:
            sets = {1: read("occupied")}
        else:
            sets = {}
        for what, sites in sets.items():
            while what and sites:
                site = (sites & -sites).bit_length() - 1
                sites &= sites - 1
                whats[site] = what
        return whats
