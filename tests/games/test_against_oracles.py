"""Random games, played by the engine and by an oracle side by side.

Perft looks at the first few moves only; here the endings, repetitions, relocations and the like come up too.
At every ply the legal moves, the mover, and whether and how the game has ended must be the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from gdl import load
from interpreter.game.state import State
from tests.oracles.amazons import Amazons
from tests.oracles.battle_stations import BattleStations
from tests.oracles.board import small_board
from tests.oracles.breakthrough import Breakthrough
from tests.oracles.changing_places import greengage, north_west_passage
from tests.oracles.colorado import Colorado
from tests.oracles.common import Oracle
from tests.oracles.congress import Congress
from tests.oracles.cornered import Cornered, Match, quartermaster
from tests.oracles.draughts import DraughtsSteps
from tests.oracles.games import turned_board
from tests.oracles.go import Go
from tests.oracles.halma import Halma
from tests.oracles.hexes import Hex, Yavalath
from tests.oracles.hnefatafl import Hnefatafl
from tests.oracles.international import International
from tests.oracles.isolation import Isolation, Solitaire
from tests.oracles.katarenga import Katarenga
from tests.oracles.konane import KonaneOracle
from tests.oracles.lasca import Lasca
from tests.oracles.lines import connect_four, gomoku, tic_tac_toe
from tests.oracles.loa import LinesOfAction
from tests.oracles.morris import NineMensMorris
from tests.oracles.oware import Oware
from tests.oracles.reversi import Reversi
from tests.oracles.series import Series
from tests.oracles.surakarta import Surakarta
from tests.oracles.triad import Triad
from tests.oracles.troika import Agreeing, Troika
from tests.oracles.troke import TrokeSteps
from tests.oracles.variants import Causeway, Ferry, Maelstrom, Raid, Triquetra
from tests.quick import FEW, quick_where

Translate = Callable[[str, int], str]
"""An oracle's text for a move, and its mover, to the text here."""


def same(text: str, mover: int) -> str:
    return text


def camps(text: str, mover: int) -> str:
    return text.replace("left", f"camp{mover}a").replace("right", f"camp{mover}b")


def hexagon(text: str, mover: int) -> str:
    """Cells `q,r` of a hexagon of side 5, rows counted from the middle."""

    def label(cell: re.Match[str]) -> str:
        return f"{'abcdefghi'[int(cell[1]) + 4]}{5 - int(cell[2])}"

    return re.sub(r"(-?\d),(-?\d)", label, text.lstrip("+")).replace(">", "-")


def rhombus(size: int) -> Translate:
    """The oracle's first player joins rows, the first player here files."""

    def turned(text: str, mover: int) -> str:
        if text == "swap":
            return text
        q, r = ord(text[0]) - ord("a"), int(text[1:]) - 1
        return f"{'abcdefghijklmno'[r]}{size - q}"

    return turned


def shots(text: str, mover: int) -> str:
    return text.lstrip("*")


def stops(text: str, mover: int) -> str:
    return "pass" if text == "stop" else text


class Pair(NamedTuple):
    """A game with options, its oracle, how its moves are translated, and whether its unit is a whole turn."""

    game: str
    oracle: Callable[[], Oracle[Any]]
    options: dict[str, str] = {}
    translate: Translate = same
    turns: bool = False
    longest: int = 120
    games: int = 3
    #: the moves that all games begin with
    begun: str = ""

    def __str__(self) -> str:
        return "-".join((self.game, *self.options.values(), *(["later"] if self.begun else [])))


#: Sixteen pawns without a line of any kind, Black's last on a3.
SIXTEEN = "d3 f3 g4 h5 f6 e7 c8 d8 f7 d5 b3 c4 c5 c7 b5 a3"

TURNED = "1b 2a@90 / 3a 4b@180"
ENDLESS = {"Colours": "Opposite", "Pawns": "Endless"}
CHAMELEON = {"Board": TURNED, "From": "Red", "To": "Blue"}

