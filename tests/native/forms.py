"""Forms of expressions, one by one, with each way in which an engine may work them out at once.

Where a random program comes by such a form now and then, here every one is asked of both engines, on boards
of one word, of two and of three. The variables: whole numbers `a` and `b`, sets `M` and `N`, a truth `q`, a
Float `x`; `s` is what a loop goes through.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Expr,
    Field,
    Op,
    Param,
    Proc,
    Program,
    Rays,
    Return,
    Table,
)
from tests.core.core_programs import program

A, B, Q, X = k.var("a", INT), k.var("b", INT), k.var("q", BOOL), k.var("x", FLOAT)
M, N, S = k.var("m", SITES), k.var("n", SITES), k.var("s", INT)
PARAMS = (
    Param("a", INT),
    Param("b", INT),
    Param("m", SITES),
    Param("n", SITES),
    Param("q", BOOL),
    Param("x", FLOAT),
)
NUMBER, SPOT = Field("number", INT, None, 3), Field("spot", SITES, None, 5)
ROW, SPOTS = Field("row", INT, 5, 2), Field("spots", SITES, 3, 6)
#: Directions; the opposite of each stands beside it.
COMPASS = {"e": (1, 0), "w": (-1, 0), "n": (0, 1), "s": (0, -1), "ne": (1, 1), "sw": (-1, -1),
           "nw": (-1, 1), "se": (1, -1), "knight": (1, 2), "back": (-1, -2)}  # fmt: skip
OPPOSITES = (("e", "w"), ("n", "s"), ("ne", "sw"), ("nw", "se"), ("knight", "back"))

Named = tuple[str, Expr]


class Forms:
    """The forms on a board of `width` by `height` sites."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.sites = width, height, width * height
        self.full = (1 << self.sites) - 1
        self.steps = {name: self.step(name, *way) for name, way in COMPASS.items()}
        spin = tuple((s + 2) % self.sites for s in range(self.sites))
        jumble = tuple((s * 7 + 3) % (self.sites + 2) - 1 for s in range(self.sites))
        self.odd = {
            "spin": Table("spin", INT, spin, -1),
            "jumble": Table("jumble", INT, jumble, -1),
            "stay": Table("stay", INT, tuple(range(self.sites)), -1),
            "short": Table("short", INT, self.steps["e"].values[: self.sites - 2], -1),
            "entered": Table("entered", INT, self.steps["e"].values, 0),
            "returning": Table("returning", INT, self.steps["w"].values, 0),
            "beyond": Table("beyond", INT, tuple(s + 3 for s in range(self.sites)), -1),
            "rising": Table("rising", INT, tuple(min(s * 2 + 1, self.sites) for s in range(self.sites)), -1),
        }
        around = [self.step(name, *way).values for name, way in list(COMPASS.items())[:4]]
        near = tuple(sum({1 << int(v[s]) for v in around if v[s] >= 0}) for s in range(self.sites))
        wild = tuple((s * 0x9E3779B97F4A7C15 >> 3) & self.full for s in range(self.sites))
        self.near = Table("near", SITES, near, 0)
        self.wild = Table("wild", SITES, wild, 2 & self.full)
        self.brief = Table("brief", SITES, near[: self.sites - 3], 1)
        self.lookup = Table("lookup", INT, tuple(s * s % 11 - 4 for s in range(self.sites)), 9)
        self.flags = Table("flags", BOOL, tuple(s % 3 == 1 for s in range(self.sites)), True)

    def step(self, name: str, dx: int, dy: int) -> Table:
        values = []
        for site in range(self.sites):
            y, x = divmod(site, self.width)
            inside = 0 <= x + dx < self.width and 0 <= y + dy < self.height
            values.append((y + dy) * self.width + x + dx if inside else -1)
        return Table(name, INT, tuple(values), -1)

    def to(self, name: str, site: Expr) -> Expr:
        return k.table({**self.steps, **self.odd}[name], site)

    def row_of(self, site: Expr) -> Expr:
        return k.table(self.near, site)

    # --- conditions on a site -----------------------------------------------------------------------------

    @cached_property
    def conditions(self) -> dict[str, Expr]:
        """Conditions on `s`, what can be lifted and what cannot."""
        odd = k.eq(k.mod(S, k.int_(2)), k.int_(1))  # remainders are worked out site by site
        small = k.lt(S, k.int_(self.sites // 2))
        flag = k.table(self.flags, S)
        low = Expr(Op.MIN, INT, (S, k.int_(4)))
        high = Expr(Op.MAX, INT, (k.mul(S, k.int_(3)), k.int_(5)))
        found = {
            "lands": k.has(M, self.to("e", S)),
            "spins": k.has(M, self.to("spin", S)),
            "jumbled": k.has(M, self.to("jumble", S)),
            "lands twice": k.has(M, self.to("n", self.to("e", S))),
            "itself": k.has(M, S),
            "of a constant": k.has(k.sites_(self.full // 3), self.to("w", S)),
            "column": k.has(self.row_of(S), A),
            "column of wild": k.has(k.table(self.wild, S), A),
            "column of a step": k.has(self.row_of(self.to("n", S)), A),
            "column of a field": k.has(self.row_of(S), k.field(NUMBER)),
            "column of what is short": k.has(k.table(self.brief, S), A),
            "own column": k.has(self.row_of(S), k.add(S, k.int_(1))),
            "column by chance of state": k.has(self.row_of(k.add(S, A)), B),
            "meets": k.some(k.inter(self.row_of(S), M)),
            "is met": k.some(k.inter(M, self.row_of(S))),
            "meets wild": k.some(k.inter(k.table(self.wild, S), M)),
            "meets itself": k.some(k.inter(self.row_of(S), k.table(self.wild, S))),
            "meets by state": k.some(k.inter(self.row_of(k.add(S, A)), M)),
            "has any": k.some(self.row_of(S)),
            "of the state": k.has(k.one(S), A),
            "of a set with it": k.has(k.union(M, k.one(S)), self.to("e", S)),
            "odd": odd,
            "small": small,
            "flag": flag,
            "no flag": k.not_(flag),
            "not odd": Expr(Op.NOT, BOOL, (odd,)),
            "not landing": Expr(Op.NOT, BOOL, (k.has(M, self.to("s", S)),)),
            "least": k.eq(low, k.int_(4)),
            "most": k.gt(high, k.int_(9)),
            "looked up": k.ge(k.table(self.lookup, S), k.int_(3)),
            "difference": k.ne(k.sub(S, k.int_(2)), k.int_(1)),
            "sum": k.le(k.add(S, k.table(self.lookup, S)), k.int_(7)),
            "truth as a number": k.eq(Expr(Op.TO_INT, INT, (flag,)), k.int_(1)),
            "chosen": k.gt(k.select(flag, S, k.int_(5)), k.int_(2)),
            "chosen truth": k.select(flag, small, k.not_(small)),
            "both": Expr(Op.AND, BOOL, (flag, small)),
            "either": Expr(Op.OR, BOOL, (flag, small)),
            "one of two": Expr(Op.XOR, BOOL, (flag, small)),
            "large": k.gt(k.mul(S, k.int_(1 << 62)), k.int_(0)),
            "larger": k.lt(k.mul(S, k.int_(1 << 63 - 1 if self.sites < 3 else 1 << 61)), k.int_(0)),
            "known": k.has(k.sites_(self.full // 5), k.sub(S, k.int_(1))),
            "by number": k.lt(S, A),
            "q": Q,
            "called": k.call("asked", BOOL, A),
            "called with it": k.call("asked", BOOL, S),
            "counted": k.gt(k.size(k.inter(self.row_of(S), M)), k.int_(1)),
        }
        for name, (first, second) in {
            "and": ("lands", "meets"),
            "or": ("lands", "small"),
            "xor": ("column", "meets"),
            "and not": ("lands", "not landing"),
            "half lifted": ("lands", "odd"),
            "half lifted too": ("counted", "meets"),
            "none lifted": ("odd", "counted"),
            "with q": ("q", "lands"),
            "odd and odd": ("odd", "not odd"),
        }.items():
            one, other = found[first], found[second]
            op = {"or": Op.OR, "xor": Op.XOR}.get(name, Op.AND)
            found[f"{name} of two"] = Expr(op, BOOL, (one, other))
            found[f"not {name} of two"] = Expr(Op.NOT, BOOL, (Expr(op, BOOL, (one, other)),))
            found[f"{name} of three"] = Expr(op, BOOL, (Expr(op, BOOL, (one, found["odd"])), other))
        return found

    def folded(self) -> Iterator[Named]:
        for name, condition in self.conditions.items():
            yield f"filter {name}", k.filter_("s", N, condition)
            yield f"exists {name}", k.exists("s", N, condition)
            yield f"count {name}", k.sum_("s", N, Expr(Op.TO_INT, INT, (condition,)))
            yield f"all {name}", k.not_(k.exists("s", N, k.not_(condition)))
        everywhere = k.sites_(self.full)
        yield "filter all", k.filter_("s", everywhere, k.has(M, self.to("ne", S)))
        yield "sum of numbers", k.sum_("s", N, k.table(self.lookup, S))
        yield "sum of it", k.sum_("s", N, k.mul(S, A))

    def gathered(self) -> Iterator[Named]:
        for name, value in {
            "near": self.row_of(S),
            "wild": k.table(self.wild, S),
            "brief": k.table(self.brief, S),
            "near of a step": self.row_of(self.to("e", S)),
            "one": k.one(S),
            "one of a step": k.one(self.to("n", S)),
            "ray": k.ray(self.rays["e"], S, M),
            "both": k.inter(self.row_of(S), M),
            "near of another": self.row_of(A),
        }.items():
            yield f"gather {name}", k.gather("s", N, value)
        flag = k.table(self.flags, S)
        rays, row, brief = self.rays, self.row_of(S), k.table(self.brief, S)
        for name, (there, elsewhere) in {
            "row or ray": (row, k.ray(rays["e"], S, M)),
            "rays": (k.ray(rays["e"], S, M), k.ray(rays["n"], S, M)),
            "rays of two sets": (k.ray(rays["e"], S, M), k.ray(rays["e"], S, N)),
            "rays up and down": (k.ray(rays["e"], S, M), k.ray(rays["w"], S, M)),
            "both or nothing": (k.union(row, k.ray(rays["e"], S, M)), k.sites_(0)),
            "a short table": (brief, k.ray(rays["e"], S, M)),
            "short rays": (row, k.ray(rays["cut"], S, M)),
            "its own stop": (k.ray(rays["e"], S, k.table(self.wild, S)), row),
            "turned": (k.union(k.ray(rays["turned"], S, M), row), k.ray(rays["s"], S, M)),
        }.items():
            yield f"gather {name} by its flag", k.gather("s", N, k.select(flag, there, elsewhere))
            yield f"gather {name} by the state", k.gather("s", N, k.select(k.has(M, S), there, elsewhere))
        met = k.size(k.inter(self.row_of(S), M))
        for name, number in {
            "met": met,
            "not met": Expr(Op.NEG, INT, (met,)),
            "looked up": k.table(self.lookup, S),
            "itself": S,
            "met wild": k.size(k.inter(k.table(self.wild, S), M)),
            "met of a step": k.size(k.inter(self.row_of(self.to("e", S)), M)),
            "met in order": k.size(k.inter(M, self.row_of(S))),
            "difference": k.sub(met, k.int_(2)),
            "sum": k.add(met, k.size(k.inter(k.table(self.wild, S), N))),
            "of a field": k.field(NUMBER),
            "least of all": k.int_(-(1 << 63)),
            "twice": k.mul(met, k.int_(2)),
            "truth": Expr(Op.TO_INT, INT, (k.has(M, self.to("e", S)),)),
        }.items():
            yield f"greatest {name}", k.greatest("s", N, number)

    # --- boards -------------------------------------------------------------------------------------------

    @cached_property
    def rays(self) -> dict[str, Rays]:
        paths: dict[str, tuple[tuple[int, ...], ...]] = {}
        for name, table in self.steps.items():
            found = []
            for site in range(self.sites):
                path, at = [], int(table.values[site])
                while at >= 0:
                    path.append(at)
                    at = int(table.values[at])
                found.append(tuple(path))
            paths[name] = tuple(found)
        turned = tuple((*a, *b) for a, b in zip(paths["w"], paths["n"], strict=True))
        back = tuple((*a, *b) for a, b in zip(paths["e"], paths["w"], strict=True))
        paths |= {"turned": turned, "back": back, "cut": paths["n"][: self.sites - 2]}
        return {name: Rays(name, path) for name, path in paths.items()}

    def boards(self) -> Iterator[Named]:
        for name, table in {**self.steps, **self.odd, "near": self.near, "wild": self.wild}.items():
            if table.type is INT:
                yield f"image {name}", k.image(table, M)
                leads = sum(1 << site for site, to in enumerate(table.values) if to >= 0)
                yield f"image {name} of all", k.image(table, k.inter(M, k.sites_(leads)))
                yield f"image {name} of half", k.image(table, k.inter(k.sites_(self.full // 3), M))
                yield f"image {name} of one", k.image(table, k.one(A))
                yield f"fill {name}", k.fill(table, M, N)
                yield f"run {name}", k.run(table, A, M)
                yield f"run {name} of both", k.run(table, A, k.union(M, N))
                yield f"step {name}", k.table(table, A)
            else:
                yield f"flood {name}", k.flood(table, M, N)
        yield "fill from one", k.fill(self.steps["n"], k.one(A), k.diff(k.sites_(self.full), M))
        yield "flood from one", k.flood(self.near, k.one(A), N)
        for name, rays in self.rays.items():
            yield f"ray {name}", k.ray(rays, A, M)
            yield f"ray {name} to both", k.ray(rays, A, k.union(M, N))
            yield f"free ray {name}", k.ray(rays, A, k.sites_(0))
        for name, table in {"near": self.near, "brief": self.brief, "wild": self.wild}.items():
            for way in ("e", "cut", "turned"):
                ways = k.union(k.table(table, A), k.ray(self.rays[way], A, M), k.ray(self.rays["w"], A, N))
                yield f"ways {name} {way}", ways
                yield f"ways {name} {way} to b", k.has(ways, B)
                yield f"ways {name} {way} to some", k.some(k.inter(ways, k.sites_(self.full // 3)))
                yield f"ways {name} {way} that meet", k.some(k.inter(N, ways))

    def lines(self) -> Iterator[Named]:
        def row(one: str, other: str, more: int, site: Expr = A, through: Expr = M) -> Expr:
            tables = {**self.steps, **self.odd}
            both = k.add(k.run(tables[one], site, through), k.run(tables[other], site, through))
            return Expr(Op.GT, BOOL, (both, k.int_(more)))

        for one, other in (*OPPOSITES, ("w", "e"), ("e", "n"), ("spin", "jumble"), ("e", "entered"),
                           ("e", "returning")):  # fmt: skip
            for more in range(-1, 6):
                yield f"line {one} {other} of {more}", row(one, other, more)
        for more in (1, 2, 3, 4):
            several = [row(one, other, more) for one, other in OPPOSITES[:4]]
            yield f"lines of {more}", k.or_(*several)
            yield f"five lines of {more}", k.or_(*several, row(*OPPOSITES[4], more))
            yield f"lines of {more} and another", k.or_(*several[:2], row("e", "w", more + 1))
        yield "lines through two", k.or_(row("e", "w", 2), row("n", "s", 2, B))
        yield "lines of two sets", k.or_(row("e", "w", 2), row("n", "s", 2, A, N))
        yield "lines or", k.or_(row("e", "w", 2), Q)
        yield "lines of both", row("e", "w", 2, A, k.union(M, N))

    # --- sets and numbers ---------------------------------------------------------------------------------

    def sets(self) -> Iterator[Named]:
        third = k.sites_(self.full // 3)
        for name, value in {
            "union": k.union(M, N),
            "meet": k.inter(M, N),
            "without": k.diff(M, N),
            "without a constant": k.diff(M, third),
            "a constant without": k.diff(third, M),
            "three": k.union(M, N, k.one(A)),
            "one": k.one(A),
            "chosen": k.select(Q, M, N),
            "chosen empty": k.select(Q, M, k.sites_(0)),
            "nothing": k.sites_(0),
            "field": k.union(k.field(SPOT), M),
            "element": k.union(k.elem(SPOTS, A), N),
            "row": self.row_of(A),
            "brief": k.table(self.brief, A),
            "wild": k.table(self.wild, A),
        }.items():
            yield f"set {name}", value
            yield f"size of {name}", k.size(value)
            yield f"some of {name}", k.some(value)
            yield f"none of {name}", k.not_(k.some(value))
            yield f"first of {name}", k.first(value)
            yield f"last of {name}", k.last(value)
            yield f"member of {name}", k.has(value, A)
            yield f"third of {name}", k.nth(value, k.int_(2))
            yield f"some number of {name}", k.nth(value, B)
            yield f"part of {name}", k.subset(M, value)
            yield f"within {name}", k.subset(value, N)
            yield f"is {name}", k.eq(value, M)
            yield f"is not {name}", k.ne(value, M)
        yield "member of a constant", k.has(third, A)
        yield "member of a union of three", k.has(k.union(M, N, k.one(B)), A)
        yield "not a member", k.not_(k.has(M, B))

    def numbers(self) -> Iterator[Named]:
        operations = (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX, Op.POW)
        comparisons = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
        small = Expr(Op.MAX, INT, (Expr(Op.MIN, INT, (A, k.int_(9))), k.int_(-9)))
        real = Expr(Op.TO_FLOAT, FLOAT, (small,))
        for op in operations:
            yield f"{op.name} of a and b", Expr(op, INT, (A, B))
            for constant in (0, 1, -1, 2, -3, 8, 1 << 40):
                yield f"{op.name} by {constant}", Expr(op, INT, (A, k.int_(constant)))
                yield f"{constant} {op.name} it", Expr(op, INT, (k.int_(constant), small))
            for other in (X, k.float_(2.0), k.float_(0.0), k.float_(-0.5)):
                yield f"real {op.name} {other.data}", Expr(op, FLOAT, (real, other))
                yield f"x {op.name} {other.data}", Expr(op, FLOAT, (X, other))
                yield f"xx {op.name} {other.data}", Expr(op, FLOAT, (k.mul(X, X), other))
                yield f"{other.data} {op.name} xx", Expr(op, FLOAT, (other, k.mul(X, X)))
        for op in comparisons:
            yield f"a {op.name} b", k.compare(op, A, B)
            yield f"a {op.name} 3", k.compare(op, A, k.int_(3))
            yield f"x {op.name} real", k.compare(op, X, real)
            yield f"x {op.name} half", k.compare(op, X, k.float_(0.5))
        for op in (Op.SIN, Op.COS, Op.TAN, Op.EXP, Op.LOG, Op.LOG10, Op.SQRT, Op.NEG, Op.ABS):
            yield f"{op.name} of x", Expr(op, FLOAT, (X,))
            yield f"{op.name} of a number", Expr(op, FLOAT, (real,))
        for op in (Op.NEG, Op.ABS):
            yield f"{op.name} of a", Expr(op, INT, (A,))
        for op in (Op.AND, Op.OR, Op.XOR):
            yield f"q {op.name} a", Expr(op, BOOL, (Q, k.lt(A, B)))
        yield "not q", Expr(Op.NOT, BOOL, (Q,))
        yield "q is a < b", k.eq(Q, k.lt(A, B))
        yield "q is not a < b", k.ne(Q, k.lt(A, B))
        yield "a or b", k.select(Q, A, B)
        yield "x or real", k.select(Q, X, real)
        yield "q or flag", k.select(Q, k.lt(A, B), k.lt(B, A))
        yield "x as a number", Expr(Op.TO_INT, INT, (X,))
        yield "q as a number", Expr(Op.TO_INT, INT, (Q,))
        yield "q as a real", Expr(Op.TO_FLOAT, FLOAT, (Q,))
        yield "a as a real", Expr(Op.TO_FLOAT, FLOAT, (A,))
        yield "element", k.elem(ROW, A)
        yield "element of small", k.elem(ROW, small)
        yield "lookup", k.table(self.lookup, A)
        yield "lookup of a constant", Expr(Op.TABLE, INT, (k.int_(3),), self.lookup)
        yield "lookup of small", k.table(self.lookup, small)
        yield "flag", k.table(self.flags, A)
        yield "field", k.add(k.field(NUMBER), A)

    # --- the program --------------------------------------------------------------------------------------

    def every(self, families: tuple[str, ...]) -> dict[str, Expr]:
        return {name: form for family in families for name, form in getattr(self, family)()}

    def program(self, forms: dict[str, Expr]) -> Program:
        """A program with a procedure for each form, `ask0`, `ask1`, ..., which take PARAMS."""
        asked = Proc("asked", (Param("p", INT),), (Return(k.lt(k.var("p", INT), k.field(NUMBER))),), BOOL)
        procs = [
            Proc(f"ask{at}", PARAMS, (Return(form),), form.type, entry=True)
            for at, form in enumerate(forms.values())
        ]
        tables = (*self.steps.values(), *self.odd.values(), self.near, self.wild, self.brief, self.lookup)
        fields = [NUMBER, SPOT, ROW, SPOTS]
        made = program([asked, *procs], (), fields, (*tables, self.flags), self.sites)
        return attrs.evolve(made, rays=tuple(self.rays.values()))
