"""What every engine does for those who ask: states in two steps, changed, apart; moves drawn, counted.

A game of two on five sites, small enough to say beforehand what comes: a die is thrown before each turn, the
mover puts a disc on a free site (on the last one only after an even throw) and adds the throw to a score,
which goes round at 16. With four discs down the game is over; the higher score comes first.
"""

from __future__ import annotations

import copy
import mmap
import pickle
from typing import Any

import attrs
import pytest

from gdl.core import make as k
from gdl.core.intrinsics import Pool, Tally
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    Assign,
    Draw,
    Field,
    If,
    Offer,
    Param,
    Proc,
    Program,
    Provided,
    Put,
    Remember,
    Return,
    Sandbox,
    Store,
)
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.interface import Endpoints, GameTally, tally_of
from interpreter.engines.move_words import RawMove
from interpreter.engines.native import NativeEngine, library
from interpreter.engines.native.compile import host
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.random import draw, generator_for, mix, scramble, unscramble
from interpreter.errors.user_errors import EngineError
from tests.core.core_programs import MOVER, OVER, SITE, next_mover, program, site_kind

SITES, ROUND = 5, 16
SCORE, DIE = Field("score", INT, 3, 0), Field("die", INT, None, 0)
RANK = Field("rank", FLOAT, 3, 0.0)


def race(discs: int = 4) -> Program:
    mover = k.field(MOVER)
    free = k.diff(k.sites_((1 << SITES) - 1), k.OCCUPIED)
    even = k.eq(k.mod(k.field(DIE), k.int_(2)), k.int_(0))
    added = k.mod(k.add(k.elem(SCORE, mover), k.field(DIE)), k.int_(ROUND))
    one, two = (k.elem(SCORE, k.int_(player)) for player in (1, 2))

    def ranked(first: float, second: float) -> tuple[Store, ...]:
        ranks = ((1, first), (2, second))
        return tuple(Store(RANK, k.int_(player), k.float_(rank)) for player, rank in ranks)

    judged = If(k.lt(two, one), ranked(1.0, 2.0), (If(k.lt(one, two), ranked(2.0, 1.0), ranked(1.5, 1.5)),))
    made = program(
        [
            Proc("start", (), (Put(k.int_(0), k.int_(1)),)),
            Proc("turn", (), (Draw("d", k.int_(6)), Store(DIE, None, k.add(k.var("d", INT), k.int_(1))))),
            Proc("moves", (), (Provided((Offer(1, (), free),), "fits"),), generator=True),
            Proc("fits", (), (Return(k.or_(even, k.not_(k.has(k.OCCUPIED, k.int_(4))))),), BOOL),
            Proc("play_put", (Param("s", INT),), (Put(SITE, mover), Store(SCORE, mover, added))),
            Proc(
                "after",
                (),
                (
                    Remember(None, k.TRUE),
                    If(k.eq(k.size(k.OCCUPIED), k.int_(discs)), (Store(OVER, None, k.TRUE), judged)),
                    next_mover(),
                ),
            ),
        ],
        [site_kind(1, "play_put")],
        [SCORE, DIE],
        sites=SITES,
        name="Race",
    )
    return attrs.evolve(made, fields=tuple(RANK if f.name == "rank" else f for f in made.fields))


KINDS = {"python": PythonEngine, "native": NativeEngine}
MADE = prepare(race())
ENGINES: dict[str, Any] = {}


@pytest.fixture(params=KINDS)
def engine(request: pytest.FixtureRequest) -> Any:
    name = request.param
    if name not in ENGINES:
        ENGINES[name] = KINDS[name](MADE, True)
    return ENGINES[name]


def put(site: int) -> RawMove:
    return RawMove(1, (), site)


def thrown(engine: Any, die: int, state: Any = None) -> Any:
    """The start, or this settled state, with a throw that is known."""
    state = engine.set_up(1) if state is None else state
    return engine.take_chance(state, generator_for(die - 1, 6))


def played(engine: Any, *turns: tuple[int, int]) -> Any:
    """A game of throws and sites, up to before the next throw."""
    state = engine.set_up(1)
    for die, site in turns:
        state = engine.settle(thrown(engine, die, state), put(site))
    return state


# --- in two steps -----------------------------------------------------------------------------------------


