"""The language server, asked as an editor asks it: every feature, on shipped files and on broken ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pytest_lsp")

from lsprotocol import types

from interpreter.lsp.convert import TOKEN_TYPES
from tests.lsp.editor import ROOT, Editor
from tests.quick import one_in

GAME = """\
// A small game 🎲 with an emoji.
(define "Free" (sites Empty))

// Moves a pawn to #1, where #2 holds.
(define "Go" (move Step Forward (to #1 if:#2)))

(game "Small" (players {(player N) (player S)})
    (equipment {
        (board (square 5) (track "Round" {0 1 2 3} loop:True))
        (piece "Pawn" Each ("Go" (sites Board) (is Empty (to))))
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))
    })
    (rules
        (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        phases:{
            (phase "First" (play (forEach Piece)) (nextPhase "Then"))
            (phase "Then" (play (or (forEach Piece) (move Add (to "Free") (then (set Var "Last" 1))))))
        }
        (end {
            (if (is In (last To) (sites Mover "Goal")) (result Mover Win))
            (if (= 1 (var "Last")) (result Mover Draw))
        })
    )
)
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("games")
    for source in (ROOT / "games" / "katarenga").iterdir():
        shutil.copy(source, folder)
    for name in ("classics/chess.lud", "troke/troke.lud", "troke/troke-board.def"):
        shutil.copy(ROOT / "games" / name, folder)
    made = Editor(folder)
    yield made
    made.close()


@pytest.fixture
def small(editor: Editor) -> str:
    editor.open("small.lud", GAME)
    return "small.lud"


def labels(found: list[types.CompletionItem]) -> list[str]:
    return [each.label for each in found]


# --- Diagnostics --------------------------------------------------------------------------------------------


def test_mistakes_as_they_are_typed(editor: Editor, small: str) -> None:
    assert [d for d in editor.diagnostics(small) if d.severity == types.DiagnosticSeverity.Error] == []
    editor.open(small, GAME.replace('"Pawn2" (sites Top)', '"Pawn2" (sitez Top)'))
    (told,) = [d for d in editor.diagnostics(small) if d.code == "E0203"]
    assert editor.text_at(small, told.range) == "sitez"
    assert "did you mean" in told.message


def test_only_what_is_told_of_the_newest_text_is_shown(editor: Editor, small: str) -> None:
    for word in ("sitez", "sitess", "sitees"):
        editor.open(small, GAME.replace("(sites Top))", f"({word} Top))"))
    newest = editor.diagnostics(small)
    assert any("sitees" in told.message for told in newest)
    versions = [p.version for p in editor.published if p.uri == editor.uri(small)]
    assert versions == sorted(versions, key=lambda version: version or 0)


def test_a_mistake_in_an_included_file_is_told_there(editor: Editor) -> None:
    editor.open("katarenga.lud")
    editor.open("katarenga.def")
    assert editor.diagnostics("katarenga.lud") == []
    whole = editor.texts["katarenga.def"]
    editor.open("katarenga.def", whole.replace("(sites Around #1)", "(sites Arounnd #1)"))
    # not saved: it counts all the same, in the file where it stands
    told = editor.diagnostics("katarenga.def")
    assert "Arounnd" in [editor.text_at("katarenga.def", each.range) for each in told]
    editor.open("katarenga.def", whole)
    assert editor.diagnostics("katarenga.def") == []


def test_whatever_is_typed_is_answered(editor: Editor) -> None:
    whole = (ROOT / "games/classics/chess.lud").read_text(encoding="utf-8")
    broken = (
        whole[: len(whole) // 2],
        whole.replace(")", "", 40),
        whole.replace('"', "", 1),
        "(" * 300,
        ")" * 50,
        '"',
        "",
        "\ufeff(game 💥",
        '(define "A" ("A" "A"))(game "A" ("A"))',
        "(option \"A\" <A> args:{<a>} {(item",
        "<<<>:",
        "{name: value: }",
    )  # fmt: skip
    for text in broken:
        editor.open("broken.lud", text)
        where = editor.position("broken.lud", len(text))
        middle = editor.position("broken.lud", len(text) // 2)
        document = editor.document("broken.lud")
        for at in (where, middle):
            editor.complete("broken.lud", at)
            editor.hover("broken.lud", at)
            editor.definition("broken.lud", at)
            editor.references("broken.lud", at)
            editor.ask("text_document_signature_help", types.SignatureHelpParams(document, at))
            editor.ask("text_document_prepare_rename", types.PrepareRenameParams(document, at))
        editor.ask("text_document_semantic_tokens_full", types.SemanticTokensParams(document))
        editor.ask("text_document_document_symbol", types.DocumentSymbolParams(document))
        editor.ask("text_document_folding_range", types.FoldingRangeParams(document))
        editor.ask("text_document_code_lens", types.CodeLensParams(document))
        editor.ask("text_document_inlay_hint", types.InlayHintParams(document, editor.whole("broken.lud")))
        options = types.FormattingOptions(4, True)
        editor.ask("text_document_formatting", types.DocumentFormattingParams(document, options))
        assert editor.diagnostics("broken.lud") != []
    assert editor.client.log_messages == []  # nothing went wrong inside


# --- Completion ---------------------------------------------------------------------------------------------

OFFERED = [
    # what stands before the cursor and what was there, what is offered, what is not
    ("(sites Mover ", '"Goal"', ['"Goal"'], ["(sites)"]),
    ('(sites Mover "', "Goal", ["Goal"], ["Pawn", "First"]),
    ('(place "', "Pawn1", ["Pawn", "Pawn1", "Pawn2"], ["Goal"]),
    ('(nextPhase "', "Then", ["First", "Then"], ["Goal", "Pawn"]),
    ('(var "', "Last", ["Last"], ["Goal"]),
    ("(result Mover ", "Win", ["Win", "Loss", "Draw"], ["P1", "Cell"]),
    ("(result ", "Mover", ["Mover", "P1"], ["Win"]),
    ("(board (", "square 5", ["square", "hex"], ["move Add", "count"]),
    ("(then (", "set Var", ["set Var", "moveAgain"], ["square", "is In"]),
    ("(if (", "is In", ["is In", "and", "no Moves"], ["move Add", "board"]),
    ("(equipment {\n        (", "board", ["board", "piece", "regions"], ["move Add"]),
    ("(move Step Forward (to #1 ", "if:", ["if:"], []),
    ("(move Step ", "Forward", ["Forward", "Orthogonal"], ["Win"]),
    ("(move ", "Step", ["Step", "Slide", "Hop"], ["Win"]),
    ("(move Add (to ", '"Free"', ['"Free"', "(sites Empty)"], ["Win"]),
    ("(define \"Go\" (move Step Forward (to ", "#1", ["#1", "#2", "#3"], []),
    ("(", "define", ["define", "game", "option", "include"], ["move Add"]),
]  # fmt: skip


@pytest.mark.parametrize("before, there, offered, not_offered", OFFERED)
def test_completion_offers_what_can_stand_there(
    editor: Editor, small: str, before: str, there: str, offered: list[str], not_offered: list[str]
) -> None:
    where = editor.at(small, before, there)
    # first with nothing there yet, as it is typed; then where something stands
    text = GAME.replace(before + there, before, 1)
    found_before = labels(editor.complete(small, where))
    editor.open(small, text)
    found = labels(editor.complete(small, where))
    for label in offered:
        if label == "(sites Empty)":
            label = "(sites)"
        assert label in found
    assert not {*not_offered} & {*found, *found_before}


def test_each_ludeme_has_a_snippet_and_a_sentence(editor: Editor, small: str) -> None:
    found = editor.complete(small, editor.at(small, "(play (", "forEach Piece"))
    (slide,) = [each for each in found if each.label == "move Slide"]
    assert slide.insert_text_format == types.InsertTextFormat.Snippet or slide.text_edit is not None
    assert slide.detail is not None and slide.detail.startswith("(move Slide")
    (hop,) = [each for each in found if each.label == "move Hop"]
    assert hop.insert_text_format == types.InsertTextFormat.Snippet
    assert hop.text_edit is not None and "${1:" in hop.text_edit.new_text
    assert all(each.documentation is not None for each in found)


def test_completion_of_included_names(editor: Editor) -> None:
    editor.open("katarenga.lud")
    found = editor.complete("katarenga.lud", editor.at("katarenga.lud", '("', "Reach"))
    (reach,) = [each for each in found if each.label == "Reach"]
    assert "Where a pawn could move to" in reach.documentation.value  # type: ignore[union-attr]
    text = editor.texts["katarenga.lud"]
    editor.open("katarenga.lud", text.replace('"katarenga.def"', '""'))
    found = editor.complete("katarenga.lud", editor.at("katarenga.lud", '(include "', '"'))
    assert {"katarenga.def", "three.def", "cornered.def"} <= {*labels(found)}
    editor.open("katarenga.lud", text.replace("(players 2)", "(players <>)"))
    found = editor.complete("katarenga.lud", editor.at("katarenga.lud", "(players <", ">"))
    assert {"Board:tiles", "Tile:face"} <= {*labels(found)}
    editor.open("katarenga.lud", text)


def test_what_is_completed_binds(editor: Editor, small: str) -> None:
    """Putting in what is offered, as it stands without being filled in, leaves a text that can be read."""
    where = editor.at(small, "(play (", "forEach Piece")
    for made in editor.complete(small, where)[:12]:
        assert isinstance(made.text_edit, types.TextEdit)
        plain = made.text_edit.new_text
        assert plain.count("(") - plain.count(")") in (0,), made.label


# --- Texts about what stands there --------------------------------------------------------------------------


def test_hover_shows_the_reference(editor: Editor, small: str) -> None:
    said = editor.hover(small, editor.at(small, "(move St", "ep"))
    assert "(move Step" in said and "Move a piece one step" in said
    assert "condition" in editor.hover(small, editor.at(small, "(to #1 i", "f:"))
    assert "direction" in editor.hover(small, editor.at(small, "(move Step For", "ward"))
    assert '(define "Free" (sites Empty))' in editor.hover(small, editor.at(small, '(to "Fr', 'ee"'))
    assert '(piece "Pawn" Each' in editor.hover(small, editor.at(small, '(place "Pa', 'wn1"'))
    assert "Moves a pawn to" in editor.hover(small, editor.at(small, 'Each ("G', 'o"'))
    assert editor.hover(small, editor.at(small, "// A sm", "all")) == ""


def test_signature_help_follows_the_arguments(editor: Editor, small: str) -> None:
    document = editor.document(small)
    where = editor.at(small, "(sites Mover ", '"Goal"')
    found = editor.ask("text_document_signature_help", types.SignatureHelpParams(document, where))
    shown = found.signatures[found.active_signature]
    start, end = shown.parameters[found.active_parameter].label
    assert shown.label[start:end] == "[<string>]"
    where = editor.at(small, '("Go" (sites Board) ', "(is")
    found = editor.ask("text_document_signature_help", types.SignatureHelpParams(document, where))
    start, end = found.signatures[0].parameters[found.active_parameter].label
    assert found.signatures[0].label[start:end] == "#2"


# --- Names --------------------------------------------------------------------------------------------------

DECLARED = [
    ('(to "Fr', 'ee"', 'small.lud:2:Free'),
    ('(place "Paw', 'n1"', 'small.lud:10:Pawn'),
    ('(nextPhase "Th', 'en"', 'small.lud:18:Then'),
    ('(var "La', 'st"', 'small.lud:18:Last'),
]  # fmt: skip


@pytest.mark.parametrize("before, behind, wanted", DECLARED)
def test_going_to_where_it_is_declared(
    editor: Editor, small: str, before: str, behind: str, wanted: str
) -> None:
    assert editor.definition(small, editor.at(small, before, behind)) == [wanted]


def test_a_region_of_each_player_is_declared_for_each(editor: Editor, small: str) -> None:
    found = editor.definition(small, editor.at(small, '(sites Mover "Go', 'al"'))
    assert found == ["small.lud:11:Goal", "small.lud:12:Goal"]


def test_definitions_in_included_files(editor: Editor) -> None:
    editor.open("katarenga.lud")
    name = "katarenga.lud"
    lines = (editor.folder / "katarenga.def").read_text(encoding="utf-8").split("\n")
    line = lines.index('(define "Reach"') + 1
    assert editor.definition(name, editor.at(name, '("Rea', 'ch"')) == [f"katarenga.def:{line}:Reach"]
    where = editor.definition(name, editor.at(name, '(include "kata', 'renga.def"'))
    assert [each.split(":")[0] for each in where] == ["katarenga.def"]
    everywhere = {place.uri for place in editor.references(name, editor.at(name, '("Rea', 'ch"'))}
    assert {editor.uri("katarenga.lud"), editor.uri("katarenga.def")} < everywhere


def test_names_in_arguments_of_definitions(editor: Editor) -> None:
    editor.open("troke.lud")
    where = editor.at("troke.lud", '("LineOfOwner" #1 #2 "Go', 'al"')
    (found,) = editor.definition("troke.lud", where)
    assert found.endswith(":Goal")
    text = editor.texts["troke.lud"]
    named = [place.range.start.line for place in editor.references("troke.lud", where)]
    quoted = [
        n for n, line in enumerate(text.split("\n")) for _ in range(line.split("//")[0].count('"Goal"'))
    ]
    assert sorted(named) == quoted
    # the pieces that the arguments of "SetUp" name
    found = editor.definition("troke.lud", editor.at("troke.lud", '("SetUp" P1 "Moa', 't1"'))
    assert [each.split(":")[2] for each in found] == ["Moat"]


def test_renaming(editor: Editor, small: str) -> None:
    after = editor.rename(small, editor.at(small, '(place "Paw', 'n1"'), "Man")[small]
    assert after == GAME.replace('"Pawn', '"Man')
    after = editor.rename(small, editor.at(small, '(regions "Go', 'al" P1'), "Home row")[small]
    assert after == GAME.replace('"Goal"', '"Home row"')
    after = editor.rename(small, editor.at(small, '(to "Fr', 'ee"'), "Empty cells")[small]
    assert after == GAME.replace('"Free"', '"Empty cells"')
    after = editor.rename(small, editor.at(small, '(phase "Th', 'en"'), "Later")[small]
    assert after == GAME.replace('"Then"', '"Later"')


def test_renaming_in_all_files_that_include_it(editor: Editor) -> None:
    editor.open("katarenga.lud")
    changed = editor.rename("katarenga.lud", editor.at("katarenga.lud", '("Rea', 'ch"'), "Targets")
    using = [p.name for p in editor.folder.iterdir() if '"Reach"' in p.read_text(encoding="utf-8")]
    assert {*changed} == {*using} and len(using) > 2
    for name, text in changed.items():
        assert '"Reach"' not in text and '"Targets"' in text, name
    option = editor.rename("katarenga.def", editor.at("katarenga.def", "<Ti", "le:face>"), "Square")
    assert "<Square:face>" in option["katarenga.def"] and "<Tile" not in option["katarenga.def"]


def test_what_cannot_be_renamed(editor: Editor, small: str) -> None:
    document = editor.document(small)
    where = editor.at(small, "(move St", "ep")
    found = editor.ask("text_document_prepare_rename", types.PrepareRenameParams(document, where))
    assert found is None
    for new in ("", 'a"b', "Pawn7", "a\nb"):
        with pytest.raises(Exception, match="name"):
            editor.rename(small, editor.at(small, '(place "Paw', 'n1"'), new)


# --- The whole text -----------------------------------------------------------------------------------------


def test_outline(editor: Editor, small: str) -> None:
    found = editor.ask("text_document_document_symbol", types.DocumentSymbolParams(editor.document(small)))
    assert [each.name for each in found] == ["Free", "Go", "Small"]
    inside = {each.name: each for each in found[-1].children}
    assert [each.name for each in inside["equipment"].children] == ["board", "Pawn", "Goal", "Goal"]
    assert [each.name for each in inside["rules"].children] == ["start", "First", "Then", "end"]


def test_folding(editor: Editor, small: str) -> None:
    found = editor.ask("text_document_folding_range", types.FoldingRangeParams(editor.document(small)))
    lines = GAME.split("\n")
    folded = {lines[each.start_line].strip() for each in found}
    assert {"(equipment {", "(rules", "phases:{", "(end {"} <= folded


def test_formatting(editor: Editor) -> None:
    options = types.FormattingOptions(4, True)
    editor.open("untidy.lud", GAME.replace("    ", " ").replace("\n", "\r\n"))
    params = types.DocumentFormattingParams(editor.document("untidy.lud"), options)
    after = editor.edited("untidy.lud", list(editor.ask("text_document_formatting", params)))
    assert after == GAME.replace("\n", "\r\n")
    editor.open(
        "untidy.lud", GAME.replace('(define "Free" (sites', '(define   "Free"  (sites').replace("    ", " ")
    )
    where = editor.at("untidy.lud", "(define ", '  "Free"')
    ranged = types.DocumentRangeFormattingParams(
        editor.document("untidy.lud"), types.Range(where, where), options
    )
    after = editor.edited("untidy.lud", list(editor.ask("text_document_range_formatting", ranged)))
    assert after == GAME.replace("    ", " ")


def test_colours(editor: Editor, small: str) -> None:
    found = editor.ask(
        "text_document_semantic_tokens_full", types.SemanticTokensParams(editor.document(small))
    )
    coloured: dict[str, str] = {}
    for place, kind in placed(found.data):
        coloured.setdefault(editor.text_at(small, place), kind)
    for text, wanted in {
        "define": "keyword", "game": "keyword", "move": "function", "Step": "function", "#1": "parameter",
        "if": "property", "Forward": "enumMember", '"Free"': "macro", '"Pawn"': "string", "5": "number",
        "// A small game 🎲 with an emoji.": "comment", "=": "operator",
    }.items():  # fmt: skip
        assert coloured[text] == wanted, text


def placed(data: list[int]) -> list[tuple[types.Range, str]]:
    """Colours with their places, of which the protocol tells how far each is from the one before."""
    found = []
    line = column = 0
    for at in range(0, len(data), 5):
        ahead, over, length, kind, _ = data[at : at + 5]
        line, column = line + ahead, over if ahead else column + over
        place = types.Range(types.Position(line, column), types.Position(line, column + length))
        found.append((place, TOKEN_TYPES[kind]))
    return found


def test_colours_of_some_lines_are_those_of_all(editor: Editor, small: str) -> None:
    document = editor.document(small)
    ask = "text_document_semantic_tokens_full"
    everything = placed(editor.ask(ask, types.SemanticTokensParams(document)).data)
    lines = types.Range(types.Position(3, 0), types.Position(6, 0))
    ask = "text_document_semantic_tokens_range"
    some = placed(editor.ask(ask, types.SemanticTokensRangeParams(document, lines)).data)
    assert some == [each for each in everything if 3 <= each[0].start.line < 6]
    assert 0 < len(some) < len(everything)


def test_hints_name_the_parameters(editor: Editor, small: str) -> None:
    params = types.InlayHintParams(editor.document(small), editor.whole(small))
    found = editor.ask("text_document_inlay_hint", params)
    assert [(hint.label, hint.position) for hint in found] == [
        ("#1:", editor.at(small, '("Go" ', "(sites")),
        ("#2:", editor.at(small, '("Go" (sites Board) ', "(is")),
    ]


def test_lenses_say_what_to_type_where_there_is_no_terminal(editor: Editor, small: str) -> None:
    found = editor.ask("text_document_code_lens", types.CodeLensParams(editor.document(small)))
    assert [each.command.title for each in found] == ["▶ play this", "check by playing"]
    for lens, wanted in zip(found, ("gdl play ", "gdl check --play "), strict=True):
        command = types.ExecuteCommandParams(lens.command.command, lens.command.arguments)
        line = editor.ask("workspace_execute_command", command)
        assert line.startswith(wanted) and line.endswith("small.lud")
        assert line in editor.client.messages[-1].message


# --- Positions ----------------------------------------------------------------------------------------------

EMOJI = '(game "🎲🎲 Dïce 🎲" (players 2) (equipment {(board (square 3)) (piecee)}) (rules))\r\n'


@pytest.mark.parametrize("encoding", one_in(3, ["utf-32", "utf-8", "utf-16"]))
def test_positions_behind_emoji(tmp_path: Path, encoding: str) -> None:
    editor = Editor(tmp_path, encodings=[encoding, "utf-16"], terminal=True)
    try:
        assert editor.encoding == encoding
        editor.open("emoji.lud", "// one\r\n" + EMOJI)
        told = [editor.text_at("emoji.lud", each.range) for each in editor.diagnostics("emoji.lud")]
        assert "piecee" in told
        found = editor.complete("emoji.lud", editor.at("emoji.lud", "(pie", "cee)"))
        assert "piece" in labels(found)
        assert found[0].text_edit is not None
        assert editor.text_at("emoji.lud", found[0].text_edit.range).startswith("pie")  # type: ignore[union-attr]
        (lens, _) = editor.ask("text_document_code_lens", types.CodeLensParams(editor.document("emoji.lud")))
        assert lens.command.command == "ludwright.play"  # this editor has a terminal for it
    finally:
        editor.close()


# --- The process --------------------------------------------------------------------------------------------


def test_without_its_packages_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pygls").mkdir()
    (tmp_path / "pygls" / "__init__.py").write_text("raise ModuleNotFoundError(name='pygls')\n")
    command = [sys.executable, "-m", "interpreter.cli.main", "lsp"]
    path = f"{tmp_path}:{ROOT}"
    ran = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={"PYTHONPATH": path, "PATH": ""}
    )
    assert ran.returncode == 1
    assert "error[E0770]" in ran.stderr and "ludwright[lsp]" in ran.stderr
