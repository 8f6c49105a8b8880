"""`gdl check --fix`: repairs made in files, and what is kept as it was."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from gdl.source.diagnostics import EXAMPLE, SURE, UNSURE, Diagnostic
from gdl.source.edits import chosen_fixes, deleting, edited, edited_as_written, renaming, replacing
from gdl.source.text import Source, Span
from interpreter.cli.commands.check import _diagnostics
from interpreter.cli.main import run
from tests.check.cases import BROKEN, EXPECTED, THREE
from tests.quick import one_in

#: Files of which all that is wrong can be repaired: the summary promises it.
PROMISED = [
    path
    for path in sorted(BROKEN.glob("*.lud"))
    if re.search(r"check --fix` repairs (it|all)$", EXPECTED[path.stem], re.MULTILINE)
]


def fixed(path: Path, *words: str) -> int:
    return run(["check", str(path), "--fix", *words])


def test_there_are_many_of_them() -> None:
    assert len(PROMISED) > 25


@pytest.mark.parametrize("path", one_in(3, PROMISED), ids=lambda path: path.stem)
def test_what_is_promised_is_kept(path: Path, tmp_path: Path) -> None:
    """The mistakes are gone, unless repairs have brought others to light; done again, nothing changes."""
    for each in BROKEN.glob("*.def"):
        (tmp_path / each.name).write_bytes(each.read_bytes())
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    with chdir(tmp_path):
        before = {(each.code, each.message) for each in _diagnostics(path.name, {})}
        fixed(Path(path.name))
        after = {(each.code, each.message) for each in _diagnostics(path.name, {})}
        assert not before & after
        once = copy.read_bytes()
        fixed(Path(path.name))
    assert copy.read_bytes() == once != path.read_bytes()


def several(text: str) -> str:
    return text.replace("sites", "Sites").replace("Mover Win", "mover WIN").replace('"Cross"', "'Cross'")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_marks_are_kept(tmp_path: Path, end: str, mark: bytes) -> None:
    path = tmp_path / "mine.lud"
    path.write_bytes(mark + several(THREE).replace("\n", end).encode())
    assert fixed(path) == 0
    assert path.read_bytes() == mark + THREE.replace("\n", end).encode()


def test_rights_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "mine.lud", tmp_path / "link.lud"
    path.write_text(several(THREE), encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    assert fixed(link) == 0
    assert link.is_symlink() and path.read_text(encoding="utf-8") == THREE
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) in (["mine.lud", "link.lud"], ["link.lud", "mine.lud"])


def test_diff_shows_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(THREE.replace("sites", "Sites"), encoding="utf-8")
    assert run(["check", str(path), "--diff"]) == 1
    shown = capsys.readouterr()
    changed = [line for line in shown.out.splitlines() if re.match(r"[-+] ", line)]
    assert [line[0] for line in changed] == ["-", "+"]
    assert "(Sites " in changed[0] and "(sites " in changed[1]
    assert f"{path}: 1 repair to be made" in shown.err
    assert "Sites" in path.read_text(encoding="utf-8")
    assert run(["check", str(path), "--diff", "--output-format", "json"]) == 2


def test_what_is_right_and_what_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(THREE, encoding="utf-8")
    before = path.stat().st_mtime_ns
    assert fixed(path) == 0 and path.stat().st_mtime_ns == before
    path.write_bytes(THREE.encode("utf-16"))
    assert fixed(path) == 1 and path.read_bytes() == THREE.encode("utf-16")
    assert fixed(tmp_path / "missing.lud") == 1


def test_a_repair_may_bring_others_to_light(tmp_path: Path) -> None:
    """A text with brackets missing tells little else; when they are there again the rest is repaired too."""
    path = tmp_path / "mine.lud"
    path.write_text(several(THREE).rstrip()[:-1] + "\n", encoding="utf-8")
    assert fixed(path) == 0
    assert "".join(path.read_text(encoding="utf-8").split()) == "".join(THREE.split())


def test_definitions_are_repaired_in_their_own_file(tmp_path: Path) -> None:
    moves, game = tmp_path / "moves.def", tmp_path / "mine.lud"
    moves.write_text('(define "Cells" (Sites Empty))\n', encoding="utf-8")
    game.write_text('(include "moves.def")\n' + THREE.replace("(sites Empty)", '"Cells"'), encoding="utf-8")
    told = game.read_text(encoding="utf-8")
    assert fixed(game) == 1 and game.read_text(encoding="utf-8") == told
    assert fixed(moves) == 0
    assert moves.read_text(encoding="utf-8") == '(define "Cells" (sites Empty))\n'
    assert run(["check", str(game)]) == 0


# --- Edits ----------------------------------------------------------------------------------------------


def place(source: Source, text: str) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def told(source: Source, fix: Callable[[Span], tuple], text: str) -> Diagnostic:  # type: ignore[type-arg]
    return Diagnostic("E0203", "wrong", place(source, text), fixes=fix(place(source, text)))


def test_of_repairs_that_overlap_the_first_is_made() -> None:
    source = Source("mine.lud", "(a bb cc)")
    one = told(source, lambda span: replacing(span, "bb cc", "x", SURE), "bb cc")
    other = told(source, lambda span: replacing(span, "bb", "y", SURE), "bb")
    last = told(source, lambda span: replacing(span, "(a", "(b", SURE), "(a")
    fixes = chosen_fixes(source, [one, other, last])
    edits = [edit for fix in fixes for edit in fix.edits]
    assert edited(source.text, edits) == "(b x)"


def test_only_sure_repairs_of_the_text_itself_are_made() -> None:
    source, elsewhere = Source("mine.lud", "(a bb)"), Source("other.lud", "(a bb)")
    unsure = told(source, lambda span: replacing(span, "bb", "x", UNSURE), "bb")
    example = told(source, lambda span: replacing(span, "a", "x", EXAMPLE), "a")
    either = told(source, lambda span: renaming(span, "bb", ["x", "y"]), "bb")
    other = told(elsewhere, lambda span: replacing(span, "bb", "x", SURE), "bb")
    assert chosen_fixes(source, [unsure, example, either, other]) == ()
    # Of those that are not sure one is made where it is the only one, and never an example.
    assert chosen_fixes(source, [example, either, other], unsure=True) == ()
    assert chosen_fixes(source, [either, unsure, other], unsure=True) == unsure.fixes


def test_nothing_is_replaced_that_is_not_there() -> None:
    source = Source("mine.lud", '(define "A" #1s)')
    assert replacing(place(source, "#1s"), "sites", "x", SURE) == ()


def test_what_is_left_out_takes_the_blank_before_it_along() -> None:
    source = Source("mine.lud", "(a bb cc)")
    (fix,) = deleting(place(source, "bb"), "bb", SURE)
    assert edited(source.text, fix.edits) == "(a cc)"


@pytest.mark.parametrize(
    "before, after", [("{1,2}", "{1 2}"), ("{1, 2}", "{1 2}"), ("{1 ,2}", "{1 2}"), ("(a),(b)", "(a)(b)")]
)
def test_what_is_left_out_leaves_words_apart(before: str, after: str) -> None:
    source = Source("mine.lud", before)
    (fix,) = deleting(place(source, ","), ",", SURE)
    assert edited(source.text, fix.edits) == after


def test_edits_find_their_place_in_a_file_with_other_line_ends() -> None:
    source = Source("mine.lud", "one\ntwo\n")
    (fix,) = replacing(place(source, "two"), "two", "three\nfour", SURE)
    assert edited_as_written("\ufeffone\r\ntwo\r\n", fix.edits) == "\ufeffone\r\nthree\r\nfour\r\n"