def test_set_up_and_chance_are_the_start(engine: Any) -> None:
    before = engine.set_up(9)
    assert engine.value(before, "die") == 0 and engine.rng(before) == mix(9, 0)
    expected, rng = draw(mix(9, 0), 6)
    for start in (engine.start(9), engine.take_chance(before)):
        assert (engine.value(start, "die"), engine.rng(start), start.plies) == (expected + 1, rng, 0)
    assert engine.value(before, "die") == 0  # it has stayed as it was
    assert [engine.rng(engine.set_up(seed)) for seed in (0, 1)] == [mix(0, 0), mix(1, 0)]
    assert engine.rng(engine.set_up()) == mix(0, 0)


@pytest.mark.parametrize("die", range(1, 7))
def test_chance_draws_from_the_generator_it_is_given(engine: Any, die: int) -> None:
    state = thrown(engine, die)
    assert engine.value(state, "die") == die
    assert engine.rng(state) == draw(generator_for(die - 1, 6), 6)[1]


def test_settle_and_chance_are_a_move(engine: Any) -> None:
    start = thrown(engine, 4)
    settled = engine.settle(start, put(2))
    assert (engine.value(settled, "die"), engine.mover(settled), settled.plies) == (4, 2, 1)
    assert engine.scores(settled) == (4, 0) and engine.rng(settled) == engine.rng(start)
    after, same = engine.play(start, put(2)), engine.take_chance(settled)
    assert after == same and engine.key(after) == engine.key(same) and after.plies == same.plies == 1
    assert engine.rng(after) == engine.rng(same) != engine.rng(settled)
    assert engine.scores(start) == (0, 0) and start.plies == 0


def test_chance_leaves_an_ended_game_alone(engine: Any) -> None:
    last = played(engine, (1, 1), (2, 2), (3, 3))
    assert engine.over(last) and engine.ranks(last) == (1.0, 2.0)
    again = engine.take_chance(last, generator_for(5, 6))
    assert engine.value(again, "die") == 3 and engine.rng(again) == generator_for(5, 6)
    assert engine.legal_moves(last) == [] and engine.count(last) == 0


def test_effects_of_a_move_alone(engine: Any) -> None:
    start = thrown(engine, 5)
    what_if = engine.play_kind(start, put(3))
    assert (engine.scores(what_if), engine.mover(what_if), what_if.plies) == ((5, 0), 1, 0)
    assert what_if != start and engine.scores(start) == (0, 0)


def test_a_fresh_state_has_nothing(engine: Any) -> None:
    fresh = engine.fresh_state()
    assert (engine.mover(fresh), engine.over(fresh), fresh.plies, engine.rng(fresh)) == (1, False, 0, 0)
    assert engine.past(fresh) == b"" and fresh != engine.set_up()  # nothing stands on the board


# --- changed ----------------------------------------------------------------------------------------------


def test_one_element_is_another_number(engine: Any) -> None:
    state = played(engine, (6, 1))
    changed = engine.with_element(state, "score", 2, 15)
    assert engine.scores(changed) == (6, 15) and engine.scores(state) == (6, 0)
    for name in ("plies", "mover", "over"):
        assert getattr(changed, name) == getattr(state, name)
    assert engine.rng(changed) == engine.rng(state) and engine.past(changed) == engine.past(state)
    assert engine.scores(engine.with_element(changed, "score", 1, 0)) == (0, 15)


@pytest.mark.parametrize("wrong", [16, -16, 1 << 70, True, 1.0])
def test_no_element_is_a_number_that_never_comes(engine: Any, wrong: Any) -> None:
    with pytest.raises(ValueError, match=f"score cannot be {wrong}"):
        engine.with_element(engine.start(), "score", 1, wrong)


def test_another_generator(engine: Any) -> None:
    state = played(engine, (6, 1))
    other = engine.with_rng(state, 77)
    assert engine.rng(other) == 77 != engine.rng(state)
    assert engine.key(other) == engine.key(state) and other.plies == state.plies


# --- told apart, and apart -------------------------------------------------------------------------------


def test_what_is_remembered_comes_back(engine: Any) -> None:
    state = played(engine, (1, 1), (2, 2))
    found = [
        (engine.scores(s), engine.mover(s), engine.value(s, "die"), of) for s, of in engine.earlier(state)
    ]
    assert found == [((1, 0), 1, 1, False), ((1, 2), 2, 2, True)]
    assert list(engine.earlier(engine.start())) == []


