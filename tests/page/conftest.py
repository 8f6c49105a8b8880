"""Where the page is: on the server that all tests share."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.serve.running import Server


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.address


with suppress(ImportError):
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)  # against a hang, on a machine that has much else to do
