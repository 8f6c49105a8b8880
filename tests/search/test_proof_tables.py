"""The tables of the proof searches, the way to a position, the order of moves: each function by itself.

What is to come out is what their docstrings say, with numbers made up here.
"""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.search import bounded_proof, dfpn
from interpreter.search import proof_common as common
from interpreter.search.bounded_proof import ENDLESS, FOREVER, NEVER, NOT_YET, UNKNOWN, YES
from interpreter.search.outcomes import ALIKE
from tests.search.words import Words

BUCKETS = 3
WORDS = BUCKETS * common.BUCKET * common.ENTRY
#: Keys of one bucket, the second.
ONE, TWO, THREE, FOUR, FIVE = (1 + BUCKETS * number for number in (5, 6, 7, 8, 9))
UNSURE = 500
CELLS = 9


@cache
def compiled(*moves: str) -> Words:
    functions = tuple(dict.fromkeys(bounded_proof.FUNCTIONS + dfpn.FUNCTIONS))
    pools = {0: WORDS, 1: 4096, 2: common.SETTINGS_WORDS, 3: WORDS}
    return Words("tic-tac-toe", functions, pools, *moves)


def made(*moves: str) -> Words:
    words = compiled(*moves)
    words.clear()
    settings = words.ints(2)
    settings[common.BUCKETS], settings[common.UNSURE], settings[common.BUDGET] = BUCKETS, UNSURE, 10_000
    settings[common.PLAYER] = 1
    words.floats(2)[common.RESULT] = 1.0
    return words


@pytest.fixture
def words() -> Words:
    return made()


def told(words: Words, key: int) -> tuple[int, int, int]:
    """Of a position: the fewest plies that are enough, the most that are too few, the best move's number."""
    found = words.call("bounds_of", key)
    return words.call("enough", found), words.call("too_few", found), found % bounded_proof.MOVES - 1


# --- proof by plies ---------------------------------------------------------------------------------------


def test_a_win_is_kept_with_the_fewest_plies(words: Words) -> None:
    words.call("note", ONE, 9, YES, 4, 7)
    assert told(words, ONE) == (7, -1, 4)
    words.call("note", ONE, 12, YES, 2, 8)  # no better: it is known already that 7 are enough
    assert told(words, ONE)[0] == 7 == words.ints(2)[common.WITHIN]
    words.call("note", ONE, 6, YES, 3, 5)
    assert told(words, ONE) == (5, -1, 3)


def test_plies_that_are_too_few_grow(words: Words) -> None:
    words.call("note", ONE, 4, NOT_YET, 0, 1)
    assert told(words, ONE) == (FOREVER, 4, 0)
    words.call("note", ONE, 3, NOT_YET, 0, 1)
    assert told(words, ONE)[1] == 4
    words.call("note", ONE, 8, NOT_YET, -1, 1)
    assert told(words, ONE) == (FOREVER, 8, -1)
    words.call("note", ONE, 12, YES, 1, 11)
    assert told(words, ONE) == (11, 8, 1)


def test_what_can_never_be_is_seen_within_some_plies(words: Words) -> None:
    words.call("note", ONE, 9, NEVER, 1, 6)
    assert told(words, ONE) == (6, FOREVER, 1)
    assert words.ints(2)[common.WITHIN] == 6


@pytest.mark.parametrize(
    ("left", "cycled", "kept"), [(ENDLESS, 1, False), (ENDLESS, 0, True), (ENDLESS - 1, 1, True)]
)
def test_never_is_not_kept_where_a_position_came_again(
    words: Words, left: int, cycled: int, kept: bool
) -> None:
    """Without a limit, that is: on another way to it nothing might come again."""
    words.ints(2)[common.CYCLED] = cycled
    words.call("note", ONE, left, NEVER, 0, 5)
    assert (told(words, ONE)[1] == FOREVER) == kept


