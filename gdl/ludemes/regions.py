"""Making regions from regions: union, intersection, difference, expansion, choice, selection."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr
from gdl.english.grammar import listed
from gdl.english.phrases import IT, Noun
from gdl.english.words import direction_word
from gdl.lower.directions import absolute_rows
from gdl.lower.numbers import constant, function_with
from gdl.lower.places import site_of, sites_in
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind, Setwise
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.words.words import AbsoluteDirection, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class _Several(Region):
    """Two regions, or a list of them."""

    several: tuple[Region, ...] | None
    first: Region | None
    second: Region | None

    def parts(self, b: Builder) -> list[Expr]:
        return [part.lower(b) for part in self.operands()]

    def operands(self) -> list[Region]:
        given = self.several if self.several is not None else (self.first, self.second)
        return [part for part in given if part is not None]

    def alike(self) -> list[Region]:
        return self.operands()


@ludeme("union")
class RegionUnion(_Several):
    """The sites of any of the regions.

    Example: `(union (sites Top) (sites Bottom))`.
    """

    setwise = Setwise.UNION
    several: tuple[Region, ...] | None = arg(None)
    first: Region | None = arg(None)
    second: Region | None = arg(None)
    one_of = (("several", "first"),)

    def lower(self, b: Builder) -> Expr:
        return k.union(*self.parts(b))

    def always_empty(self) -> bool:
        return all(region.always_empty() for region in self.operands())

    def says(self, s: Speaker, no: bool = False) -> Noun:
        nouns = [s.noun(each) for each in self.operands()]
        if len(nouns) == 1:
            return nouns[0]
        member = ""
        if all(noun.member for noun in nouns):
            yes = [noun.holds(False) for noun in nouns]
            not_ = [noun.holds(True) for noun in nouns]
            member = f"<{listed(yes, 'or')}|{listed(not_, 'and')}>"
        many, some = listed([noun.plural for noun in nouns]), listed([noun.any for noun in nouns], "or")
        inside = {noun.inside for noun in nouns}
        each = listed([noun.where or f"{noun.preposition} {noun.plural}" for noun in nouns])
        return Noun(many, some, member, inside=inside == {True}, where=each if len(inside) > 1 else "")


@ludeme("intersection")
class RegionIntersection(_Several):
    """The sites that are in all the regions.

    Example: `(intersection (sites Empty) (sites Top))`.
    """

    setwise = Setwise.INTERSECTION
    when_empty = "its parts have no site in common; for the sites of either, write (union ...)"
    several: tuple[Region, ...] | None = arg(None)
    first: Region | None = arg(None)
    second: Region | None = arg(None)
    one_of = (("several", "first"),)

    def lower(self, b: Builder) -> Expr:
        parts = self.parts(b)
        return k.inter(*parts) if parts else k.EMPTY_SET

    def always_empty(self) -> bool:
        return any(region.always_empty() for region in self.operands())

    def says(self, s: Speaker, no: bool = False) -> Noun:
        parts = self.operands()
        nouns = [s.noun(each) for each in parts]
        if len(nouns) == 1:
            return nouns[0]
        first, rest = nouns[0], nouns[1:]
        member = ""
        if all(noun.member for noun in nouns):
            yes = [noun.holds(False) for noun in nouns]
            not_ = [noun.holds(True) for noun in nouns]
            member = f"<{listed(yes, 'and')}|{listed(not_, 'or')}>"
        if first.member == "<is|is not> empty":
            # The emptiness of what is otherwise described.
            inner = listed([noun.plural for noun in rest])
            return Noun(f"the empty {s.cells} among {inner}", f"an empty {s.cell} among {inner}", member)
        if all(noun.member for noun in rest):
            such = listed([noun.holds(False) for noun in rest])
            return Noun(f"{first.plural}, as far as each {such}", f"{first.any} that {such}", member)
        common = listed([noun.plural for noun in nouns])
        return Noun(f"the {s.cells} common to {common}", f"a {s.cell} common to {common}", member)


@ludeme("difference")
class RegionDifference(Region):
    """The sites of the first region without those of the second, or without one site.

    Example: `(difference (sites Board) (sites Centre))`.
    """

    setwise = Setwise.DIFFERENCE
    when_empty = "the second part takes away all of the first"
    first: Region = arg()
    second: Region | IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.diff(self.first.lower(b), sites_in(b, self.second))

    def always_empty(self) -> bool:
        return self.first.always_empty()

    def says(self, s: Speaker, no: bool = False) -> Noun:
        first = s.noun(self.first)
        second = s.noun(self.second)
        if second.plural == "no site":
            return first
        if second.member:
            that = (
                f", if it {second.holds(True)}"
                if "," in first.any or len(first.any) > 35
                else f" that {second.holds(True)}"
            )
            without = re.fullmatch(r"does not hold (.*)", second.holds(True))
            that = f" without {without[1]}" if without and that.startswith(" that") else that
            member = _in_first_only(first, second)
            return Noun(f"{first.plural} without {second.plural}", f"{first.any}{that}", member)
        return Noun(f"{first.plural} except {second.plural}", f"{first.any}, except {second.plural}")


@ludeme("if")
class RegionIf(Region):
    """One region or another, by a condition; without the second: none.

    Example: `(if (is Even (count Turns)) (sites Top) (sites Bottom))`.
    """

    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: Region = arg()
    second: Region | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        otherwise = k.EMPTY_SET if self.second is None else self.second.lower(b)
        return k.select(self.condition.lower(b), self.first.lower(b), otherwise)

    def always_empty(self) -> bool:
        return self.first.always_empty() and (self.second is None or self.second.always_empty())

    def says(self, s: Speaker, no: bool = False) -> Noun:
        condition = s.clause(self.condition)
        first = s.noun(self.first)
        if self.second is None:
            return Noun(f"{first.plural}, if {condition}", f"{first.any}, if {condition}")
        second = s.noun(self.second)
        if first.one and condition == f"there is {first.one}":
            none = "(if there is none: {})"
            return Noun(
                f"{first.plural} {none.format(second.plural)}", f"{first.one} {none.format(second.any)}"
            )
        texts = []
        for one, else_ in ((first.plural, second.plural), (first.any, second.any)):
            rest = f"(otherwise, if {else_[4:]}" if else_.startswith("(if ") else f"(otherwise) {else_}"
            texts.append(f"(if {condition}) {one}, {rest}")
        return Noun(*texts)


@ludeme("expand")
class Expand(Region):
    """A region (or site) with all sites within so many steps of it (default one), in any direction or the
    given one.

    Example: `(expand (sites Bottom) steps:2)`, `(expand origin:26)`.
    """

    container: IntExpr | str | None = arg(None, names=Kind.CONTAINER)
    region: Region | None = arg(None)
    origin: IntExpr | None = named("origin", None)
    steps: IntExpr | None = named("steps", None)
    direction: AbsoluteDirection | None = arg(None)
    type: SiteType | None = arg(None)
    one_of = (("region", "origin"),)

    def lower(self, b: Builder) -> Expr:
        if self.region is not None:
            start = self.region.lower(b)
        else:
            assert self.origin is not None
            start = k.one(site_of(b, self.origin, self.type))
        rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, self.type)
        near = rows.steps(b)
        steps = k.int_(1) if self.steps is None else self.steps.lower(b)

        def grown(sites: Expr) -> Expr:
            around = b.gather(sites, lambda: k.table(near, b.context(Context.SITE)), Context.SITE)
            return k.union(sites, around)

        if constant(steps) == 1:
            return grown(start)

        def run(first: Expr, times: Expr) -> Expr:
            sites = b.variable("grown", first)
            assert isinstance(sites.data, str)
            with b.count_up(k.int_(1), times):
                b.emit(Assign(sites.data, grown(sites), span=b.span))
            return sites

        return function_with(b, "expand", SITES, (start, steps), run, key=near)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        if self.region is not None:
            origin = s.noun(self.region).plural
        else:
            origin = s.site(self.origin) if self.origin is not None else s.say(self.container)
        steps = "one step" if self.steps is None else _steps(s, self.steps)
        way = "" if self.direction is None else f" {direction_word(self.direction.value)}"
        text = f"{origin} and all {s.cells} within {steps}{way} of it"
        return Noun(text, f"one of {text}", f"<is|is not> on {origin} or within {steps}{way} of it")


@ludeme("forEach")
class SitesWhere(Region):
    """The sites of a region for which a condition on `(site)` holds.

    Example: `(forEach (sites Occupied by:Mover) if:(= (state at:(site)) 1))`.
    """

    region: Region = arg()
    condition: BoolExpr = named("if")

    def lower(self, b: Builder) -> Expr:
        return b.filter(self.region.lower(b), lambda: self.condition.lower(b), Context.SITE)

    def always_empty(self) -> bool:
        return self.region.always_empty() or self.condition.asks_empty()

    def says(self, s: Speaker, no: bool = False) -> Noun:
        noun = s.noun(self.region)
        with s.about(site=IT):
            text = s.clause(self.condition)
        if text.startswith(f"{IT} "):
            rest = text[2:].replace(IT, "it")
            return Noun(f"those of {noun.plural} of which each {rest}", f"{noun.any} that {rest}")
        rest = text.replace(IT, "it")
        return Noun(f"those of {noun.plural} for which {rest}", f"{noun.any} for which {rest}")


@ludeme("forEach")
class SitesOfEach(Region):
    """The union of a region taken for each `(site)` of another.

    Example: `(forEach of:(sites Occupied by:Mover) (sites Around (site)))`.
    """

    of: Region = named("of")
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        return b.gather(self.of.lower(b), lambda: self.region.lower(b), Context.SITE)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        of = s.noun(self.of)
        with s.about(site="it"):
            inner = s.noun(self.region)
        return Noun(f"{inner.plural}, for any of {of.plural}", f"{inner.any}, for any of {of.plural}")


@ludeme("forEach")
class SitesOfNumbers(Region):
    """The union of a region taken for each `(value)` of an array."""

    values: Ints = arg()
    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        def run() -> Expr:
            sites = b.variable("sites", k.EMPTY_SET)
            assert isinstance(sites.data, str)

            def add(value: Expr) -> None:
                with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                    b.emit(Assign(str(sites.data), k.union(sites, self.region.lower(b)), span=b.span))

            self.values.lower_each(b, add)
            return sites

        return b.function("sites_of", SITES, run)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        with s.about(value="the number"):
            inner = s.noun(self.region)
        return Noun(
            f"{inner.plural}, for each number of {s.say(self.values)}",
            f"{inner.any}, for any number of {s.say(self.values)}",
        )


class BetweenWord(WordEnum):
    """A word that stands alone."""

    BETWEEN = "Between"


@ludeme("last")
class LastBetween(Region):
    """The sites that the last move passed over."""

    what: BetweenWord = arg()

    def lower(self, b: Builder) -> Expr:
        from gdl.lower.directions import between_sites

        return between_sites(b, b.register("last_from"), b.register("last_to"), None)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        text = f"the {s.cells} that the last move passed over"
        return Noun(text, f"one of {text}", "<was|was not> passed over by the last move")


def _in_first_only(first: Noun, second: Noun) -> str:
    """What it is to be in the first and not in the second."""
    if not first.member or "|" in f"{first.holds(False)}{second.holds(False)}":
        return ""
    return f"<{first.holds(False)} and {second.holds(True)}|{first.holds(True)} or {second.holds(False)}>"


def _steps(s: Speaker, steps: IntExpr) -> str:
    one = isinstance(steps, IntLiteral) and steps.value == 1
    return f"{s.say(steps)} step{'' if one else 's'}"
