"""A study as one page of HTML that needs nothing else: what to believe, pictures, numbers, rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from gdl.support.printable import one_line
from gdl.version import __version__
from interpreter.rulebook import html_sections, rules
from interpreter.study.measures import table
from interpreter.study.measures.searched_games import HALF_WAY
from interpreter.study.reports import pictures
from interpreter.study.reports.boards import (
    VALUING,
    Mark,
    Traffic,
    first_move_shares,
    on_board,
    pie_advice,
    traffic_of,
)
from interpreter.study.reports.summary import in_short, placed
from interpreter.support.tables import Code, Table
from interpreter.support.tables import as_html as text

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.study.measures.measure import Measure
    from interpreter.study.study import Study


def document(title: str, parts: Iterable[str]) -> str:
    """A page by itself."""
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    )
    return "\n".join([head, *(part for part in parts if part), "</body>\n</html>\n"])


def section(title: str, body: str) -> str:
    """A part of a page; the body is HTML."""
    return f"<section>\n<h2>{text(title)}</h2>\n{body}\n</section>"


def figure(chart: str, caption: str) -> str:
    """A picture (SVG) and what it shows."""
    return f"<figure>{chart}<figcaption>{text(caption)}</figcaption></figure>"


def glossary(entries: Iterable[tuple[str, str]]) -> str:
    """What the measures of a table are: their titles and definitions (HTML)."""
    listed = "".join(f"\n<dt>{text(title)}</dt><dd>{definition}</dd>" for title, definition in entries)
    return f"<details><summary>What these are</summary>\n<dl>{listed}\n</dl></details>"


def cut(words: str, most: int) -> str:
    """A text of one line that is not too long."""
    words = one_line(words)
    return words if len(words) <= most else words[: most - 1] + "…"


STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #222; background: #fdfcf9; max-width: 48em; margin: 2em auto;
  padding: 0 1em; }
h1, h2, th, figcaption, summary, .quiet { font-family: system-ui, sans-serif; }
h2 { font-size: 1.2em; margin-top: 1.8em; border-bottom: 1px solid #ddd; }
.quiet, figcaption, .note { color: #666; font-size: .85em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85em; }
th, td { text-align: left; vertical-align: top; padding: .15em .8em .15em 0; border-bottom: 1px solid #eee; }
th { font-weight: 500; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 1em 0; }
.boards { display: flex; flex-wrap: wrap; gap: 1em; } .boards figure { margin: 0; }
figure svg { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
dt { font-weight: 600; margin-top: .4em; }
dd { margin-left: 1em; }
cite { color: #666; }
summary { cursor: pointer; margin: .6em 0; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1c1b19; } .quiet, figcaption, .note, cite { color: #aaa; }
  th, td { border-color: #333; } h2 { border-color: #444; }
}
@media print { details { display: none; } }
"""


#: Kinds of measures in the order of the page: their title, and with what their keys begin.
_KINDS = (
    ("Seats and results", ("won", "drawn", "seat.", "decisiveness", "completion")),
    ("Length", ("length.",)),
    ("Choice", ("branching", "agency", "choice.", "coverage")),
    ("Course of the game", ("lead.", "drama", "decided", "blunder.")),
    ("Skill", ("ladder.", "skill.", "luck")),
    ("Proved", ("exact.",)),
    ("Worth of rules", ("restricted.", "rules.")),
    ("Size", ("tree.", "games.", "")),
)
#: More rows of a picture than that are hard to read.
_MOST_BARS = 18
#: Letters of what is written beside a row, in lines.
_LONGEST = 160
#: Kinds of moves that are told.
_MOST_KINDS = 12


def html_page(study: Study, game: Game) -> str:
    """The page. Raises MissingExtraError without matplotlib."""
    title = text(study.game)
    options = ", ".join(f"{name}: {choice}" for name, choice in study.options.items())
    parts = [
        f"<h1>{title}</h1>",
        f'<p class="quiet">{text(options)}</p>' if options else "",
        section("In short", _sentences(study)),
        *(section(heading, body) for heading, body in _pictures(study, game)),
        *_numbers(study),
        section("Use of the rules", _rules(study)) if study.rules else "",
        f"<details><summary>The rules, as they are played</summary>\n{html_sections(game, rules(game))}\n"
        "</details>",
        section("How to read this", _reading(study)),
    ]
    return document(f"{study.game}: a study", parts)


