"""Cases for passes and analyses: core text before, and core text after or the facts that are found.

A case is a file `cases/NAME/CASE.core`, a few words and then sections:

    Why this case.
    --- before                 --- unchanged              --- program
    core text                  core text                  core text
    --- after                                             --- facts
    core text                                             a fact a line, in any order

What every program must have is added where a text lacks it: the head, the players' pieces, the fields
`mover`, `over` and `rank`, the kind `pass`, and the four procedures that engines call, which do nothing.
Both texts of a pass are verified. In which order procedures stand says nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.core.reader import read_program
from gdl.core.verify import verify

#: As many cases as each pass and each analysis has at least.
LEAST = 3
_SECTION = re.compile(r"^--- (\w+)$", re.MULTILINE)
_PROC = re.compile(r"^(?:entry )?(?:proc|generator) ", re.MULTILINE)
_HEAD = {
    "program ": "program 'Case': 2 players, 9 sites",
    "component ": "component 1 of 1\ncomponent 2 of 2",
    "field mover:": "field mover: Int = 1",
    "field over:": "field over: Bool = False aside",
    "field rank:": "field rank: Float[3] = 0.0 aside",
    "kind 0 ": "kind 0 pass (pass): play_pass(s) -1 -> -1",
}
_PROCS = {
    "start": "proc start():",
    "turn": "proc turn():",
    "moves": "generator moves():",
    "after": "proc after():",
    "play_pass": "proc play_pass(s: Int):",
}


def case_files(folder: Path) -> list[Path]:
    """The cases in the folders of a folder, in order."""
    return sorted(folder.glob("*/*.core"))


def case_name(path: Path) -> str:
    """PASS/CASE"""
    return f"{path.parent.name}/{path.stem}"


def too_few(folder: Path, names: tuple[str, ...]) -> list[str]:
    """The names that have not as many cases as each needs, and folders that are no such name."""
    there = [path.parent.name for path in case_files(folder)]
    return [name for name in sorted({*names, *there}) if there.count(name) < LEAST or name not in names]


def sections(path: Path) -> dict[str, str]:
    """The sections of a case; it says why it is there."""
    why, *rest = _SECTION.split(path.read_text(encoding="utf-8"))
    assert why.strip(), f"{case_name(path)} does not say why"
    return dict(zip(rest[::2], rest[1::2], strict=True))


def whole_program(text: str) -> Program:
    """The program of a text that leaves out what every program has. Raises ReadError, InternalError."""
    text = text.strip("\n") + "\n"
    first = _PROC.search(text)
    split = len(text) if first is None else first.start()
    declared, procs = text[:split], text[split:]
    lines = declared.splitlines()
    head = {start: [line for line in lines if line.startswith(start)] for start in _HEAD}
    given = [line for start, own in _HEAD.items() for line in (head[start] or [own])]
    given += [line for line in lines if line.strip() and not any(line in own for own in head.values())]
    added = [proc for name, proc in _PROCS.items() if f" {name}(" not in _heads(procs)]
    return verify(read_program("\n".join(given) + "\n\n" + "\n\n".join([procs, *added]) + "\n"))


def _heads(procs: str) -> str:
    return "\n".join(line for line in procs.splitlines() if _PROC.match(line))


def in_order(program: Program) -> str:
    """The text of a program, its procedures by name."""
    procs = tuple(sorted(program.procs, key=lambda proc: proc.name))
    return show_program(attrs.evolve(program, procs=procs), whole=True)
