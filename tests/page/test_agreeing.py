"""What takes two: draws, taking back, resigning, clocks. Each in two browsers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import cell, invited, two, typed

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def asks(page: Page, button: str, yes: str) -> None:
    """Press a button that asks before it does anything."""
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=yes).click()


def test_a_draw_is_offered_declined_and_agreed_to(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        offer = black.get_by_role("group", name="An offer")
        asks(white, "Draw", "Offer a draw")
        expect(white.get_by_role("status").filter(has_text="You offered a draw")).to_contain_text(
            "waiting for Black"
        )
        expect(white.get_by_role("group", name="An offer")).to_have_count(0)
        offer.get_by_role("button", name="Decline").click()
        expect(offer).to_have_count(0)
        expect(white.locator(".history")).to_contain_text("Black declines the draw.")
        typed(white, "a2-a3")
        asks(black, "Draw", "Offer a draw")
        back = white.get_by_role("group", name="An offer")
        expect(back).to_contain_text("Black offers a draw.")
        back.get_by_role("button", name="Agree").click()
        for page in (white, black):
            expect(page.locator(".status")).to_have_text("The game is over: a draw by agreement.")
            expect(page.get_by_role("button", name="Resign")).to_be_disabled()


@pytest.mark.slow
def test_a_move_is_taken_back_where_the_other_agrees(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        typed(white, "a2-a3")
        expect(black.locator(".room")).to_have_attribute("data-yours", "true")
        asks(white, "Take back", "Take back")
        expect(white.get_by_role("status").filter(has_text="waiting for Black")).to_be_visible()
        offer = black.get_by_role("group", name="An offer")
        expect(offer).to_contain_text("White asks to take back a move.")
        offer.get_by_role("button", name="Decline").click()
        expect(white.get_by_role("status").filter(has_text="waiting for Black")).to_have_count(0)
        expect(white.locator(".history .move")).to_have_count(1)
        asks(white, "Take back", "Take back")
        offer.get_by_role("button", name="Agree").click()
        for page in (white, black):
            expect(page.locator(".history .move")).to_have_count(0)
            expect(cell(page, "a2")).to_have_attribute("aria-label", re.compile("^a2, White Pawn"))
        # whoever is asked may also just play on
        typed(white, "a2-a3")
        asks(white, "Take back", "Take back")
        expect(offer).to_be_visible()
        typed(black, "h7-h6")
        expect(offer).to_have_count(0)
        expect(white.locator(".history .move")).to_have_count(2)


@pytest.mark.slow
def test_resigning_is_told_to_the_other(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        typed(white, "a2-a3")
        asks(white, "Resign", "Resign")  # also when it is not one's turn
        for page in (white, black):
            how = "won" if page is black else "lost"
            expect(page.locator(".status")).to_have_text(f"You {how}: White resigns, Black wins.")
        expect(black.locator(".voice").filter(has_text="White resigns, Black wins.")).to_have_count(1)
        expect(black.locator("[role=gridcell].begins")).to_have_count(0)


@pytest.mark.slow
def test_the_server_says_whose_time_is_up(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough", clock={"seconds": 3, "increment": 0})
        typed(white, "a2-a3")
        clocks = black.get_by_role("timer")
        expect(clocks.nth(1)).to_have_class(re.compile("low"))
        # nobody does anything: it is over all the same, for both, and nothing can be played any more
        for page in (white, black):
            how = "won" if page is white else "lost"
            expect(page.locator(".status")).to_have_text(f"You {how}: Black's time is up, White wins.")
            expect(page.get_by_role("timer")).to_have_text(["0:03", "0:00"])
        expect(black.locator("[role=gridcell].begins")).to_have_count(0)
        room = f"{address}/api/rooms/{black.url.rpartition('/')[2]}"
        assert black.request.post(f"{room}/moves", data={"move": "h7-h6"}).status == 400
        # what is taken back would be lost at once again
        white.get_by_role("button", name="Take back", exact=True).click()
        expect(white.get_by_role("alert")).to_contain_text("nothing can be taken back")
        assert black.request.post(f"{room}/undo", data={}).status == 400
        # a clock that a page stops by itself stops nothing: the time is the server's
        black.reload()
        expect(black.get_by_role("timer")).to_have_text(["0:03", "0:00"])
