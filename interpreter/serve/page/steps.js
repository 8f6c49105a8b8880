// To and fro among positions: four buttons, and the arrows where nothing else takes them.

import { html, useEffect, useRef } from "./vendor/ui.js";

// Where each button leads; nowhere: undefined.
export function Steps({ start, back, on, end, last = "To the end", onGo }) {
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
