"""Mistakes of meaning planted in shipped games, and what is found without playing."""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source
from interpreter.game.shipped import locate


def planted(game: str, *edits: tuple[str, str], times: int = 1) -> tuple[Diagnostic, ...]:
    """What is found in a shipped game after some edits, each of what stands there so many times."""
    path = locate(game)
    text = path.read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == times, old
        text = text.replace(old, new)
    return _found(Source(str(path), text), path.parent)


def _found(source: Source, folder: Path | None) -> tuple[Diagnostic, ...]:
    def noted(options: object, notes: object) -> object:
        return compile_game(source, options, folder=folder, observer=notes)

    return findings(Noted.by(noted, {}))


def codes(text: str) -> list[str]:
    """The codes of what is found in a text."""
    return [each.code for each in _found(Source("game.lud", text), None)]


def told(game: str, *edits: tuple[str, str]) -> list[tuple[str, str]]:
    """The codes of what is found, and the texts that they stand at."""
    return [(each.code, each.span.text) for each in planted(game, *edits)]
