"""A game at a table: what is told of it, and that its actions make it again."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

from gdl import Game, load, loads
from interpreter.errors.user_errors import IllegalMoveError, SessionError
from interpreter.serve.messages.room import Command, Moved, Offer, UndoAsked
from interpreter.serve.table.table import Table
from interpreter.session import events
from tests.quick import quick_where

#: Placing, moving, turns of many steps, stacks, dice, hands, passes, colours that change, matches.
GAMES = (
    *("troika", "english-draughts", "lasca", "backgammon", "nine-mens-morris", "reversi", "chameleon"),
    *("cornered-match", "oware", "triad", "amazons", "go"),
)
QUICK = quick_where(GAMES, lambda game: game in ("troika", "english-draughts", "backgammon"))


def played(game: Game, seed: int, plies: int = 60) -> Table:
    """A table at which moves were chosen by chance, some taken back, and draws offered."""
    table, chance = Table(game, seed), random.Random(seed)
    for _ in range(plies):
        mover, over = table.session.state.mover, table.session.is_over
        if over:
            break
        table.command(Command("move", chance.choice(table.moves()).n), mover)
        if chance.random() < 0.1 and not table.session.is_over:
            by = 1
            try:
                table.command(Command(chance.choice(("draw", "undo"))), by)
            except SessionError:
                continue
            for other in table.proposal.others if table.proposal else ():
                if table.proposal is not None:
                    table.command(Command(chance.choice(("agree", "decline"))), other)
    return table


def by_what(table: Table) -> str:
    """By what the game at a table has ended."""
    over = table.snapshot().over
    assert over is not None
    return over.end


@pytest.mark.parametrize("name", QUICK)
def test_the_actions_make_the_same_table_again_by_numbers_and_by_texts(name: str) -> None:
    game = load(name)
    table = played(game, 1)
    assert table.version > 5
    by_text = [evolve(each, raw=None) if isinstance(each, Moved) else each for each in table.actions]
    for actions in (table.actions, by_text):
        again = Table(game, 1)
        again.replay(actions)
        assert again.snapshot() == table.snapshot() and again.events == table.events
        assert again.moves() == table.moves() and again.board().id == table.board().id
        assert again.text() == table.text()
    # the session says moves as the game's players write them, the table as they are told apart
    said = [
        f"{each.name}: {each.move}" if isinstance(each, events.Moved) and not each.forced else each.words
        for each in table.session.events
    ]
    assert [each.words for each in table.events] == said


@pytest.mark.parametrize("name", QUICK)
def test_what_stands_on_the_board_is_told_with_a_look_for_each(name: str) -> None:
    table = played(load(name), 2, 12)
    state, seen = table.session.state, table.snapshot().position
    standing = {site for site, piece in enumerate(state.contents) if piece is not None}
    assert {site for site, _, _ in seen.pieces} == standing
    assert all(table.sprites.drawn[look].startswith("<g ") for _, look, _ in seen.pieces)
    sites = {site.site for site in table.board().sites}
    sites |= {site.site for hand in table.board().hands for site in hand.sites}
    assert standing <= sites
    assert [move.text for move in table.moves()] == [str(move) for move in state.legal_moves]
    ends = {end for move in table.moves() for end in (move.from_, move.to) if end is not None}
    assert ends <= sites


def test_a_whole_turn_is_several_actions_and_its_last_step_can_be_taken_back() -> None:
    game = loads("""(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (play (if (= (count Moves) 1) (move Add (to (sites Empty))
            (then (moveAgain))) (move Add (to (sites Empty))))) (end (if (is Full) (result All Draw)))))""")
    table = Table(game, 1)
    table.command(Command("move", "a1"), 1)
    table.command(Command("move", "b3"), 2)
    assert (table.snapshot().position.turn, table.snapshot().can_undo_step) == (["b3"], True)
    table.command(Command("back"), 2)
    assert (table.snapshot().position.turn, table.snapshot().position.ply) == ([], 1)
    table.command(Command("move", "b1/c1"), 2)
    assert [each.move if isinstance(each, Moved) else None for each in table.actions] == [
        "a1",
        "b3",
        None,
        "b1",
        "c1",
    ]
    assert [each.words.split(": ")[-1] for each in table.events[-2:]] == ["b1", "c1"]
    with pytest.raises(SessionError):
        table.command(Command("back"), 1)


def test_what_is_refused_changes_nothing() -> None:
    table = Table(load("tic-tac-toe"), 1)
    table.command(Command("move", "b2"), 1)
    before = (table.snapshot(), list(table.actions), list(table.events))
    for command, player, wrong in (
        (Command("move", "b2"), 2, IllegalMoveError),
        (Command("move", "a1"), 1, SessionError),
        (Command("move", 8), 2, SessionError),
        (Command("move", "a1", version=0), 2, SessionError),
        (Command("agree"), 2, SessionError),
        (Command("undo"), 2, SessionError),
        (Command("resign"), 3, SessionError),
        (Command("dance"), 2, SessionError),
    ):
        with pytest.raises(wrong):
            table.command(command, player)
        assert (table.snapshot(), table.actions, table.events) == before


def test_whoever_plays_many_seats_takes_back_the_last_choice_of_them_all() -> None:
    table = Table(load("tic-tac-toe"), 1)
    table.command(Command("move", "b2"), 1)
    table.command(Command("undo"), 2, own=[1, 2], allies=[1])
    assert (table.snapshot().position.ply, table.snapshot().mover) == (0, 1)
    for mover, move in ((1, "b2"), (2, "a1"), (1, "c3")):
        table.command(Command("move", move), mover)
    table.command(Command("undo"), 2, own=[1, 2], allies=[1])
    assert (table.snapshot().position.ply, table.snapshot().mover) == (2, 1)
    # who plays one seat asks for the last choice of that one
    table.command(Command("undo"), 1, own=[1])
    assert table.actions[-1] == UndoAsked(1, 2, (2,))


@pytest.mark.parametrize("ending", (("resign",), ("draw", "agree")))
def test_an_end_that_was_agreed_to_is_taken_back_alone(ending: tuple[str, ...]) -> None:
    table = Table(load("tic-tac-toe"), 1)
    table.command(Command("move", "b2"), 1)
    before = table.snapshot().position.pieces
    for player, does in enumerate(ending, 1):
        table.command(Command(does), player)
    assert by_what(table) == {"resign": "resignation", "draw": "agreement"}[ending[0]]
    table.command(Command("undo"), 1, own=[1])
    assert table.snapshot().offer == Offer(1, "undo", (2,))
    table.command(Command("agree"), 2)
    assert (table.snapshot().over, table.snapshot().position.ply) == (None, 1)
    assert table.snapshot().position.pieces == before and table.events[-1].words == "The game goes on."
    table.command(Command("resign"), 2)
    table.command(Command("undo"), 1, own=[1, 2], allies=[2])
    table.command(Command("move", "a1"), 2)
    again = Table(load("tic-tac-toe"), 1)
    again.replay(table.actions)
    assert again.snapshot() == table.snapshot() and again.events == table.events


def test_nothing_is_taken_back_after_a_loss_on_time() -> None:
    table = Table(load("tic-tac-toe"), 1)
    table.command(Command("move", "b2"), 1)
    table.command(Command("time"), 2)
    with pytest.raises(SessionError, match="lost on time"):
        table.command(Command("undo"), 1, own=[1, 2], allies=[2])
    assert by_what(table) == "time"


def test_what_is_told_of_a_match_says_whose_pieces_are_whose() -> None:
    """As `d1 b2 a1` is a whole game of Cornered, after which the players change seats."""
    table = Table(load("cornered-match"), 1)
    first = table.snapshot().position
    assert (first.seating, first.called) == ((1, 2), ("Player 1 (White)", "Player 2 (Black)"))
    for move in ("d1", "b2", "a1"):
        table.command(Command("move", move), table.session.state.mover)
    told = table.snapshot().position
    assert (told.seating, told.called) == ((2, 1), ("Player 1 (Black)", "Player 2 (White)"))
    assert told.mover_name == "Player 2 (White)" and told.mover == 2
    assert dict(told.scores) == {"Player 1": 3, "Player 2": 0}
    board = table.board(0)
    assert board.players == ("Player 1", "Player 2") and board.seats == ("White", "Black")
