"""Reader of expressions in the text of core programs, and of what stands in them: names, constants."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from lark import Token, Tree

from gdl.core import ops as o
from gdl.core.arithmetic import as_bits
from gdl.core.exprs import INFIX
from gdl.core.ops import Expr, Op
from gdl.source.diagnostics import InternalError
from gdl.support.values import define, field

_Declared = TypeVar("_Declared")
#: The types by their names in the text.
TYPES = {repr(type_): type_ for type_ in o.Type}
_OPS = {op.name.lower(): op for op in Op}
_REPEATS = {kind.name.lower(): kind for kind in o.RepeatKind}
_OF_SIGN = {sign: op for op, sign in INFIX.items()}
#: What a letter of a signature's result says.
_RESULTS = {"I": o.INT, "B": o.BOOL, "F": o.FLOAT, "S": o.SITES}


#: The most sites that a program may have: more than any board and what is beside it.
MAX_SITES = 1_000_000


class ReadError(InternalError):
    """A text is no core program; `line` is where it is none, counted from 1 (0: not known)."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


@contextmanager
def in_line_of(tree: Any) -> Iterator[None]:
    """What is wrong inside is a ReadError with the line of a tree, unless it has one already."""
    line = getattr(tree.meta, "line", 0)
    try:
        yield
    except ReadError as error:
        raise ReadError(error.message, error.line or line) from None
    except (LookupError, TypeError, ValueError, SyntaxError) as error:
        raise ReadError("what stands here does not go together", line) from error


def name_of(tree: Any) -> str:
    """A name, out of its backticks where it stands in some."""
    token = str(tree.children[0])
    if token.startswith("`"):
        return token[1:-1].encode("ascii").decode("unicode_escape")
    return token


def all_of(trees: Iterable[Any], what: str) -> list[Any]:
    """Those of some trees that the grammar calls `what`."""
    return [tree for tree in trees if isinstance(tree, Tree) and tree.data == what]


def one_of(trees: Iterable[Any], what: str) -> Any:
    """The first of them, None where there is none."""
    return next(iter(all_of(trees, what)), None)


def has_word(trees: Iterable[Any], word: str) -> bool:
    """Whether a word (a terminal of the grammar) stands among them."""
    return any(isinstance(each, Token) and each.type == word for each in trees)


def text_of(token: Any) -> str:
    """A string as Python's `repr` wrote it."""
    result = literal_eval(str(token))
    assert isinstance(result, str)
    return result


def set_of(tree: Any) -> int:
    """A set of sites as a bit mask: {0-3 8}."""
    sites: list[int] = []
    for token in tree.children:
        low, _, high = str(token).partition("-")
        if int(high or low) >= MAX_SITES:
            raise ReadError(f"there is no site {high or low}")
        sites += range(int(low), int(high or low) + 1)
    return as_bits(sites)


def constant(tree: Any) -> Any:
    """A number, a truth or a set."""
    if tree.data == "set_":
        return set_of(tree)
    text = str(tree.children[0])
    if tree.data == "bool_":
        return text == "True"
    return int(text) if tree.data == "int_" else float(text)


@define
class Scope:
    """What the names in a text stand for: what is declared, and the locals of the procedure at hand."""

    fields: dict[str, o.Field] = field(factory=dict)
    tables: dict[str, o.Table] = field(factory=dict)
    rays: dict[str, o.Rays] = field(factory=dict)
    pools: dict[tuple[str, o.Type], o.Pool] = field(factory=dict)
    #: by procedure: what it returns, and its parameters
    results: dict[str, o.Type | None] = field(factory=dict)
    params: dict[str, tuple[o.Param, ...]] = field(factory=dict)
    #: the locals of the procedure at hand
    locals: dict[str, o.Type] = field(factory=dict)

    def pool(self, name: str, type_: o.Type) -> o.Pool:
        """A pool by its name: a program does not declare them, so each is numbered as it comes."""
        return self.pools.setdefault((name, type_), o.Pool(name, type_, len(self.pools)))

    def field(self, name: str) -> o.Field:
        """A declared field. Raises ReadError."""
        return _declared(self.fields, name, "field")

    def table(self, name: str) -> o.Table:
        """A declared table. Raises ReadError."""
        return _declared(self.tables, name, "table")

    def path(self, name: str) -> o.Rays:
        """Declared rays. Raises ReadError."""
        return _declared(self.rays, name, "rays")

    def local(self, name: str) -> o.Type:
        """The type of a local that has been set, or a parameter's. Raises ReadError."""
        return _declared(self.locals, name, "local")

    def result(self, name: str) -> o.Type:
        """The type that a procedure returns. Raises ReadError."""
        value = self.results.get(name)
        if value is None:
            raise ReadError(f"there is no procedure `{name}` that returns a value")
        return value


