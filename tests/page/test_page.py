"""What one does at the page besides clicking moves: dragging, looking back, choosing, links."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.drawing.games import HOSTILE
from tests.page.browsing import DESK, opened
from tests.serve.running import serving

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

PAGE = Path(__file__).parents[2] / "interpreter/serve/page"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[role=gridcell][data-name={name}]")


def typed(page: Page, *moves: str) -> None:
    field = page.get_by_label("Type a move")
    for move in moves:
        count = page.locator(".history .move").count()
        field.fill(move)
        field.press("Enter")
        expect(page.locator(".history .move")).to_have_count(count + 1)


@pytest.mark.slow
def test_a_game_is_found_by_what_is_said_of_it(page: Page, address: str) -> None:
    page.goto(address)
    cards = page.locator(".card")
    cards.first.wait_for()
    expect(page.locator(".home section:not(.lobby) h2").first).to_have_text("Katarenga")
    search = page.get_by_label("Search")
    for word in str(search.get_attribute("placeholder")).removesuffix(" …").split(", "):
        search.fill(word)
        expect(cards.first).to_be_visible()
    search.fill("rhombus of hexagons")
    expect(cards).to_have_count(1)
    expect(page.get_by_role("link", name="Hex", exact=True)).to_have_accessible_description(
        "Join your two sides of a rhombus of hexagons."
    )


@pytest.mark.slow
def test_before_a_game_its_rules_and_its_choices_are_told(page: Page, address: str) -> None:
    page.goto(f"{address}/?game=troika")
    page.get_by_text("The rules in short").click()
    page.get_by_text("Seats, clock, options").click()
    expect(page.locator("form details p").first).to_contain_text("three own pawns on one line wins")
    relocate = page.get_by_label("Relocate")
    expect(relocate).to_have_accessible_description("The game is drawn when all sixteen pawns are down.")
    relocate.select_option("Yes")
    expect(relocate).not_to_have_accessible_description("The game is drawn when all sixteen pawns are down.")


@pytest.mark.slow
def test_a_piece_is_dragged_where_it_may_go_and_nowhere_else(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    cell(page, "a2").drag_to(cell(page, "a5"))
    expect(page.locator(".history .move")).to_have_count(0)
    cell(page, "a2").drag_to(cell(page, "b3"))
    expect(page.locator(".history .move")).to_have_text(["a2-b3"])
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, White Pawn, last move came here")


@pytest.mark.slow
def test_a_disc_is_borne_off_by_choosing_it_again(page: Page, address: str) -> None:
    # White's home is g1 to l1: with a 3 and a 2, the disc three points from the end may go off, or on by two
    wished = {
        "game": "backgammon", "seats": ["person", "person"], "seed": 29,
        "position": "{pieces: {Disc1: [i1, j1, l1], Disc2: [a2]}, mover: 1}",
    }  # fmt: skip
    made = page.request.post(f"{address}/api/rooms", data=wished, headers={"Origin": address})
    assert made.status == 201, made.text()
    page.goto(f"{address}/r/{made.json()['room']}")
    disc = cell(page, "j1")
    expect(disc).to_have_attribute("aria-label", re.compile("White Disc, can be moved or taken off"))
    disc.click()
    expect(disc).to_have_attribute("aria-label", re.compile("chosen, choose it again to take it off"))
    expect(page.locator(".dots .ring, .dots .dot")).to_have_count(2)
    disc.click()
    expect(disc).to_have_attribute("aria-label", re.compile(r"\(j1\), empty"))


@pytest.mark.slow
def test_one_looks_back_and_comes_back_to_the_present(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    typed(page, "a2-a3", "h7-h6")
    page.get_by_role("button", name="One move back").click()
    expect(cell(page, "h7")).to_have_attribute("aria-label", "h7, Black Pawn")
    expect(page.get_by_text("After 1 of 2 moves")).to_be_visible()
    expect(page.locator("[role=gridcell].begins")).to_have_count(0)  # the past cannot be played
    page.locator(".history").get_by_role("button", name="To the start").click()
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, White Pawn")
    page.get_by_role("button", name="Back to the present").click()
    expect(cell(page, "h6")).to_have_attribute("aria-label", "h6, Black Pawn, last move came here")
    assert page.locator("[role=gridcell].begins").count() > 0


@pytest.mark.slow
def test_what_looks_alike_is_chosen_by_name_and_a_step_is_taken_back(page: Page, address: str) -> None:
    opened(page, address, "chess", ["person"])
    typed(page, "h2-h4", "g7-g5", "h4xg5", "h7-h6", "g5xh6", "a7-a6", "h6-h7", "a6-a5")
    cell(page, "h7").click()
    cell(page, "g8").click()
    window = page.get_by_role("dialog", name="Which of these?")
    expect(window.get_by_role("button")).to_have_text(
        ["g8=Queen", "g8=Rook", "g8=Bishop", "g8=Knight", "Cancel"]
    )
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take back the step").click()
    expect(cell(page, "h7")).to_have_attribute("aria-label", "h7, White Pawn, can be moved")
    cell(page, "h7").click()
    cell(page, "g8").click()
    window.get_by_role("button", name="g8=Knight").click()
    expect(cell(page, "g8")).to_have_attribute("aria-label", re.compile("^g8, White Knight, can be captured"))
    expect(page.get_by_text("Black to move")).to_be_visible()


@pytest.mark.slow
def test_dice_are_shown_and_those_used_are_told(page: Page, address: str) -> None:
    room = opened(page, address, "backgammon", ["person"], seed=1)
    told: Any = page.request.get(f"{address}/api/rooms/{room}").json()
    shown = " and ".join(str(die["shows"]) for die in told["dice"])
    expect(page.get_by_role("img", name=f"The dice show {shown}")).to_be_visible()
    typed(page, told["moves"][0]["text"])
    one_used = r"^The dice show (\d \(used\) and \d|\d and \d \(used\))$"
    used = page.get_by_role("img", name=re.compile(one_used))
    expect(used.locator(".used")).to_have_count(1)
    page.get_by_role("button", name="Take back the step").click()
    expect(page.get_by_role("img", name=f"The dice show {shown}", exact=True)).to_be_visible()


@pytest.mark.slow
def test_a_stack_is_opened(page: Page, address: str) -> None:
    opened(page, address, "lasca", ["person"])
    typed(page, "a3-b4", "c5xa3")  # the captured one goes below the one that captures
    cell(page, "a3").click()
    stack = page.get_by_role("region", name="The stack on a3")
    expect(stack.get_by_role("listitem")).to_have_text(["Red Soldier", "White Soldier"])
    stack.get_by_role("button", name="Close the stack").click()
    expect(stack).to_have_count(0)


@pytest.mark.slow
def test_a_stack_lies_along_a_long_cell_piece_by_piece(page: Page, address: str) -> None:
    """Backgammon begins with five discs on the points a1 and a2: each is seen, from the rim to the middle."""
    opened(page, address, "backgammon", ["person"], seed=1)
    for name, upwards in (("a1", True), ("a2", False)):
        site = cell(page, name).get_attribute("data-site")
        discs = page.locator(f"[data-piece='{site}'] use")
        expect(discs).to_have_count(5)
        boxes = [box for disc in discs.all() if (box := disc.bounding_box())]
        middles = [box["y"] + box["height"] / 2 for box in boxes]
        assert middles == sorted(middles, reverse=upwards)
        gaps = [abs(b - a) for a, b in pairwise(middles)]
        assert min(gaps) > 0.8 * boxes[0]["height"] and max(gaps) - min(gaps) < 1
    cell(page, "a1").click()  # all is seen as it is
    expect(page.get_by_role("region", name="The stack on")).to_have_count(0)


@pytest.mark.slow
def test_pieces_are_placed_from_a_hand(page: Page, address: str) -> None:
    opened(page, address, "nine-mens-morris", ["person"])
    hand = page.get_by_role("group", name="White’s hand").get_by_role("button")
    expect(hand).to_have_attribute("aria-label", "White’s hand: 9 White Men, can be chosen")
    hand.click()
    expect(page.locator("[role=gridcell].target")).to_have_count(24)
    cell(page, "a1").click()
    expect(hand).to_have_attribute("aria-label", "White’s hand: 8 White Men")
    cell(page, "d1").click()  # there is one hand alone that it can come from
    expect(cell(page, "d1")).to_have_attribute("aria-label", "d1, Black Man, last move came here")


def test_a_wrong_move_is_explained_and_nothing_has_changed(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    field = page.get_by_label("Type a move")
    field.fill("a1-a5")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("a1-a5")
    expect(page.locator(".history .move")).to_have_count(0)
    field.fill("b2")
    expect(page.get_by_role("listbox").get_by_role("option")).to_have_text(["b2-b3", "b2-a3", "b2-c3"])
    field.press("ArrowDown")
    field.press("Enter")
    expect(page.locator(".history .move")).to_have_text(["b2-b3"])
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_why_not_is_told_with_the_line_of_the_rule(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    cell(page, "a2").click()
    cell(page, "a5").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("a2-a5 is not possible now.")
    expect(told).to_contain_text("The Pawn on a2 can only go to a3 and b3.")
    box, at = told.bounding_box(), cell(page, "a5").bounding_box()
    assert box and at and 0 <= box["y"] - (at["y"] + at["height"]) < 20  # it stands at the place
    told.get_by_role("button", name="Which rule?").click()
    lines = Path("games/classics/breakthrough.lud").read_text(encoding="utf-8").splitlines()
    rule = next(number for number, line in enumerate(lines, 1) if "(step" in line or "(move Step" in line)
    assert f"line {rule} of breakthrough.lud" in told.inner_text()
    cell(page, "a2").click()
    expect(told).to_have_count(0)


@pytest.mark.slow
def test_a_clock_runs_for_who_is_to_move(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"], clock={"seconds": 600, "increment": 0})
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_text(["10:00", "10:00"])
    typed(page, "a2-a3")
    expect(clocks.last).to_have_text("9:59")
    expect(clocks.first).to_have_text("10:00")


@pytest.mark.slow
def test_resigning_is_asked_for_twice(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.locator(".status")).to_have_text("White to move")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".status")).to_have_text("The game is over: White resigns, Black wins.")


@pytest.mark.slow
def test_who_plays_all_seats_takes_back_one_move_or_the_end_alone(page: Page, address: str) -> None:
    def take_back(yes: str) -> None:
        page.get_by_role("button", name="Take back", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=yes).click()

    opened(page, address, "breakthrough", ["person"])
    moves = page.locator(".history .move")
    typed(page, "a2-a3")
    take_back("Take back")
    expect(moves).to_have_count(0)
    typed(page, "a2-a3", "h7-h6", "b2-b3")
    take_back("Take back")
    expect(moves).to_have_text(["a2-a3", "h7-h6"])
    expect(page.locator(".status")).to_have_text("White to move")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".status")).to_have_text("The game is over: White resigns, Black wins.")
    take_back("Go on")
    expect(page.locator(".status")).to_have_text("White to move")
    expect(moves).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_places_that_are_shared_are_told_in_words(page: Page, address: str) -> None:
    def end(button: str, yes: str) -> None:
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=yes).click()

    ranks = page.locator(".seat .rank")
    opened(page, address, "breakthrough", ["person"])
    end("Draw", "Offer a draw")
    expect(ranks).to_have_text(["draw", "draw"])
    opened(page, address, "triad", ["person"])
    end("Resign", "Resign")
    expect(ranks).to_have_text(["3rd", "1st, shared", "1st, shared"])
    opened(page, address, "triad", ["person"])
    end("Draw", "Offer a draw")
    expect(ranks).to_have_text(["1st, shared"] * 3)


@pytest.mark.slow
def test_a_hint_is_shown_at_its_own_position_alone(page: Page, address: str) -> None:
    opened(page, address, "breakthrough", ["person"])
    typed(page, "a2-a3", "h7-h6")
    page.get_by_role("button", name="Hint").click()
    drawn = page.locator(".ways .hinted")
    expect(drawn).to_have_count(1)
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text("After 1 of 2 moves")).to_be_visible()
    expect(drawn).to_have_count(0)
    expect(page.locator(".hint-text")).to_have_count(0)
    cell(page, "a3").click()
    page.get_by_role("button", name="Back to the present").click()
    expect(drawn).to_have_count(1)
    expect(page.locator(".hint-text")).to_be_visible()


@pytest.mark.slow
def test_where_a_turn_goes_on_is_pointed_out(page: Page, address: str) -> None:
    opened(page, address, "triad", ["person"])
    page.locator("[role=gridcell].origin").first.click()
    page.locator("[role=gridcell].target").first.click()
    expect(page.locator(".this-turn")).to_be_visible()
    open_sites = page.locator("[role=gridcell].begins").count()
    assert open_sites > 12
    expect(page.locator(".dots .open")).to_have_count(open_sites)


@pytest.mark.slow
@pytest.mark.parametrize("old_way", (True, False))
def test_a_link_is_copied_or_marked_where_there_is_no_clipboard(
    page: Page, address: str, old_way: bool
) -> None:
    page.add_init_script(
        "delete Navigator.prototype.clipboard; window.copied = [];"
        "document.execCommand = (does) => { window.copied.push(does, String(getSelection()));"
        f"return {str(old_way).lower()}; }};"
    )
    opened(page, address, "breakthrough", ["person", "link"])
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").first.click()
    link = page.get_by_label("To play Black")
    page.get_by_role("button", name="Copy", exact=True).click()
    told = page.get_by_role("dialog").get_by_role("status")
    if old_way:
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expect(told).to_have_text("")
    else:
        expect(told).to_have_text("Press Ctrl+C to copy the marked text.")
    assert page.evaluate("() => window.copied") == ["copy", link.input_value()]


@pytest.mark.slow
def test_after_the_end_nothing_is_typed_and_the_same_is_played_again(page: Page, address: str) -> None:
    room = opened(page, address, "triad", ["person"], clock={"seconds": 600, "increment": 5})
    page.locator("[role=gridcell].origin").first.click()
    page.locator("[role=gridcell].target").first.click()
    expect(page.locator(".this-turn")).to_be_visible()
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(again).to_be_visible()
    expect(page.locator(".this-turn")).to_have_count(0)
    expect(page.get_by_label("Type a move")).to_have_count(0)
    again.click()
    page.wait_for_url(lambda url: "/r/" in url and room not in url)
    expect(page.locator(".room")).to_have_attribute("data-version", "0")
    expect(page.get_by_label("Type a move")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text(["10:00"] * 3)


@pytest.mark.slow
def test_a_link_lets_another_browser_play_one_seat_and_agree_or_not(
    browser: Browser, page: Page, address: str
) -> None:
    opened(page, address, "breakthrough", ["person", "link"])
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").first.click()
    link = page.get_by_label("To play Black").input_value()
    page.keyboard.press("Escape")
    other = browser.new_context().new_page()
    other.goto(link)
    expect(other.locator(".status")).to_have_text("White is to move")
    assert other.url == link.split("#")[0]  # the secret is not left in the address
    typed(page, "a2-a3")
    expect(other.locator(".status")).to_have_text("Black to move")
    typed(other, "a7-a6")
    expect(cell(page, "a6")).to_have_attribute("aria-label", "a6, Black Pawn, last move came here")
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    offer = other.get_by_role("group", name="An offer")
    expect(offer).to_contain_text("White offers a draw.")
    offer.get_by_role("button", name="Decline").click()
    expect(page.locator(".history")).to_contain_text("Black declines the draw.")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(offer).to_contain_text("White asks to take back a move.")
    offer.get_by_role("button", name="Agree").click()
    expect(page.locator(".history .move")).to_have_count(0)
    stranger = browser.new_context().new_page()
    stranger.goto(other.url)
    expect(stranger.get_by_role("heading", name="This room cannot be opened")).to_be_visible()
    other.context.close()
    stranger.context.close()


@pytest.mark.slow
def test_a_lost_connection_is_told_and_found_again(page: Page, address: str) -> None:
    sockets: list[Any] = []

    def through(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/news", through)
    opened(page, address, "breakthrough", ["person"])
    while not sockets:
        page.wait_for_timeout(20)
    sockets[0].close()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    assert len(sockets) == 2
    typed(page, "a2-a3")


def test_names_of_a_file_are_text(page: Page, tmp_path: Path) -> None:
    (tmp_path / "lost.lud").write_text(HOSTILE, encoding="utf-8")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    with serving(tmp_path / "games.sqlite", str(tmp_path / "lost.lud")) as server:
        page.goto(f"{server.address.split('?')[0].rstrip('/')}/?game=lost")
        expect(page.get_by_role("heading", name="Lost & <Found> ]]>")).to_be_visible()
        page.get_by_text("Seats, clock").click()
        for seat in page.locator("select[id^=seat]").all():
            seat.select_option("person")
        page.get_by_role("button", name="Begin").click()
        cell(page, "a1").click()
        expect(cell(page, "a1")).to_have_attribute("aria-label", re.compile("a1, Red, Player 1 St<o>ne&"))
        page.get_by_role("button", name="Rules").click()
        expect(page.get_by_role("dialog")).to_contain_text("<b>&]]>")
        assert page.locator("script:not([src]), .rules b, .rules script, o").count() == 0 and not wrong


@pytest.mark.slow
def test_what_becomes_of_a_piece_that_has_moved_is_asked_at_once(page: Page, address: str) -> None:
    opened(page, address, "shogi", ["person"])
    typed(page, "c3-c4", "g7-g6", "b2xh8")
    window = page.get_by_role("dialog", name="What becomes of it on h8?")
    expect(window.get_by_role("button")).to_have_text(["h8=Horse", "leave it", "Cancel"])
    expect(window.locator("svg.look")).to_have_count(2)  # of which a Horse was not seen before
    window.get_by_role("button", name="leave it").click()
    expect(page.locator(".status")).to_have_text("White to move")
    expect(cell(page, "h8")).to_have_attribute("aria-label", re.compile("^h8, Black Bishop"))


@pytest.mark.slow
def test_what_is_put_is_chosen_by_its_look(page: Page, address: str) -> None:
    opened(page, address, "quoridor", ["person"])
    cell(page, "'vertex:d4'").click()
    window = page.get_by_role("dialog", name="Which of these?")
    expect(window.locator("svg.look use")).to_have_count(2)
    for look in window.locator("svg.look").all():  # all of it is seen
        inside, around = look.locator("use").bounding_box(), look.bounding_box()
        assert inside is not None and around is not None
        assert inside["width"] <= around["width"] + 1 and inside["height"] <= around["height"] + 1
    window.get_by_role("button", name="vertex:d4=Upright").click()
    expect(cell(page, "'vertex:d4'")).to_have_attribute("aria-label", re.compile("Upright"))


@pytest.mark.slow
def test_the_first_page_is_small_and_the_editor_is_not_in_it(page: Page, address: str) -> None:
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    expect(page.locator(".home")).to_have_attribute("data-whole", "true")
    expect(page.locator(".card img[src]").first).to_have_js_property("complete", True)
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert f"{address}/page/vendor/ui.js" in sizes and not [url for url in sizes if "editor" in url]
    # with all of the pictures that a window shows
    assert 10_000 < sum(sizes.values()) < 120_000
    # the list of games was asked for before there was a script that shows it, and not again
    assert [url for url in (answer.url for answer in answers) if url.endswith("/api/games")] == [
        f"{address}/api/games"
    ]
    # a picture is drawn where the presses are answered, so those that nobody sees yet wait
    last = page.locator(".card img").last
    expect(last).not_to_have_attribute("src", re.compile("."))
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("src", re.compile(r"picture\.svg$"))
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=last.element_handle())


def test_all_that_the_first_page_imports_is_asked_for_at_once() -> None:
    imported, left = set[str](), ["main.js"]
    while left:
        text = (PAGE / left.pop()).read_text(encoding="utf-8")
        new = set(re.findall(r'^import [^;]*? from "\./([^"]+)"', text, re.MULTILINE)) - imported
        imported |= new
        left += new
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'<link rel="modulepreload" href="/page/([^"]+)">', text)
    assert sorted(preloaded) == sorted(imported)


@pytest.mark.slow
def test_a_choice_of_colours_is_kept(page: Page, address: str) -> None:
    page.goto(address)
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    button = page.get_by_role("button", name="Colours")
    button.click()
    button.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(paper)
    page.reload()
    page.get_by_role("button", name="Colours: dark").wait_for()
    assert page.evaluate(paper) == dark != light
