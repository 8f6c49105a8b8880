"""Comparisons in English: amounts, who or what stands somewhere, and one site being another."""

from __future__ import annotations

import re

from gdl.english.grammar import number_word, plural, singular, times_word
from gdl.english.numbers import constant, counted_pieces
from gdl.english.phrases import IT
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import comparisons as compare
from gdl.ludemes import counts, ints
from gdl.ludemes import ints_state as state
from gdl.words.words import RoleType

_SAID = {
    compare.Less: "less than",
    compare.AtMostEqual: "at most",
    compare.Greater: "more than",
    compare.AtLeastEqual: "at least",
}
#: What somebody has, compared with what somebody else has.
_AS_MANY = {
    compare.Less: "fewer {} than",
    compare.AtMostEqual: "at most as many {} as",
    compare.Greater: "more {} than",
    compare.AtLeastEqual: "at least as many {} as",
}
_TURNED = {compare.Less: compare.Greater, compare.Greater: compare.Less,
           compare.AtMostEqual: compare.AtLeastEqual, compare.AtLeastEqual: compare.AtMostEqual}  # fmt: skip
_DENIED = {compare.Less: compare.AtLeastEqual, compare.AtLeastEqual: compare.Less,
           compare.Greater: compare.AtMostEqual, compare.AtMostEqual: compare.Greater}  # fmt: skip


@says(compare.Less, compare.AtMostEqual, compare.Greater, compare.AtLeastEqual)
def _compare(s: Speaker, it: compare.CompareNumbers, no: bool) -> str:
    kind = _DENIED[type(it)] if no else type(it)
    first, second = it.first, it.second
    if isinstance(first, IntLiteral) and not isinstance(second, IntLiteral):
        kind, first, second = _TURNED[kind], second, first
    number = constant(second)
    if number is not None:
        return _with_number(s, kind, first, number)
    held = _held(s, first)
    if held is not None:
        return f"{held[0]} {_AS_MANY[kind].format(held[1])} {_than(s, second, held[1])}"
    return f"{s.say(first)} is {_SAID[kind]} {s.say(second)}"


def _with_number(s: Speaker, kind: type[compare.CompareNumbers], what: IntExpr, number: int) -> str:
    if kind is compare.Greater:
        kind, number = compare.AtLeastEqual, number + 1
    if kind is compare.AtMostEqual:
        kind, number = (compare.Less, number + 1) if number == 0 else (kind, number)
    if kind is compare.Less and number == 1 and _counts(s, what):
        return _amount(s, what, "no", "is zero")
    word = number_word(number) if number >= 0 else f"minus {number_word(-number)}"
    many = {compare.Less: f"fewer than {word}", compare.AtLeastEqual: f"at least {word}",
            compare.AtMostEqual: f"at most {word}"}[kind]  # fmt: skip
    single = {compare.Less: f"is less than {word}", compare.AtLeastEqual: f"is {word} or more",
              compare.AtMostEqual: f"is at most {word}"}[kind]  # fmt: skip
    return _amount(s, what, many, single, number)


def _held(s: Speaker, what: IntExpr) -> tuple[str, str, str] | None:
    """Of a number of things that somebody has: who has it, what, and who; None for any other number."""
    if s.spoken.words_of(what, s) is not None:
        return None
    if isinstance(what, counts.CountPieces):
        who, noun = counted_pieces(s, what)
        have = "have" if who == "you" or who.startswith("the players") else "has"
        return (f"{who} {have}" if who else "there are"), noun, who
    tally = s.scores if isinstance(what, state.Score) else _tally(s, what)
    if tally and isinstance(what, state.Score | state.ValuePlayer | state.MatchScore):
        return s.has(what.who), tally, s.player(what.who)
    return None


def _than(s: Speaker, other: IntExpr, noun: str) -> str:
    """The other side of a comparison: of the same things only who has them."""
    held = _held(s, other)
    return held[2] if held is not None and held[1] == noun and held[2] else s.say(other)


