"""One place makes text printable, and everything is printed through it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from unicodedata import category

import pytest

import gdl
import interpreter
from gdl.support.printable import one_line, printable, shown, width

#: Standard output and error are known here.
STREAMS = "interpreter/support/printing.py"
#: Asks for lines; has `input` print its prompt, made printable.
ASKS = "interpreter/cli/terminal.py"
#: Processes that speak JSON with the one that started them, in which no text of a stranger's is raw.
SPEAK = (
    "interpreter/serve/sandbox/nursery.py",
    "interpreter/serve/sandbox/probe.py",
    "interpreter/environments/views.py",
)


def test_every_character_is_shown_or_has_a_stand_in() -> None:
    for number in range(sys.maxunicode + 1):
        char = chr(number)
        kind, stand_in = category(char), shown(char)
        assert len(stand_in) == 1
        assert category(stand_in)[0] != "C" and category(stand_in) not in ("Zl", "Zp")
        if kind[0] in "LNPS" and char not in "\u115f\u1160\u3164\uffa0":
            assert stand_in == char
        if stand_in != char:
            assert width(char) == 1


def test_texts() -> None:
    assert printable("Königin \u265b 盤 e\u0301") == "Königin \u265b 盤 e\u0301"
    assert printable("a\x1b[2Jb\nc\x85\u202e\ud800") == "a␛[2Jb\nc\ufffd\ufffd\ufffd"
    assert one_line("a\nb") == "a␊b"
    assert printable(printable("\x00\x7f\t")) == printable("\x00\x7f\t") == "␀␡␉"


def files() -> list[Path]:
    return [path for package in (gdl, interpreter) for path in Path(package.__file__).parent.rglob("*.py")]


@pytest.mark.slow
def test_nothing_prints_elsewhere() -> None:
    for path in files():
        prints_nothing(path)


def prints_nothing(path: Path) -> None:
    name = "/".join(path.parts[-len(Path(STREAMS).parts) :])
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed = {node for main in tree.body if is_main(main) for node in ast.walk(main)}
    found = {says for node in ast.walk(tree) if node not in allowed and (says := printing(node))}
    if name == STREAMS or "/".join(path.parts).endswith(SPEAK):
        found -= {"sys.stdout", "sys.stderr"}
    if "/".join(path.parts[-len(Path(ASKS).parts) :]) == ASKS:
        found -= {"input"}
    if path.name == "safe_console.py":
        found -= {"Console"}
    if path.name == "output.py" and path.parent.name == "cli":
        found -= {"OUT.write", "ERR.write"}
    if path.name == "terminal.py" and path.parent.name == "cli":
        found -= {"OUT.write"}
    assert found == set(), f"{path}: print through interpreter.cli.output"


def is_main(node: ast.stmt) -> bool:
    """`if __name__ == "__main__"`: tools of our own, which print what is ours."""
    return isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)


def printing(node: ast.AST) -> str | None:
    """What a node prints with, if it does."""
    if isinstance(node, ast.Attribute):
        name = ast.unparse(node)
        streams = ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "OUT.write", "ERR.write")
        if name in streams or name.startswith(("click.echo", "click.secho", "click.prompt", "click.confirm")):
            return name
        if name.startswith("traceback.print_") or name in ("rich.print", "warnings.warn"):
            return name
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("print", "input", "Console"):
            return node.func.id
    if isinstance(node, ast.ImportFrom) and node.module in ("sys", "click"):
        return next((a.name for a in node.names if a.name in ("stdout", "stderr", "echo", "secho")), None)
    return None
