"""What is answered, as frozen values. `showing.py` makes text of them, `to_json` dicts."""

from __future__ import annotations

from typing import Any

from gdl.source.text import NOWHERE, Span, Use
from gdl.support.values import frozen


@frozen
class Part:
    """A part of a condition, and what it was in the position: `(count Pieces Next)` 5."""

    text: str
    value: str
    span: Span
    #: how deep inside the condition it stands
    depth: int = 0
    #: the whole of it in words, where its author has some
    sentence: str = ""

    def __str__(self) -> str:
        return self.sentence or f"{self.text} is {self.value}"


@frozen
class Reason:
    """One reason, and the author's own words for it.

    `cause` is one word of what kind it is: condition, region, priority, most, repeat, occupied, empty,
    theirs, unreached, phase, over, dice, or offered (a rule that offers the move). `words` is a sentence;
    `label` stands under the caret at `span`; `via` are the definitions that the place came out of.
    """

    cause: str
    words: str
    span: Span = NOWHERE
    label: str = ""
    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()
    via: tuple[Use, ...] = ()


@frozen
class Why:
    """Whether a move is legal in a position, and why or why not.

    `reasons` of a legal move: the rules that offer it. Of one that is refused: any of them, turned
    round, would let it through; where `together` is true, only all of them at once. `conditions` are those
    that were asked of a legal move, `effects` what it will do, a sentence each.
    """

    game: str
    move: str
    legal: bool
    mover: str
    words: str
    reasons: tuple[Reason, ...] = ()
    together: bool = False
    conditions: tuple[Reason, ...] = ()
    effects: tuple[str, ...] = ()
    #: what the dice show, and other rolls that would let a refused move through (dice in any order)
    dice: tuple[int, ...] = ()
    rolls: tuple[tuple[int, ...], ...] = ()
    #: of a turn of several decisions what is said of the others, each in its own position: of a legal turn
    #: this answer is about the first, else about the one that is refused
    earlier: tuple[Why, ...] = ()
    following: tuple[Why, ...] = ()


def to_json(why: Why) -> dict[str, Any]:
    """An answer as what JSON can hold. Lines and columns count from 1, offsets (characters) from 0."""
    return {
        "game": why.game,
        "move": why.move,
        "legal": why.legal,
        "mover": why.mover,
        "words": why.words,
        "together": why.together,
        "reasons": [reason_json(reason) for reason in why.reasons],
        "conditions": [reason_json(condition) for condition in why.conditions],
        "effects": list(why.effects),
        "dice": list(why.dice),
        "rolls": [list(roll) for roll in why.rolls],
        "earlier": [to_json(each) for each in why.earlier],
        "following": [to_json(each) for each in why.following],
    }


def reason_json(reason: Reason) -> dict[str, Any]:
    """A reason as what JSON can hold."""
    return {
        "cause": reason.cause,
        "words": reason.words,
        "place": place_json(reason.span),
        "label": reason.label,
        "parts": [
            {
                "text": part.text,
                "value": part.value,
                "sentence": str(part),
                "depth": part.depth,
                "place": place_json(part.span),
            }
            for part in reason.parts
        ],
        "notes": list(reason.notes),
        "via": [
            {"name": use.name, "definition": place_json(use.definition), "use": place_json(use.use)}
            for use in reason.via
        ],
    }


def place_json(span: Span) -> dict[str, Any] | None:
    """Where something stands; None for what no author wrote."""
    if span is NOWHERE:
        return None
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "start": {"line": span.line, "column": span.column, "offset": span.start},
        "end": {"line": end_line, "column": end_column, "offset": span.end},
    }
