"""What a player sees where rules hide something: positions that differ only in that are seen alike."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from gdl import State, load

GAME = """
(game "Ghosts"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Good" Each)
        (piece "Evil" Each)
        (hand Each)
    })
    (rules
        (start {
            %s
            (place "Good2" (sites {12 13}))
            (place "Evil2" (sites {14 15}))
            %s
        })
        (play
            (forEach Piece {"Good" "Evil"}
                (move Step Orthogonal
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
                )
            )
        )
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""
#: The same cells, and other kinds on them.
ONE = '(place "Good1" (sites {0 3})) (place "Evil1" (sites {1 2}))'
OTHER = '(place "Good1" (sites {1 2})) (place "Evil1" (sites {0 3}))'
KINDS = "(set Hidden What (sites Occupied by:P1) to:P2)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ghosts")


@cache
def begin(folder: Path, placed: str, hidden: str, engine: str = "python") -> State:
    path = folder / f"ghosts{len(list(folder.iterdir()))}.lud"
    path.write_text(GAME % (placed, hidden), encoding="utf-8")
    return load(path).on(engine).start(seed=1)


def told(state: State, player: int) -> list[object]:
    """All that a player is told of a position."""
    seen = state.seen_by(player)
    assert seen.player == player
    moves = sorted(str(move) for move in seen.legal_moves)
    return [
        seen.contents,
        dict(seen.sites),
        dict(seen.hands),
        str(seen),
        seen.svg(legal=True),
        seen.mover,
        moves,
    ]


@pytest.mark.parametrize(
    ("engine", "pairs"),
    [("python", 4), *(pytest.param(engine, 100, marks=pytest.mark.slow) for engine in ("python", "native"))],
)
def test_pairs_that_differ_in_what_is_hidden_look_alike(folder: Path, engine: str, pairs: int) -> None:
    """The same moves from two starts: at each ply what player 2 is told is the same, what player 1 is not."""
    starts = [begin(folder, placed, KINDS, engine) for placed in (ONE, OTHER)]
    draw, (one, other) = Random(5), starts
    for _ in range(pairs):
        assert told(one, 2) == told(other, 2)
        if any(piece.owner == 1 for piece in one.sites.values()):
            assert one.seen_by(1).contents != other.seen_by(1).contents
        move = str(draw.choice(one.legal_moves))
        one, other = one.play(move), other.play(move)
        if one.is_over:
            one, other = starts


def test_of_hidden_kinds_the_owner_is_told(folder: Path) -> None:
    seen = begin(folder, ONE, KINDS).seen_by(2)
    assert (seen.sites["a1"].name, seen.sites["a1"].owner, seen.sites["a4"].name) == ("hidden", 1, "Good")
    assert "?1" in str(seen) and begin(folder, ONE, KINDS).seen_by(1).sites["a1"].name == "Good"


def test_of_a_site_that_is_hidden_whole_nothing_is_told(folder: Path) -> None:
    """Not even whether anything is there: a1 is empty in one of the two."""
    hidden = "(set Hidden (sites Bottom) to:P2)"
    one = begin(folder, ONE, hidden)
    other = begin(folder, '(place "Good1" (sites {3}))', hidden)
    assert told(one, 2)[:5] == told(other, 2)[:5]
    assert told(one, 1)[:5] != told(other, 1)[:5]


def test_legal_moves_are_told_to_the_mover_alone(folder: Path) -> None:
    state = begin(folder, ONE, KINDS)
    assert state.seen_by(1).legal_moves == state.legal_moves and state.seen_by(2).legal_moves == ()


def test_arrays_are_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="whole position"):
        _ = begin(folder, ONE, KINDS).seen_by(2).board


def test_no_such_player(folder: Path) -> None:
    with pytest.raises(ValueError, match="a player"):
        begin(folder, ONE, KINDS).seen_by(3)
