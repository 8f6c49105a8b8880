// The moves of a tree: the first tried behind each goes on in its line, the others stand in lists below it.

import { html } from "../vendor/ui.js";
import { History } from "../history.js";
import { known, words } from "./lines.js";

export function Tree({ grove, at, end, thoughts, players, onVisit }) {
  const button = (node) => html`<button type="button" class=${`move p${node.mover}`} data-node=${node.number} aria-current=${node.number === at ? "true" : null}
    title=${known(thoughts[node.number]) ? words(thoughts[node.number], players) : null} onClick=${() => onVisit(node.number)}><span class="number">${node.ply}</span>${node.text}${thoughts[node.number]?.proved ? html`<span class="sure" title="proved">✓</span>` : null}</button>`;
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
  return html`<${History} label="Tree of moves" kind="tree" at=${at} onGo=${onVisit} start=${at ? 0 : undefined}
    back=${grove.byNumber.get(at)?.parent} on=${grove.behind.get(at)?.[0]?.number} end=${at === end ? undefined : end}>
    ${start.length ? lineFrom(start) : html`<li class="note">Nothing was tried yet: move on the board.</li>`}
  </${History}>`;
}
