"""Names that are asked for and never set, or set and never asked for: variables, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.builder.context import Context
from gdl.core import make as k
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import StartRule
from gdl.ludeme.kinds import Kept
from gdl.ludemes.ints_context import FromContext
from gdl.source.diagnostics import UNSURE, Diagnostic, Fix
from gdl.source.edits import renaming
from gdl.source.suggest import nearest
from gdl.source.text import Span
from gdl.support.values import frozen


@frozen
class Use:
    """How to set and to ask for what rules keep, as it is advised."""

    to_set: str
    #: None where it may be said for its own sake
    to_ask: str | None


USES = {
    Kept.VARIABLE: Use('(set Var "{}" 1)', '(var "{}")'),
    Kept.REMEMBERED: Use('(remember Value "{}" (last To))', '(values Remembered "{}")'),
    Kept.EVENT: Use('(trigger "{}" Mover)', '(is Triggered "{}" Mover)'),
    Kept.PROPOSAL: Use('(move Propose "{}")', '(is Proposed "{}")'),
    Kept.VOTE: Use('(move Vote "{}")', None),  # voting no is not voting for what is proposed
    Kept.SCORE: Use("(addScore Mover 1)", "(byScore)"),
    Kept.PLAYER_VALUE: Use("(set Value Mover 1)", "(value Player Mover)"),
    Kept.COUNTER: Use("(set Counter)", None),
    Kept.POT: Use("(set Pot 1)", "(pot)"),
    Kept.PENDING: Use("(set Pending)", "(is Pending)"),
}

#: By name the ludemes that name it.
_Places = dict[str, list[Ludeme]]


def _kept(subject: Subject) -> Iterator[tuple[Kept, _Places, _Places]]:
    """Of each kind of thing that rules keep: who asks for it, and who sets it."""
    asked: dict[Kept, _Places] = {kept: {} for kept in Kept}
    given: dict[Kept, _Places] = {kept: {} for kept in Kept}
    for ludeme in subject.ludemes:
        for places, names in ((asked, ludeme.reads()), (given, ludeme.writes())):
            for kept, name in names:
                places[kept].setdefault(name, []).append(ludeme)
    return ((kept, asked[kept], given[kept]) for kept in USES)


def _never_set(subject: Subject) -> Iterator[Diagnostic]:
    for kept, asked, given in _kept(subject):
        for name, ludemes in asked.items():
            if name in given:
                continue
            for several in subject.each_written(ludemes):
                ludeme = several[0]
                called = f'{kept.value} "{name}"' if name else kept.value
                near = nearest(name, [other for other in given if other]) if name else []
                if near:
                    advice = f'did you mean "{near[0]}"?'
                elif given and name:
                    advice = "set are " + ", ".join(f'"{other}"' for other in given if other)
                else:
                    advice = f"set it where it changes: {USES[kept].to_set.format(name)}"
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
    for kept, asked, given in _kept(subject):
        if "" in asked and kept is Kept.REMEMBERED:
            continue
        for name, ludemes in given.items():
            to_ask = USES[kept].to_ask
            if name in asked or to_ask is None:
                continue
            if kept is Kept.SCORE and "Score" in subject.shown:
                continue  # (metadata (graphics (show Score ...)))
            for several in subject.each_written(each for each in ludemes if not isinstance(each, StartRule)):
                called = f'{kept.value} "{name}"' if name else kept.value
                near = nearest(name, [other for other in asked if other]) if name else []
                advice = f'did you mean "{near[0]}"?' if near else (
                    f"nothing changes by it; ask for it where it matters: {to_ask.format(name)}"
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
