"""A session played by a program: whose turn it is, moves, what is told, and ends, all as values."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gdl
from interpreter.errors.user_errors import SessionError, UserError
from interpreter.game.move import Move
from interpreter.players import computer
from interpreter.players.kinds import KINDS
from interpreter.players.limit import Limit
from interpreter.players.player import LINES, Choice, Kind, Line
from interpreter.players.portfolio import Selection
from interpreter.session.events import (
    DrawAnswered,
    DrawOffered,
    Ended,
    Event,
    GameOver,
    Moved,
    Overflowed,
    SeatTaken,
)
from interpreter.session.resuming import resume
from interpreter.session.session import Session
from tests.cli.test_overflow import CUBED, WON, write
from tests.players.doubles import Thinker, of, thinker
from tests.session.helpers import game, moves, played, session

TWO = (1.0, 2.0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Thinker]:
    made: list[Thinker] = []
    monkeypatch.setitem(KINDS, "mcts", thinker(made))
    return made


# --- Turns ------------------------------------------------------------------------------------------------


def test_two_people_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    at = session()
    asked, told = [], []
    for text in ("b2", "a1", "b1", "a3", "b3"):
        asked.append(at.awaited)
        (first, *rest) = at.play(text)
        assert isinstance(first, Moved) and str(first.move) == text
        told += [first.words, *(event.words for event in rest)]
    assert asked == [1, 2, 1, 2, 1]
    assert told == ["Cross: b2", "Nought: a1", "Cross: b1", "Nought: a3", "Cross: b3",
                    "The game is over: Cross wins."]  # fmt: skip
    assert at.is_over and at.awaited is None and at.legal_moves() == () and at.advance() == ()
    assert at.ended is not None and at.ended.result.ranks == TWO
    assert at.events[-1] == at.ended
    assert capsys.readouterr() == ("", "")


def test_a_move_is_a_text_a_value_or_a_choice() -> None:
    at = session()
    value = next(move for move in at.legal_moves() if str(move) == "b2")
    assert moves(at.play(value)) == ["b2"]
    at.play(Choice(at.legal_moves()[0]))
    assert [str(move) for move in at.line.moves] == ["b2", "a1"]


def test_a_move_from_another_position_is_written_as_here() -> None:
    """The same choice may have another text where there are others like it."""
    at = played(session("breakthrough"), "a2-a3")
    elsewhere = next(move for move in at.legal_moves() if str(move) == "b7-b6")
    played(at, "h7-h6", "b2-b3")
    (event,) = at.play(pickle.loads(pickle.dumps(elsewhere)))
    assert isinstance(event, Moved) and event.move == elsewhere
    assert event.move.written is not None and event.move in at.line.states[3].legal_moves
    assert event.move._offered_by is at.line.states[3]


def test_machines_play_by_advancing() -> None:
    at = session(players="random")
    told: list[Event] = []
    while events := at.advance():
        told += events
    assert at.is_over and tuple(told) == at.events
    assert [event.move for event in told if isinstance(event, Moved)] == list(at.line.moves)
    again = session(players="random")
    while again.advance():
        pass
    assert again.record == at.record


def test_a_person_and_a_machine_take_turns(made: list[Thinker]) -> None:
    at = session(players="human,mcts")
    assert at.advance() == ()  # it is the person's turn
    at.play("b2")
    assert at.awaited is None
    (event,) = at.advance(Limit(simulations=5))
    assert isinstance(event, Moved) and event.thought is not None and event.thought.work
    assert event.words == "Nought: a1" and at.awaited == 1
    (machine,) = made
    assert machine.limits == [Limit(simulations=5)]


def test_thinking_changes_nothing(made: list[Thinker]) -> None:
    at = played(session(players="human,mcts"), "b2")
    choice = at.think()
    assert len(at.line.moves) == 1 and at.version == 1
    assert at.play(choice)[0] == Moved(2, "Nought", 1, choice.move, thought=choice.thought)


def test_limits_are_counted_by_those_who_search() -> None:
    at = played(session("breakthrough", "human,mcts:60s"), "a2-a3")
    thoughts = [at.think(Limit(simulations=count)).thought for count in (40, 60)]
    first, second = (sum(each.visits or 0 for each in thought.candidates) for thought in thoughts)
    assert second - first == 60


def test_a_pass_that_is_forced_plays_itself() -> None:
    """In Reversi who cannot move passes."""
    at = session("reversi", "random", seed=1)
    forced = []
    while not at.is_over:
        expected = at.forced_pass()
        (event, *_) = at.advance()
        assert isinstance(event, Moved) and event.forced == (expected is not None)
        if event.forced:
            forced.append(event)
            assert event.words == f"{event.name} has no move and passes." and event.thought is None
    people = session("reversi", "human", seed=1)
    for move, state in zip(at.line.moves, at.line.states, strict=False):
        if people.forced_pass() is not None:
            assert people.awaited == state.mover and moves(people.advance()) == [str(move)]
        else:
            assert people.advance() == ()
            people.play(str(move))
    assert people.state == at.state and forced


def test_a_turn_of_many_steps_is_shown_step_by_step() -> None:
    at = session("amazons")
    assert moves(at.play("d1-d5")) == ["d1-d5"]
    assert [str(move) for move in at.turn] == ["d1-d5"] and at.awaited == 1
    at.play("d8")
    assert at.turn == () and at.awaited == 2
    events = at.play("d10-d9/e9")
    assert moves(events) == ["d10-d9", "e9"]
    assert [event.index for event in events if isinstance(event, Moved)] == [2, 3]
    assert at.turn_words([event for event in events if isinstance(event, Moved)]) == "Black: d10-d9/e9"


def test_games_of_a_match_are_told() -> None:
    at = session("cornered-match", "random", seed=2)
    while at.advance():
        pass
    over = [event for event in at.events if isinstance(event, GameOver)]
    assert [event.number for event in over] == list(range(1, at.state.games_played + 1))
    assert over[-1].standing == at.state.scores
    for event in over:
        assert event.words.startswith(f"Game {event.number} is over: ")
    standing = [0] * 2
    for event in over:
        for name, points in event.points:
            standing[at.game.players.index(name)] += points
        assert tuple(standing) == event.standing
    assert at.events[-1].words.startswith("The match is over: ")


@pytest.mark.parametrize("engine", ["python", "native"])
def test_who_changes_seats_has_the_colour_of_the_seat(engine: str) -> None:
    """As `d1 b2 a1` is a whole game of Cornered, which White wins."""
    start = gdl.load("cornered-match").on(engine).start()
    assert start.seating == (1, 2) and start.called == ("Player 1 (White)", "Player 2 (Black)")
    second = start.play("d1").play("b2").play("a1")
    assert (second.games_played, second.mover, second.seat) == (1, 2, 1)
    assert second.seating == (2, 1) and second.called == ("Player 1 (Black)", "Player 2 (White)")
    assert second.mover_name == "Player 2 (White)"
    # Where nobody changes seats, nothing is added.
    plain = gdl.load("cornered").on(engine).start()
    assert plain.seating == (1, 2) and plain.called == ("White", "Black")


def test_changes_are_those_of_the_turn() -> None:
    at = Session(game("troke", players="3"), "random", 1)
    while not at.changes(0):
        before = at.state.tallies
        at.advance()
    changed = at.changes(len(at.line.moves) - 1)
    assert set(changed) == set(at.state.tallies) - set(before) != set()
    assert at.changes(len(at.line.moves)) == ()


def test_an_overflow_is_told_once_and_again_when_it_comes_again(tmp_path: Path) -> None:
    at = Session(gdl.load(write(tmp_path, CUBED)), "human", 1)
    for text in WON[:-1]:
        assert not any(isinstance(event, Overflowed) for event in at.play(text))
    for _ in range(2):
        events = at.play(WON[-1])
        (told,) = [event for event in events if isinstance(event, Overflowed)]
        assert told.diagnostic.code == "W0543" and told.words == told.diagnostic.message
        at.take_back()


# --- What is wrong ----------------------------------------------------------------------------------------


def code_of(work: Callable[[], Any]) -> str:
    with pytest.raises(UserError) as told:
        work()
    return told.value.code


@pytest.mark.parametrize(
    ("text", "code"), [("b2", "E0502"), ("z9", "E0501"), ("", "E0501"), ("resign", "E0501")]
)
def test_wrong_moves_have_the_codes_of_the_terminal(text: str, code: str) -> None:
    at = played(session(), "b2")
    version = at.version
    assert code_of(lambda: at.play(text)) == code
    assert len(at.line.moves) == 1 and (at.version, len(at.events)) == (version, 1)


def test_a_text_that_fits_several_moves() -> None:
    with pytest.raises(UserError) as told:
        Session(game("troke", players="3"), "human", 1).play("b1-b2")
    assert told.value.code == "E0503" and len(told.value.suggestions) > 1


def test_what_the_terminal_says_is_what_a_session_raises(gdl: Any) -> None:
    for text in ("b2", "z9", "b2-b3"):
        with pytest.raises(UserError) as told:
            played(session(), "b2").play(text)
        shown = gdl("play", "tic-tac-toe", "-p", "human", typed=f"b2\n{text}\nquit\n").out
        assert told.value.message in shown


def test_a_turn_is_played_whole_or_not_at_all() -> None:
    at = session("amazons")
    assert code_of(lambda: at.play("d1-d5/d10")) == "E0502"
    assert at.line.moves == () and at.events == ()


def test_a_value_that_is_not_legal() -> None:
    at = session()
    taken = at.legal_moves()[0]
    at.play(taken)
    assert code_of(lambda: at.play(taken)) == "E0502"


def test_who_is_not_to_move_and_what_was_chosen_before() -> None:
    at = session()
    assert code_of(lambda: at.play("b2", player=2)) == "E0545"
    version = at.version
    at.play("b2", player=1, version=version)
    assert code_of(lambda: at.play("a1", player=2, version=version)) == "E0545"  # as from a page not renewed
    at.take_back()
    assert at.version != version and code_of(lambda: at.play("b2", version=version)) == "E0545"
    assert code_of(lambda: at.play("b2", player=7)) == "E0545"
    assert at.line.moves == ()


def test_nothing_is_done_when_all_is_over() -> None:
    by_rules = played(session(), "b2", "a1", "b1", "a3", "b3")
    given_up = session()
    given_up.resign()
    for at in (by_rules, given_up):
        events = at.events
        assert code_of(lambda at=at: at.play("c3")) == "E0502"
        for work in (at.think, at.hint, at.resign, at.offer_draw):
            assert code_of(work) == "E0545"
        assert at.advance() == () and at.events == events


def test_a_person_does_not_think() -> None:
    assert code_of(session().think) == "E0545"


def test_a_limit_that_a_machine_does_not_know() -> None:
    at = session("breakthrough", "alphabeta:depth=2")
    assert code_of(lambda: at.advance(Limit(simulations=5))) == "E0520"
    assert at.line.moves == ()


# --- Hints ------------------------------------------------------------------------------------------------


def test_a_hint_is_a_choice_and_plays_nothing(made: list[Thinker], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "computer", KINDS["mcts"])
    at = session()
    choice = at.hint(Limit(simulations=9))
    assert choice.move in at.legal_moves() and at.line.moves == ()
    at.play("b2")
    at.hint()
    (adviser,) = made  # asked again, not made again
    assert adviser.limits == [Limit(simulations=9), None]
    assert [len(line.moves) for line in adviser.asked] == [0, 1]


def test_a_hint_finds_the_winning_move() -> None:
    choice = played(session(), "a1", "a2", "b1", "b2").hint(Limit(seconds=0.05))
    assert str(choice.move) == "c1" and choice.thought.candidates[0].proved


def test_a_hint_is_by_the_search_that_is_the_better_one_in_the_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path / "cache"))
    for family, work in (("alphabeta", "plies ahead"), ("mcts", "playouts")):
        monkeypatch.setattr(computer, "select_family", lambda *_, family=family: Selection(family, 0.0, 0))
        candidates = session().hint(Limit(seconds=0.05)).thought
        assert work in candidates.work
        best = candidates.candidates[:LINES]
        for each in best:
            assert each.line[0] == each.move and session().state.play(each.move) is not None
        assert len({each.line for each in best}) == LINES and not candidates.candidates[LINES].line


# --- Ends that the rules do not know ----------------------------------------------------------------------


def test_a_draw_by_agreement() -> None:
    at = played(session(), "b2")
    assert at.offer_draw() == (DrawOffered(2, "Nought"),)
    assert at.offer is not None and (at.offer.player, at.offer.asked) == (2, (1,))
    assert at.advance() == ()  # a person is to answer
    agreed, ended = at.answer_draw(1, True)
    assert agreed == DrawAnswered(1, "Cross", True)
    assert isinstance(ended, Ended) and ended.words == "The game is over: a draw by agreement."
    assert (ended.result.ranks, ended.result.end) == ((1.5, 1.5), "agreement")
    assert at.offer is None and at.ended == ended == at.events[-1]


def test_all_have_to_agree() -> None:
    at = session("triad")
    at.offer_draw(2)
    assert at.offer is not None and at.offer.asked == (1, 3)
    assert not any(isinstance(event, Ended) for event in at.answer_draw(3, True))
    (declined,) = at.answer_draw(1, False)
    assert declined.words == "Red declines the draw." and not at.is_over and at.offer is None
    at.offer_draw(2)
    at.answer_draw(1, True)
    assert at.answer_draw(3, True)[-1] == at.ended
    assert at.ended is not None and at.ended.result.ranks == (2.0, 2.0, 2.0)


def test_a_move_withdraws_an_offer() -> None:
    at = session()
    at.offer_draw()
    at.play("b2")
    assert at.offer is None and code_of(lambda: at.answer_draw(2, True)) == "E0545"


@pytest.mark.parametrize("agrees", [True, False])
def test_machines_answer_themselves(made: list[Thinker], agrees: bool) -> None:
    at = session(players="human,mcts")
    made[0].agrees = agrees
    at.offer_draw()
    assert at.advance()[0] == DrawAnswered(2, "Nought", agrees)
    assert at.is_over == agrees and at.awaited == (None if agrees else 1)


def test_answers_that_nobody_asked_for() -> None:
    at = session()
    assert code_of(lambda: at.answer_draw(2, True)) == "E0545"
    at.offer_draw()
    assert code_of(lambda: at.answer_draw(1, True)) == "E0545"
    assert code_of(lambda: at.answer_draw(2)) == "E0545"  # a person has to say it
    assert code_of(at.offer_draw) == "E0545"
    assert code_of(lambda: session().offer_draw(3)) == "E0545"


def test_who_plays_alone_agrees_with_himself_or_loses(tmp_path: Path) -> None:
    file = tmp_path / "solo.lud"
    file.write_text(
        """(game "Solo" (players 1) (equipment {(board (square 2)) (piece "Stone" P1)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
    )
    at = Session(gdl.load(file), "human", 1)
    assert isinstance(at.offer_draw()[-1], Ended) and at.is_over
    at.undo()
    (ended,) = at.resign()
    assert isinstance(ended, Ended) and ended.result.ranks == (0.0,)  # as where the rules say that it is lost
    assert ended.words == f"The game is over: {at.game.players[0]} resigns."


@pytest.mark.parametrize(
    ("name", "player", "ranks", "words"),
    [
        ("tic-tac-toe", None, (2.0, 1.0), "The game is over: Cross resigns, Nought wins."),
        ("tic-tac-toe", 2, (1.0, 2.0), "The game is over: Nought resigns, Cross wins."),
        ("triad", None, (3.0, 1.5, 1.5), "The game is over: Red resigns."),
        ("triad", 3, (1.5, 1.5, 3.0), "The game is over: Blue resigns."),
    ],
)
def test_resigning(name: str, player: int | None, ranks: tuple[float, ...], words: str) -> None:
    at = session(name)
    (ended,) = at.resign(player)
    assert ended.words == words and at.is_over
    assert at.ended is not None and (at.ended.result.ranks, at.ended.result.end) == (ranks, "resignation")


def test_there_is_no_such_player() -> None:
    for work in (session().resign, session().offer_draw, session().take_seat, session().undo):
        assert code_of(lambda work=work: work(3)) == "E0545"
        assert code_of(lambda work=work: work(0)) == "E0545"


def test_a_person_takes_the_seat_of_a_machine_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(line: Line) -> Choice:
        raise SessionError("there is no memory left")

    monkeypatch.setitem(KINDS, "full", Kind("full", "fails", lambda *_: of(choose)))
    at = played(session(players="human,full"), "b2")
    assert code_of(at.advance) == "E0545" and len(at.line.moves) == 1
    assert at.take_seat(2) == (SeatTaken(2, "Nought"),)
    assert at.awaited == 2
    assert moves(at.play("a1")) == ["a1"]


def test_every_event_says_itself_in_a_sentence() -> None:
    at = session()
    at.play("b2")
    at.offer_draw()
    at.answer_draw(1, False)
    at.take_back()
    at.take_seat(1)
    at.resign()
    at.undo()
    assert [event.words for event in at.events] == [
        "Cross: b2",
        "Nought offers a draw.",
        "Cross declines the draw.",
        "1 move is taken back.",
        "Cross's moves are a person's from here on.",
        "The game is over: Cross resigns, Nought wins.",
        "The game goes on.",
    ]
    for event in at.events:
        with pytest.raises(AttributeError):
            event.player = 2  # type: ignore[misc, union-attr]
    assert all(isinstance(move, Move) for move in at.line.moves)


def test_a_player_whose_time_is_up_has_lost_and_the_record_says_so() -> None:
    session = Session(gdl.load("tic-tac-toe"), "human", seed=1)
    session.play("b2")
    (ended,) = session.lose_on_time(2)
    assert ended.words == "The game is over: Nought's time is up, Cross wins."
    again = resume(session.text())
    assert again.ended == session.ended and again.is_over
