"""What a program is compiled from, as one text: two programs with the same one have the same machine code."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core.ops import Program
from gdl.core.printer import show_name, show_program


def fingerprint(program: Program) -> str:
    """The program's text with the values of its tables, which it leaves out."""
    return "\n".join(_parts(program))


def _parts(program: Program) -> Iterator[str]:
    yield show_program(program)
    yield repr(program.owners)
    for table in program.tables:
        yield f"{show_name(table.name)} {table.type!r} {table.values!r} {table.outside!r}"
    for rays in program.rays:
        yield f"{show_name(rays.name)} {rays.paths!r}"
