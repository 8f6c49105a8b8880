"""Checks every core program before a pass or an engine sees it. What it finds is our mistake, no author's.

Checked: the types of all arguments; that constants are values which engines can hold; locals defined on every
path before they are read, with one type each; procedures, tables, rays and fields declared, names unique;
offers only in generators; Break and Continue only in loops and not across a Sandbox; no write in a procedure
that is called as a value or in a generator.
"""

from __future__ import annotations

from collections.abc import Iterable

from gdl.core import ops as o
from gdl.core.arithmetic import fits
from gdl.core.intrinsics import Ask, Begin, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord
from gdl.core.ops import Block, Op, Proc, Program, Stmt
from gdl.core.verify.exprs import Env
from gdl.core.verify.statements import StmtVerifier
from gdl.core.walk import bits, block_exprs, blocks_of, judges, kind_wholes, statements
from gdl.source.diagnostics import InternalError

_JUDGING = bits(o.Best, o.Narrow, o.Provided)
_VALUED = bits(Op.CALL, Op.MOST)
_WRITES = (
    o.Store | o.Adjust | o.Include | o.Put | o.Take | o.MovePiece | o.SetAt | o.Push | o.MoveLevels
    | o.TakeLevel | o.Remember | o.Draw | o.Restore | ListMoves | PlayMove | PlayOut | Poke | Reseed
    | SaveRecord | Begin
)  # fmt: skip


def verify(program: Program) -> Program:
    """Give the program back if it is well formed; raise InternalError otherwise."""
    Verifier(program).run()
    return program


def _unique(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InternalError(f"two {what} are named {name!r}")
        seen.add(name)


class Verifier(StmtVerifier):
    """Checks a whole program."""

    def run(self) -> None:
        """Check everything. Raises InternalError."""
        program = self.program
        _unique("procedures", (p.name for p in program.procs))
        _unique("fields", (f.name for f in program.fields))
        _unique("tables", (t.name for t in program.tables))
        _unique("rays", (r.name for r in program.rays))
        self.fixed()
        for f in program.fields:
            self.need(f.type is not o.INT or fits(int(f.initial)), f"{f.name!r} begins with {f.initial}")
        for table in program.tables:
            whole = table.type is o.INT and not all(map(fits, map(int, (*table.values, table.outside))))
            self.need(not whole, f"the table {table.name!r} has numbers that do not fit in 64 bits")
        for proc in program.procs:
            self.check_proc(proc)
        for index, kind in enumerate(program.kinds):
            self.need(kind.index == index, f"kind {kind.name!r} has index {kind.index}, stands at {index}")
            self.check_kind(kind)
        self.check_purity()

    def fixed(self) -> None:
        """The fields, procedures and kinds that engines know by name."""
        for name, generator in (("start", False), ("turn", False), ("moves", True), ("after", False)):
            proc = self.procs.get(name)
            self.need(proc is not None, f"there is no procedure {name!r}")
            assert proc is not None
            good = not proc.params and proc.result is None and proc.generator == generator
            self.need(good, f"the procedure {name!r} has a wrong head")
        fields = {f.name: f for f in self.program.fields}
        n = self.program.players + 1
        for name, type_, length in (("mover", o.INT, None), ("over", o.BOOL, None), ("rank", o.FLOAT, n)):
            field = fields.get(name)
            good = field is not None and field.type is type_ and field.length == length
            self.need(good, f"the field {name!r} is missing or has a wrong type")
        passes = [kind for kind in self.program.kinds if kind.name == "pass"]
        self.need(len(passes) == 1 and len(passes[0].params) == 1, "there must be one kind named 'pass'")

    def check_proc(self, proc: Proc) -> None:
        """Check a procedure: its types, where it leaves loops, and that it returns what it says."""
        self.proc, self.span = proc, proc.span
        self.types, self.loops, self.regions, self.judged = {}, 0, 0, 0
        self.need(not (proc.generator and proc.result), "a generator has a result")
        _unique("parameters", (p.name for p in proc.params))
        env: Env = {}
        for param in proc.params:
            env = self.define(env, param.name, param.type)
        end = self.block(proc.body, env)
        self.span = proc.span
        self.need(proc.result is None or end is None, "the end is reached without a value")
        self.proc = None

    def check_kind(self, kind: o.Kind) -> None:
        """Check a kind of move against the procedure that plays it."""
        self.span = kind.span
        play = self.procs.get(kind.play)
        self.need(play is not None, f"the kind {kind.name!r} is played by {kind.play!r}, which is not there")
        assert play is not None
        same = [p.type for p in play.params] == [p.type for p in kind.params]
        self.need(same and not play.generator, f"{kind.play!r} does not take what kind {kind.name!r} gives")
        last = kind.params[-1].type if kind.params else None
        self.need(last is o.INT, f"the last parameter of kind {kind.name!r} must be the site")
        env: Env = {p.name: p.type for p in kind.params}
        self.numbers(env, *kind_wholes(kind))

    def check_purity(self) -> None:
        """Generators, and procedures called as values, write nothing outside their sandboxes."""
        pure = {p.name for p in self.program.procs if p.generator}
        for proc in self.program.procs:
            for stmt in statements(proc.body, _JUDGING):
                if isinstance(stmt, o.Best | o.Narrow | o.Provided):
                    pure.update(judges(stmt))
            for expr in block_exprs(proc.body, _VALUED):
                pure.add(str(expr.data[1] if isinstance(expr.data, tuple) else expr.data))
        todo = [self.procs[name] for name in sorted(pure)]
        while todo:
            proc = todo.pop()
            self.proc = proc
            for stmt in _outside_sandboxes(proc.body):
                self.span = stmt.span
                self.need(not isinstance(stmt, _WRITES), "a write where the state must stay as it is")
                called = stmt.name if isinstance(stmt, o.Do) else ""
                called = stmt.procedure if isinstance(stmt, Ask) else called
                if called and called not in pure:
                    pure.add(called)
                    todo.append(self.procs[called])
        self.proc = None


def _outside_sandboxes(block: Block) -> Iterable[Stmt]:
    for stmt in block:
        yield stmt
        if not isinstance(stmt, o.Sandbox):
            for inner in blocks_of(stmt):
                yield from _outside_sandboxes(inner)