def _sentences(study: Study) -> str:
    items = "".join(f"\n<li>{text(each)}</li>" for each in (*in_short(study), *placed(study)))
    return (
        f"<ul>{items}\n</ul>\n<p>These numbers describe the game as certain players play it. None of them "
        "says whether it is fun: attempts at such a number have not held for other games and people.</p>"
    )


# --- Pictures ---------------------------------------------------------------------------------------------


def _pictures(study: Study, game: Game) -> Iterator[tuple[str, str]]:
    seats = [each for each in study.measures if each.of.key == "seat.score"]
    if len(seats) > 1:
        chart = pictures.intervals(
            [_bar(each) for each in seats], "score", "Score of each seat",
            1 / len(study.players),
        )  # fmt: skip
        yield "Who is favoured", figure(chart, "95 % intervals; the dotted line is an even share.")
    if len(study.lengths) > 1:
        chart = pictures.histogram(study.lengths, "plies", "How long random games last")
        yield "How long it lasts", figure(chart, "Random games that ended.")
    yield from _decided(study)
    ladder = [each for each in study.measures if each.of.key == "ladder.step"]
    if ladder:
        bars = [_bar(each, each.about.partition(" ")[0]) for each in ladder]
        chart = pictures.steps(
            bars, study["ladder.top"].of.unit, "score", ladder[0].of.title.capitalize(),
            1 / len(study.players),
        )  # fmt: skip
        yield (
            "Whether thinking pays",
            figure(chart, f"Each point: {ladder[0].of.definition}."),
        )
    yield from _worths(study)
    yield from _first_moves(study, game)
    yield from _traffic(study, game)


def _decided(study: Study) -> Iterator[tuple[str, str]]:
    """What who won in the end expected, by ply, of the longest searches."""
    if not study.courses or len(study.courses[-1].winner) < 2:
        return
    course = study.courses[-1]
    chart = pictures.band(
        [(each.ply, each.expected, each.low, each.high) for each in course.winner],
        "ply", "expected share", "What who wins in the end expects, by ply", HALF_WAY,
    )  # fmt: skip
    caption = (
        f"What who won in the end expected of the win, after so many plies, in {course.won:,} games between "
        f"searches of {course.budget:,} simulations (games that are over count as 100%), with 95 % at each "
        f"ply. It rises where the game is decided; the dotted line is half of the way."
    )
    yield "Where it is decided", figure(chart, caption)


def _worths(study: Study) -> Iterator[tuple[str, str]]:
    worths = [
        each for each in study.restricted
        if each.elo is not None and each.low is not None and each.high is not None and not each.idle
    ]  # fmt: skip
    worths = [each for each in worths if all(map(isfinite, (each.elo or 0, each.low or 0, each.high or 0)))]
    if worths:
        bars = [
            pictures.Bar(
                cut(each.told_with_images, _LONGEST), each.elo or 0.0, each.low or 0.0, each.high or 0.0
            )
            for each in worths[:_MOST_BARS]
        ]
        chart = pictures.intervals(bars, "Elo", "What a seat loses that plays without a rule", 0.0)
        yield (
            "What the rules are worth",
            figure(chart, "A seat that does without each, against one that has it."),
        )


def _first_moves(study: Study, game: Game) -> Iterator[tuple[str, str]]:
    """What first moves are worth, on the board where each names a site of it: proved, else by short searches
    where the study has searches at all."""
    known = [] if study.exact is None else [each for each in study.exact.moves if each.value is not None]
    state = game.start(study.seed)
    sites = {spot.name for spot in state.plan.every_spot}
    if len(known) > 1 and all(each.move in sites for each in known):
        what = {1.0: "+", 0.5: "=", 0.0: "\N{MINUS SIGN}"}
        marks = [
            Mark(each.move, each.value or 0.0, f"{what[each.value or 0.0]}{each.plies or ''}")
            for each in known
        ]
        caption = (
            "Proved: what each first move comes to between perfect players (+ it wins, = it draws, "
            "\N{MINUS SIGN} it loses), and in how many plies."
        )
        yield "First moves", figure(on_board(state, marks, "First moves and what they come to"), caption)
        return
    shares = first_move_shares(game, study.seed) if study.courses else {}
    if len(shares) < 2:
        return
    caption = (
        f"What each first move is worth to who makes it, in percent of a win, by {VALUING:,} simulations of "
        "a search of what follows: good to a few percent."
    )
    marks = [Mark(move, share, f"{100 * share:.0f}") for move, share in shares.items() if move in sites]
    board = on_board(state, marks, "First moves and what they are worth") if marks else ""
    yield "First moves", (figure(board, caption) if board else "") + f"<p>{text(pie_advice(shares))}</p>"


