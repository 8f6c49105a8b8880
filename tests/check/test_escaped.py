"""A mistake of meaning that nobody has noted is told as the file's mistake, wherever it comes out."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl import lint
from gdl.assist.checking import check
from gdl.builder.meaning_error import MeaningError
from gdl.lint.subject import Rule, Subject
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.text import Source, Span
from interpreter.cli.main import run
from tests.check.cases import BROKEN

SMALL = """(game "Small" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""


def escaping(subject: Subject) -> Iterator[Diagnostic]:
    raise MeaningError("E0409", "the board is odd", subject.game.equipment.span, "odd")
    yield  # a generator, as every lint is


def test_one_that_comes_out_of_a_lint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lint, "RULES", (Rule("E0409", escaping),))
    file = tmp_path / "small.lud"
    file.write_text(SMALL, encoding="utf-8")
    assert run(["check", str(file)]) == 1
    told = capsys.readouterr().err
    assert "error[E0409]: the board is odd" in told and "internal" not in told
    # What the workshop and editors ask.
    assert [each.code for each in check(Source("small.lud", SMALL), None)] == ["E0409"]


def test_it_survives_the_way_between_processes() -> None:
    error = MeaningError("E0409", "the board is odd", Span(Source("small.lud", SMALL), 0, 5), "odd")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, LanguageError)
    (told,) = again.diagnostics
    assert (told.code, told.message, str(told.span)) == (
        "E0409",
        "the board is odd",
        str(error.diagnostic.span),
    )


@pytest.mark.parametrize("name", ["equipment-unused-with-mistakes", "equipment-of-itself"])
@pytest.mark.parametrize("command", [("board",), ("rules",), ("perft", "1"), ("show", "--stage", "core")])
def test_every_command_tells_of_equipment_that_no_rule_asks_for(
    name: str, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command[0], str(BROKEN / f"{name}.lud"), *command[1:]]
    assert run(words) == 1
    told = capsys.readouterr().err
    assert "error[E0" in told and "internal error" not in told
