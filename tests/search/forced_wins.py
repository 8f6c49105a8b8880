"""Positions with forced wins, found at random and proved by the oracles, without any engine.

python -m tests.search.forced_wins --write     the suite, into forced_wins.yaml (a quarter of an hour)
python -m tests.search.forced_wins --check     every position of the suite proved again (minutes)

Each position is reached by its moves from the start. `plies` is how soon the mover can force the end of the
game as its only winner: the oracle's game tree holds such a win within so many plies and none within fewer.
`winning` are all first moves of the wins that take no longer. Moves are written as the games write them,
captures as moves.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import yaml

from tests.oracles.board import small_board
from tests.oracles.breakthrough import Breakthrough
from tests.oracles.common import Oracle
from tests.oracles.congress import Congress, CongressPosition
from tests.oracles.cornered import Cornered, quartermaster
from tests.oracles.forced import Search, TooMany
from tests.oracles.isolation import Isolation
from tests.oracles.katarenga import CAMPS, Katarenga
from tests.oracles.lines import connect_four
from tests.oracles.troika import Troika, die_drei
from tests.oracles.variants import Causeway, Ferry, Maelstrom, Raid

SUITE = Path(__file__).with_name("forced_wins.yaml")
GAMES = 60
"""The most random games of one source."""

Liking = Callable[[int, str, Any], float]
"""How much a mover likes a move and the position after it, in games that would last too long at random."""


def together(mover: int, text: str, after: CongressPosition) -> float:
    """Pawns near each other."""
    pawns = after.pawns[mover - 1]
    return -sum(abs(x - u) + abs(y - v) for x, y in pawns for u, v in pawns)


def forward(mover: int, text: str, after: object) -> float:
    """Steps towards the far row, and beyond it."""
    origin, target = text.split("-")
    if target in CAMPS:
        return 10
    return (int(target[1:]) - int(origin[1:])) * (1 if mover == 1 else -1)


class Source(NamedTuple):
    """Where positions come from: a game with options, its oracle, and how many are wanted by their plies."""

    game: str
    options: dict[str, str]
    make: Callable[[], Oracle[Any]]
    wanted: Mapping[int, int]
    #: how many positions a search may look into
    most: int = 4_000
    #: what the movers of its random games like best, of a few moves drawn
    liking: Liking | None = None

    def __str__(self) -> str:
        return "-".join((self.game, *self.options.values()))


SOURCES = [
    Source("troika", {}, Troika, {1: 1, 3: 2, 5: 2, 7: 1}),
    Source("troika", {"Line": "Straight"}, lambda: Troika(line="straight"), {3: 1, 5: 1, 7: 1}),
    Source("die-drei", {}, die_drei, {1: 1, 3: 2, 5: 2, 7: 1}),
    Source("cornered", {}, Cornered, {3: 1, 5: 1, 7: 1, 9: 1}),
    Source("cornered", {"Tile": "3b@90"}, lambda: Cornered(small_board("3b", 1)), {5: 1, 7: 1, 9: 1}),
    Source("quartermaster", {}, quartermaster, {1: 1, 3: 1, 5: 1, 7: 1, 9: 1}),
    Source("isolation", {}, Isolation, {1: 1, 3: 1, 5: 2, 7: 1}, most=1_500),
    Source("congress", {}, Congress, {1: 1, 3: 2, 5: 1}, most=800, liking=together),
    Source(
        "congress", {"Quebec": "Yes"}, lambda: Congress(quebec=True), {1: 1, 3: 1}, most=800, liking=together
    ),
    Source("katarenga", {}, Katarenga, {1: 1, 3: 3}, most=700, liking=forward),
    Source("connect-four", {}, connect_four, {1: 1, 3: 2, 5: 2, 7: 2, 9: 2}, most=40_000),
    Source("connect-four", {"Size": "5x4"}, lambda: connect_four(5, 4), {5: 1, 7: 1}, most=40_000),
    Source("breakthrough", {}, Breakthrough, {1: 1, 3: 2, 5: 2, 7: 2}, most=3_000, liking=forward),
    Source("breakthrough", {"Size": "5"}, lambda: Breakthrough(5, 5), {3: 1, 5: 2, 7: 2, 9: 1}),
    Source("maelstrom", {}, Maelstrom, {3: 1, 5: 1}),
    Source("raid", {}, Raid, {3: 1, 5: 1, 7: 1}),
    Source("ferry", {}, Ferry, {3: 1, 5: 1}, most=700, liking=forward),
    Source("causeway", {}, Causeway, {3: 1, 5: 1, 7: 1}),
]


class Case(NamedTuple):
    """A position of the suite."""

    game: str
    options: dict[str, str]
    moves: list[str]
    plies: int
    winning: list[str]
    #: how many positions its proof looks into
    nodes: int

    def __str__(self) -> str:
        return "-".join((self.game, *self.options.values(), f"in {self.plies}", *self.moves[-2:]))


@cache
def cases() -> list[Case]:
    """The suite."""
    entries = yaml.safe_load(SUITE.read_text(encoding="utf-8"))
    return [Case(**{**e, "moves": e["moves"].split(), "winning": e["winning"].split()}) for e in entries]


def source_of(case: Case) -> Source:
    """Where a position of the suite came from."""
    return next(s for s in SOURCES if (s.game, s.options) == (case.game, case.options))


def written(oracle: Oracle[Any], position: Any, text: str) -> str:
    """An oracle's move as the game writes it: the camps of Katarenga have other names."""
    mover = oracle.mover(position)
    return text.replace("left", f"camp{mover}a").replace("right", f"camp{mover}b")


