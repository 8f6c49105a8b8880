"""`gdl players`: who can be named as a player, what can be set of them, and who is strongest in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import json_option, load_game, options_option
from interpreter.cli.output import say, say_json, say_table

if TYPE_CHECKING:
    from interpreter.players.options import Option


@click.command()
@click.argument("game", required=False)
@options_option
@json_option
def command(game: str | None, options: dict[str, str], as_json: bool) -> None:
    """List the players and their options; with GAME, which searches `computer` plays it by, and why.

    Seats are separated by commas, options by colons: --players human,mcts:2s. The name of an option in
    brackets may be left out.
    """
    from interpreter.players.kinds import KINDS

    if game is not None:
        _say_selection(game, options, as_json)
        return

    if as_json:
        shown = [
            {
                "name": kind.name,
                "summary": kind.summary,
                "options": [
                    {
                        "name": option.name,
                        "unit": option.unit.name.split()[-1],
                        "default": _default(option) or None,
                        "name may be left out": option.bare,
                        "help": option.help,
                    }
                    for option in kind.options
                ],
                "only one of": [list(group) for group in kind.exclusive],
            }
            for kind in KINDS.values()
        ]
        say_json(shown, indent=2)
        return
    rows = []
    for kind in KINDS.values():
        rows.append((kind.name, "", "", kind.summary))
        for option in kind.options:
            name = f"[{option.name}=]" if option.bare else f"{option.name}="
            rows.append(("", name, _default(option), f"{option.help} ({option.examples})"))
    say_table(("player", "option", "default", "what it is"), rows, left=4)


def _default(option: Option) -> str:
    return "" if option.default is None else option.unit.write(option.default)


def _say_selection(name: str, options: dict[str, str], as_json: bool) -> None:
    """Which family is selected for a game: by a match that is played now, if none was kept."""
    from interpreter.players.portfolio import select_family

    game = load_game(name, options).on("auto")
    result = select_family(game)
    if as_json:
        say_json(
            {"game": game.name, "computer": result.family, "why": result.reason or "a match"}
            | ({} if result.reason else {"points": result.points, "games": result.games})
        )
        return
    say(f"{game.name}: computer plays by {result}")
