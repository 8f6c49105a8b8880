"""Draw a telling position of every shipped game for the page: `python scripts/draw_games.py`, for developers.

What comes out is committed: a page that shows all games cannot wait until all of them are compiled. A test
says when a picture is not what would be drawn now.

The position comes out of a game that a machine has played against itself; which moves led there, and what is
told of the game besides, stands in `facts.json`. A game that has its facts keeps them: `--play NAME ...`
plays those games anew, `--play` all of them (half an hour).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import gdl
from interpreter.game.game import Game
from interpreter.game.shipped import shipped_games
from interpreter.players.naming import read_player
from interpreter.players.player import Line
from interpreter.records.model import marks_of_turn
from interpreter.serve.table.about import picture

PICTURES = Path(__file__).resolve().parent.parent / "interpreter" / "serve" / "page" / "pictures"
#: Who plays, for how many decisions at most, and which share of the game the position is after.
PLAYER, LONGEST, TELLING = "mcts:iterations=12", 120, 0.55
#: A short game is shown shortly before its end.
SHORT, LATE = 24, 0.85
#: Seconds that a person takes for a decision, and what lengths are rounded to, in minutes.
SECONDS, MINUTES = 8, (2, 5, 10, 15, 20, 30, 45, 60)


def main() -> None:
    """Write all of them, and remove those of games that are no more."""
    PICTURES.mkdir(exist_ok=True)
    file = PICTURES / "facts.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    anew = sys.argv[sys.argv.index("--play") + 1 :] if "--play" in sys.argv else None
    facts: dict[str, dict[str, Any]] = {}
    for old in PICTURES.glob("*.svg"):
        if old.stem not in shipped_games():
            old.unlink()
    for name in shipped_games():
        game = gdl.load(name)
        if name not in known or (anew is not None and (not anew or name in anew)):
            known[name] = played(game)
            print(name, len(known[name]["moves"]), known[name]["minutes"], known[name]["kinds"], flush=True)
        facts[name] = known[name]
        drawn = picture(game, facts[name]["moves"])
        (PICTURES / f"{name}.svg").write_text(f"{drawn}\n", encoding="utf-8")
        rows = (
            f"  {json.dumps(each)}: {json.dumps(told, ensure_ascii=False)}" for each, told in facts.items()
        )
        file.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def played(game: Game) -> dict[str, Any]:
    """What is told of a game after one was played: its players, its length, what happens in it, and the moves
    to a telling position."""
    line = Line((game.start(seed=1),))
    players = [read_player(PLAYER).make(game, seat) for seat in range(len(game.players))]
    captured, moved = False, False
    while not line.state.is_over and len(line.moves) < LONGEST:
        player = players[line.state.mover - 1]
        assert player is not None
        line = line.then(player.choose(line).move)
        marks = marks_of_turn(line)
        captured = captured or bool(marks.captured) or line.moves[-1].written.mark == "x"
        moved = moved or bool(marks.steps)
    share = LATE if len(line.moves) < SHORT else TELLING
    minutes = len(line.moves) * SECONDS / 60
    kinds = [
        "a puzzle" if len(game.players) == 1 else "",
        "with dice" if game.has_chance and game.dice else "",
        "moving and capturing" if moved and captured else "moving" if moved else "placing only",
    ]
    return {
        "players": len(game.players),
        "minutes": min(MINUTES, key=lambda each: abs(each - minutes)),
        "kinds": ", ".join(kind for kind in kinds if kind),
        "moves": [str(move) for move in line.moves[: round(len(line.moves) * share)]],
    }


if __name__ == "__main__":
    main()
