"""Boards: huge ones, ones made of others, tracks, regions and conditions that look at all of them."""

from __future__ import annotations

from random import Random

from gdl.bind.specs import ClassSpec
from tests.fuzz import grow
from tests.fuzz.forest import write
from tests.fuzz.nasty.frames import filled, game
from tests.fuzz.nasty.nesting import _category

_SHAPES = (
    "(square %)",
    "(hex %)",
    "(tri %)",
    "(rectangle % %)",
    "(hex Diamond % %)",
    "(hex Star %)",
    "(square Diamond %)",
    "(tiling T3464 %)",
    "(tiling T33434 %)",
    "(tiling T31212 %)",
    "(tiling T4612 %)",
    "(wedge % %)",
    "(spiral turns:% sites:% clockwise:True)",
    "(concentric {% % %})",
    "(concentric sides:% rings:%)",
    "(concentric Square rings:%)",
    "(regular %)",
    "(regular Star %)",
    "(complete (regular %))",
    "(rectangle 1 %)",
    "(square % diagonals:Alternating)",
    "(square % pyramidal:True)",
    "(square % diagonals:Solid)",
    "(hex (poly {{0 0} {0 %} {% %} {% 0}}))",
    "(square (poly {{0 0} {0 %} {% 0}}))",
    "(hex Prism % %)",
    "(tri Limping %)",
    "(hex Limping % %)",
    "(tri Hexagon %)",
    "(tri Star %)",
    "(tri Diamond %)",
    "(square Limping %)",
    "(repeat % % step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))",
)
_OPERATORS = (
    "(dual @)",
    "(subdivide @ min:3)",
    "(union @ @)",
    "(merge @ @)",
    "(intersect @ @)",
    "(scale % @)",
    "(rotate % @)",
    "(shift % % @)",
    "(skew 0.3 @)",
    "(hole @ (poly {{0 0} {0 1} {1 1}}))",
    "(clip @ (poly {{0 0} {0 %} {% %}}))",
    "(keep @ (poly {{0 0} {0 %} {% %}}))",
    "(makeFaces @)",
    "(splitCrossings @)",
    "(complete @)",
    "(trim @)",
    "(renumber @)",
    "(recoordinate @)",
    "(layers % @)",
    "(remove @ cells:{0 1 2})",
    "(complete @ eachCell:True)",
    "(add @ edges:{{0 %}})",
)
_SMALL = ("2", "3", "4", "5", "6", "7", "8", "10", "12")
_SIDES = (
    *_SMALL,
    *_SMALL,
    "15",
    "19",
    "25",
    "31",
    "40",
    "50",
    "64",
    "70",
    "99",
    "100",
    "101",
    "200",
    "500",
    "1000",
    "10000",
    "1000000",
    "0",
    "-3",
)
#: What looks at the board as a whole: lines, walks, distances, groups, sights.
_LOOKS = (
    "(is Line % All)",
    "(is Line % Orthogonal exact:True)",
    "(> (count Groups) %)",
    "(is Connected {(sites Top) (sites Bottom)})",
    "(is Connected % {(sites Top)})",
    "(is Pattern {F F L F R F})",
    "(> (size Group at:(last To)) %)",
    "(> (count Steps 0 (last To)) %)",
    "(is In (last To) (sites Distance from:0 (range 1 %)))",
    "(> (count Liberties) %)",
    "(is In (last To) (sites LineOfSight at:0))",
    "(all Groups if:(> (count Sites in:(sites)) %))",
    "(is In 0 (sites Around (sites Occupied by:Mover) All))",
    "(> (count Sites in:(sites Group at:(last To))) %)",
    "(> (size Territory Mover) %)",
    "(is In (last To) (sites {{F F L F R F F L F} {F F F F}} rotations:True))",
    "(no Moves Mover)",
    "(is In (last To) (sites Between from:0 to:(last To)))",
    "(no Moves Next)",
)
_PIECES = (
    "(move Slide All)",
    "(move Hop All (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
    "(move Leap {{F F L F}} (to if:(is Empty (to))))",
    "(move Step All (to if:(is Empty (to))) (then (surround)))",
    '(move Shoot (piece "Man1"))',
    "(move Slide (then (custodial (from (last To)) All)))",
    "(move Slide Rotational)",
    "(move (from) (to (sites Empty)))",
    "(move Slide (then (enclose)))",
)
_USES = ("", "", " use:Vertex", " use:Edge", " largeStack:True", " use:Cell")


#: An ending that every board can come to.
_END = "(if (no Moves Next) (result Mover Win))"


def _sized(random: Random, text: str, sides: tuple[str, ...]) -> str:
    while "%" in text:
        text = text.replace("%", random.choice(sides), 1)
    return text


def shape(random: Random) -> str:
    """A board that may be huge, with rules that look at all of it."""
    board = f"(board {_sized(random, random.choice(_SHAPES), _SIDES)}{random.choice(_USES)})"
    if random.random() < 0.05:
        board = _sized(random, "(mancalaBoard % %)", _SIDES)
    looks = [_sized(random, each, _SIDES) for each in random.sample(_LOOKS, random.choice((1, 2, 4, 8)))]
    moves = [random.choice(_PIECES) for _ in range(random.choice((0, 1, 2, 4)))]
    items = " ".join(f'(piece "Q{i}" Each {each})' for i, each in enumerate(moves))
    end = " ".join(f"(if {each} (result Mover Win))" for each in looks)
    end += " (if (no Moves Next) (result Mover Win))"  # a small board may have no lines
    return game("(or (forEach Piece) (move Add (to (sites Empty))))", board=board, items=items, end=end)


