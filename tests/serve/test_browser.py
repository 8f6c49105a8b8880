"""Games played by clicking, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.serve.running import Server

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_troika_is_played_to_its_end_by_clicking_and_nothing_leaves_for_another_host(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(f"{server.address}/?game=troika")
    page.get_by_label("Seats").fill("person,mcts:200ms")
    page.get_by_role("button", name="Play").click()
    over, target = page.get_by_text("The game is over"), page.locator(".target").first
    for _ in range(70):
        expect(over.or_(target).first).to_be_visible()
        if over.is_visible():
            break
        before = page.locator("svg use, svg g.lw-token, svg .lw-token").count()
        # the dot lets clicks through to the site below it
        target.click(force=True)
        expect(page.locator("svg .lw-token")).not_to_have_count(before)
    expect(over).to_be_visible()
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(server.address).netloc}
