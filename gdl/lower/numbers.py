"""Numbers in expressions: folding constants, evaluating once, arrays of numbers."""

from __future__ import annotations

from collections.abc import Callable

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.evaluate import folded, wraps
from gdl.core.ops import BOOL, INT, LEAVES, Assign, Expr, If, Op, Param, Return, Type
from gdl.ludeme.categories import Ints
from gdl.ludeme.literals import IntsLiteral
from gdl.source.text import NOWHERE, Span


def constant(value: Expr) -> int | None:
    """The number that an expression always is, None if that is not known."""
    return value.data if value.op is Op.CONST and isinstance(value.data, int) else None


def mask(value: Expr) -> int | None:
    """The members, as bits, of a set that is always the same."""
    return constant(value)


def arithmetic(op: Op, *values: Expr, span: Span = NOWHERE) -> Expr:
    """An operation on numbers; of constants the result. Raises MeaningError where 64 bits do not hold it."""
    made = Expr(op, INT, values)
    if any(constant(value) is None for value in values):
        return made
    if wraps(made):
        raise MeaningError(
            "E0434",
            "this comes to more than a number can be",
            span,
            "worked out before the game starts",
            f"whole numbers go from {-(1 << 63):,} to {(1 << 63) - 1:,}",
        )
    return folded(made)


class _Functions(dict[tuple[object, ...], str]):
    """Side table: functions that may be used again, by what they do."""


def function_with(
    b: Builder,
    stem: str,
    result: Type,
    args: tuple[Expr, ...],
    make: Callable[..., Expr | None],
    key: object = None,
) -> Expr:
    """A call of a new function of these arguments, whose statements `make` makes from its parameters.

    With a `key`, a function made before with the same key is used again, unless it looks at names around it.
    """
    full_key = (stem, key, result, tuple(arg.type for arg in args))
    known = None if key is None else b.side_table(_Functions).get(full_key)
    if known is not None:
        return k.call(known, result, *args)
    name = b.fresh(stem)
    params = tuple(Param(f"p{i}_", arg.type) for i, arg in enumerate(args))
    with b.procedure(stem, result, extra=params, name=name) as captured:
        value = make(*(k.var(p.name, p.type) for p in params))
        if value is not None:
            b.returns(value)
    if key is not None and not captured:
        b.side_table(_Functions)[full_key] = name
    return k.call(name, result, *(b.context(each) for each in captured), *args)


def once(b: Builder, stem: str, result: Type, args: tuple[Expr, ...], make: Callable[..., Expr]) -> Expr:
    """What `make` makes of the arguments, each of which is evaluated at most once."""
    if all(arg.op in LEAVES for arg in args):
        return make(*args)
    return function_with(b, stem, result, args, make)


# --- Arrays of numbers ----------------------------------------------------------------------------------


class SetInts(Ints):
    """An array in ascending order whose numbers are known as a set."""

    def members(self, b: Builder) -> Expr:
        """Its numbers."""
        raise NotImplementedError

    def repeats(self, b: Builder) -> bool:
        """May it hold a number several times?"""
        return False

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        with b.each(self.members(b)) as member:
            body(member)


class ListInts(Ints):
    """An array of a length known in advance."""

    def items_of(self, b: Builder) -> list[Expr]:
        """Its numbers."""
        raise NotImplementedError

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        for item in self.items_of(b):
            body(item)


def items_of(b: Builder, ints: Ints) -> list[Expr] | None:
    """The numbers of an array whose length is known in advance; None for others."""
    if isinstance(ints, IntsLiteral):
        return [item.lower(b) for item in ints.items]
    return ints.items_of(b) if isinstance(ints, ListInts) else None


def is_one_of(b: Builder, ints: Ints, value: Expr) -> Expr:
    """Is the number in the array?"""
    if isinstance(ints, SetInts):
        return k.has(ints.members(b), value)
    if isinstance(ints, IntsLiteral | ListInts):
        return once(
            b, "one_of", BOOL, (value,), lambda v: k.or_(*(k.eq(v, i) for i in items_of(b, ints) or ()))
        )

    def search(wanted: Expr) -> Expr:
        ints.lower_each(b, lambda item: b.emit(If(k.eq(item, wanted), (Return(k.TRUE),), span=b.span)))
        return k.FALSE

    return function_with(b, "one_of", BOOL, (value,), search)


def fold_items(b: Builder, ints: Ints, op: Op) -> Expr:
    """The sum, product, least or greatest of an array's numbers; of none: 0 (the product: 1)."""
    items = items_of(b, ints)
    if items:
        result = items[0]
        for item in items[1:]:
            result = arithmetic(op, result, item, span=b.span)
        return result
    start = 1 if op is Op.MUL else 0
    if items is not None:
        return k.int_(start)

    def run() -> Expr:
        total, seen = b.local("total"), b.local("seen")
        b.emit(Assign(total, k.int_(start), span=b.span))
        b.emit(Assign(seen, k.FALSE, span=b.span))
        so_far, any_yet = k.var(total, INT), k.var(seen, BOOL)

        def take(item: Expr) -> None:
            joined = Expr(op, INT, (so_far, item))
            b.emit(Assign(total, k.select(any_yet, joined, item), span=b.span))
            b.emit(Assign(seen, k.TRUE, span=b.span))

        ints.lower_each(b, take)
        return so_far

    return b.function("fold", INT, run)


def how_many(b: Builder, ints: Ints) -> Expr:
    """How many numbers the array has."""
    if isinstance(ints, SetInts) and not ints.repeats(b):
        return k.size(ints.members(b))
    items = items_of(b, ints)
    if items is not None:
        return k.int_(len(items))
    return count_items(b, ints, lambda item: k.TRUE)


def count_items(b: Builder, ints: Ints, condition: Callable[[Expr], Expr]) -> Expr:
    """For how many of the array's numbers the condition holds."""

    def run() -> Expr:
        number = b.local("number")
        b.emit(Assign(number, k.int_(0), span=b.span))
        so_far = k.var(number, INT)

        def take(item: Expr) -> None:
            with b.if_(condition(item)):
                b.emit(Assign(number, k.add(so_far, k.int_(1)), span=b.span))

        ints.lower_each(b, take)
        return so_far

    return b.function("count_items", INT, run)


def item_at(b: Builder, ints: Ints, index: Expr) -> Expr:
    """The number at a place, from 0; -1 where there is none."""
    if isinstance(ints, SetInts):
        return k.nth(ints.members(b), index)

    def run(wanted: Expr) -> Expr:
        number = b.local("number")
        b.emit(Assign(number, k.int_(0), span=b.span))
        so_far = k.var(number, INT)

        def take(item: Expr) -> None:
            b.emit(If(k.eq(so_far, wanted), (Return(item),), span=b.span))
            b.emit(Assign(number, k.add(so_far, k.int_(1)), span=b.span))

        ints.lower_each(b, take)
        return k.int_(-1)

    return function_with(b, "item", INT, (index,), run)