def _traffic(study: Study, game: Game) -> Iterator[tuple[str, str]]:
    """Where the pieces go, by seat, and by what kinds of moves."""
    traffic = traffic_of(game, study.seed, bool(study.courses))
    state = game.start(study.seed)
    who = "short searches" if study.courses else "players at random"
    caption = (
        f"Where moves go, in percent of all moves of a seat, in {traffic.games:,} games between {who}; what "
        "is below 1 percent has no number."
    )
    boards = [
        f"<figure>{drawn}<figcaption>{text(name)}</figcaption></figure>"
        for player, name in enumerate(study.players, 1)
        if traffic.targets.get(player)
        and (drawn := on_board(state, traffic.marks(player), f"Where {name} moves to", several=True))
    ]
    if boards:
        boards_shown = f'<div class="boards">{"".join(boards)}</div><p class="quiet">{text(caption)}</p>'
        yield "Where moves go", boards_shown + _kinds(study, traffic)


def _kinds(study: Study, traffic: Traffic) -> str:
    """The shares of the kinds of moves; nothing where all are of one kind."""
    kinds = sum((Counter(counts) for counts in traffic.kinds.values()), Counter[str]())
    if len(kinds) < 2:
        return ""
    players = range(1, len(study.players) + 1)
    rows = [
        (kind, *(f"{traffic.share(player, kind):.1%}" for player in players))
        for kind, _ in kinds.most_common(_MOST_KINDS)
    ]
    return Table.of(("kind of move", *study.players), rows).html()


def _bar(measure: Measure, title: str | None = None) -> pictures.Bar:
    title = measure.about or measure.of.title if title is None else title
    if title == measure.about and measure.setting.agent.startswith("random"):
        title = f"{title}, at random"
    return pictures.Bar(cut(title, _LONGEST), measure.value, measure.low, measure.high)


# --- Numbers ----------------------------------------------------------------------------------------------


def _numbers(study: Study) -> Iterator[str]:
    left = list(study.measures)
    for title, keys in _KINDS:
        mine = [each for each in left if each.of.key.startswith(keys)]
        left = [each for each in left if each not in mine]
        if mine:
            yield section(title, _table(mine))


def _table(measures: Sequence[Measure]) -> str:
    notes = "".join(f"\n<p class='note'>{text(note)}</p>" for note in table.notes(measures))
    definitions = glossary(
        (of.title, f"{text(of.definition)}. <cite>{text(of.source)}</cite>")
        for of in dict.fromkeys(each.of for each in measures)
    )
    return f"{table.table_of(map(_row, measures)).html()}{notes}\n{definitions}"


def _row(measure: Measure) -> table.Row:
    setting = measure.setting
    return table.row(measure, f"{setting.agent}; {setting.budget}" if setting.agent else "")


def _rules(study: Study) -> str:
    never = [rule for rule in study.rules if rule.state != "used"]
    if not never:
        return f"<p>Every rule came about in {study.rules[0].of:,} games, every condition both ways.</p>"
    rows = (
        (f"{rule.file.rpartition('/')[2]}:{rule.line}", Code(cut(rule.text, 80)), rule.told) for rule in never
    )
    return Table.of((), rows).html()


def _reading(study: Study) -> str:
    notes = "".join(f"\n<p class='note'>{text(note)}</p>" for note in study.notes)
    return (
        "<p>An interval is where the truth is with 95 %, for each number by itself: of twenty, one may be "
        "off. Numbers describe a game together with who plays it.</p>"
        f"{notes}\n<p class='quiet'>Ludwright {text(__version__)}, seed {study.seed}, rules "
        f"{text(study.fingerprint)}. The same command with the same seed gives the same page.</p>"
    )
