"""Deeds: what is done at a table, as it is kept. Done again in their order they make the same game.

A deed is a dict with the player who does it (from 1) and what it `does`:

    move      `move`: the text of one decision; `raw` is the same as a program knows it, and which program
    back      `count` decisions are taken back; 0: the end of the game alone, which was agreed to or resigned
    draw      a draw is offered
    undo      it is asked to take back the player's last choice: `count` decisions, as above
    agree, decline    an answer to either
    resign
    time      the player's time is up
"""

from __future__ import annotations

from typing import Any

Deed = dict[str, Any]

MOVE, BACK, DRAW, UNDO, AGREE, DECLINE, RESIGN, TIME = (
    "move",
    "back",
    "draw",
    "undo",
    "agree",
    "decline",
    "resign",
    "time",
)


def deed(does: str, player: int, **more: object) -> Deed:
    """A deed of a player."""
    return {"does": does, "player": player, **more}
