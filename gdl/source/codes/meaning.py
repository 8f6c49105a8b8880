"""The codes of mistakes in what rules mean, for `explain`. A code never changes its meaning."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "E0401": (
        "a use that is not supported",
        "The ludeme is one of the language's, and Ludwright supports no form of it, or not this one; the "
        "message says which, and what to write instead. It is said plainly rather than played wrongly.",
    ),
    "E0402": (
        "no such piece",
        'A piece is named as the equipment declares it. (piece "Disc" Each) makes one piece for each player, '
        '"Disc1", "Disc2", ...; "Disc" alone means all of them where several can be meant.',
    ),
    "E0403": (
        "colours that do not fit the board",
        "The rows of letters are the rows of the board from the top, one letter for each cell, and every "
        "letter but `.` has a (colour ...). A mosaic names faces that there are, turned by quarters.",
    ),
    "E0404": (
        "several pieces of one name",
        "A piece declared for `Each` is one piece for each player, told apart by a number: a starting "
        'position names one of them, "Disc1".',
    ),
    "E0405": (
        "no such site",
        "A site is named by the letters of its column and the number of its row, a1 at the lower left, or by "
        "its number, 0 at the lower left. `gdl play GAME` shows the board with its names.",
    ),
    "E0406": ("no such hand", "Pieces beside the board are in a hand, which the equipment has to declare."),
    "E0407": ("no such phase", "Phases are named in quotes, everywhere in the same way."),
    "E0408": (
        "no such player",
        "A game has as many players as (players ...) says; the players are P1, P2, and so on.",
    ),
    "E0409": (
        "no such board",
        "The shape cannot be drawn: a size is zero, negative or very large, or parts do not fit together.",
    ),
    "E0410": ("not one board", "A game's equipment has exactly one (board ...)."),
    "E0411": ("two pieces of one name", "Every piece has a name of its own."),
    "E0412": (
        "no such region",
        "Regions are named by (regions ...) in the equipment, and by the colours of cells.",
    ),
    "E0413": (
        "no such map",
        'Maps are declared in the equipment: (map "Name" {(pair 0 5) ...}). One that is made of two lists '
        "has a value for each key.",
    ),
    "E0414": ("no play", "The rules have to say what players may do: (play ...), or phases with one each."),
    "E0415": (
        "a game that never ends",
        "No ending is given, or none that can ever come. A game ends where (end ...) says so; a condition "
        "that is always false never ends it.",
    ),
    "E0416": (
        "no such track",
        "Tracks are declared with the board: a site to begin with, then directions or sites, as in "
        '(track "Track" "0,E,N,W" loop:True).',
    ),
    "E0417": ("no dice", "What is rolled has to be in the equipment: (dice d:6 num:2)."),
    "E0418": (
        "a rule of a match",
        "Points and games of a match are looked at between its games: in the (end ...) of a (match ...).",
    ),
    "E0419": (
        "not the match's players",
        "A match and its games are for the same number of players. A match need not say how many.",
    ),
    "E0420": (
        "no such team",
        "Teams are set when the game starts: (set Team 1 {P1 P3}). Each player is in one team at most.",
    ),
    "E0434": (
        "a number too great",
        "Whole numbers have 64 bits. What a rule works out from given numbers alone is worked out before the "
        "game starts, and has to be such a number. During a game numbers that grow too great wrap around.",
    ),
    "E0440": (
        "not one player",
        "Some rules are about one player, or one owner: whose score is asked for, whose hand a site is of. A "
        "role that stands for several players, or for none, can mean nothing there, and the rule would never "
        "hold. To speak of each player in turn, use (forEach Player ...) and Player inside of it.",
    ),
    "E0435": (
        "a line of too few",
        "Pieces in line are two at least; `is Line` takes one too, which is in line with itself.",
    ),
    "W0405": (
        "what is hidden is not hidden everywhere",
        "`(set Hidden ...)` keeps something from a player. The board at the terminal, and in Python "
        "`state.seen_by(player)`, are without it. All else is of the whole position: the page, records, "
        "texts, observations and `why`; and players that search know what they should not.",
    ),
    "W0404": (
        "a rule that leaves out nothing",
        "`(max Distance ...)` is said to keep the moves of the greatest distance along a track. In the games "
        "that Ludii has recorded with it it keeps all, and so it does here: `(max Moves ...)` is stricter.",
    ),
    "W0403": (
        "a name that means nothing",
        'A file whose metadata say which version of Ludii it was written for, (info {(version "1.3.13")}), '
        "may name pieces, regions and maps it does not have: Ludii takes such a name for nothing at all, "
        "and so does Ludwright in such a file. In all other files it is a mistake.",
    ),
    "W0401": (
        "an ending that never comes",
        "The condition of this ending is always false, whatever is played.",
    ),
    "W0402": (
        "a line longer than the board",
        "A line of so many pieces cannot be made: no row, column or diagonal of the board is so long.",
    ),
    "W0430": (
        "a tile used twice",
        "A board is composed of tiles, and a box holds each of them once; faces whose names begin with the "
        "same number are the two sides of one tile. The board can be played on, but not laid out with it. "
        "Nothing is said where there are too few tiles for the board, so that some must lie there twice.",
    ),
    "E0430": (
        "too large",
        "What a game makes when it is compiled is counted: the entries of tables, the lines of the board, "
        "the parts of its rules. A game that makes far more than the largest one known is refused, and what "
        "makes most of it is named. The count is the same on every machine. Usually a number is larger than "
        "was meant: the size of a board, the faces of a die, a distance.",
    ),
    "E0450": (
        "rules nested too deeply",
        "Rules are worked out from the outside to the inside, step by step within each other, and there is "
        "an end to that: conditions, numbers and regions may be nested a few hundred levels deep. Thousands "
        "of parts side by side are no trouble: `(or {...})` takes a list.",
    ),
    "E0431": (
        "a region, track or map made of itself",
        "What a region is made of names the region again, directly or through others, so it would never come "
        "to an end; likewise a track that is made of sites of tracks, and a map with an entry of a map. The "
        "sites of a player, (sites P1), are those of all its regions.",
    ),
    "E0432": (
        "moves made of themselves",
        "In the moves of a piece, (forEach Piece) stands for the moves of all pieces, its own among them; "
        "that would never come to an end. Say which pieces are meant, or give the moves: "
        "(forEach Piece (move Step ...)).",
    ),
    "E0433": (
        "dice that cannot be rolled",
        "A set has at least one die, and a die at least one face that can come: its weights (biased:) are "
        "not negative, and not all 0. All dice of a game are rolled at once, so the number of their "
        "outcomes, the product of all their faces, fits into 64 bits.",
    ),
}
