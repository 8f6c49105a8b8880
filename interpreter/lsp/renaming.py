"""Renaming across files: the edits that give something of a game its new name in its scenarios too.

A file of scenarios names pieces, regions that are colours, hands, variables and what is proposed, as the
game's file does. Which place of the YAML names what is told by the keys around it; comments and prose stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from gdl.ludeme.kinds import Kind
from gdl.source.diagnostics import Edit
from gdl.source.reading import read_source
from gdl.source.text import Source, Span
from gdl.support.values import frozen
from interpreter.game.notation import word
from interpreter.support.yaml_text import read_yaml

Pattern = re.Pattern[str]

#: Keys whose values are moves, or lists of moves.
_MOVES = frozenset({"moves", "legal", "includes", "illegal", "move"})
#: Keys whose values are prose.
_PROSE = frozenset({"name", "rule", "source", "options", "game"})
#: What the names of state fields begin with that hold something of a kind.
_FIELDS: Mapping[Kind, tuple[str, ...]] = {
    Kind.VARIABLE: ("var_",),
    Kind.REMEMBERED: ("remembered_", "times_"),
    Kind.EVENT: ("triggered_",),
    Kind.PROPOSAL: ("decided_",),
    Kind.REGION: ("colour_",),
}
#: What means something of its own in a list or mapping of YAML.
_SPECIAL = re.compile(r"[][{},:#&*!|>'\"%@`?]")
#: The most files of a folder that are searched for those about a game.
_MAX_LOOKED_AT = 100


@frozen
class Renaming:
    """Something of a kind gets another name; `others` are the names of other pieces."""

    kind: Kind
    old: str
    new: str
    others: frozenset[str] = frozenset()


def scenario_files(game: Path) -> Iterator[Source]:
    """The texts of scenarios about a game: of its name beside it, or naming it."""
    try:
        beside = sorted(p for p in game.parent.iterdir() if p.suffix in (".yaml", ".yml"))[:_MAX_LOOKED_AT]
    except OSError:
        return
    named = re.compile(rf"^game:\s*['\"]?{re.escape(game.stem)}(?:\.lud)?['\"]?\s*(?:#.*)?$", re.MULTILINE)
    for path in beside:
        source = read_source(path)
        if not isinstance(source, Source) or not re.search(r"^scenarios:", source.text, re.MULTILINE):
            continue
        others = re.search(r"^game:", source.text, re.MULTILINE) is not None
        if named.search(source.text) or (path.stem == game.stem and not others):
            yield source


def renamed_in(source: Source, renaming: Renaming) -> tuple[Edit, ...]:
    """The edits of a file of scenarios. Raises ScenarioError for a text that is no YAML."""
    _, root = read_yaml(source.text, source.name)
    return tuple(dict.fromkeys(_Walk(source, renaming).of(root, "")))


@frozen
class _Walk:
    """Goes through the nodes of a text, each with the key that it stands under."""

    source: Source
    renaming: Renaming

    def of(self, node: Any, key: str) -> Iterator[Edit]:
        if isinstance(node, yaml.MappingNode):
            for name, value in node.value:
                if isinstance(name, yaml.ScalarNode):
                    yield from self._edit(name, self._in_key(key))
                    inner = name.value
                    if inner not in _PROSE or not isinstance(value, yaml.ScalarNode | yaml.MappingNode):
                        yield from self.of(value, key if key in ("stacks", "pieces", "colours") else inner)
        elif isinstance(node, yaml.SequenceNode):
            for each in node.value:
                yield from self.of(each, key)
        elif isinstance(node, yaml.ScalarNode):
            yield from self._edit(node, self._in_value(key))

    def _in_key(self, around: str) -> Pattern | None:
        """What is looked for in the keys of the mapping under a key."""
        kind, old = self.renaming.kind, re.escape(self.renaming.old)
        if kind is Kind.PIECE and around == "pieces":
            return re.compile(rf"\A({old})(\d{{0,2}})\Z")
        if kind is Kind.REGION and around == "colours":
            return re.compile(rf"\A({old})()\Z")
        if kind is Kind.CONTAINER:
            return _site(old)
        fields = "|".join(_FIELDS.get(kind, ()))
        return re.compile(rf"\A(?:{fields})({old})()\Z") if fields and around == "position" else None

    def _in_value(self, key: str) -> Pattern | None:
        """What is looked for in what stands under a key."""
        kind, old = self.renaming.kind, re.escape(self.renaming.old)
        if kind is Kind.CONTAINER:
            return _site(old)
        if kind is Kind.PIECE and key == "stacks":
            return re.compile(rf"(?<!\S)({old})(\d{{0,2}})(?!\S)")
        if kind is Kind.PIECE and key in _MOVES:
            return re.compile(rf"(?:(?<==)|(?<!\S))({old})(\d{{0,2}})(?!\w)")
        if kind is Kind.PROPOSAL and key in _MOVES:
            return re.compile(rf"(?<!\S)({re.escape(word('', self.renaming.old))})()(?!\S)", re.IGNORECASE)
        return None

    def _edit(self, node: yaml.ScalarNode, pattern: Pattern | None) -> Iterator[Edit]:
        if pattern is None or pattern.search(node.value) is None:
            return
        start, end = node.start_mark.index, node.end_mark.index
        written = self.source.text[start:end]
        quote = written[:1] if written[:1] in ("'", '"') else ""
        inside = written[len(quote) : len(written) - len(quote)]
        changed = pattern.sub(self._replaced, inside)
        if changed == inside:
            return
        if not quote and not _is_plain(changed):
            yield Edit(Span(self.source, start, end), json.dumps(changed, ensure_ascii=False))
            return
        for match in pattern.finditer(inside):
            if self._replaced(match) != match[0]:
                at = start + len(quote)
                place = Span(self.source, at + match.start(1), at + match.end(1))
                yield Edit(place, self._name)

    @property
    def _name(self) -> str:
        """The new name as it is written in a file of scenarios."""
        new = self.renaming.new
        return word("", new) if self.renaming.kind is Kind.PROPOSAL else new

    def _replaced(self, match: re.Match[str]) -> str:
        if match[1] + match[2] in self.renaming.others:
            return match[0]
        at, end = match.start(1) - match.start(), match.end(1) - match.start()
        return f"{match[0][:at]}{self._name}{match[0][end:]}"


def _is_plain(text: str) -> bool:
    """Whether a text stands in YAML as it is, and is no number or truth there."""
    return _SPECIAL.search(text) is None and yaml.safe_load(text) == text


def _site(old: str) -> Pattern:
    """A site of a hand: its name, the number of whose it is, and a letter where it has several."""
    return re.compile(rf"(?<![A-Za-z0-9_])({old})(?=\d+[a-z]*(?![A-Za-z0-9_]))()", re.IGNORECASE)
