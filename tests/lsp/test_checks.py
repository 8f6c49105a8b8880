"""Checks in the background: stopped when they take too long, and what is said then."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types

from interpreter.lsp import checker, publishing, worker
from interpreter.lsp.checker import Checker, StoppedError, TooSlowError
from interpreter.lsp.publishing import Publisher
from interpreter.lsp.store import Store
from interpreter.lsp.worker import Answer, Job

JOB = Job(1, "x.lud", "(game)", None, {})


def test_a_check_that_takes_too_long_is_stopped_and_the_next_one_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> Answer:
        checking = Checker()
        try:
            with monkeypatch.context() as patience:
                patience.setattr(checker, "PATIENCE", 0.0)
                with pytest.raises(TooSlowError):
                    await checking.check(JOB, asyncio.Event())
            outdated = asyncio.Event()
            outdated.set()
            with pytest.raises(StoppedError):
                await checking.check(JOB, outdated)
            return await checking.check(JOB, asyncio.Event())
        finally:
            checking.stop()

    answer = asyncio.run(run())
    assert not answer.failed and answer.diagnostics[0].severity == "error"


class Stub(Checker):
    """A checker that has its answer ready."""

    def __init__(self, answer: Answer | Exception) -> None:
        super().__init__()
        self._ready = answer

    async def check(self, job: Job, outdated: asyncio.Event) -> Answer:
        if isinstance(self._ready, Exception):
            raise self._ready
        return self._ready


@pytest.mark.parametrize(
    "answer, code", [(TooSlowError(), "W0771"), (Answer(1, (), "ValueError: no"), "W0772")]
)
def test_what_is_said_of_a_check_without_an_answer(
    answer: Answer | Exception, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "PAUSE", 0.0)
    told: list[list[types.Diagnostic]] = []

    async def run() -> None:
        store = Store()
        publisher = Publisher(store, lambda uri, version, found: told.append(found))
        publisher.checker = Stub(answer)
        publisher.changed(store.put((tmp_path / "x.lud").as_uri(), 1, "(game)"))
        while not told:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert [each.code for each in told[-1]] == [code]
    assert told[-1][0].severity is types.DiagnosticSeverity.Warning


def test_what_goes_wrong_inside_a_check_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("of ours")

    monkeypatch.setattr("gdl.assist.checking.check", fail)
    assert worker.answer(JOB).failed == "ValueError: of ours"


def test_unsaved_texts_count_instead_of_files(tmp_path: Path) -> None:
    shared = tmp_path / "shared.def"
    shared.write_text('(define "A" (sites Empty))\n')
    text = (
        '(include "shared.def")(game "G" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
        ' (rules (play (move Add (to "A"))) (end (if (is Line 3) (result Mover Win)))))'
    )
    name = str(tmp_path / "g.lud")
    assert worker.answer(Job(1, name, text, str(tmp_path), {})).diagnostics == ()
    unsaved = {str(shared): '(define "A" (sitez Empty))\n'}
    (wrong,) = worker.answer(Job(2, name, text, str(tmp_path), unsaved)).diagnostics
    assert wrong.span.text == "sitez"
    assert worker.answer(Job(3, name, text, str(tmp_path), {})).diagnostics == ()
