"""Every way to offer moves means the same to both engines, whoever asks for what.

Each body below is a generator of one program: it is asked by itself, and as what the game's `moves` offers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from gdl.core import make as k
from gdl.core.ops import (
    BOOL,
    FLOAT,
    INT,
    SITES,
    Best,
    Block,
    Break,
    Continue,
    Do,
    Draw,
    Expr,
    Field,
    ForRange,
    ForSites,
    Generate,
    If,
    Kind,
    Narrow,
    Offer,
    Param,
    Priority,
    Proc,
    Program,
    Provided,
    Remember,
    Return,
    Stmt,
    Store,
    Table,
    While,
)
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.move_words import MoveWords
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from interpreter.search.run import Search
from interpreter.subset.intrinsics import fingerprint, ints, list_moves, play_move, sandbox
from tests.core.core_programs import MOVER, SITE, next_mover, pass_kind, program

LAST, SUM, FLAG = Field("last", INT, None, -1), Field("sum", INT, None, 0), Field("flag", BOOL, None, False)
SPOT, REAL = Field("spot", SITES, None, 0), Field("real", FLOAT, None, 0.0)
ROW, WHICH = Field("row", INT, 4, 0), Field("which", INT, 2, 0)
FIELDS = [LAST, SUM, FLAG, SPOT, REAL, ROW, WHICH]
PUT, RICH, FROM = 1, 2, 3
WORDS = ints("words", 0)


def kinds() -> list[Kind]:
    rich = (Param("a", INT), Param("b", BOOL), Param("m", SITES), Param("x", FLOAT), Param("s", INT))
    from_ = (Param("f", INT), Param("s", INT))
    return [
        Kind(PUT, "put", "put", (Param("s", INT),), k.int_(-1), SITE),
        Kind(RICH, "rich", "rich", rich, k.var("a", INT), SITE, label="rich"),
        Kind(FROM, "from", "from", from_, k.var("f", INT), SITE, k.int_(0), k.add(SITE, k.int_(1))),
    ]


PLAYS = [
    Proc("put", (Param("s", INT),), (Store(LAST, None, SITE), Store(SUM, None, k.add(k.field(SUM), SITE)))),
    Proc(
        "rich",
        (Param("a", INT), Param("b", BOOL), Param("m", SITES), Param("x", FLOAT), Param("s", INT)),
        (
            Store(LAST, None, k.add(SITE, k.var("a", INT))),
            Store(FLAG, None, k.var("b", BOOL)),
            Store(SPOT, None, k.union(k.var("m", SITES), k.one(SITE))),
            Store(REAL, None, k.var("x", FLOAT)),
        ),
    ),
    Proc(
        "from",
        (Param("f", INT), Param("s", INT)),
        (Store(LAST, None, k.sub(SITE, k.var("f", INT))), Remember(None, None)),
    ),
]


class Bodies:
    """The generators on a board of so many sites."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self.full = (1 << sites) - 1
        rows = tuple((at * 0x9E3779B97F4A7C15F39CC0605CEDC834 >> 5) & self.full for at in range(1, 8))
        self.wild = Table("wild", SITES, (0, *rows), self.full)
        self.first, self.second, self.third = (k.table(self.wild, k.elem(ROW, k.int_(n))) for n in range(3))

    @property
    def checks(self) -> list[Proc]:
        last = k.field(LAST)
        found = {
            "odd": k.eq(k.mod(last, k.int_(2)), k.int_(1)),
            "high": k.gt(last, k.elem(ROW, k.int_(3))),
            "never": k.FALSE,
            "always": k.TRUE,
            "flagged": k.field(FLAG),
            "within": k.has(self.second, last),
        }
        by = Proc("above", (Param("p", INT),), (Return(k.gt(last, k.var("p", INT))),), BOOL)
        return [Proc(name, (), (Return(value),), BOOL) for name, value in found.items()] + [by]

    @property
    def values(self) -> list[Proc]:
        last = k.field(LAST)
        found = {
            "worth": k.mod(last, k.int_(3)),
            "less": k.sub(k.int_(0), last),
            "same": k.int_(-5),
            "sums": k.add(k.field(SUM), k.size(k.field(SPOT))),
        }
        by = Proc("nearest", (Param("p", INT),), (Return(k.neg(k.abs_(k.sub(last, k.var("p", INT))))),), INT)
        everything = Param("every", SITES)
        lowest = Return(k.one(k.first(k.var("every", SITES))))
        met = k.inter(k.var("every", SITES), self.third)
        keeps = [
            Proc("lowest", (everything,), (lowest,), SITES),
            Proc("third", (everything,), (If(k.some(met), (Return(met),)), lowest), SITES),
        ]
        return [Proc(name, (), (Return(value),), INT) for name, value in found.items()] + [by, *keeps]

    def offer(self, sites: Expr) -> Offer:
        return Offer(PUT, (), sites)

    def rich(self, sites: Expr, a: Expr, flag: Expr) -> Offer:
        return Offer(RICH, (a, flag, self.second, k.float_(0.5)), sites)

    def bodies(self) -> dict[str, Block]:
        one, two, three = self.offer(self.first), self.offer(self.second), self.offer(self.third)
        none = self.offer(k.sites_(0))
        site, number = k.var("t", INT), k.var("n", INT)
        each = ForSites("t", self.first, (Offer(FROM, (site,), k.diff(self.second, k.one(site))),))
        rich = self.rich(self.first, k.elem(ROW, k.int_(1)), k.TRUE)

        def provided(name: str, *body: Stmt, args: tuple[Expr, ...] = ()) -> Provided:
            return Provided(body, name, args)

        def leaving(way: Stmt) -> ForSites:
            return ForSites(
                "t", self.first, (If(k.gt(site, k.int_(2)), (way,)), Offer(FROM, (site,), self.second))
            )

        rich_from_it = self.rich(self.first, site, k.lt(site, k.int_(3)))
        from_number = Offer(FROM, (number,), self.third)
        never, odd = provided("never", one), provided("odd", two)
        return {
            "one": (one,),
            "nothing": (),
            "an empty set": (none,),
            "two": (one, two),
            "of several kinds": (one, rich, each),
            "from each": (each,),
            "rich from each": (ForSites("t", self.third, (rich_from_it,)),),
            "in a range": (ForRange("n", k.int_(0), k.elem(ROW, k.int_(0)), (from_number,)),),
            "until it breaks": (leaving(Break()), one),
            "but some": (leaving(Continue()), one),
            "while": (While(k.lt(k.field(SUM), k.int_(-1)), (one,), 3), two),
            "by a choice": (If(k.lt(k.elem(ROW, k.int_(0)), k.int_(4)), (one,), (two,)),),
            "unless it returns": (one, If(k.lt(k.elem(ROW, k.int_(0)), k.int_(4)), (Return(),)), two),
            "generated": (Generate("inner", (k.elem(ROW, k.int_(0)),)), three),
            "generated twice": (Generate("inner", (k.int_(1),)), Generate("inner", (k.int_(6),))),
            "provided": (provided("odd", one),),
            "provided never": (provided("never", one, two),),
            "provided always": (provided("always", one),),
            "provided with an argument": (provided("above", one, each, args=(k.elem(ROW, k.int_(2)),)),),
            "some provided": (provided("high", one), two, provided("odd", three)),
            "provided twice": (provided("high", provided("odd", one), two),),
            "provided of the rich": (provided("flagged", rich, self.rich(self.third, k.int_(2), k.FALSE)),),
            "provided of generated": (provided("within", Generate("inner", (k.int_(3),))),),
            "provided in generated": (Generate("judged"), two),
            "provided in a loop": (ForSites("t", self.first, (provided("above", three, args=(site,)),)),),
            "the first that offers": (Priority(((none,), (one,), (two,))),),
            "the first of three": (Priority(((one,), (two,), (three,))),),
            "the first that is legal": (Priority(((provided("high", one),), (two, three))),),
            "the first that is ever legal": (Priority(((never,), (odd,), (three,))),),
            "the first of generated": (Priority(((Generate("judged"),), (three,))),),
            "the first of loops": (Priority(((each,), (one,))),),
            "the first below what is offered": (one, Priority(((provided("never", two),), (three,)))),
            "the first of the first": (Priority(((Priority(((never,), (none,))),), (two,))),),
            "a priority that is provided": (provided("odd", Priority(((one,), (two,)))),),
            "a priority of one": (Priority(((one,),)),),
            "a priority of none": (Priority(()), two),
            "the best": (Best((one, two), "worth"),),
            "the best of legal ones": (Best((provided("odd", one), provided("high", two)), "less"),),
            "the best of equals": (Best((one, each), "same"),),
            "the best of rich ones": (Best((rich, one), "sums"),),
            "the best for an argument": (Best((one, three), "nearest", (k.elem(ROW, k.int_(3)),)),),
            "some and the best": (two, Best((one, three), "worth"), one),
            "the best twice": (Best((one,), "worth"), Best((two,), "less"), Best((one, two), "same")),
            "some and the narrowed": (one, Narrow((one, two), "third"), Narrow((each,), "third")),
            "some and the first": (three, Priority(((never,), (odd,), (three,))), two),
            "the best of none": (Best((provided("never", one),), "worth"), three),
            "the best of the first": (Best((Priority(((none,), (one, two))),), "worth"),),
            "the first best": (Priority(((Best((provided("odd", one),), "less"),), (two,))),),
            "the best provided": (provided("high", Best((one, two), "worth")),),
            "the best of the best": (Best((Best((one, two), "worth"), three), "less"),),
            "the best of generated": (Best((Generate("judged"), Generate("inner", (k.int_(2),))), "worth"),),
            "the lowest": (Narrow((one, two), "lowest"),),
            "those of the third": (Narrow((one, each), "third"), two),
            "narrowed and provided": (provided("odd", Narrow((one, two), "third")),),
            "narrowed best": (Best((Narrow((one, three), "third"), two), "worth"),),
            "narrowed of nothing": (Narrow((none,), "lowest"), one),
            "narrowed by a choice": (Narrow((If(k.some(self.second), (two,), (one,)), three), "third"),),
            "the first narrowed": (Priority(((Narrow((none,), "lowest"),), (Narrow((one,), "third"),))),),
        }

    def lowered(self) -> tuple[Program, tuple[str, ...]]:
        """The program, and by generator the procedures `any3`, `aimed3`, ... that ask it."""
        inner = Proc(
            "inner",
            (Param("p", INT),),
            (self.offer(k.filter_("t", self.first, k.gt(k.var("t", INT), k.var("p", INT)))),),
            generator=True,
        )
        judged = Proc("judged", (), (Provided((self.offer(self.first),), "odd"),), generator=True)
        procs: list[Proc] = [*PLAYS, *self.checks, *self.values, inner, judged]
        names: list[str] = []
        choice: Block = ()
        targets = k.var("targets", SITES)
        for at, body in enumerate(self.bodies().values()):
            name = f"g{at}"
            procs.append(Proc(name, (), body, generator=True))
            for asked, value, params in (
                ("any", k.any_move(name), ()),
                ("aimed", k.any_move_to(name, targets), (Param("targets", SITES),)),
                ("to", k.moves_to(name), ()),
                ("count", k.count_moves(name), ()),
                ("most", k.most(name, "less"), ()),
            ):
                names.append(f"{asked}{at}")
                procs.append(Proc(f"{asked}{at}", params, (Return(value),), value.type, entry=True))
            choice = (If(k.eq(k.elem(WHICH, k.int_(0)), k.int_(at)), (Generate(name),), choice),)
        rows = tuple(
            stmt
            for at in range(4)
            for stmt in (Draw("d", k.int_(9)), Store(ROW, k.int_(at), k.var("d", INT)))
        )
        choose = Proc("choose", (Param("at", INT),), (Store(WHICH, k.int_(0), k.var("at", INT)),), entry=True)
        procs += [
            Proc("start", (), rows),
            Proc("turn", (), (Draw("e", k.int_(4)), Store(ROW, k.var("e", INT), k.int_(3)))),
            Proc("moves", (), choice, generator=True),
            Proc("after", (), (next_mover(), Do("count_up"))),
            Proc("count_up", (), (Store(SUM, None, k.add(k.field(SUM), k.field(MOVER))),)),
            choose,
        ]
        made = program(procs, kinds(), FIELDS, (self.wild,), self.sites)
        assert made.kinds[0] == pass_kind()
        return made, (*names, "choose")


