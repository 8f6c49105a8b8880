"""Finds what is known of the pieces where they are written, so that `layout` can do less there.

A move is played in the state that it was offered in. So what is known of the captured sites and of the
destinations at every offer of a kind holds when its procedure begins. Each kind gets a procedure of its own,
with `fresh`, `held` and the like in its writes; those that come out equal are one again after `prune`.
"""

from __future__ import annotations

import attrs

from gdl.core import make as k
from gdl.core.known.flow import Env, Flow
from gdl.core.known.spots import Pieces, Spot
from gdl.core.ops import INT, Expr, Generate, MoveLevels, Offer, Op, Program, Push, Sandbox
from gdl.core.walk import free_vars, statements, substitute


def known(program: Program) -> Program:
    """The program with promises in its writes of pieces, and without questions whose answers are known."""
    if any(isinstance(s, Push | MoveLevels) for p in program.procs for s in statements(p.body)):
        return program  # under what is taken there may be another
    pieces = Pieces(program)
    offers = _Offers(program)
    procs = {}
    for proc in program.procs:
        body, _ = Flow(program, pieces, offers.note).block(proc.body, Env())
        procs[proc.name] = proc if body is proc.body else attrs.evolve(proc, body=body)
    kinds = []
    supposed = _supposed(program)
    for kind in program.kinds:
        entry = offers.known.get(kind.index)
        if entry is None or kind.name == "pass" or kind.index in supposed:
            kinds.append(kind)
            continue
        play = next(p for p in program.procs if p.name == kind.play)
        spots = {k.var(p.name, INT): s for p, s in zip(play.params, entry, strict=True) if p.type is INT}
        body, _ = Flow(program, pieces).block(play.body, Env(spots))
        if body == procs[play.name].body:
            kinds.append(kind)
            continue
        name = f"{play.name}.{kind.index}"
        procs[name] = attrs.evolve(play, name=name, body=body)
        kinds.append(attrs.evolve(kind, play=name))
    return attrs.evolve(program, procs=tuple(procs.values()), kinds=tuple(kinds))


def _supposed(program: Program) -> set[int]:
    """The kinds that are offered in sandboxes: they are played in another state than they are offered in."""
    procs = {p.name: p for p in program.procs}
    kinds: set[int] = set()
    seen: set[str] = set()
    todo = [s.body for p in program.procs for s in statements(p.body) if isinstance(s, Sandbox)]
    while todo:
        for stmt in statements(todo.pop()):
            if isinstance(stmt, Offer):
                kinds.add(stmt.kind)
            elif isinstance(stmt, Generate) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(procs[stmt.name].body)
    return kinds


class _Offers:
    """For every kind what is known of its parameters wherever it is offered."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.procs = {p.name: p for p in program.procs}
        self.known: dict[int, tuple[Spot, ...]] = {}

    def note(self, stmt: Offer, env: Env, member: Spot) -> None:
        """What is known at one offer."""
        params = self.procs[self.program.kinds[stmt.kind].play].params
        names = {
            str(a.data): k.var(p.name, p.type)
            for p, a in zip(params, stmt.args, strict=False)
            if a.op is Op.VAR
        }
        spots = [*(env.spots.get(a) for a in stmt.args), attrs.evolve(member, site=True)]
        nothing = Spot(frozenset(range(max(len(self.program.owners), 1))))
        here = tuple(nothing if s is None else _for_params(s, names) for s in spots)
        before = self.known.get(stmt.kind)
        self.known[stmt.kind] = (
            here if before is None else tuple(a | b for a, b in zip(before, here, strict=True))
        )


def _for_params(spot: Spot, names: dict[str, Expr]) -> Spot:
    """The same in the words of the procedure that plays the move."""

    def told(exprs: frozenset[Expr]) -> frozenset[Expr]:
        return frozenset(substitute(e, names) for e in exprs if free_vars(e) <= names.keys())

    return attrs.evolve(spot, owners=told(spot.owners), strangers=told(spot.strangers))


__all__ = ["known"]
