"""Which argument went to which parameter: of what is bound, and of what is written with definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.bind.binder import Binder, vocabulary
from gdl.bind.slots import Placed, Slot, Written, placed, written
from gdl.expand import load_forms
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr, Moves, Region
from gdl.source.text import Source
from tests.language import toy


def told(slot: Slot) -> str:
    """The ludeme and the parameter that a slot is of."""
    if slot.entry is None or slot.param is None:
        return ""
    return f"{' '.join(slot.entry.words)}.{slot.param.attribute}"


def places(text: str, expected: Any) -> list[Placed]:
    return list(placed(toy.read(text), expected, Binder(vocabulary(toy.TOY))))


def slots_of(text: str, expected: Any) -> list[tuple[str, str]]:
    return [(each.form.span.text, told(each.slot)) for each in places(text, expected)]


def optional_in(text: str, expected: Any) -> list[str]:
    return [each.form.span.text for each in places(text, expected) if each.optional]


def test_each_argument_is_told_with_its_parameter_outer_ones_first() -> None:
    """Of a name and its value both are told, of an array its items."""
    assert slots_of("(is Line 3 exact:True)", BoolExpr) == [
        ("(is Line 3 exact:True)", ""),
        ("3", "is Line.length"),
        ("exact:True", "is Line.exact"),
        ("True", "is Line.exact"),
    ]
    assert slots_of("(- (to) 4)", IntExpr) == [
        ("(- (to) 4)", ""), ("(to)", "-.a"), ("4", "-.b")
    ]  # fmt: skip
    assert slots_of("(- 4)", IntExpr)[1] == ("4", "-.b")
    assert slots_of("(sites Walk {{F L} {}})", Region) == [
        ("(sites Walk {{F L} {}})", ""),
        ("{{F L} {}}", "sites Walk.steps"),
        ("{F L}", "sites Walk.steps"),
        ("F", "sites Walk.steps"),
        ("L", "sites Walk.steps"),
        ("{}", "sites Walk.steps"),
    ]


def test_of_several_kinds_and_of_what_is_written_as_a_literal_the_parts_are_told() -> None:
    """Names are one text or several; numbers in braces are one ludeme."""
    occupied = '(sites Occupied by:P1 component:{"X" "Y"})'
    assert [text for text, _ in slots_of(occupied, Region)[3:]] == [
        'component:{"X" "Y"}', '{"X" "Y"}', '"X"', '"Y"'
    ]  # fmt: skip
    assert slots_of('(sites Occupied by:P1 component:"X")', Region)[-1] == ('"X"', "sites Occupied.component")
    assert slots_of("(+ {1 (to)})", IntExpr)[1:] == [
        ("{1 (to)}", "+.terms"), ("1", "+.terms"), ("(to)", "+.terms")
    ]  # fmt: skip
    # a number is a literal without parts, and `(mover)` is of the second kind
    assert slots_of("(is Enemy (mover))", BoolExpr)[1:] == [("Enemy", "is.which"), ("(mover)", "is.who")]


def test_what_stands_in_a_slot_is_bound_there_and_knows_what_is_around_it() -> None:
    step, to, if_, line, three = (
        places("(move Step (to if:(is Line 3)))", Moves)[:2]
        + places("(move Step (to if:(is Line 3)))", Moves)[2:]
    )
    assert [type(each.value) for each in (step, to, line)] == [toy.Step, toy.To, toy.IsLine]
    assert if_.value is None  # its value is bound
    assert [each.form.span.text for each in three.outwards()] == [
        "3", "(is Line 3)", "if:(is Line 3)", "(to if:(is Line 3))", "(move Step (to if:(is Line 3)))"
    ]  # fmt: skip
    assert step.slot.entry is None and three.slot.entry is not None


def test_what_may_be_left_out() -> None:
    """What has a default; not where one of several has to be given; an item of several, not the only one."""
    assert optional_in("(is Line Vertex 3 exact:True)", BoolExpr) == ["Vertex", "exact:True", "True"]
    assert optional_in("(count in:(sites Top))", IntExpr) == []
    assert optional_in("(count in:(sites P1))", IntExpr) == ["P1"]
    assert optional_in("(+ {1 2})", IntExpr) == ["1", "2"]
    assert optional_in("(+ {1})", IntExpr) == []
    assert optional_in("(scale 2 3)", FloatExpr) == ["3"]


# --- as it is written -------------------------------------------------------------------------------------


def by_text(definitions: str, game: str) -> dict[str, Written]:
    """What is known of each form, by its text."""
    source = Source("toy.lud", f'{definitions}\n(game "G" {game})')
    loaded = load_forms(source, {})
    assert loaded.game is not None
    found = written(loaded.game.items[2], Moves, Binder(vocabulary(toy.TOY)))
    return {source.text[start:end]: each for (start, end), each in found.items()}


def slots(each: Written) -> Sequence[str]:
    return [told(slot) for slot in each.slots]


def test_a_form_of_a_definition_stands_wherever_that_is_used() -> None:
    """And so does the use, for what the definition stands for."""
    found = by_text(
        '(define "Three" (is Line 3))',
        '(if "Three" (move Step (to if:("Three"))) (move Step (to (sites Top))))',
    )
    assert slots(found["(is Line 3)"]) == ["if.condition", "to.condition"]
    assert slots(found['"Three"']) == ["if.condition"] and slots(found['("Three")']) == ["to.condition"]
    assert len(found["3"].placed) == 2 and slots(found["3"]) == ["is Line.length"]
    assert not found["(is Line 3)"].optional  # in one of its places it has to be
    assert found['("Three")'].optional and not found['"Three"'].optional
    assert found["(move Step (to (sites Top)))"].optional
    assert not any(each.several for each in found.values())
    assert found['if:("Three")'].named and not found['("Three")'].named


def test_a_use_of_a_definition_of_several_forms_is_no_argument() -> None:
    """Nor is one that is used for it; each of the forms is."""
    definitions = '(define "Both" 1 2)\n(define "Again" "Both")\n(define "One" 4)'
    found = by_text(definitions, '(if (is Enemy (+ {"Again" "One" 3})) (move Step (to)))')
    assert {text for text, each in found.items() if each.several} == {'"Both"', '"Again"'}
    assert all(found[text].in_array for text in ('"Again"', '"One"', "3", "1")) and not found["(to)"].in_array
    assert [each.among for each in found["3"].placed] == [4]
    assert [each.form.span.text for each in found['"Again"'].placed] == ["1", "2"]


def test_one_use_after_another() -> None:
    """What holds of a form holds of it wherever its definition is used."""
    found = by_text('(define "N" 3)', '(if (is Line (+ {"N" 1})) (if (is Line "N") (move Step (to))))')
    assert found["1"].in_array and not found["3"].in_array
    # a name stays one, whatever comes behind it
    assert by_text('(define "T" exact:True 3)', '(if (is Line "T") (move Step (to)))')['"T"'].named


def test_a_use_in_three_and_one_that_is_handed_on() -> None:
    found = by_text(
        '(define "C" (is Line 3))\n(define "B" (and {"C" (is Line 4)}))\n'
        '(define "A" (if "B" (move Step (to))))',
        '(if (is Line 5) "A")',
    )
    assert [slots(found[name]) for name in ('"A"', '"B"', '"C"')] == [
        ["if.then"], ["if.condition"], ["and.conditions"]
    ]  # fmt: skip
    assert [len(found[name].placed) for name in ('"A"', '"B"', '"C"')] == [1, 1, 1]
    found = by_text(
        '(define "Three" (is Line 3))\n(define "When" (if #1 (move Step (to))))',
        '(if (is Line 5) ("When" "Three"))',
    )
    assert slots(found['"Three"']) == ["if.condition"] and slots(found['("When" "Three")']) == ["if.then"]


def test_uses_in_uses_are_entered_once() -> None:
    """What a definition in a definition stands for is in both uses; what stands around is in none."""
    found = by_text(
        '(define "Inner" (is Line 3))\n(define "Outer" (if "Inner" (move Step (to))))',
        '(if (is Line 4) "Outer")',
    )
    assert slots(found['"Outer"']) == ["if.then"]
    assert slots(found['"Inner"']) == ["if.condition"]
    assert len(found['"Outer"'].placed) == 1 and len(found['"Inner"'].placed) == 1
    assert not any(each.several for each in found.values())


def test_what_can_take_the_place_of_a_form_in_all_of_its_slots() -> None:
    found = by_text('(define "N" 3)', '(if (is Line "N" through:"N") (move Step (to "N")))')
    number, line, region = (
        places(text, expected)[0].value
        for text, expected in (("(mover)", IntExpr), ("(is Line 3)", BoolExpr), ("(sites Top)", Region))
    )
    assert found["3"].takes(number) and not found["3"].takes(line) and not found["3"].takes(region)
    assert found['(is Line "N" through:"N")'].takes(line)
    # a word or a number: of words nothing is bound to a ludeme
    assert by_text("", "(if (is Enemy 3) (move Step (to)))")["3"].takes(number)
