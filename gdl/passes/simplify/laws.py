r"""Rewrite rules as patterns: laws in the core's own notation, compiled to matching functions.

    A & (full \ B)      =>  A \ B
    has(full, s)        =>  True                where site(s)
    c * n               =>  n * c

The laws of an operation are tried in the order in which they stand. In a pattern

- capitals stand for sets, `p q r` for truths, `n m` for whole numbers, `c d` for constants, other letters
  for anything, in brackets (`image[t](A)`) for what belongs to an operation; the same letter is the same;
- `{}` is the empty set, `full` the set of all sites;
- unions and intersections inside are tried either way round; the outermost only in laws that begin with `~`:
  such as follow each other are tried as they stand, and then with the sides exchanged.

What a law gives that is a part of its pattern is that part itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from typing import Any

from gdl.core import make as k
from gdl.core.ops import BOOL, INT, SITES, Expr, Op
from gdl.passes.simplify.rewrite import Rule
from gdl.support.values import evolve, frozen

_OPERATORS: dict[type[ast.AST], Op] = {
    ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL, ast.Div: Op.DIV, ast.USub: Op.NEG,
    ast.Eq: Op.EQ, ast.NotEq: Op.NE, ast.Lt: Op.LT, ast.Gt: Op.GT,
    ast.And: Op.AND, ast.Or: Op.OR, ast.BitXor: Op.XOR, ast.Not: Op.NOT,
    ast.BitOr: Op.UNION, ast.BitAnd: Op.INTER, ast.MatMult: Op.DIFF,
}  # fmt: skip
#: Types by the letters of signatures, and by those of patterns, which ask for them where several are taken.
_TYPES = {"B": "BOOL", "S": "SITES", "I": "INT"}
_ASKED = {"n": "INT", "m": "INT", "p": "BOOL", "q": "BOOL", "r": "BOOL"}


@frozen
class _Node:
    """A part of a law as it is written: a letter, a constant, or an operation with its parts."""

    text: str
    op: Op | None = None
    args: tuple[_Node, ...] = ()
    data: str = ""
    constant: Expr | None = None


def _node(tree: ast.expr) -> _Node:
    data = ""
    match tree:
        case ast.Name(name):
            return _Node(name)
        case ast.Constant() | ast.Dict() | ast.UnaryOp(ast.USub(), ast.Constant()):
            value = _constant(ast.literal_eval(tree))
            return _Node(repr(value), constant=value)
        case (
            ast.BinOp(left, sign, right)
            | ast.Compare(left, [sign], [right])
            | ast.BoolOp(sign, [left, right])
        ):
            op, args = _OPERATORS[type(sign)], [left, right]
        case ast.UnaryOp(sign, operand):
            op, args = _OPERATORS[type(sign)], [operand]
        case ast.IfExp(condition, left, right):
            op, args = Op.SELECT, [condition, left, right]
        case ast.Call(ast.Name(name), args):
            op = Op[name.upper()]
        case ast.Call(ast.Subscript(ast.Name(name), ast.Name(data)), args):
            op = Op[name.upper()]
        case _:
            raise ValueError(ast.unparse(tree))
    parts = tuple(map(_node, args))
    return _Node(f"{op.name} {data}({', '.join(part.text for part in parts)})", op, parts, data)


def _constant(value: object) -> Expr:
    match value:
        case bool():
            return k.bool_(value)
        case int():
            return k.int_(value)
        case float():
            return k.float_(value)
    return k.EMPTY_SET


def _ways(node: _Node, inside: bool = True) -> Iterator[_Node]:
    """A pattern with the sets inside it either way round."""
    for args in product(*map(_ways, node.args)):
        yield evolve(node, args=args)
        if inside and node.op in (Op.UNION, Op.INTER):
            yield evolve(node, args=args[::-1])


def laws(text: str, **conditions: Callable[..., bool]) -> dict[Op, tuple[Rule, ...]]:
    """The rules that some laws are, by operation; conditions ask `site`, `site_or_none`, and these."""
    bodies: dict[Op, list[str]] = {}
    names: dict[str, Any] = {"Expr": Expr, "Op": Op, "k": k, "BOOL": BOOL, "INT": INT, "SITES": SITES}
    names |= conditions
    for commutes, group in groupby(_read(text), key=lambda law: law[3]):
        read = list(group)
        for paths in ("abx", "bax") if commutes else ("abx",):
            for pattern, result, condition, _ in read:
                assert pattern.op is not None
                body = bodies.setdefault(pattern.op, [])
                body += [_Law(names).code(way, paths, result, condition) for way in _ways(pattern, False)]
    code = "".join(
        f"def {op.name}(e, c):\n {', '.join('abx'[: len(op.signature.args)])}, = e.args\n{''.join(body)}"
        for op, body in bodies.items()
    )
    exec(compile(code, "<laws>", "exec"), names)
    return {op: (names[op.name],) for op in bodies}


def _read(text: str) -> Iterator[tuple[_Node, _Node, str, bool]]:
    """Pattern, result and condition of each law, and whether its outermost operation commutes."""
    lines = [line.replace("\\", "@").partition(" where ") for line in text.splitlines() if line.strip()]
    sides = (side.strip(" ~") for law, _, _ in lines for side in law.split("=>"))
    nodes = map(_node, ast.parse(f"({','.join(sides)})", mode="eval").body.elts)  # type: ignore[attr-defined]
    for law, _, condition in lines:
        yield next(nodes), next(nodes), condition.strip(), law.strip().startswith("~")


class _Law:
    """The code of one law: what it asks of an expression, and where in it the letters and parts are."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.tests: list[str] = []
        self.paths: dict[str, str] = {}

    def code(self, pattern: _Node, paths: Sequence[str], result: _Node, condition: str) -> str:
        """A statement that returns what the law gives, if it fits."""
        assert pattern.op is not None
        for arg, path, taken in zip(pattern.args, paths, pattern.op.signature.args, strict=False):
            self.match(arg, path, taken)
        if pattern.data:
            self.paths[pattern.data] = "e.data"
        if condition:
            self.tests.append(self.asked(condition))
        return f" if {' and '.join(self.tests) or True}: return {self.made(result)}\n"

    def match(self, node: _Node, path: str, taken: str) -> None:
        """Ask that a part of the pattern is at a path, where an operation takes such types (`taken`)."""
        known = self.paths.setdefault(node.text, path)
        if known != path:
            self.tests.append(f"{path} == {known}")
        elif node.constant is not None:
            self.tests.append(f"{path} == {self.constant(node.constant)}")
        elif node.op is None:
            asked = "SITES" if node.text.isupper() else _ASKED.get(node.text)
            if node.text == "full":
                self.tests.append(f"{path}.op is Op.CONST and {path}.data == c.full")
            elif node.text in ("c", "d"):
                self.tests.append(f"{path}.op is Op.CONST")
            elif taken in "nai" and asked is not None:
                self.tests.append(f"{path}.type is {asked}")
        else:
            self.tests.append(f"{path}.op is Op.{node.op.name}")
            for at, arg in enumerate(node.args):
                self.match(arg, f"{path}.args[{at}]", node.op.signature.args[at])
            if node.data and self.paths.setdefault(node.data, f"{path}.data") != f"{path}.data":
                self.tests.append(f"{path}.data is {self.paths[node.data]}")

    def constant(self, value: Expr) -> str:
        """The name of a constant."""
        name = next((name for name, known in self.names.items() if known == value), f"K{len(self.names)}")
        self.names[name] = value
        return name

    def asked(self, condition: str) -> str:
        """A condition of the letters, as code."""
        known = {"site": "c.is_site", "site_or_none": "c.site_or_none", "sites": "c.sites", **self.paths}
        return "(" + re.sub(r"\w+", lambda word: known.get(word[0], word[0]), condition) + ")"

    def made(self, node: _Node) -> str:
        """What makes a part of what the law gives."""
        if node.text in self.paths:
            return self.paths[node.text]
        if node.constant is not None:
            return self.constant(node.constant)
        if node.op is None:
            assert node.text == "full", node.text
            return "k.sites_(c.full)"
        args = [self.made(arg) for arg in node.args]
        type_ = _TYPES.get(node.op.signature.result) or f"{args[node.op is Op.SELECT]}.type"
        return f"Expr(Op.{node.op.name}, {type_}, ({', '.join(args)},), {self.paths.get(node.data)})"
