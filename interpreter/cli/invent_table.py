"""What `gdl invent` prints: where offspring fell, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.arguments import load_game
from interpreter.cli.output import bold, say, say_table

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.invent.experiment import Invention


def parents_of(text: str) -> list[Game]:
    """The games of `troika,congress,hex:Size=5`; raises UserError or LanguageError."""
    games = []
    for each in text.split(","):
        name, *chosen = each.strip().split(":")
        options = dict(part.split("=", 1) for part in chosen if "=" in part)
        if not name:
            continue
        games.append(load_game(name, options))
    return games


def show_invention(result: Invention) -> None:
    """Print it."""
    from interpreter.invent.gallery import fallen_table

    archive = result.archive
    say(bold(f"{archive.tried:,} offspring in {archive.rounds:,} rounds"))
    say_table(fallen_table(archive).without_last())
    for what, count, of in archive.yields():
        say(f"{what}: {count:,} ({count / max(1, of):.1%})")
    hour = f"{3600 * result.tried / result.seconds:,.0f} offspring an hour" if result.seconds else ""
    memory = f"at most {result.memory / (1 << 20):,.0f} MiB of memory in a process" if result.memory else ""
    say(", ".join(each for each in (hour, memory) if each))
    for part, fell in sorted(archive.by_part.items()):
        tried, kept = sum(fell.values()), fell["playable"]
        say(f"{part} changed: {tried:,} tried, {kept:,} playable and new ({kept / tried:.0%})")
    say(f"{len(archive.cells)} niches are filled; the best {len(result.games)} were finished:")
    for one, file in zip(result.games, result.files, strict=False):
        value, low, high = one.fresh["first"]
        say(
            f"{one.name} ({one.niche['goal']}, {one.niche['movement']}): first seat {value:.0%} "
            f"({low:.0%} to {high:.0%}), drawn {one.fresh['drawn'][0]:.0%}, "
            f"{one.fresh['length'][0]:.0f} plies, more thought {one.fresh['pays'][0]:.0%}: {file}"
        )
    if result.page is not None:
        say(f"written to {result.page}")
