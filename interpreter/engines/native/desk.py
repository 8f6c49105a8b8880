"""Many states whose moves are numbered: what is read and written beside them, and working on all of them.

Here are the addresses alone; whose memory it is, `interpreter/game/batch.py` knows.
"""

from __future__ import annotations

import ctypes
import struct
import time
from array import array
from collections.abc import Iterator

from interpreter.engines.native.batches import BESIDE_BYTES
from interpreter.engines.native.memory import ARGS, COUNT, KIND
from interpreter.engines.native.numbered import BUNDLES_BY_NUMBER, SITES_BY_NUMBER, TABLE
from interpreter.engines.native.rows import Rows
from interpreter.engines.native.steps import (
    DESK_SIZE,
    GAMES,
    KEPT,
    LISTED,
    MASK,
    OVER,
    PLANES,
    PLAYED,
    RESTART,
    REWARDS,
    SEED,
    STRIDE,
    VIEWER,
)
from interpreter.engines.native.worker import Machine
from interpreter.engines.numbering import Numbering
from interpreter.support.crew import share
from interpreter.support.stopping import UnattendedError, attended

#: Rows that are worked on in one call, after which Ctrl-C arrives; of several threads each takes fewer.
MOST_ROWS, FEWEST_ROWS, PARTS_OF_EACH = 2048, 128, 4


class StrangeMovesError(Exception):
    """The moves of a state are not told apart by their numbers, or one has none."""

    def __init__(self, row: int, alike: bool) -> None:
        super().__init__(row, alike)
        self.row, self.alike = row, alike


class Tables:
    """A numbering as machine code reads it, in memory that stays where it is."""

    def __init__(self, machine: Machine, numbering: Numbering) -> None:
        size = machine.memory.bundle_size
        bundles = bytearray(numbering.count * size)
        for number in range(numbering.count):
            struct.pack_into("<i", bundles, number * size + KIND, -1)
        for number, (kind, args, site) in numbering.plain.items():
            at = number * size
            struct.pack_into("<iiq", bundles, at + KIND, kind, -1, site)
            struct.pack_into(f"<{len(args)}q", bundles, at + ARGS, *args)
        assert COUNT == KIND + 8
        self._kept = [
            ctypes.create_string_buffer(each, len(each))
            for each in (numbering.table, bytes(bundles), array("i", numbering.only_site).tobytes())
        ]
        self.count = numbering.count
        self.places = tuple(ctypes.addressof(each) for each in self._kept)


class Desk:
    """What beside the rows a step reads and writes: addresses, and what games begin with."""

    def __init__(self, rows: Rows, machine: Machine, tables: Tables | None) -> None:
        self.rows = rows
        self._machine = machine
        self._tables = tables
        self._memory = (ctypes.c_int64 * (DESK_SIZE // 8))()
        self.at = ctypes.addressof(self._memory)
        if tables is not None:
            for offset, place in zip((TABLE, BUNDLES_BY_NUMBER, SITES_BY_NUMBER), tables.places, strict=True):
                self._set(offset, place)
        self._set(SEED, rows.seed)
        self._set(STRIDE, rows.count)

    def _set(self, offset: int, value: int) -> None:
        self._memory[offset // 8] = value

    def give(self, mask: int, rewards: int, over: int, games: int, played: int = 0, listed: int = 0) -> None:
        """Where the legal moves, the results, and the games' numbers of all rows are; for whoever calls
        machine code himself, where the numbers to be played are, and the legal ones are to be listed."""
        told = (MASK, mask), (REWARDS, rewards), (OVER, over), (GAMES, games)
        for offset, place in (*told, (PLAYED, played), (LISTED, listed)):
            self._set(offset, place)

    def first_wrong(self, numbers: int) -> int:
        """The first row whose number is not legal, -1 where there is none."""
        self._set(PLAYED, numbers)
        worker = self._machine.worker()
        result: int = self._machine.library["rows_wrong"](worker.at, self.rows.count, self.at)
        return result

    def step(self, numbers: int, restart: bool, planes: int, threads: int, listed: int = 0) -> None:
        """Play the move of each number, -1 for none; look at what there is then, as `look` does."""
        self._set(PLAYED, numbers)
        self._set(RESTART, restart)
        self._prepare(planes, listed, 0, kept=True)
        self._share("rows_step", threads)

    def look(self, listed: int, planes: int, viewer: int, threads: int) -> None:
        """Set the truths of the legal moves, list them, write the planes: to these addresses, 0 for none.

        Planes of steps and looks are memory that is all 0 at first and that nobody else writes to.
        """
        self._prepare(planes, listed, viewer, kept=True)
        self._share("rows_look", threads)

    def begin(self, seed: int, planes: int, listed: int) -> None:
        """Begin the game of each row's number; look at what there is then, as `look` does."""
        self._set(SEED, seed)
        self._prepare(planes, listed, 0, kept=True)
        self._share("rows_begin", 1)

    def observe(self, planes: int, viewer: int, threads: int) -> None:
        """Write the planes."""
        self._prepare(planes, 0, viewer, kept=False)
        self._share("rows_planes", threads)

    def _prepare(self, planes: int, listed: int, viewer: int, kept: bool) -> None:
        self._set(KEPT, kept)
        self._set(PLANES, planes)
        self._set(LISTED, listed)
        self._set(VIEWER, viewer)

    def _share(self, name: str, threads: int) -> None:
        count = self.rows.count
        size = MOST_ROWS
        if threads > 1:
            size = min(MOST_ROWS, max(FEWEST_ROWS, -(-count // (PARTS_OF_EACH * threads))))
            threads = min(threads, -(-count // size))
        parts = iter(range(0, count, size))
        self._machine.library[name]
        share(lambda: self._take_parts(name, parts, size), threads)

    def _take_parts(self, name: str, parts: Iterator[int], size: int) -> None:
        count = self.rows.count
        for first in parts:
            self._part(name, first, min(size, count - first))

    def _part(self, name: str, first: int, count: int) -> None:
        while count:
            try:
                done = self._call(name, first, count)
            except _LeftError as left:  # it may take long: with somebody who can stop it
                first, count = first + left.done, count - left.done
                done = attended(lambda first=first: self._call(name, first, 1))  # type: ignore[misc]
            first, count = first + done, count - done

    def _call(self, name: str, first: int, count: int) -> int:
        """How many rows are done."""
        rows, worker, library = self.rows, self._machine.worker(), self._machine.library
        began = time.perf_counter()  # to ask for the processor's time may take longer than a short call
        done: int = library[name](
            worker.at,
            rows.at + first * rows.size,
            rows.beside_at + first * BESIDE_BYTES,
            rows.summary_at + first * rows.summary_size,
            count,
            first,
            self.at,
        )
        library.ran(name, time.perf_counter() - began)
        if done < count:
            try:
                worker.checked()
            except UnattendedError:
                raise _LeftError(max(0, done)) from None
            if done < 0:
                raise StrangeMovesError(first, done == -1)
        return done


class _LeftError(Exception):
    """A call was left after so many rows, since what follows may take long."""

    def __init__(self, done: int) -> None:
        super().__init__(done)
        self.done = done
