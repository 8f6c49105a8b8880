"""What is refused before it runs: loops that take too long whatever happens, or lie too deep in loops."""

from __future__ import annotations

from gdl.analyses.unavoidable_steps import UnavoidableSteps
from gdl.core.ops import Block, Program, Put
from gdl.core.walk import blocks_of, statements
from gdl.source.budget import nested_too_deep, rounded, spend
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Span

#: A procedure may take so many steps that nothing can save; of known games the most is some fifty.
MAX_STEPS = 1_000_000

#: Loops may lie so deep in each other, through all that is called. CPython compiles twenty blocks in each
#: other (CO_MAXBLOCKS), and inlining puts procedures where they are called; of known games the most is 17.
MAX_LOOPS = 18


#: What it takes for each component to put a piece where any may stand: it is taken out of the set of each.
PUT = 150


def charge_puts(program: Program, place: Span) -> None:
    """Charge what layout will make of the writes of pieces: as many for each as there are components. Raises
    TooLarge."""
    puts = sum(
        isinstance(stmt, Put) and not stmt.fresh for proc in program.procs for stmt in statements(proc.body)
    )
    spend(PUT * puts * len(program.owners), "the pieces put on sites", place)


def check_steps(program: Program, mistakes: list[Diagnostic]) -> None:
    """Note the first rule that cannot but take too long, and the first whose loops are nested too deep."""
    bounds = UnavoidableSteps(program)
    for proc in program.procs:
        steps = bounds.steps(proc.name)
        if steps > MAX_STEPS:
            mistakes.append(_too_long(steps, _longest(proc.body, bounds)))
            break
    for proc in program.procs:
        if bounds.depth(proc.name) > MAX_LOOPS:
            mistakes.append(nested_too_deep(_deepest(proc.body, bounds)))
            break


def _too_long(steps: int, place: Span) -> Diagnostic:
    about = f"{rounded(steps)} steps" if steps < 1 << 62 else "steps without number"
    return Diagnostic(
        "E0430",
        f"this takes too long: at least {about}, whatever is played",
        place,
        help=("count to less, or go through fewer sites in each other",),
        notes=(f"what a rule always does may take {rounded(MAX_STEPS)} steps",),
    )


def _longest(block: Block, bounds: UnavoidableSteps) -> Span:
    """Where the statement stands that takes most of a block's time, as far out as one has a place."""
    most = max(block, key=bounds.stmt)
    if most.span is not NOWHERE:
        return most.span
    inner = [inside for inside in blocks_of(most) if inside]
    return _longest(max(inner, key=bounds.block), bounds) if inner else NOWHERE


def _deepest(block: Block, bounds: UnavoidableSteps) -> Span:
    """The same, of the statement whose loops are nested most."""
    most = max(block, key=bounds.loops)
    if most.span is not NOWHERE:
        return most.span
    inner = [inside for inside in blocks_of(most) if inside]
    return _deepest(max(inner, key=lambda b: max(map(bounds.loops, b))), bounds) if inner else NOWHERE
