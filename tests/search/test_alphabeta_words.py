"""Alpha-beta by itself: worths against plain minimax, and what its table tells, with numbers made up here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gdl import load
from interpreter.search import alphabeta as ab
from interpreter.search import tallies
from interpreter.search.outcomes import ALIKE
from interpreter.search.tallies import EXACT, LEAST, LENT, MOST, SURE, UNTOLD, WON
from tests.search.words import Words

BUCKETS = 64
STACK = 1 << 14
POOLS = {0: BUCKETS * tallies.BUCKET * tallies.ENTRY, 1: STACK, 2: tallies.SETTINGS_WORDS}


@cache
def compiled(game: str, *moves: str) -> Words:
    return Words(game, ab.FUNCTIONS, POOLS, *moves)


def made(game: str = "tic-tac-toe", *moves: str) -> Words:
    words = compiled(game, *moves)
    words.clear()
    words.ints(2)[tallies.BUCKETS] = BUCKETS
    return words


# --- against plain minimax --------------------------------------------------------------------------------


class Minimax:
    """Plain minimax with the search's own leaves, which are tested by themselves."""

    def __init__(self, words: Words) -> None:
        self.words, self.engine = words, words.state.game.engine

    def worth(self, state: Any, depth: int, ply: int, replies: int) -> int:
        moves = list(dict.fromkeys(self.engine.legal_moves(state)))
        if depth == 0:
            return int(self.words.search.call(state, "leaf", len(moves), replies))
        return max(self.move(state, move, depth, ply, len(moves)) for move in moves)

    def move(self, state: Any, move: Any, depth: int, ply: int, count: int) -> int:
        after = self.engine.play(state, move)
        if after.over:
            rank = self.engine.ranks(after)[state.mover - 1]
            return int({1.0: 1, 1.5: 0, 2.0: -1}[rank] * (WON - ply - 1))
        if after.mover == state.mover:
            return self.worth(after, depth - 1, ply + 1, count)
        return -self.worth(after, depth - 1, ply + 1, count)


def after_random(words: Words, plies: int, seed: int) -> Any:
    engine, choose = words.state.game.engine, Random(seed)
    state = engine.start(seed)
    for _ in range(plies):
        following = engine.play(state, choose.choice(engine.legal_moves(state)))
        if following.over:
            break
        state = following
    return state


#: In these a position tells how many plies were played: what is known of it was looked at as far.
PLACES = [
    *(("tic-tac-toe", plies, depth) for plies, depth in ((0, 2), (1, 3), (3, 6), (4, 5), (5, 4), (6, 9))),
    *(("breakthrough", plies, depth) for plies, depth in ((2, 1), (9, 2), (30, 2))),
]


@pytest.mark.parametrize(("game", "plies", "depth"), PLACES)
def test_worths_are_those_of_minimax(game: str, plies: int, depth: int) -> None:
    words = made(game)
    for seed in range(3):
        words.clear()
        words.ints(2)[tallies.BUCKETS] = BUCKETS
        state = after_random(words, plies, seed)
        plain = Minimax(words)
        found = words.search.call(state, "search", depth)
        settings = words.ints(2)
        moves = list(dict.fromkeys(plain.engine.legal_moves(state)))
        worths = [plain.move(state, move, depth, 0, len(moves)) for move in moves]
        assert found == max(worths) == settings[tallies.WORTH_OF_BEST] == worths[settings[tallies.BEST]]
        assert settings[tallies.COMPARED] == len(moves) and settings[tallies.ABANDONED] == 0
        for number, worth in enumerate(worths):
            told, bound = settings[tallies.WORTHS + number], settings[tallies.BOUNDS + number]
            assert told == worth if bound == EXACT else bound == MOST and worth <= told <= found
        # the best move known now is the best; a proof of a win is one that comes no later
        assert words.search.call(state, "best_known", 0) == settings[tallies.BEST]
        if found > SURE:
            assert words.search.call(state, "best_known", found) == settings[tallies.BEST]
            assert words.search.call(state, "best_known", found + 1) == -1
        elif found >= -SURE:
            assert words.search.call(state, "best_known", WON - 9) == -1
        assert words.search.call(state, "search", depth) == found  # from the table


def test_more_moves_of_one_player_are_the_same_player_s() -> None:
    """In Amazons who moved shoots too: the worth does not change its sign in between."""
    words = made("amazons")
    engine = words.state.game.engine
    state = after_random(words, 60, 4)
    plain = Minimax(words)
    found = words.search.call(state, "search", 2)
    moves = list(dict.fromkeys(engine.legal_moves(state)))
    assert found == max(plain.move(state, move, 2, 0, len(moves)) for move in moves)


