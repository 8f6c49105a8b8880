"""Starting rules that place nothing: scores, variables, owners, teams; and those that go through many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Put, Store
from gdl.english.grammar import listed, plural
from gdl.english.phrases import Point
from gdl.lower.memory import remember, score_field, var_field
from gdl.lower.places import shifted
from gdl.lower.players import owner, players_of
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Region, StartRule
from gdl.ludeme.kinds import Kept, Kind, Needs, Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.start import (
    _coordinates,
    each_of,
)
from gdl.words.words import RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class StartPlayerType(WordEnum):
    """What a player starts with."""

    AMOUNT = "Amount"
    SCORE = "Score"


@ludeme("set")
class SetStartPlayer(StartRule):
    """Set the score that a player (or all) starts with: `(set Score P1 10)`."""

    of: StartPlayerType = arg()
    role: RoleType | None = arg(None)
    value: IntExpr = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self):
            field = (
                score_field(b)
                if self.of is StartPlayerType.SCORE
                else b.declare("amount", k.int_(0).type, b.facts.players + 1)
            )
            for number, _ in players_of(b, self.role or RoleType.ALL, self.span):
                b.emit(Store(field, k.int_(number), self.value.lower(b), span=b.span))

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.SCORE, ""),) if self.of is StartPlayerType.SCORE else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        who = "each player" if self.role in (None, RoleType.EACH, RoleType.ALL) else s.player(self.role)
        one = isinstance(self.value, IntLiteral) and self.value.value == 1
        what = s.scored(1 if one else 2) if self.of is StartPlayerType.SCORE else "to bet with"
        return f"{who} begins with {s.say(self.value)} {what}"


class StartSitesType(WordEnum):
    """What is set for sites at the start."""

    COST = "Cost"
    COUNT = "Count"
    PHASE = "Phase"


@ludeme("set")
class SetStartSites(StartRule):
    """Set the count of some sites at the start: `(set Count 4 to:(sites Track))`."""

    of: StartSitesType = arg()
    value: IntExpr = arg()
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    to: Region | None = named("to", None)
    one_of = (("at", "to"),)

    def needs(self) -> Needs:
        return Needs(counts=True)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if self.of is not StartSitesType.COUNT:
                raise unsupported(
                    f"setting the {self.of.value.lower()} of sites",
                    self.span,
                    "set it before the first move, as an effect of the rules",
                )
            if self.to is not None:
                sites = self.to.lower(b)
            else:
                assert self.at is not None
                sites = k.one(shifted(b, self.at.lower(b), self.type))
            if not b.facts.components[1:]:
                advice = 'declare one in the equipment: (piece "Seed" Shared)'
                raise MeaningError("E0402", "there is no piece to count", self.span, "", advice)
            with b.each(sites) as site:
                count = self.value.lower(b)
                b.emit(Put(site, k.int_(b.facts.first_piece), count=count, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        where = (
            s.site(self.at)
            if self.at is not None
            else s.sites_of(self.to)
            if self.to is not None
            else "the board"
        )
        inside = s.noun(self.at if self.at is not None else self.to).inside if self.at or self.to else False
        things = plural(s.facts.components[1].base) if len(s.facts.components) > 1 else "pieces"
        if self.of is StartSitesType.COUNT:
            single = isinstance(self.value, IntLiteral) and self.value.value == 1
            noun = s.facts.components[1].base if single and len(s.facts.components) > 1 else things
            there = where if self.to is None else each_of(s, self.to)
            return (
                f"{s.say(self.value)} {noun} {'lies' if single else 'lie'} {'in' if inside else 'on'} {there}"
            )
        return f"the {s.word(self.of)} of {where} is {s.say(self.value)}"


@ludeme("set Var")
class SetStartVar(StartRule):
    """Give a variable its value at the start: `(set Var "Trump" 3)`. Without this it is -1 at first."""

    name: str | None = arg(None)
    value: IntExpr = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self):
            b.emit(Store(var_field(b, self.name), None, self.value.lower(b), span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"{s.variable(self.name)} is {s.say(self.value)} at first"


@ludeme("set RememberValue")
class SetStartRemember(StartRule):
    """Remember numbers from the start on."""

    name: str | None = arg(None, declares=Kind.REMEMBERED)
    what: IntExpr | Region = arg()
    unique: bool = named("unique", False)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if isinstance(self.what, Region):
                with b.each(self.what.lower(b)) as number:
                    remember(b, self.name, number, self.unique)
            else:
                remember(b, self.name, self.what.lower(b), self.unique)

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.REMEMBERED, self.name or ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        what = s.noun(self.what).plural if isinstance(self.what, Region) else s.say(self.what)
        return f"{what} {'are' if isinstance(self.what, Region) else 'is'} remembered" + (
            f" as “{s.say(self.name)}”" if self.name else ""
        )


@ludeme("set")
class SetStartOwner(StartRule):
    """Give a site, or some, to a player: its first piece is put there. `(set P1 Vertex {0 1})`."""

    role: RoleType = arg()
    type: SiteType | None = arg(None)
    sites: tuple[IntExpr, ...] | None = arg(None)
    site: IntExpr | None = arg(None)
    region: Region | None = arg(None)
    coords: tuple[str, ...] | None = arg(None)
    coord: str | None = named("coord", None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            number = fixed(b, owner(b, self.role, self.span))
            component = next((c for c in b.facts.components[1:] if c.owner == number), None)
            if component is None:
                raise MeaningError("E0402", "the player has no piece", self.span)
            parts: list[Expr] = [k.one(shifted(b, s.lower(b), self.type)) for s in self.sites or ()]
            if self.site is not None:
                parts.append(k.one(shifted(b, self.site.lower(b), self.type)))
            if self.region is not None:
                parts.append(self.region.lower(b))
            names = (*(self.coords or ()), *((self.coord,) if self.coord else ()))
            if names:
                parts.append(_coordinates(b, names, self.type, self.span))
            with b.each(k.union(*parts)) as site:
                b.emit(Put(site, k.int_(component.index), span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        where = self.sites or self.region or self.site
        if self.coord is not None or self.coords:
            text = listed([s.say(each).lower() for each in (self.coords or (self.coord,))])
        else:
            text = s.site(where) if isinstance(where, IntExpr) else s.region(where)
        return f"{s.player(self.role)} holds {text}"


@ludeme("set Team")
class SetTeam(StartRule):
    """Put players into a team, for the whole game: they are friends, and all others enemies.

    Example: `(set Team 1 {P1 P3})`.
    """

    team: IntExpr = arg()
    members: tuple[RoleType, ...] = arg()

    def teams(self) -> Iterator[tuple[RoleType, int]]:
        return ((role, self.number()) for role in self.members)

    def number(self) -> int:
        """The team's number."""
        if not isinstance(self.team, IntLiteral):
            raise unsupported(
                "a team whose number is not written out",
                self.span,
                "write the number: `(set Team 1 {P1 P3})`",
            )
        return self.team.value

    def lower(self, b: Builder) -> None:
        """It is a fact of the game: nothing has to be done."""

    def says(self, s: Speaker, no: bool = False) -> str:
        members = listed([s.player(each) for each in self.members])
        return f"{members} are team {s.say(self.team)} and play together"


