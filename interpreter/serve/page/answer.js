// What is not possible, answered where it was tried: a sentence, and the rule that refuses it.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/ui.js";
import { post } from "./api.js";

// (what sites are called stays as it is written)
const first = (words) => (/^\S*\d/.test(words) ? words : `${words[0].toUpperCase()}${words.slice(1)}`);
const sentence = (words) => `${first(words)}${/[.!?…]$/.test(words) ? "" : "."}`;
const place = (reason) => reason.place && `line ${reason.place.start.line} of ${reason.place.file.split("/").pop()}`;

// Below what it is about, or above where there is no room; and always within the board's part of the page.
function put(bubble) {
  const main = bubble.parentElement, site = bubble.dataset.at;
  const cell = main.querySelector(`[role=gridcell][data-site="${site}"], .slot[data-site="${site}"]`);
  if (!cell) return;
  const around = main.getBoundingClientRect(), at = cell.getBoundingClientRect();
  const wide = bubble.offsetWidth, high = bubble.offsetHeight, gap = 6;
  const below = at.bottom + gap + high <= Math.min(innerHeight, around.bottom);
  const left = Math.max(0, Math.min(at.left + at.width / 2 - wide / 2 - around.left, around.width - wide));
  bubble.style.left = `${left}px`;
  bubble.style.top = `${(below ? at.bottom + gap : Math.max(at.top - gap - high, 4)) - around.top}px`;
}

// `refused` has the `site`, a `text`, and the `move` of which the rules are asked at `path`, if they can be.
export function Answer({ refused, path, announce, onClose }) {
  const [told, setTold] = useState(null);
  const [lines, setLines] = useState(false);
  const [asking, setAsking] = useState(false);
  const ref = useRef();
  useEffect(() => {
    setTold(null);
    setLines(false);
    setAsking(!!refused.move && !!path);
    if (!refused.move || !path) return undefined;
    let left = false;
    post(`${path}/why`, { move: refused.move }).then((found) => {
      if (left || found.legal) return;
      const reasons = found.reasons.length ? found.reasons.slice(0, 3) : [{ words: found.words }];
      setTold(reasons);
      announce(reasons.map((each) => sentence(each.words)).join(" "));
    }, () => {}).finally(() => left || setAsking(false)); // that it is not possible is said anyway
    return () => (left = true);
  }, [refused]);
  useLayoutEffect(() => put(ref.current), [refused, told, lines, asking]);
  const placed = told?.filter(place) || [];
  return html`<div class="refused" role="alert" ref=${ref} data-at=${refused.site}>
    <div><p>${refused.text}</p>
      ${asking && html`<p class="reason soft">Asking the rules why …</p>`}
      ${told?.map((reason, index) => html`<p class="reason" key=${index}>${sentence(reason.words)}</p>`)}
      ${lines && html`<ul>${placed.map((reason, index) => html`<li key=${index}><small>${place(reason)}${reason.label && `: ${reason.label}`}</small></li>`)}</ul>`}
      ${placed.length > 0 && !lines && html`<button type="button" class="linked" onClick=${() => setLines(true)}>Which rule?</button>`}</div>
    <button type="button" class="plain" aria-label="Close" onClick=${onClose}>✕</button></div>`;
}
