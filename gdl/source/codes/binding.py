"""The codes of binding mistakes: what each means, for `explain`. A code never changes its meaning."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "E0201": (
        "not a ludeme",
        "What stands in parentheses begins with the name of a ludeme: `(sites Empty)`. An array, of numbers "
        "or of anything else, stands in braces: `{1 2 3}`.",
    ),
    "E0202": (
        "no such definition",
        'What stands in parentheses and begins with a text in quotes is the use of a definition: `("Hop")` '
        'needs a `(define "Hop" ...)` in the same file or among the shared definitions.',
    ),
    "E0203": (
        "no such ludeme",
        "There is no ludeme of this name. Names are written as the reference writes them; upper and lower "
        "case differ.",
    ),
    "E0204": (
        "a ludeme of Ludii's that is not supported",
        "Ludii has a ludeme of this name, and this language does not have it. It is not a misspelling: the "
        "game has to be written without it, or the ludeme has to be added (see the page on plug-ins).",
    ),
    "E0205": (
        "a ludeme of another kind",
        "There is a ludeme of this name, but it gives something else than what is wanted in this place: a "
        "region where a condition is wanted, for example.",
    ),
    "E0206": (
        "no such variant",
        "Some ludemes are told apart by the word behind their name: `(is Line 3)`, `(is Empty (to))`. There "
        "is none with this word, or the word is missing.",
    ),
    "E0207": (
        "a variant of Ludii's that is not supported",
        "Ludii has this ludeme with this word behind its name, and this language does not have it.",
    ),
    "E0208": (
        "an argument of the wrong type",
        "A number, a text, a word or an array stands where something else is wanted.",
    ),
    "E0209": (
        "a missing argument",
        "The ludeme needs an argument that is not given. In a signature, what stands in square brackets may "
        "be left out and everything else may not.",
    ),
    "E0210": (
        "an argument too many",
        "The argument fits none of those that the ludeme takes, or stands in the wrong place: arguments "
        "without a name stand in the order of the signature.",
    ),
    "E0211": (
        "no argument of this name",
        "The ludeme has no argument that is written with this name and a colon.",
    ),
    "E0212": ("an argument given twice", "An argument written `name:value` can be given once."),
    "E0213": ("no such word", "In this place one of certain words is wanted, and this is none of them."),
    "E0214": (
        "a text for a word, or a word for a text",
        'Names that the author chose stand in quotes (`"Disc"`); words of the language do not (`Mover`).',
    ),
    "E0215": (
        "arguments that exclude each other",
        "Of these arguments one is to be given: several are, or none is.",
    ),
    "E0216": (
        "ambiguous",
        "The text fits several ludemes equally well, and nothing says which of them is meant. This is a "
        "fault in the ludemes' declarations rather than in the game; a further argument usually helps.",
    ),
    "E0217": ("nested too deeply", "Ludemes stand in each other more than a few hundred levels deep."),
    "E0218": (
        "a name where none can stand",
        "`name:value` stands directly in the parentheses of a ludeme, not in an array or by itself.",
    ),
    "E0219": (
        "arguments that do not fit together",
        "Each argument fits one of the parameters, but not all of them together.",
    ),
    "E0220": (
        "an argument without its name",
        "Some arguments are written with their name and a colon: `(sites Occupied by:Mover)`. In a signature "
        "these are shown with the name.",
    ),
    "E0221": (
        "arguments in each other's place",
        "Arguments without a name stand in the order of the signature: `(result Mover Win)` says who, and "
        "then how the game ends for them.",
    ),
    "E0222": (
        "braces missing around several",
        "Where several things of a kind can stand, they are one argument, an array in braces: "
        "`(end {(if ...) (if ...)})`. Only a single one may stand without braces, and not everywhere.",
    ),
    "W0223": (
        "many more warnings",
        "Only the first warnings of very many are shown.",
    ),
    "E0223": (
        "many more mistakes",
        "Only the first mistakes of very many are shown. Often they have one cause, such as a definition "
        "that was renamed.",
    ),
    "E0225": (
        "a definition that lacks an argument",
        "What a definition stands for makes no sense without one of the arguments that it is written with "
        "(#1, #2, ...). Some may be left out: where a ludeme needs none in that place.",
    ),
    "E0226": (
        "a definition that is given something else",
        "What a definition stands for makes sense, but not with this argument in the place of its #1, #2 and "
        "so on.",
    ),
    "W0224": (
        "a mistake in a definition that is not in play",
        "The game does not come to this definition as its options are chosen, so it can be played. What the "
        "definition stands for has a mistake, which is an error once something comes to it; the note names "
        "its code.",
    ),
    "W0225": (
        "checked in part",
        "What makes no sense though it can be played is looked for within a budget, as everything is that is "
        "made of a file. This game used it up, by far more rules, regions or sites than the largest known "
        "one has. It can be played; what is told of it is true, and there may be more.",
    ),
    "W0201": (
        "a plug-in could not be loaded",
        "An installed package offers ludemes for this language, and loading it failed. Games that do not "
        "use its ludemes are not affected.",
    ),
}
