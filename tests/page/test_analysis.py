"""Analysing at the page: variations, what is thought of them, the value over a line, records, followers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import DESK, opened, phone

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page, Playwright

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script("localStorage.thinks ??= 'no'")
    yield page
    context.close()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[role=gridcell][data-name={name}]")


def analysed(page: Page, address: str, game: str, moves: str = "") -> None:
    """Analyse a game from the first page, at a position."""
    page.goto(f"{address}/?game={game}")
    page.get_by_role("button", name="Analyse").click()
    page.locator("svg.board").wait_for()
    if moves:
        page.get_by_role("button", name="Records and positions").click()
        page.get_by_label("Go to another position of this game").fill(moves)
        page.get_by_role("button", name="Go there").click()
        expect(page.locator(".tree .move")).to_have_count(len(moves.split()))
        expect(page.locator(".tree [aria-current]")).to_have_text(re.compile(re.escape(moves.split()[-1])))


def at(page: Page, move: str) -> None:
    """The page shows the position behind this move, proved or not, and has it from the server."""
    expect(page.locator(".tree [aria-current=true]")).to_have_text(re.compile(f"^{re.escape(move)}✓?$"))
    expect(page.locator(".room")).to_have_attribute("data-busy", "false")


def test_a_game_is_analysed_and_variations_stand_beside_it(page: Page, address: str) -> None:
    opened(page, address, "tic-tac-toe", ["person"])
    for name in ("b2", "a1", "c3"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("last move came here"))
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".tree .move")).to_have_text(["1b2", "2a1", "3c3"])
    at(page, "3c3")
    page.get_by_role("button", name="To the start").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty, can be chosen")
    page.locator(".tree .move", has_text="b2").click()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, empty, can be chosen")
    cell(page, "b1").click()
    at(page, "2b1")
    cell(page, "a1").click()
    at(page, "3a1")
    expect(page.locator(".tree .variation .move")).to_have_text(["2b1", "3a1"])
    page.reload()
    expect(page.locator(".tree .move")).to_have_count(5)
    page.locator(".tree .move", has_text="b1").click()
    page.get_by_role("button", name="Cut off from here").click()
    expect(page.locator(".tree .move")).to_have_text(["1b2", "2a1", "3c3"])
    at(page, "1b2")


def test_candidates_proofs_and_the_value_over_the_line(page: Page, address: str) -> None:
    analysed(page, address, "tic-tac-toe", "a1 a2 b2 b1")
    page.get_by_label("How long").select_option("0.5")
    page.get_by_role("button", name="Think").click()
    row = page.locator(".thoughts tbody tr:not(.follows)")
    expect(row).to_have_count(5)
    expect(row.first.locator("th")).to_have_text("c3")  # three in a row
    expect(row.first.locator("td").first).to_have_text("proved win in 1")
    expect(page.locator(".thoughts h2")).to_have_text("proved: Cross wins in 1 move")

    page.get_by_role("button", name="Value the whole line").click()
    expect(page.locator(".rim .point")).to_have_count(5)
    chart = page.locator(".rim svg")
    expect(chart).to_have_attribute(
        "aria-label", re.compile(r"^Value over the line, for Cross: .*4\. b1 100 %\.$")
    )
    page.locator(".rim .press").nth(1).click()
    at(page, "1a1")
    # below each of the three best moves stands how the game may go on with it
    expect(page.locator(".thoughts tr.follows button")).to_have_count(3)
    slider = page.get_by_label("Position of the line")
    slider.focus()
    page.keyboard.press("ArrowRight")
    at(page, "2a2")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^2\. a2: Cross \d+ %$|^2\. a2: proved"))

    page.get_by_role("button", name="To the start").click()
    page.get_by_label("How long").select_option("10")
    page.get_by_role("button", name="Prove").click()
    expect(page.locator(".thoughts h2")).to_have_text("proved: a draw")  # as everybody knows


def test_a_record_goes_out_and_comes_in_again(page: Page, address: str) -> None:
    analysed(page, address, "breakthrough", "a2-a3 h7-h6")
    page.get_by_role("button", name="Records and positions").click()
    expect(page.get_by_label(re.compile("^This position"))).to_have_value("a2-a3 h7-h6")
    with page.expect_download() as told:
        page.get_by_role("button", name="Download").click()
    text = Path(told.value.path()).read_text(encoding="utf-8")
    assert told.value.suggested_filename == "breakthrough.rec" and "1. a2-a3 2. h7-h6 *" in text
    before = page.url
    page.goto(f"{address}/a/new")
    page.get_by_role("button", name="Open the record").click()
    expect(page.get_by_role("alert")).to_have_text("the text holds no game")
    page.get_by_label("A record from a file").set_input_files(
        {"name": "mine.rec", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.locator(".tree .move")).to_have_text(["1a2-a3", "2h7-h6"])
    assert page.url != before


def test_who_has_the_link_follows_and_may_look_elsewhere(page: Page, browser: Browser, address: str) -> None:
    analysed(page, address, "tic-tac-toe", "b2 a1")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("To follow").input_value()
    page.keyboard.press("Escape")
    context = browser.new_context(**DESK, reduced_motion="reduce")
    guest = context.new_page()
    guest.goto(link)
    at(guest, "2a1")
    expect(guest.locator("[role=gridcell].begins")).to_have_count(0)
    for name in ("Think", "Cut off from here", "Share"):
        expect(guest.get_by_role("button", name=name)).to_have_count(0)
    cell(page, "c3").click()
    at(guest, "3c3")
    guest.locator(".tree .move", has_text="b2").click()
    cell(page, "c1").click()
    expect(guest.locator(".tree .move")).to_have_count(4)
    at(guest, "1b2")
    guest.get_by_label("Follow who shows this").check()
    at(guest, "4c1")
    context.close()


def test_it_is_for_everybody(browser: Browser, playwright: Playwright, address: str) -> None:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    page = context.new_page()
    analysed(page, address, "tic-tac-toe", "a1 a2 b2 b1")
    page.get_by_label("How long").select_option("0.5")
    page.get_by_role("button", name="Think").tap()
    expect(page.locator(".thoughts tbody tr")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for opening in (None, "Records and positions"):
        if opening:
            page.get_by_role("button", name=opening).tap()
            page.get_by_role("dialog").wait_for()
        found = page.evaluate("axe.run().then((result) => result.violations.map((each) => each.id))")
        assert found == []
    context.close()


@pytest.mark.slow
def test_how_a_game_went_is_shown_beside_its_end(page: Page, address: str) -> None:
    """O lets X have a row: by 4. b1 a draw becomes a loss, as anybody sees who has the four cells in mind."""
    opened(page, address, "tic-tac-toe", ["person"])
    for name in ("a1", "b2", "c3", "b1", "a3", "c1", "a2"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("last move came here"))
    page.get_by_role("button", name="How it went").click()
    expect(page.locator(".course .point")).to_have_count(8)
    # O had to stop the row a1, a2, a3 by a2, and threatened nothing with c1
    lost = page.locator(".course .turns button")
    expect(lost.filter(has_text="c1")).to_have_count(1)
    lost.filter(has_text="c1").click()
    expect(page.locator(".status")).to_contain_text("After 6 of 7 moves")
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, empty")
    page.get_by_role("link", name="Analyse it").click()
    expect(page.locator(".tree .move")).to_have_count(7)


@pytest.mark.slow
def test_thinking_goes_on_by_itself_and_the_bar_shows_the_value(page: Page, address: str) -> None:
    analysed(page, address, "tic-tac-toe", "a1 a2 b2 b1")
    expect(page.locator(".worth")).to_have_attribute("aria-label", "Worth: not thought about yet")
    page.get_by_label("Think by itself").check()
    expect(page.locator(".thoughts h2")).to_have_text("proved: Cross wins in 1 move")
    expect(page.locator(".worth")).to_have_attribute("aria-label", "Worth: proved: Cross wins in 1 move")
    above, under = (float(each.bounding_box()["height"]) for each in page.locator(".worth span").all())  # type: ignore[index]
    assert under > 10 * above  # Cross sits below
    page.reload()
    expect(page.get_by_label("Think by itself")).to_be_checked()
