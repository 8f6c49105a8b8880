// Small windows over the page: native dialogs, which keep the focus and close by Escape.

import { html, useEffect, useRef } from "./vendor/ui.js";
import { Look } from "./look.js";

export function Dialog({ title, onClose, children, wide }) {
  const ref = useRef();
  useEffect(() => {
    const dialog = ref.current, before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const outside = (event) => event.target === ref.current && onClose();
  return html`<dialog ref=${ref} class=${wide ? "wide" : ""} aria-labelledby="dialog-title"
    onCancel=${(event) => (event.preventDefault(), onClose())} onClick=${outside}>
    <div class="inside"><h2 id="dialog-title">${title}</h2>${children}</div>
  </dialog>`;
}

export function Confirm({ title, text, yes, onYes, onClose }) {
  return html`<${Dialog} title=${title} onClose=${onClose}>
    ${text && html`<p>${text}</p>`}
    <div class="row end">
      <button type="button" onClick=${onClose}>Cancel</button>
      <button type="button" class="strong" onClick=${() => (onClose(), onYes())}>${yes}</button>
    </div>
  </${Dialog}>`;
}

// Moves that look alike on the board, to choose one of; `staying` where passing leaves a piece as it is.
export function Chooser({ title, moves, lookOf, onMove, onClose, staying }) {
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <ul class=${moves.every(lookOf) ? "options looks" : "options"}>${moves.map((move) => html`<li key=${move.n}>
      <button type="button" class="option" data-move=${move.n} onClick=${() => (onClose(), onMove(move))}>
        ${lookOf(move) && html`<${Look} name=${lookOf(move)} size=${52} whole />`}<b>${staying && move.kind === "pass" ? "leave it" : move.text}</b>${move.words !== move.text && html`<span>${move.words}</span>`}
      </button></li>`)}</ul>
    <div class="row end"><button type="button" onClick=${onClose}>Cancel</button></div>
  </${Dialog}>`;
}
