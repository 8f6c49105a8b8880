"""The first minute: a newcomer begins in three clicks, and a friend comes by the invitation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import DESK, cell, two

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow
def test_from_the_first_page_to_the_first_move_takes_two_clicks(browser: Browser, address: str) -> None:
    page = browser.new_context(**DESK, reduced_motion="reduce").new_page()
    page.goto(address)
    page.get_by_role("button", name="Play now").click()
    cell(page, "d4").click()
    expect(page.locator(".history .move").first).to_have_text("d4")
    expect(page.locator(".room")).to_have_attribute("data-yours", "true")  # the computer has answered
    expect(page.get_by_label("Players")).to_contain_text("computer, easy")
    page.get_by_role("link", name="Ludwright").click()
    going = page.get_by_role("navigation", name="Games that you are in")
    expect(going.get_by_role("link")).to_have_text(re.compile("^Troika.*your move · 2 moves$"))
    page.context.close()


@pytest.mark.slow
def test_a_friend_comes_by_the_invitation_which_gives_way_to_the_board(
    browser: Browser, address: str
) -> None:
    with two(browser) as (host, friend):
        host.goto(f"{address}/?game=breakthrough")
        host.get_by_label("You play").select_option("Black")
        host.get_by_role("button", name="Play a friend").click()
        expect(host.get_by_role("heading", name="Invite a friend to Breakthrough")).to_be_focused()
        expect(host.get_by_text("Waiting for White to open it")).to_be_visible()
        expect(host.get_by_role("img", name="The link as a QR code")).to_be_visible()
        friend.goto(host.get_by_label("To play White").input_value())
        expect(host.locator("svg.board")).to_be_visible()
        expect(friend.locator(".status")).to_have_text("White to move")
