"""Mutation of records and scenarios: as texts, with what is special in their formats put in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from tests.fuzz.mutate_text import LONGEST, NUMBERS, encode, mutate_text

#: Pieces of records: tags, cut and doubled; quotes, comments and ends where none belong.
OF_RECORDS = (
    '[game "tic-tac-toe"]', '[game "nothing"]', '[game "../x.lud"]', '[game "played.rec"]', '[game ""]',
    "[game]", '[game "row.lud"]', '[game "', '[option "Row" "', '[option "Size"]', '[player "',
    '[seed "-1"]', '[seed "99999999999999999999"]', '[date "2026-99-99"]', '[date "0001-01-01"]',
    '[round "٣"]', '[result "0 0"]', '[result "1e9 2"]', '[result "1 2 3 4 5 6 7 8 9"]',
    '[end "abandoned"]', '[rules "x"]', '[unknown "x"]', "{", "}", "*", '"', '"\\', "\\", "1.", "0.",
    "99999999999999999999.", "a1", "a1-b2", "pass", "zz99", "a1xb2xc3", '"a1 b2"', "[", "]", "{ {", "--",
    "a1=Q", "1 2",
)  # fmt: skip

#: Pieces of YAML: what means something to its readers, and what a scenario does not expect.
OF_SCENARIOS = (
    "&a [*a]", "*a", "&a", "<<: *a", "!!python/object:os.system", "!!binary aGk=", "!!set {a}",
    "!!omap [a: 1]", "!!int x", "!!float .inf", "!!timestamp 2026-99-99", "2020-99-99", "2026-05-01",
    "2026-05-01T99:99:99Z", ".nan", ".inf", "1e999", "0x_", "0b2", "190:20:30", "~", "null", "Yes", "[",
    "]", "{", "}", "[[[[", "{{", "- ", "-", "? ", ": ", "|", ">-", "---", "...", "%YAML 9.9", "%TAG ! x",
    "@", "`", "'", '"', "#", "{a: b}", "[1, 2]", "[]", "{}", "winner: 3", "winner: [1]", "ranks: [.nan, 1]",
    "ranks: []", "mover: 99", "mover: -1", "ply: -1", "seed: -1", "seed: 99999999999999999999999",
    "game: ..", "game: /", "game: x", "legal_count: -1", "moves: 3", "name: [x]", "position: {pieces: {}}",
    "position: {pieces: {Cross: [z9]}}", "states: {a1: 99}", "options: {Board: 3}", "rolls: [[9, 9]]",
    "rolls: [0]", "perft: [0]", "after: {}", "after: [{move: []}]", "\t", "1: 2", "true: false",
)  # fmt: skip

_WORD = re.compile(r"\s+|[\w\-]+|[^\w\s]")


def mutate_file(random: Random, text: str, pieces: Sequence[str]) -> bytes:
    """Some pieces put in, or other mutations, or both; seldom a big one."""
    how = random.random()
    if how < 0.6:
        words = _WORD.findall(text)
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            at = random.randrange(len(words))
            words[at : at + random.choice((0, 1, 1, 3))] = [random.choice((*pieces, random.choice(NUMBERS)))]
        text = "".join(words)
    if how > 0.5:
        text = mutate_text(random, text)
    if random.random() < 0.005:
        at = random.randrange(len(text) + 1)
        piece = random.choice(pieces) + random.choice(("", " ", "\n"))
        text = text[:at] + (piece * random.choice((100, 3000, 20_000)))[:LONGEST] + text[at:]
    return encode(random, text)
