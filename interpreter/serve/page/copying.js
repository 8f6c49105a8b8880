// A text that stands in a field is copied by a button beside it.

import { html, useState } from "./vendor/ui.js";

const SHOWN = 2000; // milliseconds for which a button says that it did it

// Without HTTPS browsers have only the old way, and perhaps not that. What was not copied is marked at least.
async function written(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

// `of` is a ref to the field; `beside` stands in the same row.
export function Copy({ of, beside = null, children }) {
  const [done, setDone] = useState(false);
  const [byHand, setByHand] = useState(false);
  const copy = async () => {
    const copied = await written(of.current);
    setByHand(!copied);
    if (!copied) return;
    setDone(true);
    setTimeout(() => setDone(false), SHOWN);
  };
  return html`<div class="row">${beside}<button type="button" onClick=${copy}>${done ? "Copied" : children}</button></div>
    <p class="soft" role="status">${byHand ? "Press Ctrl+C to copy the marked text." : ""}</p>`;
}