@pytest.mark.parametrize(("within", "sure"), [(UNSURE - 1, True), (UNSURE, False)])
def test_never_is_unsure_where_the_end_may_be_that_of_the_length(
    words: Words, within: int, sure: bool
) -> None:
    words.call("note", ONE, 9, NEVER, 0, within)
    assert (words.ints(2)[common.ABANDONED] == 0) == sure
    assert (words.call("bounds_of", ONE) != 0) == sure


def test_a_number_of_a_move_that_does_not_fit_is_not_kept(words: Words) -> None:
    last = bounded_proof.MOVES - 2
    words.call("note", ONE, 9, YES, last, 3)
    assert told(words, ONE) == (3, -1, last)
    words.call("note", TWO, 9, YES, last + 1, 3)
    assert told(words, TWO) == (3, -1, -1)


def test_in_a_full_bucket_the_least_worth_is_given_up(words: Words) -> None:
    """Worth are the plies that were looked ahead; what can never be is worth most."""
    words.call("note", ONE, 9, NOT_YET, 0, 1)
    words.call("note", TWO, 9, YES, 0, 6)
    words.call("note", THREE, 9, NEVER, 0, 1)
    words.call("note", FOUR, 7, NOT_YET, 0, 1)
    assert words.ints(2)[common.LOST] == 0
    words.call("note", FIVE, 8, NOT_YET, 0, 1)  # in place of TWO: six plies
    assert [words.call("bounds_of", key) != 0 for key in (ONE, TWO, THREE, FOUR, FIVE)] == [1, 0, 1, 1, 1]
    assert words.ints(2)[common.LOST] == 1
    assert told(words, FIVE) == (FOREVER, 8, 0)
    words.call("note", ONE, 20, NOT_YET, 0, 1)  # has its place
    assert words.ints(2)[common.LOST] == 1
    words.call("note", TWO, 1, NOT_YET, 0, 1)  # in place of FOUR: seven plies
    assert [words.call("bounds_of", key) != 0 for key in (ONE, TWO, THREE, FOUR, FIVE)] == [1, 1, 1, 0, 1]
    assert words.ints(2)[common.LOST] == 2


def test_other_buckets_are_others(words: Words) -> None:
    for key in range(BUCKETS * common.BUCKET):
        words.call("note", key + 1, 9, YES, 0, key + 1)
    assert words.ints(2)[common.LOST] == 0
    assert [told(words, key + 1)[0] for key in range(12)] == list(range(1, 13))


def test_a_bucket_is_in_the_table(words: Words) -> None:
    """Keys may be negative, as sums may wrap around."""
    size = common.BUCKET * common.ENTRY
    assert [words.call("bucket", key, 3) for key in (0, 1, 2, 3, 7)] == [0, size, 2 * size, 0, size]
    assert {words.call("bucket", -key, 3) for key in range(1, 9)} == {0, size, 2 * size}


@pytest.mark.parametrize(
    ("noted", "left", "answer", "within"),
    [
        ((9, YES, 4), 6, YES, 5),
        ((9, YES, 4), 5, YES, 5),  # one ply is for the move before
        ((9, YES, 4), 4, UNKNOWN, None),
        ((4, NOT_YET, 1), 5, NOT_YET, None),
        ((4, NOT_YET, 1), 4, NOT_YET, None),
        ((4, NOT_YET, 1), 6, UNKNOWN, None),
        ((9, NEVER, 4), 2, NEVER, 5),
        ((9, NEVER, 4), 2 * ENDLESS, NEVER, 5),
        (None, 9, UNKNOWN, None),
    ],
)
def test_what_is_known_of_what_follows(
    words: Words, noted: tuple[int, int, int] | None, left: int, answer: int, within: int | None
) -> None:
    if noted is not None:
        words.call("note", ONE, noted[0], noted[1], 0, noted[2])
    words.ints(2)[common.WITHIN] = 77
    assert words.call("known", ONE, left, 0) == answer
    assert words.ints(2)[common.WITHIN] == (77 if within is None else within)


