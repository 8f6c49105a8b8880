"""Makes core programs smaller and faster without changing what they mean.

Each family of rewrites has a file: `numbers`, `sets`, `conditions`, `lines` rewrite single expressions,
`blocks` and `writes` statements, `inline` puts small procedures in place of their calls, `prune` drops what
nothing uses, `share` (last) works out once what stands several times. They go round until nothing changes.
The last time, `lift` turns loops into whole-set work, and `exclusive` brings offers under the same condition
together.
"""

from __future__ import annotations

from gdl.core.lift import lift
from gdl.core.ops import Proc, Program
from gdl.core.ranges import find_ranges
from gdl.core.simplify.blocks import simplify_blocks
from gdl.core.simplify.exclusive import exclusive
from gdl.core.simplify.inline import inline
from gdl.core.simplify.made import Made
from gdl.core.simplify.prune import prune, reached
from gdl.core.simplify.rewrite import Rewriter
from gdl.core.simplify.rules import RULES
from gdl.core.simplify.share import share
from gdl.identity import IdentitySet

#: More rounds than any program needs; each only goes on where the one before changed something.
ROUNDS = 12
#: Before `layout` that much is enough: what is left is found again in its fields.
FIRST_ROUNDS = 1


def simplify(program: Program, last: bool = False) -> Program:
    """All rewrites. The `last` time, what stands several times is put in locals too."""
    settled = IdentitySet[Proc]()
    rewriter = Rewriter(RULES, Made(program))
    for _ in range(ROUNDS if last else FIRST_ROUNDS):
        before = program
        rewritten = rewriter.rewrite(program, find_ranges(program), settled)
        program = inline(simplify_blocks(rewritten, settled))
        program = prune(exclusive(lift(program, settled)) if last else program)
        if program is before:
            break
        earlier = IdentitySet(before.procs)
        settled = IdentitySet(p for p in program.procs if p in earlier)
    return share(program) if last else program


__all__ = ["inline", "prune", "reached", "share", "simplify", "simplify_blocks"]
