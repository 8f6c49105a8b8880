"""Profile counters: they change nothing about a game, both engines count alike, and the counts add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.compile.counting import Counting
from gdl.core.ops import Program
from gdl.passes.count_effects import profile_effects
from gdl.passes.instrument import instrument
from gdl.passes.pipeline import prepare
from gdl.passes.profile import Profile, What
from interpreter.coverage import driver
from interpreter.coverage.play import LONGEST_GAME, Count, Observed, Observing, observe
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.python import PythonEngine
from interpreter.errors.user_errors import SlowRulesError
from interpreter.game.image import Recipe, compile_recipe
from interpreter.game.shipped import locate, shipped_games
from tests.fuzz.interrupts import endless_text
from tests.quick import thinned

#: Seconds: the games are few, the time is against a hang.
LONG = 60.0


def recipe(name: str) -> Recipe:
    return Recipe(str(locate(name)), (), ())


def profiled(name: str) -> Program:
    profile = Profile()
    compiled = compile_recipe(recipe(name), Counting(profile))
    counted = instrument(compiled.program, profile, len(compiled.played.rules.phases or ()))
    return profile_effects(counted, profile, {})


@pytest.mark.parametrize("name", thinned(20, 4, sorted(shipped_games())))
def test_a_profiled_game_plays_the_same_games_in_the_same_states(name: str) -> None:
    plain, made = compile_recipe(recipe(name)).program, profiled(name)
    assert [field.name for field in made.fields] == [field.name for field in plain.fields]
    games = [
        NativeEngine(prepare(each, simplified=False), prepared=True).play_games(4, seed=5, max_plies=200)
        for each in (plain, made)
    ]
    assert games[0] == games[1]


def by_place(observed: Observed) -> dict[tuple[What, int, int, int], Count]:
    return {(c.what, c.span.start, c.span.end, c.number): n for c, n in observed.counts.items()}


@pytest.mark.parametrize("name", ["tic-tac-toe", "officers", "last-step", "triquetra"])
def test_both_engines_count_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    native = observe(recipe(name), LONG, seed=3, games=6)
    monkeypatch.setattr("interpreter.coverage.play.engine_for", lambda p: PythonEngine(p, prepared=True))
    python = observe(recipe(name), LONG, seed=3, games=6)
    assert native.all.games == 6
    assert (native.random, native.searching) == (python.random, python.searching)
    assert by_place(native) == by_place(python)


def place(observed: Observed, what: What, text: str) -> Count:
    found = [count for c, count in observed.counts.items() if c.what is what and c.span.text == text]
    assert len(found) == 1
    return found[0]


def test_the_counts_add_up() -> None:
    """In tic-tac-toe a game is won by a line or drawn on a full board, and each ply adds a stone."""
    seen = observe(recipe("tic-tac-toe"), LONG, games=200)
    games = seen.all
    assert games.games == games.finished == 200
    assert place(seen, What.RESULT, "(result Mover Win)").games == sum(games.wins)
    assert place(seen, What.RESULT, "(result Mover Draw)").games == games.draws
    added = [n for c, n in seen.counts.items() if c.what is What.PLAYED and "Add" in c.span.text]
    assert [n.plies for n in added] == [games.plies]
    line = place(seen, What.HOLDS, "(is Line 3)"), place(seen, What.FAILS, "(is Line 3)")
    assert line[0].plies == sum(games.wins) and line[0].plies + line[1].plies == games.plies


def test_what_is_only_imagined_has_not_come_about(tmp_path: Path) -> None:
    """A move that is tried in a thought and refused there never happens."""
    path = tmp_path / "thought.lud"
    path.write_text("""
        (game "Thought" (players 2)
          (equipment {(board (square 3)) (piece "Man" Each)})
          (rules (play (do (move Add (to (sites Empty)) (then (set Var "Tried" 1))) ifAfterwards:(is Full)))
            (end (if (= 1 (var "Tried")) (result Mover Win)))))
    """)
    seen = observe(Recipe(str(path), (), ()), LONG, games=40)
    assert not place(seen, What.EFFECT, '(set Var "Tried" 1)').reached
    assert seen.all.passed_first == seen.all.games == 40


def test_a_seed_gives_the_same_games() -> None:
    first, again, other = (observe(recipe("tic-tac-toe"), LONG, seed, games=30) for seed in (4, 4, 5))
    assert by_place(first) == by_place(again) != by_place(other)


@pytest.mark.parametrize("name", ["listing", "offering", "playing"])
def test_rules_without_an_end_are_left_in_time(name: str, tmp_path: Path) -> None:
    """Or sooner, where they offer more than there is memory for: that is told."""
    path = tmp_path / "endless.lud"
    path.write_text(endless_text(name))
    try:
        assert observe(Recipe(str(path), (), ()), 0.2).all.games == 0
    except SlowRulesError as error:
        assert name == "offering" and "than there is memory for" in error.message


def test_who_plays_alone_may_lose() -> None:
    """Isolation as a solitaire is lost with fewer than thirteen pawns, which hardly any random game has."""
    seen = observe(recipe("isolation-solitaire"), LONG, games=200)
    assert seen.all.wins[0] + seen.all.draws == seen.all.finished
    assert seen.random.wins[0] < seen.random.finished


def test_what_one_game_tries_is_bounded(tmp_path: Path) -> None:
    """Kings that take nothing go on to the longest game: with playouts for each ply 768,000 plies."""
    path = tmp_path / "round.lud"
    path.write_text("""
        (game "Round" (players 2)
          (equipment {(board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to)))))})
          (rules (start {(place "King1" (sites Bottom)) (place "King2" (sites Top))}) (play (forEach Piece))
            (end (if (no Pieces Next) (result Mover Win)))))
    """)
    observing = Observing(Recipe(str(path), (), ()))
    observing.play(LONG, games=driver.WAYS)  # one in each way
    control = observing.search.ints(0)
    spent = [control[driver.SPENT + way] for way in range(driver.WAYS)]
    assert min(spent) >= LONGEST_GAME
    for earlier, each in enumerate(spent):
        most = driver.MOST_WORK + sum(spent[:earlier]) // driver.PART_OF_WORK
        assert each <= most + LONGEST_GAME + driver.CANDIDATES * driver.PLAYOUT_PLIES + 1
