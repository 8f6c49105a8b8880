"""Openings, games told apart, and matches that end when they have told enough."""

from __future__ import annotations

import json
from math import log

import pytest

from gdl import load
from interpreter.errors.user_errors import MatchError
from interpreter.match import judge
from interpreter.match.goal import Goal, Width, read_hypotheses, read_width
from interpreter.match.job import play_match
from interpreter.match.judge import verdict_of
from interpreter.match.play import Match
from interpreter.players.naming import read_players
from interpreter.statistics.blocks import Blocks
from interpreter.statistics.sprt import Hypotheses, log_likelihood_ratio, score_of
from interpreter.work.runners import Place
from tests.cli.conftest import Gdl


def test_games_that_repeat_are_told_and_have_no_interval(gdl: Gdl) -> None:
    words = ["match", "tic-tac-toe", "-p", "alphabeta:depth=2,alphabeta:depth=1", "-n", "12", "--seed", "1"]
    told = gdl(*words).out
    assert "note: 2 games are different" in told and "no interval" in told and " to " not in told
    found = json.loads(gdl(*words, "--json").out)
    assert found["different"] == 2
    assert all(each["won"]["low"] is None for each in found["players"])
    opened = json.loads(gdl(*words, "--json", "--openings", "3").out)
    assert opened["different"] > 2 and opened["players"][0]["won"]["low"] is not None


def test_an_opening_is_played_with_each_seating() -> None:
    match = Match(load("tic-tac-toe"), read_players("random,random"), 8, 5, recorded=True, openings=3)
    begun = [tuple(each.record.moves)[:3] for each in play_match(match) if each.record is not None]
    assert begun[::2] == begun[1::2] and len(set(begun)) > 2
    with pytest.raises(MatchError, match="is over within 9 plies"):
        list(play_match(Match(load("tic-tac-toe"), read_players("random"), 1, 5, openings=9)))


def test_who_plays_whom_in_a_round_robin(gdl: Gdl) -> None:
    words = ["match", "tic-tac-toe", "-p", "random,mcts:20,alphabeta:depth=2", "-n", "4", "--seed", "2"]
    found = json.loads(gdl(*words, "--openings", "1", "--json").out)
    assert found["games"] == 12 and [each["games"] for each in found["players"]] == [8, 8, 8]
    table = found["crosstable"]
    for one in range(3):
        for other in range(3):
            games = 0 if one == other else 4
            assert table[one][other]["games"] == games
            assert table[one][other]["won"] + table[other][one]["won"] == pytest.approx(games)
    assert sum(each["rating"] for each in found["players"]) == pytest.approx(0)
    assert "against" in gdl(*words).out


@pytest.mark.parametrize("goal", [Width(0.15), Hypotheses(0, 300)])
def test_a_match_ends_with_the_same_game_whoever_plays(goal: Goal) -> None:
    match = Match(load("tic-tac-toe"), read_players("random,random"), 4000, 3, goal=goal)
    games = [each.identity for each in play_match(match)]
    assert [each.identity for each in play_match(match, Place(2))] == games
    assert 4 <= len(games) < 4000
    verdict = verdict_of(match, play_match(match))
    assert verdict is not None and verdict.reason and verdict.games == len(games)


def test_a_match_ends_where_games_only_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "REPEATED", 4)
    named = read_players("alphabeta:depth=1,alphabeta:depth=1")
    match = Match(load("tic-tac-toe"), named, 1000, 3, goal=Width(0.01))
    verdict = verdict_of(match, play_match(match))
    assert verdict is not None and (verdict.reason, verdict.games) == ("repetition", 6)


def test_the_ratio_of_wins_and_losses_alone() -> None:
    """Of two outcomes the expectation decides all: the most likely distributions are known."""
    hypotheses = Hypotheses(0, 100)
    high = score_of(100)
    wanted = 30 * log(high / 0.5) + 20 * log((1 - high) / 0.5)
    assert log_likelihood_ratio((20, 0, 0, 0, 30), hypotheses) == pytest.approx(wanted, abs=0.02)
    assert hypotheses.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)  # Wald: log(19) for 5 % each


def test_what_is_no_goal() -> None:
    assert read_width("3points") == read_width("3") == Width(0.03)
    assert read_hypotheses("0,10") == read_hypotheses("elo0=0 elo1=10") == Hypotheses(0, 10)
    for text in ("", "many", "0points", "90"):
        with pytest.raises(MatchError):
            read_width(text)
    for text in ("", "10,0", "0", "0,10,2", "0,x", "elo2=1"):
        with pytest.raises(MatchError):
            read_hypotheses(text)
    with pytest.raises(MatchError, match="between two players"):
        Match(load("triad"), read_players("random"), 3, 1, goal=Hypotheses(0, 10))


def test_blocks_that_are_alike_have_an_interval_and_one_has_none() -> None:
    blocks = Blocks()
    blocks.add(1.0)
    assert blocks.interval(2).low == -float("inf")
    for _ in range(9):
        blocks.add(1.0)
    assert 0.6 < blocks.interval(2).low < 0.9 and blocks.interval(2).high == 1.0
    assert blocks.interval(2, different=0.5).low < blocks.interval(2).low
