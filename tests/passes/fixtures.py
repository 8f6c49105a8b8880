"""Cases for passes and analyses: core text before, and core text after or the facts that are found.

The cases of a pass or an analysis stand in `cases/NAME.core`, each a few words and then sections:

    === CASE
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
from attrs import frozen

from gdl.core.ops import Program
from gdl.core.printer import show_program
from gdl.core.reader import read_program
from gdl.core.verify import verify
from tests.cases import Sections, read_cases

#: As many cases as each pass and each analysis has at least.
LEAST = 3
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


@frozen
class Case:
    """A case of a pass or an analysis, and its texts by section."""

    of: str
    name: str
    texts: Sections

    def __str__(self) -> str:
        return f"{self.of}/{self.name}"


def cases(folder: Path) -> list[Case]:
    """The cases in the files of a folder, in order; each says why it is there."""
    read = [
        Case(path.stem, name, texts)
        for path in sorted(folder.glob("*.core"))
        for name, texts in read_cases(path).items()
    ]
    for case in read:
        assert case.texts.pop("").strip(), f"{case} does not say why"
    return read


def too_few(folder: Path, names: tuple[str, ...]) -> list[str]:
    """The names that have not as many cases as each needs, and files that are no such name."""
    there = {path.stem: len(read_cases(path)) for path in folder.glob("*.core")}
    return sorted(name for name in {*names, *there} if there.get(name, 0) < LEAST or name not in names)


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
