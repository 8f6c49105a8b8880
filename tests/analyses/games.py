"""What the analyses find in small games, kept as text (approval tests).

`python -m tests.analyses.games` writes what they find now; the difference to what was there is to be read.
"""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.passes.pipeline import prepare
from tests.analyses.test_analyses import ANALYSES
from tests.cases import Sections, write_cases
from tests.passes.games import small_games

KEPT = Path(__file__).parent / "games.txt"


def facts(path: Path) -> Sections:
    """The facts of a game's prepared program, by analysis."""
    program = prepare(compile_game(path).program)
    return {name: "".join(f"{fact}\n" for fact in sorted(set(of(program)))) for name, of in ANALYSES.items()}


if __name__ == "__main__":
    write_cases(KEPT, {game.stem: facts(game) for game in small_games()})
