"""Surface realisation: numbers as words, plurals, articles, lists, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth", "eleventh", "twelfth")  # fmt: skip
_IRREGULAR = {"man": "men", "woman": "women", "die": "dice", "wolf": "wolves", "goose": "geese",
              "mouse": "mice", "child": "children", "ox": "oxen", "vertex": "vertices", "knife": "knives",
              "thief": "thieves", "sheep": "sheep", "fish": "fish"}  # fmt: skip
#: Letters and digits that are read with a vowel first.
_VOWEL = r"(?i)(?:[aeio]|u(?!ni|se|su)|8|11\b|18\b|hour|honest)"

#: The longest clause that stays in a line; longer lists are written as lists.
LONG = 170
#: More names than this of a region, a track or a table are not listed.
MOST_NAMES = 24
#: A sentence is no longer than this: what a stranger's file says at greater length is cut.
MAX_SENTENCE = 3000


def number_word(number: int) -> str:
    """A whole number as a noun: zero to twelve in words."""
    if number == 0:
        return "zero"
    return _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)


def counted(number: int, noun: str) -> str:
    """So many of a thing: `no pieces`, `one piece`, `14 pieces`."""
    word = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number}"
    return f"{word} {noun if number == 1 else plural(noun)}"


def ordinal(number: int) -> str:
    """The first, second, ... 14th of something."""
    if 0 < number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def times_word(number: int) -> str:
    """How often: once, twice, three times."""
    return {1: "once", 2: "twice"}.get(number, f"{number_word(number)} times")


def plural(noun: str) -> str:
    """Several of a noun, whose last word is the one that changes."""
    head, space, last = noun.rpartition(" ")
    low = last.lower()
    for one, many in _IRREGULAR.items():
        if low == one or (
            one == "man" and low.endswith("man") and low not in ("human", "shaman", "talisman")
        ):
            changed = last[: len(last) - len(one)] + many
            if last[:1].isupper():
                changed = changed[:1].upper() + changed[1:]
            return head + space + changed
    if not low or not low[-1].isalpha():
        return noun + "s" if low else noun
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def singular(noun: str) -> str:
    """One of what a plural names; a word that is no plural stays as it is."""
    head, space, last = noun.rpartition(" ")
    for one, many in _IRREGULAR.items():
        if last.lower() == many or (one == "man" and last.lower().endswith("men")):
            return head + space + last[: len(last) - len(many)] + one
    if last.endswith("ies") and len(last) > 4:
        return noun[:-3] + "y"
    if last.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return noun[:-2]
    return noun[:-1] if last.endswith("s") and not last.endswith("ss") else noun


def a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if re.match(_VOWEL, noun) else 'a'} {noun}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; with commas in the parts `a, and b`."""
    if len(parts) < 2:
        return "".join(parts)
    comma = (
        ","
        if any("," in part or f" {word} " in part or part.startswith(("either ", "both ")) for part in parts)
        else ""
    )
    return f"{', '.join(parts[:-1])}{comma} {word} {parts[-1]}"


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text as a sentence: a capital first, a stop at the end."""
    text = tidy(text.replace("\ue000", "it"))
    if len(text) > MAX_SENTENCE:
        text = text[:MAX_SENTENCE].rpartition(" ")[0] + " …"
    return capital(text) if text.endswith((".", ":", "!", "?", "…")) or not text else capital(text) + "."


def tidy(text: str) -> str:
    """The text without doubled blanks and stops."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:])", r"\1", text)
    text = re.sub(r"([,;:])[,;]+", r"\1", text)
    return re.sub(r";(?=\.?$)", "", text)


def possessive(noun: str) -> str:
    """Whose something is."""
    return noun + ("'" if noun.endswith("s") else "'s")


_CHOICE = r"<([^<>|]*)\|([^<>|]*)>"


def choose(text: str, no: bool) -> str:
    """The text with its `<yes|no>` decided."""
    return re.sub(_CHOICE, lambda match: match[2 if no else 1], text)


def amount(text: str, many: str, single: str, number: int, counts: bool) -> str:
    """A clause on a number, given as it is said: `many` (`at least two`) is how many there are of what it
    counts, `single` (`is two or more`) what a number is that counts nothing."""
    if text.startswith("the number of times that "):
        return _often(text.removeprefix("the number of times that "), many)
    if text.startswith("the number of moves made"):
        rest = text.removeprefix("the number of moves made")
        return f"{many} {'move has' if number == 1 and many != 'no' else 'moves have'} been made{rest}"
    if text.startswith("the number of games played"):
        return f"{many} {'game has' if number == 1 else 'games have'} been played"
    if text.startswith("the number of ") and counts:
        noun = text.removeprefix("the number of ")
        if noun.startswith(("your ", "the ", "those ", "one ")):
            many = "none" if many == "no" else many
            return f"there {'is' if number == 1 else 'are'} {many} of {noun}"
        verb = "is" if number == 1 and many != "no" else "are"
        return f"there {verb} {many} {one_of(noun) if number == 1 else noun}"
    return f"{text} {single}"


def _often(what: str, many: str) -> str:
    """How often something was so."""
    head, _, last = many.rpartition(" ")
    number = {number_word(n): n for n in range(1, 13)}.get(last)
    often = times_word(number) if number is not None else f"{last} times"
    if many == "no":
        return f"it was never so that {what}"
    head = "" if head == "exactly" else head
    subject, _, rest = what.partition(" stood ")
    return f"{subject} stood {head} {often} {rest}" if rest else f"{head} {often} {what}"


def one_of(noun: str) -> str:
    """One of what is counted: `piece on d4` of `pieces on d4`."""
    first, space, rest = noun.partition(" ")
    if first in ("pieces", "cells", "points", "groups", "edges", "holes"):
        return first[:-1] + space + rest
    if not space:
        return singular(noun)
    if first.endswith("s") and plural(first[:-1]) == first:
        return first[:-1] + space + rest
    return noun


_NAME = r"([a-z]+)(\d+)"


def runs(names: list[str], word: str = "and") -> str:
    """Names as a list, in which three or more of a row or column in order become `a1–a8`."""
    done: list[str] = []
    run: list[str] = []
    for name in [*names, ""]:
        if run and _follows(run, name):
            run.append(name)
            continue
        done += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
        run = [name] if name else []
    return listed(done, word)


def _follows(run: list[str], name: str) -> bool:
    last, here = re.fullmatch(_NAME, run[-1]), re.fullmatch(_NAME, name)
    if last is None or here is None:
        return False
    step = (_column(here[1]) - _column(last[1]), int(here[2]) - int(last[2]))
    if len(run) == 1:
        return step in ((1, 0), (0, 1))
    before = re.fullmatch(_NAME, run[-2])
    assert before is not None
    return step == (_column(last[1]) - _column(before[1]), int(last[2]) - int(before[2]))


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 96
    return number
