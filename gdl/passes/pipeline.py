"""The pass pipeline: from a lowered program to what the engines run, as one list of named passes.

`PASSES` is the list, in order. A pass is a function from a program to a program; what it is called and what
it is for stand beside it, and `gdl show --passes` prints that. `prepare` runs them all. To find the pass that
is at fault, run them `without` some of them, or look at the program after each (`observe`).

Three of the passes are needed: engines know neither pieces nor Simultaneous regions, and what grows too large
is to be told. All others only make programs faster, and a program `prepare`d without them
(`simplified=False`) is the oracle for what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from time import perf_counter

from gdl.core.ops import Program
from gdl.core.verify import verify
from gdl.passes.detect_overflow import detect_overflow
from gdl.passes.incremental_connectivity import maintain_connectivity
from gdl.passes.layout import layout
from gdl.passes.lower_simultaneous import lower_simultaneous
from gdl.passes.mark_irreversible_moves import mark_irreversible_moves
from gdl.passes.occupancy import annotate_occupancy
from gdl.passes.simplify import SIMPLIFICATIONS, drop_unreached, fold_identical, simplify
from gdl.passes.strip_unplayed_moves import strip_unplayed_moves
from gdl.passes.symbolic_execution import execute_symbolically
from gdl.support.cpython import gc_paused, higher_recursion_limit
from gdl.support.values import frozen

#: The names of passes that are left out.
Without = Collection[str]


@frozen
class Pass:
    """A pass by its name (verb and object, or the technique's own), with what it is for in one line."""

    name: str
    purpose: str
    run: Callable[[Program, Without], Program]
    #: without it there is nothing that an engine could run, or something is not told
    needed: bool = False


@frozen
class Step:
    """A pass at work on one program; `seconds` is the wall-clock time it took."""

    done: Pass
    before: Program
    after: Program
    seconds: float


def _plain(pass_: Callable[[Program], Program]) -> Callable[[Program, Without], Program]:
    return lambda program, without: pass_(program)


def _simplify(program: Program, without: Without) -> Program:
    return simplify(program, without=without)


def _simplify_lowered(program: Program, without: Without) -> Program:
    return simplify(program, last=True, without=without)


PASSES: tuple[Pass, ...] = (
    Pass(
        "strip-unplayed-moves",
        "offers that are only asked about, never played, need no kind of move",
        _plain(strip_unplayed_moves),
    ),
    Pass(
        "drop-unreached",
        "procedures and kinds of moves that nothing reaches go; of those that are the same one stays",
        _plain(lambda program: fold_identical(drop_unreached(program))),
    ),
    Pass("simplify", "one round of the simplifications below, while pieces are still abstract", _simplify),
    Pass(
        "occupancy",
        "occupancy analysis: writes of pieces are annotated with what may stand there",
        _plain(annotate_occupancy),
    ),
    Pass(
        "symbolic-execution",
        "the best of some moves is told by their destinations, without playing them",
        _plain(execute_symbolically),
    ),
    Pass(
        "mark-irreversible-moves",
        "positions before a capture cannot come again, and need not be remembered",
        _plain(mark_irreversible_moves),
    ),
    Pass("layout", "pieces become fields: a number per site, a set per kind or owner", _plain(layout), True),
    Pass(
        "lower-simultaneous",
        "effects evaluated at entry become plain code, with copies only where needed",
        _plain(lower_simultaneous),
        True,
    ),
    Pass(
        "incremental-connectivity",
        "what is connected to a fixed region is kept from move to move",
        _plain(maintain_connectivity),
    ),
    Pass("simplify-lowered", "the simplifications below, until nothing changes", _simplify_lowered),
    Pass(
        "detect-overflow",
        "numbers that no range proves to fit in 64 bits are tested where they are worked out",
        _plain(detect_overflow),
        True,
    ),
)


def names() -> tuple[str, ...]:
    """The names of all passes and of the simplifications inside two of them, in order."""
    return (*(each.name for each in PASSES), *(each.name for each in SIMPLIFICATIONS))


def optional() -> tuple[str, ...]:
    """Those that a program can be prepared without."""
    needed = {each.name for each in PASSES if each.needed}
    return tuple(name for name in names() if name not in needed)


def prepare(
    program: Program,
    simplified: bool = True,
    without: Without = (),
    observe: Callable[[Step], None] | None = None,
) -> Program:
    """All passes in order, and the verifier at the end. `observe` is told of each step.

    Without `simplified` only the passes that are needed: nothing is made faster. Raises InternalError for a
    program that is not well formed.
    """
    if not simplified:
        without = optional()
    with higher_recursion_limit(), gc_paused():
        if not simplified:  # what comes out is verified in any case; what goes in where nothing is done to it
            verify(program)
        for each in PASSES:
            if each.name in without:
                continue
            began, before = perf_counter(), program
            program = each.run(program, without)
            if observe is not None:
                observe(Step(each, before, program, perf_counter() - began))
        return verify(program)
