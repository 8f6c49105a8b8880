"""Scenario files: what they may say, and reading them with clear errors.

A file holds `scenarios:`, a list; each scenario sets a scene (options, a position, moves played from it) and
says what must then hold. docs/scenarios.md describes every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from gdl.source.reading import MAX_BYTES
from gdl.source.suggest import nearest
from gdl.support.files import NoFileError, is_plain_file, read_file
from gdl.support.printable import shortened
from gdl.support.values import field, frozen
from interpreter.errors.user_errors import ScenarioError, UnreadableFileError
from interpreter.game.position import Position, list_of, position_of, sites_by_name, texts_of, whole_number
from interpreter.support.files import read_at_most
from interpreter.support.yaml_text import read_yaml


@frozen
class Expected:
    """What must hold of a position; None: nothing is said about it."""

    legal: tuple[str, ...] | None = None
    legal_count: int | None = None
    includes: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    mover: int | str | None = None
    pieces: Mapping[str, tuple[str, ...]] | None = None
    #: sites that have a colour, by the colour
    colours: Mapping[str, tuple[str, ...]] | None = None
    scores: tuple[int, ...] | None = None
    #: "none", "draw", or a mapping with `winner` (a number or name) or `ranks` (a list)
    outcome: Any = None
    #: perft, counting decisions or whole turns, and how many games end at each depth of either
    perft: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()


@frozen
class Scenario:
    """One scenario: a scene, what must hold in it, and what must hold after one more move or turn each."""

    name: str
    line: int
    rule: str = ""
    source: str = ""
    options: Mapping[str, str] = field(factory=dict)
    seed: int = 0
    position: Position | str | None = None
    moves: tuple[str, ...] = ()
    #: what a first lesson says of it; what says something is a step of one
    says: str = ""
    #: what the dice show, roll by roll; further rolls are left to the seed
    rolls: tuple[tuple[int, ...], ...] = ()
    expected: Expected = field(factory=Expected)
    after: tuple[tuple[str, Expected], ...] = ()


@frozen
class Unusable:
    """A scenario with a mistake in it, which cannot be run."""

    line: int
    error: ScenarioError


@frozen
class ScenarioFile:
    """A file of scenarios and the game that they are about; those that cannot be used hide no others."""

    path: Path
    game: Path
    scenarios: tuple[Scenario, ...]
    unusable: tuple[Unusable, ...] = ()


EXPECTED = ("legal", "legal_count", "includes", "illegal", "mover", "pieces", "colours", "scores", "outcome",
             "perft", "turns", "ended")  # fmt: skip
SCENE = ("name", "rule", "source", "says", "options", "seed", "position", "moves", "rolls", "after")


def is_scenario_file(path: Path) -> bool:
    """Whether the file looks like scenarios: YAML with `scenarios:`, and a game's file beside it."""
    if path.suffix not in (".yaml", ".yml"):
        return False
    if not (is_plain_file(path.with_suffix(".lud")) or any(path.parent.glob("*.lud"))):
        return False
    try:
        text = read_file(path, MAX_BYTES).decode("utf-8", errors="replace")
    except NoFileError:
        return False
    return any(line.startswith("scenarios:") for line in text.splitlines())


def read_scenarios(path: Path) -> ScenarioFile:
    """Read a scenario file all of which can be used. Raises ScenarioError or UnreadableFileError."""
    file = read_scenario_file(path)
    for scenario in file.unusable:
        raise scenario.error
    return file


def read_scenario_file(path: Path) -> ScenarioFile:
    """Read a scenario file: the scenarios in it, and the mistakes of those that cannot be used.

    Raises ScenarioError or UnreadableFileError where it cannot be read at all.
    """
    try:
        text = read_at_most(MAX_BYTES, path).decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFileError(f"{path} is no text file") from None
    content, node = read_yaml(text, str(path))
    lines = _lines(node)
    if not isinstance(content, dict) or not isinstance(content.get("scenarios"), list):
        raise ScenarioError(f"{path}: there is no list `scenarios:`")
    _only(content, ("game", "scenarios"), f"{path}")
    scenarios: list[Scenario] = []
    unusable: list[Unusable] = []
    for number, entry in enumerate(content["scenarios"]):
        line = lines[number] if number < len(lines) else 1
        try:
            scenarios.append(_scenario(entry, line, f"{path}:{line}"))
        except ScenarioError as error:
            unusable.append(Unusable(line, error))
    return ScenarioFile(path, _game(path, content.get("game")), tuple(scenarios), tuple(unusable))


def _lines(root: Any) -> list[int]:
    """The line on which each scenario begins."""
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "scenarios" and isinstance(value, yaml.SequenceNode):
            return [node.start_mark.line + 1 for node in value.value]
    return []


