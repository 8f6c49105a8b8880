"""Cut off in the midst of a game: the page says so, and goes on with nothing lost when the server is back."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import DESK, cell, invited, opened, two, typed
from tests.serve.running import serving

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LOST = "The connection is lost"


def same(white: Page, black: Page, *moves: str) -> None:
    """Both show these moves, and no others."""
    for page in (white, black):
        expect(page.locator(".history .move")).to_have_text(list(moves))


def until(true: Callable[[], bool], page: Page) -> bool:
    """Wait for something that the page does out of its own sight."""
    for _ in range(500):
        if true():
            return True
        page.wait_for_timeout(20)
    return False


def test_what_is_done_while_cut_off_is_sent_when_the_network_is_back(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        typed(white, "a2-a3")
        expect(black.locator(".room")).to_have_attribute("data-yours", "true")
        black.context.set_offline(True)
        expect(black.get_by_text(LOST)).to_be_visible()
        cell(black, "h7").click()
        cell(black, "h6").click()
        expect(black.get_by_text("What you did is sent then.")).to_be_visible()
        expect(white.get_by_text(LOST)).to_have_count(0)
        same(white, white, "a2-a3")
        black.context.set_offline(False)
        expect(black.get_by_text(LOST)).to_have_count(0)
        same(white, black, "a2-a3", "h7-h6")
        # and the other way round: what the others did meanwhile is there afterwards
        black.context.set_offline(True)
        expect(black.get_by_text(LOST)).to_be_visible()
        typed(white, "a3-a4")
        black.context.set_offline(False)
        same(white, black, "a2-a3", "h7-h6", "a3-a4")
        typed(black, "h6-h5")
        same(white, black, "a2-a3", "h7-h6", "a3-a4", "h6-h5")


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_is_found(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with ExitStack() as servers, two(browser) as (white, black):
        server = servers.enter_context(serving(database))
        invited(white, black, server.address, "breakthrough")
        typed(white, "a2-a3")
        expect(black.locator(".room")).to_have_attribute("data-yours", "true")
        server.process.kill()
        server.process.wait()
        for page in (white, black):
            expect(page.get_by_text(LOST)).to_be_visible()
        cell(black, "h7").click()
        cell(black, "h6").click()
        expect(black.locator(".room")).to_have_attribute("data-busy", "true")
        servers.enter_context(serving(database, "--port", server.address.rpartition(":")[2]))
        for page in (white, black):
            expect(page.get_by_text(LOST)).to_have_count(0)
        same(white, black, "a2-a3", "h7-h6")
        typed(white, "a3-a4")
        same(white, black, "a2-a3", "h7-h6", "a3-a4")


@pytest.mark.slow
def test_an_analysis_goes_on_where_it_was(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with ExitStack() as servers, two(browser) as (page, _):
        server = servers.enter_context(serving(database))
        page.goto(f"{server.address}/?game=tic-tac-toe")
        page.get_by_role("button", name="Analyse").click()
        for name in ("b2", "a1"):
            cell(page, name).click()
            expect(page.locator(".tree [aria-current]")).to_contain_text(name)
            # the position itself is fetched after the tree: no cell can be pressed before it is there
            expect(page.locator(".room")).to_have_attribute("data-busy", "false")
        server.process.kill()
        server.process.wait()
        expect(page.get_by_text(LOST)).to_be_visible()
        expect(page.locator(".room")).to_have_attribute("data-busy", "false")
        cell(page, "c3").click()
        servers.enter_context(serving(database, "--port", server.address.rpartition(":")[2]))
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(page.locator(".tree .move")).to_have_text(["1b2", "2a1", "3c3"])
        expect(page.locator(".tree [aria-current]")).to_contain_text("c3")
        expect(page.locator(".room")).to_have_attribute("data-busy", "false")
        cell(page, "a3").click()
        expect(page.locator(".tree .move")).to_have_count(4)


@pytest.mark.slow
def test_a_connection_that_dies_without_a_word_is_noticed(browser: Browser, address: str) -> None:
    sockets: list[list[str]] = []

    with two(browser) as (page, _):
        page.clock.install()

        def deaf(socket: object) -> None:
            """The first socket hears what the page says, and from then on nothing comes by it."""
            server = socket.connect_to_server()  # type: ignore[attr-defined]
            heard: list[str] = []
            sockets.append(heard)
            mine = len(sockets)
            socket.on_message(lambda text: (heard.append(text), None if mine == 1 else server.send(text)))  # type: ignore[attr-defined]
            server.on_message(lambda text: None if mine == 1 and heard else socket.send(text))  # type: ignore[attr-defined]

        page.route_web_socket("**/news", deaf)
        made = page.request.post(f"{address}/api/rooms", data={"game": "breakthrough"}).json()
        page.goto(f"{address}/r/{made['room']}")
        page.locator("svg.board").wait_for()
        expect(page.locator(".room")).to_have_attribute("data-lost", "false")
        opened = until(lambda: len(sockets) == 1, page)
        page.clock.run_for(16_000)  # it asks whether somebody is there
        asked = until(lambda: sockets[0] == ["?"], page)
        page.clock.run_for(9_000)  # nobody answers

        def again() -> bool:
            """It waits a while before it tries again, from when it has seen that the first is closed."""
            page.clock.run_for(500)
            return len(sockets) == 2

        assert opened and asked and until(again, page)
        expect(page.locator(".room")).to_have_attribute("data-lost", "false")
        typed(page, "a2-a3")


@pytest.mark.slow
def test_the_page_opens_without_the_network_and_goes_on_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        context = browser.new_context(**DESK, reduced_motion="reduce")
        page = context.new_page()
        room = opened(page, server.address, "tic-tac-toe", ["person"])
        cell(page, "b2").click()
        page.goto(server.address)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        kept = """async () => {
            const found = await (await caches.open("ludwright 1")).keys();
            return found.map(each => new URL(each.url).pathname);
        }"""
        for _ in range(100):
            if {"/", "/page/home.js", "/api/games"} <= set(page.evaluate(kept)):
                break
            page.wait_for_timeout(200)
        page.goto(f"{server.address}/r/{room}")
        page.locator("svg.board").wait_for()
        names = set(page.evaluate(kept))
        assert "/page/room.js" in names and not any("/api/rooms" in name for name in names)

        context.set_offline(True)
        page.reload()
        expect(page.get_by_text("The server cannot be reached; trying again.")).to_be_visible()
        context.set_offline(False)
        expect(page.locator(".history .move")).to_have_text(["b2"])
        cell(page, "a1").click()
        expect(page.locator(".history .move")).to_have_count(2)
        # the games are seen without it, too
        context.set_offline(True)
        page.goto(server.address)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        context.close()
