"""Reader of core programs: the parser for what `show_program(program, whole=True)` prints.

    read_program(show_program(program, whole=True))  ==  program

but for spans, which a text does not hold: two programs are compared by their texts. Tables, rays and fields
are made once each, so that they keep their identity. What is no program raises ReadError; whether one is well
formed is for `verify` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import define, evolve, field
from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.indenter import Indenter

from gdl.core import intrinsics as searching
from gdl.core import ops
from gdl.core.errors import InternalError
from gdl.core.exprs import INFIX
from gdl.core.masks import as_bits
from gdl.core.ops import (
    BINDERS,
    BOOL,
    FLOAT,
    INT,
    SITES,
    Block,
    Expr,
    Field,
    Kind,
    Names,
    Op,
    Param,
    Pool,
    Proc,
    Program,
    Rays,
    RepeatKind,
    Stmt,
    Table,
    Type,
)
from gdl.core.recursion_limit import deep
from gdl.core.signatures import SIGNATURES

_TYPES = {repr(type_): type_ for type_ in Type}
_OPS = {op.name.lower(): op for op in Op}
_REPEATS = {kind.name.lower(): kind for kind in RepeatKind}
_OF_SIGN = {sign: op for op, sign in INFIX.items()}
#: What a letter of a signature's result says.
_RESULTS = {"I": INT, "B": BOOL, "F": FLOAT, "S": SITES}


class ReadError(InternalError):
    """A text is no core program."""


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = Path(__file__).with_name("core.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", postlex=_Blocks(), maybe_placeholders=True)


def read_program(text: str) -> Program:
    """The program of a text. Raises ReadError."""
    with deep():
        try:
            tree = _grammar().parse(text.rstrip() + "\n")
        except LarkError as error:
            raise ReadError(f"this is no core program: {error}") from error
        return _Reader().program(tree)


def _name(tree: Any) -> str:
    token = str(tree.children[0])
    if token.startswith("`"):
        return token[1:-1].encode("ascii").decode("unicode_escape")
    return token


def _named(trees: Iterable[Any], what: str) -> list[Any]:
    return [tree for tree in trees if isinstance(tree, Tree) and tree.data == what]


def _one(trees: Iterable[Any], what: str) -> Any:
    return next(iter(_named(trees, what)), None)


def _flag(trees: Iterable[Any], word: str) -> bool:
    return any(isinstance(each, Token) and each.type == word for each in trees)


def _text(token: Any) -> str:
    """A string as Python's `repr` wrote it."""
    from ast import literal_eval

    found = literal_eval(str(token))
    assert isinstance(found, str)
    return found


def _set(tree: Any) -> int:
    sites: list[int] = []
    for token in tree.children:
        low, _, high = str(token).partition("-")
        sites += range(int(low), int(high or low) + 1)
    return as_bits(sites)


def _constant(tree: Any) -> Any:
    if tree.data == "set_":
        return _set(tree)
    text = str(tree.children[0])
    if tree.data == "bool_":
        return text == "True"
    return int(text) if tree.data == "int_" else float(text)


