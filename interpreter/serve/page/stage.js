// The board with all that is pressed on it and beside it. A room, an analysis, the workshop and a position that is set up
// have the same one.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";
import { Dice, Hand, Stack, handTitle, openedAt } from "./beside.js";
import { Board } from "./board.js";
import { choicesOf, meant } from "./choosing.js";
import { Chooser } from "./dialog.js";
import { learn } from "./drawn.js";
import { nextTurn, TurnButton } from "./turning.js";

export const namesOf = (board) => new Map([...board.hands.flatMap((hand) => hand.sites), ...board.sites].map(({ site, name }) => [site, name]));

// The board, hands and dice, and the stack that was pressed last taken apart. It can be turned where `onTurn` is told of
// that. `bar` stands above the board, `under` and `below` below it and its hands; `atHand` is what can be chosen in these.
export function Ground({ board, shown, choices, atHand = choices, selected, zooms, turn, onTurn, onSite, announce, bar, beside, under, below, ...more }) {
  const [opened, setOpened] = useState(null);
  const [zoom, setZoom] = useState(1);
  const press = (site) => {
    setOpened(openedAt(board, shown.stacks, site));
    onSite(site);
  };
  const pieces = new Map(shown.pieces.map((piece) => [piece[0], piece]));
  const hands = board.hands.filter((hand) => !hand.dice), dice = shown.dice ? board.hands.filter((hand) => hand.dice) : [];
  return html`
    ${onTurn && html`<div class="zoom" role="group" aria-label="View of the board">
      <${TurnButton} board=${board} shown=${shown} turn=${turn} onTurn=${onTurn} announce=${announce} />
      ${zooms && html`<button type="button" class="plain" aria-label="Smaller" disabled=${zoom <= 1} onClick=${() => setZoom(Math.max(1, zoom / 1.5))}>−</button>
        <button type="button" class="plain" aria-label="Larger" disabled=${zoom >= 5} onClick=${() => setZoom(Math.min(5.1, zoom * 1.5))}>+</button>`}
    </div>`}
    ${bar}
    <${Board} label=${`${board.title}, the board`} ...${more} board=${board} snapshot=${shown} choices=${choices} selected=${selected} zoom=${zoom} beside=${beside}
      onSite=${press} onTurn=${onTurn && (() => onTurn(nextTurn(board, turn)))} />
    ${under}
    ${(hands.length > 0 || dice.length > 0) && html`<div class="hands">
      ${dice.map((hand) => html`<${Dice} key=${hand.name} hand=${hand} pieces=${pieces} shown=${shown.dice} />`)}
      ${hands.map((hand) => html`<${Hand} key=${hand.name} hand=${hand} title=${handTitle(board, shown, hand)} pieces=${pieces} choices=${atHand} selected=${selected} onSite=${press} />`)}
    </div>`}
    ${below}
    ${opened !== null && shown.stacks[opened] && html`<${Stack} name=${namesOf(board).get(opened)} levels=${shown.stacks[opened]} onClose=${() => setOpened(null)} />`}`;
}

// Milliseconds for which a press waits until it can be said what it means; in which a second one on the same site is a slip.
const WAITS = 10_000, SLIP = 600;

