"""What a game is played with, in English: board, pieces, hands, dice, regions, tracks, tables."""

from __future__ import annotations

from typing import Any

from gdl.boards.graph import SiteType
from gdl.english.grammar import a, capital, counted, listed, number_word
from gdl.english.places import static_region
from gdl.english.sayers import says
from gdl.english.site_names import runs
from gdl.english.speaker import Speaker
from gdl.english.values import Point
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludemes import colours as c
from gdl.ludemes import equipment as e
from gdl.words.words import RoleType, StaticRegion

#: More names than this of a region, a track or a table are not listed.
MOST_NAMES = 24

# --- Boards -----------------------------------------------------------------------------------------------

_ON = {
    SiteType.CELL: "",
    SiteType.VERTEX: "where the lines meet",
    SiteType.EDGE: "on the lines",
}


@says(e.Board)
def _board(s: Speaker, it: e.Board) -> str:
    shape = s.say(it.graph)
    count = s.facts.board_count
    where = f", and pieces stand {_ON[s.facts.main]}" if _ON[s.facts.main] else ""
    return f"The board is made of {shape}{where}: {counted(count, s.cell)}"


@says(e.Boardless)
def _boardless(s: Speaker, it: e.Boardless) -> str:
    cells = {"Hexagonal": "hexagons", "Square": "squares", "Triangular": "triangles"}[it.tiling.value]
    return f"There is no board: pieces are put next to each other, as on {cells} without end"


@says(e.MancalaBoard)
def _mancala(s: Speaker, it: e.MancalaBoard) -> str:
    rows, columns = it.rows.number(), it.columns.number()
    stores = "" if it.store is e.StoreType.NONE else ", with stores at the ends"
    return f"The board has {number_word(rows)} rows of {number_word(columns)} holes{stores}"


@says(e.SurakartaBoard)
def _surakarta(s: Speaker, it: e.SurakartaBoard) -> str:
    loops = sum(1 for _ in s.facts.tracks)
    return (
        f"The board is made of {s.say(it.graph)}, and pieces stand where the lines cross: "
        f"{s.facts.board_count} {s.cells}; "
        f"{number_word(loops)} loops at the corners join its lines"
    )


@says(e.Values)
def _values(s: Speaker, it: e.Values) -> str:
    return f"Each {it.type.value.lower()} takes a number of {s.say(it.range)}"


# --- Colours ----------------------------------------------------------------------------------------------


@says(c.Colours)
def _colours(s: Speaker, it: c.Colours) -> str:
    names = listed([s.say(each.name).lower() for each in it.colours])
    tiles = ""
    if isinstance(it.layout, c.Mosaic):
        tiles = f". They come from square tiles, laid so (from the top left): {s.say(it.layout.layout)}"
    return f"The {s.cells} are {names}{tiles}"


# --- Beside the board -------------------------------------------------------------------------------------


@says(e.Hand)
def _hand(s: Speaker, it: e.Hand) -> str:
    name = "hand" if it.name is None else s.say(it.name).lower()
    who = (
        "Each player has"
        if it.role in (RoleType.EACH, RoleType.ALL)
        else ("There is" if it.role in (RoleType.SHARED, RoleType.NEUTRAL) else f"{s.player(it.role)} has")
    )
    places = "" if it.size == 1 else f" of {number_word(it.size)} places"
    what = "a hand for pieces" if name == "hand" else f"{a(name)}"
    return f"{capital(who)} {what}{places} beside the board"


@says(e.Dice)
def _dice(s: Speaker, it: e.Dice) -> str:
    sets = [it.faces_of(die) for die in range(it.number)]
    number = counted(it.number, "die").capitalize()
    verb = "is" if it.number == 1 else "are"
    if len(set(sets)) == 1:
        faces = sets[0]
        if len(faces) > 1 and faces == tuple(range(faces[0], faces[0] + len(faces))):
            shown = f"{number_word(faces[0])} to {number_word(faces[-1])}"
        else:
            shown = listed([number_word(face) for face in faces])
        each = "each " if it.number > 1 else ""
        text = f"{number} {verb} rolled, {each}with the faces {shown}"
    else:
        text = f"{number} {verb} rolled, with the faces " + "; ".join(
            listed([number_word(face) for face in faces]) for faces in sets
        )
    return text + (", which do not all come equally often" if it.biased is not None else "")


