"""Conditions: logic, and what holds for none or all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed, from_state
from gdl.core import make as k
from gdl.core.ops import BOOL, Assign, Expr, If, Return, Store
from gdl.english.phrases import IT
from gdl.lower.closeness import nearly
from gdl.lower.dice import all_equal_field, all_used, the_dice
from gdl.lower.numbers import count_items, once
from gdl.lower.pieces import count_pieces, pieces_meant
from gdl.lower.players import player, players_of
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import around, unfollowed
from gdl.lower.turns import following, has_moves, mover_field, passed_field, passes_field
from gdl.ludeme.base import Ludeme, arg, ludemes_in, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Ints, Moves, Region
from gdl.ludeme.kinds import Kept, Kind
from gdl.ludeme.registry import ludeme
from gdl.ludemes.ints_context import ToSite
from gdl.words.words import RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

# --- Logic ----------------------------------------------------------------------------------------------


# --- None and all ---------------------------------------------------------------------------------------


@ludeme("no Pieces")
class NoPieces(BoolExpr):
    """Are there no pieces: of a role (default: anybody), of a name, in some sites?

    Example: `(no Pieces Next)`.
    """

    type: SiteType | None = arg(None)
    role: RoleType | None = arg(None)
    of: IntExpr | None = named("of", None)
    name: str | None = arg(None, names=Kind.PIECE)
    within: Region | None = named("in", None)
    at_most_one = (("role", "of"),)

    def lower(self, b: Builder) -> Expr:
        who = self.of if self.of is not None else self.role
        if b.facts.stacks:
            return k.eq(count_pieces(b, who, self.name, self.within, None, self.span), k.int_(0))
        return k.not_(k.some(pieces_meant(b, who, self.name, self.within, self.span)))

    def closeness(self, b: Builder) -> Expr | None:
        who = self.of if self.of is not None else self.role
        number = from_state(b, count_pieces(b, who, self.name, self.within, None, self.span))
        return None if number is None else nearly(number)

    def players(self, b: Builder) -> list[int]:
        """Those who have none, as far as that is known before; neutral pieces are nobody's."""
        who = self.of if self.of is not None else self.role
        if who in (RoleType.NEUTRAL, RoleType.SHARED):
            return []
        return [p for p, included in players_of(b, who or RoleType.ALL, self.span) if fixed(b, included)]

    def says(self, s: Speaker, no: bool = False) -> str:
        noun = s.pieces(self.name) if self.name else "pieces"
        where = ""
        if self.within is not None:
            where = f" {s.on(self.within)}"
        who = self.role if self.role is not None else self.of
        if who is None or who in (RoleType.ALL, RoleType.EACH, RoleType.SHARED):
            where = where or " on the board"
            return f"there are {'' if no else 'no '}{noun}{where}"
        if who is RoleType.NEUTRAL:
            return f"there are {'' if no else 'no '}neutral {noun}{where}"
        left = "" if where else " left"
        return f"{s.has(who)} {'' if no else 'no '}{noun}{where}{left}"


@ludeme("no Moves")
class NoMoves(BoolExpr):
    """Has a player no legal moves? For `Next` this is found out now; for others it says whether the player
    had none in the last own turn.

    Example: `(no Moves Next)`.
    """

    role: RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        if self.role is RoleType.NEXT and around(b).judging:
            return b.function("would_be_stuck", BOOL, lambda: self._asked_once(b))
        if self.role is RoleType.NEXT:
            return k.not_(has_moves(b, b.context(Context.NEXT)))
        stalemated = b.declare("stalemated", BOOL, b.facts.players + 1, False, called=None)
        return k.elem(stalemated, player(b, self.role, self.span))

    def _asked_once(self, b: Builder) -> Expr:
        """The answer where it decides which moves are legal: of whoever comes after the mover, also if the
        mover goes on. Moves are looked for to find it out, and asked about once more for these it counts as
        not (else the rules would call themselves without end)."""
        asked = b.declare("moves_asked", BOOL, None, False, called=None)
        with b.if_(k.field(asked)):
            b.returns(k.FALSE)
        stuck, mover = b.variable("stuck", k.FALSE), b.context(Context.MOVER)
        with b.sandbox():
            b.emit(Store(asked, None, k.TRUE, span=self.span))
            b.emit(Store(mover_field(b), None, mover, span=self.span))
            found = k.not_(has_moves(b, following(b, mover)))
            b.emit(Assign(str(stuck.data), found, span=self.span))
        return stuck

    def closeness(self, b: Builder) -> Expr | None:
        return None  # how many moves there are is for the search to see

    def achieved_by(self) -> RoleType | None:
        return {RoleType.MOVER: RoleType.NEXT, RoleType.NEXT: RoleType.MOVER}.get(self.role)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{s.has(self.role)} {'a legal move' if no else 'no legal move'}"


