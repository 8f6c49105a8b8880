"""The host changes who sits where while the game goes on; links to play and to watch, made and revoked."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import cell, invited, opened, two, typed

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

#: Plays the first legal move until the game is over, and says what it was told.
PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "end":
        break
    if told["type"] == "position" and told["yours"]:
        print(json.dumps({"move": 0}), flush=True)
"""


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog").get_by_role("region", name=name, exact=True)


def sits(page: Page, name: str, by: str) -> None:
    """The host's window: somebody else sits on a seat."""
    seat(page, name).get_by_label(name, exact=True).select_option(by)


def link_of(page: Page, label: str) -> str:
    found: str = page.get_by_role("dialog").get_by_label(label, exact=True).input_value()
    assert "#" in found
    return found


SWATCHES = (
    "() => [...document.querySelectorAll('.seat .swatch circle')].map(each => each.getAttribute('fill'))"
)


def test_in_the_next_game_of_a_match_people_have_the_other_colours(browser: Browser, address: str) -> None:
    """As `d1 b2 a1` is a whole game of Cornered, after which the players change seats."""
    with two(browser) as (page, other):
        invited(page, other, address, "cornered-match")
        players = page.get_by_role("list", name="Players").get_by_role("listitem")
        expect(players.nth(0)).to_contain_text("Player 1 (White)")
        white, black = page.evaluate(SWATCHES)
        assert white != black
        typed(page, "d1")
        typed(other, "b2")
        typed(page, "a1")
        expect(players.nth(0)).to_contain_text("Player 1 (Black)")
        expect(players.nth(1)).to_contain_text("Player 2 (White)")
        assert page.evaluate(SWATCHES) == [black, white] == other.evaluate(SWATCHES)
        expect(page.locator("div.status")).to_contain_text("Player 2 (White) is to move")
        # Looking back, everybody has the colours of then.
        page.locator(".history .move").nth(1).click()
        expect(players.nth(0)).to_contain_text("Player 1 (White)")
        assert page.evaluate(SWATCHES) == [white, black]


def test_a_seat_goes_from_a_person_to_a_link_to_a_machine_and_back(browser: Browser, address: str) -> None:
    with two(browser) as (host, guest):
        opened(host, address, "tic-tac-toe", ["person"])
        players = host.get_by_role("list", name="Players").get_by_role("listitem")
        expect(players).to_have_text(["Cross you", "Nought you"])
        host.get_by_role("button", name="Seats", exact=True).click()
        sits(host, "Nought", "link")
        guest.goto(link_of(host, "To play Nought"))
        host.keyboard.press("Escape")
        expect(players.nth(1)).to_contain_text("by link")
        cell(host, "b2").click()
        cell(guest, "a1").click()
        expect(cell(host, "a1")).to_have_attribute("aria-label", "a1, Nought, last move came here")

        # a machine takes the seat: it plays on, and who had the link is out
        host.get_by_role("button", name="Seats", exact=True).click()
        sits(host, "Nought", "random")
        expect(guest.get_by_role("heading", name="This room cannot be opened")).to_be_visible()
        host.keyboard.press("Escape")
        expect(players.nth(1)).to_contain_text("computer, random")
        cell(host, "c2").click()
        expect(host.locator(".history .move")).to_have_count(4)

        # and back to whoever is here
        host.get_by_role("button", name="Seats", exact=True).click()
        sits(host, "Nought", "person")
        host.keyboard.press("Escape")
        expect(players.nth(1)).to_contain_text("you")
        host.locator("[role=gridcell].begins").first.click()
        expect(host.locator(".history .move")).to_have_count(5)


@pytest.mark.slow
def test_links_to_play_and_to_watch_are_renewed_and_revoked_apart(browser: Browser, address: str) -> None:
    with two(browser) as (host, player), two(browser) as (watcher, late):
        invited(host, player, address, "tic-tac-toe")
        host.get_by_role("button", name="Share", exact=True).click()
        host.get_by_role("button", name="Make a link", description="To watch").click()
        watching = link_of(host, "To watch")
        watcher.goto(watching)
        expect(watcher.locator("[role=gridcell]")).to_have_count(9)
        expect(watcher.get_by_role("button", name="Resign")).to_have_count(0)

        # another link to the seat: who had it is out, who watches is not
        host.get_by_role("button", name="Make a link", description="To play Nought").click()
        playing = link_of(host, "To play Nought")
        expect(player.get_by_role("heading", name="This room cannot be opened")).to_be_visible()
        late.goto(playing)
        host.keyboard.press("Escape")
        cell(host, "b2").click()
        cell(late, "a1").click()
        expect(cell(watcher, "a1")).to_have_attribute("aria-label", "a1, Nought, last move came here")

        # watching ends: playing does not
        host.get_by_role("button", name="Share", exact=True).click()
        host.get_by_role("button", name="Revoke", description="To watch").click()
        expect(watcher.get_by_role("heading", name="This room cannot be opened")).to_be_visible()
        host.keyboard.press("Escape")
        cell(host, "c3").click()
        expect(cell(late, "c3")).to_have_attribute("aria-label", "c3, Cross, last move came here")
        # a link that was revoked lets nobody in any more
        player.goto(watching)
        expect(player.get_by_role("heading", name="This room cannot be opened")).to_be_visible()
        expect(player.locator("main")).to_contain_text("not valid, or not any more")


@pytest.mark.slow
def test_an_outside_program_takes_a_seat_that_the_host_gives_it(browser: Browser, address: str) -> None:
    with two(browser) as (host, _):
        opened(host, address, "tic-tac-toe", ["person"])
        host.get_by_role("button", name="Seats", exact=True).click()
        sits(host, "Nought", "program")
        expect(seat(host, "Nought")).to_contain_text("gdl join LINK")
        join = [sys.executable, "-m", "interpreter.cli.main", "join", link_of(host, "To play Nought")]
        program: Any = subprocess.Popen([*join, sys.executable, "-c", PROGRAM], stdout=subprocess.DEVNULL)
        try:
            host.keyboard.press("Escape")
            for count, name in ((2, "c3"), (4, "c2")):  # the program takes the first that is free: a1, b1
                cell(host, name).click()
                expect(host.locator(".history .move")).to_have_count(count)
            expect(cell(host, "b1")).to_have_attribute("aria-label", "b1, Nought, last move came here")
            typed(host, "c1")
            expect(host.locator(".status")).to_have_text("You won: Cross wins.")
            assert program.wait(30) == 0
        finally:
            program.kill()


@pytest.mark.slow
def test_only_the_host_changes_seats(browser: Browser, address: str) -> None:
    with two(browser) as (host, guest):
        invited(host, guest, address, "tic-tac-toe")
        expect(host.get_by_role("button", name="Seats", exact=True)).to_be_visible()
        expect(guest.get_by_role("button", name="Share", exact=True)).to_be_visible()
        expect(guest.get_by_role("button", name="Seats", exact=True)).to_have_count(0)
        room = f"{address}/api/rooms/{guest.url.rpartition('/')[2]}"
        refused = guest.request.post(f"{room}/seats", data={"player": 1, "by": "random"})
        assert refused.status == 403
