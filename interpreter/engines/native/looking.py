"""Scans of the bundles in emitted code: which moves are legal, how many, where they go; choices of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.engines.native.memory import BUNDLES, BUNDLES_TOP, CHECK, COUNT
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.trying import Trying


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
            free, test, yes = f.name_of("free"), f.name_of("test"), f.name_of("found")
            f.branch(f.op(f"icmp eq i64 {check}, {upto}"), free, test)
            f.label(free)
            f.end("ret i1 true")
            f.label(test)
            with self.sets.members(sites) as (site, go_on, _):
                self.look_if_long()
                good = self.judged(offset, site, check, upto)
                f.branch(good, yes, go_on)
                f.label(yes)
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


class Choosing(Family):
    """Writes what keeps the moves of the greatest value, and what draws one."""

    def __init__(self, scope: Scope, stacks: Stacks, sets: Sets, trying: Trying, looking: Looking) -> None:
        super().__init__(scope)
        self.stacks = stacks
        self.sets = sets
        self.trying = trying
        self.looking = looking

    def valued(self, value: str, most: bool) -> None:
        """The greatest value of the moves from `start` up: of `most` the number; else what has it stays."""
        f, set_type = self.f, self.set_type
        greatest, any_yet, target = f.alloca("i64"), f.alloca("i1"), f.alloca("i64")
        kept = f.alloca(set_type, 8)
        f.store("i64", "0", greatest)
        f.store("i1", "false", any_yet)
        f.store("i64", "%start", target)
        upto = "-1" if most else "%upto"
        params = self.module.procs[value].params
        args = [(self.type_of(p.type), f"%p{i}") for i, p in enumerate(params)]
        with self.looking.bundles("%start") as (offset, _, _):
            check = self.looking.check_of(offset)
            f.store(set_type, "0", kept, 8)
            with self.sets.members(self.looking.sites_of(offset)) as (site, _, _):
                self.looking.look_if_long()
                legal, worthy, better = f.name_of("legal"), f.name_of("worthy"), f.name_of("better")
                same, bad = f.name_of("same"), f.name_of("bad")
                with self.trying.what_if(offset, site):
                    f.branch(self.trying.holds(check, upto), legal, bad)
                    f.label(legal)
                    worth = f.call("i64", self.module.function(value), [*self.context(), *args])
                    f.jump(worthy)
                    f.label(bad)
                    f.label(worthy)
                    good = f.op(f"phi i1 [ true, %{legal} ], [ false, %{bad} ]")
                    number = f.op(f"phi i64 [ {worth}, %{legal} ], [ 0, %{bad} ]")
                first = f.op(f"xor i1 {f.load('i1', any_yet)}, true")
                more = f.op(f"icmp sgt i64 {number}, {f.load('i64', greatest)}")
                as_much = f.op(f"icmp eq i64 {number}, {f.load('i64', greatest)}")
                new = f.op(f"and i1 {good}, {f.op(f'or i1 {first}, {more}')}")
                f.branch(new, better, same)
                f.label(better)
                f.store("i64", number, greatest)
                f.store("i1", "true", any_yet)
                f.store(set_type, "0", kept, 8)
                f.store("i64", "%start", target)
                f.label(same)
                stays = f.op(f"or i1 {new}, {f.op(f'and i1 {good}, {as_much}')}")
                self.sets.keep_if(stays, site, kept)
            if not most:
                self.looking.move_bundle(offset, target, f.load(set_type, kept, 8))
        if most:
            f.end(f"ret i64 {f.load('i64', greatest)}")
        else:
            self.stacks.give(BUNDLES_TOP, f.load("i64", target))
            f.end("ret void")

    def keep_sites(self, keep: str) -> None:
        """Of the moves from `start` up those to sites that a procedure keeps."""
        f, set_type = self.f, self.set_type
        target = f.alloca("i64")
        f.store("i64", "%start", target)
        params = enumerate(self.module.procs[keep].params)
        args = [(self.type_of(p.type), f"%p{i}") for i, p in params if i]
        everything = (set_type, self.looking.destinations("%start"))
        kept = f.call(set_type, self.module.function(keep), [*self.context(), everything, *args])
        with self.looking.bundles("%start") as (offset, _, _):
            sites = f.op(f"and {set_type} {self.looking.sites_of(offset)}, {kept}")
            self.looking.move_bundle(offset, target, sites)
        self.stacks.give(BUNDLES_TOP, f.load("i64", target))
        f.end("ret void")

    def write_pick(self) -> None:
        """Draws a move: its site, and in `chosen` the offset of its bundle, -1 for the forced pass."""
        f = self.f
        left = f.alloca("i64")
        f.store("i64", self.looking.total("0"), left)
        again, some, none = f.name_of("again"), f.name_of("some"), f.name_of("none")
        f.label(again)
        count = f.load("i64", left)
        f.branch(f.op(f"icmp ne i64 {count}, 0"), some, none)
        f.label(none)
        f.store("i64", "-1", "%chosen")
        f.end("ret i64 0")
        f.label(some)
        k = f.call("i64", self.module.helper("draw"), [("ptr", "%C"), ("i64", count)])
        start, head, onward, here = f.block, f.name_of("find"), f.name_of("onward"), f.name_of("here")
        base = self.stacks.read(BUNDLES, "ptr")
        f.label(head)
        f.do(f"%at = phi i64 [ 0, %{start} ], [ %at.next, %{onward} ]")
        f.do(f"%k = phi i64 [ {k}, %{start} ], [ %k.next, %{onward} ]")
        place = f.at(base, "%at")
        size = f.load("i64", f.at(place, COUNT))
        f.branch(f.op(f"icmp ult i64 %k, {size}"), here, onward)
        f.label(onward)
        f.do(f"%k.next = sub i64 %k, {size}")
        f.do(f"%at.next = add i64 %at, {self.memory.bundle_size}")
        f.jump(head)
        f.label(here)
        sites = f.load(self.set_type, f.at(place, self.memory.sites_offset), 8)
        site = self.sets.nth(sites, "%k", sure=True)
        if self.memory.checks:
            self._judge_pick(place, site, size, left, again, sites)
        f.store("i64", "%at", "%chosen")
        f.end(f"ret i64 {site}")

    def _judge_pick(self, place: str, site: str, size: str, left: str, again: str, sites: str) -> None:
        """Draw again if the drawn move's checks fail, without it."""
        f = self.f
        good, bad = f.name_of("good"), f.name_of("bad")
        check = f.op(f"sext i32 {f.load('i32', f.at(place, CHECK))} to i64")
        f.branch(self.looking.judged("%at", site, check, "-1"), good, bad)
        f.label(bad)
        there = self.looking.bundle("%at")
        rest = self.sets.without(sites, self.sets.lone(site, None))
        f.store(self.set_type, rest, f.at(there, self.memory.sites_offset), 8)
        f.store("i64", f.op(f"sub i64 {size}, 1"), f.at(there, COUNT))
        f.store("i64", f.op(f"sub i64 {f.load('i64', left)}, 1"), left)
        f.jump(again)
        f.label(good)
