// The board of the workshop: its author plays all sides, and asks why something is not possible.

import { html, useEffect, useMemo, useState } from "../vendor/ui.js";
import { Dice, Hand, Stack, handTitle, openedAt } from "../beside.js";
import { Board } from "../board.js";
import { choicesOf, meant } from "../choosing.js";
import { Chooser } from "../dialog.js";
import { Typed } from "../typed.js";

export function Playground({ game, lit, onPlay, onBack, onWhy, announce }) {
  const [selected, setSelected] = useState(null);
  const [asked, setAsked] = useState(null); // a piece that cannot move: where to it is then asked
  const [chooser, setChooser] = useState(null);
  const [opened, setOpened] = useState(null);
  const { board, shown, moves } = game;
  useEffect(() => (setSelected(null), setAsked(null), setChooser(null)), [game]);
  const beside = useMemo(() => new Set(board.hands.flatMap((hand) => hand.sites.map(({ site }) => site))), [board]);
  const choices = useMemo(() => choicesOf(moves, beside), [moves, beside]);
  const pieces = new Map(shown.pieces.map((piece) => [piece[0], piece]));
  const names = useMemo(() => new Map([...board.hands.flatMap((hand) => hand.sites), ...board.sites].map(({ site, name }) => [site, name])), [board]);
  const name = (site) => names.get(site) || "this";

  const pick = (found) => (found.length === 1 ? onPlay(found[0]) : setChooser(found));
  const onSite = (site) => {
    setOpened(openedAt(board, shown.stacks, site));
    const next = meant(choices, selected, site);
    if (next.moves) return pick(next.moves);
    setSelected(next.select);
    setAsked(null);
    if (next.select !== null) return announce(`${name(next.select)} chosen.`);
    const from = selected ?? asked;
    if (from !== null && from !== site) return onWhy(`${name(from)}-${name(site)}`);
    if (from === null && pieces.has(site)) {
      setAsked(site);
      return announce(`Nothing can be done with ${name(site)} now: choose where to, to hear why.`);
    }
    return from === null ? onWhy(name(site)) : undefined;
  };
  const onDrop = (from, to) => {
    const found = (choices.byOrigin.get(from) || []).filter((move) => move.to === to);
    setSelected(null);
    if (found.length) pick(found);
    else onWhy(`${name(from)}-${name(to)}`);
  };
  const hands = board.hands.filter((hand) => !hand.dice), dice = board.hands.filter((hand) => hand.dice);
  return html`<div class=${board.hands.length ? "playground holding" : "playground"} data-made=${game.made.length}>
    <div class="state"><b class="status">${shown.over ? shown.over.words : `${shown.moverName} to move`}</b>
      ${shown.turn.length > 0 && html`<span class="soft">This turn: ${shown.turn.join(", ")}</span>`}
      ${choices.loose.map((move) => html`<button type="button" class="strong" key=${move.n} onClick=${() => onPlay(move)}>${move.kind === "pass" ? "Pass" : move.words || move.text}</button>`)}
      <button type="button" disabled=${!game.made.length} onClick=${onBack}>Take back</button></div>
    <${Board} board=${board} snapshot=${shown} choices=${choices} selected=${selected ?? asked} hint=${null} zoom=${1} lit=${lit?.sites}
      label=${`${board.title}, the board`} onSite=${onSite} onDrop=${onDrop} onEscape=${() => (setSelected(null), setAsked(null))} />
    <p class="lit-words soft">${lit?.words || (asked !== null ? `Why can ${name(asked)} not move? Choose where to.` : "")}</p>
    ${(hands.length > 0 || dice.length > 0) && html`<div class="hands">
      ${dice.map((hand) => html`<${Dice} key=${hand.name} hand=${hand} pieces=${pieces} shown=${shown.dice} />`)}
      ${hands.map((hand) => html`<${Hand} key=${hand.name} hand=${hand} title=${handTitle(board, shown, hand)} pieces=${pieces} choices=${choices} selected=${selected} onSite=${onSite} />`)}
    </div>`}
    ${opened !== null && shown.stacks[opened] && html`<${Stack} name=${name(opened)} levels=${shown.stacks[opened]} onClose=${() => setOpened(null)} />`}
    ${shown.scores.length > 0 && html`<p class="soft">${shown.scores.map(([who, score]) => `${who} ${score}`).join(", ")}</p>`}
    <${Typed} moves=${moves} onPlay=${onPlay} />
    ${chooser && html`<${Chooser} moves=${chooser} onMove=${onPlay} onClose=${() => setChooser(null)} />`}
  </div>`;
}
