// How a game went, after its end: an analysis of it whose whole line is valued, as a chart beside the board of the room.

import { html, useEffect, useMemo } from "../vendor/ui.js";
import { useLive } from "../live.js";
import { turningPoints } from "./going.js";
import { grown, percent, wholeLine } from "./lines.js";
import { Rim } from "./rim.js";
import "./styled.js";

const newest = (before, message) => message;

// `at` is how many moves there were in the position that is shown; `onLook` is told of another.
export function Course({ analysis, at, players, go, onLook, announce }) {
  const { told: tree, failed } = useLive(`/api/analyses/${encodeURIComponent(analysis)}`, newest, "", announce);
  const grove = useMemo(() => tree && grown(tree), [tree]);
  const line = useMemo(() => (grove ? wholeLine(grove, 0) : []), [grove]);
  const left = tree?.busy[0] ?? 0, all = tree?.busy[1] ?? 0;
  useEffect(() => {
    if (tree && !left && line.length) announce("The whole game is valued.");
  }, [!tree, !left]);
  if (failed) return html`<p class="soft">${failed}</p>`;
  if (!tree) return html`<p class="soft">Looking at the game …</p>`;
  const numbers = [0, ...line.map((node) => node.number)];
  const points = players.length === 2 ? turningPoints(line, tree.thoughts, players) : [];
  return html`<section class="course" aria-label="How the game went">
    <${Rim} line=${line} at=${numbers[at] ?? -1} thoughts=${tree.thoughts} players=${players} onVisit=${(number) => onLook(numbers.indexOf(number))} />
    ${left > 0 && html`<progress max=${all} value=${all - left} aria-label="Positions valued"></progress>`}
    ${points.length > 0 && html`<p class="turns">Where it turned: ${points.map(({ node, ply, before, after }) => html`<button type="button" class="linked" key=${ply} onClick=${() => onLook(ply)}>${node.text}</button>
      <small>${players[node.mover - 1]}; ${players[0]} ${percent(before)} → ${percent(after)}</small> `)}</p>`}
    <p><a href=${`/a/${analysis}`} onClick=${(event) => (event.preventDefault(), go(`/a/${analysis}`))}>Analyse it</a></p>
  </section>`;
}