@pytest.mark.parametrize("left", [ENDLESS - 1, ENDLESS, ENDLESS + 1])
def test_what_comes_again_does_not_help_where_there_is_no_limit(words: Words, left: int) -> None:
    words.call("enter", ONE, 0)
    answer = words.call("known", ONE, left, 0)
    assert answer == (NEVER if left >= ENDLESS else UNKNOWN)
    assert words.ints(2)[common.CYCLED] == (left >= ENDLESS)
    words.ints(2)[common.CYCLED] = 0
    assert words.call("known", TWO, left, 0) == UNKNOWN
    assert words.ints(2)[common.CYCLED] == 0


# --- the way there ----------------------------------------------------------------------------------------


def test_what_is_on_the_way_is_known(words: Words) -> None:
    alike = ONE + common.NEARBY  # counted with it
    for ply, key in enumerate((TWO, ONE, -THREE)):
        words.call("enter", key, ply)
    on_way = {key: words.call("again", key, 2) for key in (ONE, TWO, -THREE, FOUR, alike)}
    assert on_way == {ONE: True, TWO: True, -THREE: True, FOUR: False, alike: False}
    assert words.call("again", ONE, 1) and not words.call("again", ONE, 0)
    words.call("leave", ONE)
    assert not words.call("again", ONE, 2) and words.call("again", TWO, 2)
    words.call("enter", alike, 1)
    assert words.call("again", alike, 1) and not words.call("again", ONE, 1)


def test_positions_are_counted_up_to_the_budget(words: Words) -> None:
    words.ints(2)[common.BUDGET] = 2
    abandoned = []
    for number in range(1, 4):
        words.call("look")
        assert words.ints(2)[common.LOOKED] == number
        abandoned.append(words.ints(2)[common.ABANDONED])
    assert abandoned == [0, 0, 1]


def test_a_question_is_part_of_the_key(words: Words) -> None:
    keys = set()
    for question in (2, 3, 4, 5):
        words.ints(2)[common.QUESTION] = question
        keys.add(words.call("key_here"))
    assert len(keys) == 4


def test_doubt_ends_it(words: Words) -> None:
    words.call("doubt")
    assert words.ints(2)[common.DOUBTED] == 1 == words.ints(2)[common.ABANDONED]


# --- results ----------------------------------------------------------------------------------------------

FIRST_WINS = ("a1", "a2", "b1", "b2", "c1")
DRAWN = ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3", "b3")


@pytest.mark.parametrize(
    ("moves", "player", "result", "has", "shared"),
    [
        (FIRST_WINS, 1, 1.0, True, 0),
        (FIRST_WINS, 2, 1.0, False, 0),
        (FIRST_WINS, 2, -1.0, True, 0),
        (FIRST_WINS, 2, 0.0, False, 0),
        (DRAWN, 1, 1.0, False, 1),
        (DRAWN, 2, 0.0, True, 1),
    ],
)
def test_who_has_a_result_has_it_at_least(
    moves: tuple[str, ...], player: int, result: float, has: bool, shared: int
) -> None:
    words = made(*moves)
    words.ints(2)[common.PLAYER] = player
    words.floats(2)[common.RESULT] = result
    assert words.call("has_it") == has
    assert words.ints(2)[common.SHARED] == shared


# --- the order of moves -----------------------------------------------------------------------------------


def test_the_highest_rank_is_the_first_of_the_highest(words: Words) -> None:
    stack = words.ints(1)
    for at, rank in enumerate((3, 9, -1, 9, 0)):
        stack[10 + at] = rank
    assert words.call("highest", 10, 5) == 1
    assert words.call("highest", 12, 3) == 1
    assert words.call("highest", 12, 1) == 0  # nothing is left
    stack[20] = 0
    assert words.call("highest", 20, 1) == 0


def test_likeness_is_a_number_below_its_bound(words: Words) -> None:
    """Moves of Tic-Tac-Toe are two words: those after them are another move's."""
    stack = words.ints(1)
    found = set()
    for site in range(CELLS):
        stack[0], stack[1], stack[2] = 1, site, 5
        found.add(words.call("likeness", 0))
    assert len(found) == CELLS and all(0 <= each < ALIKE for each in found)
    stack[2] = 6
    assert words.call("likeness", 0) in found
    stack[0], stack[1] = 0, -1
    assert words.call("likeness", 0) == 1


