"""The text of a core program is read back as that program: of games, random programs, every construct."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import gdl.core.intrinsics as searching
import gdl.core.ops as ops
from gdl import load
from gdl.compile.compile import compile_game
from gdl.core import make as k
from gdl.core import reader
from gdl.core.intrinsics import Pool
from gdl.core.ops import INT, Assign, Expr, Field, Op, Param, Proc, Program, Stmt, Store
from gdl.core.printer import show_program
from gdl.core.reader import ReadError, read_program
from gdl.core.verify import verify
from gdl.core.walk import program_exprs, statements
from gdl.passes.linker import CONTENTS
from gdl.passes.pipeline import prepare
from interpreter.engines.kept import fingerprint
from interpreter.engines.python import PythonEngine
from interpreter.search import alphabeta as minimax
from interpreter.search.run import Search
from tests.core.core_programs import program
from tests.native.random_programs import Maker
from tests.quick import few

GAMES = sorted((Path(__file__).parents[2] / "games").rglob("*.lud"))


def read_back(made: Program) -> Program:
    """The program that its text gives, which must have that text again."""
    text = show_program(made, whole=True)
    found = read_program(text)
    assert show_program(found, whole=True) == text
    return found


@pytest.mark.parametrize("game", few(GAMES), ids=lambda path: path.stem)
def test_a_games_program_is_read_back(game: Path) -> None:
    lowered = compile_game(game).program
    for made in (lowered, prepare(lowered)):
        found = verify(read_back(made))
        assert found.names == made.names
        assert [attrs.asdict(t) for t in found.tables] == [attrs.asdict(t) for t in made.tables]
        assert [r.paths for r in found.rays] == [r.paths for r in made.rays]
        for one, other in zip(found.fields, made.fields, strict=True):
            # what people call it stands, as places do, in no text
            assert attrs.asdict(one) | {"called": other.called} == attrs.asdict(other)


@pytest.mark.parametrize("game", ["hex", "konane", "troika", "oware"])
def test_what_was_read_plays_the_same_games(game: str) -> None:
    (path,) = (path for path in GAMES if path.stem == game)
    made = prepare(compile_game(path).program)
    before, after = PythonEngine(made, True), PythonEngine(read_back(made), True)
    assert before.play_games(5, 7) == after.play_games(5, 7)


@pytest.mark.parametrize("seed", range(30))
def test_a_random_program_is_read_back(seed: int) -> None:
    made = Maker(seed, 9, 3).make()
    verify(read_back(made))


def every_program() -> Iterator[Program]:
    """Programs that hold every operation and statement between them."""
    for seed in range(30):
        made = Maker(seed, 9, 3).make()
        yield made
        yield prepare(made, simplified=False)
    for game in ("chess", "lasca", "backgammon", "troke-series", "konane"):
        lowered = load(game).program
        yield lowered
        yield prepare(lowered)
    hex_ = load("hex")
    yield Search(
        hex_.engine, minimax.FUNCTIONS, minimax.ENTRIES, {}, hex_.compiled.estimate, CONTENTS
    ).program
    pool, x, ranks = Pool("pool", INT, 0), k.var("x", INT), Field("ranks", INT, 3)
    more: tuple[Stmt, ...] = (
        Assign("x", Expr(Op.ROOM, INT, (), pool)),
        Assign("y", Expr(Op.STOPPED, ops.BOOL)),
        Assign("z", Expr(Op.FINGERPRINT, INT, (k.TRUE,))),
        searching.Poke(pool, x, Expr(Op.PEEK, INT, (x,), pool)),
        searching.Tally(pool, x),
        searching.SaveRecord(pool, x),
        searching.PlayOut("plies", x),
        searching.Begin(),
        searching.Reseed(x, x),
        ops.Push(x, x, state=x, level=x),
        ops.MoveLevels(x, x, x, True),
        ops.MoveLevels(x, x, x, False),
        ops.TakeLevel(x, x),
        ops.SetAt("state", x, x, level=x),
        ops.Priority(((), (ops.Offer(0, (), k.EMPTY_SET),))),
        ops.Snapshot("kept", ranks),
        ops.Apply((ops.Restore("kept", ranks),)),
    )
    reads = (Op.WHAT, Op.WHO, Op.STATE_AT, Op.VALUE_AT, Op.ROTATION_AT, Op.COUNT_AT, Op.HEIGHT)
    levels = (Op.WHAT_LEVEL, Op.WHO_LEVEL, Op.STATE_LEVEL, Op.VALUE_LEVEL, Op.ROTATION_LEVEL)
    more += tuple(Assign("v", k.at(op, x)) for op in reads)
    more += tuple(Assign("v", k.at_level(op, x, x)) for op in levels)
    yield program([Proc("extra", (), more)], fields=[ranks])


def test_every_operation_and_statement_is_read_back() -> None:
    operations: set[Op] = set()
    kinds: set[type[Stmt]] = set()
    for made in every_program():
        read_back(made)
        operations |= {expr.op for expr in program_exprs(made)}
        kinds |= {type(stmt) for proc in made.procs for stmt in statements(proc.body)}
    every = {c for module in (ops, searching) for c in vars(module).values()
             if isinstance(c, type) and issubclass(c, Stmt) and c is not Stmt}  # fmt: skip
    unseen = {op.name for op in set(Op) - operations} | {kind.__name__ for kind in every - kinds}
    assert not unseen, f"no program here has {sorted(unseen)}"


@pytest.mark.parametrize(
    "name",
    ["two words", "x: Int = 0 aside\nfield var_y", "`", "\\", "\x1b[31m", "move", "\u202e", "", "`b\\x60"],
)
def test_names_of_authors_cannot_be_taken_for_something_else(name: str) -> None:
    kept = Field(name, INT)
    made = program([Proc("set", (Param("p", INT),), (Store(kept, None, k.int_(3)),))], fields=[kept])
    text = show_program(made, whole=True)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert text.count("\nfield ") == len(made.fields)
    assert [field.name for field in read_back(made).fields] == [field.name for field in made.fields]


def test_two_programs_never_have_one_text() -> None:
    """A variable's name that spells a declaration is not that declaration."""
    one = program([], fields=[Field("a: Int = 0\nfield b", INT)])
    two = program([], fields=[Field("a", INT), Field("b", INT)])
    assert show_program(one) != show_program(two)
    assert fingerprint(one) != fingerprint(two)


