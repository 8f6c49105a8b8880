"""The search: what it finds, with how many games, and that it says the same wherever it is done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdl import LanguageError, loads
from interpreter.errors.user_errors import PlayerError, StudyFileError, VaryError
from interpreter.study.vary.evaluation import front_of, ranked
from interpreter.study.vary.experiment import vary
from interpreter.study.vary.result import Varied
from tests.vary.texts import LINES, ONE, OTHER, SEATS, throw

EVEN = ["first player 48..52 %"]


def product(found: Varied) -> int:
    """The cells on which White wins in the best variant of `throw`."""
    one, other = (int(value) for value in found.best[0].values.values())
    return one * other


def test_only_one_of_them_is_even() -> None:
    shares = sorted(min(1.0, a * b / 400) for a in ONE for b in OTHER)
    assert len(shares) == 120 and [share for share in shares if 0.44 < share < 0.56] == [0.5]


def searched(seeds: range) -> list[Varied]:
    game = loads(throw())
    return [vary(game, EVEN, games=3200, seed=seed, second=None) for seed in seeds]


def found_cheaply(seeds: range) -> int:
    """In how many searches the even one of 120 was found; none played more than a fifth of all games."""
    every = searched(seeds)
    for found in every:
        assert found.all_games == 120 * 3200
        assert 5 * (found.search_games + found.fresh_games) <= found.all_games
    return sum(product(found) == 200 for found in every)


def test_a_planted_even_variant_among_120_is_found_with_a_fifth_of_the_games() -> None:
    assert found_cheaply(range(5)) >= 4


@pytest.mark.long
def test_it_is_found_nearly_always() -> None:
    assert found_cheaply(range(5, 45)) >= 38


def test_what_was_found_flatters_and_fresh_games_do_not() -> None:
    """White wins on some 200 of 400 cells, other ones in each variant: all are even, and one seems best."""
    rules = throw().replace("(< (last To) (*", "(< (% (+ (last To) (*").replace(
        "                ))\n", "                )) 400) 200)\n"
    )  # fmt: skip
    rules = rules.replace(f"{ONE[0]}  // vary {', '.join(map(str, ONE))}", "37  // vary 1..10")
    rules = rules.replace(f"{OTHER[0]}  // vary {', '.join(map(str, OTHER))}", "37")
    game, games, seeds = loads(rules), 400, 20
    every = [
        vary(game, ["most first player"], games=games, seed=n, second=None, keep=1) for n in range(seeds)
    ]
    best = [found.best[0] for found in every]
    chosen = sum(each.estimates[0].value for each in best if each.estimates[0]) / seeds
    fresh = sum(each.confirmed[0].value for each in best if each.confirmed[0]) / seeds
    error = 0.5 / (games * seeds) ** 0.5
    assert abs(fresh - 0.5) < 4 * error
    assert chosen - 0.5 > 4 * error


@pytest.mark.long
def test_what_is_even_at_random_need_not_be_for_those_who_look() -> None:
    """Whoever can look one ply ahead throws where White wins."""
    game = loads(throw((20, 5), (10, 4)))
    found = vary(game, EVEN, games=1000, seed=1, second="mcts:400", second_games=10, keep=1)
    assert product(found) == 200
    (best,) = found.best
    measure = best.second[0]
    assert measure is not None and measure.value == 1.0 and measure.setting.agent == "mcts:400"
    assert "not so for mcts:400: first player 48..52 %" in best.notes
    by_them = vary(game, ["first player at most 60 %"], games=20, seed=1, player="mcts:400", keep=1)
    assert by_them.best[0].verdicts[0] == "fails"


def test_variants_that_cannot_be_played_are_counted_and_told() -> None:
    rules = LINES.replace("// vary or (play", "// vary or (play (move Fly))\n        // vary or (play")
    rules = rules.replace("4 5))  // vary 5: 4..6", "4 4))").replace("// vary 3..4", "")
    found = vary(loads(rules), ["fewest draws"], games=200, seed=1, second=None, longest=50)
    # placing, with or without the draw on the full board; flying; adding to the top row again and again
    assert len(found.tried) == 6
    wrong = {told: count for told, count, _ in found.wrong}
    flying = [count for told, count in wrong.items() if told.code.startswith("E0")]
    assert flying == [2]
    assert all(each.wrong is None or "Fly" in each.label or each.estimates == () for each in found.tried)
    assert found.best and "Fly" not in found.best[0].label


def test_where_nothing_can_be_played_nothing_is_found() -> None:
    rules = throw().replace("(result P2 Win)", "(result P2 Win)  // vary or (result P9 Win)")
    rules = rules.replace("vary 2,", "varied 2,").replace("(result P2 Win)  //", "(result P9 Win)  //")
    with pytest.raises(LanguageError):
        vary(loads(rules), EVEN, games=100, seed=1)


def test_variants_of_the_same_rules_are_played_once() -> None:
    rules = throw((20,), (10, 4)).replace("(result P1 Win)", "(result P1 Win)  // vary or (result  P1  Win)")
    found = vary(loads(rules), EVEN, games=200, seed=1, second=None)
    assert len(found.tried) == 4 and sum(bool(each.same_as) for each in found.tried) == 2


SMALL = {"games": 300, "seed": 7, "second": "mcts:5", "second_games": 6, "keep": 1}
SHORT = LINES.replace("        // vary or (play (move Add (to (sites Top))))\n", "").replace(
    "  // vary drop", ""
)


def small(**more: object) -> Varied:
    return vary(loads(SHORT, name="lines"), [*EVEN, "fewest draws"], **(SMALL | more))  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_any_number_of_workers_finds_the_same(workers: int, tmp_path: Path) -> None:
    alone = small(file=tmp_path / "alone")
    together = small(file=tmp_path / "together", workers=workers)
    assert json.dumps(alone.as_json()) == json.dumps(together.as_json())
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "together").read_bytes()


def test_a_search_that_was_killed_goes_on(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    found = small(file=whole)
    written = whole.read_bytes()
    for part in (0.3, 0.9):
        cut.write_bytes(written[: int(len(written) * part)])
        assert small(file=cut).as_json() == found.as_json()
        assert cut.read_bytes() == written
    with pytest.raises(StudyFileError):
        small(file=cut, games=301)


def test_a_seed_gives_the_same_and_another_one_other_games() -> None:
    first, same, other = small(), small(), small(seed=8)
    assert first.as_json() == same.as_json()
    assert [each.estimates for each in first.tried] != [each.estimates for each in other.tried]


def test_a_large_space_is_searched_by_proposals() -> None:
    pytest.importorskip("optuna")
    rules = throw((20,), (10,)).replace("// vary 20", "// vary 2..39").replace("// vary 10", "// vary 2..39")
    found = vary(loads(rules), EVEN, games=800, variants=48, seed=3, second=None)
    assert found.space.size == 38 * 38 and len(found.tried) == 48
    best = min(abs(min(1.0, a * b / 400) - 0.5) for a in range(2, 40) for b in range(2, 40))
    assert best == 0.0 and abs(product(found) / 400 - 0.5) <= 0.06
    again = vary(loads(rules), EVEN, games=800, variants=48, seed=3, second=None)
    assert [each.variant for each in again.tried] == [each.variant for each in found.tried]


def test_who_cannot_play() -> None:
    game = loads(throw())
    with pytest.raises(VaryError, match="by the clock"):
        vary(game, EVEN, player="mcts:2s")
    with pytest.raises(VaryError, match="humans"):
        vary(game, EVEN, second="human")
    with pytest.raises(PlayerError):
        vary(game, EVEN, player="nobody")
    with pytest.raises(VaryError, match="at random only"):
        vary(game, ["most agency"], player="mcts:20")


def test_one_wish_may_be_a_text() -> None:
    game = loads(throw((20,), (10, 4)))
    one, several = (vary(game, want, games=32, seed=1, second=None) for want in ("fairest", ["fairest"]))
    assert one.as_json() == several.as_json()


def test_measures_of_the_sample_can_be_wished_for() -> None:
    """Only the first throw is made: of 400 cells, and always one of 400."""
    found = vary(loads(throw((20,), (10, 4))), ["branching 399..401"], games=64, seed=1, second=None)
    measure = found.best[0].confirmed[0]
    assert measure is not None and measure.value == 400.0


# --- Whose seat it is -------------------------------------------------------------------------------------


def seats(want: list[str], options: dict[str, str], rules: str = SEATS) -> Varied:
    return vary(loads(rules), want, options, games=32, seed=1, second=None)


@pytest.mark.parametrize("wish", ["Blue 90..100 %", "player 3 90..100 %"])
def test_players_are_those_of_the_options_that_are_fixed(wish: str) -> None:
    """Of three, Blue makes the third move, which is the last and wins; the fourth would be Red's."""
    found = seats([wish], {"seats": "three", "Limit": "*"})
    assert found.space.fixed == (("Seats", "Three"),) and found.players == ("Red", "Green", "Blue")
    assert found.best[0].label == "Limit=Three" and found.best[0].verdicts[0] != "fails"
    measure = found.best[0].confirmed[0]
    assert measure is not None and (measure.about, measure.value) == ("Blue", 1.0)
    assert found.wishes[0].title(found.players) == "score of seat Blue"


