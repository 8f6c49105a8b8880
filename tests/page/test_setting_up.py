"""Positions set up at the page: pieces put, moved, removed; texts in and out; what comes of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, cell, phone, typed
from tests.page.test_access import found_by_axe

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Playwright


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def setting_up(page: Page, address: str, game: str) -> None:
    """Go to an analysis of a game, and set a position up there."""
    page.goto(f"{address}/?game={game}")
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Set up a position").click()
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator(".setup")).to_have_attribute("data-ready", "true")


def tool(page: Page, name: str) -> Any:
    palette = page.get_by_role("group", name="What a click puts on the board")
    return palette.get_by_role("button", name=name, exact=True)


def text(page: Page) -> Any:
    return page.get_by_label("The position as text")


def test_pieces_are_put_moved_and_removed_and_the_position_is_analysed(page: Page, address: str) -> None:
    setting_up(page, address, "breakthrough")
    expect(page.locator(".status")).to_have_text("White to move, 22 moves are possible")
    page.get_by_role("button", name="Clear the board").click()
    tool(page, "White Pawn").click()
    for name in ("b6", "c3", "d3"):
        cell(page, name).click()
    tool(page, "Remove").click()
    cell(page, "d3").click()
    tool(page, "Black Pawn").click()
    cell(page, "g2").click()
    cell(page, "g7").click()
    cell(page, "g7").click()  # the same again: it is gone
    cell(page, "c3").drag_to(cell(page, "a6"))
    page.get_by_label("Who is to move").select_option("Black")
    ready(page)
    expect(page.locator(".status")).to_have_text("Black to move, 3 moves are possible")
    expect(text(page)).to_have_value("{pieces: {Pawn2: [g2], Pawn1: [a6, b6]}, mover: 2}")
    page.get_by_role("button", name="Analyse it").click()
    expect(page.locator(".analysis .status")).to_have_text("Black to move")
    typed(page, "g2-h1")
    expect(page.locator(".status")).to_contain_text("The game is over: Black wins.")


@pytest.mark.slow
def test_a_text_is_read_and_what_is_wrong_with_it_is_told(page: Page, address: str) -> None:
    setting_up(page, address, "chess")
    # a stalemate that the scenarios of chess have
    text(page).fill("{pieces: {King1: [f7], Queen1: [g5], King2: [h8]}}")
    page.get_by_role("button", name="Read this text").click()
    expect(cell(page, "g5")).to_have_attribute("aria-label", re.compile("^g5, White Queen"))
    ready(page)
    text(page).fill("{pieces: {Keng1: [f7]}}")
    page.get_by_role("button", name="Read this text").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no piece `Keng1`")
    expect(cell(page, "g5")).to_have_attribute("aria-label", re.compile("^g5, White Queen"))
    expect(page.get_by_role("button", name="Analyse it")).to_be_disabled()
    # what one does next counts
    page.get_by_label("Who is to move").select_option("Black")
    ready(page)
    expect(page.locator(".status")).to_have_text("Black to move, 1 move is possible")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".analysis .status")).to_have_text("White to move")


@pytest.mark.slow
def test_a_position_that_was_set_up_is_played(page: Page, address: str) -> None:
    setting_up(page, address, "lasca")
    page.get_by_role("button", name="Clear the board").click()
    tool(page, "White Soldier").click()
    cell(page, "c3").click()
    tool(page, "Red Soldier").click()
    cell(page, "c3").click()
    cell(page, "e5").click()
    ready(page)
    # a stack of a white and a red one: red is on top
    expect(text(page)).to_have_value(
        "{pieces: {Soldier2: [e5]}, mover: 1, stacks: {c3: [Soldier1, Soldier2]}}"
    )
    page.get_by_label("Who is to move").select_option("Red")
    ready(page)
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_text("From a position that was set up.")).to_be_visible()
    page.locator("select[id^=seat]").nth(1).select_option("person")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".status")).to_have_text("Red to move")
    typed(page, "e5-d4")
    expect(page.locator(".status")).not_to_have_text("Red to move")


@pytest.mark.slow
def test_a_position_goes_out_and_in_as_text_alone(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=breakthrough")
    page.get_by_role("button", name="Analyse").click()
    typed(page, "a2-b3")
    page.get_by_role("button", name="Records and positions").click()
    alone = page.get_by_label("The same by itself")
    expect(alone).to_have_value(re.compile(r"^\{pieces: \{Pawn1: .*mover: 2"))
    told = alone.input_value()
    page.get_by_label("Go to another position of this game").fill(told)
    page.get_by_role("button", name="Go there").click()
    expect(page.locator(".tree")).to_contain_text("Nothing was tried yet")
    expect(page.locator(".status")).to_have_text("Black to move")
    expect(cell(page, "b3")).to_have_attribute("aria-label", re.compile("^b3, White Pawn"))
    # its record tells where it began, and comes in again
    typed(page, "h7-h6")
    page.get_by_role("button", name="Records and positions").click()
    record = page.get_by_label("The record of the line to here")
    expect(record).to_have_value(re.compile(r"\[position "))
    written = record.input_value()
    page.goto(f"{address}/a/new")
    page.get_by_label("Open a record").fill(written)
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator(".tree .move")).to_have_text(["1h7-h6"])
    expect(cell(page, "b3")).to_have_attribute("aria-label", re.compile("^b3, White Pawn"))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_it_is_for_everybody(browser: Browser, playwright: Playwright, address: str, scheme: Any) -> None:
    context = browser.new_context(**phone(playwright), color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    setting_up(page, address, "nine-mens-morris")
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # by keys alone, heard
    tool(page, "Black Man").focus()
    page.keyboard.press("Enter")
    expect(tool(page, "Black Man")).to_have_attribute("aria-pressed", "true")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Enter")
    name = page.evaluate("() => document.activeElement.dataset.name")
    expect(page.locator(".voice").filter(has_text=f"{name}: Black Man.")).to_have_count(1)
    ready(page)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name}, Black Man"))
    # a hand is a place like others
    tool(page, "Remove").tap()
    page.get_by_role("group", name="White’s hand").get_by_role("button").tap()
    ready(page)
    expect(text(page)).to_have_value(re.compile(r"Man2: \[\w+, Hand2\]"))
    assert found_by_axe(page) == []
    context.close()


@pytest.mark.slow
def test_axe_finds_nothing_in_the_hosts_window(
    browser: Browser, playwright: Playwright, address: str
) -> None:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    page = context.new_page()
    made = page.request.post(
        f"{address}/api/rooms", data={"game": "triad", "seats": ["person", "link", "program"]}
    ).json()
    page.goto(f"{address}/r/{made['room']}")
    for window in ("Seats", "Share"):
        page.get_by_role("button", name=window, exact=True).tap()
        page.get_by_role("dialog").wait_for()
        page.get_by_role("button", name="Make a link").first.tap()
        expect(page.get_by_label("To play Green", exact=True)).to_be_visible()
        assert found_by_axe(page) == [], window
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Escape")
    context.close()
