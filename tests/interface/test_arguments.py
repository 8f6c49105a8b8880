"""Public functions told something of another type: a sentence that says what is wanted, and how to get it."""

from __future__ import annotations

from typing import Any

import pytest

import gdl

NO_GAME = r"what is played is a Game, not 'hex': gdl.load\('hex'\) is one"


def wrong(function: Any, *arguments: Any, **named: Any) -> Any:
    """A call that type checkers refuse."""
    return function(*arguments, **named)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        pytest.param(lambda: wrong(gdl.study, "hex"), NO_GAME, id="study"),
        pytest.param(lambda: wrong(gdl.match, "hex", ["random"]), NO_GAME, id="match"),
        pytest.param(lambda: wrong(gdl.compare, gdl.load("hex"), "hex"), NO_GAME, id="compare"),
        pytest.param(lambda: wrong(gdl.vary, "hex"), NO_GAME, id="vary"),
        pytest.param(lambda: wrong(gdl.rules, "hex"), NO_GAME, id="rules"),
        pytest.param(lambda: wrong(gdl.Session, "hex"), NO_GAME, id="session"),
        pytest.param(lambda: wrong(gdl.load, 3), "named by a text or a path, not by 3", id="load"),
        pytest.param(
            lambda: wrong(gdl.load, "hex", ["Size"]), r"options are a mapping such as", id="options"
        ),
        pytest.param(lambda: wrong(gdl.loads, None), "the text of a game is a text, not None", id="loads"),
        pytest.param(lambda: wrong(gdl.read_player, 3), "the name of a player is a text, not 3", id="player"),
        pytest.param(lambda: wrong(gdl.why, "hex", "a1"), "the position is a State, not 'hex'", id="why"),
        pytest.param(lambda: wrong(gdl.load("hex").state, 4), "a position is a text, not 4", id="position"),
    ],
)
def test_a_wrong_type_is_told_in_a_sentence(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_a_wrong_option_shows_the_right_ones_under_its_message() -> None:
    with pytest.raises(gdl.LanguageError) as caught:
        gdl.load("hex", {"Size": "99"})
    assert any('there are: "3", "4"' in note for note in caught.value.__notes__)


def test_players_of_ones_own_sit_beside_ours() -> None:
    def first(state: gdl.State) -> gdl.Move:
        return state.legal_moves[0]

    session = gdl.Session(gdl.load("tic-tac-toe"), [first, "human"], seed=1)
    (moved,) = session.advance()
    assert isinstance(moved, gdl.Moved) and str(moved.move) == "a1" and session.awaited == 2
    again = gdl.resume(session.text(), [first, "random"])
    assert again.state == session.state and again.awaited is None
