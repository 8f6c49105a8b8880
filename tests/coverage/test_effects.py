"""What writes do, and to whom: counted as a small game is played, where it can be told without the engine."""

from __future__ import annotations

from pathlib import Path

from gdl.passes.count_effects import Whose
from gdl.passes.profile import What
from interpreter.coverage.play import Count, Observed, observe
from interpreter.game.image import Recipe

#: Seconds: the games are few, the time is against a hang.
LONG = 60.0

#: Each ply puts a stone on the 3 x 3 board, over whatever stands there; nine plies make a game.
OVER = """(game "Over" (players 2)
  (equipment {(board (square 3)) (piece "Stone" Each)})
  (rules
    (play (move Add (to (sites Board)) (then (and {
      (addScore Next 1)
      (set Var "Same" 0)
      (if (= 9 (count Moves)) (remove (sites Occupied by:Next)))}))))
    (end (if (= 9 (count Moves)) (result Next Win)))))
"""


def seen(folder: Path, text: str = OVER, games: int = 50) -> Observed:
    path = folder / "over.lud"
    path.write_text(text)
    return observe(Recipe(str(path), (), ()), LONG, games=games)


def count(observed: Observed, what: What, text: str, number: int = 0) -> Count:
    found = [n for c, n in observed.counts.items()
             if c.what is what and c.number == number and c.span.text.startswith(text)]  # fmt: skip
    assert len(found) == 1
    return found[0]


def test_points_are_counted_by_whose_they_are(tmp_path: Path) -> None:
    observed = seen(tmp_path)
    plies = observed.all.plies
    assert plies == 9 * observed.all.games
    others, own = (count(observed, What.SCORED, "(addScore", who) for who in (Whose.OTHERS, Whose.OWN))
    assert (others.plies, own.plies, own.reached) == (plies, 0, False)


def test_a_write_of_what_is_there_changes_nothing(tmp_path: Path) -> None:
    """But for the first of each game: a variable is no 0 before it is set."""
    observed = seen(tmp_path)
    assert count(observed, What.EFFECT, "(set Var").plies == observed.all.plies
    assert count(observed, What.CHANGED, "(set Var").plies == observed.all.games


def test_whose_piece_gives_way(tmp_path: Path) -> None:
    """Where stones go anywhere, first both own and others' give way; on the empty board none does."""
    observed = seen(tmp_path)
    for who in (Whose.OWN, Whose.OTHERS):
        gave_way = count(observed, What.REPLACED, "(move Add", who)
        assert 0 < gave_way.games <= gave_way.plies <= observed.all.plies - observed.all.games
    assert not count(observed, What.REPLACED, "(move Add", Whose.NEUTRAL).reached


def test_how_a_game_ends_is_noted(tmp_path: Path) -> None:
    """Each game ends after nine plies; the next player wins, who has just lost all pieces."""
    observed = seen(tmp_path)
    ended = count(observed, What.RESULT, "(result").ended
    games = observed.all.games
    assert (ended.games, ended.plies, ended.first) == (games, 9 * games, 9)
    assert (ended.mover_won, ended.other_won) == (0, games)
    assert count(observed, What.WON_WITH_FEWER, "(result").games == games
    assert not count(observed, What.WON_WITH_ENOUGH, "(result").reached
    assert count(observed, What.LOST, "(remove", Whose.OTHERS).games == games
    assert not count(observed, What.LOST, "(remove", Whose.OWN).reached


def test_in_a_hand_nothing_gives_way(tmp_path: Path) -> None:
    """Each ply puts a stone on the board, perhaps over another's (of one's own it makes a heap), and one into
    the hand, onto those there."""
    text = """(game "Hands" (players 2)
      (equipment {(board (square 3)) (hand Each) (piece "Stone" Each)})
      (rules
        (play (move Add (to (sites Board)) (then (add (piece (id "Stone" Mover)) (to (handSite Mover))))))
        (end (if (= 9 (count Moves)) (result Next Win)))))"""
    observed = seen(tmp_path, text)
    assert not count(observed, What.REPLACED, "(add", Whose.OWN).reached
    assert not count(observed, What.REPLACED, "(move Add", Whose.OWN).reached
    assert count(observed, What.REPLACED, "(move Add", Whose.OTHERS).reached
