"""Functions that emitted code calls, by name: drawing, remembering, growing the stacks, judging offers."""

from __future__ import annotations

from interpreter.engines.native.choosing import Choosing

#: name -> (result, parameters, attributes)
SIGNATURES: dict[str, tuple[str, str, str]] = {
    "stopped": ("i1", "ptr %C", "noinline cold"),
    "halt": ("i1", "ptr %C", "noinline cold"),
    "power": ("i64", "i64 %a, i64 %b", ""),
    "choose": ("i64", "i64 %word, i64 %k", "alwaysinline"),
    "draw": ("i64", "ptr %C, i64 %bound", "alwaysinline"),
    "hash": ("i64", "ptr %S, ptr %C", "noinline"),
    "remember": ("void", "ptr %S, ptr %C, i1 %irreversible, i1 %turn", "noinline"),
    "repeats": ("i64", "ptr %S, ptr %C, i64 %mover, i1 %any_mover, i1 %in_turn", "noinline"),
    "remembered": ("i64", "ptr %S, ptr %C, i64 %wanted, i64 %mover, i64 %start", ""),
    "drop_history": ("void", "ptr %C", ""),
    "grow_bundles": ("void", "ptr %C", "noinline cold"),
    "grow_checks": ("void", "ptr %C", "noinline cold"),
    "grow_history": ("void", "ptr %C", "noinline cold"),
    "play": ("void", "ptr %S, ptr %C, ptr %B, i64 %site", ""),
    "holds": ("i1", "ptr %S, ptr %C, i64 %check, i64 %upto", "noinline"),
    "legal": ("i1", "ptr %S, ptr %C, i64 %offset, i64 %site, i64 %check, i64 %upto", "noinline"),
    "any": ("i1", "ptr %S, ptr %C, i64 %start, i64 %upto", "noinline"),
    "any_to": ("i1", "ptr %S, ptr %C, i64 %start, SET %targets", "noinline"),
    "judge": ("void", "ptr %S, ptr %C, i64 %start, i64 %upto", "noinline"),
    "to": ("SET", "ptr %S, ptr %C, i64 %start", "noinline"),
    "count": ("i64", "ptr %S, ptr %C, i64 %start", "noinline"),
    "pick": ("i64", "ptr %S, ptr %C, ptr %chosen", ""),
    "list_moves": ("i64", "ptr %S, ptr %C, ptr %words, i64 %room", "noinline"),
    "play_out": ("void", "ptr %S, ptr %C, i64 %most", "noinline"),
    "generator_of": ("i64", "i64 %seed, i64 %number", ""),
    "fingerprint": ("i64", "ptr %S, ptr %C, i1 %history", "noinline"),
}


class Helpers(Choosing):
    """Writes these functions, each when it is first called for."""

    def write(self, name: str) -> None:
        getattr(self, f"_{name}")()
