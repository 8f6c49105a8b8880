"""The language does not know the interpreter, and starting the command line loads neither needlessly."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gdl

PACKAGE = Path(gdl.__file__).parent


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_the_language_never_imports_the_interpreter() -> None:
    # the public face names the types of what runs games, to type checkers only
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]
    assert len(files) > 10
    found = [
        f"{path}: {name}" for path in files for name in imported(path) if name.split(".")[0] == "interpreter"
    ]
    assert not found


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def test_the_command_line_starts_without_the_language() -> None:
    loaded = modules_after("from interpreter.cli.main import run\nrun(['--version'])")
    assert not loaded & {"lark", "rich", "yaml", "gdl.parse.parser", "interpreter.game.game", "pytest"}
