"""Mod/ref analysis: which fields procedures may modify and reference, through all that they call.

    proc after():                       after:    reads score, writes next
        do helper()            =>       helper:   reads score, writes next
    proc helper():
        @next = @score[1]

What a sandbox writes counts too, and what the moves do that are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.core import ops as o
from gdl.core.intrinsics import Ask, Begin, ListMoves, PlayMove, PlayOut, Reseed, SaveRecord
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.walk import bits, block_exprs, judges, statements, subexprs
from gdl.support.values import frozen

#: What calls procedures.
CALL_MASK = bits(*o.CALLS)
_CALLING = bits(o.Do, o.Generate, Ask, o.Best, o.Narrow, o.Provided, o.Offer)
_READS = bits(*o.FIELD_READS, Op.REPEATS)
_TOUCHING = bits(
    o.Store,
    o.Restore,
    o.Adjust,
    o.Include,
    o.Remember,
    o.Draw,
    Reseed,
    Begin,
    PlayMove,
    PlayOut,
    ListMoves,
    SaveRecord,
)


@frozen
class ModRef:
    """The summary of a procedure: the fields that it may read and may write."""

    reads: frozenset[o.Field] = frozenset()
    writes: frozenset[o.Field] = frozenset()
    #: whether it may change what stands outside the record: draw, or remember
    outside: bool = False

    def __or__(self, other: ModRef) -> ModRef:
        return ModRef(self.reads | other.reads, self.writes | other.writes, self.outside or other.outside)


def callees(expr: Expr) -> Iterator[str]:
    """The procedures that this node (not its arguments) calls."""
    if expr.op in o.CALLS:
        if isinstance(expr.data, tuple):
            yield from (str(name) for name in expr.data)
        else:
            yield str(expr.data)


class Effects:
    """The analysis of one program: of procedures, blocks and expressions, worked out when asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.procs = {p.name: p for p in program.procs}
        self._known: dict[str, ModRef] = {}
        self._owns: dict[str, ModRef] = {}
        self._called: dict[str, frozenset[str]] = {}
        position = [f for f in program.fields if f.position or f.name == "mover"]
        self.position = ModRef(reads=frozenset(position), outside=True)
        fields = frozenset(program.fields)
        #: what playing a move may touch
        self.everything = ModRef(fields, fields, outside=True)

    def proc(self, name: str) -> ModRef:
        """All that a procedure may touch."""
        known = self._known.get(name)
        if known is None:
            known = ModRef()
            for reached in self.reached(name):
                known |= self._apart(reached)
            self._known[name] = known
        return known

    def _apart(self, name: str) -> ModRef:
        """What a procedure may touch by itself, those that it calls apart."""
        own = self._owns.get(name)
        if own is None:
            own = self._owns[name] = self._own(self.procs[name].body)
        return own

    def reached(self, name: str) -> set[str]:
        """The procedures that run when this one does, itself included."""
        seen: set[str] = set()
        todo = [name]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            todo.extend(self.calls(here) - seen)
        return seen

    def calls(self, name: str) -> frozenset[str]:
        """The procedures that this one itself calls."""
        known = self._called.get(name)
        if known is None:
            known = self._called[name] = frozenset(self.called(self.procs[name].body))
        return known

    def called(self, block: Block) -> Iterator[str]:
        """The procedures called from a block, plays of moves that are offered there included."""
        for stmt in statements(block, _CALLING):
            match stmt:
                case o.Do() | o.Generate():
                    yield stmt.name
                case Ask():
                    yield stmt.procedure
                case o.Best() | o.Narrow() | o.Provided():
                    yield from judges(stmt)
                case o.Offer():
                    # a sink may play what is offered in a sandbox
                    yield self.program.kinds[stmt.kind].play
        for expr in block_exprs(block, CALL_MASK):
            yield from callees(expr)

    def _own(self, block: Block) -> ModRef:
        reads = frozenset(self._direct(block_exprs(block, _READS)))
        return ModRef(reads) | self._touched(block)

    def _touched(self, block: Block) -> ModRef:
        """What the statements of a block touch, their expressions and calls apart."""
        reads: set[o.Field] = set()
        writes: set[o.Field] = set()
        outside = False
        for stmt in statements(block, _TOUCHING):
            result = self._own_stmt(stmt)
            reads |= result.reads
            writes |= result.writes
            outside = outside or result.outside
        return ModRef(frozenset(reads), frozenset(writes), outside)

    def _own_stmt(self, stmt: Stmt) -> ModRef:
        """What a statement touches, its expressions and blocks apart."""
        if isinstance(stmt, o.Remember):
            return self.position
        if isinstance(stmt, o.Draw | Reseed):
            return ModRef(outside=True)
        if isinstance(stmt, Begin | PlayMove | PlayOut | ListMoves | SaveRecord):
            return self.everything
        return own_writes(stmt)

    def _direct(self, reads: Iterable[Expr]) -> Iterator[o.Field]:
        for expr in reads:
            if isinstance(expr.data, o.Field):
                yield expr.data
            elif expr.op is Op.REPEATS:
                yield from self.position.reads

    def expr(self, expr: Expr) -> frozenset[o.Field]:
        """The fields that an expression may read, through calls too."""
        reads = set(self._direct(subexprs(expr, _READS)))
        for inner in subexprs(expr, CALL_MASK):
            for name in callees(inner):
                reads |= self.proc(name).reads
        return frozenset(reads)

    def block(self, block: Block) -> ModRef:
        """All that a block may touch."""
        result = self._own(block)
        for name in set(self.called(block)):
            result |= self.proc(name)
        return result

    def writes(self, block: Block) -> frozenset[o.Field]:
        """The fields that a block may write."""
        result = self._touched(block).writes
        for name in set(self.called(block)):
            result |= self.proc(name).writes
        return result


def own_writes(stmt: Stmt) -> ModRef:
    """The field that a statement itself writes."""
    if isinstance(stmt, o.Store | o.Restore):
        return ModRef(writes=frozenset((stmt.field,)))
    if isinstance(stmt, o.Adjust | o.Include):
        return ModRef(frozenset((stmt.field,)), frozenset((stmt.field,)))
    return ModRef()
