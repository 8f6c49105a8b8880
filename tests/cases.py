"""Fixture files with many cases in each, as text.

    === NAME
    --- SECTION
    text
    --- SECTION
    text

What stands before the first section of a case is its section `""`: a few words on why it is there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

#: The texts of a case by the names of its sections.
Sections = dict[str, str]
_CASE = re.compile(r"^=== (\S+)\n", re.MULTILINE)
_SECTION = re.compile(r"^--- ([\w./-]+)\n", re.MULTILINE)


def read_cases(path: Path) -> dict[str, Sections]:
    """The cases of a file by name, in order; no name stands there twice."""
    head, *rest = _CASE.split(path.read_text(encoding="utf-8"))
    names, texts = rest[::2], rest[1::2]
    assert not head and len(set(names)) == len(names), f"{path.name}: not a file of cases, or a name twice"
    return dict(zip(names, map(_sections, texts), strict=True))


def _sections(text: str) -> Sections:
    head, *rest = _SECTION.split(text)
    return {"": head} | dict(zip(rest[::2], rest[1::2], strict=True))


def write_cases(path: Path, cases: Mapping[str, Sections]) -> None:
    """Write a file of cases. Each section ends with the end of a line."""
    path.write_text("".join(_written(name, cases[name]) for name in cases), encoding="utf-8")


def _written(name: str, sections: Sections) -> str:
    return f"=== {name}\n" + "".join(f"--- {key}\n{text}" if key else text for key, text in sections.items())
