// A text as a link: it stands, packed, behind the # of the address, of which no server is told.

import { html, useEffect, useRef, useState } from "../vendor/ui.js";
import { get, post } from "../api.js";
import { Copy } from "../copying.js";
import { Dialog } from "../dialog.js";
import { store, stored } from "../more.js";
import { NameField } from "../people.js";
import { setting } from "../settings.js";

const MARK = "text=", MOST = 200_000; // letters that a text which comes by a link may have

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// What a text was made from, as it may be shown: a title, and an address of this page.
export const originOf = (origin) => (typeof origin?.title === "string" && origin.title
  ? { title: origin.title.slice(0, 60), at: /^\/(\?game=[\w%.-]+|workshop\?gallery=[0-9a-f]+)$/.test(origin.at) ? origin.at : "" } : null);

export async function linkOf(name, text, origin) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(origin ? [name, text, origin] : [name, text])), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  const written = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}/workshop#${MARK}${written}`;
}

export const isShared = (hash) => hash.startsWith(MARK);

// What a link brings: a name and a text. A stream that unpacks to more than a text may have is given up.
export async function sharedIn(hash) {
  const letters = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
  const reader = new Blob([Uint8Array.from(letters, (each) => each.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 * MOST) throw new Error("too long");
    parts.push(value);
  }
  const [name, text, origin] = JSON.parse(await new Blob(parts).text());
  if (typeof name !== "string" || typeof text !== "string" || text.length > MOST) throw new Error("no text");
  return { name, text, origin: originOf(origin) };
}

// `origin` is what the text was made from; `fit` says whether it can be played.
export function Shared({ name, text, origin, fit, onClose }) {
  const [link, setLink] = useState("");
  const field = useRef();
  useEffect(() => {
    linkOf(name, text, origin).then(setLink, () => setLink(""));
  }, []);
  return html`<${Dialog} title=${`Share ${name}`} onClose=${onClose}>
    <p>Whoever opens this link has these rules in a workshop of their own. The rules are in the link itself; nothing is kept on the server.</p>
    <div class="link"><label for="shared">Link</label>
      <${Copy} of=${field} beside=${html`<input id="shared" ref=${field} readonly value=${link} onFocus=${(event) => event.target.select()} />`}>Copy</${Copy}></div>
    <${Showing} name=${name} text=${text} origin=${origin} fit=${fit} />
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

// Into the gallery of this server, where it keeps one; whoever put a game there takes it back by a key that this browser keeps.
const shown = () => stored("shown", []);
function Showing({ name, text, origin, fit }) {
  const [kept, setKept] = useState(false);
  const [mine, setMine] = useState(shown);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => void get("/api/gallery").then((found) => setKept(found.kept), () => {}), []);
  if (!kept) return null;
  const attempt = async (work) => {
    setBusy(true);
    setProblem("");
    await work().catch((error) => setProblem(error.message));
    setBusy(false);
  };
  const know = (next) => (store("shown", next.slice(0, 50)), setMine(next));
  const there = mine.find((each) => each.text === text);
  const show = () => attempt(async () => {
    const made = await post("/api/gallery", { name, text, by: setting("name"), ...(origin && { origin }) });
    know([{ ...made, text, name }, ...shown()]);
  });
  const back = () => attempt(async () => {
    await post(`/api/gallery/${there.id}/delete`, { key: there.key });
    know(shown().filter((each) => each.id !== there.id));
  });
  return html`<section class="showing" aria-label="The gallery"><h3>The gallery</h3>
    ${there ? html`<p role="status">These rules are in the gallery of this server: <a href=${`/workshop?gallery=${there.id}`}>${name}</a>.</p>
        <div class="row"><button type="button" disabled=${busy} onClick=${back}>Take them back</button></div>`
      : html`<p>Everybody who comes to this server finds them there, may play them and make something of them.</p>
        <${NameField} id="show-name" label="By" />
        <div class="row"><button type="button" disabled=${busy || !fit} onClick=${show}>${busy ? "Setting up …" : "Put these rules into the gallery"}</button></div>
        ${!fit && html`<p class="soft">They have to be such as can be played.</p>`}`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</section>`;
}
