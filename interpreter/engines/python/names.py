"""Python names for the core's."""

from __future__ import annotations

import keyword
import re


class Names:
    """Python names for the core's: readable, legal, and no two the same."""

    def __init__(self, taken: set[str], reserved: tuple[str, ...] = ()) -> None:
        self.taken = taken
        self.reserved = reserved

    def fresh(self, wanted: str) -> str:
        """A new name like the one wanted."""
        stem = re.sub(r"\W", "_", wanted)
        if not stem or stem[0].isdigit() or keyword.iskeyword(stem) or stem.startswith(self.reserved):
            stem = "_" + stem
        name, number = stem, 2
        while name in self.taken:
            name, number = f"{stem}_{number}", number + 1
        self.taken.add(name)
        return name
