// Records in and out, positions as text, and links for those who follow.

import { html, useEffect, useRef, useState } from "../vendor/ui.js";
import { get, post } from "../api.js";
import { Copy } from "../copying.js";
import { Dialog } from "../dialog.js";
import { textOf } from "./lines.js";

const save = (text, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${name.replace(/[^\w-]+/g, "-").toLowerCase() || "game"}.rec`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

export function Texts({ path, node, moves, may, title, go, onTaken, onClose }) {
  const [record, setRecord] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get(`${path}/records/${node}`).then((found) => setRecord(found.text), (error) => setProblem(error.message));
  }, [path, node]);
  const [described, setDescribed] = useState(null);
  useEffect(() => {
    post(`${path}/describe`, { node }).then(setDescribed, (error) => setDescribed({ text: "", lacks: [error.message] }));
  }, [path, node]);
  const position = textOf(moves);
  const taken = useRef(), fields = { position: useRef(), alone: useRef(), record: useRef() };
  return html`<${Dialog} title="Records and positions" onClose=${onClose} wide>
    <div class="texts">
      <label for="position">This position: the moves to it, as <code>gdl solve --position</code> takes them</label>
      <textarea id="position" ref=${fields.position} readonly rows="2" value=${position} placeholder="the start"></textarea>
      <${Copy} of=${fields.position}>Copy the position</${Copy}>
      <label for="alone">The same by itself, without the moves to it</label>
      <textarea id="alone" ref=${fields.alone} readonly rows="3" aria-busy=${!described} value=${described?.text ?? "…"}></textarea>
      ${described?.lacks.length > 0 && html`<p class="soft">Not said in it: ${described.lacks.join("; ")}.</p>`}
      <${Copy} of=${fields.alone}>Copy it</${Copy}>
      ${may && html`<label for="taken">Go to another position of this game</label>
        <textarea id="taken" ref=${taken} rows="2" spellcheck="false" placeholder="moves, with blanks between; or pieces in braces"></textarea>
        <div class="row"><button type="button" onClick=${() => (onTaken(taken.current.value), onClose())}>Go there</button></div>`}
      <label for="record">The record of the line to here</label>
      <textarea id="record" ref=${fields.record} readonly rows="6" value=${record}></textarea>
      <${Copy} of=${fields.record} beside=${html`<button type="button" disabled=${!record} onClick=${() => save(record, title)}>Download</button>`}>Copy the record</${Copy}>
      <${OpenRecord} go=${go} />
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    </div>
    <div class="row end"><button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}

// A record from elsewhere becomes an analysis of its own.
export function OpenRecord({ go }) {
  const [problem, setProblem] = useState("");
  const field = useRef();
  const open = (text) => post("/api/analyses", { record: text }).then((made) => go(`/a/${made.analysis}`), (error) => setProblem(error.message));
  const pick = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    if (file.size > 200_000) setProblem("The file is too long: a record may have 200 kB here.");
    else open(await file.text());
  };
  return html`<div class="texts"><label for="opened">Open a record: its last game becomes an analysis of its own</label>
    <textarea id="opened" ref=${field} rows="4" spellcheck="false" placeholder='[game "troika"] …'></textarea>
    <div class="row"><button type="button" onClick=${() => open(field.current.value)}>Open the record</button>
      <input type="file" accept=".rec,.txt,text/plain" aria-label="A record from a file" onChange=${pick} /></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</div>`;
}

export function Shared({ path, name, onClose }) {
  const key = `analysis ${name}`;
  const [url, setUrl] = useState(() => localStorage.getItem(key) || "");
  const field = useRef();
  const [problem, setProblem] = useState("");
  const keep = (text) => {
    localStorage.setItem(key, text);
    setUrl(text);
    setProblem("");
  };
  const make = () => post(`${path}/links`).then((made) => keep(new URL(made.url, location.href).href), (error) => setProblem(error.message));
  const revoke = () => post(`${path}/revoke`).then(() => keep(""), (error) => setProblem(error.message));
  return html`<${Dialog} title="Share this analysis" onClose=${onClose}>
    <p>Whoever opens the link sees all variations, and follows where you go.</p>
    ${url && html`<div class="link"><label for="shared">To follow</label><${Copy} of=${field} beside=${html`<input id="shared" ref=${field} readonly value=${url} />`}>Copy</${Copy}></div>`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="row end"><button type="button" onClick=${make}>${url ? "Another link" : "Make a link"}</button>
      ${url && html`<button type="button" onClick=${revoke}>Revoke all</button>`}<button type="button" onClick=${onClose}>Close</button></div>
  </${Dialog}>`;
}
