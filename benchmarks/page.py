"""What the page weighs, how soon it can be used, and how much it keeps: `python -m benchmarks.page`.

Starts a server of its own and Chromium through Playwright. Told are the bytes of the first page, when it can
be used on a processor slowed four times (the button *Play now* is there, and the long task, of 50 ms and
more, in which it came is over), and when the last long task is over, with an empty cache and again with a
full one, and the JavaScript heap in use after 500 decisions of a game, rubbish collected.

    python -m benchmarks.page --games congress,chess --decisions 500
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import gdl
from tests.page.browsing import DESK, browser, opened
from tests.serve.running import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: By how much the processor is slowed.
SLOWED = 4
#: Before anything else of a page: long tasks, and when the button is there.
WATCH = """() => {
    window.watched = { tasks: [], there: 0 };
    new PerformanceObserver(list => {
        for (const { startTime, duration } of list.getEntries()) {
            watched.tasks.push([startTime, startTime + duration]);
        }
    }).observe({ type: "longtask", buffered: true });
    const look = () => {
        const found = [...document.querySelectorAll("button")].some(each => each.textContent === "Play now");
        if (found) watched.there = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""
#: Decisions without a capture or a piece that is added, after which one of these is preferred: games that end
#: where nothing happens for long go on.
QUIET = 40


#: Milliseconds in which the first page is looked at.
AFTERWARDS = 6000
#: Seconds until a page can be used, and until its last long task is over.
Times = tuple[float, float]


def interactive(chrome: Browser, address: str, times: int) -> tuple[list[Times], list[Times], int]:
    """When the first page can be used, with an empty and with a full cache; its bytes as sent."""
    empty, full, weight = [], [], 0
    for _ in range(times):
        context = chrome.new_context(**DESK)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        session.send("Network.enable")
        sent: list[float] = []
        session.on(
            "Network.loadingFinished", lambda event, sent=sent: sent.append(event["encodedDataLength"])
        )
        page.add_init_script(f"({WATCH})()")
        empty.append(_first(page, address))
        weight = max(weight, int(sum(sent)))
        full.append(_first(page, address))
        context.close()
    return empty, full, weight


def _first(page: Page, address: str) -> Times:
    page.goto(address, wait_until="commit")
    # all that is asked of a page meanwhile takes its own slowed time (0.1 s to wait for a function alone)
    page.wait_for_timeout(AFTERWARDS)
    there, tasks = page.evaluate("() => [watched.there, watched.tasks]")
    if not there:
        raise RuntimeError(f"the first page cannot be used after {AFTERWARDS / 1e3} s")
    usable = max([there, *(end for start, end in tasks if start <= there)])
    return usable / 1e3, max([usable, *(end for _, end in tasks)]) / 1e3


def line(game: str, decisions: int) -> list[str]:
    """A line of play of so many decisions, by chance, in which something happens often enough.

    Raises RuntimeError where no game of some hundred lasts so long.
    """
    rules = gdl.load(game)
    for seed in range(300):
        chance, state, moves, quiet = Random(seed), rules.start(seed=1), [], 0
        while len(moves) < decisions and not state.is_over:
            legal = list(state.legal_moves)
            pieces = _pieces(state)
            lively = [move for move in legal if _pieces(state.play(move)) != pieces] if quiet >= QUIET else []
            chosen = chance.choice(lively or legal)
            state = state.play(chosen)
            quiet = 0 if _pieces(state) != pieces else quiet + 1
            moves.append(str(chosen))
        if len(moves) == decisions:
            return moves
    raise RuntimeError(f"no game of {game} by chance lasts {decisions} decisions")


def _pieces(state: Any) -> int:
    return sum(piece is not None for piece in state.contents)


def heap(chrome: Browser, address: str, game: str, moves: Sequence[str]) -> float:
    """Bytes of the JavaScript heap in use after these moves, in the page of a room that is open."""
    context = chrome.new_context(**DESK, reduced_motion="reduce")
    page = context.new_page()
    room = opened(page, address, game, ["person"])
    for move in moves:
        url, origin = f"{address}/api/rooms/{room}/moves", {"Origin": address}
        answer = page.request.post(url, data={"move": move}, headers=origin)
        if not answer.ok:
            raise RuntimeError(f"{move}: {answer.text()}")
    page.locator(f".history .move[data-ply='{len(moves)}']").wait_for()
    session = context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used = float(session.send("Runtime.getHeapUsage")["usedSize"])
    context.close()
    return used


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="congress,chess")
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games.sqlite") as server:
        with browser() as (_, chrome):
            empty, full, weight = interactive(chrome, server.address, given.times)
            for name, seconds in (("empty", empty), ("full", full)):
                usable, idle = (statistics.median(each) for each in zip(*seconds, strict=True))
                longest = max(each for each, _ in seconds)
                sys.stdout.write(
                    f"{name} cache, slowed {SLOWED} times: usable after {usable:.2f} s "
                    f"(at most {longest:.2f}), nothing more to do after {idle:.2f} s\n"
                )
            sys.stdout.write(f"first page: {weight / 1e3:.1f} kB\n")
            for game in given.games.split(","):
                used = heap(chrome, server.address, game, line(game, given.decisions))
                sys.stdout.write(f"{game}: {used / 1e6:.1f} MB of heap after {given.decisions} decisions\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