def test_a_move_of_three_words_is_told_apart_by_all_of_them() -> None:
    """A man of Breakthrough moves from somewhere: that is the third."""
    words = Words("breakthrough", (bounded_proof.likeness,), {1: 16})
    stack = words.ints(1)
    found = set()
    for origin in (3, 4, 5):
        for site in (3, 4, 5):
            stack[0], stack[1], stack[2] = 1, site, origin
            found.add(words.call("likeness", 0))
    assert len(found) == 9 and all(0 <= each < ALIKE for each in found)


# --- proof by numbers -------------------------------------------------------------------------------------


def keep(words: Words, key: int, proof: int, disproof: int, looked: int) -> None:
    words.ints(2)[common.PROOF], words.ints(2)[common.DISPROOF] = proof, disproof
    words.call("keep", key, looked)


def numbers(words: Words, key: int) -> tuple[int, int] | None:
    """What is kept of a position."""
    entry = words.call("entry_of", key)
    if entry < 0:
        return None
    packed = words.ints(3)[entry + common.TOLD] // dfpn.WORKS
    return packed // dfpn.PACK, packed % dfpn.PACK


def test_numbers_are_kept_and_found(words: Words) -> None:
    keep(words, ONE, 7, 12, 1)
    keep(words, TWO, 0, dfpn.INFINITE + 3, 50)
    keep(words, THREE, dfpn.INFINITE + 2, 0, 0)
    assert numbers(words, ONE) == (7, 12)
    assert numbers(words, TWO) == (0, dfpn.INFINITE + 3)
    assert numbers(words, THREE) == (dfpn.INFINITE + 2, 0)
    assert numbers(words, FOUR) is None
    keep(words, ONE, 8, 1, 1)
    assert numbers(words, ONE) == (8, 1)


def test_in_a_full_bucket_what_was_the_least_work_is_given_up(words: Words) -> None:
    """Work counts by the number of its digits: 100 and 127 are as much, and more than 63 and 64 are not."""
    for key, looked in ((ONE, 100), (TWO, 64), (THREE, 63), (FOUR, 127)):
        keep(words, key, 1, 1, looked)
    assert words.ints(2)[common.LOST] == 0
    keep(words, FIVE, 2, 3, 1000)
    assert [numbers(words, key) for key in (ONE, TWO, THREE, FOUR, FIVE)] == [
        (1, 1), (1, 1), None, (1, 1), (2, 3)
    ]  # fmt: skip
    assert words.ints(2)[common.LOST] == 1
    keep(words, THREE, 4, 4, 1)  # of those that are as much the first
    assert [numbers(words, key) is None for key in (ONE, TWO, THREE, FOUR, FIVE)] == [1, 0, 0, 0, 0]


def test_the_first_of_a_bucket_can_be_kept_too(words: Words) -> None:
    for key, looked in ((ONE, 9), (TWO, 5), (THREE, 1), (FOUR, 3)):
        keep(words, key, 1, 1, looked)
    keep(words, FIVE, 1, 1, 1)
    keep(words, ONE, 6, 6, 9)
    assert [numbers(words, key) for key in (ONE, THREE)] == [(6, 6), None]


def test_the_first_entry_of_the_table_keeps_its_place(words: Words) -> None:
    """Its number is 0, and it is found all the same: nothing is kept twice."""
    first, *others = (BUCKETS * number for number in (5, 6, 7, 8))
    for key, looked in ((first, 100), *((each, 1) for each in others)):
        keep(words, key, 1, 1, looked)
    keep(words, first, 6, 7, 100)
    assert [numbers(words, key) for key in (first, *others)] == [(6, 7), (1, 1), (1, 1), (1, 1)]
    assert words.ints(2)[common.LOST] == 0
