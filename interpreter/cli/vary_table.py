"""What was found among variants, in the terminal: a table of the best, and a sketch of the trade-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table
from interpreter.study.measures.table import in_brief, number

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure
    from interpreter.study.vary.result import Candidate, Tried, Varied

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
    say_table(("", *(result.wishes[n].title(result.players) for n in wished), "games"), rows, left=1)


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
    shown = [n for n, wish in enumerate(result.wishes) if not wish.implied or _matters(result, n)]
    player = next(
        (m.setting.agent for each in result.best for m in each.confirmed if m is not None), "random"
    )
    for rank, each in enumerate(result.best, 1):
        say(f"{rank}. {each.label}")
    rows: list[tuple[str, ...]] = []
    for label, each in _labelled(result):
        for n in shown:
            rows.append((label if n == shown[0] else "", *_row(result, each, n)))
    heads = ["", "", "wanted", "found", "fresh games", ""]
    if result.second:
        heads.append(f"by {result.second}")
    games = [m.games for each in result.best for m in each.confirmed if m is not None]
    seconds = [m.games for each in result.best for m in each.second if m is not None]
    say_table(heads, [row[: len(heads)] for row in rows], left=2)
    line = f"fresh games: {max(games, default=0):,} each by {player}"
    if result.second:
        line += f"; by {result.second}: {max(seconds, default=0):,}"
    for label, each in _labelled(result)[: len(result.best)]:
        for note in each.notes:
            say(f"note: {label}: {note}")
    say(f"{line}; in brackets where the truth is with 95 %. what was found flatters")


def _labelled(result: Varied) -> list[tuple[str, Candidate]]:
    """The best by number, and the game as it is."""
    rows = [(str(rank), each) for rank, each in enumerate(result.best, 1)]
    return [*rows, ("as it is", result.as_it_is)] if result.as_it_is else rows


def _matters(result: Varied, n: int) -> bool:
    """Is there anything to say of a wish that nobody has made?"""
    measures = [row[n] for each in result.best for row in (each.confirmed, each.second) if row]
    return any(measure is not None and measure.value < 1 for measure in measures)


def _row(result: Varied, each: Candidate, n: int) -> tuple[str, ...]:
    wish = result.wishes[n]
    return (
        wish.title(result.players),
        wish.wanted,
        _value(each.estimates, n),
        _bounded(each.confirmed, n),
        each.verdicts[n],
        _bounded(each.second, n),
    )


def _value(row: tuple[Measure | None, ...], n: int) -> str:
    measure = row[n] if n < len(row) else None
    return "" if measure is None else number(measure.of, measure.value, brief=True)


def _bounded(row: tuple[Measure | None, ...], n: int) -> str:
    measure = row[n] if n < len(row) else None
    return "" if measure is None else in_brief(measure)


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
