"""Numbers and truths as LLVM instructions."""

from __future__ import annotations

from gdl.core.intrinsics import Pool
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Expr, Field, Op, Table
from gdl.core.walk import CONSUMERS
from interpreter.engines.native.memory import POOL_ROOM, POOL_SIZE, POOL_WORDS, POOL_ZERO, STOP
from interpreter.engines.native.scope import Scope
from interpreter.engines.native.writer import float_text

_INT = {Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul"}
_FLOAT = {Op.ADD: "fadd", Op.SUB: "fsub", Op.MUL: "fmul"}
_COMPARE = {
    Op.EQ: ("eq", "oeq"), Op.NE: ("ne", "une"), Op.LT: ("slt", "olt"),
    Op.LE: ("sle", "ole"), Op.GT: ("sgt", "ogt"), Op.GE: ("sge", "oge"),
}  # fmt: skip
_FUNCTIONS = {Op.SIN, Op.COS, Op.TAN, Op.EXP, Op.LOG, Op.LOG10, Op.SQRT}
#: Operations that are worth no jump around them.
_CHEAP = {
    Op.CONST, Op.VAR, Op.FIELD, Op.ELEM, Op.TABLE, Op.ADD, Op.SUB, Op.NEG, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT,
    Op.GE, Op.AND, Op.OR, Op.XOR, Op.NOT, Op.SELECT, Op.ONE, Op.UNION, Op.INTER, Op.DIFF, Op.HAS, Op.SUBSET,
    Op.SOME, Op.TO_INT,
}  # fmt: skip
#: How many of them are still worth none.
FEW = 6


class Scalars(Scope):
    """Writes expressions that are no sets."""

    def set_value(self, expr: Expr) -> str:
        """Sets of sites and what is asked of them."""
        raise NotImplementedError

    def consumer(self, expr: Expr) -> str:
        """Runs of generators."""
        raise NotImplementedError

    def value(self, expr: Expr) -> str:
        op, args, data = expr.op, expr.args, expr.data
        match op:
            case Op.CONST:
                return self.constant(expr)
            case Op.VAR:
                return self.get(str(data), expr.type)
            case Op.FIELD:
                assert isinstance(data, Field)
                return self.scalar(data)
            case Op.ELEM:
                assert isinstance(data, Field)
                return self.element(data, args[0])
            case Op.OLD_ELEM:
                return self.old_element(expr)
            case Op.TABLE:
                assert isinstance(data, Table)
                return self.from_table(data, args[0])
            case Op.AND | Op.OR:
                return self.lazily(expr)
            case Op.SELECT:
                return self.select(expr)
            case Op.NOT:
                return self.f.op(f"xor i1 {self.value(args[0])}, true")
            case Op.XOR:
                return self.f.op(f"xor i1 {self.value(args[0])}, {self.value(args[1])}")
            case Op.EQ | Op.NE | Op.LT | Op.LE | Op.GT | Op.GE:
                return self.compare(expr)
            case Op.CALL:
                return self.call_value(expr)
            case Op.PEEK:
                assert isinstance(data, Pool)
                return self.peek(data, args[0])
            case Op.ROOM:
                assert isinstance(data, Pool)
                return self.pool_room(data)
            case Op.STOPPED:
                flag = self.f.load("ptr", self.f.at("%C", STOP))
                return self.f.op(f"icmp ne i64 {self.f.op(f'load volatile i64, ptr {flag}, align 8')}, 0")
            case Op.FINGERPRINT:
                passed = [*self.context(), ("i1", self.value(args[0]))]
                return self.f.call("i64", self.module.helper("fingerprint"), passed)
        if op in CONSUMERS:
            return self.consumer(expr)
        if expr.type in (INT, FLOAT) and op.value <= Op.SQRT.value:
            return self.arithmetic(expr)
        return self.set_value(expr)

    def constant(self, expr: Expr) -> str:
        data = expr.data
        if expr.type is BOOL:
            return "true" if data else "false"
        if expr.type is FLOAT:
            assert isinstance(data, float | int)
            return float_text(float(data))
        return str(data)

    def call_value(self, expr: Expr) -> str:
        name = self.module.function(str(expr.data))
        found = self.f.call(self.type_of(expr.type), name, [*self.context(), *self.passed(expr.args)])
        self.pass_on(str(expr.data))
        return found

    # --- pools of words -------------------------------------------------------------------------------

    def pool_room(self, pool: Pool) -> str:
        """How many words a pool has."""
        return self.f.load("i64", self.f.at("%C", POOL_ROOM + POOL_SIZE * pool.number))

    def pool_word(self, pool: Pool, index: str, count: int) -> tuple[str, str]:
        """The place of a word of a pool, and whether so many from there on are inside."""
        f = self.f
        base = f.load("ptr", f.at("%C", POOL_WORDS + POOL_SIZE * pool.number))
        room = self.pool_room(pool)
        inside = f.op(f"icmp ult i64 {index}, {room}")
        if count > 1:
            last = f.op(f"add i64 {index}, {count - 1}")
            inside = f.op(f"and i1 {inside}, {f.op(f'icmp ult i64 {last}, {room}')}")
        return f.at(base, index, "i64"), inside

    def peek(self, pool: Pool, index: Expr) -> str:
        """A word of a pool, 0 outside."""
        f, type_ = self.f, self.type_of(pool.type)
        place, inside = self.pool_word(pool, self.value(index), 1)
        zero = f.at("%C", POOL_ZERO)
        return f.load(type_, f.op(f"select i1 {inside}, ptr {place}, ptr {zero}"))

    def context(self) -> list[tuple[str, str]]:
        """The first two arguments of every procedure."""
        return [("ptr", self.state), ("ptr", "%C")]

    def passed(self, args: tuple[Expr, ...]) -> list[tuple[str, str]]:
        return [(self.type_of(a.type), self.value(a)) for a in args]

    # --- elements -------------------------------------------------------------------------------------

    def old_element(self, expr: Expr) -> str:
        """An element of a kept copy of an array."""
        assert isinstance(expr.data, tuple)
        name, field = expr.data
        slot = self.slot(field)
        at = self.margin(expr.args[0], field.length)
        base = self.f.at(self.snapshot(name, field), slot.size)
        type_ = f"[{self.words} x i64]" if field.type is SITES else slot.type
        return self.fetch(self.f.at(base, at, type_), slot)

    def snapshot(self, name: str, field: Field) -> str:
        """The memory for a copy of an array, margins included."""
        key = f"snapshot {name}"
        if key not in self.places:
            self.places[key] = (self.f.alloca(f"[{self.slot(field).bytes} x i8]", 8), field.type)
        return self.places[key][0]

    def from_table(self, table: Table, index: Expr) -> str:
        at = self.margin(index, len(table.values))
        name, type_, is_signed = self.constants.table(table)
        if table.type is SITES:
            return self.set_row(name, at)
        raw = self.f.load(type_, self.f.at(name, self.beyond(at), type_))
        if table.type is FLOAT:
            return raw
        if table.type is BOOL:
            return self.f.op(f"icmp ne {type_} {raw}, 0")
        return self.widen(raw, type_, is_signed)

    def set_row(self, name: str, at: str) -> str:
        """A set in a table: only those words of it are loaded that any set of the table has members in."""
        pointer = self.f.at(name, self.beyond(at), f"[{self.words} x i64]")
        filled = self.constants.filled[name]
        if filled == self.words:
            return self.f.load(self.set_type, pointer, 8)
        low = self.f.load(f"i{64 * filled}", pointer, 8)
        return self.f.op(f"zext i{64 * filled} {low} to {self.set_type}")

    def beyond(self, at: str) -> str:
        """The index in a table with a margin before it."""
        return str(int(at) + 1) if at.lstrip("-").isdigit() else self.f.op(f"add i64 {at}, 1")

    # --- truth ----------------------------------------------------------------------------------------

    def cheap(self, expr: Expr) -> bool:
        """Whether an expression may as well be worked out where its value is not asked for."""
        return self._cost(expr) <= FEW

    def _cost(self, expr: Expr) -> int:
        if expr.op not in _CHEAP:
            return FEW + 1
        own = self.words if expr.type is SITES else 1
        return own + sum(self._cost(a) for a in expr.args if a.op is not Op.CONST)

    def lazily(self, expr: Expr) -> str:
        """AND and OR."""
        first, second = expr.args
        word = "and" if expr.op is Op.AND else "or"
        a = self.value(first)
        if self.cheap(second):
            return self.f.op(f"{word} i1 {a}, {self.value(second)}")
        start, more, done = self.f.here(), self.f.name_of("more"), self.f.name_of("done")
        self.f.branch(a, *((more, done) if expr.op is Op.AND else (done, more)))
        self.f.label(more)
        with self.conditional():
            b = self.value(second)
        last = self.f.block
        self.f.label(done)
        known = "false" if expr.op is Op.AND else "true"
        return self.f.op(f"phi i1 [ {known}, %{start} ], [ {b}, %{last} ]")

    def select(self, expr: Expr) -> str:
        condition, first, second = expr.args
        type_ = self.type_of(expr.type)
        c = self.value(condition)
        if self.cheap(first) and self.cheap(second):
            a, b = self.value(first), self.value(second)
            return self.f.op(f"select i1 {c}, {type_} {a}, {type_} {b}")
        yes, no, done = self.f.name_of("yes"), self.f.name_of("no"), self.f.name_of("done")
        self.f.branch(c, yes, no)
        found = []
        for name, arm in ((yes, first), (no, second)):
            self.f.label(name)
            with self.conditional():
                value = self.value(arm)
            found.append(f"[ {value}, %{self.f.block} ]")
            self.f.jump(done)
        self.f.label(done)
        return self.f.op(f"phi {type_} {', '.join(found)}")

    def compare(self, expr: Expr) -> str:
        a, b = expr.args
        whole, real = _COMPARE[expr.op]
        x, y = self.value(a), self.value(b)
        if a.type is FLOAT:
            return self.f.op(f"fcmp {real} double {x}, {y}")
        return self.f.op(f"icmp {whole} {self.type_of(a.type)} {x}, {y}")

    # --- numbers --------------------------------------------------------------------------------------

    def arithmetic(self, expr: Expr) -> str:
        op, f = expr.op, self.f
        values = [self.value(a) for a in expr.args]
        real = expr.args[0].type is FLOAT
        match op:
            case Op.ADD | Op.SUB | Op.MUL:
                return f.op(f"{_FLOAT[op]} double {values[0]}, {values[1]}" if real else
                            f"{_INT[op]} i64 {values[0]}, {values[1]}")  # fmt: skip
            case Op.NEG:
                return f.op(f"fneg double {values[0]}" if real else f"sub i64 0, {values[0]}")
            case Op.ABS:
                if real:
                    return f.call("double", "llvm.fabs.f64", [("double", values[0])], "")
                return f.call("i64", "llvm.abs.i64", [("i64", values[0]), ("i1", "false")], "")
            case Op.MIN | Op.MAX:
                word = "le" if op is Op.MIN else "ge"
                test = f"fcmp o{word} double" if real else f"icmp s{word} i64"
                type_ = "double" if real else "i64"
                first = f.op(f"{test} {values[0]}, {values[1]}")
                return f.op(f"select i1 {first}, {type_} {values[0]}, {type_} {values[1]}")
            case Op.TO_FLOAT:
                sign = "u" if expr.args[0].type is BOOL else "s"
                return f.op(f"{sign}itofp {self.type_of(expr.args[0].type)} {values[0]} to double")
            case Op.TO_INT:
                if real:
                    return f.call("i64", "llvm.fptosi.sat.i64.f64", [("double", values[0])], "")
                return f.op(f"zext i1 {values[0]} to i64")
            case Op.DIV | Op.MOD if not real:
                return self.divide(expr, values)
            case Op.POW if not real:
                return f.call("i64", self.module.helper("power"), [("i64", v) for v in values])
        return self.real(op, values)

    def divide(self, expr: Expr, values: list[str]) -> str:
        """Division that truncates; by 0 it is 0, and the one that has no result wraps around."""
        a, b = values
        f, word = self.f, "sdiv" if expr.op is Op.DIV else "srem"
        low, high = self.range(expr.args[1])
        if low > 0 or high < -1:
            positive = low > 0 and self.range(expr.args[0])[0] >= 0
            return f.op(f"{word.replace('s', 'u', 1) if positive else word} i64 {a}, {b}")
        odd = f.op(f"add i64 {b}, 1")
        unsafe = f.op(f"icmp ult i64 {odd}, 2")  # -1 or 0
        safe = f.op(f"select i1 {unsafe}, i64 1, i64 {b}")
        found = f.op(f"{word} i64 {a}, {safe}")
        if expr.op is Op.MOD:  # by 1 it is 0, as it should be by 0 and by -1
            return found
        wrapped = f.op(f"sub i64 0, {a}")
        special = f.op(f"icmp eq i64 {b}, 0")
        other = f.op(f"select i1 {special}, i64 0, i64 {wrapped}")
        return f.op(f"select i1 {unsafe}, i64 {other}, i64 {found}")

    def real(self, op: Op, values: list[str]) -> str:
        """Functions of Floats, 0.0 where they are not defined."""
        f = self.f
        if op is Op.DIV:
            good = f.op(f"fcmp une double {values[1]}, 0.0")
            found = f.op(f"fdiv double {values[0]}, {values[1]}")
        elif op is Op.MOD:
            good = f.op(f"and i1 {f.op(f'fcmp une double {values[1]}, 0.0')}, {self.finite(values[0])}")
            found = f.op(f"frem double {values[0]}, {values[1]}")
        elif op is Op.POW:
            found = f.call("double", self.module.external("pow", 2), [("double", v) for v in values], "")
            both = f.op(f"and i1 {self.finite(values[0])}, {self.finite(values[1])}")
            wrong = f.op(f"and i1 {both}, {f.op(f'xor i1 {self.finite(found)}, true')}")
            good = f.op(f"xor i1 {wrong}, true")
        else:
            assert op in _FUNCTIONS
            found = f.call("double", self.module.external(op.name.lower(), 1), [("double", values[0])], "")
            # a mistake shows as infinity or no number from an argument that is neither
            number = f.op(f"fcmp ord double {values[0]}, {values[0]}")
            wrong = f.op(f"fcmp uno double {found}, {found}")
            odd = f.op(f"and i1 {number}, {wrong}")
            over = f.op(f"and i1 {self.finite(values[0])}, {f.op(f'xor i1 {self.finite(found)}, true')}")
            good = f.op(f"xor i1 {f.op(f'or i1 {odd}, {over}')}, true")
        return f.op(f"select i1 {good}, double {found}, double 0.0")

    def finite(self, value: str) -> str:
        """Whether it is a number that is not infinite."""
        size = self.f.call("double", "llvm.fabs.f64", [("double", value)], "")
        return self.f.op(f"fcmp one double {size}, 0x7FF0000000000000")
