"""A small program for each operation and kind of statement of the core: by its signature, or by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable

import attrs

from gdl.core import make as k
from gdl.core.intrinsics import (
    Ask,
    Begin,
    ListMoves,
    PlayMove,
    PlayOut,
    Poke,
    Pool,
    Reseed,
    SaveRecord,
    Tally,
)
from gdl.core.operations import TABLE_TYPES
from gdl.core.ops import (
    BINDERS,
    BOOL,
    FLOAT,
    INT,
    SITES,
    Adjust,
    Apply,
    Assign,
    Best,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    If,
    Include,
    MoveLevels,
    MovePiece,
    Narrow,
    Offer,
    Op,
    Param,
    Priority,
    Proc,
    Program,
    Provided,
    Push,
    Put,
    Rays,
    Remember,
    RepeatKind,
    Restore,
    Return,
    Sandbox,
    SetAt,
    Simultaneous,
    Snapshot,
    Stmt,
    Store,
    Table,
    Take,
    TakeLevel,
    Type,
    While,
)
from tests.core.core_programs import program, site_kind

NUMBER, TRUTH = Field("number", INT, None, 3), Field("truth", BOOL, None, True)
REAL, REGION = Field("real", FLOAT, None, 2.0), Field("region", SITES, None, 0b1011)
NUMBERS = Field("numbers", INT, 9, 1)
STEP = Table("step", INT, (1, 2, -1, 4, 5, -1, 7, 8, -1), -1)
NEAR = Table("near", SITES, tuple(1 << (s + 1) % 9 for s in range(9)))
RAYS = Rays("east", tuple(tuple(range(s + 1, s - s % 3 + 3)) for s in range(9)))
POOL = Pool("pool", INT, 0)

_OF_TYPE: dict[Type, Expr] = {t.type: k.field(t) for t in (NUMBER, TRUTH, REAL, REGION)}
#: What stands for each letter of a signature.
_OF_LETTER = {"I": INT, "B": BOOL, "F": FLOAT, "S": SITES, "n": INT, "a": INT, "i": INT, "f": FLOAT, "=": INT}
_NAMES = {Op.VAR: "local", Op.CALL: "worth", **dict.fromkeys(BINDERS, "s")}
_PAIRS = {Op.OLD_ELEM: ("kept", NUMBERS)}
#: What only programs hold of which all passes are done.
LOWERED_OPS = {Op.OLD_ELEM, Op.PEEK, Op.ROOM, Op.STOPPED, Op.FINGERPRINT}
LOWERED_STATEMENTS: set[type[Stmt]] = {
    Ask, Begin, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord, Snapshot, Restore, Apply,
}  # fmt: skip
_OF_STACKS = {Push, MoveLevels, TakeLevel}


def _data(op: Op, wanted: type | None, args: int) -> object:
    """A constant for an operation."""
    if wanted is Field:
        return NUMBERS if args else NUMBER
    if wanted is Table:
        return NEAR if TABLE_TYPES.get(op, INT) is SITES else STEP
    known: dict[type | None, object] = {
        None: None, object: 1, Rays: RAYS, RepeatKind: RepeatKind.SITUATIONAL, Pool: POOL,
        str: _NAMES.get(op, "offered"), tuple: _PAIRS.get(op, ("offered", "worth")),
    }  # fmt: skip
    return known[wanted]


def expression(op: Op) -> Expr:
    """An expression of an operation, as its signature wants it."""
    signature = op.signature
    args = tuple(_OF_TYPE[_OF_LETTER[letter]] for letter in signature.args.rstrip("*"))
    return Expr(op, _OF_LETTER[signature.result], args, _data(op, signature.data, len(args)))


_N, _S = k.field(NUMBER), k.field(REGION)
_MARK = (Store(NUMBER, None, k.int_(1)),)
_OFFER = (Offer(1, (k.int_(2),), _S),)
#: By hand, for each kind of statement: what stands in a procedure, which offers where one of these is in it.
STATEMENTS: dict[type[Stmt], Block] = {
    Assign: (Assign("x", _N),),
    Store: _MARK,
    Adjust: (Adjust(NUMBERS, _N, k.int_(1)),),
    Include: (Include(REGION, None, k.one(_N), True),),
    Put: (Put(_N, k.int_(1)),),
    Take: (Take(_S),),
    MovePiece: (MovePiece(_N, k.int_(4)),),
    SetAt: (SetAt("state", _N, k.int_(1)),),
    Push: (Push(_N, k.int_(1)),),
    MoveLevels: (MoveLevels(_N, k.int_(4), k.int_(0), True),),
    TakeLevel: (TakeLevel(_N, k.int_(0)),),
    If: (If(k.field(TRUTH), _MARK),),
    While: (While(k.field(TRUTH), _MARK, 3),),
    ForSites: (ForSites("s", _S, (Store(NUMBER, None, k.var("s", INT)),)),),
    ForRange: (ForRange("i", k.int_(0), k.int_(3), (Store(NUMBER, None, k.var("i", INT)),)),),
    Break: (ForSites("s", _S, (If(k.field(TRUTH), (Break(),)), *_MARK)),),
    Continue: (ForSites("s", _S, (If(k.field(TRUTH), (Continue(),)), *_MARK)),),
    Return: (If(k.field(TRUTH), (Return(),)), *_MARK),
    Do: (Do("mark"),),
    Draw: (Draw("x", _N), Store(NUMBER, None, k.var("x", INT))),
    Remember: (Remember(),),
    Simultaneous: (Simultaneous((Adjust(NUMBER, None, _N), Store(NUMBERS, _N, _N))),),
    Apply: (Apply(_MARK),),
    Snapshot: (Snapshot("kept", NUMBERS),),
    Restore: (Snapshot("kept", NUMBERS), Restore("kept", NUMBERS)),
    Sandbox: (Sandbox((*_MARK, Assign("x", _N))), Store(NUMBERS, k.int_(0), k.var("x", INT))),
    Offer: _OFFER,
    Generate: (Generate("offered"),),
    Priority: (Priority((_OFFER, _OFFER)),),
    Best: (Best(_OFFER, "worth"),),
    Narrow: (Narrow(_OFFER, "keep"),),
    Provided: (Provided(_OFFER, "check"),),
    Poke: (Poke(POOL, _N, _N),),
    Tally: (Tally(POOL, _N),),
    ListMoves: (ListMoves("x", pool=POOL, index=_N),),
    PlayMove: (PlayMove(POOL, _N),),
    SaveRecord: (SaveRecord(POOL, _N),),
    PlayOut: (PlayOut("x", _N),),
    Begin: (Begin(),),
    Reseed: (Reseed(_N, _N),),
    Ask: (Ask("x", "worth"),),
}
_OFFERING = {Offer, Generate, Priority, Best, Narrow, Provided}


def _program(
    probe: Proc, lowered: bool, moves: Block = (), stacks: bool = False, counts: bool = False
) -> Program:
    """A program around a procedure; one that is `lowered` has no pieces, only fields."""
    start: Block = () if lowered else (Put(k.int_(3), k.int_(1)), Put(k.int_(5), k.int_(2)))
    played: Stmt = Store(NUMBERS, k.var("s", INT), _N) if lowered else Put(k.var("s", INT), k.int_(1))
    own = (
        probe,
        Proc("moves", (), (Generate("offered"), *moves), generator=True),
        Proc("offered", (), _OFFER, generator=True),
        Proc("start", (), start),
        Proc("mark", (), (Adjust(NUMBER, None, k.int_(1)),)),
        Proc("worth", (), (Return(k.field(NUMBER)),), INT),
        Proc("check", (), (Return(k.field(TRUTH)),), BOOL),
        Proc("keep", (Param("those", SITES),), (Return(k.var("those", SITES)),), SITES),
        Proc("play_it", (Param("n", INT), Param("s", INT)), (played,)),
    )
    kinds = [site_kind(1, "play_it", Param("n", INT))]
    made = program(own, kinds, [NUMBER, TRUTH, REAL, REGION, NUMBERS], [STEP, NEAR])
    return attrs.evolve(made, rays=(RAYS,), stacks=stacks, counts=counts)


def of_operation(op: Op) -> Program:
    """A program whose procedure `probe` gives what an operation comes to."""
    expr = expression(op)
    body: list[Stmt] = [Assign("local", k.field(NUMBER))] if op is Op.VAR else []
    if op is Op.OLD_ELEM:
        body.append(Snapshot("kept", NUMBERS))
    probe = Proc("probe", (), (*body, Return(expr)), expr.type, entry=True)
    stacks = op is Op.HEIGHT or op.name.endswith("_LEVEL")
    return _program(probe, op in LOWERED_OPS, (), stacks, op is Op.COUNT_AT)


def of_statement(kind: type[Stmt]) -> Program:
    """A program whose procedure `probe` has a statement of this kind in it."""
    offers = kind in _OFFERING
    probe = Proc("probe", (), STATEMENTS[kind], generator=offers, entry=True)
    moves = (Generate("probe"),) if offers else ()
    return _program(probe, kind in LOWERED_STATEMENTS, moves, kind in _OF_STACKS)


def kinds_of_statements() -> list[type[Stmt]]:
    """Every class of statements that any module of the core has, by name."""
    waiting: list[type[Stmt]] = [Stmt]
    found: list[type[Stmt]] = []
    is_there: Callable[[type[Stmt]], bool] = lambda c: getattr(sys.modules[c.__module__], c.__name__) is c  # noqa: E731
    while waiting:
        for cls in waiting.pop().__subclasses__():
            waiting.append(cls)
            if is_there(cls):  # attrs makes a class anew, and the first one may still be about
                found.append(cls)
    return sorted(found, key=lambda c: c.__name__)
