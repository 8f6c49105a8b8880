"""What editors ask of a text, without any server: places in broken texts, names, positions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from gdl.assist import Document, complete, hover, names_of, outline, project_of, references
from gdl.assist.names import Names
from gdl.ludeme.kinds import Kind
from gdl.source.text import Source
from tests.quick import few

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "games").rglob("*.lud"))
BROKEN = sorted((ROOT / "tests" / "check").rglob("*.lud"))


class Texts:
    """Files in memory."""

    def __init__(self, **texts: str) -> None:
        self.documents = {key: Document(Source(key, text)) for key, text in texts.items()}

    def read(self, key: str) -> Document | None:
        return self.documents.get(key)

    def included(self, key: str, name: str) -> str | None:
        return name if name in self.documents else None

    def including(self, key: str) -> Iterable[str]:
        return [other for other in self.documents if other != key]

    def can_include(self, key: str) -> Iterable[str]:
        return [other for other in self.documents if other != key]


def names(key: str, files: Texts) -> Names:
    project = project_of(key, files)
    assert project is not None
    return names_of(project)


def offered(text: str) -> list[str]:
    """What is offered at the `|` of a text."""
    at = text.index("|")
    files = Texts(main=text.replace("|", "", 1))
    return [each.label for each in complete("main", files, at)]


def test_text_that_stays_is_not_read_again() -> None:
    text = '(define "A" 1)\n(define "B" 2)\n(game "C" (players 2))\n'
    before = Document(Source("x", text))
    after = Document(Source("x", text.replace('"B" 2', '"B" (sites')), before)
    same = [new.piece is old.piece for new, old in zip(after.pieces, before.pieces, strict=True)]
    assert same == [True, False, True]
    assert [entry.name for entry in outline(after)] == ["A", "B", "C"]


def test_what_is_wanted_in_a_definition_is_told_by_its_uses() -> None:
    game = '(game "G" (players 2) (equipment {(board (square 3))}) (rules (play (move Add (to "Where")))))'
    assert "Empty" in offered(f'(define "Where" (sites |))\n{game}')
    found = offered(f'(define "Where" |)\n{game}')
    assert "(sites)" in found and "(move Slide)" not in found


def test_what_is_wanted_of_an_argument_is_told_by_its_parameter() -> None:
    text = (
        '(define "Go" (move Step #1 (to if:#2)))\n'
        '(game "G" (players 2) (equipment {(board (square 3))}) (rules (play ("Go" Forward |))))'
    )
    found = offered(text)
    assert "(is In)" in found and "Forward" not in found and "(move Step)" not in found
    assert "Forward" in offered(text.replace("Forward |", "|"))


@pytest.mark.parametrize(
    "text, wanted, unwanted",
    [
        ('(game "G" (players 2) (equipment {(board (|', "square", "piece"),
        ('(game "G" (players 2) (equipment {(board (square 3)) (pi|', "piece", "move Step"),
        ('(game "G" (rules (play (move Sl|', "Slide", "Step"),
        ('(game "G" (rules (end (if (no Moves Next) (result Mover |', "Win", "Mover"),
        ('(game "G" (rules (end (if (is Line 3) (|)))', "result", "move Add"),
        ("(|", "game", "move Add"),
        ('(game "G" (rules (play (move Add (to (sites Empty) i|', "if:", "Empty"),
    ],
)
def test_an_unfinished_text_tells_what_is_wanted(text: str, wanted: str, unwanted: str) -> None:
    found = offered(text)
    assert wanted in found and unwanted not in found


def test_nothing_is_offered_in_comments_and_numbers() -> None:
    assert offered('// a word|\n(game "G")') == []
    assert offered('(game "G" (players 2|))') == []


def test_names_of_every_kind_are_found() -> None:
    text = """
(option "Size" <Size> args:{<side>} {(item "3" <3> "Three.")* (item "4" <4> "Four.")})
(define "Free" (sites Empty))
(game "G" (players 2)
    (equipment {(board (square <Size:side>) (track "Way" {0 1 2} loop:True)) (piece "Man" Each)
        (hand P1 "Box") (regions "Home" P1 (sites Top)) (map "Over" {(pair 0 1)})})
    (rules
        (start (place "Man1" (sites Mover "Home")))
        phases:{(phase "One" (play (move Add (to "Free")
            (then (and (set Var "Ko" 1) (remember Value "Old" 1))))) (nextPhase "One"))}
        (end (if (and {(= (var "Ko") (mapEntry "Over" 1)) (is In 1 (values Remembered "Old"))
            (is In (to) (sites Track "Way"))}) (result Mover Win)))))
