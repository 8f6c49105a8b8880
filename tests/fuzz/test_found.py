"""What the fuzzer found stays repaired: every file in `found/`, through its kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.found import files, still_open
from tests.fuzz.worker import Worker

_OPEN = still_open()
#: What takes most of its time where a machine is quick is not to fail where it is slow, or shared.
SLACK = 3.0


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[str, Worker]]:
    made: dict[str, Worker] = {}
    yield made
    for worker in made.values():
        worker.close()


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        pytest.param(
            *each,
            id=each[1].name,
            marks=[
                *(
                    [pytest.mark.xfail(reason=_OPEN[each[1].name], strict=True)]
                    if each[1].name in _OPEN
                    else []
                ),
                *([pytest.mark.slow] if number % 5 else []),
            ],
        )
        for number, each in enumerate(files())
    ],
)
def test_found(kind: str, path: Path, workers: dict[str, Worker]) -> None:
    worker = workers.get(kind) or workers.setdefault(kind, Worker(kind, SLACK))
    wrong = worker.one(path.read_bytes()).wrong
    assert wrong is None, f"{wrong.what}\n{wrong.text}"


def test_what_is_open_is_there() -> None:
    assert set(_OPEN) <= {path.name for _, path in files()}