def test_states_are_the_position_and_the_mover(engine: Any) -> None:
    one, other = played(engine, (1, 1), (2, 2)), played(engine, (1, 1), (2, 2))
    assert one == other and hash(one) == hash(other) and one != played(engine, (1, 1), (2, 3))
    assert copy.copy(one) == copy.deepcopy(one) == one
    same = KINDS[engine.name](MADE, True)
    assert one == played(same, (1, 1), (2, 2)) and one != "a state"
    stranger = KINDS[engine.name](prepare(race(discs=5)), True)
    assert one != played(stranger, (1, 1), (2, 2))
    flipped = engine.play_kind(engine.set_up(), put(1))
    assert engine.settle(engine.set_up(), put(1)) != flipped  # the same discs, another to move


def test_a_state_shows_its_fields(engine: Any) -> None:
    shown = repr(played(engine, (3, 1)))
    assert shown.startswith("State(plies=1, ") and shown.endswith(")")
    for said in ("mover=2", "over=False", "die=3"):
        assert said in shown


def test_parts_and_back(engine: Any) -> None:
    state = played(engine, (1, 1), (2, 2))
    for again in (engine.thaw(engine.freeze(state)), pickle.loads(pickle.dumps(state))):
        assert again == state and engine.key(again) == engine.key(state)
        assert (again.plies, again.rng) == (state.plies, state.rng)
        assert engine.play(thrown(engine, 4, again), put(3)) == engine.play(thrown(engine, 4, state), put(3))


def changed(parts: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*parts[:at], value, *parts[at + 1 :])


