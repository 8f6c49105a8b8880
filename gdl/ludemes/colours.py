"""Colours of cells laid out as text, and tiles that make up a board: Ludwright's own.

Every colour named becomes a region: after `(colour "R" "Red")` there is `(sites "Red")`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.boards.sitetype import SiteType
from gdl.boards.topology import Topology
from gdl.builder.meaning_error import MeaningError
from gdl.equip.facts import Facts
from gdl.lower.mosaic import MosaicError, arrange, used_again
from gdl.ludeme.base import Ludeme, arg
from gdl.ludeme.categories import Item
from gdl.ludeme.registry import ludeme
from gdl.source.diagnostics import Diagnostic


@ludeme("face")
class Face(Ludeme):
    """One face of a tile: its name and its rows of letters, top row first.

    Faces of the same tile share the number that their names begin with: `1a`, `1b`.
    """

    name: str = arg()
    rows: tuple[str, ...] = arg()


@ludeme("mosaic")
class Mosaic(Ludeme):
    """A board composed of square tiles: `(mosaic "1a 2a / 3a@90 4b" {(face "1a" {...}) ...})`.

    The text names the faces, top row first, each with an optional turn clockwise in degrees; `random:42`
    stands for any arrangement, drawn from the seed.
    """

    layout: str = arg()
    faces: tuple[Face, ...] = arg()


@ludeme("colour")
class Colour(Ludeme):
    """What a letter of the layout stands for."""

    letter: str = arg()
    name: str = arg()


@ludeme("colours")
class Colours(Item):
    """The colours of the board's cells: rows of letters, top row first, and what the letters stand for.

    Example: `(colours {"RG" "GR"} {(colour "R" "Red") (colour "G" "Green")})`.
    """

    layout: Mosaic | tuple[str, ...] = arg()
    colours: tuple[Colour, ...] = arg()

    def equip(self, facts: Facts) -> None:
        facts.coloured.update(self.regions(facts.topology, facts.main))
        facts.warnings.extend(self.oddities())

    def regions(self, topology: Topology, main: SiteType) -> dict[str, int]:
        """Each colour's cells as a bit mask."""
        rows = self._rows(topology, main)
        wanted = list(reversed(topology.rows(main)))
        if [len(row) for row in rows] != [len(row) for row in wanted]:
            raise self._misfit(rows, [len(row) for row in wanted])
        names = {colour.letter: colour.name for colour in self.colours}
        result = {colour.name: 0 for colour in self.colours}
        for letters, sites in zip(rows, wanted, strict=True):
            for letter, site in zip(letters, sites, strict=True):
                if letter == ".":
                    continue
                if letter not in names:
                    raise MeaningError(
                        "E0403",
                        f'the letter "{letter}" stands for no colour',
                        self.span,
                        f'"{letter}" is in this row',
                        f"the letters are {' '.join(names)} (and . for a cell without a colour), or add a "
                        f'(colour "{letter}" "Name")',
                        subject=next((row for row in self._given() if letter in row), None),
                    )
                result[names[letter]] |= 1 << site
        return result

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
        try:
            tall, wide = len(topology.rows(main)), len(topology.columns(main))
            return arrange(mosaic.layout, {face.name: face.rows for face in mosaic.faces}, tall, wide)
        except MosaicError as error:
            raise MeaningError("E0403", str(error), mosaic.span, subject=mosaic.layout) from error