BOARDS = (9, 70)
NAMES = tuple(Bodies(9).bodies())


@cache
def engines(sites: int, checked: bool) -> tuple[PythonEngine, NativeEngine]:
    before, names = Bodies(sites).lowered()
    made = prepare(before, simplified=False)
    return PythonEngine(made, True), NativeEngine(made, True, names, Cache(None), checked)


def plain(value: Any) -> Any:
    return int(value)


@pytest.mark.parametrize("sites", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_whoever_asks_is_told_the_same(sites: int, name: str) -> None:
    python, native = engines(sites, False)
    at = NAMES.index(name)
    for seed in range(4):
        one, other = python.start(seed), native.start(seed)
        python.call(one, "choose", at)
        _, other = native.call(other, "choose", at)
        for asked in ("any", "to", "count", "most"):
            found = plain(python.call(one, f"{asked}{at}"))
            assert found == plain(native.call(other, f"{asked}{at}")[0]), asked
        moves = python.legal_moves(one)
        assert moves == native.legal_moves(other)
        assert python.count(one) == native.count(other) == len(moves)
        forced = python.is_forced_pass(moves)
        # what is asked of the generator is what it offers
        assert bool(python.call(one, f"any{at}")) == (not forced)
        assert python.call(one, f"count{at}") == (0 if forced else len(moves))
        reached = sum({1 << move.site for move in moves if not forced})
        assert python.call(one, f"to{at}") == reached
        for targets in (0, 1, 0b110, (1 << sites) - 1, 1 << sites - 1):
            found = bool(python.call(one, f"aimed{at}", targets))
            assert found == bool(native.call(other, f"aimed{at}", targets)[0]) == bool(reached & targets)
        for move in moves[:3] + moves[-2:]:
            assert python.endpoints(one, move) == native.endpoints(other, move)
            for do in ("play", "play_kind", "settle"):
                after, same = getattr(python, do)(one, move), getattr(native, do)(other, move)
                for field in (LAST, SUM, FLAG, SPOT, REAL):
                    assert python.value(after, field.name) == native.value(same, field.name)
                assert after.rng == same.rng


@pytest.mark.parametrize("sites", BOARDS)
@pytest.mark.parametrize("checked", [False, True])
def test_random_games_are_the_same(sites: int, checked: bool) -> None:
    python, native = engines(sites, checked)
    small = sites < 10
    for at in range(0, len(NAMES), 1 if small else 6):
        one, other = python.start(at), native.start(at)
        python.call(one, "choose", at)
        _, other = native.call(other, "choose", at)
        for number in range(3 if small else 1):
            plies, last = python.playout(one, 5, number, 6 if small else 2)
            others, same = native.playout(other, 5, number, 6 if small else 2)
            assert plies == others
            for field in FIELDS:
                assert python.value(last, field.name) == native.value(same, field.name), NAMES[at]
            assert last.rng == same.rng and python.key(last) == native.key(same)
        depth = 2 if small and at % 5 == 0 else 1
        assert python.perft(one, depth) == native.perft(other, depth)


# --- moves as searches keep them --------------------------------------------------------------------------


def listed_in_words(index: int) -> int:
    number = list_moves(WORDS, index)
    return number  # noqa: RET504  (its value has to be assigned)


def after_words(index: int) -> int:
    with sandbox():
        play_move(WORDS, index)
        return fingerprint(False)


def here_words() -> int:
    return fingerprint(False)


@pytest.mark.parametrize("which", ["python", "native"])
@pytest.mark.parametrize("sites", BOARDS)
def test_moves_are_written_with_all_their_values(sites: int, which: str) -> None:
    """Numbers, truths, sets of one word and of two, Floats; what is offered twice is listed once."""
    python, native = engines(sites, False)
    engine: Any = python if which == "python" else native
    functions = (listed_in_words, after_words, here_words)
    search = Search(engine, functions, tuple(f.__name__ for f in functions), {0: 1 << 14})
    words, moves = search.ints(0), MoveWords(engine.program)
    for seed in range(2):
        for name in ("of several kinds", "provided of the rich", "the best of rich ones", "two", "nothing"):
            state = engine.start(seed)
            found = engine.call(state, "choose", NAMES.index(name))
            state = state if which == "python" else found[1]
            legal = list(dict.fromkeys(engine.legal_moves(state)))
            assert search.call(state, "listed_in_words", 5) == len(legal)
            written = [moves.read(words, 5 + moves.size * number) for number in range(len(legal))]
            assert written == legal
            for number in range(0, len(legal), 7):
                after = search.call(state, "after_words", 5 + moves.size * number)
                assert after == search.call(engine.play(state, legal[number]), "here_words")
