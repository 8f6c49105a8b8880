"""What ludemes say: sentences written from what each ludeme means, before looking at what came out."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from gdl import Game, load, loads, rules
from gdl.bind import bind
from gdl.compile.compile import compile_game
from gdl.english.grammar import singular
from gdl.english.phrases import Point
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, Direction, EndRule, IntExpr, Moves, Region, StartRule
from gdl.ludeme.registry import REGISTRY
from gdl.ludemes.boards import Board
from gdl.parse.parser import parse
from gdl.rulebook.speaker import GameSpeaker
from gdl.rulebook.spoken import Spoken
from gdl.source.text import Source

GAME = """
(game "Small" (players {(player N) (player S)})
  (equipment {
    (board (square 5)) (hand Each) (dice d:6 num:2)
    (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))))
    (piece "Officer" Each)
    (regions "FarRow" P1 (sites Top)) (regions "FarRow" P2 (sites Bottom))})
  (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
"""


SMALL = """
(game "Smaller" (players 2) (equipment {%s (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
"""


@cache
def facts() -> Any:
    return compile_game(Source("small.lud", GAME)).facts


def speaker() -> GameSpeaker:
    return GameSpeaker(facts(), ("White", "Black"), Spoken.silent())


def bound(text: str, kind: type) -> Any:
    forms, mistakes = parse(Source("part.lud", text))
    assert not mistakes
    value, errors = bind(forms[0], kind)
    assert not errors, [each.message for each in errors]
    return value


# --- Conditions: as they are, and denied --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("(is Empty 0)", "a1 is empty", "a1 is not empty"),
        ("(is Pattern {F R F R F R F})",
         "the piece just moved is one of four like pieces in a square of two by two",
         "the piece just moved is not one of four like pieces in a square of two by two"),
        ("(is Pattern {F F R F R F F})",
         "the piece just moved is one of six like pieces in a rectangle of two by three",
         "the piece just moved is not one of six like pieces in a rectangle of two by three"),
        ("(is Pattern {F F F})", "the piece just moved is one of four like pieces in a straight line",
         "the piece just moved is not one of four like pieces in a straight line"),
        ("(is Pattern {F F L F} from:7)",
         "the piece on c2 is one of four like pieces in an L: three in a line, then one more to the left",
         "the piece on c2 is not one of four like pieces in an L: three in a line, "
         "then one more to the left"),
        ("(> (matchScore P1) (matchScore P2))", "White has more points in the match than Black",
         "White has at most as many points in the match as Black"),
        ("(= (score P1) (score P2))", "White has as many points as Black",
         "White has not exactly as many points as Black"),
        ("(>= (score Mover) (score Next))", "you have at least as many points as your opponent",
         "you have fewer points than your opponent"),
        ("(is Occupied 24)", "e5 is occupied", "e5 is not occupied"),
        ("(is Enemy (who at:7))", "c2 holds an enemy piece", "c2 does not hold an enemy piece"),
        ("(is Friend (who at:7))", "c2 holds a piece of yours", "c2 does not hold a piece of yours"),
        ("(= (what at:7) (id \"Pawn\" Mover))", "c2 holds your Pawn", "c2 does not hold your Pawn"),
        ("(= 0 (what at:7))", "c2 is empty", "c2 is not empty"),
        ("(no Moves Next)", "your opponent has no legal move", "your opponent has a legal move"),
        ("(no Pieces Mover)", "you have no pieces left", "you have pieces left"),
        ("(no Pieces P2 \"Pawn\")", "Black has no Pawns left", "Black has Pawns left"),
        ("(< (count Pieces Next) 2)", "your opponent has fewer than two pieces",
         "your opponent has at least two pieces"),
        ("(= 2 (count Pieces Mover in:(sites Hand Mover)))", "you have exactly two pieces in your hand",
         "you have not exactly two pieces in your hand"),
        ("(= 0 (count Sites in:(sites Empty)))", "there is no empty cell", "there is an empty cell"),
        ("(>= (count Moves) 100)", "at least 100 moves have been made", 
         "fewer than 100 moves have been made"),
        ("(is In 3 (sites Corners))", "d1 is a corner", "d1 is not a corner"),
        ("(is In 3 (sites Mover \"FarRow\"))", "d1 is in your far row", "d1 is not in your far row"),
        ("(all Passed)", "all players have passed in a row", "not everybody has just passed"),
        ("(is Full)", "the board is full", "the board is not full"),
        ("(was Pass)", "the last move was a pass", "the last move was not a pass"),
        ("(> (score Mover) 24)", "your score is 25 or more", "your score is at most 24"),
        ("(is Even (count Turns))", "the number of turns taken is even", "the number of turns taken is odd"),
        ("(is Threatened (id \"Officer\" Mover))", "your Officer is under attack",
         "your Officer is not under attack"),
        ("(and (is Empty 0) (is Full))", "a1 is empty and the board is full",
         "a1 is not empty or the board is not full"),
        ("(or (is Empty 0) (is Full))", "a1 is empty or the board is full",
         "a1 is not empty and the board is not full"),
        ("(not (is Full))", "the board is not full", "the board is full"),
        ("(and (or (is Empty 0) (is Empty 1)) (is Full))",
         "either a1 is empty or b1 is empty, and the board is full",
         "both a1 is not empty and b1 is not empty, or the board is not full"),
        ("(!= 3 (var \"Lives\"))", "the number “Lives” is not three", "the number “Lives” is three"),
        ("(is Mover P2)", "you are Black", "you are not Black"),
        ("(is Proposed \"Draw\")", "“Draw” has been proposed", "“Draw” has not been proposed"),
        ("(> (count Pieces Mover) (count Pieces Next))", "you have more pieces than your opponent",
         "you have at most as many pieces as your opponent"),
        ("(>= (count Pieces P1 in:(sites Centre)) (count Pieces P2 in:(sites Centre)))",
         "White has at least as many pieces on the centre as Black",
         "White has fewer pieces on the centre than Black"),
        ("(= (count Pieces Mover) (count Pieces Next))", "you have as many pieces as your opponent",
         "you have not exactly as many pieces as your opponent"),
        ("(< (count Pieces All) (count Turns))", "there are fewer pieces than the number of turns taken",
         "there are at least as many pieces as the number of turns taken"),
        ("(>= (count Moves) (+ 16 100))", "at least 116 moves have been made",
         "fewer than 116 moves have been made"),
    ],
)  # fmt: skip
def test_conditions(text: str, holds: str, fails: str) -> None:
    condition = bound(text, BoolExpr)
    assert speaker().clause(condition) == holds
    assert speaker().clause(condition, True) == fails


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(mover)", "you"),
        ("(count Pieces Mover)", "the number of your pieces"),
        ("(count Pieces All)", "the number of pieces"),
        ("(+ (count Rows) 2)", "the number of rows of the board plus two"),
        ("(count Vertices)", "the number of vertices of the board"),
        ("(+ 16 20)", "36"),
        ("12", "twelve"),
        ("13", "13"),
        ("-1", "minus one"),
        ("(score P2)", "Black's score"),
        ("(last To)", "the cell of the last move"),
        ("(handSite Next)", "your opponent's hand"),
        ("(ahead 2 steps:2 Forward)", "the cell two steps forward from c1"),
        ("(size Stack at:3)", "the height of the stack on d1"),
    ],
)
def test_numbers(text: str, said: str) -> None:
    assert speaker().say(bound(text, IntExpr)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Orthogonal", "orthogonally"),
        ("Forward", "straight forward"),
        ("(directions {FL FR})", "diagonally forward"),
        ("(directions {N E})", "to the north or east"),
        ("NW", "to the north-west"),
    ],
)
def test_directions(text: str, said: str) -> None:
    assert speaker().say(bound(text, Direction)) == said


@pytest.mark.parametrize(
    ("text", "many", "one"),
    [
        ("(sites Empty)", "the empty cells", "an empty cell"),
        ("(sites Occupied by:Enemy)", "the cells with enemy pieces", "a cell with an enemy piece"),
        ("(sites Row 1)", "the second row", "a cell of the second row"),
        ("(sites {\"a1\" \"b1\" \"c1\" \"e5\"})", "a1–c1 and e5", "one of a1–c1 and e5"),
        ("(sites Around 12 Orthogonal)", "the cells orthogonally next to c3", 
         "a cell orthogonally next to c3"),
        ("(union (sites Top) (sites Corners))", "the top row and the corners",
         "a cell of the top row or a corner"),
        ("(difference (sites Empty) (sites Corners))", "the empty cells without the corners",
         "an empty cell that is not a corner"),
        ("(sites Hand Mover)", "your hand", "your hand"),
        ("(forEach (sites Empty) if:(is In (site) (sites Corners)))",
         "those of the empty cells of which each is a corner", "an empty cell that is a corner"),
        ("(sites (last To) {{F F R F} {F F L F}})", 
         "the cells a knight's move from the cell of the last move",
         "a cell a knight's move from the cell of the last move"),
    ],
)  # fmt: skip
def test_regions(text: str, many: str, one: str) -> None:
    noun = speaker().noun(bound(text, Region))
    assert (noun.plural, noun.any) == (many, one)


def test_a_region_of_the_equipment_tells_its_cells() -> None:
    said = speaker().sites_of(bound("(sites Top)", Region))
    assert said == "the top row (a5–e5)"
    assert speaker().region(bound("(sites Top)", Region)) == "the top row"
    assert speaker().sites_of(bound("(expand (sites Bottom) steps:1)", Region)) == "a1–e1 and a2–e2"


# --- Moves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(move Add (to (sites Empty)))", "place one of your Pawns on an empty cell"),
        ("(move Step Forward (to if:(is Empty (to))))", "step one cell straight forward to an empty cell"),
        ("(move Step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         "step one cell diagonally to a cell with an enemy piece, capturing it"),
        ("(move Slide Orthogonal)", "slide any distance orthogonally over empty cells"),
        ("(move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         "slide any distance diagonally over empty cells, or on to the cell behind them if it holds an enemy"
         " piece, capturing it"),
        ("(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
         " (to if:(is Empty (to))))",
         "hop orthogonally over an enemy piece next to it to the empty cell right behind it, capturing"
         " what it passes over"),
        ("(move Leap {{F F R F} {F F L F}} (to if:(is Empty (to))))",
         "leap a knight's move away to an empty cell"),
        ("(move (from (handSite Mover)) (to (sites Empty)))", "move a piece from your hand to an empty cell"),
        ("(move Pass)", "pass"),
        ("(forEach Piece)", "move one of your Pawns"),
        ("(forEach Piece \"Officer\" (move Slide Adjacent))",
         "with one of your Officers, slide any distance in any direction over empty cells"),
        ("(if (is Full) (move Pass) (move Add (to (sites Corners))))",
         "if the board is full, pass; otherwise, place one of your Pawns on a corner"),
        ("(do (forEach Piece) ifAfterwards:(not (is Full)))",
         "move one of your Pawns, but only if afterwards the board is not full"),
        ("(move Add (to (sites Empty)) (then (addScore Mover 2)))",
         "place one of your Pawns on an empty cell; then you score two points"),
        ("(move Add (to (sites Empty)) (then (moveAgain)))",
         "place one of your Pawns on an empty cell; then move again"),
        ("(move Remove (sites Occupied by:Enemy))", "remove an enemy piece"),
        ("(move Propose \"Draw\")", "propose “Draw”"),
        ("(move Select (from (sites Corners)))", "choose a corner"),
        ("(or (move Pass) (move Propose \"Draw\"))", "pass, or propose “Draw”"),
    ],
)  # fmt: skip
def test_moves(text: str, said: str) -> None:
    point = speaker().moves(bound(text, Moves))
    assert point.text == said and not point.points


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(set Var \"Lives\" (+ 1 (var \"Lives\")))", "add one to the number “Lives”"),
        ("(set Score Next 3)", "your opponent's score becomes three"),
        ("(addScore Mover (- 0 1))", "you lose one point"),
        ('(set Colour 7 "Red")', "the colour of c2 becomes red"),
        ('(set Colour (sites Corners) "Blue")', "the colour of the corners becomes blue"),
        ("(set NextPlayer (player (mover)))", "the next turn is yours"),
        ("(and (moveAgain) (set Pending))", "move again and keep this in mind for the next move"),
        ("(custodial (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))"
         " (apply (remove (between)))) (to if:(is Friend (who at:(to)))))",
         "capture enemy pieces that stand in an unbroken line orthogonally between the cell of the last move"
         " and a piece of yours"),
        ("(promote (last To) (piece \"Officer\") Mover)",
         "turn the piece on the cell of the last move into an Officer"),
    ],
)  # fmt: skip
def test_effects(text: str, said: str) -> None:
    assert speaker().effects(bound(text, Moves)).text == said


CASES = """{
    (if (is Empty 0) (set Colour 7 "Red")) (if (is Empty 1) (set Colour 8 "Blue"))
    (if (is Empty 2) (addScore Mover 1)) (if (is Empty 3) (addScore Next 1))
}"""


def test_many_effects_with_conditions_say_whether_one_sees_the_other() -> None:
    """What an `and` does is decided before any of it is done; a `seq` decides part by part."""
    at_once = speaker().effects(bound(f"(and {CASES})", Moves))
    in_turn = speaker().effects(bound(f"(seq {CASES})", Moves))
    assert (at_once.text, in_turn.text) == ("do this, all at once:", "do this, one after the other:")
    assert len(at_once.points) == len(in_turn.points) == 4


def test_a_long_choice_is_a_list() -> None:
    rule = bound(
        '(or {(move Pass) (move Propose "Draw") (move Add (to (sites Empty)) (then (moveAgain)))})', Moves
    )
    point = speaker().moves(rule)
    assert point.text == "do one of these:"
    assert [each.text for each in point.points] == [
        "Pass", "Propose “Draw”", "Place one of your Pawns on an empty cell; then move again",
    ]  # fmt: skip
    assert point.points[0].span.text == "(move Pass)"


def test_priorities_are_numbered() -> None:
    point = speaker().moves(bound("(priority {(move Remove (sites Occupied by:Enemy)) (move Pass)})", Moves))
    assert point.text == "do the first of these that is possible:"
    assert [each.text for each in point.points] == ["(1) Remove an enemy piece", "(2) Pass"]


def test_going_on_in_the_same_way_is_not_told_twice() -> None:
    hop = """(move Hop (from (last To)) Diagonal (between if:(is Enemy (who at:(between))))
        (to if:(is Empty (to))) {})"""
    rule = bound(hop.replace("{}", f"(then (if (can Move {hop.replace('{}', '')}) (moveAgain)))"), Moves)
    said = speaker().moves(rule).text
    assert said.endswith("; then if you can do the same again from the cell moved to, move again")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(= (to) 3)", "the cell it goes to is d1"),
        ("(= (last From) 3)", "the cell that the last move left is d1"),
        ("(= (pips) 3)", "the number of the die is three"),
        ("(!= (level) 2)", "the level in question is not two"),
        ("(= (player) 2)", "that player is Black"),
        ("(= (mover) 1)", "you are White"),
    ],
)
def test_a_number_is_told_as_what_is_compared_with_it(text: str, said: str) -> None:
    assert speaker().clause(bound(text, BoolExpr)) == said


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("(> (matchScore P1) (matchScore P2))", "Player 1 has more points in the match than Player 2",
         "Player 1 has at most as many points in the match as Player 2"),
        ("(< (matchScore P1) (matchScore P2))", "Player 1 has fewer points in the match than Player 2",
         "Player 1 has at least as many points in the match as Player 2"),
        ("(= (matchScore P1) (matchScore P2))",
         "Player 1 has as many points in the match as Player 2",
         "Player 1 has not exactly as many points in the match as Player 2"),
        ("(> (matchScore P1) (count Trials))",
         "Player 1 has more points in the match than the number of games played",
         "Player 1 has at most as many points in the match as the number of games played"),
        ("(= 1 (matchScore P1))", "Player 1 has exactly one point in the match",
         "Player 1 has not exactly one point in the match"),
        ("(= 0 (matchScore P2))", "Player 2 has no points in the match",
         "Player 2 has at least one point in the match"),
    ],
)  # fmt: skip
def test_points_of_a_match(text: str, holds: str, fails: str) -> None:
    condition, says = bound(text, BoolExpr), speaker()
    says.match = True  # in the endings of a match
    assert says.clause(condition) == holds
    assert says.clause(condition, True) == fails


def test_who_plays_alone_is_you() -> None:
    alone = told(load("isolation-solitaire"))
    assert "your score becomes the number of pieces" in alone
    assert "if you have no legal move" in alone and "if your score is 13 or more, you win" in alone
    assert "white" not in alone and "next player" not in alone


def test_a_product_with_one_is_the_other_factor() -> None:
    assert speaker().say(bound("(* (count Players) 1)", IntExpr)) == "the number of players"
    assert speaker().say(bound("(* 3 (+ 1 1))", IntExpr)) == "six"


def test_every_site_of_the_board() -> None:
    assert "one disc stands on each cell of the board." in told(load("officers"))
    # a stack that is begun is one piece
    assert "one pawn of white stands on each of" in told(load("babel"))


# --- What the file calls things -----------------------------------------------------------------------------

COUNTING = """
(game "Counting" (players 2)
  (equipment {(board (square 3) use:Vertex) (piece "Disc" Each)})
  (rules
    (start {(set Score Each 12)})
    (play (move Add (to (sites Empty)) (then (and {
      (addScore Mover 1) (addScore Next -3) (addScore Mover (count Pieces Mover))
      (set Value Mover (count Turns)) (set Score Next 1)
    }))))
    (end {
      (if (= 1 (value Player Mover)) (result Mover Win))
      (if (>= (score Mover) 5) (byScore))
    })))
"""


def told(game: Game) -> str:
    """What is generated of a game's rules, without what the author says."""
    sections = [each for each in rules(game).sections if each.title not in ("In short", "Options")]
    parts = [part for each in sections for part in each.parts if isinstance(part, Point)]
    return "\n".join(point.text.lower() for part in parts for point in part.walk())


def test_numbers_of_players_and_sites_have_the_names_that_the_file_gives_them() -> None:
    names = '(metadata (info {(scores "chips") (values "castles") (sites "circles")}))'
    named = told(loads(COUNTING + names))
    for said in (
        "3 × 3 circles", "nine circles", "begins with twelve chips", "an empty circle", "you get one chip",
        "loses three chips", "one chip for each of your pieces",
        "the number of your castles becomes the number of turns",
        "the number of your opponent's chips becomes one", "you have exactly one castle",
        "you have at least five chips", "the most chips win",
    ):  # fmt: skip
        assert said in named
    assert "point" not in named and "score" not in named and "castles win" not in named
    plain = told(loads(COUNTING))
    for said in ("nine points", "begins with twelve points", "you score one point", "loses three points",
                 "your score is five or more", "the most points win"):  # fmt: skip
        assert said in plain


def test_troke_has_circles_chips_and_castles() -> None:
    chips, castles = told(load("troke")), told(load("troke", options={"Scoring": "No chips"}))
    assert "point" not in chips + castles
    assert "begins with twelve chips" in chips and "the most chips win" in chips
    assert "the most castles win" in castles and "chip" not in castles
    # A series counts points, its games chips.
    series = told(load("troke-series"))
    assert "the most points win" in series and "the most chips win" in series


@pytest.mark.parametrize(
    ("many", "one"),
    [("chips", "chip"), ("circles", "circle"), ("castles", "castle"), ("boxes", "box"), ("glasses", "glass"),
     ("houses", "house"), ("berries", "berry"), ("men", "man"), ("oxen", "ox"), ("sheep", "sheep"),
     ("gold", "gold"), ("moss", "moss"), ("dark wolves", "dark wolf")],
)  # fmt: skip
def test_one_of_several(many: str, one: str) -> None:
    assert singular(many) == one


# --- Starts and ends ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('(place "Pawn1" (sites Bottom))', "White's Pawns stand on the bottom row (a1–e1)"),
        ('(place "Officer2" coord:"c5")', "Black's Officer stands on c5"),
        ('(place "Officer1" (handSite P1))', "White's Officer is in White's hand"),
        ('(place "Officer2" (sites Hand P2))', "Black's Officers are in Black's hand"),
        ('(place "Pawn" "Hand" count:3)', "each player has three Pawns in hand"),
        ("(set Score Each 10)", "each player begins with ten points"),
        ('(set Var "Lives" 3)', "the number “Lives” is three at first"),
    ],
)
def test_starts(text: str, said: str) -> None:
    rule = bound(text, StartRule)
    assert rule.says(speaker()) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(if (is Full) (result Mover Draw))", "if the board is full, the game is drawn"),
        ("(if (no Moves Next) (result Next Loss))",
         "if your opponent has no legal move, your opponent loses"),
        ("(if (is Line 3) (result Mover Win))",
         "if there is a line of three or more pieces of the same player through the piece just"
         " moved, you win"),
        ("(if (all Passed) (byScore))",
         "if all players have passed in a row, the most points win, and equal points share the rank"),
        ("(forEach Player if:(no Pieces Player) (result Player Loss))",
         "for any player: if that player has no pieces left, that player loses"),
    ],
)  # fmt: skip
def test_ends(text: str, said: str) -> None:
    rule = bound(text, EndRule)
    assert rule.says(speaker()).text == said


def test_how_long_a_game_may_last_is_told_where_it_may() -> None:
    """Nearly all random games of Congress end so; a board that only fills up is full before."""
    limit = "a game that lasts 1,250 turns for each player is drawn."
    assert limit in told(load("congress"))
    assert limit not in told(load("hex"))


# --- Nothing is forgotten -----------------------------------------------------------------------------------


def test_every_ludeme_says_something() -> None:
    silent = [cls.__name__ for cls in [*REGISTRY.classes(), *REGISTRY.literals]
              if cls.__module__.startswith("gdl.")
              and not (cls.english or cls.says is not Ludeme.says)]  # fmt: skip
    assert silent == [], "give these a template, or `says`"


def test_a_ludeme_of_a_plugin_is_paraphrased() -> None:
    from gdl.ludeme.base import arg, named
    from gdl.ludeme.registry import Registry, ludeme

    @ludeme("spread Plague", registry=Registry())
    class SpreadPlague(Moves):
        """Somebody else's."""

        where: Region = arg()
        max_steps: int | None = named("maxSteps", None)
        quick: bool = named("quick", False)

    made = SpreadPlague(where=bound("(sites Corners)", Region), max_steps=3, quick=True)
    assert isinstance(made, Ludeme)
    assert speaker().moves(made).text == "“spread plague” of the corners, max steps three and quick"


# --- Boards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ("(board (square 3))", "The board is made of 3 × 3 squares: nine cells"),
        # sizes count what pieces stand on: three points to a side are two squares
        (
            "(board (square 3) use:Vertex)",
            "The board is made of 3 × 3 points, and pieces stand where the lines meet: nine points",
        ),
        (
            "(board (rectangle 2 3) use:Vertex)",
            "The board is made of two rows of three points, "
            "and pieces stand where the lines meet: six points",
        ),
    ],
)
def test_what_the_sizes_of_a_board_count(board: str, said: str) -> None:
    game = compile_game(Source("small.lud", SMALL % board))
    speaker = GameSpeaker(game.facts, ("White", "Black"), Spoken.silent())
    assert speaker.say(bound(board, Board)) == said
