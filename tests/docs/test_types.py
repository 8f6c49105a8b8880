"""Python in the documentation, as type checkers see it: `mypy --strict` and pyright accept all of it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks

pytest.importorskip("mypy", reason="mypy is one of the developers' packages")

PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


def written(page: Path) -> str:
    """A page's blocks of Python as one module, each line where it stands in the page."""
    lines: list[str] = []
    for block in blocks(page):
        if block.kind == "python" and not block.name and not block.text.startswith(">>>"):
            lines += [""] * (block.line - len(lines)) + block.text.splitlines()
    return "\n".join(lines) + "\n" if lines else ""


def mypy(folder: Path) -> list[str]:
    """What it finds wrong, a line each."""
    words = [sys.executable, "-m", "mypy", "--strict", "--allow-redefinition", "--no-error-summary"]
    done = subprocess.run([*words, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout.splitlines()


def write_fences(folder: Path) -> None:
    for page in PAGES:
        if text := written(page):
            (folder / f"{page.stem.replace('-', '_')}_page.py").write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_fences_have_the_types_that_they_say(tmp_path: Path) -> None:
    write_fences(tmp_path)
    assert mypy(tmp_path) == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed")
def test_pyright_sees_them_so_too(tmp_path: Path) -> None:
    write_fences(tmp_path)
    (tmp_path / "wrong.py").write_text("from gdl import NoSuch, load\n", encoding="utf-8")
    words = ["pyright", "--pythonpath", sys.executable, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    (wrong,) = [line for line in done.stdout.splitlines() if " - error: " in line]
    assert '"NoSuch" is unknown import symbol' in wrong


@pytest.mark.slow
def test_a_name_that_is_not_public_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("from gdl import NoSuch, load\n", encoding="utf-8")
    assert any('Module "gdl" has no attribute "NoSuch"' in line for line in mypy(tmp_path))
