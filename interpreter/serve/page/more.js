// What is opened over the page: links, the rules, the keys.

import { html, useEffect, useState } from "./vendor/ui.js";
import { get } from "./api.js";
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

// Links are shown to who made the room: the browser that was told them keeps them.
const kept = (room) => {
  try {
    return JSON.parse(localStorage.getItem(`links ${room}`) || "[]");
  } catch {
    return [];
  }
};
export const keep = (room, links) => {
  try {
    localStorage.setItem(`links ${room}`, JSON.stringify(links));
  } catch {
    // a browser that keeps nothing shows them once
  }
};

export function Links({ name, game, onClose }) {
  const links = kept(name);
  const who = (link) => (link.player ? `To play ${game.board.players[link.player - 1]}` : "To watch");
  return html`<${Dialog} title="Share this game" onClose=${onClose}>
    ${links.length
      ? html`<p>Whoever opens a link may do what it says. A link to a seat is good for one browser.</p>
        ${links.map((link) => html`<${Copied} key=${link.url} label=${who(link)} url=${shareable(link.url)} />`)}`
      : html`<p>The links to this game are with the one who began it.</p>`}
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

export function Rules({ path, title, onClose }) {
  const [text, setText] = useState(null);
  useEffect(() => {
    get(`${path}/rules`).then((found) => setText(found.text), (error) => setText(error.message));
  }, [path]);
  return html`<${Dialog} title=${`The rules of ${title}`} onClose=${onClose} wide>
    <div class="rules" tabindex="0">${text === null ? html`<p>Reading …</p>` : html`<${Prose} text=${text} />`}</div>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

// Plain text with headings (lines of `#`) and lists (lines of `-`), as the rules in English are written.
function Prose({ text }) {
  const parts = [];
  for (const line of text.split("\n")) {
    const heading = /^#+\s+(.*)/.exec(line), item = /^(\s*)[-*]\s+(.*)/.exec(line);
    const last = parts[parts.length - 1];
    if (heading) parts.push({ kind: "h3", text: heading[1] });
    else if (item) parts.push({ kind: "li", text: item[2], deep: Math.min(3, item[1].length >> 1) });
    else if (!line.trim()) parts.push({ kind: "" });
    else if (last && last.kind && last.kind !== "h3") last.text += ` ${line.trim()}`;
    else parts.push({ kind: "p", text: line.trim() });
  }
  return parts.filter((part) => part.kind).map((part, index) =>
    part.kind === "h3" ? html`<h3 key=${index}>${part.text}</h3>`
    : part.kind === "li" ? html`<p key=${index} class=${`item deep-${part.deep}`}>${part.text}</p>`
    : html`<p key=${index}>${part.text}</p>`);
}

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
