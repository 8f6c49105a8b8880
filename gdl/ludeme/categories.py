"""The categories of arguments: what can stand where. Each says how it is lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from gdl.boards.graph import BoardGraph, SiteType
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import Goal, certain, from_state
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.equip.facts import Component, Facts
from gdl.ludeme.base import Ludeme
from gdl.ludeme.kinds import NO_NEEDS, Kept, Needs, Quantity, Setwise
from gdl.source.budget import spend_on_board
from gdl.source.diagnostics import Diagnostic
from gdl.support.values import fields
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: What a point, edge or cell of a board takes to draw, in entries of a table.
DRAWN = 20


class IntExpr(Ludeme):
    """A whole number."""

    category: ClassVar[str] = "a number"
    #: what such numbers stand for; None where they are just numbers, or where that is not known
    quantity: ClassVar[Quantity | None] = None
    #: can such a number be below zero
    below_zero: ClassVar[bool] = True
    #: is it the state of what stands on a site
    reads_state: ClassVar[bool] = False
    #: is it always a site of a hand
    in_hand: ClassVar[bool] = False
    #: which number that rules keep in the state it is; None of any other
    kept: ClassVar[Kept | None] = None

    def looked_at(self) -> IntExpr | None:
        """Of a number that tells what stands on a site: that site."""
        return None

    def written(self) -> int | None:
        """Its value, where it is written out, as a number or as a sum or product of such."""
        return None

    def counts(self, s: Speaker) -> bool:
        """Does it count things, so that of none of them it is said that there are none?"""
        return False

    def held(self, s: Speaker) -> tuple[str, str, str] | None:
        """Of a number of things that somebody has: who has it (`White has`), what, who. None of others."""
        return None

    def amount(self, s: Speaker, many: str, number: int) -> str | None:
        """That there are so many (`at least two`) of what it counts, in words of its own."""
        return None

    def equals(self, s: Speaker, other: IntExpr | RoleType, no: bool) -> str | None:
        """That it is another number, or a player's, in words of its own; denied if `no`."""
        return None

    def stands_for(self) -> Quantity | None:
        """What this one stands for."""
        return self.quantity

    def lower(self, b: Builder) -> Expr:
        """The number as an Int expression, in the builder's context."""
        raise self.refused() if self.instead else NotImplementedError

    def graded(self, b: Builder) -> Expr | None:
        """The number for an estimate of how near a goal is: it may tell more finely, by a fraction less than
        one. None where it takes too long to tell."""
        return from_state(b, self.lower(b))

    def belongs_to(self) -> RoleType | None:
        """Whose number it is, where having more of it is nearer to a goal of that role's."""
        return None

    def player_role(self) -> RoleType | None:
        """The role of the player whose number this is, where it is a word for one: `(mover)`."""
        return None


