"""Lexer generation: `python -m gdl.parse.generate` writes `terminals.py` from `grammar.lark`.

Lark reads the grammar and says what each terminal matches. That takes as long as checking a small game, so it
is done when the grammar changes; a test holds that nobody forgets it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lark import Lark


def grammar() -> Lark:
    """The parser generated from `grammar.lark`: what the language is, for whoever can wait."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", maybe_placeholders=False)


def terminals_module() -> str:
    """The text of `terminals.py`."""
    ranked = sorted(grammar().terminals, key=lambda terminal: -terminal.priority)
    return "\n".join(
        (
            '"""What each terminal matches, higher ranks first: made by `python -m gdl.parse.generate`."""',
            "",
            "TERMINALS = (",
            *(f"    ({_quoted(each.name)}, {_quoted(each.pattern.to_regexp())})," for each in ranked),
            ")",
            "",
        )
    )


def _quoted(text: str) -> str:
    """A literal as the formatter has it, in plain letters."""
    shown = ascii(text)
    if '"' in text:
        return shown
    return f'"{shown[1:-1]}"'


if __name__ == "__main__":
    sys.stdout.write(terminals_module())
