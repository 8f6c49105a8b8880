// The moves of a game, a list or a tree, each a button to look at its position; and to and fro among them by four buttons,
// and by the arrows where nothing else takes them.

import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";

// Of a long list only what is seen is drawn, and so much above and below it. (Rows of a list are as high as each other.)
const HIGH = 30, SPARE = 20, LONG = 100;

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

// `children` are the moves, `count` says how many; the one at `at` is kept in sight, the last one where `latest`. In place
// of children `row` makes one by its number, the present one being `current`: those that are seen are made.
export function History({ label, kind, at, count, latest, onPress, children, row, current, ...steps }) {
  const list = useRef();
  const [top, setTop] = useState(0);
  useEffect(() => {
    const now = list.current.querySelector("[aria-current]"), half = list.current.clientHeight / 2;
    if (latest) list.current.scrollTop = list.current.scrollHeight;
    else if (row) list.current.scrollTop = Math.max(current, 0) * HIGH - half;
    else if (now) list.current.scrollTop = now.offsetTop - half;
  }, [at, count, latest]);
  const long = row && count > LONG;
  const first = long ? Math.max(0, Math.floor(top / HIGH) - SPARE) : 0;
  const last = long ? Math.min(count, first + 2 * SPARE + Math.ceil((list.current?.clientHeight || 600) / HIGH)) : count;
  const numbers = row ? Array.from({ length: last - first }, (_, index) => first + index) : [];
  const room = (rows) => long && rows > 0 && html`<li class="beyond" role="presentation" style=${{ height: `${rows * HIGH}px` }}></li>`;
  return html`<section class="history" aria-label="Moves">
    <header><h2>Moves</h2><${Steps} ...${steps} /></header>
    <ol ref=${list} class=${kind} tabindex="0" aria-label=${label} onClick=${onPress} onScroll=${long ? () => setTop(list.current.scrollTop) : null}>
      ${children}${room(first)}${numbers.map((number) => row(number))}${room(count - last)}</ol>
  </section>`;
}

// The rows of the list, of the stretch that stands: what was taken back is gone. A row has the turns of a round, each in the
// column of who made it, a turn its decisions, one or more; other news are rows by themselves.
export function rowsOf(events, columns) {
  let steps = [], ply = 0;
  for (const event of events) {
    if (event.kind === "moved") steps.push({ ply: ++ply, player: event.player, words: event.words, text: event.text || event.words });
    else {
      if (event.kind === "back") {
        ply = event.left;
        steps = steps.filter((step) => step.note || step.ply <= ply);
      }
      steps.push({ note: event.words });
    }
  }
  const rows = [];
  let row = null, turn = null, round = 0;
  for (const step of steps) {
    if (step.note) {
      rows.push(step);
      turn = null;
      continue;
    }
    if (!turn || turn.player !== step.player) {
      turn = { player: step.player, steps: [] };
      const column = columns > 1 ? step.player - 1 : 0;
      if (!row || rows[rows.length - 1] !== row || row.turns.slice(column).some(Boolean)) rows.push((row = { round: ++round, turns: Array(columns).fill(null) }));
      row.turns[column] = turn;
    }
    turn.steps.push(step);
  }
  return rows;
}

const rowOf = (row, index, seen, many, players) => (row.note
  ? html`<li key=${index} class="note" title=${row.note} aria-posinset=${index + 1} aria-setsize=${many}>${row.note}</li>`
  : html`<li key=${index} aria-posinset=${index + 1} aria-setsize=${many}><span class="number">${row.round}</span>${row.turns.map((turn, column) => html`<span class="turn" key=${column}>
      ${turn && players && html`<i>${players[turn.player - 1]}</i>`}
      ${turn?.steps.map((step) => html`<button type="button" key=${step.ply} class=${`move p${step.player}`} data-ply=${step.ply} title=${step.words}
        aria-current=${step.ply === seen ? "true" : null}>${step.text}</button>`)}</span>`)}</li>`);

// What was done, turn by turn, of two players in two columns; `onLook` is told of the number of a move, or null for the present.
export function Events({ events, players, at, latest, onLook }) {
  const columns = players.length === 2 ? 2 : 1;
  const rows = useMemo(() => rowsOf(events, columns), [events, columns]);
  const seen = at ?? latest;
  const press = (event) => {
    const ply = Number(event.target.closest("[data-ply]")?.dataset.ply);
    if (ply) onLook(ply === latest ? null : ply);
  };
  return html`<${History} label="List of moves" kind=${`list of${columns}`} at=${at} count=${rows.length} latest=${at === null} onPress=${press} onGo=${onLook}
    row=${(index) => rowOf(rows[index], index, seen, rows.length, columns > 1 || players.length < 2 ? null : players)} current=${rows.findIndex((row) => row.turns?.some((turn) => turn?.steps.some((step) => step.ply === seen)))}
    start=${seen ? 0 : undefined} back=${seen ? seen - 1 : undefined} on=${seen < latest ? seen + 1 : undefined} end=${at === null ? undefined : null} last="To the present">
    ${rows.length === 0 && html`<li class="note">Nothing was played yet.</li>`}
  </${History}>`;
}
