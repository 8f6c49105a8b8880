"""`gdl record`: the games in a file, played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.arguments import engine_option, json_option
from interpreter.cli.output import say, say_json, show_diagnostics

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from interpreter.records.reading import Entry
    from interpreter.records.replaying import Replayed

#: After so many mistakes the rest of a file is left alone.
MAX_TOLD = 300


@click.command()
@click.argument("file", metavar="FILE[#N]")
@click.option("--boards", is_flag=True, help="Draw the board after every turn.")
@engine_option("auto")
@json_option
def command(file: str, boards: bool, engine: str, as_json: bool) -> int:
    """List the games in FILE, or only the Nth, and play them again: do the moves and results still fit?

    A line for each game says how it ended, and what is wrong; exit code 1 if anything is. What was
    interrupted while it was written, or has other rules now, is told, but is no error.
    """
    from interpreter.records.reading import find_entry, read_file, split_number
    from interpreter.records.replaying import Replayer

    path, number = split_number(file)
    entries = read_file(path) if number is None else (find_entry(path, number),)
    replayer = Replayer(engine)
    shown: list[dict[str, Any]] = []
    games = wrong = reported = 0
    for entry in entries:
        played = replayer.replay(entry.record) if entry.record is not None and entry.usable else None
        mistakes = (*entry.mistakes, *(played.mistakes if played else ()))
        games += 1
        wrong += any(mistake.severity == "error" for mistake in mistakes)
        reported += len(entry.mistakes) + (played is not None and not played.fits)
        if as_json:
            shown.append(_as_json(entry, played, mistakes))
        else:
            _print(entry, played, mistakes, boards)
        if reported >= MAX_TOLD and games < len(entries):
            note = f"note: there are too many mistakes: {len(entries) - games} more games were not looked at"
            say(note, error=True)
            break
    if as_json:
        say_json(shown, indent=2)
    else:
        say(f"{'1 game' if games == 1 else f'{games} games'}, {wrong or 'none'} with errors")
    return 1 if wrong else 0


def _print(entry: Entry, played: Replayed | None, mistakes: Sequence[Diagnostic], boards: bool) -> None:
    record = entry.record
    if record is None:
        say(f"{entry.number:>4}  cannot be read")
    else:
        if boards and played is not None:
            _draw(played)
        players = " - ".join(record.players) or "players unknown"
        count = sum(1 for _ in record.moves)
        moves = "1 move" if count == 1 else f"{count} moves"
        end = _end(entry, played, mistakes)
        say(f"{entry.number:>4}  {record.game}  {players}  {moves}  {end}  {record.date}".rstrip())
    if mistakes:
        show_diagnostics(mistakes)


def _end(entry: Entry, played: Replayed | None, mistakes: Sequence[Diagnostic]) -> str:
    """How the game ended, in a few words."""
    from interpreter.game.outcome import Outcome
    from interpreter.records.model import RULES

    assert entry.record is not None
    result = entry.record.result
    if any(mistake.severity == "error" for mistake in mistakes):
        return "does not fit"
    if not entry.complete:
        return "interrupted"
    if result is None or played is None or played.game is None:
        return "not over"
    outcome = str(Outcome(result.ranks, played.game.players))
    return outcome if result.end == RULES else f"{outcome} ({result.end})"


def _draw(played: Replayed) -> None:
    """Every turn with the position that it leads to."""
    from interpreter.game.customary import customary_turn
    from interpreter.records.model import begins_turn

    if played.line is None:
        return
    states, moves = played.line.states, played.line.moves
    say(f"{states[0]}\n")
    first = 0
    for index in range(1, len(moves) + 1):
        if index == len(moves) or begins_turn(states[index - 1], states[index]):
            turn = customary_turn(moves[first:index])
            say(f"{states[first].mover_name}: {turn}\n\n{states[index]}\n")
            first = index


def _as_json(entry: Entry, played: Replayed | None, mistakes: Sequence[Diagnostic]) -> dict[str, Any]:
    from gdl.source.render import to_json

    record = entry.record
    shown: dict[str, Any] = {"number": entry.number, "complete": entry.complete}
    if record is not None:
        shown |= {
            "game": record.game,
            "rules": record.rules,
            "options": dict(record.options),
            "players": list(record.players),
            "seed": record.seed,
            "date": record.date,
            "round": record.round,
            "result": record.result and list(record.result.ranks),
            "end": record.result and record.result.end,
            "turns": [list(turn) for turn in record.turns],
            "changed": played is not None and played.changed,
        }
    return {**shown, "mistakes": [to_json(mistake) for mistake in mistakes]}
