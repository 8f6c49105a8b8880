"""Including: a genome that has what a shipped file says includes it; what it says otherwise stays its own."""

from __future__ import annotations

import pytest

from gdl import load, loads
from interpreter.invent.genome import genome_of
from interpreter.invent.including import with_includes


@pytest.mark.slow
def test_what_a_shipped_file_says_is_included() -> None:
    genome = genome_of(load("isolation"))
    included = with_includes(genome)
    assert included.files == ("apart.def", "katarenga.def")
    assert [each.name for each in included.definitions] == ["Place"]


@pytest.mark.slow
def test_what_is_said_otherwise_stays() -> None:
    # another leap from green cells
    genome = genome_of(load("isolation")).replace("{F F L F}", "{F F F L F}", 1)
    included = with_includes(genome)
    assert [each.name for each in included.definitions] == ["Reach", "Place"]
    whole = "\n".join(
        (
            *(f'(include "{each}")' for each in included.files),
            *(each.text for each in included.definitions),
            genome[genome.index("(game") :],
        )
    )
    assert loads(whole).playouts(200, seed=1) == loads(genome).playouts(200, seed=1)
    assert loads(whole).playouts(200, seed=1) != load("isolation").playouts(200, seed=1)


def test_what_no_shipped_file_says_includes_nothing() -> None:
    genome = genome_of(load("tic-tac-toe"))
    assert with_includes(genome).files == ()
