"""How a game starts, in English."""

from __future__ import annotations

from typing import Any

from gdl.english.equipment import region_text
from gdl.english.grammar import a, counted, listed, number_word, plural, possessive
from gdl.english.numbers import variable
from gdl.english.places import WHOLE
from gdl.english.sayers import says
from gdl.english.site_names import runs
from gdl.english.speaker import Speaker
from gdl.english.values import Point
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import start as st
from gdl.support.printable import one_line
from gdl.words.words import RoleType


def piece_of(s: Speaker, name: str) -> tuple[str, str]:
    """Whose a piece is (`White`, or nothing) and what it is called."""
    base, owner = s.base(name)
    if owner is None:
        return "", base
    if owner == 0 or owner > s.facts.players:
        return ("", f"neutral {base}") if owner == 0 and s.facts.players > 1 else ("", base)
    return s.seat(owner), base


def _whose(who: str, noun: str) -> str:
    return f"{possessive(who)} {noun}" if who else noun


def _state(s: Speaker, it: Any) -> str:
    parts = []
    for name, word in (("state", "state"), ("value", "value")):
        value = getattr(it, name, None)
        if value is not None and not (name == "state" and s.states_explained):
            parts.append(f"{word} {s.say(value)}")
    if getattr(it, "rotation", None) is not None:
        parts.append("turned")
    return f" (with {listed(parts)})" if parts else ""


@says(st.Place)
def _place(s: Speaker, it: st.Place) -> str:
    who, base = piece_of(s, it.piece)
    number = it.count.value if isinstance(it.count, IntLiteral) else 1
    noun = base if number == 1 else plural(base)
    if it.container is not None and it.site is None and it.coord is None:
        name = it.container.rstrip("0123456789").lower()
        place = "hand" if name == "hand" else one_line(name)
        several = counted(number, base) if it.count is not None else a(base)
        if not who:
            several = several if it.count is not None else a(base)
            return f"each player has {several} in {'hand' if place == 'hand' else 'the ' + place}"
        return f"{who} has {several} in {'hand' if place == 'hand' else 'the ' + place}"
    if it.coord is not None:
        where = f"on {s.say(it.coord).lower()}"
    else:
        where = "on the board" if it.site is None else s.on(it.site)
    amount = "" if number == 1 and it.count is None else f"{number_word(number)} "
    if it.count is not None and not isinstance(it.count, IntLiteral):
        amount, noun = f"{s.say(it.count)} of ", plural(base)
    if amount:
        return f"{amount}{_of(who, noun)} {_are(where, number > 1)}{_state(s, it)}"
    return f"{_whose(who, noun) if who else a(noun)} {_are(where, number > 1)}{_state(s, it)}"


def _are(where: str, many: bool) -> str:
    """On a board pieces stand; in a hand they are."""
    if where.startswith("in "):
        return f"{'are' if many else 'is'} {where}"
    return f"{'stand' if many else 'stands'} {where}"


def _each_of(s: Speaker, region: Any) -> str:
    """Each site of a region; `each of the whole board` is every site of the board."""
    noun = s.noun(region)
    text = s.sites_of(region)
    if noun.inside and noun.any.startswith("a place of "):
        return f"each{noun.any.removeprefix('a')}"
    if noun.inside and noun.any == noun.plural:
        return text
    return f"each {s.cell} of the board" if noun.plural == WHOLE else f"each of {text}"


def _of(who: str, noun: str) -> str:
    return f"of {possessive(who)} {noun}" if who else noun


@says(st.PlaceMany)
def _many(s: Speaker, it: st.PlaceMany) -> str:
    who, base = piece_of(s, it.piece)
    if it.coords is not None:
        where = f"on {runs([s.say(each).lower() for each in it.coords])}"
        one = len(it.coords) == 1
    elif it.sites is not None:
        where = f"{s.noun(it.sites).preposition} {runs([s.site(each) for each in it.sites])}"
        one = len(it.sites) == 1
    elif it.region is not None:
        where, one = f"{s.noun(it.region).preposition} {s.sites_of(it.region)}", False
    else:
        where, one = "on the board", True
    noun = base if one else plural(base)
    counts = ""
    if it.counts is not None:
        counts = f", {listed([s.say(each) for each in it.counts])} of them"
    return f"{_whose(who, noun)} {_are(where, not one)}{counts}{_state(s, it)}"


