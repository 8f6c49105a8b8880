"""No press on the board goes unanswered: early ones wait, what is not possible is answered at its place."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, cell, opened, two

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ("troika", "chess", "hex", "oware", "nine-mens-morris"))
def test_every_press_that_does_nothing_is_answered_in_a_sentence(page: Page, address: str, game: str) -> None:
    """Ten presses at random where nothing can be begun, of which none is silent."""
    chooses = random.Random(1)
    opened(page, address, game, ["person"])
    answered = page.get_by_role("alert")
    names = page.locator("[role=gridcell]").evaluate_all("sites => sites.map(each => each.dataset.name)")
    begins = page.locator(".begins").evaluate_all("sites => sites.map(each => each.dataset.name)")
    if len(begins) == len(names):  # a site is taken, and cannot be chosen again
        begins = []
        names = [chooses.choice(names)]
        cell(page, names[0]).click()
        expect(page.locator(".history .move")).to_have_count(1)
        page.wait_for_timeout(700)  # a second click at once is a slip
    closed = sorted(set(names) - set(begins))
    if not closed:
        return
    for _ in range(10):
        cell(page, chooses.choice(closed)).click()
        expect(answered).to_be_visible()
        assert len(answered.inner_text().split()) >= 4
        answered.get_by_role("button", name="Close").click()
        expect(answered).to_have_count(0)
        page.wait_for_timeout(50)


@pytest.mark.slow
def test_a_press_waits_for_the_position_that_it_is_in(page: Page, address: str) -> None:
    """Black's reply is pressed while White's move is on its way."""

    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    opened(page, address, "hex", ["person"])
    page.route("**/moves", hold)
    cell(page, "a1").click()
    cell(page, "c3").click()
    held[0].continue_()
    expect(page.locator(".history .move")).to_have_count(2)
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("^c3, Blue .*last move came here$"))


@pytest.mark.slow
def test_who_cannot_move_now_is_told_whose_turn_it_is(browser: Browser, address: str) -> None:
    from tests.page.browsing import invited

    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        cell(black, "a7").click()
        expect(black.get_by_role("alert")).to_contain_text("It is White’s turn.")


@pytest.mark.slow
def test_of_a_long_game_only_the_moves_that_are_seen_are_drawn(page: Page, address: str) -> None:
    chooses = random.Random(3)
    room = opened(page, address, "congress", ["person"])
    path = f"{address}/api/rooms/{room}"
    told: Any = page.request.get(path).json()
    while told["ply"] < 160:
        move = chooses.choice(told["moves"])["n"]
        answer = page.request.post(f"{path}/moves", data={"move": move}, headers={"Origin": address})
        assert answer.ok
        told = page.request.get(path).json()
    rows = page.locator(".history .move")
    expect(rows.last).to_have_attribute("data-ply", "160")
    assert rows.count() < 120
    page.get_by_role("button", name="To the start").click()
    expect(rows.first).to_have_attribute("data-ply", "1")
    assert rows.count() < 120


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    (
        "troika",
        "katarenga",
        "chess",
        "hex",
        "oware",
        "backgammon",
        "lasca",
        "nine-mens-morris",
        "go",
        "colorado",
    ),
)
def test_of_a_hundred_presses_at_random_none_is_silent(page: Page, address: str, game: str) -> None:
    """Each chooses a piece, leaves it, opens something, makes a move, or is answered in a sentence."""
    chooses = random.Random(7)
    opened(page, address, game, ["person"])
    answered, refused = page.get_by_role("alert"), 0
    for press in range(100):
        sites = page.locator("svg.board [role=gridcell]")
        before = _looks(page)
        sites.nth(chooses.randrange(sites.count())).click(force=True)
        for _ in range(100):
            if answered.count() or page.get_by_role("dialog").count() or _looks(page) != before:
                break
            page.wait_for_timeout(30)
        if answered.count():
            assert len(answered.first.inner_text().split()) >= 4
            assert answered.first.is_visible()
            refused += 1
        elif page.get_by_role("dialog").count():
            page.get_by_role("dialog").locator(".option").first.click()
        else:
            assert _looks(page) != before, f"press {press + 1} came to nothing"
        page.locator(".status").click()  # what the sentence covers could not be pressed
        expect(answered).to_have_count(0)
        page.wait_for_timeout(650)  # a second press on the same site at once is a slip
        if page.locator(".room[data-over=true]").count():
            break
    assert refused


def _looks(page: Page) -> tuple[str, ...]:
    """What a press may change: the position, what is chosen, a stack that is opened."""
    room = page.locator(".room")
    chosen = page.locator("[role=gridcell][aria-selected=true]").evaluate_all(
        "all => all.map(each => each.dataset.site)"
    )
    return (str(room.get_attribute("data-version")), *chosen, str(page.locator(".stack").count()))
