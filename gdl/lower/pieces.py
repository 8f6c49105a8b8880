"""Which components a rule means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.equip.facts import Component
from gdl.ludeme.categories import IntExpr, Moves
from gdl.source.suggest import nearest
from gdl.source.text import Span
from gdl.support.values import define, field

if TYPE_CHECKING:
    from gdl.ludeme.arguments import PieceArgument


def components_named(b: Builder, name: str, span: Span) -> list[Component]:
    """The components a name means; an unknown name is an author's mistake."""
    result = b.facts.named(name)
    if not result:
        names = sorted({n for c in b.facts.components[1:] for n in (c.name, c.base)})
        near = nearest(name, names)
        listed = ", ".join(f'"{each}"' for each in names)
        advice = f'did you mean "{near[0]}"?' if near else f"the pieces are {listed or 'none'}"
        raise MeaningError(
            "E0402",
            f'there is no piece called "{name}"',
            span,
            "unknown piece",
            advice,
            subject=name,
            suggested=near,
        )
    return result


def by_owner(b: Builder, components: list[Component], owner: Expr) -> Expr:
    """Of the components of one name the one that belongs to that player."""
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
            result.append((by_owner(b, components, owner), components[0].base))
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
