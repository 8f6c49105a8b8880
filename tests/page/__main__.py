"""Play shipped games to their end on the page: `python -m tests.page [--touch] [--keys] [GAME ...]`.

By touch they are played on a phone that is held upright, with `--lying` on one that lies on its side.

By pointer a short game is followed, which was found beforehand (`tests.page.following`); by keys, where there
are dice, and with `--random`, each decision is chosen at random.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from interpreter.game.shipped import shipped_games
from tests.page.browsing import DESK, SMALL, browser, opened, phone
from tests.page.following import Follower, short_game
from tests.page.keyboard import Typist
from tests.page.playing import PATIENCE, Person
from tests.serve.running import serving


def main() -> int:
    """Play each game; tell how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--touch", action="store_true")
    parser.add_argument("--lying", action="store_true", help="the phone lies on its side")
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--seats", default="person")
    given = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, browser() as (playwright, chromium):
        with serving(Path(folder) / "games.sqlite") as running:
            for game in given.games or sorted(shipped_games()):
                device = _phone(playwright, given.lying) if given.touch else DESK
                context = chromium.new_context(**device, reduced_motion="reduce")
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                wrong: list[str] = []
                page.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))
                began = time.monotonic()
                try:
                    opened(page, running.address, game, given.seats.split(","))
                    page.wait_for_timeout(100)  # the board is measured, then drawn as large as it has to be
                    wrong += [f"{name} is small" for name in page.evaluate(SMALL)] if given.touch else []
                    moves = _player(page, game, given).play()
                    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
                    told = f"{moves} decisions, {time.monotonic() - began:.0f} s, {wide} px too wide {wrong}"
                    failed += bool(wrong) or wide > 0
                except Exception as error:
                    failed += 1
                    told = f"FAILED {type(error).__name__}: {str(error)[:300]} {wrong}"
                sys.stdout.write(f"{game}: {told}\n")
                sys.stdout.flush()
                context.close()
    return 1 if failed else 0


def _phone(playwright: Any, lying: bool) -> dict[str, Any]:
    """As wide as phones of many are, but not as fine: what is painted in software takes most of the time."""
    width, height = (844, 390) if lying else (390, 844)
    viewport = {"width": width, "height": height}
    return {**phone(playwright), "viewport": viewport, "screen": viewport, "device_scale_factor": 1}


def _player(page: Any, game: str, given: argparse.Namespace) -> Person:
    if given.keys:
        return Typist(page)
    found = None if given.random or given.seats != "person" else short_game(game, seed=1)
    return Person(page, given.touch) if found is None else Follower(page, given.touch, found)


if __name__ == "__main__":
    raise SystemExit(main())
