"""Colours of cells laid out as text, and tiles that make up a board: Ludwright's own.

Every colour named becomes a region: after `(colour "R" "Red")` there is `(sites "Red")`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.boards.graph import SiteType
from gdl.boards.topology import Topology
from gdl.builder.meaning_error import MeaningError
from gdl.english.grammar import listed
from gdl.equip.facts import DrawnTiles, Facts
from gdl.lower.tiles import (
    MosaicError,
    Place,
    arrange,
    places_of,
    size_of,
    tiles_left,
    turned,
    used_again,
)
from gdl.ludeme.base import Ludeme, arg
from gdl.ludeme.categories import Item
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.source.budget import SITES_IN_ENTRY, spend
from gdl.source.diagnostics import Diagnostic

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("face")
class Face(Ludeme):
    """One face of a tile: its name and its rows of letters, top row first.

    Faces of the same tile share the number that their names begin with: `1a`, `1b`.
    """

    english = "the face {name}"
    name: str = arg(declares=Kind.FACE)
    rows: tuple[str, ...] = arg()


@ludeme("mosaic")
class Mosaic(Ludeme):
    """A board composed of square tiles: `(mosaic "1a 2a / 3a@90 4b" {(face "1a" {...}) ...})`.

    The text names the faces, top row first, each with an optional turn clockwise in degrees. What it leaves
    open chance decides at the start of each game: `1a@?` is a face turned any way, `?` any tile that is not
    named, either side up, `?@?` one turned any way, and the text `shuffled` such a tile at every place.
    `random:42` is one arrangement, the same in every game, drawn from that number.
    """

    english = "the tiles {layout}"
    layout: str = arg()
    faces: tuple[Face, ...] = arg()


@ludeme("colour")
class Colour(Ludeme):
    """What a letter of the layout stands for."""

    english = "{name}"
    letter: str = arg()
    name: str = arg(declares=Kind.REGION)


@ludeme("colours")
class Colours(Item):
    """The colours of the board's cells: rows of letters, top row first, and what the letters stand for.

    Where chance lays tiles or a rule changes colours (`set Colour`), they are part of the position.

    Example: `(colours {"RG" "GR"} {(colour "R" "Red") (colour "G" "Green")})`.
    """

    layout: Mosaic | tuple[str, ...] = arg()
    colours: tuple[Colour, ...] = arg()

    def equip(self, facts: Facts) -> None:
        facts.coloured.update(self.regions(facts.topology, facts.main))
        facts.warnings.extend(self.oddities())
        drawn = self._drawn(facts.topology, facts.main)
        if drawn is not None:
            facts.drawn_tiles.append(drawn)

    def regions(self, topology: Topology, main: SiteType) -> dict[str, int]:
        """Each colour's cells as a bit mask."""
        rows = self._rows(topology, main)
        wanted = list(reversed(topology.rows(main)))
        if [len(row) for row in rows] != [len(row) for row in wanted]:
            raise self._misfit(rows, [len(row) for row in wanted])
        return self._cells(rows, wanted)

    def _cells(self, rows: Sequence[str], sites: Sequence[Sequence[int]]) -> dict[str, int]:
        """The cells of each colour as a bit mask: rows of letters, and the sites that they are of."""
        names = {colour.letter: colour.name for colour in self.colours}
        result = {colour.name: 0 for colour in self.colours}
        for letters, row in zip(rows, sites, strict=True):
            for letter, site in zip(letters, row, strict=True):
                if letter == ".":
                    continue
                if letter not in names:
                    raise self._no_colour(letter)
                result[names[letter]] |= 1 << site
        return result

    def _no_colour(self, letter: str) -> MeaningError:
        """The mistake that a letter stands for nothing."""
        letters = " ".join(colour.letter for colour in self.colours)
        return MeaningError(
            "E0403",
            f'the letter "{letter}" stands for no colour',
            self.span,
            f'"{letter}" is in this row',
            f"the letters are {letters} (and . for a cell without a colour), or add a "
            f'(colour "{letter}" "Name")',
            subject=next((row for row in self._given() if letter in row), None),
        )

    def _drawn(self, topology: Topology, main: SiteType) -> DrawnTiles | None:
        """What chance decides of the tiles at the start of a game; None for nothing."""
        if not isinstance(self.layout, Mosaic):
            return None
        faces = {face.name: face.rows for face in self.layout.faces}
        board = list(reversed(topology.rows(main)))
        lines, size = self._lines(faces, topology, main), size_of(faces)
        places = [(row, column, place) for row, line in enumerate(lines) for column, place in enumerate(line)]
        open_ = [each for each in places if each[2].open]
        if not open_:
            return None
        with self._misplaced():
            left = tiles_left([place for *_, place in places], list(faces))
        named = [place.face for *_, place in open_ if place.face is not None]
        numbers = {name: at for at, name in enumerate(dict.fromkeys([*itertools.chain(*left), *named]))}
        entry = 1 + topology.capacity // SITES_IN_ENTRY
        spend(4 * len(open_) * len(numbers) * len(self.colours) * entry, "tiles that chance lays", self.span)
        cells: dict[str, list[int]] = {colour.name: [] for colour in self.colours}
        for row, column, _ in open_:
            sites = [
                line[column * size : (column + 1) * size] for line in board[row * size : (row + 1) * size]
            ]
            for name in numbers:
                for quarters in range(4):
                    for colour, mask in self._cells(turned(faces[name], quarters), sites).items():
                        cells[colour].append(mask)
        return DrawnTiles(
            tiles=tuple(tuple(numbers[name] for name in tile) for tile in left),
            faces=tuple(-1 if place.face is None else numbers[place.face] for *_, place in open_),
            quarters=tuple(-1 if place.quarters is None else place.quarters for *_, place in open_),
            count=len(numbers),
            cells={colour: tuple(masks) for colour, masks in cells.items()},
            span=self.layout.span,
        )

    def oddities(self) -> Iterator[Diagnostic]:
        """A tile that lies on the board more than once."""
        if not isinstance(self.layout, Mosaic):
            return
        mosaic = self.layout
        for tile, faces in used_again(mosaic.layout, [face.name for face in mosaic.faces]).items():
            often = "twice" if len(faces) == 2 else f"{len(faces)} times"
            yield Diagnostic(
                "W0430",
                f"tile {tile} lies on this board {often}: {', '.join(faces)}",
                mosaic.span,
                help=("a set has each tile once; the faces of a tile begin with the same number",),
                severity="warning",
                subject=mosaic.layout,
            )

    def _given(self) -> tuple[str, ...]:
        """The rows as they are written."""
        return () if isinstance(self.layout, Mosaic) else self.layout

    def _misfit(self, rows: list[str], wanted: list[int]) -> MeaningError:
        """The mistake that the rows of letters are not those of the board."""
        given = self._given()
        if len(rows) != len(wanted):
            message = f"there are {len(rows)} rows of colours, but the board has {len(wanted)} rows"
            return MeaningError("E0403", message, self.span)
        at = next(i for i, row in enumerate(rows) if len(row) != wanted[i])
        message = f"row {at + 1} has {len(rows[at])} letters, but the board has {wanted[at]} cells there"
        return MeaningError(
            "E0403",
            message,
            self.span,
            "",
            "write one letter for each cell, row by row from the top",
            subject=given[at] if given else None,
        )

    def _rows(self, topology: Topology, main: SiteType) -> list[str]:
        if not isinstance(self.layout, Mosaic):
            return [row.replace(" ", "") for row in self.layout]
        mosaic = self.layout
        with self._misplaced():
            tall, wide = len(topology.rows(main)), len(topology.columns(main))
            return arrange(mosaic.layout, {face.name: face.rows for face in mosaic.faces}, tall, wide)

    def _lines(
        self, faces: Mapping[str, Sequence[str]], topology: Topology, main: SiteType
    ) -> list[list[Place]]:
        """What lies on each place of the mosaic, row by row from the top."""
        assert isinstance(self.layout, Mosaic)
        with self._misplaced():
            tall, wide = len(topology.rows(main)), len(topology.columns(main))
            return places_of(self.layout.layout, faces, tall, wide)

    @contextmanager
    def _misplaced(self) -> Iterator[None]:
        """A layout that does not make sense is the author's mistake, at its text."""
        assert isinstance(self.layout, Mosaic)
        try:
            yield
        except MosaicError as error:
            span, text = self.layout.span, self.layout.layout
            raise MeaningError("E0403", str(error), span, subject=text) from error

    def says(self, s: Speaker, no: bool = False) -> str:
        names = listed([s.say(each.name).lower() for each in self.colours])
        tiles = ""
        if isinstance(self.layout, Mosaic):
            tiles = f". They come from square tiles, laid so (from the top left): {s.say(self.layout.layout)}"
        return f"The {s.cells} are {names}{tiles}"
