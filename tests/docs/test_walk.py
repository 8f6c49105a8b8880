"""What `scripts/walk.py` counts, and that a click can be followed by it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "walk.py"


def test_a_return_is_a_stay_in_a_module_that_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    from walk import stays

    calls = [
        "gdl/a.py\tone",
        "gdl/a.py\ttwo",
        "interpreter/b.py\tthree",
        "gdl/a.py\tfour",
        "tests/c.py\tfive",
    ]
    log = "".join(f"{ROOT}/{call}\n" for call in calls) + "/usr/lib/python3/json.py\tdumps\n"
    assert stays(log, ROOT) == [
        ("gdl/a.py", ["one", "two"]),
        ("interpreter/b.py", ["three"]),
        ("gdl/a.py", ["four"]),
    ]


@pytest.mark.slow
def test_a_click_is_followed_from_the_socket_to_the_engine_and_back() -> None:
    """Through two processes: what is first called on the way stands in the order in which it is."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "click", "--list"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    *walk, figures = done.stdout.splitlines()
    modules = [line.removeprefix("  again ").strip().partition(":")[0] for line in walk]
    way = (
        "serve/web/doors.py",
        "serve/rooms/room.py",
        "serve/workers/process.py",
        "serve/workers/jobs.py",
        "serve/table/table.py",
        "session/session.py",
        "engines/interface.py",
        "serve/rooms/store.py",
        "serve/web/news.py",
    )
    first = [modules.index(f"interpreter/{each}") for each in way]
    assert first == sorted(first)
    assert figures == (
        f"{len(modules) - len(set(modules))} returns of {len(modules)} stays in {len(set(modules))} modules"
    )
