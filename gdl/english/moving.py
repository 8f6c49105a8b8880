"""Decisions in English: what you may do, as a verb with what belongs to it (`slide any distance`)."""

from __future__ import annotations

import re

from attrs import evolve

from gdl.english.grammar import listed, number_word, plural
from gdl.english.phrases import IT, attach
from gdl.english.sayers import says
from gdl.english.shapes import walked
from gdl.english.speaker import Speaker
from gdl.ludeme import arguments as base
from gdl.ludeme.categories import IntExpr, Moves, Region
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.ludemes import arguments as arg
from gdl.ludemes import counts, placing
from gdl.ludemes import ints_board as board
from gdl.ludemes import ints_context as ic
from gdl.ludemes.from_to import FromTo
from gdl.ludemes.hopping import Hop
from gdl.ludemes.sliding import Shoot, Slide
from gdl.ludemes.stepping import Leap, Step

# --- Where to ---------------------------------------------------------------------------------------------


def target(s: Speaker, to: arg.To | None, default: str = "", noun: str = "") -> str:
    """Where a move may end, with what it does there: `a cell with an enemy piece, capturing it`."""
    place = noun or f"a {s.cell}"
    if to is None:
        return default or place
    own = s.spoken.words_of(to, s)
    if own is not None:
        return own
    where = to.where
    if isinstance(where, Region):
        place = s.noun(where).any
    elif where is not None and not isinstance(where, ic.ToSite):
        place = s.site(where)
    elif to.condition is None:
        place = default or place
    if to.level is not None:
        bottom = isinstance(to.level, IntLiteral) and to.level.value == 0
        place = f"the bottom of the stack on {place}" if bottom else f"level {s.say(to.level)} of {place}"
    place = s.such(place, to.condition, "to", "site")
    if to.apply is not None and to.apply.condition is not None and to.condition is not None:
        with s.about(to=IT, site=IT):
            if s.clause(to.apply.condition) == s.clause(to.condition):  # asked already
                return place + applied(s, evolve(to.apply, condition=None), place)
    turned = "" if to.rotations is None else f", turned {s.say(to.rotations)}"
    return place + turned + applied(s, to.apply, place)


def applied(s: Speaker, apply: arg.Apply | None, place: str, word: str = "to") -> str:
    """What a move does to a site on its way."""
    if apply is None:
        return ""
    own = s.spoken.words_of(apply, s)
    if own is not None:
        return f", {own}" if own else ""
    text = (
        f", but only if {s.clause(apply.condition)}"
        if apply.condition is not None and apply.effect is None
        else ""
    )
    if apply.effect is None:
        return text
    there = "that place" if "hand" in place else f"that {s.cell}"
    with s.as_effect(), s.about(**{word: there}):
        if _captures(apply.effect, word):
            if place.endswith("is not occupied") or (place.startswith("an empty") and " or " not in place):
                return ""
            holds = "enemy piece" in place and "empty" not in place
            text = "capturing it" if holds else "capturing any piece there"
        else:
            effect = s.inline(apply.effect)
            text = f"where, before it arrives: {effect}"
        if apply.condition is not None:
            text = f"{text} if {s.clause(apply.condition)}"
    return f", {text}"


def _captures(effect: Moves, word: str) -> bool:
    """Does an effect remove what stands on the site in question, and nothing else?"""
    kind = ic.ToSite if word == "to" else ic.BetweenSite
    if not isinstance(effect, placing.Remove) or not isinstance(effect.where, kind):
        return False
    return effect.then is None and effect.level is None and effect.count is None


@says(arg.To)
def _to(s: Speaker, it: arg.To) -> str:
    return target(s, it)


@says(arg.From)
def _from(s: Speaker, it: arg.From) -> str:
    if it.where is None:
        return s.such(s.terms["from"], it.condition, "from")
    place = s.noun(it.where).any if isinstance(it.where, Region) else s.site(it.where)
    return s.such(place, it.condition, "from", "site")


def origin(s: Speaker, it: arg.From | None) -> str:
    """` from ...`, or nothing where the move starts from the piece in question."""
    if it is None or (it.where is None and it.condition is None) or isinstance(it.where, ic.FromSite):
        return ""
    return f" from {s.say(it)}"


@says(arg.Between)
def _between(s: Speaker, it: arg.Between) -> str:
    return s.such(f"a {s.cell}", it.condition, "between")


