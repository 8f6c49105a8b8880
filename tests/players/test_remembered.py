"""Long thoughts and proofs are kept, and taken again by who would think no longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from gdl import Game, load
from interpreter.players import remembered
from interpreter.players.computer import ComputerPlayer, ComputerSettings
from interpreter.players.player import Candidate, Choice, Line, Thought
from interpreter.players.remembered import keep_proof, keep_thought, recalled


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def game() -> Game:
    return load("breakthrough").on("python")


def thought(line: Line, *, proved: bool = False) -> Choice:
    moves = line.state.legal_moves[:3]
    candidates = [
        Candidate(move, 0.5 - n / 10, 100, proved, line=(move, line.then(move).state.legal_moves[n]))
        for n, move in enumerate(moves)
    ]
    return Choice(moves[0], Thought(tuple(candidates), candidates[0].line, "1,900 playouts in 5.00 s"))


def test_a_long_thought_serves_those_who_would_think_no_longer(game: Game) -> None:
    line = Line((game.start(1),)).play("a2-a3")
    chosen = thought(line)
    keep_thought(line.state, chosen, 5.0)
    for seconds in (0.5, 5.0):
        told = recalled(line.state, seconds)
        assert told is not None and told.move == chosen.move
        assert told.thought.candidates == chosen.thought.candidates
        assert told.thought.work == "remembered: 1,900 playouts in 5.00 s"
    assert recalled(line.state, 5.1) is None
    assert recalled(game.start(1), 1.0) is None  # another position
    assert recalled(Line((load("breakthrough", {"Size": "6"}).start(1),)).play("a2-a3").state, 1.0) is None


def test_a_short_thought_is_not_kept_nor_put_in_place_of_a_longer_one(game: Game) -> None:
    line = Line((game.start(1),))
    keep_thought(line.state, thought(line), remembered.LONG - 0.1)
    assert recalled(line.state, 0.1) is None
    keep_thought(line.state, thought(line), 9.0)
    shorter = evolve(thought(line), move=line.state.legal_moves[1])
    keep_thought(line.state, shorter, 4.0)
    told = recalled(line.state, 8.0)
    assert told is not None and told.move == line.state.legal_moves[0]


def test_a_proof_serves_everybody(game: Game) -> None:
    line = Line((game.start(1),))
    keep_proof(line.state, 1.0, 15, (line.state.legal_moves[4],), 2.0)
    told = recalled(line.state, 86400.0)
    assert told is not None and told.move == line.state.legal_moves[4]
    best = told.thought.candidates[0]
    assert (best.proved, best.value, best.plies, best.exact) == (True, 1.0, 15, True)


def test_only_so_many_are_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    start = Line((game.start(1),))
    lines = [start, start.play("a2-a3"), start.play("b2-b3")]
    for line, seconds in zip(lines, (6.0, 4.0, 5.0), strict=True):
        keep_thought(line.state, thought(line), seconds)
    assert [recalled(line.state, 3.0) is not None for line in lines] == [True, False, True]


@pytest.mark.slow
def test_the_computer_keeps_and_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "LONG", 0.05)
    game = load("breakthrough").on("native")
    line = Line((game.start(1),))
    first = ComputerPlayer(game, ComputerSettings(0.1, 1 << 20)).choose(line)
    again = ComputerPlayer(game, ComputerSettings(0.05, 1 << 20)).choose(line)
    assert again.move == first.move and again.thought.work == f"remembered: {first.thought.work}"
    for settings in (ComputerSettings(5.0, 1 << 20), ComputerSettings(0.05, 1 << 20, known=False)):
        player = ComputerPlayer(game, settings)
        assert (
            "remembered"
            not in player.choose(line, player.limit and evolve(player.limit, nodes=100)).thought.work
        )


def test_what_is_proved_at_once_is_proved_again(game: Game) -> None:
    """Else who asks for more moves than were kept would not be told of them."""
    line = Line((game.start(1),))
    keep_thought(line.state, thought(line, proved=True), 0.5)
    assert recalled(line.state, 0.1) is None
