"""Error recovery of the lexer: what characters that are no part of the language most likely mean, such as
brackets, quotes and comments as other languages write them. Each is a mistake once, and read as was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.parse.grammar import Token
from gdl.source.diagnostics import SURE, Diagnostic, Fix, sure_if
from gdl.source.edits import deleting, deleting_blanks, replacing
from gdl.source.text import Source, Span
from gdl.support.values import define, field

#: More stray characters than this in one text say only that it is not a game at all.
MAX_REPORTED = 5

#: A text in quotes of another kind, on one line.
_QUOTED = r"""['‘’´`“”„«]([^'‘’´`“”«»"\n(){}]*)['‘’´`“”»]"""
_SQUARE = {"PAREN_OPEN": "PAREN_CLOSE", "BRACE_OPEN": "BRACE_CLOSE"}

_HINTS = {
    ",": "arguments are separated by spaces alone",
    ";": "a comment starts with `//`",
    "'": "texts stand in double quotes",
    "‘": "texts stand in double quotes",
    "’": "texts stand in double quotes",
    "“": "texts stand in plain double quotes",
    "”": "texts stand in plain double quotes",
    "[": "use `(` `)` around a ludeme and `{` `}` around a list",
    "]": "use `(` `)` around a ludeme and `{` `}` around a list",
    ":": "write `name:value` without a space before the colon",
    "&": "write (and a b)",
    "|": "write (or a b)",
    "!": "write (not a), or != for unequal",
}


def comment_end(text: str, start: int, last: int) -> int:
    """Where a comment of another language ends that starts here; -1 where none starts. The `last` end of one
    in the text is known: where there are very many beginnings, each would look for it to the text's end."""
    if text.startswith("/*", start):
        end = text.find("*/", start) if start <= last else -1
        return end + 2 if end >= 0 else _line_end(text, start)
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if before.strip() and not before.endswith((") ", "} ")):
        return -1  # `(square; 3)` is a slip of another kind
    if text[start] == ";" or (text[start] == "#" and text[start + 1 : start + 2].isspace()):
        return _line_end(text, start)
    return -1


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


@define
class Strays:
    """The stray characters of one text."""

    source: Source
    mistakes: list[Diagnostic]
    _count: int = field(default=0)
    _open: list[str] = field(factory=list)  # square brackets, by the kind of bracket they were read as

    def comment(self, start: int) -> None:
        """A comment of another language."""
        length = 2 if self.source.text.startswith("/*", start) else 1
        place = Span(self.source, start, start + length)
        fixes = replacing(place, place.text, "//", SURE) if length == 1 else ()
        self._report(start, start + length, "a comment starts with `//`", fixes)

    def read(self, start: int, end: int, tokens: list[Token]) -> int:
        """Read stray characters, adding to the tokens what they stand for; returns where to go on."""
        text, char = self.source.text, self.source.text[start]
        quoted = re.compile(_QUOTED).match(text, start)
        if quoted:
            place = Span(self.source, start, quoted.end())
            fixes = replacing(place, quoted.group(), f'"{quoted[1]}"', SURE)
            self._report(start, quoted.end(), f'write it in plain double quotes: "{quoted[1]}"', fixes)
            tokens.append(Token("STRING", f'"{quoted[1]}"', self.source, start, quoted.end()))
            return quoted.end()
        if char in "[]":
            self._bracket(start, tokens)
            return start + 1
        if char == ":" and _can_be_name(tokens):
            name = tokens[-1]
            tokens[-1] = Token("NAME", f"{name}:", self.source, name.start, start + 1)
            end = start + 1
            blank = Span(self.source, name.start + len(name.text), start)
            self._report(start, end, _HINTS[char], deleting_blanks(blank, SURE))
            return end
        # `0,5` may be a half, and `1,250` a thousand and more.
        number = text[start - 1 : start].isdigit() and text[end : end + 1].isdigit()
        place = Span(self.source, start, end)
        fixes = deleting(place, place.text, sure_if(not number)) if not place.text.strip(",") else ()
        self._report(start, end, _HINTS.get(char, ""), fixes)
        return end

    def _bracket(self, start: int, tokens: list[Token]) -> None:
        follower = self.source.text[start + 1 : start + 2]
        if self.source.text[start] == "[":
            kind = "PAREN_OPEN" if follower.isalpha() else "BRACE_OPEN"
            self._open.append(kind)
            self._report(start, start + 1, _HINTS["["])
        elif self._open:  # of a pair the first is enough
            kind = _SQUARE[self._open.pop()]
        else:
            self._report(start, start + 1, _HINTS["]"])
            return
        sign = {"PAREN_OPEN": "(", "PAREN_CLOSE": ")", "BRACE_OPEN": "{", "BRACE_CLOSE": "}"}[kind]
        tokens.append(Token(kind, sign, self.source, start, start + 1))

    def _report(self, start: int, end: int, hint: str, fixes: tuple[Fix, ...] = ()) -> None:
        self._count += 1
        if self._count > MAX_REPORTED:
            return
        stray = self.source.text[start:end]
        shown = f"`{stray}`" if stray.isprintable() else f"U+{ord(stray[0]):04X}"
        if not hint and not stray[0].isprintable():
            hint = "delete it: it is an invisible control character"
        self.mistakes.append(
            Diagnostic(
                "E0108",
                f"{shown} means nothing here" if len(stray) < 30 else "this means nothing here",
                Span(self.source, start, end),
                help=(hint,) if hint else (),
                fixes=fixes,
            )
        )


def _can_be_name(tokens: Sequence[Token]) -> bool:
    """Whether the last token is a word inside brackets that is not their head."""
    if len(tokens) < 2 or tokens[-1].type != "WORD":
        return False
    return tokens[-1].text.isidentifier() and tokens[-2].type != "PAREN_OPEN"
