"""What searches are written in, word by word, on both engines: pools, moves, chance, fingerprints."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest

from interpreter.engines.move_words import MoveWords
from interpreter.engines.python.random import draw as drawn
from interpreter.engines.python.random import mix
from interpreter.subset.intrinsics import (
    begin,
    chance,
    draw,
    fingerprint,
    floats,
    ints,
    list_moves,
    log,
    move_size,
    mover,
    over,
    overflowed,
    play_move,
    play_out,
    players,
    rank,
    remembers,
    reseed,
    room,
    sandbox,
    sqrt,
    stopped,
)
from tests.search.words import Words

WORDS, REALS, OTHERS = ints("words", 0), floats("words", 0), ints("others", 1)
ROOM, OTHER_ROOM = 64, 16


def put(index: int, value: int) -> int:
    WORDS[index] = value
    return WORDS[index]


def put_real(index: int, value: float) -> float:
    REALS[index] = value
    return REALS[index]


def look(index: int) -> int:
    return WORDS[index]


def look_real(index: int) -> float:
    return REALS[index]


def count(index: int) -> int:
    WORDS[index] += 1
    return WORDS[index]


def sizes(what: int) -> int:
    found = room(WORDS) if what == 0 else room(OTHERS)
    if what == 2:
        found = players()
    if what == 3:
        found = move_size()
    if what == 4:
        found = int(chance())
    if what == 5:
        found = int(remembers())
    if what == 6:
        found = int(stopped()) + int(overflowed()) + int(over())
    return found


def listed(index: int) -> int:
    number = list_moves(WORDS, index)
    return number  # noqa: RET504  (its value has to be assigned)


def played(index: int) -> int:
    with sandbox():
        play_move(WORDS, index)
        return 10 * mover() + int(over())


def last_rank(index: int, player: int) -> float:
    with sandbox():
        play_move(WORDS, index)
        return rank(player)


def played_out(seed: int, number: int, limit: int) -> int:
    with sandbox():
        reseed(seed, number)
        play_out(limit)
        return fingerprint(True)


def plies_played(limit: int) -> int:
    with sandbox():
        reseed(1, 2)
        plies = play_out(limit)
        return plies  # noqa: RET504


def begun(plies: int) -> int:
    with sandbox():
        begin()
        reseed(1, 2)
        play_out(plies)
        return fingerprint(True)


def ended(seed: int, number: int, limit: int) -> bool:
    with sandbox():
        reseed(seed, number)
        play_out(limit)
        return over()


def thrown(seed: int, number: int, bound: int) -> int:
    with sandbox():
        reseed(seed, number)
        first = draw(bound)
        second = draw(bound)
    return 1000 * first + second


def thrown_twice(seed: int, number: int, bound: int) -> int:
    with sandbox():
        reseed(seed, number)
        first = draw(bound)
        second = draw(bound)
        return second if first >= 0 else first


def after(index: int, other: int, history: bool) -> int:
    with sandbox():
        play_move(WORDS, index)
        play_move(WORDS, other)
        return fingerprint(history)


def movers(index: int) -> int:
    """Who is to move before, between and after two moves."""
    with sandbox():
        first = mover()
        play_move(WORDS, index)
        second = mover()
        play_move(WORDS, index + move_size())
        return 100 * first + 10 * second + mover()


def here(history: bool) -> int:
    return fingerprint(history)


def roots(x: float) -> float:
    return sqrt(x) + log(x)


FUNCTIONS = (
    put, put_real, look, look_real, count, sizes, listed, played, last_rank, played_out, plies_played, begun,
    ended, thrown, thrown_twice, after, movers, here, roots,
)  # fmt: skip


@cache
def compiled(engine: str, game: str, *moves: str) -> Words:
    return Words(game, FUNCTIONS, {0: ROOM, 1: OTHER_ROOM}, *moves, engine=engine)


@pytest.fixture(params=["python", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def words(engine: str, game: str = "tic-tac-toe", *moves: str) -> Words:
    made = compiled(engine, game, *moves)
    made.clear()
    return made


def write_moves(made: Words, *sites: int) -> None:
    """Moves of Tic-Tac-Toe that put something on these sites, one after the other."""
    moves = MoveWords(made.search.program)
    legal = {move.site: move for move in made.state.game.engine.legal_moves(made.state.raw)}
    for number, site in enumerate(sites):
        moves.write(made.ints(0), number * moves.size, legal[site])


def test_pools_are_read_and_written(engine: str) -> None:
    made = words(engine)
    assert [made.call("put", at, 7 - at) for at in (0, 5, ROOM - 1)] == [7, 2, 8 - ROOM]
    assert [made.call("look", at) for at in (0, 5, 6, ROOM - 1)] == [7, 2, 0, 8 - ROOM]
    assert made.call("put_real", 6, -1.5) == -1.5 == made.floats(0)[6] == made.call("look_real", 6)
    assert [made.call("count", at) for at in (0, 0, ROOM - 1)] == [8, 9, 9 - ROOM]
    assert list(made.ints(1)) == [0] * OTHER_ROOM


@pytest.mark.parametrize("outside", [-1, ROOM, ROOM + 5, 2**40, -(2**40)])
def test_outside_of_a_pool_there_is_nothing(engine: str, outside: int) -> None:
    made = words(engine)
    for word in range(ROOM):
        made.ints(0)[word] = 3
    assert made.call("put", outside, 5) == 0 == made.call("look", outside)
    assert made.call("put_real", outside, 5.0) == 0.0 == made.call("look_real", outside)
    assert made.call("count", outside) == 0
    assert list(made.ints(0)) == [3] * ROOM and list(made.ints(1)) == [0] * OTHER_ROOM


@pytest.mark.parametrize(
    ("game", "facts"), [("tic-tac-toe", (2, 2, 0, 0)), ("go", (2, 2, 0, 1)), ("triad", None)]
)
def test_constants_of_a_program(engine: str, game: str, facts: tuple[int, ...] | None) -> None:
    made = words(engine, game)
    found = tuple(made.call("sizes", what) for what in range(7))
    assert found[:2] == (ROOM, OTHER_ROOM) and found[6] == 0
    if facts is None:
        assert found[2] == 3
    else:
        assert found[2:6] == facts


def test_moves_are_listed_as_far_as_there_is_room(engine: str) -> None:
    made = words(engine, "tic-tac-toe", "b2", "a1")
    moves = MoveWords(made.search.program)
    legal = list(made.state.game.engine.legal_moves(made.state.raw))
    assert made.call("listed", 3) == 7
    assert [moves.read(made.ints(0), 3 + moves.size * n) for n in range(7)] == legal
    assert list(made.ints(0))[:3] == [0] * 3 and made.ints(0)[3 + 7 * moves.size] == 0
    made.clear()
    assert made.call("listed", ROOM - 2 * moves.size) == 7  # as many as there are, though two fit
    assert [moves.read(made.ints(0), ROOM - moves.size * n) for n in (2, 1)] == legal[:2]
    made.clear()
    assert made.call("listed", ROOM - moves.size + 1) == 7 == made.call("listed", -1)
    assert list(made.ints(0)) == [0] * ROOM


def test_a_written_move_is_played(engine: str) -> None:
    made = words(engine, "tic-tac-toe", "a1", "a2", "b1", "b2")
    size = MoveWords(made.search.program).size
    write_moves(made, 2, 8)
    assert [made.call("played", 0), made.call("played", size)] == [11, 20]  # c1 wins: nobody is next
    assert [made.call("last_rank", 0, player) for player in (1, 2)] == [1.0, 2.0]
    assert [made.call("last_rank", size, player) for player in (1, 2)] == [0.0, 0.0]
    for outside in (-1, ROOM - size + 1, ROOM):
        assert made.call("played", outside) == 10  # nothing was played
    for word in range(size):
        made.ints(0)[ROOM - size + word] = made.ints(0)[word]
    assert made.call("played", ROOM - size) == 11


def test_a_move_changes_what_is_read_next(engine: str) -> None:
    made = words(engine)
    write_moves(made, 2, 8)
    assert made.call("movers", 0) == 121


def test_playouts_go_by_seed_and_limit(engine: str) -> None:
    made = words(engine)
    assert [made.call("ended", 1, 2, limit) for limit in (0, 4, 9)] == [False, False, True]
    found = [made.call("played_out", 1, number, 3) for number in range(8)]
    assert found == [made.call("played_out", 1, number, 3) for number in range(8)]
    assert len(set(found)) > 4 and made.call("played_out", 1, 0, 0) == made.call("here", True)
    raw = made.state.game.engine
    for number in range(5):
        last = raw.playout(made.state.raw, 1, number, 9)[1]
        assert raw.over(last) and made.call("ended", 1, number, last.plies) is True
        assert made.call("ended", 1, number, last.plies - 1) is False


def test_playouts_tell_how_many_plies_they_were(engine: str) -> None:
    made = words(engine, "tic-tac-toe", "a1", "a2", "b1", "b2")  # five sites are left, c1 and c2 win
    assert [made.call("plies_played", limit) for limit in (0, 1)] == [0, 1]
    whole = made.state.game.engine.playout(made.state.raw, 1, 2, 9)[1].plies - made.state.raw.plies
    assert 1 <= whole <= 5 and made.call("plies_played", 9) == whole


def test_another_game_begins_with_everything_as_it_was_at_first(engine: str) -> None:
    """In Go with the positions that are remembered; what they were before is there again after a sandbox."""
    start, later = words(engine, "go"), words(engine, "go", "a1", "d4", "b2", "c3")
    here = later.call("here", True)
    assert here != start.call("here", True)
    for plies in (0, 1, 6):
        assert later.call("begun", plies) == start.call("begun", plies)
        assert later.call("here", True) == here
    assert later.call("begun", 0) == start.call("here", True) != later.call("begun", 6)


@pytest.mark.parametrize("bound", [2, 6, 500])
def test_numbers_are_drawn(engine: str, bound: int) -> None:
    made = words(engine)
    for number in range(20):
        first, rng = drawn(mix(4, number), bound)
        second, _ = drawn(rng, bound)
        assert made.call("thrown", 4, number, bound) == 1000 * first + second


@pytest.mark.parametrize("bound", [-7, 0, 1, 2, 2**31 + 1, 2**32 - 2, 2**32 - 1, 2**32, 2**40, 2**63 - 1])
def test_numbers_are_drawn_below_any_bound(engine: str, bound: int) -> None:
    """Below one more than 2**31 half of all outputs are drawn again; more than 2**32 - 1 is too many."""
    made = words(engine)
    for number in range(20):
        _, rng = drawn(mix(4, number), bound)
        assert made.call("thrown_twice", 4, number, bound) == drawn(rng, bound)[0]


def test_fingerprints_are_of_what_decides(engine: str) -> None:
    """Discs 0 and 1 of Cross and Nought the other way round are another position; so is nobody's turn."""
    made = words(engine)
    size = MoveWords(made.search.program).size
    write_moves(made, 0, 1, 4)
    one, other = made.call("after", 0, size, True), made.call("after", size, 0, True)
    assert one != other and one == made.call("after", 0, size, True)
    assert made.call("here", True) == made.call("here", False) >= 0  # nothing is remembered
    every = {made.call("after", size * a, size * b, True) for a in range(3) for b in range(3) if a != b}
    assert len(every) == 6 and min(every) >= 0


