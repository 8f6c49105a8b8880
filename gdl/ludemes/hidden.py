"""Hidden information: marks that something about a site is kept from a player, which rules set and ask for.

The marks are sets of sites, one for each kind of information and player. A piece that moves takes its own
along (of several that are counted together, and of stacks, they stay with the site). They are a record for
rules alone: every seat is still shown the whole position, of which a warning tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Include
from gdl.english.grammar import listed
from gdl.lower.memory import hidden_field
from gdl.lower.places import shifted, site_of
from gdl.lower.players import players_of
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Region, StartRule
from gdl.ludeme.kinds import Needs, Quantity
from gdl.ludeme.literals import BoolLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.effects import Effect
from gdl.source.text import Span
from gdl.words.words import RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class HiddenData(WordEnum):
    """What can be hidden from a player."""

    COUNT = "Count"
    ROTATION = "Rotation"
    STATE = "State"
    VALUE = "Value"
    WHAT = "What"
    WHO = "Who"


def _name(data: HiddenData | None) -> str:
    return "" if data is None else data.value.lower()


def _mark(
    b: Builder,
    of: tuple[HiddenData | None, ...],
    sites: Expr,
    to: PlayerArgument | RoleType,
    value: BoolExpr | None,
    span: Span,
) -> None:
    """Hide something of sites from players, or show it to them."""
    b.warn(
        "W0405",
        "what is hidden is only hidden at the terminal and by `state.seen_by`",
        span,
        "the page, records and players know the whole position",
        "play it at the terminal, one person against another or a machine that is trusted",
    )
    meant = b.assign("sites", sites)
    hidden = k.TRUE if value is None else b.assign("hidden", value.lower(b))
    for data in of:
        for number, included in players_of(b, to, span):
            for condition, one in ((hidden, True), (k.not_(hidden), False)):
                if condition != k.FALSE:
                    with b.if_(k.and_(included, condition)):
                        b.emit(Include(hidden_field(b, _name(data)), k.int_(number), meant, one, span=b.span))


def _of(data: HiddenData | tuple[HiddenData, ...] | None) -> tuple[HiddenData | None, ...]:
    """The kinds of information, one by one."""
    return data if isinstance(data, tuple) else (data,)


def _marked(b: Builder, data: HiddenData | None, to: PlayerArgument | RoleType, span: Span) -> Expr:
    """The sites of which something is hidden from a player, or from each of several."""
    everybody = [
        k.select(
            included, k.elem(hidden_field(b, _name(data)), k.int_(number)), k.sites_((1 << b.facts.size) - 1)
        )
        for number, included in players_of(b, to, span)
    ]
    return k.inter(*everybody) if everybody else k.EMPTY_SET


def _whole_site(b: Builder, level: IntExpr | None, span: Span) -> None:
    if level is not None and b.facts.stacks:
        raise unsupported("hiding one level of a stack", span, "leave out `level:`")


def _told(s: Speaker, data: HiddenData | tuple[HiddenData, ...] | None) -> str:
    """What is hidden of a site."""
    words = {"Count": "number", "Rotation": "direction", "State": "state", "Value": "value"}
    names = {"What": "the kind of piece", "Who": "the owner"}
    parts = [names.get(each.value) or f"the {words[each.value]}" for each in _of(data) if each is not None]
    return f"{listed(parts)} on " if parts else ""


def _says(
    s: Speaker,
    data: HiddenData | tuple[HiddenData, ...] | None,
    where: str,
    value: BoolExpr | None,
    to: PlayerArgument | RoleType,
) -> str:
    """What an effect does to what players see."""
    shown = isinstance(value, BoolLiteral) and not value.value
    return f"{'show' if shown else 'hide'} {_told(s, data)}{where} {'to' if shown else 'from'} {s.player(to)}"


@ludeme("set Hidden")
class SetStartHidden(StartRule):
    """Hide sites, or something of what stands there, from a player at the start.

    The rules may ask for it with `is Hidden` and `sites Hidden`; the terminal and `state.seen_by` leave out
    what is hidden.

    Example: `(set Hidden What (sites P1 "Home") to:P2)`.
    """

    data: HiddenData | tuple[HiddenData, ...] | None = arg(None)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    region: Region | None = arg(None)
    level: IntExpr | None = named("level", None)
    value: BoolExpr | None = arg(None)
    to: RoleType = named("to")
    one_of = (("at", "region"),)

    def needs(self) -> Needs:
        return Needs(hides=frozenset(_name(each) for each in _of(self.data)))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            _whole_site(b, self.level, self.span)
            _mark(
                b, _of(self.data), _where(b, self.at, self.region, self.type), self.to, self.value, self.span
            )

    def says(self, s: Speaker, no: bool = False) -> str:
        return _says(s, self.data, _place(s, self.at, self.region), self.value, self.to)


@ludeme("set Hidden")
class SetHidden(Effect):
    """Hide sites, or something of what stands there, from a player, or show it again (`False`).

    The mark goes with the piece. The rules may ask for it with `is Hidden` and `sites Hidden`; the terminal
    and `state.seen_by` leave out what is hidden.

    Example: `(set Hidden What at:(last To) False to:Next)`.
    """

    for_later = True
    handling = Handling.STAYS
    data: HiddenData | tuple[HiddenData, ...] | None = arg(None)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    region: Region | None = arg(None)
    level: IntExpr | None = named("level", None)
    value: BoolExpr | None = arg(None)
    to: PlayerArgument | RoleType = named("to")
    then: Then | None = arg(None)
    one_of = (("at", "region"),)

    def needs(self) -> Needs:
        return Needs(hides=frozenset(_name(each) for each in _of(self.data)))

    def act(self, b: Builder) -> None:
        _whole_site(b, self.level, self.span)
        _mark(b, _of(self.data), _where(b, self.at, self.region, self.type), self.to, self.value, self.span)

    def says(self, s: Speaker, no: bool = False) -> str:
        return _says(s, self.data, _place(s, self.at, self.region), self.value, self.to)


def _where(b: Builder, at: IntExpr | None, region: Region | None, type_: SiteType | None) -> Expr:
    """The sites of which something is hidden."""
    if region is not None:
        return region.lower(b)
    assert at is not None
    return k.one(shifted(b, at.lower(b), type_))


def _place(s: Speaker, at: IntExpr | None, region: Region | None) -> str:
    return s.sites_of(region) if region is not None else s.site(at)


@ludeme("sites Hidden")
class SitesHidden(Region):
    """The sites of which something is hidden from a player (from each, of a role that means several).

    Without a kind of information: those that are hidden whole, by `(set Hidden ...)` without one.

    Example: `(sites Hidden What to:Mover)`.
    """

    english = (
        "the {cells} hidden from {to:player}",
        "a {cell} hidden from {to:player}",
        "<is|is not> hidden from {to:player}",
    )

    data: HiddenData | None = arg(None)
    type: SiteType | None = arg(None)
    to: PlayerArgument | RoleType = named("to")

    def lower(self, b: Builder) -> Expr:
        marked = _marked(b, self.data, self.to, self.span)
        return marked if self.type is None else k.inter(marked, k.sites_(b.facts.sites_of(self.type)))


@ludeme("is Hidden")
class IsHidden(BoolExpr):
    """Is something about a site hidden from a player?

    Example: `(is Hidden What at:(to) to:Mover)`.
    """

    english = "{at:site} <is|is not> hidden from {to:player}"

    data: HiddenData | None = arg(None)
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    level: IntExpr | None = named("level", None)
    to: PlayerArgument | RoleType = named("to")

    def lower(self, b: Builder) -> Expr:
        _whole_site(b, self.level, self.span)
        return k.has(_marked(b, self.data, self.to, self.span), site_of(b, self.at, self.type))
