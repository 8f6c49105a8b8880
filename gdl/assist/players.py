"""How many players and teams the games of a project have, so that no others are offered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.assist.project import File, Project
from gdl.assist.tree import Node, head
from gdl.parse.forms import Brace, Number
from gdl.words.words import RoleType

_PLAYER = re.compile(r"P(\d{1,2})")
_TEAM = re.compile(r"Team(\d)")
_SET_TEAM = re.compile(r"\(\s*set\s+Team\s+(\d)\b")


def has_role(project: Project, word: str) -> bool:
    """Whether a word for players can mean one of those that the project's games have."""
    player, team = _PLAYER.fullmatch(word), _TEAM.fullmatch(word)
    if player is not None:
        count = player_count(project)
        return count is None or int(player[1]) <= count
    if team is not None or word == RoleType.TEAM_MOVER.value:
        teams = _teams(project)
        return bool(teams) and (team is None or int(team[1]) in teams)
    return True


def player_count(project: Project) -> int | None:
    """How many players the games have, at most; None where one does not say it by a number."""
    counts = [_count(file) for file in _games(project)]
    known = [count for count in counts if count is not None]
    return max(known) if known and len(known) == len(counts) else None


def _games(project: Project) -> Iterator[File]:
    """The file itself if it is a game, else the games that take it in."""
    if project.main.is_game:
        yield project.main
    else:
        yield from (file for file in project.files if file.is_game)


def _count(file: File) -> int | None:
    for placed in file.document.pieces:
        for root in placed.piece.roots:
            for part in root.items:
                if head(part) == "players" and head(root) in ("game", "match"):
                    return _of(part)
    return None


def _of(players: Node) -> int | None:
    given = players.items[1] if len(players.items) == 2 else None
    if given is None:
        return None
    if isinstance(given.form, Number) and isinstance(given.form.value, int):
        return given.form.value
    return len(given.items) if isinstance(given.form, Brace) else None


def _teams(project: Project) -> set[int]:
    """The teams that start rules make, in whatever file."""
    texts = (file.document.source.text for file in project.files)
    return {int(match[1]) for text in texts for match in _SET_TEAM.finditer(text)}
