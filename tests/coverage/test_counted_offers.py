"""Instrumentation of decisions by itself: core text before, core text with counters after."""

from __future__ import annotations

from gdl.core.ops import Stmt
from gdl.core.printer import show_proc
from gdl.core.walk import map_program
from gdl.passes.instrument import instrument
from gdl.passes.profile import Counter, Profile, What
from gdl.source.text import NOWHERE, Source, Span
from gdl.support.values import evolve
from tests.passes.fixtures import whole_program

HERE = Span(Source("one decision", "(here)"), 0, 6)
BEFORE = """
kind 1 Drop (add): play_drop(s) s -> s
kind 2 Raise (move): play_raise(n, s) -1 -> s

generator moves():
    priority:
      first of:
        generate drops(3)
        offer 2(1) to owned(1)
      first of:
        if (@mover == 1):
            offer 1() to {0-8}

generator drops(n: Int):
    offer 1() to (occupied() & {4})

proc play_drop(s: Int):
    put 1 at s

proc play_raise(n: Int, s: Int):
    put n at s
"""
#: The words of its counters are put in for their names.
AFTER = """
generator moves():
    priority:
      first of:
        if any_move[drops](3):
            tally seen[PART_0]
        generate drops(3)
        offered.1 = owned(1)
        if some(offered.1):
            tally seen[OFFERED]
        if some(offered.1):
            tally seen[PART_0]
        offer 2(1) to offered.1
      first of:
        if (@mover == 1):
            offered.2 = {0-8}
            if some(offered.2):
                tally seen[OFFERED]
            if some(offered.2):
                tally seen[PART_1]
            offer 1() to offered.2
"""


def test_of_a_priority_it_is_counted_which_part_has_a_move() -> None:
    def placed(stmt: Stmt) -> tuple[Stmt, ...]:
        return (evolve(stmt, span=HERE),)

    profile = Profile()
    made = instrument(map_program(whole_program(BEFORE), on_stmt=placed), profile)
    (moves,) = (proc for proc in made.procs if proc.name == "moves")
    words = {"OFFERED": Counter(What.OFFERED, HERE)}
    words |= {f"PART_{number}": Counter(What.PART, HERE, number) for number in range(2)}
    wanted = AFTER
    for name, counter in words.items():
        wanted = wanted.replace(name, str(profile.seen[counter]))
    assert show_proc(moves).strip() == wanted.strip()


def test_a_counter_is_of_one_thing_at_its_place() -> None:
    """Of which kind, and whose, is 0 where nothing is said of it; each has a word, always the same."""
    assert Counter(What.OFFERED) == Counter(What.OFFERED, NOWHERE, 0, 0) != Counter(What.OFFERED, HERE)
    profile = Profile()
    each = [Counter(What.PART, HERE), Counter(What.PART, HERE, 1), Counter(What.OFFERED), Counter(What.MOVED)]
    assert [profile.word(counter) for counter in (*each, *each)] == [0, 1, 2, 0] * 2
    assert list(profile.seen) == each[:3] and list(profile.acts) == each[3:]
