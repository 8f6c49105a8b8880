"""One random ply as one function.

Where every offer of `moves` stands outside all loops and nothing must be judged, each has a slot of its own:
its arguments, sites and count stay in registers, and what is drawn is played without a look at any list.
"""

from __future__ import annotations

from attrs import define

from gdl.core.ops import (
    Best,
    Block,
    ForRange,
    ForSites,
    Generate,
    Offer,
    Op,
    Priority,
    Proc,
    Provided,
    Return,
    Type,
    While,
)
from gdl.core.walk import blocks_of, statements
from interpreter.native.offers import Body

#: With more offers than that a list is faster.
MOST_SLOTS = 16


@define
class Slot:
    """An offer: its kind, where its arguments and sites are kept, and how many sites there are."""

    kind: int
    args: list[tuple[Type, str]]
    sites: str
    count: str


def has_slots(procs: dict[str, Proc], name: str = "moves") -> bool:
    """Whether the offers of a generator can have slots."""
    count = _count(procs, procs[name].body, False, (name,))
    return count is not None and 0 < count <= MOST_SLOTS


def _count(procs: dict[str, Proc], block: Block, looping: bool, around: tuple[str, ...]) -> int | None:
    """How many offers there are in a block; None where one cannot have a slot."""
    total = 0
    for stmt in block:
        inside: int | None = 0
        if isinstance(stmt, Offer):
            inside = None if looping else 1
        elif isinstance(stmt, Generate):
            body = procs[stmt.name].body
            if stmt.name in around or any(isinstance(s, Return) for s in statements(body)):
                return None
            inside = _count(procs, body, looping, (*around, stmt.name))
        elif isinstance(stmt, Best | Provided):
            inside = None
        else:
            loop = isinstance(stmt, While | ForRange) or (
                isinstance(stmt, ForSites) and stmt.sites.op is not Op.ONE
            )
            for inner in blocks_of(stmt):
                part = _count(procs, inner, looping or loop, around)
                inside = None if part is None or inside is None else inside + part
        if inside is None:
            return None
        total += inside
    return total


class Ply(Body):
    """Writes that function."""

    slots: list[Slot]
    label: str

    def write_ply(self) -> None:
        f = self.f
        self.slots = []
        self.label = f.name_of("offered")
        self.sink = "slots"
        start = len(f.lines)
        self.block(self.source.body)
        f.lines[start:start] = [f"  store i64 0, ptr {slot.count}" for slot in self.slots]
        f.label(self.label)
        counts = [f.load("i64", slot.count) for slot in self.slots]
        total = counts[0]
        for count in counts[1:]:
            total = f.op(f"add i64 {total}, {count}")
        none, some, after = f.name_of("none"), f.name_of("some"), f.name_of("after")
        f.branch(f.op(f"icmp eq i64 {total}, 0"), none, some, likely=False)
        f.label(none)
        self.play(self.module.pass_kind.index, [], "0")
        f.jump(after)
        f.label(some)
        k = f.call("i64", self.module.helper("draw"), [("ptr", "%C"), ("i64", total)])
        for number, (slot, count) in enumerate(zip(self.slots, counts, strict=True)):
            here, onward = f.name_of("here"), f.name_of("onward")
            if number < len(self.slots) - 1:
                f.branch(f.op(f"icmp ult i64 {k}, {count}"), here, onward)
            f.label(here)
            sites = f.load(self.set_type, slot.sites, 8)
            site = self.nth(sites, k, sure=True)
            args = [(self.type_of(t), f.load(self.type_of(t), place, 8)) for t, place in slot.args]
            self.play(slot.kind, args, site)
            f.jump(after)
            if number < len(self.slots) - 1:
                f.label(onward)
                k = f.op(f"sub i64 {k}, {count}")
        f.label(after)
        f.call("void", self.module.helper("entry.finish"), self.context(), inline=True)
        f.end("ret void")

    def play(self, kind: int, args: list[tuple[str, str]], site: str) -> None:
        name = self.module.function(self.program.kinds[kind].play)
        self.f.call("void", name, [*self.context(), *args, ("i64", site)], inline=True)

    def leave(self, value: str | None) -> None:
        """A Return in `moves`: what was offered stands."""
        self.f.jump(self.label)

    def push_bundle(self, stmt: Offer) -> None:
        f = self.f
        args = []
        for arg in stmt.args:
            place = f.alloca(self.type_of(arg.type), 8)
            f.store(self.type_of(arg.type), self.value(arg), place, 8)
            args.append((arg.type, place))
        sites, count = f.alloca(self.set_type, 8), f.alloca("i64", 8)
        value = self.value(stmt.sites)
        f.store(self.set_type, value, sites, 8)
        f.store("i64", self.size(value), count)
        self.slots.append(Slot(stmt.kind, args, sites, count))

    def offer(self, stmt: Offer) -> None:
        self.push_bundle(stmt)

    def generate(self, stmt: Generate) -> None:
        """The other generator's body, in place."""
        proc = self.module.procs[stmt.name]
        values = [self.value(a) for a in stmt.args]
        outer = self.proc, self.places, self.fixed
        self.proc, self.places, self.fixed = proc.name, {}, {}
        for param, value in zip(proc.params, values, strict=True):
            self.set(param.name, param.type, value)
        with self.conditional():
            self.block(proc.body)
        self.proc, self.places, self.fixed = outer

    def judge(self, stmt: Priority | Best | Provided) -> None:
        assert isinstance(stmt, Priority)
        f, done = self.f, self.f.name_of("done")
        for body in stmt.bodies:
            before = len(self.slots)
            with self.conditional():
                self.block(body)
            total = "0"
            for slot in self.slots[before:]:
                total = f.op(f"add i64 {total}, {f.load('i64', slot.count)}")
            rest = f.name_of("rest")
            f.branch(f.op(f"icmp eq i64 {total}, 0"), rest, done)
            f.label(rest)
        f.label(done)
