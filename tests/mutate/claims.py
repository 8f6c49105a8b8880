"""Which tests claim which code: the quick tests of these folders are to notice every fault in it."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen
class Area:
    """A part of our code, as patterns of files, and the folders of tests that claim it.

    A file that an area names by itself is in no other.
    """

    name: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    #: whether the texts in it are code, whose operators are changed too
    emits: bool = False

    def files(self, root: Path) -> list[str]:
        """Its files, from the project's folder."""
        found = {path.relative_to(root).as_posix() for pattern in self.code for path in root.glob(pattern)}
        others = {file for area in AREAS if area is not self for file in area.code}
        return sorted(file for file in found if file.endswith(".py") and file not in others)


#: What claims both engines; the words of searches are statements and expressions of theirs too.
ENGINES = ("tests/core", "tests/native", "tests/search/test_intrinsics.py")

AREAS = (
    Area("passes", ("gdl/passes/**/*.py",), ("tests/passes", "tests/core")),
    Area(
        "instrument",
        (
            "gdl/passes/instrument.py",
            "gdl/passes/profile.py",
            "gdl/passes/count_effects.py",
        ),
        ("tests/why", "tests/coverage"),
    ),
    Area("analyses", ("gdl/analyses/**/*.py",), ("tests/analyses", "tests/core")),
    Area("evaluate", ("gdl/core/evaluate.py", "gdl/core/arithmetic.py"), ("tests/core",)),
    Area("binder", ("gdl/bind/*.py",), ("tests/language", "tests/check")),
    Area("python", ("interpreter/engines/python/*.py",), ENGINES, emits=True),
    Area("native", ("interpreter/engines/native/*.py",), ENGINES, emits=True),
    Area(
        "search",
        (
            "interpreter/search/*.py",
            "interpreter/engines/python/searching.py",
            "interpreter/engines/native/search_intrinsics.py",
        ),
        (
            "tests/search",
            "tests/native/test_interface.py",
            # what is learnt, and networks in the tree, are searches' words too
            "tests/learning",
            "tests/players/test_net.py",
            "tests/players/test_network_file.py",
        ),
    ),
)
