"""Which components a rule means, which pieces of them, and how many they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import INT, Assign, Expr, Op
from gdl.equip.facts import Component
from gdl.lower.players import is_owned_by, owned_by
from gdl.ludeme.categories import BoolExpr, IntExpr, Moves, Region
from gdl.source.suggest import nearest
from gdl.source.text import Span
from gdl.support.values import define, field
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.ludeme.arguments import PieceArgument


def components_named(b: Builder, name: str, span: Span) -> list[Component]:
    """The components a name means; an unknown name is an author's mistake, or means none."""
    result = b.facts.named(name)
    if not result:
        names = sorted({n for c in b.facts.components[1:] for n in (c.name, c.base)})
        near = nearest(name, names)
        listed = ", ".join(f'"{each}"' for each in names)
        advice = f'did you mean "{near[0]}"?' if near else f"the pieces are {listed or 'none'}"
        b.refuse_name(
            MeaningError(
                "E0402",
                f'there is no piece called "{name}"',
                span,
                "unknown piece",
                advice,
                subject=name,
                suggested=near,
            )
        )
    return result


def by_owner(b: Builder, components: list[Component], owner: Expr) -> Expr:
    """Of the components of one name the one that belongs to that player; -1 where there are none."""
    if not components:
        return k.NOWHERE_SITE
    if len(components) == 1:
        return k.int_(components[0].index)
    if owner.op is Op.CONST:
        return k.int_(next((c.index for c in components if c.owner == owner.data), 0))
    indices = [0] * (b.facts.players + 2)
    for component in components:
        indices[component.owner] = component.index
    return k.table(b.table(tuple(indices), outside=0, stem="piece_of"), owner)


def default_piece(b: Builder, owner: Expr, span: Span) -> Expr:
    """The piece that a player adds where none is named: the first it owns, else the first of all."""
    firsts = [
        next((c for c in b.facts.components[1:] if c.owner == p), None) for p in range(b.facts.players + 1)
    ]
    shared = next((c for c in b.facts.components[1:] if c.owner > b.facts.players), None) or firsts[0]
    indices = tuple((c or shared).index if c or shared else 0 for c in firsts)  # type: ignore[union-attr]
    if not any(indices[1:]):
        raise MeaningError(
            "E0402", "no player has a piece to add", span, "", 'declare one: (piece "Disc" Each)'
        )
    if owner.op is Op.CONST and isinstance(owner.data, int) and 0 <= owner.data < len(indices):
        return k.int_(indices[owner.data])
    if len(set(indices[1:])) == 1:
        return k.int_(indices[1])
    return k.table(b.table(indices, outside=0, stem="piece_of"), owner)


def pieces_of(b: Builder, piece: PieceArgument | None, owner: Expr, span: Span) -> list[tuple[Expr, str]]:
    """The pieces that an argument names, each with its name to show (empty where there is one only)."""
    if piece is None:
        return [(default_piece(b, owner, span), "")]
    given = piece.which if isinstance(piece.which, tuple) else (piece.which,)
    if not given:
        advice = 'name one: (piece "Queen")'
        raise MeaningError("E0402", "no piece is named here", piece.span, "empty", advice)
    result: list[tuple[Expr, str]] = []
    for which in given:
        if isinstance(which, IntExpr):
            result.append((which.lower(b), ""))
        else:
            components = components_named(b, which, piece.span)
            result.append((by_owner(b, components, owner), components[0].base if components else which))
    if len(result) == 1:
        return [(result[0][0], "")]
    return result


def piece_of(b: Builder, piece: PieceArgument | None, owner: Expr, span: Span) -> Expr:
    """The one piece that an argument names."""
    return pieces_of(b, piece, owner, span)[0][0]


@define
class RulesAsked:
    """Side table: the components whose own moves some rule asks for, by number."""

    of: set[int] = field(factory=set)


def moves_of(component: Component) -> Moves | None:
    """How a piece moves by its own rules, None if it has none."""
    assert component.moves is None or isinstance(component.moves, Moves)
    return component.moves


Owner = RoleType | IntExpr | None


def pieces_meant(
    b: Builder,
    who: Owner,
    name: str | None,
    within: Region | None,
    span: Span,
    condition: BoolExpr | None = None,
) -> Expr:
    """The sites with a piece (on top) of that owner and name, in those sites; by default any piece."""
    owner = RoleType.ALL if who is None else who
    sites = owned_by(b, owner, span)
    if name is not None:
        kinds = k.union(*(k.of_kind(k.int_(c.index)) for c in components_named(b, name, span)))
        sites = kinds if owner is RoleType.ALL else k.inter(kinds, sites)
    if within is not None:
        sites = k.inter(sites, within.lower(b))
    if condition is not None:
        test = condition
        sites = b.filter(sites, lambda: test.lower(b), Context.TO, Context.SITE)
    return sites


def count_pieces(
    b: Builder, who: Owner, name: str | None, within: Region | None, condition: BoolExpr | None, span: Span
) -> Expr:
    """How many pieces there are of that owner and name, in those sites."""
    facts = b.facts
    if facts.stacks:
        return _count_levels(b, who, name, within, condition, span)
    sites = pieces_meant(b, who, name, within, span, condition)
    if facts.counts:
        member = b.local("held")
        return k.sum_(member, sites, k.at(Op.COUNT_AT, k.var(member, INT)))
    return k.size(sites)


def _count_levels(
    b: Builder, who: Owner, name: str | None, within: Region | None, condition: BoolExpr | None, span: Span
) -> Expr:
    """On stacks, level by level."""
    named_components = None if name is None else components_named(b, name, span)

    def run() -> Expr:
        sites = k.OCCUPIED if within is None else k.inter(k.OCCUPIED, within.lower(b))
        if condition is not None:
            sites = b.filter(sites, lambda: condition.lower(b), Context.TO, Context.SITE)
        total = b.local("total")
        b.emit(Assign(total, k.int_(0), span=b.span))
        so_far = k.var(total, INT)
        with b.each(sites) as site:
            top = k.sub(k.at(Op.HEIGHT, site), k.int_(1))
            with b.count_up(k.int_(0), top) as level:
                fits = k.and_(
                    is_owned_by(b, k.at_level(Op.WHO_LEVEL, site, level), who, span),
                    _is_any(k.at_level(Op.WHAT_LEVEL, site, level), named_components),
                )
                with b.if_(fits):
                    b.emit(Assign(total, k.add(so_far, k.int_(1)), span=b.span))
        return so_far

    return b.function("pieces", INT, run)


def _is_any(what: Expr, components: list[Component] | None) -> Expr:
    if components is None:
        return k.TRUE
    return k.or_(*(k.eq(what, k.int_(c.index)) for c in components))
