"""Numbers of the state: what stands where, scores, variables, values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.english.grammar import one_of
from gdl.english.phrases import IT
from gdl.ludeme.kinds import Kept
from gdl.ludeme.literals import IntLiteral

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.core.programs import MOVE_LIMIT, TURN_LIMIT
from gdl.lower.memory import (
    counter_field,
    pending_value_field,
    player_value_field,
    pot_field,
    score_field,
    var_field,
)
from gdl.lower.pieces import by_owner, components_named
from gdl.lower.places import site_of
from gdl.lower.players import owner, player
from gdl.lower.results import match_score_field
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.words.words import RoleType, SiteType, WordEnum


class AtSite(IntExpr):
    """A number that belongs to what stands on a site."""

    type: SiteType | None
    at: IntExpr
    level: IntExpr | None

    def read(self, b: Builder, top: Op, level: Op) -> Expr:
        """The number at the top, or at a level of a stack."""
        site = site_of(b, self.at, self.type)
        if self.level is None or not b.facts.stacks:
            return k.at(top, site)
        return k.at_level(level, site, self.level.lower(b))

    def place(self, s: Speaker) -> str:
        """Where a piece stands, as what holds it."""
        site = s.site(self.at)
        if self.level is None:
            return site
        if isinstance(self.level, TopLevel):
            return f"the top of the stack {s.on(self.at)}" if site != IT else IT
        said = f"{s.say(self.level)} of {site}"
        return f"level {said}" if isinstance(self.level, IntLiteral) else said

    def piece(self, s: Speaker) -> str:
        """The piece that stands there."""
        level = self.level
        if level is None:
            return f"the piece {s.on(self.at)}"
        if isinstance(level, TopLevel):
            return f"the piece on top of the stack {s.on(self.at)}"
        if not isinstance(level, IntLiteral):
            return f"the piece at {s.say(level)} {s.on(self.at)}"
        where = "the bottom of the stack" if level.value == 0 else f"level {level.value}"
        return f"the piece at {where} {s.on(self.at)}"


@ludeme("what")
class What(AtSite):
    """The index of the piece on a site, 0 where it is empty.

    Example: `(= (what at:(last To)) (id "King" Mover))`.
    """

    quantity = Quantity.PIECE
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)

    def looked_at(self) -> IntExpr:
        return self.at

    def lower(self, b: Builder) -> Expr:
        return self.read(b, Op.WHAT, Op.WHAT_LEVEL)

    def says(self, s: Speaker, no: bool = False) -> str:
        return self.piece(s)

    def equals(self, s: Speaker, other: IntExpr | RoleType, no: bool) -> str:
        place, holds = self.place(s), "does not hold" if no else "holds"
        if isinstance(other, IntLiteral) and other.value == 0:
            return f"{place} is {'not ' if no else ''}empty"
        if isinstance(other, What):
            return f"{place} and {other.place(s)} {'do not hold' if no else 'hold'} the same kind of piece"
        piece = s.one_owned(other) if isinstance(other, RoleType) else s.of_index(other)
        return f"{place} {holds} {piece}"


@ludeme("who")
class WhoAt(AtSite):
    """The owner of the piece on a site, 0 where it is empty.

    Example: `(is Enemy (who at:(to)))`.
    """

    quantity = Quantity.PLAYER
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)

    def looked_at(self) -> IntExpr:
        return self.at

    def lower(self, b: Builder) -> Expr:
        return self.read(b, Op.WHO, Op.WHO_LEVEL)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"the owner of {self.piece(s)}"

    def equals(self, s: Speaker, other: IntExpr | RoleType, no: bool) -> str:
        place = self.place(s)
        if isinstance(other, WhoAt):
            whose = "different players" if no else "the same player"
            return f"{place} and {other.place(s)} hold pieces of {whose}"
        if isinstance(other, IntLiteral) and other.value == 0:
            return f"{place} {'holds a piece of a player' if no else 'holds no piece of a player'}"
        return f"{place} {'does not hold' if no else 'holds'} {s.one_owned(other)}"


@ludeme("state")
class StateAt(AtSite):
    """The state of what stands on a site: a number that rules give it (`set State`), 0 at first.

    It goes along where the piece moves, and a piece that arrives somewhere brings its own: what was set for
    the site before is lost then, for an empty one too.

    Example: `(= (state at:(from)) 0)`.
    """

    reads_state = True
    english = "the state of {at:site}[ at level {level}]"
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)

    def lower(self, b: Builder) -> Expr:
        return self.read(b, Op.STATE_AT, Op.STATE_LEVEL)


@ludeme("rotation")
class RotationAt(AtSite):
    """The rotation of the piece on a site.

    Example: `(rotation at:(from))`.
    """

    english = "the way that the piece {at:on} is turned"
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)

    def lower(self, b: Builder) -> Expr:
        return self.read(b, Op.ROTATION_AT, Op.ROTATION_LEVEL)


@ludeme("value Piece")
class ValuePiece(AtSite):
    """The value of the piece on a site.

    Example: `(value Piece at:(to))`.
    """

    english = "the value of the piece {at:on}[ at level {level}]"
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)

    def lower(self, b: Builder) -> Expr:
        return self.read(b, Op.VALUE_AT, Op.VALUE_LEVEL)


@ludeme("value")
class IterationValue(IntExpr):
    """The number in question where a rule goes through several.

    Example: `(forEach Value min:1 max:3 (move Add (to (sites Empty)) count:(value)))`.
    """

    def lower(self, b: Builder) -> Expr:
        return b.context(Context.VALUE)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.terms["value"]


class ValueType(WordEnum):
    """Numbers of the game as a whole."""

    MOVE_LIMIT = "MoveLimit"
    PENDING = "Pending"
    TURN_LIMIT = "TurnLimit"


@ludeme("value")
class ValueOf(IntExpr):
    """The number that was set as pending, or a limit of the game.

    Example: `(= (value Pending) 1)`.
    """

    of: ValueType = arg()

    def lower(self, b: Builder) -> Expr:
        if self.of is ValueType.PENDING:
            return k.field(pending_value_field(b))
        return k.int_(MOVE_LIMIT if self.of is ValueType.MOVE_LIMIT else TURN_LIMIT)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.PENDING, ""),) if self.of is ValueType.PENDING else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        return {"Pending": f"the {s.cell} kept in mind", "MoveLimit": "the limit of moves",
                "TurnLimit": "the limit of turns"}[self.of.value]  # fmt: skip


@ludeme("value Random")
class ValueRandom(IntExpr):
    """A random number of a range, each as likely, where a move is carried out.

    Example: `(if (< 50 (value Random (range 1 100))) (moveAgain))`.
    """

    english = "a random number {range}"
    range: Range = arg()

    def lower(self, b: Builder) -> Expr:
        if not b.may_draw:
            raise unsupported(
                "a random number where the state is not changed",
                self.span,
                "what chance decides before a move is a roll of dice; after it, an effect",
            )
        with b.at(self):
            low, high = (b.assign("bound", bound) for bound in self.range.bounds(b))
            return k.add(low, b.draw(k.add(k.sub(high, low), k.int_(1))))


class OfPlayer(IntExpr):
    """A number that a player has."""

    who: IntExpr | PlayerArgument | RoleType

    def tally(self, s: Speaker) -> str:
        """What it counts, if the file says so."""
        return ""

    def counts(self, s: Speaker) -> bool:
        return bool(self.tally(s))

    def held(self, s: Speaker) -> tuple[str, str, str] | None:
        tally = self.tally(s)
        return (s.has(self.who), tally, s.player(self.who)) if tally else None

    def amount(self, s: Speaker, many: str, number: int) -> str | None:
        tally = self.tally(s)
        one = number == 1 and many != "no"
        return f"{s.has(self.who)} {many} {one_of(tally) if one else tally}" if tally else None


@ludeme("value Player")
class ValuePlayer(OfPlayer):
    """The number that a player carries.

    Example: `(= (value Player Mover) 1)`.
    """

    kept = Kept.PLAYER_VALUE
    who: IntExpr | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return k.elem(player_value_field(b), player(b, self.who, self.span))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.PLAYER_VALUE, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        whose = s.whose(self.who)
        return f"the number of {whose} {s.values}" if s.values else f"{whose} number"

    def tally(self, s: Speaker) -> str:
        return s.values


@ludeme("score")
class Score(OfPlayer):
    """A player's score.

    Example: `(>= (score Mover) 10)`.
    """

    quantity = Quantity.COUNT
    who: PlayerArgument | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return k.elem(score_field(b), player(b, self.who, self.span))

    def belongs_to(self) -> RoleType | None:
        return self.who if isinstance(self.who, RoleType) else None

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.SCORE, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        whose = s.whose(self.who)
        return f"{whose} score" if s.scores == "points" else f"the number of {whose} {s.scores}"

    def tally(self, s: Speaker) -> str:
        return "" if s.scores == "points" else s.scores

    def held(self, s: Speaker) -> tuple[str, str, str]:
        return s.has(self.who), s.scores, s.player(self.who)


@ludeme("counter")
class Counter(IntExpr):
    """The counter: -1 before the first move, and one more after every move; `(set Counter)` starts it again.

    Example: `(= (counter) 50)`.
    """

    english = "the counter"
    kept = Kept.COUNTER

    def lower(self, b: Builder) -> Expr:
        return k.field(counter_field(b))


@ludeme("var")
class Var(IntExpr):
    """A variable's number; -1 while it was not set.

    Example: `(= (var "Quiet") 80)`.
    """

    kept = Kept.VARIABLE
    name: str | None = arg(None, names=Kind.VARIABLE)

    def lower(self, b: Builder) -> Expr:
        return k.field(var_field(b, self.name))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.VARIABLE, self.name or ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.variable(self.name)


@ludeme("pot")
class Pot(IntExpr):
    """What is in the pot."""

    english = "what is in the pot"

    def lower(self, b: Builder) -> Expr:
        return k.field(pot_field(b))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.POT, ""),)


@ludeme("amount")
class Amount(IntExpr):
    """How much a player has to bet with."""

    english = "what {who:player} can bet"
    instead = "keep what each player has as its score: `(score Mover)`"

    who: RoleType | PlayerArgument = arg()


@ludeme("matchScore")
class MatchScore(OfPlayer):
    """A player's score over the games of a match, for the endings of the match.

    Example: `(if (>= (matchScore P1) 15) (result P1 Win))`.
    """

    english = "{who:whose} points in the match"
    who: RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return k.elem(match_score_field(b, self.span), player(b, self.who, self.span))

    def belongs_to(self) -> RoleType | None:
        return self.who

    def tally(self, s: Speaker) -> str:
        return "points in the match"


@ludeme("topLevel")
class TopLevel(IntExpr):
    """The level of the top piece of a stack, 0 where there is none.

    Example: `(who at:(to) level:(topLevel at:(to)))`.
    """

    english = "the top of the stack {at:on}"
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)

    def lower(self, b: Builder) -> Expr:
        if not b.facts.stacks:
            return k.int_(0)
        height = k.at(Op.HEIGHT, site_of(b, self.at, self.type))
        return k.max_(k.int_(0), k.sub(height, k.int_(1)))


@ludeme("id")
class Id(IntExpr):
    """The index of a piece by its name: with the owner's number, or with a role.

    Example: `(id "King" Mover)`, `(id "King1")`.
    """

    name: str | None = arg(None, names=Kind.PIECE)
    role: RoleType | None = arg(None)

    def stands_for(self) -> Quantity | None:
        return Quantity.PLAYER if self.name is None else Quantity.PIECE

    def lower(self, b: Builder) -> Expr:
        if self.name is None:
            if self.role is None:
                raise MeaningError("E0402", "which piece is meant?", self.span, "a name or a role is wanted")
            return owner(b, self.role, self.span)
        components = components_named(b, self.name, self.span)
        if self.role is not None:
            return by_owner(b, components, owner(b, self.role, self.span))
        if len(components) > 1:
            names = ", ".join(component.name for component in components)
            raise MeaningError("E0402", f"{self.name!r} is several pieces", self.span, f"one of {names}")
        return k.int_(components[0].index) if components else k.NOWHERE_SITE

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.name is None:
            return s.one_owned(self.role)
        whose = None if self.role in (None, RoleType.ALL, RoleType.SHARED) else s.whose(self.role)
        return s.piece(self.name, whose)


class CardType(WordEnum):
    """What a card has."""

    RANK = "Rank"
    SUIT = "Suit"
    TRUMP_RANK = "TrumpRank"
    TRUMP_VALUE = "TrumpValue"


@ludeme("card")
class Card(IntExpr):
    """A number of a card."""

    english = "the {of:word} of the card {at:on}"
    instead = "there are no cards here; pieces with values, `(value Piece at:(site))`, stand for them best"

    of: CardType = arg()
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)


@ludeme("card TrumpSuit")
class TrumpSuit(IntExpr):
    """The suit that is trumps."""

    english = "the suit that is trumps"
    instead = 'there are no cards here; keep the suit in a variable: `(var "Trumps")`'