class BoolExpr(Ludeme):
    """A condition."""

    category: ClassVar[str] = "a condition"
    #: does it compare what it is given, so that this is worth to be told
    compares: ClassVar[bool] = False
    #: is it made of other conditions (or of a number), and asks nothing by itself
    composed: ClassVar[bool] = False
    #: does it ask for a formation of pieces, so that a move that asks for it tells what its player builds
    builds: ClassVar[bool] = False

    def operands(self) -> Sequence[BoolExpr]:
        """The conditions that a connective joins; none of any other."""
        return ()

    def alike(self) -> Sequence[BoolExpr]:
        return self.operands()

    def denied(self) -> BoolExpr | None:
        """The condition that it denies, if it is a negation."""
        return None

    def compared(self) -> tuple[IntExpr, IntExpr | RoleType] | None:
        """The two numbers that it compares, if it is a comparison of numbers."""
        return None

    def goal(self) -> Region | None:
        """The region that it wants a site to be in, if that is what it asks."""
        return None

    def connective(self, no: bool = False) -> str | None:
        """How its operands are joined, where it is said, or denied: `and` or `or`; None if in no such way."""
        return None

    def lower(self, b: Builder) -> Expr:
        """The condition as a Bool expression, in the builder's context."""
        raise self.refused() if self.instead else NotImplementedError

    def closeness(self, b: Builder) -> Expr | None:
        """How near it is to holding, for an estimate: a Float from 0.0 to 1.0, for the player to whom the
        mover is bound as if that player had just moved. None where it takes too long to tell."""
        value = from_state(b, self.lower(b))
        return None if value is None else certain(value)

    def owner_asked(self) -> RoleType | None:
        """Whose pieces it asks for, where that is all that it asks of a site: `(= (who at:(to)) (mover))`."""
        return None

    def asks_for_turn(self) -> bool:
        """Does it only ask whose turn it is, so that it is no achievement of anybody's?"""
        return False

    def asks_empty(self) -> bool:
        """Does it never hold of a site that is not empty?"""
        return False

    def asks_occupied(self, site: Context) -> bool:
        """Whether it never holds where nothing stands on the site of a name, as far as its form tells."""
        return False

    def achieved_by(self) -> RoleType | None:
        """Whose doing it is, by the roles that it names, where it holds: that player has come to a goal, or
        has left another without moves. None where that cannot be told from the words."""
        return None


def is_any(condition: BoolExpr) -> bool:
    """Whether a condition is a disjunction: it holds if one of its operands does."""
    return bool(condition.operands()) and condition.connective() == "or"


def is_all(condition: BoolExpr) -> bool:
    """Whether a condition is a conjunction: it holds if all its operands do."""
    return bool(condition.operands()) and condition.connective() == "and"


class FloatExpr(Ludeme):
    """A number with a fraction."""

    category: ClassVar[str] = "a number with a fraction"

    def lower(self, b: Builder) -> Expr:
        """The number as a Float expression, in the builder's context."""
        raise self.refused() if self.instead else NotImplementedError

    def fixed(self) -> float:
        """Its value, where it has to be known before the game starts: on a board."""
        raise unsupported("a number that is not known before the game starts", self.span)


class Region(Ludeme):
    """A set of sites."""

    category: ClassVar[str] = "a region"
    #: are its sites always those of a hand
    in_hand: ClassVar[bool] = False
    #: by which set operation it is made of its operands; None of any other region
    setwise: ClassVar[Setwise | None] = None
    #: what an author is told where it never has a site in it
    when_empty: ClassVar[str] = ""

    def operands(self) -> Sequence[Region]:
        """The regions that a set operation makes it of, in order; none of any other."""
        return ()

    def lower(self, b: Builder) -> Expr:
        """The sites as a Sites expression, in the game's one numbering."""
        raise self.refused() if self.instead else NotImplementedError

    def of_type(self, b: Builder, type_: SiteType | None) -> Expr:
        """The sites, where a rule says of which type: sites by number are those of the type then."""
        return self.lower(b)

    def holds(self, b: Builder, value: Expr) -> Expr:
        """Whether a site is one of them."""
        return k.has(self.lower(b), value)

    def always_empty(self) -> bool:
        """Are all its sites empty, whatever the position?"""
        return False

    def belongs_to(self) -> RoleType | None:
        """Whose sites these are, by the one role that it names."""
        named = [getattr(self, each.name) for each in fields(type(self))]
        roles = {each for each in named if isinstance(each, RoleType)}
        return roles.pop() if len(roles) == 1 else None


class Ints(Ludeme):
    """An array of whole numbers; lowered to a list of expressions of a length known in advance, or looped."""

    category: ClassVar[str] = "an array of numbers"

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        """Emit `body` for each number in order (unrolled or as a loop)."""
        raise self.refused() if self.instead else NotImplementedError

    def needs_of_each(self) -> Needs:
        """What state a rule needs that goes through the numbers one by one."""
        return NO_NEEDS


class Direction(Ludeme):
    """Directions, absolute or relative."""

    category: ClassVar[str] = "a direction"

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        """The rays that leave each site."""
        raise self.refused() if self.instead else NotImplementedError


