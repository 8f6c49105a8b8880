"""Restricted play: what is taken from a seat is taken from that seat, and its worth is found."""

from __future__ import annotations

import json
from math import log10
from pathlib import Path

import pytest

from gdl import Game, load, loads
from gdl.compile.restrictions import Restriction, What
from interpreter.engines.interface import RawState
from interpreter.study.measures.ablation import ByRestriction, pair_scores, worth_of, worths
from interpreter.study.measures.mirrored_rules import kin_of
from interpreter.study.measures.restriction import RestrictedGame
from interpreter.study.measures.rule_use import ByRules, rules_in
from interpreter.study.study import study
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.quick import few

#: A planted strong rule: from the fifth move on, whoever may announce a win has won. Before that nobody has a
#: line. And a planted dead one: there are never more than nine discs.
PLANTED = """
(game "Planted"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (or {
            (move Add (to (sites Empty)))
            (if (>= (count Moves) 4) (move Propose "Win"))
            (if (> (count Pieces) 9) (move Remove (sites Occupied by:Enemy)))
        }))
        (end {
            (if (is Proposed "Win") (result Mover Win))
            (if (is Line 3) (result Mover Win))
        })
    )
)
"""
#: One of each that may be taken: pieces, directions, colours, effects, ways, captures.
EACH = """
(game "Each"
    (players 2)
    (equipment {
        (board (rectangle 3 4))
        (colours {"RGRG" "GRGR" "RGRG"} {(colour "R" "Red") (colour "G" "Green")})
        (piece "Man" Each (move Step (directions {N E S})
            (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to))))
            (then (if (is In (last To) (sites Top)) (moveAgain)))))
        (piece "Horse" Each (move Leap {{F F R F} {F F L F}} (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Man1" {0}) (place "Horse1" {3}) (place "Man2" {4}) (place "Horse2" {11})})
        (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))
    )
)
"""


@pytest.fixture(scope="module")
def each() -> RestrictedGame:
    return RestrictedGame(loads(EACH))


def the(game: RestrictedGame, what: What, name: str = "") -> Restriction:
    (found,) = (each for each in game.restrictions if each.what is what and name in (each.name, ""))
    return found


def rule(game: RestrictedGame, text: str) -> Restriction:
    return next(found for found in game.restrictions if found.span.text.startswith(text))


def moves(game: RestrictedGame, state: RawState) -> set[tuple[int, int]]:
    """Where the legal moves go from and to."""
    engine = game.engine
    ends = (engine.endpoints(state, move) for move in engine.legal_moves(state))
    return {(each.origin, each.target) for each in ends}


#: Sites by row: 0 1 2 3 at the bottom (R G R G), then 4 5 6 7 (G R G R), 8 9 10 11 on top (R G R G). The man
#: on 0 steps to 1 or takes on 4; the horse on 3 leaps to 5 or 10.
ALL = {(0, 1), (0, 4), (3, 5), (3, 10)}


@pytest.mark.parametrize(
    ("what", "name", "gone"),
    [
        (What.PIECE, "Man", {(0, 1), (0, 4)}),
        (What.PIECE, "Horse", {(3, 5), (3, 10)}),
        (What.DIRECTION, "N", {(0, 4)}),
        (What.DIRECTION, "E", {(0, 1)}),
        (What.ONTO, "Red", {(3, 5), (3, 10)}),
        (What.ONTO, "Green", {(0, 1), (0, 4)}),
        (What.LEAVING, "Red", {(0, 1), (0, 4)}),
        (What.LEAVING, "Green", {(3, 5), (3, 10)}),
        (What.CAPTURES, "", {(0, 4)}),
    ],
)
def test_moves_are_taken_from_one_seat(
    each: RestrictedGame, what: What, name: str, gone: set[tuple[int, int]]
) -> None:
    number = the(each, what, name).number
    assert moves(each, each.start(1)) == ALL
    assert moves(each, each.start(1, 1, number)) == ALL - gone
    assert moves(each, each.start(1, 2, number)) == ALL


def test_a_way_and_an_effect_are_taken(each: RestrictedGame) -> None:
    ways = [found for found in each.restrictions if found.what is What.WAY]
    by_text = {found.span.text: found.number for found in ways}
    assert by_text.keys() == {"(is Empty (to))", "(is Enemy (who at:(to)))"}
    assert moves(each, each.start(1, 1, by_text["(is Enemy (who at:(to)))"])) == ALL - {(0, 4)}
    # the horse's condition says the same as the man's way, but is none of several ways
    assert (3, 5) in moves(each, each.start(1, 1, by_text["(is Empty (to))"]))
    again = rule(each, "(moveAgain)")
    for seat, mover in ((0, 1), (1, 2), (2, 1)):
        state = each.start(1, seat, again.number)
        for origin, target in ((0, 4), (11, 2), (4, 8)):
            state = played(each, state, origin, target)
        assert each.engine.mover(state) == mover, f"taken from seat {seat}"


