// The games that one is in, on another machine too: a code made here lets that one in to each of them, once.

import { html, useRef, useState } from "./vendor/ui.js";
import { get, post } from "./api.js";
import { Copy } from "./copying.js";
import { Dialog } from "./dialog.js";
import { QrPicture } from "./inviting.js";
import { remember, remembered } from "./more.js";
import { choose, setting } from "./settings.js";

const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // 32, none like another
const newCode = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => SIGNS[byte % 32]).join("");
const spaced = (code) => code.match(/.{1,4}/g).join("-");

// Lets this browser in to the games of a code; returns how many came.
export async function fetchGames(code) {
  const found = await post("/api/carried", { code: code.replace(/[^A-Za-z0-9]/g, "") });
  if (found.name && !setting("name")) choose("name", found.name);
  const known = await Promise.all(found.rooms.map(({ room }) => get(`/api/rooms/${room}/glance`).then((glance) => ({ room, ...glance }), () => null)));
  for (const each of known.filter(Boolean).reverse()) remember({ room: each.room, title: each.title, ply: each.ply }, each.over);
  return known.filter(Boolean).length;
}

export function Carrying({ announce, onFetched, onClose }) {
  const [code, setCode] = useState("");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const field = useRef(), rooms = remembered();
  const attempt = async (work) => {
    setBusy(true);
    setProblem("");
    await work().catch((error) => (setProblem(error.message), announce(error.message)));
    setBusy(false);
  };
  const make = () => attempt(async () => {
    const made = newCode();
    const brought = await Promise.allSettled(rooms.map(({ room }) => post(`/api/rooms/${room}/carry`, { code: made })));
    if (!brought.some((each) => each.status === "fulfilled")) throw brought[0].reason;
    setCode(made);
  });
  const enter = (event) => (event.preventDefault(), attempt(async () => {
    const count = await fetchGames(typed);
    announce(`${count} ${count === 1 ? "game" : "games"} came.`);
    onFetched();
    onClose();
  }));
  const url = `${location.origin}/?carry#${code}`;
  return html`<${Dialog} title="Your games on another machine" onClose=${onClose}>
    <div class="carrying">
      ${code ? html`<p>Type this code there, or open the link. It holds for a quarter of an hour, and once.</p>
          <p class="code" aria-label=${`The code: ${[...code].join(" ")}`}>${spaced(code)}</p>
          <${QrPicture} url=${url} />
          <label for="carry-link">The link</label><${Copy} of=${field} beside=${html`<input id="carry-link" ref=${field} readonly value=${url} onFocus=${(event) => event.target.select()} />`}>Copy</${Copy}>`
        : rooms.length > 0 && html`<p>A code lets another browser in to the ${rooms.length === 1 ? "game" : `${rooms.length} games`} that you are in, as you. Give it to nobody else.</p>
          <div class="row"><button type="button" class="strong" disabled=${busy} onClick=${make}>Make a code</button></div>`}
      ${!code && html`<form onSubmit=${enter}><label for="carry-code">A code from another machine</label>
        <div class="row"><input id="carry-code" value=${typed} autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" placeholder="ABCD-EFGH-JKLM" required onInput=${(event) => setTyped(event.target.value)} />
        <button class=${rooms.length ? "" : "strong"} disabled=${busy}>Fetch the games</button></div></form>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
    </div></${Dialog}>`;
}
