"""Programs with all passes done, kept on disk by what they were made from: the passes take the most time."""

from __future__ import annotations

from gdl.core.evolve import evolve
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.passes.pipeline import prepare
from gdl.support.hashing import blake2b
from interpreter.engines.cache import Cache
from interpreter.engines.kept import keep as put
from interpreter.engines.kept import key_of, recall


def prepared(program: Program, store: Cache, key: str | None = None, keep: bool = True) -> Program:
    """A program as it was lowered with all passes done; `key` is its own, if that is known already.

    What is made now is kept unless not to `keep`.
    """
    key = key or key_of(program)
    if key is None or store.folder is None:
        return prepare(program)
    found = recall(Program, key, store)
    if found is None:
        found = prepare(program)
        if keep:
            put(found, key, store)
    return found


# --- the fingerprint of a prepared program --------------------------------------------------------------


def fingerprint(program: Program) -> str:
    """The digest of all that engines and people are told of a program: 24 hexadecimal digits."""
    text = show_program(evolve(program, name=""), whole=True)
    return blake2b(text.encode(errors="surrogateescape"), digest_size=12).hexdigest()


def stable_hash(key: bytes) -> int:
    """A hash of bytes that is the same in every process, as Python's own is not."""
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "little", signed=True)
