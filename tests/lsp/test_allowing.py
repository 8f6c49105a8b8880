"""The quick fix that lets a finding stand: the comment that it puts in silences just that finding."""

from __future__ import annotations

import pytest

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.source.allowing import allowing
from gdl.source.text import Source

GAME = """(game "Statue"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
%s
    })
    (rules
        (play (move Add (piece "Disc") (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def codes(text: str) -> list[str]:
    return [each.code for each in findings(compile_game(Source("statue.lud", text)))]


@pytest.mark.parametrize(
    ("written", "allowed"),
    [
        ('        (piece "Wall" Neutral)', '        (piece "Wall" Neutral)  // allow never-placed'),
        ('        (piece "Wall" Neutral)  ', '        (piece "Wall" Neutral)  // allow never-placed  '),
        (
            '        (piece "Wall" Neutral)  // stone',
            '        // allow never-placed\n        (piece "Wall" Neutral)  // stone',
        ),
        (
            '        (piece "Wall" Neutral)  // allow never-moves: it stands',
            '        (piece "Wall" Neutral)  // allow never-moves, never-placed: it stands',
        ),
        (
            '        (piece\n            "Wall // or not" Neutral)',
            '        (piece\n            "Wall // or not" Neutral)  // allow never-placed',
        ),
    ],
)
def test_the_comment_silences_the_finding(written: str, allowed: str) -> None:
    source = Source("statue.lud", GAME % written)
    (finding,) = [each for each in findings(compile_game(source)) if each.code == "W0610"]
    fix = allowing(source, finding.span.start, finding.code)
    assert fix is not None and not fix.safe
    (edit,) = fix.edits
    text = source.text[: edit.span.start] + edit.text + source.text[edit.span.end :]
    assert text == GAME % allowed
    assert "W0610" not in codes(text)


@pytest.mark.parametrize("code", ["E0208", "W0638", "W0639", "W9999"])
def test_what_no_comment_can_allow_has_no_such_fix(code: str) -> None:
    assert allowing(Source("a.lud", GAME), 0, code) is None
