"""The example plug-in: a package with three ludemes, installed as its metadata says, and two games with them.

What is said without it is true where it is installed too: then it is hidden.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "contagion"
PLAIN = Path(__file__).with_name("plain.lud")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like `site-packages` with the package in it, made as an installer would make it."""
    site = tmp_path_factory.mktemp("site")
    with (EXAMPLE / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    about = project["project"]
    for module in project["tool"]["setuptools"]["py-modules"]:
        shutil.copy(EXAMPLE / f"{module}.py", site)
    info = site / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n", encoding="utf-8"
    )
    points = about["entry-points"]["gdl.ludemes"]
    lines = ["[gdl.ludemes]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return site


#: Runs the command as if no package with ludemes were installed.
HIDDEN = """
import importlib.metadata, sys
importlib.metadata.entry_points = lambda **wanted: importlib.metadata.EntryPoints()
from interpreter.cli.main import main
main()
"""


def gdl(*words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    # Nothing that was kept of a game with the package installed counts without it.
    environment = {**os.environ, "PYTHONPATH": str(path) if path else "", "LUDWRIGHT_CACHE": ""}
    program = ["-m", "interpreter.cli.main"] if path else ["-c", HIDDEN]
    command = [sys.executable, *program, *words]
    return subprocess.run(
        command, cwd=EXAMPLE.parents[1], env=environment, capture_output=True, text=True, timeout=120
    )


def test_the_game_is_right_with_the_package_and_explained_without(installed: Path) -> None:
    file = "examples/contagion/contagion.lud"
    assert gdl("check", file, path=installed).stdout == f"{file}: no mistakes\n"
    without = gdl("check", file)
    assert without.returncode == 1
    assert "there is no ludeme `convert`" in without.stderr
    assert "there is no `sites Opposite`" in without.stderr


@pytest.mark.parametrize("game", ["contagion", "crossing"])
def test_the_games_scenarios_hold(installed: Path, game: str) -> None:
    ran = gdl("test", f"examples/contagion/{game}.lud", path=installed)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_perft_is_that_of_the_same_rules_in_built_in_ludemes(installed: Path) -> None:
    ours = gdl("perft", "examples/contagion/contagion.lud", "4", "--json", path=installed)
    plain = gdl("perft", str(PLAIN), "4", "--json")
    assert json.loads(ours.stdout)["depths"] == json.loads(plain.stdout)["depths"]


def test_the_ludemes_are_compiled_like_any_other(installed: Path) -> None:
    """While a game is played nothing of the package runs: all that it does is in the core program."""
    core = gdl("show", "examples/contagion/contagion.lud", path=installed).stdout
    assert "table opposite" in core
    python = gdl("show", "examples/contagion/contagion.lud", "--stage", "python", path=installed).stdout
    assert "def " in python and "ludwright_contagion" not in python and "import" not in python


def test_the_ludemes_say_themselves(installed: Path) -> None:
    """Their English is in their classes, too: nothing is told by names and arguments."""
    contagion, crossing = (
        " ".join(gdl("rules", f"examples/contagion/{game}.lud", path=installed).stdout.split())
        for game in ("contagion", "crossing")
    )
    assert "if it is not opposite to a cell with a piece of yours" in contagion
    assert "then the pieces on the cells next to that cell go over to you." in contagion
    assert "or move across the centre of the board to a cell without a piece of yours" in crossing
    assert "“convert”" not in contagion and "“sites opposite”" not in contagion


def test_the_ludemes_are_no_slower(installed: Path) -> None:
    """Random games with the package take no longer than those of the same rules in built-in ludemes."""
    words = ("--engine", "python", "--seconds", "1", "--json")
    rates = []
    for file, path in (("examples/contagion/contagion.lud", installed), (str(PLAIN), None)):
        report = json.loads(gdl("bench", file, *words, path=path).stdout)
        report = report[0] if isinstance(report, list) else report
        rates.append(report["moves_per_second"])
    assert rates[0] > 0.5 * rates[1]  # measured one after the other on a machine that may be busy


def test_a_broken_package_is_a_warning_and_other_games_go_on(installed: Path, tmp_path: Path) -> None:
    broken = tmp_path / "site"
    shutil.copytree(installed, broken)
    module = broken / "ludwright_contagion.py"
    with module.open("a", encoding="utf-8") as file:
        file.write("\nraise RuntimeError('out of date')\n")
    ran = gdl("check", "tic-tac-toe", path=broken)
    assert ran.returncode == 0
    assert "warning[W0201]: the plug-in `contagion` of ludwright-contagion could not be loaded" in ran.stderr
    assert "RuntimeError: out of date" in ran.stderr
