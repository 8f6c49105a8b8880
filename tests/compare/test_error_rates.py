"""What a comparison promises: it hardly ever says wrongly that games differ, and finds what was planted."""

from __future__ import annotations

from random import Random

import pytest

from gdl import Game, compare, load, loads
from interpreter.study.compare.comparison import Comparison, rules_compared
from tests.quick import one_in

#: Four stones anywhere; then a number from 1 to 1000 decides: White wins up to a bound.
COIN = """(game "Coin"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (set Var "Drawn" (value Random (range 1 1000))))))
        (end {
            (if (and (= 4 (count Moves)) (<= (var "Drawn") BOUND)) (result P1 Win))
            (if (= 4 (count Moves)) (result P2 Win))
        })
    )
)"""


def coin(bound: int) -> Game:
    """White wins `bound` of a thousand games, however it is played."""
    return loads(COIN.replace("BOUND", str(bound)))


def quantiles(numbers: list[int]) -> str:
    """For whoever reads the output of the test."""
    ordered = sorted(numbers)
    return ", ".join(f"{share} %: {ordered[share * (len(ordered) - 1) // 100]:,}" for share in (5, 50, 95))


def against_itself(game: Game, seed: int) -> Comparison:
    """A game against itself: random play, and others by players who choose at random too."""
    return compare(
        game, game, 100_000, search="random", search_games=40, rule_games=0, seed=seed, even_if_same=True
    )


def test_a_game_does_not_differ_from_itself() -> None:
    found = against_itself(load("tic-tac-toe"), 1)
    assert not found.differs
    assert found.parts[0].ended_by == "decided" and found.parts[1].games == 40


@pytest.mark.long
def test_of_200_comparisons_of_a_game_with_itself_at_most_5_percent_say_that_anything_differs() -> None:
    game = load("tic-tac-toe")
    found = [against_itself(game, seed) for seed in range(200)]
    wrong = [(seed, each.name) for seed, one in enumerate(found) for each in one.differs]
    games = [one.parts[0].games for one in found]
    print(f"\nsaid to differ: {len({seed for seed, _ in wrong})} of 200 {wrong}; games: {quantiles(games)}")
    assert len({seed for seed, _ in wrong}) <= 10
    assert all(one.parts[0].ended_by == "decided" for one in found)


def planted(bounds: tuple[int, int], seed: int) -> tuple[Comparison, int | None]:
    """A comparison of two coins, and the games after which their seats are known to differ."""
    found = compare(coin(bounds[0]), coin(bounds[1]), 100_000, search=None, rule_games=0, seed=seed)
    score = next(each for each in found.findings if each.key == "score")
    assert score.a == pytest.approx(bounds[0] / 1000, abs=0.03)
    return found, score.decided_after if score.verdict == "differs" and score.difference > 0 else None


def test_a_planted_advantage_is_found_and_what_was_not_planted_is_the_same() -> None:
    found, games = planted((500, 550), 1)
    assert games is not None
    verdicts = {each.key: each.verdict for each in found.findings}
    assert verdicts.pop("won") == verdicts.pop("score") == "differs"
    assert set(verdicts.values()) == {"same"}


@pytest.mark.long
@pytest.mark.parametrize("bounds", [(500, 525), (500, 550)])
def test_a_planted_advantage_is_found_in_at_least_95_percent_of_200_runs(bounds: tuple[int, int]) -> None:
    """525: the seats are 5 points apart, 52.5 to 47.5. 550: White wins 5 points more often."""
    took = [games for seed in range(200) if (games := planted(bounds, seed)[1]) is not None]
    print(f"\n{bounds}: found {len(took)} of 200; games of each that it took: {quantiles(took)}")
    assert len(took) >= 190


@pytest.mark.parametrize("games", one_in(2, [300, 1000]))
def test_of_200_pairs_of_files_whose_rules_come_about_as_often_at_most_5_percent_say_otherwise(
    games: int,
) -> None:
    """Thirty rules each, all of which share a twentieth; of the other measures there are none."""
    random = Random(games)
    rates = [random.random() ** 2 for _ in range(30)]

    def side() -> dict[str, object]:
        counts = [sum(random.random() < rate for _ in range(games)) for rate in rates]
        rows = [["held", f"(rule {n})", 0, 0, 0, n + 1, count] for n, count in enumerate(counts)]
        return {"games": games, "rows": rows}

    wrong = sum(
        bool(rules_compared([side(), side()], 0.05).differing) for _ in range(200 if games > 500 else 20)
    )
    assert wrong <= (10 if games > 500 else 1)
