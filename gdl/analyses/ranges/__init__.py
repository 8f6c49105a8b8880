"""Value-range analysis: which whole numbers an expression can give, by interval arithmetic with widening.

    for s in {0-8}:                       after.s:  0..8
        @next = (s - 1)         =>        @next:    -1..7

One range for each field, parameter, local and result, found together by going round until nothing grows.
What grows for ever is widened in steps: to the sites or the highest stack, then to 32 bits, then to all
numbers. It tells an engine which tests of bounds it may leave out. `facts` collects what is to be solved,
`values` has what comes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.analyses.ranges.facts import Fact as Fact
from gdl.analyses.ranges.facts import Telling as Telling
from gdl.analyses.ranges.facts import facts_of as facts_of
from gdl.analyses.ranges.values import ALL as ALL
from gdl.analyses.ranges.values import LEAST as LEAST
from gdl.analyses.ranges.values import MOST as MOST
from gdl.analyses.ranges.values import Key as Key
from gdl.analyses.ranges.values import Local as Local
from gdl.analyses.ranges.values import Range as Range
from gdl.analyses.ranges.values import Ranges as Ranges
from gdl.analyses.ranges.values import Result as Result
from gdl.analyses.ranges.values import fits as fits
from gdl.analyses.ranges.values import join as join
from gdl.core.ops import INT, Program


def find_ranges(program: Program) -> Ranges:
    """The ranges of a program."""
    return settled(program, facts_of(program))


def settled(
    program: Program,
    facts: Sequence[Telling],
    promised: Mapping[Key, Range] | None = None,
    steps: Sequence[int] = (),
) -> Ranges:
    """Ranges that take in what all facts say, and what is promised of keys that no fact is about.

    `steps` are further ones that what grows is widened to.
    """
    ranges = Ranges(program, searching=True)
    for f in program.fields:
        if f.name == "mover":  # a promise of every program
            ranges.known[f] = (1, program.players)
        elif f.type is INT:
            ranges.known[f] = (int(f.initial), int(f.initial))
    ranges.known.update(promised or {})
    constrained = {fact.key for fact in facts}
    entries = {p.name for p in program.procs if p.entry}
    for proc in program.procs:
        for param in proc.params:
            key = Local(proc.name, param.name)
            if param.type is INT and (proc.name in entries or key not in constrained):
                ranges.known[key] = ALL  # called by somebody else
    if not _settle(ranges, facts, steps):
        ranges.known.clear()
    ranges.searching = False
    return ranges


#: After so many rounds without an end nothing is known; after the first few, what still grows is widened.
_ROUNDS, _EXACT_ROUNDS = 200, 3


def _settle(ranges: Ranges, facts: Sequence[Telling], further: Sequence[int]) -> bool:
    """Go round until nothing grows, looking again only at facts about what has grown. Whether that ended."""
    program, known, asked = ranges.program, ranges.known, ranges.asked
    sites = program.sites
    heights = {program.stack_limit} if program.stacks else set()
    steps = sorted(
        {-1, 0, 1, program.players, sites - 1, sites, (1 << 31) - 1, LEAST, MOST, *heights, *further}
    )
    readers: dict[Key, set[int]] = {}
    waiting = bytearray(b"\1") * len(facts)
    for round_ in range(_ROUNDS):
        at = waiting.find(1)
        if at < 0:
            return True
        while at >= 0:
            waiting[at] = 0
            fact = facts[at]
            new = fact.range(ranges)
            for key in asked:
                readers.setdefault(key, set()).add(at)
            asked.clear()
            if new is not None:
                old = known.get(fact.key)
                joined = join(old, new if fits(new) else ALL)
                if joined is not None and joined != old:
                    known[fact.key] = joined if round_ < _EXACT_ROUNDS else _widened(old, joined, steps)
                    for reader in readers.get(fact.key, ()):
                        waiting[reader] = 1
            at = waiting.find(1, at + 1)
    return False


def _widened(old: Range | None, new: Range, steps: list[int]) -> Range:
    """Grow to the next step, so that the search ends."""
    low, high = new
    if old is None or low < old[0]:
        low = max(s for s in steps if s <= low)
    if old is None or high > old[1]:
        high = min(s for s in steps if s >= high)
    return low, high