#: A stone, and then two in each turn; the last stone of a line of three wins.
TWICE = """(game "Twice" (players 2) (equipment {(board (square 3)) (piece "S" Each)}) (rules
    (play (move Add (to (sites Empty)) (then (if (is Odd (count Moves)) (moveAgain)))))
    (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))"""


def test_a_second_stone_in_a_turn_is_of_the_same_player(tmp_path: Path) -> None:
    file = tmp_path / "twice.lud"
    file.write_text(TWICE, encoding="utf-8")
    words = made(str(file))
    plain = Minimax(words)
    for plies in (3, 4, 5):
        state = after_random(words, plies, plies)
        moves = list(dict.fromkeys(plain.engine.legal_moves(state)))
        for depth in (2, 3):
            found = words.search.call(state, "search", depth)
            assert found == max(plain.move(state, move, depth, 0, len(moves)) for move in moves)


@pytest.mark.parametrize(
    ("depth", "tried", "plies"),
    [
        # by the logarithms: ln 4 ln 4 / 4 is 0.48, ln 4 ln 5 / 4 is 0.56; 2.2 and 4.0
        (4, 3, 0),
        (4, 4, 2),
        (8, 63, 4),
        (20, 199, 8),
        # two plies at least are left
        (5, 999, 2),
        (6, 9999, 4),
        # nothing of the first moves, nor where hardly any depth is left
        (3, 99, 0),
        (8, 2, 0),
    ],
)
def test_late_moves_are_looked_into_less_far(depth: int, tried: int, plies: int) -> None:
    words = made()
    assert words.call("reduction", depth, tried) == 0
    words.ints(2)[tallies.SELECTIVE] = 1
    assert words.call("reduction", depth, tried) == plies


def test_a_leaf_is_the_estimate_and_the_freedom() -> None:
    words = made("breakthrough")
    even = words.call("leaf", 20, 20)
    for count, replies in ((30, 10), (10, 30), (1, 0), (0, 1), (0, 0)):
        freedom = int((count - replies) / (count + replies + 1) * tallies.MOBILITY)
        assert abs(words.call("leaf", count, replies) - even - freedom) <= 1
    assert abs(even) < tallies.SCALE // 100  # at the start both stand alike


def test_estimates_are_of_the_mover() -> None:
    """A pawn two rows from its goal is an advantage to its owner, so it is bad for the other."""
    game = load("breakthrough").on("python")
    words = made("breakthrough")
    engine = words.state.game.engine
    state = after_random(words, 40, 2)
    mine = words.search.call(state, "leaf", 1, 1)
    other = words.search.call(engine.with_rng(state, 3), "leaf", 1, 1)
    assert mine == other and game.name == "Breakthrough"
    assert -tallies.SCALE <= mine <= tallies.SCALE


def test_without_room_for_moves_nothing_is_looked_into() -> None:
    small = Words("tic-tac-toe", ab.FUNCTIONS, {**POOLS, 1: 9 * 3 + 8 * 3})
    small.ints(2)[tallies.BUCKETS] = BUCKETS
    state = small.state.raw
    plain = Minimax(small)
    deep = small.call("search", 5)
    small.clear()
    small.ints(2)[tallies.BUCKETS] = BUCKETS
    moves = plain.engine.legal_moves(state)
    # nine moves and their ranks fit, and eight below them; then it is as if the depth had ended
    assert deep == max(plain.move(state, move, 2, 0, 9) for move in moves)


# --- the table --------------------------------------------------------------------------------------------

KEYS = [1 + BUCKETS * number for number in (5, 6, 7, 8, 9)]


def noted(words: Words, key: int, depth: int, value: int, bound: int, best: int = 0, ply: int = 0) -> int:
    words.call("note", key, depth, value, bound, best, ply)
    return int(words.call("entry_of", key))


