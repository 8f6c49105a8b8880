"""The quick fix that lets a finding stand: the comment that it puts in silences just that finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.allowed import allowing
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span

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


def found(source: Source) -> list[Diagnostic]:
    return list(findings(Noted.by(lambda options, notes: compile_game(source, options, observer=notes), {})))


def codes(text: str) -> list[str]:
    return [each.code for each in found(Source("statue.lud", text))]


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
    (finding,) = [each for each in found(source) if each.code == "W0610"]
    fix = allowing(source, finding.span.start, finding.code)
    assert fix is not None and not fix.sure
    (edit,) = fix.edits
    text = source.text[: edit.span.start] + edit.text + source.text[edit.span.end :]
    assert text == GAME % allowed
    assert "W0610" not in codes(text)


@pytest.mark.parametrize("code", ["E0208", "W0638", "W0639", "W9999"])
def test_what_no_comment_can_allow_has_no_such_fix(code: str) -> None:
    assert allowing(Source("a.lud", GAME), 0, code) is None


def test_editors_are_offered_it(tmp_path: Path) -> None:
    from lsprotocol import types

    from interpreter.lsp.features import Features
    from interpreter.lsp.publishing import Publisher
    from interpreter.lsp.store import Store

    told: list[list[types.Diagnostic]] = []
    store = Store()
    publisher = Publisher(store, lambda *each: told.append(each[2]))
    text = GAME % '        (piece "Wall" Neutral)'
    uri = (tmp_path / "statue.lud").as_uri()
    key = store.put(uri, 1, text)
    place = Span(Source(key, text), text.index('(piece "Wall"'), text.index("Neutral") + 8)
    publisher.tell(key, (Diagnostic("W0610", "no wall comes", place, severity="warning"),))
    (shown,) = told[-1]
    document, context = types.TextDocumentIdentifier(uri), types.CodeActionContext([shown])
    (action,) = Features(store, publisher).actions(types.CodeActionParams(document, shown.range, context))
    assert action.title == "allow it: // allow never-placed" and not action.is_preferred
    assert action.edit is not None and action.edit.changes is not None
    ((edit,),) = action.edit.changes.values()
    end = types.Position(5, len('        (piece "Wall" Neutral)'))
    assert edit == types.TextEdit(types.Range(end, end), "  // allow never-placed")