@ludeme("was Pass")
class WasPass(BoolExpr):
    """Was the last move a pass?

    Example: `(was Pass)`.
    """

    english = "the last move <was|was not> a pass"

    def lower(self, b: Builder) -> Expr:
        return k.field(passed_field(b))


@ludeme("can Move")
class CanMove(BoolExpr):
    """Do these rules offer any move?

    Example: `(can Move (move Hop (from (last To)) (between if:(is Enemy (who at:(between))))))`.
    """

    moves: Moves = arg()

    def lower(self, b: Builder) -> Expr:
        # What follows the moves around is no part of the question.
        with unfollowed(b):
            call = b.generator(
                "can_move", lambda: self.moves.lower(b), key=("can move", structural_key(b, self.moves))
            )
        return k.any_move(call.name, *call.args)

    def says(self, s: Speaker, no: bool = False) -> str:
        with s.as_effect(False):
            text = s.inline(self.moves)
            if text.replace(f" from {s.terms['last to']}", "") == s.terms.get("done"):
                return f"you {'cannot' if no else 'can'} do the same again from {s.terms['last to']}"
            return f"you {'cannot' if no else 'can'} {text}"


class AllSitesType(WordEnum):
    """What is asked of the sites of a region."""

    DIFFERENT = "Different"
    SITES = "Sites"


@ludeme("all")
class AllSites(BoolExpr):
    """Does the condition hold for every site of the region; with `Different`: do all hold different pieces?

    Example: `(all Sites (sites Bottom) if:(is Friend (who at:(site))))`.
    """

    of: AllSitesType = arg()
    region: Region = arg()
    condition: BoolExpr = named("if")

    def lower(self, b: Builder) -> Expr:
        opposite = _opposite(b, self.condition)
        region = self.region.lower(b)
        # Where `(to)` is asked for and means nothing yet it is the site, too.
        asked = any(isinstance(each, ToSite) for each in ludemes_in(self.condition))
        own = asked and b.bound(Context.TO) is None
        names = (Context.SITE, Context.TO) if own else (Context.SITE,)
        every = k.not_(b.exists(region, opposite, *names))
        if self.of is AllSitesType.SITES:
            return every
        return k.and_(every, once(b, "different", BOOL, (region,), lambda sites: self._different(b, sites)))

    @staticmethod
    def _different(b: Builder, sites: Expr) -> Expr:
        def again() -> Expr:
            site = b.context(Context.SITE)
            return k.some(k.diff(k.inter(k.of_kind(k.what(site)), sites), k.one(site)))

        return k.not_(b.exists(sites, again, Context.SITE))

    def achieved_by(self) -> RoleType | None:
        role = self.region.belongs_to()
        return role if role is self.condition.achieved_by() else None

    def says(self, s: Speaker, no: bool = False) -> str:
        noun = s.noun(self.region).plural
        if self.of is AllSitesType.DIFFERENT:
            return f"{noun} {'do not all' if no else 'all'} hold different pieces"
        with s.about(site=IT):
            text = s.clause(self.condition, no)
        if text.startswith(f"{IT} "):
            text = text[2:].replace(IT, "it")
            return f"at least one of {noun} {text}" if no else f"each of {noun} {text}"
        text = text.replace(IT, "it")
        return f"for at least one of {noun}, {text}" if no else f"for each of {noun}, {text}"


