"""Parts of the board: by a word of their own, rows and columns by number, sides, edges by how they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, Expr, Op
from gdl.english.grammar import ordinal, plural
from gdl.english.phrases import Noun
from gdl.english.words import WHOLE, direction_word
from gdl.lower.directions import absolute_rows
from gdl.lower.numbers import constant, once
from gdl.lower.places import (
    container_sites,
    last_from,
    last_to,
)
from gdl.lower.players import player
from gdl.lower.statics import constant_sites, kind_of, mask_of, set_by_number, side_sites
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.kinds import Kept, Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.words.words import (
    AbsoluteDirection,
    CompassDirection,
    RoleType,
    SiteType,
    WordEnum,
)

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_SITES = {
    "Board": (WHOLE, "any {cell} of the board", "<is|is not> on the board"),
    "Bottom": ("the bottom row", "a {cell} of the bottom row", "<is|is not> on the bottom row"),
    "Top": ("the top row", "a {cell} of the top row", "<is|is not> on the top row"),
    "Left": ("the left column", "a {cell} of the left column", "<is|is not> on the left column"),
    "Right": ("the right column", "a {cell} of the right column", "<is|is not> on the right column"),
    "Centre": ("the centre", "a {cell} of the centre", "<is|is not> in the centre"),
    "Corners": ("the corners", "a corner", "<is|is not> a corner"),
    "ConcaveCorners": ("the concave corners", "a concave corner", "<is|is not> a concave corner"),
    "ConvexCorners": ("the convex corners", "a convex corner", "<is|is not> a convex corner"),
    "Inner": ("the inner {cells}", "an inner {cell}", "<is|is not> an inner {cell}"),
    "Outer": ("the outer {cells}", "an outer {cell}", "<is|is not> an outer {cell}"),
    "Perimeter": ("the edge of the board", "a {cell} on the edge of the board",
                  "<is|is not> on the edge of the board"),
    "Major": ("the major {cells}", "a major {cell}", "<is|is not> a major {cell}"),
    "Minor": ("the minor {cells}", "a minor {cell}", "<is|is not> a minor {cell}"),
    "LastFrom": ("the {cell} that the last move left", "the {cell} that the last move left",
                 "<is|is not> the {cell} that the last move left"),
    "LastTo": ("the {cell} of the last move",) * 2 + ("<is|is not> the {cell} of the last move",),
    "Pending": ("the {cells} marked", "a {cell} marked", "<is|is not> marked"),
    "LineOfPlay": ("the line of play", "a {cell} of the line of play", "<is|is not> in the line of play"),
    "Playable": ("the playable {cells}", "a playable {cell}", "<is|is not> playable"),
    "ToClear": ("the {cells} of captured pieces", "a {cell} of a captured piece",
                "<was|was not> captured already in this turn"),
    "Hint": ("the {cells} of the hint", "a {cell} of the hint", "<is|is not> of the hint"),
}  # fmt: skip


class SimpleSites(WordEnum):
    """Parts of the board that have a word of their own."""

    BOARD = "Board"
    BOTTOM = "Bottom"
    CENTRE = "Centre"
    CONCAVE_CORNERS = "ConcaveCorners"
    CONVEX_CORNERS = "ConvexCorners"
    CORNERS = "Corners"
    HINT = "Hint"
    INNER = "Inner"
    LAST_FROM = "LastFrom"
    LAST_TO = "LastTo"
    LEFT = "Left"
    LINE_OF_PLAY = "LineOfPlay"
    MAJOR = "Major"
    MINOR = "Minor"
    OUTER = "Outer"
    PENDING = "Pending"
    PERIMETER = "Perimeter"
    PLAYABLE = "Playable"
    RIGHT = "Right"
    TO_CLEAR = "ToClear"
    TOP = "Top"


_STATIC = {
    SimpleSites.BOARD: "board",
    SimpleSites.BOTTOM: "bottom",
    SimpleSites.CENTRE: "centre",
    SimpleSites.CONCAVE_CORNERS: "concave_corners",
    SimpleSites.CONVEX_CORNERS: "convex_corners",
    SimpleSites.CORNERS: "corners",
    SimpleSites.INNER: "inner",
    SimpleSites.LEFT: "left",
    SimpleSites.MAJOR: "major",
    SimpleSites.MINOR: "minor",
    SimpleSites.OUTER: "outer",
    SimpleSites.PERIMETER: "perimeter",
    SimpleSites.RIGHT: "right",
    SimpleSites.TOP: "top",
}


class _Masks(dict[tuple[SimpleSites, SiteType], Expr]):
    """Side table: the parts of the board that were asked for; thousands of rules may ask for the same."""


@ludeme("sites")
class Sites(Region):
    """A part of the board: `(sites Top)`, `(sites Corners)`; or the sites of the last move, those pending,
    those to be cleared at the end of the turn; without a board's edge, those `Playable`, next to a piece.

    Example: `(sites Bottom)`.
    """

    what: SimpleSites = arg()
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        kind = kind_of(b, self.type)
        if self.what in _STATIC:
            masks = b.side_table(_Masks)
            if (self.what, kind) not in masks:
                region = getattr(b.facts.topology, _STATIC[self.what])(kind)
                masks[self.what, kind] = constant_sites(b, region, kind)
            return masks[self.what, kind]
        match self.what:
            case SimpleSites.LAST_FROM:
                return k.one(last_from(b))
            case SimpleSites.LAST_TO:
                return k.one(last_to(b))
            case SimpleSites.PENDING:
                from gdl.lower.offer import pending_field

                return k.field(pending_field(b))
            case SimpleSites.PLAYABLE if b.facts.boardless:
                around = absolute_rows(b, AbsoluteDirection.ADJACENT, kind).steps(b)
                near = b.gather(k.OCCUPIED, lambda: k.table(around, b.context(Context.SITE)), Context.SITE)
                return k.diff(near, k.OCCUPIED)
            case SimpleSites.TO_CLEAR:
                from gdl.lower.moving import to_clear

                return to_clear(b)
        message = "(sites Playable) on a board with edges"
        raise unsupported(message, self.span, "name the sites: `(sites Empty)`, `(sites Around ...)`")

    def holds(self, b: Builder, value: Expr) -> Expr:
        if self.what is not SimpleSites.PENDING or not b.facts.pends_numbers:
            return super().holds(b, value)
        from gdl.lower.offer import is_pending

        return once(b, "pending", BOOL, (value,), lambda number: is_pending(b, number))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.PENDING, ""),) if self.what is SimpleSites.PENDING else ()

    def says(self, s: Speaker, no: bool = False) -> Noun:
        texts = _SITES.get(self.what.value)
        if texts is None:
            word = s.word(self.what)
            return Noun(f"the {word} {s.cells}", f"a {s.cell} of the {word} {s.cells}")
        return Noun(*(text.format(cell=s.cell, cells=s.cells) for text in texts))


class EdgeSites(WordEnum):
    """Edges by how they run."""

    ANGLED = "Angled"
    AXIAL = "Axial"
    HORIZONTAL = "Horizontal"
    SLASH = "Slash"
    SLOSH = "Slosh"
    VERTICAL = "Vertical"


@ludeme("sites")
class SitesOfEdges(Region):
    """The edges that run so: `(sites Horizontal)`."""

    what: EdgeSites = arg()

    def needs(self) -> Needs:
        return Needs(site_types=frozenset({SiteType.EDGE}))

    def lower(self, b: Builder) -> Expr:
        return constant_sites(b, b.facts.topology.edges(self.what.value), SiteType.EDGE)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        word = {"Slash": "rising", "Slosh": "falling"}.get(self.what.value, s.word(self.what))
        return Noun(f"the {word} edges", f"a {word} edge", f"<is|is not> a {word} edge")


class IndexedSites(WordEnum):
    """Regions that a number selects from."""

    CELL = "Cell"
    COLUMN = "Column"
    EDGE = "Edge"
    EMPTY = "Empty"
    LAYER = "Layer"
    PHASE = "Phase"
    ROW = "Row"
    STATE = "State"


@ludeme("sites")
class SitesIndexed(Region):
    """A row, column, layer or phase by number; the empty sites (of the board, or of the container of that
    number, the first hand being 1); those with a state.

    Example: `(sites Row 2)`, `(sites Phase 0)`, `(sites Empty)`.
    """

    what: IndexedSites = arg()
    type: SiteType | None = arg(None)
    index: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        topology, kind = b.facts.topology, kind_of(b, self.type)
        if self.what is IndexedSites.EMPTY:
            return k.diff(container_sites(b, self.index, self.type, self.span), k.OCCUPIED)
        everywhere = k.sites_(b.facts.sites_of(kind))
        number = k.int_(0) if self.index is None else self.index.lower(b)
        match self.what:
            case IndexedSites.ROW:
                groups = topology.rows(kind)
            case IndexedSites.COLUMN:
                groups = topology.columns(kind)
            case IndexedSites.LAYER:
                groups = topology.layers(kind)
            case IndexedSites.PHASE:
                phases = topology.phases(kind)
                groups = tuple(topology.phase(kind, n) for n in range(max(phases, default=0) + 1))
            case IndexedSites.STATE:
                return b.filter(
                    everywhere, lambda: k.eq(k.at(Op.STATE_AT, b.context(Context.SITE)), number), Context.SITE
                )
            case _:
                raise self.refused("name the sites by their numbers: `(sites {0 1 2})`")
        fixed = constant(number)
        if fixed is not None:  # the others need not be made
            return constant_sites(b, groups[fixed] if 0 <= fixed < len(groups) else (), kind)
        return set_by_number(b, [mask_of(b, group, kind) for group in groups], number, "group")

    def always_empty(self) -> bool:
        return self.what is IndexedSites.EMPTY

    def says(self, s: Speaker, no: bool = False) -> Noun:
        what = self.what.value
        if what == "Empty":
            cells = s.cells if self.type is None else plural(self.type.value.lower())
            if self.type is SiteType.VERTEX:
                cells = s.vertices
            if self.index is not None and not (isinstance(self.index, IntLiteral) and self.index.value == 0):
                return Noun(
                    f"the empty places of {s.say(self.index)}", f"an empty place of {s.say(self.index)}"
                )
            one = cells.removesuffix("s")
            return Noun(f"the empty {cells}", f"an empty {one}", "<is|is not> empty")
        if what in ("Row", "Column", "Layer", "Phase") and isinstance(self.index, IntLiteral):
            number = self.index.value
            if what == "Row" and self.type is None:
                text = f"the {ordinal(number + 1)} row"
            elif what == "Phase":
                text = f"the {s.cells} of the {ordinal(number + 1)} colour of a chequered board"
                return Noun(text, f"one of {text}", f"<is|is not> one of {text}")
            else:
                text = f"the {ordinal(number + 1)} {what.lower()}"
            return Noun(text, f"a {s.cell} of {text}", f"<is|is not> on {text}")
        if self.index is None:
            return Noun(f"the {plural(what.lower())}")
        said = s.say(self.index)
        if what in ("Row", "Column", "Layer") and said.startswith(f"the {what.lower()} of "):
            return Noun(said, f"a {s.cell} of {said}", f"<is|is not> on {said}")
        if what == "State":
            return Noun(
                f"the {s.cells} in state {said}",
                f"a {s.cell} in state {said}",
                f"<is|is not> in state {said}",
            )
        return Noun(
            f"{what.lower()} {said}",
            f"a {s.cell} of {what.lower()} {said}",
            f"<is|is not> on {what.lower()} {said}",
        )


@ludeme("sites Side")
class SitesSide(Region):
    """A side of the board, by the way it faces: `(sites Side NE)`; or a player's side."""

    type: SiteType | None = arg(None)
    which: PlayerArgument | RoleType | CompassDirection | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if isinstance(self.which, CompassDirection):
            return k.sites_(side_sites(b, Heading(self.which.value), self.type))
        facings = [b.facts.default_facing(p) for p in range(b.facts.players + 1)]
        sets = [0 if f is None else side_sites(b, Heading(f), self.type) for f in facings]
        return set_by_number(b, sets, player(b, self.which, self.span), "side")

    def says(self, s: Speaker, no: bool = False) -> Noun:
        if isinstance(self.which, CompassDirection):
            text = f"the {direction_word(self.which.value).removeprefix('to the ')} side"
        else:
            text = f"{s.whose(self.which or RoleType.MOVER)} side"
        return Noun(text, f"a {s.cell} of {text}", f"<is|is not> on {text}")
