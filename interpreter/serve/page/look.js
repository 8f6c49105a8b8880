// A piece by itself, as it is drawn on the board.

import { html } from "./vendor/ui.js";

const ROOM = 1.06;

// How far a look reaches from its middle.
function reachOf(name) {
  const { x, y, width, height } = document.getElementById(`look-${name}`)?.getBBox() ?? {};
  return Math.max(ROOM, ...[-x, -y, x + width, y + height].filter(Number.isFinite).map((far) => far * ROOM)); // with its line
}

// `whole`: one that is larger than a site, as what stands between several, is made smaller.
export function Look({ name, size = 36, whole }) {
  const far = whole ? reachOf(name) : ROOM;
  return html`<svg class="look" viewBox=${[-far, -far, 2 * far, 2 * far].join(" ")} width=${size} height=${size}
    aria-hidden="true" focusable="false" font-family="system-ui, sans-serif"><use href=${`#look-${name}`} /></svg>`;
}