PAIRS = [
    Pair("troika", lambda: Troika(turn_limit=100)),
    Pair("troika", lambda: Troika(line="straight"), {"Line": "Straight"}),
    Pair("troika", lambda: Troika(relocate=True, turn_limit=20), {"Relocate": "Yes", "Limit": "20"}),
    Pair(
        "troika",
        lambda: Troika(relocate=True, turn_limit=20),
        {"Relocate": "Yes", "Limit": "20"},
        begun=SIXTEEN,
    ),
    Pair(
        "troika",
        lambda: Agreeing(Troika(relocate=True, turn_limit=30), 30),
        {"Relocate": "With offers", "Limit": "30"},
        games=6,
        begun=SIXTEEN,
    ),
    Pair(
        "die-drei",
        lambda: Agreeing(Troika(line="symmetric", relocate=True, turn_limit=30), 30),
        {"Relocate": "With offers", "Limit": "30"},
        games=6,
        begun=SIXTEEN,
    ),
    Pair("die-drei", lambda: Troika(line="symmetric")),
    Pair(
        "die-drei",
        lambda: Troika(line="symmetric", relocate=True, turn_limit=20),
        {"Relocate": "Yes", "Limit": "20"},
    ),
    Pair("cornered", Cornered),
    Pair("cornered", lambda: Cornered(small_board("3b")), {"Tile": "3b"}),
    Pair("cornered", lambda: Cornered(small_board("3b", 1)), {"Tile": "3b@90"}),
    Pair("cornered", lambda: Match(resign=True, target=1), {"Resign": "Yes"}),
    Pair("cornered-match", Match),
    Pair("cornered-match", lambda: Match(target=40, resign=True), {"Points": "40", "Resign": "Yes"}),
    Pair("quartermaster-match", lambda: Match(quartermaster())),
    Pair("triad-series", lambda: Series(Triad(), 3, 3), translate=hexagon),
    Pair("quartermaster", quartermaster),
    Pair("isolation", Isolation),
    Pair("isolation", lambda: Isolation(opposite_only=True), {"Colours": "Opposite"}),
    Pair("isolation", lambda: Isolation(opposite_only=True, endless=True), ENDLESS),
    Pair("isolation-solitaire", Solitaire),
    Pair("isolation-solitaire", lambda: Solitaire(turned_board(), 12), {"Board": TURNED, "Goal": "12"}),
    Pair("battle-stations", BattleStations),
    Pair("battle-stations", lambda: BattleStations(turned_board()), {"Board": TURNED}),
    Pair("colorado", Colorado, longest=400),
    Pair(
        "colorado",
        lambda: Colorado(turned_board(), draws=True),
        {"Board": TURNED, "Sunk": "Draws"},
        longest=400,
    ),
    Pair("north-west-passage", north_west_passage),
    Pair("greengage", greengage),
    Pair("greengage", lambda: greengage(turned_board(), "R", "B"), CHAMELEON),
    Pair("congress", Congress),
    Pair("congress", lambda: Congress(quebec=True), {"Quebec": "Yes"}),
    Pair("katarenga", Katarenga, translate=camps),
    Pair("katarenga", lambda: Katarenga(turned_board()), {"Board": TURNED}, translate=camps),
    Pair("congress", lambda: Congress(turned_board()), {"Board": TURNED}),
    Pair("triad", Triad, translate=hexagon),
    Pair("maelstrom", Maelstrom),
    Pair("raid", Raid),
    Pair("ferry", Ferry),
    Pair("causeway", Causeway),
    Pair("causeway", lambda: Causeway(turned_board()), {"Board": TURNED}),
    Pair("triquetra", Triquetra),
    Pair("troke", TrokeSteps, {}, stops, longest=600, games=2),
    *(
        Pair("troke", make, options, stops, longest=600, games=1)
        for make, options in (
            (lambda: TrokeSteps("RGB"), {"Players": "3"}),
            (lambda: TrokeSteps("RBY"), {"Players": "3", "Third": "Yellow"}),
            (lambda: TrokeSteps("RGBY"), {"Players": "4"}),
            (lambda: TrokeSteps("RGBY", optional=True), {"Players": "4", "Steps": "Optional"}),
            (lambda: TrokeSteps("RGB", worth=(1, 2, 3)), {"Players": "3", "Scoring": "By shape"}),
            (lambda: TrokeSteps("RGB", chips=False), {"Players": "3", "Scoring": "No chips"}),
            (lambda: TrokeSteps("RGBY", others=True), {"Players": "4", "Sharing": "Others captured"}),
        )
    ),
    Pair("troke-series", lambda: Series(TrokeSteps(), 2, 2), {}, stops, longest=250),
    Pair("tic-tac-toe", tic_tac_toe),
    Pair("connect-four", connect_four),
    Pair("connect-four", lambda: connect_four(4, 5), {"Size": "4x5"}),
    Pair("connect-four", lambda: connect_four(6, 4), {"Size": "6x4"}),
    Pair("gomoku", gomoku),
    Pair("hex", lambda: Hex(4), {"Size": "4"}, rhombus(4)),
    Pair("hex", lambda: Hex(5), {"Size": "5"}, rhombus(5)),
    Pair("yavalath", Yavalath, translate=hexagon),
    Pair("reversi", Reversi),
    Pair("breakthrough", Breakthrough),
    Pair("breakthrough", lambda: Breakthrough(5, 5), {"Size": "5"}),
    Pair("breakthrough", lambda: Breakthrough(5, 4), {"Size": "5x4"}),
    Pair("breakthrough", lambda: Breakthrough(4, 5), {"Size": "4x5"}),
    Pair("english-draughts", DraughtsSteps),
    Pair("international-draughts", lambda: International(by_path=True), turns=True),
    Pair("nine-mens-morris", NineMensMorris),
    Pair("amazons", Amazons, translate=shots),
    Pair("konane", lambda: KonaneOracle(steps=True), translate=stops),
    Pair("lines-of-action", LinesOfAction),
    Pair("lasca", Lasca),
    Pair("surakarta", Surakarta),
    Pair("oware", Oware),
    Pair("go", lambda: Go(5), {"Size": "5"}, longest=60),
    Pair("go", lambda: Go(5, 0), {"Size": "5", "Komi": "0"}, longest=60),
    Pair("hnefatafl", Hnefatafl),
    Pair("halma", Halma, translate=stops),
]

