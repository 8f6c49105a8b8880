"""Processes for strangers' rules, warm."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from interpreter.serve.workers.confined import Confined
from tests.serve.workshops import Strangers


@pytest.fixture(scope="session")
def strangers() -> Iterator[Strangers]:
    """The processes for strangers' rules, warm, for all tests that need some."""
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    with asyncio.Runner() as runner:
        confined = Confined("127.0.0.1")
        nursery = runner.run(confined.nursery())
        runner.run(nursery.start())
        yield Strangers(runner, confined, nursery)
        runner.run(confined.close())