def test_where_seats_have_other_players_they_are_told_by_number_and_players_by_name() -> None:
    """The third move is Red's of two, Blue's of three: the second seat is Blue's of two, Green's of three."""
    found = seats(["player 2 0..10 %", "Blue 90..100 %"], {"Seats": "*"})
    assert found.players == ("Red", "2", "Blue") and found.best[0].label == "Seats=Three"
    assert [wish.title(found.players) for wish in found.wishes[:2]] == [
        "score of seat 2",
        "score of seat Blue",
    ]
    for each, second, blue in zip(found.best, ("Green", "Blue"), (1.0, 0.0), strict=True):
        measures = [measure for measure in each.confirmed[:2] if measure is not None]
        assert [(m.about, m.value) for m in measures] == [(second, 0.0), ("Blue", blue)]


def test_a_variant_without_the_seat_that_is_wished_for_is_told() -> None:
    usually_three = SEATS.replace('"Two.")*', '"Two.")').replace('"Three.")', '"Three.")*', 1)
    found = seats(["player 3 90..100 %"], {"Seats": "*"}, usually_three)
    assert [each.label for each in found.best] == ["Seats=Three"]
    assert [(wrong.message, count) for wrong, count, _ in found.wrong] == [
        ("what is wished for cannot be measured in it", 1)
    ]


