"""Draw the first position of every shipped game for the page: `python scripts/draw_games.py`, for developers.

What comes out is committed: a page that shows all games cannot wait until all of them are compiled. A test
says when a picture is not what would be drawn now.
"""

from __future__ import annotations

from pathlib import Path

import gdl
from interpreter.game.shipped import shipped_games
from interpreter.serve.table.about import picture

PICTURES = Path(__file__).resolve().parent.parent / "interpreter" / "serve" / "page" / "pictures"


def main() -> None:
    """Write all of them, and remove those of games that are no more."""
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name in shipped_games():
        (PICTURES / f"{name}.svg").write_text(f"{picture(gdl.load(name))}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