def replayed(case: Case) -> tuple[Oracle[Any], Any]:
    """The oracle of a case, and its position."""
    oracle = source_of(case).make()
    position = oracle.start()
    for move in case.moves:
        after = {written(oracle, position, text): after for text, after in oracle.options(position)}
        position = after[move]
    return oracle, position


def proved(case: Case) -> Case | None:
    """The same position with what a search says of it: its shortest forced win."""
    oracle, position = replayed(case)
    search = Search(oracle)
    found = search.shortest(position, case.plies)
    if found is None:
        return None
    winning = sorted(written(oracle, position, text) for text in found.moves)
    return case._replace(plies=found.plies, winning=winning, nodes=search.nodes)


def game(source: Source, oracle: Oracle[Any], seed: int) -> tuple[list[Any], list[str]]:
    """A game at random: the positions before each of its moves, and the moves."""
    generator = random.Random(f"{source} {seed}")
    position, positions, moves = oracle.start(), [], list[str]()
    while oracle.outcome(position) is None and len(moves) < 150:
        options = sorted(oracle.options(position), key=lambda option: option[0])
        text, after = generator.choice(options)
        if source.liking is not None:
            few = generator.sample(options, min(len(options), 6))
            mover, liking = oracle.mover(position), source.liking
            text, after = max(few, key=lambda option: liking(mover, *option))
        positions.append(position)
        moves.append(written(oracle, position, text))
        position = after
    return positions, moves


def found_in(source: Source, seed: int, wanted: Counter[int]) -> Case | None:
    """A position of this random game that is wanted; looked for from its end."""
    oracle = source.make()
    positions, moves = game(source, oracle, seed)
    search = Search(oracle)
    for ply in range(len(moves) - 1, max(0, len(moves) - 12) - 1, -1):
        search.most = search.nodes + source.most
        try:
            forced = search.shortest(positions[ply], max(n for n in wanted if wanted[n]))
        except TooMany:
            return None
        if forced is None or not wanted[forced.plies]:
            continue
        if 2 * len(forced.moves) > len(oracle.options(positions[ply])):
            continue
        return proved(Case(source.game, source.options, moves[:ply], forced.plies, [], 0))
    return None


def gathered(source: Source) -> Iterator[Case]:
    """The positions wanted of this source, as far as they are found."""
    wanted = Counter(source.wanted)
    for seed in range(GAMES):
        if not wanted.total():
            return
        case = found_in(source, seed, wanted)
        if case is not None:
            wanted[case.plies] -= 1
            yield case


def write() -> None:
    """Make the suite anew."""
    entries = []
    for source in SOURCES:
        begun = process_time()
        found = sorted(gathered(source), key=lambda case: case.plies)
        counts = dict(sorted(Counter(case.plies for case in found).items()))
        print(f"{process_time() - begun:6.1f} s  {source!s:24} {counts}", flush=True)
        entries += [
            {
                **case._asdict(),
                # a new one each time, lest YAML refer to the first
                "options": dict(case.options),
                "moves": " ".join(case.moves),
                "winning": " ".join(case.winning),
            }
            for case in found
        ]
    head = "# Written by `python -m tests.search.forced_wins --write`, which says what everything means.\n"
    text = yaml.safe_dump(entries, sort_keys=False, width=100)
    SUITE.write_text(head + text, encoding="utf-8")


def check() -> int:
    """Prove every position again; 1 if one does not hold."""
    wrong = 0
    for case in cases():
        begun = process_time()
        holds = proved(case) == case
        wrong += not holds
        print(f"{process_time() - begun:6.1f} s  {'holds' if holds else 'WRONG'}  {case}", flush=True)
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        write()
        return 0
    if arguments == ["--check"]:
        return check()
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
