"""Single ludemes of a game in English, for whoever tells of one rule and not of all (referring expressions).

What names such as `(from)` stand for is given with the ludeme, where it is known: the pawn on d4, and not the
pawn on the cell it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gdl.compile.compile import Compiled
from gdl.english.phrases import Noun
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, Moves, Region
from gdl.ludemes.connectives import Not
from gdl.rulebook.document import Author
from gdl.source.text import Span, Use
from gdl.support.cpython import higher_recursion_limit
from gdl.support.printable import one_line
from gdl.support.values import frozen


def excerpts(
    compiled: Compiled, seats: Sequence[str] = (), names: Mapping[str, str] | None = None
) -> Callable[[Ludeme, bool], str]:
    """What tells single ludemes of a compiled game in English, in one line each, as effects if so. Of one
    that is none of the game's it tells nothing."""
    author = Author(compiled, seats, {}, names or {})
    known = {(type(each), each.span): each for each in ludemes_in(author.game)}

    def excerpt(ludeme: Ludeme, effect: bool) -> str:
        original = known.get((type(ludeme), ludeme.span))
        if original is None:
            return ""
        with higher_recursion_limit(), author.s.as_effect(effect):
            return one_line(" ".join(author.s.named_rules.finished(author.s.say(original)).split()))

    return excerpt


@frozen
class Saying:
    """A ludeme of a game, to be said in English; `own`: in its author's words, from its definition (denied or
    not)."""

    ludeme: Ludeme
    own: bool
    #: has something inside it its author's words?
    within: bool


class Sayings:
    """Says single ludemes of one compiled game, also as they stand in one use of a definition."""

    def __init__(self, compiled: Compiled, seats: Sequence[str], names: Mapping[str, str]) -> None:
        author = Author(compiled, seats, {}, names)
        self.speaker, self.spoken = author.s, author.spoken
        self._known: dict[tuple[type, Span, tuple[Use, ...]], Ludeme] = {}
        for each in ludemes_in((author.game, author.match)):
            form = self.spoken.forms.get(each)
            self._known.setdefault((type(each), each.span, () if form is None else form.via), each)

    def find(self, ludeme: Ludeme, via: tuple[Use, ...]) -> Saying | None:
        """What can be said of a ludeme that came out of definitions; None of what is none of the game's."""
        original = self._known.get((type(ludeme), ludeme.span, via))
        if original is None:
            return None
        inner = (each for each in ludemes_in(original) if each is not original)
        asked = original
        while isinstance(asked, Not):
            asked = asked.condition
        return Saying(original, self._has_words(asked), any(map(self._has_words, inner)))

    def _has_words(self, ludeme: Ludeme) -> bool:
        self.speaker.said = 0
        with higher_recursion_limit():
            return bool(self.spoken.words_of(ludeme, self.speaker))

    def clause(self, saying: Saying, terms: Mapping[str, str], no: bool) -> str:
        """A condition as a clause, denied if `no`."""
        assert isinstance(saying.ludeme, BoolExpr)
        with higher_recursion_limit(), self.speaker.about(**terms):
            return self._line(self.speaker.clause(saying.ludeme, no))

    def noun(self, saying: Saying, terms: Mapping[str, str]) -> Noun:
        """The sites of a region: all of them, and one."""
        assert isinstance(saying.ludeme, Region)
        with higher_recursion_limit(), self.speaker.about(**terms):
            noun = self.speaker.noun(saying.ludeme)
            return Noun(self._line(noun.plural), self._line(noun.any))

    def move(self, saying: Saying, terms: Mapping[str, str]) -> str:
        """What may be done, in one line."""
        assert isinstance(saying.ludeme, Moves)
        with higher_recursion_limit(), self.speaker.about(**terms):
            return self._line(self.speaker.inline(saying.ludeme))

    def _line(self, text: str) -> str:
        return one_line(" ".join(self.speaker.named_rules.finished(text).split()))