"""  # fmt: skip
    known = names("main", Texts(main=text))
    wanted = {
        Kind.OPTION: ["Size"], Kind.PART: ["Size:side"], Kind.DEFINITION: ["Free"], Kind.PIECE: ["Man"],
        Kind.REGION: ["Home"], Kind.TRACK: ["Way"], Kind.PHASE: ["One"], Kind.MAP: ["Over"],
        Kind.CONTAINER: ["Box"], Kind.VARIABLE: ["Ko"], Kind.REMEMBERED: ["Old"],
    }  # fmt: skip
    for kind, expected in wanted.items():
        assert list(known.known(kind)) == expected, kind
        if kind not in (Kind.CONTAINER,):
            mention = known.known(kind)[expected[0]]
            assert len(references(known, mention.span.start)) > 1, kind


def test_a_name_is_that_of_the_file_that_sees_it() -> None:
    shared = '(define "A" (sites Empty))\n'
    one = '(include "shared")\n(game "One" (rules (play (move Add (to "A")))))\n'
    other = (
        '(include "shared")\n(define "A" (sites Top))\n(game "Other" (rules (play (move Add (to "A")))))\n'
    )
    known = names("shared", Texts(shared=shared, one=one, other=other))
    found = {key for key, _ in references(known, shared.index("A"))}
    assert found == {"shared", "one"}


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
def test_declared_names_of_shipped_games_are_used_where_their_texts_stand(path: Path) -> None:
    """Every text that is written as a declared piece, region, track or phase is found as one."""
    text = path.read_text(encoding="utf-8")
    known = names("main", Texts(main=text))
    for kind in (Kind.PIECE, Kind.REGION, Kind.TRACK, Kind.PHASE):
        for name, mention in known.known(kind).items():
            found = {span.start for _, span in references(known, mention.span.start)}
            assert mention.span.start in found
            for start in found:
                assert text[start : start + len(name)] == name and text[start - 1] == '"'


pytest.importorskip("pygls")


@pytest.mark.parametrize("encoding, width", [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_positions_count_as_the_editor_does(encoding: str, width: int) -> None:
    from lsprotocol.types import Position

    from interpreter.lsp.convert import one_kind_of_line_end, to_offset, to_position

    source = Source("x", one_kind_of_line_end("a\r\n🎲b\rc"))
    assert source.text == "a\n🎲b\nc"
    behind = source.text.index("b")
    assert to_position(source, behind, encoding) == Position(1, width)
    assert to_offset(source, Position(1, width), encoding) == behind
    assert to_offset(source, Position(1, 99), encoding) == behind + 1  # the line's end
    assert to_offset(source, Position(99, 0), encoding) == len(source.text)
    for offset in range(len(source.text) + 1):
        assert to_offset(source, to_position(source, offset, encoding), encoding) == offset


def test_repairs_are_offered_as_long_as_the_text_stands(tmp_path: Path) -> None:
    from lsprotocol import types

    from gdl.source.diagnostics import SURE, UNSURE, Diagnostic, Edit, Fix
    from gdl.source.text import Span
    from interpreter.lsp.features import Features
    from interpreter.lsp.publishing import Publisher
    from interpreter.lsp.store import Store

    told: list[tuple[str, int | None, list[types.Diagnostic]]] = []
    store = Store()
    publisher = Publisher(store, lambda *each: told.append(each))
    features = Features(store, publisher)
    uri = (tmp_path / "x.lud").as_uri()
    key = store.put(uri, 1, "🎲 (sitez Empty)")
    source = Source(key, "🎲 (sitez Empty)")
    where = Span(source, 3, 8)
    mistake = Diagnostic(
        "E0203",
        "no `sitez`",
        where,
        fixes=(Fix("write `sites`", (Edit(where, "sites"),), SURE), Fix("add", (Edit(where, "a"),), UNSURE)),
    )
    publisher.tell(key, (mistake,))
    (_, version, shown) = told[-1]
    # the die takes two units of UTF-16
    assert version == 1 and shown[0].range.start == types.Position(0, 4)

    def ask(*kinds: types.CodeActionKind) -> list[types.CodeAction]:
        context = types.CodeActionContext(shown, only=list(kinds) or None)
        return features.actions(
            types.CodeActionParams(types.TextDocumentIdentifier(uri), shown[0].range, context)
        )

    fix, other = ask()
    assert fix.title == "write `sites`" and fix.is_preferred and fix.diagnostics == shown
    assert fix.edit is not None and fix.edit.changes == {uri: [types.TextEdit(shown[0].range, "sites")]}
    # Only what is sure is preferred, which editors make without showing a choice, and done to all of a file.
    assert other.title == "add" and not other.is_preferred
    assert [each.data for each in (fix, other)] == [
        {"applicability": "MachineApplicable"}, {"applicability": "MaybeIncorrect"}
    ]  # fmt: skip
    (everything,) = ask(types.CodeActionKind.SourceFixAll)
    assert everything.edit == fix.edit
    store.put(uri, 2, "🎲 (sites Empty)")
    assert ask() == []


def test_what_a_file_says_is_no_markup() -> None:
    text = (
        "// ![look](http://example.com/x.png) `a` <b>\n"
        '(define "Go" (move Add (to (sites Empty)))) // ```\n'
        '(game "G" (rules (play ("Go"))))'
    )
    known = names("main", Texts(main=text))
    said = hover(known, text.index('("Go"') + 2)
    assert said is not None
    assert "![" not in said.text and "<b>" not in said.text and r"\!\[look\]" in said.text


def test_what_is_used_more_often_comes_first() -> None:
    found = offered('(game "G" (players 2) (equipment {(board (square 3)) (piece "Disc" |)}) (rules))')
    assert found.index("Each") < found.index("Shared") and found.index("P1") < found.index("Prev")
    found = offered('(game "G" (rules (play (|))))')
    assert found.index("forEach Piece") < found.index("forEach Die")
    # what begins with the letters that were typed comes before what only has them in it
    found = offered('(game "G" (rules (play (mov|))))')
    assert found[0].startswith("move") and "remove" in found
