"""People who meet on the page: an open game, names, what is said, muted and reported, another machine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import cell, two
from tests.page.test_access import found_by_axe

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_strangers_meet_play_talk_and_need_not_listen(browser: Browser, address: str) -> None:
    with two(browser) as (host, guest):
        host.goto(f"{address}/?game=breakthrough")
        host.get_by_role("button", name="Play anybody").click()
        expect(host.get_by_role("heading", name="Waiting for somebody to join: Breakthrough")).to_be_focused()
        assert found_by_axe(host) == []
        tick = host.get_by_role("checkbox", name="Anybody may join")
        expect(tick).to_be_checked()
        host.get_by_label("Your name").fill("Anna <b>")
        host.get_by_label("Your name").press("Enter")

        guest.goto(address)
        opened = guest.get_by_role("region", name="Open games")
        expect(opened.get_by_role("listitem").filter(has_text="Anna <b>")).to_contain_text("you play Black")
        tick.uncheck()  # taken back: it goes
        expect(opened.get_by_role("listitem").filter(has_text="Anna <b>")).to_have_count(0)
        tick.check()
        opened.get_by_label("You are called").fill("Bo")
        opened.get_by_label("You are called").press("Enter")
        assert found_by_axe(guest) == []
        opened.get_by_role("listitem").filter(has_text="Anna <b>").get_by_role("button", name="Join").click()
        for page in (host, guest):  # both at the board, by name
            page.locator("svg.board").wait_for()
            expect(page.get_by_label("Players")).to_contain_text("Anna <b>")
            expect(page.get_by_label("Players")).to_contain_text("Bo")
        cell(host, "a2").click()
        cell(host, "a3").click()
        expect(guest.locator(".status")).to_have_text("Black to move")

        guest.get_by_label("Say something").fill("<img src=x> hello")
        guest.get_by_role("button", name="Say", exact=True).click()
        said = host.get_by_label("What was said")
        expect(said.get_by_role("listitem")).to_have_text(re.compile("Bo <img src=x> hello"))
        host.get_by_role("group", name="What can be said").get_by_role("button", name="Good luck!").click()
        expect(guest.get_by_label("What was said")).to_contain_text("Anna <b> Good luck!")
        for page in (host, guest):
            assert found_by_axe(page) == []
        host.get_by_role("button", name="Mute Bo").click()
        expect(said).not_to_contain_text("hello")
        guest.get_by_label("Say something").fill("again")
        guest.get_by_role("button", name="Say", exact=True).click()
        expect(guest.get_by_label("What was said")).to_contain_text("again")
        expect(said.get_by_role("listitem")).to_have_count(1)
        host.get_by_role("button", name="Hear Bo").click()
        expect(said).to_contain_text("again")
        host.get_by_label("What may be written here").select_option("phrases")
        expect(guest.get_by_label("Say something")).to_have_count(0)
        expect(guest.get_by_role("group", name="What can be said").get_by_role("button")).to_have_count(8)
        guest.get_by_role("button", name="Report …").click()
        dialog = guest.get_by_role("dialog")
        assert found_by_axe(guest) == []
        dialog.get_by_label("About").select_option(label="Anna <b> (White)")
        dialog.get_by_label("What happened").fill("a test")
        dialog.get_by_role("button", name="Report").click()
        expect(dialog).to_have_count(0)
        host.get_by_label("What may be written here").select_option("off")
        expect(guest.locator(".chat")).to_have_count(0)


def test_games_go_on_on_another_machine_by_a_code(browser: Browser, address: str) -> None:
    with two(browser) as (here, there):
        here.goto(address)
        here.get_by_role("button", name="Play now").click()
        here.locator("svg.board").wait_for()
        here.goto(address)
        here.get_by_role("button", name="take your games to another machine").click()
        here.get_by_role("button", name="Make a code").click()
        here.get_by_role("img", name="The link as a QR code").wait_for()
        assert found_by_axe(here) == []
        code = here.locator(".code").inner_text()
        assert re.fullmatch(r"(\w{4}-){2}\w{4}", code)
        there.goto(address)
        there.get_by_role("button", name="take your games to another machine").click()
        there.get_by_label("A code from another machine").fill("AAAA-AAAA-AAAA")
        there.get_by_role("button", name="Fetch the games").click()
        expect(there.get_by_role("dialog").get_by_role("alert")).to_contain_text("does not hold")
        assert found_by_axe(there) == []
        there.get_by_label("A code from another machine").fill(code.lower())
        there.get_by_role("button", name="Fetch the games").click()
        games = there.get_by_role("navigation", name="Games that you are in").get_by_role("link")
        expect(games).to_have_text(re.compile("^Troika.*your move"))
        games.click()
        cell(there, "d4").click()
        expect(there.locator(".history .move").first).to_have_text("d4")
        link = here.get_by_role("textbox", name="The link").input_value()
        there.goto(link)  # it was used up
        expect(there.get_by_role("alert").first).to_contain_text("does not hold")


def test_who_looks_on_is_told_by_name_and_reads(browser: Browser, address: str) -> None:
    with two(browser) as (host, third):
        made = host.request.post(
            f"{address}/api/rooms", data={"game": "hex", "seats": ["person", "link"]}
        ).json()
        links = {each["kind"]: each["url"] for each in made["links"]}
        host.goto(f"{address}/r/{made['room']}")
        third.goto(address)
        third.get_by_role("button", name="Settings").click()
        third.get_by_role("dialog").get_by_label("Your name").fill("Cleo")
        third.get_by_role("dialog").get_by_role("button", name="Close").click()
        third.goto(address + links["watch"])
        expect(host.get_by_text("Looking on: Cleo")).to_be_visible()
        expect(third.get_by_label("Say something")).to_have_count(0)
        third.context.close()
        expect(host.get_by_text("Looking on")).to_have_count(0)
