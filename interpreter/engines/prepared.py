"""Programs with all passes done, kept on disk by what they were made from: the passes take the most time."""

from __future__ import annotations

from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
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
    result = recall(Program, key, store)
    if result is None:
        result = prepare(program)
        if keep:
            put(result, key, store)
    return result
