"""Regions of the board that never change: by name, by coordinates, rows, sides, hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, SITES, Assign, Expr, Op
from gdl.english.grammar import ordinal, plural, runs
from gdl.english.phrases import Noun
from gdl.english.words import WHOLE, direction_word
from gdl.lower.directions import absolute_rows
from gdl.lower.numbers import constant, once
from gdl.lower.places import (
    container_sites,
    coordinate,
    coordinates,
    is_coordinate,
    last_from,
    last_to,
    region_parts,
    regions_of_player,
    shifted,
)
from gdl.lower.players import is_several, owner, player, players_of
from gdl.lower.statics import constant_sites, kind_of, mask_of, set_by_number, side_sites
from gdl.lower.tiles import coloured
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg
from gdl.ludeme.categories import IntExpr, Ints, Region
from gdl.ludeme.kinds import Kept, Kind, Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.source.suggest import nearest
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


@ludeme("sites")
class SitesByCoordinates(Region):
    """Sites by their coordinates: `(sites {"a1" "h8"})`."""

    lists_sites = True
    type: SiteType | None = arg(None)
    names: tuple[str, ...] = arg()

    def lower(self, b: Builder) -> Expr:
        return k.sites_(coordinates(b, self.names, self.type, self.span))

    def says(self, s: Speaker, no: bool = False) -> Noun:
        return listed_sites([s.say(name).lower() for name in self.names])


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


@ludeme("sites")
class SitesByNumber(Region):
    """Sites by their numbers: `(sites {0 1 2})`."""

    lists_sites = True
    numbers: tuple[IntExpr, ...] | Ints = arg()

    def lower(self, b: Builder) -> Expr:
        return self.of_type(b, None)

    def of_type(self, b: Builder, type_: SiteType | None) -> Expr:
        if isinstance(self.numbers, tuple):
            return k.union(*(k.one(shifted(b, number.lower(b), type_)) for number in self.numbers))
        array = self.numbers

        def run() -> Expr:
            sites = b.variable("sites", k.EMPTY_SET)
            array.lower_each(
                b, lambda n: b.emit(Assign(str(sites.data), k.union(sites, k.one(n)), span=b.span))
            )
            return sites

        return b.function("sites_of", SITES, run)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        if not isinstance(self.numbers, tuple):
            text = s.say(self.numbers)
            return Noun(text, f"one of {text}", f"<is|is not> one of {text}")
        return listed_sites([s.site(each) for each in self.numbers])


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


@ludeme("sites Hand")
class SitesHand(Region):
    """The sites of a player's hand: `(sites Hand Mover)`."""

    in_hand = True
    when_empty = "no such player has a hand: declare one in the equipment, (hand Each)"
    type: SiteType | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if self.who is None and b.facts.lenient:
            b.refuse_name(
                MeaningError(
                    "E0440", "it is not said whose hand is meant", self.span, "nobody's",
                    "say whose: (sites Hand Mover)", subject="Hand",
                )
            )  # fmt: skip
            return k.EMPTY_SET
        sets = [0] * (b.facts.players + 2)
        for container in b.facts.containers:
            if container.dice is None:
                for site in container.sites:
                    sets[container.owner] |= 1 << site
        if isinstance(self.who, RoleType) and self.who in (RoleType.ALL, RoleType.EACH):
            return k.sites_(sum(sets))
        return set_by_number(b, sets, owner(b, self.who, self.span), "hand")

    def says(self, s: Speaker, no: bool = False) -> Noun:
        who = self.who or RoleType.MOVER
        number = s.hand_owner(who)
        hands = [c for c in s.facts.containers if c.dice is None and number in (None, c.owner)]
        name = s.hand_name(hands[0]) if hands else "hand"
        if hands and hands[0].size > 1 and name == "hand":  # several places are one hand
            text = f"{s.whose(who)} {name}"
            return Noun(text, f"a place of {text}", f"<is|is not> in {text}", inside=True)
        if hands and hands[0].size > 1:
            text = f"{s.whose(who)} {plural(name)}"
            return Noun(text, f"one of {text}", f"<is|is not> one of {text}", inside=True)
        text = f"{s.whose(who)} {name}"
        return Noun(text, text, f"<is|is not> in {text}", inside=True)


