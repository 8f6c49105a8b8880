"""Random core programs, every operation in them: what one engine makes of them the other must make too."""

from __future__ import annotations

import random

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Adjust,
    Assign,
    Best,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    If,
    Include,
    Kind,
    Names,
    Narrow,
    Offer,
    Op,
    Param,
    Priority,
    Proc,
    Program,
    Provided,
    Rays,
    Remember,
    RepeatKind,
    Return,
    Sandbox,
    Simultaneous,
    Stmt,
    Store,
    Table,
    Type,
    While,
)
from gdl.core.walk import statements

TYPES = (INT, BOOL, FLOAT, SITES)
_BINARY = {
    INT: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.POW, Op.MIN, Op.MAX),
    FLOAT: (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX),
    BOOL: (Op.XOR, Op.AND, Op.OR),
    SITES: (Op.UNION, Op.INTER, Op.DIFF),
}
_JUDGED = (Generate, Priority, Best, Narrow, Provided)
_REAL = (Op.SIN, Op.COS, Op.TAN, Op.EXP, Op.LOG, Op.LOG10, Op.SQRT, Op.NEG, Op.ABS)
_COMPARE = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)


class Maker:
    """Makes one program. `width` by `height` sites; everything else by the seed."""

    def __init__(self, seed: int, width: int, height: int) -> None:
        self.r = random.Random(seed)
        self.width, self.height = width, height
        self.sites = width * height
        self.full = (1 << self.sites) - 1
        self.env: dict[str, Type] = {}
        self.number = 0
        self.functions: list[Proc] = []
        self.writers: list[Proc] = []
        self.generators: list[Proc] = []
        self.fields = [
            Field("mover", INT, None, 1),
            Field("over", BOOL, None, False),
            Field("rank", FLOAT, 3, 0.0),
            Field("left", INT, None, 12, position=False),
            Field("number", INT, None, -3),
            Field("real", FLOAT, None, 0.5, position=False),
            Field("flag", BOOL, None, True),
            Field("spot", SITES, None, 1),
            Field("numbers", INT, self.sites, 2),
            Field("small", INT, 5, 1),
            Field("flags", BOOL, 3, False),
            Field("spots", SITES, 3, self.full // 3),
            Field("reals", FLOAT, 2, 1.5, position=False),
        ]
        self.named = {f.name: f for f in self.fields}
        self.steps = [self.step(*d) for d in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))]
        spins = tuple((s + 3) % self.sites for s in range(self.sites))
        jumbled = list(range(-1, self.sites - 1))
        self.r.shuffle(jumbled)
        self.steps += [Table("spin", INT, spins, -1), Table("jumble", INT, tuple(jumbled), 0)]
        near = [sum(1 << t for t in self.near(s)) for s in range(self.sites)]
        wild = [self.members() for _ in range(self.sites)]
        self.near_tables = [Table("near", SITES, tuple(near), 0), Table("wild", SITES, tuple(wild), 1)]
        self.tables = [
            Table("lookup", INT, tuple(self.r.randint(-5, 70) for _ in range(9)), 4),
            Table("large", INT, tuple(self.r.getrandbits(63) for _ in range(3)), -(1 << 63)),
            Table("truths", BOOL, (True, False, True), True),
            Table("halves", FLOAT, (0.5, -1.5, 2.25), 3.5),
        ]
        right = tuple(tuple(y * width + i for i in range(x + 1, width)) for y, x in self.cells())
        left = tuple(tuple(y * width + i for i in range(x - 1, -1, -1)) for y, x in self.cells())
        turning = tuple((*a, *b) for a, b in zip(left, right, strict=True))
        self.rays = [Rays("right", right), Rays("left", left), Rays("turning", turning)]

    def cells(self) -> list[tuple[int, int]]:
        return [(s // self.width, s % self.width) for s in range(self.sites)]

    def near(self, site: int) -> list[int]:
        y, x = divmod(site, self.width)
        around = ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))
        return [b * self.width + a for b, a in around if 0 <= a < self.width and 0 <= b < self.height]

    def step(self, dx: int, dy: int) -> Table:
        values = []
        for y, x in self.cells():
            a, b = x + dx, y + dy
            inside = 0 <= a < self.width and 0 <= b < self.height
            values.append(b * self.width + a if inside else -1)
        return Table(f"step_{dx}_{dy}".replace("-", "m"), INT, tuple(values), -1)

    def members(self) -> int:
        kind = self.r.randrange(4)
        if kind == 0:
            return 0
        if kind == 1:
            return self.full
        bits = self.r.getrandbits(self.sites)
        return bits if kind == 2 else bits & self.r.getrandbits(self.sites)

    def fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    # --- expressions ----------------------------------------------------------------------------------

    def leaf(self, type_: Type) -> Expr:
        names = [n for n, t in self.env.items() if t is type_]
        if names and self.r.random() < 0.6:
            return k.var(self.r.choice(names), type_)
        fields = [f for f in self.fields if f.type is type_ and f.length is None]
        if fields and self.r.random() < 0.4:
            return k.field(self.r.choice(fields))
        match type_:
            case Type.INT:
                edge = (0, 1, -1, self.sites, self.sites - 1, 63, 64, (1 << 63) - 1, -(1 << 63))
                return k.int_(self.r.choice((*edge, *range(-3, 20))))
            case Type.BOOL:
                return k.bool_(self.r.random() < 0.5)
            case Type.FLOAT:
                return k.float_(self.r.choice((0.0, 1.0, -2.5, 0.1, 1e300, 3.0)))
        return k.sites_(self.members())

    def expr(self, type_: Type, depth: int) -> Expr:
        if depth <= 0 or self.r.random() < 0.15:
            return self.leaf(type_)
        d = depth - 1
        pick = self.r.random()
        if pick < 0.25:
            op = self.r.choice(_BINARY[type_])
            return Expr(op, type_, (self.expr(type_, d), self.expr(type_, d)))
        if pick < 0.35:
            return k.select(self.expr(BOOL, d), self.expr(type_, d), self.expr(type_, d))
        if pick < 0.5:
            arrays = [f for f in self.fields if f.type is type_ and f.length is not None]
            return k.elem(self.r.choice(arrays), self.expr(INT, d))
        if pick < 0.6:
            tables = [t for t in (*self.tables, *self.steps, *self.near_tables) if t.type is type_]
            return k.table(self.r.choice(tables), self.expr(INT, d))
        callees = [p for p in self.functions if p.result is type_]
        if pick < 0.66 and callees:
            callee = self.r.choice(callees)
            return k.call(callee.name, type_, *(self.expr(p.type, d) for p in callee.params))
        return {INT: self.int_, BOOL: self.bool_, FLOAT: self.float_, SITES: self.set_}[type_](d)

    def within(self, name: str, type_: Type, depth: int) -> Expr:
        """An expression that may read a loop's variable."""
        self.env[name] = INT
        found = self.expr(type_, depth)
        del self.env[name]
        return found

    def int_(self, d: int) -> Expr:
        e = self.expr
        pick = self.r.randrange(12)
        if pick == 0:
            return k.size(e(SITES, d))
        if pick == 1:
            return k.nth(e(SITES, d), e(INT, d))
        if pick == 2:
            return k.last(e(SITES, d))
        if pick == 3:
            name = self.fresh("m")
            return k.sum_(name, e(SITES, d), self.within(name, INT, d - 1))
        if pick == 4:
            return k.run(self.r.choice(self.steps), e(INT, d), e(SITES, d))
        if pick == 5:
            return Expr(Op.TO_INT, INT, (e(self.r.choice((FLOAT, BOOL)), d),))
        if pick == 6:
            return Expr(self.r.choice((Op.NEG, Op.ABS)), INT, (e(INT, d),))
        if pick == 7:
            mover = (e(INT, d),) if self.r.random() < 0.5 else ()
            return Expr(Op.REPEATS, INT, mover, self.r.choice(list(RepeatKind)))
        if pick == 8 and self.generators:
            g = self.r.choice(self.generators)
            return k.count_moves(g.name, *self.args(g, d))
        if pick == 9 and self.generators:
            g = self.r.choice(self.generators)
            return k.most(g.name, "worth", *self.args(g, d))
        return k.nth(e(SITES, d), k.int_(0))

    def args(self, proc: Proc, d: int) -> list[Expr]:
        return [self.expr(p.type, d) for p in proc.params]

    def bool_(self, d: int) -> Expr:
        e = self.expr
        pick = self.r.randrange(9)
        if pick == 0:
            return k.not_(e(BOOL, d))
        if pick == 1:
            return k.some(e(SITES, d))
        if pick == 2:
            return k.subset(e(SITES, d), e(SITES, d))
        if pick == 3:
            name = self.fresh("m")
            return k.exists(name, e(SITES, d), self.within(name, BOOL, d - 1))
        if pick == 4:
            type_ = self.r.choice((INT, FLOAT))
            return k.compare(self.r.choice(_COMPARE), e(type_, d), e(type_, d))
        if pick == 5:
            type_ = self.r.choice(TYPES)
            return k.compare(self.r.choice((Op.EQ, Op.NE)), e(type_, d), e(type_, d))
        if pick == 6 and self.generators:
            g = self.r.choice(self.generators)
            if self.r.random() < 0.5:
                return k.any_move(g.name, *self.args(g, d))
            return k.any_move_to(g.name, e(SITES, d), *self.args(g, d))
        return k.has(e(SITES, d), e(INT, d))

    def float_(self, d: int) -> Expr:
        if self.r.random() < 0.3:
            return Expr(Op.TO_FLOAT, FLOAT, (self.expr(self.r.choice((INT, BOOL)), d),))
        return Expr(self.r.choice(_REAL), FLOAT, (self.expr(FLOAT, d),))

    def set_(self, d: int) -> Expr:
        e = self.expr
        pick = self.r.randrange(9)
        if pick == 0:
            return k.one(e(INT, d))
        if pick == 1:
            name = self.fresh("m")
            return k.filter_(name, e(SITES, d), self.within(name, BOOL, d - 1))
        if pick == 2:
            name = self.fresh("m")
            return k.gather(name, e(SITES, d), self.within(name, SITES, d - 1))
        if pick == 3:
            return k.image(self.r.choice(self.steps), e(SITES, d))
        if pick == 4:
            return k.ray(self.r.choice(self.rays), e(INT, d), e(SITES, d))
        if pick == 5:
            return k.fill(self.r.choice(self.steps), e(SITES, d), e(SITES, d))
        if pick == 6:
            return k.flood(self.r.choice(self.near_tables), e(SITES, d), e(SITES, d))
        if pick == 7 and self.generators:
            g = self.r.choice(self.generators)
            return k.moves_to(g.name, *self.args(g, d))
        if pick == 8:
            name = self.fresh("m")
            near = k.size(k.inter(k.table(self.r.choice(self.near_tables), k.var(name, INT)), e(SITES, d)))
            near = near if self.r.random() < 0.5 else Expr(Op.NEG, INT, (near,))
            value = near if self.r.random() < 0.5 else self.within(name, INT, d - 1)
            return k.greatest(name, e(SITES, d), value)
        return k.one(e(INT, d))

    # --- statements -----------------------------------------------------------------------------------

    def block(self, depth: int, size: int, loop: bool = False) -> Block:
        """Statements; what they define is not known after them."""
        kept = dict(self.env)
        found: list[Stmt] = []
        for _ in range(self.r.randint(1, size)):
            found.append(self.stmt(depth, loop))
        self.env = kept
        return tuple(found)

    def write(self, d: int) -> Stmt:
        fields = [f for f in self.fields if f.name not in ("mover", "over", "left", "rank")]
        field = self.r.choice(fields)
        index = None if field.length is None else self.expr(INT, d)
        if field.type is SITES and self.r.random() < 0.7:
            sites = k.one(self.expr(INT, d)) if self.r.random() < 0.5 else self.expr(SITES, d)
            return Include(field, index, sites, self.r.random() < 0.6)
        if field.type in (INT, FLOAT) and self.r.random() < 0.5:
            return Adjust(field, index, self.expr(field.type, d))
        return Store(field, index, self.expr(field.type, d))

    def stmt(self, depth: int, loop: bool) -> Stmt:
        d = depth - 1
        pick = self.r.random()
        if depth <= 0 or pick < 0.3:
            return self.write(2)
        if pick < 0.45:
            type_ = self.r.choice(TYPES)
            name = self.fresh("v")
            stmt = Assign(name, self.expr(type_, 3))
            self.env[name] = type_
            return stmt
        if pick < 0.55:
            return If(self.expr(BOOL, 2), self.block(d, 2, loop), self.block(d, 2, loop))
        if pick < 0.6:
            return While(self.expr(BOOL, 2), self.block(d, 2, True), self.r.randint(0, 5))
        if pick < 0.7:
            name = self.fresh("s")
            sites = self.expr(SITES, 2)
            return ForSites(name, sites, self.in_loop(name, d))
        if pick < 0.76:
            name = self.fresh("n")
            low = self.r.choice((k.int_(self.r.randint(-2, 3)), k.int_((1 << 63) - 2)))
            high = k.add(low, k.int_(self.r.randint(-1, 4))) if self.r.random() < 0.8 else low
            return ForRange(name, low, high, self.in_loop(name, d))
        if pick < 0.8 and loop:
            return If(self.expr(BOOL, 2), (self.r.choice((Break(), Continue())),))
        if pick < 0.85:
            name = self.fresh("d")
            stmt_ = Draw(name, self.expr(INT, 2))
            self.env[name] = INT
            return stmt_
        if pick < 0.9:
            return Sandbox(self.block(d, 3))
        if pick < 0.93:
            flags = [self.expr(BOOL, 1) if self.r.random() < 0.5 else None for _ in range(2)]
            return Remember(flags[0], flags[1])
        if pick < 0.97 and self.writers:
            callee = self.r.choice(self.writers)
            return Do(callee.name, tuple(self.expr(p.type, 2) for p in callee.params))
        return Simultaneous(tuple(self.write(2) for _ in range(self.r.randint(1, 4))))

    def in_loop(self, name: str, d: int) -> Block:
        self.env[name] = INT
        body = self.block(d, 3, True)
        del self.env[name]
        return body

    # --- procedures -----------------------------------------------------------------------------------

    def params(self, stem: str) -> tuple[Param, ...]:
        return tuple(Param(self.fresh(stem), self.r.choice(TYPES)) for _ in range(self.r.randint(0, 3)))

    def function(self, name: str, depth: int) -> Proc:
        params = self.params("p")
        self.env = {p.name: p.type for p in params}
        result = self.r.choice(TYPES)
        body: list[Stmt] = []
        if self.r.random() < 0.3:
            body.append(If(self.expr(BOOL, 2), (Return(self.expr(result, 2)),)))
        if self.r.random() < 0.3:
            name_ = self.fresh("v")
            start = Assign(name_, self.expr(result, 2))
            self.env[name_] = result
            inside = (*self.block(1, 2), Assign(name_, self.expr(result, 2)))
            body += [start, Sandbox(inside)]
        body.append(Return(self.expr(result, depth)))
        return Proc(name, params, tuple(body), result, entry=True)

    def offers(self, depth: int) -> Block:
        kept = dict(self.env)
        found: list[Stmt] = []
        for _ in range(self.r.randint(1, 3)):
            found.append(self.offer(depth))
        self.env = kept
        return tuple(found)

    def offer(self, depth: int) -> Stmt:
        pick = self.r.random()
        if depth <= 0 or pick < 0.4:
            kind = self.r.randrange(2)
            args = (self.expr(INT, 2), self.expr(BOOL, 2), self.expr(SITES, 2)) if kind else ()
            return Offer(kind, args, self.expr(SITES, 3))
        d = depth - 1
        if pick < 0.5:
            name = self.fresh("s")
            sites = k.inter(self.expr(SITES, 2), k.sites_(self.members() & 0x1111111111111111111))
            self.env[name] = INT
            body = self.offers(d)
            del self.env[name]
            return ForSites(name, sites, body)
        if pick < 0.6:
            return If(self.expr(BOOL, 2), self.offers(d), self.offers(d))
        if pick < 0.7:
            return Priority(tuple(self.offers(d) for _ in range(self.r.randint(1, 3))))
        if pick < 0.8:
            return Best(self.offers(d), "worth_of", (self.expr(INT, 2),))
        if pick < 0.815:
            return Sandbox((self.write(2), *self.offers(d)))
        if pick < 0.83:
            return Narrow(self.plain_offers(d), "keep", (self.expr(INT, 2),))
        if pick < 0.9 or not self.generators:
            return Provided(self.offers(d), *self.r.choice(self.checks()))
        g = self.r.choice(self.generators)
        return Generate(g.name, tuple(self.args(g, 2)))

    def plain_offers(self, depth: int) -> Block:
        """Offers that nothing judges."""
        while True:
            found = self.offers(depth)
            if not any(isinstance(s, _JUDGED) for s in statements(found)):
                return found

    def checks(self) -> list[tuple[str, tuple[Expr, ...]]]:
        sites = self.expr(SITES, 1)
        return [("check", ()), ("check_of", (sites, self.expr(BOOL, 1)))]

    def make(self) -> Program:
        """The program. Its procedures `f0`, ... have results, `w0`, ... write."""
        f, r = self.named, self.r
        for i in range(3):
            self.functions.append(self.function(f"f{i}", 3))
        self.env = {}
        worth = Proc("worth", (), (Return(self.expr(INT, 2)),), INT)
        self.env = {"base": INT}
        worth_of = Proc(
            "worth_of", (Param("base", INT),), (Return(k.mod(self.expr(INT, 2), k.int_(4))),), INT
        )
        self.env = {"m": INT, "base": INT, "all": SITES}
        most = k.greatest("m", k.var("all", SITES), k.mod(self.expr(INT, 3), k.int_(4)))
        keep = Proc("keep", (Param("all", SITES), Param("base", INT)), (Return(most),), SITES)
        self.env = {}
        check = Proc("check", (), (Return(k.or_(self.expr(BOOL, 2), self.expr(BOOL, 2))),), BOOL)
        self.env = {"q": SITES, "b": BOOL}
        asked = (Param("q", SITES), Param("b", BOOL))
        check_of = Proc("check_of", asked, (Return(self.expr(BOOL, 3)),), BOOL)
        self.env = {}
        spots = (Include(f["spot"], None, k.one(k.var("site", INT)), True),)
        place = Proc("place", (Param("site", INT),), (*spots, self.write(2)))
        more = (Param("a", INT), Param("b", BOOL), Param("c", SITES), Param("site", INT))
        self.env = {p.name: p.type for p in more}
        change = Proc("change", more, (self.write(3), *self.block(1, 2)))
        nothing = Proc("nothing", (Param("site", INT),), ())
        for i in range(2):
            params = self.params("g")
            self.env = {p.name: p.type for p in params}
            self.generators.append(Proc(f"g{i}", params, self.offers(2), generator=True))
        for i in range(3, 6):
            self.functions.append(self.function(f"f{i}", 3))
        for i in range(3):
            params = self.params("p")
            self.env = {p.name: p.type for p in params}
            body = self.block(2, 5)
            self.writers.append(Proc(f"w{i}", params, body, entry=True))
        self.env = {}
        moves = Proc("moves", (), self.offers(3), generator=True)
        turn = Proc("turn", (), self.block(1, 2))
        hardly = If(k.eq(k.var("die", INT), k.int_(5)), (Do("anything"),))
        start = Proc("start", (), (*self.block(2, 4), Draw("die", k.int_(1 << 31)), hardly))
        left, mover = f["left"], f["mover"]
        ends = (
            Store(f["over"], None, k.TRUE),
            Store(f["rank"], k.field(mover), k.float_(r.choice((1.0, 1.5)))),
            Store(f["rank"], k.sub(k.int_(3), k.field(mover)), k.float_(r.choice((1.0, 2.0)))),
        )
        after = Proc(
            "after",
            (),
            (
                *self.block(1, 2),
                Store(mover, None, k.sub(k.int_(3), k.field(mover))),
                Store(left, None, k.max_(k.int_(0), k.sub(k.field(left), k.int_(1)))),
                Remember() if r.random() < 0.5 else self.write(1),
                If(k.or_(k.lt(k.field(left), k.int_(1)), self.expr(BOOL, 1)), ends),
            ),
        )
        kinds = (
            Kind(0, "place", "place", (Param("site", INT),), k.int_(-1), k.var("site", INT)),
            Kind(1, "change", "change", more, k.var("a", INT), k.var("site", INT)),
            Kind(2, "pass", "nothing", (Param("site", INT),), k.int_(-1), k.int_(-1), decision="pass"),
        )
        procs = (
            self.anything(), *self.functions, *self.writers, *self.generators, worth, worth_of, keep, check,
            check_of, place, change, nothing, moves, turn, start, after,
        )  # fmt: skip
        names = Names(("", "A", "B"), ("",), tuple(map(str, range(self.sites))))
        return Program(
            "random",
            2,
            self.sites,
            tuple(self.fields),
            (*self.tables, *self.steps, *self.near_tables),
            tuple(self.rays),
            procs,
            kinds,
            (0,),
            names,
        )

    def anything(self) -> Proc:
        """Hardly ever called: it tells the analysis of ranges that procedures are given any number."""
        body: list[Stmt] = [Draw("any", k.int_(1 << 32))]
        wide = k.mul(k.sub(k.var("any", INT), k.int_(9)), k.int_(1 << 62))
        self.env = {}
        for proc in (*self.functions, *self.writers):
            args = tuple(wide if p.type is INT else self.leaf(p.type) for p in proc.params)
            if proc.result is None:
                body.append(Do(proc.name, args))
            else:
                kept = {INT: "numbers", BOOL: "flags", FLOAT: "reals", SITES: "spots"}[proc.result]
                body.append(Store(self.named[kept], k.var("any", INT), k.call(proc.name, proc.result, *args)))
        return Proc("anything", (), tuple(body))

    def argument(self, type_: Type) -> int | float | bool:
        """A value to call a procedure with."""
        match type_:
            case Type.INT:
                return self.r.choice((-1, 0, 1, 5, self.sites, self.sites - 1, 64, 1 << 40, -(1 << 63)))
            case Type.BOOL:
                return self.r.random() < 0.5
            case Type.FLOAT:
                return self.r.choice((0.0, 1.5, -2.0, 1e10))
        return self.members()
