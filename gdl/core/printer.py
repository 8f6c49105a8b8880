"""Pretty-printer of core programs: one stable format, for `gdl show --stage core` and for tests of passes.

`reader.py` reads the text back. What it needs beyond what people want to see (the values of tables, the paths
of rays, what things are called) is printed where the `whole` program is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gdl.core import intrinsics as searching
from gdl.core import ops
from gdl.core.exprs import show_expr as show_expr
from gdl.core.exprs import show_name as show_name
from gdl.core.exprs import show_set as show_set
from gdl.core.ops import SITES, Block, Expr, Field, Proc, Program, Stmt, Type


def _held(word: str, held: frozenset[int] | None) -> str:
    return "" if held is None else f" {word} {','.join(map(str, sorted(held)))}"


def _value(name: str, value: Expr | None) -> str:
    return "" if value is None else f" {name}:{show_expr(value)}"


def _place(field: Field, index: Expr | None) -> str:
    name = show_name(field.name)
    return f"@{name}" if index is None else f"@{name}[{show_expr(index)}]"


def _call(name: str, args: tuple[Expr, ...]) -> str:
    return f"{show_name(name)}({', '.join(show_expr(a) for a in args)})"


def _head(stmt: Stmt) -> str:
    """The first line of a statement."""
    e: Callable[[Expr], str] = show_expr
    match stmt:
        case ops.Assign():
            return f"{show_name(stmt.name)} = {e(stmt.value)}"
        case ops.Store():
            return f"{_place(stmt.field, stmt.index)} = {e(stmt.value)}"
        case ops.Adjust():
            return f"{_place(stmt.field, stmt.index)} += {e(stmt.delta)}"
        case ops.Include():
            sign = "|=" if stmt.present else "\\="
            return f"{_place(stmt.field, stmt.index)} {sign} {e(stmt.sites)}"
        case ops.Put():
            rest = _value("state", stmt.state) + _value("value", stmt.value)
            rest += _value("rotation", stmt.rotation) + _value("count", stmt.count)
            rest += " fresh" if stmt.fresh else _held("held", stmt.held)
            return f"put {e(stmt.what)} at {e(stmt.site)}{rest}"
        case ops.Take():
            return f"take {e(stmt.sites)}{'' if stmt.all_levels else ' top'}{_held('held', stmt.held)}"
        case ops.MovePiece():
            rest = _held("held", stmt.held) + _held("over", stmt.over) + _value("owner", stmt.owner)
            return f"move {e(stmt.origin)} to {e(stmt.target)}{rest}{' apart' if stmt.apart else ''}"
        case ops.SetAt():
            return f"set {stmt.kind} at {e(stmt.site)}{_value('level', stmt.level)} = {e(stmt.value)}"
        case ops.Push():
            rest = _value("state", stmt.state) + _value("value", stmt.value)
            rest += _value("rotation", stmt.rotation)
            return f"push {e(stmt.what)} at {e(stmt.site)}{rest}{_value('level', stmt.level)}"
        case ops.MoveLevels():
            which = "levels from" if stmt.whole else "level"
            return f"move {which} {e(stmt.level)} of {e(stmt.origin)} to {e(stmt.target)}"
        case ops.TakeLevel():
            return f"take level {e(stmt.level)} of {e(stmt.site)}"
        case ops.If():
            return f"if {e(stmt.condition)}:"
        case ops.While():
            return f"while {e(stmt.condition)}: (at most {stmt.limit})"
        case ops.ForSites():
            return f"for {show_name(stmt.name)} in {e(stmt.sites)}:"
        case ops.ForRange():
            return f"for {show_name(stmt.name)} from {e(stmt.low)} to {e(stmt.high)}:"
        case ops.Return():
            return "return" if stmt.value is None else f"return {e(stmt.value)}"
        case ops.Do():
            return f"do {_call(stmt.name, stmt.args)}"
        case ops.Draw():
            return f"{show_name(stmt.name)} = draw below {e(stmt.bound)}"
        case ops.Remember():
            return "remember" + _value("irreversible", stmt.irreversible) + _value("turn", stmt.turn)
        case ops.Snapshot():
            return f"snapshot {show_name(stmt.name)} of @{show_name(stmt.field.name)}"
        case ops.Restore():
            return f"restore @{show_name(stmt.field.name)} from {show_name(stmt.name)}"
        case ops.Offer():
            return f"offer {stmt.kind}({', '.join(e(a) for a in stmt.args)}) to {e(stmt.sites)}"
        case ops.Generate():
            return f"generate {_call(stmt.name, stmt.args)}"
        case ops.Best():
            return f"best by {_call(stmt.value, stmt.args)}:"
        case ops.Narrow():
            return f"narrow to {_call(stmt.keep, stmt.args)}:"
        case ops.Provided():
            return f"provided {_call(stmt.check, stmt.args)}:"
        case searching.Poke():
            return f"{show_name(stmt.pool.name)}[{e(stmt.index)}] = {e(stmt.value)}"
        case searching.Tally():
            return f"tally {show_name(stmt.pool.name)}[{e(stmt.index)}]"
        case searching.ListMoves():
            return f"{show_name(stmt.name)} = list moves at {show_name(stmt.pool.name)}[{e(stmt.index)}]"
        case searching.PlayMove():
            return f"play {show_name(stmt.pool.name)}[{e(stmt.index)}]"
        case searching.SaveRecord():
            return f"save {show_name(stmt.pool.name)}[{e(stmt.index)}]"
        case searching.PlayOut():
            return f"{show_name(stmt.name)} = play out at most {e(stmt.limit)}"
        case searching.Reseed():
            return f"reseed {e(stmt.seed)} {e(stmt.number)}"
        case searching.Ask():
            return f"{show_name(stmt.name)} = ask {_call(stmt.procedure, stmt.args)}"
        case _:
            word = type(stmt).__name__.lower()
            return word if isinstance(stmt, ops.Break | ops.Continue | searching.Begin) else f"{word}:"


def _lines(block: Block, indent: str) -> Iterator[str]:
    for stmt in block:
        yield indent + _head(stmt)
        deeper = indent + "    "
        match stmt:
            case ops.If():
                yield from _lines(stmt.then, deeper)
                if stmt.otherwise:
                    yield f"{indent}else:"
                    yield from _lines(stmt.otherwise, deeper)
            case ops.Priority():
                for body in stmt.bodies:
                    yield f"{indent}  first of:"
                    yield from _lines(body, deeper)
            case (
                ops.While() | ops.ForSites() | ops.ForRange() | ops.Simultaneous() | ops.Apply()
                | ops.Sandbox() | ops.Best() | ops.Narrow() | ops.Provided()
            ):  # fmt: skip
                yield from _lines(stmt.body, deeper)


def show_block(block: Block, indent: str = "") -> str:
    """Statements, one a line, those inside others indented."""
    return "\n".join(_lines(block, indent))


def show_proc(proc: Proc) -> str:
    """A procedure with its body."""
    params = ", ".join(f"{show_name(p.name)}: {p.type!r}" for p in proc.params)
    result = "" if proc.result is None else f" -> {proc.result!r}"
    word = ("entry " if proc.entry else "") + ("generator" if proc.generator else "proc")
    head = f"{word} {show_name(proc.name)}({params}){result}:"
    return "\n".join([head, *_lines(proc.body, "    ")])


def _constant(value: float, type_: Type) -> str:
    return show_set(value) if type_ is SITES and isinstance(value, int) else repr(value)


def _declarations(program: Program, whole: bool) -> Iterator[str]:
    yield f"program {program.name!r}: {program.players} players, {program.sites} sites"
    if program.stacks:
        yield f"stacks of at most {program.stack_limit}"
    if program.counts:
        yield "pieces are counted"
    for component, owner in enumerate(program.owners[1:], 1):
        yield f"component {component} of {owner}"
    if whole:
        yield from _names(program)
    for field in program.fields:
        length = "" if field.length is None else f"[{field.length}]"
        initial = _constant(field.initial, field.type)
        aside = "" if field.position else " aside"
        yield f"field {show_name(field.name)}: {field.type!r}{length} = {initial}{aside}"
    for table in program.tables:
        values = ""
        if whole:
            each = " ".join(_constant(value, table.type) for value in table.values)
            values = f" = {each} outside {_constant(table.outside, table.type)}"
        yield f"table {show_name(table.name)}: {table.type!r}[{len(table.values)}]{values}"
    for rays in program.rays:
        paths = " = " + " ".join(f"({' '.join(map(str, path))})" for path in rays.paths) if whole else ""
        yield f"rays {show_name(rays.name)}{paths}"
    for kind in program.kinds:
        params = ", ".join(show_name(p.name) for p in kind.params)
        extra = _value("level_from", kind.level_from) + _value("level_to", kind.level_to)
        if kind.label:
            extra += f" {kind.label!r}"
        ends = f"{show_expr(kind.origin)} -> {show_expr(kind.target)}"
        names = f"{show_name(kind.name)} ({show_name(kind.decision)}): {show_name(kind.play)}"
        yield f"kind {kind.index} {names}({params}) {ends}{extra}"


def _names(program: Program) -> Iterator[str]:
    names = program.names
    shown: tuple[tuple[str, Iterable[str]], ...] = (
        ("players", names.players), ("components", names.components), ("sites", names.sites),
    )  # fmt: skip
    for what, those in shown:
        yield f"names of {what}: {' '.join(map(repr, those))}".rstrip()
    if names.dice:
        yield f"dice at {' '.join(map(str, names.dice))}"


def show_program(program: Program, whole: bool = False) -> str:
    """A whole program; `whole` with all that reading it back needs."""
    head = "\n".join(_declarations(program, whole))
    return "\n\n".join([head, *(show_proc(p) for p in program.procs)]) + "\n"
