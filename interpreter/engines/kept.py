"""Values of our own classes, kept on disk by what they were made from.

Pickles run code when they are read, and so does machine code: so the cache only reads what the user wrote. A
pickle that cannot be read, or holds something else than is looked for, is made anew. What is kept is told
apart by the code that made it as well: by the sizes and times of its sources, since reading them all would
take longer than what is to be saved.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from gdl import version
from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.support.cpython import blake2b
from gdl.support.values import evolve
from interpreter.engines.cache import Cache

T = TypeVar("T")

_LANGUAGE = Path(version.__file__).parent
_ENGINES = Path(__file__).parent
#: What code is written in, and what it is generated from.
_SOURCES = (".py", ".lark")


@cache
def code_version() -> str:
    """Changes with the code of the core, of what is made from it, and of what makes searches core."""
    stages = (_LANGUAGE / name for name in ("core", "analyses", "passes"))
    return _version_of(*stages, _ENGINES, _ENGINES.parent / "subset")


@cache
def language_version() -> str:
    """Changes with all code that has a part in what games are compiled to, and in what is kept of them."""
    return _version_of(_LANGUAGE, *(_ENGINES.parent / name for name in ("engines", "game", "drawing")))


def _version_of(*folders: Path) -> str:
    python = f"{sys.implementation.cache_tag} {sys.hexversion}"  # pickled code is of one Python only
    digest = blake2b(f"{version.__version__} {python}".encode(), digest_size=20)
    for folder in folders:
        for line in sorted(_stamps(str(folder))):
            digest.update(line.encode(errors="surrogateescape"))
    return digest.hexdigest()


def _stamps(folder: str) -> Iterator[str]:
    """A line for each source in a folder and below."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_SOURCES):
                known = entry.stat()
                yield f"{entry.path} {known.st_size} {known.st_mtime_ns}\n"
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _stamps(entry.path)


def key_of(program: Program) -> str | None:
    """Stands for a program as it was lowered; None where it is too deep to be written down."""
    try:
        raw = pickle.dumps(program, 5)
    except RecursionError:
        return None
    return blake2b(raw, digest_size=20).hexdigest() + code_version()


def recall(kind: type[T], key: str, store: Cache) -> T | None:
    """What was kept under a key; None where nothing is, or nothing of that kind."""
    place = store.key(kind.__name__, key)
    image = store.get(place)
    if image is None:
        return None
    try:
        result = pickle.loads(image)
    except Exception:  # whatever it is, it is not what was put there
        result = None
    if isinstance(result, kind):
        return result
    store.drop(place)
    return None


def keep(value: object, key: str, store: Cache) -> None:
    """Keep a value under a key, if that is possible: not where it is too deep to be written down."""
    with contextlib.suppress(RecursionError):
        store.put(store.key(type(value).__name__, key), pickle.dumps(value, 5))


def kept(kind: type[T], key: str | None, store: Cache, make: Callable[[], T]) -> T:
    """What was made before from the program of a key, or what is made now and kept."""
    if key is None or store.folder is None:
        return make()
    result = recall(kind, key, store)
    if result is None:
        result = make()
        keep(result, key, store)
    return result


def prepared(program: Program, store: Cache, key: str | None = None, keep: bool = True) -> Program:
    """A program as it was lowered with all passes done; `key` is its own, if that is known already.

    What is made now is kept unless not to `keep`: the passes take the most time.
    """
    from gdl.passes.pipeline import prepare  # takes time to import, and is not needed again

    key = key or key_of(program)
    if keep or key is None or store.folder is None:
        return kept(Program, key, store, lambda: prepare(program))
    return recall(Program, key, store) or prepare(program)


def fingerprint(program: Program) -> str:
    """The digest of a prepared program, 24 hexadecimal digits; equal ones are the same rules, from any file.

    What things are called belongs to it, as moves and positions are written with these names; the title of
    the game and where in a file a rule stands do not. It is the same in every process.
    """
    text = show_program(evolve(program, name=""), whole=True)
    return blake2b(text.encode(errors="surrogateescape"), digest_size=12).hexdigest()


def stable_hash(key: bytes) -> int:
    """A hash of bytes that is the same in every process, as Python's own is not."""
    return int.from_bytes(blake2b(key, digest_size=8).digest(), "little", signed=True)