// The board to play on: what is chosen there becomes a move. `moves` are those that can be made here now, null while they
// are on their way: a press waits for them. `idle` says why nobody can do anything here. What was begun is dropped when
// `stamp` changes; `asks` are moves of which one is asked for then, if all look alike. Of what is not possible `onRefused`
// is told: the site, in words, and the move that was meant, if one was; or `onWhy`, that asks the rules for the reason: it
// is told of any site, and a piece that cannot move may be chosen, to say where to.
export function Stage({ board, shown, moves, stamp, asks, lit, idle, cues, onPlay, onPress, onRefused, onWhy, announce, kind = "actions", children, last, ...more }) {
  const [selected, setSelected] = useState(null);
  const [stuck, setStuck] = useState(null); // a piece that cannot move, whose reason is asked for
  const [chooser, setChooser] = useState(null);
  // how pieces look by what they are called: what is put, and what a piece may become, is chosen by its look
  const looks = useMemo(() => {
    learn(Object.fromEntries(board.kinds.map(({ look, svg }) => [look, svg])));
    return new Map(board.kinds.map(({ words, look }) => [words, look]));
  }, [board.kinds]);
  const onSpot = shown.turn?.length ? shown.marks.targets : [];
  const lookOf = ({ text, kind }) => {
    const [, name] = text.split("=");
    // what is left as it is
    if (kind === "pass" && onSpot.length === 1) return shown.pieces.find(([site]) => site === onSpot[0])?.[1];
    return name && (looks.get(`${shown.moverName} ${name}`) || looks.get(name));
  };
  const waiting = useRef(null), before = useRef({ site: null, time: 0 });
  const beside = useMemo(() => new Set(board.hands.flatMap((hand) => hand.sites.map(({ site }) => site))), [board]);
  const choices = useMemo(() => choicesOf(moves, beside), [moves, beside]);
  const names = useMemo(() => namesOf(board), [board]);
  const choose = (site, held = null) => (setSelected(site), setStuck(held));
  useEffect(() => {
    choose(null);
    setChooser(asks?.length > 1 && (alike(asks) || afterwards(asks, shown)) ? asks : null);
  }, [stamp]);

  const name = (site) => names.get(site) || "this";
  const called = (site) => (beside.has(site) ? "the hand" : name(site));
  // (without what its state is, which is said behind a comma)
  const wordsAt = (site) => shown.pieces.find(([at]) => at === site)?.[2].split(", ")[0];
  const pick = (found) => (found.length === 1 ? onPlay(found[0]) : setChooser(found));
  const refuse = (site, text, move = null) => {
    announce(text);
    onRefused?.({ site, text, move });
  };
  const miss = (from, site) => {
    const piece = wordsAt(site);
    if (onWhy && from === null && piece) {
      choose(null, site);
      announce(`Nothing can be done with ${name(site)} now: choose where to, to hear why.`);
    } else if (from === site) return;
    else if (onWhy) onWhy(from === null ? name(site) : `${name(from)}-${name(site)}`);
    else if (beside.has(site) || beside.has(from)) refuse(site, `Nothing can be done with ${called(site)} now.`);
    else if (from !== null) refuse(site, `${name(from)}-${name(site)} is not possible now.`, `${name(from)}-${name(site)}`);
    else if (!choices.byOrigin.size) refuse(site, `${name(site)} is not possible now.`, name(site));
    else if (!piece) refuse(site, choices.direct.size ? `${name(site)} is not possible now.` : `Nothing stands on ${name(site)}: choose a piece first.`, choices.direct.size ? name(site) : null);
    else if (piece.startsWith(shown.moverName)) {
      choose(null, site);
      refuse(site, `The ${piece} on ${name(site)} cannot move now. Choose where to, to hear why.`);
    } else if (![...board.players, ...board.seats].some((each) => piece.startsWith(each))) refuse(site, `On ${name(site)}: ${piece}. Nothing can be done with it now.`, choices.direct.size ? name(site) : null);
    else refuse(site, `On ${name(site)}: ${piece}. It is ${shown.moverName}’s turn.`);
  };
  const press = (site) => {
    const slip = before.current.site === site && Date.now() - before.current.time < SLIP;
    before.current = { site, time: Date.now() };
    if (!moves && !idle) {
      if (!slip) waiting.current = { site, time: Date.now() };
      return;
    }
    onPress?.();
    if (idle) return refuse(site, idle);
    const next = meant(choices, selected, site);
    if (next.moves) return pick(next.moves);
    choose(next.select);
    if (next.select === null) return miss(selected ?? stuck, site);
    const count = new Set(choices.byOrigin.get(next.select).map((move) => move.to)).size;
    announce(`${called(next.select)} chosen, ${count} ${count === 1 ? "place" : "places"} to go.`);
  };
  // what was pressed too early
  useEffect(() => {
    const one = waiting.current;
    if (!one || (!moves && !idle)) return;
    waiting.current = null;
    if (Date.now() - one.time < WAITS) press(one.site);
  }, [moves, idle]);
  const drop = (from, to) => {
    const found = (choices.byOrigin.get(from) || []).filter((move) => move.to === to);
    if (found.length) return pick(found);
    choose(null);
    miss(from, to);
  };
  return html`
    <${Ground} ...${more} board=${board} shown=${shown} choices=${choices} selected=${selected ?? stuck} zooms lit=${lit?.sites}
      onSite=${press} onDrop=${drop} onEscape=${() => choose(null)} announce=${announce}
      bar=${html`<div class=${kind}>
        ${children}
        ${cues && anywhere(board, shown, choices) && html`<span class="cue">Choose any empty place.</span>`}
        ${choices.loose.map((move) => html`<button type="button" class="strong loose" key=${move.n} data-move=${move.n} onClick=${() => (move.kind === "pass" && moves.length > 1 ? setChooser([move]) : onPlay(move))}>${move.kind === "pass" ? "Pass" : move.words || move.text}</button>`)}
        ${last}
      </div>`}
      under=${onWhy && html`<p class="lit-words soft">${lit?.words || (stuck !== null ? `Why can ${name(stuck)} not move? Choose where to.` : "")}</p>`} />
    ${chooser && html`<${Chooser} title=${chooser.length > 1 ? (afterwards(chooser, shown) ? `What becomes of it on ${name(chooser.find(({ to }) => to !== null).to)}?` : "Which of these?") : "Pass, though you can move?"} staying=${afterwards(chooser, shown)} moves=${chooser} lookOf=${lookOf} onMove=${onPlay} onClose=${() => setChooser(null)} />`}`;
}

// Can nearly all that is empty be chosen, so that no dots point it out?
function anywhere(board, shown, { direct, byOrigin }) {
  const taken = new Set(shown.pieces.map(([site]) => site));
  const empty = board.sites.filter(({ site, outline }) => outline && !taken.has(site));
  return !shown.turn?.length && !byOrigin.size && direct.size > 12 && direct.size > 0.8 * empty.length && empty.some(({ site }) => direct.has(site));
}

// Is all that is left of a turn to say what becomes of the piece that came, or to leave it as it is?
function afterwards(moves, { turn, marks }) {
  const [passes, others] = [moves.filter(({ kind }) => kind === "pass"), moves.filter(({ kind }) => kind !== "pass")];
  return !!turn?.length && passes.length === 1 && others.length > 0 && others.every(({ from, to, text }) => text.includes("=") && [null, to].includes(from) && marks.targets.includes(to));
}

// Do all moves look the same on the board, as the pieces that a pawn may become?
const alike = ([first, ...others]) => (first.to ?? first.from) !== null && others.every((move) => move.from === first.from && move.to === first.to);
