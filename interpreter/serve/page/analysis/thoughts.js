// What machines think of the position: candidates, the line that they expect, what is proved.

import { html, useState } from "../vendor/ui.js";
import { known, percent, words } from "./lines.js";
import { post } from "../api.js";

const times = [["0.5", "half a second"], ["2", "2 seconds"], ["10", "10 seconds"]];

export function Thoughts({ thought, players, may, over, busy, attempt, thinks, onThinks, path, node, onTry, onValue, onStop, announce }) {
  const [seconds, setSeconds] = useState("2");
  const [asked, setAsked] = useState("");
  const ask = async (what, more) => {
    setAsked(what);
    const found = await attempt(() => post(`${path}/think`, { node, seconds: +seconds, ...more }));
    setAsked("");
    if (found) announce(`${words(found, players) || "Nothing was proved"}${found.candidates?.length ? `, best ${named(found.candidates[0])}` : ""}.`);
  };
  const [left, all] = busy;
  return html`<section class="thoughts" aria-label="What machines think" aria-busy=${asked ? "true" : "false"}>
    <header><h2>${known(thought) ? words(thought, players) : over ? "The game is over here" : "Not thought about"}</h2></header>
    ${may && html`<div class="ask">
      <label class="follows"><input type="checkbox" checked=${thinks} onChange=${(event) => onThinks(event.target.checked)} /> Think by itself</label>
      <div class="row"><button type="button" class="think" disabled=${!!asked || over} onClick=${() => ask("think", {})}>${asked === "think" ? "Thinking …" : "Think"}</button>
        <button type="button" class="prove" disabled=${!!asked || over} onClick=${() => ask("prove", { solve: true })}>${asked === "prove" ? "Proving …" : "Prove"}</button>
        <select aria-label="How long" value=${seconds} onChange=${(event) => setSeconds(event.target.value)}>
          ${times.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === seconds}>${text}</option>`)}</select></div>
      <div class="row">${left
        ? html`<button type="button" onClick=${onStop}>Stop</button><progress max=${all} value=${all - left} aria-label="Positions valued"></progress>`
        : html`<button type="button" class="value" onClick=${onValue}>Value the whole line</button>`}</div></div>`}
    ${thought?.unsolved && html`<p class="soft" role="status">${thought.unsolved}</p>`}
    ${thought?.expected?.length > 0 && !thought.candidates?.some((each) => each.line?.length > 1) && html`<p class="expected">Expected: ${may
      ? html`<button type="button" class="plain line" title="Try this line" onClick=${() => onTry(thought.expected)}>${short(thought.written ?? thought.expected)}</button>`
      : short(thought.written ?? thought.expected)}</p>`}
    ${thought?.candidates?.length > 0 && html`<div class="wide" tabindex="0" role="region" aria-label="Candidates"><table>
      <thead><tr><th scope="col">Move</th><th scope="col">Value</th><th scope="col">Visits</th></tr></thead>
      <tbody>${thought.candidates.map((each) => html`<tr key=${each.move}>
        <th scope="row">${may ? html`<button type="button" class="plain candidate" onClick=${() => onTry([each.move])}>${named(each)}</button>` : named(each)}</th>
        <td>${each.proved ? `proved ${result(each, players.length)}` : each.visits === 0 ? "not looked at" : `${each.atMost ? "≤ " : ""}${percent(each.value)}`}</td>
        <td>${each.visits === null ? "" : each.visits.toLocaleString("en")}</td></tr>
        ${each.line?.length > 1 && html`<tr class="follows" key=${`${each.move} …`}><td colspan="3">${may
          ? html`<button type="button" class="plain line" title="Try this line" onClick=${() => onTry(each.line)}>${short(each.written ?? each.line)}</button>`
          : short(each.written ?? each.line)}</td></tr>`}`)}</tbody></table></div>
      <p class="soft">${thought.of > thought.candidates.length && `The best of ${thought.of} moves; `}${thought.work}. Values are those of ${players[thought.mover - 1]}.</p>`}
  </section>`;
}

const named = (candidate) => candidate.written?.[0] ?? candidate.move;
const short = (line) => line.slice(0, 12).join(" ") + (line.length > 12 ? " …" : "");

const result = ({ value, plies }, players) => {
  const name = value === 1 ? "win" : value === -1 ? "loss" : value === 0 && players === 2 ? "draw" : value.toFixed(2);
  return `${name}${plies ? ` in ${plies}` : ""}`;
};