def entry(words: Words, at: int) -> tuple[int, ...]:
    """Key, worth, depth, bound, the best move's number."""
    table = words.ints(0)
    told = table[at + tallies.TOLD]
    depth, kind = divmod(told // tallies.MOVES, tallies.KINDS)
    return table[at + tallies.KEY], table[at + tallies.WORTH], depth, kind, told % tallies.MOVES - 1


@pytest.mark.parametrize(
    ("value", "ply", "kept"),
    [
        (120, 3, 120),
        (-120, 3, -120),
        (SURE, 3, SURE),
        (SURE + 1, 3, SURE + 4),
        (-SURE, 3, -SURE),
        (-SURE - 1, 3, -SURE - 4),
        (WON - 5, 2, WON - 3),
    ],
)
def test_wins_are_counted_from_the_position(value: int, ply: int, kept: int) -> None:
    words = made()
    assert entry(words, noted(words, KEYS[0], 7, value, LEAST, 4, ply)) == (KEYS[0], kept, 7, LEAST, 4)


def test_a_move_that_does_not_fit_is_not_kept() -> None:
    words = made()
    assert entry(words, noted(words, KEYS[0], 7, 1, EXACT, tallies.MOVES - 2))[-1] == tallies.MOVES - 2
    for none in (tallies.MOVES - 1, tallies.MOVES, -1):
        assert entry(words, noted(words, KEYS[0], 7, 1, EXACT, none)) == (KEYS[0], 1, 7, EXACT, -1)


def test_what_was_lent_is_noted_where_positions_are_remembered() -> None:
    for game, lent in (("tic-tac-toe", 0), ("go", LENT)):
        words = made(game)
        words.ints(2)[tallies.BORROWED] = 1
        assert entry(words, noted(words, KEYS[0], 7, 1, MOST))[3] == MOST + lent
        words.ints(2)[tallies.BORROWED] = 0
        assert entry(words, noted(words, KEYS[0], 7, 1, MOST))[3] == MOST
        at = noted(words, KEYS[0], 7, SURE + 5, MOST)
        assert (words.ints(0)[at + tallies.PAST] != 0) == (lent != 0)


def test_what_looked_least_far_is_given_up() -> None:
    words = made()
    depths = (5, 2, 6, 3)
    places = [noted(words, key, depth, 1, EXACT) for key, depth in zip(KEYS, depths, strict=False)]
    assert sorted(places) == [places[0] + tallies.ENTRY * n for n in range(4)]
    assert places[0] == tallies.BUCKET * tallies.ENTRY
    assert words.call("entry_of", KEYS[4]) == places[1]
    assert noted(words, KEYS[4], 1, 1, EXACT) == places[1]
    assert words.call("entry_of", KEYS[1]) == places[1]  # in place of the one that has just come
    assert [words.call("entry_of", key) for key in KEYS[:1]] == places[:1]
    other = words.call("entry_of", KEYS[0] + 1)
    assert other == 2 * tallies.BUCKET * tallies.ENTRY  # the next bucket


RECALLED = [
    # depth, value, bound of what was noted (at ply 2); asked for: depth, alpha, beta; what is told (at ply 4)
    (5, 30, EXACT, 5, -9, 9, 30),
    (5, 30, EXACT, 6, -9, 9, UNTOLD),
    (5, 30, LEAST, 4, 0, 30, 30),
    (5, 30, LEAST, 4, 0, 31, UNTOLD),
    (5, 30, MOST, 4, 30, 99, 30),
    (5, 30, MOST, 4, 29, 99, UNTOLD),
    (5, 30, MOST, 4, 0, 20, UNTOLD),
    (5, 30, LEAST, 4, 40, 99, UNTOLD),
    (5, 30, EXACT, 4, 40, 99, 30),
    (5, -30, MOST, 4, -30, 99, -30),
    (5, -30, LEAST, 4, -99, -30, -30),
    # a win in so many plies from the root: two more away now
    (5, WON - 6, EXACT, 5, 0, WON, WON - 8),
    (5, WON - 6, EXACT, 6, 0, WON, WON - 8),  # four plies from there: within what was looked at
    (5, WON - 7, EXACT, 6, 0, WON, WON - 9),  # just within
    (5, WON - 8, EXACT, 6, 0, WON, UNTOLD),  # further: there may be one that is sooner
    (5, WON - 8, EXACT, 6, 0, WON - 10, WON - 10),  # but it is enough
    (5, WON - 8, EXACT, 6, 0, WON - 9, UNTOLD),
    (5, WON - 8, LEAST, 6, 0, WON - 10, WON - 10),
    (5, WON - 8, MOST, 6, 0, WON - 10, UNTOLD),
    (5, WON - 6, LEAST, 5, 0, WON - 8, WON - 8),
    (5, WON - 6, LEAST, 5, 0, WON - 7, UNTOLD),
    (5, WON - 6, MOST, 5, WON - 8, WON, WON - 8),
    (5, WON - 6, MOST, 5, WON - 9, WON, UNTOLD),
    (5, WON - 6, MOST, 5, 0, WON - 10, UNTOLD),
    (5, WON - 6, LEAST, 5, WON - 7, WON, UNTOLD),
    (5, WON - 8, EXACT, 6, WON - 9, WON, UNTOLD),
    (5, WON - 8, LEAST, 6, WON - 9, WON, UNTOLD),
    # a loss
    (5, 6 - WON, MOST, 5, -WON, 7 - WON, UNTOLD),
    (5, 6 - WON, LEAST, 5, 9 - WON, 0, UNTOLD),
    (5, 8 - WON, EXACT, 6, -WON, 9 - WON, UNTOLD),
    (5, 8 - WON, MOST, 6, -WON, 9 - WON, UNTOLD),
    (5, 6 - WON, EXACT, 5, -WON, 0, 8 - WON),
    (5, 8 - WON, EXACT, 6, -WON, 0, UNTOLD),
    (5, 8 - WON, EXACT, 6, 10 - WON, 0, 10 - WON),
    (5, 8 - WON, EXACT, 6, 9 - WON, 0, UNTOLD),
    (5, 8 - WON, MOST, 6, 10 - WON, 0, 10 - WON),
    (5, 8 - WON, LEAST, 6, 10 - WON, 0, UNTOLD),
    (5, 6 - WON, LEAST, 5, -WON, 8 - WON, 8 - WON),
    (5, 6 - WON, LEAST, 5, -WON, 9 - WON, UNTOLD),
]


@pytest.mark.parametrize(("looked", "value", "bound", "depth", "alpha", "beta", "told"), RECALLED)
@pytest.mark.parametrize("game", ["tic-tac-toe", "go"])
def test_what_an_entry_decides(
    game: str, looked: int, value: int, bound: int, depth: int, alpha: int, beta: int, told: int
) -> None:
    words = made(game)
    at = noted(words, KEYS[0], looked, value, bound, 0, 2)
    assert words.call("recalled", at, depth, alpha, beta, 4) == told
    borrowed = words.ints(2)[tallies.BORROWED]
    # an estimate is taken whatever the past is; a proof is of this one
    assert borrowed == (1 if game == "go" and told != UNTOLD and abs(value) <= SURE else 0)


def test_proofs_are_of_one_past() -> None:
    words = made("go")
    at = noted(words, KEYS[0], 5, WON - 3, EXACT)
    assert words.call("recalled", at, 5, 0, WON, 0) == WON - 3 and words.call("same_past", at)
    words.ints(0)[at + tallies.PAST] += 1
    assert words.call("recalled", at, 5, 0, WON, 0) == UNTOLD and not words.call("same_past", at)
    plain = made()
    at = noted(plain, KEYS[0], 5, WON - 3, EXACT)
    plain.ints(0)[at + tallies.PAST] += 1  # nothing is remembered: there is but one past
    assert plain.call("same_past", at) and plain.call("recalled", at, 5, 0, WON, 0) == WON - 3


def test_what_lent_lends() -> None:
    """A proof that was found by way of loans makes what rests on it one."""
    words = made("go")
    settings = words.ints(2)
    settings[tallies.BORROWED] = 1
    at = noted(words, KEYS[0], 5, WON - 3, EXACT)
    settings[tallies.BORROWED] = 0
    assert words.call("recalled", at, 5, WON, WON, 9) == WON - 12 and settings[tallies.BORROWED] == 1
    settings[tallies.BORROWED] = 0
    assert words.call("recalled", at, 9, WON - 2, WON, 0) == WON - 3 and settings[tallies.BORROWED] == 1
    settings[tallies.BORROWED] = 0
    far = noted(words, KEYS[1], 1, WON - 50, EXACT)
    assert words.call("recalled", far, 2, 0, WON, 0) == UNTOLD and settings[tallies.BORROWED] == 0


KNOWN = [
    # value and bound of what was noted; asked for; whether the move is told
    (40, EXACT, 0, True),
    (40, EXACT, 1, False),
    (WON - 5, EXACT, WON - 5, True),
    (WON - 5, EXACT, WON - 6, True),
    (WON - 5, EXACT, WON - 4, False),
    (WON - 5, LEAST, WON - 5, True),
    (WON - 5, MOST, WON - 5, False),
    (5 - WON, EXACT, 5 - WON, True),
    (5 - WON, EXACT, 6 - WON, True),
    (5 - WON, EXACT, 4 - WON, False),
    (5 - WON, MOST, 5 - WON, True),
    (5 - WON, LEAST, 5 - WON, False),
    (WON - 5, EXACT, 5 - WON, False),
    (5 - WON, EXACT, WON - 5, False),
]


@pytest.mark.parametrize(("value", "bound", "least", "told"), KNOWN)
def test_the_best_move_known(value: int, bound: int, least: int, told: bool) -> None:
    words = made("tic-tac-toe", "b2")
    at = words.state.raw
    words.call("search", 0)  # looks nothing up, but the key is that of the present position
    key = key_of(words)
    words.call("note", key, 3, value, bound, 5, 0)
    assert words.search.call(at, "best_known", least) == (5 if told else -1)


def key_of(words: Words) -> int:
    """The key under which the present position is kept: whatever a search of one ply notes first of it."""
    words.clear()
    words.ints(2)[tallies.BUCKETS] = BUCKETS
    words.call("search", 1)
    table = words.ints(0)
    keys = {table[at + tallies.KEY] for at in range(0, len(table), tallies.ENTRY)} - {0}
    assert len(keys) == 1  # the leaves are not kept
    return keys.pop()


def worst_move(words: Words) -> int:
    """The number of a move that is worse than the first; when it is not tried first it is only told so."""
    words.clear()
    words.ints(2)[tallies.BUCKETS] = BUCKETS
    words.call("search", 2)
    bounds = [words.ints(2)[tallies.BOUNDS + number] for number in range(8)]
    assert bounds[0] == EXACT
    worst = bounds.index(MOST)
    words.clear()
    words.ints(2)[tallies.BUCKETS] = BUCKETS
    return worst


def test_the_move_that_was_best_is_tried_first() -> None:
    """What is tried first is told exactly."""
    words = made("tic-tac-toe", "a1")
    key = key_of(words)
    worst = worst_move(words)
    words.call("note", key, 1, 0, MOST, worst, 0)
    words.call("search", 2)
    assert words.ints(2)[tallies.BOUNDS + worst] == EXACT


def test_moves_that_decided_elsewhere_are_tried_first() -> None:
    words = made("tic-tac-toe", "a1")
    worst = worst_move(words)
    moves = list(words.state.game.engine.legal_moves(words.state.raw))
    stack = words.ints(1)
    stack[0], stack[1] = moves[worst].kind, moves[worst].site
    words.ints(2)[tallies.CUT + words.call("likeness", 0)] = 1000
    words.call("search", 2)
    assert words.ints(2)[tallies.BOUNDS + worst] == EXACT


def test_no_move_is_known_of_another_position() -> None:
    words = made("tic-tac-toe", "b2")
    key = key_of(words)
    assert words.call("best_known", 0) >= 0
    words.clear()
    words.ints(2)[tallies.BUCKETS] = BUCKETS
    assert words.call("best_known", 0) == -1
    noted(words, key + BUCKETS, 3, 1, EXACT, 5)
    assert words.call("best_known", 0) == -1
    noted(words, key, 3, 1, EXACT, 7)
    assert words.call("best_known", 0) == 7
    noted(words, key, 3, 1, EXACT, 8)  # there are eight moves, 0 to 7
    assert words.call("best_known", 0) == -1


def test_a_cut_is_remembered_for_moves_that_are_alike() -> None:
    words = made("tic-tac-toe", "a1", "a2", "b1", "b2")  # c1 wins at once
    words.call("search", 3)
    settings = words.ints(2)
    cuts = {number: cut for number, cut in enumerate(settings[tallies.CUT : tallies.CUT + ALIKE]) if cut}
    assert all(cut > 0 for cut in cuts.values()) and cuts
    # after the win nothing is better, so every other line is cut by the first reply that is good enough
    assert max(cuts.values()) % 4 == 0 or len(cuts) > 1


def test_a_cut_counts_by_the_square_of_its_depth() -> None:
    words = made()
    for depth in (3, 5):
        words.call("cut_off", 0, depth, 1)
    cuts = words.ints(2)[tallies.CUT : tallies.CUT + ALIKE]
    assert [cut for cut in cuts if cut] == [3**2 + 5**2]


def test_swings_are_of_moves_that_do_not_end_the_game() -> None:
    """With two cells left and no line to come, the move before the last one is the only such."""
    words = made("tic-tac-toe", "a2", "a3", "b3", "b2", "c1", "c2", "c3")
    assert words.call("swings", 1, 9) == 1
    assert words.ints(1)[0] > 0 == words.ints(1)[1]


def test_a_stop_leaves_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.engines.python import searching

    class Raised:
        raised = True

    words = made()
    monkeypatch.setattr(searching, "present", Raised)
    words.call("search", 4)
    settings = words.ints(2)
    assert settings[tallies.ABANDONED] == 1 and ab.PATIENCE <= settings[tallies.LOOKED] < 2 * ab.PATIENCE
    assert settings[tallies.COMPARED] < 9
