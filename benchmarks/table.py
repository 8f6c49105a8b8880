"""The table of docs/performance.md from a benchmark's figures: `python -m benchmarks.table results.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HEAD = (
    "game", "games/s", "in C", "ours/C", "plies", "in C", "x Ludii", "x RBG", "IR lines", "cold ms", "warm ms"
)  # fmt: skip


def row(game: dict[str, Any]) -> list[str]:
    """One game's cells."""
    c, ready = game["c"], game["ready"]
    return [
        game["game"],
        f"{game['ours']['playouts']:,.0f}",
        f"{c['playouts']:,.0f}" if c else "",
        f"{game['ratio']:.2f}" if c else "",
        f"{game['ours']['plies']:.1f}",
        f"{c['plies']:.1f}" if c else "",
        *(f"{game[name]:,.0f}" if game[name] else "" for name in ("times_ludii", "times_rbg")),
        f"{game['ir_lines']:,}",
        *(f"{1000 * ready[name]:.0f}" if ready else "" for name in ("cold", "warm")),
    ]


def table(results: dict[str, Any]) -> str:
    """All games, and the geometric means."""
    means = results["geometric_means"]
    last = [
        "geometric mean",
        "",
        "",
        f"{means['c']:.2f}",
        "",
        "",
        f"{means['ludii']:.0f}",
        f"{means['rbg']:.0f}",
    ]
    lines = [list(HEAD), ["---", *["---:"] * (len(HEAD) - 1)], *map(row, results["games"])]
    lines.append(last + [""] * (len(HEAD) - len(last)))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    print(table(json.loads(Path(sys.argv[1]).read_text())))
