"""Ctrl-C in studies and searches of variants: what is known so far is told, and how to go on."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from interpreter.study import study
from interpreter.study.vary import experiment
from interpreter.work.job import Done
from tests.cli.conftest import Gdl

#: The beginning of a study of random games in chunks, without anything that takes time.
STUDY = [
    "study",
    "tic-tac-toe",
    "-n",
    "500",
    "--no-search",
    "--no-ablate",
    "--no-exact",
    "--rule-games",
    "0",
]


def interrupted(perform: Callable[..., Generator[Done]], after: int) -> Callable[..., Iterator[Done]]:
    """The same work, of which somebody has enough after so many chunks."""

    def stopped(*args: Any) -> Iterator[Done]:
        yield from islice(perform(*args), after)
        raise KeyboardInterrupt

    return stopped


def test_a_study_tells_the_games_that_were_played(
    gdl: Gdl, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = gdl(*STUDY, "--seed", "1").out
    chunks = 5
    assert " 500 " in whole
    monkeypatch.setattr(study, "perform", interrupted(study.perform, 2))
    ran = gdl(*STUDY, "--seed", "1", "--results", str(tmp_path / "kept"))
    assert ran.code == 130
    assert f"the study was stopped after 2 of {chunks} parts; the same command goes on from" in ran.err
    assert "won alone by Cross" in ran.out and " 200 " in ran.out
    again = gdl(*STUDY, "--seed", "7")
    assert "nothing was kept: with `--seed 7 --results FILE` it would go on where it was" in again.err
    monkeypatch.undo()
    assert gdl(*STUDY, "--seed", "1", "--results", str(tmp_path / "kept")).out == whole


@pytest.mark.slow
def test_a_search_of_variants_tells_what_comes_nearest(gdl: Gdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment, "perform_rounds", interrupted(experiment.perform_rounds, 12))
    words = ["vary", "breakthrough", "-o", "Size=4x5|5x4|5", "--want", "fewest plies", "--games", "300"]
    ran = gdl(*words, "--second", "none", "--seed", "1")
    assert ran.code == 130 and "the search was stopped; nothing was kept" in ran.err
    assert "of 3 variants were played so far" in ran.out
