"""The linker: procedures that are added to a prepared program read its pieces, however it keeps them."""

from __future__ import annotations

import random

import pytest

from gdl import load
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Field, Op, Param, Proc, Return, Table
from gdl.passes.linker import LinkUnit, link
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.contents import Contents
from interpreter.engines.kept import prepared
from interpreter.engines.python import PythonEngine
from interpreter.engines.registry import python_engine
from interpreter.game.shipped import shipped_games
from tests.passes.fixtures import whole_program
from tests.quick import few

ASKED = k.var("asked_", INT)
PARAMS = (Param("asked_", INT),)
NAMES = ("what", "of_kind", "owned", "occupied", "unknown")
VISITORS = LinkUnit(
    (
        Proc("what", PARAMS, (Return(k.what(ASKED)),), INT),
        Proc("of_kind", PARAMS, (Return(k.of_kind(ASKED)),), SITES),
        Proc("owned", PARAMS, (Return(k.owned(ASKED)),), SITES),
        Proc("occupied", (), (Return(k.OCCUPIED),), SITES),
        # What a program does not keep is as it was at first.
        Proc("unknown", (), (Return(k.field(Field("nobody knows", INT, None, 7))),), INT),
    ),
    NAMES,
    "visiting_",
)


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_pieces_are_read_whatever_fields_carry_them(name: str) -> None:
    """As people see them, who are shown them by quite other code."""
    game = load(name)
    shown = python_engine(game.program)
    program = link(prepared(game.program, Cache(default_folder())), VISITORS)
    engine = PythonEngine(program, prepared=True)
    choose, state, seen = random.Random(3), engine.start(3), shown.start(3)
    dice = set(program.names.dice)
    for _ in range(15):
        there: Contents = shown.contents(seen)
        whats = [piece.component if piece else 0 for piece in there]
        board = [site for site in range(program.sites) if site not in dice]
        for site in board:
            assert engine.call(state, "what", site) == whats[site]
        mask = sum(1 << site for site in board)
        for component in range(1, len(program.owners)):
            expected = sum(1 << site for site in board if whats[site] == component)
            assert engine.call(state, "of_kind", component) & mask == expected
        for player in range(1, program.players + 1):
            expected = sum(1 << s for s in board if whats[s] and program.owners[whats[s]] == player)
            assert engine.call(state, "owned", player) & mask == expected
        assert engine.call(state, "occupied") & mask == sum(1 << s for s in board if whats[s])
        assert engine.call(state, "unknown") == 7
        if state.over:
            break
        move = choose.choice(engine.legal_moves(state))
        state, seen = engine.play(state, move), shown.play(seen, move)


def test_linked_procedures_share_tables_and_keep_to_themselves() -> None:
    """A table of the same values is the program's own; names do not clash; what nobody calls is left out."""
    program = prepared(load("breakthrough").program, Cache(default_folder()))
    known = program.tables[0]
    twin = Table("other", known.type, known.values, known.outside)
    new = Table(known.name, INT, (5, 6, 7), 0)
    called = Proc("moves", PARAMS, (Assign("x", k.table(new, ASKED)), Return(k.var("x", INT))), INT)
    idle = Proc("idle", (), (Return(k.int_(1)),), INT)
    face = Proc(
        "face", PARAMS, (Return(k.add(k.call("moves", INT, ASKED), k.size(k.table(twin, ASKED)))),), INT
    )
    linked = link(program, LinkUnit((face, called, idle), ("face",), "linked_"))
    assert linked.procs[: len(program.procs)] == program.procs
    names = [p.name for p in linked.procs[len(program.procs) :]]
    assert "face" in names and not any("idle" in name for name in names)
    assert len({t.name for t in linked.tables}) == len(linked.tables)
    assert sum(t.values == known.values for t in linked.tables) == 1
    engine = PythonEngine(linked, prepared=True)
    state = engine.start(1)
    for site in range(3):
        expected = new.values[site] + int(known.values[site]).bit_count()
        assert engine.call(state, "face", site) == expected


def test_values_at_sites_are_read_too() -> None:
    """A count where counts are kept; without them 1 where a piece is."""
    count = Proc("count", PARAMS, (Return(k.at(Op.COUNT_AT, ASKED)),), INT)
    unit = LinkUnit((count,), ("count",), "linked_")
    oware = PythonEngine(link(prepared(load("oware").program, Cache(default_folder())), unit), prepared=True)
    assert oware.call(oware.start(1), "count", 0) == 4
    hex_ = PythonEngine(
        link(prepared(load("breakthrough").program, Cache(default_folder())), unit), prepared=True
    )
    assert [hex_.call(hex_.start(1), "count", site) for site in (0, 30)] == [1, 0]


def test_owners_that_components_do_not_tell_by_their_numbers() -> None:
    """Piece 3 is player 1's: a prepared program that asks for no owner has no table of them yet."""
    components = "component 1 of 1\ncomponent 2 of 2\ncomponent 3 of 1\n\n"
    text = components + "proc start():\n    put 3 at 4\n    put 2 at 5"
    asking = LinkUnit((Proc("who", PARAMS, (Return(k.who(ASKED)),), INT),), ("who",), "visiting_")
    engine = PythonEngine(link(prepare(whole_program(text)), asking), prepared=True)
    state = engine.start(1)
    assert [engine.call(state, "who", site) for site in (3, 4, 5)] == [0, 1, 2]
