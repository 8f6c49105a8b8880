"""Hostile rule files: each is refused politely or killed in time, and the server stays as it was."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

from interpreter.serve.sandbox.patience import LONGEST, WAIT
from interpreter.serve.workers.workshop import SECONDS
from tests.quick import quick_where
from tests.serve.workshops import Shop, Strangers, open_shop

FILES = sorted((Path(__file__).parent / "hostile").glob("*.lud"))
#: Of each kind of misbehaviour one: refused, late when played, out of memory, odd names.
QUICK = {"include-fifo", "endless-later", "names-code"}
#: Seconds that each request has here, and within which it is killed behind them.
LIMIT, KILLED = 0.5, 5.0
#: What may be answered besides what was asked for: mistakes of the file, or of what is asked of it.
OURS = "E0789"

GOOD = """
(game "Good" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


#: What every request has now.
SECONDS_NOW = dict.fromkeys(SECONDS, LIMIT)


@pytest.fixture(scope="module")
def shop(strangers: Strangers) -> Iterator[Shop]:
    with open_shop(strangers, SECONDS_NOW) as shop:
        yield shop


@contextmanager
def patience() -> Iterator[None]:
    """Inside, requests may take long: a machine may have much else to do, and these come to an end."""
    SECONDS_NOW.update(dict.fromkeys(SECONDS, 60.0))
    try:
        yield
    finally:
        SECONDS_NOW.update(dict.fromkeys(SECONDS, LIMIT))


def test_there_are_twenty() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize(
    "file", quick_where(FILES, lambda file: file.stem in QUICK), ids=lambda file: file.stem
)
def test_leaves_the_server_as_it_was(file: Path, shop: Shop, tmp_path: Path) -> None:
    pipe = Path("/tmp/ludwright-hostile-pipe.def")
    if file.stem == "include-fifo" and not pipe.exists():
        os.mkfifo(pipe)
    text = {"text": file.read_text(encoding="utf-8"), "name": file.name}
    middle = len(text["text"]) // 2
    with patience():
        assert shop.ok("open", "bystander", text=GOOD)["made"] == []
    before = shop.nursery.pid, _descriptors()
    try:
        for request in (
            {"do": "check", **text},
            {"do": "complete", "at": middle, **text},
            {"do": "hover", "at": middle, **text},
            {"do": "format", **text},
            {"do": "open", **text},
            {"do": "play", "move": 0},
            {"do": "play", "move": 0},
            {"do": "play", "move": 0},
            {"do": "why", "move": "a1"},
            {"do": "behind"},
            {"do": "rules"},
            {"do": "replay", **text},
            {"do": "coverage", "seconds": 0.2},
        ):
            began = time.monotonic()
            answer = shop.ask(**request, key=file.stem)
            # a lost game is opened again first; who is kept waiting by others has more time
            assert time.monotonic() - began < 2 * (WAIT + LONGEST * LIMIT + KILLED)
            assert "ok" in answer or answer["error"]["code"] != OURS, answer
            assert "root:" not in str(answer), "what is in a file of the machine"
        # the same workshop goes on with other rules, and so does the one beside it
        with patience():
            assert shop.ok("check", file.stem, text=GOOD)["errors"] == 0
            assert shop.ok("open", file.stem, text=GOOD)["snapshot"]["ply"] == 0
            assert shop.ok("play", "bystander", move="a1")["made"] == ["a1"]
    finally:
        shop.close(file.stem)
        pipe.unlink(missing_ok=True)
    pid, descriptors = before
    assert shop.nursery.pid == pid
    # fewer where something that an earlier test had left was collected meanwhile
    assert _descriptors() <= descriptors
    assert shop.nursery.children == 1, "the bystander's game"


def _descriptors() -> int:
    gc.collect()  # what nobody holds is closed
    return len(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else 0


def test_those_that_never_end_are_stopped_and_the_position_before_stands(shop: Shop) -> None:
    """With the third piece its rules count without end."""
    text = (Path(__file__).parent / "hostile" / "endless-later.lud").read_text()
    with patience():
        shop.ok("open", text=text)
        shop.ok("play", move="a1")
        shop.ok("play", move="b1")
    late = shop.ask("play", move="c1")
    assert late["error"]["code"] == "E0791"
    with patience():
        assert shop.ok("snapshot")["made"] == ["a1", "b1"]
        assert shop.ok("back")["made"] == ["a1"]
    shop.close()


def test_names_that_are_markup_or_code_are_texts(shop: Shop) -> None:
    text = (Path(__file__).parent / "hostile" / "names-markup.lud").read_text()
    with patience():
        opened, rules = shop.ok("open", text=text), shop.ok("rules")
    for drawn in (opened["board"]["svg"], *opened["looks"].values()):
        assert "<script" not in drawn and "<img" not in drawn
    shown = str(rules)
    assert "\x1b" not in shown and "\u202e" not in shown
    shop.close()
