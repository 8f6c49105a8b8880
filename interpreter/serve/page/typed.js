// Moves by text, completed from the legal ones: the ARIA pattern of a combobox with a list.

import { html, useEffect, useRef, useState } from "./vendor/ui.js";
import { completions } from "./choosing.js";

export function Typed({ moves, onPlay }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const field = useRef();
  const found = open && text.trim() ? completions(moves, text) : [];
  useEffect(() => setAt(-1), [text]);
  const play = (wanted) => {
    if (!wanted.trim()) return;
    onPlay(wanted.trim());
    setText("");
    setOpen(false);
    field.current.focus();
  };
  const key = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!found.length) return;
      setAt((at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
      event.preventDefault();
    } else if (event.key === "Enter") {
      event.preventDefault();
      play(at >= 0 && found[at] ? found[at].text : text);
    } else if (event.key === "Tab" && found.length === 1 && found[0].text !== text) {
      setText(found[0].text);
      event.preventDefault();
    } else if (event.key === "Escape") setOpen(false);
  };
  return html`<div class="typed">
    <label for="typed">Type a move</label>
    <div class="row">
      <input id="typed" ref=${field} value=${text} autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="300"
        role="combobox" aria-expanded=${found.length > 0 ? "true" : "false"} aria-controls="typed-list" aria-autocomplete="list"
        aria-activedescendant=${at >= 0 && found[at] ? `typed-${at}` : null}
        placeholder=${moves?.length ? moves[0].short ?? moves[0].text : ""}
        onInput=${(event) => (setText(event.target.value), setOpen(true))} onKeyDown=${key} onBlur=${() => setTimeout(() => setOpen(false), 150)} />
      <button type="button" onClick=${() => play(text)}>Play</button>
    </div>
    <ul id="typed-list" role="listbox" aria-label="Legal moves" hidden=${!found.length}>
      ${found.map((move, index) => html`<li key=${move.n} id=${`typed-${index}`} role="option" aria-selected=${index === at ? "true" : "false"}
        onPointerDown=${(event) => (event.preventDefault(), play(move.text))}><b>${move.short ?? move.text}</b>${move.short && html` <small>${move.text}</small>`}</li>`)}
    </ul>
  </div>`;
}
