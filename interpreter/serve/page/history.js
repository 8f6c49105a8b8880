// The list of moves: turn by turn, each a button to look back with.

import { html, useEffect, useMemo, useRef } from "./vendor/ui.js";
import { Steps } from "./steps.js";

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

export function History({ events, at, latest, onLook }) {
  const lines = useMemo(() => linesOf(events), [events]);
  const end = useRef();
  useEffect(() => {
    const list = end.current;
    const shown = list?.querySelector("[aria-current]");
    if (list) list.scrollTop = shown && at !== null ? shown.offsetTop - list.clientHeight / 2 : list.scrollHeight;
  }, [lines.length, at]);
  const seen = at ?? latest;
  const look = (event) => {
    const ply = Number(event.target.closest("[data-ply]")?.dataset.ply);
    if (ply) onLook(ply === latest ? null : ply);
  };
  return html`<section class="history" aria-label="Moves">
    <header>
      <h2>Moves</h2>
      <${Steps} start=${seen ? 0 : undefined} back=${seen ? seen - 1 : undefined} on=${seen < latest ? seen + 1 : undefined} end=${at === null ? undefined : null} last="To the present" onGo=${onLook} />
    </header>
    <ol ref=${end} tabindex="0" aria-label="List of moves" onClick=${look}>
      ${lines.length === 0 && html`<li class="note">Nothing was played yet.</li>`}
      ${lines.map((line, index) => rowOf(line, index, line.ply === seen))}
    </ol>
  </section>`;
}
