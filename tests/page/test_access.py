"""Everybody can play: what axe-core finds, what is said of sites, targets that are large enough, colours that
are not needed."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.browsing import DESK, SMALL, opened, phone
from tests.quick import FEW, one_in, quick_where

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

AXE = Path(__file__).parent / "vendor" / "axe.min.js"


def found_by_axe(page: Page) -> list[str]:
    """What axe-core finds; it is run as a debugger runs things, past the page's policy."""
    page.evaluate(f"() => {{ {AXE.read_text(encoding='utf-8')} }}")
    found = page.evaluate(
        "async () => (await axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', "
        "'best-practice']})).violations.flatMap(each => each.nodes.map("
        "node => `${each.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))"
    )
    return [str(each) for each in found]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_axe_finds_nothing_on_the_way_to_a_game(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(**DESK, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.locator(".home[data-whole=true]").wait_for()
    assert found_by_axe(page) == []
    page.get_by_label("Search").fill("katarenga")
    page.get_by_role("link", name="Katarenga", exact=True).click()
    page.get_by_role("button", name="Play the computer").wait_for()
    page.get_by_text("Seats, clock").click()
    assert found_by_axe(page) == []
    page.get_by_label("Black").select_option("person")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("grid").wait_for()
    assert found_by_axe(page) == []
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)  # the focus was not lost with the button
    page.get_by_role("button", name="Settings").click()
    assert found_by_axe(page) == []
    page.goto(f"{address}/?game=katarenga")
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_role("img", name="The link as a QR code").wait_for()
    assert found_by_axe(page) == []
    context.close()


@pytest.mark.parametrize(
    "game",
    quick_where(("last-step", "nine-mens-morris", "triad", "troika", "lasca"), lambda game: game == "triad"),
)
def test_axe_finds_nothing_in_a_game_and_its_windows(
    browser: Browser, playwright: Playwright, address: str, game: str
) -> None:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    page = context.new_page()
    opened(page, address, game, ["person"])
    page.locator("[role=gridcell].begins").first.tap()
    expect(page.locator(".room[data-busy=false]")).to_be_visible()
    assert found_by_axe(page) == []
    for window in ("Rules", "Share", "Keys", "Resign"):
        page.get_by_role("button", name=window, exact=True).tap()
        page.get_by_role("dialog").wait_for()
        assert found_by_axe(page) == [], window
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    context.close()


@pytest.mark.slow
def test_a_site_says_what_it_is_and_what_can_be_done(browser: Browser, address: str) -> None:
    page = browser.new_page()
    opened(page, address, "katarenga", ["person"], seed=1)
    grid = page.get_by_role("grid", name="Katarenga, the board")
    assert grid.get_by_role("row").count() == 8 and grid.get_by_role("gridcell").count() == 64
    page.locator("[role=gridcell].begins").first.click()
    target = page.locator("[role=gridcell].target").first
    assert target.get_attribute("aria-label").split(", ")[1] in ("Red", "Yellow", "Green", "Blue")
    page.close()


@pytest.mark.slow
def test_a_capture_is_told_before_and_after(browser: Browser, address: str) -> None:
    page = browser.new_page()
    opened(page, address, "breakthrough", ["person"])
    field = page.get_by_label("Type a move")
    for move in ("a2-a3", "b7-b6", "a3-a4", "b6-b5"):
        field.fill(move)
        field.press("Enter")
        expect(page.locator(".history .move").last).to_contain_text(move)
    b5 = page.locator("[role=gridcell][data-name=b5]")
    expect(b5).to_have_attribute("aria-label", "b5, Black Pawn, can be captured, last move came here")
    page.locator("[role=gridcell][data-name=a4]").click()
    expect(page.locator("[role=gridcell][data-name=a4]")).to_have_attribute(
        "aria-label", "a4, White Pawn, chosen, can be moved"
    )
    b5.click()
    expect(page.locator(".voice").filter(has_text="a4xb5")).to_have_count(1)
    expect(page.get_by_label("Taken: 1 Black Pawn")).to_be_visible()
    page.close()


@pytest.mark.slow
def test_arrows_enter_and_escape_move_a_piece(browser: Browser, address: str) -> None:
    page = browser.new_page()
    opened(page, address, "breakthrough", ["person"])
    page.locator("[role=gridcell][tabindex='0']").focus()
    assert page.evaluate("() => document.activeElement.dataset.name") == "a8"
    for _ in range(6):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_attribute("data-name", "a2")
    page.keyboard.press("Escape")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".history .move")).to_have_text(["a2-b3"])
    # the focus stays where one was
    assert page.evaluate("() => document.activeElement.dataset.name") == "b3"
    page.close()


