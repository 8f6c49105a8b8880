"""Any move of any position: an answer or a coded error, never a failure, and true about what is legal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gdl import IllegalMoveError, LanguageError, MoveError, State, UserError, load, trace, why
from interpreter.game.shipped import shipped_games
from tests.quick import FEW, quick_where, thinned

SHARED = Path(__file__).resolve().parents[3] / "shared" / "ludii-more"
CORPUS = sorted(SHARED.rglob("*.lud"))[::48]


def _asked(state: State, generator: random.Random, count: int) -> None:
    names = state.game.site_names
    mine = [name for name, piece in state.sites.items() if piece.owner in (0, state.seat)] or list(names)
    texts = [f"{generator.choice(mine)}-{generator.choice(names)}" for _ in range(count)]
    texts += [generator.choice(names), *(str(m) for m in generator.sample(state.legal_moves, 1))]
    for text in texts:
        try:
            legal = len(state.parse_turn(text)) > 0
        except IllegalMoveError:
            legal = False
        except MoveError:
            continue
        try:
            answer = why(state, text)
        except UserError as error:
            assert error.code in ("E0502", "E0750")  # legal but for what is written behind it; too slow
            continue
        assert answer.legal is legal
        assert answer.reasons or answer.move == "pass"
        assert all(len(reason.words) > 0 for reason in answer.reasons)


@pytest.mark.parametrize("name", quick_where(sorted(shipped_games()), (FEW - {"triad"}).__contains__))
def test_random_moves_of_shipped_games(name: str) -> None:
    generator = random.Random(name)
    state = load(name).start(seed=1)
    for ply in range(12):
        if state.is_over:
            break
        if ply % 5 == 0:
            _asked(state, generator, 2)
            trace(state, state.legal_moves[0])
        state = state.play(state.random_move(generator))


@pytest.mark.skipif(not CORPUS, reason="there is no corpus here")
@pytest.mark.parametrize("path", thinned(4, 2, CORPUS), ids=lambda path: path.stem)
def test_random_moves_of_strangers_games(path: Path) -> None:
    generator = random.Random(path.stem)
    try:
        state = load(path, definitions=[SHARED / "def"]).start(seed=1)
        for _ in range(generator.randrange(10)):
            if not state.is_over:
                state = state.play(state.random_move(generator))
    except (LanguageError, UserError):
        pytest.skip("it cannot be played")
    if not state.is_over:
        _asked(state, generator, 2)
