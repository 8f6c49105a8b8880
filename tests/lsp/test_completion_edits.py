"""Where completions put their texts: on the line of the cursor, around it, whatever stands there.

(The protocol asks for it, and what lies behind a line's end is never part of a name.)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gdl.assist import complete
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.lsp.test_assist import Texts
from tests.quick import thinned

ROOT = Path(__file__).parents[2]
GAMES = [
    ROOT / "games" / name for name in ("classics/tic-tac-toe.lud", "variants/rally.lud", "troke/troke.lud")
]

#: What somebody may have written when they stop at a place of a text.
STATES: dict[str, Callable[[str, int], tuple[str, int]]] = {
    "all of it": lambda text, at: (text, at),
    "what comes before": lambda text, at: (text[:at], at),
    "a quote that is open": lambda text, at: (f'{text[:at]}"{text[at:]}', at + 1),
    "brackets and a quote that are open": lambda text, at: (f'{text[:at]}(sites "{text[at:]}', at + 8),
    "the line's end is missing": lambda text, at: (text[:at] + text[text.find("\n", at) :], at),
    "a quote is missing before": lambda text, at: (_without(text, text.rfind('"', 0, at)), at - 1),
}


def _without(text: str, at: int) -> str:
    return text[:at] + text[at + 1 :] if at >= 0 else text


def check_edits(text: str, at: int) -> int:
    """Hold that all that is offered at a place goes into its line, around it; returns how much is offered."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    offers = complete("main", Texts(main=text), at)
    for each in offers:
        assert start <= each.span.start <= at <= each.span.end <= end, (text[start:at], each.label)
    return len(offers)


@pytest.mark.parametrize("part", thinned(41, 10, range(41)))
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_edits_stay_on_the_line_of_the_cursor(path: Path, state: str, part: int) -> None:
    source = read_source(path)
    assert isinstance(source, Source)
    apart = 41 if len(source.text) < 3000 else 997
    places = range(1 + part * apart // 41, len(source.text), apart)
    found = [check_edits(*STATES[state](source.text, at)) for at in places]
    assert any(found)


GAME = """\
(option "Size" <Size> args:{<side>} {
    (item "Three" <3> "Three on
        each (side).")*
})
(game "Race"
    (players 2)
    (equipment {(board (square 5)) (piece "Pawn" Each) (regions "FarRow" P1 (sites Top))})
    (rules
        (play (forEach Piece))
        (end {
            (if (is In (last To) (sites Mover "|
            (if (is In (last To) (sites Next "FarRow")) (result Next Win))
        })
    )
)
(metadata (info (description "Played on a
    board.")))
"""


def accepted(text: str, label: str) -> str:
    """A text with `|` at the cursor, after the completion of this name was taken."""
    at = text.index("|")
    text = text.replace("|", "", 1)
    made = next(each for each in complete("main", Texts(main=text), at) if each.label == label)
    return text[: made.span.start] + made.insert.plain + text[made.span.end :]


@pytest.mark.parametrize("behind", ["", "Fa", "Far"])
def test_a_name_accepted_in_an_open_quote_leaves_the_next_line_alone(behind: str) -> None:
    assert accepted(GAME.replace("|", f"{behind}|"), "FarRow") == GAME.replace("|", "FarRow")


def test_a_quote_open_on_an_earlier_line_hides_nothing() -> None:
    text = GAME.replace("|", "FarRow").replace('Next "FarRow"', 'Next "F|"')
    assert accepted(text, "FarRow") == GAME.replace("|", "FarRow")


@pytest.mark.parametrize("place", ["Three on", "Played on a"])
def test_nothing_is_offered_in_prose_of_several_lines(place: str) -> None:
    text = GAME.replace("|", 'FarRow"))')
    assert complete("main", Texts(main=text), text.index(place) + 3) == ()
