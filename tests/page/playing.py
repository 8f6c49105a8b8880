"""A person at the page who chooses at random, by pointer or by keys, and knows only what the page shows."""

from __future__ import annotations

import random
from typing import Any

#: Where something can be begun, and where a chosen piece may go: on the board, or in a hand.
BEGIN = "[role=gridcell].begins, .slot.begins:enabled"
TARGET = "[role=gridcell].target, .slot.target:enabled"
LOOSE = "button.loose"
OPTION = "dialog[open] button.option"
#: Milliseconds until a move has to show: against a hang, on a machine that may have much else to do.
PATIENCE = 90_000
#: All that a person sees at once: which position is shown, and how much of each can be pressed.
SEEN = """(selectors) => [Number(document.querySelector('.room').dataset.version),
    ...selectors.map(each => document.querySelectorAll(each).length)]"""
#: Where one of the things lies that can be pressed; nothing where something else lies on it.
PLACE = """([selector, index]) => {
    const each = document.querySelectorAll(selector)[index];
    each.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    return each.contains(hit) ? [x, y] : null;
}"""
#: Where a turn is under way: what is asked then opens after the position is shown.
OPENED = """() => document.querySelector("button.loose") && new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
#: What has become of a press: another position, or one of these selectors has something to press.
COME = """([before, ...selectors]) => {
    const room = document.querySelector('.room');
    if (Number(room.dataset.version) !== before) return 'moved';
    return selectors.find(each => document.querySelector(each)) || '';
}"""


class Stuck(AssertionError):
    """The page shows nothing to do, though the game is not over."""


class Person:
    """Somebody who plays all seats of a room that are theirs.

    Presses are real ones, at a place on the screen. To be quick, all that is seen is asked for at once.
    """

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

    def press(self, selector: str, index: int) -> None:
        """Click or tap one of the things that there are."""
        place = self.page.evaluate(PLACE, [selector, index])
        if place is None:  # something may be on its way: wait until it can be pressed
            found = self.page.locator(selector).nth(index)
            return found.tap(timeout=PATIENCE) if self.touch else found.click(timeout=PATIENCE)
        if self.touch:
            return self.page.touchscreen.tap(*place)
        return self.page.mouse.click(*place)

    def press_any(self, selector: str, count: int | None = None) -> bool:
        """Press one of the things that there are, by chance; is there one?"""
        count = self.page.locator(selector).count() if count is None else count
        if count:
            self.press(selector, self.random.randrange(count))
        return bool(count)

    def move(self) -> None:
        """Make one decision, and wait for whoever is not here to make theirs. Raises Stuck."""
        self.move_once()
        self.page.locator(".room[data-over=true], .room[data-yours=true]").wait_for(timeout=PATIENCE)

    def move_once(self) -> None:
        """Make one decision. Raises Stuck."""
        before, options, begins, loose = self.page.evaluate(SEEN, [OPTION, BEGIN, LOOSE])
        if options:  # all that can be done looks alike
            self.press_any(OPTION, options)
        elif not begins and not loose:
            raise Stuck(self.page.locator(".status").inner_text())
        elif self.random.randrange(begins + loose) < begins:
            self.begin(before, begins)
        else:
            self.press_any(LOOSE, loose)
            if self.come(before, OPTION) == OPTION:  # a pass is asked for where something else can be done
                self.press_any(OPTION)
        self.shown(before)

    def begin(self, before: int, begins: int) -> None:
        """Choose where to begin, then where to go, then which of what looks alike."""
        self.press_any(BEGIN, begins)
        for nearer in ((OPTION, TARGET), (OPTION,)):
            come = self.come(before, *nearer)
            if come == "moved":
                return
            self.press_any(come)
            if come == OPTION:
                return

    def come(self, before: int, *selectors: str) -> str:
        """Wait until the page shows another position ("moved"), or something to press: its selector."""
        found = self.page.wait_for_function(COME, arg=[before, *selectors], timeout=PATIENCE)
        return str(found.json_value())

    def shown(self, before: int) -> None:
        """Wait until the page shows another position."""
        self.page.locator(f".room:not([data-version='{before}'])[data-busy=false]").wait_for(timeout=PATIENCE)
        self.page.evaluate(OPENED)
        self.moves += 1

    def play(self, most: int = 4000) -> int:
        """Play to the end; returns the number of decisions."""
        while not self.over and self.moves < most:
            self.move()
        assert self.over, f"not over after {most} decisions"
        return self.moves