@ludeme("forEach Player")
class ForEachPlayerStart(StartRule):
    """A starting rule for each player."""

    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        for p in range(1, b.facts.players + 1):
            with b.bind({Context.PLAYER: k.int_(p), Context.MOVER: k.int_(p)}):
                self.rule.lower(b)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(player="that player"):
            return Point(f"for each player: {s.say(self.rule)}")


@ludeme("forEach Site")
class ForEachSiteStart(StartRule):
    """A starting rule for each site of a region."""

    region: Region = arg()
    condition: BoolExpr | None = named("if", None)
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self), b.each(self.region.lower(b), Context.SITE):
            with b.if_(k.TRUE if self.condition is None else self.condition.lower(b)):
                self.rule.lower(b)

    def says(self, s: Speaker, no: bool = False) -> Point:
        region = s.such(s.noun(self.region).plural, self.condition, "site")
        with s.about(site=f"that {s.cell}"):
            return Point(f"for each of {region}: {s.say(self.rule)}")


@ludeme("forEach Value")
class ForEachValueStart(StartRule):
    """A starting rule for each number of a range."""

    low: IntExpr = named("min")
    high: IntExpr = named("max")
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self), b.count_up(self.low.lower(b), self.high.lower(b), Context.VALUE):
            self.rule.lower(b)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(value="that number"):
            return Point(f"for each number from {s.say(self.low)} to {s.say(self.high)}: {s.say(self.rule)}")


@ludeme("forEach")
class ForEachIntsStart(StartRule):
    """A starting rule for each number of an array."""

    values: Ints = arg()
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        def one(value: Expr) -> None:
            with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                self.rule.lower(b)

        with b.at(self):
            self.values.lower_each(b, one)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(value="that number", player="that player"):
            return Point(f"for each of {s.say(self.values)}: {s.say(self.rule)}")
