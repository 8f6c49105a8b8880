"""Nothing that is written in the workshop is lost: servers that die, pages loaded again, own files."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import DESK
from tests.page.shops import Bench
from tests.page.test_workshop import LINE

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")
pytest.importorskip("starlette", reason="the extra `serve` is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


class Mortal:
    """A server on a port of its own, which is killed and started again."""

    def __init__(self, database: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "interpreter.cli.main", "serve"]
        self._command += ["--port", str(self.port), "--database", str(database)]

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None and "http://" in self._process.stdout.readline()

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(20)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    found = Mortal(tmp_path / "games.sqlite")
    found.start()
    yield found
    found.kill()


@pytest.fixture
def bench(browser: Browser, mortal: Mortal) -> Iterator[Bench]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    yield Bench(context.new_page(), mortal.address)
    context.close()


#: The text of the editor, as it is; lines that are out of sight are in no element.
TEXT = """() => {
    const content = document.querySelector(".cm-content");
    return (content.cmTile || content.cmView).view.state.doc.toString();
}"""


def text_of(bench: Bench) -> str:
    return str(bench.page.evaluate(TEXT))


def test_a_server_that_is_killed_is_found_again_with_text_and_game(bench: Bench, mortal: Mortal) -> None:
    page = bench.page
    bench.open(LINE)
    bench.play("a1", "b1")
    mortal.kill()
    expect(page.locator(".banner")).to_contain_text("connection is lost")
    # what is written meanwhile stays, and nothing says that it is right
    bench.change("Line 3", "Lin 3")
    bench.cell("c1").click()
    expect(page.get_by_role("alert")).to_contain_text("connection is lost")
    mortal.start()
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator(".shop")).to_have_attribute("data-errors", "1")
    expect(page.locator(".mistakes li .place")).to_contain_text("Lin")
    # the game goes on by the last rules that can be played
    expect(page.locator(".playground")).to_have_attribute("data-made", "2")
    bench.play("c1")
    bench.change("Lin 3", "Line 3")
    expect(page.locator(".kept")).to_have_count(0)
    expect(page.locator(".playground")).to_have_attribute("data-made", "3")


def test_a_page_that_is_loaded_again_goes_on_where_it_was(bench: Bench, mortal: Mortal) -> None:
    page = bench.page
    bench.open(where="?game=tic-tac-toe")
    bench.play("a1", "b2")
    shipped = text_of(bench)
    bench.change("(is Line 3)", "(is Lin 3)")
    page.reload()  # at once: no time passes in which it could have been kept
    expect(page.locator(".shop")).to_have_attribute("data-errors", "1")
    assert text_of(bench) == shipped.replace("(is Line 3)", "(is Lin 3)")
    expect(page.locator(".playground")).to_have_attribute("data-made", "2")
    expect(bench.cell("b2")).to_have_attribute("aria-label", re.compile("Nought"))
    bench.play("c3")
    # the tab is closed, and the server is not the same
    mortal.kill()
    mortal.start()
    context = page.context
    page.close()
    bench = Bench(context.new_page(), mortal.address)
    bench.open()
    assert text_of(bench) == shipped.replace("(is Line 3)", "(is Lin 3)")
    expect(bench.page.locator(".playground")).to_have_attribute("data-made", "3")
    # who wants the game as it is shipped has it, and the other text is not gone
    bench.open(where="?game=tic-tac-toe")
    assert text_of(bench) == shipped
    bench.page.get_by_role("button", name="Open …").click()
    bench.page.get_by_role("button", name=re.compile("^tic-tac-toe.lud")).first.click()
    expect(bench.page.locator(".shop")).to_have_attribute("data-errors", "1")


def test_two_tabs_do_not_write_over_each_other(bench: Bench) -> None:
    bench.open(LINE)
    other = Bench(bench.page.context.new_page(), bench.address)
    other.open()  # what was written last
    other.change('"Line"', '"Other"')
    other.page.wait_for_timeout(1000)
    bench.change('"Line"', '"First"')
    bench.page.wait_for_timeout(1000)
    for tab, name in ((bench, "First"), (other, "Other")):
        tab.page.reload()
        tab.page.locator(".shop[data-ready=true]").wait_for()
        assert f'(game "{name}"' in text_of(tab)


#: A file system that a page may write to, in place of the windows in which one chooses a file.
DISK = """
const folder = navigator.storage.getDirectory();
const named = async (name, make) => (await folder).getFileHandle(name, { create: make });
window.put = async (name, text) => {
  const writing = await (await named(name, true)).createWritable();
  await writing.write(text);
  await writing.close();
};
window.got = async (name) => {
  const file = await (await named(name)).getFile();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
};
window.showOpenFilePicker = async () => [await named("mine.lud")];
window.showSaveFilePicker = async ({ suggestedName }) => named(suggestedName, true);
"""


def test_a_file_of_ones_own_is_picked_and_saved_in_its_place(bench: Bench) -> None:
    page = bench.page
    page.add_init_script(DISK)
    bench.open(LINE, "other.lud")
    raw = "\ufeff" + LINE.replace('"Line"', '"Row 🐎"').replace("\n", "\r\n")
    page.evaluate("text => put('mine.lud', text)", raw)
    page.get_by_role("button", name="Open …").click()
    page.get_by_role("button", name="Choose a file").click()
    expect(page.locator(".bar .file")).to_contain_text("mine.lud")
    assert text_of(bench) == LINE.replace('"Line"', '"Row 🐎"')
    bench.change("Row", "Col")
    expect(page.locator(".bar .file")).to_contain_text("not saved")
    page.keyboard.press("Control+s")
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert page.evaluate("() => got('mine.lud')") == raw.replace("Row", "Col")
    # it stays the file of this text when the page is loaded again
    bench.change("Col", "Ray")
    page.reload()
    expect(page.locator(".bar .file")).to_contain_text("not saved")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert page.evaluate("() => got('mine.lud')") == raw.replace("Row", "Ray")
    # somebody else changes it
    page.evaluate("text => put('mine.lud', text)", "theirs")
    bench.change("Ray", "Own")
    page.keyboard.press("Control+s")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert page.evaluate("() => got('mine.lud')") == "theirs"
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Save this text anyway").click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert "Own" in page.evaluate("() => got('mine.lud')")


def test_a_new_text_is_saved_as_a_file_and_where_no_browser_can_downloaded(bench: Bench) -> None:
    page = bench.page
    page.add_init_script(DISK)
    bench.open(LINE, "row.lud")
    page.get_by_role("button", name="Save as …").click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert page.evaluate("() => got('row.lud')") == LINE
    bench.change('"Line"', '"Row"')
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert page.evaluate("() => got('row.lud')") == LINE.replace('"Line"', '"Row"')
    without = page.context.new_page()
    without.add_init_script("delete window.showOpenFilePicker; delete window.showSaveFilePicker;")
    other = Bench(without, bench.address)
    other.open()
    expect(without.get_by_role("button", name=re.compile("^Save"))).to_have_count(0)
    with without.expect_download() as told:
        without.keyboard.press("Control+s")
    assert Path(told.value.path()).read_text(encoding="utf-8") == text_of(other)