def test_any_word_of_the_text_can_be_a_name() -> None:
    """A local that has the name of a statement, or of anything else in the text, is read as a local."""
    grammar = (Path(reader.__file__).parent / "core.lark").read_text(encoding="utf-8")
    for word in {*re.findall(r"[A-Za-z_]+", grammar), *(op.name.lower() for op in Op)}:
        name = k.var(word, INT)
        block = (
            Assign(word, k.add(name, k.int_(2))),
            ops.Take(k.one(name)),
            ops.MovePiece(name, name),
            ops.Put(name, name, state=name),
            ops.ForSites("loop", k.sites_(3), (ops.Do("pass_on", (name,)),)),
        )
        made = program([Proc("set", (Param(word, INT),), block)])
        (proc,) = (proc for proc in read_back(made).procs if proc.name == "set")
        assert proc.body == block


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no core program"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    do", "no core program"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    x = y", "no local `y`"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    @y = 1", "no field `y`"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    x = y[1]", "no table `y`"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    x = call[g]()", "no procedure `g`"),
        ("program 'x': 2 players, 9 sites\n\nproc f():\n    x = nonsense(1)", "no operation `nonsense`"),
        ("program 'x': 2 players, 9 sites\nkind 0 a (b): c() -1 -> -1", "`c`, which is not there"),
    ],
)
def test_what_is_no_program_is_told(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_program(text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("    x = ((((", "more is wanted"),
        ("    x = " + "not(" * 20_000 + "True" + ")" * 20_000, "too deep"),
        ("    x = {1-99999999999}", "no site 99999999999"),
        ("    do f(1))", "`\\)` is out of place"),
        ("    x = repeats[never]()", "does not go together"),
        (f"    x = {'9' * 5000}", "does not go together"),
    ],
)
def test_what_would_take_too_much_or_means_nothing_is_told_with_its_line(line: str, message: str) -> None:
    with pytest.raises(ReadError, match=message) as told:
        read_program(f"program 'x': 2 players, 9 sites\n\nproc f():\n{line}\n")
    assert told.value.line in (4, 0)
