"""Arguments of definitions that are left out where that leaves another rule than the definition says.

A definition may be used with fewer arguments than it has parameters: each place of `#n` is then left out. As
a rule it is an optional argument of a ludeme that goes, and the ludeme means the same without. But an
operator that loses an operand means something else: `(union #1 (sites Top))` becomes `(sites Top)`. And where
what stands behind takes the place of what is left out, `(if #1 #2 #3)` becomes `(if #1 #3)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gdl.bind.binder import Binder, Match
from gdl.bind.specs import Param, Spec
from gdl.expand.definitions import PARAMETER, Definition, walk
from gdl.parse.forms import Brace, Form, Named, Paren, String, Word
from gdl.parse.parser import parse
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Source, Span, Use
from gdl.support.values import frozen

#: What stands in a use for an argument that is left out on purpose.
_ON_PURPOSE = "~"

Place = tuple[Source, int, int]


@frozen
class _Loss:
    """An argument that is missing in a ludeme, and what that does to the ludeme."""

    form: Paren
    number: int
    effect: str


def check_absent(game: Form, definitions: Mapping[str, Definition], binder: Binder) -> tuple[Diagnostic, ...]:
    """Warnings of uses without an argument whose absence changes what a ludeme of the definition means.

    `binder` is the one that has bound the game.
    A use that says so, with `~` in the argument's place, is meant.
    """
    forms = [form for form in walk((game,)) if isinstance(form, Paren) and form.via and form.via[0].absent]
    if not forms:
        return ()
    written = _Written(definitions)
    result: dict[tuple[Place, int], Diagnostic] = {}
    for form in forms:
        for loss in _losses(form, written, binder):
            use, number, meant = written.to_blame(form.via, loss.number)
            if not meant:
                result.setdefault((_place(use.use), number), _warning(use, number, loss))
    return tuple(result.values())


def _place(span: Span) -> Place:
    return (span.source, span.start, span.end)


class _Written:
    """The forms of definitions as they are written, by their places."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._forms = {
            _place(form.span): form
            for definition in definitions.values()
            for form in walk(definition.body)
            if isinstance(form, Paren | String)
        }

    def form(self, span: Span) -> Form | None:
        """The form that stands there in a definition."""
        return self._forms.get(_place(span))

    def to_blame(self, via: Sequence[Use], number: int) -> tuple[Use, int, bool]:
        """The use that leaves the argument out, its number there, and whether it says so.

        A definition that hands an argument of its own on does not leave it out: whoever uses that one does.
        """
        use = via[0]
        for around, use in enumerate(via, 1):
            inside = around < len(via)
            given = self._given(use, inside)
            if number > len(given):
                return use, number, False
            argument = given[number - 1]
            handed_on = PARAMETER.fullmatch(argument.text) if isinstance(argument, Word) else None
            if handed_on is None or not inside:
                break
            number = int(handed_on[1])
        return use, number, True

    def _given(self, use: Use, inside: bool) -> tuple[Form, ...]:
        form = self.form(use.use) if inside else None
        if form is None:
            forms, _ = parse(Source("", use.use.text))
            form = forms[0] if forms else None
        return form.items[1:] if isinstance(form, Paren) else ()


def _losses(form: Paren, written: _Written, binder: Binder) -> Iterator[_Loss]:
    original = written.form(form.span)
    matches = binder.matches(form)
    if not isinstance(original, Paren) or not matches:
        return
    absent = form.via[0].absent
    for at, item in enumerate(original.items):
        match = PARAMETER.fullmatch(item.text) if isinstance(item, Word) else None
        if match is None or int(match[1]) not in absent or at < len(matches[0].entry.words):
            continue
        effect = _of_one(matches) or _moved_up(original, at, absent, matches, binder)
        if effect:
            yield _Loss(form, int(match[1]), effect)


def _of_one(matches: Iterable[Match]) -> str:
    """What is left of an operator with a single operand; nothing if it has more, or is no operator."""
    for match in matches:
        operands = [form for form, _ in match.positional if not _is_consequence(form)]
        if len(operands) == 1 and not isinstance(operands[0], Brace):
            if _is_operator(match.signature.positional):
                return f"leaves `{match.entry.words[0]}` with one operand"
    return ""


def _is_operator(params: Sequence[Param]) -> bool:
    """Whether it takes operands of one kind, of which the first may be left out."""
    first: dict[Spec, Param] = {}
    repeated = [param for param in params if first.setdefault(param.spec, param) is not param]
    return any(first[param.spec].optional for param in repeated)


def _is_consequence(form: Form) -> bool:
    return isinstance(form, Paren) and form.items[:1] == (Word("then"),)


def _moved_up(
    original: Paren, at: int, absent: Sequence[int], matches: Sequence[Match], binder: Binder
) -> str:
    """Whether what stands behind takes the place of the argument that is left out."""
    if all(isinstance(each, Named) for each in original.items[at + 1 :]):
        return ""
    for match in matches:
        index = _standing_before(original, len(match.entry.words), at, absent)
        if index is None or index >= len(match.positional):
            return ""
        item, after = match.positional[index]
        before = match.positional[index - 1][1] if index else -1
        later = match.signature.positional[after + 1 :]
        if after > before + 1 or not any(binder.fits(item, param.spec) for param in later):
            return ""  # there is a place left before it, or it has no other to stand in
    return f"makes the argument behind it of `{matches[0].entry.words[0]}` take its place"


def _standing_before(original: Paren, words: int, at: int, absent: Sequence[int]) -> int | None:
    """How many arguments without a name stand before this one, as it is used; None where that is not told:
    what a definition stands for may be several."""
    count = 0
    for item in original.items[words:at]:
        if isinstance(item, String) or (isinstance(item, Paren) and isinstance(item.items[0], String)):
            return None
        match = PARAMETER.fullmatch(item.text) if isinstance(item, Word) else None
        count += not isinstance(item, Named) and not (match is not None and int(match[1]) in absent)
    return count


def _warning(use: Use, number: int, loss: _Loss) -> Diagnostic:
    return Diagnostic(
        "W0308",
        f'"{use.name}" is used without its #{number}, which {loss.effect}',
        use.use,
        f"#{number} is not given",
        help=("give the argument, or write `~` in its place if it is to be left out",),
        related=(Label(loss.form.span, "here it is missing"),),
        severity="warning",
    )
