"""The package: the command beside another package called `interpreter`, and the README on a package index."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("program", ["import gdl; gdl.load", "import gdl.__main__; gdl.__main__.main()"])
@pytest.mark.parametrize("kind", ["package", "module"])
def test_another_package_called_interpreter_is_named(tmp_path: Path, program: str, kind: str) -> None:
    other = tmp_path / ("interpreter/__init__.py" if kind == "package" else "interpreter.py")
    other.parent.mkdir(exist_ok=True)
    other.write_text("", encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert ran.returncode == 1
    assert f"another package is called `interpreter` and hides Ludwright's: {other}" in ran.stderr
    assert ("Traceback" in ran.stderr) == ("gdl.load" in program)


def test_a_library_that_is_missing_is_told_as_it_is() -> None:
    script = "import sys, gdl\nsys.modules['numpy'] = None\ngdl.load('hex').start(0).board"
    run = [sys.executable, "-c", script]
    ran = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=False)
    assert "another package" not in ran.stderr and "numpy" in ran.stderr


def test_no_link_of_the_readme_leads_nowhere_on_an_index() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (change,) = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.sub(change["pattern"], change["replacement"], readme)
    assert re.findall(r"\]\((?!https?:)", readme) and not re.findall(r"\]\((?!https?:)", shown)
    assert "(`docs/serve.md`)" in shown and "[Ludii](https://ludii.games)" in shown
