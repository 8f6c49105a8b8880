"""A game with probes is the same game: the same moves and positions; the ordinary one is not touched."""

from __future__ import annotations

import random

import pytest

from gdl import load
from gdl.compile.compile import compile_game
from gdl.compile.probes import ProbeKind
from gdl.compile.weave_probes import compile_with_probes
from gdl.core.printer import show_program
from gdl.passes.pipeline import prepare
from gdl.source.text import Source
from interpreter.engines.python import PythonEngine
from interpreter.game.shipped import shipped_games
from interpreter.why.convert import converted
from interpreter.why.explain import observer_of
from tests.quick import FEW, quick_where

PLIES = 40
GAMES = quick_where(sorted(shipped_games()), FEW.__contains__)


@pytest.mark.parametrize("name", GAMES)
def test_with_probes_a_game_plays_as_without(name: str) -> None:
    path = shipped_games()[name]
    probed = PythonEngine(prepare(compile_with_probes(path).program, simplified=False), prepared=True)
    plain = PythonEngine(prepare(compile_game(path).program, simplified=False), prepared=True)
    generator = random.Random(1)
    with_probes, without = probed.start(1), plain.start(1)
    for _ in range(PLIES):
        moves = probed.legal_moves(with_probes)
        assert moves == plain.legal_moves(without)
        if not moves:
            break
        move = generator.choice(moves)
        with_probes, without = probed.play(with_probes, move), plain.play(without, move)
        assert probed.contents(with_probes) == plain.contents(without)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    "name", quick_where(sorted(shipped_games()), {"lasca", "go", "last-step"}.__contains__)
)
def test_a_state_of_either_engine_is_the_same_to_the_observer(name: str, engine: str) -> None:
    game = load(name).on(engine)
    observer = observer_of(game)
    generator = random.Random(2)
    state = game.start(seed=1)
    for ply in range(PLIES):
        if ply % 8 == 0:
            same = converted(game.engine, state.raw, observer)
            assert observer.contents(same) == state.contents
            assert len(set(observer.legal_moves(same))) == len(state.legal_moves)
        if state.is_over:
            break
        state = state.play(state.random_move(generator))


def test_the_ordinary_program_stays_as_it_is() -> None:
    path = shipped_games()["english-draughts"]
    before = show_program(compile_game(path).program, whole=True)
    assert "probe" not in before
    assert "probe" in show_program(compile_with_probes(path).program, whole=True)
    assert show_program(compile_game(path).program, whole=True) == before


def test_every_probe_has_the_form_that_it_was_bound_from() -> None:
    text = """
    (game "Probed" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
      (rules
        (play (move Add (to (sites Empty) if:(or (is In (to) (sites Top)) (is In (to) (sites Bottom))))))
        (end (if (is Line 3) (result Mover Win)))))
    """
    probes = compile_with_probes(Source("probed.lud", text)).probes.all
    assert all(probe.form is not None and probe.form.span == probe.span for probe in probes)
    conditions = [p.span.text for p in probes if p.kind is ProbeKind.CONDITION]
    assert conditions == [
        "(or (is In (to) (sites Top)) (is In (to) (sites Bottom)))",
        "(is In (to) (sites Top))",
        "(is In (to) (sites Bottom))",
        "(is Line 3)",
    ]
    inner = next(p for p in probes if p.span.text == "(is In (to) (sites Top))")
    assert inner.whole().span.text == conditions[0]


def test_arguments_of_definitions_are_told_apart_by_their_use() -> None:
    """Both uses of one definition have one place; each probe knows its own."""
    text = """
    (define "Beside" (is In (to) (sites #1)))
    (game "Twice" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
      (rules
        (play (move Add (to (sites Empty) if:(or ("Beside" Top) ("Beside" Bottom)))))
        (end (if (is Line 3) (result Mover Win)))))
    """
    from gdl.parse.forms import one_line

    probes = compile_with_probes(Source("twice.lud", text)).probes.all
    written = [one_line(p.form) for p in probes if p.form is not None and "#1" in p.span.text]
    assert "(is In (to) (sites Top))" in written and "(is In (to) (sites Bottom))" in written
