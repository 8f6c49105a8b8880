"""The frontend of the compiled subset: from functions written with the intrinsics to procedures of the core.

A function may take and return int, float and bool; call others that are given together with it; assign to
locals and to words of pools; use `if`, `while`, `for ... in range(...)`, `break`, `continue`, `return`,
`with sandbox()`, arithmetic (`//` and `%` round toward zero), comparisons, `and`, `or`, `not`, and choices
`a if b else c`. A function that writes anything is called as a statement or as the whole value of an
assignment. Names that are no locals are constants of the function's module, or pools.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from functools import lru_cache
from types import FunctionType
from typing import Any

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.intrinsics import (
    LAWFUL,
    SEARCHES,
    UNLAWFUL,
    Ask,
    Begin,
    ListMoves,
    PlayMove,
    PlayOut,
    Poke,
    Pool,
    Reseed,
    SaveRecord,
    move_words,
)
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import ESTIMATE, OVERFLOW, PERSON
from gdl.core.verify import verify
from gdl.core.walk import statements
from gdl.passes.linker import CONTENT, OCCUPIED
from gdl.source.diagnostics import InternalError
from gdl.support.values import define, evolve, field
from interpreter.subset import intrinsics as words
from interpreter.subset.intrinsics import Floats, Ints

_TYPES = {"int": o.INT, "float": o.FLOAT, "bool": o.BOOL, "None": None}
_BINARY = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.Div: Op.DIV, ast.FloorDiv: Op.DIV,
    ast.Mod: Op.MOD,
}  # fmt: skip
_COMPARE = {
    ast.Eq: Op.EQ, ast.NotEq: Op.NE, ast.Lt: Op.LT, ast.LtE: Op.LE, ast.Gt: Op.GT, ast.GtE: Op.GE,
}  # fmt: skip
#: A loop without an end of its own.
_ENDLESS = 1 << 62


def translate(
    program: Program, functions: Iterable[Callable[..., Any]], entries: Iterable[str] = ()
) -> tuple[Proc, ...]:
    """Translate functions to procedures of the core for a program; `entries` are called from outside."""
    result = {f.__name__: f for f in functions}
    assert all(isinstance(f, FunctionType) for f in result.values())
    texts = {name: _parsed(f) for name, f in result.items()}
    results = {name: _TYPES[ast.unparse(tree.returns)] for name, tree in texts.items() if tree.returns}
    called = set(entries)
    return tuple(
        _Reader(program, results, dict(inspect.getmodule(result[name]).__dict__)).proc(tree, name in called)
        for name, tree in texts.items()
    )


def with_procedures(
    program: Program, functions: Iterable[Callable[..., Any]], entries: Iterable[str] = ()
) -> Program:
    """A prepared program with functions as procedures of it, called SEARCHES + their names."""
    return verify(evolve(program, procs=(*program.procs, *translate(program, functions, entries))))


@lru_cache(maxsize=256)
def _parsed(function: Callable[..., Any]) -> ast.FunctionDef:
    """A function's tree, which nobody changes: searches of other games are made of the same functions."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


