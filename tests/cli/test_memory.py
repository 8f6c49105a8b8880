"""Want of memory is told as such, with a code and an exit code of its own, whatever notices it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gdl.compile.compile import compile_game
from interpreter.cli.main import NO_MEMORY, run
from interpreter.engines import registry
from interpreter.engines.python import PythonEngine
from interpreter.errors import memory
from interpreter.errors.memory import expect_room, want_of_memory
from interpreter.errors.user_errors import EngineError
from interpreter.game.shipped import locate

if sys.platform != "linux":
    pytest.skip("the limit is Linux's", allow_module_level=True)

import resource

THREAD = RuntimeError("can't start new thread")


def _caused(error: Exception, by: Exception) -> Exception:
    error.__context__ = by
    return error


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
        ImportError("_imaging.so: failed to map segment from shared object"),
        _caused(
            OSError("Could not find the library"), OSError("x.so: failed to map segment from shared object")
        ),
        _caused(EngineError("no native engine"), MemoryError()),
    ],
)
def test_what_comes_of_it(error: Exception) -> None:
    found = want_of_memory(error)
    assert found is not None and found.code == "E0546"


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOENT, "no such file"), ImportError("no module"), RuntimeError("odd"), THREAD]
)
def test_what_does_not(error: Exception) -> None:
    assert want_of_memory(error) is None


def test_a_thread_that_there_is_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(size: int) -> None:
        raise MemoryError

    monkeypatch.setattr(memory, "expect_room", none)
    assert want_of_memory(THREAD) is not None


def test_room_that_nobody_has() -> None:
    with pytest.raises(MemoryError):
        expect_room(1 << 62)
    expect_room(1 << 20)


def test_a_game_runs_in_python_where_there_is_no_room_for_llvm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(registry, "native_engine", lacking)
    program = compile_game(locate("tic-tac-toe")).program
    assert isinstance(registry.make_engine("auto", program), PythonEngine)
    with pytest.raises(MemoryError):
        registry.make_engine("native", program)


@pytest.mark.parametrize("words", [("perft", "tic-tac-toe", "2"), ("--debug", "perft", "tic-tac-toe", "2")])
def test_a_command_tells_it(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("interpreter.cli.commands.perft.load", lacking, raising=False)
    monkeypatch.setattr("interpreter.game.game.load", lacking)
    assert run(list(words)) == NO_MEMORY == 71
    told = capsys.readouterr().err
    assert "error[E0546]: there is not enough memory for this" in told
    assert "mistake in Ludwright" not in told
    assert ("Traceback" in told) is ("--debug" in words)


def _under(limit: int, command: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command line under a limit in kB, as under `ulimit -v`; nothing is compiled yet."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit << 10, limit << 10))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(
        [sys.executable, "-m", "interpreter.cli.main", *command],
        preexec_fn=limited, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120,
        cwd=Path(__file__).parents[2], env={**os.environ, "LUDWRIGHT_CACHE": str(folder)},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (("solve", "tic-tac-toe"), 200_000),  # no library can be mapped
        (("solve", "tic-tac-toe"), 300_000),  # no table of positions
        (("perft", "tic-tac-toe", "2", "--engine", "native"), 220_000),  # LLVM would end the process
    ],
)
def test_too_little_is_told(command: tuple[str, ...], limit: int, tmp_path: Path) -> None:
    ran = _under(limit, command, tmp_path)
    assert ran.returncode == NO_MEMORY, ran.stderr[-400:]
    assert "error[E0546]" in ran.stderr and f"{limit >> 10} MB (`ulimit -v`)" in ran.stderr
    assert "mistake in Ludwright" not in ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("limit", range(60_000, 560_000, 80_000))
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "tic-tac-toe"),
        ("perft", "chess", "1", "--engine", "native"),
        ("play", "tic-tac-toe", "--players", "mcts:0.1s,random"),
        ("check", "--play", "tic-tac-toe"),
        ("study", "tic-tac-toe", "-n", "50", "--no-search"),
    ],
)
def test_it_is_done_or_told(command: tuple[str, ...], limit: int, tmp_path: Path) -> None:
    ran = _under(limit, command, tmp_path)
    assert ran.returncode in (0, NO_MEMORY), ran.stderr[-400:]
    assert ("error[E0546]" in ran.stderr) is (ran.returncode == NO_MEMORY)
    assert "mistake in Ludwright" not in ran.stderr and "Traceback" not in ran.stderr