@says(arg.Apply)
def _apply(s: Speaker, it: arg.Apply) -> str:
    effect = "" if it.effect is None else s.effects(it.effect).text
    return effect if it.condition is None else f"{effect} if {s.clause(it.condition)}"


@says(arg.Range)
def _range(s: Speaker, it: arg.Range) -> str:
    if it.high is None:
        return s.say(it.low)
    return f"{s.say(it.low)} to {s.say(it.high)}"


@says(base.Then)
def _then(s: Speaker, it: base.Then) -> str:
    return s.effects(it.effect).text


@says(base.PieceArgument)
def _piece(s: Speaker, it: base.PieceArgument) -> str:
    return s.which(it)


@says(base.PlayerArgument)
def _player(s: Speaker, it: base.PlayerArgument) -> str:
    return s.player(it)


# --- Steps, slides, hops, leaps ---------------------------------------------------------------------------


def _stack(stack: bool) -> str:
    return " with its whole stack" if stack else ""


@says(Step)
def _step(s: Speaker, it: Step) -> str:
    way = "in any direction" if it.directions is None else s.say(it.directions)
    return f"step one {s.cell} {way}{_stack(it.stack)}{origin(s, it.origin)} to {target(s, it.to)}"


@says(Slide)
def _slide(s: Speaker, it: Slide) -> str:
    way = " in any direction" if it.directions is None else f" {s.say(it.directions)}"
    if it.track is not None:
        way = " along any track" if it.track == "AllTracks" else f" along the track “{s.say(it.track)}”"
    over, far = f"empty {s.cells}", "any distance"
    if it.between is not None:
        if it.between.condition is not None:
            over = s.such(s.cells, it.between.condition, "between")
        far = _far(s, it.between, far)
    text = f"slide {far}{way}{_stack(it.stack)}{origin(s, it.origin)} over {over}"
    return text + _beyond(s, it.to) + passed(s, it.between)


def _beyond(s: Speaker, to: arg.To | None) -> str:
    """Where a slide may end but on the sites that it goes over: on the one that ends its way."""
    if to is None:
        return ""
    own = s.spoken.words_of(to, s)
    if own is not None or to.where is not None:
        return f", to {own or target(s, to)}"
    beyond, end = f"the {s.cell} behind them", f"a {s.cell}"
    if to.condition is not None and not isinstance(to.condition, BoolLiteral):
        with s.about(to=IT, site=IT):
            text = s.clause(to.condition)
            asked = None if to.apply is None or to.apply.condition is None else s.clause(to.apply.condition)
        if text == f"{IT} is empty":
            return ""
        end = attach(end, text)
        beyond += f" if {text.replace(IT, 'it')}"
        apply = evolve(to.apply, condition=None) if to.apply is not None and asked == text else to.apply
        return f", or on to {beyond}{applied(s, apply, end)}"
    return f", or on to {beyond}{applied(s, to.apply, end)}"


def _far(s: Speaker, between: arg.Between, far: str) -> str:
    if between.range is not None:
        return f"{s.say(between.range)} {s.cells}"
    return far


def passed(s: Speaker, between: arg.Between | None) -> str:
    """What a move does to the sites that it passes over."""
    if between is None or between.apply is None:
        trail = None if between is None else between.trail
        return "" if trail is None else f", leaving {s.of_index(trail)} on each {s.cell} that it passes"
    own = s.spoken.words_of(between.apply, s)
    if own is not None:
        return f", {own}" if own else ""
    if between.apply.effect is not None and _captures(between.apply.effect, "between"):
        late = between.apply.effect.at is not None  # type: ignore[attr-defined]
        when = ", which is removed at the end of the turn" if late else ""
        if between.apply.condition is None:
            return f", capturing what it passes over{when}"
        return f", capturing what it passes over if {s.clause(between.apply.condition)}"
    with s.as_effect(), s.about(between=f"the {s.cell} passed over"):
        effect = "" if between.apply.effect is None else s.inline(between.apply.effect)
        when = "" if between.apply.condition is None else f" if {s.clause(between.apply.condition)}"
    return f"; for what it passes over: {effect}{when}" if effect else ""


