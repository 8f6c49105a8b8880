"""What stands where as arrays of numpy, under the same names in every game, of one state or of many.

A program keeps only those fields that its rules read, so the same fact stands in different fields from game
to game (`interpreter/engines/contents.py`); here it is worked out from whichever there are. Sites come in the
order of `game.site_names`: those of the board first, then those beside it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gdl.core.ops import SITES, Program
from interpreter.engines.record import Record

Owners: TypeAlias = NDArray[np.int8]
Kinds: TypeAlias = NDArray[np.int16]
Numbers: TypeAlias = NDArray[np.int64]
#: Whole numbers as wide as the field that they are of needs, or bits.
Elements: TypeAlias = NDArray[Any]


class Board:
    """What stands on each site. Every array has the shape (sites,), of a batch (games, sites).

    What there is of stacks is told of the piece on top, all of them by `levels`. Nothing can be written to.
    """

    def __init__(self, layout: Record, records: NDArray[np.uint8], dice: tuple[int, ...]) -> None:
        """Of records, one or a row of them: (size,) or (games, size). `dice` are the sites of the dice."""
        self._layout = layout
        self._program: Program = layout.program
        self._one = records.ndim == 1
        self._rows = records.reshape(-1, layout.size)
        self._dice = dice
        self._fields = {field.name: field for field in layout.slots}

    # --- What stands there ----------------------------------------------------------------------------

    @cached_property
    def kind(self) -> Kinds:
        """The number of the piece on top, as `game.pieces` lists them; 0 where nothing stands. int16."""
        return self._told(self._kind)

    @cached_property
    def owner(self) -> Owners:
        """Whose the piece on top is: the number of the seat; 0: nobody's, or nothing stands there. int8."""
        return self._told(np.asarray(self._program.owners, np.int8)[self._kind])

    @cached_property
    def occupied(self) -> NDArray[np.bool_]:
        """Whether anything stands there. bool."""
        return self._told(self._kind != 0)

    @cached_property
    def count(self) -> Numbers:
        """How many pieces lie there as a heap, 1 for a piece by itself; 0 where nothing does. int64."""
        counts = self._numbers("count")
        return self._told(np.where(self._kind != 0, np.where(counts == 0, 1, counts), 0))

    @cached_property
    def height(self) -> Numbers:
        """How many pieces stand there one on another; 0 where nothing stands. int64."""
        return self._told(self._heights)

    @cached_property
    def state(self) -> Numbers:
        """The local state of the piece on top, of a die the number of its face; 0 for none. int64."""
        states = self._numbers("state").copy()
        if self._dice:
            states[:, list(self._dice)] = self.field("faces") if "faces" in self._fields else 0
        return self._told(np.where(self._kind != 0, states, 0))

    @cached_property
    def value(self) -> Numbers:
        """The value of the piece on top; 0 where there is none. int64."""
        return self._told(np.where(self._kind != 0, self._numbers("value"), 0))

    @cached_property
    def rotation(self) -> Numbers:
        """The rotation of the piece on top; 0 where there is none. int64."""
        return self._told(np.where(self._kind != 0, self._numbers("rotation"), 0))

    @cached_property
    def levels(self) -> Kinds:
        """The pieces of each stack, the lowest first: shape (..., sites, most), 0 above the top. int16.

        `most` is the greatest height at the moment, at least 1.
        """
        most = max(1, int(self._heights.max(initial=0)))
        result = np.zeros((*self._kind.shape, most), np.int16)
        if "level_what" in self._fields:
            sites, limit = self._program.sites, self._program.stack_limit
            stored = self.field("level_what").reshape(-1, sites, limit)[:, :, :most]
            result[:] = np.where(np.arange(most) < self._heights[..., None], stored, 0)
        np.put_along_axis(result, (np.maximum(self._heights, 1) - 1)[..., None], self._kind[..., None], -1)
        return self._told(result)

    # --- How it is worked out -------------------------------------------------------------------------

    def _told(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array in the shape that it was asked for, read only."""
        result = array[0] if self._one else array[:]
        result.flags.writeable = False
        return result

    def field(self, name: str) -> Elements:
        """The numbers of a field of the state in each game: (games, length), of sets (games, length, sites).

        Fields differ from game to game: `gdl show GAME` lists them.
        """
        field = self._fields[name]
        slot, length = self._layout.slots[field], field.length or 1
        if field.type is SITES:
            raw = self._rows[:, slot.first : slot.first + length * slot.size]
            bits = np.unpackbits(raw.reshape(-1, length, slot.size), axis=-1, bitorder="little")
            return bits[..., : self._program.sites]
        raw = np.ascontiguousarray(self._rows[:, slot.first : slot.first + length * slot.size])
        return raw.view(f"<{'i' if slot.signed else 'u'}{slot.size}")

    def _numbers(self, name: str) -> Numbers:
        """A number for each site; 0 where the game has none."""
        if name not in self._fields:
            return np.zeros(self._kind.shape, np.int64)
        return self.field(name).astype(np.int64)

    @cached_property
    def _kind(self) -> Kinds:
        result = self._found()
        for number, site in enumerate(self._dice, 1):
            result[:, site] = number
        return result

    def _found(self) -> Kinds:
        """The piece on top of each site, dice left out."""
        fields, shape = self._fields, (len(self._rows), self._program.sites)
        if "what" in fields:
            return self.field("what").astype(np.int16)
        if "level_what" in fields:
            stored = self.field("level_what").reshape(*shape, self._program.stack_limit)
            heights = self.field("height").astype(np.int64)
            top = np.take_along_axis(stored, np.maximum(heights - 1, 0)[..., None], -1)[..., 0]
            return np.where(heights > 0, top, 0).astype(np.int16)
        result = np.zeros(shape, np.int16)
        if "kinds" in fields:
            kinds = [*enumerate(self.field("kinds").swapaxes(0, 1))]
        elif "owned" in fields:
            first = {owner: number for number, owner in reversed([*enumerate(self._program.owners)][1:])}
            sets = self.field("owned").swapaxes(0, 1)
            kinds = [(first.get(owner, 0), sites) for owner, sites in enumerate(sets)]
        elif "occupied" in fields:
            kinds = [(1, self.field("occupied")[:, 0])]
        else:
            return result
        for number, sites in kinds:
            if number:
                result[sites != 0] = number
        return result

    @cached_property
    def _heights(self) -> Numbers:
        there: Numbers = (self._kind != 0).astype(np.int64)
        if "height" not in self._fields:
            return there
        result: Numbers = np.where(there != 0, np.maximum(self.field("height").astype(np.int64), 1), 0)
        return result

    def __repr__(self) -> str:
        shape = "x".join(map(str, self.kind.shape))
        return f"<Board {shape}: kind, owner, occupied, count, height, state, value, rotation, levels>"
