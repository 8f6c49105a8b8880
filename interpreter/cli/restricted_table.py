"""What each rule of a game is worth, in the terminal: a table, and the rules that make no difference."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from interpreter.cli.output import bold, say, say_table

if TYPE_CHECKING:
    from interpreter.study.measures.ablation import Worth
    from interpreter.study.study import Study


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
                each.told,
                study.place(each.file, each.line) if each.in_rules else "",
                *_elo(each),
                f"{each.score:.0%}",
                f"{each.games:,}",
                "" if each.sure else "may be chance",
            )
            for each in measured
        ]
        say_table(("", "", "worth", "95 % interval", "score", "games", ""), rows, left=2)
        say(f"played by {setting.agent}, {setting.budget}; what may be chance is told by Holm's correction")
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
