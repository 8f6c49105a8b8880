"""Single slips in a text of rules: what an author's hand does wrong once.

Each is one token or letter that is missing, too many, another, or in another place. What the text meant is
known, as it was right before: so it can be told whether repairs bring that back, or something else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gdl.parse.grammar import Token
from gdl.parse.tokens import tokenize
from gdl.source.text import Source

#: A slip: the tokens of a text, the text, and which token it happens at; None where it cannot happen there.
Slip = Callable[[list[Token], str, int, Random], "str | None"]

_OTHER_BRACKET = {"(": "{", "{": "(", ")": "}", "}": ")"}


def _cut(text: str, start: int, end: int, new: str = "") -> str:
    return text[:start] + new + text[end:]


def _missing(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    return _cut(text, tokens[at].start, tokens[at].end)


def _twice(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    blank = " " if token.type in ("WORD", "NUMBER", "STRING") else ""
    return _cut(text, token.end, token.end, blank + text[token.start : token.end])


def _exchanged(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    if at + 1 >= len(tokens):
        return None
    one, other = tokens[at], tokens[at + 1]
    between = text[one.end : other.start]
    return _cut(
        text, one.start, other.end, text[other.start : other.end] + between + text[one.start : one.end]
    )


def _bracket(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    other = _OTHER_BRACKET.get(text[token.start : token.end])
    return None if other is None else _cut(text, token.start, token.end, other)


def _bracket_moved(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    """A closing bracket that comes one form too soon or too late."""
    token = tokens[at]
    if text[token.start : token.end] not in (")", "}"):
        return None
    to = at + random.choice((-2, -1, 1, 2))
    if not 0 <= to < len(tokens):
        return None
    place = tokens[to].end
    without = _cut(text, token.start, token.end)
    place -= 1 if place > token.start else 0
    return _cut(without, place, place, text[token.start : token.end])


def _letters(change: Callable[[str, int, Random], str]) -> Slip:
    def slip(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
        token = tokens[at]
        word = text[token.start : token.end]
        if token.type not in ("WORD", "STRING", "NAME") or len(word.strip('":')) < 2:
            return None
        first = 1 if token.type == "STRING" else 0
        return _cut(
            text, token.start, token.end, change(word, random.randrange(first, len(word) - 1), random)
        )

    return slip


def _quote(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    if token.type == "STRING":
        gone = random.choice((token.start, token.end - 1))
        return _cut(text, gone, gone + 1)
    if token.type == "WORD":
        place = random.choice((token.start, token.end))
        return _cut(text, place, place, '"')
    return None


def _unquoted(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    if token.type != "STRING" or not text[token.start + 1 : token.end - 1].isidentifier():
        return None
    return _cut(text, token.start, token.end, text[token.start + 1 : token.end - 1])


def _quoted(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    if token.type not in ("WORD", "NUMBER"):
        return None
    return _cut(text, token.start, token.end, f'"{text[token.start : token.end]}"')


def _case(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    token = tokens[at]
    word = text[token.start : token.end]
    return (
        None if word.swapcase() == word else _cut(text, token.start, token.end, word[0].swapcase() + word[1:])
    )


def _comma(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    return _cut(text, tokens[at].end, tokens[at].end, ",")


def _other_word(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    """A word of the same text in another's place: names of ludemes (small) among themselves, and others."""
    token = tokens[at]
    words = [
        each
        for each in tokens
        if each.type == token.type
        and each.text != token.text
        and each.text[0].islower() == token.text[0].islower()
    ]
    if token.type not in ("WORD", "STRING", "NUMBER") or not words:
        return None
    return _cut(text, token.start, token.end, random.choice(words).text)


def _brackets_off(tokens: list[Token], text: str, at: int, random: Random) -> str | None:
    """A pair of brackets is missing."""
    if text[tokens[at].start : tokens[at].end] not in ("(", "{"):
        return None
    depth = 0
    for token in tokens[at:]:
        depth += (token.text in "({") - (token.text in ")}")
        if not depth:
            return _cut(_cut(text, token.start, token.end), tokens[at].start, tokens[at].end)
    return None


SLIPS: dict[str, Slip] = {
    "a token is missing": _missing,
    "a token is there twice": _twice,
    "two tokens are exchanged": _exchanged,
    "a bracket is of the other kind": _bracket,
    "a bracket closes too soon or too late": _bracket_moved,
    "brackets are missing": _brackets_off,
    "a letter is missing": _letters(lambda word, at, random: word[:at] + word[at + 1 :]),
    "a letter is there twice": _letters(lambda word, at, random: word[:at] + word[at] + word[at:]),
    "two letters are exchanged": _letters(
        lambda word, at, random: word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    ),
    "a letter is another": _letters(
        lambda word, at, random: word[:at] + random.choice("abcdefghijklmnoprstuvwxyz") + word[at + 1 :]
    ),
    "a quote is missing or too many": _quote,
    "quotes are missing": _unquoted,
    "quotes are too many": _quoted,
    "a capital is small, or a small letter a capital": _case,
    "a comma": _comma,
    "another word": _other_word,
}  # fmt: skip


def slipped(source: Source, name: str, random: Random) -> str | None:
    """The text with one slip of a kind somewhere; None where chance has found no place for it."""
    tokens, _ = tokenize(source)
    first = next((n for n, token in enumerate(tokens) if token.text in ("game", "match")), 0)
    last = next((n for n, token in enumerate(tokens) if token.text in ("metadata", "ruleset")), len(tokens))
    for _ in range(20):
        at = random.randrange(max(0, first - 1), last) if last > first else random.randrange(len(tokens))
        made = SLIPS[name](tokens, source.text, at, random)
        if made is not None and made != source.text:
            return made
    return None
