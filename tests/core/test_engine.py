"""The Python engine on small programs: what statements mean, what is offered, and how moves are drawn."""

from __future__ import annotations

import pickle
import traceback
from collections import Counter
from typing import Any

import pytest

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    INT,
    SITES,
    Assign,
    Best,
    Do,
    Draw,
    Field,
    ForRange,
    If,
    MoveLevels,
    MovePiece,
    Offer,
    Param,
    Priority,
    Proc,
    Program,
    Provided,
    Push,
    Put,
    Remember,
    RepeatKind,
    Return,
    Sandbox,
    SetAt,
    Stmt,
    Store,
    Take,
    TakeLevel,
    While,
)
from gdl.passes.pipeline import prepare
from gdl.source.text import Source, Span
from interpreter.engines.move_words import RawMove
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.random import draw, mix
from tests.core.core_programs import MOVER, OVER, SITE, next_mover, program, site_kind, tic_tac_toe

LAST = Field("last", INT, None, -1)
PLAY = Proc("play_add", (Param("s", INT),), (Store(LAST, None, SITE),))
HERE = k.field(LAST)


def engine(made: Program) -> PythonEngine:
    """An engine of the program as it is: nothing dropped, every procedure can be called."""
    return PythonEngine(prepare(made, simplified=False), prepared=True)


def offering(*body: Stmt, extra: tuple[Proc, ...] = ()) -> PythonEngine:
    """A game whose moves set the field `last` to a site."""
    moves = Proc("moves", (), body, generator=True)
    return engine(program([moves, PLAY, *extra], [site_kind(1, "play_add")], [LAST]))


def offer(*sites: int) -> Offer:
    return Offer(1, (), k.sites_(sum(1 << s for s in sites)))


def legal(made: PythonEngine) -> list[int]:
    return [move.site if move.kind else -1 for move in made.legal_moves(made.start())]


def check(name: str, condition: Any) -> Proc:
    return Proc(name, (), (Return(condition),), BOOL)


# --- a whole game -----------------------------------------------------------------------------------------


def test_tic_tac_toe() -> None:
    made = PythonEngine(tic_tac_toe())
    start = made.start()
    counted = made.perft(start, 9)
    nodes = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [each.nodes for each in counted] == nodes
    assert sum(each.ended for each in counted) == 255_168


def test_playouts_are_repeatable_and_fair() -> None:
    made = PythonEngine(tic_tac_toe())
    games = made.playouts(2000, seed=7)
    assert games == made.playouts(2000, seed=7)
    assert made.play_games(20, seed=7)[10:] == made.play_games(10, seed=7, first=10)
    first, second = games.wins
    assert 0.55 < first / 2000 < 0.62 and 0.26 < second / 2000 < 0.32  # 58.5 and 28.8 per cent


def test_states_are_values() -> None:
    made = PythonEngine(tic_tac_toe())
    start = made.start()
    one = made.play(start, RawMove(1, (), 4))
    assert start == made.start() != one
    other = made.play(made.play(made.play(start, RawMove(1, (), 0)), RawMove(1, (), 4)), RawMove(1, (), 8))
    same = made.play(made.play(made.play(start, RawMove(1, (), 8)), RawMove(1, (), 4)), RawMove(1, (), 0))
    assert other == same and hash(other) == hash(same) and other.plies == 3
    again = pickle.loads(pickle.dumps(other))
    assert again.FIELDS == other.FIELDS and again.key() == other.key()


# --- offers -----------------------------------------------------------------------------------------------


def test_pass_where_there_is_no_move() -> None:
    made = offering()
    assert made.legal_moves(made.start()) == [RawMove(0, (), 0)]
    assert made.count(made.start()) == 1


