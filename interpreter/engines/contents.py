"""Reading what stands where from the fields that carry the pieces.

A program keeps only those fields that its rules read (`gdl.passes.layout` says which there can be), so the
same fact may stand in different places: the component on a site in `what`, in the set of its kind, or in the
set of its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.core.ops import Program
from gdl.support.values import evolve, field, frozen

#: Gives a field's value by its name: a number, a set as an int whose bit i is site i, or a sequence of these.
Read = Callable[[str], Any]

_VALUES = ("count", "state", "value", "rotation")
#: So many different pieces are remembered.
_KEPT = 10_000


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
        self._pieces: dict[tuple[int, int, int, int, int], Piece] = {}
        #: of each component one by itself; nothing for no component
        self._plain = [None, *(self._piece(what, 1, 0, 0, 0) for what in range(1, len(owners)))]
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
        # most sites hold nothing, or a piece of which nothing more is to be said
        contents = list(map(self._plain.__getitem__, whats))
        if values or levels:
            self._add(contents, whats, values, heights, levels)
        dice = self._program.names.dice
        if dice:
            faces: Sequence[int] = read("faces") if "faces" in self._fields else [0] * len(dice)
            for number, (site, face) in enumerate(zip(dice, faces, strict=True), 1):
                contents[site] = self._piece(number, 1, face, 0, 0)
        return tuple(contents)

    def _add(
        self,
        contents: list[Piece | None],
        whats: Sequence[int],
        values: dict[str, Sequence[int]],
        heights: Sequence[int],
        levels: dict[str, Sequence[int]],
    ) -> None:
        """Put the numbers that go with the pieces, and what lies under them, into the contents."""
        none = (0,) * len(whats)
        counts, states, numbers, turns = (values.get(name, none) for name in _VALUES)
        for site, what in enumerate(whats):
            if not what:
                continue
            below: tuple[Piece, ...] = ()
            if heights and heights[site] > 1:
                first = site * self._program.stack_limit
                below = tuple(
                    self._piece(
                        levels["what"][slot],
                        1,
                        *(levels[name][slot] if name in levels else 0 for name in _VALUES[1:]),
                    )
                    for slot in range(first, first + heights[site] - 1)
                )
            piece = self._piece(what, counts[site] or 1, states[site], numbers[site], turns[site])
            contents[site] = evolve(piece, below=below) if below else piece

    def _piece(self, what: int, count: int, state: int, value: int, rotation: int) -> Piece:
        """A piece by itself: the same ones are asked for again and again."""
        key = (what, count, state, value, rotation)
        result = self._pieces.get(key)
        if result is None:
            if len(self._pieces) >= _KEPT:
                self._pieces.clear()
            name, owner = self._names[what], self._program.owners[what]
            result = self._pieces[key] = Piece(name, owner, what, count, state, value, rotation)
        return result

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


# --- what stands on the sites of a position, as people see it -------------------------------------------


@frozen
class Piece:
    """A piece on a site, or the top one of a stack.

    `name` is the piece's name without its owner ("Pawn"), `owner` the number of its player (0: nobody's).
    `count` pieces lie there as a heap; `below` are the pieces under it in a stack, the lowest first.
    """

    name: str
    owner: int
    component: int = field(repr=False)
    count: int = 1
    state: int = 0
    value: int = 0
    rotation: int = 0
    below: tuple[Piece, ...] = ()

    @property
    def height(self) -> int:
        """How many pieces stand on the site one on another."""
        return len(self.below) + 1

    def __str__(self) -> str:
        text = f"{self.name} of player {self.owner}" if self.owner else self.name
        if self.count > 1:
            text = f"{self.count} x {text}"
        return f"{text} on {len(self.below)} more" if self.below else text


@frozen
class PieceKind:
    """A kind of piece: its number, its name without its owner's ("Pawn"), and its owner (0: nobody's)."""

    number: int
    name: str
    owner: int


#: Of every site, in the engine's order, what is on it (None: empty).
Contents = tuple[Piece | None, ...]


def piece_name(component: str, owner: int) -> str:
    """A component's name without the number of its owner, which Ludii's naming puts at the end."""
    number = str(owner)
    if owner and component.endswith(number) and len(component) > len(number):
        return component[: -len(number)]
    return component
