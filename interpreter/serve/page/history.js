// The list of moves: turn by turn, each a button to look back with.

import { html, useEffect, useMemo, useRef } from "./vendor/ui.js";

// Events of the stretch that stands: what was taken back is gone, other news stay as notes.
export function linesOf(events) {
  let lines = [], ply = 0;
  for (const event of events) {
    if (event.kind === "moved") lines.push({ ply: ++ply, player: event.player, words: event.words, text: event.text });
    else if (event.kind === "back") {
      ply = event.left;
      lines = lines.filter((line) => line.note || line.ply <= ply);
      lines.push({ note: event.words });
    } else lines.push({ note: event.words });
  }
  return lines;
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
  return html`<section class="history" aria-label="Moves">
    <header>
      <h2>Moves</h2>
      <div class="steps">
        <button type="button" class="plain" aria-label="To the start" disabled=${seen === 0} onClick=${() => onLook(0)}>|◀</button>
        <button type="button" class="plain" aria-label="One move back" disabled=${seen === 0} onClick=${() => onLook(seen - 1)}>◀</button>
        <button type="button" class="plain" aria-label="One move on" disabled=${seen >= latest} onClick=${() => onLook(seen + 1)}>▶</button>
        <button type="button" class="plain" aria-label="To the present" disabled=${at === null} onClick=${() => onLook(null)}>▶|</button>
      </div>
    </header>
    <ol ref=${end} tabindex="0" aria-label="List of moves">
      ${lines.length === 0 && html`<li class="note">Nothing was played yet.</li>`}
      ${lines.map((line, index) => line.note
        ? html`<li key=${index} class="note">${line.note}</li>`
        : html`<li key=${index}><button type="button" class=${`move p${line.player}`} aria-current=${line.ply === seen ? "true" : null}
            onClick=${() => onLook(line.ply === latest ? null : line.ply)}><span class="number">${line.ply}</span>${line.words}</button></li>`)}
    </ol>
  </section>`;
}
