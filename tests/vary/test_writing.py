"""Variants as files: they play by the rules that were measured, have no mistakes, and tell their story."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import Game, load, loads
from interpreter.errors.user_errors import VariantFileError
from interpreter.study.vary.experiment import vary
from interpreter.study.vary.result import Varied, variant_text
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.vary.texts import LINES

OWN = """(option "Side" <Side> args:{<side>} {
    (item "Three" <3> "Small.")*
    (item "Four" <4> "Larger.")
    (item 5..9 <#1> "Large.")
})
(game "Fill"
    (players 2)
    (equipment {(board (square <Side:side>)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})
    )
)
"""


def written(found: Varied, file: Path, run: Gdl) -> Game:
    """The best variant as a file; `gdl check` says nothing of it."""
    found.write(file)
    checked = run("check", str(file))
    assert checked.code == 0 and "no mistakes" in checked.out + checked.err
    game = load(file)
    assert game.fingerprint == found.best[0].fingerprint
    return game


def test_a_marked_file(tmp_path: Path, gdl: Gdl) -> None:  # noqa: F811
    file = tmp_path / "lines.lud"
    alternative = "        // vary or (play (move Add (to (sites Top))))\n"
    assert alternative in LINES
    file.write_text(LINES.replace(alternative, ""))
    found = vary(load(file), ["longest"], games=100, seed=1, second=None, keep=1)
    best = found.best[0]
    # the longest games are on the largest board, where lines are long
    assert best.values["line 5"] == "6" and best.values["line 11"] == "4"
    game = written(found, tmp_path / "best.lud", gdl)
    text = (tmp_path / "best.lud").read_text()
    assert "(rectangle 4 6)" in text and "(is Line 4)" in text and "// Three or four in a line." in text
    assert "// vary" not in text
    story = text[: text.index("// Three")]
    assert "A variant of Lines (lines.lud)" in story and "seed 1" in story and "wanted most" in story
    assert game.name == "Lines"


@pytest.mark.parametrize(
    ("side", "item"), [("Four", '(item "Four" <4> "Larger.")*'), ("7", '(item "7" <7> "Large.")*')]
)
def test_the_option_that_was_chosen_is_the_default(
    side: str,
    item: str,
    tmp_path: Path,
    gdl: Gdl,  # noqa: F811
) -> None:
    found = vary(loads(OWN), ["shortest"], {"Side": f"{side}|{side}"}, games=50, seed=1, second=None)
    game = written(found, tmp_path / "best.lud", gdl)
    text = (tmp_path / "best.lud").read_text()
    assert item in text and text.count(")*") == 1
    assert game.options["Side"] == side
    assert game.fingerprint == loads(OWN, {"Side": side}).fingerprint


def test_options_of_included_files_come_along(tmp_path: Path, gdl: Gdl) -> None:  # noqa: F811
    chosen = {"Board": "random:5", "Line": "Straight"}
    found = vary(
        load("troika"),
        ["fairest"],
        chosen | {"Board": "random:5..5"},
        games=50,
        seed=1,
        second=None,
    )
    game = written(found, tmp_path / "best.lud", gdl)
    assert game.fingerprint == load("troika", chosen).fingerprint
    text = (tmp_path / "best.lud").read_text()
    assert "\n(include" not in text and '"OneTile"' not in text
    assert load(tmp_path / "best.lud", {"Line": "Any angle"}).options["Line"] == "Any angle"


def test_the_story_is_a_comment_whatever_the_words(tmp_path: Path) -> None:
    found = vary(loads(LINES, name="x\n(game"), ["longest"], games=50, seed=1, second=None, keep=1)
    text = variant_text(found, found.best[0], "gdl vary 'a\nb' --want vary")
    head = text[: text.index("\n\n")]
    assert all(line.startswith("//") for line in head.splitlines())
    assert loads(text).fingerprint == found.best[0].fingerprint


def test_what_would_play_by_other_rules_is_not_written(tmp_path: Path) -> None:
    from attrs import evolve

    found = vary(loads(LINES), ["longest"], games=50, seed=1, second=None, keep=1)
    other = evolve(found, best=(evolve(found.best[0], fingerprint="another"),))
    with pytest.raises(VariantFileError):
        other.write(tmp_path / "best.lud")
    assert not (tmp_path / "best.lud").exists()
