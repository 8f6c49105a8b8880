"""Secrets of links and cookies: 128 bits at random, of which only a hash is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256

_BYTES = 16


def new_secret() -> str:
    """A secret as it stands in a link or a cookie: 22 letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(_BYTES)


def new_name() -> str:
    """The name of a room: it is no secret, and not to be guessed either."""
    return secrets.token_hex(6)


def hashed(secret: str) -> bytes:
    """What is kept of a secret. Secrets are random and long: they need no salt and no slow hash."""
    return sha256(secret.encode("utf-8", "replace")).digest()
