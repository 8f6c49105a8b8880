"""Tests leave the user's cache alone."""

from __future__ import annotations

import os

import pytest

from tests.durations import long_tests


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["LUDWRIGHT_CACHE"] = str(tmp_path_factory.mktemp("compiled"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What took long when it was last measured (`python -m tests.durations`) runs with the slow tests."""
    long = long_tests()
    for item in items:
        if item.nodeid in long:
            item.add_marker(pytest.mark.slow)
