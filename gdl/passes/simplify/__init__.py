"""Simplification: the passes that make core programs smaller and faster without changing what they mean.

    if some(call[nothing]()):        =>        (nothing)
        @over = True

`SIMPLIFICATIONS` lists them by name. They go round until nothing changes (a fixed point). Rewrite rules for
expressions have a file for each family: `numbers`, `sets`, `comprehensions`, `lines`, ...; `blocks` and
`writes` have those for statements.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from gdl.analyses.ranges import find_ranges
from gdl.core.ops import Op, Proc, Program
from gdl.passes.simplify import comprehensions, lines, numbers, partial_evaluation, sets
from gdl.passes.simplify.blocks import simplify_statements
from gdl.passes.simplify.constant_pool import ConstantPool
from gdl.passes.simplify.eliminate_common_subexpressions import eliminate_common_subexpressions
from gdl.passes.simplify.eliminate_dead_code import drop_unreached, eliminate_dead_code, fold_identical
from gdl.passes.simplify.inline import inline
from gdl.passes.simplify.merge_branches import merge_branches
from gdl.passes.simplify.rewrite import Rewriter, Rule
from gdl.passes.vectorise_loops import vectorise_loops
from gdl.support.identity import IdentitySet
from gdl.support.values import define, field, frozen

#: The rewrite rules by the operation that they begin with, of all families.
RULES: dict[Op, tuple[Rule, ...]] = {}
for _family in (numbers, sets, comprehensions, partial_evaluation, lines):
    for _op, _rules in _family.RULES.items():
        RULES[_op] = (*RULES.get(_op, ()), *_rules)

#: More rounds than any program needs; each only goes on where the one before changed something.
ROUNDS = 12
#: Before `layout` that much is enough: what is left is found again in its fields.
FIRST_ROUNDS = 1


@define
class Round:
    """What the simplifications of one round share."""

    rewriter: Rewriter
    #: procedures (by identity) that the round before left as they were
    settled: IdentitySet[Proc] = field(factory=IdentitySet)


@frozen
class Simplification:
    """A simplification by its name, with what it is for in one line; `last`: only where `layout` is done."""

    name: str
    purpose: str
    run: Callable[[Program, Round], Program]
    last: bool = False


def _rewrite(program: Program, round_: Round) -> Program:
    return round_.rewriter.rewrite(program, find_ranges(program), round_.settled)


SIMPLIFICATIONS: tuple[Simplification, ...] = (
    Simplification(
        "rewrite-expressions",
        "algebraic simplification, constant folding and partial evaluation, by rules",
        _rewrite,
    ),
    Simplification(
        "simplify-statements",
        "copy propagation, dead stores, branches and loops that are known",
        lambda program, round_: simplify_statements(program, round_.settled),
    ),
    Simplification(
        "inline", "small procedures stand where they are called", lambda program, round_: inline(program)
    ),
    Simplification(
        "vectorise-loops",
        "what is said of each piece is done for all of them at once",
        lambda program, round_: vectorise_loops(program, round_.settled),
        last=True,
    ),
    Simplification(
        "merge-branches",
        "statements under the same condition come together",
        lambda program, round_: merge_branches(program),
        last=True,
    ),
    Simplification(
        "eliminate-dead-code",
        "procedures, kinds, tables and fields that nothing uses go",
        lambda program, round_: eliminate_dead_code(program),
    ),
    Simplification(
        "eliminate-common-subexpressions",
        "what stands several times is worked out once (at the end, once)",
        lambda program, round_: eliminate_common_subexpressions(program),
        last=True,
    ),
)
_ROUND, _AT_THE_END = SIMPLIFICATIONS[:-1], SIMPLIFICATIONS[-1]


def simplify(program: Program, last: bool = False, without: Container[str] = ()) -> Program:
    """All simplifications but those `without` which it is to be; the `last` time to a fixed point."""
    round_ = Round(Rewriter(RULES, ConstantPool(program)))
    these = [each for each in _ROUND if each.name not in without and (last or not each.last)]
    # how many in a row, up to this one, have left the program as it was
    idle = 0
    for _ in range(ROUNDS if last else FIRST_ROUNDS):
        before = program
        for each in these:
            made = each.run(program, round_)
            idle, program = (idle + 1 if made is program else 0), made
            if idle >= len(these):
                break
        if idle >= len(these):
            break
        earlier = IdentitySet(before.procs)
        round_.settled = IdentitySet(p for p in program.procs if p in earlier)
    if last and _AT_THE_END.name not in without:
        program = _AT_THE_END.run(program, round_)
    return program


__all__ = [
    "SIMPLIFICATIONS",
    "drop_unreached",
    "eliminate_common_subexpressions",
    "eliminate_dead_code",
    "fold_identical",
    "inline",
    "simplify",
    "simplify_statements",
]
