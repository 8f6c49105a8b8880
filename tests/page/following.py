"""A person who plays a short game that was found beforehand, among many that are played at random.

So games of thousands of decisions are played to their end in a time that one can wait for. What is pressed is
what anybody would press: the game only says which of what the page offers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gdl import load
from interpreter.game.state import State
from tests.page.playing import LOOSE, OPTION, PATIENCE, Person, Stuck

#: So many games are tried; those are left that are longer than this: plies. Of those that last as long as
#: this, the shortest is taken.
TRIES, MOST, ENOUGH = 4000, 5000, 20


@dataclass(frozen=True)
class Wanted:
    """A decision: the number of the move among the legal ones, and the sites where it begins and ends."""

    number: int
    origin: int | None
    target: int | None


def short_game(name: str, seed: int) -> list[Wanted] | None:
    """The decisions of a short one of many random games; None where dice say how a game goes on."""
    game = load(name).on("auto")
    if game.has_chance:
        return None
    state, engine = game.start(seed), game.engine
    start = state.raw
    lengths = [engine.playout(start, seed, number, MOST)[0] for number in range(TRIES)]
    enough = min(ENOUGH, max(lengths))
    best = min(range(TRIES), key=lambda number: (lengths[number] < enough, lengths[number]))
    found = []
    for plies in range(1, lengths[best] + 1):
        after = State(game, engine.playout(start, seed, best, plies)[1])
        number = next(n for n, move in enumerate(state.legal_moves) if state.play(move) == after)
        if not _passes(state):
            found.append(_wanted(state, number))
        state = state.play(state.legal_moves[number])
    assert state.is_over, f"none of {TRIES} games was over after {MOST} plies"
    return found


def _passes(state: State) -> bool:
    """Does the table pass by itself?"""
    return len(state.legal_moves) == 1 and state.legal_moves[0].decision == "pass"


def _wanted(state: State, number: int) -> Wanted:
    seen = state.game.engine.endpoints(state.raw, state.legal_moves[number].raw)
    origin = seen.origin if seen.origin >= 0 and seen.origin != seen.target else None
    return Wanted(number, origin, seen.target if seen.target >= 0 else None)


class Follower(Person):
    """Somebody who plays these decisions, for all seats of a room that are theirs."""

    def __init__(self, page: Any, touch: bool, wanted: list[Wanted]) -> None:
        super().__init__(page, touch)
        self.wanted = wanted

    def move_once(self) -> None:
        """Make the next decision. Raises Stuck."""
        if self.moves == len(self.wanted):
            raise Stuck("the page goes on where the game is over")
        before, wanted = self.version, self.wanted[self.moves]
        sites = [site for site in (wanted.origin, wanted.target) if site is not None]
        option = f"{OPTION}[data-move='{wanted.number}']"
        if self.page.locator(option).count():  # it is asked already
            sites = []
        elif not sites:
            self.press(f"{LOOSE}[data-move='{wanted.number}']", 0)
        for place, site in enumerate(sites):
            means = "target" if place else "begins"
            found = f"[role=gridcell].{means}[data-site='{site}'], .slot.{means}[data-site='{site}']:enabled"
            self.page.locator(found).first.wait_for(timeout=PATIENCE)
            self.press(found, 0)
        if self.come(before, OPTION) == OPTION:
            self.press(option, 0)
        self.shown(before)
