"""A real browser where there is one, and a server of the tests' own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.serve.running import serving


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium on this machine")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    with serving(tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server.address
