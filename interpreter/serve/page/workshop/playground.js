// The board of the workshop: its author plays all sides, and asks why something is not possible.

import { html } from "../vendor/ui.js";
import { Stage } from "../stage.js";
import { Typed } from "../typed.js";

export function Playground({ game, onBack, ...more }) {
  const { board, shown, moves, made } = game;
  return html`<div class=${board.hands.length ? "playground holding" : "playground"} data-made=${made.length}>
    <${Stage} ...${more} board=${board} shown=${shown} moves=${moves} stamp=${game} kind="state"
      last=${html`<button type="button" disabled=${!made.length} onClick=${onBack}>Take back</button>`}>
      <b class="status">${shown.over ? shown.over.words : `${shown.moverName} to move`}</b>
      ${shown.turn.length > 0 && html`<span class="soft">This turn: ${shown.turn.join(", ")}</span>`}
    </${Stage}>
    ${shown.scores.length > 0 && html`<p class="soft">${shown.scores.map(([who, score]) => `${who} ${score}`).join(", ")}</p>`}
    <${Typed} moves=${moves} onPlay=${more.onPlay} />
  </div>`;
}
