"""Naming players: `human,mcts:2s`, `alphabeta:depth=6`, `mcts:500ms:exploration=1.2`.

Commas stand between seats, colons between options. The name of an option may be left out where its unit
tells what is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from gdl.source.suggest import nearest
from gdl.support.values import field, frozen
from interpreter.errors.user_errors import PlayerError, PlayerOptionError
from interpreter.players.kinds import HUMAN, KINDS
from interpreter.players.options import Option, Settings
from interpreter.players.player import Kind
from interpreter.support.arguments import argument

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Entrant, Player

T = TypeVar("T")


@frozen
class Named:
    """A player as it was named: its kind, and the options that were given."""

    kind: str
    given: Mapping[str, float] = field(factory=dict)
    #: the file that it plays by, of a kind that wants one
    file: str = ""

    @property
    def is_human(self) -> bool:
        """Whether the moves of this player are typed."""
        return self.kind == HUMAN

    @property
    def timed(self) -> bool:
        """Whether it goes by the clock, with an option `time` that is set: no seed repeats its moves."""
        return self._settings.values.get("time") is not None

    @property
    def _settings(self) -> Settings:
        kind = KINDS[self.kind]
        values = {option.name: option.default for option in kind.options} | dict(self.given)
        for group in kind.exclusive:
            if any(name in self.given for name in group):
                values |= {name: None for name in group if name not in self.given}
        return Settings(values, self.file)

    def make(self, game: Game, seed: int | None = None) -> Player | None:
        """The player, None for a human. Raises CannotPlayError where this kind cannot play the game."""
        make = KINDS[self.kind].make
        return None if make is None else make(game, self._settings, seed)

    def __str__(self) -> str:
        """The shortest text that names it."""
        parts = [self.kind, self.file] if self.file else [self.kind]
        for name, value in self.given.items():
            option = KINDS[self.kind].option(name)
            assert option is not None
            text = option.unit.write(value)
            parts.append(text if option.bare else f"{name}={text}")
        return ":".join(parts)


def read_players(text: str) -> tuple[Named, ...]:
    """The players that a text names, with commas between. Raises PlayerError and PlayerOptionError."""
    return tuple(read_player(each) for each in text.split(",") if each.strip())


def read_player(text: str) -> Named:
    """One player by its name and options. Raises PlayerError and PlayerOptionError."""
    argument("the name of a player", text, str)
    name, *words = (word.strip() for word in text.split(":"))
    name = name.casefold()
    if name not in KINDS:
        raise PlayerError(
            f"there is no player called `{name}`; there are {', '.join(KINDS)}", nearest(name, KINDS)
        )
    kind = KINDS[name]
    file, words = _file(kind, words)
    given: dict[str, float] = {}
    for word in words:
        option, value = _read_option(kind, word)
        if option.name in given:
            raise PlayerOptionError(f"`{text.strip()}` says twice what `{option.name}` is")
        given[option.name] = value
    for group in kind.exclusive:
        both = [f"`{each}`" for each in group if each in given]
        if len(both) > 1:
            raise PlayerOptionError(f"{name} goes by {' or '.join(both)}, not by both: leave one out")
    return Named(name, given, file)


def seat_names(named: Sequence[T], seats: int) -> tuple[T, ...]:
    """Who sits where: the last one named fills the seats that are left.

    Raises PlayerError where more are named than there are seats.
    """
    if len(named) > seats:
        one = "there is 1 seat" if seats == 1 else f"the game has {seats}"
        raise PlayerError(f"{len(named)} players are named, but {one}")
    if not named:
        raise PlayerError("no player is named", (HUMAN,))
    return tuple(named[min(index, len(named) - 1)] for index in range(seats))


def _file(kind: Kind, words: list[str]) -> tuple[str, list[str]]:
    """The file that a kind of player wants, which is named first, and the words after it."""
    if not kind.file:
        return "", words
    if not words or not words[0]:
        raise PlayerOptionError(f"{kind.name} needs {kind.file}: `{kind.name}:FILE`")
    if len(words[0]) == 1 and len(words) > 1 and words[1][:1] in ("\\", "/"):  # a drive
        return ":".join(words[:2]), words[2:]
    return words[0], words[1:]


def _read_option(kind: Kind, word: str) -> tuple[Option, float]:
    if not kind.options:
        raise PlayerOptionError(f"{kind.name} has no options: `{word}` says nothing to it")
    name, equals, text = (part.strip() for part in word.partition("="))
    if not equals:
        return _by_unit(kind, word)
    option = kind.option(name.casefold())
    if option is None:
        names = [option.name for option in kind.options]
        raise PlayerOptionError(
            f"{kind.name} has no option `{name}`; it has {', '.join(names)}", nearest(name, names)
        )
    value = option.unit.read(text)
    if value is None:
        raise PlayerOptionError(
            f"`{text}` is no value for `{option.name}` of {kind.name}: "
            f"{option.unit.name} is wanted, such as {option.examples}"
        )
    return option, _in_range(kind, option, value, text)


def _by_unit(kind: Kind, word: str) -> tuple[Option, float]:
    """An option without its name."""
    for option in kind.options:
        if option.bare and (value := option.unit.read(word)) is not None:
            return option, _in_range(kind, option, value, word)
    named = kind.option(word.casefold())
    if named is not None:
        example = named.examples.split(",")[0].split(" ")[0]
        raise PlayerOptionError(f"`{named.name}` of {kind.name} needs a value", (f"{named.name}={example}",))
    names = [option.name for option in kind.options]
    takes = [f"{o.name} ({o.unit.name} such as {o.examples})" for o in kind.options if o.bare]
    what = f"; without a name it takes {', '.join(takes)}" if takes else ""
    raise PlayerOptionError(
        f"`{word}` says nothing to {kind.name}{what}", [f"{name}=" for name in nearest(word, names)]
    )


def _in_range(kind: Kind, option: Option, value: float, text: str) -> float:
    if option.least <= value <= option.most:
        return value
    raise PlayerOptionError(f"`{option.name}` of {kind.name} is {option.range}, not {text}")


def make_players(named: Sequence[Entrant], game: Game, seed: int | None) -> list[Player | None]:
    """A player for each seat, None for a human. Raises CannotPlayError."""
    return [each.make(game, None if seed is None else seed + index) for index, each in enumerate(named)]
