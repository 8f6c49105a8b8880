"""Games around what is nasty: for each category of ludemes, where one may stand and the plainest of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

#: Files of up to so many characters are made: a few more than are read.
LONGEST = 1_000_001

#: Names that stand in every frame.
PIECES = '(piece "Man" Each) (piece "King" Each (move Step (to if:(is Empty (to)))))'


def game(
    play: str = "(move Add (to (sites Empty)))",
    *,
    board: str = "(board (square 5))",
    items: str = "",
    start: str = "",
    end: str = "(if (is Line 3) (result Mover Win))",
    meta: str = "",
    phases: str = "",
    players: str = "2",
    before: str = "",
    name: str = "Nasty",
) -> str:
    """The text of a game of these parts."""
    begun = f"(start {{{start}}})" if start else ""
    played = f"phases:{{{phases}}}" if phases else f"(play {play})"
    return (
        f'{before}(game "{name}" (players {players}) (equipment {{{board} {PIECES} {items}}})'
        f" (rules {meta} {begun} {played} (end {{{end}}})))"
    )


def _effect(effect: str) -> str:
    return game(f"(move Add (to (sites Empty)) (then {effect}))")


#: By category where one may stand: a game with `@` in its place.
PLACES: dict[str, tuple[str, ...]] = {
    "Moves": (
        game("@"),
        _effect("@"),
        game(items='(piece "Odd" Each @)', start='(place "Odd1" 0)', play="(forEach Piece)"),
        game("(do @ ifAfterwards:(is Line 3))"),
    ),
    "BoolExpr": (
        game(end="(if @ (result Mover Win))"),
        game("(if @ (move Pass) (move Add (to (sites Empty))))"),
        game("(move Add (to (sites Empty) if:@))"),
        game("(do (move Add (to (sites Empty))) ifAfterwards:@)"),
    ),
    "IntExpr": (
        _effect("(addScore Mover @)"),
        game(end="(if (= 3 @) (result Mover Win))"),
        game("(move Add (to @))"),
        game(start='(place "Man1" @)'),
        game("(forEach Value min:0 max:@ (move Add (to (value))))"),
    ),
    "FloatExpr": (_effect("(addScore Mover (toInt @))"),),
    "Region": (
        game("(move Add (to @))"),
        game(items='(regions "Home" P1 @)', end="(if (is In (last To) (sites P1)) (result Mover Win))"),
        game(start='(place "Man1" @)'),
        game(end="(if (is In (last To) @) (result Mover Win))"),
    ),
    "Ints": (
        game(end="(if (= 3 (size Array @)) (result Mover Win))"),
        game("(forEach Value @ (move Add (to (value))))"),
    ),
    "Graph": (game(board="(board @)"), game(board="(board @ use:Vertex)")),
    "Dim": (game(board="(board (square @))"), game(board="(board (rectangle 3 @))")),
    "Direction": (game("(forEach Piece (move Slide @))", start='(place "Man1" 0)'),),
    "StartRule": (game(start="@"),),
    "EndRule": (game(end="@"),),
    "MetaRule": (game(meta="(meta {@})"),),
    "Item": (game(items="@"),),
    "Result": (game(end="(if (is Line 3) @)"),),
    "Phase": (game(phases="@"),),
    "Then": (game("(move Add (to (sites Empty)) @)"),),
    "To": (game("(forEach Piece (move Step @))", start='(place "Man1" 0)'),),
    "From": (game("(move @ (to (sites Empty)))", start='(place "Man1" 0)'),),
    "Track": (
        game(
            board="(board (square 5) @)", end='(if (is In (last To) (sites Track "Way")) (result Mover Win))'
        ),
    ),
}

#: The plainest of each category.
LEAVES: dict[str, tuple[str, ...]] = {
    "Moves": (
        "(move Add (to (sites Empty)))",
        "(forEach Piece)",
        "(addScore Mover 1)",
        "(remove (last To))",
        "(move Step (to if:(is Empty (to))))",
        "(moveAgain)",
        "(set Value at:(last To) 1)",
    ),
    "BoolExpr": ("(is Line 3)", "(is Empty (last To))", "(= 1 (count Moves))", "(no Moves Next)"),
    "IntExpr": ("(last To)", "2", "(count Pieces)", "(value)", "(site)", "(score Mover)"),
    "FloatExpr": ("0.5", "(toFloat (count Moves))"),
    "Region": ("(sites Empty)", "(sites {0 1})", "(sites Occupied by:Mover)", "(sites Around (last To))"),
    "Ints": ("(array {1 2})", "(array (sites Empty))"),
    "Graph": ("(square 3)", "(hex 2)", "(rectangle 2 4)"),
    "Dim": ("2", "3"),
    "Direction": ("N", "Orthogonal", "All"),
    "StartRule": ('(place "Man1" 0)', '(place "King2" (sites Top))', "(set Score Each 1)"),
    "EndRule": ("(if (is Line 3) (result Mover Win))", "(if (no Moves Next) (result Next Loss))"),
    "MetaRule": ("(swap)", "(no Repeat)"),
    "Item": ('(piece "Odd" Each)', '(regions "Home" P1 (sites Top))', "(hand Each)"),
    "Result": ("(result Mover Win)", "(byScore)"),
    "Phase": ('(phase "A" (play (move Pass)) (nextPhase (is Line 3) "A"))',),
    "Then": ("(then (moveAgain))",),
    "To": ("(to if:(is Empty (to)))",),
    "From": ("(from (sites Occupied by:Mover))",),
    "Track": ('(track "Way" "0,E,N,W")', '(track "Way" {0 1 2} loop:True)'),
}


def place(random: Random, category: str, inner: str) -> str:
    """A game with something in it where its category may stand."""
    return random.choice(PLACES[category]).replace("@", inner, 1)


def size(random: Random, most: int = LONGEST) -> int:
    """A size, as likely small as large: log-uniform."""
    return int(10 ** random.uniform(2.5, 6.0) * most / LONGEST) + 1


def filled(random: Random, items: Sequence[str], most: int = 900_000) -> str:
    """Some of the items over and over, up to a size."""
    wanted, length = size(random, most), 0
    made: list[str] = []
    while length < wanted:
        made.append(random.choice(items))
        length += len(made[-1]) + 1
    return " ".join(made)
