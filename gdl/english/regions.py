"""Regions in English that are made of others: joined, common, left out, grown, chosen by a condition."""

from __future__ import annotations

import re

from gdl.english.direction_words import direction_word
from gdl.english.grammar import listed
from gdl.english.phrases import IT
from gdl.english.sayers import Noun, says
from gdl.english.speaker import Speaker
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import regions as r


@says(r.RegionDifference)
def _difference(s: Speaker, it: r.RegionDifference) -> Noun:
    first = s.noun(it.first)
    second = s.noun(it.second)
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
        member = choose_both(first, second)
        return Noun(f"{first.plural} without {second.plural}", f"{first.any}{that}", member)
    return Noun(f"{first.plural} except {second.plural}", f"{first.any}, except {second.plural}")


def choose_both(first: Noun, second: Noun) -> str:
    """What it is to be in the first and not in the second."""
    if not first.member or "|" in f"{first.holds(False)}{second.holds(False)}":
        return ""
    return f"<{first.holds(False)} and {second.holds(True)}|{first.holds(True)} or {second.holds(False)}>"


def several(it: r.RegionUnion | r.RegionIntersection) -> list[Region]:
    """The regions that are put together."""
    return [each for each in (it.several or (it.first, it.second)) if each is not None]


@says(r.RegionUnion)
def _union(s: Speaker, it: r.RegionUnion) -> Noun:
    nouns = [s.noun(each) for each in several(it)]
    if len(nouns) == 1:
        return nouns[0]
    member = ""
    if all(noun.member for noun in nouns):
        yes = [noun.holds(False) for noun in nouns]
        no = [noun.holds(True) for noun in nouns]
        member = f"<{listed(yes, 'or')}|{listed(no, 'and')}>"
    many, some = listed([noun.plural for noun in nouns]), listed([noun.any for noun in nouns], "or")
    inside = {noun.inside for noun in nouns}
    each = listed([noun.where or f"{noun.preposition} {noun.plural}" for noun in nouns])
    return Noun(many, some, member, inside=inside == {True}, where=each if len(inside) > 1 else "")


@says(r.RegionIntersection)
def _intersection(s: Speaker, it: r.RegionIntersection) -> Noun:
    parts = several(it)
    nouns = [s.noun(each) for each in parts]
    if len(nouns) == 1:
        return nouns[0]
    first, rest = nouns[0], nouns[1:]
    member = ""
    if all(noun.member for noun in nouns):
        yes = [noun.holds(False) for noun in nouns]
        no = [noun.holds(True) for noun in nouns]
        member = f"<{listed(yes, 'and')}|{listed(no, 'or')}>"
    if first.member == "<is|is not> empty":
        # The emptiness of what is otherwise described.
        inner = listed([noun.plural for noun in rest])
        return Noun(f"the empty {s.cells} among {inner}", f"an empty {s.cell} among {inner}", member)
    if all(noun.member for noun in rest):
        such = listed([noun.holds(False) for noun in rest])
        return Noun(f"{first.plural}, as far as each {such}", f"{first.any} that {such}", member)
    common = listed([noun.plural for noun in nouns])
    return Noun(f"the {s.cells} common to {common}", f"a {s.cell} common to {common}", member)


@says(r.Expand)
def _expand(s: Speaker, it: r.Expand) -> Noun:
    if it.region is not None:
        origin = s.noun(it.region).plural
    else:
        origin = s.site(it.origin) if it.origin is not None else s.say(it.container)
    steps = "one step" if it.steps is None else _steps(s, it.steps)
    way = "" if it.direction is None else f" {direction_word(it.direction.value)}"
    text = f"{origin} and all {s.cells} within {steps}{way} of it"
    return Noun(text, f"one of {text}", f"<is|is not> on {origin} or within {steps}{way} of it")


def _steps(s: Speaker, steps: IntExpr) -> str:
    one = isinstance(steps, IntLiteral) and steps.value == 1
    return f"{s.say(steps)} step{'' if one else 's'}"


@says(r.SitesWhere)
def _where(s: Speaker, it: r.SitesWhere) -> Noun:
    noun = s.noun(it.region)
    with s.about(site=IT):
        text = s.clause(it.condition)
    if text.startswith(f"{IT} "):
        rest = text[2:].replace(IT, "it")
        return Noun(f"those of {noun.plural} of which each {rest}", f"{noun.any} that {rest}")
    rest = text.replace(IT, "it")
    return Noun(f"those of {noun.plural} for which {rest}", f"{noun.any} for which {rest}")


@says(r.SitesOfEach)
def _of_each(s: Speaker, it: r.SitesOfEach) -> Noun:
    of = s.noun(it.of)
    with s.about(site="it"):
        inner = s.noun(it.region)
    return Noun(f"{inner.plural}, for any of {of.plural}", f"{inner.any}, for any of {of.plural}")


@says(r.SitesOfNumbers)
def _of_numbers(s: Speaker, it: r.SitesOfNumbers) -> Noun:
    with s.about(value="the number"):
        inner = s.noun(it.region)
    return Noun(
        f"{inner.plural}, for each number of {s.say(it.values)}",
        f"{inner.any}, for any number of {s.say(it.values)}",
    )


@says(r.RegionIf)
def _region_if(s: Speaker, it: r.RegionIf) -> Noun:
    condition = s.clause(it.condition)
    first = s.noun(it.first)
    if it.second is None:
        return Noun(f"{first.plural}, if {condition}", f"{first.any}, if {condition}")
    second = s.noun(it.second)
    if first.one and condition == f"there is {first.one}":
        none = "(if there is none: {})"
        return Noun(f"{first.plural} {none.format(second.plural)}", f"{first.one} {none.format(second.any)}")
    texts = []
    for one, else_ in ((first.plural, second.plural), (first.any, second.any)):
        rest = f"(otherwise, if {else_[4:]}" if else_.startswith("(if ") else f"(otherwise) {else_}"
        texts.append(f"(if {condition}) {one}, {rest}")
    return Noun(*texts)


@says(r.LastBetween)
def _last_between(s: Speaker, it: r.LastBetween) -> Noun:
    text = f"the {s.cells} that the last move passed over"
    return Noun(text, f"one of {text}", "<was|was not> passed over by the last move")
