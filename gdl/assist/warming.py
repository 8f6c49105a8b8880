"""What takes long the first time, done before somebody waits for it."""

from __future__ import annotations

import gc

import gdl.ludemes  # noqa: F401  (registers the ludemes)
from gdl.assist.ranking import uses
from gdl.bind.plugins import load_plugins
from gdl.bind.specs import vocabulary
from gdl.ludeme.registry import REGISTRY


def warm() -> None:
    """Load the plug-ins, and read the declaration of every ludeme."""
    load_plugins()
    known = vocabulary(REGISTRY)
    for cls in REGISTRY.classes():
        known.signature(cls)
    uses()
    # What stands now stays: the garbage collector need not walk through it again and again.
    gc.collect()
    gc.freeze()
