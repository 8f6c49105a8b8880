"""The same work on a Dask cluster that is started here."""

from __future__ import annotations

from collections.abc import Iterator
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
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, scheduler_port=0
    ) as started:
        yield started.scheduler_address


def test_a_cluster_writes_the_bytes_that_one_process_does(cluster: str, tmp_path: Path) -> None:
    job = ByRandomPlay(load("tic-tac-toe"), 1000, 7, 500)
    for _ in perform(job, Place(cluster=f"dask:{cluster}"), tmp_path / "cluster"):
        pass
    assert (tmp_path / "cluster").read_bytes() == written(job, tmp_path / "one")


def test_a_worker_of_a_cluster_that_is_killed_is_made_good(cluster: str, tmp_path: Path) -> None:
    job = Squares(deadly=str(tmp_path))
    for _ in perform(job, Place(cluster=f"dask:{cluster}"), tmp_path / "cluster"):
        pass
    assert (tmp_path / "killed").exists()
    assert (tmp_path / "cluster").read_bytes() == written(Squares(), tmp_path / "one")


def test_a_cluster_that_does_not_answer() -> None:
    with pytest.raises(WorkersLostError, match="no Dask cluster answers") as error:
        list(perform(Squares(), Place(cluster="dask:tcp://127.0.0.1:1")))
    assert error.value.code == "E0802"


@pytest.mark.parametrize("address", ["nonsense", "nonsense:99x", "tcp://", ":8786"])
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    with pytest.raises(WorkersLostError, match="is no address of a Dask scheduler: HOST:PORT is wanted"):
        list(perform(Squares(), Place(cluster=f"dask:{address}")))
