"""Random programs about pieces: put, taken, moved, asked for, in loops, choices, sandboxes and regions.

What is known of sites (occupancy), how pieces are kept (layout) and what is made of both by all passes must
not change what a program does.
"""

from __future__ import annotations

from random import Random

from gdl.core import make as k
from gdl.core.ops import (
    INT,
    SITES,
    Assign,
    Block,
    Break,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    If,
    Include,
    MovePiece,
    Param,
    Proc,
    Program,
    Put,
    Return,
    Sandbox,
    Simultaneous,
    Stmt,
    Store,
    Table,
    Take,
    Type,
    While,
)
from tests.core.core_programs import MOVER, program

X, SPOT = Field("x", INT, None, 4), Field("spot", SITES, None, 0b101)
ROW = Field("row", INT, 3, 2)
FIELDS = (X, SPOT, ROW)


class Maker:
    """Makes one program on `sites` sites with these owners of components."""

    def __init__(self, seed: int, sites: int = 9, owners: tuple[int, ...] = (0, 1, 2)) -> None:
        self.r = Random(seed)
        self.sites, self.owners = sites, owners
        self.full = (1 << sites) - 1
        self.env: dict[str, Type] = {}
        self.number = 0
        self.loops = 0
        self.step = Table("step", INT, tuple(s + 1 if s + 1 < sites else -1 for s in range(sites)), -1)
        near = tuple((1 << s + 1 | 1 << s >> 1) & self.full for s in range(sites))
        self.near = Table("near", SITES, near, 0)
        self.callable = True

    def fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    def component(self) -> Expr:
        choice = self.r.randrange(6)
        if choice == 0:
            return k.field(MOVER)
        return k.int_(self.r.randrange(1, len(self.owners)))

    def player(self) -> Expr:
        return k.field(MOVER) if self.r.random() < 0.3 else k.int_(self.r.randint(1, 2))

    def site(self, depth: int = 1) -> Expr:
        names = [name for name, type_ in self.env.items() if type_ is INT]
        choice = self.r.random()
        if names and choice < 0.5:
            return k.var(self.r.choice(names), INT)
        if choice < 0.65:
            return k.int_(self.r.randint(-1, self.sites))
        if choice < 0.72:
            return k.field(X)
        if choice < 0.77:
            return k.elem(ROW, k.int_(self.r.randrange(3)))
        if depth > 0 and choice < 0.88:
            return k.first(self.set(depth - 1))
        return k.table(self.step, self.site(depth - 1) if depth > 0 else k.int_(self.r.randrange(self.sites)))

    def set(self, depth: int = 2) -> Expr:
        names = [name for name, type_ in self.env.items() if type_ is SITES]
        choice = self.r.random()
        if names and choice < 0.15:
            return k.var(self.r.choice(names), SITES)
        if choice < 0.3:
            return k.OCCUPIED
        if choice < 0.45:
            return k.owned(self.player())
        if choice < 0.53:
            return k.of_kind(self.component())
        if choice < 0.6:
            return k.sites_(self.r.getrandbits(self.sites))
        if choice < 0.65:
            return k.field(SPOT)
        if depth <= 0 or choice < 0.73:
            return k.one(self.site(0))
        d = depth - 1
        if choice < 0.93:
            op = self.r.choice((k.union, k.inter, k.diff))
            return op(self.set(d), self.set(d))
        if choice < 0.96:
            return k.table(self.near, self.site(0))
        if choice < 0.98:
            return k.select(self.condition(d), self.set(d), self.set(d))
        name = self.fresh("f")
        sites = self.set(d)
        self.env[name] = INT
        found = k.filter_(name, sites, self.condition(d))
        del self.env[name]
        return found

    def condition(self, depth: int = 2) -> Expr:
        choice = self.r.random()
        d = depth - 1
        if depth > 0 and choice < 0.12:
            return k.not_(self.condition(d))
        if depth > 0 and choice < 0.27:
            return self.r.choice((k.and_, k.or_))(self.condition(d), self.condition(d))
        if choice < 0.55:
            return k.has(self.set(1), self.site())
        if choice < 0.68:
            what = k.what(self.site(0))
            return self.r.choice((k.eq, k.ne, k.gt))(what, self.r.choice((k.int_(0), self.component())))
        if choice < 0.78:
            return self.r.choice((k.eq, k.ne))(k.who(self.site(0)), self.r.choice((k.int_(0), self.player())))
        if choice < 0.9:
            return k.some(self.set(1))
        return k.lt(k.size(self.set(1)), k.int_(self.r.randint(0, 4)))

    def write(self) -> Stmt:
        choice = self.r.random()
        if choice < 0.3:
            return Put(self.site(), self.component())
        if choice < 0.5:
            return Take(self.set(1))
        if choice < 0.7:
            return MovePiece(self.site(), self.site())
        if choice < 0.8:
            return Store(X, None, self.site())
        if choice < 0.88:
            return Store(ROW, k.int_(self.r.randrange(3)), self.site())
        return Include(SPOT, None, self.set(1), self.r.random() < 0.5)

    def block(self, depth: int) -> Block:
        kept = dict(self.env)
        found = tuple(self.stmt(depth) for _ in range(self.r.randint(1, 3)))
        self.env = kept
        return found

    def stmt(self, depth: int) -> Stmt:
        choice = self.r.random()
        d = depth - 1
        if depth <= 0 or choice < 0.35:
            return self.write()
        if choice < 0.45:
            name = self.fresh("v")
            if self.r.random() < 0.6:
                made = Assign(name, self.site())
                self.env[name] = INT
            else:
                made = Assign(name, self.set())
                self.env[name] = SITES
            return made
        if choice < 0.62:
            return If(self.condition(), self.block(d), self.block(d) if self.r.random() < 0.5 else ())
        if choice < 0.65:
            # whoever puts onto a free site may say so
            site = self.site(0)
            return If(k.not_(k.has(k.OCCUPIED, site)), (Put(site, self.component(), fresh=True),))
        if choice < 0.76:
            name = self.fresh("s")
            sites = self.set(1)
            return ForSites(name, sites, self.inside(name, d))
        if choice < 0.8:
            name = self.fresh("n")
            return ForRange(name, k.int_(0), k.int_(self.r.randint(0, 2)), self.inside(name, d))
        if choice < 0.84:
            self.loops += 1
            made_ = While(self.condition(1), self.block(d), self.r.randint(1, 3))
            self.loops -= 1
            return made_
        if choice < 0.9:
            outer, self.loops = self.loops, 0  # no loop is left from inside of a sandbox
            sandbox = Sandbox(self.block(d))
            self.loops = outer
            return sandbox
        if choice < 0.93:
            return Simultaneous(tuple(self.write() for _ in range(self.r.randint(1, 3))))
        if choice < 0.95 and self.loops:
            return If(self.condition(1), (Break(),))
        if choice < 0.97 and self.callable:
            return Do("hit", (self.site(),))
        name = self.fresh("d")
        drawn = Draw(name, k.int_(self.sites))
        self.env[name] = INT
        return drawn

    def inside(self, name: str, depth: int) -> Block:
        self.env[name] = INT
        self.loops += 1
        found = self.block(depth)
        self.loops -= 1
        self.env.pop(name, None)
        return found

    def proc(self, name: str, *params: str) -> Proc:
        self.env = dict.fromkeys(params, INT)
        body = tuple(self.stmt(3) for _ in range(self.r.randint(2, 4)))
        told = k.add(k.size(self.set()), k.mul(k.int_(100), self.site()))
        return Proc(name, tuple(Param(p, INT) for p in params), (*body, Return(told)), INT, entry=True)

    def make(self) -> Program:
        """`ask0` to `ask3`, each called with two numbers; the start puts pieces by chance."""
        self.callable = False
        self.env = {"p": INT}
        hit = Proc("hit", (Param("p", INT),), tuple(self.stmt(2) for _ in range(2)))
        self.callable = True
        asks = [self.proc(f"ask{number}", "a", "b") for number in range(4)]
        put = Put(k.var("s", INT), k.add(k.var("c", INT), k.int_(1)))
        draw = (Draw("s", k.int_(self.sites)), Draw("c", k.int_(len(self.owners) - 1)))
        starting = ForRange("i", k.int_(0), k.int_(3), (*draw, put))
        there = Proc("there", (Param("s", INT),), (Return(k.what(k.var("s", INT))),), INT, entry=True)
        procs = [Proc("start", (), (starting,)), hit, *asks, there]
        tables = (self.step, self.near)
        return program(procs, (), FIELDS, tables, self.sites, owners=self.owners, players=max(self.owners))