def test_priority() -> None:
    assert legal(offering(Priority(((offer(),), (offer(3), offer(2)), (offer(1),))))) == [3, 2]
    checked = Priority(((Provided((offer(1, 2),), "never"),), (offer(5),)))
    assert legal(offering(checked, extra=(check("never", k.FALSE),))) == [5]
    kept = Priority(((Provided((offer(1, 2),), "second"),), (offer(5),)))
    assert legal(offering(kept, extra=(check("second", k.eq(HERE, k.int_(2))),))) == [2]


def test_provided_looks_at_what_the_move_has_done() -> None:
    odd = check("odd", k.eq(k.mod(HERE, k.int_(2)), k.int_(1)))
    large = check("large", k.gt(HERE, k.int_(4)))
    both = Provided((Provided((offer(*range(9)),), "odd"),), "large")
    made = offering(both, extra=(odd, large))
    assert legal(made) == [5, 7]
    assert made.start().last == -1  # type: ignore[attr-defined]


def test_priority_does_not_see_the_checks_around_it() -> None:
    never = check("never", k.FALSE)
    body = Provided((Priority(((offer(1),), (offer(2),))),), "never")
    assert legal(offering(body, offer(8), extra=(never,))) == [8]


def test_best() -> None:
    worth = Proc("worth", (), (Return(k.mod(HERE, k.int_(4))),), INT)
    assert legal(offering(Best((offer(*range(9)),), "worth"), extra=(worth,))) == [3, 7]
    not_three = check("fine", k.ne(HERE, k.int_(3)))
    body = Best((Provided((offer(*range(6)), offer(6)), "fine"),), "worth")
    assert legal(offering(body, extra=(worth, not_three))) == [2, 6]


def test_consumers_agree() -> None:
    odd = check("odd", k.eq(k.mod(HERE, k.int_(2)), k.int_(1)))
    worth = Proc("worth", (), (Return(HERE),), INT)
    body = (offer(0, 2), Provided((offer(3, 4),), "odd"), Priority(((offer(),), (offer(6),))))
    rules = Proc("rules", (), body, generator=True)
    looks = (
        Proc("any", (), (Return(k.any_move("rules")),), BOOL),
        Proc("to4", (), (Return(k.any_move_to("rules", k.sites_(1 << 4))),), BOOL),
        Proc("to3", (), (Return(k.any_move_to("rules", k.sites_(1 << 3))),), BOOL),
        Proc("all", (), (Return(k.moves_to("rules")),), SITES),
        Proc("count", (), (Return(k.count_moves("rules")),), INT),
        Proc("most", (), (Return(k.most("rules", "worth")),), INT),
    )
    made = offering(offer(0), extra=(odd, worth, rules, *looks))
    state = made.start()
    found = {p.name: made.call(state, p.name) for p in looks}
    assert found == {"any": True, "to4": False, "to3": True, "all": 0b1001101, "count": 4, "most": 6}
    assert state.last == -1  # type: ignore[attr-defined]


def test_draw_first_is_uniform() -> None:
    """A move is tested after it is drawn, and another drawn where it fails: each has the same chance."""
    odd = check("odd", k.eq(k.mod(HERE, k.int_(2)), k.int_(1)))
    made = offering(Provided((offer(*range(7)), offer(7, 8)), "odd"), offer(0), extra=(odd,))
    state = made.start(seed=3)
    drawn = Counter(made.random_move(state).site for _ in range(5000))
    assert sorted(drawn) == [0, 1, 3, 5, 7]
    expected = 5000 / 5
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert chi_square < 18.5  # four degrees of freedom: one in a thousand


def test_random_pass_where_all_checks_fail() -> None:
    made = offering(Provided((offer(1, 2, 3),), "never"), extra=(check("never", k.FALSE),))
    assert made.random_move(made.start()) == RawMove(0, (), 0)


# --- statements -------------------------------------------------------------------------------------------


def test_a_sandbox_changes_nothing_but_locals() -> None:
    body = Sandbox((Store(LAST, None, k.int_(5)), Draw("d", k.int_(100)), Assign("seen", HERE)))
    made = offering(extra=(Proc("look", (), (body, Return(k.var("seen", INT))), INT),))
    state = made.start()
    before = state.rng
    assert made.call(state, "look") == 5
    assert (made.value(state, "last"), state.rng) == (-1, before)


