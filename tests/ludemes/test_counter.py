"""The counter: -1 before the first move, as in Ludii's recorded games of RootZone, Millieu and Vigilance, and
one more after every move."""

from __future__ import annotations

from pathlib import Path

from gdl import load

#: Moves on one site only, whose number is the counter's, one more than that.
TEXT = """(game "Counter" (players 2)
  (equipment {(board (square 4)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (sites {(+ 1 (counter))}) (apply (remove (to))))
      (then (if (= 2 (counter)) (set Counter {again})))))
    (end (if (= 9 (count Moves)) (result Mover Draw)))))
"""


def sites(again: str, folder: Path, plies: int) -> list[str]:
    """Where the moves of the first plies go, of which each has one."""
    path = folder / "counter.lud"
    path.write_text(TEXT.replace("{again}", again), encoding="utf-8")
    state = load(path).start(seed=1)
    found = []
    for _ in range(plies):
        (move,) = state.legal_moves
        found.append(str(move))
        state = state.play(move)
    return found


def test_it_begins_at_minus_one_and_grows_by_one_with_every_move(tmp_path: Path) -> None:
    assert sites("9", tmp_path, 4) == ["a1", "b1", "c1", "d1"]


def test_set_starts_it_again_at_minus_one_before_the_move_is_counted(tmp_path: Path) -> None:
    """The fourth move finds 2 and sets -1, which it makes 0: the fifth goes to the second site."""
    assert sites("", tmp_path, 5)[:5] == ["a1", "b1", "c1", "d1", "b1"]
