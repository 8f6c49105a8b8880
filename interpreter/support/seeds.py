"""Seeds for parts of what has one seed."""

from __future__ import annotations

from hashlib import blake2b


def seed_for(seed: int, number: int, what: str) -> int:
    """A seed of its own for something in a game (or a part) of a number; it tells nothing of the others."""
    digest = blake2b(f"{seed} {number} {what}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2
