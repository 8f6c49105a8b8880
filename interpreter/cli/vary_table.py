"""What was found among variants, in the terminal: a table of the best, and a sketch of the trade-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table
from interpreter.study.measures.table import number
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.study.vary.result import Tried, Varied

#: Kinds of mistakes that are told.
MOST_WRONG = 5
#: Variants that are told of a search that was stopped.
NEAREST = 3
#: The sketch, in letters.
WIDTH, HEIGHT = 64, 14


def show_varied(result: Varied) -> None:
    """Print it."""
    playable = [each for each in result.tried if each.estimates]
    say(bold(f"{result.game}: {result.space.size:,} variants"), _tried(result))
    if result.space.fixed:
        say(f"all with {result.space.fixed_label}")
    if not result.best:
        say("none of them can be played")
    else:
        _table(result)
        _sketch(result)
    for wrong, count, example in result.wrong[:MOST_WRONG]:
        code = f" ({wrong.code})" if wrong.code else ""
        say(f"cannot be played: {count:,} variants, as {example}: {wrong.message}{code}")
    if len(result.wrong) > MOST_WRONG:
        say(f"and {len(result.wrong) - MOST_WRONG} mistakes more (--json has all)")
    same = sum(bool(each.same_as) for each in result.tried)
    if same:
        say(f"{same:,} variants are by their rules the same as others")
    refuted = sum(each.refuted for each in playable)
    if refuted:
        say(f"{refuted:,} of {len(playable):,} are surely outside what is wanted")
    say(
        f"{result.search_games:,} games found the best, {result.fresh_games:,} fresh ones tried them; as "
        f"many of every variant would have been {result.all_games:,}. Seed {result.seed}"
    )


def show_so_far(result: Varied) -> None:
    """Print what is known of a search that was stopped: which variants come nearest so far."""
    played = [each for each in result.tried if each.estimates]
    if not played:
        say("nothing is known of any variant yet")
        return
    played.sort(key=lambda each: _off(result, each))
    say(f"{len(played):,} of {result.space.size:,} variants were played so far. Nearest to what is wanted,")
    say("though no fresh games have confirmed that yet:")
    wished = [n for n, wish in enumerate(result.wishes) if not wish.implied]
    rows = [
        (each.label, *(number(result.wishes[n].of, each.estimates[n]) for n in wished), f"{each.games:,}")
        for each in played[:NEAREST]
    ]
    heads = ("", *(result.wishes[n].title(result.players) for n in wished), "games")
    say_table(Table.of(heads, rows))


def _off(result: Varied, each: Tried) -> tuple[float, ...]:
    """How far a variant is from what is wanted, and then how little it has of it."""
    pairs = list(zip(result.wishes, each.estimates, strict=True))
    told = [(wish, value) for wish, value in pairs if not (wish.is_range or wish.implied)]
    ranked = tuple(-value if wish.aim == "most" else value for wish, value in told)
    return sum(wish.violation(value) for wish, value in pairs), *ranked


def _tried(result: Varied) -> str:
    if len(result.tried) == result.space.size:
        return ""
    return f", of which {len(result.tried):,} were tried"


def _table(result: Varied) -> None:
    player = next(
        (m.setting.agent for each in result.best for m in each.confirmed if m is not None), "random"
    )
    for rank, each in enumerate(result.best, 1):
        say(f"{rank}. {each.label}")
    say_table(result.table())
    games = [m.games for each in result.best for m in each.confirmed if m is not None]
    seconds = [m.games for each in result.best for m in each.second if m is not None]
    line = f"fresh games: {max(games, default=0):,} each by {player}"
    if result.second:
        line += f"; by {result.second}: {max(seconds, default=0):,}"
    for label, each in result.labelled[: len(result.best)]:
        for note in each.notes:
            say(f"note: {label}: {note}")
    say(f"{line}; in brackets where the truth is with 95 %. what was found flatters")


# --- The sketch -------------------------------------------------------------------------------------------


def _sketch(result: Varied) -> None:
    """All variants by the first two wishes: `1` is the best, `o` on Pareto's front, `·` the others."""
    from interpreter.study.reports.pictures import axes, limits, points

    drawn = points(result)
    if len(drawn) < 3:
        return
    across, up = axes(result)
    (left, right), (low, high) = limits(drawn)
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for point in drawn:  # those that matter come last
        column = _cell(point.x, left, right, WIDTH)
        row = HEIGHT - 1 - _cell(point.y, low, high, HEIGHT)
        grid[row][column] = point.mark
    say("")
    labels = [up.text(high), *[""] * (HEIGHT - 2), up.text(low)]
    width = max(map(len, labels))
    say(f"{up.title}")
    for label, line in zip(labels, grid, strict=True):
        say(f"{label:>{width}} │{''.join(line)}".rstrip())
    say(f"{'':{width}} └{'─' * WIDTH}")
    ends = across.text(left), across.text(right)
    say(f"{'':{width + 2}}{ends[0]}{' ' * max(1, WIDTH - sum(map(len, ends)))}{ends[1]}  {across.title}")
    say(
        "by the search's games; 1, 2, ...: the best; o: no other is better in all; ·: the others, and what "
        "was dropped early"
    )
    say("")


def _cell(value: float, low: float, high: float, count: int) -> int:
    """The letter that a value falls into; what is beyond the limits is at the edge."""
    if high <= low:
        return count // 2
    return max(0, min(count - 1, int((value - low) / (high - low) * count)))
