"""Whole rules: every shipped game in the three formats, options, authors' own words, strangers' files."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser
from pathlib import Path
from xml.dom import minidom

import pytest

from gdl import LanguageError, load, loads, rules
from gdl.english.grammar import MAX_SENTENCE
from gdl.english.phrases import Point, Rulebook
from gdl.source.text import NOWHERE
from gdl.support.files import games_folder
from interpreter.rulebook import FORMATS, rendered
from tests.quick import few

SHIPPED = sorted(games_folder().rglob("*.lud"))
CORPUS = sorted((Path(__file__).resolve().parents[3] / "shared" / "ludii-more" / "raw").rglob("*.lud"))
_DEFINITIONS = Path(__file__).resolve().parents[3] / "shared" / "ludii-more" / "def"
CORPUS_DEFINITIONS = [_DEFINITIONS] if _DEFINITIONS.is_dir() else []

SMALL = """
(game "Small" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def texts(book: Rulebook) -> list[str]:
    return [point.text for point in book.points()]


def sound(book: Rulebook) -> None:
    """What holds of all rules in English, whatever the game."""
    titles = [section.title for section in book.sections]
    assert {"Players", "Board", "A turn", "The end"} <= set(titles)
    for point in book.points():
        text = point.text
        assert text == text.strip() and "  " not in text
        assert text[:1] == text[:1].upper() and text[-1:] in ".:!?…", text
        assert len(text) <= MAX_SENTENCE + 4001
        assert not {"\ue000", "\ue001", "\ue002", "\ue003", "{", "}"} & set(text), text
        assert bool(point.points) or not text.endswith(":"), text
    generated = [p for s in book.sections if s.title not in ("In short", "Options", "Terms") for p in s.parts]
    for part in generated:
        for point in part.walk() if isinstance(part, Point) else ():
            # nothing is left of the language's own form
            assert "(is " not in point.text and "(sites " not in point.text and "(count " not in point.text


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.stem)
def test_shipped_games(path: Path) -> None:
    game = load(path)
    book = rules(game)
    sound(book)
    for name in FORMATS:
        text = rendered(game, book, name)
        assert (escape(game.name) if name == "html" else game.name) in text and text.endswith("\n")
    lines = rendered(game, book, "text", 60).splitlines()
    drawn = [line for line in lines if not line.startswith("    ")]
    assert max(map(len, drawn)) <= 60
    minidom.parseString(rendered(game, book, "html").partition("\n")[2])


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.stem)
def test_every_option_shows_with_its_choice(path: Path) -> None:
    game = load(path)
    for option in game.available_options:
        others = [item for item in option.items if item is not option.default]
        for item in others[:1]:
            told = rules(load(path, options={option.name: item.name})).section("Options")
            assert told is not None
            assert any(
                isinstance(p, Point) and p.text.startswith(f"{option.name}: {item.name}") for p in told.parts
            )


def test_an_option_changes_what_is_told() -> None:
    def told(**options: str) -> str:
        return " ".join(texts(rules(load("troika", options=options))))

    assert "at any angle" in told(Line="Any angle")
    assert "at any angle" not in told(Line="Straight").partition("Options")[0].partition("Line:")[0]


@pytest.mark.parametrize("path", CORPUS[5::130] or [None], ids=lambda path: path.stem if path else "none")
def test_strangers_files(path: Path | None) -> None:
    if path is None:
        pytest.skip("there is no corpus here")
    try:
        game = load(path, definitions=CORPUS_DEFINITIONS)
    except LanguageError:
        return  # what does not load has no rules to tell
    sound(rules(game))


# --- What a reader has to find ------------------------------------------------------------------------------


def test_the_parts_come_in_the_order_in_which_they_are_read() -> None:
    titles = [section.title for section in rules(load("katarenga")).sections]
    wanted = ["In short", "Players", "Board", "Pieces", "Terms", "Start", "A turn", "The end", "Options"]
    assert titles == wanted


def test_endings_come_in_their_order() -> None:
    end = rules(load("katarenga")).section("The end")
    assert end is not None
    endings = [point.text for point in end.parts[0].points if isinstance(end.parts[0], Point)]  # type: ignore[union-attr]
    assert len(endings) == 4
    assert "camps" in endings[0] and endings[0].endswith("you win.")
    assert "fewer than two pieces" in endings[1]
    assert endings[2].endswith("the game is drawn.")
    assert "no legal move" in endings[3]


def test_players_have_the_names_of_their_game() -> None:
    told = texts(rules(load("triad")))
    assert "Three players: Red, Green and Blue." in told


def test_each_sentence_knows_its_ludeme() -> None:
    book = rules(loads(SMALL))
    turn = book.section("A turn")
    assert turn is not None and isinstance(turn.parts[0], Point)
    assert turn.parts[0].span.text == "(move Add (to (sites Empty)))"
    generated = [p for s in book.sections if s.title in ("Players", "A turn", "The end") for p in s.parts]
    assert all(isinstance(point, Point) and point.span is not NOWHERE for point in generated)