# --- Regions, tracks, tables ------------------------------------------------------------------------------


@says(e.Regions)
def _regions(s: Speaker, it: e.Regions) -> str:
    name = "" if it.name is None else s.region_name(it.name)
    whose = "" if it.role in (None, RoleType.ALL, RoleType.SHARED) else s.whose(it.role)
    lead = (f"{whose} {name}" if whose else f"the {name}" if name else "A region").strip()
    if not name:
        lead = f"{whose} own {s.cells}" if whose else "A region"
    many = name.endswith("s") or (not name and bool(whose))
    where = s.sites_of(it.where)
    many = many or where.endswith(f" {s.cells}")
    return f"{capital(lead)} {'are' if many else 'is'} {where}"


def region_text(s: Speaker, where: Any) -> str:
    """What a region is made of, in words."""
    if isinstance(where, tuple):
        if where and all(isinstance(each, IntExpr) for each in where):
            names = [s.site(each) for each in where]
            more = len(names) - MOST_NAMES
            return runs(names) if more <= 0 else f"{runs(names[:MOST_NAMES])} and {more} more"
        return listed([region_text(s, each) for each in where])
    if isinstance(where, StaticRegion):
        return static_region(where)
    return s.noun(where).plural if isinstance(where, Region) else s.say(where)


@says(e.Track)
def _track(s: Speaker, it: e.Track) -> str:
    whose = "" if it.owner is None else f" of {s.player(it.owner)}"
    name = s.say(it.name)
    loop = ", and round again" if it.loop else ""
    sites = s.track_sites(it)
    way = f": {runs(sites[:MOST_NAMES])}" if sites else ""
    if len(sites) > MOST_NAMES:
        way = f": {', '.join(sites[:12])}, … to {', '.join(sites[-6:])} ({len(sites)} {s.cells})"
    elif sites:
        way = f": {', '.join(sites)}"
    return f"The track “{name}”{whose} leads over the board{way}{loop}"


@says(e.Map)
def _map(s: Speaker, it: e.Map) -> str:
    pairs = [_pair(s, each) for each in it.pairs[:MOST_NAMES]]
    more = f" and {len(it.pairs) - MOST_NAMES} more" if len(it.pairs) > MOST_NAMES else ""
    return f"The table {f'“{s.say(it.name)}”' if it.name else 'of the game'} has {', '.join(pairs)}{more}"


@says(e.MapLists)
def _lists(s: Speaker, it: e.MapLists) -> str:
    pairs = [f"{value} for {key}" for key, value in list(zip(it.keys, it.values, strict=False))[:MOST_NAMES]]
    return f"The table {f'“{s.say(it.name)}”' if it.name else 'of the game'} has {', '.join(pairs)}"


@says(e.Pair)
def _pair(s: Speaker, it: e.Pair) -> str:
    key = s.player(it.key) if isinstance(it.key, RoleType) else s.site(it.key)
    value = s.player(it.value) if isinstance(it.value, RoleType) else s.site(it.value)
    return f"{value} for {key}"


# --- Pieces -----------------------------------------------------------------------------------------------


@says(e.Piece, e.Tile)
def _piece(s: Speaker, it: e.Piece) -> Point:
    """How a piece moves, with its name in front; told once for all players who have it so."""
    base = s.say(it.name)
    base = s.base(base)[0] if s.facts.named(base) else base
    alone = it.role in (RoleType.EACH, RoleType.SHARED, RoleType.ALL)
    whose = "" if alone else " (neutral)" if it.role is RoleType.NEUTRAL else f" ({s.player(it.role)})"
    name = capital(base) + whose
    if it.moves is None:
        return Point(name, (), it.span)
    with s.about(piece="", **{"from": f"its {s.cell}", "site": f"its {s.cell}"}):
        point = s.moves(it.moves)
    may = "" if point.text.startswith(("if ", "for ", "with ")) else "it may "
    return Point(f"{name}: {may}{point.text}", point.points, it.span)


@says(e.Path)
def _path(s: Speaker, it: e.Path) -> str:
    return f"a line from side {it.origin} to side {it.target}"
