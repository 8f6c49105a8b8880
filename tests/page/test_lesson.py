"""A first lesson: made of a game's own scenarios, and played through in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import gdl
from interpreter.game.position import position_from
from tests.page.browsing import DESK, cell

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("pytest_playwright", reason="pytest-playwright is not installed")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from interpreter.serve.messages.game import LessonStep


def shown(game: gdl.Game, step: LessonStep) -> gdl.State:
    """The position of a step, as somebody else would set it up."""
    game = gdl.load(game.recipe.path, options=dict(step.options)) if step.options else game
    if step.position is not None:
        game = game.starting_from(position_from(step.position, "the step"))
    state = game.start(step.seed)
    for move in step.moves:
        state = state.play(move)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["troika", "katarenga", "nine-mens-morris", "tic-tac-toe", "hex", "chess", "backgammon", "havannah"],
)
def test_what_is_to_be_tried_is_legal_what_is_refused_is_not_and_wins_win(name: str) -> None:
    from interpreter.serve.table.lesson import lesson_of

    game = gdl.load(name)
    steps = lesson_of(game).steps
    assert 2 <= len(steps) <= 10 and (any(step.wins for step in steps) or name == "backgammon")
    for step in steps:
        state = shown(game, step)
        legal = [str(move) for move in state.legal_moves]
        assert step.wanted and set(step.wanted) <= set(legal)
        assert not set(step.refused) & set(legal)
        if step.wins:
            winning = {move for move in legal if str(state.play(move).outcome) == f"{state.mover_name} wins"}
            assert set(step.wanted) == winning


@pytest.mark.slow
def test_a_newcomer_goes_through_the_lesson(browser: Browser, address: str) -> None:
    context = browser.new_context(**DESK, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    page.locator(".first").get_by_role("button", name="Learn it").click()
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("Step 1 of 6 Pawns are placed in turn, and stay.")
    cell(page, "c4").click()
    expect(lesson).to_contain_text("That is it.")
    lesson.get_by_role("button", name="Go on").click()
    expect(lesson).to_contain_text("Step 2 of 6 A red cell reaches like a rook")
    cell(page, "d7").click()
    expect(page.get_by_role("alert")).to_contain_text("d7 is not possible now.")
    expect(lesson).to_contain_text("The rules say why that is not possible.")
    for number in (3, 4, 5):
        lesson.get_by_role("button", name="Skip").click()
        expect(lesson).to_contain_text(f"Step {number} of 6")
    cell(page, "d2").click()
    expect(lesson).to_contain_text("That is possible, but wins nothing yet.")
    lesson.get_by_role("button", name="Once more").click()
    expect(lesson).to_contain_text("Find the move that wins.")
    cell(page, "e3").click()
    expect(lesson).to_contain_text("That wins.")
    lesson.get_by_role("button", name="Go on").click()
    expect(lesson).to_contain_text("Step 6 of 6")
    lesson.get_by_role("button", name=re.compile("^Play ")).click()
    expect(page.get_by_role("button", name="Play the computer")).to_be_visible()
    # lessons are no games to go on with
    page.goto(address)
    expect(page.locator(".first")).to_be_visible()
    expect(page.locator(".rooms")).to_have_count(0)
    context.close()
