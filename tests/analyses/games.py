"""What the analyses find in small games, kept as text (approval tests).

`python -m tests.analyses.games` writes what they find now; the difference to what was there is to be read.
"""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.passes.pipeline import prepare
from tests.analyses.test_analyses import ANALYSES
from tests.passes.games import small_games

FOLDER = Path(__file__).parent / "games"


def shown(path: Path) -> str:
    """The facts of a game's prepared program, by analysis."""
    program = prepare(compile_game(path).program)
    found = []
    for name, show in ANALYSES.items():
        found += [f"--- {name}", *sorted(set(show(program)))]
    return "\n".join(found) + "\n"


def kept(path: Path) -> Path:
    """Where a game's facts are kept."""
    return FOLDER / f"{path.stem}.txt"


if __name__ == "__main__":
    for game in small_games():
        kept(game).write_text(shown(game), encoding="utf-8")
