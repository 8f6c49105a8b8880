"""Scans of the bundles in emitted code: which moves are legal, how many, where they go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.engines.native.memory import BUNDLES, BUNDLES_TOP, CHECK, COUNT
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks


class Looking(Family):
    """Writes what goes over the bundles on the stack."""

    def __init__(self, scope: Scope, stacks: Stacks, sets: Sets) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.sets = sets

    @contextmanager
    def bundles(self, start: str) -> Iterator[tuple[str, str, str]]:
        """A loop over the bundles from `start` up: (offset, label to go on, label to leave)."""
        f = self.f
        counter = f.alloca("i64")
        f.store("i64", start, counter)
        end = self.stacks.read(BUNDLES_TOP)
        head, body, step, done = (f.name_of(n) for n in ("bundle", "look", "next", "done"))
        f.label(head)
        offset = f.load("i64", counter)
        f.branch(f.op(f"icmp slt i64 {offset}, {end}"), body, done)
        f.label(body)
        yield offset, step, done
        f.label(step)
        f.store("i64", f.op(f"add i64 {offset}, {self.memory.bundle_size}"), counter)
        f.jump(head)
        f.label(done)

    def bundle(self, offset: str) -> str:
        """The place of a bundle."""
        return self.f.at(self.stacks.read(BUNDLES, "ptr"), offset)

    def check_of(self, offset: str) -> str:
        """The innermost check of a bundle, -1 for none."""
        return self.f.op(f"sext i32 {self.f.load('i32', self.f.at(self.bundle(offset), CHECK))} to i64")

    def sites_of(self, offset: str) -> str:
        """The destinations of a bundle."""
        place = self.f.at(self.bundle(offset), self.memory.sites_offset)
        return self.f.load(self.set_type, place, 8)

    def write_any(self) -> None:
        """Whether any move is legal."""
        self._look("%upto", None)

    def write_any_to(self) -> None:
        """Whether any legal move goes to one of the targets."""
        self._look("-1", "%targets")

    def _look(self, upto: str, targets: str | None) -> None:
        f = self.f
        with self.bundles("%start") as (offset, step, _):
            check = self.check_of(offset)
            sites = self.sites_of(offset)
            if targets is not None:
                sites = f.op(f"and {self.set_type} {sites}, {targets}")
                some, body = f.name_of("some"), f.op(f"icmp ne {self.set_type} {sites}, 0")
                f.branch(body, some, step)
                f.label(some)
            free, test, found = f.name_of("free"), f.name_of("test"), f.name_of("found")
            f.branch(f.op(f"icmp eq i64 {check}, {upto}"), free, test)
            f.label(free)
            f.end("ret i1 true")
            f.label(test)
            with self.sets.members(sites) as (site, go_on, _):
                self.look_if_long()
                good = self.judged(offset, site, check, upto)
                f.branch(good, found, go_on)
                f.label(found)
                f.end("ret i1 true")
        f.end("ret i1 false")

    def look_if_long(self) -> None:
        """Before a move is tried, where all that are offered may take long."""
        if self.module.pace.judges:
            self.scope.look()

    def judged(self, offset: str, site: str, check: str, upto: str) -> str:
        """Whether a move of a bundle is legal."""
        args = [*self.context(), ("i64", offset), ("i64", site), ("i64", check), ("i64", upto)]
        return self.f.call("i1", self.module.helper("legal"), args)

    def write_judge(self) -> None:
        """Only the moves whose checks hold stay, and these checks are dropped."""
        f = self.f
        target = f.alloca("i64")
        kept = f.alloca(self.set_type, 8)
        f.store("i64", "%start", target)
        with self.bundles("%start") as (offset, _, _):
            check = self.check_of(offset)
            sites = self.sites_of(offset)
            test, done = f.name_of("test"), f.name_of("judged")
            f.store(self.set_type, sites, kept, 8)
            f.branch(f.op(f"icmp eq i64 {check}, %upto"), done, test)
            f.label(test)
            f.store(self.set_type, "0", kept, 8)
            with self.sets.members(sites) as (site, _, _):
                self.look_if_long()
                self.sets.keep_if(self.judged(offset, site, check, "%upto"), site, kept)
            f.label(done)
            self.move_bundle(offset, target, f.load(self.set_type, kept, 8))
        self.stacks.give(BUNDLES_TOP, f.load("i64", target))
        f.end("ret void")

    def move_bundle(self, offset: str, target: str, sites: str) -> None:
        """A bundle goes down to where the next is kept, with these sites; if there are none it goes."""
        f, size = self.f, self.memory.bundle_size
        there = f.load("i64", target)
        place = self.bundle(there)
        head = [("ptr", place), ("ptr", self.bundle(offset))]
        f.call("void", "llvm.memmove.p0.p0.i64", [*head, ("i64", str(size)), ("i1", "false")], "")
        f.store("i32", f.op("trunc i64 %upto to i32"), f.at(place, CHECK))
        count = self.sets.size(sites)
        f.store("i64", count, f.at(place, COUNT))
        f.store(self.set_type, sites, f.at(place, self.memory.sites_offset), 8)
        step = f.op(f"select i1 {f.op(f'icmp ne i64 {count}, 0')}, i64 {size}, i64 0")
        f.store("i64", f.op(f"add i64 {there}, {step}"), target)

    def judge_from(self, start: str) -> None:
        """Judge what is there from `start` up."""
        if self.memory.checks:
            args = [*self.context(), ("i64", start), ("i64", "-1")]
            self.f.call("void", self.module.helper("judge"), args)

    def write_to(self) -> None:
        """All destinations of legal moves."""
        self.judge_from("%start")
        self.f.end(f"ret {self.set_type} {self.destinations('%start')}")

    def destinations(self, start: str) -> str:
        """All sites of the bundles from `start` up."""
        f = self.f
        result = f.alloca(self.set_type, 8)
        f.store(self.set_type, "0", result, 8)
        with self.bundles(start) as (offset, _, _):
            old = f.load(self.set_type, result, 8)
            f.store(self.set_type, f.op(f"or {self.set_type} {old}, {self.sites_of(offset)}"), result, 8)
        return f.load(self.set_type, result, 8)

    def write_count(self) -> None:
        """How many legal moves there are."""
        self.judge_from("%start")
        self.f.end(f"ret i64 {self.total('%start')}")

    def total(self, start: str) -> str:
        """How many moves the bundles from `start` up have."""
        f = self.f
        result = f.alloca("i64")
        f.store("i64", "0", result)
        with self.bundles(start) as (offset, _, _):
            count = f.load("i64", f.at(self.bundle(offset), COUNT))
            f.store("i64", f.op(f"add i64 {f.load('i64', result)}, {count}"), result)
        return f.load("i64", result)
