"""A session is kept as a text and picked up again, here or in another process."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from gdl.source.diagnostics import LanguageError
from interpreter.errors.user_errors import PlayerError, RecordError
from interpreter.players.limit import Limit
from interpreter.records.replaying import Replayer
from interpreter.session.resuming import resume
from interpreter.session.session import Session
from tests.session.helpers import game, played, session


def grown(at: Session, decisions: int) -> Session:
    while len(at.line.moves) < decisions and at.advance():
        pass
    return at


@pytest.mark.parametrize(
    ("name", "options", "decisions"),
    [
        ("tic-tac-toe", {}, 0),
        ("tic-tac-toe", {}, 4),
        ("tic-tac-toe", {}, 9),
        ("backgammon", {}, 15),
        ("amazons", {}, 5),
        ("troke", {"players": "3"}, 8),
        ("cornered-match", {}, 40),
    ],
)
def test_what_is_kept_is_what_comes_back(name: str, options: dict[str, str], decisions: int) -> None:
    at = grown(Session(game(name, **options), "random", 5), decisions)
    back = resume(at.text(), replayer=Replayer("native"))
    assert back.record == at.record and back.text() == at.text()
    assert back.line.moves == at.line.moves and back.legal_moves() == at.legal_moves()
    assert str(back.state) == str(at.state) and back.state.tallies == at.state.tallies
    assert back.turn == at.turn and back.seats.named == at.seats.named and back.ended == at.ended


def test_chance_goes_on_as_it_would_have() -> None:
    at = grown(session("backgammon", "random"), 7)
    back = resume(at.text(), "human", Replayer("native"))
    for _ in range(10):
        move = str(at.legal_moves()[-1])
        at.play(move)
        back.play(move)
        assert back.state == at.state and back.legal_moves() == at.legal_moves()


def test_every_prefix_of_a_game_is_picked_up() -> None:
    """As after a crash between any two moves."""
    at, replayer = session(players="random"), Replayer("native")
    while not at.is_over:
        assert resume(at.text(), replayer=replayer).state == at.state
        at.advance()


@pytest.mark.parametrize("name", ["tic-tac-toe", "triad"])
@pytest.mark.parametrize("how", ["resign", "draw"])
def test_ends_that_the_rules_do_not_know_are_kept(name: str, how: str) -> None:
    at = session(name)
    at.play(at.legal_moves()[0])
    if how == "resign":
        at.resign()
    else:
        at.offer_draw()
        while at.offer is not None:
            at.answer_draw(at.offer.asked[0], True)
    back = resume(at.text(), replayer=Replayer("native"))
    assert back.is_over and back.ended == at.ended and back.record == at.record
    back.undo()
    assert not back.is_over and back.line == at.line


def test_the_day_and_the_number_stay() -> None:
    at = Session(game("tic-tac-toe"), "human", 1, day=date(2026, 5, 1), round=3)
    back = resume(at.text())
    assert (back.day, back.round, back.seed) == (date(2026, 5, 1), 3, 1)


def test_others_go_on() -> None:
    at = grown(session(players="random"), 2)
    back = resume(at.text(), "human,random")
    assert back.awaited == 1 and [str(each) for each in back.seats.named] == ["human", "random"]


def test_texts_that_cannot_be_picked_up() -> None:
    text = played(session(), "b2", "a1").text()
    with pytest.raises(LanguageError) as told:
        resume(text.replace("2. a1", "2. b2"))
    assert [each.code for each in told.value.diagnostics] == ["E0502"]
    with pytest.raises(LanguageError) as told:
        resume("this is no record")
    assert [each.code for each in told.value.diagnostics] == ["E0522"]
    with pytest.raises(LanguageError):
        resume(text.replace("tic-tac-toe", "tic-tac-two"))
    with pytest.raises(PlayerError):
        resume(text.replace('[player "human"]\n[player "human"]', '[player "Ann"]\n[player "Bob"]'))
    with pytest.raises(RecordError):
        resume("")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    import gdl

    path = tmp_path / "mine.lud"
    path.write_text(
        """(game "Mine" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    )
    at = played(Session(gdl.load(path), "human", 1), "a1", "b2")
    assert resume(at.text()).record == at.record


THINK = """
import sys
from interpreter.players.limit import Limit
from interpreter.session.resuming import resume
print(resume(sys.stdin.read()).think(Limit(simulations=400)).move)
"""


def test_another_process_thinks() -> None:
    at = played(session(players="human,mcts:60s"), "a1")
    limit = Limit(simulations=400)
    here = str(at.think(limit).move)
    command = [sys.executable, "-c", THINK]
    thinking = subprocess.run(command, input=at.text(), capture_output=True, text=True)
    there = thinking.stdout.strip()
    assert there == here, thinking.stderr
    at.play(there, player=2, version=at.version)
    assert at.awaited == 1
