"""Directions in English: as adverbs, so that they stand after a verb (`step one cell diagonally`)."""

from __future__ import annotations

from gdl.english.direction_words import direction_word, words_together
from gdl.english.sayers import says, templates
from gdl.english.speaker import Speaker
from gdl.ludemes import directions as d
from gdl.words.words import RelationType


@says(d.DirectionWord)
def _word(s: Speaker, it: d.DirectionWord) -> str:
    return direction_word(it.word.value)


@says(d.AbsoluteDirections, d.RelativeDirections)
def _several(s: Speaker, it: d.AbsoluteDirections | d.RelativeDirections) -> str:
    given = it.words_given if isinstance(it.words_given, tuple) else (it.words_given,)
    text = words_together(tuple(each.value for each in given))
    if isinstance(it, d.RelativeDirections) and it.of in (RelationType.ORTHOGONAL, RelationType.DIAGONAL):
        text += f" (of the {it.of.value.lower()} directions)"
    return text


templates(
    {
        d.DirectionDifference: "{first}, but not {second}",
        d.DirectionUnion: "{first} or {second}",
        d.DirectionsBetween: "in the direction from {origin:site} to {target:site}",
        d.DirectionIf: "{first} if {condition}, otherwise {second}",
    }
)
