"""The generator of hostile files stays and works: a file of each family is refused or accepted in bounds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gdl.boards.polygon import contains
from gdl.builder.builder import Builder
from gdl.builder.rows import Rows
from gdl.compile.compile import compile_game
from gdl.source.budget import TooLarge, budget
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from tests.fuzz.mutate_text import LONGEST
from tests.fuzz.nasty import FAMILIES, Family
from tests.fuzz.worker import Worker
from tests.quick import one_in

EACH = dict(FAMILIES)


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[str, Worker]]:
    made: dict[str, Worker] = {}
    yield made
    for worker in made.values():
        worker.close()


def test_a_seed_means_the_same_text() -> None:
    for family in EACH.values():
        assert family(Random(3)) == family(Random(3))
        assert 0 < len(family(Random(3))) <= LONGEST + 3000


@pytest.mark.parametrize("kind", ["hostile", "accepted"])
@pytest.mark.parametrize("family", one_in(8, EACH.values()), ids=EACH)
def test_a_file_of_a_family_is_in_bounds(family: Family, kind: str, workers: dict[str, Worker]) -> None:
    """Within 5 s and 1 GB, without an error of ours; and so are the other commands on what is accepted."""
    worker = workers.get(kind) or workers.setdefault(kind, Worker(kind))
    told = worker.one(family(Random(2)).encode(errors="surrogatepass")[:LONGEST]).wrong
    assert told is None, f"{told}\n{told.text[-1000:]}"


# --- What it found, by class -------------------------------------------------------------------------------


def refused(text: str) -> str:
    with pytest.raises(LanguageError) as caught:
        compile_game(Source("hostile.lud", text))
    (only,) = caught.value.diagnostics
    return f"{only.code} {only.message}"


def test_an_outline_of_many_sides_is_charged_by_side_and_point() -> None:
    """As many looks at a side as there are sides and points: 500 points, 100 sides, 4 entries each."""
    outline = tuple((float(i), float(i % 2)) for i in range(100))
    with budget() as spent:
        for x in range(500):
            contains(outline, x + 0.5, 700.0)
    assert spent.spent == 500 * 100 * 4
    with budget(limit=10_000), pytest.raises(TooLarge, match="inside the outline"):
        for x in range(500):
            contains(outline, x + 0.5, 700.0)


def test_pieces_are_charged_by_the_square() -> None:
    """Ten times as many are a hundred times the work of analyses that keep sets of them by site."""

    def game(pieces: int) -> str:
        things = " ".join(f'(piece "P{n}x" Each)' for n in range(pieces))
        return (
            f'(game "G" (players 2) (equipment {{(board (square 3)) {things}}})'
            " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
        )

    compile_game(Source("few.lud", game(100)))
    assert refused(game(3000)).startswith("E0430 this is too large: its pieces")


def test_sites_along_rays_are_worked_out_once() -> None:
    """Thousands of pieces that move alike ask for the same sites: the second time they are there."""
    game = compile_game(
        Source(
            "slides.lud",
            '(game "G" (players 2) (equipment {(board (square 5)) (piece "A" Each (move Slide))})'
            ' (rules (start (place "A1" 0)) (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))',
        )
    )
    b = Builder(game.facts)
    rows = Rows(tuple(((n, n + 1),) for n in range(25)), 25)
    assert rows.sites(b, slice(1)) == tuple(1 << n for n in range(25))
    assert rows.sites(b, slice(None)) == tuple(3 << n for n in range(25))
    assert rows.sites(b, slice(1)) is Rows(rows.rays, 25).sites(b, slice(1))
