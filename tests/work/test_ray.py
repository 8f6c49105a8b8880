"""The same work on Ray, started here."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.errors.user_errors import WorkersLostError
from interpreter.study.measures.random_play import ByRandomPlay
from interpreter.work.perform import perform
from interpreter.work.runners import Place
from tests.work.jobs import Squares
from tests.work.test_work import written

pytestmark = pytest.mark.slow
pytest.importorskip("ray")


def test_it_writes_the_bytes_that_one_process_does_though_a_worker_is_killed(tmp_path: Path) -> None:
    job = ByRandomPlay(load("tic-tac-toe"), 1000, 7, 500)
    for _ in perform(job, Place(cluster="ray"), tmp_path / "cluster"):
        pass
    assert (tmp_path / "cluster").read_bytes() == written(job, tmp_path / "one")
    for _ in perform(Squares(deadly=str(tmp_path)), Place(cluster="ray"), tmp_path / "deadly"):
        pass
    assert (tmp_path / "killed").exists()
    assert (tmp_path / "deadly").read_bytes() == written(Squares(), tmp_path / "whole")


def test_a_chunk_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(WorkersLostError, match="chunk 5") as error:
        list(perform(Squares(deadly=str(tmp_path), always=True), Place(cluster="ray"), tmp_path / "r"))
    assert error.value.code == "E0802"


def test_a_cluster_that_does_not_answer() -> None:
    with pytest.raises(WorkersLostError, match="no Ray cluster answers"):
        list(perform(Squares(), Place(cluster="ray:127.0.0.1:1")))
