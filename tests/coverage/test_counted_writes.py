"""Effect profiling by itself: one write, the state before it -> what is counted, and whose it is.

Every statement of the move that is played stands at one place; what is counted is added up in a field, which
a procedure tells.
"""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Iterable, Mapping

import pytest

from gdl.core import make as k
from gdl.core.intrinsics import Tally
from gdl.core.ops import (
    SITES,
    Adjust,
    Expr,
    If,
    MovePiece,
    Program,
    Put,
    Simultaneous,
    Stmt,
    Store,
    Table,
    Take,
)
from gdl.core.walk import map_program, statements
from gdl.passes.count_effects import Whose, count_changes, profile_effects
from gdl.passes.profile import Counter, Profile, What
from gdl.source.text import NOWHERE, Source, Span
from gdl.support.values import evolve
from interpreter.engines.python import PythonEngine
from tests.passes.fixtures import whole_program

SOURCE = Source("one move", "(here) (region)")
HERE, REGION = Span(SOURCE, 0, 6), Span(SOURCE, 7, 15)
WORDS = 99
#: Sites 9 and 10 are the players' hands, 11 is everybody's.
HANDS = {1: 1 << 9, 2: 1 << 10, 3: 1 << 11}
#: Piece 3 is nobody's, piece 4 everybody's.
GAME = """
program 'Writes': PLAYERS players, 12 sites
component 1 of 1
component 2 of 2
component 3 of 0
component 4 of 3
field told: Int[99] = 0
field score: Int[4] = 0
field pot: Int = 7
field hot: Float = 0.5
field marks: Sites = {1 2}
field rows: Sites[3] = {1 2}
field flag: Bool = False
field to_clear: Sites = {}
kind 1 Act (add): play_act(s) s -> s
EXTRA

proc start():
    START

generator moves():
    offer 1() to {0}

proc play_act(s: Int):
    ACT

entry proc tell(n: Int) -> Int:
    return @told[n]
"""
OWN, OTHERS, NEUTRAL, MOVED = Whose.OWN, Whose.OTHERS, Whose.NEUTRAL, Whose.MOVED
CHANGED, LOST, COVERED, REPLACED = What.CHANGED, What.LOST, What.COVERED, What.REPLACED
FOUND_NONE = What.FOUND_NONE
TO_HAND, FROM_HAND, STRANDED = What.TO_HAND, What.FROM_HAND, What.STRANDED
GIVEN, CLAIMED, SCORED, FINED = What.HANDED_OVER, What.CLAIMED, What.SCORED, What.FINED
Seen = tuple[What, int]


def program_of(act: str, start: str = "@pot = 7", extra: str = "", players: int = 2) -> Program:
    text = GAME.replace("PLAYERS", str(players)).replace("EXTRA", extra)
    text = text.replace("START", start.replace("; ", "\n    ")).replace("ACT", act.replace("; ", "\n    "))

    def placed(stmt: Stmt) -> tuple[Stmt, ...]:
        return (evolve(stmt, span=HERE),)

    return map_program(whole_program(text), on_stmt=placed)


def counted(
    program: Program,
    hands: Mapping[int, int] = HANDS,
    regions: Mapping[Span, Expr] | None = None,
    unplayed: Iterable[str] = (),
) -> Times[Counter]:
    """How often everything is counted when the game begins and the move is played."""
    profile = Profile(regions=dict(regions or {}))
    made = profile_effects(program, profile, hands, set(unplayed))
    told = next(field for field in made.fields if field.name == "told")

    def added_up(stmt: Stmt) -> tuple[Stmt, ...]:
        return (Adjust(told, stmt.index, k.int_(1)),) if isinstance(stmt, Tally) else (stmt,)

    engine = PythonEngine(map_program(made, on_stmt=added_up))
    state = engine.start(1)
    state = engine.play(state, next(move for move in engine.legal_moves(state) if move[0] == 1))
    assert len(profile.acts) < WORDS and not profile.seen
    times = {counter: engine.call(state, "tell", word) for counter, word in profile.acts.items()}
    return Times({counter: number for counter, number in times.items() if number})


def seen(act: str, start: str = "@pot = 7", extra: str = "", players: int = 2) -> set[Seen]:
    """What one move counts, each once, and at its place."""
    found = counted(program_of(act, start, extra, players))
    assert set(found.values()) <= {1} and {counter.span for counter in found} <= {HERE}
    return {(counter.what, counter.number) for counter in found}


