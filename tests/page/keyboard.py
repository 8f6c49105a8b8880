"""A person who has keys alone: arrows on the board, Tab elsewhere, Enter."""

from __future__ import annotations

from typing import Any

from tests.page.playing import BEGIN, LOOSE, OPTION, PATIENCE, TARGET, Person


class Typist(Person):
    """Presses things by going to them with keys."""

    def press(self, selector: str, index: int) -> None:
        """Go there and press Enter."""
        locator = self.page.locator(selector).nth(index)
        if locator.get_attribute("role") == "gridcell":
            self.walk(locator.get_attribute("data-site"))
        else:
            self.tab_to(locator)
        self.page.keyboard.press("Enter")

    def walk(self, site: str) -> None:
        """By arrows to a site of the board, along a shortest way."""
        self.arrows()  # which looks about once, before the walk begins
        self.enter_board()
        here = self.page.evaluate("() => document.activeElement.dataset.site")
        for direction in self.way(here, site):
            self.page.keyboard.press(f"Arrow{direction}")
        assert self.page.evaluate("() => document.activeElement.dataset.site") == site

    def enter_board(self) -> None:
        """By Tab to the board."""
        if self.page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell":
            return
        self.tab_to(self.page.locator("[role=gridcell][tabindex='0']"))

    def tab_to(self, locator: Any) -> None:
        """Press Tab until something has the focus."""
        for _ in range(400):
            if locator.evaluate("each => each === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead there")

    def way(self, start: str, end: str) -> list[str]:
        """The arrows from one site to another, by trying them all once per board."""
        arrows = self.arrows()
        ways: dict[str, list[str]] = {start: []}
        waiting = [start]
        while waiting and end not in ways:
            site = waiting.pop(0)
            for direction, other in arrows[site].items():
                if other not in ways:
                    ways[other] = [*ways[site], direction]
                    waiting.append(other)
        assert end in ways, f"no arrows lead from {start} to {end}"
        return ways[end]

    def arrows(self) -> dict[str, dict[str, str]]:
        """Where each arrow leads from each site, as the keys themselves tell."""
        if not hasattr(self, "_arrows"):
            self._arrows: dict[str, dict[str, str]] = self.page.evaluate(
                """() => {
                const cells = [...document.querySelectorAll('[role=gridcell]')], found = {};
                for (const cell of cells) {
                    found[cell.dataset.site] = {};
                    for (const way of ['Up', 'Right', 'Down', 'Left']) {
                        cell.focus();
                        cell.dispatchEvent(new KeyboardEvent('keydown', {key: `Arrow${way}`, bubbles: true}));
                        const there = document.activeElement.dataset.site;
                        if (there !== cell.dataset.site) found[cell.dataset.site][way] = there;
                    }
                }
                return found;
            }"""
            )
        return self._arrows


__all__ = ["BEGIN", "LOOSE", "OPTION", "PATIENCE", "TARGET", "Typist"]
