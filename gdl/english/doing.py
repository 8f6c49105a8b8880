"""Effects in English: what follows a move."""

from __future__ import annotations

from typing import Any

from gdl.english.grammar import listed, number_word
from gdl.english.phrases import IT, attach
from gdl.english.sayers import says
from gdl.english.speaker import Speaker
from gdl.ludeme.categories import Region
from gdl.ludeme.literals import IntLiteral, IntsLiteral
from gdl.ludemes import arguments as arg
from gdl.ludemes import capturing as c
from gdl.ludemes import effects as e
from gdl.ludemes import ints, pushing, sowing
from gdl.ludemes import ints_context as ic
from gdl.ludemes import ints_state as state
from gdl.ludemes.placing import Promote, Remove
from gdl.ludemes.recolouring import SetColour
from gdl.words.words import RelationType

# --- Scores, variables, memory ----------------------------------------------------------------------------


@says(e.AddScore)
def _add_score(s: Speaker, it: e.AddScore) -> str:
    amount = it.amount[0] if isinstance(it.amount, tuple) and it.amount else it.amount
    who = it.who
    lost = isinstance(amount, ints.Minus) and (
        amount.first is None or (isinstance(amount.first, IntLiteral) and amount.first.value == 0)
    )
    if lost and isinstance(amount, ints.Minus):
        return f"{_subject(s, who, 'lose')} {_points(s, amount.second)}"
    if isinstance(amount, IntLiteral) and amount.value < 0:
        return f"{_subject(s, who, 'lose')} {number_word(-amount.value)} {s.scored(-amount.value)}"
    return f"{_subject(s, who, 'score' if s.scores == 'points' else 'get')} {_points(s, amount)}"


def _points(s: Speaker, amount: Any) -> str:
    if isinstance(amount, IntLiteral):
        return f"{number_word(amount.value)} {s.scored(amount.value)}"
    text = s.say(amount)
    if text.startswith("the number of "):
        return _for_each(s, text.removeprefix("the number of "))
    return f"as many {s.scores} as {text}"


def _for_each(s: Speaker, noun: str) -> str:
    word = "of " if noun.startswith(("your ", "the ")) or "'s " in noun else ""
    if not word:
        first, space, rest = noun.partition(" ")
        noun = (first[:-1] if first.endswith("s") else first) + space + rest
    return f"one {s.scored(1)} for each {word}{noun}"


def _subject(s: Speaker, who: Any, verb: str) -> str:
    name = s.player(who)
    plural = name.startswith("the players") or name == "you"
    return f"{name} {verb if plural else verb + 's'}"


@says(e.SetPlayer)
def _set_player(s: Speaker, it: e.SetPlayer) -> str:
    whose = s.whose(it.who)
    if it.of is e.SetPlayerType.VALUE:
        if s.values:
            return f"the number of {whose} {s.values} becomes {s.say(it.amount)}"
        return f"note for {s.player(it.who)} the number {s.say(it.amount)}"
    if s.scores != "points":
        return f"the number of {whose} {s.scores} becomes {s.say(it.amount)}"
    return f"{whose} score becomes {s.say(it.amount)}"


@says(e.SetVar)
def _set_var(s: Speaker, it: e.SetVar) -> str:
    name = s.variable(it.name)
    value = it.value
    if isinstance(value, ints.Plus) and value.values is None:
        one, rest = value.first, value.second
        if isinstance(rest, IntLiteral):
            one, rest = rest, one
        if isinstance(one, IntLiteral) and isinstance(rest, state.Var) and rest.name == it.name:
            return f"add {number_word(one.value)} to {name}"
    if value is None:
        return f"set {name}"
    return f"set {name} to {s.site(value) if isinstance(value, ic.Last) else s.say(value)}"


@says(e.SetCounter)
def _set_counter(s: Speaker, it: e.SetCounter) -> str:
    return f"set the {s.word(it.of)} to {'zero' if it.value is None else s.say(it.value)}"


@says(e.SetSite)
def _set_site(s: Speaker, it: e.SetSite) -> str:
    what = {"Count": "the number of pieces on", "State": "the state of", "Value": "the value of"}[it.of.value]
    value = s.say(it.value)
    return f"set {what} {s.site(it.at)} to {'your own number' if value == 'you' else value}"


@says(SetColour)
def _set_colour(s: Speaker, it: SetColour) -> str:
    where = s.noun(it.where).plural if isinstance(it.where, Region) else s.site(it.where)
    return f"the colour of {where} becomes {it.colour.lower()}"