@says(Hop)
def _hop(s: Speaker, it: Hop) -> str:
    way = "in any direction" if it.directions is None else s.say(it.directions)
    over = f"the neighbouring {s.cell}"
    far = ""
    if it.between is not None:
        if it.between.condition is not None:
            over = _hopped(s, it.between)
        far = _distances(s, it.between)
    end = target(s, it.to, noun=f"the {s.cell}")
    end = end.replace(f"the {s.cell} that is empty", f"the empty {s.cell}")
    behind = "right behind it" if not far else "behind it"
    text = f"hop {way}{_stack(it.stack)}{origin(s, it.origin)} over {over}"
    text += f" to {_behind(end, s.cell, behind)}{far}"
    return text + passed(s, it.between)


def _behind(end: str, cell: str, behind: str) -> str:
    for known in (f"the empty {cell}", f"an empty {cell}", f"the {cell}"):
        if end.startswith(known):
            return f"{known} {behind}{end[len(known) :]}"
    return f"{end} {behind}"


def _hopped(s: Speaker, between: arg.Between) -> str:
    assert between.condition is not None
    with s.about(between=IT):
        text = s.clause(between.condition)
    held = text.removeprefix(f"{IT} holds ")
    if held != text and IT not in held and " or " not in held and " and " not in held:
        return f"{held} next to it" if _none(between.before) else held
    if text == f"{IT} is occupied":
        return "a piece next to it" if _none(between.before) else "a piece"
    return attach(f"a neighbouring {s.cell}" if _none(between.before) else f"a {s.cell}", text)


def _distances(s: Speaker, between: arg.Between) -> str:
    parts = []
    if not _none(between.before):
        parts.append(f"{_up_to(s, between.before)} before it")
    if not _none(between.after):
        parts.append(f"{_up_to(s, between.after)} after it")
    if between.range is not None and not isinstance(between.range, arg.Exact):
        parts.append(f"over {s.say(between.range)} pieces in a row")
    return f", with {listed(parts)}" if parts else ""


def _none(number: IntExpr | None) -> bool:
    return number is None or (isinstance(number, IntLiteral) and number.value == 0)


def _up_to(s: Speaker, number: IntExpr | None) -> str:
    if isinstance(number, counts.Count):
        return f"any number of empty {s.cells}"
    if isinstance(number, IntLiteral):
        return (
            f"any number of empty {s.cells}"
            if number.value > 50
            else (f"up to {number_word(number.value)} empty {s.cells}")
        )
    return f"up to {s.say(number)} empty {s.cells}"


@says(Leap)
def _leap(s: Speaker, it: Leap) -> str:
    place = s.such("", it.to.condition, "to").strip(", ")
    _, one = walked(s, it.walk, "there")
    onward = ", forward only" if it.forward else "" if it.rotations else ", in these directions only"
    end = target(s, it.to)
    if "knight's" in one:
        return (
            f"leap{origin(s, it.origin)} a knight's move away to {end}{onward}"
            if place
            else f"leap a knight's move{onward}"
        )
    ways = one.partition(" by ")[2]
    return f"leap{origin(s, it.origin)} by {ways}, to {end}{onward}"


@says(Shoot)
def _shoot(s: Speaker, it: Shoot) -> str:
    way = "in any direction" if it.direction is None else s.word(it.direction)
    start = "" if it.origin is None else origin(s, it.origin)
    end = f"an empty {s.cell}" if it.to is None else target(s, it.to)
    return (
        f"shoot {s.which(it.piece)} any distance {way}{start or ' from there'} over empty {s.cells} to {end}"
    )


# --- From here to there -----------------------------------------------------------------------------------


@says(FromTo)
def _from_to(s: Speaker, it: FromTo) -> str:
    verb = "copy" if it.copy else "move"
    what = moved(s, it)
    if it.count is not None:
        things = s.facts.components[1].base if len(s.facts.components) > 1 else "piece"
        what = f"{s.say(it.count)} of {what}" if " of " not in what else what
        del things
    return f"{verb} {what} to {target(s, it.to)}"