def test_a_match_says_what_is_played_for() -> None:
    match = rules(load("cornered-match")).section("The match")
    assert match is not None
    said = " ".join(point.text for part in match.parts if isinstance(part, Point) for point in part.walk())
    assert "Cornered" in said and "change seats" in said and "15 points in the match" in said


# --- Authors' own words -------------------------------------------------------------------------------------

SAYING = """
// Where a stone may go.
// says: the free cells of #1 / a free cell
//   of #1
// term: A cell is free if it is empty.
(define "Free" (intersection (sites Empty) #1))
// says: the game <has been|has not been> going on for long
(define "Long" (> (count Moves) 4))
// Not told in any other way.
(define "Plain" (is Full))
(game "Saying" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to ("Free" (sites Board)))))
    (end {(if (and "Long" "Plain") (result Mover Draw)) (if (not "Long") (result Mover Win))})))
"""


def test_definitions_say_their_own_words() -> None:
    book = rules(loads(SAYING))
    told = texts(book)
    assert "On your turn, place one of your Discs on a free cell of the whole board." in told
    assert "If the game has been going on for long and the board is full, the game is drawn." in told
    assert "If the game has not been going on for long, you win." in told
    terms = book.section("Terms")
    assert terms is not None and [p.text for p in terms.parts if isinstance(p, Point)] == [
        "A cell is free if it is empty."
    ]


def test_a_rule_with_no_words_is_not_told() -> None:
    text = SMALL.replace("(game", '// says:\n(define "Count" (set Var "N" 1))\n(game').replace(
        "(sites Empty))", '(sites Empty)) (then (and "Count" (moveAgain)))'
    )
    assert "On your turn, place one of your Discs on an empty cell; then move again." in texts(
        rules(loads(text))
    )


def test_a_rule_told_again_is_named() -> None:
    rule = """(or {(move Step Forward (to if:(is Empty (to))))
        (move Hop Forward (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))
        (move Step Backward (to if:(is In (to) (sites Corners)))) (move Step Leftward (to))})"""
    text = f"""
(define "Walk" {rule})
(game "Again" (players {{(player N) (player S)}})
  (equipment {{(board (square 3)) (piece "Man" Each "Walk") (piece "King" Each "Walk")}})
  (rules (start {{(place "Man1" 0) (place "King2" 8)}}) (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))
"""
    pieces = rules(loads(text)).section("Pieces")
    assert pieces is not None
    first, second = (part for part in pieces.parts if isinstance(part, Point))
    assert "(“walk”)" in first.text and len(first.points) == 4
    assert second.text == "King: it may do as told under “walk”." and not second.points


# --- Formats ------------------------------------------------------------------------------------------------

HOSTILE = """
(define "<script>alert(2)</script>" (sites Empty))
(game "</title><script>alert(1)</script>&\u202e\u001b[31m" (players 2)
  (equipment {(board (square 3)) (piece "<img src=x onerror=alert(3)>" Each)
    (regions "*_`[x](javascript:alert(4))" P1 (sites Top))})
  (rules (play (move Add (to (sites Mover "*_`[x](javascript:alert(4))"))))
    (end (if (is Full) (result Mover Draw)))))
(option "\\"><b>" <A> args:{<a>} {(item "<i>" <1> "<u>&amp;")* (item "-" <2> "#")})
(metadata (info {(description "<style>*{display:none}</style>")}))
"""


class Tags(HTMLParser):
    """Notes the elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_hostile_names_are_text() -> None:
    game = loads(HOSTILE)
    book = rules(game)
    page = rendered(game, book, "html")
    minidom.parseString(page.partition("\n")[2])
    tags = Tags()
    tags.feed(page)
    assert not tags.seen & {"script", "img", "b", "i", "u", "a"}
    assert not {name for name in tags.attributes if name.startswith("on")}
    assert "<style>*{" not in page and "&lt;style&gt;*{" in page and "&lt;script&gt;" in page
    markdown = rendered(game, book, "markdown")
    assert "<script>" not in markdown.replace("\\<script\\>", "") and "[x](" not in markdown
    for form in FORMATS:
        text = rendered(game, book, form)
        assert "\u202e" not in text and "\x1b" not in text


def test_a_page_needs_nothing_else() -> None:
    game = loads(SMALL)
    page = rendered(game, rules(game), "html")
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "src=" not in page and "<link" not in page


def test_very_long_rules_are_bounded() -> None:
    deep = "(is Full)"
    for _ in range(12):
        deep = f"(or (and {deep} {deep}) (not {deep}))" if len(deep) < 60_000 else f"(not {deep})"
    game = loads(SMALL.replace("(is Line 3)", deep))
    book = rules(game)
    assert all(len(text) <= MAX_SENTENCE + 10 for text in texts(book))
    assert sum(map(len, texts(book))) < 400_000