def played(game: RestrictedGame, state: RawState, origin: int, target: int) -> RawState:
    for move in game.engine.legal_moves(state):
        ends = game.engine.endpoints(state, move)
        if (ends.origin, ends.target) == (origin, target):
            return game.engine.play(state, move)
    raise AssertionError(f"no move from {origin} to {target}")


def test_who_asks_whether_a_seat_can_move_is_told_of_its_restriction() -> None:
    """Where the second player may not place, nothing is left after the first stone: so that wins."""
    text = """
    (game "Asked" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
      (rules (play (or (move Add (to (sites Empty))) (if (is Mover P1) (move Pass))))
        (end (if (no Moves Next) (result Mover Win)))))
    """
    game = RestrictedGame(loads(text))
    engine, add = game.engine, rule(game, "(move Add")
    for seat, over in ((0, False), (1, False), (2, True)):
        state = game.start(1, seat, add.number)
        state = engine.play(state, engine.legal_moves(state)[0])
        assert engine.over(state) is over
    assert engine.ranks(state) == (1.0, 2.0)
    assert len(engine.legal_moves(game.start(1, 1, add.number))) == 1


@pytest.mark.parametrize("name", few(["reversi", "oware", "last-step", "triad", "chess", "breakthrough"]))
def test_with_nothing_taken_it_is_the_game(name: str) -> None:
    game = load(name)
    restricted = RestrictedGame(game)
    engine = game.on("native").engine
    expected = engine.perft(engine.start(5), 3)
    assert restricted.engine.perft(restricted.start(5), 3) == expected


@pytest.fixture(scope="module")
def planted() -> Game:
    return loads(PLANTED)


def test_a_strong_rule_is_found_and_a_dead_one_named(planted: Game) -> None:
    """Who may not announce the win loses every game; what cannot come about changes no game, and its line is
    told by the games and by the counters of the rules."""
    part = ByRestriction(planted, 1, simulations=50, pairs=8)
    outcomes = [part.do(number) for number in range(part.chunks)]
    found = worths(planted, outcomes)
    strong = next(each for each in found if "Propose" in each.text)
    assert found[0].elo is not None and strong.elo is not None
    assert strong.score == 0.0
    assert strong.elo >= found[0].elo
    assert strong.p_value < 0.05
    assert not strong.dead
    dead = [each for each in found if each.dead and each.in_rules]
    assert {each.line for each in dead if each.what == "moves"} == {9}
    (never,) = (each for each in dead if each.line == 9)
    assert (never.differing, never.random_differing, never.elo) == (0, 0, None)
    assert never.games + never.random_games > 200
    rules = ByRules(planted, 100, 1)
    states = {rule.state for rule in rules_in([rules.do(0)]) if rule.line == 9}
    assert "never" in states
    measure = next(each for each in part.measures(outcomes) if each.about.startswith("9:"))
    assert (measure.value, measure.low, measure.high) == (0.0, 0.0, 0.0)
    assert measure.caution.startswith("dead")


def test_without_a_dead_rule_games_are_the_same(planted: Game) -> None:
    game = RestrictedGame(planted)
    dead = rule(game, "(move Remove")
    strong = rule(game, "(move Propose")
    plain = game.engine.perft(game.start(1), 6)
    for seat in (1, 2):
        assert game.engine.perft(game.start(1, seat, dead.number), 6) == plain
        assert game.engine.perft(game.start(1, seat, strong.number), 6) != plain
    assert game.differing(dead.number, 50, 1, 100) == 0
    assert game.differing(strong.number, 50, 1, 100) > 0


def test_a_worth_is_told_with_the_bounds_of_its_test() -> None:
    """Three pairs of ten won, seven lost: no pair is split, so these are zeros and ones, of which the score
    test has the variance m (1 - m). At its bounds the squared distance, by the pairs and 10/9, is 1.96^2."""
    scores = pair_scores([(1.0, 1.0)] * 3 + [(0.0, 0.0)] * 7, 2)
    found = scores.interval()
    for bound in (found.low, found.high):
        distance = (0.3 - bound) ** 2 * 10 * 10 / 9 / (bound * (1 - bound))
        assert distance == pytest.approx(1.959964**2, rel=1e-5)
    worth = worth_of(scores, 2)
    assert worth.low == pytest.approx(400 * log10((1 - found.high) / found.high))
    assert worth.high == pytest.approx(400 * log10((1 - found.low) / found.low))


