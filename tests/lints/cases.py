"""Small games with one mistake each, and what is said of them; beside each a near miss, of which nothing is.

`cases/CODE-name.lud` has the mistake, `cases/CODE-name.near.lud` is the same game as it may be meant. What is
said is in `expected/`, to be read as an author would read it. `python -m tests.lints.cases` writes these
texts anew: read the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.lint import findings
from gdl.lint.notes import Noted
from gdl.source.diagnostics import Diagnostic
from gdl.source.render import render_all
from gdl.source.text import Source

HERE = Path(__file__).parent
CASES = HERE / "cases"
EXPECTED = HERE / "expected"


def names() -> list[str]:
    """The cases, by the names of their files without an ending."""
    return sorted(path.stem for path in CASES.glob("*.lud") if not path.stem.endswith(".near"))


def found(file: str) -> tuple[Diagnostic, ...]:
    """What checking one of the files finds; its own name is all that messages show of its place."""
    source = Source(file, (CASES / file).read_text(encoding="utf-8"))
    return findings(Noted.by(lambda options, notes: compile_game(source, options, observer=notes), {}))


def said(name: str) -> str:
    """What is said of the file with the mistake."""
    return render_all(found(f"{name}.lud")) + "\n"


def expected(name: str) -> Path:
    """Where it stands what is said."""
    return EXPECTED / f"{name}.txt"


if __name__ == "__main__":
    for each in names():
        expected(each).write_text(said(each), encoding="utf-8")