@says(e.SetPending)
def _pending(s: Speaker, it: e.SetPending) -> str:
    if it.what is None:
        return "keep this in mind for the next move"
    what = s.noun(it.what).plural if isinstance(it.what, Region) else s.site(it.what)
    return f"keep {what} in mind for the next move"


@says(e.RememberValue)
def _remember(s: Speaker, it: e.RememberValue) -> str:
    return f"remember {s.site(it.value)}" + (f" as “{s.say(it.name)}”" if it.name else "")


@says(e.ForgetValue)
def _forget(s: Speaker, it: e.ForgetValue) -> str:
    return f"forget {s.site(it.value)}" + (f" as “{s.say(it.name)}”" if it.name else "")


@says(e.ForgetAllValues)
def _forget_all(s: Speaker, it: e.ForgetAllValues) -> str:
    return "forget all that was remembered" + (f" as “{s.say(it.name)}”" if it.name else "")


@says(e.Flip)
def _flip(s: Speaker, it: e.Flip) -> str:
    where = f"on {s.terms['to']}" if it.where is None else s.on(it.where)
    return "turn it over" if where == f"on its {s.cell}" else f"turn over the piece {where}"


@says(e.SetNextPlayer)
def _next_player(s: Speaker, it: e.SetNextPlayer) -> str:
    if isinstance(it.who, IntsLiteral):
        who = listed([s.player(each) for each in it.who.items], "or")
    else:
        who = s.player(it.who)
    return f"the next turn is {'yours' if who == 'you' else f'that of {who}'}"


@says(e.Propose)
def _propose(s: Speaker, it: e.Propose) -> str:
    return f"propose {_quoted(s, it.what)}"


@says(e.Vote)
def _vote(s: Speaker, it: e.Vote) -> str:
    return f"vote for {_quoted(s, it.what)}"


def _quoted(s: Speaker, what: str | tuple[str, ...]) -> str:
    texts = what if isinstance(what, tuple) else (what,)
    return listed([f"“{s.say(text)}”" for text in texts], "or")


@says(e.Trigger)
def _trigger(s: Speaker, it: e.Trigger) -> str:
    return f"note that “{s.say(it.event)}” has happened to {s.player(it.who)}"


# --- Captures around a site -------------------------------------------------------------------------------


def _there(s: Speaker, origin: arg.From | None) -> str:
    if origin is None or origin.where is None:
        return s.terms["last to"]
    return s.noun(origin.where).plural if isinstance(origin.where, Region) else s.site(origin.where)


def _what(s: Speaker, between: arg.Between | None, default: str = "enemy pieces") -> str:
    if between is None or between.condition is None:
        return default
    return _pieces(s, between.condition, "between") or default


def _pieces(s: Speaker, condition: Any, term: str) -> str:
    with s.about(**{term: IT}):
        text = s.clause(condition)
    held = text.removeprefix(f"{IT} holds ")
    if held == "an enemy piece":
        return "enemy pieces"
    if held == "a piece of yours":
        return "your own pieces"
    if text.startswith(f"{IT} "):
        return f"pieces on {s.cells} of which each {text[2:].replace(IT, 'it')}"
    return f"pieces for which {text.replace(IT, 'its ' + s.cell)}"


def _does(s: Speaker, effect: Any, pieces: str, word: str) -> str:
    """What happens to the pieces in question: mostly they are captured."""
    apply = getattr(effect, "apply", None)
    if apply is None or apply.effect is None:
        return f"capture {pieces}"
    if isinstance(apply.effect, Remove) and apply.condition is None:
        return f"capture {pieces}"
    if isinstance(apply.effect, Promote) and apply.condition is None:
        return f"turn each of the {pieces} into {s.which(apply.effect.piece)}{_whose(s, apply.effect)}"
    with s.as_effect(), s.about(**{word: f"its {s.cell}"}):
        effect = s.inline(apply.effect).replace(f"the piece on its {s.cell}", "it")
        when = "" if apply.condition is None else f" if {s.clause(apply.condition)}"
        return f"for each of the {pieces}: {effect}{when}"


def _whose(s: Speaker, promote: Promote) -> str:
    return (
        " of yours"
        if promote.owner is None or s.player(promote.owner) == "you"
        else f" of {s.player(promote.owner)}"
    )


