"""Specialisation of generators: a function for each sink that is used on one.

`all`     g(S, C, check, ...)    puts bundles on the context's stack; `check` is what is around
`any`     g(S, C, ...)           whether it offers a legal move; stops at the first
`any_to`  g(S, C, targets, ...)  ... one to the targets
`to`      g(S, C, ...)           the set of all destinations
`count`   g(S, C, ...)           how many legal moves

Where offers must be judged (Priority, Best, Narrow, Provided) in the last four, the part in question is
collected as `all` does and then looked through.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.core import ops as o
from gdl.core.ops import Block, Proc, Stmt
from gdl.core.walk import statements
from interpreter.engines.native.memory import (
    ARGS,
    BUNDLES,
    BUNDLES_ROOM,
    BUNDLES_TOP,
    CHECK,
    CHECK_ARGS,
    CHECK_KIND,
    CHECK_OUTER,
    CHECKS,
    CHECKS_ROOM,
    CHECKS_TOP,
    COUNT,
    KIND,
)
from interpreter.engines.native.module import Module
from interpreter.engines.native.procedure_calls import Consumers
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.trying import Sandboxes


class Offers(Family):
    """Writes the statements of generators for one sink (none, where the function is no generator)."""

    def __init__(
        self,
        scope: Scope,
        sets: Sets,
        consumers: Consumers,
        sandboxes: Sandboxes,
        block: Callable[[Block], None],
        source: Proc,
        sink: str,
    ) -> None:
        super().__init__(scope)
        self.sets = sets
        self.consumers = consumers
        self.sandboxes = sandboxes
        self.block = block
        self.source = source
        self.sink = sink
        #: the check around what is offered (an operand), and where the destinations or the count are kept
        self.check = "%check"
        self.result = ""

    def begin(self) -> None:
        """Nothing is found yet."""
        if self.sink in ("to", "count"):
            self.result = self.f.alloca(self.result_type(), 8)
            self.f.store(self.result_type(), "0", self.result, 8)

    def result_type(self) -> str:
        return result_type(self.module, self.source, self.sink)

    def leave(self, value: str | None) -> None:
        """Return what the sink wants."""
        f, type_ = self.f, self.result_type()
        if self.sink in ("any", "any_to"):
            f.end("ret i1 false")
        elif self.sink in ("to", "count"):
            f.end(f"ret {type_} {f.load(type_, self.result, 8)}")
        elif value is None:
            f.end("ret void")
        else:
            f.end(f"ret {type_} {value}")

    def offer(self, stmt: o.Offer) -> None:
        """What an offer is for the sink."""
        f, set_type = self.f, self.set_type
        match self.sink:
            case "all":
                self.push_bundle(stmt)
            case "any":
                self.stop_if(f.op(f"icmp ne {set_type} {self.value(stmt.sites)}, 0"))
            case "any_to":
                aimed = f.op(f"and {set_type} {self.value(stmt.sites)}, %targets")
                self.stop_if(f.op(f"icmp ne {set_type} {aimed}, 0"))
            case "to":
                self.add_found("or", self.value(stmt.sites))
            case "count":
                self.add_found("add", self.sets.size(self.value(stmt.sites)))

    def stop_if(self, condition: str) -> None:
        """A legal move is found: there is no need to look further."""
        f = self.f
        stop, go_on = f.name_of("stop"), f.name_of("go_on")
        f.branch(condition, stop, go_on)
        f.label(stop)
        if self.sandboxes.kept:
            self.sandboxes.give_back(self.sandboxes.kept[0])
        f.end("ret i1 true")
        f.label(go_on)

    def add_found(self, word: str, value: str) -> None:
        """Add to the destinations or the count."""
        f, type_ = self.f, self.result_type()
        f.store(type_, f.op(f"{word} {type_} {f.load(type_, self.result, 8)}, {value}"), self.result, 8)

    def push_bundle(self, stmt: o.Offer) -> None:
        """Written in any case; it only stays if it is not empty."""
        f, size = self.f, self.memory.bundle_size
        args = [(a.type, self.value(a)) for a in stmt.args]
        sites = self.value(stmt.sites)
        f.claim_set(sites, self.set_type, self.sites, f"what {self.scope.proc} offers")
        top = self.room(BUNDLES_TOP, BUNDLES_ROOM, "grow_bundles")
        place = f.at(f.load("ptr", f.at("%C", BUNDLES)), top)
        count = self.sets.size(sites)
        f.store("i32", str(stmt.kind), f.at(place, KIND))
        f.store("i32", self.narrow_check(), f.at(place, CHECK))
        f.store("i64", count, f.at(place, COUNT))
        self.put_args(f.at(place, ARGS), args)
        f.store(self.set_type, sites, f.at(place, self.memory.sites_offset), 8)
        step = f.op(f"select i1 {f.op(f'icmp ne i64 {count}, 0')}, i64 {size}, i64 0")
        f.store("i64", f.op(f"add i64 {top}, {step}"), f.at("%C", BUNDLES_TOP))

    def narrow_check(self) -> str:
        """The check around, as bundles hold it."""
        return "-1" if self.check == "-1" else self.f.op(f"trunc i64 {self.check} to i32")

    def room(self, top_at: int, room_at: int, grow: str) -> str:
        """The top of a stack that has room for one more."""
        f = self.f
        top = f.load("i64", f.at("%C", top_at))
        full, good = f.name_of("full"), f.name_of("room")
        limit = f.load("i64", f.at("%C", room_at))
        before = f.here()
        f.branch(f.op(f"icmp sgt i64 {top}, {limit}"), full, good, likely=False)
        f.label(full)
        f.call("void", self.module.helper(grow), [("ptr", "%C")])
        again = f.load("i64", f.at("%C", top_at))
        f.label(good)
        return f.op(f"phi i64 [ {top}, %{before} ], [ {again}, %{full} ]")

    def put_args(self, place: str, args: list[tuple[o.Type, str]]) -> None:
        """Write arguments, each in words of its own."""
        f, offset = self.f, 0
        for type_, value in args:
            where = f.at(place, offset)
            if type_ is o.BOOL:
                f.store("i64", f.op(f"zext i1 {value} to i64"), where)
            else:
                f.store(self.type_of(type_), value, where, 8)
            offset += 8 * self.memory.slots_of(type_)

    def generate(self, stmt: o.Generate) -> None:
        """Another generator's offers."""
        f, args = self.f, self.scope.passed(stmt.args)
        name = self.module.function(stmt.name, self.sink)
        match self.sink:
            case "all":
                f.call("void", name, [*self.context(), ("i64", self.check), *args])
            case "to":
                self.add_found("or", f.call(self.set_type, name, [*self.context(), *args]))
            case "count":
                self.add_found("add", f.call("i64", name, [*self.context(), *args]))
            case "any":
                self.stop_if(f.call("i1", name, [*self.context(), *args]))
            case _:
                self.stop_if(f.call("i1", name, [*self.context(), (self.set_type, "%targets"), *args]))

    def judge(self, stmt: o.Priority | o.Best | o.Narrow | o.Provided) -> None:
        """Offers that hang on others, or on what-if."""
        if self.sink == "any" and isinstance(stmt, o.Priority):
            for body in stmt.bodies:  # there is a legal move in the first that has one iff in any
                self.block(body)
        elif self.sink == "any" and isinstance(stmt, o.Best | o.Narrow):
            self.block(stmt.body)
        elif self.sink != "all":
            self.collected(stmt)
        elif isinstance(stmt, o.Priority):
            self.priority(stmt.bodies)
        elif isinstance(stmt, o.Best | o.Narrow):
            start = self.consumers.marks()[0]
            self.block(stmt.body)
            args = [("i64", start), ("i64", self.check), *self.scope.passed(stmt.args)]
            name = self.module.best(stmt.value) if isinstance(stmt, o.Best) else self.module.narrow(stmt.keep)
            self.f.call("void", name, [*self.context(), *args])
        else:
            self.provided(stmt)

    def provided(self, stmt: o.Provided) -> None:
        """A check of its own around the body."""
        f = self.f
        args = [(a.type, self.value(a)) for a in stmt.args]
        top = self.room(CHECKS_TOP, CHECKS_ROOM, "grow_checks")
        place = f.at(f.load("ptr", f.at("%C", CHECKS)), top)
        f.store("i32", str(self.memory.checks.index(stmt.check)), f.at(place, CHECK_KIND))
        f.store("i32", self.narrow_check(), f.at(place, CHECK_OUTER))
        self.put_args(f.at(place, CHECK_ARGS), args)
        f.store("i64", f.op(f"add i64 {top}, {self.memory.check_size}"), f.at("%C", CHECKS_TOP))
        outer, self.check = self.check, top
        self.block(stmt.body)
        self.check = outer

    def priority(self, bodies: tuple[Block, ...]) -> None:
        """Body after body until one offers a legal move."""
        f = self.f
        if len(bodies) < 2:
            self.block(bodies[0] if bodies else ())
            return
        start = self.consumers.marks()[0]
        self.block(bodies[0])
        rest, done = f.name_of("rest"), f.name_of("done")
        if self.may_check(bodies[0]):
            name = self.module.helper("any")
            good = f.call("i1", name, [*self.context(), ("i64", start), ("i64", self.check)])
        else:
            good = f.op(f"icmp ne i64 {f.load('i64', f.at('%C', BUNDLES_TOP))}, {start}")
        f.branch(good, done, rest)
        f.label(rest)
        f.store("i64", start, f.at("%C", BUNDLES_TOP))
        with self.scope.conditional():
            self.priority(bodies[1:])
        f.label(done)

    def may_check(self, block: Block) -> bool:
        """Whether offers made there can have checks."""
        for stmt in statements(block):
            if isinstance(stmt, o.Provided):
                return True
            if isinstance(stmt, o.Generate):
                for name in self.module.effects.reached(stmt.name):
                    proc = self.module.procs[name]
                    if proc.generator and any(isinstance(s, o.Provided) for s in statements(proc.body)):
                        return True
        return False

    def collected(self, stmt: Stmt) -> None:
        """Collect the offers, then look through them for the present sink."""
        f, sink, check = self.f, self.sink, self.check
        marks = self.consumers.marks()
        self.sink, self.check = "all", "-1"
        self.block((stmt,))
        self.sink, self.check = sink, check
        args = [*self.context(), ("i64", marks[0])]
        helper = self.module.helper
        match sink:
            case "any":
                result = f.call("i1", helper("any"), [*args, ("i64", "-1")])
            case "any_to":
                result = f.call("i1", helper("any_to"), [*args, (self.set_type, "%targets")])
            case "to":
                result = f.call(self.set_type, helper("to"), args)
            case _:
                result = f.call("i64", helper("count"), args)
        self.consumers.restore(marks)
        if sink.startswith("any"):
            self.stop_if(result)
        else:
            self.add_found("or" if sink == "to" else "add", result)


def result_type(module: Module, proc: Proc, sink: str) -> str:
    """What the function of a procedure returns."""
    types = module.memory.types
    match sink:
        case "any" | "any_to":
            return "i1"
        case "to":
            return types[o.SITES]
        case "count":
            return "i64"
        case "all":
            return "void"
    return "void" if proc.result is None else types[proc.result]
