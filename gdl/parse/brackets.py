"""Error recovery for brackets: where those of a text do not match, the likeliest slip is mended.

The grammar only ever sees brackets that match. A text whose brackets do match passes through here
unchanged; otherwise the text is cut at the top-level forms that surely start anew (`(define`, at the
left margin), and each piece is mended in the few ways that authors slip (a bracket missing, one too many,
one of the wrong kind), with and without trusting the indentation. The mending with the fewest slips wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.parse.grammar import Token
from gdl.source.diagnostics import UNSURE, Diagnostic, Label, sure_if
from gdl.source.edits import deleting, inserting, replacing
from gdl.source.text import Source, Span
from gdl.support.values import define, field

#: The deepest nesting that is read; the deepest game known has 35.
MAX_DEPTH = 100

_CLOSER = {"PAREN_OPEN": "PAREN_CLOSE", "BRACE_OPEN": "BRACE_CLOSE", "ANGLE_OPEN": "ANGLE_CLOSE"}
_OPENER = {closer: opener for opener, closer in _CLOSER.items()}
_TEXT = {
    "PAREN_OPEN": "(",
    "PAREN_CLOSE": ")",
    "BRACE_OPEN": "{",
    "BRACE_CLOSE": "}",
    "ANGLE_OPEN": "<",
    "ANGLE_CLOSE": ">",
}
#: What always stands at the top level: where one opens at the left margin, all before it should be closed.
TOP_LEVEL = frozenset({"game", "match", "define", "option", "ruleset", "rulesets", "metadata", "include"})

#: How far ahead the ways to mend a slip are compared, and how many slips are compared so at most.
_LOOK_AHEAD = 2000
_MAX_COMPARED = 20

#: With more slips than this in one piece the text is no game; only its first slips are shown.
_HOPELESS = 100
_HOPELESS_SHOWN = 5


def is_balanced(tokens: Sequence[Token], source: Source) -> bool:
    """Whether every bracket has its partner, and no form that surely starts anew is inside another."""
    stack: list[str] = []
    for index, token in enumerate(tokens):
        if token.type in _CLOSER:
            if stack and token.type == "PAREN_OPEN" and _starts_anew(tokens, index, source):
                return False
            stack.append(_CLOSER[token.type])
        elif token.type in _OPENER and (not stack or stack.pop() != token.type):
            return False
    return not stack


def _starts_anew(tokens: Sequence[Token], index: int, source: Source) -> bool:
    """Whether a `(` at the left margin opens what always stands at the top level."""
    at = tokens[index].start
    margin = at == 0 or source.text[at - 1] == "\n"
    return margin and index + 1 < len(tokens) and tokens[index + 1].text in TOP_LEVEL


def too_deep(tokens: Sequence[Token], source: Source) -> Diagnostic | None:
    """The mistake of brackets nested beyond any sense, if the text makes it."""
    depth = 0
    for token in tokens:
        if token.type in _CLOSER:
            depth += 1
            if depth > MAX_DEPTH:
                return Diagnostic(
                    "E0103",
                    f"brackets are nested more than {MAX_DEPTH} deep",
                    token.span,
                    help=("give inner parts names of their own with (define ...)",),
                )
        elif token.type in _OPENER and depth:
            depth -= 1
    return None


def mend(tokens: list[Token], source: Source) -> tuple[list[Token], list[Diagnostic]]:
    """Tokens whose brackets all match, and a mistake for each one that did not."""
    if is_balanced(tokens, source):
        return tokens, []
    marks = _marks(tokens, source)
    edits = _Edits()
    begin = 0
    for at in [*_fresh_starts(marks), len(marks)]:
        if at > begin:
            best = _best(marks[begin:at])
            edits.add(best)
            if best.cost > _HOPELESS:
                return [], _report(tokens, edits, source)[:_HOPELESS_SHOWN]
        begin = at
    return _apply(tokens, edits), _report(tokens, edits, source)


@define(eq=False)  # frozen ones take three times as long to make
class _Mark:
    """A bracket, or the first word on a line."""

    index: int  # in the tokens
    kind: str  # a bracket's terminal, or "" for a word
    line: int
    indent: int  # of the line
    leads: bool  # whether it is the first on its line
    fresh: bool  # whether a top-level form surely starts here


@define
class _Edits:
    """What to change: closers to leave out, to exchange, and to put before a token, each with its opener."""

    drops: dict[int, int | None] = field(factory=dict)
    swaps: dict[int, int] = field(factory=dict)
    inserts: list[tuple[int, int]] = field(factory=list)
    #: closing braces whose opening brace is to stand before a token
    opens: dict[int, int] = field(factory=dict)
    #: whether every way to read the text comes to these: then they can be made without asking
    certain: bool = field(default=True, eq=False)

    @property
    def cost(self) -> int:
        return len(self.drops) + len(self.swaps) + len(self.inserts) + len(self.opens)

    def add(self, other: _Edits) -> None:
        self.drops.update(other.drops)
        self.swaps.update(other.swaps)
        self.inserts.extend(other.inserts)
        self.opens.update(other.opens)
        self.certain = self.certain and other.certain


def _marks(tokens: Sequence[Token], source: Source) -> list[_Mark]:
    marks = []
    starts = [*source.starts, len(source.text) + 1]
    line = last_line = indent = 0  # counted from 1; `line` is that of the token
    for index, token in enumerate(tokens):
        start, kind = token.start, token.type
        while starts[line] <= start:
            line += 1
        leads = line != last_line
        if leads:
            indent = _width(source.text[starts[line - 1] : start])
        bracket = kind in _CLOSER or kind in _OPENER
        if bracket or leads:
            fresh = kind == "PAREN_OPEN" and _starts_anew(tokens, index, source)
            marks.append(_Mark(index, kind if bracket else "", line, indent, leads, fresh))
        last_line = line
        while starts[last_line] < token.end:  # a text may go over several lines
            last_line += 1
        line = last_line
    end = _Mark(len(tokens), "", last_line + 1, 0, False, False)
    return [*marks, end]


def _width(blank: str) -> int:
    return len(blank.expandtabs(4))


def _fresh_starts(marks: Sequence[_Mark]) -> list[int]:
    return [i for i, mark in enumerate(marks) if mark.fresh]


def _best(marks: Sequence[_Mark]) -> _Edits:
    """The mending of a piece with the fewest slips; of equals, the one that trusts the indentation."""
    trusts = ((True, True), (True, False), (False, True), (False, False))
    walks = [_walk(marks, indent, hold) for indent, hold in trusts]
    best = min(walks, key=lambda edits: edits.cost)
    best.certain = all(each == best for each in walks)
    return best


def _walk(marks: Sequence[_Mark], by_indent: bool, hold: bool) -> _Edits:
    """Mend a piece from left to right.

    With `by_indent`, a line that stands as far left as an opener's line closes that opener; with `hold`,
    a closer after which the text goes on further right than its opener's line is one too many.
    """
    edits = _Edits()
    stack: list[_Mark] = []
    compared = 0
    last_full: _Mark | None = None
    slipped = False
    for at, mark in enumerate(marks):
        if slipped and edits.cost > _HOPELESS:
            return edits
        slipped = False
        before = mark.index
        if by_indent and mark.leads:
            while stack and _should_be_closed(stack[-1], mark, stack):
                edits.inserts.append((before, stack.pop().index))
                slipped = True
        if mark.kind in _CLOSER:
            stack.append(mark)
        elif mark.kind in _OPENER:
            wanted = _OPENER[mark.kind]
            if stack and stack[-1].kind == wanted:
                if hold and _goes_on(marks, at, stack[-1]):
                    edits.drops[mark.index] = stack[-1].index
                    slipped = True
                else:
                    last_full = stack.pop()
                continue
            slipped = True
            choice = "insert"
            if compared < _MAX_COMPARED:
                compared += 1
                choice = _choose(marks, at, stack)
            if choice == "insert" and not any(m.kind == wanted for m in stack):
                choice = "swap" if stack else "drop"
            first = stack[-1].index + 2 if stack else 0
            # one list begins there at most, however often it seems to end
            if choice == "drop" and first not in edits.opens.values() and _ends_a_list(marks, at, stack):
                edits.opens[mark.index] = first
            elif choice == "drop":
                edits.drops[mark.index] = last_full.index if last_full and not stack else None
            elif choice == "swap":
                edits.swaps[mark.index] = stack.pop().index
            else:
                while stack[-1].kind != wanted:
                    edits.inserts.append((before, stack.pop().index))
                stack.pop()
    end = marks[-1].index + (1 if marks[-1].kind or marks[-1].leads else 0)
    edits.inserts.extend((end, mark.index) for mark in reversed(stack))
    return edits


def _should_be_closed(opener: _Mark, mark: _Mark, stack: Sequence[_Mark]) -> bool:
    """Whether the indentation says that `opener` was to be closed before the line that `mark` leads."""
    if opener.line == mark.line or opener.index == mark.index - 1:
        return False
    if mark.kind in _OPENER:
        wanted = _OPENER[mark.kind]
        return opener.indent > mark.indent and any(
            m.kind == wanted and m.indent == mark.indent for m in stack[:-1]
        )
    if opener.indent == mark.indent:
        return opener.leads and opener.kind == mark.kind
    return opener.indent > mark.indent


def _ends_a_list(marks: Sequence[_Mark], at: int, stack: Sequence[_Mark]) -> bool:
    """Whether a `}` without a `{` is the end of all that a ludeme holds, brackets in brackets: then the
    `{` is missing behind the ludeme's name."""
    if not stack or marks[at].kind != "BRACE_CLOSE" or stack[-1].kind != "PAREN_OPEN":
        return False
    opener = stack[-1].index
    closed = at + 1 < len(marks) and marks[at + 1].kind == "PAREN_CLOSE"
    adjoining = closed and marks[at + 1].index == marks[at].index + 1
    first = next((mark for mark in marks if mark.index > opener and mark.kind), None)
    return adjoining and first is not None and first.kind == "PAREN_OPEN" and first.index == opener + 2


