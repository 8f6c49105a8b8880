"""Ludemes from other packages."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from gdl.bind.binder import Vocabulary
from gdl.bind.plugins import GROUP, _may_have_some, load_entry_points, load_plugins
from gdl.bind.specs import ClassSpec, Spec
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Moves
from gdl.ludeme.registry import Registry, ludeme


def point(monkeypatch: pytest.MonkeyPatch, register: Callable[[], None]) -> EntryPoint:
    module = types.ModuleType("toy_plugin")
    module.register = register  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toy_plugin", module)
    return EntryPoint("toy", "toy_plugin:register", GROUP)


def test_a_plugin_adds_its_ludemes(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()

    def register() -> None:
        @ludeme("teleport", registry=registry)
        class Teleport(Moves):
            pass

    assert load_entry_points([point(monkeypatch, register)], registry) == ()
    assert registry.heads() == ["teleport"]


def test_a_plugin_that_fails_is_a_warning_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()

    def register() -> None:
        @ludeme("teleport", registry=registry)
        class Teleport(Moves):
            pass

        raise RuntimeError("no such place")

    (warning,) = load_entry_points([point(monkeypatch, register)], registry)
    assert (warning.code, warning.severity) == ("W0201", "warning")
    assert "`toy`" in warning.message
    assert warning.notes[0] == "RuntimeError: no such place"
    assert registry.heads() == []


def test_a_plugin_with_a_wrong_declaration_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()

    def register() -> None:
        @ludeme("teleport", registry=registry)
        class Teleport(Moves):
            where: bytes = arg()

    (warning,) = load_entry_points([point(monkeypatch, register)], registry)
    assert warning.code == "W0201"
    assert registry.heads() == []


def test_a_plugin_with_a_wrong_template_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()

    def register() -> None:
        @ludeme("teleport", registry=registry)
        class Teleport(Moves):
            english = "teleport to {where:site} of {cells}"

    (warning,) = load_entry_points([point(monkeypatch, register)], registry)
    assert warning.notes[0] == "TypeError: `{where}` in the English of Teleport is no field of it"
    assert registry.heads() == []


def test_a_missing_module_is_a_warning() -> None:
    (warning,) = load_entry_points([EntryPoint("gone", "no_such_module_at_all", GROUP)], Registry())
    assert warning.code == "W0201"


def test_loading_happens_once() -> None:
    assert load_plugins() is load_plugins()


@pytest.mark.parametrize(
    ("folder", "may"), [("toy-1.0.dist-info", True), ("toy.egg-info", True), ("toy", False)]
)
def test_where_packages_that_bring_ludemes_are_looked_for(folder: str, may: bool, tmp_path: Path) -> None:
    """In what installers write beside a package, and not in a file of the same name inside of one."""
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "entry_points.txt").write_text(f"[{GROUP}]\ntoy = toy:register\n")
    assert _may_have_some(str(tmp_path)) == may


def test_a_module_may_have_its_annotations_as_classes() -> None:
    """A plug-in without `from __future__ import annotations`."""
    registry = Registry()
    names = {"ludeme": ludeme, "Moves": Moves, "arg": arg, "registry": registry, "__name__": __name__}
    text = '@ludeme("jump", registry=registry)\nclass Jump(Moves):\n    how: int | str = arg()\n'
    exec(compile(text, "plugin.py", "exec", dont_inherit=True), names)
    (entry,) = registry.by_head["jump"]
    (param,) = Vocabulary(registry).signature(entry.cls).positional
    assert len(param.spec.alternatives) == 2


def named_class(name: str, registry: Registry, head: str) -> type[Moves]:
    """A ludeme's class of some name."""
    return ludeme(head, registry=registry)(type(name, (Moves,), {"__module__": __name__}))


def far_away(hint: str, registry: Registry) -> Spec:
    """What is read of an argument's hint in a module that knows nothing of the classes it names."""
    names = {"ludeme": ludeme, "Moves": Moves, "arg": arg, "registry": registry, "__name__": "toy_plugin"}
    text = f"@ludeme('jump', registry=registry)\nclass Jump(Moves):\n    how: {hint!r} = arg()\n"
    exec(compile(text, "plugin.py", "exec", dont_inherit=True), names)
    (entry,) = registry.by_head["jump"]
    (param,) = Vocabulary(registry).signature(entry.cls).positional
    return param.spec


def test_names_known_while_type_checking_alone_are_the_ludemes_of_that_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of several, where the hint's module has none of them."""
    monkeypatch.setitem(sys.modules, "toy_plugin", types.ModuleType("toy_plugin"))
    registry = Registry()
    near, far = named_class("Near", registry, "near"), named_class("Far", registry, "far")
    found = far_away("Near | Far | None", registry)
    assert [spec.cls for spec in found.alternatives if isinstance(spec, ClassSpec)] == [near, far]
    assert len(found.alternatives) == 2


@pytest.mark.parametrize("hint", ["Nowhere", "Near", "(lambda: Far)()"])
def test_names_that_no_ludeme_or_several_have_are_mistakes_of_the_module(
    hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is a name that is asked for again: in a scope of its own nothing is found for it."""
    monkeypatch.setitem(sys.modules, "toy_plugin", types.ModuleType("toy_plugin"))
    registry = Registry()
    named_class("Far", registry, "far")
    named_class("Near", registry, "near")
    named_class("Near", registry, "nearer")
    with pytest.raises(NameError):
        far_away(hint, registry)
