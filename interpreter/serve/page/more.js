// What is opened over the page: links, the rules, the keys.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { Dialog } from "./dialog.js";

const shareable = (url) => new URL(url, location.href).href;

function Copied({ label, url }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setDone(true);
      setTimeout(() => setDone(false), 2000);
    } catch {
      setDone(false);
    }
  };
  const id = `link-${label.replace(/\W+/g, "-")}`;
  return html`<div class="link"><label for=${id}>${label}</label>
    <div class="row"><input id=${id} readonly value=${url} onFocus=${(event) => event.target.select()} />
    <button type="button" onClick=${copy}>${done ? "Copied" : "Copy"}</button></div></div>`;
}

// What this browser keeps for itself; where it keeps nothing, nothing is missed but convenience.
const stored = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) || "[]");
  } catch {
    return [];
  }
};
const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it is full, or keeps nothing
  }
};

// A link is a secret that is told once: it is shown as long as this page is open, and stored nowhere.
const handed = new Map();
const kept = (room) => handed.get(room) || [];
export const keep = (room, links) => handed.set(room, links);

// The games that one was in, the last one first; what is over is not gone back to.
export const remembered = () => stored("rooms");
export const remember = (room, title, over) =>
  store("rooms", [...(over ? [] : [{ room, title }]), ...remembered().filter((each) => each.room !== room)].slice(0, 8));

export function Links({ path, name, game, onClose }) {
  const [links, setLinks] = useState(() => kept(name));
  const [problem, setProblem] = useState("");
  const seats = game.seats.filter((seat) => ["link", "program"].includes(seat.by));
  const all = [...seats.map((seat) => ({ kind: "play", player: seat.player })), { kind: "watch", player: null }];
  const like = (one) => (other) => one.kind === other.kind && one.player === other.player;
  const save = (next) => {
    setLinks(next);
    keep(name, next);
  };
  const attempt = (work) => work.then(() => setProblem(""), (error) => setProblem(error.message));
  const renew = (one) => attempt(post(`${path}/links`, one).then((made) => save([...links.filter((each) => !like(one)(each)), made])));
  const revoke = (one) => attempt(post(`${path}/revoke`, one).then(() => save(links.filter((each) => !like(one)(each)))));
  const label = (one) => (one.player ? `To play ${game.board.players[one.player - 1]}` : "To watch");
  return html`<${Dialog} title="Share this game" onClose=${onClose}>
    ${game.host
      ? html`<p>Whoever opens a link may do what it says. A link to a seat is good for one browser; a new one takes the seat from whoever has it.</p>
        ${all.map((one) => {
          const link = links.find(like(one));
          return html`<div key=${label(one)}>
            ${link ? html`<${Copied} label=${label(one)} url=${shareable(link.url)} />` : html`<p class="link"><b>${label(one)}</b></p>`}
            <div class="row"><button type="button" onClick=${() => renew(one)}>${link ? "Another link" : "Make a link"}</button>
              <button type="button" onClick=${() => revoke(one)}>Revoke</button></div></div>`;
        })}
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}`
      : html`<p>The links to this game are with the one who began it.</p>`}
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

export function Rules({ path, title, onClose }) {
  const [sections, setSections] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get(`${path}/rules`).then((found) => setSections(found.sections), (error) => setProblem(error.message));
  }, [path]);
  return html`<${Dialog} title=${`The rules of ${title}`} onClose=${onClose} wide>
    <div class="rules" tabindex="0" role="region" aria-label="Rules">
      ${problem ? html`<p role="alert">${problem}</p>` : !sections && html`<p>Reading …</p>`}
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
];

export function Keys({ onClose }) {
  return html`<${Dialog} title="Keys on the board" onClose=${onClose}>
    <dl class="keys">${keys.map(([key, text]) => html`<div key=${key}><dt>${key}</dt><dd>${text}</dd></div>`)}</dl>
    <p>Moves can also be typed: the field beside the board completes them.</p>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
