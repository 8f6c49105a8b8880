"""Standard streams that are closed, full or missing: a clear word where one can be said, and exit code 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.cli.main import COMMANDS
from tests.quick import one_in

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")

ROOT = Path(__file__).parents[2]
#: Each prints something, and ends of itself.
LINES = {
    "list": "list",
    "board": "board tic-tac-toe",
    "play": "play tic-tac-toe -p human,random",
    "players": "players",
    "match": "match tic-tac-toe -p random,random -n 2 --seed 1",
    "check": "check tic-tac-toe",
    "format": "format --diff untidy.lud",
    "import": "import untidy.lud",
    "options": "options hex",
    "rules": "rules tic-tac-toe",
    "show": "show tic-tac-toe",
    "perft": "perft tic-tac-toe 1",
    "solve": "solve tic-tac-toe",
    "train": "train --help",
    "why": "why tic-tac-toe b2",
    "trace": "trace tic-tac-toe --moves b2",
    "bench": "bench tic-tac-toe --seconds 0.05 --engine python",
    "test": "test tic-tac-toe",
    "new": "new my-game --from tic-tac-toe",
    "record": "record games.rec",
    "replay": "replay trace.json",
    "study": "study tic-tac-toe --seed 1 -n 50 --rule-games 5 --no-search --no-ablate --no-exact",
    "compare": "compare tic-tac-toe last-step --seed 1 -n 50 --search none --rule-games 0",
    "invent": "invent --help",
    "vary": "vary troika -o Line=* --seed 1 -n 32 --second none",
    "explain": "explain",
    "lsp": "lsp --help",
    "serve": "serve --help",
    "join": "join --help",
    "reports": "reports --help",
    "--help": "--help",
    "check --help": "check --help",
    "--version": "--version",
}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "games.rec").write_text('[game "tic-tac-toe"]\n\n1. a1 2. b2 *\n', encoding="utf-8")
    (tmp_path / "untidy.lud").write_text('(game   "Untidy" (players 2))\n', encoding="utf-8")
    (tmp_path / "trace.json").write_text("{}", encoding="utf-8")
    return tmp_path


def shell(line: str, redirected: str, here: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line by the shell, which can close streams."""
    command = f'"{sys.executable}" -m interpreter.cli.main {line} {redirected}'
    return subprocess.run(
        ["sh", "-c", command], cwd=here, capture_output=True, text=True, timeout=120, input="a1\nquit\n",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def test_every_command_is_tried() -> None:
    assert {*LINES} >= {*COMMANDS}


@pytest.mark.parametrize("name", one_in(8, LINES))
def test_output_that_is_lost(name: str, here: Path) -> None:
    full = shell(LINES[name], ">/dev/full", here)
    assert full.stderr.splitlines()[-1] == "error[E0540]: cannot write the output: no space left on device"
    closed = shell(LINES[name], ">&-", here)
    # `new` has been at work before
    lost = "error[E0540]: cannot write the output: standard output is closed"
    wanted = "there already" if name == "new" else lost
    assert wanted in closed.stderr
    for ran in (full, closed):
        assert ran.returncode == 1
        assert "Traceback" not in ran.stderr and "internal error" not in ran.stderr
        assert "Exception ignored" not in ran.stderr


@pytest.mark.parametrize("name", one_in(6, ["check", "play", "list", "match", "solve", "record"]))
def test_errors_that_are_lost(name: str, here: Path) -> None:
    """There is nowhere to say anything; what was asked for is done all the same."""
    usual = shell(LINES[name], "", here)
    for redirected in ("2>&-", "2>/dev/full"):
        ran = shell(LINES[name], redirected, here)
        assert ran.returncode == usual.returncode == 0 and ran.stderr == ""
        assert ran.stdout.splitlines()[:1] == usual.stdout.splitlines()[:1] != []
    for redirected in ("2>&-", "2>/dev/full", ">&- 2>&-", ">/dev/full 2>/dev/full"):
        wrong = shell("check no-such-game", redirected, here)
        assert (wrong.returncode, wrong.stdout, wrong.stderr) == (1, "", "")


@pytest.mark.parametrize("name", one_in(3, ["list", "play", "check", "match", "solve"]))
def test_input_that_is_missing(name: str, here: Path) -> None:
    for redirected in ("<&-", "</dev/null"):
        ran = shell(LINES[name], redirected, here)
        assert (ran.returncode, ran.stderr) == (0, "")


def test_a_missing_stream_gives_its_place_to_no_file(here: Path) -> None:
    """Else what is printed would be written into the first file that is opened."""
    ran = shell("match tic-tac-toe -p random,random -n 2 --records new.rec", "<&- >&- 2>&-", here)
    assert ran.returncode == 1
    assert (here / "new.rec").read_text(encoding="utf-8").startswith("[game ")


@pytest.mark.parametrize("name", ["list", "show", "match", "explain", "--help"])
def test_a_reader_that_has_had_enough(name: str, here: Path) -> None:
    ran = shell(LINES[name], "| head -1", here)
    assert ran.stderr == "" and len(ran.stdout.splitlines()) == 1


def test_full_disks_leave_whole_files_or_none(here: Path) -> None:
    resource, signal = pytest.importorskip("resource"), pytest.importorskip("signal")

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (120, 120))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "interpreter.cli.main", *words]
        # Python before 3.12.8 leaves half of a .pyc file there, and whoever imports it next fails (gh-126606)
        no_pyc = {"PYTHONDONTWRITEBYTECODE": "1"}
        nothing_kept = {**os.environ, "PYTHONPATH": str(ROOT), "LUDWRIGHT_CACHE": "", **no_pyc}
        return subprocess.run(
            command, cwd=here, capture_output=True, text=True, timeout=120, preexec_fn=little_room,
            env=nothing_kept,
        )  # fmt: skip

    before = {path.name: path.read_bytes() for path in here.iterdir()}
    for words in (
        ("new", "my-game", "--from", "tic-tac-toe"),
        ("match", "tic-tac-toe", "-p", "random,random", "-n", "1", "--records", "games.rec"),
        ("match", "tic-tac-toe", "-p", "random,random", "-n", "1", "--records", "new.rec"),
    ):
        ran = run(*words)
        assert ran.returncode == 1 and "error[E0512]: cannot write" in ran.stderr, ran
        assert {path.name: path.read_bytes() for path in here.iterdir()} == before