@pytest.mark.parametrize(
    "start, act, expected",
    [
        # values: whether they are others than before
        ("@pot = 7", "@pot = 7", ()),
        ("@pot = 7", "@pot = 8", ((CHANGED, 0),)),
        ("@pot = 7", "@pot += 0", ()),
        ("@pot = 7", "@pot += 1", ((CHANGED, 0),)),
        ("@pot = 7", "@hot += 0.0", ()),
        ("@pot = 7", "@hot += 1.0", ((CHANGED, 0),)),
        ("@pot = 7", "@marks |= {1}", ()),
        ("@pot = 7", "@marks |= {2 3}", ((CHANGED, 0),)),
        ("@pot = 7", "@marks \\= {3}", ()),
        ("@pot = 7", "@marks \\= {2 3}", ((CHANGED, 0),)),
        ("@rows[1] = {3}", "@rows[1] |= {1}", ((CHANGED, 0),)),
        ("@rows[1] = {3}", "@rows[1] |= {3}", ()),
        ("@rows[1] = {3}", "@rows[2] |= {3}", ((CHANGED, 0),)),
        ("@rows[1] = {3}", "@rows[1] \\= {1}", ()),
        ("@rank[1] = 1.0; put 2 at 2", "@flag = True", ((CHANGED, 0),)),  # no end of the game
        # points: who gets them, or loses them
        ("@score[1] = 3", "@score[1] = 3", ()),
        ("@score[1] = 3", "@score[1] = 5", ((CHANGED, 0), (SCORED, OWN))),
        ("@score[1] = 3", "@score[1] = 2", ((CHANGED, 0), (FINED, OWN))),
        ("@score[1] = 3", "@score[2] = 1", ((CHANGED, 0), (SCORED, OTHERS))),
        ("@score[1] = 3", "@score[2] += -1", ((CHANGED, 0), (FINED, OTHERS))),
        ("@score[1] = 3", "@score[0] += 1", ((CHANGED, 0), (SCORED, NEUTRAL))),
        ("@score[1] = 3", "@score[3] += 1", ((CHANGED, 0), (SCORED, NEUTRAL))),
        ("@score[1] = 3", "@told[90] += 1", ((CHANGED, 0),)),  # no points
        # pieces that are taken: whose
        ("put 1 at 5", "take {6}", ((FOUND_NONE, 0),)),
        ("put 1 at 5", "take {5}", ((CHANGED, 0), (LOST, OWN))),
        ("put 2 at 5", "take {5}", ((CHANGED, 0), (LOST, OTHERS))),
        ("put 3 at 5", "take {5}", ((CHANGED, 0), (LOST, NEUTRAL))),
        ("put 4 at 5", "take {5}", ((CHANGED, 0), (LOST, NEUTRAL))),
        ("put 1 at 5; put 2 at 6", "take {4-6}", ((CHANGED, 0), (LOST, OWN), (LOST, OTHERS))),
        ("put 1 at 9; put 2 at 6", "take {9}", ((CHANGED, 0), (LOST, OWN), (FROM_HAND, 0))),
        ("put 2 at 5", "@to_clear |= {5}", ((CHANGED, 0), (LOST, OTHERS))),
        ("put 2 at 5; @to_clear = {5}", "@to_clear \\= {5}", ((CHANGED, 0),)),
        ("put 2 at 5", "@marks |= {5}", ((CHANGED, 0),)),  # only marked
        # pieces that move: over whom, into whose hand
        ("put 1 at 5", "move 5 to 6", ((CHANGED, 0),)),
        ("put 1 at 5", "move 5 to 5", ()),
        ("put 1 at 5", "move 4 to 5", ()),
        ("put 1 at 5; put 2 at 6", "move 5 to 6", ((CHANGED, 0), (COVERED, OTHERS))),
        ("put 2 at 5; put 1 at 6", "move 5 to 6", ((CHANGED, 0), (COVERED, OWN))),
        ("put 1 at 5; put 3 at 6", "move 5 to 6", ((CHANGED, 0), (COVERED, NEUTRAL))),
        ("put 1 at 9", "move 9 to 6", ((CHANGED, 0), (FROM_HAND, 0))),
        ("put 1 at 5", "move 5 to 9", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 2 at 5", "move 5 to 9", ((CHANGED, 0), (TO_HAND, OWN), (STRANDED, 0))),
        ("put 2 at 5", "move 5 to 10", ((CHANGED, 0), (TO_HAND, OTHERS))),
        ("put 2 at 5", "move 5 to 11", ((CHANGED, 0),)),  # everybody's hand
        # pieces that are put: in whose place, in whose hand
        ("put 2 at 6", "put 1 at 5", ((CHANGED, 0),)),
        ("put 1 at 5", "put 1 at 5", ((REPLACED, OWN), (CLAIMED, 0))),
        ("put 1 at 5", "put 2 at 5", ((CHANGED, 0), (REPLACED, OWN), (GIVEN, 0))),
        ("put 2 at 5", "put 1 at 5", ((CHANGED, 0), (REPLACED, OTHERS), (CLAIMED, 0))),
        ("put 1 at 5", "put 0 at 5", ((CHANGED, 0),)),  # it becomes nothing: nothing takes its place
        ("put 2 at 6", "put 0 at 9", ()),
        ("put 2 at 6", "put 1 at 9", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 1 at 9", "put 1 at 9", ((TO_HAND, OWN),)),
        ("put 2 at 6", "put 2 at 9", ((CHANGED, 0), (TO_HAND, OWN), (STRANDED, 0))),
        ("put 1 at 6", "put 2 at 10", ((CHANGED, 0), (TO_HAND, OTHERS))),
        ("put 1 at 6", "put 1 at 10", ((CHANGED, 0), (TO_HAND, OTHERS), (STRANDED, 0))),
        ("put 1 at 6", "put 1 at 11", ((CHANGED, 0),)),
        # values that pieces are given
        ("put 1 at 5 state:2", "set state at 5 = 2", ()),
        ("put 1 at 5 state:2", "set state at 5 = 3", ((CHANGED, 0),)),
        ("put 1 at 5 value:2", "set value at 5 = 2", ()),
        ("put 1 at 5 rotation:2", "set rotation at 5 = 2", ()),
        ("put 1 at 5 count:2", "set count at 5 = 2", ()),
        ("put 1 at 9 state:2", "put 1 at 9 state:2", ((TO_HAND, OWN),)),
        ("put 1 at 9 state:2", "put 1 at 9 state:3", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 1 at 9 value:2", "put 1 at 9 value:3", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 1 at 9 rotation:2", "put 1 at 9 rotation:3", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 1 at 9 count:2", "put 1 at 9 count:3", ((CHANGED, 0), (TO_HAND, OWN))),
    ],
)  # fmt: skip
def test_a_write_counts(start: str, act: str, expected: tuple[Seen, ...]) -> None:
    """As player 1 moves."""
    assert seen(act, start) == set(expected)


@pytest.mark.parametrize(
    "start, act, expected",
    [
        ("put 1 at 5", "take {5}", ((CHANGED, 0), (LOST, OTHERS))),
        ("put 2 at 5; put 1 at 6", "move 5 to 6", ((CHANGED, 0), (COVERED, OTHERS))),
        ("put 2 at 5", "put 1 at 5", ((CHANGED, 0), (REPLACED, OWN), (GIVEN, 0))),
        ("put 1 at 5", "put 1 at 9", ((CHANGED, 0), (TO_HAND, OTHERS))),
        ("put 1 at 5", "put @mover at 10", ((CHANGED, 0), (TO_HAND, OWN))),
        ("put 1 at 5", "put @mover at 9", ((CHANGED, 0), (TO_HAND, OTHERS), (STRANDED, 0))),
        ("put 1 at 5", "@score[1] += 1", ((CHANGED, 0), (SCORED, OTHERS))),
        ("put 1 at 5", "@score[2] += 1", ((CHANGED, 0), (SCORED, OWN))),
    ],
)
def test_whose_it_is_is_told_by_the_mover(start: str, act: str, expected: tuple[Seen, ...]) -> None:
    """As player 2 moves."""
    assert seen(act, f"{start}; @mover = 2") == set(expected)


@pytest.mark.parametrize(
    "act, expected",
    [
        ("take {5}", ((CHANGED, 0), (LOST, MOVED))),
        ("take {5 6}", ((CHANGED, 0), (LOST, MOVED), (LOST, OWN))),
        ("take {6}", ((CHANGED, 0), (LOST, OWN))),
        ("take {7}", ((CHANGED, 0), (LOST, OTHERS))),
        ("take level 0 of 5", ((CHANGED, 0),)),
        ("take level 0 of 6", ((CHANGED, 0), (LOST, OWN))),
        ("take level 0 of 7", ((CHANGED, 0), (LOST, OTHERS))),
        ("take level 0 of 4", ((CHANGED, 0),)),  # of what it may be; nobody's piece goes
    ],
)
def test_what_has_just_moved_may_well_go(act: str, expected: tuple[Seen, ...]) -> None:
    """A piece has come to site 5."""
    start = "put 1 at 5; put 1 at 6; put 2 at 7; @last_to = 5"
    assert seen(act, start, "field last_to: Int = -1") == set(expected)


@pytest.mark.parametrize(
    "act, expected",
    [
        ("take level 1 of 5", ((CHANGED, 0), (LOST, OTHERS))),
        ("take level 0 of 5", ((CHANGED, 0), (LOST, OWN))),
        ("take level 2 of 5", ((CHANGED, 0),)),
        ("push 1 at 5", ((CHANGED, 0),)),
        ("set state at 5 level:0 = 1", ((CHANGED, 0),)),
        ("move level 0 of 5 to 6", ((CHANGED, 0), (What.DISPLACED, OWN))),
        ("move level 1 of 5 to 6", ((CHANGED, 0), (What.DISPLACED, OTHERS))),
        ("move level 0 of 4 to 6", ()),
        ("move level 0 of 5 to 5", ()),
    ],
)
def test_levels_of_a_stack(act: str, expected: tuple[Seen, ...]) -> None:
    """A piece of player 2 stands upon one of player 1."""
    extra = "stacks of at most 4"
    assert seen(act, "push 1 at 5; push 2 at 5", extra) == set(expected)


def test_whose_something_is_has_counters_of_its_own() -> None:
    assert len({OWN, OTHERS, NEUTRAL, MOVED}) == 4


def test_what_is_set_as_a_piece_comes_is_set_anew() -> None:
    """At entry of a region it is not there yet, and what its state was cannot be asked."""
    one, other = "move 5 to 4", "set state at 4 = 0"
    times = {}
    for act in (f"{one}; {other}", f"simultaneous:;     {one};     {other}", f"simultaneous:;     {other}"):
        program = map_program(
            program_of(act, "put 1 at 5; put 2 at 4"),
            on_stmt=lambda stmt: (evolve(stmt, span=REGION) if isinstance(stmt, Simultaneous) else stmt,),
        )
        times[act] = counted(program)[Counter(CHANGED, HERE)]
    assert list(times.values()) == [1, 2, 0]


def test_a_piece_that_there_is_not_is_nobodys() -> None:
    """A number beyond all components' has no owner: it is no other player's piece in any hand."""
    assert (STRANDED, 0) not in seen("put 5 at 9")


@pytest.mark.parametrize(
    "start, expected",
    [
        ("@rank[1] = 1.0; put 1 at 1; put 2 at 2; put 2 at 3", What.WON_WITH_FEWER),
        ("@rank[1] = 1.0; put 1 at 1; put 2 at 2", What.WON_WITH_ENOUGH),
        ("@rank[1] = 1.0; put 1 at 1; put 1 at 2; put 2 at 3", What.WON_WITH_ENOUGH),
        ("@rank[2] = 1.0; put 1 at 1; put 1 at 2; put 2 at 3", What.WON_WITH_FEWER),
        ("@rank[1] = 1.5; put 1 at 1; put 2 at 2; put 2 at 3", None),
    ],
)
def test_the_winners_pieces_where_a_game_ends(start: str, expected: What | None) -> None:
    # the end takes no ludeme of the move: the field says so before what is played is looked at
    told = seen("@over = True", start) - {(CHANGED, 0)}
    assert told == (set() if expected is None else {(expected, 0)})


def test_an_ending_that_is_none_looks_at_no_pieces() -> None:
    assert seen("@over = False", "@rank[1] = 1.0; put 2 at 2") == set()


def test_nothing_is_counted_without_hands() -> None:
    found = counted(program_of("put 2 at 9", "put 2 at 10"), {})
    assert {counter.what for counter in found} == {CHANGED}


def test_what_has_no_place_is_not_counted() -> None:
    def nowhere(stmt: Stmt) -> tuple[Stmt, ...]:
        return (evolve(stmt, span=NOWHERE),)

    assert not counted(map_program(program_of("@pot = 8"), on_stmt=nowhere))


def test_what_is_only_tried_is_not_counted() -> None:
    program = program_of("@pot = 8")
    assert counted(program) and not counted(program, unplayed=["play_act"])


def test_before_the_first_move_only_what_regions_hold_is_counted() -> None:
    """Player 1 begins wholly in the region, player 2 with one of two pieces, though the move adds more."""
    program = program_of("put 1 at 4", "put 1 at 1; put 2 at 2; put 2 at 5")
    found = counted(program, regions={REGION: k.sites_(0b110)})
    begun = {(c.what, c.player): times for c, times in found.items() if c.span == REGION}
    begins, wholly = What.BEGINS_IN, What.BEGINS_WHOLLY_IN
    assert begun == {(begins, 1): 1, (wholly, 1): 1, (begins, 2): 1}
    assert {c.what for c in found if c.span == HERE} == {CHANGED}


@pytest.mark.parametrize(
    "players, field, in_own, in_others",
    [
        (2, "mover", {1, 2}, set()),
        (3, "mover", {1, 2}, set()),
        (2, "next", set(), {1, 2}),
        (3, "next", set(), set()),
        (2, "pot", set(), set()),
    ],
)
def test_a_region_may_depend_on_who_moves(
    players: int, field: str, in_own: set[int], in_others: set[int]
) -> None:
    """It is known for each player, and the next of two players is the other; of three it is not known.

    Sites 0-2 are player 1's row, 3-5 player 2's: each has a piece in his own, or in the other's.
    """
    rows = Table("rows", SITES, (0, 0b111, 0b111000, 0b111000000), 0)
    extra = f"field next: Int = 2\nfield rank: Float[{players + 1}] = 0.0 aside"
    for start, begin in (("put 1 at 1; put 2 at 4", in_own), ("put 1 at 4; put 2 at 1", in_others)):
        program = program_of("@pot = 8", start, extra, players)
        asked = k.table(rows, k.field(next(f for f in program.fields if f.name == field)))
        found = counted(evolve(program, tables=(*program.tables, rows)), {}, {REGION: asked})
        assert {c.player for c in found if c.what is What.BEGINS_IN} == begin


def test_a_program_in_which_nobody_moves_is_left_alone() -> None:
    program = program_of("@pot = 8")
    nobodys = evolve(program, fields=tuple(f for f in program.fields if f.name != "mover"))
    assert profile_effects(nobodys, Profile(), HANDS) is nobodys


def test_in_a_match_each_game_begins() -> None:
    """Where there is a procedure that begins a game it is that one which counts, and not the match."""
    program = program_of("@pot = 8")
    game = evolve(next(p for p in program.procs if p.name == "start"), name="start_game", body=())
    profile = Profile(regions={REGION: k.sites_(0b110)})
    made = profile_effects(evolve(program, procs=(*program.procs, game)), profile, HANDS)
    tallies = {
        p.name: sum(isinstance(s, Tally) and s.span == REGION for s in statements(p.body)) for p in made.procs
    }
    assert {name for name, number in tallies.items() if number} == {"start_game"}
    assert tallies["start_game"] == 4  # for two players, whether in it and whether wholly in it


def test_changes_by_one_ludeme() -> None:
    """What stands at another place, and what takes or moves pieces, is left as it is."""
    program = program_of("@pot = 8; take {5}; move 5 to 6; put 1 at 4")
    body = next(p for p in program.procs if p.name == "play_act").body
    profile, counter = Profile(), Counter(CHANGED, HERE)
    made = count_changes(body, profile, counter)
    assert [type(stmt) for stmt in made] == [If, Store, Take, MovePiece, If, Put]
    assert [stmt.then for stmt in made if isinstance(stmt, If)] == [(profile.tally(counter),)] * 2
    assert tuple(stmt for stmt in made if not isinstance(stmt, If)) == body
    assert count_changes(body, profile, Counter(CHANGED, REGION)) == body