ALONE = """(game "Alone"
    (players 1)
    (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= 3 (count Moves)) (result P1 Win)))  // vary 1..4
    )
)
"""


@pytest.mark.parametrize("wish", ["fairest", "player 1 40..60 %", "decisive games at least 90 %"])
def test_who_plays_alone_is_compared_with_nobody(wish: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with pytest.raises(VaryError, match="Alone is for one"):
        vary(loads(ALONE), [wish], games=32, seed=1, second=None, file=kept)
    assert not kept.exists()  # nothing was played
    found = vary(loads(ALONE), ["shortest", "player 1 wins 90..100 %"], games=32, seed=1, second=None)
    assert found.best[0].label == "line 6: (= 1 (count Moves))"


# --- What it is made of -----------------------------------------------------------------------------------


def test_better_is_nobody_worse_in_anything() -> None:
    rows = [(0.0, 3.0), (0.0, 1.0), (1.0, 0.0), (2.0, 2.0), (0.0, 1.0)]
    assert front_of(rows) == [1, 2, 4]
    order = ranked(rows, [0.0, 0.2, 0.0, 0.0, 0.1])
    assert set(order[:3]) == {1, 2, 4} and order[2] == 2 and order[-1] in (0, 3)
    assert ranked([(1.0,), (0.0,), (0.0,)], [0.0, 0.5, 0.1]) == [2, 1, 0]
