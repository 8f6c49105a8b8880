"""What state a game has: what its ludemes say that they need; a plug-in's says it like any other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl import load
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.compile.compile import compile_game
from gdl.core import make as k
from gdl.core.ops import Expr, Program, Push
from gdl.equip.facts import Facts
from gdl.ludeme import IntExpr, Ints, Item, Moves, Needs, Region, arg, ludeme
from gdl.ludeme.kinds import NO_NEEDS
from gdl.ludeme.registry import REGISTRY

GAME = """
(game "Row"
    (players 2)
    (equipment {
        (board (rectangle 1 5))
        (piece "Man" Each)
        %s
    })
    (rules
        (start {%s})
        (play %s)
        (end (if (>= (count Moves) 20) (result Mover Draw)))
    )
)
"""
ADD = "(move Add (to (sites Empty)))"
EACH = '(forEach Value (values Remembered "Seen") (move Select (from (value))))'


def compiled(folder: Path, play: str = ADD, start: str = "", equipment: str = "") -> tuple[Program, Facts]:
    path = folder / "row.lud"
    path.write_text(GAME % (equipment, start, play))
    game = compile_game(path)
    return game.program, game.facts


@pytest.fixture
def plugged_in() -> Iterator[None]:
    """Ludemes that no file of the language knows: as a package of somebody else's would have them."""
    before = REGISTRY.state()

    @ludeme("pileUp")
    class PileUp(Moves):
        """Two men come to each site of a region, one on top of the other."""

        region: Region = arg()

        def needs(self) -> Needs:
            return Needs(stacks=True)

        def effect(self, b: Builder) -> None:
            with b.each(self.region.lower(b), Context.SITE) as site:
                for _ in range(2):
                    b.emit(Push(site, k.int_(1), span=b.span))

    @ludeme("pieces At")
    class PiecesAt(IntExpr):
        """How many like pieces share a site."""

        site: IntExpr = arg()

        def needs(self) -> Needs:
            return Needs(counts=True)

        def lower(self, b: Builder) -> Expr:
            return b.int(0)

    @ludeme("sum Of")
    class SumOf(IntExpr):
        """A number of the author's own that goes through an array."""

        numbers: Ints = arg()

        def needs(self) -> Needs:
            return self.numbers.needs_of_each()

        def lower(self, b: Builder) -> Expr:
            return b.int(0)

    @ludeme("everySecond")
    class EverySecond(Item):
        """Every second site of the board has a colour."""

        colour: str = arg()

        def equip(self, facts: Facts) -> None:
            facts.coloured[self.colour] = sum(1 << site for site in range(0, facts.board_count, 2))

    yield
    REGISTRY.restore(before)


def test_a_game_without_them_has_neither_stacks_nor_counts(tmp_path: Path) -> None:
    program, facts = compiled(tmp_path)
    assert not program.stacks and not program.counts and not facts.repeated


@pytest.mark.parametrize(
    ("play", "start"),
    [
        (ADD, '(place Stack items:{"Man1" "Man2"} 0)'),
        ("(move Add (to (sites Empty)) stack:True)", ""),
        ("(or (move (from 0) (to 1) stack:True) (move Pass))", ""),
    ],
)
def test_stacks_come_with_a_ludeme_that_makes_or_moves_them(tmp_path: Path, play: str, start: str) -> None:
    program, _ = compiled(tmp_path, play, start)
    assert program.stacks and not program.counts


def test_an_argument_left_at_its_default_needs_nothing(tmp_path: Path) -> None:
    program, _ = compiled(tmp_path, "(move Add (to (sites Empty)) stack:False)")
    assert not program.stacks


def test_pieces_are_counted_where_something_is_added_to_a_site_and_there_are_hands(tmp_path: Path) -> None:
    one_site = "(or (move Add (to (handSite P1))) (move Add (to 0)))"
    assert compiled(tmp_path, one_site, equipment="(hand Each)")[0].counts
    assert not compiled(tmp_path, "(move Add (to 0))")[0].counts


@pytest.mark.parametrize(
    ("remembered", "repeated"),
    [
        ('(remember Value "Seen" (last To))', {"Seen"}),
        ('(remember Value "Seen" (last To) unique:True)', set()),
        ('(and (remember Value "Seen" 1 unique:True) (remember Value "Seen" 2))', {"Seen"}),
    ],
)
def test_how_often_is_kept_where_a_rule_goes_through_what_may_be_remembered_again(
    tmp_path: Path, remembered: str, repeated: set[str]
) -> None:
    play = f"(or {EACH} (move Add (to (sites Empty)) (then {remembered})))"
    assert compiled(tmp_path, play)[1].repeated == repeated


def test_it_is_not_kept_where_no_rule_goes_through_them(tmp_path: Path) -> None:
    play = '(move Add (to (sites Empty)) (then (remember Value "Seen" (last To))))'
    assert compiled(tmp_path, play)[1].repeated == frozenset()


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_ludeme_has_the_stacks_that_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % ("", "", "(move Add (to (sites Empty)) (then (pileUp (sites Right))))"))
    game = load(path)
    assert game.program.stacks and not game.program.counts
    state = game.start(seed=1)
    after = state.play(state.legal_moves[0])
    piece = after.contents[4]
    assert piece is not None and len(piece.below) == 1


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_ludeme_has_the_counts_that_it_needs(tmp_path: Path) -> None:
    play = f"(if (= 0 (pieces At 0)) {ADD} (move Pass))"
    program, _ = compiled(tmp_path, play)
    assert program.counts and not program.stacks


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_ludeme_that_goes_through_an_array_has_what_that_array_needs(tmp_path: Path) -> None:
    play = f'(if (= 0 (sum Of (values Remembered "Seen"))) {ADD} (move Pass))'
    assert compiled(tmp_path, play)[1].repeated == {"Seen"}
    assert compiled(tmp_path, f"(if (= 0 (sum Of (sizes Group))) {ADD} (move Pass))")[1].repeated == set()


@pytest.mark.usefixtures("plugged_in")
def test_a_plug_in_item_of_the_equipment_is_known_to_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "row.lud"
    path.write_text(GAME % ('(everySecond "Dark")', "", '(move Add (to (sites "Dark")))'))
    state = load(path).start(seed=1)
    assert sorted(move.target for move in state.legal_moves) == ["a1", "c1", "e1"]


def test_what_two_ludemes_need_is_needed_together() -> None:
    assert Needs(stacks=True) | Needs(counts=True) == Needs(stacks=True, counts=True)
    assert NO_NEEDS | Needs(counts=True) == Needs(counts=True) == Needs(counts=True) | NO_NEEDS


def test_a_piece_of_a_level_stands_on_others(tmp_path: Path) -> None:
    assert not compiled(tmp_path, "(move (from 0) (to 1))")[1].stacks
    assert compiled(tmp_path, "(move (from 0 level:0) (to 1))")[1].stacks


def test_pieces_that_move_by_number_are_counted(tmp_path: Path) -> None:
    assert not compiled(tmp_path, "(move (from 0) (to 1))")[1].counts
    assert compiled(tmp_path, "(move (from 0) (to 1) count:2)")[1].counts
