"""Work in chunks: the same file from one process and from eight, whatever is killed in between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gdl import load, study
from interpreter.errors.user_errors import MissingExtraError, StudyError, StudyFileError, WorkersLostError
from interpreter.study.measures.random_play import ByRandomPlay
from interpreter.work.job import Job
from interpreter.work.perform import perform
from interpreter.work.runners import Place, known_cluster
from tests.quick import one_in
from tests.work.jobs import Squares

ROOT = Path(__file__).parents[2]


def written(job: Job, file: Path, workers: int = 1) -> bytes:
    """What a file holds when the job is done."""
    for _ in perform(job, Place(workers), file):
        pass
    return file.read_bytes()


def lines(file: Path) -> int:
    """How many whole lines a file has."""
    return file.read_bytes().count(b"\n") if file.exists() else 0


def processes_of(session: int) -> list[int]:
    """The processes of a session that are still there, workers among them."""
    found = subprocess.run(["ps", "-o", "pid=", "-s", str(session)], capture_output=True, text=True).stdout
    return [int(each) for each in found.split()]


def test_a_file_has_the_plan_and_a_line_for_each_chunk_in_their_order(tmp_path: Path) -> None:
    head, *rest = written(Squares(), tmp_path / "r").splitlines()
    assert json.loads(head)["plan"] == {"job": "squares", "chunks": 12}
    assert [json.loads(line)["chunk"] for line in rest] == list(range(12))
    assert [json.loads(line)["result"]["number"] for line in rest] == list(range(12))


@pytest.mark.parametrize("workers", [2, 8])
def test_eight_workers_write_the_bytes_that_one_does(tmp_path: Path, workers: int) -> None:
    assert written(Squares(), tmp_path / "many", workers) == written(Squares(), tmp_path / "one")


@pytest.mark.parametrize("name", one_in(2, ["tic-tac-toe", "backgammon"]))
def test_a_study_of_a_game_too(tmp_path: Path, name: str) -> None:
    job = ByRandomPlay(load(name), 400, 7, 500)
    alone = written(job, tmp_path / "one")
    assert alone.count(b"\n") == 5
    assert written(job, tmp_path / "two", 2) == alone


def test_the_chunk_of_a_worker_that_was_killed_is_done_again(tmp_path: Path) -> None:
    killed = written(Squares(deadly=str(tmp_path)), tmp_path / "killed.jsonl", 2)
    assert (tmp_path / "killed").exists()
    assert killed == written(Squares(), tmp_path / "whole.jsonl")


def test_a_chunk_that_kills_every_worker_is_given_up_and_what_was_done_before_is_kept(tmp_path: Path) -> None:
    with pytest.raises(WorkersLostError) as error:
        written(Squares(deadly=str(tmp_path), always=True), tmp_path / "r", 2)
    assert error.value.code == "E0802" and "chunk 5" in error.value.message
    assert lines(tmp_path / "r") == 1 + 5


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path, workers: int) -> None:
    file = tmp_path / "r"
    code = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from tests.work.jobs import Squares\n"
        "from interpreter.work.perform import perform\n"
        "from interpreter.work.runners import Place\n"
        f"for _ in perform(Squares(40, slow=0.05), Place({workers}), sys.argv[1]): pass"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code, str(file), str(ROOT)], cwd=ROOT, start_new_session=True
    )
    end = time.monotonic() + 60
    while lines(file) < 4 and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    before = lines(file)
    while processes_of(run.pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert not processes_of(run.pid), "workers outlive who started them"
    assert 4 <= before < 41
    done = list(perform(Squares(40), Place(), file))
    assert sum(each.kept for each in done) >= before - 1
    assert file.read_bytes() == written(Squares(40), tmp_path / "undisturbed")


def test_every_way_of_being_cut_off_is_mended(tmp_path: Path) -> None:
    whole = written(Squares(3), tmp_path / "whole")
    for end in range(len(whole)):
        cut = tmp_path / "cut"
        cut.write_bytes(whole[:end])
        assert written(Squares(3), cut) == whole


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"my notes\n", "is no file of results"),
        (b"my notes", "is no file of results"),
        (b'{"format":"ludwright results","plan":{},"version":1}\n', "of another study"),
        (b'{"format":"ludwright results","plan":{"part":"match"},"version":1}\n', "of another match, or"),
        (b'{"format":"ludwright results","plan":{"part":"vary"},"version":1}\n', "of another search"),
        (b'{"format":"ludwright results","plan":{"part":"compare: random play"}}\n', "another comparison"),
        (b'{"format":"ludwright results","plan":{"long":"' + b"x" * 99_999 + b'"}}\n', "of another study"),
        (b"\xff\xfe\x00" * 400, "is no file of results"),
    ],
)
def test_what_is_no_file_of_this_study_is_left_as_it_is(tmp_path: Path, text: bytes, said: str) -> None:
    file = tmp_path / "mine"
    file.write_bytes(text)
    with pytest.raises(StudyFileError, match=said) as error:
        written(Squares(), file)
    assert error.value.code == "E0801"
    assert file.read_bytes() == text


def test_a_damaged_line_in_the_middle_is_told(tmp_path: Path) -> None:
    file = tmp_path / "r"
    whole = written(Squares(), file).splitlines(keepends=True)
    damaged = b"".join([*whole[:3], b"rubbish\n", *whole[4:]])
    file.write_bytes(damaged)
    with pytest.raises(StudyFileError, match=r"line 4 .* is no result of chunk 2"):
        written(Squares(), file)
    assert file.read_bytes() == damaged


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    first = perform(Squares(), Place(), tmp_path / "r")
    next(first)
    with pytest.raises(StudyFileError, match="another run"):
        written(Squares(), tmp_path / "r")
    first.close()
    assert written(Squares(), tmp_path / "r") == written(Squares(), tmp_path / "other")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(StudyFileError):
        written(Squares(), tmp_path / "missing" / "r")
    with pytest.raises(StudyFileError, match="no regular file"):
        written(Squares(), tmp_path)


def test_clusters_by_name() -> None:
    assert [known_cluster(each) for each in ("dask:tcp://h:1", "ray", "ray:auto")] == [True] * 3
    assert [known_cluster(each) for each in ("dask", "dask:", "slurm:x", "")] == [False] * 4


@pytest.mark.parametrize("name", ["dask:tcp://127.0.0.1:1", "ray"])
def test_packages_of_clusters_that_are_missing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module in ("distributed", "ray"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match="pip install") as error:
        list(perform(Squares(), Place(cluster=name)))
    assert error.value.code == "E0770"


def test_a_cluster_that_nobody_knows() -> None:
    with pytest.raises(StudyError, match="names no cluster"):
        study(load("tic-tac-toe"), 10, on="slurm:here")
