"""Pieces are dragged by mouse and by finger; beside them a finger scrolls the page as ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, cell, opened, phone

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, CDPSession, Page, Playwright

Place = tuple[float, float]


def middle(page: Page, name: str) -> Place:
    box: Any = cell(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass, as the browser's own input system knows it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._input: CDPSession = page.context.new_cdp_session(page)

    def _send(self, type_: str, *places: Place) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._input.send("Input.dispatchTouchEvent", {"type": type_, "touchPoints": points})
        self.page.wait_for_timeout(20)

    def drag(self, start: Place, end: Place, lift: bool = True) -> None:
        """From one place to another, in ten steps."""
        self._send("touchStart", start)
        for step in range(1, 11):
            share = step / 10
            place = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self._send("touchMove", place)
        if lift:
            self.lift()

    def lift(self) -> None:
        self._send("touchEnd")


@pytest.fixture
def small(browser: Browser, playwright: Playwright) -> Iterator[Page]:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_a_finger_drags_a_piece_where_it_may_go_and_else_it_goes_back(small: Page, address: str) -> None:
    opened(small, address, "breakthrough", ["person"])
    finger, moves = Finger(small), small.locator(".history .move")
    # onto a site where it may not go, onto its own, and off the board: it is back where it was
    for end in (middle(small, "a5"), middle(small, "a2"), (200.0, 20.0)):
        finger.drag(middle(small, "a2"), end)
        expect(small.locator(".ghost")).to_have_count(0)
        expect(small.locator(".lifted")).to_have_count(0)
        expect(moves).to_have_count(0)
        expect(small.locator("[data-piece='8']")).to_have_count(1)
    # under way it is seen under the finger, and the sites where it may go are marked
    finger.drag(middle(small, "a2"), middle(small, "b3"), lift=False)
    expect(small.locator(".ghost")).to_have_count(1)
    expect(cell(small, "b3")).to_have_class("hit target over")
    expect(small.locator("[role=gridcell].target")).to_have_count(2)
    assert small.evaluate("() => scrollY") == 0  # the page stays under it
    finger.lift()
    expect(moves).to_have_text(["a2-b3"])


@pytest.mark.slow
def test_a_finger_beside_the_pieces_scrolls_the_page(small: Page, address: str) -> None:
    opened(small, address, "breakthrough", ["person"])
    finger = Finger(small)
    scrolled = "() => scrollY"
    box: Any = small.locator(".seats").bounding_box()
    finger.drag((200.0, box["y"] + 20), (200.0, box["y"] - 180))
    small.wait_for_timeout(300)
    far = small.evaluate(scrolled)
    assert far > 100
    small.evaluate("() => scrollTo(0, 0)")
    # on an empty site, and on a piece that cannot be moved now
    for name in ("d5", "d8"):
        start = middle(small, name)
        finger.drag(start, (start[0], start[1] - 150))
        small.wait_for_timeout(300)
        assert small.evaluate(scrolled) > 50, name
        small.evaluate("() => scrollTo(0, 0)")
    expect(small.locator(".history .move")).to_have_count(0)


@pytest.mark.slow
def test_the_mouse_drags_a_piece_and_lets_it_go_off_the_board(browser: Browser, address: str) -> None:
    page = browser.new_context(**DESK, reduced_motion="reduce").new_page()
    opened(page, address, "breakthrough", ["person"])
    x, y = middle(page, "a2")
    mouse = page.mouse
    for end in (middle(page, "a5"), (5.0, 400.0), (1270.0, 850.0)):
        mouse.move(x, y)
        mouse.down()
        mouse.move(*end, steps=5)
        expect(page.locator(".ghost")).to_have_count(1)
        mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator(".history .move")).to_have_count(0)
    mouse.move(x, y)
    mouse.down()
    mouse.move(*middle(page, "b3"), steps=5)
    mouse.up()
    expect(page.locator(".history .move")).to_have_text(["a2-b3"])
    # what was only pressed is chosen, not moved
    cell(page, "h7").click()
    expect(page.locator("[role=gridcell].target")).to_have_count(2)
    page.context.close()


@pytest.mark.slow
def test_a_turned_board_is_dragged_on_as_it_is_seen(small: Page, address: str) -> None:
    opened(small, address, "breakthrough", ["person"])
    small.get_by_role("button", name="Turn the board").tap()
    expect(small.locator(".room")).to_have_attribute("data-turn", "180")
    Finger(small).drag(middle(small, "a2"), middle(small, "b3"))
    expect(small.locator(".history .move")).to_have_text(["a2-b3"])
