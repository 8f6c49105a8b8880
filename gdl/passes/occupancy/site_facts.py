"""The lattice of facts about a site: what may stand there. `&` is the meet, `|` the join."""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import FIELD_READS, Expr, Field, Op, Program, Table
from gdl.core.walk import bits, subexprs
from gdl.support.values import frozen

#: Owners that are no constants are only remembered where they are made of these.
_PLAIN = bits(Op.CONST, Op.VAR, Op.FIELD, Op.ADD, Op.SUB, Op.MUL, Op.MOD, Op.TABLE)
_READS = bits(*FIELD_READS)
_NOBODY: frozenset[Expr] = frozenset()


@frozen
class SiteFact:
    """What is known of a site, if it is one.

    `held` are the components that may be on top there, 0 for none. `owners` are expressions of which each
    gives the owner of the piece there (so there is one); of those in `strangers` it is not the owner.
    """

    held: frozenset[int]
    owners: frozenset[Expr] = _NOBODY
    strangers: frozenset[Expr] = _NOBODY
    #: whether it certainly is a site, or certainly none
    site: bool = False
    nowhere: bool = False

    def __and__(self, other: SiteFact) -> SiteFact:
        """The meet: both are true."""
        if self.nowhere or other.nowhere:
            return NOWHERE
        return SiteFact(
            self.held & other.held,
            self.owners | other.owners,
            self.strangers | other.strangers,
            self.site or other.site,
        )

    def __or__(self, other: SiteFact) -> SiteFact:
        """The join: one of the two is true."""
        if self.nowhere or other.nowhere:
            fact = other if self.nowhere else self
            return SiteFact(fact.held, fact.owners, fact.strangers, False, fact.nowhere)
        return SiteFact(
            self.held | other.held,
            self.owners & other.owners,
            self.strangers & other.strangers,
            self.site and other.site,
        )

    def on_board(self) -> SiteFact:
        """The same of what certainly is a site."""
        return SiteFact(self.held, self.owners, self.strangers, True, self.nowhere)

    def apart(self, other: SiteFact) -> bool:
        """Whether they cannot be the same site."""
        return (
            self.held.isdisjoint(other.held)
            or not self.owners.isdisjoint(other.strangers)
            or not self.strangers.isdisjoint(other.owners)
        )

    def emptied(self) -> SiteFact:
        """What is there may have been taken away."""
        return self if self.nowhere else SiteFact(self.held | {0}, _NOBODY, self.strangers, self.site)

    def given(self, held: frozenset[int]) -> SiteFact:
        """One of these may have been put there."""
        return self if self.nowhere else SiteFact(self.held | held, _NOBODY, _NOBODY, self.site)

    def kept(self, gone: object) -> SiteFact:
        """Without what depends on a variable (by its name) or a field."""
        return self.mapped(lambda e: None if mentions(e, gone) else e)

    def mapped(self, change: Callable[[Expr], Expr | None]) -> SiteFact:
        """The same in other words; what has none (None) is left out."""
        if not self.owners and not self.strangers:
            return self
        owners = frozenset([made for e in self.owners if (made := change(e)) is not None])
        strangers = frozenset([made for e in self.strangers if (made := change(e)) is not None])
        return SiteFact(self.held, owners, strangers, self.site, self.nowhere)


#: What is known of a number that is no site: of it everything is true.
NOWHERE = SiteFact(frozenset(), nowhere=True)


def mentions(expr: Expr, gone: object) -> bool:
    """Whether an expression has a variable (by its name) or a field in it."""
    if isinstance(gone, str):
        return gone in expr.free
    return any(e.data is gone for e in subexprs(expr, _READS))


class Pieces:
    """The components of a program, and what sets of sites say about their members."""

    def __init__(self, program: Program) -> None:
        self.owners = program.owners
        self.players = program.players
        self.sites = program.sites
        self.all = frozenset(range(max(len(program.owners), 1)))
        self.any = SiteFact(self.all)
        self.empty = SiteFact(frozenset((0,)))
        self.there = SiteFact(self.all - {0})

    def kind(self, what: Expr) -> SiteFact:
        """A member of OF_KIND(what)."""
        if what.op is Op.CONST and isinstance(what.data, int):
            return SiteFact(self.there.held & {what.data})
        return self.there

    def owned(self, owner: Expr) -> SiteFact:
        """A member of OWNED(owner)."""
        if owner.op is Op.CONST:
            return SiteFact(frozenset(c for c in self.there.held if self.owners[c] == owner.data))
        return SiteFact(self.there.held, frozenset((owner,)) if _plain(owner) else _NOBODY)

    def outside(self, sites: Expr) -> SiteFact:
        """No member of a set."""
        match sites.op:
            case Op.OCCUPIED:
                return self.empty
            case Op.OF_KIND if sites.args[0].op is Op.CONST:
                return SiteFact(self.all - self.kind(sites.args[0]).held)
            case Op.OWNED if sites.args[0].op is Op.CONST:
                return SiteFact(self.all - self.owned(sites.args[0]).held)
            case Op.OWNED if _plain(sites.args[0]):
                return SiteFact(self.all, _NOBODY, frozenset((sites.args[0],)))
            case Op.UNION:
                return self.outside(sites.args[0]) & self.outside(sites.args[1])
        return self.any

    def put(self, what: Expr, counted: bool) -> SiteFact:
        """A site on which a component was put; `counted`: with a count, which may be 0."""
        held: frozenset[int] = self.all
        owners = _NOBODY
        if what.op is Op.CONST and isinstance(what.data, int):
            held = frozenset((what.data if what.data in self.all else 0,))
        elif not counted:
            owners = self._movers(what)
            held = self.there.held if owners else self.all
        return SiteFact(held | {0} if counted else held, owners)

    def sole(self, held: frozenset[int]) -> bool:
        """Whether the owner of each of these components has no other."""
        return all(self.owners.count(self.owners[c]) == 1 + (self.owners[c] == 0) for c in held if c)

    def _movers(self, what: Expr) -> frozenset[Expr]:
        """The mover, where a component is given that is the mover's, whoever that is."""
        table, index = (what.data, what.args[0]) if what.op is Op.TABLE else (None, what)
        if not (isinstance(index.data, Field) and index.op is Op.FIELD and index.data.name == "mover"):
            return _NOBODY
        for player in range(1, self.players + 1):
            if isinstance(table, Table):
                given = int(table.values[player]) if player < len(table.values) else 0
            else:
                given = player
            if not 0 < given < len(self.owners) or self.owners[given] != player:
                return _NOBODY
        return frozenset((index,))


def _plain(expr: Expr) -> bool:
    return not expr.op_mask & ~_PLAIN
