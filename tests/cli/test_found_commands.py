"""Commands are found: a module in their folder is one, and help shows it after those that everybody knows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

GREET = '''\
import click


@click.command()
def command() -> None:
    """Greet whoever asks."""
    click.echo("good day")
'''
#: Runs command lines, with a folder more in which commands are found.
SCRIPT = """\
import sys
import interpreter.cli.commands as commands
commands.__path__.append(sys.argv[1])
from interpreter.cli.main import run
code = run(sys.argv[2:])
print("greet is imported:", "interpreter.cli.commands.greet" in sys.modules, file=sys.stderr)
sys.exit(code)
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder), *words], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip


def listed(folder: Path) -> list[str]:
    """The commands that help shows, in order."""
    shown = run(folder, "--help").stdout.partition("Play:\n")[2]
    return [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]


def test_a_module_in_the_folder_is_a_command(tmp_path: Path) -> None:
    (tmp_path / "greet.py").write_text(GREET, encoding="utf-8")
    assert run(tmp_path, "greet").stdout == "good day\n"
    assert listed(tmp_path)[:2] == ["list", "play"] and "greet" in listed(tmp_path)
    assert "Did you mean `greet`?" in run(tmp_path, "grete").stderr


def test_a_command_that_is_not_asked_for_is_not_imported(tmp_path: Path) -> None:
    (tmp_path / "greet.py").write_text("raise RuntimeError", encoding="utf-8")
    told = run(tmp_path, "--version")
    assert told.returncode == 0 and "greet is imported: False" in told.stderr


def test_a_module_with_an_underscore_is_none(tmp_path: Path) -> None:
    (tmp_path / "_greet.py").write_text(GREET, encoding="utf-8")
    assert run(tmp_path, "_greet").returncode == 2
    assert not {"greet", "_greet"} & {*listed(tmp_path)}
