"""Ludemes from installed packages: entry points of the group `gdl.ludemes`.

An entry point names a module, whose import registers its classes, or a callable without arguments that does.
A package that fails is left out as a whole, with a warning; everything else works on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.bind.binder import vocabulary
from gdl.ludeme.base import check_english
from gdl.ludeme.registry import REGISTRY, Registry
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "gdl.ludemes"


@lru_cache(maxsize=1)
def load_plugins() -> tuple[Diagnostic, ...]:
    """Load every installed plug-in, the first time this is called; the warnings, each time."""
    return load_entry_points(_points(), REGISTRY)


def _points() -> list[EntryPoint]:
    """The installed entry points."""
    if not any(map(_may_have_some, dict.fromkeys(sys.path))):
        return []
    from importlib.metadata import entry_points  # takes longer to import than a game to read

    return sorted(entry_points(group=GROUP))


def _may_have_some(folder: str) -> bool:
    """Can packages that are installed in a folder of `sys.path` bring ludemes? What is no folder may."""
    if not os.path.isdir(folder or os.curdir):
        return os.path.exists(folder)
    try:
        with os.scandir(folder or os.curdir) as entries:
            packages = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
    except OSError:  # what may not be looked into can bring nothing
        return False
    return any(GROUP in _text(os.path.join(package, "entry_points.txt")) for package in packages)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def plugin_files() -> tuple[str, ...]:
    """The files of the plug-ins that are loaded: of all modules of each one's package."""
    packages = {point.module.partition(".")[0] for point in _points()}
    result = (module for name, module in sys.modules.items() if name.partition(".")[0] in packages)
    return tuple(str(file) for module in result if (file := getattr(module, "__file__", None)))


def load_entry_points(points: Iterable[EntryPoint], registry: Registry) -> tuple[Diagnostic, ...]:
    """Load these entry points, whose classes go into `registry`; a warning for each that failed."""
    return tuple(filter(None, (_load(point, registry) for point in points)))


def _load(point: EntryPoint, registry: Registry) -> Diagnostic | None:
    before = registry.state()
    try:
        loaded = point.load()
        if callable(loaded):
            loaded()
        _check(registry)
    except Exception as error:  # whatever a package does wrong, games that do not need it go on
        registry.restore(before)
        return _warning(point, error)
    return None


def _check(registry: Registry) -> None:
    """Read the declaration of every class, so that a wrong one shows now and not inside a game."""
    known = vocabulary(registry)
    for cls in registry.classes():
        known.signature(cls)
        check_english(cls)


def _warning(point: EntryPoint, error: Exception) -> Diagnostic:
    package = point.dist.name if point.dist is not None else point.value
    return Diagnostic(
        "W0201",
        f"the plug-in `{point.name}` of {package} could not be loaded",
        NOWHERE,
        help=("update or remove the package; its ludemes are missing until then",),
        notes=(f"{type(error).__name__}: {error}", f"entry point: {point.name} = {point.value}"),
        severity="warning",
    )