def refused(engine: Any, parts: tuple[Any, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        engine.restored(parts)


def test_parts_that_are_no_state(engine: Any) -> None:
    parts = engine._parts(played(engine, (1, 1), (2, 2)))
    assert engine.restored(parts) == played(engine, (1, 1), (2, 2))
    refused(engine, parts[:-1], "not the parts of a state")
    refused(engine, (*parts, 0), "not the parts of a state")
    refused(engine, changed(parts, 0, 7), "not the parts of a state")
    for at in (1, len(parts) - 1):  # the generator, the plies
        for wrong in (-1, 1 << 64, 1.0, None):
            refused(engine, changed(parts, at, wrong), "where a number from 0 to")
        assert engine.restored(changed(parts, at, 0)) and engine.restored(changed(parts, at, 5))
    assert engine.restored(changed(parts, 1, (1 << 64) - 1))


def test_histories_that_are_none_of_the_python_engine() -> None:
    engine = PythonEngine(MADE, True)
    layout = engine.layout
    parts = engine._parts(played(engine, (1, 1), (2, 2)))
    positions, earlier = parts[2:4]
    size = layout.position_size
    assert len(positions) == 2 * size and earlier == 1
    refused(engine, changed(parts, 2, "text"), "not the parts of a state")
    refused(engine, changed(parts, 2, positions[1:]), "of another program")
    for mover in (0, 3):
        wrong = positions[: size - 8] + mover.to_bytes(8, "little") + positions[size:]
        refused(engine, changed(parts, 2, wrong), "of another program")
    die = layout.slots[next(f for f in engine.program.fields if f.name == "die")]
    wrong = bytearray(positions)
    wrong[die.first - 8 * layout.kept_words[0]] = 99
    refused(engine, changed(parts, 2, bytes(wrong)), "of another program")
    for wrong_turn in (3, -1, None):
        refused(engine, changed(parts, 3, wrong_turn), "number from 0 to 2")
    again = engine.restored(parts)
    assert engine._parts(again) == parts and engine.past(again) == engine.past(played(engine, (1, 1), (2, 2)))
    key, mover, turn, before = again.entries
    assert (before[1], mover) == (1, 2) and (before[2], turn, before[3]) == (0, 1, None)
    assert again.key() == key


def test_values_that_are_none_of_the_python_engine() -> None:
    engine = PythonEngine(MADE, True)
    layout, parts = engine.layout, engine._parts(engine.start())
    refused(engine, changed(parts, 0, parts[0][1:]), "of another program")
    fields = {f.name: f for f in engine.program.fields}
    for name, at, wrongs in (("die", 0, (7, 255)), ("over", 0, (2,)), ("score", 1, (16, 255))):
        slot = layout.slots[fields[name]]
        for wrong in wrongs:
            record = bytearray(parts[0])
            record[slot.first + at * slot.size] = wrong
            refused(engine, changed(parts, 0, bytes(record)), f"{name} (cannot be|is neither)")
    record = bytearray(parts[0])
    record[layout.slots[fields["score"]].offset] = 1
    refused(engine, changed(parts, 0, bytes(record)), "where nothing belongs")


def test_histories_that_are_none_of_the_native_engine() -> None:
    engine = NativeEngine(MADE, True)
    parts = engine._parts(played(engine, (1, 1), (2, 2)))
    refused(engine, changed(parts, 2, "text"), "not the parts of a state")
    refused(engine, changed(parts, 2, parts[2][1:]), "of another program")
    whole = engine._parts(played(engine, (1, 1), (2, 2)))[3]
    assert whole > 0
    for wrong in (whole - 1, whole + 1):
        refused(engine, changed(parts, 3, wrong), "begins between two positions")
    refused(engine, changed(parts, 3, 1 << 20), "number from 0 to")
    refused(engine, changed(parts, 3, -whole), "number from 0 to")


# --- drawn and counted ------------------------------------------------------------------------------------


def test_moves_are_counted_as_they_are_judged(engine: Any) -> None:
    for die, sites in ((2, [1, 2, 3, 4]), (3, [1, 2, 3])):
        state = thrown(engine, die)
        assert [move.site for move in engine.legal_moves(state)] == sites
        assert engine.count(state) == len(sites)


def test_moves_with_and_without_checks_are_counted_together(engine: Any) -> None:
    never = Proc("never", (), (Return(k.FALSE),), BOOL)
    put = Proc("put", (Param("s", INT),), ())
    moves = (Offer(1, (), k.sites_(0b11)), Provided((Offer(1, (), k.sites_(0b1100)),), "never"))
    made = program([Proc("moves", (), moves, generator=True), never, put], [site_kind(1, "put")])
    other = KINDS[engine.name](prepare(made, simplified=False), True)
    state = other.start()
    assert other.count(state) == 2
    assert [move.site for move in other.legal_moves(state)] == [0, 1]


def test_a_random_move(engine: Any) -> None:
    state, seen = engine.with_rng(thrown(engine, 1), 5), set()
    for _ in range(60):
        move, after = engine.random_move(state) if engine.name == "native" else drawn(engine, state)
        assert after == state and engine.rng(after) != engine.rng(state) and after.plies == state.plies
        assert (move.kind, move.args) == (1, ())
        seen.add(move.site)
        state = after
    assert seen == {1, 2, 3}


def drawn(engine: Any, state: Any) -> tuple[RawMove, Any]:
    """The Python engine moves the generator of the state itself on."""
    after = state.copy()
    return engine.random_move(after), after


@pytest.mark.parametrize(("low", "high"), [(1, 2), (1, None), (None, 2), (None, None)])
def test_endpoints_have_levels_where_both_are_told(engine: Any, low: int | None, high: int | None) -> None:
    shown = attrs.evolve(
        site_kind(1, "put"),
        origin=k.int_(3),
        level_from=None if low is None else k.int_(low),
        level_to=None if high is None else k.add(SITE, k.int_(high)),
    )
    put = Proc("put", (Param("s", INT),), ())
    moves = Proc("moves", (), (Offer(1, (), k.sites_(0b100)),), generator=True)
    other = KINDS[engine.name](prepare(program([moves, put], [shown]), simplified=False), True)
    state = other.start()
    (move,) = other.legal_moves(state)
    levels = None if low is None or high is None else (low, 2 + high)
    assert other.endpoints(state, move) == Endpoints(3, 2, levels)
    assert other.endpoints(state, RawMove(0, (), 0)) == Endpoints(-1, -1, None)


def test_the_generator_of_a_game(engine: Any) -> None:
    state = thrown(engine, 2)
    plies, last = engine.playout(state, 3, 4)
    assert (plies, last.plies, engine.over(last)) == (3, 3, True)
    same = engine.playout(engine.with_rng(state, 99), 3, 4)
    assert engine.key(same[1]) == engine.key(last) and same[1].rng == last.rng
    others = {engine.key(engine.playout(state, 3, number)[1]) for number in range(9)}
    assert len(others) > 3
    begun = engine.playout(None, 3, 4)[1]
    assert engine.play_games(1, 3, 4)[0].ranks == engine.ranks(begun)
    assert engine.key(engine.playout()[1]) == engine.key(engine.playout(None, 0, 0)[1])
    assert engine.key(engine.playout(state)[1]) == engine.key(engine.playout(state, 0, 0)[1])
    assert [engine.playout(None, 1, 0, most)[0] for most in (0, 1, 2, 3, 4)] == [0, 1, 2, 3, 3]
    later = engine.settle(state, put(1))
    assert engine.playout(engine.take_chance(later))[1].plies == 3


@pytest.mark.parametrize("most", [2, 3, 100_000, 2_000_000])  # (2_000_000 + 2) << 2: more than a table holds
def test_games_are_tallied_as_they_are_played(engine: Any, most: int) -> None:
    games = engine.play_games(200, 1, 50, most)
    tally = engine.tally_games(200, 1, 50, most)
    assert tally == tally_of(games)
    assert sum(tally.ended.values()) + tally.given_up == 200
    if most == 2:
        assert tally == GameTally({}, 200)
    elif most == 3:  # who has no move but on the last site, after an odd throw, passes
        assert tally.given_up and {plies for plies, _ in tally.ended} == {3}
    else:
        assert not tally.given_up and {plies for plies, _ in tally.ended} > {3, 4}
        assert {who for _, who in tally.ended} == {0, 1, 2}


def test_games_of_a_seed(engine: Any) -> None:
    default = engine.play_games(3)
    assert default == engine.play_games(3, 0, 0) and default[1:] == engine.play_games(2, 0, 1)
    assert engine.tally_games(3) == tally_of(default)
    total = engine.playouts(3, 0)
    assert (total.games, total.moves) == (3, sum(game.plies for game in default))
    wins = tuple(sum(game.ranks[player] == 1.0 for game in default) for player in (0, 1))
    assert total.wins == wins and total.draws == 3 - sum(wins)


def test_nobody_can_move(engine: Any) -> None:
    made = program([], sites=2)
    stuck = KINDS[engine.name](prepare(made), True)
    state = stuck.start()
    move = RawMove(0, (), 0)
    assert stuck.legal_moves(state) == [move] and stuck.is_forced_pass([move]) and stuck.count(state) == 1
    found = stuck.random_move(state)
    assert (found[0] if engine.name == "native" else found) == move
    for most in (7, 25_000, 40_000):  # long ones look whether to stop
        plies, last = stuck.playout(state, max_plies=most)
        assert plies == most == last.plies
    assert stuck.perft(state, 0) == () and [each.nodes for each in stuck.perft(state, 2)] == [1, 1]


@pytest.mark.parametrize("sites", [5, 64, 100])
def test_games_are_the_same_on_processors_that_cannot_deposit_bits(
    sites: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of the legal moves is drawn is a number of a bit of a set."""
    free = k.diff(k.sites_((1 << sites) - 1), k.OCCUPIED)
    last = Field("last", INT, None, 0)
    weight = k.add(k.mul(k.field(last), k.int_(31)), SITE)
    full = If(k.eq(k.size(k.OCCUPIED), k.int_(min(sites, 40))), (Store(OVER, None, k.TRUE),))
    made = program(
        [
            Proc("moves", (), (Offer(1, (), free),), generator=True),
            Proc("put", (Param("s", INT),), (Put(SITE, k.field(MOVER)), Store(last, None, weight))),
            Proc("after", (), (full, next_mover())),
        ],
        [site_kind(1, "put")],
        [last],
        sites=sites,
    )
    prepared = prepare(made)
    plain = attrs.evolve(host(), target=attrs.evolve(host().target, deposits=False))
    usual = NativeEngine(prepared, True, (), Cache(None))
    python = PythonEngine(prepared, True)
    monkeypatch.setattr(library, "host", lambda: plain)
    without = NativeEngine(prepared, True, (), Cache(None))
    for number in range(30):
        played = [
            (plies, engine.value(state, "last"), state.rng)
            for engine in (python, usual, without)
            for plies, state in [engine.playout(None, 1, number)]
        ]
        assert played[0] == played[1] == played[2]


def test_rules_that_call_themselves_without_end_are_told(engine: Any) -> None:
    deeper = k.call("deeper", INT, k.add(k.var("n", INT), k.int_(1)))
    endless = Proc("deeper", (Param("n", INT),), (Return(k.add(k.int_(1), deeper)),), INT)
    put = Proc("put", (Param("s", INT),), (Store(DIE, None, k.call("deeper", INT, SITE)),))
    moves = Proc("moves", (), (Offer(1, (), k.sites_(1)),), generator=True)
    made = program([moves, put, endless], [site_kind(1, "put")], [DIE])
    other = KINDS[engine.name](prepare(made, simplified=False), True)
    state = other.start()
    (move,) = other.legal_moves(state)
    with pytest.raises(EngineError, match="call themselves without end"):
        other.play(state, move)
    assert other.value(state, "die") == 0 and other.legal_moves(state) == [move]  # it goes on as before


# --- words of searches ------------------------------------------------------------------------------------


def test_searches_call_what_is_added(engine: Any) -> None:
    """A procedure that counts the mover's score twice, on states that stay as they are."""
    total = k.add(k.elem(SCORE, k.int_(1)), k.var("n", INT))
    spoil = Store(SCORE, k.int_(1), k.int_(9))
    added = Proc(
        "ask",
        (Param("n", INT),),
        (Assign("t", total), spoil, Return(k.var("t", INT))),
        INT,
        entry=True,
    )
    pools = {0: mmap.mmap(-1, 64)}
    with_search = attrs.evolve(MADE, procs=(*MADE.procs, added))
    search = engine.compile_search(with_search, ("ask",), pools)
    search.compile()
    search.warm_up()
    state = played(engine, (6, 1))
    assert [search.call(state, "ask", number) for number in (0, 10)] == [6, 16]
    assert engine.scores(state) == (6, 0)


def test_profile_counters_count_where_there_is_a_word(engine: Any) -> None:
    tally = Tally(Pool("counts", INT, 0), k.var("n", INT))
    added = Proc(
        "ask", (Param("n", INT),), (tally, Sandbox((tally,)), Return(k.var("n", INT))), INT, entry=True
    )
    memory = mmap.mmap(-1, 64)
    search = engine.compile_search(attrs.evolve(MADE, procs=(*MADE.procs, added)), ("ask",), {0: memory})
    for word in (0, 3, 7, 8, -1, 7, 2**40):
        assert search.call(engine.start(1), "ask", word) == word
    assert list(memoryview(memory).cast("q")) == [2, 0, 0, 2, 0, 0, 0, 4]


# --- generators -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF])
def test_scrambling_goes_back(number: int) -> None:
    assert unscramble(scramble(number)) == number and scramble(unscramble(number)) == number


@pytest.mark.parametrize("bound", [2, 3, 6, 10, 1000, 2**31 + 1, 2**32 - 1])
def test_a_generator_that_gives_a_number(bound: int) -> None:
    for value in {0, 1, bound // 2, bound - 1}:
        assert draw(generator_for(value, bound), bound)[0] == value


def test_the_least_output_that_gives_a_number() -> None:
    # Below 3: high * 3 >> 32 is 2 from 2863311531 on, where the low bits are 1: no less than 2**32 mod 3.
    assert scramble(generator_for(2, 3)) >> 32 == 2863311531
    # For 0 that would be high = 0, whose low bits are 0: drawn again, so 1 it is.
    assert scramble(generator_for(0, 3)) >> 32 == 1


@pytest.mark.parametrize("bound", [2, 3, 6, 1000, 2**31 + 1, 2**32 - 1, 2**32, 2**40])
def test_a_draw_is_the_high_half_of_an_output_times_the_bound(bound: int) -> None:
    """Lemire's method as `ops` tells it, step by step."""
    for generator in range(0, 50 * 12345, 12345):
        below, after, tried = min(bound, 2**32 - 1), generator, 0
        while not tried or tried * below & (2**32 - 1) < 2**32 % below:
            tried, after = scramble(after) >> 32, (after + 0x9E3779B97F4A7C15) & (2**64 - 1)
            if not tried:
                break
        assert draw(generator, bound) == (tried * below >> 32, after)
