"""Ask the workshop why moves are not possible, and compare the lines that it names with those of `gdl why`:
`python -m tests.page.why [--count 50] [GAME ...]`."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gdl import loads
from interpreter.drawing.svg.parts import ground_of
from interpreter.errors.user_errors import UserError
from interpreter.game.rules import Rules
from interpreter.game.shipped import shipped_games
from interpreter.game.state import State
from interpreter.why.explain import why
from tests.page.browsing import DESK, browser
from tests.page.shops import Bench
from tests.serve.running import serving

if TYPE_CHECKING:
    from interpreter.why.answers import Reason

#: Between them: steps, slides, leaps and hops, placing, turns of many steps, definitions of their own.
TEN = (
    *("breakthrough", "tic-tac-toe", "chess", "english-draughts", "reversi"),
    *("nine-mens-morris", "connect-four", "amazons", "halma", "hex"),
)


def illegal(state: State, drawn: Sequence[str], chance: random.Random) -> str | None:
    """A move that the rules refuse: from one of the mover's pieces, or to any site where one places; `drawn`
    are the sites that can be pointed at."""
    legal = {str(move) for move in state.legal_moves}
    from_board = any("-" in text or "x" in text for text in legal)
    mine = [name for name, piece in state.sites.items() if piece.owner == state.mover and name in drawn]
    if from_board and not mine:
        return None
    for _ in range(200):
        end = chance.choice(drawn)
        text = f"{chance.choice(mine)}-{end}" if from_board else end
        try:
            state.parse_turn(text)
        except UserError as error:
            if error.code == "E0502":
                return text
    return None


def drawn_of(game: Rules) -> list[str]:
    """The names of the sites of the board that are drawn."""
    return [stand.name for stand in ground_of(game.plan, game.picture).stands]


def lines_of(reasons: tuple[Reason, ...], file: str) -> list[int]:
    """The author's own line of each reason: where it is written, or where what it is written in is used."""
    found = []
    for reason in reasons:
        places = [reason.span, *(use.use for use in reason.via)]
        found += [next((place.line for place in places if place.source.name == file), 0)]
    return [line for line in found if line]


def asked(bench: Bench, game: str, count: int, seed: int = 1) -> Iterator[tuple[str, bool, float]]:
    """Illegal moves of a game, whether the page names the lines that `why` does for each, and after how many
    seconds it does."""
    path = shipped_games()[game]
    text = path.read_text(encoding="utf-8")
    chance = random.Random(seed)
    bench.open(where=f"?game={game}")
    state = loads(text, name=path.name).start(bench.seed())
    start, done, drawn = state, 0, drawn_of(state.game)
    for _ in range(20 * count):
        if done >= count:
            return
        if state.is_over or chance.random() < 0.4:
            if state.is_over:
                bench.page.get_by_role("button", name="From the start").click()
                bench.page.locator(".playground[data-made='0']").wait_for()
                state = start
                continue
            move = chance.choice(state.legal_moves)
            bench.play(str(move))
            state = state.play(move)
            continue
        wanted = illegal(state, drawn, chance)
        if wanted is None:
            continue
        found = why(state, wanted)
        told = lines_of(found.reasons, path.name)
        began = time.monotonic()
        bench.type(wanted)
        answer = bench.page.locator(f".answer[data-move='{wanted}']")
        answer.wait_for()
        took = time.monotonic() - began
        shown = [int(each.removeprefix("line ")) for each in answer.locator(".number").all_inner_texts()]
        words = answer.locator("p").first.inner_text()
        done += 1
        yield (
            wanted,
            not found.legal and bool(told or found.reasons == ()) and shown == told and found.words in words,
            took,
        )
        answer.get_by_role("button", name="Close").click()


def main() -> int:
    """Ask, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--count", type=int, default=50)
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, browser() as (_, chromium):
        with serving(Path(folder) / "games.sqlite") as running:
            for game in given.games or TEN:
                page = chromium.new_context(**DESK, reduced_motion="reduce").new_page()
                answers = list(asked(Bench(page, running.address), game, given.count))
                bad = [move for move, right, _ in answers if not right]
                slowest = max((seconds for *_, seconds in answers), default=0.0)
                wrong += len(bad) + (len(answers) < given.count)
                sys.stdout.write(
                    f"{game}: {len(answers)} illegal moves, {len(bad)} not told by their line {bad[:5]}; "
                    f"the slowest answer after {slowest:.1f} s\n"
                )
                sys.stdout.flush()
                page.context.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
