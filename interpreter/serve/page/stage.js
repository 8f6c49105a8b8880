// The board with all that is pressed on it and beside it: what is chosen there becomes a move. A room and an
// analysis are played on the same one.

import { html, useEffect, useMemo, useState } from "./vendor/ui.js";
import { Dice, Hand, Stack, handTitle, openedAt } from "./beside.js";
import { Board } from "./board.js";
import { choicesOf, meant } from "./choosing.js";
import { Chooser } from "./dialog.js";
import { nextTurn, TurnButton } from "./turning.js";

// `moves` are those that can be made here now, null where nobody can. What was begun is dropped when `stamp`
// changes; `asks` are moves of which one is asked for then, if all look alike. `onMiss` is told of two sites
// between which there is no move.
export function Stage({ board, shown, moves, stamp, asks, hint, turn, onTurn, onPlay, onPress, onMiss, announce, children, below }) {
  const [selected, setSelected] = useState(null);
  const [chooser, setChooser] = useState(null);
  const [opened, setOpened] = useState(null);
  const [zoom, setZoom] = useState(1);
  const beside = useMemo(() => new Set(board.hands.flatMap((hand) => hand.sites.map(({ site }) => site))), [board]);
  const choices = useMemo(() => choicesOf(moves, beside), [moves, beside]);
  const names = useMemo(() => new Map([...board.hands.flatMap((hand) => hand.sites), ...board.sites].map(({ site, name }) => [site, name])), [board]);
  useEffect(() => {
    setSelected(null);
    setChooser(asks?.length > 1 && alike(asks) ? asks : null);
  }, [stamp]);

  const pieces = new Map(shown.pieces.map((piece) => [piece[0], piece]));
  const called = (site) => (beside.has(site) ? "the hand" : names.get(site) || "this");
  const pick = (found) => (found.length === 1 ? onPlay(found[0]) : setChooser(found));
  const press = (site) => {
    onPress?.();
    setOpened(openedAt(board, shown.stacks, site));
    if (!moves) return; // nothing can be done here now
    const next = meant(choices, selected, site);
    if (next.moves) return pick(next.moves);
    setSelected(next.select);
    if (next.select !== null) {
      const count = new Set(choices.byOrigin.get(next.select).map((move) => move.to)).size;
      announce(`${called(next.select)} chosen, ${count} ${count === 1 ? "place" : "places"} to go.`);
    } else if (selected !== null && selected !== site && !beside.has(selected) && !beside.has(site)) {
      const move = `${names.get(selected)}-${names.get(site)}`;
      onMiss(move);
      announce(`${move} is not possible.`);
    } else if (selected === null && moves.length) announce(`Nothing can be done with ${called(site)} now.`);
  };
  const drop = (from, to) => {
    const found = (choices.byOrigin.get(from) || []).filter((move) => move.to === to);
    if (found.length) pick(found);
    else setSelected(null);
  };
  const hands = board.hands.filter((hand) => !hand.dice), dice = board.hands.filter((hand) => hand.dice);
  return html`
    <div class="zoom" role="group" aria-label="View of the board">
      <${TurnButton} board=${board} shown=${shown} turn=${turn} onTurn=${onTurn} announce=${announce} />
      <button type="button" class="plain" aria-label="Smaller" disabled=${zoom <= 1} onClick=${() => setZoom(Math.max(1, zoom / 1.5))}>−</button>
      <button type="button" class="plain" aria-label="Larger" disabled=${zoom >= 5} onClick=${() => setZoom(Math.min(5.1, zoom * 1.5))}>+</button>
    </div>
    <div class="actions">
      ${children}
      ${choices.loose.map((move) => html`<button type="button" class="strong loose" key=${move.n} data-move=${move.n} onClick=${() => onPlay(move)}>${move.kind === "pass" ? "Pass" : move.words || move.text}</button>`)}
    </div>
    <${Board} board=${board} snapshot=${shown} choices=${choices} selected=${selected} hint=${hint} zoom=${zoom}
      label=${`${board.title}, the board`} onSite=${press} onDrop=${drop} onEscape=${() => setSelected(null)} onTurn=${() => onTurn(nextTurn(board, turn))} />
    ${(hands.length > 0 || dice.length > 0) && html`<div class="hands">
      ${dice.map((hand) => html`<${Dice} key=${hand.name} hand=${hand} pieces=${pieces} shown=${shown.dice} />`)}
      ${hands.map((hand) => html`<${Hand} key=${hand.name} hand=${hand} title=${handTitle(board, shown, hand)} pieces=${pieces} choices=${choices} selected=${selected} onSite=${press} />`)}
    </div>`}
    ${below}
    ${opened !== null && shown.stacks[opened] && html`<${Stack} name=${names.get(opened)} levels=${shown.stacks[opened]} onClose=${() => setOpened(null)} />`}
    ${chooser && html`<${Chooser} moves=${chooser} onMove=${onPlay} onClose=${() => setChooser(null)} />`}`;
}

// Do all moves look the same on the board, as the pieces that a pawn may become?
const alike = ([first, ...others]) => (first.to ?? first.from) !== null && others.every((move) => move.from === first.from && move.to === first.to);
