"""What is offered of players, and what hovers say in an author's own words."""

from __future__ import annotations

import pytest

from gdl.assist import hover, names_of, project_of
from gdl.assist.hover import signature_help
from tests.lsp.test_assist import Texts, offered

GAME = """\
(game "Small"
    (players {PLAYERS})
    (equipment {(board (square 5)) (piece "Pawn" Each)})
    (rules
        (start {(place "|" (sites Bottom)) TEAMS})
        (play (forEach Piece))
        (end (if (no Moves Next) (result ROLE Win)))
    )
)
"""


def roles(players: str, teams: str = "") -> set[str]:
    """The players, teams and pieces that are offered in a game."""
    text = GAME.replace("{PLAYERS}", players).replace("TEAMS", teams)
    found = {*offered(text.replace("|", "Pawn1").replace("ROLE", "|"))}
    return {each for each in found if (each[0] == "P" and each[1:].isdigit()) or each.startswith("Team")}


def test_players_and_teams_are_offered_that_the_game_has() -> None:
    assert roles("2") == {"P1", "P2"}
    assert roles("{(player N) (player S) (player E)}") == {"P1", "P2", "P3"}
    teams = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
    assert roles("4", teams) == {"P1", "P2", "P3", "P4", "Team1", "Team2", "TeamMover"}
    # how many there are is not known
    assert {"P1", "P9"} <= roles("<Players:count>")


@pytest.mark.parametrize("count", [2, 3])
def test_pieces_are_offered_for_each_player(count: int) -> None:
    text = GAME.replace("{PLAYERS}", str(count)).replace("TEAMS", "").replace("ROLE", "Mover")
    assert [each for each in offered(text) if each != "Pawn"] == [f"Pawn{n}" for n in range(1, count + 1)]


def test_a_file_of_definitions_has_the_players_of_the_games_that_take_it_in() -> None:
    from gdl.assist import complete

    moves = '(define "Mine" (count Pieces ))\n'
    game = '(include "moves.def")\n' + GAME.replace("{PLAYERS}", "3")
    files = Texts(**{"moves.def": moves, "game.lud": game})
    found = {each.label for each in complete("moves.def", files, moves.index("))"))}
    assert "P3" in found and "P4" not in found


MOVES = """\
// What moves here.
// More of it.

// Where a pawn may go. #1: the pawn's site; #2: the sites that block.
// says: the cells within reach of #1 / a cell within reach of #1
// term: A pawn moves *like* a rook,
// any distance.
(define "Reach" (intersection (sites Around #1) #2))
// says: a row <is|is not> full
(define "Full" (is Full))
// says:
(define "Hidden" (is Full))
"""
USING = '(include "moves.def")\n(include "gone.def")\n(define "Go" ("Reach" (from) "Full"))\n'


def said(text: str, at: str, behind: int = 2) -> str:
    files = Texts(**{"moves.def": MOVES, "main": text})
    project = project_of("main", files)
    assert project is not None
    found = hover(names_of(project), text.index(at) + behind)
    return "" if found is None else found.text


def test_hovers_tell_an_authors_words_as_words() -> None:
    told = said(USING, '"Reach"')
    assert (
        "Where a pawn may go" in told
        and "says:" not in told.split("```")[0]
        and "term:" not in told.split("```")[0]
    )
    assert (
        "In the rules: “the cells within reach of \\#1”, or of one of them “a cell within reach of \\#1”"
        in told
    )
    assert "Said once: “A pawn moves \\*like\\* a rook, any distance\\.”" in told
    assert "“a row is \\(or is not\\) full”" in said(USING, '"Full"')
    assert "leave it out" in said(USING.replace('"Full"', '"Hidden"'), '"Hidden"')


def test_signatures_say_what_each_argument_is() -> None:
    files = Texts(**{"moves.def": MOVES, "main": USING})
    project = project_of("main", files)
    assert project is not None
    found = signature_help(names_of(project), USING.index("(from)") + 1 - 1)
    assert found is not None
    (signature,) = found.signatures
    assert [part.text for part in signature.parts] == ["the pawn's site", "the sites that block"]


def test_hovering_an_include_tells_what_is_in_the_file() -> None:
    told = said(USING, '"moves.def"')
    assert told.startswith("file `moves.def`\n\nWhat moves here\\. More of it\\.")
    assert "- `Reach`: Where a pawn may go\\." in told and "- `Full`" in told and "definitions" in told
    assert said(USING, '"gone.def"') == ""
