// What goes on by itself: thinking about the position that is looked at, a little at first and then longer; the bar beside
// the board that shows what it is worth; and where a game turned.

import { html, useEffect, useRef } from "../vendor/ui.js";
import { post } from "../api.js";
import { known, percent, valueOf, words } from "./lines.js";

const SECONDS = [0.3, 1, 3]; // each thought longer than the one before: of a position that is left soon only little is thought
const RESTS = 350; // milliseconds after which a position is not just passed

// Has the server think about a position for as long as it is looked at, if `on`. The news tell what comes of it.
export function useThinking(on, path, node, thought) {
  useEffect(() => {
    if (!on || thought?.proved) return undefined;
    let left = false;
    const think = async () => {
      for (const seconds of thought?.candidates ? SECONDS.slice(-1) : SECONDS) {
        const found = left ? null : await post(`${path}/think`, { node, seconds }).catch(() => null);
        if (!found || found.proved || found.over) return;
      }
    };
    const timer = setTimeout(think, RESTS);
    return () => ((left = true), clearTimeout(timer));
  }, [on, path, node]);
}

// What the position is worth to the first of two players, as a bar; who is below has the lower part. While nothing is
// known of a position the last value stands.
export function Bar({ thought, players, inks, turn }) {
  const last = useRef(null);
  if (players.length !== 2) return null;
  if (known(thought)) last.current = thought;
  const share = last.current ? (valueOf(last.current, players) + 1) / 2 : 0.5;
  const told = known(thought) ? words(thought, players) : "not thought about yet";
  const parts = [[inks[2], 1 - share], [inks[1], share]];
  return html`<div class=${`worth${known(thought) ? "" : " unknown"}`} role="img" aria-label=${`Worth: ${told}`} title=${told}>
    ${(turn === 180 ? parts.reverse() : parts).map(([ink, part]) => html`<span key=${ink} style=${{ background: ink, flexGrow: Math.max(part, 0.02) }}></span>`)}
    <b>${last.current ? percent(Math.abs(valueOf(last.current, players))).replace(" %", "") : ""}</b></div>`;
}

const LOST = 0.3; // of the range from lost to won (2): 15 % of the points

// The moves that cost whoever made them most, by what was thought before and after each, the earliest first.
export function turningPoints(line, thoughts, players, most = 3) {
  const worth = (number) => (known(thoughts[number]) ? valueOf(thoughts[number], players) : null);
  const found = [];
  line.forEach((node, index) => {
    const before = worth(index ? line[index - 1].number : 0), after = worth(node.number);
    const cost = before === null || after === null ? 0 : (node.mover === 2 ? -1 : 1) * (before - after);
    if (cost > LOST) found.push({ node, ply: index + 1, cost, before, after });
  });
  return found.sort((a, b) => b.cost - a.cost).slice(0, most).sort((a, b) => a.ply - b.ply);
}