def _counts(s: Speaker, what: IntExpr) -> bool:
    return bool(_tally(s, what)) or isinstance(
        what, counts.CountPieces | counts.CountSites | counts.CountRepeats | counts.CountGroups
    )


def _tally(s: Speaker, what: IntExpr) -> str:
    """What a number of a player counts, if the file says so."""
    if isinstance(what, state.Score) and s.scores != "points":
        return s.scores
    if isinstance(what, state.MatchScore):
        return "points in the match"
    return s.values if isinstance(what, state.ValuePlayer) else ""


def _amount(s: Speaker, what: IntExpr, many: str, single: str, number: int = 2) -> str:
    """How many there are of something, as a clause; of a number that counts nothing, what it is."""
    if isinstance(what, counts.CountPieces) and s.spoken.words_of(what, s) is None:
        who, noun = counted_pieces(s, what)
        noun = noun if number != 1 else _singular(noun)
        if who:
            has = "have" if who in ("you",) or who.startswith("the players") else "has"
            return f"{who} {has} {many} {noun}"
        return f"there {'is' if number == 1 and many != 'no' else 'are'} {many} {noun}"
    if (
        isinstance(what, counts.CountSites)
        and what.within is not None
        and what.what is not None
        and many in ("no", "at least one")
    ):
        sites = s.noun(what.within)
        plain = sites.one or f"one of {sites.plural}"
        if many == "at least one":
            return f"there is {plain}" if sites.one else f"there is at least {plain}"
        return (
            f"there is no {re.sub('^an? ', '', plain)}"
            if sites.one.startswith(("a ", "an "))
            else (f"there are none of {sites.plural}")
        )
    tally = _tally(s, what) if s.spoken.words_of(what, s) is None else ""
    if tally and isinstance(what, state.Score | state.ValuePlayer | state.MatchScore):
        return f"{s.has(what.who)} {many} {_singular(tally) if number == 1 and many != 'no' else tally}"
    text = s.say(what)
    if text.startswith("the number of times that "):
        return _often(text.removeprefix("the number of times that "), many)
    if text.startswith("the number of moves made"):
        rest = text.removeprefix("the number of moves made")
        return f"{many} {'move has' if number == 1 and many != 'no' else 'moves have'} been made{rest}"
    if text.startswith("the number of games played"):
        return f"{many} {'game has' if number == 1 else 'games have'} been played"
    if text.startswith("the number of ") and _counts(s, what):
        noun = text.removeprefix("the number of ")
        if noun.startswith(("your ", "the ", "those ", "one ")):
            many = "none" if many == "no" else many
            return f"there {'is' if number == 1 else 'are'} {many} of {noun}"
        verb = "is" if number == 1 and many != "no" else "are"
        return f"there {verb} {many} {_singular(noun) if number == 1 else noun}"
    return f"{text} {single}"


def _often(what: str, many: str) -> str:
    """How often something was so."""
    head, _, last = many.rpartition(" ")
    number = {number_word(n): n for n in range(1, 13)}.get(last)
    often = times_word(number) if number is not None else f"{last} times"
    if many == "no":
        return f"it was never so that {what}"
    head = "" if head == "exactly" else head
    subject, _, rest = what.partition(" stood ")
    return f"{subject} stood {head} {often} {rest}" if rest else f"{head} {often} {what}"


def _singular(noun: str) -> str:
    first, space, rest = noun.partition(" ")
    if first in ("pieces", "cells", "points", "groups", "edges", "holes"):
        return first[:-1] + space + rest
    if not space:
        return singular(noun)
    if first.endswith("s") and plural(first[:-1]) == first:
        return first[:-1] + space + rest
    return noun


@says(compare.Equal)
def _equal(s: Speaker, it: compare.Equal, no: bool) -> str:
    return _same(s, it.first, it.second, no)


@says(compare.NotEqual)
def _not_equal(s: Speaker, it: compare.NotEqual, no: bool) -> str:
    return _same(s, it.first, it.second, not no)


