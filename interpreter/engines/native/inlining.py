"""Inlining: which functions are written where they are called, from the leaves of the call graph up."""

from __future__ import annotations

from interpreter.engines.native.writer import FunctionWriter

#: A function of so few lines is worth no call; one that is called once may be longer.
SHORT, ONCE = 40, 1500


def inlined(functions: dict[str, FunctionWriter], in_registers: bool) -> set[str]:
    """The functions that are written where they are called; their size is with all that is in them.

    `in_registers`: a random game has to be one function, for its record to be taken apart.
    """
    calls: dict[str, int] = {}
    for writer in functions.values():
        for name in writer.calls:
            calls[name] = calls.get(name, 0) + 1
    circular = _circular(functions)
    sizes: dict[str, int] = {}
    result: set[str] = set()

    def size(name: str) -> int:
        if name not in sizes:
            writer = functions[name]
            inside = [c for c in writer.calls if c in functions and c not in circular]
            total = len(writer.lines) + sum(size(c) for c in inside if decide(c))
            sizes[name] = total
        return sizes[name]

    def decide(name: str) -> bool:
        writer = functions[name]
        if writer.external or "noinline" in writer.attributes or name in circular:
            return False
        if "inline" in writer.attributes:
            return True
        alone = calls.get(name, 0) == 1 or in_registers
        limit = ONCE if alone else SHORT
        if size(name) <= limit:
            result.add(name)
        return name in result

    for name in functions:
        decide(name)
    return result


def _circular(functions: dict[str, FunctionWriter]) -> set[str]:
    """The functions that may come to call themselves."""
    calls = {name: set(w.calls) & functions.keys() for name, w in functions.items()}
    result = set()
    for name in calls:
        seen: set[str] = set()
        todo = list(calls[name])
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo.extend(calls[here])
        if name in seen:
            result.add(name)
    return result
