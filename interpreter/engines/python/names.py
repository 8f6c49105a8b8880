"""Python names for the core's."""

from __future__ import annotations

import keyword
import re


class Names:
    """Python names for the core's: readable, legal, and no two the same."""

    def __init__(self, taken: set[str], reserved: tuple[str, ...] = ()) -> None:
        self.taken = taken
        self.reserved = reserved
        #: by stem the number from which on none has been given: names are taken for good
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str) -> str:
        """A new name like the one wanted."""
        stem = re.sub(r"\W", "_", wanted)
        if not stem or stem[0].isdigit() or keyword.iskeyword(stem) or stem.startswith(self.reserved):
            stem = "_" + stem
        number = self._next.get(stem, 1)
        name = stem if number == 1 else f"{stem}_{number}"
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self._next[stem] = number + 1
        self.taken.add(name)
        return name
