"""Statements of the core as LLVM instructions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core.errors import InternalError
from gdl.core.intrinsics import Ask, ListMoves, PlayMove, PlayOut, Poke, Reseed, move_words
from gdl.core.ops import (
    INT,
    SITES,
    Adjust,
    Apply,
    Assign,
    Best,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    ForRange,
    ForSites,
    Generate,
    If,
    Include,
    Narrow,
    Offer,
    Op,
    Priority,
    Provided,
    Remember,
    Restore,
    Return,
    Sandbox,
    Snapshot,
    Stmt,
    Store,
    While,
)
from gdl.core.walk import assigned, statements
from interpreter.engines.native.memory import COUNT, OUTSIDE, RNG
from interpreter.engines.native.planes import Planes
from interpreter.engines.native.sets import FEW_WORDS


class Statements(Planes):
    """Writes the statements of one function."""

    #: where Continue and Break of the innermost loop go
    loops: list[tuple[str, str]]
    #: what each sandbox around has to give back: (offset in the context, value)
    kept: list[list[tuple[int, str]]]

    def offers(self, stmt: Offer | Generate | Priority | Best | Narrow | Provided) -> None:
        """Statements of generators."""
        raise NotImplementedError

    def leave(self, value: str | None) -> None:
        """Return from the function."""
        raise NotImplementedError

    def block(self, block: Block) -> None:
        for stmt in block:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        f = self.f
        match stmt:
            case Assign():
                self.assign(stmt)
            case If():
                self.if_(stmt)
            case While():
                self.while_(stmt)
            case ForSites():
                self.for_sites(stmt)
            case ForRange():
                self.for_range(stmt)
            case Break():
                f.jump(self.loops[-1][1])
            case Continue():
                f.jump(self.loops[-1][0])
            case Return():
                value = None if stmt.value is None else self.value(stmt.value)
                if self.kept:
                    self.give_back(self.kept[0])
                self.leave(value)
            case Do():
                args = self.passed(stmt.args)
                f.call("void", self.module.function(stmt.name), [*self.context(), *args])
                for field in self.module.effects.proc(stmt.name).writes:
                    self.forget(field)
                self.pass_on(stmt.name)
            case Draw():
                name = self.module.helper("draw")
                found = f.call("i64", name, [("ptr", "%C"), ("i64", self.value(stmt.bound))])
                self.set(stmt.name, INT, found)
            case Remember():
                flags = ["false" if e is None else self.value(e) for e in (stmt.irreversible, stmt.turn)]
                passed = [*self.context(), *(("i1", flag) for flag in flags)]
                f.call("void", self.module.helper("remember"), passed)
            case Sandbox():
                self.sandbox(stmt)
            case Apply():
                self.block(stmt.body)
            case Snapshot() | Restore():
                self.copy_array(stmt)
            case Store() | Adjust() | Include():
                self.write(stmt)
            case Ask():
                result = self.module.procs[stmt.procedure].result
                assert result is not None
                args = [*self.context(), *self.passed(stmt.args)]
                found = f.call(self.type_of(result), self.module.function(stmt.procedure), args)
                for field in self.module.effects.proc(stmt.procedure).writes:
                    self.forget(field)
                self.pass_on(stmt.procedure)
                self.set(stmt.name, result, found)
            case Poke() | ListMoves() | PlayMove() | PlayOut() | Reseed():
                self.search(stmt)
            case Offer() | Generate() | Priority() | Best() | Narrow() | Provided():
                self.offers(stmt)
            case _:
                raise InternalError(f"the engine does not know {type(stmt).__name__}", stmt.span)

    def assign(self, stmt: Assign) -> None:
        """Set a local. A wide set of the record need not be copied where nothing is ever written."""
        self.set(stmt.name, stmt.value.type, self.value(stmt.value))
        if self.words > 1 and stmt.value.type is SITES and stmt.value.op in (Op.FIELD, Op.ELEM):
            body = self.module.procs[self.proc].body
            once = list(assigned(body)).count(stmt.name) == 1
            if once and not self.module.written(body):
                self.same[stmt.name] = self.set_memory(stmt.value)

    # --- searches -------------------------------------------------------------------------------------

    def search(self, stmt: Poke | ListMoves | PlayMove | PlayOut | Reseed) -> None:
        f = self.f
        match stmt:
            case Poke():
                value = self.value(stmt.value)
                place, inside = self.pool_word(stmt.pool, self.value(stmt.index), 1)
                write, done = f.name_of("poke"), f.name_of("poked")
                f.branch(inside, write, done, likely=True)
                f.label(write)
                f.store(self.type_of(stmt.pool.type), value, place)
                f.label(done)
            case ListMoves():
                index = self.value(stmt.index)
                place, inside = self.pool_word(stmt.pool, index, 1)
                left = f.op(f"sub i64 {self.pool_room(stmt.pool)}, {index}")
                room = f.op(f"select i1 {inside}, i64 {left}, i64 0")
                args = [*self.context(), ("ptr", place), ("i64", room)]
                found = f.call("i64", self.module.helper("list_moves"), args)
                if self.module.pace.endless:
                    self.leave_on_error()
                self.set(stmt.name, INT, found)
            case PlayMove():
                words = move_words(self.program)
                place, inside = self.pool_word(stmt.pool, self.value(stmt.index), words)
                play, done = f.name_of("play"), f.name_of("played")
                f.branch(inside, play, done, likely=True)
                f.label(play)
                site = f.load("i64", f.at(place, COUNT))
                args = [*self.context(), ("ptr", place), ("i64", site)]
                f.call("void", self.module.helper("entry.advance"), args)
                f.label(done)
                self.forget_state()
                if self.module.pace.endless:
                    self.leave_on_error()
            case PlayOut():
                args = [*self.context(), ("i64", self.value(stmt.limit))]
                f.call("void", self.module.helper("play_out"), args)
                self.forget_state()
                self.leave_on_error()
            case Reseed():
                args = [("i64", self.value(stmt.seed)), ("i64", self.value(stmt.number))]
                f.store("i64", f.call("i64", self.module.helper("generator_of"), args), f.at("%C", RNG))

    # --- control --------------------------------------------------------------------------------------

    def if_(self, stmt: If) -> None:
        f = self.f
        then, otherwise, done = f.name_of("then"), f.name_of("else"), f.name_of("endif")
        likely = False if not stmt.otherwise and self.ends_game(stmt.then) else None
        f.branch(self.value(stmt.condition), then, otherwise if stmt.otherwise else done, likely=likely)
        f.label(then)
        with self.conditional():
            self.block(stmt.then)
        f.jump(done)
        if stmt.otherwise:
            f.label(otherwise)
            with self.conditional():
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
        with self.conditional():
            yield
        self.loops.pop()

    def forget_written(self, body: Block) -> None:
        for field in self.module.written(body):
            self.forget(field)

    def while_(self, stmt: While) -> None:
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
        self.look_in(stmt)
        with self.looping(stmt.body, head, done):
            f.branch(self.value(stmt.condition), body, done)
            f.label(body)
            self.block(stmt.body)
        f.jump(head)
        f.label(done)

    def for_sites(self, stmt: ForSites) -> None:
        if stmt.sites.op is Op.ONE:
            self.for_one(stmt, stmt.sites.args[0])
            return
        value = self.value(stmt.sites)
        changes = stmt.name in set(assigned(stmt.body))
        self.forget_written(stmt.body)
        with self.members(value) as (site, go_on, done):
            self.look_in(stmt)
            with self.bound(stmt.name, site, changes), self.looping(stmt.body, go_on, done):
                self.block(stmt.body)

    def for_one(self, stmt: ForSites, site: Expr) -> None:
        """The members of a set of one, or none: no loop."""
        f = self.f
        value = self.value(site)
        guard = self.guard(site, value, self.sites)
        body, done = f.name_of("only"), f.name_of("done")
        if guard is not None:
            f.branch(guard, body, done)
        f.label(body)
        changes = stmt.name in set(assigned(stmt.body))
        with self.bound(stmt.name, value, changes), self.looping(stmt.body, done, done):
            self.block(stmt.body)
        f.label(done)

    def for_range(self, stmt: ForRange) -> None:
        f = self.f
        low, high = self.value(stmt.low), self.value(stmt.high)
        counter = f.alloca("i64")
        f.store("i64", low, counter)
        body, step, onward, done = (f.name_of(n) for n in ("each", "next", "onward", "done"))
        self.forget_written(stmt.body)
        f.branch(f.op(f"icmp sle i64 {low}, {high}"), body, done)
        f.label(body)
        number = f.load("i64", counter)
        self.look_in(stmt)
        changes = stmt.name in set(assigned(stmt.body))
        with self.bound(stmt.name, number, changes), self.looping(stmt.body, step, done):
            self.block(stmt.body)
        f.label(step)
        # not past the greatest number there is
        f.branch(f.op(f"icmp slt i64 {number}, {high}"), onward, done)
        f.label(onward)
        f.store("i64", f.op(f"add i64 {number}, 1"), counter)
        f.jump(body)
        f.label(done)

    def sandbox(self, stmt: Sandbox) -> None:
        f = self.f
        outside = self.module.effects.block(stmt.body).outside
        self.kept.append(self.take_down() if outside else [])
        outer, copy = self.state, self.new_state()
        self.copy_state(outer, copy)
        self.state = copy
        self.forget_state()
        with self.conditional():
            self.block(stmt.body)
        self.state = outer
        kept = self.kept.pop()
        if f.reached:
            self.give_back(kept)

    def new_state(self) -> str:
        return self.f.alloca(f"[{self.memory.size} x i8]", 16)

    def copy_state(self, source: str, target: str) -> None:
        ends = [("ptr align 8", target), ("ptr align 8", source)]
        size = ("i64", str(self.memory.size))
        self.f.call("void", "llvm.memcpy.p0.p0.i64", [*ends, size, ("i1", "false")], "")

    def take_down(self) -> list[tuple[int, str]]:
        """The parts of the context that a sandbox gives back, as they are now."""
        parts = OUTSIDE if self.module.remembers else (RNG,)
        return [(offset, self.f.load("i64", self.f.at("%C", offset))) for offset in parts]

    def give_back(self, kept: list[tuple[int, str]]) -> None:
        for offset, value in kept:
            self.f.store("i64", value, self.f.at("%C", offset))

    # --- fields ---------------------------------------------------------------------------------------

    def copy_array(self, stmt: Snapshot | Restore) -> None:
        slot = self.slot(stmt.field)
        kept = self.snapshot(stmt.name, stmt.field)
        there = self.f.at(self.state, slot.offset)
        source, target = (there, kept) if isinstance(stmt, Snapshot) else (kept, there)
        size = ("i64", str(slot.bytes))
        args = [("ptr", target), ("ptr", source), size, ("i1", "false")]
        self.f.call("void", "llvm.memcpy.p0.p0.i64", args, "")
        if isinstance(stmt, Restore):
            self.forget(stmt.field)

    def write(self, stmt: Store | Adjust | Include) -> None:
        """A write of a field or element; of an element outside: nothing."""
        f, field = self.f, stmt.field
        if stmt.index is None:
            self.change(stmt, f.at(self.state, self.slot(field).offset))
            return
        assert field.length is not None
        index = self.value(stmt.index)
        guard = self.guard(stmt.index, index, field.length)
        choice = self.one_of_two(field, stmt.index)
        if choice is not None:
            self.change_one(stmt, index, choice)
            return
        if guard is None:
            self.change(stmt, self.spot(self.state, field, index))
            return
        inside, done = f.name_of("inside"), f.name_of("done")
        f.branch(guard, inside, done)
        f.label(inside)
        with self.conditional():
            self.change(stmt, self.spot(self.state, field, index))
        f.label(done)

    def change_one(self, stmt: Store | Adjust | Include, index: str, choice: tuple[int, int]) -> None:
        """The change of one of two elements, each of which has a place of its own."""
        f = self.f
        first, second, done = f.name_of("first"), f.name_of("second"), f.name_of("done")
        f.branch(f.op(f"icmp eq i64 {index}, {choice[0]}"), first, second)
        for label, number in zip((first, second), choice, strict=True):
            f.label(label)
            with self.conditional():
                self.change(stmt, self.spot(self.state, stmt.field, str(number)))
            f.jump(done)
        f.label(done)

    def change(self, stmt: Store | Adjust | Include, pointer: str) -> None:
        """The change of the element at `pointer`."""
        f, slot = self.f, self.slot(stmt.field)
        match stmt:
            case Store():
                value = self.value(stmt.value)
                self.keep(pointer, slot, value)
            case Adjust():
                delta = self.value(stmt.delta)
                old = self.fetch(pointer, slot)
                word = "add i64" if stmt.field.type is INT else "fadd double"
                self.keep(pointer, slot, f.op(f"{word} {old}, {delta}"))
            case Include():
                self.include(stmt, pointer)
        self.forget(stmt.field)

    def include(self, stmt: Include, pointer: str) -> None:
        f = self.f
        if stmt.sites.op is Op.ONE and self.words > 1:
            self.include_one(stmt.sites.args[0], pointer, stmt.present)
            return
        sites = self.value(stmt.sites)
        old = f.load(self.set_type, pointer, 8)
        if stmt.present:
            new = f.op(f"or {self.set_type} {old}, {sites}")
        else:
            new = self.without(old, sites)
        what = f"what {self.proc} writes to `{stmt.field.name}`"
        f.claim_set(new, self.set_type, self.sites, what)
        f.store(self.set_type, new, pointer, 8)

    def include_one(self, site: Expr, pointer: str, present: bool) -> None:
        """One site is put into a wide set or taken out: work on one word, or on each of a few.

        A write to a word that is only known later makes whoever reads the set next wait, or guess wrongly
        that it need not.
        """
        f = self.f
        value = self.value(site)
        guard = self.guard(site, value, self.sites)
        bit = f.op(f"shl i64 1, {self.low(value)}")
        number = f.op(f"lshr i64 {value}, 6")
        if guard is not None:  # nothing is written, to a word that is there
            bit = f.op(f"select i1 {guard}, i64 {bit}, i64 0")
        if self.words <= FEW_WORDS:
            for w in range(self.words):
                here = f.op(f"icmp eq i64 {number}, {w}")
                self.put_bits(f.at(pointer, 8 * w), f.op(f"select i1 {here}, i64 {bit}, i64 0"), present)
            return
        if guard is not None:
            number = f.op(f"select i1 {guard}, i64 {number}, i64 0")
        self.put_bits(f.at(pointer, number, "i64"), bit, present)

    def put_bits(self, place: str, bits: str, present: bool) -> None:
        """Bits are put into a word of memory or taken out."""
        f = self.f
        old = f.load("i64", place)
        if present:
            f.store("i64", f.op(f"or i64 {old}, {bits}"), place)
        else:
            f.store("i64", f.op(f"and i64 {old}, {f.op(f'xor i64 {bits}, -1')}"), place)
