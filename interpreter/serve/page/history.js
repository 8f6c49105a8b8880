// The moves of a game, a list or a tree, each a button to look at its position; and to and fro among them by four buttons,
// and by the arrows where nothing else takes them.

import { html, useEffect, useMemo, useRef } from "./vendor/ui.js";

// Where each button leads; nowhere: undefined.
function Steps({ start, back, on, end, last = "To the end", onGo }) {
  const ways = useRef();
  ways.current = { ArrowLeft: back, ArrowRight: on };
  useEffect(() => {
    const key = (event) => {
      const aside = event.target === document.body || event.target.closest?.(".history");
      if (!aside || event.ctrlKey || event.metaKey || event.altKey || !(event.key in ways.current)) return;
      event.preventDefault();
      if (ways.current[event.key] !== undefined) onGo(ways.current[event.key]);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [onGo]);
  const button = (where, label, sign) => html`<button type="button" class="plain" aria-label=${label} disabled=${where === undefined} onClick=${() => onGo(where)}>${sign}</button>`;
  return html`<div class="steps">
    ${button(start, "To the start", "|◀")}${button(back, "One move back", "◀")}${button(on, "One move on", "▶")}${button(end, last, "▶|")}
  </div>`;
}

// `children` are the moves, `count` says how many; the one at `at` is kept in sight, the last one where `latest`.
export function History({ label, kind, at, count, latest, onPress, children, ...steps }) {
  const list = useRef();
  useEffect(() => {
    const now = list.current.querySelector("[aria-current]");
    if (latest) list.current.scrollTop = list.current.scrollHeight;
    else if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [at, count, latest]);
  return html`<section class="history" aria-label="Moves">
    <header><h2>Moves</h2><${Steps} ...${steps} /></header>
    <ol ref=${list} class=${kind} tabindex="0" aria-label=${label} onClick=${onPress}>${children}</ol>
  </section>`;
}

// Lines by their events, and rows by their lines: in a long game only what is new is made and compared.
const made = new WeakMap(), rows = new WeakMap();

function lineOf(event, ply) {
  const found = made.get(event);
  if (found && found.ply === ply) return found;
  const line = ply ? { ply, player: event.player, words: event.words, text: event.text } : { note: event.words };
  made.set(event, line);
  return line;
}

// Events of the stretch that stands: what was taken back is gone, other news stay as notes.
export function linesOf(events) {
  let lines = [], ply = 0;
  for (const event of events) {
    if (event.kind === "moved") lines.push(lineOf(event, ++ply));
    else {
      if (event.kind === "back") {
        ply = event.left;
        lines = lines.filter((line) => line.note || line.ply <= ply);
      }
      lines.push(lineOf(event));
    }
  }
  return lines;
}

function rowOf(line, index, current) {
  const found = rows.get(line);
  if (found && found.index === index && found.current === current) return found.row;
  const row = line.note
    ? html`<li key=${index} class="note">${line.note}</li>`
    : html`<li key=${index}><button type="button" class=${`move p${line.player}`} data-ply=${line.ply} aria-current=${current ? "true" : null}><span
        class="number">${line.ply}</span>${line.words}</button></li>`;
  rows.set(line, { index, current, row });
  return row;
}

// What was done, turn by turn; `onLook` is told of the number of a move, or null for the present.
export function Events({ events, at, latest, onLook }) {
  const lines = useMemo(() => linesOf(events), [events]);
  const seen = at ?? latest;
  const press = (event) => {
    const ply = Number(event.target.closest("[data-ply]")?.dataset.ply);
    if (ply) onLook(ply === latest ? null : ply);
  };
  return html`<${History} label="List of moves" at=${at} count=${lines.length} latest=${at === null} onPress=${press} onGo=${onLook}
    start=${seen ? 0 : undefined} back=${seen ? seen - 1 : undefined} on=${seen < latest ? seen + 1 : undefined} end=${at === null ? undefined : null} last="To the present">
    ${lines.length === 0 && html`<li class="note">Nothing was played yet.</li>`}
    ${lines.map((line, index) => rowOf(line, index, line.ply === seen))}
  </${History}>`;
}
