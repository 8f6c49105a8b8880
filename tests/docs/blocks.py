"""The fenced blocks of the documentation's pages, and running them.

What stands behind the opening fence says what a block is:

    lud NAME.lud       saved under this name and checked; no mistakes
    lud-wrong NAME     saved, and left to the commands that follow
    lud                a piece of a game's text: it can be read
    yaml NAME.yaml     saved (NAME.lud is a file of definitions with .def, NAME.rec one of recorded games)
    console            command lines behind `$ `, each with what it prints; `...` stands for any lines, within
                       a line for a part of it, and what stands behind a prompt `White> ` is typed
    python             runs, in one namespace for the whole page; with `>>>` as doctest has it
    python PATH        is what the file of this path, from the root of the project, holds (also toml)

A page's blocks run in order, in a folder of their own that also has the project's examples. Blanks at the
ends of lines do not count.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from doctest import DocTestParser, DocTestRunner
from io import StringIO
from pathlib import Path
from typing import Any

from attrs import field, frozen

ROOT = Path(__file__).parents[2]
#: Kinds of blocks of which something is tried.
RUNNING = {"lud", "lud-wrong", "def", "yaml", "rec", "console", "python", "toml"}
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"^\w+> (.+)$", re.MULTILINE)


@frozen
class Block:
    """A block: its page and line, what it is, the name behind that, and its text."""

    page: Path
    line: int
    kind: str
    name: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        kind, _, name = match[1].strip().partition(" ")
        yield Block(page, text.count("\n", 0, match.start()) + 1, kind, name.strip(), match[2])


@frozen
class Runner:
    """Runs the blocks of one page in a folder."""

    folder: Path
    names: dict[str, Any] = field(factory=dict)

    def run(self, block: Block) -> None:
        """Raises AssertionError where a block is not what it says it is."""
        with chdir(self.folder):
            match block.kind:
                case "lud" | "lud-wrong" | "def" | "yaml" | "rec":
                    self._save(block)
                case "console":
                    self._console(block)
                case "python" | "toml" if block.name:
                    assert block.text == (ROOT / block.name).read_text(encoding="utf-8"), block
                case "python" if block.text.startswith(">>>"):
                    self._session(block)
                case "python":
                    exec(compile(block.text, f"{block.page.name}:{block.line}", "exec"), self.names)

    def _save(self, block: Block) -> None:
        if block.name:
            Path(block.name).write_text(block.text, encoding="utf-8")
        if block.kind == "lud" and block.name:
            code, printed = gdl(["check", block.name])
            assert code == 0, printed
        elif not block.name and block.kind in ("lud", "def"):
            from gdl.parse.parser import parse
            from gdl.source.text import Source

            forms, mistakes = parse(Source(block.page.name, block.text))
            assert forms and not mistakes, (block, mistakes)

    def _console(self, block: Block) -> None:
        for command, expected in _commands(block.text):
            words = shlex.split(command, comments=True)
            typed = "".join(f"{line}\n" for line in _TYPED.findall(expected))
            assert words[0] == "gdl", f"{block.page.name}:{block.line}: only gdl is run here"
            _, printed = gdl(words[1:], typed)
            assert alike(printed, expected), f"{block.page.name}:{block.line}: $ {command}\n{printed}"

    def _session(self, block: Block) -> None:
        examples = DocTestParser().get_doctest(block.text, self.names, block.page.name, None, block.line)
        out = StringIO()
        assert not DocTestRunner(verbose=False).run(examples, out=out.write).failed, out.getvalue()


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command line with what is said to come of it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def gdl(words: list[str], typed: str = "") -> tuple[int, str]:
    """Run the command line here; its exit code and all that it prints."""
    import sys

    from interpreter.cli.main import run

    out = StringIO()
    before, sys.stdin = sys.stdin, StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(out):
            code = run(words)
    finally:
        sys.stdin = before
    return code, out.getvalue()


def _pattern(line: str) -> str:
    if line.strip() == "...":
        return r"(?:.*\n)*?.*"
    return ".*".join(re.escape(part) for part in line.split("..."))


def alike(printed: str, expected: str) -> bool:
    """Whether what was printed is what was expected: `...` stands for any lines, or for a part of one."""
    found, wanted = ([line.rstrip() for line in text.strip("\n").split("\n")] for text in (printed, expected))
    parts = [_pattern(line) for line in wanted]
    return re.fullmatch("\n".join(parts), "\n".join(found)) is not None