@says(c.Custodial)
def _custodial(s: Speaker, it: c.Custodial) -> str:
    way = "" if it.direction is None else f" {s.word(it.direction)}"
    far = ""
    if it.between is not None and isinstance(it.between.range, arg.AtMost | arg.Exact | arg.Range):
        far = f" ({s.say(it.between.range)} in a row)"
    end = "a piece of yours"
    if it.to is not None and it.to.condition is not None:
        with s.about(to=IT):
            text = s.clause(it.to.condition)
        held = text.removeprefix(f"{IT} holds ")
        end = held if held != text and IT not in held else attach(f"a {s.cell}", text)
    where = f"that stand in an unbroken line{way} between {_there(s, it.origin)} and {end}"
    return _does(s, it.between, f"{_what(s, it.between)}{far} {where}", "between")


@says(c.Directional)
def _directional(s: Speaker, it: c.Directional) -> str:
    way = "" if it.direction is None else f" {s.say(it.direction)}"
    pieces = "enemy pieces" if it.to is None or it.to.condition is None else _pieces(s, it.to.condition, "to")
    return _does(s, it.to, f"{pieces} in an unbroken row{way} from {_there(s, it.origin)}", "to")


@says(c.Enclose)
def _enclose(s: Speaker, it: c.Enclose) -> str:
    way = "" if it.direction is None else f" (connected {s.say(it.direction)})"
    spare = "" if it.exceptions is None else f" but {s.say(it.exceptions)}"
    groups = f"groups of {_what(s, it.between)}{way} next to {_there(s, it.origin)}"
    return _does(s, it.between, f"{groups} that have no empty {s.cell} beside them{spare}", "between")


@says(c.Intervene)
def _intervene(s: Speaker, it: c.Intervene) -> str:
    way = "" if it.direction is None else f" {s.word(it.direction)}"
    pieces = "enemy pieces" if it.to is None or it.to.condition is None else _pieces(s, it.to.condition, "to")
    return _does(
        s, it.to, f"{pieces} on both sides of {_there(s, it.origin)}, opposite each other{way}", "to"
    )


@says(c.Surround)
def _surround(s: Speaker, it: c.Surround) -> str:
    how = {RelationType.ORTHOGONAL: " orthogonal", RelationType.DIAGONAL: " diagonal"}.get(
        it.relation or RelationType.ALL, ""
    )
    by = "your pieces"
    if it.to is not None and it.to.condition is not None:
        with s.about(to=IT):
            text = s.clause(it.to.condition)
        if text != f"{IT} holds a piece of yours":
            by = (
                f"{s.cells} of which each {text[2:]}"
                if text.startswith(IT)
                else f"{s.cells} for which {text}"
            )
            by = by.replace(IT, "it")
    spare = "" if it.exceptions is None else f" (up to {s.say(it.exceptions)} may be missing)"
    with_ = "" if it.with_piece is None else f", one of them {s.which(it.with_piece)}"
    where = f"next to {_there(s, it.origin)} that are surrounded on all{how} sides by {by}{spare}{with_}"
    return _does(s, it.between, f"{_what(s, it.between)} {where}", "between")


@says(pushing.PushRow)
def _push(s: Speaker, it: pushing.PushRow) -> str:
    there = _there(s, it.origin)
    return f"push the piece on {there}, and all in a row behind it, one step {s.say(it.direction)}"


# --- Sowing -----------------------------------------------------------------------------------------------


@says(sowing.Sow)
def _sow(s: Speaker, it: sowing.Sow) -> str:
    start = s.terms["last to"] if it.start is None else s.site(it.start)
    along = "along the track" if it.track is None else f"along the track “{s.say(it.track)}”"
    each = "one by one" if it.per_hole is None else f"{s.say(it.per_hole)} at a time"
    count = "the pieces of" if it.count is None else f"{s.say(it.count)} pieces of"
    text = f"take {count} {start} and sow them {each} {along}"
    if _false(it.include_self):
        text += ", leaving out the hole they came from"
    if it.origin is not None and not _false(it.origin):
        text += ", beginning with the hole they came from"
    if it.skip is not None:
        with s.about(to="the hole"):
            text += f", leaving out a hole if {s.clause(it.skip)}"
    with s.as_effect(), s.about(to="the last hole sown", site="the hole", last_to="the last hole sown"):
        if it.sow_effect is not None:
            text += f"; for each hole sown, {s.inline(it.sow_effect)}"
        condition = None if it.condition is None else s.clause(it.condition)
        if it.apply is not None:
            lead = "in the end" if condition is None else f"if then {condition}"
            text += f"; {lead}, {s.inline(it.apply)}"
    for rule, way in ((it.backtracking, "before it"), (it.forward, "after it")):
        if rule is not None and not _false(rule):
            text += f", and so on for the holes {way} as long as the same holds"
    return text


def _false(value: Any) -> bool:
    return value is not None and getattr(value, "value", None) is False