def test_loops_end() -> None:
    count = Field("count_", INT)
    loop = While(k.TRUE, (Store(count, None, k.add(k.field(count), k.int_(1))),), limit=1000)
    made = engine(program([Proc("spin", (), (loop,))], fields=[count]))
    state = made.start()
    made.call(state, "spin")
    assert made.value(state, "count_") == 1000


def test_numbers_wrap_around() -> None:
    field = Field("n", INT, None, 1)
    n = k.field(field)
    double = ForRange("i", k.int_(1), k.int_(63), (Store(field, None, k.add(n, n)),))
    made = engine(program([Proc("go", (), (double,))], fields=[field]))
    state = made.start()
    made.call(state, "go")
    assert made.value(state, "n") == -(1 << 63)


def test_everything_is_total() -> None:
    numbers = Field("numbers", INT, 3, 7)
    index = k.var("i", INT)
    read = Proc("read", (Param("i", INT),), (Return(k.elem(numbers, index)),), INT)
    write = Proc("write", (Param("i", INT),), (Store(numbers, index, k.int_(1)),))
    put = Proc("put", (Param("i", INT),), (Put(index, k.int_(1)), Return()))
    what = Proc("what", (Param("i", INT),), (Return(k.what(index)),), INT)
    made = engine(program([read, write, put, what], fields=[numbers]))
    state = made.start()
    for i in (-(1 << 63), -2, -1, 3, 4, 9, 1 << 40):
        made.call(state, "write", i)
        made.call(state, "put", i)
        assert made.call(state, "read", i) == 0
        assert made.call(state, "what", i) == 0 or 0 <= i < 9
    assert made.value(state, "numbers") == (7, 7, 7)


def test_repetition() -> None:
    after = (next_mover(), Remember())
    seen = [Proc(kind.name.lower(), (), (Return(k.repeats(kind)),), INT) for kind in RepeatKind]
    moves = Proc("moves", (), (offer(0, 1),), generator=True)
    place = Proc("play_add", (Param("s", INT),), (Store(Field("at", INT), None, SITE),))
    at = place.body[0].field  # type: ignore[attr-defined]
    procs = [moves, place, Proc("start", (), (Remember(),)), Proc("after", (), after), *seen]
    made = engine(program(procs, [site_kind(1, "play_add")], [at]))
    state = made.start()
    for site in (0, 0, 0, 1, 1):
        state = made.play(state, RawMove(1, (), site))
    assert made.call(state, "situational") == 1
    assert made.call(state, "positional") == 2


def test_stacks() -> None:
    steps = {
        "push": (Push(k.int_(0), k.int_(1), value=k.int_(10)), Push(k.int_(0), k.int_(2), value=k.int_(20))),
        "under": (Push(k.int_(0), k.int_(2), value=k.int_(5), level=k.int_(0)),),
        "part": (MoveLevels(k.int_(0), k.int_(3), k.int_(1), whole=True),),
        "drop": (TakeLevel(k.int_(3), k.int_(0)),),
        "all": (MovePiece(k.int_(3), k.int_(0)),),
        "set": (SetAt("value", k.int_(0), k.int_(9), level=k.int_(0)),),
        "take": (Take(k.sites_(1), all_levels=False),),
    }
    s, level = k.var("s", INT), k.var("level", INT)
    there = k.at_level(k.Op.VALUE_LEVEL, s, level)
    reads = [
        Proc("what", (Param("s", INT),), (Return(k.what(s)),), INT),
        Proc("owned1", (), (Return(k.owned(k.int_(1))),), SITES),
        Proc("occupied", (), (Return(k.OCCUPIED),), SITES),
        Proc("height", (Param("s", INT),), (Return(k.at(k.Op.HEIGHT, s)),), INT),
        Proc("value", (Param("s", INT), Param("level", INT)), (Return(there),), INT),
    ]
    made = engine(program([*(Proc(n, (), b) for n, b in steps.items()), *reads], stack_limit=4))
    state = made.start()

    def levels(site: int) -> list[int]:
        return [made.call(state, "value", site, i) for i in range(made.call(state, "height", site))]

    made.call(state, "push")
    assert (levels(0), made.call(state, "what", 0), made.call(state, "owned1")) == ([10, 20], 2, 0)
    made.call(state, "under")
    assert levels(0) == [5, 10, 20]
    made.call(state, "part")
    assert (levels(0), levels(3), made.call(state, "what", 3)) == ([5], [10, 20], 2)
    made.call(state, "drop")
    assert levels(3) == [20]
    made.call(state, "all")
    assert (levels(0), levels(3), made.call(state, "occupied")) == ([20], [], 1)
    made.call(state, "set")
    assert levels(0) == [9]
    made.call(state, "take")
    assert state == made.start()
    for _ in range(3):
        made.call(state, "push")
    assert made.call(state, "height", 0) == 4 and made.overflow(state) is not None


