"""Lazy legality: a search's program in which moves are judged when they are played, not when they are listed.

Where rules say that moves count only if something holds afterwards (no check to the own king, liberties for
the stone), listing the legal moves means playing all of them. A search cuts most of them off. Here the
generator offers them unjudged (pseudo-legal moves), and who plays one that is not lawful finds that marked in
the state. As chess programs have it, by the rules alone.

A check is put off if it stands around whole offers, not where offers hang on which others are legal, if
nothing is passed to it that only its place knows, and if a kind of move always has the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.live_fields import live_fields
from gdl.analyses.mod_ref import Effects
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.intrinsics import LAWFUL, SEARCHES, UNLAWFUL
from gdl.core.ops import BOOL, Block, Expr, Kind, Op, Proc, Program, Provided, Stmt
from gdl.core.verify import verify
from gdl.core.walk import blocks_of, rebuild_blocks, statements
from gdl.support.values import evolve

_Check = tuple[str, tuple[Expr, ...]]


def defer_checks(program: Program) -> Program:
    """A prepared program whose moves are marked as unlawful when they are played: `rank[UNLAWFUL]` is not 0.

    `LAWFUL` tells whether all that was put off holds in a state. Where nothing can be put off it is the same
    program.
    """
    moves = next(p for p in program.procs if p.name == "moves")
    checks: dict[int, set[tuple[_Check, ...]]] = {}
    effects = Effects(program)
    for kind, around in _offered(moves.body, (), effects):
        checks.setdefault(kind, set()).add(around)
    if all(each == {()} for each in checks.values()) or any(len(each) > 1 for each in checks.values()):
        return program
    judged = {kind: each for kind, (each,) in checks.items() if each}
    every = tuple(dict.fromkeys(check for each in judged.values() for check in each))
    wrapped = [_judging(program, program.kinds[kind], each) for kind, each in judged.items()]
    unjudged = evolve(moves, body=tuple(_without_checks(moves.body)))
    plays = {kind: proc.name for kind, proc in zip(judged, wrapped, strict=True)}
    result = evolve(
        program,
        procs=(
            *(unjudged if p is moves else p for p in program.procs),
            *wrapped,
            Proc(LAWFUL, (), (o.Return(_holds(every)),), BOOL),
        ),
        kinds=tuple(evolve(kind, play=plays.get(kind.index, kind.play)) for kind in program.kinds),
    )
    # positions are to have the fingerprints that they have elsewhere
    return verify(result) if live_fields(result) == live_fields(program) else program


def _offered(
    block: Block, around: tuple[_Check, ...], effects: Effects
) -> Iterator[tuple[int, tuple[_Check, ...]]]:
    """The kinds of moves that are offered, each with the checks around it that can be put off."""
    for stmt in block:
        match stmt:
            case o.Offer():
                yield stmt.kind, around
            case o.Generate():
                for name in effects.reached(stmt.name):
                    for each in statements(effects.procs[name].body):
                        if isinstance(each, o.Offer):
                            yield each.kind, around
            case Provided() if _can_wait(stmt):
                yield from _offered(stmt.body, (*around, (stmt.check, stmt.args)), effects)
            case o.If() | o.ForSites() | o.ForRange() | o.While():
                for inner in blocks_of(stmt):
                    yield from _offered(inner, around, effects)
            case _:
                for each in statements((stmt,)):
                    if isinstance(each, o.Offer):
                        yield each.kind, around
                    elif isinstance(each, o.Generate):
                        yield from _offered((each,), around, effects)


def _without_checks(block: Block) -> Iterator[Stmt]:
    """The same offers without what is put off."""
    for stmt in block:
        match stmt:
            case Provided() if _can_wait(stmt):
                yield from _without_checks(stmt.body)
            case o.If() | o.ForSites() | o.ForRange() | o.While():
                yield rebuild_blocks(stmt, lambda inner: tuple(_without_checks(inner)))
            case _:
                yield stmt


def _can_wait(stmt: Provided) -> bool:
    return all(arg.op is Op.CONST for arg in stmt.args)


def _judging(program: Program, kind: Kind, checks: tuple[_Check, ...]) -> Proc:
    """What plays a kind of move, and marks the state where that was not lawful."""
    rank = next(f for f in program.fields if f.name == "rank")
    mark = o.Store(rank, k.int_(UNLAWFUL), k.float_(1.0))
    args = tuple(k.var(each.name, each.type) for each in kind.params)
    body = (o.Do(kind.play, args), o.If(k.not_(_holds(checks)), (mark,), ()))
    return Proc(f"{SEARCHES}judged_{kind.index}", kind.params, body)


def _holds(checks: tuple[_Check, ...]) -> Expr:
    return k.and_(*(k.call(name, BOOL, *args) for name, args in reversed(checks)))
