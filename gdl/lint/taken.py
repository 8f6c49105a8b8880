"""Dimensional analysis: a number of one kind where one of another is wanted.

    (is Enemy (to))                  a site where a player is wanted: (is Enemy (who at:(to)))
    (= (who at:(to)) (id "King1"))   a player compared with a piece

In a rules file sites, players and pieces are all numbers, and any can be put where any is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from gdl.lint.rule import Rule
from gdl.lint.subject import Subject, by_place, finding
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludemes.comparisons import CompareNumbers, Equal, NotEqual
from gdl.ludemes.counts import Count, CountPieces, CountSites
from gdl.ludemes.ints import BetweenSite, FromSite, IterationPlayer, IterationSite, Last, MoverWord, ToSite
from gdl.ludemes.ints_board import (
    Ahead,
    CentrePoint,
    ColumnOf,
    CoordAt,
    CoordNamed,
    HandSite,
    RegionSite,
    RowOf,
)
from gdl.ludemes.ints_state import Id, Score, What, WhoAt
from gdl.ludemes.ints_where import Where, WhereIndex
from gdl.ludemes.is_site import IsEmpty, IsIn, IsPlayer
from gdl.ludemes.sites_fixed import SitesByNumber
from gdl.ludemes.tracks import TrackSite
from gdl.source.diagnostics import Diagnostic
from gdl.source.fixes import UNSURE, Edit, Fix
from gdl.words.words import RoleType


class Kind(Enum):
    """What a number stands for."""

    SITE = "a site"
    PLAYER = "a player"
    PIECE = "a piece"
    ROW = "the number of a row"
    COLUMN = "the number of a column"
    COUNT = "a count"


_KINDS: dict[type[Ludeme], Kind] = {
    **dict.fromkeys(
        (FromSite, ToSite, BetweenSite, IterationSite, Last, Ahead, CentrePoint, CoordAt, CoordNamed,
         HandSite, RegionSite, TrackSite, Where, WhereIndex), Kind.SITE,
    ),
    **dict.fromkeys((WhoAt, IterationPlayer), Kind.PLAYER),
    What: Kind.PIECE,
    RowOf: Kind.ROW,
    ColumnOf: Kind.COLUMN,
    **dict.fromkeys((CountPieces, CountSites, Score, Count), Kind.COUNT),
}  # fmt: skip
#: Kinds that are compared only with their own.
_NAMING = (Kind.SITE, Kind.PLAYER, Kind.PIECE)


def kind_of(number: object) -> Kind | None:
    """What a number stands for, where that can be seen."""
    if isinstance(number, RoleType | MoverWord):
        return Kind.PLAYER
    if isinstance(number, Id):
        return Kind.PLAYER if number.name is None else Kind.PIECE
    return _KINDS.get(type(number)) if isinstance(number, Ludeme) else None


def _wanted(ludeme: Ludeme) -> Iterator[tuple[Kind, object]]:
    """The numbers that a ludeme is given, each with the kind that it wants."""
    if isinstance(ludeme, IsPlayer):
        yield Kind.PLAYER, ludeme.who
    elif isinstance(ludeme, PlayerArgument):
        yield Kind.PLAYER, ludeme.index
    elif isinstance(ludeme, IsEmpty):
        yield Kind.SITE, ludeme.site
    elif isinstance(ludeme, IsIn) and isinstance(ludeme.region, Region):
        given = ludeme.site if isinstance(ludeme.site, tuple) else (ludeme.site,)
        listed = isinstance(ludeme.region, SitesByNumber)  # numbers, whatever they stand for
        yield from ((Kind.SITE, each) for each in given if not listed or kind_of(each) in _NAMING)
    elif "at" in ARGUMENTS[type(ludeme)]:
        yield Kind.SITE, getattr(ludeme, "at")  # noqa: B009


def _taken(subject: Subject) -> Iterator[Diagnostic]:
    for ludeme, *_ in by_place(subject.ludemes):
        compares = isinstance(ludeme, Equal | NotEqual | CompareNumbers)
        wants = [*_wanted(ludeme)]
        if not (compares or wants) or not subject.written(ludeme):
            continue
        for wanted, given in wants:
            kind = kind_of(given)
            if isinstance(given, IntExpr) and kind is not None and kind is not wanted:
                yield _instead(wanted, kind, given)
        if isinstance(ludeme, Equal | NotEqual | CompareNumbers):
            first, second = kind_of(ludeme.first), kind_of(ludeme.second)
            if first is None or second is None or first is second:
                continue
            if first in _NAMING and second in _NAMING and not _alike(subject, first, second):
                yield finding(
                    "W0604", f"{first.value} is compared with {second.value}", ludeme.span,
                    "numbers of different kinds", *_help(first, second, ludeme.first),
                )  # fmt: skip


def _alike(subject: Subject, first: Kind, second: Kind) -> bool:
    """Do pieces have their owners' numbers, so that one may be asked for the other?"""
    if {first, second} != {Kind.PLAYER, Kind.PIECE}:
        return False
    players = range(1, subject.facts.players + 1)
    return all(c.index == c.owner for c in subject.facts.components[1:] if c.owner in players)


def _help(first: Kind, second: Kind, number: IntExpr) -> tuple[str, ...]:
    if first is Kind.SITE and second is Kind.PLAYER:
        return (f"for the owner of what stands there, write (who at:{number.span.text})",)
    if first is Kind.SITE and second is Kind.PIECE:
        return (f"for the piece that stands there, write (what at:{number.span.text})",)
    if first is Kind.PLAYER and second is Kind.PIECE:
        return ("the piece on a site is (what at:...), its owner (who at:...)",)
    return ()


def _instead(wanted: Kind, kind: Kind, given: IntExpr) -> Diagnostic:
    text = given.span.text
    fixes: tuple[Fix, ...] = ()
    help: tuple[str, ...] = ()
    if wanted is Kind.PLAYER and kind is Kind.SITE:
        better = f"(who at:{text})"
        help = (f"for the owner of what stands there, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    elif wanted is Kind.SITE and isinstance(given, WhoAt | What):
        better = given.at.span.text
        help = (f"for the site itself, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    elif wanted is Kind.PLAYER and isinstance(given, What):
        better = f"(who at:{given.at.span.text})"
        help = (f"for its owner, write {better}",)
        fixes = (Fix(f"write {better}", (Edit(given.span, better),), UNSURE),)
    return finding(
        "W0604", f"{kind.value} is taken for {wanted.value}", given.span, f"{wanted.value} is wanted here",
        *help, fixes=fixes,
    )  # fmt: skip


RULES = (Rule("W0604", _taken),)
