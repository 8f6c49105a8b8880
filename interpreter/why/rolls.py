"""What if the dice had shown something else: a counterfactual on chance, each roll tried from before it.

Only the roll that led to the position can be another: in later decisions of a turn the dice lie as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product

from interpreter.game.state import State
from interpreter.why.words import listed

#: At most so many rolls are tried.
MOST_ROLLS = 500

#: Of rolls that have nothing in common so many are told.
_TOLD = 6

Roll = tuple[int, ...]


def showing(shown: Sequence[int]) -> str:
    """What the dice show, as a sentence."""
    if len(shown) == 1:
        return f"the die shows {shown[0]}"
    return f"the dice show {listed([str(pips) for pips in shown])}"


def rolls_that_allow(state: State, allows: Callable[[State], bool]) -> tuple[Roll, ...]:
    """The other rolls after which the same player could make the move; dice in any order."""
    dice = state.game.dice
    if not dice or state.is_over:
        return ()
    result: dict[Roll, None] = {}
    alike = len({(die.pips, die.weights) for die in dice}) == 1
    for roll in islice(product(*(dict.fromkeys(die.pips) for die in dice)), MOST_ROLLS):
        told = tuple(sorted(roll)) if alike else roll
        if told in result:
            continue
        other = state.had_rolled(roll)
        if other is None or not other.rolled:
            return ()
        if other.seat == state.seat and other.dice != state.dice and allows(other):
            result[told] = None
    return tuple(result)


def needing(state: State, rolls: Iterable[Roll]) -> str:
    """The rolls in words: a number that is enough by itself, then whole rolls: `a 5, or 1 and 4`."""
    left = list(rolls)
    parts: list[str] = []
    if len(state.game.dice) > 1:
        for pips in sorted({pips for roll in left for pips in roll}):
            if _always(state, pips, left):
                parts.append(f"a {pips}")
                left = [roll for roll in left if pips not in roll]
    else:
        parts += [f"a {roll[0]}" for roll in left]
        left = []
    parts += [" and ".join(map(str, roll)) for roll in left[:_TOLD]]
    if len(left) > _TOLD:
        parts.append(f"{len(left) - _TOLD} more rolls")
    return ", or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _always(state: State, pips: int, rolls: Sequence[Roll]) -> bool:
    """Is each roll in which one die shows this number among them, but for the one that came?"""
    now = tuple(sorted(state.dice))
    with_it = {tuple(sorted(roll)) for roll in _every(state) if pips in roll} - {now}
    return bool(with_it) and with_it <= {tuple(sorted(roll)) for roll in rolls}


def _every(state: State) -> Iterator[Roll]:
    return islice(product(*(dict.fromkeys(die.pips) for die in state.game.dice)), MOST_ROLLS)
