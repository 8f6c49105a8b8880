"""A game at a table: what is told of it, and that its deeds make it again."""

from __future__ import annotations

import random

import pytest

import gdl
from interpreter.errors.user_errors import IllegalMoveError, SessionError
from interpreter.game.game import Game
from interpreter.serve.table.table import Table
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
        table.wish({"does": "move", "player": mover, "move": chance.choice(table.moves())["n"]})
        if chance.random() < 0.1 and not table.session.is_over:
            by = 1
            try:
                table.wish({"does": chance.choice(("draw", "undo")), "player": by})
            except SessionError:
                continue
            for other in table.asked.others if table.asked else ():
                if table.asked is not None:
                    table.wish({"does": chance.choice(("agree", "decline")), "player": other})
    return table


@pytest.mark.parametrize("name", QUICK)
def test_the_deeds_make_the_same_table_again_by_numbers_and_by_texts(name: str) -> None:
    game = gdl.load(name)
    table = played(game, 1)
    assert table.version > 5
    by_text = [{key: value for key, value in each.items() if key != "raw"} for each in table.deeds]
    for deeds in (table.deeds, by_text):
        again = Table(game, 1)
        again.replay(deeds)
        assert again.snapshot() == table.snapshot() and again.told == table.told
        assert again.moves() == table.moves() and again.board()["id"] == table.board()["id"]
        assert again.text() == table.text()
    assert [each["words"] for each in table.told] == [each.words for each in table.session.events]


@pytest.mark.parametrize("name", QUICK)
def test_what_stands_on_the_board_is_told_with_a_look_for_each(name: str) -> None:
    table = played(gdl.load(name), 2, 12)
    state, seen = table.session.state, table.snapshot()
    standing = {site for site, piece in enumerate(state.contents) if piece is not None}
    assert {site for site, _, _ in seen["pieces"]} == standing
    assert all(table.looks.drawn[look].startswith("<g ") for _, look, _ in seen["pieces"])
    sites = {site["site"] for site in table.board()["sites"]}
    sites |= {site["site"] for hand in table.board()["hands"] for site in hand["sites"]}
    assert standing <= sites
    assert [move["text"] for move in table.moves()] == [str(move) for move in state.legal_moves]
    ends = {end for move in table.moves() for end in (move["from"], move["to"]) if end is not None}
    assert ends <= sites


def test_a_whole_turn_is_several_deeds_and_its_last_step_can_be_taken_back() -> None:
    game = gdl.loads("""(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (play (if (= (count Moves) 1) (move Add (to (sites Empty))
            (then (moveAgain))) (move Add (to (sites Empty))))) (end (if (is Full) (result All Draw)))))""")
    table = Table(game, 1)
    table.wish({"does": "move", "player": 1, "move": "a1"})
    table.wish({"does": "move", "player": 2, "move": "b3"})
    assert (table.snapshot()["turn"], table.snapshot()["canUndoStep"]) == (["b3"], True)
    table.wish({"does": "back", "player": 2})
    assert (table.snapshot()["turn"], table.snapshot()["ply"]) == ([], 1)
    table.wish({"does": "move", "player": 2, "move": "b1/c1"})
    assert [each.get("move") for each in table.deeds] == ["a1", "b3", None, "b1", "c1"]
    assert [each["words"].split(": ")[-1] for each in table.told[-2:]] == ["b1", "c1"]
    with pytest.raises(SessionError):
        table.wish({"does": "back", "player": 1})


def test_what_is_refused_changes_nothing() -> None:
    table = Table(gdl.load("tic-tac-toe"), 1)
    table.wish({"does": "move", "player": 1, "move": "b2"})
    before = (table.snapshot(), list(table.deeds), list(table.told))
    for wish, wrong in (
        ({"does": "move", "player": 2, "move": "b2"}, IllegalMoveError),
        ({"does": "move", "player": 1, "move": "a1"}, SessionError),
        ({"does": "move", "player": 2, "move": 8}, SessionError),
        ({"does": "move", "player": 2, "move": "a1", "version": 0}, SessionError),
        ({"does": "agree", "player": 2}, SessionError),
        ({"does": "undo", "player": 2}, SessionError),
        ({"does": "resign", "player": 3}, SessionError),
        ({"does": "dance", "player": 2}, SessionError),
    ):
        with pytest.raises(wrong):
            table.wish(wish)
        assert (table.snapshot(), table.deeds, table.told) == before