class Handling(Enum):
    """What moves and effects do, by themselves and without their parts, with the pieces on the board."""

    #: no piece comes to stand anywhere: they change what is there, take it off, or set something else
    STAYS = "stays"
    #: pieces are put on sites, and none that stands somewhere goes to another site
    PLACES = "places"
    #: pieces go from site to site
    MOVES = "moves"
    #: not known: whatever may be
    UNKNOWN = "unknown"


class Moves(Ludeme):
    """Rules that offer moves, and effects that change the state: Ludii makes no difference in grammar.

    As rules of play they are lowered by `lower` (which offers moves); in `then`, `apply` and the like, by
    `effect` (which changes the state).
    """

    category: ClassVar[str] = "moves"
    #: does it stand for a random event at the start of a turn (rolling dice)
    is_chance: ClassVar[bool] = False
    #: What they do with pieces, by themselves. Of what says nothing nobody draws a conclusion.
    handling: ClassVar[Handling] = Handling.UNKNOWN
    #: do pieces change places by them, so that none is lost where one comes to the other's site
    exchanges: ClassVar[bool] = False
    #: are they made of others, and do nothing by themselves
    composed: ClassVar[bool] = False
    #: do they only write something down for later rules
    for_later: ClassVar[bool] = False
    #: do they say who moves next
    names_next: ClassVar[bool] = False

    def makes(self) -> Sequence[str]:
        """The pieces that it makes for whoever moves, by name."""
        return ()

    def scores_for(self) -> RoleType | None:
        """Whose score or value it changes, by role."""
        return None

    def priorities(self) -> Sequence[Moves]:
        """Of moves that go before others those, in order: only the first that there are are offered."""
        return ()

    def lower(self, b: Builder) -> None:
        """Offer the moves."""
        raise self._not_as("moves to choose from")

    def within_reach(self) -> bool:
        """Of what moves pieces: is it only the piece whose rule it is, from where that stands, and nowhere
        but where `reach` says, whatever stands on the board? Lints prove by it what a piece never comes to.
        Here: that is not known."""
        return False

    def reach(self, b: Builder) -> tuple[int, ...]:
        """For an estimate, by site where they take a piece over the bare board, as bits: here, where any of
        the parts does."""
        masks = [0] * b.facts.size
        for part in parts_of(self):
            masks = [mask | more for mask, more in zip(masks, part.reach(b), strict=True)]
        return tuple(masks)

    def chance(self, b: Builder) -> None:
        """Let happen what chance decides before these moves are offered: here, whatever its parts say."""
        for part in parts_of(self):
            part.chance(b)

    def effect(self, b: Builder) -> None:
        """Change the state, inside a Simultaneous region."""
        raise self._not_as("an effect")

    def happens(self, b: Builder) -> Expr:
        """Does it do anything as an effect, as far as can be told before?"""
        return b.bool(True)

    def capture(self, site: Context) -> str | None:
        """Where all that it does is to remove what stands on the site in question: what is to be said of when
        (at once: nothing). None of anything else."""
        return None

    def _not_as(self, what: str) -> Exception:
        """An author's mistake, for now: the ludeme has no meaning yet where it stands."""
        offers = type(self).lower is not Moves.lower
        acts = type(self).effect is not Moves.effect
        if not offers and not acts:
            return self.refused()
        as_other = "moves to choose from" if offers else "an effect"
        name = " ".join(self.words)
        return MeaningError(
            "E0401", f"`{name}` is supported as {as_other}, not as {what}", self.span, "not supported here"
        )


def parts_of(moves: Moves) -> Iterator[Moves]:
    """The moves and effects that these are made of, in order."""
    for part in fields(type(moves)):
        value = getattr(moves, part.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Moves):
                yield each


def has_chance(moves: Moves) -> bool:
    """Does chance decide anything before these moves are offered?"""
    return moves.is_chance or any(has_chance(part) for part in parts_of(moves))


