"""Offers that nobody plays lose their kind; what is judged by playing it keeps it."""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, If, Offer, Param, Proc, Program, Provided, Return
from gdl.core.printer import show_block
from gdl.passes.strip_unplayed_moves import strip_unplayed_moves
from tests.core.core_programs import program, site_kind

OFFER = Offer(1, (k.int_(3),), k.sites_(0b11))


def made(*others: Proc) -> Program:
    """`moves` offers kind 1 if there is any move of `looked_at`."""
    moves = Proc("moves", (), (If(k.any_move("looked_at"), (OFFER,)),), generator=True)
    play = Proc("go", (Param("f", INT), Param("s", INT)), ())
    check = Proc("good", (), (Return(k.TRUE),), BOOL)
    return program([moves, play, check, *others], [site_kind(1, "go", Param("f", INT))])


def body(of: Program, name: str) -> str:
    return show_block(next(p for p in strip_unplayed_moves(of).procs if p.name == name).body)


def test_what_is_only_asked_about() -> None:
    of = made(Proc("looked_at", (), (OFFER,), generator=True))
    assert body(of, "looked_at").strip() == "offer 0() to {0-1}"
    assert "offer 1(3) to {0-1}" in body(of, "moves")


def test_what_is_judged_by_playing_it() -> None:
    of = made(Proc("looked_at", (), (Provided((OFFER,), "good"), OFFER), generator=True))
    shown = body(of, "looked_at")
    assert "offer 1(3) to {0-1}" in shown
    assert "offer 0() to {0-1}" in shown


def test_what_is_counted() -> None:
    """Moves that lead to the same site count as several if they are of several kinds."""
    counting = Proc("after", (), (If(k.gt(k.count_moves("looked_at"), k.int_(1)), (Return(),)),))
    of = made(Proc("looked_at", (), (OFFER,), generator=True), counting)
    assert body(of, "looked_at").strip() == "offer 1(3) to {0-1}"
