"""Offers in registers: one random ply as one function, each offer of which has a slot of its own.

Where every offer of `moves` stands outside all loops and nothing must be judged, its arguments, sites and
count stay in registers, and what is drawn is played without a look at any list.

Branches that nothing follows never meet again: each draws from its own slots.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from gdl.core.ops import Best, Block, Generate, If, Narrow, Offer, Priority, Provided, Type
from gdl.support.values import define
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets


@define
class OfferSlot:
    """An offer: its kind, where its arguments and sites are kept, and how many sites there are."""

    kind: int
    args: list[tuple[Type, str]]
    sites: str
    count: str


class Slots(Family):
    """Writes the statements of generators where each offer has a slot."""

    def __init__(self, scope: Scope, sets: Sets, block: Callable[[Block], None]) -> None:
        super().__init__(scope)
        self.sets = sets
        self.block = block
        self.slots: list[OfferSlot] = []
        #: writes what comes when all offers of the present branch are made
        self.finish: Callable[[], None] = _nothing
        #: the counts of slots that may not be come to: 0 at first
        self.zeroed: list[str] = []

    def begin(self) -> None:
        """No slot is filled yet."""
        self.slots, self.zeroed = [], []

    def write_ply(self, body: Block) -> None:
        """The whole function, from the body of `moves`."""
        f = self.f
        self.begin()
        after = f.name_of("after")
        start = len(f.lines)
        self.ending(body, lambda: self.draw(after))
        f.lines[start:start] = [f"  store i64 0, ptr {count}" for count in self.zeroed]
        f.label(after)
        f.call("void", self.module.entry("finish"), self.context(), inline=True)
        f.end("ret void")

    @property
    def doubtful(self) -> bool:
        """Whether the statement being written may not be come to at all, and others follow it."""
        return any(not isinstance(stmt, Offer | Generate) for stmt in self.scope.around)

    def ending(self, block: Block, finish: Callable[[], None]) -> None:
        """A block that nothing but `finish` follows: its last statement's branches need not meet."""
        outer, self.finish = self.finish, finish
        for stmt in block[:-1]:
            self.block((stmt,))
        match block[-1] if block else None:
            case None:
                finish()
            case If() as stmt if not self.doubtful:
                self.branches(stmt, finish)
            case Priority() as stmt if not self.doubtful:
                self.choice(stmt, finish)
            case Generate() as stmt:
                self.generated(stmt, lambda body: self.ending(body, finish))
            case stmt:
                assert stmt is not None
                self.block((stmt,))
                if self.f.reached:
                    finish()
        self.finish = outer

    def branches(self, stmt: If, finish: Callable[[], None]) -> None:
        """A condition that nothing follows: its branches end for themselves."""
        f, slots = self.f, self.slots
        then, otherwise = f.name_of("then"), f.name_of("else")
        f.branch(self.value(stmt.condition), then, otherwise)
        for label, block in ((then, stmt.then), (otherwise, stmt.otherwise)):
            f.label(label)
            self.slots = list(slots)
            with self.scope.conditional():
                self.ending(block, finish)
        self.slots = slots

    def choice(self, stmt: Priority, finish: Callable[[], None]) -> None:
        """One body after the other, until one offers anything."""
        f, slots = self.f, self.slots
        for body in stmt.bodies[:-1]:
            rest = f.name_of("rest")
            self.slots = list(slots)
            with self.scope.conditional():
                self.ending(body, lambda rest=rest: self.if_any(len(slots), rest, finish))  # type: ignore[misc]
            f.label(rest)
        self.slots = list(slots)
        with self.scope.conditional():
            self.ending(stmt.bodies[-1], finish)
        self.slots = slots

    def if_any(self, first: int, rest: str, finish: Callable[[], None]) -> None:
        """Finish if there is an offer in the slots from `first` on; else go on with `rest`."""
        f, some = self.f, self.f.name_of("some")
        f.branch(f.op(f"icmp eq i64 {self.total(self.slots[first:])}, 0"), rest, some)
        f.label(some)
        finish()

    def total(self, slots: list[OfferSlot]) -> str:
        """How many moves some slots have."""
        total = "0"
        for slot in slots:
            count = self.f.load("i64", slot.count)
            total = count if total == "0" else self.f.op(f"add i64 {total}, {count}")
        return total

    def leave(self, value: str | None) -> None:
        """A Return in `moves`: what was offered stands."""
        self.finish()

    def offer(self, stmt: Offer) -> None:
        """A slot more."""
        f = self.f
        args = []
        for arg in stmt.args:
            place = f.alloca(self.type_of(arg.type), 8)
            f.store(self.type_of(arg.type), self.value(arg), place, 8)
            args.append((arg.type, place))
        sites, count = f.alloca(self.set_type, 8), f.alloca("i64", 8)
        value = self.value(stmt.sites)
        f.store(self.set_type, value, sites, 8)
        f.store("i64", self.sets.size(value), count)
        if self.doubtful:
            self.zeroed.append(count)
        self.slots.append(OfferSlot(stmt.kind, args, sites, count))

    def generate(self, stmt: Generate) -> None:
        """The offers of another generator that others follow."""
        self.generated(stmt, self.block)

    def generated(self, stmt: Generate, write: Callable[[Block], None]) -> None:
        """The other generator's body, in place."""
        proc = self.module.procs[stmt.name]
        values = [self.value(a) for a in stmt.args]
        outer = self.scope.proc, self.scope.places, self.scope.fixed
        self.scope.proc, self.scope.places, self.scope.fixed = proc.name, {}, {}
        for param, value in zip(proc.params, values, strict=True):
            self.scope.set(param.name, param.type, value)
        with self.scope.conditional():
            write(proc.body)
        self.scope.proc, self.scope.places, self.scope.fixed = outer

    def judge(self, stmt: Priority | Best | Narrow | Provided) -> None:
        """A choice that others follow."""
        assert isinstance(stmt, Priority)
        f, done = self.f, self.f.name_of("done")
        for body in stmt.bodies:
            before = len(self.slots)
            with self.scope.conditional():
                self.block(body)
            rest = f.name_of("rest")
            f.branch(f.op(f"icmp eq i64 {self.total(self.slots[before:])}, 0"), rest, done)
            f.label(rest)
        f.label(done)

    def draw(self, after: str) -> None:
        """Draw from the present slots, play what is drawn, go on."""
        f = self.f
        total = self.total(self.slots)
        none, some = f.name_of("none"), f.name_of("some")
        f.branch(f.op(f"icmp eq i64 {total}, 0"), none, some, likely=False)
        f.label(none)
        self.play(self.module.pass_kind.index, [], "0")
        f.jump(after)
        f.label(some)
        k = f.call("i64", self.module.helper("draw"), [("ptr", "%C"), ("i64", total)])
        groups = [list(slots) for _, slots in groupby(self.slots, key=lambda slot: slot.kind)]
        for number, slots in enumerate(groups):
            here, onward = f.name_of("here"), f.name_of("onward")
            if number < len(groups) - 1:
                count = self.total(slots)
                f.branch(f.op(f"icmp ult i64 {k}, {count}"), here, onward)
            f.label(here)
            self.play(slots[0].kind, *self.drawn(slots, k))
            f.jump(after)
            if number < len(groups) - 1:
                f.label(onward)
                k = f.op(f"sub i64 {k}, {count}")

    def drawn(self, slots: list[OfferSlot], k: str) -> tuple[list[tuple[str, str]], str]:
        """Arguments and site of the k-th move of slots of one kind, chosen without branches."""
        f = self.f
        args, sites, count = self.contents(slots[0])
        for slot in slots[1:]:
            others, other, more = self.contents(slot)
            beyond = f.op(f"icmp uge i64 {k}, {count}")
            k = f.op(f"sub i64 {k}, {f.op(f'select i1 {beyond}, i64 {count}, i64 0')}")
            sites = f.op(f"select i1 {beyond}, {self.set_type} {other}, {self.set_type} {sites}")
            count = f.op(f"select i1 {beyond}, i64 {more}, i64 {count}")
            args = [
                (type_, f.op(f"select i1 {beyond}, {type_} {b}, {type_} {a}"))
                for (type_, a), (_, b) in zip(args, others, strict=True)
            ]
        return args, self.sets.nth(sites, k, sure=True)

    def contents(self, slot: OfferSlot) -> tuple[list[tuple[str, str]], str, str]:
        """Arguments, sites and count of a slot."""
        args = [(self.type_of(t), self.f.load(self.type_of(t), place, 8)) for t, place in slot.args]
        return args, self.f.load(self.set_type, slot.sites, 8), self.f.load("i64", slot.count)

    def play(self, kind: int, args: list[tuple[str, str]], site: str) -> None:
        """Play a move of a kind."""
        name = self.module.function(self.program.kinds[kind].play)
        self.f.call("void", name, [*self.context(), *args, ("i64", site)], inline=True)


def _nothing() -> None:
    """Before there is a branch."""
