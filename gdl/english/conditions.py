"""Conditions in English, of players, moves and pieces: clauses, each with the words for when it is denied."""

from __future__ import annotations

from gdl.english.comparing import held_by
from gdl.english.grammar import listed
from gdl.english.phrases import IT
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme import literals
from gdl.ludeme.categories import IntExpr
from gdl.ludemes import booleans as b
from gdl.ludemes import ints_state as state
from gdl.ludemes import is_site as i
from gdl.words.words import RoleType


@says(b.NoMoves)
def _no_moves(s: Speaker, it: b.NoMoves, no: bool) -> str:
    return f"{s.has(it.role)} {'a legal move' if no else 'no legal move'}"


@says(b.NoPieces)
def _no_pieces(s: Speaker, it: b.NoPieces, no: bool) -> str:
    noun = s.pieces(it.name) if it.name else "pieces"
    where = ""
    if it.within is not None:
        where = f" {s.on(it.within)}"
    who = it.role if it.role is not None else it.of
    if who is None or who in (RoleType.ALL, RoleType.EACH, RoleType.SHARED):
        where = where or " on the board"
        return f"there are {'' if no else 'no '}{noun}{where}"
    if who is RoleType.NEUTRAL:
        return f"there are {'' if no else 'no '}neutral {noun}{where}"
    left = "" if where else " left"
    return f"{s.has(who)} {'' if no else 'no '}{noun}{where}{left}"


@says(b.CanMove)
def _can_move(s: Speaker, it: b.CanMove, no: bool) -> str:
    with s.as_effect(False):
        text = s.inline(it.moves)
        if text.replace(f" from {s.terms['last to']}", "") == s.terms.get("done"):
            return f"you {'cannot' if no else 'can'} do the same again from {s.terms['last to']}"
        return f"you {'cannot' if no else 'can'} {text}"


@says(b.AllSimple)
def _all_simple(s: Speaker, it: b.AllSimple, no: bool) -> str:
    return {
        "DiceEqual": f"the dice {'do not all show' if no else 'all show'} the same",
        "DiceUsed": f"the dice are {'not all used' if no else 'all used'}",
        "Passed": "not everybody has just passed" if no else "all players have passed in a row",
    }[it.of.value]


@says(b.AllSites)
def _all_sites(s: Speaker, it: b.AllSites, no: bool) -> str:
    noun = s.noun(it.region).plural
    if it.of is b.AllSitesType.DIFFERENT:
        return f"{noun} {'do not all' if no else 'all'} hold different pieces"
    with s.about(site=IT):
        text = s.clause(it.condition, no)
    if text.startswith(f"{IT} "):
        text = text[2:].replace(IT, "it")
        return f"at least one of {noun} {text}" if no else f"each of {noun} {text}"
    text = text.replace(IT, "it")
    return f"for at least one of {noun}, {text}" if no else f"for each of {noun}, {text}"


@says(b.AllValues)
def _all_values(s: Speaker, it: b.AllValues, no: bool) -> str:
    with s.about(value="it"):
        return f"for {'at least one' if no else 'each'} of {s.say(it.values)}, {s.clause(it.condition, no)}"


@says(b.AllGroups)
def _all_groups(s: Speaker, it: b.AllGroups, no: bool) -> str:
    of = "" if it.of is None else f" of {s.such(s.cells, it.of, 'to', 'site')}"
    with s.about(sites="it"):
        return f"for {'at least one' if no else 'each'} group{of}, {s.clause(it.condition, no)}"


@says(i.IsEmpty)
def _empty(s: Speaker, it: i.IsEmpty, no: bool) -> str:
    word = "empty" if it.what is i.SiteCondition.EMPTY else "occupied"
    return f"{s.site(it.site)} is {'not ' if no else ''}{word}"


@says(i.IsIn)
def _in(s: Speaker, it: i.IsIn, no: bool) -> str:
    site = s.terms["to"] if it.site is None else s.site(it.site)
    if isinstance(it.region, literals.IntsLiteral) or not hasattr(it.region, "lower"):
        return f"{site} is {'not ' if no else ''}one of {_sites(s, it.region)}"
    return f"{site} {s.noun(it.region).holds(no)}"


def _sites(s: Speaker, numbers: object) -> str:
    items = getattr(numbers, "items", None)
    return listed([s.site(each) for each in items]) if isinstance(items, tuple) else s.say(numbers)


@says(i.IsPlayer)
def _player(s: Speaker, it: i.IsPlayer, no: bool) -> str:
    who, what = it.who, it.what
    pieces = {
        i.PlayerCondition.ENEMY: RoleType.ENEMY, i.PlayerCondition.FRIEND: RoleType.FRIEND,
        i.PlayerCondition.MOVER: RoleType.MOVER, i.PlayerCondition.NEXT: RoleType.NEXT,
        i.PlayerCondition.PREV: RoleType.PREV,
    }  # fmt: skip
    if isinstance(who, state.WhoAt) and what in pieces:
        return held_by(s, who, pieces[what], no)
    name = s.player(who)
    verb = "are" if name == "you" else "is"
    yes = {
        "Active": f"{verb} {'out of' if no else 'still in'} the game",
        "Enemy": f"{verb} {'no' if no else 'an'} opponent",
        "Friend": f"{verb} {'not ' if no else ''}on your side",
        "Mover": f"{verb} {'not ' if no else ''}the player to move",
        "Next": f"{verb} {'not ' if no else ''}the next to move",
        "Prev": f"{verb} {'not ' if no else ''}the player who has just moved",
    }[what.value]
    if what is i.PlayerCondition.PREV and who is RoleType.MOVER:
        return "this is the first move of the turn" if no else "this is a further move in the same turn"
    if what is i.PlayerCondition.NEXT and who is RoleType.MOVER:
        return "your turn is over" if no else "you move again"
    return f"{name} {yes}"


@says(i.IsNumber)
def _number(s: Speaker, it: i.IsNumber, no: bool) -> str:
    value = "it" if it.value is None else s.say(it.value)
    return {
        "AnyDie": f"{value} is {'not ' if no else ''}what a die not used yet shows",
        "Even": f"{value} is {'odd' if no else 'even'}",
        "Odd": f"{value} is {'even' if no else 'odd'}",
        "Visited": f"{value} was {'not ' if no else ''}visited in this turn",
        "Flat": f"{value} {'does not lie' if no else 'lies'} flat",
        "PipsMatch": f"the pips {'do not match' if no else 'match'}",
        "SidesMatch": f"the sides {'do not match' if no else 'match'}",
    }[it.what.value]


@says(i.IsSimple)
def _simple(s: Speaker, it: i.IsSimple, no: bool) -> str:
    return {
        "Cycle": f"the game {'does not go' if no else 'goes'} round in a circle",
        "Full": f"the board is {'not ' if no else ''}full",
        "Pending": f"{'nothing' if no else 'something'} is kept in mind from the move before",
    }[it.what.value]


@says(i.IsSaid)
def _said(s: Speaker, it: i.IsSaid, no: bool) -> str:
    has = "has not been" if no else "has been"
    verb = "proposed" if it.what is i.SayingCondition.PROPOSED else "decided on"
    return f"“{s.say(it.text)}” {has} {verb}"


@says(i.IsRelated)
def _related(s: Speaker, it: i.IsRelated, no: bool) -> str:
    how = {"Orthogonal": "orthogonally ", "Diagonal": "diagonally "}.get(it.relation.value, "")
    other = s.site(it.other) if isinstance(it.other, IntExpr) else f"one of {s.noun(it.other).plural}"
    return f"{s.site(it.site)} is {'not ' if no else ''}{how}next to {other}"
