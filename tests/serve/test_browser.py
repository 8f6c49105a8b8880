"""What only several browsers, or a browser beside a machine, can show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.page.browsing import opened
from tests.page.playing import Person
from tests.serve.running import Server

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_troika_is_played_by_clicking_against_mcts_and_nothing_leaves_for_another_host(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    opened(page, server.address, "troika", ["person", "mcts:200ms"])
    person = Person(page)
    person.play()
    assert person.moves > 1 and re.match(
        "You (won|lost)|The game is over", page.locator(".status").inner_text()
    )
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(server.address).netloc}


@pytest.mark.slow
def test_two_browsers_by_private_links_finish_triad_with_mcts_on_the_third_seat(
    browser: Browser, server: Server
) -> None:
    host, guest, watcher = (browser.new_context() for _ in range(3))
    try:
        made = host.request.post(
            f"{server.address}/api/rooms",
            data={"game": "triad", "seats": ["link", "link", "mcts:100ms"], "seed": 1},
        ).json()
        links = {(link["kind"], link["player"]): f"{server.address}{link['url']}" for link in made["links"]}
        pages = {}
        for name, context, link in (("one", host, ("play", 1)), ("two", guest, ("play", 2)),
                                    ("three", watcher, ("watch", None))):  # fmt: skip
            pages[name] = context.new_page()
            pages[name].goto(links[link])
            pages[name].locator("svg.board").wait_for()
            assert "#" not in pages[name].url
        players = [Person(pages["one"]), Person(pages["two"], seed=2)]
        while not any(player.over for player in players):
            for player in players:
                if player.page.locator(".room[data-yours=true][data-busy=false][data-over=false]").count():
                    player.move_once()
            pages["one"].wait_for_timeout(20)
        for page in pages.values():
            page.locator(".room[data-over=true]").wait_for()
        # "You lost: Blue, then Green, then Red." to one, "The game is over: ..." to who watches
        ranking = {page.locator(".status").inner_text().partition(": ")[2] for page in pages.values()}
        assert len(ranking) == 1 and ranking.pop().count(", then ") in (1, 2)
        room = f"{server.address}/api/rooms/{made['room']}"
        refused = watcher.request.post(f"{room}/moves", data={"move": "pass"})
        assert refused.status == 403
    finally:
        for context in (host, guest, watcher):
            context.close()
