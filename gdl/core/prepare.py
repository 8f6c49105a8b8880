"""From a lowered program to what the engines run."""

from __future__ import annotations

from gdl.core.asked import asked
from gdl.core.depth import deep
from gdl.core.effects import effects
from gdl.core.foresee import foresee
from gdl.core.joined import joined
from gdl.core.known import known
from gdl.core.known.vanishing import vanishing
from gdl.core.layout import layout
from gdl.core.ops import Program
from gdl.core.simplify import reached, simplify
from gdl.core.uncollected import uncollected
from gdl.core.verify import verify


def prepare(program: Program, simplified: bool = True) -> Program:
    """All passes in order. Without `simplified` nothing is made faster: the oracle for what is."""
    with deep(), uncollected():
        # What comes out is verified, below; what goes in too where nothing is done to it before.
        if simplified:
            program = vanishing(foresee(known(simplify(reached(asked(program))))))
        else:
            verify(program)
        program = effects(layout(program))
        if simplified:
            program = simplify(joined(program), last=True)
        return verify(program)