def _game(path: Path, name: object) -> Path:
    """The game's file: named in the scenario file, or of the same name beside it."""
    candidates = [path.with_suffix(".lud")]
    if isinstance(name, str):
        candidates = [path.parent / name, path.parent / f"{name}.lud", *candidates]
    for candidate in candidates:
        if candidate.suffix == ".lud" and is_plain_file(candidate):
            return candidate
    raise ScenarioError(f"{path}: there is no game {candidates[-1].name} beside it")


def _scenario(entry: object, line: int, where: str) -> Scenario:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise ScenarioError(f"{where}: a scenario needs a `name:`")
    where = f"{where}: {shortened(entry['name'], 200)}"
    _only(entry, (*SCENE, *EXPECTED), where)
    after = entry.get("after", [])
    afters = []
    for each in after if isinstance(after, list) else [after]:
        if not isinstance(each, dict) or "move" not in each:
            raise ScenarioError(f"{where}: `after:` needs a `move:`")
        _only(each, ("move", *EXPECTED), where)
        afters.append((str(each["move"]), _expected(each, where)))
    if not any(entry.get(key) not in ([], {}) for key in (*EXPECTED, "moves", "after") if key in entry):
        listed = ", ".join(f"`{key}:`" for key in EXPECTED)
        raise ScenarioError(f"{where}: it says nothing that must hold: {listed}, or `moves:` to be played")
    options = entry.get("options", {})
    if not isinstance(options, dict):
        raise ScenarioError(f"{where}: `options:` is a mapping of names to choices")
    return Scenario(
        name=entry["name"],
        line=line,
        rule=str(entry.get("rule", "")),
        says=str(entry.get("says", "")),
        source=str(entry.get("source", "")),
        options={str(name): _choice(choice) for name, choice in options.items()},
        seed=whole_number(entry.get("seed", 0), "seed", where),
        position=_position(entry["position"], where) if "position" in entry else None,
        moves=texts_of(entry.get("moves", []), "moves", where),
        rolls=tuple(_roll(each, where) for each in list_of(entry.get("rolls", []), "rolls", where)),
        expected=_expected(entry, where),
        after=tuple(afters),
    )


def _roll(value: object, where: str) -> tuple[int, ...]:
    """What each die shows; with one die just a number."""
    given = value if isinstance(value, list) else [value]
    return tuple(whole_number(each, "rolls", where) for each in given)


def _expected(entry: dict[str, Any], where: str) -> Expected:
    def texts(key: str) -> tuple[str, ...]:
        return texts_of(entry.get(key, []), key, where)

    def numbers(key: str) -> tuple[int, ...]:
        return tuple(whole_number(each, key, where) for each in list_of(entry.get(key, []), key, where))

    outcome = entry.get("outcome")
    return Expected(
        legal=texts("legal") if "legal" in entry else None,
        legal_count=whole_number(entry["legal_count"], "legal_count", where)
        if "legal_count" in entry
        else None,
        includes=texts("includes"),
        illegal=texts("illegal"),
        mover=entry.get("mover"),
        pieces=dict(sites_by_name(entry["pieces"], "pieces", where)) if "pieces" in entry else None,
        colours=dict(sites_by_name(entry["colours"], "colours", where)) if "colours" in entry else None,
        scores=numbers("scores") if "scores" in entry else None,
        outcome=_outcome(outcome, where) if "outcome" in entry else None,
        perft=numbers("perft"),
        turns=numbers("turns"),
        ended=numbers("ended"),
    )


def _outcome(value: object, where: str) -> object:
    if value in (None, "none"):  # YAML's null is what an author may write for "none"
        return "none"
    if value == "draw":
        return value
    if isinstance(value, dict) and {*value} in ({"winner"}, {"ranks"}):
        ranks = list_of(value.get("ranks", []), "ranks", where)
        if all(isinstance(rank, int | float) for rank in ranks):
            return value
    raise ScenarioError(f"{where}: an outcome is none, draw, {{winner: 1}} or {{ranks: [1, 2]}}")


def _position(entry: object, where: str) -> Position | str:
    """A position as it is described, or a state on one line."""
    return entry if isinstance(entry, str) else position_of(entry, where)


def _choice(value: object) -> str:
    """An option's choice as text; YAML takes a bare Yes or No for a truth."""
    return {True: "Yes", False: "No"}[value] if isinstance(value, bool) else str(value)


def _only(entry: Mapping[Any, object], known: tuple[str, ...], where: str) -> None:
    for key in entry:
        if key not in known:
            raise ScenarioError(f"{where}: there is no key `{shortened(str(key))}`", nearest(str(key), known))