def _goes_on(marks: Sequence[_Mark], at: int, opener: _Mark) -> bool:
    """Whether the line after this closer stands further right than the form that it closes."""
    follower = marks[at + 1] if at + 1 < len(marks) else None
    return opener.leads and follower is not None and follower.leads and follower.indent > opener.indent


def _choose(marks: Sequence[_Mark], at: int, stack: Sequence[_Mark]) -> str:
    """The way to mend a closer that does not fit after which the fewest slips follow."""
    wanted = _OPENER[marks[at].kind]
    kinds = [mark.kind for mark in stack]
    costs = {"drop": 1 + _slips(marks, at + 1, list(kinds))}
    if wanted in kinds:
        keep = len(kinds) - 1 - kinds[::-1].index(wanted)
        costs["insert"] = len(kinds) - 1 - keep + _slips(marks, at + 1, kinds[:keep])
    if kinds:
        costs["swap"] = 1 + _slips(marks, at + 1, kinds[:-1])
    order = ("swap", "insert", "drop") if marks[at].leads else ("insert", "swap", "drop")
    return min((choice for choice in order if choice in costs), key=lambda choice: costs[choice])


def _slips(marks: Sequence[_Mark], at: int, kinds: list[str]) -> int:
    """How many slips the rest of a piece makes, mended in the plainest way."""
    count = 0
    for mark in marks[at : at + _LOOK_AHEAD]:
        if mark.kind in _CLOSER:
            kinds.append(mark.kind)
        elif mark.kind in _OPENER:
            wanted = _OPENER[mark.kind]
            if wanted in kinds:
                while kinds.pop() != wanted:
                    count += 1
            else:
                count += 1
    return count + len(kinds)


