"""Running the command line in this process, as its `main` does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO

import pytest
from attrs import frozen

from interpreter.cli.main import run


@frozen
class Ran:
    """What a command line printed, and its exit code."""

    code: int
    out: str
    err: str


Gdl = Callable[..., Ran]


@pytest.fixture
def gdl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gdl:
    """`gdl("play", "troika", typed="d4\\nquit\\n")` runs a command line with an input."""

    def call(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        code = run(list(words))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call
