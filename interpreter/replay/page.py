"""The conformance page: which recorded games agree, which do not, and why.

gdl replay FOLDER --json > result.json
python -m interpreter.replay.page result.json > docs/conformance.md
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path, PurePosixPath
from textwrap import wrap
from typing import Any

from interpreter.support.printing import write

_INTRO = """# Conformance

Ludii's own descriptions, unchanged, against games that Ludii recorded of them: at every ply the mover, the
legal moves and the position after the move, and at the end the outcome and ranking. Generated from such a
replay:

```
gdl replay FOLDER --json > result.json
python -m interpreter.replay.page result.json > docs/conformance.md
```
"""

#: Of the games that have a form no more are named.
MANY = 6

_STAGES = {
    "start": "The starting position differs",
    "legal": "The mover or the legal moves differ",
    "effect": "The position after a move differs",
    "end": "The end differs",
    "slow": "Not done in time",
}


def page(result: dict[str, Any]) -> str:
    """The page of a replay's result (as `gdl replay --json` prints it)."""
    failures = result["failures"]
    unsupported = [f for f in failures if f["stage"] == "load"]
    parts = [
        _INTRO,
        _summary(result, unsupported),
        _lacking(unsupported),
        *(_differing(stage, [f for f in failures if f["stage"] == stage]) for stage in _STAGES),
        _by_ludeme(result.get("forms", {}), frozenset(result.get("agreed", ()))),
        _agreeing(result.get("agreed", ())),
    ]
    return "\n".join(part for part in parts if part)


def _summary(result: dict[str, Any], unsupported: Sequence[Any]) -> str:
    rows = [("agree on every ply", result["agree"]), ("not supported yet", len(unsupported))]
    for stage, title in _STAGES.items():
        rows.append((title[0].lower() + title[1:], sum(f["stage"] == stage for f in result["failures"])))
    lines = [f"| {title} | {count} |" for title, count in rows if count]
    return "\n".join([f"| of {result['games']} games | |", "|---|---:|", *lines, ""])


def _lacking(failures: Sequence[Any]) -> str:
    """What the language lacks, what most games wait for first."""
    waiting: dict[str, list[str]] = {}
    for failure in failures:
        for need in dict.fromkeys(failure["needs"] or [failure["detail"]]):
            waiting.setdefault(need, []).append(failure["lud"])
    if not waiting:
        return ""
    lines = ["## Not supported yet", "", "| what is missing | games | |", "|---|---:|---|"]
    for need, games in sorted(waiting.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"| {_cell(need)} | {len(games)} | {_names(games)} |")
    return "\n".join([*lines, ""])


def _differing(stage: str, failures: Sequence[Any]) -> str:
    if not failures:
        return ""
    where = [f"{_name(f['lud'])}{_place(f['detail'])}" for f in failures]
    return "\n".join(
        [f"## {_STAGES[stage]} ({len(failures)})", "", *(f"- {each}" for each in sorted(where)), ""]
    )


def _by_ludeme(forms: Mapping[str, Sequence[str]], agreed: frozenset[str]) -> str:
    """Forms of ludemes of which games differ at least twice as often as of all games that load."""
    loaded = frozenset(game for games in forms.values() for game in games)
    if not loaded:
        return ""
    differ = {form: sorted(set(games) - agreed) for form, games in forms.items()}
    usual = Fraction(len(loaded - agreed), len(loaded))
    shares = {form: Fraction(len(differ[form]), len(games)) for form, games in forms.items()}
    often = [form for form, share in shares.items() if share and share >= 2 * usual]
    alike = sum(not share for share in shares.values())
    intro = (
        f"Of the {len(loaded)} games that load {len(loaded & agreed)} agree. Their rules have {len(forms)} "
        "forms of ludemes: a ludeme, one with a word that selects what it does, one with an argument. "
        f"{alike} of these are in games that agree alone; the games of {len(often)} differ at least twice as "
        "often as all games do, and are listed. A game that differs does so for each of its forms here, "
        "whichever is the cause."
    )
    lines = [
        "## By ludeme",
        "",
        *wrap(intro, 110),
        "",
        "| form | games | agree | that differ |",
        "|---|---:|---:|---|",
    ]
    for form in sorted(often, key=lambda form: (-shares[form], form)):
        names = sorted(map(_name, differ[form]))
        more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
        games = len(forms[form])
        told = f"{', '.join(names[:MANY])}{more}"
        lines.append(f"| `{_cell(form)}` | {games} | {games - len(names)} | {told} |")
    return "\n".join([*lines, ""])


def _place(detail: str) -> str:
    """Where in the record the first difference is; not what stood there."""
    match = re.match(r"game \d+, (?:ply \d+|start|end)", detail)
    return f" ({match[0]})" if match else ""


def _agreeing(games: Iterable[str]) -> str:
    families: dict[str, list[str]] = {}
    for game in games:
        families.setdefault(_family(game), []).append(game)
    if not families:
        return ""
    lines = ["## Agreeing", ""]
    for family, members in sorted(families.items()):
        lines += [f"**{family}** ({len(members)}): {_names(members)}", ""]
    return "\n".join(lines)


def _names(games: Iterable[str]) -> str:
    return ", ".join(sorted(map(_name, games)))


def _name(lud: str) -> str:
    return PurePosixPath(lud).stem


def _family(lud: str) -> str:
    parts = PurePosixPath(lud).parts[:-1]
    return "/".join(parts[1:] if parts[:1] == ("board",) else parts) or "games"


def _cell(text: str) -> str:
    """A text that may stand in a table."""
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m interpreter.replay.page RESULT.json")
    write(page(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).rstrip("\n"))
