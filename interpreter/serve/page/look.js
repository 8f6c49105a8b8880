// A piece by itself, as it is drawn on the board.

import { html } from "./vendor/ui.js";

export const Look = ({ name, size = 36 }) => html`<svg class="look" viewBox="-1.06 -1.06 2.12 2.12" width=${size} height=${size}
  aria-hidden="true" focusable="false" font-family="system-ui, sans-serif"><use href=${`#look-${name}`} /></svg>`;