def composed(random: Random) -> str:
    """Boards made of boards made of boards."""
    graph = "@"
    for _ in range(random.choice((1, 2, 3, 5, 8, 12))):
        graph = graph.replace("@", random.choice(_OPERATORS))
        if graph.count("@") > 40:
            break
    while "@" in graph:
        graph = graph.replace("@", random.choice(_SHAPES), 1)
    while "%" in graph:
        graph = graph.replace("%", random.choice(_SMALL if random.random() < 0.9 else _SIDES), 1)
    return game(board=f"(board {graph}{random.choice(_USES)})", end=_END)


def grown(random: Random) -> str:
    """A board from the registry, whatever there is."""
    graph = write(grow.grow(ClassSpec(_category("Graph")), random, random.choice((2, 3, 4, 6))))
    return game(board=f"(board {graph}{random.choice(_USES)})", end=_END)


def explicit(random: Random) -> str:
    """Graphs by thousands of vertices and edges that cross, or polygons of thousands of corners."""
    number = random.choice((10, 100, 1000, 3000, 20_000))
    points = " ".join(f"{{{random.randrange(100)} {random.randrange(100)}}}" for _ in range(number))
    joined = " ".join(f"{{{random.randrange(number)} {random.randrange(number)}}}" for _ in range(2 * number))
    whole = random.choice(
        (
            f"(graph vertices:{{{points}}} edges:{{{joined}}})",
            f"(splitCrossings (graph vertices:{{{points}}} edges:{{{joined}}}))",
            f"(makeFaces (graph vertices:{{{points}}} edges:{{{joined}}}))",
            f"(complete (graph vertices:{{{points}}}))",
            f"(square (poly {{{points}}}))",
            f"(hex (poly {{{points}}}))",
            f"(clip (square 50) (poly {{{points}}}))",
            f"(remove (square 60) cells:{{{' '.join(map(str, range(number)))}}})",
            f"(add (square 10) vertices:{{{points}}} edges:{{{joined}}})",
        )
    )
    return game(board=f"(board {whole}{random.choice(_USES)})", end=_END)


def tracks(random: Random) -> str:
    """Long tracks, many tracks, tracks that turn back, and rules that follow them."""
    step = random.choice(("E", "N1,W", "E,N,W,S", "0,E4,N4", "5,End", "1000000", "E1000000"))
    path = ",".join(["0", *[step] * random.choice((3, 100, 3000, 30_000))])
    number = random.choice((1, 1, 10, 300, 3000))
    path = path[: 800_000 // number]
    several = " ".join(
        f'(track "Way{i}" "{path}"{random.choice(("", " P1 directed:True", " loop:True"))})'
        for i in range(number)
    )
    sides = random.choice((5, 20, 60))
    return game(
        '(forEach Piece (move (from) (to (trackSite Move from:(from) "Way0" steps:3))))',
        board=f"(board (square {sides}) {{{several}}})",
        start='(place "Man1" 0)',
        end='(if (is In (last To) (sites Track "Way0")) (result Mover Win))',
    )


def regions(random: Random) -> str:
    """Thousands of regions on a large board, and rules that ask for all of them."""
    kinds = (
        '(regions "R%" P1 (union (expand (sites Top) steps:$) (sites Bottom)))',
        '(regions "R%" Each (sites Around (sites Row $)))',
        '(regions "R%" (expand (expand (sites {$}) steps:3) steps:$))',
        '(regions "R%" {(sites Side N) (sites Side S) (sites Row $)})',
        '(regions "R%" (forEach (sites Board) if:(= 0 (% (site) $))))',
        '(regions "R%" (difference (sites Board) (sites "R0")))',
        '(regions "R%" (sites Distance from:$ (range 1 $)))',
        '(regions "R%" P2 (sites {"A$" "B$"}))',
    )
    one = random.choice(kinds)
    number = random.choice((10, 100, 1000, 5000))
    several = " ".join(
        one.replace("% (", "§").replace("%", str(i)).replace("§", "% (").replace("$", str(i % 37 + 1))
        for i in range(number)
    )
    sides = random.choice((5, 20, 40, 90))
    play = random.choice(("(move Add (to (sites P1)))", "(move Add (to (sites Empty)))"))
    return game(play, board=f"(board (square {sides}))", items=several[:950_000])


def values(random: Random) -> str:
    """What boards hold besides pieces: values of each site, and maps of thousands of pairs."""
    most = random.choice(("1", "9", "63", "1000", "100000", "1000000000"))
    return game(
        "(move Add (to (sites Empty)))",
        board=f"(board (square {random.choice((4, 9, 30))}) (values Cell (range 1 {most})))",
        items='(map "Home" {' + filled(random, ("(pair 1 2)", "(pair P1 3)", "(pair 7 9)"), 400_000) + "})",
    )


FAMILIES = (shape, shape, shape, composed, composed, grown, explicit, tracks, regions, regions, values)
