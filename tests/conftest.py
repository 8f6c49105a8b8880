"""Tests leave the user's cache alone; those of the server and of the page share a server and a browser."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.durations import long_tests, marks
from tests.quick import in_part

if TYPE_CHECKING:
    from tests.serve.running import Server

# a busy machine is no mistake: how long an example takes is not tested
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One cache for a whole run: what one of its processes has compiled the others take from there. Several
    runs share that of LUDWRIGHT_TESTS_CACHE, where it is given."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    os.environ["LUDWRIGHT_CACHE"] = os.environ.get("LUDWRIGHT_TESTS_CACHE") or str(base / "compiled")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as users start it: one for all tests that do not end it."""
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    from tests.serve.running import serving

    with serving(tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """A real browser where there is one: Debian's Chromium, driven by Playwright."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium on this machine")
    return {**browser_type_launch_args, "executable_path": path, "args": ["--no-sandbox"]}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """What took long when it was last measured (`python -m tests.durations`) is slow, or long.

    Of the parts of a run (`LUDWRIGHT_TESTS_PART=2/3`) one is selected.

    Browsers come last: while Playwright's is open an event loop runs in the main thread, and no other can.
    Among their files the longest come first: a file is run by one process, and none is to wait for the last.
    """
    taking_long = marks(long_tests())
    for item in items:
        mark = taking_long.get(item.nodeid)
        if mark is not None and not any(map(item.get_closest_marker, ("slow", "long"))):
            item.add_marker(mark)
    part = os.environ.get("LUDWRIGHT_TESTS_PART")
    if part:
        items[:] = [item for item in items if in_part(item.nodeid, part)]
    yield  # the others' order is made here, by the fixtures that tests share
    in_file = Counter(item.path for item in items)
    in_browser = {
        item.path for item in items if "browser_type_launch_args" in getattr(item, "fixturenames", ())
    }
    # by files: all tests of one are run by one process, so one of them in a browser is a file in a browser
    items.sort(key=lambda item: (item.path in in_browser, -in_file[item.path] * (item.path in in_browser)))
