// The moves of a tree: the first tried behind each goes on in its line, the others stand in lists below it.

import { html, useEffect, useRef } from "../vendor/ui.js";
import { known, words } from "./lines.js";

export function Tree({ grove, at, thoughts, players, onVisit }) {
  const list = useRef();
  useEffect(() => {
    const now = list.current?.querySelector("[aria-current]");
    if (now) list.current.scrollTop = Math.max(0, now.offsetTop - list.current.clientHeight / 2);
  }, [at]);
  const button = (node) => html`<button type="button" class=${`move p${node.mover}`} data-node=${node.number} aria-current=${node.number === at ? "true" : null}
    title=${known(thoughts[node.number]) ? words(thoughts[node.number], players) : null} onClick=${() => onVisit(node.number)}><span class="number">${node.ply}</span>${node.move}${thoughts[node.number]?.proved ? html`<span class="sure" title="proved">✓</span>` : null}</button>`;
  // A line from a move on; what might be played in its place stands behind it.
  const lineFrom = ([first, ...others]) => {
    const items = [];
    for (let node = first, instead = others; node; ) {
      items.push(html`<li key=${node.number}>${button(node)}</li>`);
      for (const other of instead) items.push(html`<li key=${other.number} class="variation"><ol>${lineFrom([other])}</ol></li>`);
      [node, ...instead] = grove.behind.get(node.number) || [];
    }
    return items;
  };
  const start = grove.behind.get(0) || [];
  return html`<ol class="tree" ref=${list} tabindex="0" aria-label="Tree of moves">
    ${start.length ? lineFrom(start) : html`<li class="note">Nothing was tried yet: move on the board.</li>`}
  </ol>`;
}
