"""Chunks on a Ray cluster, each a task: Ray's backend of joblib gives its results only when all are done."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from socket import create_connection
from typing import Any

from interpreter.errors.user_errors import MissingExtraError, WorkersLostError
from interpreter.work.job import Job, Outcome

#: So many chunks are handed out ahead for each of the cluster's processors.
_AHEAD = 2


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Inside, Ray's module, connected to a cluster; without an address to one of its own on this machine."""
    try:
        import ray
    except ImportError:
        raise MissingExtraError("`--on ray` takes packages more: pip install 'ludwright[ray]'") from None
    ours = not ray.is_initialized()
    if ours:
        _answers(address)
        ray.init(address=address or None, log_to_driver=False, logging_level="error")
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def _answers(address: str) -> None:
    """Raise WorkersLostError where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:  # `auto`, or a cluster of its own
        return
    try:
        with create_connection((host, int(port)), timeout=10):
            pass
    except (OSError, ValueError) as error:
        raise WorkersLostError(f"no Ray cluster answers at {address}: {error}") from error


def results_on_ray(job: Job, first: int, address: str) -> Generator[Outcome]:
    """What the chunks from `first` on come to, in their order. Ray does a lost worker's chunk again.

    Raises WorkersLostError where that goes on and on, and what a chunk raises.
    """
    with _connected(address) as ray:
        from ray.exceptions import RayTaskError, WorkerCrashedError

        shared = ray.put(job)
        do = ray.remote(num_cpus=1)(_do)
        ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        numbers = iter(range(first, job.chunks))
        following = first
        try:
            while True:
                more = islice(numbers, ahead - len(waiting))
                waiting.extend(do.remote(shared, number) for number in more)
                if not waiting:
                    return
                try:
                    outcome: Outcome = ray.get(waiting.popleft())
                except RayTaskError as error:
                    raise error.cause from error
                except WorkerCrashedError as error:
                    raise WorkersLostError(
                        f"workers that do chunk {following} are lost again and again: is there enough memory?"
                    ) from error
                following += 1
                yield outcome
        finally:
            for each in waiting:
                ray.cancel(each, force=True)


def _do(job: Job, number: int) -> Outcome:
    return job.do(number)
