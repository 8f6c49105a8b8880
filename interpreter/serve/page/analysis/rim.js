// The value over a line as a small chart: each position a point that can be pressed, the line a slider for keys.

import { html, useMemo } from "../vendor/ui.js";
import { known, percent, valueOf, words } from "./lines.js";

const HIGH = 60, WIDE = 400;
const kinds = ["a", "b", "c", "d"];
const strokes = ["———", "– – –", "· · · ·", "— · —"];

export function Rim({ line, at, thoughts, players, onVisit }) {
  const numbers = useMemo(() => [0, ...line.map((node) => node.number)], [line]);
  const here = numbers.indexOf(at);
  const x = (index) => (numbers.length < 2 ? WIDE / 2 : 6 + ((WIDE - 12) * index) / (numbers.length - 1));
  const y = (value) => 5 + ((HIGH - 10) * (1 - value)) / 2;
  const valued = numbers.map((number, index) => ({ index, thought: thoughts[number] })).filter(({ thought }) => known(thought));
  // of two players one line tells all, of more each has one
  const shared = players.length === 2;
  const series = shared ? [valued] : players.map((_, player) => valued.filter(({ thought }) => thought.mover === player + 1));
  const name = (index) => (index ? `${index}. ${line[index - 1].text}` : "the start");
  const label = (index) => {
    const thought = thoughts[numbers[index]];
    return `${name(index)}${known(thought) ? `: ${words(thought, players)}` : ": not valued"}`;
  };
  const told = !valued.length ? "No position of this line is valued yet." : `Value over the line, ${shared ? `for ${players[0]}` : "for who is to move"}: ${spread(valued).map(({ index, thought }) => `${name(index)} ${percent(valueOf(thought, players))}`).join(", ")}.`;
  return html`<section class="rim" aria-label="Value over the line">
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label=${told}>
      <rect class="ground" width=${WIDE} height=${HIGH} />
      <line class="even" x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2} />
      ${here >= 0 && html`<line class="now" x1=${x(here)} x2=${x(here)} y1="0" y2=${HIGH} />`}
      ${series.map((points, index) => html`<g key=${index} class=${`series ${kinds[index] || "a"}`}>
        ${points.length > 1 && html`<polyline points=${points.map(({ index: place, thought }) => `${x(place)},${y(valueOf(thought, players))}`).join(" ")} />`}
        ${points.map(({ index: place, thought }) => html`<line key=${place} class=${thought.proved ? "point sure" : "point"} x1=${x(place)} x2=${x(place)} y1=${y(valueOf(thought, players))} y2=${y(valueOf(thought, players))} />`)}
      </g>`)}
      ${numbers.map((number, index) => html`<rect key=${number} class="press" data-node=${number} x=${x(index) - WIDE / numbers.length / 2} y="0" width=${WIDE / numbers.length} height=${HIGH} onClick=${() => onVisit(number)}><title>${label(index)}</title></rect>`)}
    </svg>
    <input type="range" aria-label="Position of the line" min="0" max=${numbers.length - 1} value=${Math.max(0, here)} disabled=${numbers.length < 2}
      aria-valuetext=${label(Math.max(0, here))} onInput=${(event) => onVisit(numbers[+event.target.value])} />
    <p class="ends" aria-hidden="true">${shared
      ? html`<span>▲ ${players[0]}</span><span>▼ ${players[1]}</span>`
      : players.map((player, index) => html`<span key=${player}>${strokes[index] || strokes[0]} ${player}</span>`)}</p>
  </section>`;
}

// A few of many, the first and the last among them.
const spread = (all) => (all.length <= 8 ? all : Array.from({ length: 8 }, (_, each) => all[Math.round((each * (all.length - 1)) / 7)]));
