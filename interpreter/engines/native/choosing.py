"""Choosing among bundles in emitted code: the moves of the greatest value, a random one (by rejection)."""

from __future__ import annotations

from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import BUNDLES, BUNDLES_TOP, CHECK, COUNT
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks
from interpreter.engines.native.trying import Trying


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
