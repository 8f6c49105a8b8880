"""The gallery: one page of HTML that needs nothing else, with the finished games, the map, and the losses."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from gdl.support.printable import one_line
from interpreter.game.game import Game
from interpreter.invent.archive import Archive
from interpreter.invent.finishing import TOLD, Finished, positions
from interpreter.invent.niches import AXES
from interpreter.invent.thinking import game_of
from interpreter.invent.trial import STEPS
from interpreter.rulebook import html_sections, rules
from interpreter.study.reports.page import document, section
from interpreter.support.tables import Table
from interpreter.support.tables import as_html as text

#: What the numbers are of; shares are told in percent.
_SHARES = ("first", "drawn", "other", "pays", "random first", "random drawn")


def gallery(games: Sequence[Finished], archive: Archive, heading: str, files: Sequence[str]) -> str:
    """The page; `files` are the names of the games' files beside it."""
    parts = [
        f"<h1>{text(heading)}</h1>",
        f"<p>{archive.tried:,} offspring were tried in {archive.rounds:,} rounds; {len(archive.cells)} "
        f"niches hold a game; the best {len(games)} of these are below. A machine bred and measured them; "
        "whether one is worth an evening only an evening tells.</p>",
        *(_game(one, file) for one, file in zip(games, files, strict=True)),
        section("Where the others fell", fallen_table(archive).html()),
        section("What came of all", _yields(archive)),
        section("The map", _map(archive, games)),
        section("How to read this", _reading()),
    ]
    return document(heading, parts)


def _game(one: Finished, file: str) -> str:
    game = game_of(one.text)
    pictures = "".join(
        f'<figure style="display:inline-block;margin:.3em"><img alt="{text(state.view_title)}" width="220" '
        f'src="{_picture(state.svg())}"/></figure>'
        for state in map(_Shown, positions(game, one.moves))
    )
    story = "".join(f"<li>{text(each)}</li>" for each in one.story[1:])
    dropped = f"<p class='quiet'>No one missed: {text('; '.join(one.dropped))}</p>" if one.dropped else ""
    proved = f"<p class='note'>{text(one.proved)}</p>" if one.proved else ""
    warned = proved + "".join(f"<p class='note'>{text(each)}</p>" for each in one.warnings)
    niche = ", ".join(f"{AXES[axis].title}: {answer}" for axis, answer in one.niche.items() if axis in AXES)
    return section(
        one.name,
        f"<p class='quiet'>{text(niche)}</p>{pictures}"
        f"<p class='quiet'>A game between searches, {len(one.moves)} plies: "
        f"{text(one.outcome or 'given up')}.</p>"
        f"<details open><summary>The rules</summary>{_rules(game)}</details>"
        f"<h3>In fresh games</h3>{_numbers(one)}{warned}"
        f"<details><summary>Its story: bred from {text(one.story[0])}</summary><ol>{story}</ol>{dropped}"
        "</details>"
        f"<details><summary>The rules as they are written</summary><pre>{_escaped(one.text)}</pre></details>"
        f"<p class='quiet'><code>gdl play {text(file)}</code>, <code>gdl study {text(file)}</code>, "
        f"<code>gdl serve {text(file)}</code></p>",
    )


def _rules(game: Game) -> str:
    """The rules in English, each section's title a step below the game's."""
    return html_sections(game, rules(game)).replace("<h2>", "<h3>").replace("</h2>", "</h3>")


class _Shown:
    """A state with its title."""

    def __init__(self, state: object) -> None:
        from interpreter.game.state import State

        assert isinstance(state, State)
        self._state = state
        self.view_title = "the end" if state.is_over else f"after {state.ply} plies"

    def svg(self) -> str:
        """Its picture."""
        return self._state.svg()


def _picture(svg: str) -> str:
    """As an address, so that the styles of several do not meet."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _escaped(words: str) -> str:
    """Several lines as HTML."""
    return "\n".join(text(line) if line.strip() == line else _indented(line) for line in words.splitlines())


def _indented(line: str) -> str:
    return " " * (len(line) - len(line.lstrip())) + text(line.strip())


def _numbers(one: Finished) -> str:
    rows = []
    for key, (title, definition) in TOLD[one.by].items():
        value, low, high = one.fresh[key]
        if key in _SHARES:
            shown = f"{value:.0%} ({low:.0%} to {high:.0%})"
        else:
            shown = f"{value:.3g}" + (f" ({low:g} to {high:g})" if low != high else "")
        rows.append((title, shown, definition))
    return Table.of(("measure", "value", "what it is"), rows).html()


def fallen_table(archive: Archive) -> Table:
    """Where offspring fell: the step, how many, their share, what the step asks."""
    total = max(1, archive.tried)
    every = {**STEPS, "thinks": "searches cannot play it, or it is another's without what nobody misses"}
    rows = (
        (step, f"{archive.fallen[step]:,}", f"{archive.fallen[step] / total:.1%}", asked)
        for step, asked in every.items()
        if archive.fallen[step] or step != "thinks"
    )
    return Table.of(("where they fell", "offspring", "share", "what that is"), rows)


def _yields(archive: Archive) -> str:
    rows = [(what, f"{count:,}", f"{count / max(1, of):.1%}") for what, count, of in archive.yields()]
    return Table.of(("of all offspring", "how many", "share"), rows).html()


def _map(archive: Archive, games: Sequence[Finished]) -> str:
    named = {(*one.story, one.niche["goal"]): one.name for one in games}
    rows = []
    for elite in archive.every:
        name = named.get((*elite.story, elite.niche["goal"]), "")
        cells = [elite.niche[axis] for axis in archive.axes]
        rows.append((*cells, f"{elite.quality:.2f}", name))
    heads = [AXES[axis].title for axis in archive.axes]
    return Table.of((*heads, "quality in the search", "game"), rows).html()


def _reading() -> str:
    axes = "; ".join(f"{axis.title}: {axis.definition}" for axis in AXES.values())
    return (
        f"<p>{text(one_line(axes))}.</p><p>Quality is how near the search found a game to what was wished "
        "for; it chose the games, so it flatters them. Numbers under a game are of fresh games, with 95 % "
        "intervals (of lengths the shortest and the longest).</p>"
    )
