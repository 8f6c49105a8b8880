"""The rules of a whole game in English, section by section (document planning)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gdl.compile.compile import Compiled
from gdl.english.grammar import counted, listed, number_word, plural, sentence
from gdl.english.phrases import Picture, Point, Rulebook, Section
from gdl.equip.facts import Facts
from gdl.expand import Option
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludemes import boards, booleans, equipment, meta
from gdl.ludemes.ending import EndForEach, EndIf, PlayerResult
from gdl.ludemes.game import End, Phase
from gdl.ludemes.match import Match, Seating
from gdl.ludemes.placing import Pass
from gdl.parse.forms import Form
from gdl.rulebook.speaker import GameSpeaker
from gdl.rulebook.spoken import Spoken, forms_of
from gdl.rulebook.termination import limit_text, passing_draws, that_can_come
from gdl.support.cpython import higher_recursion_limit
from gdl.support.identity import IdentityMap, IdentitySet
from gdl.support.printable import one_line
from gdl.support.values import evolve
from gdl.words.words import ResultType, RoleType

#: Longer texts that the file itself has are cut.
MAX_TEXT = 4000

#: What of what the file says about its game is told in its own words.
_ABOUT = ("description", "rules")


def rulebook(
    compiled: Compiled,
    seats: Sequence[str] = (),
    about: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> Rulebook:
    """The rules of a compiled game in English.

    `seats` are the players' names (player 1 first), `about` what the file itself says of the game by
    `description` and `rules`, and `names` what it calls things by `sites`, `scores` and `values`. Never fails
    for a game that has compiled; what is too much is cut.
    """
    with higher_recursion_limit():
        return Author(compiled, seats, about or {}, names or {}).book()


class Author:
    """Writes the sections of one game."""

    def __init__(
        self, compiled: Compiled, seats: Sequence[str], about: Mapping[str, str], names: Mapping[str, str]
    ) -> None:
        self.compiled = compiled
        self.about = about
        self.facts: Facts = compiled.facts
        self.match = compiled.game if isinstance(compiled.game, Match) else None
        self.game = compiled.played
        origins: IdentityMap[Ludeme, Form] = IdentityMap()
        for tree in IdentitySet((compiled.game, compiled.played)):
            for ludeme, form in forms_of(tree, compiled.origins).items():
                origins[ludeme] = form
        texts = [each for each in (compiled.played_from, compiled.expanded) if each is not None]
        definitions = [definition for text in texts for definition in text.definitions.values()]
        options = [option for text in texts for option in text.options]
        self.spoken = Spoken(origins, definitions, options)
        called = seats or tuple(f"Player {number}" for number in range(1, self.facts.players + 1))
        self.s = GameSpeaker(self.facts, called, self.spoken, self.game.rules, self.game.equipment.items)
        if any(isinstance(item, boards.MancalaBoard) for item in self.game.equipment.items):
            self.s.call_sites("hole")
        self.s.call_as(names)

    def book(self) -> Rulebook:
        contents = [
            Section("In short", tuple(self._short())),
            Section("The match", tuple(self._match())),
            Section("Players", tuple(self._players())),
            Section("Board", tuple(self._board())),
            Section("Pieces", tuple(self._pieces())),
            Section("Start", tuple(self._start())),
            *self._play(),
            Section("The end", tuple(self._end())),
        ]
        terms = tuple(Point(sentence(text), (), span) for text, span in self.spoken.terms.items())
        at = next(i for i, section in enumerate(contents) if section.title == "Start")
        contents.insert(at, Section("Terms", terms))
        contents.append(Section("Options", tuple(self._options())))
        if self.s.cut:
            more = Point("There is more to these rules than can be told here: see the game's file.")
            contents.append(Section("Left out", (more,)))
        title = one_line(" ".join(self._title().split()))
        sections = (
            evolve(each, parts=tuple(map(self._named, each.parts))) for each in contents if each.parts
        )
        return Rulebook(title, tuple(sections))

    def _named(self, part: Point | Picture) -> Point | Picture:
        """A point with the names of those rules in it that are told of again."""
        if isinstance(part, Picture):
            return part
        inner = tuple(each for point in part.points if isinstance(each := self._named(point), Point))
        return Point(sentence(self.s.named_rules.finished(part.text)), inner, part.span)

    def _title(self) -> str:
        return self.match.name if self.match is not None else self.game.name

    def _short(self) -> Iterator[Point]:
        for key in _ABOUT:
            text = self.about.get(key)
            if text:
                text = one_line(" ".join(text.split()))
                yield Point(text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + " …")

    # --- Who and with what ------------------------------------------------------------------------------

    def _players(self) -> Iterator[Point]:
        players, s = self.game.players, self.s
        number = self.facts.players
        names = [s.seat(each) for each in range(1, number + 1)]
        if number == 1:
            yield _said("one player plays alone", players)
            return
        named = names[0] != "Player 1"
        yield _said(
            f"{number_word(number)} players: {listed(names)}" if named else counted(number, "player"), players
        )
        yield _said(f"{names[0]} begins, and the players take turns in this order", players)
        if players.each is not None and number <= 16:
            facing = [
                f"{name} faces {s.word(each.facing).removeprefix('to the ')}"
                for name, each in zip(names, players.each, strict=True)
            ]
            yield _said(f"{listed(facing)}: that way is forward for their pieces", players)
        for side in sorted(set(self.facts.teams.values())):
            members = [s.seat(player) for player, team in self.facts.teams.items() if team == side]
            yield _said(f"{listed(members)} are a team", players)

    def _board(self) -> Iterator[Point | Picture]:
        items = self.game.equipment.items
        for item in items:
            if isinstance(item, boards.AnyBoard):
                yield self._item(item)
                yield Picture()
        for item in items:
            if not isinstance(item, boards.AnyBoard | equipment.Piece):
                yield self._item(item)
        for item in items:
            if isinstance(item, boards.Board | boards.MancalaBoard):
                tracks = item.tracks if isinstance(item.tracks, tuple) else (item.tracks,)
                for track in tracks[:8]:
                    yield self._item(track)
                for values in _several(getattr(item, "values", ())):
                    yield self._item(values)

    def _item(self, item: Ludeme) -> Point:
        return _said(self.s.say(item), item)

    def _pieces(self) -> Iterator[Point]:
        pieces = [item for item in self.game.equipment.items if isinstance(item, equipment.Piece)]
        points: list[Point] = []
        for piece in pieces:
            point = piece.says(self.s) or Point(self.s.paraphrase(piece))
            if piece.moves is not None:
                points.append(_finished(point))
        silent = [piece for piece in pieces if piece.moves is None]
        if silent:
            yield _said(self._who_has(silent, bool(points)), silent[0])
        yield from points

    def _who_has(self, pieces: Sequence[equipment.Piece], others: bool) -> str:
        s = self.s
        by_role: dict[RoleType, list[str]] = {}
        for piece in pieces:
            base = s.base(piece.name)[0] if self.facts.named(piece.name) else one_line(piece.name)
            by_role.setdefault(piece.role, []).append(plural(base))
        texts = []
        for role, names in by_role.items():
            shown = listed(list(dict.fromkeys(names))[:20])
            if role in (RoleType.EACH,):
                texts.append(f"each player has {shown}" if self.facts.players > 1 else f"there are {shown}")
            elif role in (RoleType.SHARED, RoleType.ALL):
                texts.append(f"{shown} are shared by all players")
            elif role is RoleType.NEUTRAL:
                texts.append(f"{shown} belong to nobody")
            else:
                texts.append(f"{s.player(role)} has {shown}")
        return "; ".join(texts)

    def _start(self) -> Iterator[Point]:
        start = self.game.rules.start
        if start is None:
            yield Point("The board is empty at first.")
            return
        for rule in _several(start.rules):
            yield _finished(self.s.rule(rule))

    # --- How it is played -------------------------------------------------------------------------------

    def _play(self) -> Iterator[Section]:
        rules = self.game.rules
        if rules.play is not None:
            parts = [self._turn(rules.play.moves), *self._always()]
            yield Section("A turn", tuple(parts))
        if rules.phases:
            many = len(rules.phases) > 1
            lead = "The game has phases, each with a turn of its own; it begins in the first"
            if many and any(phase.role not in (None, RoleType.SHARED) for phase in rules.phases):
                lead = "The game has phases, each with a turn of its own; some are one player's"
            parts = [Point(f"{lead}.")] if many else []
            parts += [self._phase(phase) for phase in rules.phases]
            yield Section("A turn", (*parts, *self._always()))

    def _turn(self, moves: Any) -> Point:
        point = self.s.moves(moves)
        return _finished(Point(f"On your turn, {point.text}", point.points, point.span))

    def _phase(self, phase: Phase) -> Point:
        s = self.s
        role = phase.role
        whose = "" if role in (None, RoleType.SHARED, RoleType.ALL, RoleType.EACH) else f" ({s.player(role)})"
        points = [self._turn(phase.play.moves)]
        for step in phase.transitions():
            points.append(_said(s.say(step), step))
        if phase.end is not None:
            endings = that_can_come(phase.end.all(), self.game.rules)
            points += [_finished(s.ending(rule)) for rule in endings]
        return Point(f"Phase “{one_line(phase.name)}”{whose}:", tuple(points), phase.span)

    def _always(self) -> Iterator[Point]:
        rules = self.game.rules
        if rules.meta is not None:
            for rule in _several(rules.meta.rules):
                yield _finished(self.s.rule(rule))
        if not self._ends_without_moves() and self.facts.players > 1:
            yield Point("Whoever has no legal move passes.", (), rules.span)

    def _ends_without_moves(self) -> bool:
        """Is the game over when whoever is to move has no move, so that nobody has to pass?"""
        ends = [
            each for each in (self.game.rules.end, *(p.end for p in self.game.rules.phases or ())) if each
        ]
        conditions = [
            rule.condition for end in ends for rule in end.all() if isinstance(rule, EndIf | EndForEach)
        ]
        either = [
            part
            for each in conditions
            for part in ((each.operands() if each.connective() == "or" else ()) or (each,))
        ]
        return any(isinstance(each, booleans.NoMoves) for each in either)

    def _others_play_on(self) -> bool:
        """Are there results of one player alone, and more than two players?"""
        return self.facts.players > 2 and any(
            isinstance(each, PlayerResult)
            and each.result in (ResultType.WIN, ResultType.LOSS)
            and not each.role.value.startswith("Team")
            for each in ludemes_in(self.game.rules)
        )

    def _end(self) -> Iterator[Point]:
        rules = self.game.rules
        endings = () if rules.end is None else that_can_come(rules.end.all(), rules)
        if rules.end is None or not endings:
            phases = any(phase.end is not None for phase in rules.phases or ())
            yield Point("What ends the game is told with its phases." if phases else "No rule ends the game.")
        else:
            many = len(endings) > 1
            on = self._others_play_on()
            yield Point(
                "After every move this is looked at"
                + (
                    f", in this order; the first that holds {'counts' if on else 'ends the game'}"
                    if many
                    else ""
                )
                + "; “you” are whoever has just moved:",
                tuple(_finished(self.s.ending(rule)) for rule in endings),
                rules.end.span,
            )
        if self._others_play_on():
            yield Point(
                "Whoever has won or lost is out; the others play on until one is left.", (), rules.span
            )
        if not any(isinstance(each, meta.PassEnd) for each in ludemes_in(rules)):
            asked = any(
                isinstance(each, booleans.AllSimple) and each.of is booleans.AllSimpleType.PASSED
                for each in ludemes_in(rules)
            )
            may_pass = not self._ends_without_moves() or any(
                isinstance(each, Pass) for each in ludemes_in(rules)
            )
            if may_pass and not asked and self.facts.players > 1 and passing_draws(self.compiled.program):
                yield Point("If all players pass one after the other, the game is drawn.", (), rules.span)
        limit = limit_text(self.game, self.compiled.program)
        if limit is not None:
            yield _said(limit, rules)

    # --- Matches and options ----------------------------------------------------------------------------

    def _match(self) -> Iterator[Point]:
        match, s = self.match, self.s
        if match is None:
            return
        names = listed([f"“{one_line(each.name)}”" for each in match.games.all()])
        yield _said(f"games of {names} are played one after the other, until the match ends", match.games)
        if match.games.seats is Seating.ROTATE:
            yield _said("after each game the players change seats, so that each begins in turn", match.games)
        for game in match.games.all():
            with s.about(player="the winner" if game.result is not None else "that player"):
                if game.result is not None:
                    yield _said(f"who wins a game gets as many points as {s.say(game.result)}", game)
                elif game.points is not None:
                    yield _said(f"after a game each player gets as many points as {s.say(game.points)}", game)
                else:
                    yield _said("who wins a game gets one point", game)
        yield from self._match_endings(match.end)
        yield Point("The rest tells the rules of one game.")

    def _match_endings(self, end: End) -> Iterator[Point]:
        s = self.s
        s.match = True
        try:
            points = tuple(_finished(s.ending(rule)) for rule in end.all())
        finally:
            s.match = False
        yield Point("After each game this is looked at:", points, end.span)

    def _options(self) -> Iterator[Point]:
        chosen = self.compiled.expanded.chosen
        for option in self.compiled.expanded.options:
            yield _option(option, chosen.get(option.name))


def _option(option: Option, chosen: str | None) -> Point:
    """An option: what is chosen, and what else can be."""
    name = one_line(option.name)
    items = {item.name: item for item in option.items}
    here = items.get(chosen or "")
    text = f"{name}: {one_line(chosen or option.default.name)}"
    if here is None and option.open is not None:
        here = option.open
    if here is not None and here.description:
        text += f" – {_plain(here.description)}"
    others = [item for item in option.items if item.name != chosen]
    points = [_choice(item.name, item.description, item.span) for item in others[:20]]
    if option.open is not None and here is not option.open:
        values = option.open.values
        what = "any other" if values is None else f"{values.low} to {values.high}"
        points.append(_choice(what, option.open.description, option.open.span))
    lead = sentence(text)
    if points:
        lead += " Other choices:"
    return Point(lead, tuple(points), option.span)


def _choice(name: str, description: str, span: Any) -> Point:
    text = f"{one_line(name)} – {_plain(description)}" if description else one_line(name)
    return Point(text if text.endswith((".", "!", "?")) else f"{text}.", (), span)


def _plain(text: str) -> str:
    return one_line(" ".join(text.split()))


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _said(text: str, about: Ludeme) -> Point:
    return Point(sentence(text), (), about.span)


def _finished(point: Point, top: bool = True) -> Point:
    """A point whose texts are sentences."""
    inner = tuple(_finished(each, False) for each in point.points)
    text = sentence(point.text)
    if inner and text.endswith("."):
        text = text[:-1] + ":" if _announces(inner) else text
    return Point(text, inner, point.span)


def _announces(inner: tuple[Point, ...]) -> bool:
    """Is what stands under a point part of its sentence, rather than sentences of their own?"""
    return not inner[0].text.startswith(("This ", "Only ", "Then ", "A double", "The dice", "If that"))
