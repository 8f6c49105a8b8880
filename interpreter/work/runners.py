"""Where chunks are done: here, in several processes, on a cluster. Results come in order of their numbers."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
import warnings
from asyncio import CancelledError
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from gdl.support.values import frozen
from interpreter.errors.user_errors import MissingExtraError, StudyError, WorkersLostError
from interpreter.support.interrupt import ctrl_c_held_back
from interpreter.support.numbers import whole
from interpreter.work.job import Job, Outcome

#: So often in a row workers may be lost without a single chunk done in between.
PATIENCE = 3
#: So many chunks are handed out ahead for each worker.
_AHEAD = 2


@frozen
class Place:
    """Where work is done: `workers` processes here, or a cluster (`dask:ADDRESS`, `ray`, `ray:ADDRESS`)."""

    workers: int = 1
    cluster: str | None = None


def place_for(workers: int = 1, on: str | None = None) -> Place:
    """Where work is to be done. Raises StudyError for what is no cluster's name, ValueError."""
    workers = whole("the number of workers", workers, 1, 1024)
    if on is not None and not known_cluster(on):
        raise StudyError(f"`{on}` names no cluster: dask:ADDRESS, ray or ray:ADDRESS does")
    return Place(workers, on)


def results(job: Job, first: int, place: Place) -> Generator[Outcome]:
    """What the chunks from `first` on come to, in their order.

    A chunk whose worker is lost is done again. Raises WorkersLostError where that goes on and on,
    MissingExtraError where packages are missing, and what a chunk raises.
    """
    if place.cluster is None and place.workers <= 1:
        return _here(job, first)
    kind, _, address = (place.cluster or "").partition(":")
    if kind == "ray":
        from interpreter.work.by_ray import results_on_ray

        return results_on_ray(job, first, address)
    return _elsewhere(job, first, place)


def _here(job: Job, first: int) -> Generator[Outcome]:
    for number in range(first, job.chunks):
        yield job.do(number)


def _elsewhere(job: Job, first: int, place: Place) -> Generator[Outcome]:
    """With a worker all chunks are lost that were handed out. The next one is then done alone, so that the
    one is found which its workers do not survive."""
    following, lost = first, 0
    with _backend(place) as lose:
        while following < job.chunks:
            try:
                numbers = range(following, following + 1 if lost else job.chunks)
                with _parallel(job, numbers, place) as outcomes:
                    for outcome in outcomes:
                        following, lost = following + 1, 0
                        yield outcome
            except lose as error:
                lost += 1
                if lost >= PATIENCE:
                    raise WorkersLostError(
                        f"workers that do chunk {following} are lost again and again: is there enough memory?"
                    ) from error


@contextmanager
def _parallel(job: Job, chunks: range, place: Place) -> Iterator[Generator[Outcome]]:
    """Inside, what these chunks come to; afterwards nothing more is handed out, and workers are let go."""
    from joblib import Parallel, delayed

    parallel = Parallel(
        n_jobs=place.workers if place.cluster is None else -1,
        return_as="generator",
        batch_size=1,
        pre_dispatch=f"{_AHEAD} * n_jobs",
    )
    starter = os.getpid() if place.cluster is None else None
    enough = False

    def numbers() -> Iterator[int]:
        for number in chunks:
            if enough:  # joblib would hand out more to workers that it has just let go
                return
            yield number

    if place.cluster is None:
        from multiprocessing import resource_tracker

        from joblib.externals.loky.backend import resource_tracker as loky_tracker

        # started later, they would take off the mask of Ctrl-C
        resource_tracker.ensure_running()
        loky_tracker.ensure_running()
    with ctrl_c_held_back():  # this starts the processes, and only the one that started them is to answer it
        outcomes: Generator[Outcome] = parallel(delayed(_do)(job, n, starter) for n in numbers())
    try:
        yield outcomes
    finally:
        enough = True
        with warnings.catch_warnings():
            # that chunks were done which nobody took is how it is where somebody has enough
            warnings.filterwarnings("ignore", "(?s).*adjusting the input task iterator", UserWarning)
            outcomes.close()


def _do(job: Job, number: int, starter: int | None) -> Outcome:
    """Do a chunk in a process that `starter` has started, if it is one of ours."""
    if starter is not None:
        _leave_with(starter)
    return job.do(number)


@cache
def _leave_with(starter: int) -> None:
    """End this process soon after the one that started it, which may have been killed."""

    def watch() -> None:
        while os.getppid() == starter:
            time.sleep(0.5)
        os._exit(1)

    if sys.platform != "win32":  # where the number of who started a process stays when that has ended
        threading.Thread(target=watch, daemon=True).start()


# --- Backends ---------------------------------------------------------------------------------------------


@contextmanager
def _backend(place: Place) -> Iterator[tuple[type[BaseException], ...]]:
    """Inside, joblib hands work to the place; what it raises where workers are lost."""
    kind, _, address = (place.cluster or "").partition(":")
    context, lost = _BACKENDS[kind](address)
    with context:
        yield lost


def _processes(_: str) -> tuple[AbstractContextManager[Any], tuple[type[BaseException], ...]]:
    from concurrent.futures.process import BrokenProcessPool

    from joblib.externals.loky.process_executor import TerminatedWorkerError

    return nullcontext(), (BrokenProcessPool, TerminatedWorkerError)


def _dask(address: str) -> tuple[AbstractContextManager[Any], tuple[type[BaseException], ...]]:
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise MissingExtraError("`--on dask` takes packages more: pip install 'ludwright[dask]'") from None
    from joblib import parallel_config

    _check_answers(address)
    # that a cluster is lost is told below, once
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    connect: Any = Client  # it says nothing of its types
    try:
        client = connect(address, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersLostError(f"no Dask cluster answers at {address}: {error}") from error

    @contextmanager
    def connected() -> Iterator[None]:
        try:
            with client.as_current(), parallel_config(backend="dask", client=client):
                yield
        except (Exception, CancelledError) as error:
            if isinstance(error, WorkersLostError | KilledWorker) or client.status == "running":
                raise
            raise WorkersLostError(
                f"the Dask cluster at {address} was lost; with --results and --seed the same command goes on "
                "where it was"
            ) from error
        finally:
            with suppress(Exception, CancelledError):
                client.close(timeout=_LEAVE)

    return connected(), (KilledWorker,)


#: Seconds in which a scheduler has to answer, and for taking leave of one that may be gone.
_ANSWER, _LEAVE = 10, 2


def _check_answers(address: str) -> None:
    """Raise WorkersLostError for what is no address of a scheduler, and where nobody listens: Dask takes half
    a minute for that."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if parts.scheme not in ("tcp", "tls"):
        return
    if not host or not port:
        raise WorkersLostError(
            f"`{address}` is no address of a Dask scheduler: HOST:PORT is wanted, such as 127.0.0.1:8786"
        )
    try:
        socket.create_connection((host, port), timeout=_ANSWER).close()
    except OSError as error:
        raise WorkersLostError(f"no Dask cluster answers at {address}: {error}") from error


_BACKENDS: dict[str, Callable[[str], tuple[AbstractContextManager[Any], tuple[type[BaseException], ...]]]] = {
    "": _processes,
    "dask": _dask,
}


def known_cluster(text: str) -> bool:
    """Whether a text names a cluster: `dask:ADDRESS`, `ray`, `ray:ADDRESS`."""
    kind, colon, address = text.partition(":")
    return kind == "ray" or (kind == "dask" and bool(colon and address))