def holds_chance(value: object) -> bool:
    """Is there a random event anywhere in a ludeme?"""
    if isinstance(value, tuple):
        return any(holds_chance(each) for each in value)
    if not isinstance(value, Ludeme):
        return False
    if isinstance(value, Moves) and value.is_chance:
        return True
    return any(holds_chance(getattr(value, f.name)) for f in fields(type(value)))


def only_chance(moves: Moves) -> bool:
    """Is it chance alone that decides what these do?"""
    parts = tuple(parts_of(moves))
    return moves.is_chance or (bool(parts) and all(only_chance(part) for part in parts))


class Dim(Ludeme):
    """A size of a board: a whole number known before the game starts."""

    category: ClassVar[str] = "a size"

    def number(self) -> int:
        """Its value."""
        raise self.refused() if self.instead else NotImplementedError

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.say(self.number())


class Graph(Ludeme):
    """The graph that a board is made of."""

    category: ClassVar[str] = "a board shape"

    def draw(self, site: SiteType) -> BoardGraph:
        """The graph, for a board whose pieces stand on sites of this type."""
        raise self.refused() if self.instead else NotImplementedError

    def charged(self, site: SiteType) -> BoardGraph:
        """The same, charged to the budget."""
        graph = self.draw(site)
        made = len(graph.points) + len(graph.edges) + len(graph.faces)
        spend_on_board(DRAWN * made, "the shape of this board")
        return graph


class Item(Ludeme):
    """Something that the equipment holds."""

    category: ClassVar[str] = "an item of equipment"

    def equip(self, facts: Facts) -> None:
        """Add what it declares to the facts, which have the board, the pieces and their places already.

        Raises MeaningError. Here: nothing.
        """

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        """Work out what only rules that ask for it would, and note the mistakes in it. Nobody runs what this
        builder makes. Here: nothing.
        """


class StartRule(Ludeme):
    """A rule that sets up the starting position."""

    category: ClassVar[str] = "a starting rule"
    #: does it build stacks, so that what it places may stand on others
    stacks: ClassVar[bool] = False

    def places(self) -> tuple[str, SiteType | None] | None:
        """What it places is of one kind: its name, and the type of sites that it is placed on (None: the
        board's own)."""
        return None

    def fills(self) -> Region | None:
        """The region that it places pieces all over, if it does."""
        return None

    def lower(self, b: Builder) -> None:
        """Emit the statements that set up its part of the starting position."""
        raise self.refused() if self.instead else NotImplementedError

    def teams(self) -> Iterator[tuple[RoleType, int]]:
        """Which players it puts into which team: that is a fact of the game."""
        return iter(())

    def placed(self, b: Builder) -> list[tuple[Component, int]] | None:
        """For an estimate, which pieces it places where (as bits), as far as that is always the same. None if
        pieces are placed where chance or what stands there already decides."""
        return []


class MetaRule(Ludeme):
    """A rule about the rules."""

    category: ClassVar[str] = "a meta rule"


class EndRule(Ludeme):
    """A rule that ends the game."""

    category: ClassVar[str] = "an ending rule"

    def lower(self, b: Builder) -> None:
        """Emit the statements that look whether the game ends, and end it."""
        raise self.refused() if self.instead else NotImplementedError

    def goals(self, b: Builder) -> list[Goal]:
        """What it promises whom, for an estimate, with the mover bound as if that player had just moved."""
        return []


class Result(Ludeme):
    """What an ending means for the players."""

    category: ClassVar[str] = "a result"

    def loses(self) -> RoleType | None:
        """Who just loses, by role; None where it says anything else."""
        return None

    def lower(self, b: Builder) -> None:
        """Emit the statements that give the players their results."""
        raise self.refused() if self.instead else NotImplementedError

    def goals(self, b: Builder, near: Expr | None) -> list[Goal]:
        """What it promises whom, for an estimate, if the condition for it is so near (None: not known)."""
        return []
