"""Endings, phases, and rules about the rules, in English."""

from __future__ import annotations

from typing import Any

from gdl.english.choosing import condition_point
from gdl.english.grammar import capital, listed
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.english.values import Point
from gdl.ludemes import ending as e
from gdl.ludemes import game as g
from gdl.ludemes import meta
from gdl.words.words import ResultType, RoleType

# --- Results ----------------------------------------------------------------------------------------------


@says(e.PlayerResult)
def _result(s: Speaker, it: e.PlayerResult) -> str:
    if it.result in (ResultType.DRAW, ResultType.TIE):
        return "the game is drawn"
    if it.result in (ResultType.ABANDON, ResultType.CRASH):
        return "the game is broken off"
    verb = "win" if it.result is ResultType.WIN else "lose"
    if it.role in (RoleType.ALL, RoleType.EACH):
        return f"all players {verb}"
    return s.does(it.role, verb)


@says(e.ByScore)
def _by_score(s: Speaker, it: e.ByScore) -> str:
    order = f"{_order(s, it)}, and {_equal(s)} share the rank"
    return order if it.scores is None else f"{order}; {listed([s.say(each) for each in it.scores])}"


def _order(s: Speaker, it: e.ByScore) -> str:
    return f"the fewest {s.scores} win" if it.misere else f"the most {s.scores} win"


def _equal(s: Speaker) -> str:
    return "equal points" if s.scores == "points" else f"equal numbers of {s.scores}"


@says(e.ScoreOf)
def _score_of(s: Speaker, it: e.ScoreOf) -> str:
    return f"{s.player(it.role)} {_gets(s, it.role)} {s.say(it.value)}"


def _gets(s: Speaker, role: RoleType) -> str:
    return "count" if s.player(role) == "you" else "counts"


@says(e.Payoffs)
def _payoffs(s: Speaker, it: e.Payoffs) -> str:
    return f"{listed([s.say(each) for each in it.payoffs])}, and who gets most wins"


# --- Endings ----------------------------------------------------------------------------------------------


@says(e.EndIf)
def _end_if(s: Speaker, it: e.EndIf) -> Point:
    text, parts = condition_point(s, it.condition)
    results = [] if it.result is None else [s.say(it.result)]
    rules = it.rules if isinstance(it.rules, tuple) else () if it.rules is None else (it.rules,)
    inner = tuple(ending(s, rule) for rule in rules)
    if isinstance(it.result, e.ByScore) and it.result.scores:
        results = [
            _order(s, it.result)
            if it.result.misere
            else f"{_order(s, it.result)} ({_equal(s)} share the rank)"
        ]
        inner += tuple(Point(capital(s.say(each)), (), each.span) for each in it.result.scores)
    if parts:
        then = f"then {listed(results)}" if results else "then"
        return Point(f"if {text}:", (*parts, Point(f"{capital(then)}", inner, it.span)), it.span)
    if not results and not inner:
        return Point(f"if {text}, the game is over", (), it.span)
    colon = ":" if inner else ""
    return Point(f"if {text}{', ' + listed(results) if results else ''}{colon}", inner, it.span)


@says(e.EndForEach)
def _each(s: Speaker, it: e.EndForEach) -> Point:
    with s.about(player="that player"):
        who = (
            "any player"
            if it.over in (None, RoleType.PLAYER, RoleType.ALL, RoleType.EACH)
            else s.say(it.over)
        )
        return Point(f"for {who}: if {s.clause(it.condition)}, {s.say(it.result)}", (), it.span)


def ending(s: Speaker, rule: Any) -> Point:
    """An ending as a point."""
    own = s.spoken.words_of(rule, s)
    if own is not None:
        return Point(capital(own), (), rule.span)
    said = s.ask(rule)
    if said is None:
        said = s.paraphrase(rule)
    point = said if isinstance(said, Point) else Point(str(said), (), rule.span)
    return Point(capital(point.text), point.points, rule.span)


# --- Phases, and rules about rules ------------------------------------------------------------------------


@says(g.NextPhase)
def _next_phase(s: Speaker, it: g.NextPhase) -> str:
    who = (
        "all players go"
        if it.who is None or it.who in (RoleType.ALL, RoleType.EACH)
        else s.does(it.who, "go", "goes")
    )
    when = "" if it.condition is None else f"if {s.clause(it.condition)}, "
    to = "the next phase" if it.name is None else f"the phase “{s.say(it.name)}”"
    after = "after that" if it.condition is None else "from then on"
    return f"{when}{who} on to {to}" + ("" if it.condition is not None else f" {after}")


@says(meta.NoRepeat)
def _no_repeat(s: Speaker, it: meta.NoRepeat) -> str:
    who = " with the same player to move" if it.type.value.startswith("Situational") else ""
    turn = " within a turn" if it.type.value.endswith("InTurn") else ""
    return f"no move may bring back an earlier position{who}{turn}"


@says(meta.PassEnd)
def _pass_end(s: Speaker, it: meta.PassEnd) -> str:
    if it.type is meta.PassEndType.NO_END:
        return "the game goes on when all players pass"
    return "when all players pass in a row, the game is drawn"


# --- The frame: what the sections of the rules are made of ------------------------------------------------
