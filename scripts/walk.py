"""The walk of a click, or of a compilation, through the modules: a dynamic call trace.

    python scripts/walk.py click [GAME] [--root ROOT] [--list]
    python scripts/walk.py compile [GAME] [--root ROOT] [--list]

Every function of `gdl/` and `interpreter/` counts once, where it is first called. A **stay** is a stretch of
such calls in one module; a **return** is a stay in a module that was left before. The fewer returns there
are, the more the walk is a line. `--list` prints the stays with their functions. ROOT (default: this
repository) lets another commit be measured from a worktree.

A click is a move of a person, sent to a running server while a page is open: its processes are traced from
the request until the news has come. All is warm before it: a move was played, the game was compiled.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

PACKAGES = ("gdl", "interpreter")
#: Where the traced processes find the switch and write: a folder with both.
FOLDER, SWITCH, LOG = "LUDWRIGHT_WALK", "switch", "log"
#: Seconds for what the server does when a move has been told: between moves, and with the last one, when
#: what it does by the clock is not to be met.
AFTER, SETTLED = 0.3, 0.02
#: So many moves are played before, until nothing is done for the first time.
WARM = 4


# --- In what is traced ------------------------------------------------------------------------------------


def trace(folder: Path) -> None:
    """Write the first call of each function to the log of a folder, while its switch is on."""
    with (folder / SWITCH).open("rb") as file:
        switch = mmap.mmap(file.fileno(), 1, access=mmap.ACCESS_READ)
    # appended in one write each, the lines of all processes are in their order
    log = os.open(folder / LOG, os.O_WRONLY | os.O_APPEND)
    seen: set[CodeType] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and switch[0] and frame.f_code not in seen:
            code = frame.f_code
            seen.add(code)
            os.write(log, f"{code.co_filename}\t{code.co_qualname}\n".encode())

    threading.setprofile(called)
    sys.setprofile(called)


# --- What is traced ---------------------------------------------------------------------------------------


def click(game: str, root: Path, folder: Path, switched: Callable[[bool], None]) -> None:
    """A move of a person at a table where both play at one page."""
    import httpx
    from websockets.sync.client import connect

    command = [sys.executable, "-m", "interpreter.cli.main", "serve", "--port", "0"]
    command += ["--database", str(folder / "rooms.sqlite")]
    with subprocess.Popen(command, cwd=root, env=traced(folder), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split(" at ")[1].strip().rstrip("/")
            origin = {"origin": address}
            with httpx.Client(base_url=address, headers=origin, timeout=60) as page:
                made = page.post("/api/rooms", json={"game": game, "seats": ["person", "person"]})
                room = f"/api/rooms/{made.json()['room']}"
                cookie = "; ".join(f"{each.name}={each.value}" for each in page.cookies.jar)
                news_at = f"{address.replace('http', 'ws')}{room}/news"
                with connect(news_at, additional_headers={**origin, "cookie": cookie}) as news:
                    shown = json.loads(news.recv(60))
                    for ply in range(WARM + 1):
                        time.sleep(AFTER)
                        switched(ply == WARM)
                        move = {"move": 0, "version": shown["version"], "id": str(ply)}
                        page.post(f"{room}/moves", json=move)
                        while shown["ply"] <= ply:
                            shown = json.loads(news.recv(60))
                    time.sleep(SETTLED)
                    switched(False)
        finally:
            server.terminate()


def compilation(game: str, root: Path, folder: Path, switched: Callable[[bool], None]) -> None:
    """A shipped game compiled up to the core, in a process that has compiled it before."""
    path = next((root / "games").rglob(f"{game}.lud"))
    work = "compile_game(Path(sys.argv[1])); print(flush=True); input()\n"
    code = f"import sys\nfrom pathlib import Path\nfrom gdl.compile.compile import compile_game\n{work * 2}"
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(
        command, cwd=root, env=traced(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for on in (True, False):
            process.stdout.readline()
            switched(on)
            process.stdin.write("\n")
            process.stdin.flush()


def traced(folder: Path) -> dict[str, str]:
    """The environment in which every process of Python is traced."""
    here = Path(__file__).resolve().parent
    start = f"import sys\nfrom pathlib import Path\nsys.path.append({str(here)!r})\nimport walk\n"
    (folder / "sitecustomize.py").write_text(f"{start}walk.trace(Path({str(folder)!r}))\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder)}


# --- What is counted --------------------------------------------------------------------------------------


def stays(log: str, root: Path) -> list[tuple[str, list[str]]]:
    """The modules in which functions were called first, each as often as it was entered, with these."""
    walk: list[tuple[str, list[str]]] = []
    for line in log.splitlines():
        file, _, function = line.partition("\t")
        path = Path(file)
        if not path.is_relative_to(root) or path.relative_to(root).parts[0] not in PACKAGES:
            continue
        module = str(path.relative_to(root))
        if not walk or walk[-1][0] != module:
            walk.append((module, []))
        walk[-1][1].append(function)
    return walk


@contextmanager
def switch_in(folder: Path) -> Iterator[Callable[[bool], None]]:
    """What switches tracing on and off in all processes that are started with this folder."""
    (folder / SWITCH).write_bytes(b"\0")
    (folder / LOG).touch()
    with (folder / SWITCH).open("r+b") as file, mmap.mmap(file.fileno(), 1) as switch:

        def switched(on: bool) -> None:
            switch[0] = on

        yield switched


def main() -> None:
    """Trace one walk, and print its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("walk", choices=["click", "compile"])
    parser.add_argument("game", nargs="?", default="tic-tac-toe")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--list", action="store_true", help="print the stays with their functions")
    given = parser.parse_args()
    root = given.root.resolve()
    with tempfile.TemporaryDirectory() as name, switch_in(Path(name)) as switched:
        {"click": click, "compile": compilation}[given.walk](given.game, root, Path(name), switched)
        walk = stays((Path(name) / LOG).read_text(encoding="utf-8"), root)
    before: set[str] = set()
    for module, functions in walk:
        if given.list:
            print("  again " if module in before else "        ", f"{module}: {', '.join(functions)}")
        before.add(module)
    print(f"{len(walk) - len(before)} returns of {len(walk)} stays in {len(before)} modules")


if __name__ == "__main__":
    main()