@define
class _Reader:
    """Reads one function."""

    program: Program
    #: the results of the functions that are read together
    results: dict[str, o.Type | None]
    #: the names of the function's module
    names: dict[str, Any]
    types: dict[str, o.Type] = field(factory=dict)
    name: str = ""

    def proc(self, tree: ast.FunctionDef, entry: bool) -> Proc:
        self.name = tree.name
        params = []
        for arg in tree.args.args:
            assert arg.annotation is not None
            type_ = _TYPES[ast.unparse(arg.annotation)]
            assert type_ is not None
            self.types[arg.arg] = type_
            params.append(o.Param(arg.arg, type_))
        body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
        return Proc(
            SEARCHES + tree.name, tuple(params), self.block(body), self.results[tree.name], entry=entry
        )

    def fail(self, node: ast.AST) -> InternalError:
        return InternalError(f"{self.name}: cannot read `{ast.unparse(node)}`")

    # --- statements -----------------------------------------------------------------------------------

    def block(self, nodes: list[ast.stmt]) -> Block:
        return tuple(stmt for node in nodes for stmt in self.stmt(node))

    def stmt(self, node: ast.stmt) -> tuple[Stmt, ...]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return (self.assign(name, value),)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=pool), slice=index)], value=value):
                first, result = self.asked(value)
                return (*first, Poke(self.pool(pool, node), self.expr(index), result))
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                return (o.Assign(name, self.binary(op, self.local(name, node), self.expr(value))),)
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=at), op=op, value=value):
                words_, place = self.pool(name, node), self.expr(at)
                old = Expr(Op.PEEK, words_.type, (place,), words_)
                return (Poke(words_, place, self.binary(op, old, self.expr(value))),)
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self.expr(test)
                if condition == k.TRUE:  # of a constant of the program
                    return self.block(body)
                if condition == k.FALSE:
                    return self.block(orelse)
                return (o.If(condition, self.block(body), self.block(orelse)),)
            case ast.While(test=test, body=body, orelse=[]):
                return (o.While(self.expr(test), self.block(body), limit=_ENDLESS),)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args)):
                low, high = (k.int_(0), args[0]) if len(args) == 1 else (self.expr(args[0]), args[1])
                self.types[name] = o.INT
                last = self.folded(k.sub(self.expr(high), k.int_(1)))
                return (o.ForRange(name, low, last, self.block(node.body)),)
            case ast.With(items=[ast.withitem(context_expr=ast.Call(func=ast.Name(id="sandbox")))]):
                return (o.Sandbox(self.block(node.body)),)
            case ast.Return(value=None):
                return (o.Return(),)
            case ast.Return(value=ast.expr() as value):
                first, result = self.asked(value)
                return (*first, o.Return(result))
            case ast.Break():
                return (o.Break(),)
            case ast.Continue():
                return (o.Continue(),)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)):
                return (self.do(name, args, node),)
        raise self.fail(node)

    def assign(self, name: str, value: ast.expr) -> Stmt:
        match value:
            case ast.Call(func=ast.Name(id="list_moves"), args=[ast.Name(id=pool), index]):
                self.types[name] = o.INT
                return ListMoves(name, pool=self.pool(pool, value), index=self.expr(index))
            case ast.Call(func=ast.Name(id="draw"), args=[bound]):
                self.types[name] = o.INT
                return o.Draw(name, self.expr(bound))
            case ast.Call(func=ast.Name(id="play_out"), args=[limit]):
                self.types[name] = o.INT
                return PlayOut(name, self.expr(limit))
            case ast.Call(func=ast.Name(id=called), args=args) if called in self.results:
                result = self.results[called]
                if result is None:
                    raise self.fail(value)
                self.types[name] = result
                return Ask(name, SEARCHES + called, self.exprs(args))
        expr = self.expr(value)
        self.types[name] = expr.type
        return o.Assign(name, expr)

    def asked(self, value: ast.expr) -> tuple[tuple[Stmt, ...], Expr]:
        """A whole value, and before it the call that gives it, if it is one: that may write."""
        match value:
            case ast.Call(func=ast.Name(id=called)) if called in self.results:
                name = f"{called}{len(self.types)}"
                return (self.assign(name, value),), k.var(name, self.types[name])
        return (), self.expr(value)

    def do(self, name: str, args: list[ast.expr], node: ast.stmt) -> Stmt:
        match name, args:
            case "play_move", [ast.Name(id=pool), index]:
                return PlayMove(self.pool(pool, node), self.expr(index))
            case "save_record", [ast.Name(id=pool), index]:
                return SaveRecord(self.pool(pool, node), self.expr(index))
            case "play_out", [limit]:
                return PlayOut("played", self.expr(limit))
            case "begin", []:
                return Begin()
            case "reseed", [seed, number]:
                return Reseed(self.expr(seed), self.expr(number))
        if name not in self.results:
            raise self.fail(node)
        return o.Do(SEARCHES + name, self.exprs(args))

    # --- expressions ----------------------------------------------------------------------------------

    def pool(self, name: str, node: ast.AST) -> Pool:
        result = self.names.get(name)
        if not isinstance(result, Ints | Floats):
            raise self.fail(node)
        return result.pool

    def local(self, name: str, node: ast.AST) -> Expr:
        if name in self.types:
            return k.var(name, self.types[name])
        return self.constant(self.names.get(name), node)

    def constant(self, value: Any, node: ast.AST) -> Expr:
        if isinstance(value, bool):
            return k.bool_(value)
        if isinstance(value, int):
            return k.int_(value)
        if isinstance(value, float):
            return k.float_(value)
        raise self.fail(node)

    def exprs(self, nodes: list[ast.expr]) -> tuple[Expr, ...]:
        return tuple(self.expr(n) for n in nodes)

    def binary(self, op: ast.operator, a: Expr, b: Expr) -> Expr:
        core = _BINARY[type(op)]
        if isinstance(op, ast.FloorDiv | ast.Mod) == (a.type is o.FLOAT):
            if core in (Op.DIV, Op.MOD):
                raise InternalError(f"{self.name}: `/` is for Floats, `//` and `%` for whole numbers")
        return Expr(core, a.type, (a, b))

    def expr(self, node: ast.expr) -> Expr:
        return self.folded(self.unfolded(node))

    def folded(self, expr: Expr) -> Expr:
        """An expression of constants as their value."""
        if expr.op is Op.CONST or any(a.op is not Op.CONST for a in expr.args):
            return expr
        try:
            return Expr(Op.CONST, expr.type, data=evaluate(expr, {}, self.program.sites))
        except NotConstant:
            return expr

    def unfolded(self, node: ast.expr) -> Expr:
        match node:
            case ast.Name(id=name):
                return self.local(name, node)
            case ast.Constant(value=value):
                return self.constant(value, node)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                pool = self.pool(name, node)
                return Expr(Op.PEEK, pool.type, (self.expr(index),), pool)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.expr(left), self.expr(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return k.neg(self.expr(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return k.not_(self.expr(operand))
            case ast.BoolOp(op=op, values=values):
                parts = self.exprs(values)
                word = Op.AND if isinstance(op, ast.And) else Op.OR
                deciding = k.FALSE if word is Op.AND else k.TRUE
                if deciding in parts:
                    return deciding
                rest = [p for p in parts if p.op is not Op.CONST]
                if not rest:
                    return parts[0]
                result = rest[-1]
                for part in reversed(rest[:-1]):
                    result = Expr(word, o.BOOL, (part, result))
                return result
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return k.compare(_COMPARE[type(op)], self.expr(left), self.expr(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                a = self.expr(body)
                return Expr(Op.SELECT, a.type, (self.expr(test), a, self.expr(orelse)))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.call(name, args, node)
        raise self.fail(node)

    def call(self, name: str, args: list[ast.expr], node: ast.expr) -> Expr:
        if name == "room":
            assert isinstance(args[0], ast.Name)
            return Expr(Op.ROOM, o.INT, (), self.pool(args[0].id, node))
        given = self.exprs(args)
        if name in self.results:
            result = self.results[name]
            if result is None:
                raise self.fail(node)
            return k.call(SEARCHES + name, result, *given)
        match name:
            case "int":
                return Expr(Op.TO_INT, o.INT, given)
            case "float":
                return Expr(Op.TO_FLOAT, o.FLOAT, given)
            case "abs":
                return k.abs_(given[0])
            case "min" | "max":
                return Expr(Op.MIN if name == "min" else Op.MAX, given[0].type, given)
            case "log" | "sqrt":
                return Expr(Op.LOG if name == "log" else Op.SQRT, o.FLOAT, given)
            case "fingerprint":
                return Expr(Op.FINGERPRINT, o.INT, given)
            case "stopped":
                return Expr(Op.STOPPED, o.BOOL)
            case "over":
                return k.field(self.state_field("over"))
            case "overflowed":
                known = any(f.name == OVERFLOW for f in self.program.fields)
                return k.field(self.state_field(OVERFLOW)) if known else k.FALSE
            case "rank":
                return k.elem(self.state_field("rank"), given[0])
            case "lawful":
                put_off = any(p.name == LAWFUL for p in self.program.procs)
                return k.call(LAWFUL, o.BOOL) if put_off else k.TRUE
            case "unlawful":
                if not any(p.name == LAWFUL for p in self.program.procs):
                    return k.FALSE
                mark = k.elem(self.state_field("rank"), k.int_(UNLAWFUL))
                return k.compare(Op.NE, mark, k.float_(0.0))
            case "pass_kind":
                return k.int_(next(kind.index for kind in self.program.kinds if kind.name == "pass"))
            case "mover":
                return self.mover()
            case "estimate":
                return k.call(ESTIMATE, o.FLOAT, *given)
            case "occupied":
                return k.call(OCCUPIED, o.BOOL, *given)
            case "content":
                return k.call(CONTENT, o.INT, *given)
            case "components":
                return k.int_(len(self.program.owners))
            case "sites":
                return k.int_(self.program.sites)
            case "players":
                return k.int_(self.program.players)
            case "move_size":
                return k.int_(move_words(self.program))
            case "chance":
                return k.bool_(has_chance(self.program))
            case "remembers":
                return k.bool_(remembers(self.program))
        assert not hasattr(words, name), f"{name} is used in a wrong place"
        raise self.fail(node)

    def state_field(self, name: str) -> o.Field:
        return next(f for f in self.program.fields if f.name == name)

    def mover(self) -> Expr:
        """Who decides: in a match the player who sits there."""
        seat = k.field(self.state_field("mover"))
        people = [f for f in self.program.fields if f.name == PERSON]
        return k.elem(people[0], seat) if people else seat


def has_chance(program: Program) -> bool:
    """Can anything be drawn after the start?"""
    from gdl.analyses.mod_ref import Effects

    effects = Effects(program)
    names = {"turn", "moves", "after"}.union(kind.play for kind in program.kinds)
    reached = set().union(*(effects.reached(name) for name in names))
    return any(isinstance(s, o.Draw) for name in reached for s in statements(effects.procs[name].body))


def remembers(program: Program) -> bool:
    """Are positions remembered?"""
    return any(isinstance(s, o.Remember) for p in program.procs for s in statements(p.body))
