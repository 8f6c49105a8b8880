// What stands beside the text: mistakes, moves and their rules, the rules in English, what playing found.

import { html, useEffect, useRef } from "../vendor/ui.js";

const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

// The mistakes of the text, each a button that leads there, with its repairs. What is said of another text than the
// present one is not shown as if it were of that: `unchecked` says that it is being checked, or why it was not.
export function Mistakes({ found, unchecked, onGo, onFix, onRepair, onAgain }) {
  if (unchecked) return html`<section class="mistakes" aria-label="Mistakes"><div class="state"><b role="status" class=${unchecked.failed ? "odd" : ""}>${unchecked.words}</b>
    ${unchecked.failed && html`<button type="button" onClick=${onAgain}>Check again</button>`}</div></section>`;
  if (!found) return html`<p class="state" role="status">Reading the text …</p>`;
  const { errors, warnings, diagnostics, marks, repairs } = found;
  const text = errors + warnings ? [errors && many(errors, "mistake"), warnings && many(warnings, "warning")].filter(Boolean).join(", ") : "No mistakes";
  return html`<section class="mistakes" aria-label="Mistakes">
    <div class="state"><b role="status" class=${errors ? "bad" : warnings ? "odd" : "good"}>${text}</b>
      ${repairs.length > 0 && html`<button type="button" onClick=${() => onRepair(repairs)}>Repair what is sure</button>`}</div>
    ${diagnostics.length > 0 && html`<ul tabindex="0" aria-label="List of mistakes">${diagnostics.slice(0, 50).map((each, number) => {
      const mark = marks.find(({ n }) => n === number);
      return html`<li key=${number} class=${each.severity}>
        <button type="button" class="place" disabled=${!mark} onClick=${() => onGo(mark)}><span class="number">${mark ? "" : `${each.file.split("/").pop()}, `}${each.start.line}:${each.start.column}</span>
          <span><b>${each.code}</b> ${each.message}${each.help.map((text) => html` <span class="soft">${text}</span>`)}</span></button>
        ${(mark?.fixes || []).map((fix) => html`<button type="button" class="fix" key=${fix.title} onClick=${() => onFix(fix.edits)}>${fix.title}</button>`)}
      </li>`;
    })}</ul>`}
  </section>`;
}

// A place of the text as a button.
export function Place({ at, line, text, onGo }) {
  if (at?.from === undefined) return at?.file ? html`<span class="soft">${at.file}, line ${at.line}: ${text}</span>` : html`<span>${text}</span>`;
  if (!line(at)) return html`<span>${text} <span class="soft">(changed since)</span></span>`;
  return html`<button type="button" class="place" onClick=${() => onGo([at])}><span class="number">line ${line(at)}</span><span>${text}</span></button>`;
}

// The moves that were made and those that can be made: each shows the rules behind it.
export function Moves({ game, chosen, behind, line, snippet, onChoose, onPlay, onGo, onBack }) {
  const rules = chosen && behind ? behind.rules.filter((rule) => rule.moves.includes(chosen.n)) : [];
  const row = (key, text, pick, current) => html`<li key=${key}><button type="button" class="move" aria-pressed=${current} onClick=${() => onChoose(pick)}>${text}</button></li>`;
  return html`<div class="moves">
    ${chosen && html`<section class="behind" aria-label=${`The rules behind ${chosen.text}`}>
      <h2>The rules behind ${chosen.text}</h2>
      ${!behind ? html`<p class="soft">Looking …</p>` : rules.length === 0 ? html`<p class="soft">No rule of this text offers it by itself.</p>`
        : html`<ul>${rules.map((rule, index) => html`<li key=${index}><${Place} at=${rule} line=${line} text=${snippet(rule)} onGo=${onGo} />
          ${rule.via.filter((use) => use.from !== undefined).map((use) => html`<${Place} at=${use} line=${line} text=${`used here: ${use.name}`} onGo=${onGo} />`)}</li>`)}</ul>`}
      ${chosen.ply === undefined && html`<button type="button" class="strong" onClick=${() => onPlay(chosen)}>Play ${chosen.text}</button>`}
    </section>`}
    <h2>${game.moves.length ? `Legal moves (${game.moves.length})` : "No moves"}</h2>
    <ul class="chips">${game.moves.slice(0, 300).map((move) => row(move.n, move.text, move, chosen?.n === move.n && chosen.ply === undefined))}</ul>
    <div class="heading"><h2>Played (${game.made.length})</h2>
      <button type="button" disabled=${!game.made.length} onClick=${() => onBack(1)}>Take back</button>
      <button type="button" disabled=${!game.made.length} onClick=${() => onBack(game.made.length)}>From the start</button></div>
    <ol class="chips">${game.made.map((text, ply) => row(ply, `${ply + 1} ${text}`, { ply, text }, chosen?.ply === ply))}</ol>
  </div>`;
}

const Point = ({ point, line, onGo, onPoint }) => html`<li>
  ${point.from === undefined ? html`<span>${point.text}</span>` : html`<button type="button" class="sentence" onClick=${() => onGo([point])}
    onMouseEnter=${() => onPoint([point])} onMouseLeave=${() => onPoint([])} onFocus=${() => onPoint([point])} onBlur=${() => onPoint([])}>${point.text}</button>`}
  ${point.points.length > 0 && html`<ul>${point.points.map((each, index) => html`<${Point} key=${index} point=${each} line=${line} onGo=${onGo} onPoint=${onPoint} />`)}</ul>`}</li>`;

export function English({ rules, problem, onAgain, ...more }) {
  if (problem) return html`<p class="soft">${problem}</p><button type="button" onClick=${onAgain}>Try again</button>`;
  if (!rules) return html`<p class="soft">Reading …</p>`;
  return html`<div class="english">${rules.sections.map((section) => html`<section key=${section.title}><h2>${section.title}</h2>
    <ul>${section.points.map((point, index) => html`<${Point} key=${index} point=${point} ...${more} />`)}</ul></section>`)}</div>`;
}

// Why a move is not possible, or by what it is.
export function Answer({ answer, line, onGo, onClose }) {
  const place = useRef(null);
  // Under a board on a phone it would not be seen.
  useEffect(() => place.current.scrollIntoView({ block: "nearest" }), [answer]);
  return html`<section ref=${place} class=${answer.legal ? "answer" : "answer no"} aria-label="Why" data-move=${answer.move}>
    <header><b>${answer.legal ? `Why ${answer.move} is possible` : `Why not ${answer.move}?`}</b>
      <button type="button" class="plain" aria-label="Close" onClick=${onClose}>✕</button></header>
    <p>${answer.words}</p>
    ${answer.reasons.length > 0 && html`<ul>${answer.reasons.map((reason, index) => html`<li key=${index}>
      <${Place} at=${reason.at} line=${line} text=${reason.label || reason.words} onGo=${onGo} />
      ${reason.notes.map((note) => html`<p class="soft">${note}</p>`)}</li>`)}</ul>`}
  </section>`;
}
