"""Late endings: of each part of an ending's condition, how often it held, and how often before the move."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.core import make as k
from gdl.core.intrinsics import Tally
from gdl.core.ops import BOOL, INT, If, Param, Proc, Return, Store
from gdl.passes.instrument import profile_late
from gdl.passes.profile import NOTING, SEEN, Counter, Profile, What
from gdl.source.text import Source, Span
from interpreter.coverage.play import Observed, observe
from interpreter.game.image import Recipe
from tests.core.core_programs import MOVER, program

#: Players put stones on nine cells in turn: after the seventh ply the first player has four, after the eighth
#: the second.
GAME = """(game "Late" (players 2)
  (equipment {{(board (square 3)) (piece "Stone" Each)}})
  (rules (play (move Add (to (sites Empty)))) (end {ending})))
"""

ENDINGS = {
    # condition: of each part whether it holds when the game ends, and held before
    "(= 4 (count Pieces Mover))": [(True, False)],
    "(= 4 (count Pieces Next))": [(True, True)],
    "(or (= 4 (count Pieces Next)) (= 9 (count Pieces All)))": [(True, True), (False, False)],
    "(or {(= 2 (count Pieces P2)) (= 3 (count Pieces Mover)) (= 1 (count Pieces Next))})": [
        (False, False), (False, False), (True, True),
    ],
    "(and (= 4 (count Pieces Next)) (= 4 (count Pieces Mover)))": [(True, False)],
    "(not (< (count Pieces Next) 4))": [(True, True)],
}  # fmt: skip


def seen(ending: str, folder: Path) -> Observed:
    path = folder / "late.lud"
    path.write_text(GAME.format(ending=ending), encoding="utf-8")
    return observe(Recipe(str(path), (), ()), 60.0, 1, 40)


@pytest.mark.parametrize("condition", ENDINGS)
def test_parts_that_held_before_the_move(condition: str, tmp_path: Path) -> None:
    observed = seen(f"(if {condition} (result Mover Win))", tmp_path)
    found: dict[tuple[What, int], int] = {}
    for counter, count in observed.counts.items():
        found[counter.what, counter.number] = count.games
    games = observed.all.games
    told = [
        tuple(found[what, number] == games for what in (What.SO, What.LATE))
        for number in range(len(ENDINGS[condition]))
    ]
    assert told == ENDINGS[condition]
    assert {found[what, n] for what in (What.SO, What.LATE) for n in range(len(told))} <= {0, games}
    assert (What.SO, len(told)) not in found


def test_an_ending_within_an_ending_is_not_asked_by_itself(tmp_path: Path) -> None:
    observed = seen("(if (is Full) (if (= 4 (count Pieces Next)) (result Mover Win)))", tmp_path)
    assert not [c for c in observed.counts if c.what is What.SO]


def test_what_asks_for_moves_is_not_asked_again(tmp_path: Path) -> None:
    observed = seen("(if (or (no Moves Next) (= 4 (count Pieces Next))) (result Mover Win))", tmp_path)
    numbers = sorted(c.number for c in observed.counts if c.what is What.SO)
    assert numbers == [1]


def test_only_what_counts_nothing_is_asked_again() -> None:
    """A condition that calls: a plain procedure, one that counts, one that calls such a one."""
    place = Span(Source("late.lud", "(result)"), 0, 8)
    noted = Proc(
        NOTING,
        (Param("holds", INT), Param("fails", INT), Param("made", BOOL)),
        (Tally(SEEN, k.var("holds", INT)), Return(k.var("made", BOOL))),
        BOOL,
    )
    two = k.eq(k.field(MOVER), k.int_(2))

    def note(made: object) -> object:
        return k.call(NOTING, BOOL, k.int_(0), k.int_(1), made)  # type: ignore[arg-type]

    plain = Proc("plain", (), (Return(two),), BOOL)
    counting = Proc("counting", (), (Return(note(two)),), BOOL)  # type: ignore[arg-type]
    around = Proc("around", (), (Return(k.call("counting", BOOL)),), BOOL)
    for name, asked in (("plain", True), ("counting", False), ("around", False)):
        profile = Profile()
        result = Counter(What.RESULT, place)
        condition = note(k.call(name, BOOL))
        profile.endings[place] = condition  # type: ignore[assignment]
        after = Proc("after", (), (If(condition, (profile.tally(result),)),))  # type: ignore[arg-type]
        before = program([after, plain, counting, around, noted])
        made = profile_late(before, profile)
        assert (made is not before) == asked
        if asked:
            turn = next(proc for proc in made.procs if proc.name == "turn")
            (look,) = turn.body
            assert isinstance(look, Store) and look.value == k.call("plain", BOOL)
            assert look.field in made.fields and not look.field.position
            (choice,) = next(proc for proc in made.procs if proc.name == "after").body
            assert isinstance(choice, If) and len(choice.then) == 2  # the result, and what was so
    assert profile_late(before, Profile()) is before


def test_conditions_with_variables_of_their_own_are_left_alone() -> None:
    place = Span(Source("late.lud", "(result)"), 0, 8)
    profile = Profile()
    profile.endings[place] = k.eq(k.var("player", INT), k.int_(2))
    made = program([])
    assert profile_late(made, profile) is made
