"""Reader of statements in the text of core programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.core import intrinsics as searching
from gdl.core import ops
from gdl.core.ops import INT, Block, Expr, Field, Pool, Stmt, Type
from gdl.core.read_exprs import ExprReader, ReadError, Scope, all_of, has_word, in_line_of, name_of, one_of
from gdl.support.values import define


@define
class StmtReader:
    """Reads statements: for each rule of the grammar a method of its name, with an underscore before it."""

    scope: Scope
    exprs: ExprReader

    def body(self, parts: Any) -> Block:
        """The block that stands under a line: the last of its parts, where there is one."""
        one = one_of(parts, "body")
        return () if one is None else self.stmts(one)

    def stmts(self, body: Any) -> Block:
        """The statements of a body."""
        return tuple(map(self.stmt, body.children))

    def stmt(self, tree: Any) -> Stmt:
        """A statement. Raises ReadError."""
        known: Callable[[Any], Stmt] | None = getattr(self, f"_{tree.data}", None)
        if known is None:
            raise ReadError(f"nothing is known of `{tree.data}`")
        with in_line_of(tree):
            return known(tree.children)

    def expr(self, tree: Any) -> Expr:
        """An expression."""
        return self.exprs.expr(tree)

    def place(self, tree: Any) -> tuple[Field, Expr | None]:
        """A field, and the index of one of its elements (None for the field itself)."""
        return self.exprs.place(tree)

    def element(self, tree: Any, type_: Type = INT) -> tuple[Pool, Expr]:
        """A pool, and which of its words."""
        return self.scope.pool(name_of(tree.children[0]), type_), self.expr(tree.children[1])

    def within(self, tree: Any) -> Expr | None:
        """The expression behind a word, None where the word is not there."""
        return None if tree is None else self.expr(tree.children[0])

    def given(self, parts: Any, *words: str) -> dict[str, Any]:
        """The optional arguments `word:expr` of a statement, None for those that are not there."""
        return {word: self.within(one_of(parts, word)) for word in words}

    def components(self, parts: Any, word: str) -> frozenset[int] | None:
        """Numbers of components behind a word, None where the word is not there."""
        one = one_of(parts, word)
        return None if one is None else frozenset(int(token) for token in one.children)

    def several(self, tree: Any) -> tuple[Expr, ...]:
        """Arguments."""
        return tuple(self.expr(each) for each in tree.children if each is not None)

    def called(self, tree: Any) -> tuple[str, tuple[Expr, ...]]:
        """A procedure's name and the arguments."""
        return name_of(tree.children[0]), self.several(tree.children[1])

    def _assign(self, parts: Any) -> Stmt:
        name, value = name_of(parts[0]), self.expr(parts[1])
        self.scope.locals[name] = value.type
        return ops.Assign(name, value)

    def _draw(self, parts: Any) -> Stmt:
        name = name_of(parts[0])
        self.scope.locals[name] = INT
        return ops.Draw(name, self.expr(parts[1]))

    def _ask(self, parts: Any) -> Stmt:
        name, (procedure, args) = name_of(parts[0]), self.called(parts[1])
        self.scope.locals[name] = self.scope.result(procedure)
        return searching.Ask(name, procedure, args)

    def _list_moves(self, parts: Any) -> Stmt:
        name, (pool, index) = name_of(parts[0]), self.element(parts[1])
        self.scope.locals[name] = INT
        return searching.ListMoves(name, pool=pool, index=index)

    def _play_out(self, parts: Any) -> Stmt:
        name, limit = name_of(parts[0]), self.expr(parts[1])
        self.scope.locals[name] = INT
        return searching.PlayOut(name, limit)

    def _poke(self, parts: Any) -> Stmt:
        value = self.expr(parts[1])
        return searching.Poke(*self.element(parts[0], value.type), value)

    def _tally(self, parts: Any) -> Stmt:
        return searching.Tally(*self.element(parts[0]))

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
        return ops.Put(site, what, **rest, fresh=has_word(parts, "FRESH"), held=held)

    def _take(self, parts: Any) -> Stmt:
        return ops.Take(self.expr(parts[0]), not has_word(parts, "TOP"), self.components(parts, "held"))

    def _move_piece(self, parts: Any) -> Stmt:
        held, over = self.components(parts, "held"), self.components(parts, "over")
        owner, apart = self.within(one_of(parts, "owner")), has_word(parts, "APART")
        return ops.MovePiece(self.expr(parts[0]), self.expr(parts[1]), held, over, owner, apart)

    def _set_at(self, parts: Any) -> Stmt:
        level = self.within(one_of(parts, "level"))
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
        return ops.Snapshot(name_of(parts[0]), self.scope.field(name_of(parts[1])))

    def _restore(self, parts: Any) -> Stmt:
        return ops.Restore(name_of(parts[1]), self.scope.field(name_of(parts[0])))

    def _offer(self, parts: Any) -> Stmt:
        return ops.Offer(int(parts[0]), self.several(parts[1]), self.expr(parts[2]))

    def _generate(self, parts: Any) -> Stmt:
        return ops.Generate(*self.called(parts[0]))

    def _play_move(self, parts: Any) -> Stmt:
        return searching.PlayMove(*self.element(parts[0]))

    def _save_record(self, parts: Any) -> Stmt:
        return searching.SaveRecord(*self.element(parts[0]))

    def _begin(self, _parts: Any) -> Stmt:
        return searching.Begin()

    def _reseed(self, parts: Any) -> Stmt:
        return searching.Reseed(self.expr(parts[0]), self.expr(parts[1]))

    def _if_(self, parts: Any) -> Stmt:
        condition = self.expr(parts[0])
        then, otherwise = (() if each is None else self.stmts(each) for each in parts[1:3])
        return ops.If(condition, then, otherwise)

    def _while_(self, parts: Any) -> Stmt:
        return ops.While(self.expr(parts[0]), self.body(parts), int(parts[1]))

    def _for_sites(self, parts: Any) -> Stmt:
        name, sites = name_of(parts[0]), self.expr(parts[1])
        self.scope.locals[name] = INT
        return ops.ForSites(name, sites, self.body(parts))

    def _for_range(self, parts: Any) -> Stmt:
        name, low, high = name_of(parts[0]), self.expr(parts[1]), self.expr(parts[2])
        self.scope.locals[name] = INT
        return ops.ForRange(name, low, high, self.body(parts))

    def _simultaneous(self, parts: Any) -> Stmt:
        return ops.Simultaneous(self.body(parts))

    def _apply(self, parts: Any) -> Stmt:
        return ops.Apply(self.body(parts))

    def _sandbox(self, parts: Any) -> Stmt:
        return ops.Sandbox(self.body(parts))

    def _priority(self, parts: Any) -> Stmt:
        return ops.Priority(tuple(self.body(each.children) for each in all_of(parts, "first_of")))

    def _best(self, parts: Any) -> Stmt:
        return ops.Best(self.body(parts), *self.called(parts[0]))

    def _narrow(self, parts: Any) -> Stmt:
        return ops.Narrow(self.body(parts), *self.called(parts[0]))

    def _provided(self, parts: Any) -> Stmt:
        return ops.Provided(self.body(parts), *self.called(parts[0]))