def test_whoever_plays_many_seats_takes_back_the_last_choice_of_them_all() -> None:
    table = Table(gdl.load("tic-tac-toe"), 1)
    table.wish({"does": "move", "player": 1, "move": "b2"})
    table.wish({"does": "undo", "player": 2, "own": [1, 2], "with": [1]})
    assert (table.snapshot()["ply"], table.snapshot()["mover"]) == (0, 1)
    for mover, move in ((1, "b2"), (2, "a1"), (1, "c3")):
        table.wish({"does": "move", "player": mover, "move": move})
    table.wish({"does": "undo", "player": 2, "own": [1, 2], "with": [1]})
    assert (table.snapshot()["ply"], table.snapshot()["mover"]) == (2, 1)
    # who plays one seat asks for the last choice of that one
    table.wish({"does": "undo", "player": 1, "own": [1]})
    assert table.deeds[-1] == {"does": "undo", "player": 1, "count": 2, "others": [2]}


@pytest.mark.parametrize("ending", (("resign",), ("draw", "agree")))
def test_an_end_that_was_agreed_to_is_taken_back_alone(ending: tuple[str, ...]) -> None:
    table = Table(gdl.load("tic-tac-toe"), 1)
    table.wish({"does": "move", "player": 1, "move": "b2"})
    before = table.snapshot()["pieces"]
    for player, does in enumerate(ending, 1):
        table.wish({"does": does, "player": player})
    assert table.snapshot()["over"]["end"] == {"resign": "resignation", "draw": "agreement"}[ending[0]]
    table.wish({"does": "undo", "player": 1, "own": [1]})
    assert table.snapshot()["offer"] == {"by": 1, "what": "undo", "asked": [2]}
    table.wish({"does": "agree", "player": 2})
    assert (table.snapshot()["over"], table.snapshot()["ply"]) == (None, 1)
    assert table.snapshot()["pieces"] == before and table.told[-1]["words"] == "The game goes on."
    table.wish({"does": "resign", "player": 2})
    table.wish({"does": "undo", "player": 1, "own": [1, 2], "with": [2]})
    table.wish({"does": "move", "player": 2, "move": "a1"})
    again = Table(gdl.load("tic-tac-toe"), 1)
    again.replay(table.deeds)
    assert again.snapshot() == table.snapshot() and again.told == table.told


def test_nothing_is_taken_back_after_a_loss_on_time() -> None:
    table = Table(gdl.load("tic-tac-toe"), 1)
    table.wish({"does": "move", "player": 1, "move": "b2"})
    table.wish({"does": "time", "player": 2})
    with pytest.raises(SessionError, match="lost on time"):
        table.wish({"does": "undo", "player": 1, "own": [1, 2], "with": [2]})
    assert table.snapshot()["over"]["end"] == "time"


def test_what_is_told_of_a_match_says_whose_pieces_are_whose() -> None:
    """As `d1 b2 a1` is a whole game of Cornered, after which the players change seats."""
    table = Table(gdl.load("cornered-match"), 1)
    first = table.snapshot()
    assert (first["seating"], first["called"]) == ([1, 2], ["Player 1 (White)", "Player 2 (Black)"])
    for move in ("d1", "b2", "a1"):
        table.wish({"does": "move", "player": table.session.state.mover, "move": move})
    told = table.snapshot()
    assert (told["seating"], told["called"]) == ([2, 1], ["Player 1 (Black)", "Player 2 (White)"])
    assert told["moverName"] == "Player 2 (White)" and told["mover"] == 2
    assert dict(told["scores"]) == {"Player 1": 3, "Player 2": 0}
    board = table.board(0)
    assert board["players"] == ["Player 1", "Player 2"] and board["seats"] == ["White", "Black"]
