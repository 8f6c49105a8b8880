"""The evaluation by n-tuples, against tables that are read one by one; and files of weights."""

from __future__ import annotations

import json
import random
from array import array
from pathlib import Path
from typing import Any

import pytest

from gdl import load
from gdl.passes.linker import CONTENTS
from interpreter.errors.user_errors import UnreadableFileError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.learning.patterns import placed_tuples
from interpreter.learning.symmetries import Symmetry, components_exchanged, symmetries_of
from interpreter.players.weights import (
    LearntWeights,
    keep_weights,
    learnt_weights,
    read_weights,
    weights_text,
)
from interpreter.search import alphabeta, learnt, tallies
from interpreter.search.run import Search, substituted
from interpreter.search.weights import Weights, fill_pool, pool_layout

ENTRIES = ("evaluation",)


def weights_at_random(game: Game, symmetries: tuple[Symmetry, ...], seed: int) -> Weights:
    """Tuples as they are placed for a game, with any weights."""
    generator = random.Random(seed)
    exchanged = components_exchanged(game)
    assert exchanged is not None
    tuples = placed_tuples(game, symmetries, seed)
    empty = Weights(len(exchanged), exchanged, tuples, (), 160, 0.0)
    values = array("q", (learnt.UNITS * generator.randrange(-900, 900) for _ in range(sum(empty.sizes))))
    return Weights(len(exchanged), exchanged, tuples, values, 160, 0.0)


def summed(game: Game, state: State, weights: Weights) -> int:
    """What the mover's worth is by the definition: each table read at each of its placements."""
    number = {name: index for index, name in enumerate(game.site_names)}
    component = {(game.piece_names[n], o): n for n, o in enumerate(game.program.owners) if n}
    stands = [0] * len(number)
    for name, piece in state.sites.items():
        stands[number[name]] = component[piece.name, piece.owner]
    total, begin = 0, 0
    for placements, size in zip(weights.tuples, weights.sizes, strict=True):
        for placed in placements:
            index = 0
            for site in placed.sites:
                what = weights.exchanged[stands[site]] if placed.swapped else stands[site]
                index = index * weights.components + what
            total += weights.values[begin + index] * (-1 if placed.swapped else 1)
        begin += size
    mine = total if state.mover == 1 else -total
    return (mine + weights.tempo) // learnt.UNITS


@pytest.mark.parametrize("name", ["breakthrough", "connect-four", "english-draughts"])
@pytest.mark.parametrize("engine", ["native", "python"])
def test_evaluation_is_the_sum_of_what_counts(name: str, engine: str) -> None:
    """Whatever state was evaluated before: states are gone through in any order."""
    game = load(name).on(engine)
    count = game.program.sites
    half_turn = Symmetry(tuple(range(count - 1, -1, -1)), True)
    weights = weights_at_random(game, (Symmetry(tuple(range(count)), False), half_turn), 5)
    pools = {0: 64, 1: 1 << 16, 2: tallies.SETTINGS_WORDS, 3: pool_layout(weights, count).words}
    functions = substituted(alphabeta.FUNCTIONS, learnt.FUNCTIONS)
    search = Search(game.engine, functions, (*alphabeta.ENTRIES, *ENTRIES), pools, game.estimate, CONTENTS)
    fill_pool(search, weights, count)
    generator = random.Random(3)
    states = [game.start(1)]
    for _ in range(24):
        if not states[-1].is_over:
            states.append(states[-1].play(states[-1].random_move(generator)))
    for state in [*states, *generator.sample(states, len(states))]:
        # (// rounds toward zero where searches are compiled)
        assert abs(search.call(state.raw, "evaluation") - summed(game, state, weights)) <= 1


def test_symmetric_states_are_worth_the_same() -> None:
    game = load("connect-four").on("native")
    weights = weights_at_random(game, symmetries_of(game), 1)
    mirrored = dict(zip("abcdefg", "gfedcba", strict=True))
    for moves in (("d", "d", "c"), ("a", "b", "c", "c", "e", "a"), ("g", "f", "f", "e", "a")):
        here, there = game.start(1), game.start(1)
        for column in moves:
            here = here.play(next(m for m in here.legal_moves if (m.target or "").startswith(column)))
            other = mirrored[column]
            there = there.play(next(m for m in there.legal_moves if (m.target or "").startswith(other)))
        assert summed(game, here, weights) == summed(game, there, weights)


# --- Files ------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))


def learnt_of(game: Game) -> LearntWeights:
    weights = weights_at_random(game, (Symmetry(tuple(range(game.program.sites)), False),), 2)
    return LearntWeights(game.name, game.fingerprint, 7, 3, 100, 900, weights)


def same(one: LearntWeights, other: LearntWeights) -> bool:
    return weights_text(one) == weights_text(other)


def test_what_was_learnt_is_kept_for_the_same_rules_only() -> None:
    game, other = load("tic-tac-toe"), load("troika")
    assert learnt_weights(game) is None
    written = learnt_of(game)
    keep_weights(game, written)
    found = learnt_weights(game)
    assert found is not None and same(found, written)
    assert list(found.weights.values) == list(written.weights.values)
    assert learnt_weights(other) is None


def test_a_file_beside_the_game_is_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(Path(load("tic-tac-toe").recipe.path).read_text())
    game = load(str(path))
    assert learnt_weights(game) is None
    (tmp_path / "mine.weights").write_text(weights_text(learnt_of(game)))
    found = learnt_weights(game)
    assert found is not None and same(found, learnt_of(game))
    # the rules are others now: what was learnt counts no more
    path.write_text(path.read_text().replace("(square 3)", "(square 4)"))
    assert learnt_weights(load(str(path))) is None


def changed(**parts: Any) -> str:
    told = json.loads(weights_text(learnt_of(load("tic-tac-toe"))))
    return json.dumps({**told, **parts})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no file of weights"),
        ("[]", "no file of weights"),
        ("[" * 100_000, "no file of weights"),
        (changed(format="other"), "not of the format"),
        (changed(components=4), "other pieces"),
        (changed(exchanged=[0, 1, 1]), "exchange"),
        (changed(tuples=[[[[9], False]]]), "sites that are not there"),
        (changed(tuples=[[]]), "stands nowhere"),
        (changed(tuples=[[[[0] * 40, False]]]), "too many weights"),
        (changed(values="eJwDAAAAAAE="), "another size"),
        (changed(base=float("nan")), "too large"),
        (changed(plies="many"), "invalid literal"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.weights"
    path.write_text(text)
    with pytest.raises(UnreadableFileError, match=said):
        read_weights(path, load("tic-tac-toe"))
