"""An author's own words for definitions: comments directly above `(define ...)` that say it in English.

    // The cells that a pawn on #1 could move to.
    // says: the cells en prise to the pawn on #1 / a cell en prise to the pawn on #1
    // term: A cell is en prise to a pawn that could move to it.
    (define "Reach" ...)

`says:` stands wherever the definition is used, with what the arguments say in place of `#1`, `#2`, ...
(`#1's`: whose, of a player). For a condition `<is|is not>` gives the words for when it holds and when
it is denied; for a region the part behind ` / ` names one of its sites. With nothing behind it the
definition is not told at all. Lines `term:` are told once, in a section of their own, if the definition
is used. Either may go on over further lines of the comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.english.phrases import Point
from gdl.english.words import words_together
from gdl.expand.definitions import Definition
from gdl.expand.options import Option
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import Moves
from gdl.parse.forms import Brace, Form, Named, Paren, String, Word
from gdl.parse.parser import parse
from gdl.source.comment_above import Comment, comment_above
from gdl.source.text import Source, Span, Use
from gdl.support.identity import IdentityMap, IdentitySet
from gdl.support.printable import one_line
from gdl.support.values import define, field

if TYPE_CHECKING:
    from gdl.rulebook.referring import Referring

_ARGUMENT = re.compile(r"#(\d{1,2})('s)?")
_LAST = re.compile(r"#(\d{1,2})$")
#: Around the name of a rule that may be told again; see `NamedRules`.
OPEN, CLOSE = "\ue002", "\ue003"


def _children(form: Form) -> tuple[Form, ...]:
    if isinstance(form, Paren | Brace):
        return form.items
    return (form.value,) if isinstance(form, Named) else ()


@define
class Spoken:
    """Which ludemes came out of definitions that have words of their own."""

    forms: IdentityMap[Ludeme, Form]
    definitions: Sequence[Definition]
    options: Sequence[Option] = ()
    #: what terms were used, in the order of their use
    terms: dict[str, Span] = field(factory=dict)
    _ludemes: IdentityMap[Form, Ludeme] | None = field(default=None)
    _words: dict[Span, Comment] = field(factory=dict)
    #: what is listed under the words said last
    under: tuple[Point, ...] = field(default=())
    _looked: IdentitySet[Ludeme] = field(factory=IdentitySet)
    _by_place: dict[Span, Definition] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._by_place = {definition.span: definition for definition in self.definitions}

    @classmethod
    def silent(cls) -> Spoken:
        """Of nothing."""
        return cls(IdentityMap(), ())

    def words_of(self, ludeme: Ludeme, speaker: Referring) -> str | None:
        """The words for a ludeme that is all of what a definition stands for; None where it has none."""
        form = self.forms.get(ludeme)
        if form is None or not form.via:
            return None
        said = None
        here = form.span
        for use in form.via:
            if not self._is_body(use, here):
                break
            if self._definition(use) is not None:
                words = self._words_for(use)
                for term in words.terms:
                    self.terms.setdefault(self._filled(term, use, form, speaker), use.definition)
                if words.says is not None:
                    said = (words.says, use)
            here = use.use
        if said is None:
            return None
        self._terms_inside(ludeme, speaker)
        text, use = said
        last = _LAST.search(text)
        if last is None:
            self.under = ()
            return self._filled(text, use, form, speaker)
        # What a rule says that stands last may go on in a list.
        before = self._filled(text[: last.start()], use, form, speaker)
        ends = self._rule_at(int(last[1]), use, form)
        if ends is None:
            self.under = ()
            return before + self._filled(text[last.start() :], use, form, speaker)
        point = speaker.moves(ends)
        self.under = point.points
        return before + point.text

    def _terms_inside(self, ludeme: Ludeme, speaker: Referring) -> None:
        """What stands behind an author's words has its terms told all the same."""
        if ludeme in self._looked:
            return
        self._looked.add(ludeme)
        for inner in ludemes_in(ludeme):
            form = self.forms.get(inner)
            for use in form.via if form is not None else ():
                if self._definition(use) is not None and form is not None:
                    for term in self._words_for(use).terms:
                        self.terms.setdefault(self._filled(term, use, form, speaker), use.definition)

    def _definition(self, use: Use) -> Definition | None:
        return self._by_place.get(use.definition)

    def _words_for(self, use: Use) -> Comment:
        if use.definition not in self._words:
            self._words[use.definition] = comment_above(use.definition)
        return self._words[use.definition]

    def is_behind_words(self, ludeme: Ludeme) -> bool:
        """Does a ludeme stand in a definition that is said in its author's words?"""
        form = self.forms.get(ludeme)
        uses = () if form is None else form.via
        return any(
            self._definition(use) is not None and self._words_for(use).says is not None for use in uses
        )

    def name_of(self, ludeme: Ludeme) -> str | None:
        """The name of the innermost definition that a ludeme is all of; None where it is of none."""
        form = self.forms.get(ludeme)
        if form is None or not form.via or form.via[0].name.startswith("<"):
            return None
        return form.via[0].name if self._is_body(form.via[0], form.span) else None

    def _is_body(self, use: Use, span: Span) -> bool:
        """Is what stands at a place the whole of what a definition (or a chosen item) stands for?"""
        definition = self._definition(use)
        if definition is not None:
            return len(definition.body) == 1 and definition.body[0].span == span
        parts = (
            part
            for option in self.options
            for item in option.items
            if item.span == use.definition
            for part in item.parts
        )
        return any(len(part) == 1 and part[0].span == span for part in parts)

    def _filled(self, text: str, use: Use, form: Form, speaker: Referring) -> str:
        if "#" not in text:
            return text
        given = arguments_of(use.use)
        return _ARGUMENT.sub(
            lambda match: self._argument(int(match[1]), given, form, speaker, bool(match[2])), text
        )

    def _rule_at(self, number: int, use: Use, form: Form) -> Moves | None:
        """The rule that is an argument of a use, if it is one."""
        given = arguments_of(use.use)
        argument = _standing_at(form, given[number - 1][1]) if 0 < number <= len(given) else None
        ludeme = None if argument is None else self._by_form().get(argument)
        return ludeme if isinstance(ludeme, Moves) else None

    def _argument(
        self, number: int, given: Sequence[tuple[Form, Span]], form: Form, speaker: Referring, whose: bool
    ) -> str:
        if not 0 < number <= len(given):
            return "it"
        written, place = given[number - 1]
        argument = _standing_at(form, place)
        ludeme = None if argument is None else self._by_form().get(argument)
        if ludeme is not None:
            return speaker.whose(ludeme) if whose else speaker.site(ludeme)
        shown = argument if argument is not None else written
        if isinstance(shown, Word):
            role = speaker.role(shown.text)
            if role is None:
                return speaker.word(shown.text)
            return speaker.whose(role) if whose else speaker.player(role)
        if isinstance(shown, Brace) and all(isinstance(each, Word) for each in shown.items):
            return words_together(tuple(each.text for each in shown.items if isinstance(each, Word)))
        if isinstance(shown, String):
            return one_line(shown.value)
        return one_line(shown.span.text) if not isinstance(shown, Paren | Brace) else "it"

    def _by_form(self) -> IdentityMap[Form, Ludeme]:
        if self._ludemes is None:
            self._ludemes = IdentityMap((form, ludeme) for ludeme, form in self.forms.items())
        return self._ludemes


