"""Deeds: what is done at a table, as it is kept. Done again in their order they make the same game.

A deed is a dict with the player who does it (from 1) and what it `does`:

    move      `move`: the text of one decision
    back      `count` decisions are taken back
    draw      a draw is offered
    undo      it is asked to take back the player's last choice: `count` decisions
    agree, decline    an answer to either
    resign
    seat      `by`: who plays there from here on
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Deed = dict[str, Any]

MOVE, BACK, DRAW, UNDO, AGREE, DECLINE, RESIGN, SEAT = (
    "move",
    "back",
    "draw",
    "undo",
    "agree",
    "decline",
    "resign",
    "seat",
)


def deed(does: str, player: int, **more: object) -> Deed:
    """A deed of a player."""
    return {"does": does, "player": player, **more}


def moves_of(deeds: Sequence[Deed]) -> list[str]:
    """The decisions that stand after all deeds."""
    found: list[str] = []
    for each in deeds:
        if each["does"] == MOVE:
            found.append(each["move"])
        elif each["does"] == BACK:
            del found[len(found) - each["count"] :]
    return found
