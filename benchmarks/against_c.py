"""Random games against hand-written C: `python -m benchmarks.against_c --c FOLDER [GAME ...]`.

FOLDER holds limit.c and limit_more.c. Each game is played by both in turns (C, ours, C, ours, ...) on one
thread, and the medians of games for each second of the processor's time are compared: so a busy machine slows
both.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from attrs import asdict, frozen

from benchmarks.limit import Limit, Rate, build
from benchmarks.peers import Peers, read_peers
from benchmarks.ready import Ready, ready
from gdl import load
from interpreter.engines.registry import make_engine

#: What is measured: games in C, then those that Ludii was measured on.
GAMES = (
    "tic-tac-toe", "connect-four", "breakthrough", "katarenga", "gomoku", "hex", "reversi",
    "english-draughts", "amazons", "triad", "yavalath", "international-draughts", "nine-mens-morris",
    "konane", "lines-of-action", "cornered",
)  # fmt: skip
#: Why the games are not of one length, where they are not.
DIFFERENCES = {
    "katarenga": "C has no repetition rule",
    "triad": "C has no repetition rule",
    "reversi": "C counts forced passes as plies",
}
#: Mean lengths that differ by more come from rules that differ.
LENGTH = 0.03


@frozen
class Row:
    """One game: medians of the rounds."""

    game: str
    ours: Rate
    c: Rate | None
    ir_lines: int
    ready: Ready | None

    @property
    def ratio(self) -> float | None:
        """Our playouts to those in C."""
        return self.ours.playouts / self.c.playouts if self.c else None

    @property
    def lengths(self) -> float | None:
        """Our plies of a playout to those in C."""
        return self.ours.plies / self.c.plies if self.c else None


def play(engine: Any, seconds: float, seed: int) -> Rate:
    """Random games for about so many seconds."""
    games = moves = 0
    batch = 1
    start = time.process_time()
    spent = 0.0
    while spent < seconds:
        done = engine.playouts(batch, seed=seed + games)
        games, moves = games + done.games, moves + done.moves
        spent = time.process_time() - start
        batch = max(1, int(games / max(spent, 1e-6) * min(seconds / 10, max(seconds - spent, 0.001))))
    return Rate(games / spent, moves / games)


def measure(game: str, limit: Limit | None, rounds: int, seconds: float, readiness: bool) -> Row:
    """One game, in turns with C."""
    engine: Any = make_engine("native", load(game).program)
    play(engine, seconds / 20, 0)
    engine.warm_up()
    ours, c = [], []
    for number in range(rounds):
        if limit is not None:
            c.append(limit.run(seconds))
        ours.append(play(engine, seconds, number << 32))
    return Row(
        game,
        _median(ours),
        _median(c) if c else None,
        engine.ir_lines,
        ready(game, {}, 2) if readiness else None,
    )


def _median(rates: list[Rate]) -> Rate:
    return Rate(median(r.playouts for r in rates), median(r.plies for r in rates))


HEAD = ("game", "ours/s", "C/s", "ours/C", "plies", "C plies", "Ludii x", "RBG x", "IR", "cold", "warm", "")


def table(rows: list[Row], peers: Peers) -> list[tuple[str, ...]]:
    """The rows of figures as texts, under HEAD."""
    machine = peers.machine({r.game: r.c.playouts for r in rows if r.c})
    return [HEAD, *(_cells(row, peers, machine) for row in rows)]


def _cells(row: Row, peers: Peers, machine: float) -> tuple[str, ...]:
    differs = row.lengths is not None and abs(row.lengths - 1) > LENGTH
    return (
        row.game,
        f"{row.ours.playouts:,.0f}",
        f"{row.c.playouts:,.0f}" if row.c else "",
        f"{row.ratio:.2f}" if row.ratio else "",
        f"{row.ours.plies:.2f}",
        f"{row.c.plies:.2f}" if row.c else "",
        _times(times(row, peers.ludii, machine)),
        _times(times(row, peers.rbg, machine)),
        f"{row.ir_lines:,}",
        f"{1000 * row.ready.cold:.0f}" if row.ready else "",
        f"{1000 * row.ready.warm:.0f}" if row.ready else "",
        DIFFERENCES.get(row.game, "LENGTHS DIFFER") if differs else "",
    )


def times(row: Row, peer: dict[str, float], machine: float) -> float | None:
    """How often a peer's playouts fit in ours, were it on this machine."""
    return row.ours.playouts / (peer[row.game] * machine) if row.game in peer else None


def _times(number: float | None) -> str:
    return "" if number is None else f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def means(rows: list[Row], peers: Peers) -> dict[str, float]:
    """Geometric means: to C, and to the peers."""
    machine = peers.machine({r.game: r.c.playouts for r in rows if r.c})
    ratios = {
        "c": [r.ratio for r in rows if r.ratio],
        "ludii": [t for r in rows if (t := times(r, peers.ludii, machine))],
        "rbg": [t for r in rows if (t := times(r, peers.rbg, machine))],
    }
    return {name: geometric_mean(found) for name, found in ratios.items() if found}


def show(lines: list[tuple[str, ...]]) -> str:
    """Texts in columns: the first and the last to the left, the others to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    last = len(HEAD) - 1
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in (0, last) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def as_json(rows: list[Row], peers: Peers) -> dict[str, Any]:
    """All that was measured, to be compared with other times."""
    machine = peers.machine({r.game: r.c.playouts for r in rows if r.c})
    games = [
        {
            **asdict(row),
            "ratio": row.ratio,
            "times_ludii": times(row, peers.ludii, machine),
            "times_rbg": times(row, peers.rbg, machine),
        }
        for row in rows
    ]
    return {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "machine_to_table": machine,
        "geometric_means": means(rows, peers),
        "games": games,
    }


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against_c", description=__doc__)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="shipped games; all that have a peer by default"
    )
    parser.add_argument("--c", type=Path, metavar="FOLDER", help="where limit.c and limit_more.c are")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each (%(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn (%(default)s)")
    parser.add_argument(
        "--no-ready", action="store_true", help="leave out the times until a game can be played"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        try:
            limits = build(given.c, Path(scratch)) if given.c else {}
        except RuntimeError as error:
            print(f"without C: {error}", file=sys.stderr)
            limits = {}
        rows = []
        for game in given.games or GAMES:
            rows.append(measure(game, limits.get(game), given.rounds, given.seconds, not given.no_ready))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    peers = read_peers(given.c / "README.md") if given.c else Peers({}, {}, {})
    print(show(table(rows, peers)))
    for name, mean in means(rows, peers).items():
        print(f"geometric mean, times {name}: {mean:.2f}")
    if given.json:
        given.json.write_text(json.dumps(as_json(rows, peers), indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
