"""Colours of sites that change while one plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.lower.places import site_of
from gdl.lower.tiles import recolour
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Handling, IntExpr, Region
from gdl.ludeme.kinds import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.effects import Effect
from gdl.source.suggest import nearest

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("set Colour")
class SetColour(Effect):
    """Give a site, or some, a colour of the board (see `colours`); they lose the one that they had.

    Example: `(set Colour (last To) "Red")`.
    """

    handling = Handling.STAYS
    where: IntExpr | Region = arg()
    colour: str = arg()
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return Needs(recolours=True)

    def act(self, b: Builder) -> None:
        if self.colour not in b.facts.coloured:
            raise self._unknown(b)
        if isinstance(self.where, Region):
            sites = self.where.lower(b)
        else:
            sites = k.one(site_of(b, self.where, None))
        recolour(b, b.assign("recoloured", k.inter(sites, k.sites_(b.facts.board))), self.colour)

    def _unknown(self, b: Builder) -> MeaningError:
        names = list(b.facts.coloured)
        near = nearest(self.colour, names)
        if not names:
            advice = 'give the board colours: (colours {"RG" "GR"} {(colour "R" "Red") (colour "G" "Green")})'
        elif near:
            advice = f'did you mean "{near[0]}"?'
        else:
            listed = ", ".join(f'"{name}"' for name in names)
            advice = f"the colours are {listed}"
        return MeaningError(
            "E0412", f'there is no colour called "{self.colour}"', self.span, "unknown colour", advice,
            subject=self.colour,
        )  # fmt: skip

    def says(self, s: Speaker, no: bool = False) -> str:
        where = s.noun(self.where).plural if isinstance(self.where, Region) else s.site(self.where)
        return f"the colour of {where} becomes {self.colour.lower()}"
