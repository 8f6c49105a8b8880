"""Shorter: what no one misses is left out, by restricted play.

An argument, an item or a condition goes where the game without it has the same prepared rules, or where it is
never seen to matter: the same hundred games at random and the same games between searches, move by move. The
second is no proof: so the game is measured afterwards, as what it has become.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import EndRule
from gdl.parse.forms import Brace, Paren, String
from gdl.source.diagnostics import LanguageError
from gdl.support.values import frozen
from interpreter.errors.user_errors import InventError, UserError
from interpreter.invent.change import PARTS, shown
from interpreter.invent.genes import Gene, genes_of
from interpreter.invent.genome import edited, tidied
from interpreter.invent.thinking import LONGEST, game_of
from interpreter.invent.trial import try_text
from interpreter.study.searching.games import Watching, seeds_of

#: So many things are tried to be left out.
MOST_TRIED = 50
#: Games between searches that are to be the same, of so many simulations a decision.
GAMES, SIMULATIONS = 6, 32


@frozen
class Shortened:
    """A genome without what no one misses, and what that was."""

    text: str
    dropped: tuple[str, ...]


def shortened(text: str, seed: int, most: int = MOST_TRIED) -> Shortened:
    """The same game in fewer rules, as far as can be seen by leaving `most` things out."""
    before = try_text(text, seed)
    if before.fell != "playable":
        return Shortened(text, ())
    ways: tuple[str, ...] | None = None
    known = frozenset((before.fingerprint,))
    dropped: list[str] = []
    tried = 0
    again = True
    while again and tried < most:
        again = False
        for gene, new in _candidates(text):
            if tried >= most:
                break
            tried += 1
            try:
                without = edited(text, ((*gene.place, new),))
                trial = try_text(without, seed, known)
            except (InventError, LanguageError):
                continue
            same = trial.fingerprint == before.fingerprint
            if not same and trial.behaviour == before.behaviour:
                ways = ways or _ways(text, seed, before.by)
                same = _ways(without, seed, before.by) == ways
            if same:
                what = f"without {shown(gene.text)}" if not new else f"{shown(new)} for {shown(gene.text)}"
                dropped.append(f"{PARTS.get(gene.part, gene.part)}: {what}")
                text, again = without, True
                break
    return Shortened(tidied(text), tuple(dropped))


def _candidates(text: str) -> Iterator[tuple[Gene, str]]:
    """What may be left out: endings first, then the longest; and what may stand in place of the whole that
    has it."""
    genes = genes_of(text)
    every = [each for each in genes.every if each.part in PARTS and not _is_content(each)]
    for gene in sorted(every, key=lambda g: (not isinstance(g.value, EndRule), -len(g.text), g.place)):
        if (
            gene.written.optional
            and not genes.missed(gene.value)
            and (gene.written.named or isinstance(gene.form, Paren | Brace | String))
        ):
            yield gene, ""
        if isinstance(gene.form, Paren) and isinstance(gene.value, Ludeme) and gene.value.alike():
            for part in every:
                inside = gene.place[0] < part.place[0] and part.place[1] < gene.place[1]
                if (
                    inside
                    and isinstance(part.value, Ludeme)
                    and gene.written.takes(part.value)
                    and not part.written.named
                ):
                    if part.written.placed[0].around is gene.written.placed[0]:
                        yield gene, part.text


def _is_content(gene: Gene) -> bool:
    """Whether it is a text, or an array of texts, or a tile: rows of a board, names of sites."""
    if isinstance(gene.form, Paren):
        arrays = [each for each in gene.form.items if isinstance(each, Brace)]
        return bool(arrays) and all(isinstance(each, String) for array in arrays for each in array.items)
    return isinstance(gene.value, str) or (
        isinstance(gene.value, tuple) and any(isinstance(each, str) for each in gene.value)
    )


def _ways(text: str, seed: int, by: str) -> tuple[str, ...]:
    """The ways that games between searches take; of what random play does not end greedy games are enough."""
    if by == "greedy":
        return ()
    try:
        watching = Watching(game_of(text), LONGEST)
        return tuple(
            watching.play((SIMULATIONS, SIMULATIONS), *seeds_of(seed, number, "invent, shorter")).fingerprint
            for number in range(GAMES)
        )
    except (LanguageError, UserError):
        return ()
