"""The codes of lints: rules that can be played, but hardly as they were meant."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "W0600": (
        "never holds",
        "This condition is false in every position that can come: the values that it compares do not meet, "
        "what it asks for is never set or never there, or its parts contradict each other. What depends on it "
        "never happens.",
    ),
    "W0601": (
        "always holds",
        "This condition is true in every position that can come, so asking makes no difference. Usually "
        "another number, site or player was meant.",
    ),
}
