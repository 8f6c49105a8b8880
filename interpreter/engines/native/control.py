"""Control flow: branches and loops as basic blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.core.ops import Block, Expr, ForRange, ForSites, If, Op, Store, While
from gdl.core.walk import assigned, statements
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets


class Control(Family):
    """Writes branches and loops."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets, block: Callable[[Block], None]) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.block = block
        #: where Continue and Break of the innermost loop go
        self.loops: list[tuple[str, str]] = []

    def break_(self) -> None:
        """Leave the innermost loop."""
        self.f.jump(self.loops[-1][1])

    def continue_(self) -> None:
        """Go on with the innermost loop."""
        self.f.jump(self.loops[-1][0])

    def if_(self, stmt: If) -> None:
        """A branch; ends of games are unlikely."""
        f = self.f
        then, otherwise, done = f.name_of("then"), f.name_of("else"), f.name_of("endif")
        likely = False if not stmt.otherwise and self.ends_game(stmt.then) else None
        f.branch(self.value(stmt.condition), then, otherwise if stmt.otherwise else done, likely=likely)
        f.label(then)
        with self.scope.conditional():
            self.block(stmt.then)
        f.jump(done)
        if stmt.otherwise:
            f.label(otherwise)
            with self.scope.conditional():
                self.block(stmt.otherwise)
            f.jump(done)
        f.label(done)

    def ends_game(self, block: Block) -> bool:
        """Whether the game ends in a block: that comes once in a game."""
        over = self.module.field("over")
        return any(isinstance(s, Store) and s.field is over for s in statements(block))

    @contextmanager
    def looping(self, body: Block, go_on: str, done: str) -> Iterator[None]:
        """Inside a loop: what its body writes may have changed whenever it begins again."""
        self.forget_written(body)
        self.loops.append((go_on, done))
        with self.scope.conditional():
            yield
        self.loops.pop()

    def forget_written(self, body: Block) -> None:
        """What a block may write is read anew."""
        for field in self.module.written(body):
            self.scope.forget(field)

    def while_(self, stmt: While) -> None:
        """A loop with a condition and a limit."""
        f = self.f
        rounds = f.alloca("i64")
        f.store("i64", "0", rounds)
        head, test, body, done = (f.name_of(n) for n in ("while", "test", "body", "done"))
        self.forget_written(stmt.body)
        f.label(head)
        number = f.load("i64", rounds)
        f.branch(f.op(f"icmp ult i64 {number}, {max(stmt.limit, 0)}"), test, done)
        f.label(test)
        f.store("i64", f.op(f"add i64 {number}, 1"), rounds)
        self.scope.look_in(stmt)
        with self.looping(stmt.body, head, done):
            f.branch(self.value(stmt.condition), body, done)
            f.label(body)
            self.block(stmt.body)
        f.jump(head)
        f.label(done)

    def for_sites(self, stmt: ForSites) -> None:
        """A loop over the members of a set."""
        if stmt.sites.op is Op.ONE:
            self.for_one(stmt, stmt.sites.args[0])
            return
        value = self.value(stmt.sites)
        changes = stmt.name in set(assigned(stmt.body))
        self.forget_written(stmt.body)
        with self.sets.members(value) as (site, go_on, done):
            self.scope.look_in(stmt)
            with self.scope.bound(stmt.name, site, changes), self.looping(stmt.body, go_on, done):
                self.block(stmt.body)

    def for_one(self, stmt: ForSites, site: Expr) -> None:
        """The members of a set of one, or none: no loop."""
        f = self.f
        value = self.value(site)
        guard = self.fields.guard(site, value, self.sites)
        body, done = f.name_of("only"), f.name_of("done")
        if guard is not None:
            f.branch(guard, body, done)
        f.label(body)
        changes = stmt.name in set(assigned(stmt.body))
        with self.scope.bound(stmt.name, value, changes), self.looping(stmt.body, done, done):
            self.block(stmt.body)
        f.label(done)

    def for_range(self, stmt: ForRange) -> None:
        """A loop over numbers, both ends included."""
        f = self.f
        low, high = self.value(stmt.low), self.value(stmt.high)
        counter = f.alloca("i64")
        f.store("i64", low, counter)
        body, step, onward, done = (f.name_of(n) for n in ("each", "next", "onward", "done"))
        self.forget_written(stmt.body)
        f.branch(f.op(f"icmp sle i64 {low}, {high}"), body, done)
        f.label(body)
        number = f.load("i64", counter)
        self.scope.look_in(stmt)
        changes = stmt.name in set(assigned(stmt.body))
        with self.scope.bound(stmt.name, number, changes), self.looping(stmt.body, step, done):
            self.block(stmt.body)
        f.label(step)
        # not past the greatest number there is
        f.branch(f.op(f"icmp slt i64 {number}, {high}"), onward, done)
        f.label(onward)
        f.store("i64", f.op(f"add i64 {number}, 1"), counter)
        f.jump(body)
        f.label(done)
