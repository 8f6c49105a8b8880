"""YAML that strangers wrote, as plain values: bounded, without surprises, and never running anything.

A file is composed once, to nodes that know their lines; what an alias stands for is counted again wherever it
is used, so that a small file cannot mean a huge one. Lists in lists in lists, keys given twice, and aliases
inside of what they stand for are mistakes. Dates are texts.
"""

from __future__ import annotations

from typing import Any

import yaml

from gdl.support.printable import shortened
from interpreter.errors.user_errors import ScenarioError

#: How deep lists and mappings may stand in each other, and how many values there may be.
MAX_DEPTH = 20
MAX_VALUES = 100_000


class _Loader(yaml.SafeLoader):
    """Composes and constructs within bounds."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = self._values = 0
        self._sizes: dict[str, int] = {}

    def compose_node(self, parent: Any, index: Any) -> Any:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        mark = event.start_mark
        if self._depth >= MAX_DEPTH:
            raise _wrong(f"more than {MAX_DEPTH} lists and mappings stand in each other", mark)
        before, anchor = self._values, event.anchor
        if isinstance(event, yaml.AliasEvent):
            if anchor in self.anchors and anchor not in self._sizes:
                raise _wrong(f"`*{anchor}` is used in what it stands for", mark)
            self._values += self._sizes.get(anchor, 0)
        self._values += 1
        if self._values > MAX_VALUES:
            raise _wrong(f"more than {MAX_VALUES:,} values, those that aliases stand for counted", mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        if anchor is not None and not isinstance(event, yaml.AliasEvent):
            self._sizes[anchor] = self._values - before
        return node

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """Whatever a conversion raises on a text that is not of its kind, the text is what is wrong."""
        try:
            return super().construct_object(node, deep)
        except (yaml.YAMLError, MemoryError):
            raise
        except Exception:  # `!!bool x` is a KeyError, `!!timestamp x` an AttributeError, and so on
            kind = node.tag.rpartition(":")[2]
            raise _wrong(f"`{shortened(str(node.value))}` is no !!{kind}", node.start_mark) from None

    def compose_mapping_node(self, anchor: Any) -> Any:
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise _wrong(f"the key `{shortened(key.value)}` is given twice", key.start_mark)
                seen.add(key.value)
        return node


# A date that is none would be an error of Python's, and no scenario has a use for dates.
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(text: str, name: str) -> tuple[Any, Any]:
    """What a text means, and its node. Raises ScenarioError; `name` is the file's."""
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            return (None if node is None else loader.construct_document(node)), node
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        where = f"{name}:{error.problem_mark.line + 1}" if error.problem_mark else name
        raise ScenarioError(f"{where}: this is not YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        raise ScenarioError(f"{name}: this is not YAML: {' '.join(str(error).split())}") from None
    except (ValueError, OverflowError):  # of the scanner: `%YAML` and `\U` with numbers without end
        raise ScenarioError(f"{name}: there is a value in it that cannot be read") from None


def _wrong(problem: str, mark: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