def _apply(tokens: Sequence[Token], edits: _Edits) -> list[Token]:
    """The tokens with the edits made. What is put in has no width, right behind the token before it."""
    inserts: dict[int, list[int]] = {}
    for before, opener in edits.inserts:
        inserts.setdefault(before, []).append(opener)
    opened = set(edits.opens.values())
    mended: list[Token] = []
    done = 0
    for index in sorted({*inserts, *opened, *edits.drops, *edits.swaps}):
        mended += tokens[done:index]
        done = index
        for opener in inserts.get(index, ()):
            kind = _CLOSER[tokens[opener].type]
            end = mended[-1].end
            mended.append(Token(kind, _TEXT[kind], tokens[0].source, end, end))
        if index in opened:
            end = mended[-1].end
            mended.append(Token("BRACE_OPEN", "{", tokens[0].source, end, end))
        if index in edits.drops:
            done = index + 1
        elif index in edits.swaps:
            token, done = tokens[index], index + 1
            kind = _CLOSER[tokens[edits.swaps[index]].type]
            mended.append(Token(kind, token.text, token.source, token.start, token.end))
    mended += tokens[done:]
    return mended


def _report(tokens: Sequence[Token], edits: _Edits, source: Source) -> list[Diagnostic]:
    # Which of the brackets inside a line lacks its partner is a guess, however it is read: only where a line
    # of closing brackets ends the text is it shown by the lines' indentation that none before is meant.
    last = len(tokens) - 1
    at_the_end = edits.certain and not edits.swaps and all(at > last for at, _ in edits.inserts)
    at_the_end = at_the_end and _ends_in_closers(source, tokens)
    single = edits.certain and edits.cost == 1
    mistakes = [_unclosed(tokens, source, opener, before, at_the_end) for before, opener in edits.inserts]
    for closer, opener in edits.swaps.items():
        wanted = _TEXT[_CLOSER[tokens[opener].type]]
        sure = single and _is_what_it_seems(tokens, opener)
        mistakes.append(
            Diagnostic(
                "E0106",
                f"`{tokens[closer]}` closes `{tokens[opener]}`",
                tokens[closer].span,
                label=f"`{wanted}` is wanted here",
                related=(Label(_head(source, tokens, opener), "opened here"),),
                fixes=replacing(tokens[closer].span, str(tokens[closer]), wanted, sure_if(sure)),
            )
        )
    mistakes += [_unopened(tokens, source, closer, at) for closer, at in edits.opens.items()]
    for closer, partner in edits.drops.items():
        harmless = tokens[closer].type == "ANGLE_CLOSE"
        related = () if partner is None else (Label(_head(source, tokens, partner), "closed too early"),)
        mistakes.append(
            Diagnostic(
                # Placeholders are short and cannot nest, so a second `>` misleads nobody.
                "W0101" if harmless else "E0105",
                f"there is one `{tokens[closer]}` too many",
                tokens[closer].span,
                label="closes nothing",
                help=("delete it, or look for a bracket closed too early",),
                related=related,
                severity="warning" if harmless else "error",
                fixes=deleting(
                    tokens[closer].span,
                    str(tokens[closer]),
                    sure_if(harmless or (at_the_end and closer + len(edits.drops) > last)),
                ),
            )
        )
    return mistakes


