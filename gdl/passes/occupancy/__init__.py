r"""Occupancy analysis: a data-flow analysis of what may stand on sites, put to use where pieces are written.

    generator moves():                                       generator moves():
        for x in owned(1):                                       ...
            offer 1(x) to ({0-8} \ occupied())      =>
    proc play(x: Int, s: Int):                               proc `play.1`(x: Int, s: Int):
        move x to s                                              move x to s held 1 over 0 apart

A move is played in the state that it was offered in. So the join of what is known of the captured sites and
of the destinations at every offer of a kind holds when its procedure begins. Each kind gets a procedure of
its own, with `fresh`, `held` and the like in its writes, so that `layout` can do less there; those that come
out equal are one again after `eliminate-dead-code`. What is known at the end of all of them holds when
`after` begins, what is known at all calls of a procedure when that begins.

`site_facts` has the lattice, `environment` and `writes` the transfer functions, `flow` the walk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gdl.analyses.mod_ref import CALL_MASK
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Proc, Program
from gdl.core.walk import bits, block_exprs, free_vars, kind_exprs, op_mask, statements, substitute, with_body
from gdl.passes.occupancy.environment import Env
from gdl.passes.occupancy.flow import Flow
from gdl.passes.occupancy.site_facts import Pieces, SiteFact
from gdl.support.values import evolve

_ONTO = bits(o.Push, o.MoveLevels)
_JUDGED = bits(o.Best, o.Provided)
_SANDBOX = bits(o.Sandbox)
_OFFERED = bits(o.Offer, o.Generate)
_RUN = bits(o.Do, o.Generate)


def annotate_occupancy(program: Program) -> Program:
    """Annotate writes of pieces with what may stand there, and fold the questions whose answers are known."""
    if any(op_mask(p.body) & _ONTO for p in program.procs):
        return program  # under what is taken there may be another
    return OccupancyAnalysis(program).program()


class OccupancyAnalysis:
    """The analysis of one program, procedure by procedure; facts at offers and calls come by `Noted`."""

    def __init__(self, program: Program) -> None:
        self.source = program
        self.pieces = Pieces(program)
        self.procs = {p.name: p for p in program.procs}
        self.done: dict[str, Proc] = {}
        self.offers: dict[int, tuple[SiteFact, ...]] = {}
        self.supposed = _supposed(program)
        self.calls: dict[str, Env] = {}

    def program(self) -> Program:
        plays = {kind.play for kind in self.source.kinds}
        asked = {*self._asked(), *(plays & {n for p in self.source.procs for n in _called(p.body)})}
        for proc in self.source.procs:
            if proc.generator or proc.entry or proc.name in asked or proc.name in ("start", "turn"):
                self.follow(proc, Env())
        ends: list[Env] = []
        kinds = [self.kind(kind, ends) for kind in self.source.kinds]
        self.follow(self.procs["after"], _joined(ends))
        for name in self._in_order():
            if name not in self.done and name not in plays:
                self.follow(self.procs[name], self.calls.get(name, Env()))
        return evolve(self.source, procs=tuple(self.done.values()), kinds=tuple(kinds))

    def flow(self, proc: Proc) -> Flow:
        """What walks through a procedure; another kind may listen to what is found on the way."""
        return Flow(self.source, self.pieces, self)

    def follow(self, proc: Proc, env: Env) -> list[Env]:
        """Finish a procedure that begins with this known; what is known wherever it returns."""
        flow = self.flow(proc)
        body = flow.run(proc.body, env.copy())
        self.done[proc.name] = with_body(proc, body)
        return flow.exits

    def kind(self, kind: o.Kind, ends: list[Env]) -> o.Kind:
        """A kind with a procedure of its own, if more is known of its moves than of others."""
        play = self.procs[kind.play]
        unsure = kind.name == "pass" or kind.index in self.supposed
        entry = None if unsure else self.offers.get(kind.index)
        facts = entry or (SiteFact(self.pieces.all),) * len(play.params)
        env = Env(
            {k.var(p.name, o.INT): s for p, s in zip(play.params, facts, strict=True) if p.type is o.INT}
        )
        name = f"{play.name}.{kind.index}"
        ends += self.follow(evolve(play, name=name), env)
        same = self.done.get(play.name, play)
        if self.done[name].body != same.body:
            return evolve(kind, play=name)
        del self.done[name]
        self.done[play.name] = same
        return kind

    def _asked(self) -> Iterator[str]:
        """The procedures that are not only called by name, or from who knows where."""
        for proc in self.source.procs:
            for stmt in statements(proc.body, _JUDGED):
                if isinstance(stmt, o.Best):
                    yield stmt.value
                elif isinstance(stmt, o.Provided):
                    yield stmt.check
            for expr in block_exprs(proc.body, Op.MOST.bit):
                if isinstance(expr.data, tuple):
                    yield expr.data[1]
        for kind in self.source.kinds:
            yield from (str(e.data) for e in kind_exprs(kind) if e.op is Op.CALL)

    def _in_order(self) -> list[str]:
        """The other procedures, callers before what they call; where there is a circle nothing is known."""
        called = {proc.name: set(_called(proc.body)) for proc in self.source.procs}
        callers = Counter(name for those in called.values() for name in those)
        place = {proc.name: at for at, proc in enumerate(self.source.procs)}
        order: list[str] = []
        free = [name for name in place if not callers[name]]
        while free:
            order += free
            callers.subtract(name for caller in free for name in called[caller])
            below = {name for caller in free for name in called[caller]}
            free = sorted((name for name in below if not callers[name]), key=place.__getitem__)
        left = [name for name in place if callers[name]]
        self.calls.update((name, Env()) for name in left)
        return [*order, *left]

    # --- what the walks tell --------------------------------------------------------------------------

    def offer(self, stmt: o.Offer, env: Env, member: SiteFact) -> None:
        """What is known at one offer."""
        params = self.procs[self.source.kinds[stmt.kind].play].params
        names = _names(params, stmt.args)
        facts = [*(env.facts.get(a, self.pieces.any) for a in stmt.args), member.on_board()]
        here = tuple(_for_params(fact, names) for fact in facts)
        before = self.offers.get(stmt.kind)
        self.offers[stmt.kind] = (
            here if before is None else tuple(a | b for a, b in zip(before, here, strict=True))
        )

    def call(self, name: str, args: tuple[Expr, ...], env: Env | None) -> None:
        """What is known at one call."""
        here = Env()
        if env is not None:
            params = self.procs[name].params
            names = _names(params, args)
            here.facts = {t: _for_params(s, names) for t, s in env.facts.items() if t.op is Op.FIELD}
            for param, arg in zip(params, args, strict=True):
                if arg in env.facts:
                    here.facts[k.var(param.name, param.type)] = _for_params(env.facts[arg], names)
        before = self.calls.get(name)
        self.calls[name] = here if before is None else before.join(here)


def _supposed(program: Program) -> set[int]:
    """The kinds that are offered in sandboxes: they are played in another state than they are offered in."""
    procs = {p.name: p for p in program.procs}
    kinds: set[int] = set()
    seen: set[str] = set()
    todo = [s.body for p in program.procs for s in statements(p.body, _SANDBOX) if isinstance(s, o.Sandbox)]
    while todo:
        for stmt in statements(todo.pop(), _OFFERED):
            if isinstance(stmt, o.Offer):
                kinds.add(stmt.kind)
            elif isinstance(stmt, o.Generate) and stmt.name not in seen:
                seen.add(stmt.name)
                todo.append(procs[stmt.name].body)
    return kinds


def _called(body: Block) -> Iterator[str]:
    """The procedures that are called by name."""
    for stmt in statements(body, _RUN):
        if isinstance(stmt, o.Do | o.Generate):
            yield stmt.name
    for expr in block_exprs(body, CALL_MASK):
        yield str(expr.data[0] if isinstance(expr.data, tuple) else expr.data)


def _joined(ends: list[Env]) -> Env:
    """What is known of fields at all these places."""
    result: Env | None = None
    for end in ends:
        here = Env({t: _for_params(s, {}) for t, s in end.facts.items() if t.op is Op.FIELD})
        result = here if result is None else result.join(here)
    return Env() if result is None else result


def _names(params: tuple[o.Param, ...], args: tuple[Expr, ...]) -> dict[str, Expr]:
    """The parameters by the variables that are given for them."""
    return {
        str(arg.data): k.var(param.name, param.type)
        for param, arg in zip(params, args, strict=False)
        if arg.op is Op.VAR
    }


def _for_params(fact: SiteFact, names: dict[str, Expr]) -> SiteFact:
    """The same in the words of the procedure that is called."""
    return fact.mapped(lambda e: substitute(e, names) if free_vars(e) <= names.keys() else None)


__all__ = ["OccupancyAnalysis", "annotate_occupancy"]
