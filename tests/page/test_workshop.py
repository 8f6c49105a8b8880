"""The workshop in a real browser: mistakes as one types, the game under the edit, rules and moves, files."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.page.browsing import DESK, phone
from tests.page.shops import Bench
from tests.page.test_access import found_by_axe
from tests.quick import quick_where
from tests.serve.running import Server, serving

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Playwright

expect.set_options(timeout=60_000)

#: Two kinds of pieces, each with a rule of its own.
TWO = """(game "Two 🐎"
    (players {(player N) (player S)})
    (equipment {
        (board (square 4))
        (piece "Foot" Each (move Step Forward (to if:(is Empty (to)))))
        (piece "Horse" Each (move Leap {{F F R F}} (to if:(is Empty (to)))))
    })
    (rules
        (start {
            (place "Foot1" {"A1"})
            (place "Horse1" {"B1"})
            (place "Foot2" {"D4"})
            (place "Horse2" {"C4"})
        })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""

LINE = """(game "Line"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mine") / "mine.lud"
    path.write_text(LINE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    with serving(tmp_path_factory.mktemp("served") / "games.sqlite", str(own)) as running:
        yield running


@pytest.fixture(scope="module")
def site(server: Server) -> str:
    return server.address.partition("/?")[0]


@pytest.fixture
def bench(browser: Browser, site: str) -> Iterator[Bench]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    found = Bench(context.new_page(), site)
    yield found
    context.close()
    # nothing is refused by the policy, nothing leaves for another host
    assert found.wrong == [] and found.hosts <= {urlsplit(site).netloc}


def chips(page: Page) -> list[str]:
    return page.locator(".moves .chips").first.locator("button").all_inner_texts()


# --- Mistakes ---------------------------------------------------------------------------------------------


def test_a_mistake_is_marked_as_one_types_and_the_last_good_board_stays(
    bench: Bench, record_property: Callable[[str, object], None]
) -> None:
    page = bench.page
    bench.open(LINE)
    bench.play("a1")
    page.get_by_text("(is Full)").dblclick()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(") ")
    took = []
    for _ in range(3):
        page.keyboard.press("Backspace")
        page.keyboard.press("Backspace")
        expect(page.locator(".shop")).to_have_attribute("data-errors", "0")
        page.keyboard.type(")")
        began = time.monotonic()
        page.locator(".cm-lintRange-error, .cm-lintPoint-error").first.wait_for(state="attached")
        took.append(round((time.monotonic() - began) * 1000))
        page.keyboard.type(" ")
        expect(page.locator(".shop")).to_have_attribute("data-errors", re.compile("[1-9]"))
    record_property("milliseconds until a mistake is marked", took)
    expect(page.locator(".kept")).to_contain_text("the last rules that can be played")
    bench.cell("b2").click()
    expect(page.locator(".playground")).to_have_attribute("data-made", "2")
    expect(bench.cell("b2")).to_have_attribute("aria-label", re.compile("Disc"))


WRONG = {
    "word.lud": TWO.replace("forEach Piece", "forEahc Piece"),
    "emoji.lud": TWO.replace('"Two 🐎"', '"Two 🐎🏳️‍🌈"').replace(
        "(no Moves Next)", "/* 🐎 */ (no Mvoes Next)"
    ),
    "same line.lud": TWO.replace('(piece "Foot" Each', '(piece "Füß 🦶🦶" Eahc'),
    "brackets.lud": TWO.replace("(forEach Piece))", "(forEach Piece)"),
    "lints.lud": TWO.replace("(is Empty (to))", "(and (is Empty (to)) (not (is Empty (to))))"),
    "nothing.lud": "",
    "several.lud": LINE.replace("Line 3", "Lin 3").replace("players 2", "players two").replace("Disc", "D🥏"),
}


@pytest.mark.parametrize("name", quick_where(WRONG, lambda name: name in ("emoji.lud", "several.lud")))
def test_mistakes_are_those_of_gdl_check(bench: Bench, name: str, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from interpreter.cli.main import cli

    text = WRONG[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", "--output-format", "json", str(tmp_path / name)]).stdout
    checked = json.loads(told)
    assert checked["diagnostics"]
    bench.open(text or " ", name, playable=False)
    if not text:
        bench.write("")
        bench.page.keyboard.press("Delete")
    expect(bench.page.locator(".mistakes li")).to_have_count(len(checked["diagnostics"]))
    listed = bench.mistakes()
    for each, shown in zip(checked["diagnostics"], listed, strict=True):
        place = f"{each['start']['line']}:{each['start']['column']} {each['code']} "
        assert shown.startswith(place + " ".join(each["message"].split()))
    # and what is marked in the text is what stands between their ends
    marked = "".join(bench.page.locator(".cm-lintRange").all_inner_texts()).replace("\n", "")
    for each in checked["diagnostics"]:
        wrong = text[each["start"]["offset"] : each["end"]["offset"]].split("\n")[0].strip()
        assert wrong in marked


def test_repairs_completion_hover_and_layout(bench: Bench) -> None:
    page = bench.page
    bench.open(TWO.replace("forEach Piece", "forEahc Piece"), playable=False)
    page.locator(".mistakes .fix").first.click()
    expect(page.locator(".shop")).to_have_attribute("data-errors", "0")
    expect(page.locator(".cm-content")).to_contain_text("(forEach Piece)")
    page.get_by_text("Forward").hover()
    expect(page.locator(".cm-tooltip .told")).to_contain_text("direction")
    page.mouse.move(1, 1)
    bench.write('(game "Short" (players 2) (equipment {(board (squ')
    page.keyboard.press("Control+Space")
    offer = page.locator(".cm-tooltip-autocomplete li").filter(has_text="square").first
    offer.click()
    expect(page.locator(".cm-content")).to_contain_text("(board (square 8")
    bench.write(LINE.replace("\n        ", "\n"))
    page.get_by_role("button", name="Format").click()
    expect(page.locator(".cm-line").nth(4)).to_have_text("        (play (move Add (to (sites Empty))))")


@pytest.mark.slow
def test_included_files_are_named_and_marks_of_markdown_are_not_shown(bench: Bench, site: str) -> None:
    page = bench.page
    page.goto(f"{site}/workshop?game=troika")
    expect(page.locator(".shop")).to_have_attribute("data-errors", "0")
    page.locator(".cm-content").get_by_text("LineRules").first.hover()
    hover = page.locator(".cm-tooltip .told")
    expect(hover).to_contain_text("three.def")
    assert "\\" not in hover.inner_text()
    page.mouse.move(1, 1)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("(defin ")  # the definitions that three.def wants are no more
    expect(page.locator(".mistakes li .number").filter(has_text="three.def").first).to_be_visible()


@pytest.mark.slow
def test_the_answer_to_why_not_is_seen_on_a_phone(
    browser: Browser, playwright: Playwright, site: str
) -> None:
    context = browser.new_context(**phone(playwright), reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/workshop?game=katarenga")
    page.get_by_role("tab", name="Board", exact=True).tap()
    page.locator("[role=gridcell][data-name=a1]").tap()
    page.locator("[role=gridcell][data-name=a5]").tap()
    answer = page.locator(".answer.no")
    expect(answer).to_be_visible()
    expect(answer).to_be_in_viewport(ratio=0.9)
    context.close()


# --- The game under an edit --------------------------------------------------------------------------------


def test_an_edit_names_the_first_ply_that_differs(bench: Bench) -> None:
    bench.open(LINE)
    bench.play("a1", "b1", "a2", "c1")
    bench.change("Line 3", "Line 2")  # two in a column: the third move wins now
    note = bench.page.locator(".note")
    expect(note).to_have_attribute("data-ply", "3")
    expect(note).to_contain_text("3 of 4 moves")
    expect(bench.page.locator(".playground .status")).to_contain_text("wins")
    bench.change("Line 2", "Line 3")
    expect(note).to_contain_text("All 3 moves")
    bench.change("square 3", "square 4")
    expect(note).to_have_attribute("data-ply", "0")
    expect(bench.page.locator("[role=gridcell]")).to_have_count(16)


def test_rules_and_moves_show_each_other(bench: Bench) -> None:
    page = bench.page
    bench.open(TWO)
    expect(page.locator(".moves h2").first).to_have_text("Legal moves (2)")
    # the horse goes two on, then one to the right: from b1 to c3
    page.get_by_text("Leap").hover()
    expect(page.locator(".lit-words")).to_have_text("Line 6 allows 1 move, to 1 site")
    expect(page.locator(".lit")).to_have_count(1)
    page.mouse.move(1, 1)
    expect(page.locator(".lit")).to_have_count(0)
    page.locator(".moves").get_by_role("button", name="a1-a2", exact=True).click()
    expect(page.locator(".behind .number")).to_have_text("line 5")
    assert "".join(page.locator(".marked").all_inner_texts()) == "(move Step Forward (to if:(is Empty (to))))"
    page.get_by_role("button", name="Play a1-a2").click()
    expect(page.locator(".playground")).to_have_attribute("data-made", "1")
    # what was shown of the position before goes when the moves of this one come
    expect(page.locator(".moves").get_by_role("button", name="d4-d3", exact=True)).to_be_visible()
    page.locator(".moves").get_by_role("button", name="1 a1-a2").click()
    expect(page.locator(".behind .number")).to_have_text("line 5")


def test_why_not_is_answered_by_the_line(bench: Bench) -> None:
    page = bench.page
    bench.open(TWO)
    bench.cell("b1").click()
    bench.cell("b2").click()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("Why not b1-b2?")
    expect(answer.locator(".number").first).to_have_text("line 6")
    expect(page.locator(".marked").first).to_contain_text("(")
    # whose turn it is not
    bench.cell("d4").click()
    bench.cell("d3").click()
    expect(answer).to_contain_text("Why not d4-d3?")
    # and by the keyboard alone
    for key in (*["ArrowLeft"] * 3, *["ArrowDown"] * 2, "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(answer).to_contain_text("Why not a1-a3?")
    expect(answer.locator(".number").first).to_have_text("line 5")
    expect(page.locator(".marked").first).to_contain_text("move Step Forward")


def test_playing_shows_what_no_game_uses(bench: Bench) -> None:
    page = bench.page
    bench.open(LINE.replace("(end {", "(end {\n            (if (> (count Moves) 100) (result Mover Loss))"))
    page.get_by_role("tab", name="Playing").click()
    page.get_by_role("button", name="Check by playing").click()
    expect(page.locator(".played dl")).to_contain_text("random")
    never = page.locator(".cm-coverage .sign.never")
    expect(never).to_have_count(1)
    expect(never).to_have_attribute("title", re.compile("never"))
    page.get_by_role("tab", name="Rules").click()
    sentence = page.locator(".english .sentence").filter(has_text="draw").first
    sentence.click()
    expect(page.locator(".marked").first).to_contain_text("(")


def test_a_study_tells_numbers_as_they_come_and_beside_the_lines(bench: Bench) -> None:
    """A column of two discs: who begins has made it with the third move, at the latest."""
    page = bench.page
    two = LINE.replace("(square 3)", "(rectangle 4 1)").replace("Line 3", "Line 2")
    bench.open(two.replace("(end {", "(end {\n            (if (> (count Moves) 100) (result Mover Loss))"))
    page.get_by_role("tab", name="Playing").click()
    page.get_by_role("button", name="Study for a minute").click()
    study = page.locator(".study")
    row = study.get_by_role("row", name=re.compile("^longest|95 %, longest"))
    # it gives way to all else on the machine
    expect(study.locator("tbody tr").filter(has_text="won alone by")).to_have_count(2, timeout=300_000)
    expect(study.locator("tbody tr").first.locator("td").nth(1)).to_have_text(re.compile(r"\[.+%, .+%\]"))
    # the game can be played meanwhile
    bench.play("a1")
    never = page.locator(".cm-coverage .sign.never[title*=Moves]")
    expect(never).to_have_text("0 % ✗")
    expect(page.locator(".cm-coverage .sign.used").first).to_have_text("100 % ✓")
    # it may end by itself meanwhile
    page.evaluate(
        "[...document.querySelectorAll('button')].find((each) => each.textContent === 'Stop')?.click()"
    )
    expect(study).to_have_attribute("data-over", "true")
    expect(row).to_contain_text(" 4 plies")
    expect(study.locator("code")).to_contain_text("gdl study game.lud --games")


#: Two boards to choose from, and a number.
CHOICES = (
    LINE.replace("(square 3)", "(square <Size:n>)").replace("Line 3", "Line <Row:n>")
    + """
(option "Size" <Size> args:{<n>} {
    (item "Small" <3> "Nine cells.")*
    (item "Large" <5> "Twenty-five cells.")
})
(option "Row" <Row> args:{<n>} {
    (item "Three" <3> "Three in a row.")*
    (item "Two" <2> "Two in a row.")
})
"""
)


def test_options_are_those_of_the_text_and_the_game_is_played_again_by_them(bench: Bench) -> None:
    page = bench.page
    bench.open(CHOICES)
    bench.play("a1", "b1", "a2")
    page.get_by_role("tab", name="Options").click()
    page.get_by_label("Size").select_option("Large")
    expect(page.locator("[role=gridcell]")).to_have_count(25)
    expect(page.locator(".note")).to_have_attribute("data-ply", "0")
    expect(page.locator(".playground")).to_have_attribute("data-made", "3")
    page.get_by_label("Row", exact=True).select_option("Two")
    expect(page.locator(".note")).to_have_attribute("data-ply", "3")
    expect(page.locator(".playground .status")).to_contain_text("wins")
    # they stay chosen while the text is edited, as long as it has them
    bench.change('"Line"', '"Rows and columns"')
    expect(page.locator(".note")).to_contain_text("Nothing differs")
    expect(page.locator("[role=gridcell]")).to_have_count(25)
    bench.change('"Large" <5>', '"Huge" <6>')
    expect(page.locator("[role=gridcell]")).to_have_count(9)
    expect(page.get_by_label("Row", exact=True)).to_have_value("Two")
    page.reload()
    expect(page.locator(".playground .status")).to_contain_text("wins")
    page.get_by_role("tab", name="Options").click()
    expect(page.get_by_label("Row", exact=True)).to_have_value("Two")


# --- Files and rooms ---------------------------------------------------------------------------------------


def key_of(server: Server) -> str:
    assert server.process.stdout is not None
    return server.process.stdout.readline().strip().partition("#")[2]


@pytest.fixture(scope="module")
def key(server: Server) -> str:
    return key_of(server)


def test_ones_own_file_is_opened_and_saved_and_no_other(bench: Bench, own: Path, key: str, site: str) -> None:
    page = bench.page
    bench.open(where=f"#{key}")
    assert key not in page.url
    expect(page.locator(".bar .file")).to_contain_text("mine.lud")
    bench.change('"Line"', '"Row 🐎"')
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert own.read_text(encoding="utf-8") == LINE.replace('"Line"', '"Row 🐎"')
    # somebody else changes it: nobody's work is lost without a word
    own.write_text(LINE, encoding="utf-8")
    bench.change("Row", "Col")
    page.keyboard.press("Control+s")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert own.read_text(encoding="utf-8") == LINE
    page.keyboard.press("Control+s")
    page.get_by_role("button", name="Save this text anyway").click()
    expect(page.locator(".bar .file")).to_contain_text("Saved")
    assert own.read_text(encoding="utf-8") == LINE.replace('"Line"', '"Col 🐎"')
    for wrong, status in ((None, 403), ("", 403), (key[:-1], 403), (key + "x", 403), (7, 400)):
        answer = page.request.post(
            f"{site}/api/workshop/save", data={"key": wrong, "text": "x", "anyway": True}
        )
        assert answer.status == status
    assert own.read_text(encoding="utf-8") == LINE.replace('"Line"', '"Col 🐎"')
    bench.wrong[:] = [each for each in bench.wrong if "409" not in each]


@pytest.mark.slow
def test_a_text_is_downloaded_and_a_file_is_picked(bench: Bench, tmp_path: Path) -> None:
    page = bench.page
    page.add_init_script("delete window.showOpenFilePicker; delete window.showSaveFilePicker;")
    bench.open(LINE, "row.lud")
    with page.expect_download() as told:
        page.get_by_role("button", name="Download").click()
    assert told.value.suggested_filename == "row.lud"
    assert Path(told.value.path()).read_text(encoding="utf-8") == LINE
    (tmp_path / "two 🐎.lud").write_text(TWO, encoding="utf-8")
    page.get_by_role("button", name="Open …").click()
    page.get_by_label("A file of yours").set_input_files(tmp_path / "two 🐎.lud")
    expect(page.locator("[role=gridcell]")).to_have_count(16)
    page.get_by_role("button", name="Open …").click()
    page.get_by_label("A shipped game").select_option("breakthrough")
    expect(page.locator("[role=gridcell]")).to_have_count(64)
    for name in ("Placing", "Racing", "Taking"):
        page.get_by_role("button", name="Open …").click()
        page.get_by_role("button", name=name).click()
        expect(page.locator(".mistakes .state")).to_contain_text("No mistakes")
        expect(page.locator(".cm-content")).to_contain_text("(game")


def test_it_is_played_with_others(bench: Bench) -> None:
    page = bench.page
    bench.open(LINE)
    page.get_by_role("button", name="Play with others").click()
    page.get_by_role("button", name="Open a room").click()
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("grid", name="Line, the board")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").first.click()
    expect(page.get_by_label(re.compile("To play"))).to_have_value(re.compile(r"/r/\w+#"))


# --- Everybody can write -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_axe_finds_nothing(browser: Browser, playwright: Playwright, site: str, scheme: str) -> None:
    small = scheme == "dark"
    options = phone(playwright) if small else DESK
    context = browser.new_context(**options, color_scheme=scheme, reduced_motion="reduce")
    bench = Bench(context.new_page(), site)
    page = bench.page
    bench.open(TWO + "\n; wrong", playable=False)
    expect(page.locator(".mistakes li").first).to_be_visible()
    assert found_by_axe(page) == []
    bench.open(where="?game=breakthrough")
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.wait_for_timeout(300)
        assert found_by_axe(page) == [], tab.inner_text()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for window in ("Open …", "Play with others", "Keys"):
        page.get_by_role("button", name=window).click()
        page.get_by_role("dialog").wait_for()
        assert found_by_axe(page) == [], window
        page.keyboard.press("Escape")
    context.close()


def test_tab_leads_through_and_out_of_the_editor(bench: Bench) -> None:
    page = bench.page
    bench.open(LINE)
    page.locator(".cm-content").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).not_to_be_focused()
    assert page.evaluate("() => !!document.activeElement.closest('.mistakes, .side')")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".cm-content")).to_be_focused()
    # nothing was put in by it
    expect(page.locator(".cm-content")).to_contain_text('(game "Line"')
    assert bench.page.locator(".cm-line").first.inner_text() == '(game "Line"'


@pytest.mark.parametrize(
    "name",
    sorted(Path("interpreter/serve/page/workshop/templates").glob("*.lud")),
    ids=lambda path: path.stem,
)
def test_templates_have_no_mistakes_and_can_be_won(name: Path) -> None:
    import random

    from gdl.assist.checking import check
    from gdl.source.reading import read_source
    from gdl.source.text import Source
    from interpreter.game.game import loads

    source = read_source(name)
    assert isinstance(source, Source) and not check(source, None)
    chance, winners = random.Random(1), set()
    for _ in range(40):
        state = loads(source.text, name=name.name).start(seed=1)
        while not state.is_over:
            state = state.play(chance.choice(state.legal_moves))
        winners.add(str(state.outcome))
    assert len(winners) >= 2  # either can win
