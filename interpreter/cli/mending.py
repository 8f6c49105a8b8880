"""`gdl check --fix`: the sure repairs of a file's mistakes made in the file, again and again until none is
left to make; with `--unsafe-fixes` also those that may not be what was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.support.values import frozen

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic, Fix
    from gdl.source.text import Source

#: A repair may bring to light what it hid, such as all that stood behind a bracket; so often at most.
MAX_ROUNDS = 20


@frozen
class Mended:
    """A file's text before and after, both as the file holds them, and the repairs that lie between."""

    before: str
    after: str
    fixes: tuple[Fix, ...]


def mended(
    path: Path, check: Callable[[Source], tuple[Diagnostic, ...]], unsure: bool = False
) -> Mended | None:
    """What sure repairs, or also `unsure` ones, make of a file, which is left as it is; None for a file that
    cannot be read.

    `check` gives the mistakes of a text.
    """
    from gdl.source.edits import chosen_fixes, edited_as_written
    from gdl.source.reading import MAX_BYTES, decode
    from gdl.source.text import Source
    from gdl.support.files import NoFileError, read_file

    try:
        data = read_file(path, MAX_BYTES)
    except NoFileError:
        return None
    source = decode(data, str(path))
    if not isinstance(source, Source):
        return None
    raw = before = data.decode("utf-8")
    made: list[Fix] = []
    seen = {raw}
    for _ in range(MAX_ROUNDS):
        fixes = chosen_fixes(source, check(source), unsure)
        changed = edited_as_written(raw, [edit for fix in fixes for edit in fix.edits])
        if changed in seen:
            break
        seen.add(changed)
        made += fixes
        raw = changed
        again = decode(raw.encode("utf-8"), str(path))
        if not isinstance(again, Source):
            break
        source = again
    return Mended(before, raw, tuple(made))


def difference(name: str, what: Mended) -> Iterator[str]:
    """The lines that repairs change, as a unified diff."""
    from difflib import unified_diff

    before, after = what.before.splitlines(), what.after.splitlines()
    return unified_diff(before, after, name, f"{name} (repaired)", lineterm="")
