"""How long a game takes until it can be played, in a process of its own: `python -m benchmarks.ready GAME`.

Prints JSON, in seconds of the processor's time: `imports` (Python's own start is not in it), `load` (text to
core program), `engine` (core program to machine code, and the first position).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from typing import Any

from attrs import frozen


@frozen
class Ready:
    """Seconds: cold with nothing kept from before, warm with the compiled module on disk."""

    imports: float
    load: float
    cold: float
    warm: float


def ready(game: str, options: dict[str, str], rounds: int) -> Ready:
    """The least of some rounds, each in new processes."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            first, second = (_run(game, options, cache) for _ in range(2))
        found.append(Ready(first["imports"], first["load"], first["engine"], second["engine"]))
    return Ready(
        min(r.imports for r in found),
        min(r.load for r in found),
        min(r.cold for r in found),
        min(r.warm for r in found),
    )


def _run(game: str, options: dict[str, str], cache: str) -> dict[str, float]:
    given = [f"{name}={value}" for name, value in options.items()]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.ready", game, *given],
        env={**os.environ, "LUDWRIGHT_CACHE": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main(game: str, given: Iterable[str]) -> None:
    """Measure one game in this process."""
    clock = time.process_time
    began = clock()
    load, make_engine = _imports()
    imported = clock()
    loaded = load(game, options=dict(each.split("=", 1) for each in given))
    compiled = clock()
    make_engine("native", loaded.program, key=loaded.image.key).start(0)
    ended = clock()
    print(json.dumps({"imports": imported - began, "load": compiled - imported, "engine": ended - compiled}))


def _imports() -> tuple[Any, Any]:
    import gdl.compile.compile
    import gdl.passes.pipeline  # noqa: F401
    from interpreter.engines.registry import make_engine
    from interpreter.game.game import load

    return load, make_engine


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
