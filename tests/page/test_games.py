"""Shipped games are played to their end on the page: by click, by touch, by keys; nothing leaves for another
host. These are a few; `python -m tests.page` plays all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.page.browsing import DESK, opened, phone
from tests.page.keyboard import Typist
from tests.page.playing import Person
from tests.quick import one_in, quick_where

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

#: Between them: placing, moving, dice, tiles, hexagons, three players; all of them short.
EIGHT = ("tic-tac-toe", "troika", "last-step", "triad", "connect-four", "officers", "aversion", "triquetra")


class Watched:
    """What a page does that it should not."""

    def __init__(self, page: Page) -> None:
        self.hosts: set[str] = set()
        self.wrong: list[str] = []
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.on("websocket", lambda socket: self.hosts.add(urlsplit(socket.url).netloc))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)


def played(browser: Browser, options: dict[str, Any], address: str, game: str, how: str) -> None:
    context = browser.new_context(**options)
    try:
        page = context.new_page()
        watched = Watched(page)
        opened(page, address, game, ["person"])
        player = Typist(page) if how == "keys" else Person(page, touch=how == "touch")
        player.play()
        assert (
            page.locator(".status").inner_text().startswith("The ")
        )  # game is over: ..., match is over: ...
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".history .move").count() >= player.moves
        assert watched.hosts == {urlsplit(address).netloc} and not watched.wrong
    finally:
        context.close()


@pytest.mark.parametrize("game", quick_where(EIGHT, lambda _: False, slow=2))
def test_games_are_played_to_their_end_by_click(browser: Browser, address: str, game: str) -> None:
    played(browser, DESK, address, game, "click")


@pytest.mark.parametrize("game", one_in(3, EIGHT[:3]))
def test_games_are_played_to_their_end_by_touch(
    browser: Browser, playwright: Playwright, address: str, game: str
) -> None:
    assert phone(playwright)["viewport"]["width"] == 412
    played(browser, phone(playwright), address, game, "touch")


@pytest.mark.parametrize("game", one_in(3, EIGHT[:3]))
def test_games_are_played_to_their_end_by_keys_alone(browser: Browser, address: str, game: str) -> None:
    played(browser, DESK, address, game, "keys")
