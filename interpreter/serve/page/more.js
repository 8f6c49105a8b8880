// What is opened over the page: the rules, the keys; and which games one was in.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get } from "./api.js";
import { Dialog } from "./dialog.js";
import { Reaches, useReach } from "./reach.js";

// What this browser keeps for itself; where it keeps nothing, nothing is missed but convenience.
export const stored = (key, none = "") => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? none;
  } catch {
    return none;
  }
};
export const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it is full, or keeps nothing
  }
};

const MOST = 24;
// The games that one was in, the last one first; what is over is not gone back to.
export const remembered = () => stored("rooms", []);
export const remember = (game, over) =>
  store("rooms", [...(over ? [] : [game]), ...remembered().filter((each) => each.room !== game.room)].slice(0, MOST));

export const forget = (room) => store("rooms", remembered().filter((each) => each.room !== room));

export function Rules({ path, title, onClose }) {
  const [sections, setSections] = useState(null);
  const [problem, setProblem] = useState("");
  const reach = useReach(path);
  useEffect(() => {
    get(`${path}/rules`).then((found) => setSections(found.sections), (error) => setProblem(error.message));
  }, [path]);
  return html`<${Dialog} title=${`The rules of ${title}`} onClose=${onClose} wide>
    <div class="rules" tabindex="0" role="region" aria-label="Rules">
      ${problem ? html`<p role="alert">${problem}</p>` : !sections && html`<p>Reading …</p>`}
      ${reach?.reaches.length > 0 && html`<section aria-label="Where pieces go"><${Reaches} reaches=${reach.reaches} /></section>`}
      ${(sections || []).map((section) => html`<section key=${section.title}><h3>${section.title}</h3>
        ${section.points.map((point, index) => html`<${Told} key=${index} point=${point} />`)}</section>`)}
    </div>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

const Told = ({ point }) => html`<p>${point.text}</p>${point.points.length > 0 && html`<${Listed} points=${point.points} />`}`;
const Listed = ({ points }) => html`<ul>${points.map((point, index) => html`<li key=${index}>${point.text}
  ${point.points.length > 0 && html`<${Listed} points=${point.points} />`}</li>`)}</ul>`;

const keys = [
  ["Arrows", "go from site to site, as they lie"],
  ["Enter or Space", "choose a piece, then where it goes"],
  ["Escape", "choose nothing"],
  ["n, Shift+n", "to the next or the last site where something can be done"],
  ["Home, End", "to the first and the last site"],
  ["f", "turn the board"],
];

export function Keys({ onClose }) {
  return html`<${Dialog} title="Keys on the board" onClose=${onClose}>
    <dl class="keys">${keys.map(([key, text]) => html`<div key=${key}><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
    <p>Moves can also be typed: the field beside the board completes them. Outside of the board ← and → go one move back and on.</p>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