@define
class NamedRules:
    """Rules that were told, under the names of their definitions, so that they are not told twice."""

    texts: dict[str, str] = field(factory=dict)
    again: set[str] = field(factory=set)

    def note(self, name: str, text: str) -> bool:
        """A rule is told under a name: the first of that name is what it stands for in this book."""
        if name in self.texts:
            return False
        self.texts[name] = self._plain(text)
        return True

    def is_known(self, name: str, text: str) -> bool:
        """Was just this rule told under the name?"""
        known = self.texts.get(name) == self._plain(text)
        if known:
            self.again.add(name)
        return known

    def _plain(self, text: str) -> str:
        """The words of a rule, told in a line or as a list; with the rules named in it put in."""
        text = _REFERENCE.sub(lambda match: self.texts.get(match[1], match[0]), _NAMED.sub("", text))
        return " ".join(_UNPLAIN.sub(" ", text.lower()).split())[:MAX_TOLD]

    def finished(self, text: str) -> str:
        """A text with the names of those rules in it that are told of again."""
        return _NAMED.sub(lambda match: f"(“{match[1]}”) " if match[1] in self.again else "", text)


_REFERENCE = re.compile("do as told under “([^”]*)”", re.IGNORECASE)
#: Where a move begins that goes on is not told apart; nor is how parts of a rule are joined.
_UNPLAIN = re.compile(
    r"(?:from )?the \w+ (?:moved to|of the last move)|do (?:what fits the case|one of these|this)|"
    r"\b(?:and|or|then)\b|\W+|\(\d+\)"
)
#: Longer rules are compared by their beginnings.
MAX_TOLD = 20_000
_NAMED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


def arguments_of(use: Span) -> tuple[tuple[Form, Span], ...]:
    """The arguments of a use, as they are written there, and their places in the text that has it."""
    if not use.text.startswith("("):
        return ()
    forms, _ = parse(Source(use.source.name, use.text))
    if not forms or not isinstance(forms[0], Paren):
        return ()
    start = use.start
    return tuple(
        (form, Span(use.source, start + form.span.start, start + form.span.end))
        for form in forms[0].items[1:]
    )


def _standing_at(form: Form, place: Span) -> Form | None:
    """The outermost form inside `form` that came to stand there from the text at `place`."""
    waiting = [form]
    while waiting:
        here = waiting.pop()
        for span in (here.span, *(use.use for use in here.via)):
            if span.source is place.source and place.start <= span.start and span.end <= place.end:
                if here is not form:
                    return here
        waiting += reversed(_children(here))
    return None


def forms_of(tree: object, bound: IdentityMap[Ludeme, Form]) -> IdentityMap[Ludeme, Form]:
    """Of the ludemes that a binder made those of the tree, with their forms."""
    pairs = ((ludeme, bound.get(ludeme)) for ludeme in ludemes_in(tree))
    return IdentityMap((ludeme, form) for ludeme, form in pairs if form is not None)