@says(st.PlaceStack)
def _stack(s: Speaker, it: st.PlaceStack) -> str:
    names = it.items if it.items is not None else () if it.piece is None else (it.piece,)
    if it.coord is not None:
        where = f"on {s.say(it.coord).lower()}"
    elif isinstance(it.where, Region):
        where = f"{s.noun(it.where).preposition} {_each_of(s, it.where)}"
    elif isinstance(it.where, IntExpr):
        where = s.on(it.where)
    elif it.where is not None:
        sites = [s.site(each) if isinstance(each, IntExpr) else each.lower() for each in it.where]
        where = f"on each of {runs(sites)}"
    else:
        where = "on the board" if it.container is None else f"in the {s.say(it.container)}"
    if it.items is None and it.piece is not None:
        who, base = piece_of(s, it.piece)
        number = it.count.value if isinstance(it.count, IntLiteral) else None
        if number is None:  # a stack is begun with one
            number = 1
        owner = f" of {who}" if who else ""
        return f"{counted(number, base)}{owner} {_are(where, number != 1)}{_state(s, it)}"
    pairs = [piece_of(s, name) for name in names]
    owners = {who for who, _ in pairs}
    bases = [a(base) for _, base in pairs]
    if len(owners) == 1 and "" not in owners:
        return f"{where} {owners.pop()} has a stack, from the bottom: {listed(bases)}"
    return f"{where} there is a stack, from the bottom: {listed([_whose(who, base) for who, base in pairs])}"


@says(st.PlaceRandom)
def _random(s: Speaker, it: st.PlaceRandom) -> str:
    pieces = listed([_whose(*piece_of(s, name)) for name in it.pieces[:20]])
    where = f"on the empty {s.cells}"
    if it.region is not None:
        where = f"{s.noun(it.region).preposition} {s.sites_of(it.region)}"
    count = "" if it.count is None else f", {s.say(it.count)} of each"
    return f"{pieces}{count}, {where} drawn at random"


@says(st.SetStartPlayer)
def _score(s: Speaker, it: st.SetStartPlayer) -> str:
    who = "each player" if it.role in (None, RoleType.EACH, RoleType.ALL) else s.player(it.role)
    one = isinstance(it.value, IntLiteral) and it.value.value == 1
    what = s.scored(1 if one else 2) if it.of is st.StartPlayerType.SCORE else "to bet with"
    return f"{who} begins with {s.say(it.value)} {what}"


@says(st.SetStartSites)
def _sites(s: Speaker, it: st.SetStartSites) -> str:
    where = s.site(it.at) if it.at is not None else s.sites_of(it.to) if it.to is not None else "the board"
    inside = s.noun(it.at if it.at is not None else it.to).inside if it.at or it.to else False
    things = plural(s.facts.components[1].base) if len(s.facts.components) > 1 else "pieces"
    if it.of is st.StartSitesType.COUNT:
        single = isinstance(it.value, IntLiteral) and it.value.value == 1
        noun = s.facts.components[1].base if single and len(s.facts.components) > 1 else things
        there = where if it.to is None else _each_of(s, it.to)
        return f"{s.say(it.value)} {noun} {'lies' if single else 'lie'} {'in' if inside else 'on'} {there}"
    return f"the {s.word(it.of)} of {where} is {s.say(it.value)}"


@says(st.SetStartVar)
def _variable(s: Speaker, it: st.SetStartVar) -> str:
    return f"{variable(s, it.name)} is {s.say(it.value)} at first"


@says(st.SetStartRemember)
def _remember(s: Speaker, it: st.SetStartRemember) -> str:
    what = s.noun(it.what).plural if isinstance(it.what, Region) else s.say(it.what)
    return f"{what} {'are' if isinstance(it.what, Region) else 'is'} remembered" + (
        f" as “{s.say(it.name)}”" if it.name else ""
    )


@says(st.SetStartOwner)
def _owner(s: Speaker, it: st.SetStartOwner) -> str:
    where = it.sites or it.region or it.site
    if it.coord is not None or it.coords:
        text = listed([s.say(each).lower() for each in (it.coords or (it.coord,))])
    else:
        text = s.site(where) if isinstance(where, IntExpr) else region_text(s, where)
    return f"{s.player(it.role)} holds {text}"


@says(st.SetTeam)
def _team(s: Speaker, it: st.SetTeam) -> str:
    return f"{listed([s.player(each) for each in it.members])} are team {s.say(it.team)} and play together"


@says(st.ForEachPlayerStart)
def _each_player(s: Speaker, it: st.ForEachPlayerStart) -> Point:
    with s.about(player="that player"):
        return Point(f"for each player: {s.say(it.rule)}")


@says(st.ForEachSiteStart)
def _each_site(s: Speaker, it: st.ForEachSiteStart) -> Point:
    region = s.such(s.noun(it.region).plural, it.condition, "site")
    with s.about(site=f"that {s.cell}"):
        return Point(f"for each of {region}: {s.say(it.rule)}")


@says(st.ForEachValueStart)
def _each_number(s: Speaker, it: st.ForEachValueStart) -> Point:
    with s.about(value="that number"):
        return Point(f"for each number from {s.say(it.low)} to {s.say(it.high)}: {s.say(it.rule)}")


@says(st.ForEachIntsStart)
def _each(s: Speaker, it: st.ForEachIntsStart) -> Point:
    with s.about(value="that number", player="that player"):
        return Point(f"for each of {s.say(it.values)}: {s.say(it.rule)}")
