"""Each player sees their own side below, and may turn the board: keys follow what is seen, names stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, cell, invited, opened, two

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def height(page: Page, name: str) -> float:
    """How far from the top a site is seen."""
    box: Any = cell(page, name).bounding_box()
    return float(box["y"] + box["height"] / 2)


def lower(page: Page, name: str, other: str) -> bool:
    return height(page, name) > height(page, other) + 20


def test_each_of_two_players_sees_their_own_pieces_below(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        expect(black.locator(".room")).to_have_attribute("data-turn", "180")
        assert lower(white, "a1", "a8") and lower(black, "a8", "a1")
        # what is seen at the left below is a1 for one and h8 for the other
        for page, name in ((white, "a1"), (black, "h8")):
            boxes = {each: cell(page, each).bounding_box() for each in ("a1", "a8", "h1", "h8")}
            assert name == max(boxes, key=lambda each: boxes[each]["y"] - boxes[each]["x"])
        # the names of columns and rows are written where they are
        rulers = black.locator(".lw-ruler").evaluate_all(
            """all => all.map(each => {
                const {x, y} = each.getBoundingClientRect();
                return [each.textContent, x, y];
            })"""
        )
        columns = [text for text, _, _ in sorted(rulers, key=lambda each: each[1]) if text.isalpha()]
        rows = [text for text, _, _ in sorted(rulers, key=lambda each: each[2]) if text.isdigit()]
        assert "".join(columns) == "hgfedcba" and "".join(rows) == "12345678"
        cell(white, "a2").click()
        cell(white, "b3").click()
        expect(cell(black, "b3")).to_have_attribute("aria-label", re.compile("last move came here"))
        cell(black, "h7").click()
        cell(black, "g6").click()
        expect(cell(white, "g6")).to_have_attribute("aria-label", "g6, Black Pawn, last move came here")


def test_the_keys_follow_the_turned_board_and_the_choice_is_kept(browser: Browser, address: str) -> None:
    page = browser.new_context(**DESK).new_page()
    opened(page, address, "breakthrough", ["person"])
    assert lower(page, "a1", "a8")
    page.get_by_role("button", name="Turn the board").click()
    expect(page.locator(".room")).to_have_attribute("data-turn", "180")
    expect(page.locator(".voice").filter(has_text="Black below.")).to_have_count(1)
    assert lower(page, "a8", "a1")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Home")  # the first as the board is read: at the left above
    assert page.evaluate("() => document.activeElement.dataset.name") == "h1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.dataset.name") == "h2"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.name") == "g2"
    # a white pawn goes down and to the right here
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".history .move")).to_have_text(["g2-f3"])
    page.reload()
    expect(page.locator(".room")).to_have_attribute("data-turn", "180")
    # the key turns it, too; another room is not turned by it
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("f")
    expect(page.locator(".room")).to_have_attribute("data-turn", "0")
    opened(page, address, "breakthrough", ["person"])
    expect(page.locator(".room")).to_have_attribute("data-turn", "0")
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ("breakthrough", "triad"))
def test_the_focus_stays_on_its_site_when_a_key_turns_the_board(
    browser: Browser, address: str, game: str
) -> None:
    page = browser.new_context(**DESK, reduced_motion="reduce").new_page()
    room = opened(page, address, game, ["person"])
    told: Any = page.request.get(f"{address}/api/rooms/{room}").json()
    here = "() => document.activeElement.dataset.name"
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    name = page.evaluate(here)
    for turn in (*told["board"]["turns"][1:], 0):
        page.keyboard.press("f")
        expect(page.locator(".room")).to_have_attribute("data-turn", str(turn))
        assert page.evaluate(here) == name
        expect(page.locator("[role=gridcell][tabindex='0']")).to_have_attribute("data-name", name)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(here) != name
    page.context.close()


@pytest.mark.slow
def test_three_sit_round_a_board_of_hexagons(browser: Browser, address: str) -> None:
    page = browser.new_context(**DESK).new_page()
    turns = set()
    for seat in range(3):
        seats = ["mcts:100ms"] * 3
        seats[seat] = "person"
        room = opened(page, address, "triad", seats)
        told: Any = page.request.get(f"{address}/api/rooms/{room}").json()
        first: Any = page.request.get(f"{address}/api/rooms/{room}/past/0").json()
        shown = page.locator(".room")
        expect(shown).to_have_attribute("data-turn", str(told["board"]["sides"][seat]))
        turns.add(shown.get_attribute("data-turn"))
        mine = told["board"]["players"][seat]
        names = {site["site"]: site["name"] for site in told["board"]["sites"]}
        heights = {site: height(page, name) for site, name in names.items()}
        own = [heights[site] for site, _, words in first["pieces"] if words.startswith(mine)]
        others = [heights[site] for site, _, words in first["pieces"] if not words.startswith(mine)]
        assert len(own) == 9 and sum(own) / len(own) > sum(others) / len(others) + 100
    assert turns == {"0", "120", "240"}
    page.context.close()


@pytest.mark.slow
def test_an_analysis_is_seen_from_where_the_game_was(browser: Browser, address: str) -> None:
    with two(browser) as (white, black):
        invited(white, black, address, "breakthrough")
        expect(black.locator(".room")).to_have_attribute("data-turn", "180")
        black.get_by_role("button", name="Analyse").click()
        expect(black.locator(".analysis")).to_have_attribute("data-turn", "180")
        cell(black, "a2").click()
        cell(black, "b3").click()
        expect(black.locator(".tree .move")).to_have_text(["1a2-b3"])
        black.get_by_role("button", name="Turn the board").click()
        expect(black.locator(".analysis")).to_have_attribute("data-turn", "0")
        assert lower(black, "a1", "a8")


def seen_whole(page: Page) -> tuple[float, float]:
    """The height of the board as a share of the screen, none of it beyond an edge; its least site."""
    page.locator("svg.board").wait_for()
    box: Any = page.locator("svg.board").bounding_box()
    size: Any = page.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] + 1
    sites: list[Any] = [each.bounding_box() for each in page.locator("[role=gridcell]").all()[:20]]
    return box["height"] / size["height"], min(min(each["width"], each["height"]) for each in sites)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "troika", "lasca"])
def test_on_a_phone_that_lies_the_board_is_as_high_as_the_screen(
    browser: Browser, address: str, game: str
) -> None:
    context = browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = context.new_page()
    opened(page, address, game, ["person"])
    high, _ = seen_whole(page)
    assert high > 0.95
    box: Any = page.locator("aside .seats").bounding_box()
    assert box["x"] > 380 and box["y"] < 200  # beside the board, without scrolling
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hex", "backgammon"])
def test_a_wide_board_is_turned_to_fit_a_phone_that_stands(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    opened(page, address, game, ["person"])
    expect(page.locator(".room")).to_have_attribute("data-turn", "90")
    high, least = seen_whole(page)
    assert high < 0.9 and least >= 24
    # on its side it lies as it is drawn
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".room")).to_have_attribute("data-turn", "0")
    context.close()


@pytest.mark.slow
def test_two_fingers_make_the_page_larger_and_move_no_piece(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    opened(page, address, "breakthrough", ["person"])
    box: Any = cell(page, "c2").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": at[0], "y": at[1], "id": number} for number, at in enumerate(places)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    # the first finger comes a little before the second, and on a piece that can be dragged
    touch("touchStart", (x, y))
    touch("touchMove", (x + 2, y))
    touch("touchStart", (x, y), (x + 30, y + 30))
    for step in range(6, 70, 6):
        touch("touchMove", (x - step, y - step), (x + 30 + step, y + 30 + step))
    touch("touchEnd")
    page.wait_for_timeout(300)
    assert page.evaluate("visualViewport.scale") > 1.5
    expect(page.locator(".history .move")).to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(0)
    context.close()
