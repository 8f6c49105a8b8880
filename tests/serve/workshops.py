"""Workshops for tests: one event loop and one fork server for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from interpreter.serve.messages.codec import encode
from interpreter.serve.messages.worker import Answer
from interpreter.serve.sandbox.supervisor import Nursery
from interpreter.serve.workers.confined import Confined
from interpreter.serve.workers.workshop import SECONDS, Workshops

Json = dict[str, Any]


@frozen
class Strangers:
    """The processes for strangers' rules, and the event loop that they belong to."""

    runner: asyncio.Runner
    confined: Confined
    nursery: Nursery


class Shop:
    """Workshops that are asked from outside of their event loop."""

    def __init__(self, runner: asyncio.Runner, workshops: Workshops, nursery: Nursery) -> None:
        self.runner, self.workshops, self.nursery = runner, workshops, nursery

    def ask(self, do: str, key: str = "mine", **more: Any) -> Json:
        """The whole answer."""
        return told(self.runner.run(self.workshops.ask(key, {"do": do, **more})))

    def ok(self, do: str, key: str = "mine", **more: Any) -> Json:
        """What is answered where nothing is wrong."""
        answer = self.ask(do, key, **more)
        assert "ok" in answer, answer
        return dict(answer["ok"])

    def together(self, *requests: Json, key: str = "mine") -> list[Json]:
        """The answers to requests that come at once."""

        async def gathered() -> list[Json]:
            return [
                told(each)
                for each in await asyncio.gather(*(self.workshops.ask(key, each) for each in requests))
            ]

        return self.runner.run(gathered())

    def close(self, key: str = "mine") -> None:
        """End a workshop."""
        self.runner.run(self.workshops.close(key))


def told(answer: Answer) -> Json:
    """An answer as a page is told it, without its number."""
    return {key: value for key, value in encode(answer).items() if key != "id"}


@contextmanager
def open_shop(strangers: Strangers, seconds: Mapping[str, float] = SECONDS) -> Iterator[Shop]:
    """Workshops of a server that only this machine can reach."""
    shop = Shop(strangers.runner, Workshops(strangers.confined, seconds=seconds), strangers.nursery)
    try:
        yield shop
    finally:
        for key in list(shop.workshops._open):
            shop.close(key)