WITHOUT_REPETITION = {
    "surakarta",
    "hnefatafl",
    "oware",
    "nine-mens-morris",
    "lines-of-action",
    "international-draughts",
}
"""Games whose oracles know no draw by repetition or by quiet moves; a comparison ends with such a draw."""


def plain(text: str) -> str:
    """The text without the difference between a move and a capture, and without what a piece became."""
    return re.sub(r"(?<=\w)x", "-", text.split("=")[0])


def one_move(state: State) -> Iterator[tuple[str, State]]:
    for move in state.legal_moves:
        yield plain(str(move)), state.play(move)


def whole_turns(state: State) -> Iterator[tuple[str, State]]:
    """The turns of a position, each piece's jumps in one text."""
    for move in state.legal_moves:
        after = state.play(move)
        text = plain(str(move))
        if after.is_over or after.mover != state.mover:
            yield text, after
        else:
            for more, last in whole_turns(after):
                yield f"{text}-{more.split('-', 1)[1]}", last


def places(ranks: tuple[float, ...]) -> tuple[int, ...]:
    """Ranks in which those who share a place share the better one; who plays alone and loses comes second."""
    if len(ranks) == 1:
        return (1,) if ranks[0] else (2,)
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


@pytest.mark.parametrize("pair", quick_where(PAIRS, lambda pair: str(pair) in {*FEW, "hex-4"}), ids=str)
def test_random_games_agree(pair: Pair) -> None:
    oracle = pair.oracle()
    game = load(pair.game, options=pair.options)
    for seed in range(pair.games):
        generator = random.Random(seed)
        state, position = game.start(seed=seed), oracle.play(pair.begun.split())
        played = pair.begun.split()
        for text in played:
            state = state.play(text)
        for _ in range(pair.longest):
            outcome = oracle.outcome(position)
            if outcome is None and state.is_over and pair.game in WITHOUT_REPETITION:
                assert state.outcome is not None and state.outcome.draw, played
                break
            assert state.is_over == (outcome is not None), played
            if outcome is not None:
                assert state.outcome is not None
                assert places(state.outcome.ranks) == outcome, played
                break
            assert state.mover == oracle.mover(position), played
            here = dict((whole_turns if pair.turns else one_move)(state))
            there = {
                plain(pair.translate(text, state.mover)): after for text, after in oracle.moves(position)
            }
            assert sorted(here) == sorted(there), played
            text = generator.choice(sorted(here))
            played.append(text)
            state, position = here[text], there[text]