@pytest.mark.parametrize("game", one_in(len(FEW), sorted(FEW)))
def test_targets_on_a_phone_are_at_least_24_pixels(
    browser: Browser, playwright: Playwright, address: str, game: str
) -> None:
    context = browser.new_context(**phone(playwright))
    page = context.new_page()
    opened(page, address, game, ["person"])
    expect(page.locator("[role=gridcell]").first).to_be_attached()
    page.wait_for_timeout(100)  # the board is measured, then drawn as large as it has to be
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.slow
def test_all_of_the_board_is_seen_on_a_phone_that_lies(browser: Browser, address: str) -> None:
    page = browser.new_page(
        viewport={"width": 860, "height": 412}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    for game in ("katarenga", "triad"):
        opened(page, address, game, ["person"])
        page.wait_for_timeout(100)
        box: Any = page.locator("svg.board").bounding_box()
        assert box["y"] + box["height"] <= 412 and box["height"] > 250
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 860
        assert page.evaluate(SMALL) == []
    page.close()


@pytest.mark.slow
def test_nothing_is_wider_than_a_narrow_screen(browser: Browser, address: str) -> None:
    page = browser.new_page(
        viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    wide = "() => document.documentElement.scrollWidth"
    opened(page, address, "katarenga", ["person"])
    assert page.evaluate(wide) == 320
    page.get_by_role("button", name="Analyse").click()
    page.locator(".analysis svg.board").wait_for()
    assert page.evaluate(wide) == 320
    page.goto(f"{address}/a/new")
    page.get_by_role("button", name="Open the record").wait_for()
    assert page.evaluate(wide) == 320
    page.goto(f"{address}/workshop?game=katarenga")
    page.locator(".shop[data-ready=true]").wait_for()
    assert page.evaluate(wide) == 320
    page.close()


# --- Without colours --------------------------------------------------------------------------------------

#: Of a cell's lower right part, in greyscale: how light it is, and how much it changes along each direction.
MEASURED = """async ([picture, cells]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const {width, height} = image;
    const canvas = Object.assign(document.createElement('canvas'), {width, height});
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return cells.map(({x, y, wide}) => {
        const left = Math.round(x + 0.3 * wide), top = Math.round(y + 0.3 * wide);
        const size = Math.round(0.64 * wide);
        const data = pen.getImageData(left, top, size, size).data;
        const at = (i, j) => 0.299 * data[4 * (j * size + i)] + 0.587 * data[4 * (j * size + i) + 1]
            + 0.114 * data[4 * (j * size + i) + 2];
        let sum = 0, count = 0;
        const ways = [[3, 0], [0, 3], [2, 2], [2, -2]].map(([dx, dy]) => {
            let change = 0, pairs = 0;
            for (let j = 3; j < size - 3; j++) for (let i = 3; i < size - 3; i++) {
                change += Math.abs(at(i, j) - at(i + dx, j + dy)), pairs++;
            }
            return change / pairs;
        });
        for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) sum += at(i, j), count++;
        const all = ways.reduce((a, b) => a + b) || 1;
        const coloured = (_, i) => i % 4 ? 0
            : Math.max(Math.abs(data[i] - data[i + 1]), Math.abs(data[i + 1] - data[i + 2]));
        return {
            light: sum / count, coloured: Math.max(...data.map(coloured)), ways: ways.map(each => each / all),
        };
    });
}"""


def grey_cells(page: Page, measure: Page) -> list[tuple[str, dict[str, Any]]]:
    """The empty cells of the board that is shown, by colour, as they look without colours."""
    page.context.new_cdp_session(page).send(
        "Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"}
    )
    cells = page.evaluate(
        """() => [...document.querySelectorAll('[role=gridcell]')]
            .filter(each => each.getAttribute('aria-label').split(', ')[2] === 'empty')
            .map(each => { const box = each.getBoundingClientRect();
                const colour = each.getAttribute('aria-label').split(', ')[1];
                return {x: box.x, y: box.y, wide: box.width, colour}; })"""
    )
    picture = base64.b64encode(page.screenshot()).decode()
    return list(
        zip([cell["colour"] for cell in cells], measure.evaluate(MEASURED, [picture, cells]), strict=True)
    )


def far(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How different two cells look: lightness, and the directions in which they change."""
    ways = sum(abs(a - b) for a, b in zip(one["ways"], other["ways"], strict=True))
    return abs(one["light"] - other["light"]) / 255 + float(ways)


@pytest.mark.slow
def test_katarengas_colours_are_told_apart_in_greyscale(browser: Browser, address: str) -> None:
    page, measure = browser.new_page(**DESK), browser.new_page()
    opened(page, address, "katarenga", ["person"])
    found = grey_cells(page, measure)
    assert {colour for colour, _ in found} == {"Red", "Yellow", "Green", "Blue"} and len(found) > 40
    assert all(cell["coloured"] <= 2 for _, cell in found)  # nothing is left of the colours
    # every cell looks most like another one of its colour
    for index, (colour, cell) in enumerate(found):
        nearest = min(
            (each for at, each in enumerate(found) if at != index), key=lambda each: far(each[1], cell)
        )
        assert nearest[0] == colour
    # and the least different cells of two colours are further apart than the most different of one
    apart = min(far(a, b) for one, a in found for other, b in found if one != other)
    alike = max(far(a, b) for one, a in found for other, b in found if one == other)
    assert apart > alike
    # each colour has its letter too
    letters = page.locator(".board .lw-above").all_text_contents()
    assert {*letters} == {"R", "Y", "G", "B"} and len(letters) == 64
    page.close()
    measure.close()


#: The colours in a square round the middle of a cell, and one of the cell where nothing is marked.
POINTED = """async ([picture, cells]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const {width, height} = image;
    const pen = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d');
    pen.drawImage(image, 0, 0);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    return cells.map(({x, y, wide}) => {
        const ground = light(pen.getImageData(x + 0.12 * wide, y + 0.5 * wide, 1, 1).data);
        const size = Math.round(0.4 * wide);
        const {data} = pen.getImageData(x + 0.3 * wide, y + 0.3 * wide, size, size);
        let most = 1, marked = 0;
        for (let i = 0; i < data.length; i += 4) {
            const here = light(data.slice(i, i + 3));
            const contrast = (Math.max(here, ground) + 0.05) / (Math.min(here, ground) + 0.05);
            most = Math.max(most, contrast);
            marked += contrast >= 3;
        }
        return [most, marked];
    });
}"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_marks_stand_out_by_three_to_one_on_cells_of_each_colour(
    browser: Browser, address: str, scheme: str
) -> None:
    context = browser.new_context(**DESK, color_scheme=scheme, reduced_motion="reduce")
    page, measure = context.new_page(), browser.new_page()
    opened(page, address, "katarenga", ["person"])
    seen: set[str] = set()
    for name in "abcdefgh":
        page.locator(f"[role=gridcell][data-name={name}1]").click()
        page.mouse.move(2, 2)
        cells = page.evaluate(
            """() => [...document.querySelectorAll('[role=gridcell].target')].filter(each =>
                each.getAttribute('aria-label').includes('empty')).map(each => {
                    const box = each.getBoundingClientRect();
                    return {x: box.x, y: box.y, wide: box.width,
                        colour: each.getAttribute('aria-label').split(', ')[1]}; })"""
        )
        picture = base64.b64encode(page.screenshot()).decode()
        for cell, (most, marked) in zip(cells, measure.evaluate(POINTED, [picture, cells]), strict=True):
            assert most >= 3 and marked > 20, (cell, most, marked)
            seen.add(cell["colour"])
        page.keyboard.press("Escape")
    assert seen == {"Red", "Yellow", "Green", "Blue"}
    context.close()
    measure.context.close()


@pytest.mark.slow
def test_points_between_cells_are_hit_from_all_sides(
    browser: Browser, playwright: Playwright, address: str
) -> None:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    page = context.new_page()
    opened(page, address, "quoridor", ["person"])
    page.wait_for_timeout(100)  # the board is measured, then drawn as large as it has to be
    assert page.evaluate(SMALL) == []
    missed = page.evaluate(
        """() => [...document.querySelectorAll("[role=gridcell]")].flatMap(each => {
            const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
            return [[0, 0], [0, 8], [0, -8], [8, 0], [-8, 0]].flatMap(([right, down]) => {
                const hit = document.elementFromPoint(x + right, y + down);
                return hit === each ? [] : [`${each.dataset.name}: ${hit?.dataset?.name}`];
            });
        })"""
    )
    # (those that lie below the fold are not asked about)
    assert [each for each in missed if not each.endswith("undefined")] == []
    assert page.locator("[role=gridcell]").count() > 81
    context.close()
