"""Dice: what they show, what of it is still to be used, and rolling them.

A die lies on a site of its own and shows a face, whose number is kept beside the pieces; to people it is the
die's state. What the face counts (its pips) is kept until the die is used. All dice of a game are rolled by a
single draw (`gdl/equip/dice.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Assign, Expr, Field, Store
from gdl.equip.dice import Die, dice_of, outcomes
from gdl.equip.facts import Facts
from gdl.lower.memory import var_field
from gdl.source.text import Span

#: What stands for no double to be played again.
NO_DOUBLE = -1


def the_dice(b: Builder, span: Span) -> list[Die]:
    """All dice. Raises MeaningError in a game without any."""
    dice = dice_of(b.facts)
    if not dice:
        raise MeaningError(
            "E0417", "there are no dice", span, "this use", "add some to the equipment: (dice d:6 num:2)"
        )
    return dice


def hand_dice(facts: Facts, number: int) -> list[Die]:
    """The dice of one set, the sets counted from 0; empty where there is no such set."""
    sets = [container for container in facts.containers if container.dice is not None]
    if not 0 <= number < len(sets):
        return []
    return [die for die in dice_of(facts) if die.site in sets[number].sites]


def dice_of_set(b: Builder, number: int, span: Span) -> list[Die]:
    """The dice of one set. Raises MeaningError where there is no such set."""
    the_dice(b, span)
    result = hand_dice(b.facts, number)
    if not result:
        sets = sum(container.dice is not None for container in b.facts.containers)
        raise MeaningError(
            "E0417", f"there is no set of dice {number}", span, "this use",
            "the sets are counted from 0" + (f" to {sets - 1}" if sets > 1 else ": there is one, 0"),
        )  # fmt: skip
    return result


# --- The state -------------------------------------------------------------------------------------------


def faces_field(b: Builder) -> Field:
    """The face that each die shows."""
    return b.declare("faces", INT, len(dice_of(b.facts)), called=None)


def pips_field(b: Builder) -> Field:
    """What each die counts that was not yet used, 0 for those that were."""
    return b.declare("pips", INT, len(dice_of(b.facts)), called="what is left to use of die {die}")


def all_equal_field(b: Builder) -> Field:
    """Did all dice count the same when they were rolled?"""
    return b.declare("dice_equal", BOOL, None, False, called=None)


def double_field(b: Builder) -> Field:
    """What the dice of a double count that is still to be played a second time: the variable without name."""
    return var_field(b, None)


def pips_of(b: Builder, die: Die) -> Expr:
    """What a die counts, 0 once it is used."""
    return k.elem(pips_field(b), k.int_(die.index))


def total_pips(b: Builder, dice: Sequence[Die]) -> Expr:
    """What some dice count together."""
    total = k.int_(0)
    for die in dice:
        total = k.add(total, pips_of(b, die))
    return total


def same_pips(b: Builder, dice: Sequence[Die]) -> Expr:
    """Do these dice all count the same now?"""
    return k.and_(*(k.eq(pips_of(b, dice[0]), pips_of(b, die)) for die in dice[1:]))


def among(dice: Expr, die: Die) -> Expr:
    """Is a die among those that the number `dice` stands for?"""
    return k.eq(k.mod(k.div(dice, k.int_(1 << die.index)), k.int_(2)), k.int_(1))


def all_used(b: Builder) -> Expr:
    """Were all dice used?"""
    return k.and_(*(k.eq(pips_of(b, die), k.int_(0)) for die in dice_of(b.facts)))


def show_face(b: Builder, die: Die, face: Expr) -> None:
    """Let a die show a face, and count it anew."""
    pips = k.table(b.table(die.pips, outside=0, stem="faces"), face)
    b.emit(Store(faces_field(b), k.int_(die.index), face, span=b.span))
    b.emit(Store(pips_field(b), k.int_(die.index), pips, span=b.span))


def roll(b: Builder) -> None:
    """Roll all dice."""
    b.routine("roll", lambda: _roll(b), key="roll")


def _roll(b: Builder) -> None:
    dice = dice_of(b.facts)
    number = b.draw(k.int_(outcomes(dice)))
    for die in dice:
        outcome = k.mod(number, k.int_(die.total))
        number = k.div(number, k.int_(die.total))
        if set(die.weights) != {1}:
            faces = tuple(face for face, weight in enumerate(die.weights) for _ in range(weight))
            outcome = k.table(b.table(faces, outside=0, stem="biased"), outcome)
        show_face(b, die, b.assign("face", outcome))
    b.emit(Store(all_equal_field(b), None, same_pips(b, dice), span=b.span))


# --- One die after the other ------------------------------------------------------------------------------


@contextmanager
def each_choice(b: Builder, dice: Sequence[Die], combined: bool) -> Iterator[None]:
    """For each die, or with `combined` for all sets of dice not used yet, what they count being `(pips)`."""
    if combined:
        low, high = sum(1 << die.index for die in dice[:1]), sum(1 << die.index for die in dice)
        with b.count_up(k.int_(low), k.int_(high), Context.DICE) as chosen:
            pips = b.variable("pips", k.int_(0))
            ready = b.variable("ready", k.TRUE)
            for die in dice:
                with b.if_(among(chosen, die)):
                    here = pips_of(b, die)
                    b.emit(Assign(str(pips.data), k.add(pips, here), span=b.span))
                    used = k.and_(k.eq(here, k.int_(0)), k.ne(chosen, k.int_(1 << die.index)))
                    b.emit(Assign(str(ready.data), k.and_(ready, k.not_(used)), span=b.span))
            with b.if_(ready), b.bind({Context.PIPS: pips}):
                yield
        return
    first, last = dice[0].index, dice[-1].index
    with b.count_up(k.int_(first), k.int_(last)) as number:
        pips = b.assign("pips", k.elem(pips_field(b), number))
        # Of dice that count the same it is the first: using one or the other comes to the same.
        chosen = k.int_(1 << last)
        for die in reversed(dice[:-1]):
            chosen = k.select(k.eq(pips_of(b, die), pips), k.int_(1 << die.index), chosen)
        chosen = b.assign("die", chosen)
        with b.bind({Context.PIPS: pips, Context.DICE: chosen}):
            yield


def use(b: Builder, dice: Sequence[Die], chosen: Expr, doubles: Expr) -> None:
    """The chosen dice are used. With `doubles`, dice that show the same are used twice: the first of them
    notes it, and the last one, or whichever is used next instead, brings them all back."""
    first = b.assign("pips", pips_of(b, dice[0]))
    same = b.assign("same", same_pips(b, dice))
    for die in dice:
        with b.if_(among(chosen, die)):
            b.emit(Store(pips_field(b), k.int_(die.index), k.int_(0), span=b.span))
    if doubles == k.FALSE:
        return
    double = b.assign("double", k.field(double_field(b)))
    begun = k.ne(double, k.int_(NO_DOUBLE))
    again = k.select(begun, k.int_(NO_DOUBLE), first)
    with b.if_(doubles):
        b.if_else(
            same,
            lambda: b.emit(Store(double_field(b), None, again, span=b.span)),
            lambda: _restore(b, dice, begun, double),
        )


def _restore(b: Builder, dice: Sequence[Die], begun: Expr, double: Expr) -> None:
    """All dice show again what they count together with the double begun."""
    with b.if_(begun):
        for die in dice:
            b.spend_table(max(0, *die.pips), INT)
            face_of = [0] * (max(0, *die.pips) + 1)
            for face, pips in enumerate(die.pips):
                if pips >= 0:
                    face_of[pips] = face
            show_face(b, die, k.table(b.table(tuple(face_of), outside=0, stem="face_of"), double))
