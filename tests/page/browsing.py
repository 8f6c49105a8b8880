"""A real browser for tests of the page; it says why it is missing where it is."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

#: What a phone is to the tests: 412 pixels wide, with touch.
PHONE = "Pixel 7"
DESK = {"viewport": {"width": 1280, "height": 860}}

#: What is too small to be hit by a finger: less than 24 pixels wide or high.
SMALL = """() => [...document.querySelectorAll('[role=gridcell], button, input, a')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && (box.width < 23.9 || box.height < 23.9);
}).map(each => each.getAttribute('aria-label') || each.textContent)"""


def chromium() -> str:
    """The path of the browser; skips the test where it, or Playwright, is missing."""
    pytest.importorskip("playwright", reason="playwright is not installed")
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium")
    return path


@contextlib.contextmanager
def browser() -> Iterator[tuple[Any, Any]]:
    """Playwright, and a browser of it."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield playwright, found
        found.close()


def phone(playwright: Any) -> dict[str, Any]:
    """The options of a context on a phone."""
    found: dict[str, Any] = playwright.devices[PHONE]
    return found


def opened(page: Any, address: str, game: str, seats: list[str], seed: int = 1, **more: Any) -> str:
    """Begin a game and open its room in a page; returns the room's name."""
    made = page.request.post(
        f"{address}/api/rooms", data={"game": game, "seats": seats, "seed": seed, **more}
    ).json()
    assert "room" in made, made
    page.goto(f"{address}/r/{made['room']}")
    page.locator("svg.board").wait_for()
    room: str = made["room"]
    return room


def cell(page: Any, name: str) -> Any:
    """A site of the board by its name."""
    return page.locator(f"[role=gridcell][data-name={name}]")


def typed(page: Any, *moves: str) -> None:
    """Type moves, each of which has to arrive in the list."""
    from playwright.sync_api import expect

    field = page.get_by_label("Type a move")
    for move in moves:
        field.fill(move)
        field.press("Enter")
        expect(page.locator(".history .move").last).to_have_attribute("title", re.compile(re.escape(move)))


@contextlib.contextmanager
def two(browser: Any, **options: Any) -> Iterator[tuple[Any, Any]]:
    """The pages of two browsers that know nothing of each other."""
    contexts = [browser.new_context(**(options or DESK), reduced_motion="reduce") for _ in range(2)]
    try:
        yield contexts[0].new_page(), contexts[1].new_page()
    finally:
        for context in contexts:
            context.close()


def invited(page: Any, other: Any, address: str, game: str, **more: Any) -> None:
    """Begin a game in one page; the other comes by the link to the second seat."""
    made = page.request.post(
        f"{address}/api/rooms", data={"game": game, "seats": ["person", "link"], "seed": 1, **more}
    ).json()
    link = next(each["url"] for each in made["links"] if each["kind"] == "play")
    page.goto(f"{address}/r/{made['room']}")
    other.goto(f"{address}{link}")
    for each in (page, other):
        each.locator("svg.board").wait_for()