def moved(s: Speaker, it: FromTo) -> str:
    """What is moved, and from where."""
    thing = "the whole stack" if it.stack else "the piece" if s.effect else s.terms.get("piece", "a piece")
    start = it.origin
    level = ""
    own = s.spoken.words_of(start, s)
    if own is not None:
        return own
    if start.level is not None:
        level = (
            f" (level {s.say(start.level)} of its stack)" if "top" not in s.say(start.level) else " on top"
        )
    if start.where is None or isinstance(start.where, ic.FromSite):
        what = s.terms.get("piece", "it" if not s.effect else "the piece") + (
            " and its whole stack" if it.stack else ""
        )
        if start.condition is None and what == "" and not level:
            return ""
        return s.such(what + level, start.condition, "from", "site")
    if isinstance(start.where, Region):
        place = s.such(s.noun(start.where).any, start.condition, "from", "site")
        return f"{'a stack' if it.stack else 'a piece'}{level} from {place}"
    place = s.such(s.site(start.where), start.condition, "from", "site")
    if isinstance(start.where, board.HandSite):
        return f"a piece from {place}"
    return (
        f"{thing}{level} {s.noun(start.where).preposition} {place}"
        if s.effect
        else f"{thing}{level} from {place}"
    )


# --- Placing, removing, changing --------------------------------------------------------------------------


def own_piece(s: Speaker) -> str:
    """A piece that the mover adds where none is named."""
    first = {c.owner: c.base for c in reversed(s.kinds()) if 0 < c.owner <= s.facts.players}
    bases = set(first.values())
    return f"one of your {plural(bases.pop())}" if len(bases) == 1 else "one of your pieces"


@says(placing.Add)
def _add(s: Speaker, it: placing.Add) -> str:
    piece = own_piece(s) if it.piece is None else s.which(it.piece)
    count = "" if it.count is None else f"{s.say(it.count)} times "
    stack = " on top" if it.stack and it.to.level is None else ""
    inside = it.to is not None and it.to.where is not None and s.noun(it.to.where).inside
    there = target(s, it.to, noun=f"a {s.cell}")
    return f"place {count}{piece}{stack} {'in' if inside else 'on'} {there}"


@says(placing.Claim)
def _claim(s: Speaker, it: placing.Claim) -> str:
    piece = "" if it.piece is None else f" with {s.which(it.piece)}"
    return f"claim {target(s, it.to)}{piece}"


@says(placing.Remove)
def _remove(s: Speaker, it: placing.Remove) -> str:
    late = " at the end of the turn" if it.at is not None and it.at.value == "EndOfTurn" else ""
    count = "" if it.count is None else f"{s.say(it.count)} of "
    if isinstance(it.where, Region):
        noun = s.noun(it.where)
        held = re.fullmatch(r"an? \w+ with (an? [\w ]+)", noun.any)
        many = re.fullmatch(r"the \w+ with ([\w ]+?)( (?:next to|orthogonally|diagonally) .*)?", noun.plural)
        if s.effect:
            text = (
                f"remove {count}all {many[1]}{many[2] or ''}"
                if many
                else f"remove {count}all pieces {s.on(it.where)}"
            )
        else:
            text = f"remove {held[1]}" if held else f"remove a piece from {noun.any}"
    elif it.level is not None:
        level = s.say(it.level)
        where = (
            "on top"
            if level.startswith("the top")
            else f"at level {level}"
            if isinstance(it.level, IntLiteral)
            else (f"at {level}")
        )
        text = f"remove the piece {where} of the stack {s.on(it.where)}"
    else:
        text = f"remove {count}the piece {s.on(it.where)}"
        if s.facts.stacks or s.facts.counts:
            text = f"remove {count}what stands {s.on(it.where)}"
    return text + late


@says(placing.Promote)
def _promote(s: Speaker, it: placing.Promote) -> str:
    where = f"on {s.terms['to']}" if it.where is None else s.on(it.where)
    owner = "" if it.owner is None else f" of {s.player(it.owner)}" if s.player(it.owner) != "you" else ""
    return f"turn the piece {where} into {s.which(it.piece)}{owner}"


@says(placing.Select)
def _select(s: Speaker, it: placing.Select) -> str:
    text = f"choose {s.say(it.origin)}"
    return text if it.to is None else f"{text}, and {target(s, it.to)}"


@says(placing.SwapPieces)
def _swap(s: Speaker, it: placing.SwapPieces) -> str:
    first = f"on {s.terms['last from']}" if it.first is None else s.on(it.first)
    second = s.terms["last to"] if it.second is None else s.site(it.second)
    if it.first is not None and it.second is not None and s.noun(it.second).inside:
        second = s.on(it.second)
    return f"swap the pieces {first} and {second}"
