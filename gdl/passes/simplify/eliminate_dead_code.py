"""Dead-code elimination: procedures, kinds and tables that nothing uses, fields never read or written.

    @seen = owned(1)                  (nothing, where no expression reads @seen)
    if (@never_written > 5):   =>     if (0 > 5):
    do second(2)                      do first(2), where both procedures do the same

What engines call and what people look at always stays.
"""

from __future__ import annotations

from gdl.analyses.mod_ref import CALL_MASK, Effects, callees
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core import walk
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import COLOUR, HIDDEN, MATCH_SCORE
from gdl.passes.layout.plan import PIECE_FIELDS
from gdl.support.identity import IdentitySet
from gdl.support.values import evolve

_OFFER = walk.bits(o.Offer)
_REMEMBER = walk.bits(o.Remember)
_CALLING = CALL_MASK | walk.bits(o.Do, o.Generate, o.Best, o.Narrow, o.Provided)

#: Procedures that engines call.
ROOTS = ("start", "turn", "moves", "after")
#: Fields that people look at even where no rule writes them.
ALWAYS = frozenset(("mover", "over", "rank", "score", "next", "overflow"))
#: Fields that people look at even where no rule reads them.
SHOWN = ALWAYS | {"to_clear", "faces", "player_value", MATCH_SCORE}


def eliminate_dead_code(program: Program) -> Program:
    """Eliminate dead code: procedures, kinds, tables and fields that nothing uses."""
    program = drop_unreached(merge_equal(program))
    program = _unwritten(program)
    program = _unread(program)
    return _tables(program)


def drop_unreached(program: Program) -> Program:
    """Drop what is unreached: kinds that are never offered (but the pass), procedures that nothing calls."""
    offered = {0} | {k_.index for k_ in program.kinds if k_.name == "pass"}
    effects = Effects(program)
    while True:
        there: set[str] = set()
        entries = (p.name for p in program.procs if p.entry)
        for root in (*ROOTS, *entries, *(program.kinds[i].play for i in offered)):
            there |= effects.reached(root)
        seen = {
            s.kind
            for p in program.procs
            if p.name in there
            for s in walk.statements(p.body, _OFFER)
            if isinstance(s, o.Offer)
        }
        if seen <= offered:
            break
        offered |= seen
    for kind in program.kinds:
        if kind.index in offered:
            there.update(name for expr in walk.kind_wholes(kind) for name in _called(expr))
    if len(offered) == len(program.kinds) and all(p.name in there for p in program.procs):
        return program
    kept = [kind for kind in program.kinds if kind.index in offered]
    numbers = {kind.index: number for number, kind in enumerate(kept)}

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, o.Offer) and numbers[stmt.kind] != stmt.kind:
            return (evolve(stmt, kind=numbers[stmt.kind]),)
        return (stmt,)

    kinds: tuple[o.Kind, ...] = tuple(evolve(kind, index=numbers[kind.index]) for kind in kept)
    procs: tuple[Proc, ...] = tuple(p for p in program.procs if p.name in there)
    return walk.map_program(evolve(program, kinds=kinds, procs=procs), on_stmt=on_stmt, mask=_OFFER)


def fold_identical(program: Program) -> Program:
    """Identical-code folding until nothing changes: those that call what was folded may be the same now."""
    while (folded := merge_equal(program)) is not program:
        program = drop_unreached(folded)
    return program


def merge_equal(program: Program) -> Program:
    """Identical-code folding: of procedures that are the same but for their names, the first stays."""
    alike: dict[object, list[Proc]] = {}
    names: dict[str, str] = {}
    for proc in program.procs:
        # what can be seen at once: few procedures have to be compared as a whole
        others = alike.setdefault((proc.params, proc.result, proc.generator, _shape(proc.body)), [])
        kept = next((p for p in others if p.body == proc.body), None)
        if kept is None:
            others.append(proc)
        elif proc.name not in ROOTS and not proc.entry:
            names[proc.name] = kept.name
    if not names:
        return program

    def on_node(expr: Expr) -> Expr:
        if isinstance(expr.data, str) and expr.op in o.CALLS:
            other = names.get(expr.data)
            return expr if other is None else Expr(expr.op, expr.type, expr.args, other)
        if expr.op is Op.MOST and isinstance(expr.data, tuple):
            pair = tuple(names.get(n, n) for n in expr.data)
            return expr if pair == expr.data else Expr(expr.op, expr.type, expr.args, pair)
        return expr

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case o.Do() | o.Generate() if stmt.name in names:
                return (evolve(stmt, name=names[stmt.name]),)
            case o.Best() if stmt.value in names:
                return (evolve(stmt, value=names[stmt.value]),)
            case o.Narrow() if stmt.keep in names:
                return (evolve(stmt, keep=names[stmt.keep]),)
            case o.Provided() if stmt.check in names:
                return (evolve(stmt, check=names[stmt.check]),)
        return (stmt,)

    changed = walk.map_program(program, lambda e: walk.map_expr(e, on_node, CALL_MASK), on_stmt, _CALLING)
    kinds = tuple(evolve(kind, play=names.get(kind.play, kind.play)) for kind in changed.kinds)
    return evolve(changed, kinds=kinds)


