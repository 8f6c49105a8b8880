"""Rules that visitors show each other: put into the gallery, found there, made into something else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import two
from tests.page.test_access import found_by_axe
from tests.serve.running import serving

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_rules_are_shown_found_and_made_into_something_else(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", "--gallery") as server, two(browser) as (author, visitor):
        author.goto(f"{server.address}/workshop?game=tic-tac-toe")
        expect(author.locator(".bar .origin")).to_contain_text("made from Tic-Tac-Toe")
        author.locator("main[data-ready=true]").wait_for()
        editor = author.get_by_label("Rules of the game")
        editor.click()
        author.keyboard.press("Control+Home")
        author.keyboard.type("// mine\n")
        author.locator("main[data-errors='0']").wait_for()
        author.wait_for_timeout(800)  # until it is played by the text as it is now
        author.get_by_role("button", name="Share").click()
        author.get_by_role("dialog").get_by_label("By").fill("Anna")
        author.get_by_role("dialog").get_by_label("By").press("Enter")
        author.get_by_role("button", name="Put these rules into the gallery").click()
        expect(author.get_by_text("These rules are in the gallery")).to_be_visible()
        assert found_by_axe(author) == []

        visitor.goto(server.address)
        card = visitor.get_by_role("listitem").filter(has_text="by Anna")
        expect(card).to_contain_text("made from Tic-Tac-Toe")
        image = card.locator("img")
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("each => each.naturalWidth") > 0
        assert found_by_axe(visitor) == []
        card.get_by_role("button", name="Report").click()
        visitor.get_by_role("dialog").get_by_label("What happened").fill("a test")
        assert found_by_axe(visitor) == []
        visitor.get_by_role("dialog").get_by_role("button", name="Report").click()
        expect(visitor.get_by_role("dialog")).to_have_count(0)
        card.get_by_role("link").click()
        expect(visitor.get_by_label("Rules of the game")).to_contain_text("// mine")
        expect(visitor.locator(".bar .origin")).to_contain_text(
            "made from Tic-Tac-Toe by Anna, which was made from Tic-Tac-Toe"
        )
        visitor.get_by_role("button", name="Share").click()
        link = visitor.get_by_role("textbox", name="Link").input_value()
        author.get_by_role("button", name="Take them back").click()
        expect(author.get_by_role("button", name="Put these rules into the gallery")).to_be_visible()
        author.goto(link)  # a link says where its rules come from, too
        expect(author.locator(".bar .origin")).to_contain_text("made from Tic-Tac-Toe by Anna")
        visitor.goto(server.address)
        expect(visitor.get_by_role("listitem").filter(has_text="by Anna")).to_have_count(0)
