"""Mutation of texts: characters, bytes, encodings, words and lines, whatever the text is."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

#: Numbers near the limits of what is small, fits a byte, a word, two words, or nothing.
NUMBERS = tuple(
    str(number)
    for number in (
        *(0, -1, 1, 2, 3, 7, 63, 64, 255, 256, 1000, 10**6, 10**9, 2**31 - 1, 2**31, -(2**31), 2**32),
        *(2**63 - 1, 2**63, -(2**63), 2**64, 10**18 - 1, 10**30),
    )
)
#: Characters that mean something to parsers, terminals or encodings.
CHARACTERS = (
    *'(){}<>"\\:;#*/.,-+=|~\'` \t\n\r\v\f[]&!?%@',
    *"\0\x07\x1b\x7f\x85\x9b\xa0\u200b\u2028\u202e\u2066\ufeff\ufffd١é十😀",
    "\x1b]0;x\x07", "\r\n", "//", "((((", "))))", "{{{{", '""', "e\u0301", "\U0010ffff",
)  # fmt: skip
#: The longest file; a little longer than is read.
LONGEST = 1_000_001

_WORD = re.compile(r"\s+|[\w\-.]+|[^\w\s]")
_NUMBER = re.compile(r"\d+")


def _delete(random: Random, text: str) -> str:
    start = random.randrange(len(text) + 1)
    return text[:start] + text[start + random.choice((1, 1, 1, 2, 5, 20, 200)) :]


def _insert(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(CHARACTERS) * random.choice((1, 1, 1, 1, 2, 3, 50)) + text[at:]


def _change(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return (
        text[:at]
        + random.choice((random.choice(CHARACTERS), chr(random.randrange(32, 127))))
        + text[at + 1 :]
    )


def _cut(random: Random, text: str) -> str:
    return text[: random.randrange(len(text) + 1)]


def _repeat(random: Random, text: str) -> str:
    start = random.randrange(len(text) + 1)
    piece = text[start : start + random.choice((1, 2, 5, 20, 100))]
    return text[:start] + piece * random.choice((2, 3, 10)) + text[start:]


def _number(random: Random, text: str) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return _insert(random, text)
    match = random.choice(found)
    return text[: match.start()] + random.choice(NUMBERS) + text[match.end() :]


def _words(random: Random, text: str) -> str:
    """Swap, drop, copy or join two words."""
    words = _WORD.findall(text)
    if not words:
        return text
    one, other = random.randrange(len(words)), random.randrange(len(words))
    how = random.randrange(4)
    if how == 0:
        words[one], words[other] = words[other], words[one]
    elif how == 1:
        del words[one]
    elif how == 2:
        words[one] = words[other]
    else:
        words.insert(one, words[other])
    return "".join(words)


def _lines(random: Random, text: str) -> str:
    """Swap, drop, double or indent lines."""
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    how = random.randrange(4)
    if how == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif how == 1:
        del lines[one]
    elif how == 2:
        lines.insert(one, lines[other])
    else:
        lines[one] = " " * random.choice((1, 2, 4)) + lines[one]
    return "\n".join(lines)


def _blow_up(random: Random, text: str) -> str:
    """Something repeated very often."""
    start = random.randrange(len(text) + 1)
    piece = text[start : start + random.choice((1, 2, 5, 20, 100))] or random.choice(CHARACTERS)
    times = random.choice((100, 1000, 5000, 20_000))
    return text[:start] + (piece * times)[:LONGEST] + text[start:]


Mutator = Callable[[Random, str], str]
MUTATORS: tuple[Mutator, ...] = (_delete, _insert, _change, _repeat, _number, _words, _words, _lines)


def mutate_text(random: Random, text: str, mutators: tuple[Mutator, ...] = MUTATORS) -> str:
    """A few mutations; seldom a big one."""
    for _ in range(min(8, 1 + int(random.expovariate(0.7)))):
        text = random.choice(mutators)(random, text)
    if random.random() < 0.02:
        text = _cut(random, text)
    if random.random() < 0.005:
        text = _blow_up(random, text)
    return text[:LONGEST]


def encode(random: Random, text: str) -> bytes:
    """The bytes of a text: UTF-8 nearly always, else something odd."""
    if random.random() < 0.97:
        return text.encode("utf-8", errors="surrogatepass")
    how = random.randrange(6)
    if how == 0:
        return text.encode(random.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7")), errors="replace")
    if how == 1:
        return text.replace("\n", "\r\n" if random.random() < 0.7 else "\r").encode("utf-8", errors="replace")
    data = bytearray(text.encode("utf-8", errors="replace"))
    for _ in range(random.randrange(1, 5)):
        at = random.randrange(len(data) + 1)
        if how == 2:
            data[at:at] = random.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5", b"\xe2\x82", b"\0"))
        elif how == 3:
            data[at : at + 1] = random.randbytes(1)
        elif how == 4:
            del data[at:]
        else:
            data[at:at] = random.randbytes(random.choice((1, 4, 100)))
    return bytes(data)