def _shape(body: Block) -> tuple[int, ...]:
    return tuple([stmt.op_mask for stmt in body])


def _called(expr: Expr) -> list[str]:
    return [name for inner in walk.subexprs(expr, CALL_MASK) for name in callees(inner)]


_WRITES = o.Store | o.Adjust | o.Include | o.Restore
_WRITTEN = walk.bits(o.Store, o.Adjust, o.Include, o.Restore, o.Snapshot)
_READS = walk.bits(*o.FIELD_READS)
_TABLES = walk.bits(Op.TABLE, Op.RAY, Op.IMAGE, Op.FILL, Op.RUN, Op.FLOOD)


def _keeps_initial(stmt: Stmt) -> bool:
    """Whether a write leaves a field that has its initial value with just that."""
    match stmt:
        case o.Store():
            return stmt.value.op is Op.CONST and stmt.value.data == stmt.field.initial
        case o.Include():
            return stmt.sites == k.EMPTY_SET or not (stmt.present or stmt.field.initial)
        case o.Restore():
            return True
    return False


def _unwritten(program: Program) -> Program:
    """Fields that keep their initial value, whatever is written, are constants."""
    written: set[o.Field] = set()
    for proc in program.procs:
        for stmt in walk.statements(proc.body, _WRITTEN):
            if isinstance(stmt, o.Snapshot) or (isinstance(stmt, _WRITES) and not _keeps_initial(stmt)):
                written.add(stmt.field)
    fixed = {f for f in program.fields if f not in written and f.name not in ALWAYS}
    if not fixed:
        return program

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, _WRITES) and stmt.field in fixed else (stmt,)

    def on_node(expr: Expr) -> Expr:
        if expr.op is Op.FIELD and isinstance(expr.data, o.Field) and expr.data in fixed:
            return _initial(expr.data)
        if expr.op is Op.ELEM and isinstance(expr.data, o.Field) and expr.data in fixed:
            f = expr.data
            initial = _initial(f)
            if not f.initial:
                return initial
            if initial.type is o.SITES or f.length is None:
                return expr
            values = (f.initial,) * f.length
            return initial if not values else expr
        return expr

    changed = walk.map_program(
        program, lambda e: walk.map_expr(e, on_node, _READS), on_stmt, _WRITTEN | _READS
    )
    still = {e.data for e in walk.program_exprs(changed, _READS)}
    fields = tuple(f for f in changed.fields if f not in fixed or f in still)
    return changed if len(fields) == len(changed.fields) else evolve(changed, fields=fields)


def _initial(f: o.Field) -> Expr:
    plain = {o.INT: int, o.BOOL: bool, o.FLOAT: float, o.SITES: int}[f.type]
    return Expr(Op.CONST, f.type, data=plain(f.initial))


def _unread(program: Program) -> Program:
    """Fields that nothing reads are not written either. Positions that are remembered read all of theirs."""
    read: set[object] = set()
    for expr in walk.program_exprs(program, _READS | Op.OLD_ELEM.bit):
        read.add(expr.data[1] if isinstance(expr.data, tuple) else expr.data)
    remembers = any(walk.op_mask(p.body) & _REMEMBER for p in program.procs)
    gone = {
        f for f in program.fields
        if f not in read and not _is_shown(f) and not (remembers and f.position) and not is_piece_field(f)
    }  # fmt: skip
    if not gone:
        return program

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, _WRITES | o.Snapshot) and stmt.field in gone else (stmt,)

    fields = tuple(f for f in program.fields if f not in gone)
    return walk.map_program(evolve(program, fields=fields), on_stmt=on_stmt, mask=_WRITTEN)


def _is_shown(f: o.Field) -> bool:
    """Whether people see it, or what they see depends on it, even where no rule reads it."""
    return f.name in SHOWN or f.name.startswith((COLOUR, HIDDEN))


def is_piece_field(f: o.Field) -> bool:
    """Whether `layout` made it to carry pieces: what stands on the board is always shown."""
    return f.name in PIECE_FIELDS


def _tables(program: Program) -> Program:
    used = IdentitySet(e.data for e in walk.program_exprs(program, _TABLES))
    tables = tuple(t for t in program.tables if t in used)
    rays = tuple(r for r in program.rays if r in used)
    if len(tables) == len(program.tables) and len(rays) == len(program.rays):
        return program
    return evolve(program, tables=tables, rays=rays)
