"""The generator of hostile files stays and works: a file of each family is refused or accepted in bounds."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from random import Random

import pytest

from gdl.boards.polygon import contains
from gdl.boards.rays import turning_ray
from gdl.builder.builder import Builder
from gdl.builder.rows import Rows
from gdl.compile.compile import compile_game
from gdl.core.walk import exprs_of, statements
from gdl.ludemes.sites_fixed import SimpleSites, Sites
from gdl.passes.pipeline import prepare
from gdl.source.budget import TooLarge, budget
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.writer import Names
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


def game(things: str, start: str = "", side: str | int = 3) -> str:
    return (
        f'(game "G" (players 2) (equipment {{(board (rectangle {side})) {things}}}) (rules {start}'
        " (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )


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

    def pieces(number: int) -> str:
        return game(" ".join(f'(piece "P{n}x" Each)' for n in range(number)))

    compile_game(Source("few.lud", pieces(100)))
    assert refused(pieces(3000)).startswith("E0430 this is too large: its pieces")


def test_sites_along_rays_are_worked_out_once() -> None:
    """Thousands of pieces that move alike ask for the same sites: the second time they are there."""
    b = Builder(compile_game(Source("plain.lud", game('(piece "A" Each)', side=5))).facts)
    rows = Rows(tuple(((n, n + 1),) for n in range(25)), 25)
    assert rows.sites(b, slice(1)) == tuple(1 << n for n in range(25))
    assert rows.sites(b, slice(None)) == tuple(3 << n for n in range(25))
    assert rows.sites(b, slice(1)) is Rows(rows.rays, 25).sites(b, slice(1))


@pytest.mark.parametrize(
    "size", ["(* {" + "3 " * 10_000 + "})", "(^ " * 25 + "2" + " 4)" * 25, "(+ (^ 9 64) 1)"]
)
def test_sizes_of_sizes_are_bounded(size: str) -> None:
    """A number of five thousand digits cannot even be printed; one of 4**25 bits fills the memory."""
    assert refused(game('(piece "A" Each)', side=f"3 {size}")) == "E0409 no board has this size"


def test_sizes_that_boards_have_are_worked_out() -> None:
    compiled = compile_game(Source("sizes.lud", game('(piece "A" Each)', side="(^ 2 3) (* {2 2 (- 5 3)})")))
    assert compiled.facts.size == 8 * 8


def test_pieces_put_where_many_may_stand_are_charged() -> None:
    """Each of 1,000 writes takes a site out of the sets of 401 components."""
    things = " ".join(f'(piece "P{n}x" Each)' for n in range(200))
    places = " ".join(f'(place "P0x1" {n % 9})' for n in range(1000))
    start = f"(start {{{places}}})"
    assert "E0430 this is too large: the pieces put on sites" in refused(game(things, start))


@pytest.mark.parametrize("text", ["/*\n" * 300_000, "[" * 900_000, "(" + "][" * 20_000])
def test_texts_are_cut_apart_in_linear_time(text: str, workers: dict[str, Worker]) -> None:
    """Comments without end and square brackets: at each the rest of the text was looked through."""
    worker = workers.get("hostile") or workers.setdefault("hostile", Worker("hostile"))
    assert worker.one(text.encode()).wrong is None


def test_a_part_of_the_board_is_made_into_a_set_once() -> None:
    """Of 8,100 sites it takes half a millisecond: 5,000 regions that each name the board asked twice."""
    b = Builder(compile_game(Source("plain.lud", game('(piece "A" Each)', side=5))).facts)
    board, again = Sites(what=SimpleSites.BOARD), Sites(what=SimpleSites.BOARD)
    assert board.lower(b) is again.lower(b)
    assert board.lower(b).data == (1 << 25) - 1


def test_pairs_of_many_that_meet_in_a_point_are_charged() -> None:
    """Of 500 cells round a point each is a neighbour of each: lines are sought among 250,000 steps."""
    text = game('(piece "A" Each)').replace("(rectangle 3)", "(concentric {500 31 25})")
    assert refused(text) == "E0430 this is too large: the neighbours on this board: 30 million entries"


def test_rings_are_followed_by_the_steps_that_turn() -> None:
    """Around a ring of four, clockwise: each site has one step on, whatever else leads from it."""
    step = namedtuple("step", "to")
    ring = [[step(1)], [step(2)], [step(3)], [step(0)]]
    assert turning_ray(ring, 0, step(1)) == (1, 2, 3)  # type: ignore[arg-type]
    with budget() as spent:
        turning_ray(ring, 0, step(1))  # type: ignore[arg-type]
    assert spent.spent == 3 * (1 + 1)


def test_names_are_found_without_a_search() -> None:
    names = Names({"x", "x_3", "for"})
    assert [names.fresh("x") for _ in range(3)] == ["x_2", "x_4", "x_5"]
    assert [names.fresh(each) for each in ("for", "y", "y", "x_2")] == ["_for", "y", "y_2", "x_2_2"]


def test_chains_of_conditions_stay_in_halves() -> None:
    """Rules of algebra take the halves apart; a thousand levels deep nothing could walk through them."""
    arrays = " ".join(f"(array {{{n} {n % 7}}})" for n in range(1000))
    end = f"(end (if (= 3 (size Array (intersection {{{arrays}}}))) (result Mover Win)))"
    text = game('(piece "A" Each)').replace("(end (if (is Line 3) (result Mover Win)))", end)
    program = prepare(compile_game(Source("chain.lud", text)).program)
    found = [e for p in program.procs for s in statements(p.body) for e in exprs_of(s)]
    assert max(e.depth for e in found) <= 500


def test_python_is_indented_a_hundred_levels_at_most() -> None:
    """Each of 150 phases is asked for where it is none of those before."""
    phases = " ".join(
        f'(phase "F{n}" (play (move Add (to (sites {{{n % 9}}})))) (nextPhase (= {n} (count Moves))))'
        for n in range(150)
    )
    text = game('(piece "A" Each)').replace("(play (move Add (to (sites Empty))))", f"phases:{{{phases}}}")
    engine = PythonEngine(compile_game(Source("phases.lud", text)).program)
    (move,) = engine.legal_moves(engine.start(1))
    assert move.site == 0
