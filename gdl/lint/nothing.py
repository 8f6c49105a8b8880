"""What is written and does nothing: turning over what has one side, tracks that stay where they begin, values
that are overwritten at once."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import make as k
from gdl.core.ops import Block, Expr, Field, If, Op, Stmt, Store
from gdl.core.walk import blocks_of, exprs_of, subexprs
from gdl.lint.subject import Rule, Subject, finding
from gdl.lower.tracks import paths
from gdl.ludemes.effects import Flip
from gdl.ludemes.equipment import Piece
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span
from gdl.support.values import frozen


def _one_sided(subject: Subject) -> Iterator[Diagnostic]:
    """`(flip ...)` where no piece of the game has `flips`."""
    pieces = [c.ludeme for c in subject.facts.components[1:] if isinstance(c.ludeme, Piece)]
    if any(piece.flips is not None for piece in pieces) or subject.has_options:
        return
    for each in subject.each_written(subject.rules(Flip)):
        yield finding(
            "W0642", "no piece has another side, so nothing is ever turned over", each[0].span,
            "does nothing",
            "give the piece two sides, (piece ... (flips 1 2)), or change whose it is, "
            '(promote ... (piece "Disc") Mover)',
        )  # fmt: skip


def _standing_still(subject: Subject) -> Iterator[Diagnostic]:
    """Tracks with directions in their text that never leave their first site."""
    for track, path in zip(subject.facts.tracks, paths(subject.b), strict=True):
        if not isinstance(track.path, str) or track.span.source not in subject.own_sources:
            continue
        legs = [token.strip() for token in track.path.split(",") if token.strip()]
        if len(legs) < 2 or len(path.sites) != 1:
            continue
        start = subject.facts.site_name(path.sites[0])
        yield finding(
            "W0643", f"this track leads nowhere: {start} has no neighbour along it", track.span,
            f"only {start}, site {path.sites[0]}",
            "`gdl board` shows the numbers of the sites: begin with another",
            subject=track.path,
        )  # fmt: skip


def _through_anothers_hand(subject: Subject) -> Iterator[Diagnostic]:
    """Tracks of a player that lead through another player's hand."""
    owners = {
        site: each.owner for each in subject.facts.containers if each.dice is None for site in each.sites
    }
    players = range(1, subject.facts.players + 1)
    for track, path in zip(subject.facts.tracks, paths(subject.b), strict=True):
        if path.owner not in players or track.span.source not in subject.own_sources:
            continue
        alien = next((s for s in path.sites if owners.get(s) in players and owners[s] != path.owner), None)
        if alien is not None:
            yield finding(
                "W0654", f"the track of P{path.owner} leads through the hand of P{owners[alien]}", track.span,
                f"site {alien} is the hand of P{owners[alien]}",
                f"see which site is the hand of P{path.owner}: `gdl board` shows the numbers of the sites",
            )  # fmt: skip


def _overwritten(subject: Subject) -> Iterator[Diagnostic]:
    """Dead stores: what is set, and set anew by the next rule before anything can have read it."""
    reported: set[Span] = set()
    for proc in subject.program.procs:
        for block in _blocks(proc.body):
            for number, stmt in enumerate(block):
                first = _guarded(stmt)
                if first is None or not _is_written(subject, first.store.span):
                    continue
                again = _set_anew(first, block[number + 1 :])
                if again is not None and first.store.span not in reported:
                    reported.add(first.store.span)
                    yield finding(
                        "W0646", f"this is set anew at once, in line {again.line}, by {again.text}",
                        first.store.span, "makes no difference",
                        "leave it out, or see whom, or what, the second is about",
                    )  # fmt: skip


def _is_written(subject: Subject, span: Span) -> bool:
    """Does it stand in the game's file, or in one beside it, where no argument decides what it is about?"""
    return span.source in subject.own_sources or (subject.is_beside(span) and "#" not in span.text)


@frozen
class _Guarded:
    """A store under a condition: of several players' values, that of who is meant."""

    store: Store
    condition: Expr = k.TRUE

    def reads(self, field: Field) -> bool:
        """Does it need the field, or may it?"""
        parts = (self.condition, *exprs_of(self.store))
        return any(e.data == field or e.op is Op.CALL for part in parts for e in subexprs(part))


def _guarded(stmt: Stmt) -> _Guarded | None:
    if isinstance(stmt, If) and not stmt.otherwise and len(stmt.then) == 1:
        inner = stmt.then[0]
        return _Guarded(inner, stmt.condition) if isinstance(inner, Store) else None
    return _Guarded(stmt) if isinstance(stmt, Store) else None


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for stmt in block:
        for inner in blocks_of(stmt):
            yield from _blocks(inner)


def _set_anew(first: _Guarded, after: Block) -> Span | None:
    """The place of what overwrites a store, if nothing can have read it before."""
    store = first.store
    for stmt in after:
        other = _guarded(stmt)
        if other is None or other.reads(store.field):
            return None
        same = other.store.field == store.field and other.store.index == store.index
        if same and other.condition == first.condition:
            place = other.store.span
            apart = place.end <= store.span.start or store.span.end <= place.start
            return place if apart and place.source is store.span.source else None
    return None


RULES = (
    Rule("W0642", _one_sided),
    Rule("W0643", _standing_still),
    Rule("W0654", _through_anothers_hand),
    Rule("W0646", _overwritten),
)
