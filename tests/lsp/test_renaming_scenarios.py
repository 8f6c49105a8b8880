"""Renaming changes the scenarios of a game with it: what names the thing there, and nothing else."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from gdl.assist.navigation import RenameError
from gdl.ludeme.kinds import Kind
from gdl.source.diagnostics import Edit
from gdl.source.edits import edited
from gdl.source.reading import read_source
from gdl.source.text import Source, Span
from interpreter.cli.main import run
from interpreter.lsp.convert import to_offset, to_position
from interpreter.lsp.features import Features
from interpreter.lsp.publishing import Publisher
from interpreter.lsp.renaming import Renaming, renamed_in, scenario_files
from interpreter.lsp.store import Store, key_of
from tests.lsp.editor import Editor
from tests.quick import quick_where

GAME = """\
(game "Small"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (piece "Discus" P1) (hand Each "bag" size:2)})
    (rules
        (start {(place "Disc1" (sites Hand P1))})
        (play (or
            (move Add (to (sites Empty)) (then (set Var "Length" (+ 1 (var "Length")))))
            (move (from (sites Hand Mover)) (to (sites Empty)))
        ))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
SCENARIOS = """\
# Disc1 is White's.
scenarios:
  - name: Disc in a row
    rule: "Three Disc win."
    position:
      pieces: {Disc1: [a1, b1], "Disc2": [a2], Discus: [c3], Disc1: }
      stacks: {b3: [Disc1, Discus]}
      var_Length: 2
      last_to: bag1a
    legal: [c1, a1-a2=Disc2, "Disc1 b3-c3", bag1a-c2, a1=Discus]
    moves: c1 a1-a3=Disc
    after:
      - {move: c1, pieces: {Disc1: [a1]}, outcome: {winner: 1}}
"""


def renamed(text: str, kind: Kind, old: str, new: str) -> str:
    source = Source("small.yaml", text)
    return edited(text, renamed_in(source, Renaming(kind, old, new, frozenset({"Disc", "Discus"} - {old}))))


def test_each_kind_of_name_is_found_where_it_stands() -> None:
    text = SCENARIOS.replace(", Disc1: }", "}")
    for kind, old, new, changes in (
        (
            Kind.PIECE, "Disc", "Stone",
            [("{Disc1: [a1, b1]", "{Stone1: [a1, b1]"), ('"Disc2": [a2]', '"Stone2": [a2]'),
             ("[Disc1, Discus]", "[Stone1, Discus]"), ("=Disc2,", "=Stone2,"),
             ('"Disc1 b3', '"Stone1 b3'), ("a3=Disc\n", "a3=Stone\n"), ("{Disc1: [a1]}", "{Stone1: [a1]}")],
        ),
        (Kind.PIECE, "Discus", "Plate", [("Discus: [c3]", "Plate: [c3]"), ("Disc1, Discus]", "Disc1, Plate]"),
                                         ("a1=Discus]", "a1=Plate]")]),
        (Kind.VARIABLE, "Length", "Paid", [("var_Length", "var_Paid")]),
        (Kind.CONTAINER, "bag", "camp", [("last_to: bag1a", "last_to: camp1a"), ("bag1a-c2", "camp1a-c2")]),
        (Kind.REGION, "Disc", "Stone", []),
    ):  # fmt: skip
        wanted = text
        for before, after in changes:
            assert before in wanted
            wanted = wanted.replace(before, after)
        assert renamed(text, kind, old, new) == wanted, (kind, old)


@pytest.mark.parametrize(
    "before, new, after",
    [
        ("pieces: {Disc1: [a1]}", "Big Stone", "pieces: {Big Stone1: [a1]}"),
        ("pieces: {'Disc1': [a1]}", "Big Stone", "pieces: {'Big Stone1': [a1]}"),
        ("pieces:\n    Disc1: [a1]", "Yes", "pieces:\n    Yes1: [a1]"),
        ("pieces: {Disc: [a1]}", "Yes", 'pieces: {"Yes": [a1]}'),
        ("pieces: {Disc1: [a1]}", "Man: white", 'pieces: {"Man: white1": [a1]}'),
        ("moves: a1=Disc b2", "Man, white", 'moves: "a1=Man, white b2"'),
    ],
)
def test_what_is_written_is_yaml(before: str, new: str, after: str) -> None:
    text = f"scenarios:\n- name: x\n  {before}\n"
    assert renamed(text, Kind.PIECE, "Disc", new) == text.replace(before, after)


def test_colours_are_named_by_their_regions() -> None:
    position = "  position: {pieces: {}, colours: {Red: [c1]}}"
    text = f"scenarios:\n- name: Red\n  colours: {{Red: [a1], Blue: [b1]}}\n{position}\n"
    assert renamed(text, Kind.REGION, "Red", "Rose") == text.replace("{Red", "{Rose")


def test_what_is_proposed_is_a_word_of_moves() -> None:
    text = "scenarios:\n- name: Ask me\n  moves: [ask-me, a1, Ask-Me]\n"
    after = text.replace("ask-me, a1, Ask-Me", "end-it, a1, end-it")
    assert renamed(text, Kind.PROPOSAL, "Ask me", "End it") == after


def test_the_files_about_a_game_are_found(tmp_path: Path) -> None:
    (tmp_path / "small.lud").write_text(GAME)
    for name, text in (
        ("small.yaml", "scenarios: []\n"), ("more.yaml", "game: small\nscenarios: []\n"),
        ("file.yml", 'game: "small.lud"\nscenarios: []\n'), ("other.yaml", "game: other\nscenarios: []\n"),
        ("notes.yaml", "small: 1\n"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    found = [Path(each.name).name for each in scenario_files(tmp_path / "small.lud")]
    assert found == ["file.yml", "more.yaml", "small.yaml"]


GAMES = sorted((Path(__file__).parents[2] / "games").rglob("*.lud"))


@pytest.mark.parametrize(
    "path", quick_where(GAMES, lambda p: p.stem in ("lasca", "tic-tac-toe"), 9), ids=lambda path: path.stem
)
def test_scenarios_of_shipped_games_hold_after_renaming(path: Path, tmp_path: Path) -> None:
    """Each piece gets another name; then the file of scenarios says the same of the renamed game."""
    folder = tmp_path / path.parent.name
    shutil.copytree(path.parent, folder)
    game = folder / path.name
    store = Store()
    key = store.put(game.as_uri(), 1, game.read_text(encoding="utf-8"))
    features = Features(store, Publisher(store, lambda *told: None))
    names = store.names(key)
    assert names is not None
    pieces = list(names.declarations_of(Kind.PIECE, lambda name: True))
    for number, piece in enumerate(pieces):
        at = to_position(piece.span.source, piece.span.start, "utf-16")
        uri = piece.spot.file.key if "://" in piece.spot.file.key else Path(piece.spot.file.key).as_uri()
        try:
            edit = features.rename(
                types.RenameParams(types.TextDocumentIdentifier(uri), at, f"Renamed{'abcdefghij'[number]}")
            )
        except RenameError as refused:
            # shared definitions stay as they are, and so does what means two things
            assert re.search("which is not in this folder|is a piece and a hand", str(refused))
            continue
        assert edit is not None and edit.changes
        for file, edits in edit.changes.items():
            changed = Path(key_of(file))
            source = read_source(changed)
            assert isinstance(source, Source)
            made = [Edit(_span(source, each.range), each.new_text) for each in edits]
            changed.write_text(edited(source.text, made), encoding="utf-8")
        store.put(game.as_uri(), number + 2, game.read_text(encoding="utf-8"))
        names = store.names(key)
        assert names is not None
        pieces = list(names.declarations_of(Kind.PIECE, lambda name: True))
    assert run(["test", str(game)]) == 0


def _span(source: Source, found: types.Range) -> Span:
    return Span(source, to_offset(source, found.start, "utf-16"), to_offset(source, found.end, "utf-16"))


# --- In an editor -------------------------------------------------------------------------------------------

RIGHT = """\
scenarios:
  - name: three in a row
    position: {pieces: {Disc1: [a1, b1], Disc2: [a2, b2]}, mover: 1, ply: 4, var_Length: 4}
    includes: [c1]
    after:
      - {move: c1, pieces: {Disc1: [a1, b1, c1]}, outcome: {winner: 1}}
"""
PLAIN = """\
(game "Small"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (set Var "Length" (+ 1 (var "Length"))))))
        (end (if (and (is Line 3) (< 4 (var "Length"))) (result Mover Win)))
    )
)
"""


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    (tmp_path / "small.lud").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "small.yaml").write_text(RIGHT, encoding="utf-8")
    made = Editor(tmp_path)
    made.open("small.lud")
    yield made
    made.close()


def test_the_scenarios_hold_after_renaming(editor: Editor, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(editor.folder / "small.lud")
    assert run(["test", game]) == 0
    changed = editor.rename("small.lud", editor.at("small.lud", '(piece "Di', 'sc"'), "Stone")
    assert changed == {
        "small.lud": PLAIN.replace('"Disc"', '"Stone"'), "small.yaml": RIGHT.replace("Disc", "Stone")
    }  # fmt: skip
    for name, text in changed.items():
        (editor.folder / name).write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(["test", game]) == 0
    assert "1 held, 0 failed" in capsys.readouterr().out


def test_a_variable_is_renamed_with_its_field(editor: Editor) -> None:
    changed = editor.rename("small.lud", editor.at("small.lud", '(var "Len', 'gth"'), "Count")
    assert changed["small.yaml"] == RIGHT.replace("var_Length", "var_Count")


def test_scenarios_that_cannot_be_read_are_to_be_put_right_first(editor: Editor) -> None:
    (editor.folder / "small.yaml").write_text("scenarios: [\n", encoding="utf-8")
    with pytest.raises(Exception, match="put the scenarios right first"):
        editor.rename("small.lud", editor.at("small.lud", '(piece "Di', 'sc"'), "Stone")
