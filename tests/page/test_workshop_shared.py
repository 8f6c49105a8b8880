"""Rules of one's own go to somebody else by a link that holds them, and no server is told of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import two

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow
def test_a_link_brings_the_text_to_another_browser(browser: Browser, address: str) -> None:
    with two(browser) as (author, friend):
        asked: list[str] = []
        friend.on("request", lambda request: asked.append(request.url))
        author.goto(f"{address}/workshop?game=tic-tac-toe")
        editor = author.get_by_label("Rules of the game")
        expect(editor).to_contain_text('(game "Tic-Tac-Toe"')
        editor.click()
        author.keyboard.press("Control+Home")
        author.keyboard.type("// für dich ♟\n")
        author.get_by_role("button", name="Share").click()
        link = author.get_by_label("Link")
        expect(link).to_have_value(re.compile(rf"^{re.escape(address)}/workshop#text=[\w-]{{100,}}$"))
        friend.goto(link.input_value())
        expect(friend.get_by_label("Rules of the game")).to_contain_text("// für dich ♟")
        expect(friend.get_by_label("Rules of the game")).to_contain_text('(game "Tic-Tac-Toe"')
        assert friend.url == f"{address}/workshop"
        assert not any("text=" in url for url in asked[1:])


@pytest.mark.slow
def test_a_link_of_which_a_part_is_missing_says_so(browser: Browser, address: str) -> None:
    with two(browser) as (page, _):
        page.goto(f"{address}/workshop#text=rVJNa9wwEP0rgy8")
        expect(page.get_by_role("alert")).to_contain_text("The link does not hold a text")
        expect(page.get_by_label("Rules of the game")).to_contain_text("(game")