def _same(s: Speaker, first: IntExpr, second: IntExpr | RoleType, no: bool) -> str:
    if isinstance(first, IntLiteral) and isinstance(second, IntExpr):
        first, second = second, first
    if isinstance(second, state.WhoAt | state.What) and not isinstance(first, state.WhoAt | state.What):
        assert isinstance(second, IntExpr)
        first, second = second, first
    if isinstance(second, state.StateAt) and not isinstance(first, state.StateAt):
        first, second = second, first
    if isinstance(first, state.WhoAt):
        return held_by(s, first, second, no)
    if isinstance(first, state.What):
        return _piece_is(s, first, second, no)
    if isinstance(second, IntLiteral):
        number = second.value
        if _counts(s, first) and number >= 0:
            if number == 0:
                return _amount(
                    s,
                    first,
                    "at least one" if no else "no",
                    "is not zero" if no else "is zero",
                    1 if no else 2,
                )
            word = number_word(number)
            return _amount(s, first, f"not exactly {word}" if no else f"exactly {word}", "", number)
        if isinstance(first, counts.Count):
            word = number_word(number)
            return _amount(s, first, f"not exactly {word}" if no else f"exactly {word}",
                           f"is{' not' if no else ''} {word}", number)  # fmt: skip
    held = _held(s, first)
    if held is not None and isinstance(second, IntExpr):
        other = _held(s, second)
        if (other is not None and other[1] == held[1]) or isinstance(first, state.MatchScore):
            many = f"{'not exactly ' if no else ''}as many {held[1]} as"
            return f"{held[0]} {many} {_than(s, second, held[1])}"
    left = s.say(first)
    right = (
        s.player(second)
        if isinstance(second, RoleType) or first.stands_for() is Quantity.PLAYER
        else s.site(second)
        if _is_site(first)
        else s.say(second)
    )
    if isinstance(second, ints.FromSite | ints.ToSite) and _is_site(first):
        right = s.say(second)
    verb = "are" if left == "you" else "is"
    if left.startswith("the piece ") and "’s" not in right:
        return f"{left} {verb}{' not' if no else ''} {right}"
    return f"{left} {verb}{' not' if no else ''} {right}"


def _is_site(value: IntExpr) -> bool:
    return value.stands_for() is Quantity.SITE


def _place(s: Speaker, at: state.What | state.WhoAt) -> str:
    """Where a piece stands, as what holds it."""
    site = s.site(at.at)
    if at.level is None:
        return site
    if isinstance(at.level, state.TopLevel):
        return f"the top of the stack {s.on(at.at)}" if site != IT else IT
    return (
        f"level {s.say(at.level)} of {site}"
        if isinstance(at.level, IntLiteral)
        else f"{s.say(at.level)} of {site}"
    )


def held_by(s: Speaker, at: state.WhoAt, who: IntExpr | RoleType, no: bool) -> str:
    """Whether what stands somewhere is a player's."""
    place = _place(s, at)
    if isinstance(who, state.WhoAt):
        same = f"{place} and {_place(s, who)} hold pieces of "
        return same + ("different players" if no else "the same player")
    if isinstance(who, IntLiteral) and who.value == 0:
        return f"{place} {'holds a piece of a player' if no else 'holds no piece of a player'}"
    return f"{place} {'does not hold' if no else 'holds'} {s.one_owned(who)}"


def _piece_is(s: Speaker, at: state.What, piece: IntExpr | RoleType, no: bool) -> str:
    place = _place(s, at)
    if isinstance(piece, IntLiteral) and piece.value == 0:
        return f"{place} is {'not ' if no else ''}empty"
    if isinstance(piece, state.What):
        return f"{place} and {_place(s, piece)} {'do not hold' if no else 'hold'} the same kind of piece"
    if isinstance(piece, RoleType):
        return f"{place} {'does not hold' if no else 'holds'} {s.one_owned(piece)}"
    if isinstance(piece, IntExpr):
        return f"{place} {'does not hold' if no else 'holds'} {s.of_index(piece)}"
    return f"{place} {'does not hold' if no else 'holds'} {s.say(piece)}"