def _ends_in_closers(source: Source, tokens: Sequence[Token]) -> bool:
    """Whether nothing but closing brackets stands on the last line that anything stands on."""
    start = source.starts[source.position(tokens[-1].start)[0] - 1]
    return not source.text[start : tokens[-1].end].strip(" \t)}>")


def _is_what_it_seems(tokens: Sequence[Token], opener: int) -> bool:
    """Whether an opening bracket is followed by what follows its kind alone: a name of a ludeme, in small
    letters, stands behind a round one. Else it may be the one that is of the wrong kind."""
    behind = tokens[opener + 1]
    named = behind.type == "WORD" and behind.text[:1].islower()
    return named == (tokens[opener].type == "PAREN_OPEN")


def _unclosed(tokens: Sequence[Token], source: Source, opener: int, before: int, certain: bool) -> Diagnostic:
    closer = _TEXT[_CLOSER[tokens[opener].type]]
    last = tokens[before - 1].end
    place = Span(source, last - 1, last)
    related: tuple[Label, ...] = ()
    if before - 1 > opener:
        related = (Label(place, f"a `{closer}` seems to be missing after this"),)
    return Diagnostic(
        "E0104",
        f"this `{tokens[opener]}` is never closed",
        _head(source, tokens, opener),
        label=f"its `{closer}` is missing",
        help=(f"add `{closer}` at the end of line {place.line}",),
        related=related,
        fixes=inserting(Span(source, last, last), closer, sure_if(certain)),
    )


def _unopened(tokens: Sequence[Token], source: Source, closer: int, before: int) -> Diagnostic:
    head = _head(source, tokens, before - 2)
    start = tokens[before].start
    return Diagnostic(
        "E0105",
        "this `}` closes nothing: its `{` is missing",
        tokens[closer].span,
        label="closes nothing",
        help=(f"add `{{` behind `{head.text}`",),
        related=(Label(head, "a `{` seems to be missing after this"),),
        fixes=inserting(Span(source, start, start), "{", UNSURE),  # the list may begin further on
    )


def _head(source: Source, tokens: Sequence[Token], opener: int) -> Span:
    """An opening bracket with the word behind it, which names what it opens."""
    start, end = tokens[opener].start, tokens[opener].end
    if opener + 1 < len(tokens) and tokens[opener + 1].type == "WORD" and tokens[opener + 1].start == end:
        end = tokens[opener + 1].end
    return Span(source, start, end)
