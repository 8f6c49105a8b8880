"""Every shipped game, with every choice of its options: it loads, it ends, its moves are written so that they
can be read back, and its perft is the oracles'."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product, takewhile
from typing import NamedTuple

import pytest

from gdl import Game, load
from gdl.expand import Option, load_forms
from interpreter.game.shipped import shipped_games
from tests.oracles.counts import COUNTS
from tests.oracles.published import PUBLISHED, Published
from tests.quick import FEW, one_in, quick_where, thinned

GAMES = sorted(shipped_games())
PLIES = 3_000
"""More than any of these games lasts at random, but for those that may end by the general limit alone."""


class Variant(NamedTuple):
    """A game with its options chosen."""

    game: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join((self.game, *(f"{name}={choice}" for name, choice in self.options)))

    def load(self) -> Game:
        return load(self.game, options=dict(self.options))


@cache
def own_options(game: str) -> list[Option]:
    """The options of a game; of a match those that are not its game's, which is tested by itself."""
    forms = load_forms(shipped_games()[game])
    of_games = {option.name for file in forms.subgames for option in file.options}
    return [option for option in forms.options if option.name not in of_games]


def combinations(game: str) -> Iterator[Variant]:
    """Every combination of a game's options."""
    options = own_options(game)
    for choices in product(*([item.name for item in option.items] for option in options)):
        names = [option.name for option in options]
        yield Variant(game, tuple(zip(names, choices, strict=True)))


def one_by_one(game: str) -> Iterator[Variant]:
    """The game as it comes, and with each choice of each option by itself."""
    yield Variant(game)
    for option in own_options(game):
        for item in option.items:
            if item is not option.default:
                yield Variant(game, ((option.name, item.name),))


ALL = [variant for game in GAMES for variant in combinations(game)]
SINGLE = [variant for game in GAMES for variant in one_by_one(game)]


def test_the_games_are_there() -> None:
    assert len(GAMES) >= 21


@pytest.mark.parametrize("variant", thinned(12, 3, ALL), ids=str)
def test_every_combination_loads(variant: Variant) -> None:
    game = variant.load()
    assert game.options.items() >= dict(variant.options).items()
    assert game.start(seed=1).legal_moves


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_what_it_is(game: str) -> None:
    metadata = load(game).metadata
    assert metadata["description"] and metadata["rules"] and metadata["source"]
    assert shipped_games()[game].with_suffix(".yaml").is_file(), "scenarios beside the game"


@pytest.mark.parametrize(
    "variant", quick_where(SINGLE, lambda each: not each.options and each.game in FEW), ids=str
)
def test_random_games_end(variant: Variant) -> None:
    """Play a game to its end; every few plies, every legal move is written and read back."""
    game = variant.load()
    for seed in range(2):
        generator = random.Random(seed)
        state = game.start(seed=seed)
        for ply in range(PLIES):
            if state.is_over:
                break
            if ply % 20 < 2:
                for move in state.legal_moves:
                    assert state.parse(str(move)) == move
            state = state.play(state.random_move(generator))
        assert state.is_over
        assert state.outcome is not None
        # who plays alone has won (1) or not (0)
        alone = len(game.players) == 1
        assert alone or sum(state.outcome.ranks) == sum(range(1, len(game.players) + 1))


# Perft

AFFORDABLE = 20_000
"""The most sequences that are counted here with the reference engine."""