def test_state_stays_on_empty_sites() -> None:
    marked = Proc("mark", (), (SetAt("state", k.int_(3), k.int_(7)),))
    take = Proc("take", (), (Take(k.sites_(0b11000)),))
    put = Proc("put", (), (Put(k.int_(4), k.int_(1), state=k.int_(2)),))
    read = Proc("read", (Param("s", INT),), (Return(k.at(k.Op.STATE_AT, SITE)),), INT)
    made = engine(program([marked, take, put, read]))
    state = made.start()
    for name in ("mark", "put", "take"):
        made.call(state, name)
    assert [made.call(state, "read", s) for s in (3, 4)] == [7, 0]


def test_hundreds_of_conditions() -> None:
    """Python takes brackets and blocks only so deep; rule files may go deeper."""
    score = Field("score", INT)
    number = k.field(score)
    any_of = k.or_(*(k.eq(number, k.int_(i * i)) for i in range(400)))
    chosen = k.int_(0)
    for i in range(400):
        chosen = k.select(k.eq(number, k.int_(i)), k.int_(i + 1), chosen)
    total = k.int_(0)
    for i in range(400):
        total = k.add(total, k.mod(number, k.int_(i + 2)))
    after = (Store(score, None, chosen), If(any_of, (Store(score, None, total),)))
    made = program([Proc("after", (), after)], fields=[score])
    for simplified in (False, True):
        game = PythonEngine(prepare(made, simplified), prepared=True)
        state = game.start()
        for _ in range(3):
            state = game.play(state, RawMove(0, (), 0))
        assert game.value(state, "score") == 400


# --- chance and errors ------------------------------------------------------------------------------------


def test_random_numbers() -> None:
    """The stream is fixed for ever: other engines and old records depend on it."""
    assert mix(0, 0) == 0xA706DD2F4D197E6F
    x, found = mix(1, 2), []
    for bound in (6, 6, 1, 52, 1 << 20, 3):
        value, x = draw(x, bound)
        found.append(value)
        assert 0 <= value < bound
    assert found == [5, 1, 0, 0, 172939, 2]


def test_an_error_shows_the_game_file() -> None:
    source = Source("mine.lud", '(game "Mine"\n    (rules (trouble)))\n')
    span = Span(source, 24, 33)
    bad = Proc("after", (), (Store(OVER, None, k.TRUE, span=span), Do("deep", span=span)), span=span)
    deep = Proc("deep", (), (Store(MOVER, None, k.int_(1), span=span),), span=span)
    made = engine(program([bad, deep]))
    made.module.space["p_deep"] = None  # break it
    with pytest.raises(TypeError) as caught:
        made.play(made.start(), RawMove(0, (), 0))
    shown = "".join(traceback.format_exception(caught.value))
    assert 'File "mine.lud", line 2' in shown and "(trouble)" in shown
