"""A person at the page who chooses at random, by pointer or by keys, and knows only what the page shows."""

from __future__ import annotations

import random
from typing import Any

#: Where something can be begun, and where a chosen piece may go: on the board, or in a hand.
BEGIN = "[role=gridcell].begins, .slot.begins:enabled"
TARGET = "[role=gridcell].target, .slot.target:enabled"
LOOSE = "button.loose"
OPTION = "dialog[open] button.option"
READY = ".room[data-busy=false]"
#: Milliseconds until a move has to show.
PATIENCE = 20_000


class Stuck(AssertionError):
    """The page shows nothing to do, though the game is not over."""


class Person:
    """Somebody who plays all seats of a room that are theirs."""

    def __init__(self, page: Any, touch: bool = False, seed: int = 1) -> None:
        self.page, self.touch = page, touch
        self.random = random.Random(seed)
        self.moves = 0

    @property
    def over(self) -> bool:
        """Does the page say that the game is over?"""
        return bool(self.page.locator(".room[data-over=true]").count())

    @property
    def version(self) -> int:
        """Which position is shown."""
        return int(self.page.locator(".room").get_attribute("data-version"))

    def press(self, locator: Any) -> None:
        """Click or tap something."""
        if self.touch:
            locator.tap(timeout=PATIENCE)
        else:
            locator.click(timeout=PATIENCE)

    def any(self, selector: str) -> Any | None:
        """One of the things that there are, by chance; None where there is none."""
        found = self.page.locator(selector)
        count = found.count()
        return found.nth(self.random.randrange(count)) if count else None

    def move(self) -> None:
        """Make one decision, and wait for whoever is not here to make theirs. Raises Stuck."""
        self.move_once()
        self.page.locator(".room[data-over=true], .room[data-yours=true]").wait_for(timeout=PATIENCE)

    def move_once(self) -> None:
        """Make one decision. Raises Stuck."""
        before = self.version
        option = self.any(OPTION)
        if option is not None:  # all that can be done looks alike
            self.press(option)
            self.shown(before)
            return
        begins, loose = self.page.locator(BEGIN).count(), self.page.locator(LOOSE).count()
        if not begins and not loose:
            raise Stuck(self.page.locator(".status").inner_text())
        if self.random.randrange(begins + loose) < begins:
            self.begin(before)
        else:
            self.press(self.any(LOOSE))
        self.shown(before)

    def begin(self, before: int) -> None:
        """Choose where to begin, then where to go, then which of what looks alike."""
        moved = f".room:not([data-version='{before}'])"
        self.press(self.any(BEGIN))
        for nearer in (TARGET, OPTION):
            self.page.locator(f"{nearer}, {OPTION}, {moved}").first.wait_for(
                state="attached", timeout=PATIENCE
            )
            if self.page.locator(moved).count():
                return
            option = self.any(OPTION)
            if option is not None:
                self.press(option)
                return
            self.press(self.any(TARGET))

    def shown(self, before: int) -> None:
        """Wait until the page shows another position."""
        self.page.locator(f".room:not([data-version='{before}'])[data-busy=false]").wait_for(timeout=PATIENCE)
        self.moves += 1

    def play(self, most: int = 2000) -> int:
        """Play to the end; returns the number of decisions."""
        while not self.over and self.moves < most:
            self.move()
        assert self.over, f"not over after {most} decisions"
        return self.moves
