"""Dimensional analysis: a number of one kind where one of another is wanted.

    (is Enemy (to))                  a site where a player is wanted: (is Enemy (who at:(to)))
    (= (who at:(to)) (id "King1"))   a player compared with a piece

In a rules file sites, players and pieces are all numbers, and any can be put where any is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.ludeme.base import Ludeme, fields_of
from gdl.ludeme.categories import BoolExpr, IntExpr, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludemes.is_site import IsIn
from gdl.ludemes.sites_named import SitesByNumber
from gdl.source.diagnostics import UNSURE, Diagnostic, Edit, Fix
from gdl.words.words import RoleType

#: What is compared only with its own.
_NAMING = (Quantity.SITE, Quantity.PLAYER, Quantity.PIECE)


def quantity_of(number: object) -> Quantity | None:
    """What a number stands for, where that can be seen."""
    if isinstance(number, RoleType):
        return Quantity.PLAYER
    return number.stands_for() if isinstance(number, IntExpr) else None


def _wanted(ludeme: Ludeme) -> Iterator[tuple[Quantity, object]]:
    """The numbers that a ludeme is given, each with what it is taken for."""
    if isinstance(ludeme, IsIn) and isinstance(ludeme.region, Region):
        given = ludeme.site if isinstance(ludeme.site, tuple) else (ludeme.site,)
        listed = isinstance(ludeme.region, SitesByNumber)  # numbers, whatever they stand for
        yield from ((Quantity.SITE, each) for each in given if not listed or quantity_of(each) in _NAMING)
    for each in fields_of(type(ludeme)):
        if "takes" in each.metadata:
            yield each.metadata["takes"], getattr(ludeme, each.name)


def _taken(subject: Subject) -> Iterator[Diagnostic]:
    for ludeme, *_ in by_place(subject.ludemes):
        compared = ludeme.compared() if isinstance(ludeme, BoolExpr) else None
        wants = [*_wanted(ludeme)]
        if not (compared or wants) or not subject.written(ludeme):
            continue
        for wanted, given in wants:
            kind = quantity_of(given)
            if isinstance(given, IntExpr) and kind is not None and kind is not wanted:
                yield _instead(wanted, kind, given)
        if compared is not None:
            first, second = map(quantity_of, compared)
            if first is None or second is None or first is second:
                continue
            if first in _NAMING and second in _NAMING and not _alike(subject, first, second):
                yield finding(
                    "W0604", f"{first.value} is compared with {second.value}", ludeme.span,
                    "numbers of different kinds", *_help(first, second, compared[0]),
                )  # fmt: skip


def _alike(subject: Subject, first: Quantity, second: Quantity) -> bool:
    """Do pieces have their owners' numbers, so that one may be asked for the other?"""
    if {first, second} != {Quantity.PLAYER, Quantity.PIECE}:
        return False
    players = range(1, subject.facts.players + 1)
    return all(c.index == c.owner for c in subject.facts.components[1:] if c.owner in players)


def _help(first: Quantity, second: Quantity, number: IntExpr) -> tuple[str, ...]:
    if first is Quantity.SITE and second is Quantity.PLAYER:
        return (f"for the owner of what stands there, write (who at:{number.span.text})",)
    if first is Quantity.SITE and second is Quantity.PIECE:
        return (f"for the piece that stands there, write (what at:{number.span.text})",)
    if first is Quantity.PLAYER and second is Quantity.PIECE:
        return ("the piece on a site is (what at:...), its owner (who at:...)",)
    return ()


def _instead(wanted: Quantity, kind: Quantity, given: IntExpr) -> Diagnostic:
    text, site = given.span.text, given.looked_at()
    fixes: tuple[Fix, ...] = ()
    help: tuple[str, ...] = ()
    if wanted is Quantity.PLAYER and kind is Quantity.SITE:
        better = f"(who at:{text})"
        help = (f"for the owner of what stands there, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    elif wanted is Quantity.SITE and site is not None:
        better = site.span.text
        help = (f"for the site itself, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    elif wanted is Quantity.PLAYER and site is not None:
        better = f"(who at:{site.span.text})"
        help = (f"for its owner, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    return finding(
        "W0604", f"{kind.value} is taken for {wanted.value}", given.span, f"{wanted.value} is wanted here",
        *help, fixes=fixes,
    )  # fmt: skip


RULES = (Rule("W0604", _taken),)
