"""`gdl players`: who can be named as a player, what can be set of them, and who is strongest in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import json_option, load_game, options_option, seed_option
from interpreter.cli.output import say, say_json, say_table
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.players.options import Option


@click.command()
@click.argument("game", required=False)
@click.option("--weights", is_flag=True,
              help="With GAME: what was learnt of it, piece by piece and site by site.")  # fmt: skip
@click.option("--calibrate", type=click.IntRange(10, 10_000), metavar="GAMES",
              help="With GAME: measure its levels anew, by so many games each, and keep them.")  # fmt: skip
@options_option
@seed_option
@json_option
def command(
    game: str | None,
    weights: bool,
    calibrate: int | None,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> None:
    """List the players and their options; with GAME, which searches `computer` plays it by, and its levels.

    Seats are separated by commas, options by colons: --players human,mcts:2s. The name of an option in
    brackets may be left out.
    """
    from interpreter.players.kinds import KINDS

    if game is None and (weights or calibrate):
        raise click.UsageError("--weights and --calibrate need a GAME")
    if weights and game is not None:
        _say_weights(game, options, as_json)
        return
    if game is not None:
        _say_selection(game, options, calibrate, seed or 1, as_json)
        return

    if as_json:
        shown = [
            {
                "name": kind.name,
                "summary": kind.summary,
                "file": kind.file or None,
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
        if kind.file:
            rows.append(("", "FILE", "", kind.file))
        for option in kind.options:
            name = f"[{option.name}=]" if option.bare else f"{option.name}="
            rows.append(("", name, _default(option), f"{option.help} ({option.examples})"))
    say_table(Table.of(("player", "option", "default", "what it is"), rows, left=4))


def _default(option: Option) -> str:
    return "" if option.default is None else option.unit.write(option.default)


def _say_selection(
    name: str, options: dict[str, str], calibrate: int | None, seed: int, as_json: bool
) -> None:
    """Which family is selected for a game, by a match that is played now if none was kept; and its levels."""
    from attrs import asdict

    from interpreter.players import levels
    from interpreter.players.endgame import kept_table
    from interpreter.players.portfolio import select_family
    from interpreter.players.weights import learnt_weights

    game = load_game(name, options).on("auto")
    learnt = learnt_weights(game)
    result = select_family(game, learnt)
    if calibrate is not None:
        family = select_family(game).family  # (without what was learnt)
        for ladder in levels.calibrate(game, family, calibrate, seed):
            say(f"measured {len(ladder.shares)} of {len(levels.LEVELS) - 1} steps", error=True)
        levels.keep_ladder(game, ladder)
    ladder = levels.ladder_of(game)
    table = kept_table(game)
    if as_json:
        say_json(
            {"game": game.name, "computer": result.family, "why": result.reason or "a match"}
            | (
                {}
                if result.reason
                else {name: getattr(result, name) for name in ("points", "games", "other")}
            )
            | ({} if learnt is None else {"learnt": {"games": learnt.games, "plies": learnt.plies}})
            | ({} if table is None else {"table": {"positions": len(table), "which": table.which}})
            | {"levels": asdict(ladder)}
        )
        return
    say(f"{game.name}: computer plays by {result}")
    if learnt is not None:
        say(f"  learnt by self-play: {learnt.games:,} games, {learnt.plies:,} plies (seed {learnt.seed})")
    if table is not None:
        say(f"  a table of {len(table):,} positions: {table.which}")
    say(f"  levels by {ladder}")


#: So many n-tuples are shown.
_PATTERNS = 12


def _say_weights(name: str, options: dict[str, str], as_json: bool) -> None:
    """What was learnt of a game. Raises CannotPlayError where nothing was."""
    from attrs import asdict

    from interpreter.errors.user_errors import CannotPlayError
    from interpreter.learning.telling import patterns, piece_tables, rows_of
    from interpreter.players.weights import learnt_weights
    from interpreter.search.weights import ONE

    game = load_game(name, options)
    learnt = learnt_weights(game)
    if learnt is None:
        raise CannotPlayError(f"nothing was learnt of {game.name} yet: `gdl train` learns it")
    weights = learnt.weights
    tables, strongest = list(piece_tables(game, weights)), patterns(game, weights, _PATTERNS)
    if as_json:
        say_json(
            {
                "game": game.name,
                "estimate by the rules": weights.base,
                "having the move": weights.tempo / ONE,
                "pieces": {
                    table.component: dict(zip(game.site_names, table.worths, strict=True)) for table in tables
                },
                "patterns": [asdict(each) for each in strongest],
            }
        )
        return
    say(f"{game.name}: {learnt.games:,} games of self-play; in hundredths of what decides a game")
    tempo = f"{100 * weights.tempo / ONE:+.0f}"
    say(f"the estimate by the rules counts {weights.base:.2f} times, having the move {tempo}")
    for table in tables:
        say(f"\n{table.component}, beside an empty site:")
        for line in rows_of(game, table.worths):
            say(f"  {line}")
    say(f"\nThe patterns that count most, for {game.seats[0]}:")
    for each in strongest:
        stands = "  ".join(f"{site} {what}" for site, what in each.stands)
        say(f"  {100 * each.worth:+5.0f}  {stands}")
