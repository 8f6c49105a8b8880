"""Answers that do not come: the page says so, takes no other text's answer for this one's, and asks again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, invited, two, typed
from tests.page.shops import Bench

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, WebSocketRoute

LINE = """(game "Line"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
WRONG = LINE.replace("Line 3", "Lin 3")
LATE = {
    "code": "E0791",
    "message": "the rules took longer than 4.5 seconds of processor time and were stopped",
}
BUSY = {"code": "E0794", "message": "this machine has too much else to do"}


class Between:
    """Stands between a page and the workshop's socket: of what is asked, the next answers are mistakes."""

    def __init__(self) -> None:
        self.wrong: dict[str, list[dict[str, str]]] = {}
        self.held: list[tuple[WebSocketRoute, str]] = []
        self.holds = False

    def __call__(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(text: str | bytes) -> None:
            asked: dict[str, Any] = {} if text == "?" else json.loads(text)
            wrong = self.wrong.get(asked.get("do", ""))
            if wrong:
                socket.send(json.dumps({"id": asked["id"], "error": wrong.pop(0)}))
            elif self.holds and asked.get("do") == "check":
                self.held.append((server, str(text)))
            else:
                server.send(text)

        socket.on_message(heard)

    def let_go(self) -> None:
        """Ask what was held back."""
        self.holds = False
        for server, text in self.held:
            server.send(text)


@pytest.fixture
def between() -> Between:
    return Between()


@pytest.fixture
def bench(browser: Browser, address: str, between: Between) -> Iterator[Bench]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    page = context.new_page()
    page.route_web_socket("**/api/workshop", between)
    yield Bench(page, address)
    context.close()


def test_a_check_that_is_stopped_leaves_no_mistakes_of_another_text(bench: Bench, between: Between) -> None:
    page = bench.page
    bench.open(WRONG, playable=False)
    expect(page.locator(".mistakes li")).to_have_count(1)
    between.wrong["check"] = [LATE]
    bench.change("Lin 3", "Line 3")
    status = page.locator(".mistakes [role=status]")
    expect(status).to_have_text(f"This text is not checked: {LATE['message']}.")
    expect(page.locator(".mistakes li")).to_have_count(0)
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)
    expect(page.locator(".waiting")).to_have_text("The board comes when the text is checked.")
    page.get_by_role("button", name="Check again").click()
    expect(status).to_have_text("No mistakes")
    expect(page.locator(".playground")).to_be_visible()


@pytest.mark.slow
def test_a_check_for_which_the_machine_had_no_time_is_asked_for_again(bench: Bench, between: Between) -> None:
    page = bench.page
    bench.open(LINE)
    between.wrong["check"] = [BUSY, BUSY]
    bench.change("Line 3", "Lin 3")
    status = page.locator(".mistakes [role=status]")
    expect(status).to_contain_text("Not checked yet: this machine has too much else to do")
    expect(page.locator(".mistakes li")).to_have_count(1)  # without anybody's doing
    expect(status).to_have_text("1 mistake")


@pytest.mark.slow
def test_as_long_as_an_answer_is_waited_for_that_is_said(bench: Bench, between: Between) -> None:
    page = bench.page
    bench.open(LINE)
    status = page.locator(".mistakes [role=status]")
    expect(status).to_have_text("No mistakes")
    between.holds = True
    bench.change("Line 3", "Lin 3")
    expect(status).to_have_text("Checking …")
    between.let_go()
    expect(status).to_have_text("1 mistake")


@pytest.mark.slow
def test_a_board_that_cannot_be_set_up_is_said_to_be_and_tried_again(bench: Bench, between: Between) -> None:
    page = bench.page
    between.wrong["open"] = [BUSY, LATE]
    page.goto(f"{bench.address}/workshop?game=tic-tac-toe")
    expect(page.locator(".waiting")).to_contain_text("The game is not set up yet: this machine has too much")
    note = page.locator(".note")
    expect(note).to_contain_text(f"These rules cannot be played: {LATE['message']}")
    expect(page.get_by_text("Setting up the board")).to_have_count(0)
    note.get_by_role("button", name="Try again").click()
    expect(page.locator(".playground")).to_be_visible()
    expect(note).to_have_count(0)


# --- Rooms ------------------------------------------------------------------------------------------------


def test_where_the_server_takes_no_more_the_page_says_so(browser: Browser, address: str) -> None:
    """A socket that is one too many is closed with a reason: that is no lost connection."""
    full = [True]

    def refusing(socket: WebSocketRoute) -> None:
        if full[0]:
            socket.close(code=1013, reason="200 games are open from your address")
        else:
            socket.connect_to_server()

    with two(browser) as (page, other):
        page.route_web_socket("**/news", refusing)
        invited(page, other, address, "breakthrough")
        banner = page.locator(".banner")
        expect(banner).to_contain_text("200 games are open from your address. Trying again …")
        expect(page.get_by_text("The connection is lost")).to_have_count(0)
        full[0] = False
        expect(banner).to_have_count(0)
        typed(page, "a2-a3")


def test_the_clock_stands_while_the_connection_is_lost(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough", clock={"seconds": 600, "increment": 0})
        typed(white, "a2-a3")
        clock = white.locator(".seat.turn .clock")
        expect(clock).not_to_have_text("10:00")  # Black's runs
        white.context.set_offline(True)
        expect(white.locator(".room")).to_have_attribute("data-lost", "true")
        stood = clock.inner_text()
        white.wait_for_timeout(2500)
        assert clock.inner_text() == stood
        expect(clock).to_have_attribute("title", "As it was when the connection was lost")
        white.context.set_offline(False)
        expect(clock).not_to_have_text(stood)  # what the server says it is
        expect(clock).not_to_have_attribute("title", "As it was when the connection was lost")


@pytest.mark.slow
def test_a_host_deletes_a_game_for_everybody(browser: Browser, address: str) -> None:
    with two(browser) as (host, guest):
        invited(host, guest, address, "breakthrough")
        expect(guest.get_by_role("button", name="Delete")).to_have_count(0)
        host.get_by_role("button", name="Delete").click()
        dialog = host.get_by_role("dialog")
        expect(dialog).to_contain_text("Nothing of it comes back")
        dialog.get_by_role("button", name="Cancel").click()
        typed(host, "a2-a3")
        host.get_by_role("button", name="Delete").click()
        dialog.get_by_role("button", name="Delete").click()
        expect(host.get_by_role("heading", name="Choose a game")).to_be_visible()
        expect(host.get_by_role("navigation", name="Games that you are in")).to_have_count(0)
        expect(guest.get_by_text("This was deleted.")).to_be_visible()
        guest.goto(f"{address}/")
        expect(guest.get_by_role("navigation", name="Games that you are in")).to_have_count(0)