@ludeme("sites")
class SitesNamed(Region):
    """A region that the equipment declares, by its name, its owner or both; alone: the region of the context.
    A name that no region has, but a site, is that one site: `(sites "e4")`.

    Example: `(sites "Red")`, `(sites Mover "Home")`.
    """

    when_empty = "this player has no such region"
    who: PlayerArgument | RoleType | None = arg(None)
    type: SiteType | None = arg(None)
    name: str | None = arg(None, names=Kind.REGION)

    def lower(self, b: Builder) -> Expr:
        if self.who is None and self.name is None:
            return b.context(Context.REGION)
        if self.who is None:
            return self._by_name(b, self.name or "")
        sets = [k.union(*regions_of_player(b, p, self.name)) for p in range(b.facts.players + 2)]
        if all(part == k.EMPTY_SET for part in sets):
            self._unknown(b)
        if isinstance(self.who, RoleType) and self.who is not RoleType.SHARED and is_several(b, self.who):
            meant = players_of(b, self.who, self.span)
            return k.union(*(k.select(included, sets[p], k.EMPTY_SET) for p, included in meant))
        who = owner(b, self.who, self.span)
        fixed = constant(who)
        if fixed is not None:
            return sets[fixed] if 0 <= fixed < len(sets) else k.EMPTY_SET
        result = sets[1]
        for p in range(2, b.facts.players + 1):
            result = k.select(k.eq(who, k.int_(p)), sets[p], result)
        return result

    def _by_name(self, b: Builder, name: str) -> Expr:
        if name in b.facts.coloured:
            return coloured(b, name)
        declarations = b.facts.regions.get(name)
        if declarations:
            return k.union(*(part for declared in declarations for part in region_parts(b, declared)))
        for container in b.facts.containers:
            if container.name == name:
                return k.sites_(sum(1 << site for site in container.sites))
        if is_coordinate(b, name, self.type):
            return k.sites_(1 << coordinate(b, name, self.type, self.span))
        self._unknown(b)
        return k.EMPTY_SET

    def _unknown(self, b: Builder) -> None:
        names = [*b.facts.coloured, *(n for n in b.facts.regions if n)]
        near: list[str] = []
        if self.name is None:
            what, advice = "this player has no region", "declare one: (regions P1 (sites Bottom))"
        else:
            what = f'there is no region called "{self.name}"'
            near = nearest(self.name, names)
            listed = ", ".join(f'"{name}"' for name in names)
            declare = 'declare one: (regions "Home" P1 (sites Bottom))'
            advice = f"the regions are {listed}" if names else declare
            if near:
                advice = f'did you mean "{near[0]}"?'
        b.refuse_name(
            MeaningError(
                "E0412", what, self.span, "unknown region", advice, subject=self.name, suggested=near
            )
        )

    def says(self, s: Speaker, no: bool = False) -> Noun:
        if self.name is None and self.who is None:
            return Noun(s.terms["sites"])
        if self.name is None:
            text = f"{s.whose(self.who)} own {s.cells}"
        else:
            name = s.region_name(self.name)
            if self.name in s.facts.coloured:
                word = name.lower()
                article = "an" if word[:1] in "aeiou" else "a"
                return Noun(f"the {word} {s.cells}", f"{article} {word} {s.cell}", f"<is|is not> {word}")
            owned = any(
                getattr(each, "role", None) is not None for each in s.facts.regions.get(self.name, ())
            )
            text = f"{s.whose(self.who)} {name}" if self.who is not None else f"the {name}"
            if self.who is None and owned and s.terms.get("owner"):
                text = f"{s.terms['owner']} {name}"
        return Noun(text, f"a {s.cell} of {text}", f"<is|is not> in {text}")


def listed_sites(names: list[str]) -> Noun:
    """Some sites by their names; runs of a row or column from one end to the other."""
    if not names:
        return Noun("no site", "no site", "<is|is not> among no sites")
    if len(names) == 1:
        return Noun(names[0], names[0], f"<is|is not> {names[0]}")
    return Noun(runs(names), f"one of {runs(names, 'and')}", f"<is|is not> one of {runs(names)}")
