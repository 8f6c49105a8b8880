"""A real browser where there is one: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.serve.workers.confined import Confined
from tests.serve.running import Server, serving
from tests.serve.workshops import Strangers

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server


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
