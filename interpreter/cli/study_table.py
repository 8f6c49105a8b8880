"""A study in the terminal: tables of random play, searching play, proof and the worth of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from gdl.support.values import evolve
from interpreter.cli.output import bold, say, say_table
from interpreter.study import study as study_kinds
from interpreter.study.measures.table import TOGETHER, in_brief, notes, row, rows, table_of
from interpreter.study.searching.games import SEARCHERS
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.study.measures.ablation import Worth
    from interpreter.study.measures.exact import Exact, FirstMove
    from interpreter.study.measures.exact import Table as PositionTable
    from interpreter.study.measures.measure import Measure
    from interpreter.study.measures.searched_games import Course
    from interpreter.study.study import Study

#: More unused rules are only counted.
MOST_RULES = 20
#: What has a table of its own.
_ELSEWHERE = ("restricted.", "exact.")
#: A longer text of a rule is cut.
_WIDTH = 48


def show_page(study: Study, kind: str) -> None:
    """Print what a kind of play has shown."""
    match kind:
        case study_kinds.PROOF:
            show_exact(study)
        case study_kinds.SEARCHING:
            show_searching(study.measures, study.courses)
        case study_kinds.RESTRICTED:
            show_restricted(study)
        case study_kinds.UNTIL:
            _show_known(study.measures)
        case _:
            _show_first(study)


def _show_first(study: Study) -> None:
    """Print what random play has shown, and the rules that never came about."""
    options = "".join(f", {name}={choice}" for name, choice in study.options.items())
    say(bold(f"{study.game}{options}"))
    first = [
        measure
        for measure in study.measures
        if not (is_searching(measure) or measure.of.key.startswith(_ELSEWHERE))
    ]
    say_table(table_of(rows(first)))
    show_cautions(measure for measure in first if measure.of.key not in TOGETHER)
    for line in _rules(study):
        say(line)


def show_end(study: Study) -> None:
    """Print what is not defined for the game, and where to read on."""
    for note in study.notes:
        say(f"note: {note}")
    say(f"seed {study.seed}; docs/studying.md and --json say what each measure is")


def _rules(study: Study) -> Iterator[str]:
    rules = study.rules
    if not rules:
        return
    of = f"{rules[0].of:,} games"
    if all(rule.state == "used" for rule in rules):
        yield f"every rule came about in {of}, every condition both ways"
    for state, heading in (("never", f"never in {of}:"), ("partly", f"came out one way only, in {of}:")):
        those = [rule for rule in rules if rule.state == state]
        if those:
            yield heading
        for rule in those[:MOST_RULES]:
            text = rule.text if len(rule.text) <= _WIDTH else rule.text[: _WIDTH - 1] + "…"
            place = study.place(rule.file, rule.line)
            yield f"  {place}: {text}   {'' if state == 'never' else rule.told}".rstrip()
        if len(those) > MOST_RULES:
            yield f"  and {len(those) - MOST_RULES} more (--json has all)"


def show_cautions(measures: Iterable[Measure]) -> None:
    """Print why some are to be read with care, each reason once."""
    for note in notes(measures):
        say(f"note: {note}")


# --- Searching play ----------------------------------------------------------------------------------------

#: What is told for each budget, in this order.
_BY_BUDGET = (
    "seat.score", "won", "drawn", "completion", "length.mean", "choice.effective", "lead.changes", "drama",
    "decided", "games.distinct",
)  # fmt: skip
#: What is left out where it is the same of all: nothing was drawn, everything ended.
_PLAIN = {"drawn": 0.0, "completion": 1.0}
#: What budgets are counted in.
_UNITS = {unit for each in SEARCHERS.values() for unit in (each.unit, each.units)}
_LADDER, _BLUNDER = "ladder.step", "blunder.cost"
_ROWS = (
    "blunder.cost", "ladder.rungs", "ladder.climb", "ladder.doubling", "ladder.ply", "ladder.top",
    "skill.gap", "luck",
)  # fmt: skip


def is_searching(measure: Measure) -> bool:
    """Is it of searching play?"""
    return measure.of.key in _ROWS or measure.of.key == _LADDER or _budget(measure) is not None


def _budget(measure: Measure) -> str | None:
    """The column of what is told for each budget."""
    last = measure.about.rpartition(", ")[2]
    return last if last.split(" ")[-1] in _UNITS and " over " not in last else None


def show_searching(measures: Sequence[Measure], courses: Sequence[Course] = ()) -> None:
    """Print those of searching play, if there are any."""
    searching = [each for each in measures if is_searching(each)]
    if not searching:
        return
    for searcher in SEARCHERS.values():
        mine = [each for each in searching if each.setting.agent == searcher.agent and _budget(each)]
        if not mine:
            continue
        say(bold(f"between equal searches ({_short(mine[0])}), by {searcher.units} {searcher.each}"))
        budgets = list(dict.fromkeys(budget for each in mine if (budget := _budget(each))))
        heads = ("", *(budget.split(" ")[0] for budget in budgets))
        say_table(Table.of(heads, _by_budget(mine, budgets)))
    _show_decided(courses)
    rows = [row(each, _played(each)) for each in _in_order(searching, _ROWS)]
    blunders = [each for each in searching if each.of.key == _BLUNDER and each.about]
    rows[1:1] = [evolve(row(each, _played(each)), title=f"  {each.about}") for each in blunders]
    steps = [each for each in searching if each.of.key == _LADDER]
    rows += [row(each, _short(each)) for each in steps]
    if rows:
        say_table(table_of(rows))
    show_cautions(searching)


#: What is told of games that went on until seats were known.
_KNOWN = ("seat.score", "seat.advantage", "won", "drawn", "length.mean")


def _show_known(measures: Sequence[Measure]) -> None:
    """Print what the games of the largest budget came to, as they went on."""
    budget = next(each for each in reversed(measures) if each.of.key == "games.distinct").about
    mine = [each for each in measures if each.of.key in _KNOWN and _budget(each) == budget]
    say(bold("played on until seats are known"))
    say_table(table_of(map(row, mine)))


#: The course is told at every so many of its plies.
_EVERY = 5


def _show_decided(courses: Sequence[Course]) -> None:
    """Print what who won in the end expected, by ply, of the largest budget."""
    course = courses[-1] if courses else None
    if course is None or not course.winner:
        return
    moments = [*course.winner[:-1:_EVERY], course.winner[-1]]
    heads = (f"after ply, by {course.budget:,} simulations", *(f"{each.ply:,}" for each in moments))
    cells = (f"{each.expected:.0%} [{each.low:.0%}, {each.high:.0%}]".replace("%,", ",").replace("%]", "]")
             for each in moments)  # fmt: skip
    say_table(Table.of(heads, [("who wins in the end expects", *cells)]))


def _in_order(measures: Sequence[Measure], keys: Sequence[str]) -> Iterator[Measure]:
    for key in keys:
        yield from (each for each in measures if each.of.key == key and (key != _BLUNDER or not each.about))


def _by_budget(measures: Sequence[Measure], budgets: Sequence[str]) -> Iterator[tuple[str, ...]]:
    seats = {each.about for each in measures if each.of.key == "seat.score"}
    for key in _BY_BUDGET:
        those = [each for each in measures if each.of.key == key and _budget(each)]
        if all(each.value == _PLAIN.get(key) for each in those) or (key == "won" and len(seats) > 1):
            continue
        for who in dict.fromkeys(each.about.rpartition(", ")[0] for each in those):
            cells = {_budget(each): each for each in those if each.about.rpartition(", ")[0] == who}
            title = f"{those[0].of.title} {who}".strip()
            yield title, *(in_brief(cells[budget]) if budget in cells else "" for budget in budgets)


def _played(measure: Measure) -> str:
    spent, *_ = measure.setting.budget.replace(" ahead", " a decision").split(" a decision")
    return f"{_short(measure)}, {spent.removesuffix(' simulations')}"


def _short(measure: Measure) -> str:
    """Who played, in a word."""
    return measure.setting.agent.split(",")[0]


# --- Proof -------------------------------------------------------------------------------------------------

#: So many first moves are named.
_MOVES = 12


def show_exact(study: Study) -> None:
    """Print what is proved, if that was asked for."""
    exact = study.exact
    if exact is None:
        return
    first, second = study.players
    say()
    say(bold("Proved"))
    for line in _value(exact, first, second):
        say(line)
    if exact.table is not None:
        for line in _table(exact.table, first, second):
            say(line)


def _value(exact: Exact, first: str, second: str) -> Iterator[str]:
    if exact.value is None:
        yield f"who wins: {exact.why}"
        return
    who = {1.0: f"{first} wins", 0.5: "a draw", 0.0: f"{second} wins"}[exact.value]
    soon = ""
    if exact.plies is not None:
        plies = "1 ply" if exact.plies == 1 else f"{exact.plies} plies"
        soon = f" in {plies} (the winner hurries, the loser delays)"
    elif exact.value != 0.5:
        soon = f" (how soon: not proved within {exact.budget:,} positions)"
    yield f"{who}{soon}: {' '.join(exact.line)}" if exact.line else f"{who}{soon}"
    what = {1.0: "win", 0.5: "draw", 0.0: "lose"}
    for value in (1.0, 0.5, 0.0):
        moves = sorted(
            (each for each in exact.moves if each.value == value),
            key=lambda each: (each.plies or 0) if each.value else -(each.plies or 0),
        )
        if moves:
            verb = what[value] + ("s" if len(moves) == 1 else "")
            yield f"{len(moves)} of {len(exact.moves)} first moves {verb}: {_named(moves)}"
    unknown = sum(each.value is None for each in exact.moves)
    if unknown:
        yield f"{unknown} of {len(exact.moves)} first moves: {exact.why}"


def _named(moves: list[FirstMove]) -> str:
    shown = [each.move + (f" in {each.plies}" if each.plies is not None else "") for each in moves[:_MOVES]]
    more = f" and {len(moves) - _MOVES} more" if len(moves) > _MOVES else ""
    return ", ".join(shown) + more


def _table(table: PositionTable, first: str, second: str) -> Iterator[str]:
    won, drawn, lost = table.won
    yield (
        f"of all {table.positions:,} positions {first} wins {won:.1%}, {drawn:.1%} are drawn, "
        f"{second} wins {lost:.1%}"
    )
    won, drawn, lost = table.random
    yield (
        f"at random, exactly: {first} {won:.3%}, drawn {drawn:.3%}, {second} {lost:.3%}; "
        f"{table.random_plies:.4f} plies"
    )
    yield (
        f"one random move in best play costs {table.blunder:.1%} of the win; by ply: "
        + " ".join(f"{cost:.0%}" for cost in table.blunders)
    )
    yield (
        f"at random, who wins stands lost in {table.drama:.1%} of the plies; the lead changes in "
        f"{table.leads:.1%} of them"
    )


# --- Worth of rules ----------------------------------------------------------------------------------------


def show_restricted(study: Study) -> None:
    """Print what each rule is worth, if that was asked for."""
    alive = [each for each in study.restricted if each.tried and not each.dead]
    measured = [each for each in alive if not each.idle]
    if measured:
        setting = next(each.setting for each in study.measures if each.of.key == "restricted.worth")
        say()
        say(bold("What a seat loses that plays without it, in Elo"))
        rows = [
            (
                each.told_with_images,
                study.place(each.file, each.line) if each.in_rules else "",
                *_elo(each),
                f"{each.score:.0%}",
                f"{each.games:,}",
                each.doubt,
            )
            for each in measured
        ]
        say_table(Table.of(("", "", "worth", "95 % interval", "score", "games", ""), rows, left=2))
        say(f"played by {setting.agent}, {setting.budget}")
    for each in measured:
        if each.same:
            say(f"the same moves, so told once: {'; '.join((each.told, *each.same))}")
    for each in alive:
        if each.idle:
            say(f"without it a seat has no first move: {_where(study, each)}")
    for each in study.restricted:
        if each.dead and each.in_rules:
            games = each.games + each.random_games
            say(f"no difference in {games:,} games without it: {_where(study, each)}{_use(study, each)}")
    untried = sum(not each.tried for each in study.restricted)
    if untried:
        say(f"{untried} more were not tried, as games of this kind take long: --ablate-pairs 20 tries all")


def _where(study: Study, worth: Worth) -> str:
    if not worth.in_rules:
        return worth.told
    return f"{study.place(worth.file, worth.line)}:{worth.column}: {worth.text}"


def _elo(worth: Worth) -> tuple[str, str]:
    """What it is worth, and the interval."""
    assert worth.elo is not None and worth.low is not None and worth.high is not None
    low, high = (f"{bound:+z,.0f}" if isfinite(bound) else "?" for bound in (worth.low, worth.high))
    if not isfinite(worth.high):
        return f"> {low}", f"[{low}, {high}]"
    if not isfinite(worth.low):
        return f"< {high}", f"[{low}, {high}]"
    return f"{worth.elo:+z,.0f}", f"[{low}, {high}]"


def _use(study: Study, worth: Worth) -> str:
    """What the counters of the rules say of the same place."""
    states = [
        rule.state
        for rule in study.rules
        if (rule.file, rule.line, rule.column) == (worth.file, worth.line, worth.column)
    ]
    if not states:
        return ""
    return "   (never comes about)" if set(states) == {"never"} else "   (comes about, but changes nothing)"
