"""Conditions in English: clauses, each with the words for when it is denied."""

from __future__ import annotations

import re

from gdl.english.grammar import listed, number_word, plural, times_word
from gdl.english.numbers import counted_pieces
from gdl.english.places import static_region
from gdl.english.sayers import says, templates
from gdl.english.speaker import IT, Speaker
from gdl.ludeme import literals
from gdl.ludeme.categories import BoolExpr, IntExpr
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes import booleans as b
from gdl.ludemes import comparisons as compare
from gdl.ludemes import counts, ints, is_aligned, is_line, is_shape
from gdl.ludemes import ints_state as state
from gdl.ludemes import is_site as i
from gdl.words.words import AbsoluteDirection, RoleType, StaticRegion

# --- Put together -----------------------------------------------------------------------------------------


def parts_of(it: BoolExpr) -> list[BoolExpr]:
    """The conditions of an `and` or `or`."""
    assert isinstance(it, b.AllHold | b.AnyHolds)
    return [each for each in (it.several or (it.first, it.second)) if each is not None]


@says(b.AllHold)
def _all_hold(s: Speaker, it: b.AllHold, no: bool) -> str:
    return _joined(s, it, no, "or" if no else "and")


@says(b.AnyHolds)
def _any_holds(s: Speaker, it: b.AnyHolds, no: bool) -> str:
    return _joined(s, it, no, "and" if no else "or")


def _joined(s: Speaker, it: BoolExpr, no: bool, word: str) -> str:
    """The clauses, with `either` before an `or` and `both` before an `and` that stand inside the other."""
    texts = []
    parts = parts_of(it)
    fixed = [part.value != no for part in parts if isinstance(part, literals.BoolLiteral)]
    if (word == "and") is False and True in fixed:
        return "always"
    if word == "and" and False in fixed:
        return "never"
    for part in parts:
        if isinstance(part, literals.BoolLiteral):
            continue
        text = s.clause(part, no)
        inner = _word_of(part, no)
        if inner is not None and inner != word and f" {inner} " in text:
            text = f"{'either' if inner == 'or' else 'both'} {text}"
        texts.append(text)
    if not texts:
        return "always" if word == "and" else "never"
    same = _same_subject(texts)
    return listed(texts, word) if same is None else same[0] + " " + listed(same[1], word)


def _word_of(part: BoolExpr, no: bool) -> str | None:
    if isinstance(part, b.Not):
        return _word_of(part.condition, not no)
    if isinstance(part, b.AllHold):
        return "or" if no else "and"
    return ("and" if no else "or") if isinstance(part, b.AnyHolds) else None


def _same_subject(texts: list[str]) -> tuple[str, list[str]] | None:
    """Of clauses about one subject, `IT`: the subject once, and what is said of it."""
    if len(texts) > 1 and all(
        text.startswith(f"{IT} ") and " or " not in text and " and " not in text for text in texts
    ):
        return IT, [text[2:] for text in texts]
    return None


@says(b.Not)
def _not(s: Speaker, it: b.Not, no: bool) -> str:
    return s.clause(it.condition, not no)


@says(b.OneHolds)
def _one_holds(s: Speaker, it: b.OneHolds, no: bool) -> str:
    both = f"{s.clause(it.first)} or {s.clause(it.second)}"
    return f"both or neither of these hold: {both}" if no else f"either {both}, but not both"


@says(b.BoolIf)
def _bool_if(s: Speaker, it: b.BoolIf, no: bool) -> str:
    condition, first = s.clause(it.condition), s.clause(it.first, no)
    if it.second is None:
        return f"{s.clause(it.condition, True)} or {first}" if no else f"{condition} and {first}"
    if isinstance(it.second, literals.BoolLiteral) and it.second.value:
        return f"{condition} and {first}" if no else f"{s.clause(it.condition, True)} or {first}"
    return f"{first} (if {condition}) or {s.clause(it.second, no)} (if not)"


@says(literals.BoolLiteral)
def _bool(s: Speaker, it: literals.BoolLiteral, no: bool) -> str:
    return "always" if bool(it.value) != no else "never"


# --- Comparisons ------------------------------------------------------------------------------------------