COUNTED = {
    "cornered": Variant("cornered"),
    **{
        f"cornered-{face}": Variant("cornered", (("Tile", face),))
        for face in ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b")
    },
    "cornered-resign": Variant("cornered", (("Resign", "Yes"),)),
    "cornered-match": Variant("cornered-match"),
    "cornered-match-resign": Variant("cornered-match", (("Resign", "Yes"),)),
    "quartermaster": Variant("quartermaster"),
    "quartermaster-match": Variant("quartermaster-match"),
    "triad-series": Variant("triad-series"),
    **{
        f"{game}-turned": Variant(game, (("Board", "1b 2a@90 / 3a 4b@180"),))
        for game in ("troika", "isolation", "congress", "katarenga")
    },
    "troika": Variant("troika"),
    "troika-straight": Variant("troika", (("Line", "Straight"),)),
    "troika-relocate": Variant("troika", (("Relocate", "Yes"),)),
    "die-drei": Variant("die-drei"),
    "isolation": Variant("isolation"),
    "isolation-opposite": Variant("isolation", (("Colours", "Opposite"),)),
    **{
        game: Variant(game)
        for game in ("isolation-solitaire", "battle-stations", "colorado", "north-west-passage", "greengage")
    },
    "greengage-red-to-blue": Variant("greengage", (("From", "Red"), ("To", "Blue"))),
    "congress": Variant("congress"),
    "congress-quebec": Variant("congress", (("Quebec", "Yes"),)),
    "katarenga": Variant("katarenga"),
    "triad": Variant("triad"),
    "triad-turns": Variant("triad"),
    "troke-turns": Variant("troke"),
    "troke-3-turns": Variant("troke", (("Players", "3"),)),
    "troke-3-yellow-turns": Variant("troke", (("Players", "3"), ("Third", "Yellow"))),
    "troke-4-turns": Variant("troke", (("Players", "4"),)),
    "troke-4-optional-turns": Variant("troke", (("Players", "4"), ("Steps", "Optional"))),
    **{game: Variant(game) for game in ("maelstrom", "raid", "ferry", "causeway", "triquetra")},
    "tic-tac-toe": Variant("tic-tac-toe"),
    "connect-four": Variant("connect-four"),
    **{f"connect-four-{size}": Variant("connect-four", (("Size", size),)) for size in ("4x5", "6x4")},
    "gomoku": Variant("gomoku"),
    "hex": Variant("hex"),
    "hex-swap": Variant("hex", (("Swap", "Yes"),)),
    "hex-4x4": Variant("hex", (("Size", "4"),)),
    "hex-3x3": Variant("hex", (("Size", "3"),)),
    "hex-3x3-swap": Variant("hex", (("Size", "3"), ("Swap", "Yes"))),
    "yavalath": Variant("yavalath"),
    "yavalath-swap": Variant("yavalath", (("Swap", "Yes"),)),
    "yavalath-side-3": Variant("yavalath", (("Size", "3"),)),
    "reversi": Variant("reversi"),
    "breakthrough": Variant("breakthrough"),
    **{f"breakthrough-{size}": Variant("breakthrough", (("Size", size),)) for size in ("4x5", "5", "5x4")},
    "english-draughts-steps": Variant("english-draughts"),
    "english-draughts-steps-turns": Variant("english-draughts"),
    "international-draughts-by-path": Variant("international-draughts"),
    "nine-mens-morris": Variant("nine-mens-morris"),
    "nine-mens-morris-turns": Variant("nine-mens-morris"),
    "amazons": Variant("amazons"),
    "amazons-turns": Variant("amazons"),
    "konane": Variant("konane"),
    "konane-6x6": Variant("konane", (("Size", "6"),)),
    "konane-10x10": Variant("konane", (("Size", "10"),)),
    "konane-steps": Variant("konane"),
    "lines-of-action": Variant("lines-of-action"),
}
"""The oracles' names for the games here."""

IN_TURNS = {"international-draughts-by-path", "konane", "konane-6x6", "konane-10x10"}
"""Oracles whose single move is a whole turn here."""


def in_turns(name: str) -> bool:
    return name.endswith("-turns") or name in IN_TURNS


@pytest.mark.parametrize("name", one_in(3, COUNTED))
def test_perft_is_the_oracles(name: str) -> None:
    expected = list(takewhile(lambda level: level[0] <= AFFORDABLE, COUNTS[name]))
    counted = COUNTED[name].load().perft(len(expected), turns=in_turns(name))
    assert [(level.nodes, level.ended) for level in counted] == expected


PUBLISHED_HERE = {
    "english-draughts": "english-draughts-steps-turns",
    "international-draughts": "international-draughts-by-path",
}
"""Games whose published counts are of whole turns, which are several decisions here. (Captures with the same
result count once in the published numbers of international draughts; to this depth that changes none.)"""


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row.game)
def test_perft_is_the_published(row: Published) -> None:
    name = PUBLISHED_HERE.get(row.game, row.game)
    nodes = list(takewhile(lambda count: count <= AFFORDABLE, row.nodes))
    counted = COUNTED[name].load().perft(len(nodes), turns=in_turns(name))
    assert [level.nodes for level in counted] == nodes