def _opposite(b: Builder, condition: BoolExpr) -> Callable[[], Expr]:
    return lambda: k.not_(condition.lower(b))


@ludeme("all Different")
class AllDifferent(BoolExpr):
    """Do all sites hold different values? (A puzzle's condition.)"""

    english = "all numbers of {region?the region} <are|are not> different"
    instead = "go through the sites: `(all Sites (sites Board) if:(is Empty (site)))`"

    type: SiteType | None = arg(None)
    region: Region | None = arg(None)
    exception: IntExpr | None = named("except", None)
    exceptions: tuple[IntExpr, ...] | None = named("excepts", None)


@ludeme("all Values")
class AllValues(BoolExpr):
    """Does the condition hold for every number of the array, called `(value)`?

    Example: `(all Values (values Remembered) if:(> (value) 3))`.
    """

    values: Ints = arg()
    condition: BoolExpr = named("if")

    def lower(self, b: Builder) -> Expr:
        condition = self.condition

        def fails(value: Expr) -> Expr:
            with b.bind({Context.VALUE: value}):
                return k.not_(condition.lower(b))

        return k.eq(count_items(b, self.values, fails), k.int_(0))

    def says(self, s: Speaker, no: bool = False) -> str:
        with s.about(value="it"):
            each = f"{'at least one' if no else 'each'} of {s.say(self.values)}"
            return f"for {each}, {s.clause(self.condition, no)}"


class AllSimpleType(WordEnum):
    """What is asked of all dice or players."""

    DICE_EQUAL = "DiceEqual"
    DICE_USED = "DiceUsed"
    PASSED = "Passed"


@ludeme("all")
class AllSimple(BoolExpr):
    """Have all players passed in their last turn, are all dice used up, do all show the same?

    Example: `(all Passed)`.
    """

    of: AllSimpleType = arg()

    def lower(self, b: Builder) -> Expr:
        if self.of is AllSimpleType.PASSED:
            return k.ge(k.field(passes_field(b)), k.int_(b.facts.players))
        the_dice(b, self.span)
        return all_used(b) if self.of is AllSimpleType.DICE_USED else k.field(all_equal_field(b))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),) if self.of is not AllSimpleType.PASSED else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        return {
            "DiceEqual": f"the dice {'do not all show' if no else 'all show'} the same",
            "DiceUsed": f"the dice are {'not all used' if no else 'all used'}",
            "Passed": "not everybody has just passed" if no else "all players have passed in a row",
        }[self.of.value]


def asks_all_passed(ludeme: Ludeme) -> bool:
    """Is this `(all Passed)`?"""
    return isinstance(ludeme, AllSimple) and ludeme.of is AllSimpleType.PASSED


@ludeme("all Groups")
class AllGroups(BoolExpr):
    """Does the condition hold for every group, `(sites)` standing for its sites?

    Example: `(all Groups if:(= 3 (count Sites in:(sites))))`.
    """

    type: SiteType | None = arg(None)
    direction: Direction | None = arg(None)
    of: BoolExpr | None = named("of", None)
    condition: BoolExpr = named("if")

    @property
    def tells_of_all(self) -> str:
        return "of"

    def lower(self, b: Builder) -> Expr:
        from gdl.lower.groups import each_group, members_where

        def run() -> Expr:
            def look(group: Expr) -> None:
                with b.bind({Context.REGION: group}):
                    holds = self.condition.lower(b)
                b.emit(If(k.not_(holds), (Return(k.FALSE),), span=b.span))

            each_group(b, members_where(b, self.of, self.type), self.direction, self.type, look)
            return k.TRUE

        return b.function("all_groups", BOOL, run)

    def says(self, s: Speaker, no: bool = False) -> str:
        of = "" if self.of is None else f" of {s.such(s.cells, self.of, 'to', 'site')}"
        with s.about(sites="it"):
            return f"for {'at least one' if no else 'each'} group{of}, {s.clause(self.condition, no)}"