_SAID = {
    compare.Less: ("less than", "fewer than"),
    compare.AtMostEqual: ("at most", "at most"),
    compare.Greater: ("more than", "more than"),
    compare.AtLeastEqual: ("at least", "at least"),
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
    if isinstance(second, IntLiteral):
        return _with_number(s, kind, first, second.value)
    single, many = _SAID[kind]
    return _amount(s, first, f"{many} {s.say(second)}", f"is {single} {s.say(second)}")


def _with_number(s: Speaker, kind: type[compare.CompareNumbers], what: IntExpr, number: int) -> str:
    if kind is compare.Greater:
        kind, number = compare.AtLeastEqual, number + 1
    if kind is compare.AtMostEqual:
        kind, number = (compare.Less, number + 1) if number == 0 else (kind, number)
    if kind is compare.Less and number == 1 and _counts(what):
        return _amount(s, what, "no", "is zero")
    word = number_word(number) if number >= 0 else f"minus {number_word(-number)}"
    many = {compare.Less: f"fewer than {word}", compare.AtLeastEqual: f"at least {word}",
            compare.AtMostEqual: f"at most {word}"}[kind]  # fmt: skip
    single = {compare.Less: f"is less than {word}", compare.AtLeastEqual: f"is {word} or more",
              compare.AtMostEqual: f"is at most {word}"}[kind]  # fmt: skip
    return _amount(s, what, many, single, number)


def _counts(what: IntExpr) -> bool:
    return isinstance(what, counts.CountPieces | counts.CountSites | counts.CountRepeats | counts.CountGroups)


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
    if isinstance(what, state.MatchScore):
        return f"{s.has(what.who)} {many} points in the match"
    text = s.say(what)
    if text.startswith("the number of times that "):
        return _often(text.removeprefix("the number of times that "), many)
    if text.startswith("the number of moves made"):
        rest = text.removeprefix("the number of moves made")
        return f"{many} {'move has' if number == 1 and many != 'no' else 'moves have'} been made{rest}"
    if text.startswith("the number of games played"):
        return f"{many} {'game has' if number == 1 else 'games have'} been played"
    if text.startswith("the number of ") and _counts(what):
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
        return _held_by(s, first, second, no)
    if isinstance(first, state.What):
        return _piece_is(s, first, second, no)
    if isinstance(second, IntLiteral):
        number = second.value
        if _counts(first) and number >= 0:
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
    left = s.say(first)
    right = (
        s.player(second)
        if isinstance(second, RoleType)
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
    return isinstance(value, ints.FromContext | ints.Last) or type(value).__name__ in (
        "Ahead",
        "TrackSiteMove",
        "Where",
    )


def _place(s: Speaker, at: state.What | state.WhoAt) -> str:
    """Where a piece stands, as what holds it."""
    site = s.site(at.at)
    if at.level is None:
        return site
    if isinstance(at.level, state.TopLevel):
        return f"the top of the stack on {site}" if site != IT else IT
    return (
        f"level {s.say(at.level)} of {site}"
        if isinstance(at.level, IntLiteral)
        else f"{s.say(at.level)} of {site}"
    )


def _held_by(s: Speaker, at: state.WhoAt, who: IntExpr | RoleType, no: bool) -> str:
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


templates(
    {
        compare.OtherSites: "{first} <are not|are> the same as {second}",
        compare.SameSites: "{first} <are|are not> the same as {second}",
        b.ToBool: "{value} <is not zero|is zero>",
        b.WasPass: "the last move <was|was not> a pass",
    }
)

# --- Of players, moves and pieces -------------------------------------------------------------------------


@says(b.NoMoves)
def _no_moves(s: Speaker, it: b.NoMoves, no: bool) -> str:
    return f"{s.has(it.role)} {'a legal move' if no else 'no legal move'}"


@says(b.NoPieces)
def _no_pieces(s: Speaker, it: b.NoPieces, no: bool) -> str:
    noun = s.pieces(it.name) if it.name else "pieces"
    where = ""
    if it.within is not None:
        word = "in" if type(it.within).__name__ == "SitesHand" else "on"
        where = f" {word} {s.noun(it.within).plural}"
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


templates(
    {
        b.AllDifferent: "all numbers of {region?the region} <are|are not> different",
        i.IsLastOfType: "the last move <was|was not> on a {type:word}",
        i.IsRepeat: "this position <has been there|has not been there> before",
        i.IsTriggered: "“{event}” <has|has not> happened to {who:player}",
        i.IsHidden: "{at:site} <is|is not> hidden from {to:player}",
        is_shape.ForAll: "for every {what:word}, {condition}",
        is_shape.IsPattern: "{origin:site?the piece just moved} <is|is not> part of the pattern",
        is_shape.IsTarget: "the pieces <are|are not> in the order wanted",
        is_shape.IsLoop: "the last move <closed|did not close> a loop",
        is_shape.IsPath: "the edges of {who:player} <form|do not form> a path of length {length}",
        is_shape.IsTree: "the edges of {who:player} <form|do not form> a {what:word}",
        is_shape.IsRegularGraph: "every point <has|has not> as many edges of {who:player}",
        is_shape.IsAngle: "there <is|is not> an angle of that kind ({what:word}) at {at:site}",
        is_shape.IsCrossing: "{first:site} <crosses|does not cross> {second:site}",
        is_shape.IsSolved: "the puzzle <is|is not> solved",
        is_shape.IsUnique: "all lines <are|are not> different",
        is_shape.IsPuzzleRegion: "{region?the region} <has|has not> the {what:word} {result}",
    }
)


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
        return _held_by(s, who, pieces[what], no)
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


# --- Of lines and groups ----------------------------------------------------------------------------------

_ALONG = {
    "Orthogonal": "orthogonal ", "Diagonal": "diagonal ", "OffDiagonal": "off-diagonal ", "Adjacent": "",
    "All": "",
}  # fmt: skip


def _line_of(direction: AbsoluteDirection) -> str:
    return _ALONG.get(direction.value, "")


@says(is_line.IsLine)
def _line(s: Speaker, it: is_line.IsLine, no: bool) -> str:
    along = _line_of(it.direction)
    line = f"{'an' if along[:1] == 'o' else 'a'} {along}line"
    if isinstance(it.length, IntLiteral):
        exactly = "exactly " if it.exact else ""
        or_more = "" if it.exact else " or more"
        number = f"{exactly}{number_word(it.length.value)}{or_more}"
    else:
        number = s.say(it.length)
    if it.what is not None:
        pieces = (
            f"of {s.of_index(it.what)}"
            if isinstance(it.what, IntLiteral)
            else f"pieces like {s.say(it.what)}"
        )
    elif it.whats is not None:
        pieces = f"of {listed([s.of_index(each) for each in it.whats], 'or')}"
    else:
        pieces = s.owned(it.who, "pieces") if it.who is not None else "pieces of one player"
    if it.who is None and it.what is None and it.whats is None:
        pieces = "pieces of the same player"
    through = ""
    if it.through is not None:
        through = f" through {s.site(it.through)}"
    elif it.through_any is not None:
        through = f" through one of {s.noun(it.through_any).plural}"
    else:
        through = f" through {s.just}"
    if not it.contiguous:
        through += ", with or without gaps"
    if it.condition is not None:
        through += f", {s.such('each', it.condition, 'to')}"
    if not it.use_opposites:
        through = through.replace(" through ", " that begins with ", 1)
    if it.top:
        through += " (on top of their stacks)"
    return f"there is {'no ' + line.split(' ', 1)[1] if no else line} of {number} {pieces}{through}"


@says(is_aligned.IsAligned)
def _aligned(s: Speaker, it: is_aligned.IsAligned, no: bool) -> str:
    whose = "pieces of the same player" if it.who is None else s.owned(it.who, "pieces")
    where = s.just if it.through is None else f"the one on {s.site(it.through)}"
    if isinstance(it.direction, is_aligned.AnyAngle):
        line = "one straight line at any angle"
    elif it.direction.value in ("All", "Adjacent"):
        line = "one row, column or diagonal"
    else:
        line = f"one {_line_of(it.direction)}line"
    gaps = (
        ", with equal gaps between them"
        if it.gaps is is_aligned.Gaps.EQUAL
        else ", at any distance from each other"
    )
    stand = "do not stand" if no else "stand"
    return f"{number_word(it.length)} {whose}, among them {where}, {stand} on {line}{gaps}"


@says(is_line.IsConnected)
def _connected(s: Speaker, it: is_line.IsConnected, no: bool) -> str:
    of = f"the group of {s.just}" if it.at is None else f"the group of {s.site(it.at)}"
    if isinstance(it.regions, tuple):
        regions = listed([s.noun(each).plural for each in it.regions])
    elif isinstance(it.regions, RoleType):
        regions = f"all {s.whose(it.regions)} regions"
        own = s.regions_of(it.regions)
        regions = own or regions
    elif isinstance(it.regions, StaticRegion):
        regions = static_region(it.regions)
    else:
        regions = s.say(it.regions)
    if it.number is not None:
        regions = f"at least {s.say(it.number)} of {regions}"
    how = "" if it.direction is None else f" (connected {s.say(it.direction)})"
    if it.what is is_line.ConnectType.BLOCKED:
        return f"{of}{how} can {'still' if no else 'no longer'} be connected with {regions}"
    return f"{of}{how} {'does not connect' if no else 'connects'} {regions}"


@says(is_line.IsThreatened)
def _threatened(s: Speaker, it: is_line.IsThreatened, no: bool) -> str:
    is_not = "is not" if no else "is"
    if it.what is is_line.ThreatType.WITHIN:
        piece = "the piece" if it.component is None else s.of_index(it.component)
        where = (
            s.noun(it.within).plural
            if it.within is not None
            else s.site(it.at)
            if it.at is not None
            else "it"
        )
        return f"{piece} {is_not} in {where}"
    piece = "a piece" if it.component is None else s.of_index(it.component)
    at = "" if it.at is None else f" on {s.site(it.at)}"
    place = "" if it.within is None else f" in {s.noun(it.within).plural}"
    return f"{piece}{at}{place} {is_not} under attack"
