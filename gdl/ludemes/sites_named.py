"""Regions by what sites are called: by coordinates, numbers, the names of regions and sites, whose hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr
from gdl.english.grammar import plural, runs
from gdl.english.phrases import Noun
from gdl.lower.numbers import constant
from gdl.lower.places import (
    coordinate,
    coordinates,
    is_coordinate,
    region_parts,
    regions_of_player,
    shifted,
)
from gdl.lower.players import is_several, owner, players_of
from gdl.lower.statics import set_by_number
from gdl.lower.tiles import coloured
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg
from gdl.ludeme.categories import IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.source.suggest import nearest
from gdl.words.words import (
    RoleType,
    SiteType,
)

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


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
