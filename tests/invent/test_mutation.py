"""Genes and mutations: what stands where, what fits there, and that changes are what they say."""

from __future__ import annotations

from random import Random

import pytest

from gdl import LanguageError, load, loads
from gdl.compile.compile import bind_game
from gdl.source.text import Source
from interpreter.invent.crossover import with_regions
from interpreter.invent.genes import donors_of, genes_of
from interpreter.invent.genome import genome_of
from interpreter.invent.mutation import mutate
from tests.invent.texts import LINE

PARENTS = ("tic-tac-toe", "hex", "troika")


def gene(text: str, genes: object) -> object:
    return next(each for each in genes.every if each.text == text)  # type: ignore[attr-defined]


def test_a_form_is_known_with_its_slot_wherever_its_definition_is_used() -> None:
    genes = genes_of(LINE)
    number = next(each for each in genes.every if each.text == "3")
    assert number.definition == "Made" and number.part == "end"
    assert number.slot.entry is not None and number.slot.entry.words == ("is", "Line")
    # the use stands where what it stands for does
    use = next(each for each in genes.every if each.text == '"Made"')
    assert use.slot.entry is not None and use.slot.entry.words == ("if",) and not use.written.optional
    item = next(each for each in genes.every if each.text == '"Wins"')
    assert item.written.in_array and item.written.optional
    by = genes_of(genome_of(load("troika")))
    one = next(each for each in by.every if each.text == "(sites #4)")
    assert len(one.written.placed) > 1  # the definition is used for rooks and for bishops


def test_a_donor_takes_its_definitions_along_and_asks_for_no_context_that_is_not_there() -> None:
    troika, line = genes_of(genome_of(load("troika"))), genes_of(LINE)
    donors = donors_of({"Troika": troika})
    region = next(each for each in donors.every if each.text == '"NextCells"')
    assert {"NextCells", "EnPrise", "Reach", "ColourSlide", "Pawns"} <= set(region.definitions)
    here = next(each for each in line.every if each.text == '"Free"')
    fitting = {each.text for each in donors.fitting(here)}
    assert '"NextCells"' in fitting and "(board (square 8))" not in fitting
    # (to) stands for something inside the reach of a pawn, and it asks for none
    assert not region.asks
    congress = genes_of(genome_of(load("congress")))
    asking = next(each for each in congress.every if each.text == "(= (who at:(to)) #1)")
    assert asking.asks == {"to"}
    groups = next(each for each in congress.every if each.text.startswith("(count Groups"))
    assert not groups.asks


@pytest.mark.slow
def test_changes_bind_and_are_told() -> None:
    parents = {name: genes_of(genome_of(load(name))) for name in PARENTS}
    donors = donors_of(parents)
    rng = Random(3)
    bound = 0
    for number in range(60):
        genes = parents[PARENTS[number % 3]]
        change = mutate(genes, donors, rng)
        assert change is not None and change.before == genes.text != change.after and change.words
        try:
            bind_game(Source("offspring", change.after))
        except LanguageError:
            continue
        bound += 1
    assert bound >= 54


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_makes_the_same_change(seed: int) -> None:
    genes = genes_of(LINE)
    donors = donors_of({"Line": genes})
    first, second = (mutate(genes, donors, Random(seed)) for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_regions_come_along_with_who_connects_them() -> None:
    donors = donors_of({"Hex": genes_of(genome_of(load("hex", {"Size": "5"})))})
    text = genome_of(load("hex", {"Size": "4"}))
    without = text[: text.index("(regions")] + text[text.index("}) (rules") :]
    with pytest.raises(LanguageError, match="E0412"):
        loads(without)
    change = with_regions(without, donors, Random(1))
    assert change is not None and change.words == "the equipment: the regions of Hex"
    assert loads(change.after).playouts(100, seed=1) == loads(text).playouts(100, seed=1)


@pytest.mark.slow
def test_the_size_of_a_board_that_tiles_are_laid_on_stays() -> None:
    genes = genes_of(genome_of(load("troika")))
    donors = donors_of({"Troika": genes})
    rng = Random(2)
    changes = [mutate(genes, donors, rng) for _ in range(300)]
    numbers = [each.words for each in changes if each is not None and each.kind == "number"]
    assert numbers and not [each for each in numbers if "WholeBoard" in each]
