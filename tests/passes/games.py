"""What small games become: their programs before and after layout, kept as text (approval tests).

`python -m tests.passes.games` writes what the passes make now; the difference to what was there is to be
read: it is what a change of a pass does to whole games. That the programs mean what they meant is tested by
playing them (`tests/core/test_unsimplified.py`).
"""

from __future__ import annotations

from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.core.printer import show_program
from gdl.passes.pipeline import Step, prepare
from tests.fuzz import seeds

FOLDER = Path(__file__).parent / "games"
#: The pass after which a program is shown while its pieces are abstract.
LAST_ABSTRACT = "mark-irreversible-moves"


def small_games() -> list[Path]:
    """The games: small ones that together use many ludemes."""
    return sorted((seeds.ROOT / "tests" / "fuzz" / "seeds").glob("*.lud"))


def shown(path: Path) -> str:
    """A game's program, half way and when all passes are done."""
    half = []

    def look(step: Step) -> None:
        if step.done.name == LAST_ABSTRACT:
            half.append(show_program(step.after))

    prepared = show_program(prepare(compile_game(path).program, observe=look))
    return f"--- abstract\n{half[0].strip()}\n\n--- prepared\n{prepared.strip()}\n"


def kept(path: Path) -> Path:
    """Where a game's text is kept."""
    return FOLDER / f"{path.stem}.core"


if __name__ == "__main__":
    for game in small_games():
        kept(game).write_text(shown(game), encoding="utf-8")
