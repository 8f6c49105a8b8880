"""Plugins by convention: what a folder of modules offers, told without importing any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pkgutil import iter_modules


def module_names(folder: Iterable[str], first: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the modules in a package's `__path__`: those of `first` in that order, then the others.

    Modules that begin with an underscore help the others, and are left out.
    """
    result = sorted({each.name for each in iter_modules(folder) if not each.name.startswith("_")})
    return (*(name for name in first if name in result), *(name for name in result if name not in first))
