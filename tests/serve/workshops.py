"""Workshops for tests: one event loop and one fork server for a module."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from interpreter.serve.sandbox.supervisor import Nursery
from interpreter.serve.workers.confined import Confined
from interpreter.serve.workers.workshop import SECONDS, Workshops

Json = dict[str, Any]


class Shop:
    """Workshops that are asked from outside of their event loop."""

    def __init__(self, runner: asyncio.Runner, workshops: Workshops, nursery: Nursery) -> None:
        self.runner, self.workshops, self.nursery = runner, workshops, nursery

    def ask(self, do: str, key: str = "mine", **more: Any) -> Json:
        """The whole answer."""
        return self.runner.run(self.workshops.ask(key, {"do": do, **more}))

    def ok(self, do: str, key: str = "mine", **more: Any) -> Json:
        """What is answered where nothing is wrong."""
        answer = self.ask(do, key, **more)
        assert "ok" in answer, answer
        return dict(answer["ok"])

    def together(self, *requests: Json, key: str = "mine") -> list[Json]:
        """The answers to requests that come at once."""

        async def gathered() -> list[Json]:
            return await asyncio.gather(*(self.workshops.ask(key, each) for each in requests))

        return self.runner.run(gathered())

    def close(self, key: str = "mine") -> None:
        """End a workshop."""
        self.runner.run(self.workshops.close(key))


@contextmanager
def open_shop(seconds: Mapping[str, float] = SECONDS) -> Iterator[Shop]:
    """Workshops of a server that only this machine can reach."""
    with asyncio.Runner() as runner:
        confined = Confined("127.0.0.1")
        workshops = Workshops(confined, seconds=seconds)
        try:
            yield Shop(runner, workshops, runner.run(workshops.start()))
        finally:
            runner.run(confined.close())