@define
class _Reader:
    """Reads one program. Declarations come before the procedures that use them, but for calls."""

    fields: dict[str, Field] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    rays: dict[str, Rays] = field(factory=dict)
    pools: dict[tuple[str, Type], Pool] = field(factory=dict)
    #: by procedure: what it returns, and its parameters
    results: dict[str, Type | None] = field(factory=dict)
    params: dict[str, tuple[Param, ...]] = field(factory=dict)
    #: the locals of the procedure at hand
    locals: dict[str, Type] = field(factory=dict)

    # --- declarations -------------------------------------------------------------------------------------

    def program(self, tree: Any) -> Program:
        parts = tree.children
        head = _one(parts, "program_head").children
        players, sites = int(head[1]), int(head[2])
        for each in _named(parts, "field_"):
            self.field(each.children)
        for each in _named(parts, "table"):
            self.table(each.children)
        for each in _named(parts, "rays"):
            paths = tuple(tuple(map(_constant, path.children)) for path in _named(each.children, "path"))
            name = _name(each.children[0])
            self.rays[name] = Rays(name, paths)
        procs = _named(parts, "proc")
        for each in procs:
            self.signature(each.children)
        kinds = tuple(self.kind(each.children) for each in _named(parts, "kind"))
        owners = (0, *(_constant(each.children[1]) for each in _named(parts, "component")))
        stacks, dice = _one(parts, "stacks"), _one(parts, "dice")
        made = Program(
            _text(head[0]),
            players,
            sites,
            tuple(self.fields.values()),
            tuple(self.tables.values()),
            tuple(self.rays.values()),
            tuple(self.proc(each.children) for each in procs),
            kinds,
            owners,
            Names(
                self.names(parts, "players", players + 1),
                self.names(parts, "components", len(owners)),
                self.names(parts, "sites", sites),
                () if dice is None else tuple(map(_constant, dice.children)),
            ),
            stacks=stacks is not None,
            counts=_one(parts, "counted") is not None,
        )
        return made if stacks is None else evolve(made, stack_limit=int(stacks.children[0]))

    def names(self, parts: Any, what: str, count: int) -> tuple[str, ...]:
        """What things are called, numbered where the text does not say."""
        for each in _named(parts, "names"):
            if each.children[0] == what:
                return tuple(map(_text, each.children[1:]))
        return tuple("" if number == 0 and what != "sites" else f"{number}" for number in range(count))

    def field(self, parts: Any) -> None:
        name, type_, length = _name(parts[0]), _TYPES[str(parts[1])], _one(parts, "length")
        size = None if length is None else int(length.children[0])
        self.fields[name] = Field(name, type_, size, _constant(parts[3]), not _flag(parts, "ASIDE"))

    def table(self, parts: Any) -> None:
        name, type_ = _name(parts[0]), _TYPES[str(parts[1])]
        *values, outside = map(_constant, parts[3:])
        self.tables[name] = Table(name, type_, tuple(values), outside)

    def signature(self, parts: Any) -> None:
        name = _name(parts[2])
        those = (
            Param(_name(each.children[0]), _TYPES[str(each.children[1])]) for each in _named(parts, "param")
        )
        self.params[name] = tuple(those)
        result = next((each for each in parts if isinstance(each, Token) and each.type == "TYPE"), None)
        self.results[name] = None if result is None else _TYPES[str(result)]

    def kind(self, parts: Any) -> Kind:
        index, name, decision, play = int(parts[0]), *map(_name, parts[1:4])
        if play not in self.params:
            raise ReadError(f"kind {index} is played by `{play}`, which is not there")
        types = [param.type for param in self.params[play]]
        names = [_name(each) for each in parts[4].children if each is not None]
        if len(names) != len(types):
            raise ReadError(f"kind {index} has {len(names)} parameters, `{play}` has {len(types)}")
        params = tuple(Param(each, type_) for each, type_ in zip(names, types, strict=True))
        self.locals = {param.name: param.type for param in params}
        level_from, level_to, label = (_one(parts, what) for what in ("level_from", "level_to", "label"))
        return Kind(
            index,
            name,
            play,
            params,
            self.expr(parts[5]),
            self.expr(parts[6]),
            self.within(level_from),
            self.within(level_to),
            decision,
            "" if label is None else _text(label.children[0]),
        )

    def proc(self, parts: Any) -> Proc:
        name = _name(parts[2])
        self.locals = {param.name: param.type for param in self.params[name]}
        body = self.body(parts)
        generator = str(parts[1]) == "generator"
        return Proc(name, self.params[name], body, self.results[name], generator, _flag(parts, "ENTRY"))

    # --- statements ---------------------------------------------------------------------------------------

    def body(self, parts: Any) -> Block:
        """The block that stands under a line: the last of its parts, where there is one."""
        found = _one(parts, "body")
        return () if found is None else self.stmts(found)

    def stmts(self, body: Any) -> Block:
        return tuple(map(self.stmt, body.children))

    def stmt(self, tree: Any) -> Stmt:
        known: Callable[[Any], Stmt] | None = getattr(self, f"_{tree.data}", None)
        if known is None:
            raise ReadError(f"nothing is known of `{tree.data}`")
        return known(tree.children)

    def within(self, tree: Any) -> Expr | None:
        return None if tree is None else self.expr(tree.children[0])

    def given(self, parts: Any, *words: str) -> dict[str, Any]:
        """The optional arguments `word:expr` of a statement, None for those that are not there."""
        return {word: self.within(_one(parts, word)) for word in words}

    def components(self, parts: Any, word: str) -> frozenset[int] | None:
        found = _one(parts, word)
        return None if found is None else frozenset(int(token) for token in found.children)

    def exprs(self, tree: Any) -> tuple[Expr, ...]:
        return tuple(self.expr(each) for each in tree.children if each is not None)

    def called(self, tree: Any) -> tuple[str, tuple[Expr, ...]]:
        return _name(tree.children[0]), self.exprs(tree.children[1])

    def place(self, tree: Any) -> tuple[Field, Expr | None]:
        where = self.declared(self.fields, _name(tree.children[0]), "field")
        return where, self.expr(tree.children[1]) if tree.data == "elem" else None

    def element(self, tree: Any, type_: Type = INT) -> tuple[Pool, Expr]:
        return self.pool(_name(tree.children[0]), type_), self.expr(tree.children[1])

    def pool(self, name: str, type_: Type) -> Pool:
        """A pool by its name: a program does not declare them, so each is numbered as it comes."""
        return self.pools.setdefault((name, type_), Pool(name, type_, len(self.pools)))

    def declared(self, those: dict[str, Any], name: str, what: str) -> Any:
        if name not in those:
            raise ReadError(f"there is no {what} `{name}`")
        return those[name]

    def _assign(self, parts: Any) -> Stmt:
        name, value = _name(parts[0]), self.expr(parts[1])
        self.locals[name] = value.type
        return ops.Assign(name, value)

    def _draw(self, parts: Any) -> Stmt:
        name = _name(parts[0])
        self.locals[name] = INT
        return ops.Draw(name, self.expr(parts[1]))

    def _ask(self, parts: Any) -> Stmt:
        name, (procedure, args) = _name(parts[0]), self.called(parts[1])
        self.locals[name] = self.result(procedure)
        return searching.Ask(name, procedure, args)

    def _list_moves(self, parts: Any) -> Stmt:
        name, (pool, index) = _name(parts[0]), self.element(parts[1])
        self.locals[name] = INT
        return searching.ListMoves(name, pool=pool, index=index)

    def _poke(self, parts: Any) -> Stmt:
        value = self.expr(parts[1])
        return searching.Poke(*self.element(parts[0], value.type), value)

    def _store(self, parts: Any) -> Stmt:
        return ops.Store(*self.place(parts[0]), self.expr(parts[1]))

    def _adjust(self, parts: Any) -> Stmt:
        return ops.Adjust(*self.place(parts[0]), self.expr(parts[1]))

    def _include(self, parts: Any) -> Stmt:
        return ops.Include(*self.place(parts[0]), self.expr(parts[1]), True)

    def _exclude(self, parts: Any) -> Stmt:
        return ops.Include(*self.place(parts[0]), self.expr(parts[1]), False)

    def _put(self, parts: Any) -> Stmt:
        rest = self.given(parts, "state", "value", "rotation", "count")
        what, site = self.expr(parts[0]), self.expr(parts[1])
        held = self.components(parts, "held")
        return ops.Put(site, what, **rest, fresh=_flag(parts, "FRESH"), held=held)

    def _take(self, parts: Any) -> Stmt:
        return ops.Take(self.expr(parts[0]), not _flag(parts, "TOP"), self.components(parts, "held"))

    def _move_piece(self, parts: Any) -> Stmt:
        held, over = self.components(parts, "held"), self.components(parts, "over")
        owner, apart = self.within(_one(parts, "owner")), _flag(parts, "APART")
        return ops.MovePiece(self.expr(parts[0]), self.expr(parts[1]), held, over, owner, apart)

    def _set_at(self, parts: Any) -> Stmt:
        level = self.within(_one(parts, "level"))
        return ops.SetAt(str(parts[0]), self.expr(parts[1]), self.expr(parts[-1]), level)

    def _push(self, parts: Any) -> Stmt:
        rest = self.given(parts, "state", "value", "rotation", "level")
        return ops.Push(self.expr(parts[1]), self.expr(parts[0]), **rest)

    def _move_levels(self, parts: Any) -> Stmt:
        level, origin, target = map(self.expr, parts)
        return ops.MoveLevels(origin, target, level, True)

    def _move_level(self, parts: Any) -> Stmt:
        level, origin, target = map(self.expr, parts)
        return ops.MoveLevels(origin, target, level, False)

    def _take_level(self, parts: Any) -> Stmt:
        return ops.TakeLevel(self.expr(parts[1]), self.expr(parts[0]))

    def _break_(self, parts: Any) -> Stmt:
        return ops.Break()

    def _continue_(self, parts: Any) -> Stmt:
        return ops.Continue()

    def _return_(self, parts: Any) -> Stmt:
        return ops.Return(self.expr(parts[0]) if parts and parts[0] is not None else None)

    def _do(self, parts: Any) -> Stmt:
        return ops.Do(*self.called(parts[0]))

    def _remember(self, parts: Any) -> Stmt:
        return ops.Remember(**self.given(parts, "irreversible", "turn"))

    def _snapshot(self, parts: Any) -> Stmt:
        return ops.Snapshot(_name(parts[0]), self.declared(self.fields, _name(parts[1]), "field"))

    def _restore(self, parts: Any) -> Stmt:
        return ops.Restore(_name(parts[1]), self.declared(self.fields, _name(parts[0]), "field"))

    def _offer(self, parts: Any) -> Stmt:
        return ops.Offer(int(parts[0]), self.exprs(parts[1]), self.expr(parts[2]))

    def _generate(self, parts: Any) -> Stmt:
        return ops.Generate(*self.called(parts[0]))

    def _play_move(self, parts: Any) -> Stmt:
        return searching.PlayMove(*self.element(parts[0]))

    def _play_out(self, parts: Any) -> Stmt:
        return searching.PlayOut(self.expr(parts[0]))

    def _reseed(self, parts: Any) -> Stmt:
        return searching.Reseed(self.expr(parts[0]), self.expr(parts[1]))

    def _if_(self, parts: Any) -> Stmt:
        condition = self.expr(parts[0])
        then, otherwise = (() if each is None else self.stmts(each) for each in parts[1:3])
        return ops.If(condition, then, otherwise)

    def _while_(self, parts: Any) -> Stmt:
        return ops.While(self.expr(parts[0]), self.body(parts), int(parts[1]))

    def _for_sites(self, parts: Any) -> Stmt:
        name, sites = _name(parts[0]), self.expr(parts[1])
        self.locals[name] = INT
        return ops.ForSites(name, sites, self.body(parts))

    def _for_range(self, parts: Any) -> Stmt:
        name, low, high = _name(parts[0]), self.expr(parts[1]), self.expr(parts[2])
        self.locals[name] = INT
        return ops.ForRange(name, low, high, self.body(parts))

    def _simultaneous(self, parts: Any) -> Stmt:
        return ops.Simultaneous(self.body(parts))

    def _apply(self, parts: Any) -> Stmt:
        return ops.Apply(self.body(parts))

    def _sandbox(self, parts: Any) -> Stmt:
        return ops.Sandbox(self.body(parts))

    def _priority(self, parts: Any) -> Stmt:
        return ops.Priority(tuple(self.body(each.children) for each in _named(parts, "first_of")))

    def _best(self, parts: Any) -> Stmt:
        return ops.Best(self.body(parts), *self.called(parts[0]))

    def _narrow(self, parts: Any) -> Stmt:
        return ops.Narrow(self.body(parts), *self.called(parts[0]))

    def _provided(self, parts: Any) -> Stmt:
        return ops.Provided(self.body(parts), *self.called(parts[0]))

    # --- expressions --------------------------------------------------------------------------------------

    def expr(self, tree: Any) -> Expr:
        parts = tree.children
        match tree.data:
            case "int_":
                return Expr(Op.CONST, INT, data=_constant(tree))
            case "float_":
                return Expr(Op.CONST, FLOAT, data=_constant(tree))
            case "bool_":
                return Expr(Op.CONST, BOOL, data=_constant(tree))
            case "set_":
                return Expr(Op.CONST, SITES, data=_set(tree))
            case "var":
                name = _name(parts[0])
                return Expr(Op.VAR, self.declared(self.locals, name, "local"), data=name)
            case "field_of" | "elem":
                where, index = self.place(tree)
                if index is None:
                    return Expr(Op.FIELD, where.type, data=where)
                return Expr(Op.ELEM, where.type, (index,), where)
            case "table_at":
                table = self.declared(self.tables, _name(parts[0]), "table")
                return Expr(Op.TABLE, table.type, (self.expr(parts[1]),), table)
            case "infix":
                left, right = self.expr(parts[0]), self.expr(parts[2])
                return self.made(_OF_SIGN[str(parts[1])], (left, right), None)
            case "operation":
                return self.operation(_name(parts[0]), [], parts[1])
            case "operation_on":
                about = [_name(each.children[0]) for each in parts[1:-1]]
                return self.operation(_name(parts[0]), about, parts[-1])
        raise ReadError(f"nothing is known of `{tree.data}`")

    def operation(self, word: str, about: list[str], arguments: Any) -> Expr:
        """An operation by its word, with the constant that it is about."""
        if word not in _OPS:
            raise ReadError(f"there is no operation `{word}`")
        op = _OPS[word]
        trees = [each for each in arguments.children if each is not None]
        if op in BINDERS:
            sites = self.expr(trees[0])
            hidden = self.locals.get(about[0])
            self.locals[about[0]] = INT
            inner = self.expr(trees[1])
            if hidden is not None:
                self.locals[about[0]] = hidden
            return self.made(op, (sites, inner), about[0])
        args = tuple(map(self.expr, trees))
        return self.made(op, args, self.data(op, about))

    def data(self, op: Op, about: list[str]) -> object:
        """What an operation is about: a table, rays, a procedure's name, ..."""
        wanted = SIGNATURES[op].data
        if wanted is None:
            return None
        if not about:
            raise ReadError(f"`{op.name.lower()}` is about nothing")
        if wanted is Table:
            return self.declared(self.tables, about[0], "table")
        if wanted is Rays:
            return self.declared(self.rays, about[0], "rays")
        if wanted is Field:
            return self.declared(self.fields, about[0], "field")
        if wanted is RepeatKind:
            return _REPEATS[about[0]]
        if wanted is Pool:
            return self.pool(about[0], INT)
        if op is Op.OLD_ELEM:
            return about[0], self.declared(self.fields, about[1], "field")
        return tuple(about) if wanted is tuple else about[0]

    def made(self, op: Op, args: tuple[Expr, ...], data: object) -> Expr:
        """The node, its type by the operation's signature."""
        letter = SIGNATURES[op].result
        if letter in _RESULTS:
            type_ = _RESULTS[letter]
        elif letter != "=":
            type_ = args[-1].type
        elif op is Op.CALL:
            type_ = self.result(str(data))
        elif op is Op.OLD_ELEM:
            assert isinstance(data, tuple)
            type_ = data[1].type
        else:
            assert isinstance(data, Pool)
            type_ = data.type
        return Expr(op, type_, args, data)

    def result(self, name: str) -> Type:
        """What a procedure returns."""
        found = self.results.get(name)
        if found is None:
            raise ReadError(f"there is no procedure `{name}` that returns a value")
        return found
