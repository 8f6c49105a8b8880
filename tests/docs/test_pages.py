"""What the documentation shows is so: its games are right, its commands print what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, RUNNING, Runner, blocks

DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md")])
#: Pages whose blocks take more than a second: they play or compile much.
SLOW = {
    "actions", "batches", "checking-by-playing", "comparing", "environments", "networks", "observations",
    "positions", "rules-worth", "studying-by-searching", "varying",
}  # fmt: skip
#: Pages with something to run, or to read.
RUN = [
    pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem in SLOW else [])
    for page in PAGES
    if any(block.kind in RUNNING for block in blocks(page))
]
_LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"`((?:gdl|interpreter|games|tests|docs|examples)/[\w./*-]*)`")


@pytest.mark.parametrize("page", RUN)
def test_the_blocks_are_what_they_say(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    runner = Runner(tmp_path)
    for block in blocks(page):
        runner.run(block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        if "://" not in target:
            assert (page.parent / target).exists(), target
    for path in _PATH.findall(text):
        assert list(ROOT.glob(path.rstrip("/"))), path


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    missing = [page.name for page in DOCS.glob("*.md") if page.name != "README.md" and page.name not in index]
    assert not missing


def test_the_reference_is_up_to_date() -> None:
    """`python -m gdl.reference > docs/reference.md` was run after the last change of a ludeme."""
    made = subprocess.run([sys.executable, "-m", "gdl.reference"], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout == (DOCS / "reference.md").read_text(encoding="utf-8")


def test_the_protocol_is_up_to_date() -> None:
    """`python scripts/protocol.py > docs/protocol.md` was run after the last change of a message."""
    pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    command = [sys.executable, "scripts/protocol.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout == (DOCS / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_reference_of_python_is_up_to_date() -> None:
    """`python scripts/python_reference.py > docs/python-reference.md` was run after the last change."""
    command = [sys.executable, "scripts/python_reference.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout == (DOCS / "python-reference.md").read_text(encoding="utf-8")


def test_no_page_speaks_of_how_it_was_made() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"(?<![\w.])/(work|root)/|\bTODO\b", text), page.name
