"""A rematch in three browsers: two people by link and one who looks on, nobody left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import DESK, cell, two

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow
def test_both_go_on_with_colours_turned_and_who_looks_on_comes_along(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        third = browser.new_context(**DESK, reduced_motion="reduce").new_page()
        made = white.request.post(
            f"{address}/api/rooms", data={"game": "breakthrough", "seats": ["person", "link"]}
        ).json()
        links = {each["kind"]: each["url"] for each in made["links"]}
        first = f"{address}/r/{made['room']}"
        for page, at in ((white, first), (black, address + links["play"]), (third, address + links["watch"])):
            page.goto(at)
            page.locator("svg.board").wait_for()
        white.get_by_role("button", name="Resign").click()
        white.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(white.locator(".status")).to_have_text("You lost: White resigns, Black wins.")
        expect(black.locator(".status")).to_have_text("You won: White resigns, Black wins.")
        expect(third.locator(".status")).to_have_text("The game is over: White resigns, Black wins.")
        black.get_by_role("button", name="Rematch").click()
        expect(black.get_by_text("Waiting for White to play once more.")).to_be_visible()
        expect(white.get_by_text("Black would like a rematch.")).to_be_visible()
        white.get_by_role("button", name="Play the rematch").click()
        for page in (white, black, third):
            page.wait_for_url(lambda url: "/r/" in url and not url.startswith(first))
        expect(black.locator(".status")).to_have_text("White to move")
        cell(black, "a2").click()
        cell(black, "a3").click()
        expect(white.locator(".status")).to_have_text("Black to move")
        cell(white, "a7").click()
        cell(white, "a6").click()
        expect(third.locator(".history .move")).to_have_text(["a2-a3", "a7-a6"])
        white.goto(first)  # back at the old game nobody is led away, but shown the way
        white.get_by_role("button", name="To the rematch").click()
        expect(white.locator(".history .move")).to_have_count(2)
        third.context.close()
