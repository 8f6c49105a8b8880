// The rules as pictures: where a piece goes from each colour of cells, of each kind.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get } from "./api.js";

const picture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const known = new Map();

export function useReach(path) {
  const [found, setFound] = useState(known.get(path) || null);
  useEffect(() => {
    if (known.has(path)) return undefined;
    let left = false;
    get(`${path}/reach`).then((told) => {
      if (known.size > 20) known.clear();
      known.set(path, told);
      if (!left) setFound(told);
    }, () => {}); // the rules can be read
    return () => (left = true);
  }, [path]);
  return found;
}

export function Reaches({ reaches }) {
  return html`<ul class="reaches">${reaches.map(({ title, words, svg }) => html`<li key=${title}>
    <img src=${picture(svg)} width="120" height="120" alt="" /><b>${title}</b>${words && html`<small>${words}</small>`}</li>`)}</ul>`;
}

// Beside the board: what the colours of its cells mean.
export function Colours({ path }) {
  const found = useReach(path);
  if (!found?.coloured || !found.reaches.length) return null;
  return html`<details class="colours" open><summary>From each colour</summary><${Reaches} reaches=${found.reaches} /></details>`;
}