def test_fingerprints_tell_the_past_apart(engine: str) -> None:
    """In Go what was remembered decides which moves repeat a position; without the past they are equal."""
    lines = (("a1", "d4", "b2", "c3"), ("b2", "c3", "a1", "d4"))
    first, second = (words(engine, "go", *line) for line in lines)
    assert first.call("here", False) == second.call("here", False)
    assert first.call("here", True) != second.call("here", True)
    again = Words("go", FUNCTIONS, {0: ROOM, 1: OTHER_ROOM}, *lines[0], engine=engine)
    assert again.call("here", True) == first.call("here", True)


def test_fingerprints_tell_turns_apart() -> None:
    """Which of what is remembered is of the present turn decides; the numbers of turns do not."""
    made = words("python", "go", "a1", "d4")
    raw = made.state.raw
    found = []
    for turns in ((5, 5, 4), (7, 7, 1), (5, 4, 4), (5, 5, 5)):
        there = raw.copy()
        there.history = None
        for key, turn in zip((11, 12, 13), reversed(turns), strict=True):
            there.history = (key, 1, turn, there.history)
        found.append(made.search.call(there, "here", True))
    assert found[0] == found[1] and len(set(found)) == 3


@pytest.mark.parametrize("x", [0.25, 1.0, 7.5])
def test_roots_and_logarithms(engine: str, x: float) -> None:
    assert words(engine).call("roots", x) == pytest.approx(math.sqrt(x) + math.log(x))


def test_both_engines_know_each_other() -> None:
    """What stays in a pool after one engine is found by the other: words are words."""
    python, native = words("python"), words("native")
    write_moves(native, 4)
    numbers: list[Any] = list(native.ints(0)[:8])
    write_moves(python, 4)
    assert numbers == list(python.ints(0)[:8])
