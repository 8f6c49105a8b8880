"""Tests leave the user's cache alone."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["LUDWRIGHT_CACHE"] = str(tmp_path_factory.mktemp("compiled"))
