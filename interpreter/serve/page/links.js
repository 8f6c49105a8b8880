// Links to a game: made, copied, revoked by its host; to play and to watch separately.

import { html, useRef, useState } from "./vendor/ui.js";
import { post } from "./api.js";
import { Copy } from "./copying.js";
import { Dialog } from "./dialog.js";

const shareable = (url) => new URL(url, location.href).href;

const idOf = (label) => `link-${label.replace(/\W+/g, "-")}`;

function Copied({ label, url }) {
  const field = useRef();
  const id = idOf(label);
  return html`<div class="link"><label for=${id} id=${`${id}-label`}>${label}</label>
    <${Copy} of=${field} beside=${html`<input id=${id} ref=${field} readonly value=${url} onFocus=${(event) => event.target.select()} />`}>Copy</${Copy}></div>`;
}

// A link is a secret that is told once: it is shown as long as this page is open, and stored nowhere.
const handed = new Map();
export const kept = (room) => handed.get(room) || [];
export const keep = (room, links) => handed.set(room, links);
// Rooms that were begun here just now, to which others are to be invited.
const begun = new Set();
export const invite = (room) => begun.add(room);
export const invites = (room) => begun.delete(room);

const like = (one) => (other) => other.kind === one.kind && other.player === one.player;

// The links that this page was told of, and what makes one more or ends them: each answers when it is done.
export function useLinks(path, name) {
  const [links, setLinks] = useState(() => kept(name));
  const [problem, setProblem] = useState("");
  const save = (next) => {
    setLinks(next);
    keep(name, next);
  };
  const others = (one) => kept(name).filter((each) => !like(one)(each));
  const attempt = (work) => work.then((found) => (setProblem(""), found), (error) => (setProblem(error.message), null));
  return {
    problem,
    attempt,
    of: (one) => links.find(like(one)),
    know: (one) => save([...others(one), one]),
    forget: (one) => save(others(one)),
    renew: (one) => attempt(post(`${path}/links`, one).then((made) => save([...others(one), made]))),
    revoke: (one) => attempt(post(`${path}/revoke`, one).then(() => save(others(one)))),
  };
}

// One link: to copy, if it was told here; to make and to revoke.
export function OneLink({ links, one, label }) {
  const link = links.of(one), about = `${idOf(label)}-label`;
  return html`<div>
    ${link ? html`<${Copied} label=${label} url=${shareable(link.url)} />` : html`<p class="link"><b id=${about}>${label}</b></p>`}
    <div class="row"><button type="button" aria-describedby=${about} onClick=${() => links.renew(one)}>${link ? "Another link" : "Make a link"}</button>
      <button type="button" aria-describedby=${about} onClick=${() => links.revoke(one)}>Revoke</button></div></div>`;
}

export function Links({ path, name, game, onClose }) {
  const links = useLinks(path, name);
  const seats = game.seats.filter((seat) => ["link", "program"].includes(seat.by));
  return html`<${Dialog} title="Share this game" onClose=${onClose}>
    ${game.host
      ? html`<p>Whoever opens a link may do what it says. A link to a seat is good for one browser; a new one takes the seat from whoever has it.</p>
        ${seats.map(({ player, name: who }) => html`<${OneLink} key=${player} links=${links} one=${{ kind: "play", player }} label=${`To play ${who}`} />`)}
        <${OneLink} links=${links} one=${{ kind: "watch", player: null }} label="To watch" />
        ${links.problem && html`<p class="problem" role="alert">${links.problem}</p>`}`
      : html`<p>The links to this game are with the one who began it.</p>`}
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
