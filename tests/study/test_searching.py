"""Measures of searching play: by hand, on games of which it is known what they are, and repeatable."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import pytest
from attrs import evolve

from gdl import load, loads
from interpreter.match.score import WIN
from interpreter.statistics.ratings import elo
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.searched_games import PARTS, PLACES, Searched, course_of
from interpreter.study.measures.self_play import measures_of
from interpreter.study.measures.skill import (
    RUNG,
    ByLadder,
    Match,
    correlated,
    gap_measure,
    groups,
    intraclass_correlation,
    rungs_of,
    step_measures,
)
from interpreter.study.options import SearchOptions
from interpreter.study.searching.budgets import EFFORT, Cost, Searching, _chosen, cost_of
from interpreter.study.searching.games import UCT
from interpreter.study.study import Study, study
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.study.games import ALONE, RACE, RACE_OF_THREE

#: As little searching as has one of everything.
LITTLE = SearchOptions(simulations=1, games=6, doublings=2)


def by_key(measures: object) -> dict[str, Measure]:
    return {each.key: each for each in measures}  # type: ignore[attr-defined]


# --- By hand ----------------------------------------------------------------------------------------------


def game(plies: int, firsts: int, way: str, drama: int = -1, changes: int = 0) -> Searched:
    course = (PARTS // 4,) * PLACES + (3 * PARTS // 4,) * PLACES
    return Searched(True, False, plies, firsts, 2 * plies * PARTS, 4, changes, drama, drama, way, course)


def test_self_play_by_hand() -> None:
    """Four games: White wins two, Black one, one is drawn; two took the same way, one is half decided."""
    games = [
        game(4, 1, "a", PARTS // 2, 2), game(4, 1, "a", 0), game(8, 2, "b", 0), game(8, 0, "c", changes=2)
    ]  # fmt: skip
    played = load("tic-tac-toe")
    found = by_key(measures_of(games, played, UCT, 5, 1, 99))
    white, black = played.players
    assert found[f"seat.score[{white}, 5 simulations]"].value == 0.625
    assert found[f"seat.score[{black}, 5 simulations]"].value == 0.375
    assert found["drawn[5 simulations]"].value == 0.25
    assert found["length.mean[5 simulations]"].value == 6.0
    assert found["choice.effective[5 simulations]"].value == 2.0
    assert found["lead.changes[5 simulations]"].value == 4 / 16
    assert found["drama[5 simulations]"].value == pytest.approx(1 / 6)
    assert found["drama[5 simulations]"].games == 3
    assert found["games.distinct[5 simulations]"].value == 0.75
    course = course_of(games, played.players, 5)
    assert course.expected == {white: (0.25,) * PLACES, black: (0.75,) * PLACES}
    repeated = by_key(measures_of(games[:2] * 3, played, UCT, 5, 1, 99))
    assert "only 1 of 6 games differ" in repeated["length.mean[5 simulations]"].caution


def match(strong: int, weak: int, wins: int, blocks: int = 20, seats: int = 2) -> Match:
    """A match in which the stronger player wins both games of so many blocks, and one of the others."""
    won = [2 * WIN] * wins + [WIN] * (blocks - wins)
    return Match(strong, weak, seats, 1, 99, won)


def test_the_ladder_by_hand() -> None:
    steps = [match(2, 1, 10), match(4, 2, 10), match(8, 4, 0)]
    found = by_key(step_measures(steps))
    assert found["ladder.step[2 simulations over 1]"].value == 0.75
    assert found["ladder.step[8 simulations over 4]"].value == 0.5
    # 30 of 40, and half a game that is shared
    assert found["ladder.climb"].value == pytest.approx(2 * elo(30.25 / 40.5))
    assert found["ladder.doubling"].value == pytest.approx(2 * elo(30.25 / 40.5) / 3)
    assert found["ladder.rungs"].value == 2 and found["ladder.top"].value == 4


def test_whoever_wins_everything_has_a_finite_rating_that_is_not_certain() -> None:
    climb = by_key(step_measures([match(2, 1, 20)]))["ladder.climb"]
    assert 0 < climb.low < climb.value < climb.high < 2000


def test_blocks_that_are_all_alike_leave_room_for_others() -> None:
    """Both of equals have won a game of each block: a few of these are no proof that it is always so."""
    few, many = ([Match(2 << n, 1 << n, 2, 1, 99, [WIN] * blocks) for n in range(3)] for blocks in (6, 1000))
    found, surer = by_key(step_measures(few)), by_key(step_measures(many))
    for key in ("ladder.step[2 simulations over 1]", "ladder.climb", "ladder.doubling"):
        assert found[key].low < surer[key].low < found[key].value < surer[key].high < found[key].high
    assert found["ladder.rungs"].value == 0 and found["ladder.rungs"].high == inf
    assert surer["ladder.rungs"].value == surer["ladder.rungs"].high == 0
    won = by_key(step_measures([Match(2, 1, 3, 1, 99, [3 * WIN] * 4)]))["ladder.step[2 simulations over 1]"]
    assert 0 < won.low < won.value == won.high == 1


def test_pairs_that_are_all_alike_leave_room_for_others() -> None:
    first, second = [WIN, 0], [0, WIN]
    found = correlated([[*first, *first], [*second, *second]] * 40)
    assert found.value == found.high == 1 and 0.8 < found.low < 1
    nothing = correlated([[*first, *first]] * 40)
    assert (nothing.value, nothing.low, nothing.high) == (0, 0, 1)


def test_a_ladder_ends_where_its_last_steps_are_no_rung() -> None:
    """Two rungs, and then nothing; a ladder whose last step is one may go on."""
    wins = [100, 100, 0, 0, 0, 0]
    steps = [match(2 << n, 1 << n, won, 200) for n, won in enumerate(wins)]
    ended, open_ = (by_key(step_measures(some))["ladder.rungs"] for some in (steps, steps[:2]))
    assert (ended.value, ended.low, ended.high, ended.caution) == (2, 2, 2, "")
    assert (open_.value, open_.low, open_.high) == (2, 2, inf)
    assert open_.caution == "the ladder may go on beyond 4 simulations, where the budget ended"


def of_a_game(plies: int, winner: int, expected: list[float]) -> Searched:
    """A game of a winner (from 0; -1: a draw) who expects this of it at equal parts of its plies."""
    mine, others = ([round(PARTS * each) for each in some] for some in (expected, [1 - e for e in expected]))
    course = [*mine, *others] if winner == 0 else [*others, *mine]
    firsts, drama = (0, -1) if winner < 0 else (1 << winner, 0)
    return Searched(True, False, plies, firsts, 0, 4, 0, drama, drama, "", tuple(course))


def test_where_it_is_decided_is_what_the_winner_expects() -> None:
    """Half of the games for either side, each decided at the middle: the seats expect half throughout."""
    rises = [0.5] * 10 + [1.0] * 11
    games = [of_a_game(20, number % 2, rises) for number in range(60)]
    found = course_of([*games, of_a_game(20, -1, [0.5] * PLACES)], ("White", "Black"), 8)
    assert all(score == pytest.approx(0.5) for score in found.expected["White"][:10])
    assert (found.games, found.won) == (61, 60)
    assert [each.ply for each in found.winner] == list(range(21))
    assert [each.expected for each in found.winner] == rises
    assert all(each.low < each.expected for each in found.winner)
    assert all(each.expected < each.high for each in found.winner[:10])
    half = found.half_way
    assert half is not None and (half.low, half.ply, half.high) == (10, 10, 10)


def test_games_that_are_over_are_decided() -> None:
    """Three of four games last two plies, one forty, in which nobody knows until the end."""
    short, long = of_a_game(2, 0, [0.5] * 20 + [1.0]), of_a_game(40, 1, [0.5] * 20 + [1.0])
    found = course_of([short, short, short, long] * 5, ("White", "Black"), 8)
    assert found.winner[0].expected == 0.5 and found.winner[1].expected == pytest.approx(7 / 8)
    assert found.winner[-1].ply == 40 and found.winner[-1].expected == 1.0


def test_rungs_by_hand() -> None:
    assert pytest.approx(elo(0.6)) == RUNG
    assert rungs_of([40, 40, 200, 20, 20, 20]) == 2  # two doublings make one rung, the third the next
    assert rungs_of([40, 40, 200, 30, 30, 30]) == 3
    assert rungs_of([-50, 100, 60]) == 1 and rungs_of([0.0] * 5) == 0


def test_skill_by_hand() -> None:
    """Among three a fair share is a third; two thirds are half of what is above it."""
    won = Match(8, 1, 3, 1, 99, [2 * WIN] * 10)
    assert gap_measure(won).value == pytest.approx(0.5)
    assert gap_measure(Match(8, 0, 3, 1, 99, [WIN] * 10)).value == pytest.approx(0.0)
    assert "over chance" in gap_measure(Match(8, 0, 3, 1, 99, [WIN] * 10)).about


def test_blocks_with_a_game_that_was_given_up_count_for_nothing() -> None:
    given_up = Match(2, 1, 2, 1, 99, [], 5)
    assert given_up.score.low == 0.0 and given_up.score.high == 1.0 and "5 of 5" in given_up.caution


def test_groups_of_plies() -> None:
    assert groups([0] * 10) == [(0, 0)]
    assert groups(list(range(10))) == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    found = groups([0, 0, 0, 0, 0, 0, 1, 7, 7, 9])
    assert found[0] == (0, 0) and found[-1][1] == 9
    assert all(low <= high for low, high in found)
    assert [low for low, _ in found[1:]] == [high + 1 for _, high in found[:-1]]


def test_the_correlation_of_pairs_by_hand() -> None:
    first, second = [WIN, 0], [0, WIN]
    assert intraclass_correlation([[*first, *first], [*second, *second]]) == 1.0
    assert intraclass_correlation([[*first, *second], [*second, *first]]) == -1.0
    assert intraclass_correlation([[*first, *first]] * 3) == 0.0


# --- Budgets ----------------------------------------------------------------------------------------------


def spent(searching: Searching, seats: int) -> float:
    """The blocks of all games of a study."""
    of = searching.cost.of_game
    equal = sum(searching.games * of(budget) for budget in searching.budgets)
    steps = sum((2 << n) + (seats - 1) * (1 << n) for n in range(searching.doublings))
    return equal + searching.blocks * of(steps) + 1.5 * searching.blunders * of(searching.middle)


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
@pytest.mark.parametrize("decisions", [1, 8, 60, 400])
@pytest.mark.parametrize("simulation", [170, 1000, 8000, 100_000])
def test_the_effort_is_bounded_whatever_a_game_costs(decisions: int, simulation: int, seats: int) -> None:
    cost = Cost(decisions, decisions, simulation)
    found = _chosen(cost, seats, 1000, None)
    least = Searching((4, 16, 64), 12, 4, 10, 12, 1000, cost)
    assert spent(found, seats) <= max(1.2 * EFFORT, 1.2 * spent(least, seats))
    assert found.games >= 12 and found.blocks >= 10 and found.doublings >= 4


def test_the_cost_is_the_same_each_time_and_larger_for_larger_games() -> None:
    small, large = load("tic-tac-toe"), load("reversi")
    assert cost_of(small) == cost_of(small)
    assert cost_of(small).of_game(10) * 10 < cost_of(large).of_game(10)
    assert cost_of(loads(RACE)).decisions == 1  # at least one is reckoned with


# --- Games of which it is known ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", [RACE, RACE_OF_THREE])
def test_a_race_by_dice_has_no_agency_no_rungs_and_only_luck(text: str) -> None:
    found = by_key(study(loads(text), 50, seed=3, rule_games=0, search=LITTLE).measures)
    assert found["agency"].value == 0.0
    assert found["ladder.rungs"].value == found["ladder.rungs"].low == 0
    assert found["ladder.doubling"].low <= 0 <= found["ladder.doubling"].high
    assert found["ladder.doubling"].value == pytest.approx(0, abs=1e-6)
    assert all(each.value == pytest.approx(0) for each in found.values() if each.of.key == "skill.gap")
    assert found["luck"].value == pytest.approx(1.0)
    assert found["choice.effective[16 simulations]"].value == 1.0
    assert not any(key.startswith(("drama", "decided", "blunder")) for key in found)


def test_tic_tac_toe_is_drawn_the_more_the_longer_players_think() -> None:
    asked = SearchOptions(simulations=60, games=60, doublings=1)
    found = by_key(study(load("tic-tac-toe"), 10, seed=1, rule_games=0, search=asked).measures)
    little, much = found["drawn[60 simulations]"], found["drawn[960 simulations]"]
    assert little.high < much.low and much.value > 0.9
    assert found["blunder.cost"].low > 0
    assert found["skill.gap[60 simulations over chance]"].low > 0.3


def test_a_game_for_one_has_no_ladder_but_thought_pays() -> None:
    """With one simulation a move is any; with sixteen the winning one of eight is found nearly always."""
    asked = SearchOptions(simulations=1, games=60, doublings=2)
    found = study(loads(ALONE), 10, seed=1, rule_games=0, search=asked)
    keys = by_key(found.measures)
    (player,) = loads(ALONE).players
    assert keys[f"won[{player}, 1 simulation]"].high < keys[f"won[{player}, 16 simulations]"].low
    assert not any(key.startswith(("ladder", "skill", "lead", "drama", "seat")) for key in keys)
    assert keys["blunder.cost"].low > 0
    assert any("no opponent" in note for note in found.notes)


def test_three_seats_have_a_ladder_of_shares() -> None:
    found = by_key(study(load("triad"), 10, seed=1, rule_games=0, search=LITTLE).measures)
    scores = [found[f"seat.score[{name}, 4 simulations]"].value for name in load("triad").players]
    assert len(scores) == 3 and sum(scores) == pytest.approx(1)
    assert "ladder.rungs" in found
    assert found["ladder.step[2 simulations over 1]"].games % 3 == 0


# --- The same everywhere ----------------------------------------------------------------------------------


def whole(found: Study) -> str:
    return json.dumps(found.as_json())


def test_workers_change_nothing(tmp_path: Path) -> None:
    game = load("last-step")
    files = [tmp_path / f"{workers}.jsonl" for workers in (1, 2)]
    asked = SearchOptions(simulations=2, games=8, doublings=2)
    one, two = (
        study(game, 100, seed=5, rule_games=0, search=asked, workers=workers, file=file)
        for workers, file in zip((1, 2), files, strict=True)
    )
    assert files[0].read_bytes() == files[1].read_bytes()
    assert whole(one) == whole(two)
    # a run that was ended in the middle goes on to the same
    cut = files[1].read_bytes()
    files[1].write_bytes(cut[: len(cut) * 2 // 3])
    assert whole(study(game, 100, seed=5, rule_games=0, search=asked, file=files[1])) == whole(one)
    assert files[1].read_bytes() == cut


def test_random_play_is_not_changed_by_searching() -> None:
    game = load("tic-tac-toe")
    without, with_ = (study(game, 300, seed=5, rule_games=0, search=asked) for asked in (False, LITTLE))
    assert with_.measures[: len(without.measures)] == without.measures
    assert len(with_.measures) > len(without.measures) and with_.lengths == without.lengths


# --- What is told -----------------------------------------------------------------------------------------


WORDS = ("--games", "20", "--rule-games", "0", "--seed", "2", "--simulations", "2", "--search-games", "4")


def test_what_is_printed_and_what_programs_get(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    words = ("study", "last-step", *WORDS, "--doublings", "3", "--results", str(tmp_path / "results"))
    told = gdl(*words)
    assert told.code == 0 and not told.err
    titles = ["effective moves", "lead changes", "decided after", "cost of a blunder", "rungs"]
    titles += ["Elo per doubling", "skill", "decided by the dice", "score of twice the thought"]
    for title in titles:
        assert title in told.out
    found = json.loads(gdl(*words, "--json").out)
    keys = {(each["key"], each["about"]) for each in found["measures"]}
    assert len(keys) == len(found["measures"])
    for each in found["measures"]:
        assert each["low"] is None or each["low"] <= each["value"]
        assert each["high"] is None or each["value"] <= each["high"]
        for part in ("definition", "source", "agent", "budget", "games"):
            assert each[part], (each, part)
        assert each["seed"] == 2
    assert [course["budget"] for course in found["courses"]] == [2, 8, 32]
    for course in found["courses"]:
        white, black = course["expected"].values()
        assert len(white) == PLACES
        assert all(a + b == pytest.approx(1, abs=1e-5) for a, b in zip(white, black, strict=True))


def test_without_searching_nothing_of_it_is_told(gdl: Gdl) -> None:  # noqa: F811
    told = gdl(
        "study",
        "tic-tac-toe",
        "--games",
        "20",
        "--rule-games",
        "0",
        "--seed",
        "2",
        "--no-search",
        "--no-ablate",
    )
    assert told.code == 0 and "simulations" not in told.out and "rungs" not in told.out


@pytest.mark.parametrize(
    "words",
    [
        ("--no-search", "--simulations", "5"),
        ("--no-ablate", "--ablate-pairs", "5"),
        ("--no-ablate", "--ablate-simulations", "100"),
        ("--no-exact", "--exact-positions", "7"),
        ("--simulations", "0"),
        ("--doublings", "99"),
        ("--search-games", "x"),
    ],
)
def test_mistakes(words: tuple[str, ...], gdl: Gdl) -> None:  # noqa: F811
    told = gdl("study", "tic-tac-toe", *words)
    assert told.code == 2 and "Traceback" not in told.err and not told.out


def test_numbers_out_of_bounds_in_python() -> None:
    game = load("tic-tac-toe")
    for wrong in ("simulations", "games", "doublings", "longest"):
        with pytest.raises(ValueError):
            study(game, 10, seed=1, search=SearchOptions(**{wrong: 0}))


# --- How deep games are -----------------------------------------------------------------------------------


def climbing(name: str, blocks: int) -> Measure:
    """Elo per doubling from 64 to 1,024 simulations."""
    asked = Searching((4, 16, 64), 1, 10, blocks, 1, 2000, cost_of(load(name)))
    job = ByLadder(load(name), asked, 1)
    played = [
        evolve(job.matches[number], won=[job.play(number, block) for block in range(blocks)])
        for number in range(6, 10)
    ]
    return by_key(step_measures(played))["ladder.doubling"]


@pytest.mark.long
def test_the_ladder_of_tic_tac_toe_is_below_connect_fours_and_that_below_breakthroughs() -> None:
    """What is left to climb above 64 simulations, intervals apart."""
    low, middle, high = (
        climbing("tic-tac-toe", 40),
        climbing("connect-four", 40),
        climbing("breakthrough", 30),
    )
    assert low.high < middle.low and middle.high < high.low
