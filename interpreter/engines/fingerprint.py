"""The fingerprint of a prepared program: programs of one fingerprint are the same rules, from whatever file.

What things are called belongs to it, as moves and positions are written with these names; the game's title
and where in a file a rule stands do not. The same program has the same fingerprint in every process.
"""

from __future__ import annotations

from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.support.cpython import blake2b
from gdl.support.values import evolve


def fingerprint(program: Program) -> str:
    """The digest of all that engines and people are told of a program: 24 hexadecimal digits."""
    text = show_program(evolve(program, name=""), whole=True)
    return blake2b(text.encode(errors="surrogateescape"), digest_size=12).hexdigest()


def stable_hash(key: bytes) -> int:
    """A hash of bytes that is the same in every process, as Python's own is not."""
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "little", signed=True)
