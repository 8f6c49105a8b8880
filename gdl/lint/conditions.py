"""Conditions that always or never hold."""

from __future__ import annotations

import itertools
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator

from gdl.core import make as k
from gdl.core.ops import MIRRORED, Expr, Op
from gdl.lint.notes import Lowered
from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, is_all, is_any
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.ludemes.comparisons import CompareNumbers
from gdl.ludemes.connectives import SeveralConditions
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span
from gdl.support.printable import one_line
from gdl.words.words import RoleType

#: So many comparisons of a list are held against each other.
MOST_COMPARED = 12
#: Numbers beyond these are no help.
MOST = 1 << 31


def _constant(subject: Subject) -> Iterator[Diagnostic]:
    """By constant folding, value ranges, occupancy, and by going through the cases."""
    reported: defaultdict[Source, list[tuple[int, int]]] = defaultdict(list)
    for several in sorted(
        subject.each_written(subject.rules(BoolExpr)), key=lambda each: each[0].span.end - each[0].span.start
    ):
        condition = several[0]
        span = condition.span
        if (
            isinstance(condition, BoolLiteral)
            or _any_within(reported[span.source], span)
            or _says_so(condition)
        ):
            continue
        result = {verdict(subject, each) for one in several for each in subject.played(one)}
        if len(result) != 1 or None in result:
            continue
        insort(reported[span.source], (span.start, span.end))
        yield _always(condition) if result.pop() else _never(subject, condition)


def _beyond_zero(subject: Subject) -> Iterator[Diagnostic]:
    """Comparisons of what is counted with zero that hold whatever is counted, in the files beside, too: it is
    so in every game that uses them."""
    reported: set[Span] = set()
    for each in subject.all(CompareNumbers):
        first, second, op = each.first, each.second, each.op
        if isinstance(first, IntLiteral):
            first, second, op = second, first, MIRRORED[op]
        zero = isinstance(second, IntLiteral) and second.value == 0
        if (
            first.below_zero
            or not zero
            or not subject.beside(each)
            or op not in (Op.GE, Op.LT)
            or each.span in reported
        ):
            continue
        reported.add(each.span)
        code, what = ("W0601", "always") if op is Op.GE else ("W0600", "never")
        yield finding(
            code, f"this {what} holds", each.span, "what is counted is never below zero",
            "see what it compares: another number, or `<` for `<=`",
        )  # fmt: skip


def _complementary(subject: Subject) -> Iterator[Diagnostic]:
    """Disjunctions of a condition and its negation, and conjunctions, in the files beside, too."""
    for several in by_place(each for each in subject.all(BoolExpr) if is_any(each) or is_all(each)):
        whole = several[0]
        if not subject.beside(whole):
            continue
        # what arguments put in is this game's, and may be otherwise in another
        parts = [each for each in whole.operands() if each.span.within(whole.span)]
        texts = {each.span.text for each in parts}
        both = [
            denied for each in parts if (denied := each.denied()) is not None and denied.span.text in texts
        ]
        if both:
            code, what = ("W0601", "always") if is_any(whole) else ("W0600", "never")
            yield finding(
                code, f"this {what} holds: {both[0].span.text} stands in it with `not` and without",
                whole.span, f"{what} so", "see what one of the two is to ask",
            )  # fmt: skip


def _says_so(condition: BoolExpr) -> bool:
    """Is it always so because True or False stands in it? That is a choice of whoever wrote it."""
    return any(isinstance(each, BoolLiteral) for each in ludemes_in(condition))


def verdict(subject: Subject, lowered: Lowered) -> bool | None:
    """Whether a condition always or never holds where it was lowered."""
    condition = lowered.value
    assert isinstance(condition, Expr)
    known = subject.answers.holds(condition, lowered.proc)
    if known is not None or condition.op not in (Op.AND, Op.OR, Op.XOR, Op.NOT, Op.SELECT):
        return known
    cases = subject.cases(lowered.proc)
    if not cases.possible(condition):
        return False
    if not cases.possible(Expr(Op.NOT, condition.type, (condition,))):
        return True
    return None


def _implied(subject: Subject) -> Iterator[Diagnostic]:
    """Comparisons beside one that holds wherever they do, in an `or`; or that they hold wherever it does, in
    an `and`."""
    for several in subject.each_written(subject.rules(SeveralConditions)):
        whole = several[0]
        parts = [each for each in whole.operands() if each.compares and subject.written(each)]
        if len(several) > 1 or len(parts) < 2:
            continue
        for part, other in itertools.permutations(parts[:MOST_COMPARED], 2):
            if _makes_no_difference(subject, whole, part, other):
                yield finding(
                    "W0606", f"this makes no difference beside `{one_line(other.span.text)}`", part.span,
                    "said by the other, too", "see which number and which comparison are meant",
                )  # fmt: skip
                break


def _makes_no_difference(subject: Subject, whole: SeveralConditions, part: BoolExpr, other: BoolExpr) -> bool:
    result = [subject.lowered(each) for each in (part, other)]
    if not result[0] or len(result[0]) != len(result[1]):
        return False
    return all(
        _implies(subject, whole, one, two) for one, two in zip(*result, strict=True) if one.proc == two.proc
    )


def _implies(subject: Subject, whole: SeveralConditions, part: Lowered, other: Lowered) -> bool:
    one, two = part.value, other.value
    if not isinstance(one, Expr) or not isinstance(two, Expr) or one == two:
        return False
    cases = subject.cases(part.proc)
    if is_any(whole):
        return cases.possible(one) and not cases.possible(one, k.not_(two))
    return is_all(whole) and cases.possible(two) and not cases.possible(two, k.not_(one))


def _any_within(places: list[tuple[int, int]], outer: Span) -> bool:
    """Is one of these places inside of another? Of none that was told lies any within another, so the first
    that begins no earlier is the first to end, too."""
    at = bisect_left(places, (outer.start, 0))
    return at < len(places) and places[at][1] <= outer.end


def _never(subject: Subject, condition: BoolExpr) -> Diagnostic:
    numbers = _numbers(subject, condition)
    help = "see what it compares or asks about: it cannot be so in any position that comes"
    return finding("W0600", "this never holds", condition.span, "always false", *(numbers or (help,)))


def _numbers(subject: Subject, condition: BoolExpr) -> tuple[str, ...]:
    """Between which numbers lies what is compared, where that can be said."""
    ranges = []
    for number in condition.compared() or ():
        if isinstance(number, IntLiteral | RoleType):
            continue
        result = [subject.decisions.range(each.value, each.proc) for each in subject.lowered(number)
                 if isinstance(each.value, Expr)]  # fmt: skip
        low, high = min((r[0] for r in result), default=0), max((r[1] for r in result), default=MOST)
        if low > -MOST and high < MOST:
            text = number.span.text
            ranges.append(f"`{text}` is always {low}" if low == high else f"`{text}` is {low} to {high}")
    return tuple(ranges)


def _always(condition: Ludeme) -> Diagnostic:
    if isinstance(condition, BoolExpr) and condition.denied() is not None:
        help = "what stands in it never holds"
    else:
        help = "leave it out, or see what it compares or asks about: it is so in every position that comes"
    return finding("W0601", "this always holds", condition.span, "always true", help)


RULES = (
    Rule("W0600", _constant, last=True),
    Rule("W0606", _implied, last=True),
    Rule("W0600", _beyond_zero),
    Rule("W0600", _complementary),
)
