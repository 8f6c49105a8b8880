"""Every code of a diagnostic: what it is called and what it means, for `explain`.

E01xx and W01xx are mistakes in the text, E02xx and W02xx in how ludemes fit together, E03xx and W03xx in
definitions and options, E04xx and W04xx in what the rules mean; W07xx is what playing has shown. A code never
changes its meaning.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from gdl.support.values import frozen


@frozen
class Explanation:
    """What a code means."""

    code: str
    title: str
    text: str


#: Modules with a `CODES` of the same shape, for the stages that have their own.
_ELSEWHERE = (
    "gdl.source.codes.binding",
    "gdl.source.codes.meaning",
    "gdl.source.codes.playing",
    "gdl.source.codes.lints",
    "interpreter.errors.codes",
)

CODES: dict[str, tuple[str, str]] = {
    "E0101": (
        "not a text file",
        "A game is a text in the encoding UTF-8. Most editors offer it when saving; files that hold NUL "
        "bytes (programs, pictures, archives) are no texts at all.",
    ),
    "E0102": (
        "too long",
        "A game's file may have up to a million characters and 100,000 words and brackets: several times "
        "the largest known. Definitions that several games share can be kept in a file of their own and "
        'taken in with (include "file.def").',
    ),
    "E0103": (
        "nested too deeply",
        "Brackets may stand inside each other up to 100 deep: three times what the deepest known game "
        "needs. Usually many brackets have been opened by accident. Deep rules become readable when their "
        "parts get names with (define ...).",
    ),
    "E0104": (
        "a bracket is never closed",
        "Every `(` needs its `)`, every `{` its `}` and every `<` its `>`. The opening bracket shown is the "
        "one that most likely lacks its partner, judged by the brackets around it and by the indentation; "
        "the second place shown is where the partner most likely belongs.",
    ),
    "E0105": (
        "a bracket too many",
        "This closing bracket closes nothing: all brackets before it are closed already, or it is of another "
        "kind than the open one. Delete it, or see whether an earlier bracket was closed too soon.",
    ),
    "E0106": (
        "a bracket of the wrong kind",
        "What was opened with `(` is closed with `)`, what was opened with `{` with `}`.",
    ),
    "E0107": (
        "a text is never closed",
        'A text stands between double quotes. One in it is written \\". Texts may run over several lines, so '
        "where a quote is missing the text would go on to the next quote, somewhere else; the place shown is "
        "where that most likely began.",
    ),
    "E0108": (
        "a character that means nothing",
        "Outside texts and comments a game consists of words, numbers, brackets, `name:value` and the signs "
        "of arithmetic. Arguments are separated by spaces, not commas; comments start with `//`.",
    ),
    "E0109": ("a name without a value", "After `name:` comes the value, with or without a space between."),
    "E0110": (
        "empty brackets",
        "`( )` would be a ludeme without a name. An empty list is written `{ }`.",
    ),
    "E0111": (
        "the file cannot be read",
        "It does not exist or may not be opened, or it is no regular file but a folder, a named pipe, a "
        "device. A link is followed only to a file with the same ending, since what is said of a file shows "
        "lines of it.",
    ),
    "E0112": (
        "what does not belong at the top level",
        "At the top level of a file stand (game ...), (define ...), (include ...), (option ...), "
        "(rulesets ...) and (metadata ...). A file of definitions holds only definitions and includes.",
    ),
    "E0113": ("a number too long", "Numbers have up to 18 digits; no rule needs more."),
    "E0114": (
        "no game's text",
        "The text is something else: data, a program, prose. A game's file holds "
        '(game "Name" (players 2) (equipment {...}) (rules ...)) and, beside it, definitions and options.',
    ),
    "W0101": (
        "a `>` too many",
        "There is one `>` more than there are `<`. It is left out.",
    ),
    "E0301": (
        "a definition uses itself",
        "A definition is put in wherever it is used. One that uses itself, directly or through others, would "
        "never come to an end. Rules that repeat are written with a ludeme that repeats, such as (while ...) "
        "or (forEach ...).",
    ),
    "E0302": (
        "growing beyond all bounds",
        "With all definitions put in, the game would be larger than any known by far. Usually a definition "
        "uses another several times, which does the same, and so on: the size doubles with each step.",
    ),
    "E0303": (
        "no such placeholder",
        "`<Tag:part>` stands for a part of what the player chose of an option, and the option says which "
        'there are: in (option "Board Size" <Board> args:{<size>} ...) it is <Board:size>.',
    ),
    "E0304": ("no such option", "The game has no option of the name that was asked for."),
    "E0305": ("no such value of an option", "The option has no item of the name that was asked for."),
    "E0306": (
        "not a definition",
        'A definition is written (define "Name" what it stands for). In what it stands for, #1, #2 ... are '
        'the arguments of its uses: ("Name" first second).',
    ),
    "E0307": (
        "not an option",
        'An option is written (option "Name" <Tag> args:{<part> ...} {(item "Value" <what the part stands '
        'for> ... "description")* ...}). Each item has as many parts as the option has arguments; the stars '
        'mark the default. A ruleset is (ruleset "Ruleset/Name" {"Option/Value" ...}).',
    ),
    "E0308": (
        "defined twice",
        "Two definitions of one file have the same name and are different. A definition of the file itself "
        "does go before one of the same name in a library.",
    ),
    "E0309": (
        "no such definition",
        'A text at the head of brackets is the use of a definition: ("Name" arguments). None has this name, '
        "neither in the file nor in what it includes nor in the library.",
    ),
    "E0310": (
        "an include that cannot be followed",
        '(include "moves.def") reads the definitions of a file beside the game, below it, or of the library. '
        "Files elsewhere are not read.",
    ),
    "E0311": ("files that include each other", "A file includes itself, directly or through others."),
    "E0312": (
        "fits several",
        "The shortened name fits several options, values or rulesets; write more of it.",
    ),
    "E0314": (
        "no game",
        'A game\'s file holds (game "Name" (players ...) (equipment {...}) (rules ...)). A file without one '
        "can be included by others, but not played.",
    ),
    "E0315": ("several games", "A file holds one game. Variants of a game are better written as options."),
    "E0316": (
        "a ruleset's unknown choice",
        'A ruleset names items as "Option/Value", both exactly as the options are written.',
    ),
    "E0317": ("no such ruleset", "The game has no ruleset of the name that was asked for."),
    "E0318": (
        "a parameter outside a definition",
        "#1, #2 ... stand for arguments of the definition around them. Outside of definitions there are "
        "none.",
    ),
    "E0319": (
        "no such game",
        "A match names its games by their files: beside the match, or among the shipped games.",
    ),
    "E0320": (
        "a match of matches",
        "What a match plays again and again is a game, not another match, and not itself.",
    ),
    "W0301": ("never used", "Nothing names this definition. It may be a slip in its name or in its use."),
    "W0302": (
        "more arguments than the definition uses",
        "The use gives an argument of which the definition makes nothing: it has no #n for it. Absent "
        "arguments are fine: what they stand for is left out. To leave one out before others, write ~ for "
        "it.",
    ),
    "W0303": ("defined twice, the same", "Two definitions are the same, name and all; one of them can go."),
    "W0304": (
        "two options of one name",
        "Two options have the same name or tag. Where both offer a part of the same name, the first counts.",
    ),
    "W0305": (
        "no such definition, in a place that is not reached",
        "Something is used that is not defined, in a definition or an option's item that is not in play with "
        "the options as they are. With other options it would be an error (E0309).",
    ),
    "W0307": (
        "a definition of nothing",
        'A definition with a name only, (define "Name"), is left out wherever it is used. That may be meant.',
    ),
    "W0308": (
        "an argument left out that makes another rule",
        "A use may give fewer arguments than the definition has #n, and what they stand for is left out. "
        "Where an operator of the definition is left with one operand, or what stands behind takes the place "
        "of what is left out, the definition means something else than it says. If that is meant, write ~ "
        "for the argument.",
    ),
    "W0306": (
        "a choice that there is not, in a ruleset that is not played",
        'A ruleset names items as "Option/Value", both exactly as the options are written. Playing with this '
        "ruleset would be an error (E0316).",
    ),
}


@cache
def all_codes() -> dict[str, Explanation]:
    """Every code there is, in order."""
    tables = [CODES]
    for name in _ELSEWHERE:
        try:
            result = find_spec(name) is not None
        except ModuleNotFoundError:
            result = False
        if result:
            tables.append(import_module(name).CODES)
    merged = {code: entry for table in tables for code, entry in table.items()}
    return {code: Explanation(code, *merged[code]) for code in sorted(merged)}


def explain(code: str) -> Explanation | None:
    """What a code means; it may be written in any case. None if there is no such code."""
    return all_codes().get(code.strip().upper())
