"""Every game and option that the oracles know, by name.

`units` says what a count counts: "moves" are decisions (`perft`), "turns" whole turns (`perft_turns`).
`depth` is how far the table in `counts` goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .amazons import Amazons
from .battle_stations import BattleStations
from .board import TILES, Colours, arranged, small_board
from .breakthrough import Breakthrough
from .changing_places import greengage, north_west_passage
from .colorado import Colorado
from .common import Level, Oracle, perft, perft_turns
from .congress import Congress
from .cornered import Cornered, Match, quartermaster
from .draughts import DraughtsSteps, DraughtsTurns
from .hexes import Hex, Yavalath
from .international import International
from .isolation import Isolation, Solitaire
from .katarenga import Katarenga
from .konane import KonaneOracle
from .lines import connect_four, gomoku, tic_tac_toe
from .loa import LinesOfAction
from .morris import NineMensMorris
from .reversi import Reversi
from .series import Series
from .triad import Triad
from .troika import Troika, die_drei
from .troke import Troke
from .variants import Causeway, Ferry, Maelstrom, Raid, Triquetra


class Entry(NamedTuple):
    """How to make a game's oracle, how far its table goes, and what is counted."""

    make: Callable[[], Oracle[Any]]
    depth: int
    units: str = "moves"

    def counts(self, depth: int | None = None) -> list[Level]:
        """Perft from the start, to the table's depth unless told otherwise."""
        count = perft_turns if self.units == "turns" else perft
        return count(self.make(), self.depth if depth is None else depth)


def cornered_on(tile: str) -> Entry:
    """Cornered on one face; games last up to 16 placements."""
    return Entry(lambda: Cornered(small_board(tile)), 16)


def turned_board() -> Colours:
    """One of the many other boards: 1b, 2a turned by 90 degrees; below them 3a, 4b turned by 180."""
    return arranged((("1b", 0), ("2a", 1)), (("3a", 0), ("4b", 2)))


GAMES: dict[str, Entry] = {
    "cornered": Entry(Cornered, 16),
    **{f"cornered-{tile}": cornered_on(tile) for tile in TILES},
    "cornered-resign": Entry(lambda: Match(resign=True, target=1), 7),
    "cornered-match": Entry(Match, 9),
    "cornered-match-resign": Entry(lambda: Match(resign=True), 7),
    "quartermaster": Entry(quartermaster, 6),
    "quartermaster-match": Entry(lambda: Match(quartermaster()), 5),
    "troika-turned": Entry(lambda: Troika(turned_board()), 4),
    "isolation-turned": Entry(lambda: Isolation(turned_board()), 2),
    "congress-turned": Entry(lambda: Congress(turned_board()), 3),
    "katarenga-turned": Entry(lambda: Katarenga(turned_board()), 3),
    "triad-series": Entry(lambda: Series(Triad(), 3, 3), 4),
    "troika": Entry(Troika, 5),
    "troika-straight": Entry(lambda: Troika(line="straight"), 5),
    "troika-relocate": Entry(lambda: Troika(relocate=True), 4),
    "die-drei": Entry(die_drei, 5),
    "isolation": Entry(Isolation, 3),
    "isolation-opposite": Entry(lambda: Isolation(opposite_only=True), 3),
    "isolation-solitaire": Entry(Solitaire, 3),
    "battle-stations": Entry(BattleStations, 3),
    "colorado": Entry(Colorado, 3),
    "north-west-passage": Entry(north_west_passage, 3),
    "greengage": Entry(greengage, 3),
    "greengage-red-to-blue": Entry(lambda: greengage(start="R", goal="B"), 3),
    "congress": Entry(Congress, 3),
    "congress-quebec": Entry(lambda: Congress(quebec=True), 3),
    "katarenga": Entry(Katarenga, 3),
    "triad": Entry(Triad, 5),
    "triad-turns": Entry(Triad, 2, "turns"),
    "troke-turns": Entry(Troke, 2, "turns"),
    "troke-3-turns": Entry(lambda: Troke("RGB"), 2, "turns"),
    "troke-3-yellow-turns": Entry(lambda: Troke("RBY"), 2, "turns"),
    "troke-4-turns": Entry(lambda: Troke("RGBY"), 2, "turns"),
    "troke-4-optional-turns": Entry(lambda: Troke("RGBY", optional=True), 2, "turns"),
    "maelstrom": Entry(Maelstrom, 3),
    "raid": Entry(Raid, 4),
    "ferry": Entry(Ferry, 3),
    "causeway": Entry(Causeway, 4),
    "triquetra": Entry(Triquetra, 4),
    "tic-tac-toe": Entry(tic_tac_toe, 9),
    "connect-four": Entry(connect_four, 8),
    "connect-four-4x5": Entry(lambda: connect_four(4, 5), 9),
    "connect-four-6x4": Entry(lambda: connect_four(6, 4), 8),
    "gomoku": Entry(gomoku, 2),
    "hex": Entry(Hex, 3),
    "hex-swap": Entry(lambda: Hex(swap=True), 3),
    "hex-3x3": Entry(lambda: Hex(3), 9),
    "hex-4x4": Entry(lambda: Hex(4), 7),
    "hex-3x3-swap": Entry(lambda: Hex(3, swap=True), 10),
    "yavalath": Entry(Yavalath, 3),
    "yavalath-swap": Entry(lambda: Yavalath(swap=True), 3),
    "yavalath-side-3": Entry(lambda: Yavalath(3), 5),
    "reversi": Entry(Reversi, 7),
    "breakthrough": Entry(Breakthrough, 4),
    "breakthrough-4x5": Entry(lambda: Breakthrough(4, 5), 6),
    "breakthrough-5": Entry(lambda: Breakthrough(5, 5), 5),
    "breakthrough-5x4": Entry(lambda: Breakthrough(5, 4), 6),
    "english-draughts": Entry(DraughtsTurns, 8),
    "english-draughts-steps": Entry(DraughtsSteps, 8),
    "english-draughts-steps-turns": Entry(DraughtsSteps, 7, "turns"),
    "international-draughts": Entry(International, 6),
    "international-draughts-by-path": Entry(lambda: International(by_path=True), 6),
    "nine-mens-morris": Entry(NineMensMorris, 4),
    "nine-mens-morris-turns": Entry(NineMensMorris, 4, "turns"),
    "amazons": Entry(Amazons, 3),
    "amazons-turns": Entry(Amazons, 1, "turns"),
    "konane": Entry(KonaneOracle, 7),
    "konane-6x6": Entry(lambda: KonaneOracle(6), 8),
    "konane-10x10": Entry(lambda: KonaneOracle(10), 6),
    "konane-steps": Entry(lambda: KonaneOracle(steps=True), 7),
    "lines-of-action": Entry(LinesOfAction, 4),
}