@pytest.mark.parametrize("won", range(11))
@pytest.mark.parametrize("split", [0, 3])
def test_a_worth_may_be_chance_just_where_its_bounds_have_nothing_between_them(won: int, split: int) -> None:
    pairs = [(1.0, 1.0)] * won + [(0.0, 0.0)] * (10 - won) + [(1.0, 0.0)] * split
    scores = pair_scores(pairs, 2)
    assert (scores.p_value(0.5) > 0.05) == (0.0 in worth_of(scores, 2))


def test_worth_is_elo() -> None:
    """A score of a quarter over many pairs is -400 log10 3, which the half game of the prior hardly moves."""
    game = loads(PLANTED)
    part = ByRestriction(game, 1, pairs=4)
    chunk = {"random": [10, 10], "differing": 5, "stuck": 0, "given_up": 0}
    pairs = [[0.5, 0.0], [0.0, 0.5]] * 500
    outcomes = [{**chunk, "candidate": n, "shares": pairs} for n in range(part.chunks)]
    for each in worths(game, outcomes):
        assert each.elo == pytest.approx(400 * log10(3), abs=0.5)
        assert each.score == 0.25


#: Men go straight on, or aside to take; the corner that may be missing makes one side another.
SIDES = """
(game "Sides" (players {{(player N) (player S)}})
  (equipment {{(board {board})
    (piece "Man" Each (or (move Step Forward (to if:(is Empty (to))))
      (move Step (directions {{FL FR}}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))}})
  (rules (start {{(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}})
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("board", "images"), [("(rectangle 4 4)", True), ("(remove (rectangle 4 4) cells:{12})", False)]
)
def test_mirror_images_are_one_where_the_board_has_a_mirror(board: str, images: bool) -> None:
    game = loads(SIDES.format(board=board))
    restricted = RestrictedGame(game)
    left, right = (
        restricted.restrictions.index(the(restricted, What.DIRECTION, name)) for name in ("FL", "FR")
    )
    kin = {each.first: each for each in kin_of(game, restricted, range(len(restricted.restrictions)))}
    assert (right in kin[min(left, right)].images) is (images and left < right)
    assert (left in kin or right in kin) and (left in kin and right in kin) is not images
    # who takes moves aside, and nobody else moves so
    captures = restricted.restrictions.index(the(restricted, What.CAPTURES, ""))
    aside = restricted.restrictions.index(rule(restricted, "(move Step (directions"))
    assert kin[min(captures, aside)].same == (max(captures, aside),)


def test_images_are_counted_in_one_block() -> None:
    """Ten games of each number, of which the image wins five: half of all that were played."""
    game = loads(SIDES.format(board="(rectangle 4 4)"))
    part = ByRestriction(game, 1, pairs=5)
    chunk = {"random": [10, 10], "differing": 5, "stuck": 0, "given_up": 0}
    restrictions = RestrictedGame(game).restrictions
    outcomes = [
        {**chunk, "candidate": n, "shares": [[1.0, 1.0] if each.name == "FR" else [0.0, 0.0]] * 5}
        for n, each in enumerate(restrictions)
    ]
    (aside,) = (each for each in worths(game, outcomes) if each.images)
    assert (aside.score, aside.games, aside.p_value, aside.elo) == (0.5, 20, 1.0, 0.0)
    assert part.measures(outcomes)


def test_workers_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "planted.lud"
    path.write_text(PLANTED)
    game = load(path)
    one, two = (
        study(game, 200, seed=3, rule_games=0, ablate=2, ablate_simulations=10, exact=1000, workers=workers)
        for workers in (1, 2)
    )
    assert json.dumps(one.as_json()) == json.dumps(two.as_json())
    assert one.restricted and one.exact is not None


@pytest.mark.parametrize("name", ["cornered-match"])
def test_matches_are_left_alone(name: str) -> None:
    assert not study(load(name), 10, seed=1, rule_games=0, ablate=1).restricted


def test_it_is_shown(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "planted.lud"
    path.write_text(PLANTED)
    words = (
        "study",
        str(path),
        "--games",
        "100",
        "--seed",
        "1",
        "--rule-games",
        "20",
        "--no-search",
        "--no-exact",
    )
    shown = gdl(*words, "--ablate-pairs", "4", "--ablate-simulations", "20").out
    assert "What a seat loses that plays without it" in shown
    assert "line 9:" in shown and "(never comes about)" in shown
    assert "What a seat loses" not in gdl(*words, "--no-ablate").out
    found = json.loads(gdl(*words, "--ablate-pairs", "2", "--json").out)
    assert {each["line"] for each in found["restricted"] if each["dead"]} >= {9}


@pytest.mark.slow
def test_a_chunk_comes_to_the_same_whatever_was_done_before() -> None:
    """Random games of a seat that is restricted may go on for long: what is left in the middle of a search
    by so many simulations must not stay in its tree."""
    part = ByRestriction(load("backgammon"), 3, 20, 2)
    first = part.do(0)
    part.do(part.chunks - 1)
    assert part.do(0) == first
