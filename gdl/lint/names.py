"""Names that are asked for and never set, or set and never asked for: variables, what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gdl.builder.context import Context
from gdl.core import make as k
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import StartRule
from gdl.ludeme.literals import IntLiteral
from gdl.ludemes.comparisons import CompareNumbers, Equal
from gdl.ludemes.effects import (
    AddScore,
    ForgetAllValues,
    ForgetValue,
    RememberValue,
    SetCounter,
    SetPending,
    SetPlayer,
    SetPlayerType,
    SetValueType,
    SetVar,
)
from gdl.ludemes.ending import ByScore
from gdl.ludemes.ints_arrays import ValuesRemembered
from gdl.ludemes.ints_context import FromContext
from gdl.ludemes.ints_state import Counter, Pot, Score, ValueOf, ValuePlayer, ValueType, Var
from gdl.ludemes.is_site import IsSaid, IsSimple, IsTriggered, SayingCondition, SimpleCondition
from gdl.ludemes.proposals import Propose, Trigger, Vote
from gdl.ludemes.sites_fixed import SimpleSites, Sites
from gdl.ludemes.start_values import SetStartPlayer, SetStartRemember, StartPlayerType
from gdl.source.diagnostics import UNSURE, Diagnostic, Fix
from gdl.source.edits import renaming
from gdl.source.suggest import nearest
from gdl.source.text import Span
from gdl.support.values import frozen

#: Up to this number the counter is asked to know the first moves of a game from the others.
FIRST_MOVES = 2
#: What a ludeme names, None where it is about something else; "" is the name of what has none.
Naming = Callable[[Any], "str | tuple[str, ...] | None"]


@frozen
class Kept:
    """A kind of thing that rules keep under names: what asks for it, what sets it, and how to do either."""

    what: str
    asked: Mapping[type[Ludeme], Naming]
    set: Mapping[type[Ludeme], Naming]
    to_set: str
    #: None where it may be said for its own sake
    to_ask: str | None


def _name(ludeme: Any) -> str:
    return ludeme.name or ""


def _later_counter(comparison: Any) -> str | None:
    """A comparison with the counter, but for one that asks for the first moves: it begins by itself."""
    sides = comparison.first, comparison.second
    number = next((each for each in sides if isinstance(each, IntLiteral)), None)
    first_moves = number is not None and number.value <= FIRST_MOVES
    return None if first_moves or not any(isinstance(each, Counter) for each in sides) else ""


def _unnamed(ludeme: Any) -> str:
    return ""


def _of(attribute: str, value: object) -> Naming:
    """Whether a ludeme that can be about several things is about this one."""
    return lambda ludeme: "" if getattr(ludeme, attribute) is value else None


def _texts(ludeme: Any) -> tuple[str, ...]:
    return ludeme.what if isinstance(ludeme.what, tuple) else (ludeme.what,)


def _said(condition: SayingCondition) -> Naming:
    return lambda ludeme: ludeme.text if ludeme.what is condition else None


KEPT: tuple[Kept, ...] = (
    Kept("the variable", {Var: _name}, {SetVar: _name}, '(set Var "{}" 1)', '(var "{}")'),
    Kept(
        "what is remembered as", {ValuesRemembered: _name}, {RememberValue: _name, SetStartRemember: _name},
        '(remember Value "{}" (last To))', '(values Remembered "{}")',
    ),
    Kept(
        "the event", {IsTriggered: lambda each: each.event}, {Trigger: lambda each: each.event},
        '(trigger "{}" Mover)', '(is Triggered "{}" Mover)',
    ),
    Kept(
        "the proposal", {IsSaid: _said(SayingCondition.PROPOSED)}, {Propose: _texts},
        '(move Propose "{}")', '(is Proposed "{}")',
    ),
    Kept(
        "the vote", {IsSaid: _said(SayingCondition.DECIDED)}, {Vote: _texts},
        '(move Vote "{}")', None,  # voting no is not voting for what is proposed
    ),
    Kept(
        "the score",
        {Score: _unnamed, ByScore: _unnamed},
        {
            AddScore: _unnamed, SetPlayer: _of("of", SetPlayerType.SCORE),
            SetStartPlayer: _of("of", StartPlayerType.SCORE),
            ByScore: lambda each: "" if each.scores else None,
        },
        "(addScore Mover 1)", "(byScore)",
    ),
    Kept(
        "the value of players", {ValuePlayer: _unnamed}, {SetPlayer: _of("of", SetPlayerType.VALUE)},
        "(set Value Mover 1)", "(value Player Mover)",
    ),
    Kept(
        "the counter", dict.fromkeys((Equal, *CompareNumbers.__subclasses__()), _later_counter),
        {SetCounter: _of("of", SetValueType.COUNTER)}, "(set Counter)", None,
    ),
    Kept("the pot", {Pot: _unnamed}, {SetCounter: _of("of", SetValueType.POT)}, "(set Pot 1)", "(pot)"),
    Kept(
        "what is pending",
        {
            IsSimple: _of("what", SimpleCondition.PENDING), Sites: _of("what", SimpleSites.PENDING),
            ValueOf: _of("of", ValueType.PENDING),
        },
        {SetPending: _unnamed}, "(set Pending)", "(is Pending)",
    ),
)  # fmt: skip

#: What has no meaning by itself: it makes no sense to set it and never to look.
_FORGETTING = (ForgetValue, ForgetAllValues)


def _names(naming: Naming, ludeme: Ludeme) -> tuple[str, ...]:
    result = naming(ludeme)
    return () if result is None else result if isinstance(result, tuple) else (result,)


def _places(subject: Subject, kinds: Mapping[type[Ludeme], Naming]) -> dict[str, list[Ludeme]]:
    """By name the ludemes that name it."""
    result: dict[str, list[Ludeme]] = {}
    for ludeme in subject.exactly(kinds):
        for name in _names(kinds[type(ludeme)], ludeme):
            result.setdefault(name, []).append(ludeme)
    return result


def _never_set(subject: Subject) -> Iterator[Diagnostic]:
    for kept in KEPT:
        asked, given = _places(subject, kept.asked), _places(subject, kept.set)
        for name, ludemes in asked.items():
            if name in given:
                continue
            for several in subject.each_written(ludemes):
                ludeme = several[0]
                called = f'{kept.what} "{name}"' if name else kept.what
                near = nearest(name, [other for other in given if other]) if name else []
                if near:
                    advice = f'did you mean "{near[0]}"?'
                elif given and name:
                    advice = "set are " + ", ".join(f'"{other}"' for other in given if other)
                else:
                    advice = f"set it where it changes: {kept.to_set.format(name)}"
                yield finding(
                    "W0602", f"nothing sets {called}", ludeme.span, "never set", advice,
                    subject=name or None, fixes=_renamed(subject, ludeme, name, near),
                )  # fmt: skip


def _renamed(subject: Subject, ludeme: Ludeme, name: str, near: list[str]) -> tuple[Fix, ...]:
    quoted = ludeme.span.text.find(f'"{name}"')
    if not near or quoted < 0:
        return ()
    start = ludeme.span.start + quoted
    place = Span(ludeme.span.source, start, start + len(name) + 2)
    return renaming(place, f'"{name}"', [f'"{each}"' for each in near], UNSURE)


def _never_read(subject: Subject) -> Iterator[Diagnostic]:
    if subject.match is not None:
        return  # the match may count what its game keeps
    for kept in KEPT:
        asked, given = _places(subject, kept.asked), _places(subject, kept.set)
        if "" in asked and kept.what == "what is remembered as":
            continue
        for name, ludemes in given.items():
            if name in asked or kept.to_ask is None:
                continue
            if kept.what == "the score" and "Score" in subject.shown:
                continue  # (metadata (graphics (show Score ...)))
            for several in subject.each_written(each for each in ludemes if not isinstance(each, StartRule)):
                called = f'{kept.what} "{name}"' if name else kept.what
                near = nearest(name, [other for other in asked if other]) if name else []
                advice = f'did you mean "{near[0]}"?' if near else (
                    f"nothing changes by it; ask for it where it matters: {kept.to_ask.format(name)}"
                )  # fmt: skip
                yield finding(
                    "W0603", f"{called} is set, but no rule asks for it", several[0].span, "never read",
                    advice, subject=name or None,
                )  # fmt: skip


#: Words for sites, by what binds them.
_SITES = {
    Context.FROM: "a move that goes from somewhere, or (forEach Piece ...)",
    Context.TO: "a move's `(to ...)`, in its `if:` or `apply`",
    Context.SITE: "(forEach Site ...), or a condition on each site of a region",
}


def _unbound(subject: Subject) -> Iterator[Diagnostic]:
    """Free occurrences of words for sites: nothing around them says which site is meant."""
    for several in subject.each_written(subject.rules(FromContext)):
        word = several[0].context()
        if word not in _SITES:
            continue
        values = [each.value for one in several for each in subject.lowered(one)]
        if values and all(value == k.NOWHERE_SITE for value in values):
            yield finding(
                "W0650", f"nothing says here which site `({word.value})` is", several[0].span,
                "no site", f"it has a meaning in {_SITES[word]}",
                "see which of `(from)`, `(to)`, `(site)`, `(last From)` and `(last To)` is meant",
            )  # fmt: skip


RULES = (Rule("W0602", _never_set), Rule("W0603", _never_read), Rule("W0650", _unbound))
