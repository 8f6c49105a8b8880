// A text as a link: it stands, packed, behind the # of the address, of which no server is told.

import { html, useEffect, useRef, useState } from "../vendor/ui.js";
import { Copy } from "../copying.js";
import { Dialog } from "../dialog.js";

const MARK = "text=", MOST = 200_000; // letters that a text which comes by a link may have

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function linkOf(name, text) {
  const packed = await through(new TextEncoder().encode(JSON.stringify([name, text])), new CompressionStream("deflate-raw"));
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
  const [name, text] = JSON.parse(await new Blob(parts).text());
  if (typeof name !== "string" || typeof text !== "string" || text.length > MOST) throw new Error("no text");
  return { name, text };
}

export function Shared({ name, text, onClose }) {
  const [link, setLink] = useState("");
  const field = useRef();
  useEffect(() => {
    linkOf(name, text).then(setLink, () => setLink(""));
  }, []);
  return html`<${Dialog} title=${`Share ${name}`} onClose=${onClose}>
    <p>Whoever opens this link has these rules in a workshop of their own. The rules are in the link itself; nothing is kept on the server.</p>
    <div class="link"><label for="shared">Link</label>
      <${Copy} of=${field} beside=${html`<input id="shared" ref=${field} readonly value=${link} onFocus=${(event) => event.target.select()} />`}>Copy</${Copy}></div>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
