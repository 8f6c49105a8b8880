"""Counting: pieces, sites, moves, groups, steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gdl.boards.regions import Region as Sites
from gdl.boards.topology import Topology
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op, RepeatKind
from gdl.english.grammar import one_of, plural
from gdl.lower.formations import apart
from gdl.lower.groups import biggest_group, count_groups, group_at, members_where, neighbours
from gdl.lower.memory import turn_repeats
from gdl.lower.numbers import count_items, how_many
from gdl.lower.pieces import count_pieces
from gdl.lower.places import last_to, site_of
from gdl.lower.results import trials_field
from gdl.lower.statics import kind_of
from gdl.lower.turns import moves_field, this_turn_field, turns_field
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind, Needs, Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RelationType, RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_SIMPLE = {
    "Active": "the number of players still in the game", "Cells": "the number of cells of the board",
    "Columns": "the number of columns of the board", "Edges": "the number of edges of the board",
    "LegalMoves": "the number of legal moves", "Moves": "the number of moves made",
    "MovesThisTurn": "the number of moves made in this turn", "Phases": "the number of phases of the board",
    "Players": "the number of players", "Rows": "the number of rows of the board",
    "Trials": "the number of games played", "Turns": "the number of turns taken",
    "Vertices": "the number of vertices of the board",
}  # fmt: skip


def _of_ground(lines: tuple[Sites, ...], topology: Topology, kind: SiteType) -> int:
    """How many rows or columns the board has: of one with layers the lowest one."""
    ground = set(topology.layers(kind)[0])
    return sum(not ground.isdisjoint(line) for line in lines)


class CountSimple(WordEnum):
    """What a count without arguments counts."""

    ACTIVE = "Active"
    CELLS = "Cells"
    COLUMNS = "Columns"
    EDGES = "Edges"
    LEGAL_MOVES = "LegalMoves"
    MOVES = "Moves"
    MOVES_THIS_TURN = "MovesThisTurn"
    PHASES = "Phases"
    PLAYERS = "Players"
    ROWS = "Rows"
    TRIALS = "Trials"
    TURNS = "Turns"
    VERTICES = "Vertices"


#: What to write for the counts that are not supported.
_INSTEAD = {
    CountSimple.LEGAL_MOVES: "ask whether there are any: `(no Moves Next)`, `(can Move (forEach Piece))`",
    CountSimple.PHASES: "the phases of the cells are those of the board: write their number",
}


@ludeme("count")
class Count(IntExpr):
    """How many there are: rows or columns of the board, moves or turns made, players (still in).

    Example: `(count Rows)`, `(< 2 (count Moves))`.
    """

    quantity = Quantity.COUNT
    what: CountSimple = arg()
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        topology = b.facts.topology
        kind = kind_of(b, self.type)
        match self.what:
            case CountSimple.ROWS:
                return k.int_(_of_ground(topology.rows(kind), topology, kind))
            case CountSimple.COLUMNS:
                return k.int_(_of_ground(topology.columns(kind), topology, kind))
            case CountSimple.CELLS:
                return k.int_(topology.count(SiteType.CELL))
            case CountSimple.VERTICES:
                return k.int_(topology.count(SiteType.VERTEX))
            case CountSimple.EDGES:
                return k.int_(topology.count(SiteType.EDGE))
            case CountSimple.PLAYERS:
                return k.int_(b.facts.players)
            case CountSimple.MOVES:
                return k.field(moves_field(b))
            case CountSimple.TURNS:
                return k.add(k.field(turns_field(b)), k.int_(1))
            case CountSimple.MOVES_THIS_TURN:
                return k.field(this_turn_field(b))
            case CountSimple.ACTIVE:
                return self._active(b)
            case CountSimple.TRIALS:
                return k.field(trials_field(b, self.span))
            case _:
                raise self.refused(_INSTEAD[self.what])

    @staticmethod
    def _active(b: Builder) -> Expr:
        if b.facts.players <= 2:
            return k.int_(b.facts.players)
        from gdl.lower.turns import out_field

        total = k.int_(0)
        for p in range(1, b.facts.players + 1):
            out = k.elem(out_field(b), k.int_(p))
            total = k.add(total, k.select(out, k.int_(0), k.int_(1)))
        return total

    def says(self, s: Speaker, no: bool = False) -> str:
        return _SIMPLE[self.what.value]


class RepeatsWord(WordEnum):
    """A word that stands alone."""

    REPEATS = "Repeats"


@ludeme("count")
class CountRepeats(IntExpr):
    """How many earlier turns began with the position that the next player gets now: the same pieces on the
    same sites and the same player to move. Ludwright's own.

    Example: `(if (>= (count Repeats) 2) (result Mover Draw))`, which draws at the third time.
    """

    english = "the number of times that this position stood before with the same player to move"
    what: RepeatsWord = arg()

    def lower(self, b: Builder) -> Expr:
        return turn_repeats(b, RepeatKind.SITUATIONAL)

    def counts(self, s: Speaker) -> bool:
        return True


class SiteKind(WordEnum):
    """Which sites are counted."""

    ADJACENT = "Adjacent"
    DIAGONAL = "Diagonal"
    NEIGHBOURS = "Neighbours"
    OFF = "Off"
    ORTHOGONAL = "Orthogonal"
    SITES = "Sites"


_ADJACENT = {
    SiteKind.ADJACENT: "adjacent ",
    SiteKind.NEIGHBOURS: "neighbouring ",
    SiteKind.DIAGONAL: "diagonally adjacent ",
    SiteKind.ORTHOGONAL: "orthogonally adjacent ",
}


@ludeme("count")
class CountSites(IntExpr):
    """How many sites a region has, or how many pieces lie on a site as a heap.

    The sites of hands are cells: on a board of vertices or edges nothing lies there for a count that does not
    say `Cell`.

    Example: `(count Sites in:(sites Empty))`, `(count Cell at:(handSite Mover))`.
    """

    below_zero = False
    quantity = Quantity.COUNT
    what: SiteKind | None = arg(None)
    type: SiteType | None = arg(None)
    within: Region | None = named("in", None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    name: str | None = arg(None, names=Kind.REGION)
    at_most_one = (("within", "at", "name"),)

    def lower(self, b: Builder) -> Expr:
        if self.what not in (None, SiteKind.SITES):
            return self._neighbours(b)
        if self.within is not None:
            if self.what is SiteKind.SITES:
                return k.size(self.within.lower(b))
            return b.sum(
                self.within.lower(b), lambda: k.at(Op.COUNT_AT, b.context(Context.SITE)), Context.SITE
            )
        if self.name is not None:
            raise unsupported(
                "counting the sites of a container by its name",
                self.span,
                "name the sites: `(count Sites in:(sites Hand Mover))`",
            )
        site = last_to(b) if self.at is None else site_of(b, self.at, self.type)
        count = k.at(Op.HEIGHT if b.facts.stacks else Op.COUNT_AT, site)
        if self.type is None and b.facts.main is not SiteType.CELL and b.facts.containers:
            beside = sum(1 << site for container in b.facts.containers for site in container.sites)
            return k.select(k.has(k.sites_(beside), site), k.int_(0), count)
        return count

    def _neighbours(self, b: Builder) -> Expr:
        from gdl.lower.directions import neighbour_table

        assert self.what is not None
        word = "Adjacent" if self.what is SiteKind.NEIGHBOURS else self.what.value
        relation = RelationType("OffDiagonal" if word == "Off" else word)
        site = last_to(b) if self.at is None else site_of(b, self.at, self.type)
        return k.size(k.table(neighbour_table(b, relation, self.type), site))

    def counts(self, s: Speaker) -> bool:
        return True

    def amount(self, s: Speaker, many: str, number: int) -> str | None:
        if self.within is None or self.what is None or many not in ("no", "at least one"):
            return None
        sites = s.noun(self.within)
        plain = sites.one or f"one of {sites.plural}"
        if many == "at least one":
            return f"there is {plain}" if sites.one else f"there is at least {plain}"
        if sites.one.startswith(("a ", "an ")):
            return f"there is no {re.sub('^an? ', '', plain)}"
        return f"there are none of {sites.plural}"

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.within is not None and self.what is not None:
            said = s.noun(self.within).plural
            return f"the number of {said.removeprefix('the ')}"
        if self.within is not None:
            things = plural(s.facts.components[1].base) if len(s.facts.components) == 2 else "pieces"
            return f"the number of {things} {s.on(self.within)}"
        if self.at is not None and self.what in (None, SiteKind.SITES):
            things = plural(s.facts.components[1].base) if len(s.facts.components) == 2 else "pieces"
            return f"the number of {things} {s.on(self.at)}"
        if self.what is SiteKind.OFF:
            return f"the number of {s.pieces(self.name) if self.name else 'pieces'} that are off the board"
        if self.at is not None and self.what is not None:
            kind = _ADJACENT.get(self.what, "")
            return f"the number of {kind}{s.cells} of {s.site(self.at)}"
        return f"the number of {s.cells} of the board"


@ludeme("count Pieces")
class CountPieces(IntExpr):
    """How many pieces a player (default: everybody) has, of a name, in some sites, for which a condition
    on `(site)` holds; heaps count with all their pieces.

    Example: `(count Pieces Mover "King")`, `(count Pieces Next in:(sites Board))`.
    """

    below_zero = False
    quantity = Quantity.COUNT
    type: SiteType | None = arg(None)
    role: RoleType | None = arg(None)
    of: IntExpr | None = named("of", None)
    name: str | None = arg(None, names=Kind.PIECE)
    within: Region | None = named("in", None)
    condition: BoolExpr | None = named("if", None)
    at_most_one = (("role", "of"),)

    def lower(self, b: Builder) -> Expr:
        who = self.of if self.of is not None else self.role
        return count_pieces(b, who, self.name, self.within, self.condition, self.span)

    def belongs_to(self) -> RoleType | None:
        if self.within is None or self.condition is not None:
            return None  # on the whole board pieces also become fewer
        role = self.role if self.of is None else self.of.player_role()
        return role if self.within.belongs_to() in (None, role) else None

    def counted(self, s: Speaker) -> tuple[str, str]:
        """What pieces are counted: whose (`you`, or nothing), and what."""
        who = self.role if self.role is not None else self.of
        noun = s.pieces(self.name) if self.name else "pieces"
        more = "" if self.within is None else f" {s.on(self.within)}"
        if self.condition is not None:
            noun = s.such(noun, self.condition, "to", "site") if not more else noun
        if who is None or who in (RoleType.ALL, RoleType.SHARED, RoleType.EACH):
            return "", noun + more
        if who is RoleType.NEUTRAL:
            return "", f"neutral {noun}{more}"
        return s.player(who), noun + more

    def says(self, s: Speaker, no: bool = False) -> str:
        who, noun = self.counted(s)
        if not who:
            return f"the number of {noun}"
        return f"the number of {s.whose(self.role if self.role is not None else self.of)} {noun}"

    def counts(self, s: Speaker) -> bool:
        return True

    def held(self, s: Speaker) -> tuple[str, str, str]:
        who, noun = self.counted(s)
        return (f"{who} {_have(who)}" if who else "there are"), noun, who

    def amount(self, s: Speaker, many: str, number: int) -> str:
        who, noun = self.counted(s)
        noun = noun if number != 1 else one_of(noun)
        if who:
            return f"{who} {_have(who)} {many} {noun}"
        return f"there {'is' if number == 1 and many != 'no' else 'are'} {many} {noun}"


class GroupsType(WordEnum):
    """What is counted of groups."""

    GROUPS = "Groups"
    SIZE_BIGGEST_GROUP = "SizeBiggestGroup"


@ludeme("count")
class CountGroups(IntExpr):
    """How many groups there are of pieces, whoever owns them (or of sites for which the condition on `(to)`
    holds), or how many sites the biggest of them has.

    Example: `(= 1 (count Groups Orthogonal))`.
    """

    below_zero = False
    what: GroupsType = arg()
    type: SiteType | None = arg(None)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    least: IntExpr | None = named("min", None)
    visible: bool = named("isVisible", False)

    def lower(self, b: Builder) -> Expr:
        if self.visible:
            raise unsupported("hidden information", self.span, "every player sees everything here")

        def counted() -> Expr:
            return members_where(b, self.condition, self.type)

        if self.what is GroupsType.GROUPS:
            least = k.int_(0) if self.least is None else self.least.lower(b)
            return count_groups(b, counted, self.direction, self.type, least)
        return biggest_group(b, counted, self.direction, self.type)

    @property
    def tells_of_all(self) -> str:
        return "condition" if self.what is GroupsType.GROUPS else ""

    def belongs_to(self) -> RoleType | None:
        return None if self.condition is None else self.condition.owner_asked()

    def graded(self, b: Builder) -> Expr | None:
        number = super().graded(b)
        if number is None or self.what is not GroupsType.GROUPS:
            return number
        step = neighbours(b, self.direction, self.type)
        return k.add(k.to_float(number), apart(b, step, members_where(b, self.condition, self.type)))

    def counts(self, s: Speaker) -> bool:
        return True

    def says(self, s: Speaker, no: bool = False) -> str:
        how = f", connected {s.say(self.direction)}" if self.direction is not None else ""
        of = (
            " of pieces" if self.condition is None else f" of {s.such(s.cells, self.condition, 'to', 'site')}"
        )
        least = "" if self.least is None else f" with at least {s.say(self.least)}"
        if self.what is GroupsType.GROUPS:
            return f"the number of groups{of}{how}{least}"
        return f"the size of the biggest group{of}{how}"


@ludeme("count Liberties")
class CountLiberties(IntExpr):
    """How many empty sites are next to the group of a site.

    Example: `(= 0 (count Liberties Orthogonal))`.
    """

    english = "the number of empty {cells} next to the group of {at:site?the @cell}[ {direction}]"
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)

    def lower(self, b: Builder) -> Expr:
        start = last_to(b) if self.at is None else site_of(b, self.at, self.type)
        step = neighbours(b, self.direction, self.type)
        group = group_at(b, start, self.direction, self.type, self.condition)
        around = b.gather(group, lambda: k.table(step, b.context(Context.SITE)), Context.SITE)
        return k.size(k.diff(around, k.OCCUPIED))


@ludeme("count Value")
class CountValue(IntExpr):
    """How often a number stands in an array.

    Example: `(count Value 1 in:(values Remembered))`.
    """

    english = "the number of times that {value} is among {within}"
    value: IntExpr = arg()
    within: Ints = named("in")

    def lower(self, b: Builder) -> Expr:
        return count_items(b, self.within, lambda item: k.eq(item, self.value.lower(b)))


class ArrayWord(WordEnum):
    """A word that stands alone."""

    ARRAY = "Array"


@ludeme("size")
class SizeArray(IntExpr):
    """How many numbers an array has."""

    english = "the number of {array}"
    what: ArrayWord = arg()
    array: Ints = arg()

    def needs(self) -> Needs:
        return self.array.needs_of_each()

    def lower(self, b: Builder) -> Expr:
        return how_many(b, self.array)


@ludeme("size Group")
class SizeGroup(IntExpr):
    """How many sites the group of a site has: pieces of the same owner, or sites for which the condition on
    `(to)` holds.

    Example: `(size Group at:(last To) Orthogonal)`.
    """

    english = "the size of the group of {at:site}[ (connected {direction})]"
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)

    def lower(self, b: Builder) -> Expr:
        return k.size(group_at(b, site_of(b, self.at, self.type), self.direction, self.type, self.condition))


@ludeme("size Stack")
class SizeStack(IntExpr):
    """How high the stack on a site is, or all those of a region together.

    Example: `(size Stack at:(to))`.
    """

    english = "the height of the stack[ {at:on}][s {within:on}]"
    type: SiteType | None = arg(None)
    within: Region | None = named("in", None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    at_most_one = (("within", "at"),)

    def lower(self, b: Builder) -> Expr:
        op = Op.HEIGHT if b.facts.stacks else Op.COUNT_AT
        if self.within is not None:
            return b.sum(self.within.lower(b), lambda: k.at(op, b.context(Context.SITE)), Context.SITE)
        return k.at(op, last_to(b) if self.at is None else site_of(b, self.at, self.type))


def _have(who: str) -> str:
    return "have" if who == "you" or who.startswith("the players") else "has"
