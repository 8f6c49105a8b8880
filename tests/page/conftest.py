"""Where the page is: on the server that all tests share."""

from __future__ import annotations

import pytest

from tests.serve.running import Server


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.address
