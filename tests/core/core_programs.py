"""Small core programs by hand, for tests of passes and engines."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    Field,
    If,
    Kind,
    Names,
    Offer,
    Param,
    Proc,
    Program,
    Put,
    Return,
    Stmt,
    Store,
    Table,
)

SITE = k.var("s", INT)
MOVER = Field("mover", INT, None, 1)
OVER = Field("over", BOOL, None, False)


def program(
    procs: Sequence[Proc],
    kinds: Sequence[Kind] = (),
    fields: Sequence[Field] = (),
    tables: Sequence[Table] = (),
    sites: int = 9,
    players: int = 2,
    owners: tuple[int, ...] = (0, 1, 2),
    name: str = "Test",
    stack_limit: int = 32,
) -> Program:
    """A program with what every one must have; procedures that are not given do nothing."""
    given = {p.name: p for p in procs}
    fixed = [
        Proc("start", (), ()),
        Proc("turn", (), ()),
        Proc("moves", (), (), generator=True),
        Proc("after", (), ()),
        Proc("play_pass", (Param("s", INT),), ()),
    ]
    rank = Field("rank", FLOAT, players + 1, 0.0)
    numbered = [pass_kind(), *kinds]
    return Program(
        name,
        players,
        sites,
        (MOVER, OVER, rank, *fields),
        tuple(tables),
        (),
        (*procs, *(p for p in fixed if p.name not in given)),
        tuple(numbered),
        owners,
        Names(("", "P1", "P2"), ("", "Disc1", "Disc2"), tuple(f"s{i}" for i in range(sites))),
        stack_limit=stack_limit,
    )


def pass_kind() -> Kind:
    return Kind(0, "pass", "play_pass", (Param("s", INT),), k.int_(-1), k.int_(-1), decision="pass")


def site_kind(index: int, play: str, *params: Param) -> Kind:
    """A kind with these captured values and a site `s`."""
    return Kind(index, play, play, (*params, Param("s", INT)), k.int_(-1), k.var("s", INT), decision="add")


def next_mover() -> Stmt:
    mover = k.field(MOVER)
    return Store(MOVER, None, k.sub(k.int_(3), mover))


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tic_tac_toe() -> Program:
    """Tic-Tac-Toe with abstract pieces."""
    mover = k.field(MOVER)
    won = k.or_(*(k.subset(k.sites_(sum(1 << s for s in line)), k.owned(mover)) for line in LINES))
    rank = Field("rank", FLOAT, 3, 0.0)
    everywhere = k.sites_((1 << 9) - 1)
    result = program(
        [
            Proc("moves", (), (Offer(1, (), k.diff(everywhere, k.OCCUPIED)),), generator=True),
            Proc("play_add", (Param("s", INT),), (Put(SITE, mover, fresh=True),)),
            Proc("won", (), (Return(won),), BOOL),
            Proc(
                "after",
                (),
                (
                    If(
                        k.call("won", BOOL),
                        (
                            Store(OVER, None, k.TRUE),
                            Store(rank, mover, k.float_(1.0)),
                            Store(rank, k.sub(k.int_(3), mover), k.float_(2.0)),
                        ),
                        (
                            If(
                                k.eq(k.size(k.OCCUPIED), k.int_(9)),
                                (
                                    Store(OVER, None, k.TRUE),
                                    Store(rank, k.int_(1), k.float_(1.5)),
                                    Store(rank, k.int_(2), k.float_(1.5)),
                                ),
                            ),
                        ),
                    ),
                    next_mover(),
                ),
            ),
        ],
        [site_kind(1, "play_add")],
        name="Tic-Tac-Toe",
    )
    return with_rank(result, rank)


def with_rank(made: Program, rank: Field) -> Program:
    """The same program with this field for ranks."""
    return attrs.evolve(made, fields=tuple(rank if f.name == "rank" else f for f in made.fields))
