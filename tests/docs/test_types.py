"""Python in the documentation, as type checkers see it: `mypy --strict` accepts all of it."""

from __future__ import annotations

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


@pytest.mark.slow
def test_fences_have_the_types_that_they_say(tmp_path: Path) -> None:
    for page in PAGES:
        if text := written(page):
            (tmp_path / f"{page.stem.replace('-', '_')}_page.py").write_text(text, encoding="utf-8")
    assert mypy(tmp_path) == []


@pytest.mark.slow
def test_a_name_that_is_not_public_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("from gdl import NoSuch, load\n", encoding="utf-8")
    assert any('Module "gdl" has no attribute "NoSuch"' in line for line in mypy(tmp_path))
