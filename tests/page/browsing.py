"""A real browser for tests of the page; it says why it is missing where it is."""

from __future__ import annotations

import contextlib
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