def _declared(those: dict[str, _Declared], name: str, what: str) -> _Declared:
    if name not in those:
        raise ReadError(f"there is no {what} `{name}`")
    return those[name]


@define
class ExprReader:
    """Reads expressions, with the names of a scope."""

    scope: Scope

    def place(self, tree: Any) -> tuple[o.Field, Expr | None]:
        """A field, and the index of one of its elements (None for the field itself)."""
        where = self.scope.field(name_of(tree.children[0]))
        return where, self.expr(tree.children[1]) if tree.data == "elem" else None

    def expr(self, tree: Any) -> Expr:
        """An expression. Raises ReadError."""
        parts = tree.children
        match tree.data:
            case "int_":
                return Expr(Op.CONST, o.INT, data=constant(tree))
            case "float_":
                return Expr(Op.CONST, o.FLOAT, data=constant(tree))
            case "bool_":
                return Expr(Op.CONST, o.BOOL, data=constant(tree))
            case "set_":
                return Expr(Op.CONST, o.SITES, data=set_of(tree))
            case "var":
                name = name_of(parts[0])
                return Expr(Op.VAR, self.scope.local(name), data=name)
            case "field_of" | "elem":
                where, index = self.place(tree)
                if index is None:
                    return Expr(Op.FIELD, where.type, data=where)
                return Expr(Op.ELEM, where.type, (index,), where)
            case "table_at":
                table = self.scope.table(name_of(parts[0]))
                return Expr(Op.TABLE, table.type, (self.expr(parts[1]),), table)
            case "infix":
                left, right = self.expr(parts[0]), self.expr(parts[2])
                return self.made(_OF_SIGN[str(parts[1])], (left, right), None)
            case "operation":
                return self.operation(name_of(parts[0]), [], parts[1])
            case "operation_on":
                about = [name_of(each.children[0]) for each in parts[1:-1]]
                return self.operation(name_of(parts[0]), about, parts[-1])
        raise ReadError(f"nothing is known of `{tree.data}`")

    def operation(self, word: str, about: list[str], arguments: Any) -> Expr:
        """An operation by its word, with the constant that it is about."""
        if word not in _OPS:
            raise ReadError(f"there is no operation `{word}`")
        op = _OPS[word]
        trees = [each for each in arguments.children if each is not None]
        if op in o.BINDERS:
            sites = self.expr(trees[0])
            hidden = self.scope.locals.get(about[0])
            self.scope.locals[about[0]] = o.INT
            inner = self.expr(trees[1])
            if hidden is not None:
                self.scope.locals[about[0]] = hidden
            return self.made(op, (sites, inner), about[0])
        args = tuple(map(self.expr, trees))
        return self.made(op, args, self.data(op, about))

    def data(self, op: Op, about: list[str]) -> object:
        """What an operation is about: a table, rays, a procedure's name, ..."""
        wanted = op.signature.data
        if wanted is None:
            return None
        if not about:
            raise ReadError(f"`{op.name.lower()}` is about nothing")
        if wanted is o.Table:
            return self.scope.table(about[0])
        if wanted is o.Rays:
            return self.scope.path(about[0])
        if wanted is o.Field:
            return self.scope.field(about[0])
        if wanted is o.RepeatKind:
            return _REPEATS[about[0]]
        if wanted is o.Pool:
            return self.scope.pool(about[0], o.INT)
        if op is Op.OLD_ELEM:
            return about[0], self.scope.field(about[1])
        return tuple(about) if wanted is tuple else about[0]

    def made(self, op: Op, args: tuple[Expr, ...], data: object) -> Expr:
        """The node, its type by the operation's signature."""
        letter = op.signature.result
        if letter in _RESULTS:
            type_ = _RESULTS[letter]
        elif letter != "=":
            type_ = args[-1].type
        elif op is Op.CALL:
            type_ = self.scope.result(str(data))
        elif op is Op.OLD_ELEM:
            assert isinstance(data, tuple)
            type_ = data[1].type
        else:
            assert isinstance(data, o.Pool)
            type_ = data.type
        return Expr(op, type_, args, data)
