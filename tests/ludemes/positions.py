"""Small positions in which a region, a number or a condition is asked for.

The first player adds a disc; then the second may select any site of the region in question. So the region is
read off the legal moves, and a number or condition is asked for through a region.
"""

from __future__ import annotations

from pathlib import Path

from gdl import load
from interpreter.game.state import State

GAME = """
(game "Question"
    (players {{(player N) (player S)}})
    (equipment {{
        (board {board})
        (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (hand Each)
        (regions "Home" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))
        (map "Next" {{(pair 0 3) (pair 1 7)}})
        {equipment}
    }})
    (rules
        (start {{
            (place "Disc1" {{{first}}})
            (place "Disc2" {{{second}}})
            {start}
        }})
        (play
            (if (= 0 (count Moves))
                (move Add (piece "Disc") (to (sites {{"{added}"}})))
                (move Select (from {region}))
            )
        )
        (end (if (>= (count Moves) 3) (result Mover Draw)))
    )
)
"""
FIRST = ("a1", "b1", "c3")
SECOND = ("d1", "a3", "b3", "e5")


def state(
    tmp_path: Path,
    region: str,
    *,
    added: str = "c1",
    first: tuple[str, ...] = FIRST,
    second: tuple[str, ...] = SECOND,
    board: str = "(square 5)",
    equipment: str = "",
    start: str = "",
) -> State:
    """The position after the first disc was added."""
    path = tmp_path / "question.lud"
    path.write_text(
        GAME.format(
            board=board,
            first=" ".join(f'"{site}"' for site in first),
            second=" ".join(f'"{site}"' for site in second),
            region=region,
            added=added,
            equipment=equipment,
            start=start,
        )
    )
    begun = load(path).start(seed=1)
    (only,) = begun.legal_moves
    return begun.play(only)


def sites(tmp_path: Path, region: str, **how: object) -> set[str]:
    """The sites of a region."""
    moves = state(tmp_path, region, **how).legal_moves  # type: ignore[arg-type]
    return {str(move.target) for move in moves if move.decision != "pass"}


def holds(tmp_path: Path, condition: str, **how: object) -> bool:
    """Does a condition hold?"""
    found = sites(tmp_path, f'(if {condition} (sites {{"a1"}}) (sites {{"b1"}}))', **how)
    assert len(found) == 1
    return found == {"a1"}


def number(tmp_path: Path, expression: str, **how: object) -> int:
    """What a number is, from -2 to 20."""
    found = sites(tmp_path, f"(sites {{(+ 2 {expression})}})", **how)
    (only,) = found
    return "abcde".index(only[0]) + 5 * (int(only[1:]) - 1) - 2
