"""What notebooks show: parts of pages that are well-formed, in which no stranger's text is markup."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import gdl
from interpreter.drawing.notebooks import MOST_FRAMES, animation

HOSTILE = """(game "<b>Line</b>" (players 2) (equipment {(board (square 3)) (piece "<i>" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def parsed(html: str) -> ElementTree.Element:
    """A part of a page, which is to be well-formed."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def figures(html: str) -> int:
    return len(parsed(html).findall(".//figure"))


@pytest.fixture(scope="module")
def start() -> gdl.State:
    return gdl.loads(HOSTILE).start(seed=1)


def test_a_move_shows_what_it_leads_to(start: gdl.State) -> None:
    move = start.parse("b2")
    assert move._repr_svg_() == start.play("b2").svg()


def test_a_choice_shows_its_move_and_each_candidate(start: gdl.State) -> None:
    player = gdl.read_player("mcts:20").make(start.game, seed=1)
    assert player
    choice = player.choose(gdl.Line.of(start))
    shown = parsed(choice._repr_html_())
    rows = [[cell.text for cell in row] for row in shown.findall(".//tbody/tr")]
    assert [row[0] for row in rows] == [str(each.move) for each in choice.thought.candidates]
    assert shown.find(".//figcaption") is not None


def test_a_line_is_a_frame_for_each_of_its_positions(start: gdl.State) -> None:
    line = gdl.Line.of(start).play("a1", "b2", "c3")
    html = line._repr_html_()
    assert figures(html) == 4
    captions = [each.text for each in parsed(html).findall(".//figcaption")]
    assert captions[0] == start.standing and captions[3] == f"c3 · {line.state.standing}"
    assert [each.text for each in parsed(html).findall(".//ol/li")] == ["a1", "b2", "c3"]
    assert "4s step-end" in html and "2s step-end" in line.animation(seconds=0.5)


def test_an_animation_is_bounded_and_takes_time() -> None:
    frames = [("<svg/>", str(number)) for number in range(MOST_FRAMES + 30)]
    captions = [each.text for each in parsed(animation(frames)).findall(".//figcaption")]
    assert captions == [str(number) for number in range(30, MOST_FRAMES + 30)]
    for seconds in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="an animation takes"):
            animation(frames, seconds)


def test_a_batch_shows_its_first_games(start: gdl.State) -> None:
    html = start.game.batch(9, seed=1)._repr_html_()
    assert figures(html) == 6 and "and 3 more" in html
    assert "more" not in start.game.batch(6, seed=1)._repr_html_()


def test_rules_are_headings_and_sentences(start: gdl.State) -> None:
    book = gdl.rules(start.game)
    shown = parsed(book._repr_html_())
    assert [each.text for each in shown.findall(".//h3")] == [each.title for each in book.sections]
    assert len(shown.findall(".//p")) == len(list(book.points()))


def test_nothing_of_a_strangers_text_is_markup(start: gdl.State) -> None:
    line = gdl.Line.of(start).play("a1")
    for html in (line._repr_html_(), start.game.batch(2)._repr_html_(), gdl.rules(start.game)._repr_html_()):
        assert not re.search("<b>|<i>", html)


def test_records_are_games_that_were_played(tmp_path: Path) -> None:
    session = gdl.Session(gdl.load("tic-tac-toe"), "human", seed=1)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        session.play(move)
    file = tmp_path / "games.rec"
    file.write_text(session.text() + session.text(), encoding="utf-8")
    first, second = gdl.records(file)
    assert first.fits and first.line and first.line.state.outcome == session.state.outcome
    assert first == second and figures(first._repr_html_()) == 6
    file.write_text(session.text().replace('[seed "1"]', '[seed "one"]'), encoding="utf-8")
    with pytest.raises(gdl.LanguageError):
        gdl.records(file)


def test_a_study_shows_its_measures_as_a_table(start: gdl.State) -> None:
    study = gdl.study(start.game, games=20, seed=1, rule_games=0)
    page = parsed(study._repr_html_())
    assert page.findtext("h3") == "<b>Line</b>"
    titles = [row.findtext("th") for row in page.findall(".//tbody/tr")]
    assert len(titles) == len(study.table().rows)
    assert "branching" in " ".join(map(str, titles))


def test_a_comparison_shows_both_games(start: gdl.State) -> None:
    page = parsed(gdl.compare(start.game, start.game)._repr_html_())
    assert "A: <b>Line</b>" in "".join(page.itertext())
