"""Programs with all passes done, kept on disk by what they were made from: the passes take the most time.

Pickles run code when they are read, and so does machine code: so the cache only reads what the user wrote. A
pickle that cannot be read, or holds something else than is looked for, is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from gdl.core import ops
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from gdl.version import __version__
from interpreter.engines.cache import Cache

T = TypeVar("T")


@cache
def code_version() -> str:
    """Changes with the code of the core and of what is made from it."""
    digest = hashlib.blake2b(f"{__version__} {sys.version_info[:2]}".encode(), digest_size=20)
    language = Path(ops.__file__).parents[1]
    stages = (language / name for name in ("core", "analyses", "passes"))
    for folder in (*stages, Path(__file__).parent):
        for file in sorted(folder.rglob("*.py")):
            known = file.stat()
            digest.update(f"{file.name} {known.st_size} {known.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def key_of(program: Program) -> str | None:
    """Stands for a program as it was lowered; None where it is too deep to be written down."""
    try:
        raw = pickle.dumps(program, 5)
    except RecursionError:
        return None
    return hashlib.blake2b(raw, digest_size=20).hexdigest() + code_version()


def kept(kind: type[T], key: str | None, store: Cache, make: Callable[[], T], keep: bool = True) -> T:
    """What was made before from the program of a key, or what is made now and kept (unless not to `keep`)."""
    if key is None or store.folder is None:
        return make()
    place = store.key(kind.__name__, key)
    image = store.get(place)
    if image is not None:
        try:
            found = pickle.loads(image)
        except Exception:  # whatever it is, it is not what was put there
            found = None
        if isinstance(found, kind):
            return found
        store.drop(place)
    made = make()
    if not keep:
        return made
    with contextlib.suppress(RecursionError):
        store.put(place, pickle.dumps(made, 5))
    return made


def prepared(program: Program, store: Cache, key: str | None = None, keep: bool = True) -> Program:
    """A program as it was lowered with all passes done; `key` is its own, if that is known already."""
    return kept(Program, key or key_of(program), store, lambda: prepare(program), keep)
