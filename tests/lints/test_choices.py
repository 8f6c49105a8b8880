"""What stands in values of options that are not chosen is looked at, too."""

from __future__ import annotations

from pathlib import Path

from interpreter.game.image import Recipe, warnings_for

GAME = """(game "Disc" (players 2)
  (equipment {(board (square 5)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (sites Empty))))
    (end (if <Goal:condition> (result Mover Win)))))
(option "Goal" <Goal> args:{<condition>} {
  (item "Line" <(is Line 3)> "Three in a row.")*
  (item "Slip" <(is Lin 3)> "No such word.")
  (item "Nowhere" <(is In (site) (sites Top))> "Of no site.")
  (item "Top" <(is In (last To) (sites Top))> "On the top row.")
})
"""


def found(text: str, folder: Path, **options: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """What is told: code, severity, text, notes."""
    path = folder / "disc.lud"
    path.write_text(text, encoding="utf-8")
    told = warnings_for(Recipe(str(path), tuple(options.items()), ()))
    return sorted((each.code, each.severity, each.span.text, each.notes) for each in told)


def test_errors_and_lints_of_every_choice_are_told(tmp_path: Path) -> None:
    assert found(GAME, tmp_path) == [
        ("E0206", "error", "Lin", ("with the option Goal=Slip",)),
        ("W0650", "warning", "(site)", ("with the option Goal=Nowhere",)),
    ]


def test_what_is_chosen_is_told_as_it_is_and_the_others_as_choices(tmp_path: Path) -> None:
    assert found(GAME, tmp_path, Goal="Nowhere") == [
        ("E0206", "error", "Lin", ("with the option Goal=Slip",)),
        ("W0650", "warning", "(site)", ()),
    ]


def test_what_is_odd_with_a_choice_only_in_the_text_that_is_common_to_all_is_not_told(tmp_path: Path) -> None:
    """A part of the rules for which the other choice is there."""
    text = GAME.replace("(is Lin 3)", "(is Line 4)").replace("(site)", "(last From)")
    assert found(text, tmp_path) == []


def test_a_comment_allows_what_stands_in_a_choice(tmp_path: Path) -> None:
    text = GAME.replace("(is Lin 3)", "(is Line 4)").replace(
        '"Of no site.")', '"Of no site.")  // allow W0650'
    )
    assert found(text, tmp_path) == []


def test_of_other_shapes_of_the_board_mistakes_are_told(tmp_path: Path) -> None:
    shapes = """(option "Size" <Size> args:{<shape>} {
      (item "Five" <(square 5)> "Five by five.")*
      (item "Slip" <(squar 4)> "No such word.")
      (item "None" <(square 0)> "No cells.")
      (item "Four" <(square 4)> "Four by four.")
    })"""
    text = GAME[: GAME.index("(option")].replace("(square 5)", "<Size:shape>") + shapes
    assert found(text.replace("<Goal:condition>", "(is Line 3)"), tmp_path) == [
        ("E0203", "error", "squar", ("with the option Size=Slip",)),
        ("E0409", "error", "(square 0)", ("with the option Size=None",)),
    ]
