"""Expansion: definitions, options and rulesets put in, so that only one game is left.

`load_forms` does everything from a file's path to its expanded game; the modules are its steps.
"""

from gdl.expand.expander import Expanded, expand
from gdl.expand.library import EMPTY_LIBRARY, Library
from gdl.expand.load import load_forms
from gdl.expand.options import Item, Option, Ruleset, options_of, rulesets_of

__all__ = [
    "EMPTY_LIBRARY",
    "Expanded",
    "Item",
    "Library",
    "Option",
    "Ruleset",
    "expand",
    "load_forms",
    "options_of",
    "rulesets_of",
]
