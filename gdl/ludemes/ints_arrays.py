"""Arrays of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.english.grammar import listed
from gdl.lower.groups import each_group, members_where
from gdl.lower.memory import remembered_field, times_field
from gdl.lower.numbers import SetInts, is_one_of
from gdl.lower.players import is_enemy, is_friend, owned_by
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Ints, Region
from gdl.ludeme.kinds import NO_NEEDS, Kept, Kind, Needs
from gdl.ludeme.registry import ludeme
from gdl.words.words import AbsoluteDirection, RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("array")
class Array(Ints):
    """An array of these numbers.

    Example: `(array {1 2 3})`.
    """

    items: tuple[IntExpr, ...] = arg()

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        for item in self.items:
            body(item.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        return listed([s.site(each) for each in self.items]) or "no numbers"


@ludeme("array")
class ArrayOfSites(SetInts):
    """The numbers of a region's sites.

    Example: `(array (sites Occupied by:Mover))`.
    """

    english = "{region}"
    region: Region = arg()

    def members(self, b: Builder) -> Expr:
        return self.region.lower(b)


@ludeme("values Remembered")
class ValuesRemembered(SetInts):
    """The numbers remembered (under a name).

    Example: `(is In (to) (values Remembered "Visited"))`.
    """

    name: str | None = arg(None, names=Kind.REMEMBERED)

    def needs_of_each(self) -> Needs:
        return Needs(each_remembered=frozenset({self.name}))

    def members(self, b: Builder) -> Expr:
        return k.field(remembered_field(b, self.name))

    def repeats(self, b: Builder) -> bool:
        return times_field(b, self.name) is not None

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        times = times_field(b, self.name)
        with b.each(self.members(b)) as member:
            if times is None:
                body(member)
                return
            with b.count_up(k.int_(1), k.elem(times, member)):
                body(member)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.REMEMBERED, self.name or ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"the {s.cells} remembered" + (f" as “{s.say(self.name)}”" if self.name else "")


@ludeme("sizes Group")
class SizesGroup(Ints):
    """The sizes of the groups: of everybody's pieces, or a player's, or of sites for which a condition holds.

    Example: `(sizes Group Orthogonal Mover)`.
    """

    english = "the sizes of the groups[ of {role:pieces}]"
    type: SiteType | None = arg(None)
    direction: Direction | None = arg(None)
    role: RoleType | None = arg(None)
    of: IntExpr | None = named("of", None)
    condition: BoolExpr | None = named("if", None)
    least: IntExpr | None = named("min", None)
    at_most_one = (("role", "of", "condition"),)

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        if self.condition is not None:
            members = members_where(b, self.condition, self.type)
        else:
            who = self.of if self.of is not None else self.role
            pieces = owned_by(b, RoleType.ALL if who is None else who, self.span)
            members = k.inter(k.sites_(b.facts.sites_of(self.type)), pieces)

        def one(group: Expr) -> None:
            size = k.size(group)
            with b.if_(k.TRUE if self.least is None else k.ge(size, self.least.lower(b))):
                body(size)

        each_group(b, members, self.direction, self.type, one)


class ManyPlayers(WordEnum):
    """Several players by their part."""

    ALL = "All"
    ALLY = "Ally"
    ENEMY = "Enemy"
    FRIEND = "Friend"
    NON_MOVER = "NonMover"
    TEAM1 = "Team1"
    TEAM2 = "Team2"
    TEAM3 = "Team3"
    TEAM4 = "Team4"


@ludeme("players")
class PlayersArray(Ints):
    """The numbers of some players: all, the enemies of one (default: of the mover), and so on; of these the
    ones for which the condition holds, `(player)` standing for each.

    Example: `(forEach (players Enemy) (addScore (player (player)) 1))`.
    """

    which: ManyPlayers = arg()
    of: IntExpr | None = named("of", None)
    condition: BoolExpr | None = named("if", None)

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        of = b.context(Context.MOVER) if self.of is None else self.of.lower(b)
        for p in range(1, b.facts.players + 1):
            number = k.int_(p)
            if self.which is ManyPlayers.ALL:
                included = k.TRUE
            elif self.which is ManyPlayers.NON_MOVER:
                included = k.ne(of, number)
            elif self.which is ManyPlayers.ENEMY:
                included = is_enemy(b, number, of) if b.facts.teams else k.ne(of, number)
            elif self.which is ManyPlayers.FRIEND:
                included = is_friend(b, number, of)
            elif self.which is ManyPlayers.ALLY:
                included = k.and_(k.ne(of, number), is_friend(b, number, of)) if b.facts.teams else k.FALSE
            else:
                included = k.bool_(b.facts.sides[p] == int(self.which.value.removeprefix("Team")))
            if included == k.FALSE:
                continue
            with b.if_(included):
                if self.condition is None:
                    body(number)
                    continue
                with b.bind({Context.PLAYER: number}):
                    holds = self.condition.lower(b)
                with b.if_(holds):
                    body(number)

    def says(self, s: Speaker, no: bool = False) -> str:
        names = {"All": "all players", "Ally": "the allies", "Enemy": "the enemies", "Friend": "the friends",
                 "NonMover": "the players who are not to move"}  # fmt: skip
        text = names.get(self.which.value) or f"the players of team {self.which.value[4:]}"
        return text if self.condition is None else f"{text} for whom {s.clause(self.condition)}"


@ludeme("team")
class Team(Ints):
    """The players of the team in question."""

    english = "the players of that team"
    instead = "go through players: `(forEach Player ...)`, and ask `(is Friend (who at:(site)))`"


@ludeme("rotations")
class Rotations(Ints):
    """Rotations by the directions that they face."""

    english = "rotations {directions:word}"
    instead = "name the directions: `{N E S W}`"

    directions: AbsoluteDirection | tuple[AbsoluteDirection, ...] = arg()


@ludeme("results")
class Results(Ints):
    """A number for every pair of sites, `(from)` and `(to)` standing for them.

    Example: `(results from:(last To) to:(sites Occupied by:Mover) (count Steps (from) (to)))`.
    """

    english = "{value} for each pair of {origin:site} and {target:site}"
    origin: IntExpr | Region = named("from")
    target: IntExpr | Region = named("to")
    value: IntExpr = arg()

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        from gdl.lower.places import sites_in

        with (
            b.each(sites_in(b, self.origin), Context.FROM),
            b.each(sites_in(b, self.target), Context.TO),
        ):
            body(b.assign("result", self.value.lower(b)))


@ludeme("union")
class IntsUnion(Ints):
    """The numbers of both arrays; one that is in both counts once.

    Example: `(union (values Remembered "A") (values Remembered "B"))`.
    """

    english = "[{several}][{first} and ][{second}]"
    several: tuple[Ints, ...] | None = arg(None)
    first: Ints | None = arg(None)
    second: Ints | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        given = self.several if self.several is not None else (self.first, self.second)
        parts = [part for part in given if part is not None]
        for i, part in enumerate(parts):

            def one(value: Expr, i: int = i) -> None:
                new = k.not_(k.or_(*(is_one_of(b, other, value) for other in parts[:i])))
                with b.if_(new if i else k.TRUE):
                    body(value)

            part.lower_each(b, one)


@ludeme("intersection")
class IntsIntersection(Ints):
    """The numbers that are in all of the arrays.

    Example: `(intersection (values Remembered "A") (values Remembered "B"))`.
    """

    english = "what is in all of [{several}][{first} and ][{second}]"
    several: tuple[Ints, ...] | None = arg(None)
    first: Ints | None = arg(None)
    second: Ints | None = arg(None)
    one_of = (("several", "first"), ("several", "second"))

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        given = self.several if self.several is not None else (self.first, self.second)
        parts = [part for part in given if part is not None]

        def one(value: Expr) -> None:
            with b.if_(k.and_(*(is_one_of(b, other, value) for other in parts[1:]))):
                body(value)

        if parts:
            parts[0].lower_each(b, one)


@ludeme("difference")
class IntsDifference(Ints):
    """The numbers of the first array without those of the second, or without one number.

    Example: `(difference (players All) (mover))`.
    """

    english = "{first} without {second}"
    first: Ints = arg()
    second: Ints | IntExpr = arg()

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        second = self.second

        def one(value: Expr) -> None:
            gone = is_one_of(b, second, value) if isinstance(second, Ints) else k.eq(second.lower(b), value)
            with b.if_(k.not_(gone)):
                body(value)

        self.first.lower_each(b, one)


@ludeme("if")
class IntIf(IntExpr):
    """One number or another, by a condition.

    Example: `(if (is Mover P1) 1 -1)`.
    """

    english = "{first} if {condition}, otherwise {second}"
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.select(self.condition.lower(b), self.first.lower(b), self.second.lower(b))


@ludeme("if")
class IntsIf(Ints):
    """One array or another (without one: no numbers), by a condition.

    Example: `(if (is Mover P1) {1 2} {3 4})`.
    """

    english = "{first} if {condition}[, otherwise {second}]"
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: Ints = arg()
    second: Ints | None = arg(None)

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        second = self.second
        b.if_else(
            self.condition.lower(b),
            lambda: self.first.lower_each(b, body),
            lambda: None if second is None else second.lower_each(b, body),
        )

    def needs_of_each(self) -> Needs:
        return self.first.needs_of_each() | (NO_NEEDS if self.second is None else self.second.needs_of_each())
