"""Lexer and parser generation: `python -m gdl.parse.generate` prints `tables.py`, made from `grammar.lark`.

Lark reads the grammar, and works out what each terminal matches and the tables of an LALR(1) parser (DeRemer
and Pennello). That takes as long as checking a small game, so it is done when the grammar changes, as with
yacc; a test holds that nobody forgets it.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

from lark import Lark
from lark.common import ParserConf
from lark.parsers.lalr_analysis import LALR_Analyzer, Shift


def grammar() -> Lark:
    """The parser that Lark makes of `grammar.lark`: what the language is, for whoever can wait."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", maybe_placeholders=False)


def tables_module() -> str:
    """The text of `tables.py`."""
    lark = grammar()
    terminals = sorted(lark.terminals, key=lambda terminal: -terminal.priority)
    analyzer = LALR_Analyzer(ParserConf(lark.rules, {}, ["start"]))
    analyzer.compute_lalr()  # type: ignore[no-untyped-call]
    table = analyzer.parse_table
    states = _in_order(table)
    rules = sorted(lark.rules, key=_rule_name)
    lines = [
        f'"""{_WHENCE}"""',
        "",
        "# fmt: off",
        "#: What each terminal matches, higher ranks first.",
        "TERMINALS = (",
        *(f"    ({_quoted(each.name)}, {_quoted(each.pattern.to_regexp())})," for each in terminals),
        ")",
        "#: By rule: what it is to the states, of how many, and what it makes; empty: it passes one on.",
        "RULES = (",
        *(
            f'    ("{rule.origin.name}", {len(rule.expansion)}, "{_made(rule)}"),  # {_rule_name(rule)}'
            for rule in rules
        ),
        ")",
        "#: By state and what comes next: the state to shift to, or ~ the rule to reduce by.",
        "STATES: tuple[dict[str, int], ...] = (",
    ]
    for actions in (table.states[state] for state in states):
        steps = {
            str(symbol): states.index(found) if action is Shift else ~rules.index(found)
            for symbol, (action, found) in actions.items()
        }
        row = ", ".join(f'"{symbol}": {step}' for symbol, step in sorted(steps.items()))
        lines += textwrap.wrap("{" + row + "},", 100, initial_indent="    ", subsequent_indent="     ")
    (end,) = table.end_states.values()
    return "\n".join([*lines, ")", "START = 0", f"END = {states.index(end)}", ""])


_WHENCE = "The terminals and the LALR(1) tables of `grammar.lark`. Printed by `python -m gdl.parse.generate`."


def _in_order(table: Any) -> list[Any]:
    """The states of a parse table in the order in which they are reached, breadth first: always the same."""
    found = list(table.start_states.values())
    for state in found:
        for _, (action, to) in sorted(table.states[state].items(), key=lambda each: str(each[0])):
            if action is Shift and to not in found:
                found.append(to)
    return found


def _made(rule: Any) -> str:
    """What a rule is called for those who make something of it; empty where it only passes on what it has."""
    passes_on = rule.options.expand1 and len(rule.expansion) == 1 and not rule.alias
    return "" if passes_on else str(rule.alias or rule.origin.name)


def _rule_name(rule: Any) -> str:
    return " ".join((rule.origin.name, ":", *(symbol.name for symbol in rule.expansion)))


def _quoted(text: str) -> str:
    """A literal as the formatter has it, in plain letters."""
    shown = ascii(text)
    if '"' in text:
        return shown
    return f'"{shown[1:-1]}"'


if __name__ == "__main__":
    sys.stdout.write(tables_module())
