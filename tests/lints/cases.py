"""Small games with one mistake each, and what is said of them; beside each a near miss, of which nothing is.

The cases stand by the tens of their codes in `cases/`. A case `CODE-NAME` has the game with the `mistake`,
the same game as it may be meant (`near`), and what is `said`, to be read as an author would read it.
`python -m tests.lints.cases` writes what is said anew: read the difference before keeping it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.diagnostics import Diagnostic
from gdl.source.render import render_all
from gdl.source.text import Source
from tests.cases import Sections, read_cases, write_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


@cache
def cases() -> dict[str, Sections]:
    """The cases, by name."""
    return {name: case for path in FILES for name, case in read_cases(path).items()}


def findings_in(name: str, section: str) -> tuple[Diagnostic, ...]:
    """What checking one of the two games of a case finds, under the name of a file."""
    source = Source(f"{name}.lud", cases()[name][section])
    return findings(Noted.by(lambda options, notes: compile_game(source, options, observer=notes), {}))


def said(name: str) -> str:
    """What is said of the game with the mistake."""
    return render_all(findings_in(name, "mistake")) + "\n"


if __name__ == "__main__":
    for path in FILES:
        write_cases(path, {name: case | {"said": said(name)} for name, case in read_cases(path).items()})
