"""Jobs for tests: cheap, and some that end the process that does them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from attrs import frozen


@frozen
class Squares:
    """Chunks that are worked out at once. `deadly` is a folder in which the first to do chunk 5 notes that,
    and ends its process as `kill -9` does; `slow` seconds are spent on each."""

    chunks: int = 12
    deadly: str | None = None
    always: bool = False
    slow: float = 0.0

    def plan(self) -> Mapping[str, Any]:
        return {"job": "squares", "chunks": self.chunks}

    def do(self, number: int) -> Mapping[str, Any]:
        if self.deadly is not None and number == 5:
            mark = Path(self.deadly) / "killed"
            if self.always or not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.slow)
        return {"number": number, "hash": blake2b(str(number).encode()).hexdigest()}
